// rewrites/rw_lanes.h: a nest that runs in blocks of lanes. For
// pass_interchange.c, which decides, rw_packs.c, which copies what blocks read,
// and rw_lanes.c, which builds a block.
#ifndef LOFT_RW_LANES_H
#define LOFT_RW_LANES_H

#include "rewrites/rw_private.h"

enum { RW_MOST_ROWS = 7 }; // that go together

// A read of the fold, the same for all rows, of which the blocks are copied
// where there are many rows. Element l of block b in step k is at
// first + b * next + k * step + l, in the copy or in the array.
typedef struct rw_pack {
  ir_op *read;
  ir_val *copy, *first, *next, *step;
  ir_val *element; // that read, for the rows of one step
} rw_pack;

// One match: "map" with its dimension j (the last), and the fold in it, or the
// loop, which then may write what the map does.
typedef struct rw_nest {
  arena *a;
  ir_func *f;
  ir_soac map;
  rw_fold fold;
  ir_val *j;
  int *place;     // which dest of the map each dest of the loop is
  ir_vals saved;  // values before the fold to be kept in arrays
  ir_val *starts; // the fold has a step; NULL: no read stands under this
  int lanes;      // of a full block
  int wide;       // most lanes of other blocks; 0: fewer than of a full one
  int tile;       // rows that go together; 0: there are none
  VEC(rw_pack) packs;
  ir_val *many; // the copies are filled; NULL: there are none
  // while building one block:
  map *rows[RW_MOST_ROWS]; // what the values of the map's body are, in each row
  int n_rows;
  ir_val *size; // lanes of a block, but for the last one
  ir_val *block, *base, *len;
  ir_vals acc, sav; // arrays, row by row; current values
  ir_vals written;  // the arrays that the loop writes, as far as they are
} rw_nest;

// -- rw_packs.c --------------------------------------------------------------
// Notes the reads that are worth a copy: always done, of arrays of outside, the
// same in all rows, of neighbours along j, jumping along k; as often as is
// known outside.
void rw_packs_find(rw_nest *z);
// Builds the copies, and z->many, at "b".
void rw_packs_build(rw_nest *z, ir_builder *b);

// -- rw_lanes.c --------------------------------------------------------------
// The full block at the end of "r": constant lengths, all rows from "row0" on.
// The indices are those of "outer"; "dests" are changed.
void rw_lanes_full(rw_nest *z, ir_region *r, const map *outer, ir_val *row0,
                   const ir_vals *dests);
// The rest at the end of "r": "len" lanes; a map over "rows" rows when tiled.
void rw_lanes_rest(rw_nest *z, ir_region *r, const map *outer, ir_val *row0,
                   ir_val *rows, ir_val *len, const ir_vals *dests);

#endif
