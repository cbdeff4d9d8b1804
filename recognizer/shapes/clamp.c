// recognizer/shapes/clamp.c: carried integers that grow within bounds.
//
//   s = max(s + x, 0);                        least values
//   s += x; if (s < 0) s = 0; if (s > 255) s = 255;
//   t = min(s, x); s -= t;                    what is left: max(s - x, 0)
//   s = c ? x : max(s, y);                    both bounds are x, where c holds
//
// An iteration maps the scalar to min(max(s + a, lo), hi). Such maps are closed
// under composition; op(l, r) is r after l:
//
//   a = l.a + r.a    lo = max(l.lo + r.a, r.lo)
//   hi = min(max(l.hi + r.a, r.lo), r.hi)
//
// A scalar without one of the bounds has no column for it. What the scalar
// starts as is a map to that value in front of all, so its last bound is what
// the scalar becomes.
//
// C's sums do not overflow, but those of more iterations may: after a bound was
// met C goes on from there. They are computed in 64 bits. What of them does not
// fit is below all that C can reach, where there is one bound: it is kept
// there. Else the number of iterations, and what the scalar starts as, must be
// small enough, which the region checks.
#include "recognizer/shapes/folds.h"
#include "analysis/analysis.h"

// The magnitude of addends that fit.
static const int64_t small = INT64_C(1) << 31;
// The same where what stands for missing bounds is beyond the sums of 2^31.
static const int64_t few = INT64_C(1) << 18;
// The magnitude of sums that stand for all that are larger, and of the bounds
// of iterations that have none.
static const int64_t beyond = INT64_C(1) << 45, unbounded = INT64_C(1) << 50;

enum {
  ADDEND = REC_CLAMP_ADDEND,
  LEAST = REC_CLAMP_LEAST,
  MOST = REC_CLAMP_MOST,
  N_PARTS
};

// A value as min(max(scalar + part[ADDEND], part[LEAST]), part[MOST]), of i64;
// NULL: there is no such bound, or the addend is 0.
typedef struct form {
  ir_val *part[N_PARTS];
  bool bounded;       // the scalar is, not only set to something else
  rec_orders ordered; // bounds that are to be asked about
} form;

typedef struct reader {
  arena *a;
  const ir_loop *l;
  ir_val *p;        // the scalar
  const map *needs; // what follows from it: itself
} reader;

static bool read(const reader *r, ir_val *v, form *f);

// -- Parts ----------------------------------------------------------------
// "v" as i64, at its definition.
static ir_val *
wide(const reader *r, ir_val *v) {
  ir_builder b = ir_behind(v, r->l->body);
  return ir_build_convert(&b, v, IR_I64);
}

// The part of number "k" where a map has none.
static int64_t
missing(int k) {
  return k == ADDEND ? 0 : k == LEAST ? -unbounded : unbounded;
}

// "v", or what stands for a missing part "k".
static ir_val *
or_missing(ir_builder *b, ir_val *v, int k) {
  return v ? v : ir_build_int(b, IR_I64, missing(k));
}

// Adds "by" to "f", or subtracts it, at "b".
static void
shift(ir_builder *b, form *f, ir_val *by, bool minus) {
  ir_opcode code = minus ? IR_OP_SUB : IR_OP_ADD;
  f->part[ADDEND] = or_missing(b, f->part[ADDEND], ADDEND);
  for (int k = 0; k < N_PARTS; k++)
    if (f->part[k])
      f->part[k] = ir_build2(b, code, f->part[k], by);
}

// Makes "f" no less than "t", or no more, at "b".
static void
bound(ir_builder *b, form *f, ir_val *t, bool least) {
  ir_opcode code = least ? IR_OP_MAX : IR_OP_MIN;
  f->bounded = true;
  for (int k = least ? LEAST : MOST; k < N_PARTS; k++)
    if (f->part[k])
      f->part[k] = ir_build2(b, code, f->part[k], t);
  int own = least ? LEAST : MOST;
  if (!f->part[own])
    f->part[own] = t;
}

// The choice of "op", a select or an if, of "x" and "y", values of its regions.
static ir_val *
choose(ir_op *op, ir_val *x, ir_val *y) {
  ir_builder b = ir_before(op->next);
  if (x == y)
    return x;
  if (op->code == IR_OP_SELECT)
    return ir_build3(&b, IR_OP_SELECT, op->ins.at[0], x, y);
  ir_add_in(op->regions[0]->last, x);
  ir_add_in(op->regions[1]->last, y);
  return ir_add_out(op, x->type, "part");
}

// -- Choices ----------------------------------------------------------------
ir_val *
rec_added_to(arena *a, const ir_val *v, const ir_val *q) {
  const ir_op *op = v->def;
  for (int k = 0; op && op->code == IR_OP_ADD && k < 2; k++)
    if (an_same_value(a, op->ins.at[k], q))
      return op->ins.at[!k];
  return NULL;
}

ir_val *
rec_lift(ir_op *op, ir_val *v) {
  ir_op *def = v->def;
  if (!def || !op->n_regions ||
      (def->parent != op->regions[0] && def->parent != op->regions[1]))
    return v;
  if (def->n_regions || v->type.array)
    return NULL;
  map *subst = map_new(op->parent->func->module->arena);
  for (int i = 0; i < def->ins.n; i++) {
    ir_val *x = rec_lift(op, def->ins.at[i]);
    if (!x)
      return NULL;
    map_put(subst, def->ins.at[i], x);
  }
  ir_builder b = ir_before(op);
  return ir_clone_op(&b, def, subst)->outs.at[0];
}

// True when "v", a bounded "q", is "t" where that is.
static bool
keeps(const reader *r, const ir_val *v, const ir_val *q, const ir_val *t) {
  const ir_op *op = v->def;
  rec_comparison c;
  int64_t at, limit;
  if (an_same_value(r->a, v, q))
    return true;
  if (!op || op->code != IR_OP_SELECT ||
      !rec_match_comparison(op->ins.at[0], &c) || !ir_match_int(t, &at))
    return false;
  bool low = an_same_value(r->a, c.lo, q);
  if (!ir_match_int(low ? c.hi : c.lo, &limit) ||
      !an_same_value(r->a, low ? c.lo : c.hi, q))
    return false;
  bool holds = low ? at < limit : limit < at;
  const ir_val *taken = op->ins.at[holds || (!c.strict && at == limit) ? 1 : 2];
  return keeps(r, taken, q, t) || (ir_match_int(taken, &limit) && limit == at);
}

bool
rec_keeps_if(arena *a, const ir_region *body, const ir_val *v, const ir_val *q,
             ir_val *t, rec_ordered *out) {
  const ir_op *op = v->def;
  rec_comparison c;
  if (!op || op->code != IR_OP_SELECT ||
      !rec_match_comparison(op->ins.at[0], &c))
    return false;
  bool low = an_same_value(a, c.lo, q); // q is the lesser one
  ir_val *limit = low ? c.hi : c.lo;
  bool taken = an_same_value(a, op->ins.at[1], q);
  if ((!low && !an_same_value(a, c.hi, q)) ||
      !an_same_value(a, op->ins.at[taken ? 1 : 2], q) ||
      !an_same_value(a, op->ins.at[taken ? 2 : 1], limit) ||
      !an_is_invariant(t, body) || !an_is_invariant(limit, body))
    return false;
  *out = low == taken ? (rec_ordered){t, limit} : (rec_ordered){limit, t};
  return true;
}

// Makes "f" what is left of it after "t", at "b": what it is more, or less
// ("least" is false), or 0.
static void
take(ir_builder *b, form *f, ir_val *t, bool least) {
  shift(b, f, ir_build_convert(b, t, IR_I64), true);
  bound(b, f, ir_build_int(b, IR_I64, 0), least);
}

// True when "v" is "q" minus "t".
static bool
is_rest(const reader *r, const ir_val *v, const ir_val *q, const ir_val *t) {
  const ir_op *op = v->def;
  return op && op->code == IR_OP_SUB && an_same_value(r->a, op->ins.at[0], q) &&
         an_same_value(r->a, op->ins.at[1], t);
}

// A choice of "x" or "y" by a comparison of "q" with "t"; "low": "x" where q is
// less.
typedef struct bounding {
  ir_op *op;
  ir_val *q, *t, *x, *y;
  bool low;
} bounding;

// "c" as in read_bound: where x and y are q - t and 0, that is what is left of
// q.
static bool
read_rest(const reader *r, const bounding *c, form *f) {
  int64_t zero;
  bool first = is_rest(r, c->x, c->q, c->t);
  if (map_has(r->needs, c->t) || !(first || is_rest(r, c->y, c->q, c->t)) ||
      !ir_match_int(first ? c->y : c->x, &zero) || zero || !read(r, c->q, f))
    return false;
  ir_builder b = ir_before(c->op->next);
  take(&b, f, c->t, first != c->low);
  return true;
}

// "c": where one of x and y is t, and the other one a bounded q that is then t
// as well, that is bounded again. So is q, where they are q + d and d, and t is
// 0.
static bool
read_bound(const reader *r, const bounding *c, form *f) {
  ir_val *q = c->q, *t = c->t;
  for (int s = 0; s < 2; s++) {
    ir_val *moves = s ? c->x : c->y, *stays = s ? c->y : c->x;
    int64_t zero;
    rec_ordered order = {0};
    bool kept = an_same_value(r->a, stays, t) &&
                (keeps(r, moves, q, t) ||
                 rec_keeps_if(r->a, r->l->body, moves, q, t, &order));
    ir_val *d = kept ? NULL : rec_added_to(r->a, moves, q);
    bool meets = kept || (d && ir_match_int(t, &zero) && !zero &&
                          an_same_value(r->a, stays, d));
    ir_val *by = d && meets ? rec_lift(c->op, d) : NULL;
    if (!meets || map_has(r->needs, t) || (d && map_has(r->needs, d)) ||
        (d && !by) || !read(r, d ? q : moves, f))
      continue;
    ir_builder b = ir_before(c->op->next);
    bound(&b, f, ir_build_convert(&b, t, IR_I64), c->low == !s);
    if (by)
      shift(&b, f, ir_build_convert(&b, by, IR_I64), false);
    if (order.low)
      vec_push(r->a, &f->ordered, order);
    return true;
  }
  return read_rest(r, c, f);
}

// The form of "v", a value that "r->p" may become: what does not follow from it
// bounds it on both sides. False: it has none.
static bool
read_side(const reader *r, ir_val *v, form *f) {
  *f = (form){0};
  if (map_has(r->needs, v) || v->type.elem != r->p->type.elem)
    return read(r, v, f);
  f->part[LEAST] = f->part[MOST] = wide(r, v);
  return true;
}

// The choice of "op", a select or an if, of "x" and "y".
static bool
read_choice(const reader *r, ir_op *op, ir_val *x, ir_val *y, form *f) {
  rec_comparison c;
  form side[2] = {0};
  if (map_has(r->needs, op->ins.at[0])) {
    if (!rec_match_comparison(op->ins.at[0], &c))
      return false;
    bool low = map_has(r->needs, c.lo);
    bounding k = {op, low ? c.lo : c.hi, low ? c.hi : c.lo, x, y, low};
    return read_bound(r, &k, f);
  }
  if (!read_side(r, x, &side[0]) || !read_side(r, y, &side[1]))
    return false;
  f->bounded = side[0].bounded || side[1].bounded;
  for (int s = 0; s < 2; s++)
    for (int k = 0; k < side[s].ordered.n; k++)
      vec_push(r->a, &f->ordered, side[s].ordered.at[k]);
  for (int k = 0; k < N_PARTS; k++) {
    ir_val *in[2];
    for (int s = 0; s < 2; s++) {
      ir_builder b = op->code == IR_OP_IF ? ir_before(op->regions[s]->last)
                                          : ir_before(op);
      in[s] = side[0].part[k] || side[1].part[k]
                  ? or_missing(&b, side[s].part[k], k)
                  : NULL;
    }
    f->part[k] = in[0] ? choose(op, in[0], in[1]) : NULL;
  }
  return true;
}

// -- Forms ----------------------------------------------------------------
// The value that "v", the minimum or maximum of both, compares "q" with; NULL:
// it is neither.
static ir_val *
compared_with(const reader *r, const ir_val *v, const ir_val *q, bool *lesser) {
  const ir_op *op = v->def;
  rec_comparison c;
  if (!op || (op->code != IR_OP_SELECT && op->code != IR_OP_MIN &&
              op->code != IR_OP_MAX))
    return NULL;
  int at = op->code == IR_OP_SELECT;
  ir_val *x = op->ins.at[at], *y = op->ins.at[at + 1];
  *lesser = op->code == IR_OP_MIN;
  if (at) {
    if (!rec_match_comparison(op->ins.at[0], &c) ||
        !((c.lo == x && c.hi == y) || (c.lo == y && c.hi == x)))
      return NULL;
    *lesser = c.lo == x;
  }
  return an_same_value(r->a, x, q) ? y : an_same_value(r->a, y, q) ? x : NULL;
}

// "op", which subtracts from the scalar "x" the lesser of it and "t", or the
// greater, as what is left of it.
static bool
read_taken(const reader *r, ir_op *op, ir_val *x, form *f) {
  bool lesser;
  ir_val *t = op->code == IR_OP_SUB
                  ? compared_with(r, op->ins.at[1], x, &lesser)
                  : NULL;
  if (!t || map_has(r->needs, t) || !read(r, x, f))
    return false;
  ir_builder b = ir_before(op->next);
  take(&b, f, t, lesser);
  return true;
}

// The form of the result of scalar op "op" on the carried scalar.
static bool
read_op(const reader *r, ir_op *op, form *f) {
  ir_val *x = op->ins.at[0], *y = op->ins.n > 1 ? op->ins.at[1] : NULL;
  if (!y)
    return false;
  if (map_has(r->needs, x) && map_has(r->needs, y))
    return read_taken(r, op, x, f);
  bool swap = map_has(r->needs, y);
  if ((op->code == IR_OP_SUB && swap) || !read(r, swap ? y : x, f))
    return false;
  ir_builder b = ir_before(op->next);
  ir_val *other = wide(r, swap ? x : y);
  if (op->code == IR_OP_ADD || op->code == IR_OP_SUB)
    shift(&b, f, other, op->code == IR_OP_SUB);
  else
    bound(&b, f, other, op->code == IR_OP_MAX);
  return true;
}

// The form of "v", which follows from the scalar. False: it has none.
static bool
read(const reader *r, ir_val *v, form *f) {
  ir_op *op = v->def;
  an_choice c;
  *f = (form){0};
  if (v == r->p)
    return true;
  if (!op || v->type.elem != r->p->type.elem || !map_has(r->needs, v))
    return false;
  if (an_match_either(v, &c))
    return read_choice(r, op, c.y, c.z, f);
  bool is_op = op->code == IR_OP_ADD || op->code == IR_OP_SUB ||
               op->code == IR_OP_MAX || op->code == IR_OP_MIN;
  return is_op && read_op(r, op, f);
}

// True when "v" is of magnitude "most" at most.
static bool
is_within(const ir_val *v, int64_t most) {
  an_range x = an_range_of(v);
  return x.lo >= -most && x.hi <= most;
}

// True when bound "v" is small wherever there is one.
static bool
is_small_bound(const ir_val *v) {
  an_choice c;
  int64_t at;
  if (is_within(v, small) || (ir_match_int(v, &at) && llabs(at) == unbounded))
    return true;
  return an_match_either(v, &c) && is_small_bound(c.y) && is_small_bound(c.z);
}

// True when no sum of 64 bits of the maps "f" of scalar "k" of "l" overflows,
// where rec_guard_scan holds.
static bool
fits(const ir_loop *l, int k, const form *f) {
  bool ok = is_within(f->part[ADDEND], small);
  bool is_long = ir_size(l->carried[k]->type.elem) == 8;
  for (int i = LEAST; i < N_PARTS && is_long; i++) {
    const ir_val *v = f->part[i];
    ok = ok && (!v || is_within(v, small) ||
                (is_small_bound(v) && is_within(f->part[ADDEND], few)));
  }
  return ok;
}

void
rec_add_clamp(arena *a, rec_tuple *t, int k, ir_scalar type,
              ir_val *const *part) {
  int last = part[MOST] ? MOST : LEAST;
  rec_clamp c = {.k = k};
  for (int i = 0; i < REC_CLAMP_PARTS; i++) {
    c.column[i] = part[i] ? t->columns.n : -1;
    rec_column col = {.k = i == last ? k : -1,
                      .type = type,
                      .op = IR_OP_ADD,
                      .choice = -1,
                      .system = -1,
                      .merge = -1,
                      .clamp = t->clamps.n,
                      .part = i,
                      .reset = -1};
    if (!part[i])
      continue;
    vec_push(a, &t->columns, col);
    vec_push(a, &t->values, part[i]);
  }
  vec_push(a, &t->clamps, c);
}

// Adds carried integer "k" of "l" to "t", if it grows within bounds.
static void
add_integer(arena *a, const ir_loop *l, rec_tuple *t, int k) {
  ir_val *p = l->carried[k];
  reader r = {.a = a, .l = l, .p = p, .needs = rec_find_needs(a, l, k)};
  ir_val *part[REC_CLAMP_PARTS] = {0};
  form f;
  if (!read(&r, l->yields[k], &f) || !f.bounded ||
      !(f.part[ADDEND] || (f.part[LEAST] && f.part[MOST])))
    return;
  ir_builder b = ir_before(l->body->first);
  f.part[ADDEND] = or_missing(&b, f.part[ADDEND], ADDEND);
  bool saturates = p->type.elem == IR_I32 && !(f.part[LEAST] && f.part[MOST]);
  if (!saturates && !fits(l, k, &f))
    return;
  memcpy(part, f.part, sizeof f.part);
  rec_add_clamp(a, t, k, IR_I64, part);
  vec_last(&t->clamps).saturates = saturates;
  vec_last(&t->clamps).ordered = f.ordered;
}

void
rec_add_clamps(arena *a, const ir_loop *l, rec_tuple *t) {
  for (int k = 0; k < l->n_carried; k++) {
    ir_type type = l->carried[k]->type;
    bool is_sum = type.elem == IR_I32 || type.elem == IR_I64;
    if (!type.array && is_sum && !rec_is_in_system(t, k) &&
        !rec_is_merged(t, k))
      add_integer(a, l, t, k);
  }
}

bool
rec_is_clamped(const rec_tuple *t, int k) {
  for (int i = 0; i < t->clamps.n; i++)
    if (t->clamps.at[i].k == k)
      return true;
  return false;
}

// -- Building -------------------------------------------------------------
ir_val *
rec_build_clamp_init(ir_builder *b, const rec_clamp *m, const rec_column *c,
                     ir_val *const *inits) {
  bool bounds = c->part == LEAST || c->part == MOST;
  return bounds ? ir_build_convert(b, inits[m->k], c->type)
                : ir_build_int(b, c->type, c->part == REC_CLAMP_FACTOR);
}

ir_val *
rec_build_clamp_fold(ir_builder *b, const rec_clamp *m, const rec_column *c,
                     ir_val *const *left, ir_val *const *right) {
  int own = m->column[c->part], least = m->column[LEAST];
  ir_val *by = right[m->column[ADDEND]];
  ir_val *v = ir_build2(b, IR_OP_ADD, left[own], by);
  if (c->part == ADDEND && m->saturates)
    return ir_build2(b, least >= 0 ? IR_OP_MAX : IR_OP_MIN, v,
                     ir_build_int(b, IR_I64, least >= 0 ? -beyond : beyond));
  if (c->part == ADDEND)
    return v;
  if (least >= 0)
    v = ir_build2(b, IR_OP_MAX, v, right[least]);
  return c->part == MOST ? ir_build2(b, IR_OP_MIN, v, right[own]) : v;
}
