// recognizer/domain/order.c: dependences in one direction.
#include "recognizer/domain/domain.h"

#include <isl/space.h>

enum { MAX_DEPTH = 32 };

// When a write comes before a read: in an earlier iteration of the loops around
// both, whose indices these are, or, if "same", in the same one.
typedef struct order {
  int index[MAX_DEPTH];
  int n;
  bool same;
} order;

// The ops around "op", outermost first, and itself; 0: too many.
static int
find_path(ir_op *op, ir_op *path[MAX_DEPTH]) {
  int n = 0;
  for (ir_op *x = op; x; x = x->parent->parent_op)
    if (n++ == MAX_DEPTH)
      return 0;
  int k = n;
  for (ir_op *x = op; x; x = x->parent->parent_op)
    path[--k] = x;
  return n;
}

// When write "w" comes before read "r" in the scope; false when the loops are
// too deep. Iterations of a loop that does not count may be any.
static bool
find_order(rec_an *an, ir_op *w, ir_op *r, order *out) {
  ir_op *pw[MAX_DEPTH], *pr[MAX_DEPTH];
  int nw = find_path(w, pw), nr = find_path(r, pr), k = 0;
  *out = (order){0};
  for (; k < nw && k < nr && pw[k] == pr[k]; k++) {
    ir_loop l;
    if (pw[k]->code == IR_OP_IF)
      continue;
    bool loops = ir_match_loop(pw[k], &l) && l.extent;
    if (loops && ir_is_outside(l.i, an->scope))
      continue;
    out->same = !loops;
    if (out->same)
      return true;
    out->index[out->n++] = rec_an_atom(an, l.i);
  }
  if (k == nw || k == nr)
    return false;
  out->same = pw[k]->parent == pr[k]->parent && ir_comes_before(pw[k], pr[k]);
  return true;
}

bool
rec_never_meets(rec_an *an, rec_relation *w, rec_relation *r) {
  order o;
  if (!find_order(an, w->access->op, r->access->op, &o))
    return false;
  rec_query_begin(an);
  isl_map *mw = rec_relation_map(w, o.index, o.n);
  isl_map *mr = rec_relation_map(r, o.index, o.n);
  if (!mw || !mr) {
    isl_map_free(mw);
    isl_map_free(mr);
    return rec_query_ok(an), false;
  }
  isl_map *both = isl_map_apply_range(mw, isl_map_reverse(mr));
  isl_space *s = isl_space_domain(isl_map_get_space(both));
  isl_map *before = o.same ? isl_map_lex_le(s) : isl_map_lex_lt(s);
  both = isl_map_intersect(both, before);
  bool empty = isl_map_is_empty(both) == isl_bool_true;
  isl_map_free(both);
  return rec_query_ok(an) && empty;
}
