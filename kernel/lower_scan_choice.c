// kernel/lower_scan_choice.c: folds by a choice, on CPU threads.
//
// Where the operator takes the right tuple or the left one by comparing one
// value of them, any bracketing of the fold gives the same tuple: the first of
// the best, or the last. So a group may be larger, and its values lie side by
// side in lanes, which LLVM turns into vectors:
//
//   lane[l] = value l
//   for (row < rows) for (l < 16) lane[l] = op(lane[l], value 16 * row + l)
//   lane[l] = op(lane[l], lane[l + h]), h = 8 .. 1
//
// The values of two lanes are not one behind the other, so each lane notes
// which one it took. Of two that the operator would exchange either way, or
// neither way, the later one is taken, or the earlier one.
#include "kernel/lower_scan_private.h"

enum { LANES = 16, ROWS = KN_CHOICE_GROUP / LANES };

// -- Matching ---------------------------------------------------------------
// True when "v" compares the same value of the right and the left tuple.
static bool
is_comparison(const ir_soac *s, const ir_val *v, int *column) {
  const ir_op *op = v->def;
  if (!op || ir_op_table[op->code].cls != IR_CLASS_CMP ||
      op->code == IR_OP_EQ || op->code == IR_OP_NE)
    return false;
  const ir_val *x = op->ins.at[0], *y = op->ins.at[1];
  bool params = x->param_of == s->combine && y->param_of == s->combine;
  *column = params ? (x->index < y->index ? x->index : y->index) : 0;
  return params && x->index + y->index == 2 * *column + s->n_red;
}

// True when "v" is whether value "column" of the left tuple is a NaN.
static bool
is_nan_test(const ir_soac *s, const ir_val *v, int column) {
  const ir_op *op = v->def;
  return op && op->code == IR_OP_NE &&
         op->ins.at[0] == s->combine->params.at[column] &&
         op->ins.at[1] == op->ins.at[0];
}

// True when "v" says that the right tuple goes before the left one.
static bool
is_order(const ir_soac *s, const ir_val *v) {
  const ir_op *op = v->def;
  int column;
  if (is_comparison(s, v, &column))
    return !ir_is_float(kn_red_type(s, column));
  for (int k = 0; k < 2 && op && op->code == IR_OP_OR; k++)
    if (is_comparison(s, op->ins.at[k], &column) &&
        is_nan_test(s, op->ins.at[1 - k], column))
      return true;
  return false;
}

ir_val *
kn_choice_of(const ir_soac *s) {
  ir_val *cond = NULL;
  if (!s->combine || s->then)
    return NULL;
  for (int k = 0; k < s->n_red; k++) {
    const ir_op *op = s->combine->last->ins.at[k]->def;
    if (!op || op->code != IR_OP_SELECT || (cond && cond != op->ins.at[0]) ||
        op->ins.at[1] != s->combine->params.at[s->n_red + k] ||
        op->ins.at[2] != s->combine->params.at[k])
      return NULL;
    cond = op->ins.at[0];
  }
  return cond && is_order(s, cond) ? cond : NULL;
}

// -- Choosing -----------------------------------------------------------------
kn_reg *
kn_put_choice(kn_fn *f, const ir_soac *s, ir_val *cond, kn_reg *const *left,
              kn_reg *const *right) {
  kn_reg **out = NEW_ARRAY(f->low->arena, kn_reg *, s->n_red);
  kn_put_operator(f, s, left, right, out);
  return kn_scalar(f, cond);
}

kn_reg *
kn_put_better(kn_fn *f, const ir_soac *s, ir_val *cond, kn_reg *const *x,
              kn_reg *const *y, kn_reg *far) {
  kn_reg *zero = kn_put_const(f, far->type, 0, NULL);
  kn_reg *to_y = kn_put_choice(f, s, cond, x, y);
  kn_reg *to_x = kn_put_choice(f, s, cond, y, x);
  kn_reg *later = kn_put2(f, IR_OP_GT, far, zero, NULL);
  kn_reg *sooner = kn_put2(f, IR_OP_LT, far, zero, NULL);
  kn_reg *both = kn_put2(f, IR_OP_AND, to_y, to_x, NULL);
  kn_reg *one = kn_put2(f, IR_OP_XOR, to_y, to_x, NULL);
  kn_reg *tie = kn_put_select(f, both, later, sooner);
  return kn_put_select(f, one, to_y, tie);
}

// -- Lanes --------------------------------------------------------------------
// A group while it is built.
typedef struct lanes {
  kn_fn *k;
  kn_scan_pass *p;
  const ir_soac *s;
  ir_val *cond;
  kn_buf **best; // of each lane
  kn_buf *place; // which value of the group that is; NULL: "index" tells
  int index;     // the value that is the loop's index, or -1
} lanes;

// The number of a value of the tuples that is the loop's index, or -1.
static int
find_index(const ir_soac *s) {
  for (int k = 0; k < s->n_red; k++) {
    const ir_val *v = s->values[k];
    ir_scalar type = v->type.elem;
    if (v->def && v->def->code == IR_OP_CONVERT)
      v = v->def->ins.at[0];
    if (v == s->idx[s->n_dims - 1] && s->n_dims == 1 && ir_is_signed(type) &&
        ir_size(type) >= 4)
      return k;
  }
  return -1;
}

// Enters a loop over "n" lanes, which may run at the same time or not.
static kn_stmt *
put_lanes(lanes *l, int64_t n, bool parallel, kn_block **back) {
  kn_stmt *loop = kn_put_loop(l->k, kn_put_i64(l->k, n), parallel, "lane");
  *back = kn_enter(l->k, &loop->body[0]);
  return loop;
}

// Lane "at" takes "right" where "c".
static void
put_take(lanes *l, kn_reg *at, kn_reg *c, kn_reg *const *left,
         kn_reg *const *right) {
  for (int r = 0; r < l->s->n_red; r++)
    kn_put_store(l->k, l->best[r], at,
                 kn_put_select(l->k, c, right[r], left[r]));
}

// The place of lane "at" becomes "new" where "c" (NULL: always).
static void
put_take_place(lanes *l, kn_reg *at, kn_reg *c, kn_reg *new) {
  if (!l->place)
    return;
  if (c)
    new = kn_put_select(l->k, c, new, kn_put_load(l->k, l->place, at, NULL));
  kn_put_store(l->k, l->place, at, new);
}

// Value number "number" of the group from "base" on.
static kn_reg **
put_value(lanes *l, kn_reg *base, kn_reg *number) {
  kn_reg **value = kn_tuple_new(l->k, l->s, "value");
  kn_put_scan_values(l->p, kn_put2(l->k, IR_OP_ADD, base, number, "i"), value);
  return value;
}

// Number "x", i64, as a place.
static kn_reg *
put_as_place(lanes *l, kn_reg *x) {
  ir_scalar type = l->place ? l->place->elem : IR_I64;
  return kn_put_op(l->k, IR_OP_CONVERT, type, (kn_reg *[]){x}, 1, NULL);
}

// Lane "lane" gets value number "number", its first if "is_first".
static void
put_lane(lanes *l, bool is_first, kn_reg *base, kn_reg *number, kn_reg *lane) {
  kn_fn *k = l->k;
  kn_reg *c = NULL, **value = put_value(l, base, number);
  if (is_first) {
    kn_put_tuple_store(k, l->s, l->best, lane, value);
  } else {
    kn_reg **best = kn_tuple_new(k, l->s, "best");
    kn_put_tuple_load(k, l->s, l->best, lane, best);
    c = kn_put_choice(k, l->s, l->cond, best, value);
    put_take(l, lane, c, best, value);
  }
  put_take_place(l, lane, c, put_as_place(l, number));
}

// The row that begins with number "first", inside a row of the last dimension.
static void
put_row_inside(lanes *l, bool is_first, kn_reg *base, kn_reg *first) {
  kn_scan_pass *p = l->p;
  kn_reg **idx = p->idx;
  int last = l->s->n_dims - 1;
  kn_block *back;
  kn_stmt *loop = put_lanes(l, LANES, kn_is_vectorisable(l->s->body), &back);
  if (idx) {
    p->idx = NEW_ARRAY(l->k->low->arena, kn_reg *, last + 1);
    memcpy(p->idx, idx, sizeof *idx * (size_t)last);
    p->idx[last] = kn_put2(l->k, IR_OP_ADD, idx[last], loop->dst, NULL);
  }
  put_lane(l, is_first, base, kn_put2(l->k, IR_OP_ADD, first, loop->dst, NULL),
           loop->dst);
  kn_enter(l->k, back);
  p->idx = idx;
  kn_put_scan_step(p, LANES);
}

// The same of a row across several ones of the last dimension.
static void
put_row_across(lanes *l, bool is_first, kn_reg *base, kn_reg *first) {
  kn_block *back;
  kn_stmt *loop = put_lanes(l, LANES, false, &back);
  put_lane(l, is_first, base, kn_put2(l->k, IR_OP_ADD, first, loop->dst, NULL),
           loop->dst);
  kn_put_scan_step(l->p, 1);
  kn_enter(l->k, back);
}

// The row of the group from "base" on that begins with number "first".
static void
put_row(lanes *l, bool is_first, kn_reg *base, kn_reg *first) {
  kn_fn *k = l->k;
  int last = l->s->n_dims - 1;
  if (!l->p->idx) {
    put_row_inside(l, is_first, base, first);
    return;
  }
  kn_reg *room =
      kn_put2(k, IR_OP_SUB, l->p->extents[last], l->p->idx[last], NULL);
  kn_stmt *s = kn_put_if(k, kn_put2i(k, IR_OP_GE, room, LANES, "inside"));
  kn_block *back = kn_enter(k, &s->body[0]);
  put_row_inside(l, is_first, base, first);
  kn_enter(k, &s->body[1]);
  put_row_across(l, is_first, base, first);
  kn_enter(k, back);
}

// How far the value that lane "y" took is behind the one that lane "x" took, in
// the type of places.
static kn_reg *
put_distance(lanes *l, kn_reg *x, kn_reg *y) {
  kn_buf *place = l->place ? l->place : l->best[l->index];
  return kn_put2(l->k, IR_OP_SUB, kn_put_load(l->k, place, y, NULL),
                 kn_put_load(l->k, place, x, NULL), NULL);
}

// Lanes below "half" take the better value of theirs and the others'.
static void
put_merge(lanes *l, int64_t half) {
  kn_fn *k = l->k;
  kn_block *back;
  kn_stmt *loop = put_lanes(l, half, true, &back);
  kn_reg **x = kn_tuple_new(k, l->s, "x"), **y = kn_tuple_new(k, l->s, "y");
  kn_reg *other = kn_put2i(k, IR_OP_ADD, loop->dst, half, NULL);
  kn_put_tuple_load(k, l->s, l->best, loop->dst, x);
  kn_put_tuple_load(k, l->s, l->best, other, y);
  kn_reg *far = put_distance(l, loop->dst, other);
  kn_reg *c = kn_put_better(k, l->s, l->cond, x, y, far);
  put_take(l, loop->dst, c, x, y);
  if (l->place)
    put_take_place(l, loop->dst, c, kn_put_load(k, l->place, other, NULL));
  kn_enter(k, back);
}

// Makes the arrays of the lanes.
static void
init_lanes(lanes *l) {
  arena *a = l->k->low->arena;
  bool wide = false;
  l->best = NEW_ARRAY(a, kn_buf *, l->s->n_red);
  for (int r = 0; r < l->s->n_red; r++) {
    ir_scalar type = kn_red_type(l->s, r);
    l->best[r] = kn_buf_new(a, l->k->fn, type, KN_PRIVATE, LANES, "best");
    wide |= ir_size(type) == 8;
  }
  l->index = find_index(l->s);
  if (l->index < 0)
    l->place = kn_buf_new(a, l->k->fn, wide ? IR_I64 : IR_I32, KN_PRIVATE,
                          LANES, "place");
}

void
kn_put_choice_group(kn_scan_pass *p, ir_val *cond, kn_reg *base, kn_reg **out) {
  kn_fn *k = p->k;
  lanes l = {.k = k, .p = p, .s = p->s, .cond = cond};
  init_lanes(&l);
  put_row(&l, true, base, kn_put_i64(k, 0));
  kn_stmt *loop = kn_put_loop(k, kn_put_i64(k, ROWS - 1), false, "row");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *row = kn_put2i(k, IR_OP_ADD, loop->dst, 1, NULL);
  put_row(&l, false, base, kn_put2i(k, IR_OP_MUL, row, LANES, "first"));
  kn_enter(k, back);
  for (int64_t half = LANES / 2; half > 0; half /= 2)
    put_merge(&l, half);
  kn_put_tuple_load(k, l.s, l.best, kn_put_i64(k, 0), out);
}
