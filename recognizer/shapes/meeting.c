// recognizer/shapes/meeting.c: rows of an array that may meet.
//
//   for i: for (t = s[i]; t < e[i]; t++)    ordered = 1;
//     c[t] += w[i];                         for (i < n - 1)
//                                    =>       ordered &= s[i] <= e[i] &&
//                                                        e[i] <= s[i + 1];
//                                           if (ordered) ..; else ..;
//
// Rows that end where the next one begins, by one array of places, lie one
// behind another as a rule, and the guard checks it (footprint/rows.c). Others
// are often intervals, which meet. Where elements are combined into, both are
// lifted, and a test before each run of the loop, by reads that it makes as
// well, chooses: in one branch iterations are independent, in the other they
// combine.
#include "recognizer/domain/domain.h"
#include "recognizer/footprint/footprint.h"
#include "recognizer/shapes/keyed.h"
#include "recognizer/shapes/parts.h"

// A search for the load that tells where a row ends, and in the next iteration
// where one begins.
typedef struct bounds {
  rec_an *an;
  const ir_loop *l;
  rec_dom *d;
  VEC(ir_op *) loads;
  bool adjoin;
} bounds;

// True when load "x" of one iteration is load "y" of the next one.
static bool
is_next(const bounds *s, const ir_op *x, const ir_op *y) {
  arena *a = s->an->a;
  int i = rec_an_atom(s->an, s->l->i);
  an_poly index = an_poly_atom(a, i);
  an_poly next = an_poly_plus(a, &index, 1);
  an_poly here = rec_read(s->d, x->ins.at[1]);
  an_poly there = rec_read(s->d, y->ins.at[1]);
  here = an_poly_replace(a, &here, i, &next);
  return x->ins.at[0] == y->ins.at[0] && !here.bad && an_poly_eq(&here, &there);
}

// Adds the loads that "v" is made of, and compares them with those seen.
static void
add_loads(bounds *s, const ir_val *v) {
  ir_op *op = v->def;
  if (!op || ir_is_outside(v, s->l->body) ||
      (op->code != IR_OP_INDEX && !ir_is_scalar_op(op->code)))
    return;
  for (int i = 0; i < op->ins.n; i++)
    if (!op->ins.at[i]->type.array)
      add_loads(s, op->ins.at[i]);
  if (op->code != IR_OP_INDEX)
    return;
  for (int i = 0; i < s->loads.n; i++)
    s->adjoin |=
        is_next(s, op, s->loads.at[i]) || is_next(s, s->loads.at[i], op);
  vec_push(s->an->a, &s->loads, op);
}

bool
rec_rows_may_meet(rec_an *an, const ir_loop *l, int k, const rec_rows *rows) {
  bounds s = {.an = an, .l = l, .d = rec_dom_new(an, l->body->last, false)};
  for (int i = 0; i < rows->rows.n; i++) {
    const rec_row *row = &rows->rows.at[i];
    add_loads(&s, row->op->ins.at[1]);
    for (int p = 0; p < row->n; p++)
      add_loads(&s, row->path[p]->ins.at[0]);
  }
  return !s.adjoin && rec_combines(an->a, l, k, NULL);
}

// -- Building -----------------------------------------------------------------
// True when "v" follows from the loop's index, that of loop "inner", and what
// the loop does not write, by ops of every iteration and those of "inner".
static bool
is_told(const ir_loop *l, const ir_op *inner, const ir_val *v) {
  const ir_op *op = v->def;
  if (v == l->i || v == inner->regions[0]->params.at[0] ||
      ir_is_outside(v, l->body))
    return true;
  bool reads = op && op->code == IR_OP_INDEX && op->parent == l->body;
  if (!reads && !(op && ir_is_scalar_op(op->code)))
    return false;
  for (int i = 0; i < op->ins.n; i++)
    if (!is_told(l, inner, op->ins.at[i]))
      return false;
  return true;
}

// True when every iteration of "l" computes the ends of "row".
static bool
has_told_ends(const ir_loop *l, const rec_row *row) {
  const ir_op *inner = row->n == 1 ? row->path[0] : NULL;
  return inner && inner->code == IR_OP_LOOP && inner->parent == l->body &&
         row->op->parent == inner->regions[0] &&
         is_told(l, inner, inner->ins.at[0]) &&
         is_told(l, inner, row->op->ins.at[1]);
}

// The first place of "row" in iteration "i" at "b", or the one behind the last.
static ir_val *
build_end(ir_builder *b, const ir_loop *l, const rec_row *row, ir_val *i,
          bool last) {
  const ir_op *inner = row->path[0];
  map *subst = map_new(b->func->module->arena);
  ir_val *at = ir_build_int(b, IR_I64, 0);
  map_put(subst, l->i, i);
  if (last != row->down[0]) {
    at = an_copy_slice(b, inner->ins.at[0], l->body, subst);
    at = ir_build2(b, IR_OP_SUB, at, ir_build_int(b, IR_I64, 1));
  }
  map_put(subst, inner->regions[0]->params.at[0], at);
  ir_val *v = an_copy_slice(b, row->op->ins.at[1], l->body, subst);
  return last ? ir_build2(b, IR_OP_ADD, v, ir_build_int(b, IR_I64, 1)) : v;
}

// Whether all rows of iteration "i" and the next one are in order, at "b".
static ir_val *
build_ordered(ir_builder *b, const ir_loop *l, const rec_rows *rows,
              ir_val *i) {
  ir_val *next = ir_build2(b, IR_OP_ADD, i, ir_build_int(b, IR_I64, 1));
  ir_val *first = NULL, *end = NULL, *then = NULL;
  for (int k = 0; k < rows->rows.n; k++) {
    const rec_row *row = &rows->rows.at[k];
    ir_val *x = build_end(b, l, row, i, false);
    ir_val *y = build_end(b, l, row, i, true);
    ir_val *z = build_end(b, l, row, next, false);
    first = first ? ir_build2(b, IR_OP_MIN, first, x) : x;
    end = end ? ir_build2(b, IR_OP_MAX, end, y) : y;
    then = then ? ir_build2(b, IR_OP_MIN, then, z) : z;
  }
  ir_val *ok = ir_build2(b, IR_OP_LE, first, end);
  return ir_build2(b, IR_OP_AND, ok, ir_build2(b, IR_OP_LE, end, then));
}

// The loop in front of loop "l" that asks for each iteration but the last
// whether the rows of "all" are in order.
static ir_op *
build_ask(const ir_loop *l, const rec_rows *all, int n) {
  ir_builder before = ir_before(l->op);
  before.loc = l->op->loc;
  ir_val *less = ir_build2(&before, IR_OP_SUB, l->extent,
                           ir_build_int(&before, IR_I64, 1));
  ir_val *yes = ir_build_int(&before, IR_BOOL, 1);
  ir_op *loop = ir_start_loop(&before, IR_OP_LOOP, less, "i");
  ir_val *i = loop->regions[0]->params.at[0];
  ir_val *ok = ir_add_carried(loop, yes, "ordered", "ordered");
  ir_builder in = ir_at_end(loop->regions[0]);
  for (int k = 0; k < n; k++)
    ok = ir_build2(&in, IR_OP_AND, ok, build_ordered(&in, l, &all[k], i));
  ir_build_yield(&in, &ok, 1);
  return loop;
}

bool
rec_find_meeting(loft_cx *cx, ir_func *f, ir_op *op, ir_op **ask) {
  ir_loop l;
  if (!ir_match_loop(op, &l) || !l.extent || op->has_while)
    return false;
  an_classes *c = an_classes_new(cx->arena, f, op);
  rec_an *an = rec_an_new(cx, f, l.body);
  rec_accesses all = {0};
  rec_find_accesses(cx->arena, c, l.body, &all);
  rec_rows *rows = NEW_ARRAY(cx->arena, rec_rows, l.n_carried);
  int n = 0;
  bool told = true;
  for (int k = 0; k < l.n_carried; k++) {
    if (!l.carried[k]->type.array)
      continue;
    rec_accesses xs = rec_read_class(an, &all, an_class_of(c, l.carried[k]));
    if (!xs.n || !rec_has_rows(an, &l, &xs, &rows[n]) ||
        !rec_rows_may_meet(an, &l, k, &rows[n]))
      continue;
    for (int i = 0; i < rows[n].rows.n; i++)
      told &= has_told_ends(&l, &rows[n].rows.at[i]);
    n++;
  }
  rec_an_free(an);
  *ask = n && told ? build_ask(&l, rows, n) : NULL;
  return n;
}
