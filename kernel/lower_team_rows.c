// kernel/lower_team_rows.c: the rows that a work-group works on together: what
// comes before and behind their common part, by a work-item each, and what that
// part uses of them.
#include "kernel/lower_team_private.h"

// -- What is used -------------------------------------------------------------
bool
kn_team_is_of_row(const kn_team *t, const ir_val *v) {
  return !v->type.array && !ir_is_outside(v, t->map->body) &&
         ir_is_outside(v, t->fold.body);
}

bool
kn_team_is_of_number(const kn_team *t, const ir_val *v) {
  const ir_op *op = v->def;
  if (v == t->pieces->all.idx[0] || (op && op->code == IR_OP_CONST))
    return true;
  if (!op || op->parent != t->pieces->all.body || op == t->pieces->fold)
    return false;
  for (int i = 0; i < op->ins.n; i++)
    if (!kn_team_is_of_number(t, op->ins.at[i]))
      return false;
  return true;
}

// True when "v" is fixed in the fold and differs from row to row.
static bool
is_of_row(const kn_team *t, const ir_val *v) {
  return kn_team_is_of_row(t, v) && !(v->def && v->def->code == IR_OP_CONST) &&
         !(t->first_pieces && kn_team_is_of_number(t, v));
}

// Adds "v" to the values that the fold uses. False: too many.
static bool
add_live(kn_team *t, ir_val *v) {
  for (int n = 0; n < t->n_live; n++)
    if (t->live[n].val == v)
      return true;
  if (t->n_live == KN_TEAM_MAX_LIVE)
    return false;
  t->live[t->n_live++] = (kn_team_live){.val = v};
  return true;
}

// ir_walk_fn: adds the operands of "op" that differ from row to row.
static bool
note_live(void *user, ir_op *op) {
  for (int i = 0; i < op->ins.n; i++)
    if (is_of_row(user, op->ins.at[i]) && !add_live(user, op->ins.at[i]))
      return false;
  return true;
}

bool
kn_team_find_live(kn_team *t) {
  t->n_live = 0;
  return ir_walk(t->fold.body, note_live, t);
}

int
kn_team_live_bytes(const kn_team *t) {
  int n = 0;
  for (int i = 0; i < t->n_live; i++)
    n += t->rows * ir_shared_size(t->live[i].val->type.elem);
  return n;
}

// -- Places -------------------------------------------------------------------
// How the operands of the fold's body depend on iteration and row.
typedef enum depends {
  OTHERWISE,
  NUMBER, // the iteration plus numbers that all rows have
  PLACE   // and of its row, which its op adds
} depends;

// True when "v" is fixed in the fold.
static bool
is_fixed(const kn_team *t, const ir_val *v) {
  return ir_is_outside(v, t->fold.body) ||
         (v->def && v->def->code == IR_OP_CONST);
}

// How "v" depends on iteration and row.
static depends
find_depends(const kn_team *t, const ir_val *v) {
  const ir_op *op = v->def;
  if (v == t->fold.i)
    return NUMBER;
  if (!op || op->code != IR_OP_ADD || op->parent != t->fold.body ||
      v->type.elem != IR_I64)
    return OTHERWISE;
  for (int k = 0; k < 2; k++) {
    const ir_val *by = op->ins.at[1 - k];
    depends d = find_depends(t, op->ins.at[k]);
    if (d != OTHERWISE && is_fixed(t, by))
      return is_of_row(t, by) ? PLACE : d == NUMBER ? NUMBER : OTHERWISE;
  }
  return OTHERWISE;
}

// ir_walk_fn: notes the ops that make places, and the places that others use;
// false where one uses iteration or row otherwise. The ops that need the
// state are the own row's work-item's, which has its values.
static bool
note_places(void *user, ir_op *op) {
  kn_team *t = user;
  depends out = op->outs.n == 1 ? find_depends(t, op->outs.at[0]) : OTHERWISE;
  bool late = t->fold.late && map_has(t->fold.late, op);
  if (out != OTHERWISE)
    map_put(t->places, op, op);
  for (int n = 0; n < op->ins.n; n++) {
    ir_val *v = op->ins.at[n];
    depends in = find_depends(t, v);
    if (out == OTHERWISE && (in == NUMBER || (!late && is_of_row(t, v)) ||
                             (in == PLACE && !add_live(t, v))))
      return false;
  }
  return true;
}

bool
kn_team_find_places(kn_team *t, arena *a) {
  t->places = map_new(a);
  t->n_live = 0;
  if (ir_walk(t->fold.body, note_places, t) && t->n_live)
    return true;
  t->places = NULL;
  return false;
}

// -- In the kernel ------------------------------------------------------------
kn_buf *
kn_team_shared(kn_team *t, ir_scalar type, int64_t n, const char *name) {
  return kn_buf_new(t->k->low->arena, t->k->fn, type, KN_SHARED, n, name);
}

void
kn_team_begin(kn_team *t) {
  kn_fn *k = t->k;
  k->fn->local[0] = KN_TEAM_ITEMS;
  k->fn->local[1] = k->fn->local[2] = 1;
  t->local = kn_put_builtin(k, KN_LOCAL_X, "local");
  t->group = kn_put_builtin(k, KN_GROUP_X, "group");
}

void
kn_team_init(kn_team *t, kn_reg *n, kn_reg *batch) {
  kn_fn *k = t->k;
  t->first = kn_put2i(k, IR_OP_MUL, batch, t->rows, "first");
  kn_reg *rest = kn_put2(k, IR_OP_SUB, n, t->first, NULL);
  t->n_rows = kn_put2i(k, IR_OP_MIN, rest, t->rows, "rows");
  t->own = kn_put2(k, IR_OP_LT, t->local, t->n_rows, "own");
  for (int i = 0; i < t->n_live; i++) {
    kn_team_live *v = &t->live[i];
    v->rows = kn_team_shared(t, v->val->type.elem, t->rows, v->val->name);
  }
}

kn_block *
kn_team_enter_own(kn_team *t) {
  kn_stmt *s = kn_put_if(t->k, t->own);
  return kn_enter(t->k, &s->body[0]);
}

kn_block *
kn_team_enter_elements(kn_fn *k, kn_reg *n, kn_reg *item, int64_t items,
                       kn_reg **e) {
  kn_reg *rest = kn_put2(k, IR_OP_SUB, n, item, NULL);
  rest = kn_put2i(k, IR_OP_MAX, rest, 0, NULL);
  kn_reg *times = kn_put_ceil_div(k, rest, items, "times");
  kn_stmt *loop = kn_put_loop(k, times, false, "p");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *skip = kn_put2i(k, IR_OP_MUL, loop->dst, items, NULL);
  *e = kn_put2(k, IR_OP_ADD, skip, item, "e");
  return back;
}

kn_reg **
kn_team_put_live(kn_team *t, kn_reg *row) {
  kn_reg **out = NEW_ARRAY(t->k->low->arena, kn_reg *, t->n_live);
  for (int n = 0; n < t->n_live; n++)
    out[n] = kn_put_load(t->k, t->live[n].rows, row, NULL);
  return out;
}

// ir_walk_fn: constants of the map's body anew, for all work-items.
static bool
put_const(void *user, ir_op *op) {
  kn_team *t = user;
  for (int i = 0; i < op->ins.n; i++) {
    ir_op *def = op->ins.at[i]->def;
    if (def && def->code == IR_OP_CONST && kn_team_is_of_row(t, op->ins.at[i]))
      kn_lower_scalar(t->k, def);
  }
  return true;
}

void
kn_team_enter_row(kn_team *t, kn_reg *row) {
  kn_fn *k = t->k;
  int dims = t->map->n_dims;
  kn_reg **extents = kn_capture_extents(k, t->map, dims > 1 ? 1 : dims, dims);
  kn_reg **idx = NEW_ARRAY(k->low->arena, kn_reg *, dims);
  kn_decode(k, row, extents, dims, idx);
  kn_lower_soac_begin(k, t->map, idx);
  ir_op *op = t->map->body->first;
  for (int g = 0; g < t->n_guards; g++) {
    ir_op *guard = t->guards[g];
    kn_lower_ops(k, op, guard);
    kn_stmt *s = kn_put_if(k, kn_scalar(k, guard->ins.at[0]));
    kn_enter(k, &s->body[0]);
    op = guard->regions[0]->first;
  }
  kn_lower_ops(k, op, t->pieces ? t->pieces->all.op : t->fold.op);
}

void
kn_team_new_count(kn_team *t) {
  kn_fn *k = t->k;
  t->count = kn_reg_new(k->low->arena, k->fn, IR_I64, "count");
  kn_put_copy(k, t->count, kn_put_i64(k, 0));
}

// The places of the own row's first iteration.
static void
put_first_places(kn_team *t) {
  kn_fn *k = t->k;
  kn_bind_reg(k, t->fold.i, kn_put_i64(k, 0));
  ir_foreach_op (op, t->fold.body)
    if (op->code == IR_OP_CONST || map_has(t->places, op))
      kn_lower_scalar(k, op);
}

void
kn_team_put_own(kn_team *t) {
  kn_fn *k = t->k;
  for (int r = 0; r < t->fold.n; r++)
    kn_put_copy(k, t->acc[r], kn_scalar(k, t->fold.inits[r]));
  if (t->places)
    put_first_places(t);
  for (int i = 0; i < t->n_live; i++) {
    kn_team_live *v = &t->live[i];
    v->own = kn_scalar(k, v->val);
    kn_put_store(k, v->rows, t->local, v->own);
  }
  if (!t->regular)
    kn_put_copy(k, t->count,
                kn_put2i(k, IR_OP_MAX, kn_scalar(k, t->fold.extent), 0, NULL));
}

void
kn_team_put_consts(kn_team *t) {
  ir_walk(t->fold.body, put_const, t);
  if (!t->first_pieces)
    return;
  kn_bind_reg(t->k, t->pieces->all.idx[0], kn_put_i64(t->k, 0));
  ir_foreach_op (op, t->pieces->all.body)
    if (op->outs.n == 1 && kn_team_is_of_number(t, op->outs.at[0])) {
      put_const(t, op);
      kn_lower_scalar(t->k, op);
    }
}

void
kn_team_put_before(kn_team *t) {
  kn_fn *k = t->k;
  kn_team_new_count(t);
  kn_block *back = kn_team_enter_own(t);
  kn_team_enter_row(t, kn_put2(k, IR_OP_ADD, t->first, t->local, "row"));
  kn_team_put_own(t);
  kn_enter(k, back);
  kn_team_put_consts(t);
}

void
kn_team_bind_own(kn_team *t) {
  for (int i = 0; i < t->n_live; i++)
    kn_bind_reg(t->k, t->live[i].val, t->live[i].own);
}

void
kn_team_put_after(kn_team *t) {
  kn_fn *k = t->k;
  kn_block *back = kn_team_enter_own(t);
  kn_team_bind_own(t);
  for (int r = 0; r < t->fold.n; r++)
    kn_bind_reg(k, t->fold.results[r], t->acc[r]);
  kn_lower_ops(k, t->fold.op->next, NULL);
  kn_lower_soac_end(k, t->map);
  kn_enter(k, back);
}

void
kn_team_put_first(kn_team *t, kn_buf *to, kn_reg *value) {
  kn_fn *k = t->k;
  kn_stmt *first = kn_put_if(k, kn_put2i(k, IR_OP_EQ, t->local, 0, NULL));
  kn_block *back = kn_enter(k, &first->body[0]);
  kn_put_store(k, to, kn_put_i64(k, 0), value);
  kn_enter(k, back);
}

void
kn_team_put_starts(kn_team *t, kn_reg *count) {
  kn_fn *k = t->k;
  kn_reg *log = kn_put_i64(k, __builtin_ctz((unsigned)t->rows));
  kn_team_put_first(t, t->starts, kn_put_i64(k, 0));
  kn_reg *own = kn_put2i(k, IR_OP_ADD, t->local, 1, "own");
  kn_put_store(k, t->starts, own, count);
  kn_put(k, KN_BARRIER);
  kn_reg *one = kn_put_i64(k, 1);
  kn_stmt *loop = kn_put_loop(k, log, false, "b");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *covered = kn_put2(k, IR_OP_SHL, one, loop->dst, "covered");
  kn_reg *from = kn_put2(k, IR_OP_SUB, own, covered, NULL);
  from = kn_put2i(k, IR_OP_MAX, from, 0, "from");
  kn_reg *sum = kn_put_load(k, t->starts, own, NULL);
  sum = kn_put2(k, IR_OP_ADD, sum, kn_put_load(k, t->starts, from, NULL), NULL);
  kn_put(k, KN_BARRIER);
  kn_put_store(k, t->starts, own, sum);
  kn_put(k, KN_BARRIER);
  kn_enter(k, back);
}

kn_reg *
kn_team_put_halve(kn_team *t, kn_reg *row, kn_reg *mid, kn_reg *e) {
  kn_fn *k = t->k;
  kn_reg *start = kn_put_load(k, t->starts, mid, NULL);
  kn_reg *here = kn_put2(k, IR_OP_LE, start, e, NULL);
  return kn_put_select(k, here, mid, row);
}

kn_reg *
kn_team_put_find_row(kn_team *t, kn_reg *e) {
  kn_fn *k = t->k;
  kn_reg *row = kn_put_i64(k, 0);
  for (int step = t->rows / 2; step > 0; step /= 2)
    row = kn_team_put_halve(t, row, kn_put2i(k, IR_OP_ADD, row, step, NULL), e);
  return row;
}
