// ir/algebra.h: the flags of the laws of algebra.def, for the files that read
// it.
#ifndef LOFT_IR_ALGEBRA_H
#define LOFT_IR_ALGEBRA_H

#include "ir/ir.h"

// The types a law holds for, and conditions of it (algebra.def).
enum {
  SINT = 1,
  UINT = 2,
  BOOL = 4,
  FLT = 8,
  INT = SINT | UINT,
  LOGIC = INT | BOOL,
  NUM = INT | FLT,
  ANY = LOGIC | FLT,
  NOWRAP = 16,
  LATE = 32
};

// True when a law with these flags holds for "type".
bool ir_law_is_for(unsigned flags, ir_scalar type);

#endif
