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

// The condition that "v" is so or otherwise with, as the flag is that the arms
// of an if set, or the opposite; *holds, what "v" is, becomes what that is.
static const ir_val *
condition_of(const ir_val *v, bool *holds) {
  for (const ir_op *op = v->def; op; op = v->def) {
    ir_bits x, y;
    bool is_flag = op->code == IR_OP_IF &&
                   ir_match_bits(op->regions[0]->last->ins.at[v->index], &x) &&
                   ir_match_bits(op->regions[1]->last->ins.at[v->index], &y) &&
                   x != y;
    if (!is_flag && op->code != IR_OP_NOT)
      break;
    *holds ^= !is_flag || !x;
    v = op->ins.at[0];
  }
  return v;
}

// True when it cannot be that "x" is "x_holds" and "y" is "y_holds".
static bool
contradict(arena *a, const ir_val *x, bool x_holds, const ir_val *y,
           bool y_holds) {
  ir_val *both[2];
  x = condition_of(x, &x_holds);
  y = condition_of(y, &y_holds);
  if (x_holds && an_match_both(x, false, both))
    return contradict(a, both[0], true, y, y_holds) ||
           contradict(a, both[1], true, y, y_holds);
  if (y_holds && an_match_both(y, false, both))
    return contradict(a, x, x_holds, both[0], true) ||
           contradict(a, x, x_holds, both[1], true);
  return x_holds == y_holds ? an_are_opposite(a, x, y) : x == y;
}

// True when two ops, at the ends of the paths "px" and "py" from one region on,
// do not both run in it: one is in an if where a condition holds, the other in
// an if where it does not.
static bool
are_apart(arena *a, ir_op *const *px, int nx, ir_op *const *py, int ny) {
  for (int i = 0; i + 1 < nx; i++)
    for (int k = 0; k + 1 < ny; k++)
      if (px[i]->code == IR_OP_IF && py[k]->code == IR_OP_IF &&
          contradict(a, px[i]->ins.at[0],
                     px[i + 1]->parent == px[i]->regions[0], py[k]->ins.at[0],
                     py[k + 1]->parent == py[k]->regions[0]))
        return true;
  return false;
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
  out->same = pw[k]->parent == pr[k]->parent && ir_comes_before(pw[k], pr[k]) &&
              !are_apart(an->a, pw + k, nw - k, pr + k, nr - k);
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
