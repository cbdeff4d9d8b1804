// ir/verify_private.h: shared by verify.c and verify_types.c.
#ifndef IR_VERIFY_PRIVATE_H
#define IR_VERIFY_PRIVATE_H

#include "ir/ir.h"

// The facts that the walk has about one value.
typedef struct val_state {
  const ir_val *val;
  bool visible;
  int nest; // how many map/reduce/loop regions surround its definition
  const ir_op *consumer;
} val_state;

typedef struct verifier {
  arena *arena;
  ir_notes *notes; // may be NULL
  int n_errors;
  map *states;
  ir_func *func;
  bool named; // the function's values have printable names
  int nest;
  VEC(val_state *) consumed; // in order, so that an `if` can undo and redo
  map *roots;                // array -> root_in_home, once known
  map *written;              // arrays that may be written, once known
} verifier;

// -- verify_types.c -----------------------------------------------------------
// Adds a note under "op".
void ir_report(verifier *v, const ir_op *op, const char *fmt, ...)
    LOFT_PRINTF(3, 4);
// How messages call "val"; names the function's values on first use.
const char *ir_report_name(verifier *v, const ir_val *val);
// The yielded values of "r", or NULL when it has no yield.
const ir_vals *ir_yields_of(const ir_region *r);
// Whether "op" has as many regions as its kind asks for; reports it if not.
bool ir_verify_regions(verifier *v, const ir_op *op);
// Types, counts and attributes of one op; its regions exist.
void ir_verify_shape(verifier *v, const ir_op *op);

#endif
