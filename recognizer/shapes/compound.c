// recognizer/shapes/compound.c: carried scalars that are folded together.
//
//   if (e < best) { best = e; at = p; }      compared: op(l, r) is r if r < l
//   if (c) p = e;                            flagged:  op(l, r) is r if r's c
//
// Scalars that one condition sets are a choice: their values are folded as a
// tuple, of which the operator keeps the left or the right one, as C would in
// order. A flagged choice has its condition as a further value. The operators
// are associative and keep the order of their operands, so that the first or
// the last of equal values wins as in C.
//
// An if that computes the value, with loads of its own, chooses like a select.
//
// Floats: C never takes a NaN, and never lets one go that it started with; so a
// compared choice starts from a NaN, which the operator treats as no value at
// all, and is compared with the initial value in the end. The values of folds
// by cmin and cmax are never NaN: the operator would keep one on the left.
//
// Conditions of several comparisons are taken as they are, on two tuples, where
// that is associative (ranking.c): then one that is to be skipped has a flag.
//
// s = s < e ? s : e does take a NaN, and lets it go for what comes next: the
// fold begins anew behind the last NaN. A flag says whether there is one:
// op(l, r) is r if r has one, else min(l, r), in which a NaN loses.
#include "recognizer/shapes/folds.h"

// The value of result "k" of if op "def" by side "on", if it is there behind
// the if, perhaps since the condition compares it; or NULL.
static ir_val *
value_behind(const ir_op *def, int k, bool on) {
  const ir_region *r = def->regions[!on];
  const ir_op *cond = def->ins.at[0]->def;
  ir_val *v = r->last->ins.at[k];
  if (ir_is_outside(v, r))
    return v;
  bool compares = cond && ir_op_table[cond->code].cls == IR_CLASS_CMP;
  for (int i = 0; i < 2 && compares; i++)
    if (an_same_value(r->func->module->arena, v, cond->ins.at[i]))
      return cond->ins.at[i];
  return NULL;
}

// match_select of an if op.
static bool
match_if(const ir_loop *l, int k, ir_val **value, ir_val **cond, bool *on) {
  const ir_op *def = l->yields[k]->def;
  int n = l->yields[k]->index;
  *on = def->regions[1]->last->ins.at[n] == l->carried[k];
  if (!*on && def->regions[0]->last->ins.at[n] != l->carried[k])
    return false;
  *cond = def->ins.at[0];
  *value = value_behind(def, n, *on);
  return true;
}

// The next value of carried scalar "k" of "l" where "cond" is "on": a value, or
// NULL where an if op alone has it; false when nothing chooses between it and
// what it was.
static bool
match_select(const ir_loop *l, int k, ir_val **value, ir_val **cond, bool *on) {
  ir_op *def = l->yields[k]->def;
  if (def && def->code == IR_OP_IF && def->parent == l->body)
    return match_if(l, k, value, cond, on);
  if (!def || def->code != IR_OP_SELECT || def->parent != l->body)
    return false;
  *on = def->ins.at[2] == l->carried[k];
  if (!*on && def->ins.at[1] != l->carried[k])
    return false;
  *cond = def->ins.at[0];
  *value = def->ins.at[*on ? 1 : 2];
  return true;
}

// Whether "cond" ("on" or off) compares the value that scalar "k" gets with
// the scalar: *cmp(value, scalar).
static bool
match_compare(const ir_loop *l, int k, const ir_val *value, const ir_val *cond,
              bool on, ir_opcode *cmp) {
  const ir_op *def = cond->def;
  if (!def || !value || ir_op_table[def->code].cls != IR_CLASS_CMP ||
      def->code == IR_OP_EQ || def->code == IR_OP_NE)
    return false;
  bool left = def->ins.at[0] == value && def->ins.at[1] == l->carried[k];
  bool right = def->ins.at[1] == value && def->ins.at[0] == l->carried[k];
  *cmp = left ? def->code : ir_exchanged(def->code);
  if (!on)
    *cmp = ir_negated(*cmp, value->type.elem);
  return left != right && *cmp != IR_OP__COUNT;
}

// How many scalars of "l" "cond" sets, where it is "on"; *key is one that it
// compares, -1 if there is none, with *cmp.
static int
count_set(const ir_loop *l, const ir_val *cond, bool on, int *key,
          ir_opcode *cmp) {
  int n = 0;
  *key = -1;
  for (int k = 0; k < l->n_carried; k++) {
    ir_val *v, *c;
    bool o;
    if (!match_select(l, k, &v, &c, &o) || c != cond || o != on)
      continue;
    n++;
    if (*key < 0 && match_compare(l, k, v, c, o, cmp))
      *key = k;
  }
  return n;
}

// The column of carried scalar "k".
static int
column_of(const rec_tuple *t, int k) {
  for (int c = 0; c < t->columns.n; c++)
    if (t->columns.at[c].k == k)
      return c;
  return -1;
}

// Adds a column.
static void
add_column(arena *a, rec_tuple *t, int k, ir_val *value, ir_opcode op,
           int choice) {
  rec_column c = {.k = k,
                  .type = value->type.elem,
                  .op = op,
                  .choice = choice,
                  .system = -1,
                  .merge = -1,
                  .clamp = -1,
                  .reset = -1};
  vec_push(a, &t->columns, c);
  vec_push(a, &t->values, value);
}

// The choice of "t" by the condition of "wanted"; -1: none.
static int
find_choice(const rec_tuple *t, const rec_selection *wanted) {
  for (int i = 0; i < t->choices.n; i++)
    if (t->choices.at[i].cond == wanted->cond &&
        t->choices.at[i].on == wanted->on)
      return i;
  return -1;
}

// The same, made when missing.
static int
choice_of(arena *a, rec_tuple *t, const rec_selection *wanted) {
  int i = find_choice(t, wanted);
  if (i >= 0)
    return i;
  vec_push(a, &t->choices, *wanted);
  return t->choices.n - 1;
}

// Reads the condition of "c", which sets scalars of "l", as a ranking of these
// by what they are set to, all of which is there at the end of the body, and
// conditions of nothing that is carried.
static bool
read_ranking(arena *a, const ir_loop *l, rec_selection *c) {
  map *needs = rec_find_all_needs(a, l);
  rec_terms all = {0}, ranks = {0};
  ir_vals pairs = {0};
  VEC(int) of = {0};
  for (int k = 0; k < l->n_carried; k++) {
    ir_val *v, *cond;
    bool on;
    if (l->carried[k]->type.array || !match_select(l, k, &v, &cond, &on) ||
        cond != c->cond || on != c->on)
      continue;
    if (!v || map_has(needs, v))
      return false;
    vec_push(a, &pairs, l->carried[k]);
    vec_push(a, &pairs, v);
    vec_push(a, &of, k);
  }
  rec_add_terms(a, &all, c->cond, c->on, needs);
  for (int i = 0; i < all.n; i++) {
    ir_val *v = all.at[i].v;
    bool ranked = map_has(needs, v) || rec_compares_pair(a, &pairs, v);
    if (!ranked && ir_home_of(v) != l->body && !ir_is_outside(v, l->body))
      return false;
    vec_push(a, ranked ? &ranks : &c->given, all.at[i]);
  }
  c->ranks = rec_read_ranking(a, &pairs, &ranks, true, &c->ranking) &&
             !c->ranking.numbers;
  for (int i = 0; i < c->ranking.n_keys && c->ranks; i++)
    c->keys[i] = of.at[c->ranking.pair[i]];
  return c->ranks;
}

// Whether an iteration of "l" gives a tuple to choice "c", a ranking, at the
// end of the body; NULL: each does.
static ir_val *
build_given(const ir_loop *l, const rec_selection *c) {
  ir_builder b = ir_before(l->body->last);
  ir_val *all = NULL;
  for (int i = 0; i < c->given.n; i++) {
    rec_term t = c->given.at[i];
    ir_val *v = t.holds ? t.v : ir_build1(&b, IR_OP_NOT, t.v);
    all = all ? ir_build2(&b, IR_OP_AND, all, v) : v;
  }
  for (int i = 0; i < c->ranking.n_keys; i++) {
    if (!(c->ranking.skips >> i & 1))
      continue;
    ir_val *v, *cond;
    bool on;
    match_select(l, c->keys[i], &v, &cond, &on);
    ir_val *number = ir_build2(&b, IR_OP_EQ, v, v);
    all = all ? ir_build2(&b, IR_OP_AND, all, number) : number;
  }
  return all;
}

// Adds carried scalar "k" of "l", the only one that ranking "c" sets, as a fold
// by the least or greatest "value".
static void
add_ranked(arena *a, rec_tuple *t, const ir_loop *l, int k, ir_val *value,
           const rec_selection *c) {
  ir_builder b = ir_before(l->body->last);
  ir_scalar s = value->type.elem;
  ir_opcode op = c->ranking.extremum;
  ir_val *given = build_given(l, c);
  ir_val *none = ir_build_bits(&b, s, ir_red_identity(op, s));
  if (given)
    value = ir_build3(&b, IR_OP_SELECT, given, value, none);
  add_column(a, t, k, value, op, -1);
}

// The value that an if op makes of carried scalar "k" of "l", at the end of the
// body: where it does not, 0.
static ir_val *
build_value(const ir_loop *l, int k, bool on) {
  ir_builder b = ir_before(l->body->last);
  arena *a = l->body->func->module->arena;
  ir_op *op = ir_clone_op(&b, l->yields[k]->def, map_new(a));
  int n = l->yields[k]->index;
  ir_op *yield = op->regions[on]->last;
  b = ir_before(yield);
  yield->ins.at[n] = ir_build_bits(&b, op->outs.at[n]->type.elem, 0);
  return op->outs.at[n];
}

// "v", a value at the end of the body of "l" that is folded by "op"; by cmin or
// cmax, where it is a NaN, which they skip, their identity.
static ir_val *
build_number(const ir_loop *l, ir_opcode op, ir_val *v) {
  ir_builder b = ir_before(l->body->last);
  if (op != IR_OP_CMIN && op != IR_OP_CMAX)
    return v;
  ir_scalar s = v->type.elem;
  return ir_build2(&b, op, ir_build_bits(&b, s, ir_red_identity(op, s)), v);
}

// Whether "value" is what carried scalar "k" of "l", a float, becomes where it
// is not less, or not greater, as "cond" has it: *op folds numbers so.
static bool
match_reset(const ir_loop *l, int k, const ir_val *value, const ir_val *cond,
            bool on, ir_opcode *op) {
  ir_opcode cmp;
  if (on || !value || !ir_is_float(l->carried[k]->type.elem) ||
      !match_compare(l, k, value, cond, true, &cmp))
    return false;
  bool least = cmp == IR_OP_GT || cmp == IR_OP_GE;
  *op = least ? IR_OP_MIN : IR_OP_MAX;
  return true;
}

// Adds carried scalar "k" of "l" as a fold by "op" of "value" and all behind
// the last NaN, with its flag.
static void
add_reset(arena *a, rec_tuple *t, const ir_loop *l, int k, ir_val *value,
          ir_opcode op) {
  ir_builder b = ir_before(l->body->last);
  add_column(a, t, k, value, op, -1);
  vec_last(&t->columns).reset = t->columns.n;
  add_column(a, t, -1, ir_build2(&b, IR_OP_NE, value, value), IR_OP_OR, -1);
}

// Adds carried scalar "k" of "l" as part of a choice, or as a fold; false when
// it is neither.
static bool
add_scalar(arena *a, rec_tuple *t, const ir_loop *l, int k) {
  rec_selection c = {.column = -1};
  rec_red red;
  ir_val *value;
  int key = -1, n = 0;
  bool selects = match_select(l, k, &value, &c.cond, &c.on);
  if (selects)
    n = count_set(l, c.cond, c.on, &key, &c.cmp);
  bool together = key >= 0 && n > 1;
  ir_opcode op;
  if (!together && rec_match_running(l, k, &red) && !red.resets) {
    ir_val *e = build_number(l, red.op, rec_contribution(l, &red));
    add_column(a, t, k, e, red.op, -1);
    return true;
  }
  if (selects && match_reset(l, k, value, c.cond, c.on, &op)) {
    add_reset(a, t, l, k, value, op);
    return true;
  }
  if (!selects || (key >= 0 && !together))
    return false;
  int found = find_choice(t, &c);
  bool ranks = found >= 0 ? t->choices.at[found].ranks
                          : key < 0 && read_ranking(a, l, &c);
  if (ranks && n == 1 && c.ranking.extremum != IR_OP__COUNT) {
    add_ranked(a, t, l, k, value, &c);
    return true;
  }
  c.compares = key >= 0;
  c.key = key;
  if (!value)
    value = build_value(l, k, c.on);
  add_column(a, t, k, value, IR_OP_SELECT, choice_of(a, t, &c));
  return true;
}

// Finds the column that each choice is made by; flags get one of their own.
static void
find_keys(arena *a, rec_tuple *t, const ir_loop *l) {
  for (int i = 0; i < t->choices.n; i++) {
    rec_selection *c = &t->choices.at[i];
    if (c->ranks) {
      ir_val *given = build_given(l, c);
      c->flag = given ? t->columns.n : -1;
      if (given)
        add_column(a, t, -1, given, IR_OP_OR, -1);
      continue;
    }
    if (c->compares) {
      c->column = column_of(t, c->key);
      continue;
    }
    ir_builder b = ir_before(l->body->last);
    ir_val *flag = c->on ? c->cond : ir_build1(&b, IR_OP_NOT, c->cond);
    c->column = t->columns.n;
    add_column(a, t, -1, flag, IR_OP_OR, -1);
  }
}

bool
rec_match_tuple(arena *a, const ir_loop *l, bool linear, rec_tuple *t) {
  int bytes = 0;
  *t = (rec_tuple){0};
  rec_add_merges(a, l, t);
  if (linear) {
    rec_add_systems(a, l, t);
    rec_add_maxplus(a, l, t);
    rec_add_clamps(a, l, t);
    rec_add_bounded(a, l, t);
    rec_add_shifts(a, l, t);
  }
  for (int k = 0; k < l->n_carried; k++)
    if (!l->carried[k]->type.array && !rec_is_in_system(t, k) &&
        !rec_is_merged(t, k) && !rec_is_clamped(t, k) &&
        !add_scalar(a, t, l, k))
      return false;
  find_keys(a, t, l);
  for (int c = 0; c < t->columns.n; c++)
    bytes += ir_shared_size(t->columns.at[c].type);
  return t->columns.n > 0 && bytes <= IR_MAX_TUPLE;
}

// -- Building -------------------------------------------------------------
// True when choice "c" starts from a NaN, and is compared in the end.
static bool
starts_from_nan(const rec_tuple *t, const rec_selection *c) {
  return c->compares && ir_is_float(t->columns.at[c->column].type);
}

// True when column "c" says whether there is a tuple that is ranked: there is
// what the scalars start from.
static bool
is_given(const rec_tuple *t, int c) {
  bool given = false;
  for (int i = 0; i < t->choices.n; i++)
    given |= t->choices.at[i].ranks && t->choices.at[i].flag == c;
  return given;
}

ir_val *
rec_build_tuple_init(ir_builder *b, const rec_tuple *t, int c,
                     ir_val *const *inits) {
  const rec_column *col = &t->columns.at[c];
  if (col->system >= 0)
    return rec_build_system_init(b, &t->systems.at[col->system], col, inits);
  if (col->clamp >= 0 && t->clamps.at[col->clamp].moves)
    return rec_build_shift_init(b, &t->clamps.at[col->clamp], col, inits);
  if (col->clamp >= 0)
    return rec_build_clamp_init(b, &t->clamps.at[col->clamp], col, inits);
  if (col->k < 0)
    return ir_build_int(b, IR_BOOL, col->merge >= 0 || is_given(t, c));
  bool is_key = col->choice >= 0 && t->choices.at[col->choice].column == c;
  if (is_key && starts_from_nan(t, &t->choices.at[col->choice]))
    return ir_build_bits(b, col->type, ir_red_identity(IR_OP_MIN, col->type));
  return inits[col->k];
}

ir_val *
rec_build_tuple_final(ir_builder *b, const rec_tuple *t, int c,
                      ir_val *const *folds, ir_val *const *inits) {
  const rec_column *col = &t->columns.at[c];
  const rec_selection *choice =
      col->choice >= 0 ? &t->choices.at[col->choice] : NULL;
  if (col->system >= 0 || col->clamp >= 0)
    return ir_build_convert(b, folds[c], inits[col->k]->type.elem);
  if (!choice || !starts_from_nan(t, choice))
    return folds[c];
  ir_val *taken =
      ir_build2(b, choice->cmp, folds[choice->column], inits[choice->key]);
  return ir_build3(b, IR_OP_SELECT, taken, folds[c], inits[col->k]);
}

// Whether the right tuple wins choice "c", a ranking.
static ir_val *
build_ranked(ir_builder *b, const rec_tuple *t, const rec_selection *c,
             ir_val *const *left, ir_val *const *right) {
  ir_val *x[REC_MAX_KEYS], *y[REC_MAX_KEYS];
  for (int i = 0; i < c->ranking.n_keys; i++) {
    int column = column_of(t, c->keys[i]);
    x[i] = left[column];
    y[i] = right[column];
  }
  ir_val *wins = rec_build_ranking(b, &c->ranking, x, y);
  if (c->flag < 0)
    return wins;
  ir_val *first = ir_build1(b, IR_OP_NOT, left[c->flag]);
  wins = ir_build2(b, IR_OP_OR, first, wins);
  return ir_build2(b, IR_OP_AND, right[c->flag], wins);
}

// Whether the right tuple wins choice "c".
static ir_val *
build_choice(ir_builder *b, const rec_tuple *t, const rec_selection *c,
             ir_val *const *left, ir_val *const *right) {
  if (c->ranks)
    return build_ranked(b, t, c, left, right);
  if (!c->compares)
    return right[c->column];
  ir_val *l = left[c->column];
  ir_val *wins = ir_build2(b, c->cmp, right[c->column], l);
  if (!starts_from_nan(t, c))
    return wins;
  return ir_build2(b, IR_OP_OR, wins, ir_build2(b, IR_OP_NE, l, l));
}

// The fold of column "c" of two tuples, where "wins" says which choices the
// right one does.
static ir_val *
build_fold(ir_builder *b, const rec_tuple *t, int c, ir_val *const *wins,
           ir_val *const *left, ir_val *const *right) {
  const rec_column *col = &t->columns.at[c];
  const rec_system *system =
      col->system >= 0 ? &t->systems.at[col->system] : NULL;
  if (system && system->best)
    return rec_build_maxplus_fold(b, system, col, left, right);
  if (system)
    return rec_build_system_fold(b, system, col, left, right);
  if (col->clamp >= 0 && ir_is_float(col->type))
    return rec_build_bounded_fold(b, &t->clamps.at[col->clamp], col, left,
                                  right);
  if (col->clamp >= 0 && t->clamps.at[col->clamp].moves)
    return rec_build_shift_fold(b, &t->clamps.at[col->clamp], col, left, right);
  if (col->clamp >= 0)
    return rec_build_clamp_fold(b, &t->clamps.at[col->clamp], col, left, right);
  if (col->choice < 0) {
    ir_val *fold = ir_build2(b, col->op, left[c], right[c]);
    return col->reset < 0
               ? fold
               : ir_build3(b, IR_OP_SELECT, right[col->reset], right[c], fold);
  }
  return ir_build3(b, IR_OP_SELECT, wins[col->choice], right[c], left[c]);
}

void
rec_build_operator(ir_region *r, const rec_tuple *t) {
  arena *a = r->func->module->arena;
  int n = t->columns.n;
  for (int side = 0; side < 2; side++)
    for (int c = 0; c < n; c++)
      ir_region_add_param(r, ir_ty(t->columns.at[c].type), side ? "r" : "l");
  ir_val **left = r->params.at, **right = left + n;
  ir_builder b = ir_at_end(r);
  ir_vals wins = {0}, out = {0};
  for (int i = 0; i < t->choices.n; i++)
    vec_push(a, &wins, build_choice(&b, t, &t->choices.at[i], left, right));
  for (int c = 0; c < n; c++)
    vec_push(a, &out,
             t->columns.at[c].merge >= 0 && t->columns.at[c].k >= 0
                 ? NULL
                 : build_fold(&b, t, c, wins.at, left, right));
  for (int i = 0; i < t->merges.n; i++)
    rec_build_merge(&b, &t->merges.at[i], left, right, out.at);
  ir_build_yield(&b, out.at, n);
}
