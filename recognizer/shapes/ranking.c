// recognizer/shapes/ranking.c: which of two tuples a condition keeps.
//
//   if (m != m || x[i] < m) m = x[i];
//   if (x[i] < b || (x[i] == b && y[i] < c)) { b = x[i]; c = y[i]; at = i; }
//
// The condition compares what an iteration gives for carried scalars, the keys,
// with what they are, key by key, and tests either for NaN. So it is an
// operator on tuples that takes the right one or keeps the left one. It is
// associative where it is so for all orders that three tuples may be in: three
// numbers and NaN for each key are all that matter, and all of these are tried.
// Which one is kept then is C's, to the bit.
//
// A tuple whose NaN no other would let in is none at all: it is skipped, on
// either side.
#include "recognizer/shapes/folds.h"
#include "analysis/analysis.h"

// Terms of a condition, and steps that compute it, at most: values that several
// others use are read once, but conditions joined with themselves again and
// again have no end.
enum { MOST_TERMS = 64, MOST_STEPS = 64 };

// -- Conditions ---------------------------------------------------------------
// True when "v" is the bool constant "on".
static bool
is_bool(const ir_val *v, bool on) {
  int64_t k;
  return ir_match_int(v, &k) && (k != 0) == on;
}

void
rec_add_terms(arena *a, rec_terms *out, ir_val *v, bool holds,
              const map *within) {
  const ir_op *op = v->def;
  an_choice x;
  if (out->n >= MOST_TERMS || (within && !map_has(within, v)))
    vec_push(a, out, ((rec_term){v, holds}));
  else if (op && op->code == IR_OP_NOT)
    rec_add_terms(a, out, op->ins.at[0], !holds, within);
  else if (op && op->code == (holds ? IR_OP_AND : IR_OP_OR)) {
    rec_add_terms(a, out, op->ins.at[0], holds, within);
    rec_add_terms(a, out, op->ins.at[1], holds, within);
  } else if (an_match_either(v, &x) && is_bool(x.z, !holds)) {
    rec_add_terms(a, out, x.c, true, within);
    rec_add_terms(a, out, x.y, holds, within);
  } else if (an_match_either(v, &x) && is_bool(x.y, !holds)) {
    rec_add_terms(a, out, x.c, false, within);
    rec_add_terms(a, out, x.z, holds, within);
  } else
    vec_push(a, out, ((rec_term){v, holds}));
}

// -- Reading ------------------------------------------------------------------
// Adds a step to "r"; its number. -1: there are too many.
static int
add_step(arena *a, rec_ranking *r, ir_opcode op, int x, int y, int z) {
  if (r->steps.n == MOST_STEPS)
    return -1;
  vec_push(a, &r->steps, ((rec_step){op, {x, y, z}}));
  return r->steps.n - 1;
}

// The key of "r" that pair "p" is, made when missing; -1: there are too many.
static int
key_of(rec_ranking *r, int p) {
  for (int i = 0; i < r->n_keys; i++)
    if (r->pair[i] == p)
      return i;
  if (r->n_keys == REC_MAX_KEYS)
    return -1;
  r->pair[r->n_keys] = p;
  return r->n_keys++;
}

// The pair that "v" is of, and *right: its second value. -1: none.
static int
find_pair(arena *a, const ir_vals *pairs, const ir_val *v, bool *right) {
  for (int i = 0; i < pairs->n; i++)
    if (an_same_value(a, pairs->at[i], v)) {
      *right = i % 2;
      return i / 2;
    }
  return -1;
}

bool
rec_compares_pair(arena *a, const ir_vals *pairs, const ir_val *v) {
  const ir_op *op = v->def;
  bool unused;
  if (!op || ir_op_table[op->code].cls != IR_CLASS_CMP)
    return false;
  int p = find_pair(a, pairs, op->ins.at[0], &unused);
  return p >= 0 && p == find_pair(a, pairs, op->ins.at[1], &unused);
}

// The step of "r" that comparison "op" is, of the values of one pair; -1: it is
// of others.
static int
read_comparison(arena *a, const ir_vals *pairs, const ir_op *op,
                rec_ranking *r) {
  bool right[2];
  int p = find_pair(a, pairs, op->ins.at[0], &right[0]);
  int q = find_pair(a, pairs, op->ins.at[1], &right[1]);
  int key = p >= 0 && p == q ? key_of(r, p) : -1;
  if (key < 0)
    return -1;
  r->is_float[key] = ir_is_float(op->ins.at[0]->type.elem);
  r->is_bool |= op->ins.at[0]->type.elem == IR_BOOL;
  return add_step(a, r, op->code, 2 * key + right[0], 2 * key + right[1], 0);
}

// A condition while it is read.
typedef struct reading {
  arena *a;
  const ir_vals *pairs;
  rec_ranking *r;
  map *known; // bools, and their steps
} reading;

static int read_bool(const reading *g, const ir_val *v);

// The step that "op", whose result is a bool, is; -1: none.
static int
read_op(const reading *g, const ir_op *op) {
  const ir_val *const *in = (const ir_val *const *)op->ins.at;
  if (ir_op_table[op->code].cls == IR_CLASS_CMP)
    return read_comparison(g->a, g->pairs, op, g->r);
  if (op->code != IR_OP_NOT && op->code != IR_OP_AND && op->code != IR_OP_OR)
    return -1;
  int x = read_bool(g, in[0]), y = x;
  if (op->ins.n > 1 && x >= 0)
    y = read_bool(g, in[1]);
  return y < 0 ? -1 : add_step(g->a, g->r, op->code, x, y, 0);
}

// The step that the choice "c" is; -1: none.
static int
read_choice(const reading *g, const an_choice *c) {
  int x = read_bool(g, c->c);
  int y = x >= 0 ? read_bool(g, c->y) : -1;
  int z = y >= 0 ? read_bool(g, c->z) : -1;
  return z < 0 ? -1 : add_step(g->a, g->r, IR_OP_SELECT, x, y, z);
}

// The step of the ranking that bool "v" is; -1: none.
static int
read_bool(const reading *g, const ir_val *v) {
  const int *known = map_get(g->known, v);
  an_choice c;
  int64_t k;
  int s = -1;
  if (known)
    return *known;
  if (ir_match_int(v, &k))
    s = add_step(g->a, g->r, IR_OP_CONST, k != 0, 0, 0);
  else if (v->def && v->type.elem == IR_BOOL)
    s = an_match_either(v, &c) ? read_choice(g, &c) : read_op(g, v->def);
  int *step = NEW(g->a, int);
  *step = s;
  map_put(g->known, v, step);
  return s;
}

// -- All orders ---------------------------------------------------------------
enum { MOST_TUPLES = 1 << 2 * REC_MAX_KEYS };

// Tuples are numbers: two bits for the value of each key, which is NaN, 0, or
// one of three numbers.
typedef struct table {
  const rec_ranking *r;
  int n;
  bool wins[MOST_TUPLES][MOST_TUPLES]; // the second one, on the right
} table;

// The value of key "k" in tuple "t".
static int
value_of(int t, int k) {
  return t >> 2 * k & 3;
}

// True when tuple "t" has a NaN in one of the keys "mask".
static bool
has_nan(const rec_ranking *r, int t, unsigned mask) {
  bool any = false;
  for (int k = 0; k < r->n_keys; k++)
    any |= (mask >> k & 1) && value_of(t, k) == 0;
  return any;
}

// True when there may be tuple "t": no integer is NaN.
static bool
may_be(const rec_ranking *r, int t) {
  bool ok = true;
  for (int k = 0; k < r->n_keys; k++)
    ok &= r->is_float[k] || value_of(t, k) > 0;
  return ok;
}

// Whether "op" holds of two values.
static bool
holds(ir_opcode op, int x, int y) {
  bool nan = x == 0 || y == 0;
  if (op == IR_OP_EQ)
    return !nan && x == y;
  if (op == IR_OP_NE)
    return nan || x != y;
  if (nan)
    return false;
  return op == IR_OP_LT   ? x < y
         : op == IR_OP_LE ? x <= y
         : op == IR_OP_GT ? x > y
                          : x >= y;
}

// What the last step of "r" is of tuples "t": the left one and the right one.
static bool
evaluate(const rec_ranking *r, const int *t) {
  bool v[MOST_STEPS] = {false};
  for (int s = 0; s < r->steps.n; s++) {
    const rec_step *p = &r->steps.at[s];
    const int *in = p->in;
    if (p->op == IR_OP_CONST)
      v[s] = in[0];
    else if (ir_op_table[p->op].cls == IR_CLASS_CMP)
      v[s] = holds(p->op, value_of(t[in[0] & 1], in[0] >> 1),
                   value_of(t[in[1] & 1], in[1] >> 1));
    else if (p->op == IR_OP_NOT)
      v[s] = !v[in[0]];
    else if (p->op == IR_OP_SELECT)
      v[s] = v[in[v[in[0]] ? 1 : 2]];
    else
      v[s] = p->op == IR_OP_AND ? v[in[0]] && v[in[1]] : v[in[0]] || v[in[1]];
  }
  return v[r->steps.n - 1];
}

// Fills "t" for "r".
static void
fill(table *t, const rec_ranking *r) {
  *t = (table){.r = r, .n = 1 << 2 * r->n_keys};
  for (int x = 0; x < t->n; x++)
    for (int y = 0; y < t->n; y++)
      t->wins[x][y] = evaluate(r, (const int[]){x, y});
}

// True when no tuple lets in one that has a NaN in key "k".
static bool
skips(const table *t, int k) {
  bool any = false;
  for (int x = 0; x < t->n; x++)
    for (int y = 0; y < t->n; y++)
      any |= may_be(t->r, x) && may_be(t->r, y) && has_nan(t->r, y, 1u << k) &&
             t->wins[x][y];
  return t->r->is_float[k] && !any;
}

// True when tuples x, y, z of the table leave the same one, however they are
// grouped.
static bool
agrees(const table *t, int x, int y, int z) {
  int xy = t->wins[x][y], yz = 1 + t->wins[y][z];
  int left = t->wins[xy ? y : x][z] ? 2 : xy;
  int right = t->wins[x][yz == 2 ? z : y] ? yz : 0;
  return left == right;
}

// True when the operator is associative on all tuples but those with a NaN in
// one of the keys that are skipped, or are "numbers"; behind any first one
// whose "numbers" are.
static bool
is_associative(const table *t, unsigned numbers) {
  unsigned without = t->r->skips | numbers;
  const rec_ranking *r = t->r;
  for (int y = 0; y < t->n; y++)
    for (int z = 0; z < t->n; z++)
      for (int x = 0; x < t->n; x++)
        if (may_be(r, x) && may_be(r, y) && may_be(r, z) &&
            !has_nan(r, x, numbers) && !has_nan(r, y, without) &&
            !has_nan(r, z, without) && !agrees(t, x, y, z))
          return false;
  return true;
}

// True when the only key is the least number, or the greatest, of which the
// first stays, and NaN where there is none: what min and max are.
static bool
is_extremum(const table *t, bool least) {
  if (t->r->n_keys != 1)
    return false;
  for (int x = 0; x < t->n; x++)
    for (int y = 0; y < t->n; y++) {
      bool free = t->r->is_float[0] ? !x && !y : x == y || !x || !y;
      bool wins = y && (!x || (least ? y < x : y > x));
      if (!free && t->wins[x][y] != wins)
        return false;
    }
  return true;
}

bool
rec_read_ranking(arena *a, const ir_vals *pairs, const rec_terms *terms,
                 bool all, rec_ranking *r) {
  int last = -1;
  table t;
  reading g = {a, pairs, r, map_new(a)};
  *r = (rec_ranking){.extremum = IR_OP__COUNT};
  for (int i = 0; i < terms->n; i++) {
    int s = read_bool(&g, terms->at[i].v);
    if (s >= 0 && !terms->at[i].holds)
      s = add_step(a, r, IR_OP_NOT, s, 0, 0);
    if (s >= 0 && i)
      s = add_step(a, r, all ? IR_OP_AND : IR_OP_OR, last, s, 0);
    if (s < 0)
      return false;
    last = s;
  }
  // the last term may be one that was read before
  if (last >= 0 && last != r->steps.n - 1)
    last = add_step(a, r, IR_OP_AND, last, last, 0);
  if (last < 0 || !r->n_keys)
    return false;
  fill(&t, r);
  for (int k = 0; k < r->n_keys; k++)
    r->skips |= (unsigned)skips(&t, k) << k;
  if (!r->is_bool && is_extremum(&t, true))
    r->extremum = IR_OP_MIN;
  else if (!r->is_bool && is_extremum(&t, false))
    r->extremum = IR_OP_MAX;
  if (is_associative(&t, 0))
    return true;
  for (int k = 0; k < r->n_keys; k++)
    r->numbers |= (unsigned)r->is_float[k] << k;
  r->numbers &= ~r->skips;
  return r->numbers && is_associative(&t, r->numbers);
}

// -- Building -----------------------------------------------------------------
ir_val *
rec_build_ranking(ir_builder *b, const rec_ranking *r, ir_val *const *left,
                  ir_val *const *right) {
  ir_val **v = NEW_ARRAY(b->func->module->arena, ir_val *, (size_t)r->steps.n);
  for (int i = 0; i < r->steps.n; i++) {
    const rec_step *p = &r->steps.at[i];
    const int *in = p->in;
    if (p->op == IR_OP_CONST)
      v[i] = ir_build_int(b, IR_BOOL, in[0]);
    else if (ir_op_table[p->op].cls == IR_CLASS_CMP)
      v[i] = ir_build2(b, p->op, (in[0] & 1 ? right : left)[in[0] >> 1],
                       (in[1] & 1 ? right : left)[in[1] >> 1]);
    else if (p->op == IR_OP_NOT)
      v[i] = ir_build1(b, IR_OP_NOT, v[in[0]]);
    else if (p->op == IR_OP_SELECT)
      v[i] = ir_build3(b, IR_OP_SELECT, v[in[0]], v[in[1]], v[in[2]]);
    else
      v[i] = ir_build2(b, p->op, v[in[0]], v[in[1]]);
  }
  return v[r->steps.n - 1];
}
