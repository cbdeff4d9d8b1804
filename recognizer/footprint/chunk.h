// recognizer/footprint/chunk.h: regions for some of their iterations alone.
//
//   chunk.c  maps and folds
//   cut.c    loops in order
//   table.c  the ends of rows, iteration by iteration
#ifndef LOFT_REC_CHUNK_H
#define LOFT_REC_CHUNK_H

#include "recognizer/footprint/footprint.h"

// -- chunk.c -----------------------------------------------------------------
// Makes "f", a copy, a function of iteration "first", its last parameter, of
// the outermost dimension of its SOACs alone; *extents: how many iterations
// each had. False where "f" is more than SOACs and scalars.
bool rec_chunk_one(ir_func *f, ir_vals *extents);
// Removes what "f", which only reads arrays, computes for nothing; their modes
// say which it reads.
void rec_chunk_settle(ir_func *f);
// True when the bits of what "op" folds depend on where the pieces of its tree,
// or of the scan, begin and end; else folds may go on from anywhere.
bool rec_has_pieces(const ir_op *op);
// True when all arrays that "f" gives are parameters of its.
bool rec_has_plain_arrays(const ir_func *f);
// The facts about the parameters of "f", of which the first "n" are those that
// "told" (NULL: nothing known) is about.
rec_told *rec_tell_all(arena *a, const ir_func *f, const rec_told *told, int n);

#endif
