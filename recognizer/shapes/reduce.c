// recognizer/shapes/reduce.c: carried scalars that are reductions.
//
// The value a loop yields for a carried scalar is taken apart along the chain
// from the parameter to the yield: the operator's operands on the way are what
// the iteration contributes. Branches contribute the operator's identity where
// they pass the value on; inner loops that continue the chain start from the
// identity. Three readings are tried:
//   fold   s = s op e, also as sub, if (e < m) m = e, m < e ? m : e
//   truth  ok = ok && e, any = any || e, odd = !odd (any integer type)
//   set    if (c) found = K, K invariant: out = any c ? K : init
// s = fma(x, y, s) folds products, which are rounded then; so where the fold
// must be in order, it stays a loop.
// The chain must be all the uses there are: nothing else sees partial results.
#include "recognizer/shapes/folds.h"
#include "recognizer/shapes/independent.h"

typedef enum plan_kind {
  PLAN_PASS,   // contributes nothing
  PLAN_CONST,  // a bool: "on"
  PLAN_OP,     // a, then e
  PLAN_NOT,    // a, then the opposite
  PLAN_FMA,    // a, then the product in the fma that defines v
  PLAN_SELECT, // c ? a : b
  PLAN_IF,     // the same through the if that defines v
  PLAN_LOOP,   // a, then what the inner loop (or reduce) that defines v folds
  PLAN_FLAG,   // a, then whether an iteration of that loop, by b, sets it
  PLAN_SHORT   // a, then branch "side" of the if that defines v
} plan_kind;

struct rec_plan {
  plan_kind kind;
  ir_val *v; // the chain's value
  rec_plan *a, *b;
  ir_val *e, *c;
  bool minus, on;
  int side;
};

typedef struct matcher {
  arena *arena;
  const ir_region *body; // of the loop
  ir_val *param;         // where the chain starts (an inner loop's own there)
  rec_red red;
  bool has_op;
  VEC(ir_val *) chain; // parameter and partial results
  VEC(ir_val **) uses; // the operands that may use them
  int steps;
} matcher;

enum { MAX_STEPS = 5000 };

static rec_plan *match(matcher *m, ir_val *v, bool norm);

// -- Helpers --------------------------------------------------------------
// A plan node for chain value "v".
static rec_plan *
plan_new(matcher *m, plan_kind kind, ir_val *v, rec_plan *a, rec_plan *b) {
  rec_plan *p = NEW(m->arena, rec_plan);
  *p = (rec_plan){.kind = kind, .v = v, .a = a, .b = b};
  if (v)
    vec_push(m->arena, &m->chain, v);
  return p;
}

// Matches operand "i" of "op", which then is part of the chain.
static rec_plan *
match_operand(matcher *m, ir_op *op, int i, bool norm) {
  matcher saved = *m;
  rec_plan *p = match(m, op->ins.at[i], norm);
  if (p) {
    vec_push(m->arena, &m->uses, &op->ins.at[i]);
  } else {
    saved.steps = m->steps;
    *m = saved;
  }
  return p;
}

// Makes "op" the operator; false when it is another already.
static bool
set_op(matcher *m, ir_opcode op) {
  if (m->has_op && m->red.op != op)
    return false;
  m->has_op = true;
  m->red.op = op;
  return true;
}

// "v" as a value of type "s", looking through a widening convert; or NULL.
static ir_val *
narrowed(ir_val *v, ir_scalar s) {
  if (v->type.elem == s)
    return v;
  if (v->def && v->def->code == IR_OP_CONVERT &&
      v->def->ins.at[0]->type.elem == s && rec_is_widening(s, v->type.elem))
    return v->def->ins.at[0];
  return NULL;
}

// an_same_value while "m" matches.
static bool
same_value(const matcher *m, const ir_val *x, const ir_val *y) {
  return an_same_value(m->arena, x, y);
}

// True when "v" is the constant "c" (0 or 1).
static bool
is_constant(const ir_val *v, int64_t c) {
  int64_t k;
  return ir_match_int(v, &k) && k == c;
}

// -- Operators ------------------------------------------------------------
// True for min, max and their C forms.
static bool
is_extremum(ir_opcode code) {
  return ir_is_lesser(code) || ir_is_greater(code);
}

// The operator of a fold by "code" on type "s": cmin is min on integers, and
// that is "and" on bools.
static ir_opcode
fold_op(ir_opcode code, ir_scalar s) {
  bool least = ir_is_lesser(code);
  if (code == IR_OP_SUB)
    return IR_OP_ADD;
  if (ir_is_float(s) || !is_extremum(code))
    return code;
  if (s == IR_BOOL)
    return least ? IR_OP_AND : IR_OP_OR;
  return least ? IR_OP_MIN : IR_OP_MAX;
}

// True when folding by "code" on values of type "wide" is folding on the
// reduction's own type.
static bool
fits_type(const matcher *m, ir_opcode code, ir_scalar wide) {
  if (wide == m->red.type || m->red.kind == REC_RED_TRUTH)
    return true;
  if (is_extremum(code))
    return rec_is_widening(m->red.type, wide);
  if (ir_is_float(wide))
    return rec_is_widening(wide, m->red.type);
  return ir_is_int(wide) && ir_is_int(m->red.type);
}

// Notes that an operator comes in an order that matters for zeros.
static void
note_ties(matcher *m) {
  m->red.ties |= ir_is_float(m->red.type);
}

// Notes that the chain lets a NaN go that it is compared with.
static void
note_reset(matcher *m) {
  m->red.resets |= ir_is_float(m->red.type);
}

// a, then "e" by "code" with the chain as operand "side".
static rec_plan *
plan_op(matcher *m, ir_op *op, ir_opcode code, rec_plan *a, ir_val *e) {
  ir_scalar wide = e->type.elem;
  if (is_extremum(code) && !(e = narrowed(e, m->red.type)))
    return NULL;
  if (!fits_type(m, code, wide) || !set_op(m, fold_op(code, m->red.type)))
    return NULL;
  m->red.reorders |= a->kind != PLAN_PASS;
  rec_plan *p = plan_new(m, PLAN_OP, op->outs.at[0], a, NULL);
  p->e = e;
  p->minus = code == IR_OP_SUB;
  return p;
}

// x op e and e op x.
static rec_plan *
match_binary(matcher *m, ir_op *op, bool norm) {
  int n_sides = op->code == IR_OP_SUB ? 1 : 2;
  for (int side = 0; side < n_sides; side++) {
    matcher saved = *m;
    rec_plan *a = match_operand(m, op, side, norm);
    if (a && side == 1 && is_extremum(op->code))
      note_ties(m);
    if (a && side == 1 && (op->code == IR_OP_CMIN || op->code == IR_OP_CMAX))
      note_reset(m);
    rec_plan *p = a ? plan_op(m, op, op->code, a, op->ins.at[1 - side]) : NULL;
    if (p)
      return p;
    saved.steps = m->steps;
    *m = saved;
  }
  return NULL;
}

// fma(x, y, chain)
static rec_plan *
match_fma(matcher *m, ir_op *op) {
  if (m->red.kind != REC_RED_FOLD ||
      !fits_type(m, IR_OP_ADD, op->outs.at[0]->type.elem))
    return NULL;
  rec_plan *a = match_operand(m, op, 2, false);
  if (!a || !set_op(m, IR_OP_ADD))
    return NULL;
  m->red.reorders = true;
  return plan_new(m, PLAN_FMA, op->outs.at[0], a, NULL);
}

// Converts keep the low bits a fold on integers needs; through wider floats
// only extrema go.
static rec_plan *
match_convert(matcher *m, ir_op *op, bool norm) {
  ir_scalar from = op->ins.at[0]->type.elem, to = op->outs.at[0]->type.elem;
  int size = ir_size(m->param->type.elem);
  bool truth = m->red.kind == REC_RED_TRUTH;
  bool same_kind = ir_is_float(from) == ir_is_float(to) &&
                   (from == IR_BOOL) == (to == IR_BOOL);
  if (truth ? ir_is_float(from) || ir_is_float(to)
            : !same_kind || ir_size(from) < size || ir_size(to) < size)
    return NULL;
  rec_plan *p = match_operand(m, op, 0, truth && to != IR_BOOL && norm);
  if (p)
    vec_push(m->arena, &m->chain, op->outs.at[0]);
  return p;
}

// x != 0, as a truth value.
static rec_plan *
match_nonzero(matcher *m, ir_op *op) {
  if (m->red.kind != REC_RED_TRUTH || !is_constant(op->ins.at[1], 0))
    return NULL;
  rec_plan *p = match_operand(m, op, 0, false);
  if (p)
    vec_push(m->arena, &m->chain, op->outs.at[0]);
  return p;
}

// The opposite of a truth value, operand 0 of "op".
static rec_plan *
match_not(matcher *m, ir_op *op) {
  bool flag = op->code == IR_OP_NOT && op->outs.at[0]->type.elem == IR_BOOL;
  bool is_zero = op->code == IR_OP_EQ && m->red.kind == REC_RED_TRUTH &&
                 is_constant(op->ins.at[1], 0);
  rec_plan *a = flag || is_zero ? match_operand(m, op, 0, false) : NULL;
  if (!a || m->red.type != IR_BOOL || !set_op(m, IR_OP_XOR))
    return NULL;
  m->red.reorders |= a->kind != PLAN_PASS;
  return plan_new(m, PLAN_NOT, op->outs.at[0], a, NULL);
}

// -- Extrema by comparison ------------------------------------------------
bool
rec_match_comparison(const ir_val *c, rec_comparison *out) {
  ir_op *op = c->def;
  if (!op)
    return false;
  bool up = op->code == IR_OP_LT || op->code == IR_OP_LE;
  if (!up && op->code != IR_OP_GT && op->code != IR_OP_GE)
    return false;
  *out =
      (rec_comparison){.op = op,
                       .lo = op->ins.at[!up],
                       .hi = op->ins.at[up],
                       .strict = op->code == IR_OP_LT || op->code == IR_OP_GT};
  return true;
}

// Side "x" of a comparison without the widening convert that lets it be
// compared with values of type "s"; *slot gets the operand that holds it.
static ir_val *
compared(ir_op *cmp, ir_val *x, ir_scalar s, ir_val ***slot) {
  *slot = &cmp->ins.at[cmp->ins.at[0] != x];
  ir_val *n = narrowed(x, s);
  return n ? n : x;
}

// "lo < hi ? then : other" where the chain is "then" (keep) or "other";
// "kept" is the operand of the choice that holds the chain.
static rec_plan *
match_side(matcher *m, ir_op *choice, const rec_comparison *c, bool keep,
           ir_val *then, ir_val *other, ir_val **kept) {
  ir_val *chain = keep ? then : other, *e = keep ? other : then;
  ir_val **slots[2];
  ir_val *lo = compared(c->op, c->lo, chain->type.elem, &slots[0]);
  ir_val *hi = compared(c->op, c->hi, chain->type.elem, &slots[1]);
  bool low = same_value(m, lo, chain) && same_value(m, hi, e);
  bool high = same_value(m, hi, chain) && same_value(m, lo, e);
  rec_plan *a = low || high ? match(m, chain, false) : NULL;
  if (!a)
    return NULL;
  // the smaller is chosen when the condition holds and chooses "lo"
  rec_plan *p = plan_op(m, choice, low == keep ? IR_OP_CMIN : IR_OP_CMAX, a,
                        low ? hi : lo);
  if (!p)
    return NULL;
  if (keep || !c->strict)
    note_ties(m);
  if (keep)
    note_reset(m);
  ir_val **slot = slots[!low];
  if (*slot != (low ? lo : hi)) { // through the convert
    vec_push(m->arena, &m->chain, *slot);
    vec_push(m->arena, &m->uses, &(*slot)->def->ins.at[0]);
  }
  vec_push(m->arena, &m->chain, c->op->outs.at[0]);
  vec_push(m->arena, &m->uses, &choice->ins.at[0]);
  vec_push(m->arena, &m->uses, slot);
  vec_push(m->arena, &m->uses, kept);
  return p;
}

// The choice "choice" (select, or if with one result) as an extremum. "slots"
// are the operands holding its two values.
static rec_plan *
match_extremum(matcher *m, ir_op *choice, ir_val **slots[2]) {
  rec_comparison c;
  if (m->red.kind != REC_RED_FOLD || choice->outs.n != 1 ||
      !rec_match_comparison(choice->ins.at[0], &c))
    return NULL;
  for (int keep = 0; keep < 2; keep++) {
    matcher saved = *m;
    rec_plan *p =
        match_side(m, choice, &c, keep, *slots[0], *slots[1], slots[!keep]);
    if (p)
      return p;
    saved.steps = m->steps;
    *m = saved;
  }
  return NULL;
}

// -- Choices --------------------------------------------------------------
// c ? x : y with the chain through both.
static rec_plan *
match_select(matcher *m, ir_op *op, bool norm) {
  ir_val **slots[2] = {&op->ins.at[1], &op->ins.at[2]};
  rec_plan *p = match_extremum(m, op, slots);
  if (p)
    return p;
  rec_plan *a = match_operand(m, op, 1, norm);
  rec_plan *b = a ? match_operand(m, op, 2, norm) : NULL;
  if (!b)
    return NULL;
  p = plan_new(m, PLAN_SELECT, op->outs.at[0], a, b);
  p->c = op->ins.at[0];
  return p;
}

// True when "op" may run where C would not run it: it ends, whatever was
// loaded before, and reads only what the runtime can look at beforehand.
static bool
is_harmless(const matcher *m, const ir_op *op) {
  if (op->code == IR_OP_INDEX)
    return rec_may_probe(op);
  if (op->code == IR_OP_LOOP)
    return !op->has_while && an_is_recomputable(op->ins.at[0], m->body);
  return op->code == IR_OP_YIELD || op->code == IR_OP_IF ||
         ir_is_scalar_op(op->code);
}

// True when region "r" may run where C would not run it; *loads: it reads.
static bool
may_speculate(const matcher *m, const ir_region *r, bool *loads) {
  ir_foreach_op (op, r) {
    *loads |= op->code == IR_OP_INDEX;
    bool plain = is_harmless(m, op);
    for (int k = 0; k < op->outs.n; k++)
      plain = plain && !op->outs.at[k]->type.array;
    for (int k = 0; k < op->n_regions; k++)
      plain = plain && may_speculate(m, op->regions[k], loads);
    if (!plain)
      return false;
  }
  return true;
}

// if (chain) e else false; if (chain) true else e; also with !chain.
static rec_plan *
match_short(matcher *m, ir_op *op) {
  ir_val *c = op->ins.at[0];
  bool neg = c->def &&
             ((c->def->code == IR_OP_EQ && is_constant(c->def->ins.at[1], 0)) ||
              c->def->code == IR_OP_NOT);
  if (m->red.kind != REC_RED_TRUTH || op->outs.n != 1)
    return NULL;
  for (int side = 0; side < 2; side++) {
    matcher saved = *m;
    // runs branch "side" when the chain is true (and), or false (or)
    bool is_and = (side == 0) != neg, loads = false;
    ir_val *other = op->regions[1 - side]->last->ins.at[0];
    rec_plan *a = neg ? match_operand(m, c->def, 0, false)
                      : match_operand(m, op, 0, false);
    if (a && is_constant(other, !is_and) &&
        may_speculate(m, op->regions[side], &loads) &&
        set_op(m, is_and ? IR_OP_AND : IR_OP_OR)) {
      if (neg) {
        vec_push(m->arena, &m->chain, c);
        vec_push(m->arena, &m->uses, &op->ins.at[0]);
      }
      if (loads)
        vec_push(m->arena, &m->red.speculated, op->regions[side]);
      rec_plan *p = plan_new(m, PLAN_SHORT, op->outs.at[0], a, NULL);
      p->side = side;
      return p;
    }
    saved.steps = m->steps;
    *m = saved;
  }
  return NULL;
}

// An if with the chain through both branches.
static rec_plan *
match_if(matcher *m, ir_op *op, int k, bool norm) {
  ir_op *yields[2] = {op->regions[0]->last, op->regions[1]->last};
  ir_val **slots[2] = {&yields[0]->ins.at[k], &yields[1]->ins.at[k]};
  rec_plan *p = match_extremum(m, op, slots);
  if (!p)
    p = match_short(m, op);
  if (p)
    return p;
  rec_plan *a = match_operand(m, yields[0], k, norm);
  rec_plan *b = a ? match_operand(m, yields[1], k, norm) : NULL;
  if (!b)
    return NULL;
  p = plan_new(m, PLAN_IF, op->outs.at[k], a, b);
  p->c = op->ins.at[0];
  return p;
}

// -- Inner loops ----------------------------------------------------------
// True when an inner loop that carries the chain as "s" can start from the
// operator's identity.
static bool
starts_anew(const matcher *m, ir_scalar s) {
  return m->red.kind != REC_RED_SET && s == m->red.type;
}

// ir_walk_fn: false when an operand uses the chain from outside.
static bool
check_uses(void *user, ir_op *op) {
  const matcher *m = user;
  bool ok = true;
  for (int i = 0; i < op->ins.n && ok; i++) {
    for (int k = 0; k < m->chain.n && ok; k++)
      ok = m->chain.at[k] != op->ins.at[i];
    for (int k = 0; k < m->uses.n && !ok; k++)
      ok = m->uses.at[k] == &op->ins.at[i];
  }
  return ok;
}

// True when what "v", in region "r", follows from uses the chain only to go on
// with it.
static bool
only_goes_on(matcher *m, const ir_val *v, const ir_region *r, map *seen) {
  ir_op *op = v->def ? v->def : v->param_of->parent_op;
  if (ir_is_outside(v, r) || v->param_of == r || map_has(seen, v))
    return true;
  map_put(seen, v, (void *)(uintptr_t)v);
  bool ok = check_uses(m, op);
  for (int i = 0; i < op->ins.n && ok; i++)
    ok = only_goes_on(m, op->ins.at[i], r, seen);
  int k = v->def ? v->index : v->index - op->n_dims;
  for (int i = 0; i < op->n_regions && ok && k >= 0; i++) {
    const ir_vals *yields = &op->regions[i]->last->ins;
    ok = k < yields->n && only_goes_on(m, yields->at[k], r, seen);
  }
  return ok;
}

// An inner loop that goes on with the chain.
static rec_plan *
match_loop(matcher *m, ir_op *op, int k) {
  ir_loop l;
  bool anew = starts_anew(m, op->outs.at[k]->type.elem);
  if (!ir_match_loop(op, &l) || k < op->has_while ||
      (!anew && m->red.kind != REC_RED_SET))
    return NULL;
  rec_plan *a = match_operand(m, op, op->n_dims + k, false);
  ir_val *outer = m->param;
  m->param = l.carried[k];
  vec_push(m->arena, &m->chain, m->param);
  rec_plan *inner = a ? match_operand(m, l.body->last, k, false) : NULL;
  m->param = outer;
  if (!inner || (m->red.running &&
                 !only_goes_on(m, l.yields[k], l.body, map_new(m->arena))))
    return NULL;
  m->red.reorders = true;
  return anew ? plan_new(m, PLAN_LOOP, op->outs.at[k], a, NULL)
              : plan_new(m, PLAN_FLAG, op->outs.at[k], a, inner);
}

// An inner reduce that goes on with the chain.
static rec_plan *
match_reduce(matcher *m, ir_op *op, int k) {
  if (!starts_anew(m, op->outs.at[k]->type.elem) || k >= op->n_red ||
      !op->red_ops)
    return NULL;
  rec_plan *a = match_operand(m, op, op->n_dims + k, false);
  if (!a || !set_op(m, op->red_ops[k]))
    return NULL;
  m->red.reorders = true;
  return plan_new(m, PLAN_LOOP, op->outs.at[k], a, NULL);
}

// -- The chain ------------------------------------------------------------
// The start of the chain, or a constant end of it.
static rec_plan *
match_leaf(matcher *m, ir_val *v, bool norm) {
  rec_red_kind kind = m->red.kind;
  if (v == m->param) {
    m->red.is_flag |= kind == REC_RED_TRUTH && norm && v->type.elem != IR_BOOL;
    return plan_new(m, PLAN_PASS, NULL, NULL, NULL);
  }
  bool on = true;
  if (kind == REC_RED_TRUTH) {
    if (!is_constant(v, 0) && !is_constant(v, 1))
      return NULL;
    on = is_constant(v, 1);
    if (!set_op(m, on ? IR_OP_OR : IR_OP_AND))
      return NULL;
  } else if (kind == REC_RED_SET) {
    if (!an_is_invariant(v, m->body) ||
        (m->red.set && !same_value(m, m->red.set, v)) || !set_op(m, IR_OP_OR))
      return NULL;
    m->red.set = v;
  } else {
    return NULL;
  }
  rec_plan *p = plan_new(m, PLAN_CONST, NULL, NULL, NULL);
  p->on = on;
  return p;
}

// True when "v" is the integer value of a bool.
static bool
is_bool_value(const ir_val *v) {
  return v->def && v->def->code == IR_OP_CONVERT &&
         v->def->ins.at[0]->type.elem == IR_BOOL;
}

// True for the operators a fold may have. As truth values, | on integers is ||
// unless the result must be 0 or 1, and & is && on 0 and 1.
static bool
is_operator(const matcher *m, const ir_op *op, bool norm) {
  if (m->red.kind == REC_RED_SET)
    return false;
  bool flag = op->outs.at[0]->type.elem == IR_BOOL;
  if (m->red.kind == REC_RED_TRUTH && op->code == IR_OP_OR)
    return flag || !norm;
  if (m->red.kind == REC_RED_TRUTH)
    return op->code == IR_OP_AND && (flag || (is_bool_value(op->ins.at[0]) &&
                                              is_bool_value(op->ins.at[1])));
  return op->code == IR_OP_SUB || ir_is_fold(op->code);
}

// The chain up to "v", or NULL. "norm": as a truth value "v" must be 0 or 1.
static rec_plan *
match(matcher *m, ir_val *v, bool norm) {
  if (++m->steps > MAX_STEPS)
    return NULL;
  rec_plan *leaf = match_leaf(m, v, norm);
  ir_op *op = v->def;
  if (leaf || !op || ir_is_outside(v, m->body))
    return leaf;
  if (op->code == IR_OP_IF)
    return match_if(m, op, v->index, norm);
  if (op->code == IR_OP_SELECT)
    return match_select(m, op, norm);
  if (op->code == IR_OP_LOOP)
    return match_loop(m, op, v->index);
  if (op->code == IR_OP_REDUCE)
    return match_reduce(m, op, v->index);
  if (op->code == IR_OP_CONVERT)
    return match_convert(m, op, norm);
  if (op->code == IR_OP_NE)
    return match_nonzero(m, op);
  if (op->code == IR_OP_NOT || op->code == IR_OP_EQ)
    return match_not(m, op);
  if (op->code == IR_OP_FMA)
    return match_fma(m, op);
  return is_operator(m, op, norm) ? match_binary(m, op, norm) : NULL;
}

// One reading of carried value "k"; "running": others may use the chain.
static bool
match_kind(const ir_loop *l, int k, rec_red_kind kind, ir_scalar type,
           bool running, rec_red *out) {
  matcher m = {.arena = l->body->func->module->arena,
               .body = l->body,
               .param = l->carried[k],
               .red = {.kind = kind, .type = type, .k = k, .running = running}};
  vec_push(m.arena, &m.chain, m.param);
  m.red.plan = match_operand(&m, l->body->last, k, true);
  if (!m.red.plan || !m.has_op ||
      (!running && !ir_walk(l->body, check_uses, &m)))
    return false;
  *out = m.red;
  return true;
}

// The reading of carried float "k" as folded in a type that C converts it to,
// which rounds once, not in each iteration.
static bool
match_wider(const ir_loop *l, int k, rec_red *out) {
  static const ir_scalar wider[] = {IR_F64, IR_F80};
  ir_scalar s = l->carried[k]->type.elem;
  bool found = false;
  for (int i = 0; i < 2 && ir_is_float(s) && !found; i++)
    found = wider[i] != s && rec_is_widening(s, wider[i]) &&
            match_kind(l, k, REC_RED_FOLD, wider[i], false, out);
  if (found)
    out->reorders = true;
  return found;
}

bool
rec_match_reduction(const ir_loop *l, int k, rec_red *out) {
  ir_type t = l->carried[k]->type;
  if (t.array)
    return false;
  if (match_kind(l, k, REC_RED_FOLD, t.elem, false, out))
    return true;
  if (match_wider(l, k, out))
    return true;
  if (!ir_is_float(t.elem) &&
      match_kind(l, k, REC_RED_TRUTH, IR_BOOL, false, out)) {
    if (t.elem == IR_BOOL)
      out->kind = REC_RED_FOLD;
    return true;
  }
  return match_kind(l, k, REC_RED_SET, IR_BOOL, false, out);
}

bool
rec_match_element(const ir_region *body, ir_val *read, ir_op *update,
                  rec_red *out) {
  matcher m = {.arena = body->func->module->arena,
               .body = body,
               .param = read,
               .red = {.kind = REC_RED_FOLD, .type = read->type.elem}};
  vec_push(m.arena, &m.chain, read);
  m.red.plan = match_operand(&m, update, 2, false);
  if (!m.red.plan || !m.has_op || m.red.speculated.n ||
      !ir_walk((ir_region *)body, check_uses, &m))
    return false;
  *out = m.red;
  return true;
}

bool
rec_match_running(const ir_loop *l, int k, rec_red *out) {
  ir_type t = l->carried[k]->type;
  return !t.array && match_kind(l, k, REC_RED_FOLD, t.elem, true, out) &&
         out->speculated.n == 0;
}

// -- Contributions --------------------------------------------------------
typedef struct contributor {
  const rec_red *red;
  map *done; // chain value -> its contribution
} contributor;

static ir_val *contribute(contributor *c, const rec_plan *p);

// The contribution of "p" as a value, at "b".
static ir_val *
materialise(contributor *c, const rec_plan *p, ir_builder *b) {
  ir_val *v = contribute(c, p);
  if (p->kind == PLAN_CONST)
    return ir_build_bits(b, IR_BOOL, p->on);
  return v ? v
           : ir_build_bits(b, c->red->type,
                           ir_red_identity(c->red->op, c->red->type));
}

// "a", then "e", by the fold's operator, of which "a" may be the left operand
// as a contribution alone: cmin and cmax keep a NaN there.
static ir_val *
join(const contributor *c, ir_builder *b, ir_val *a, ir_val *e) {
  ir_opcode op = c->red->op;
  if (op == IR_OP_CMIN || op == IR_OP_CMAX) {
    ir_bits none = ir_red_identity(op, c->red->type);
    a = ir_build2(b, op, ir_build_bits(b, c->red->type, none), a);
  }
  return ir_build2(b, op, a, e);
}

// a's contribution, then "e".
static ir_val *
combine(contributor *c, const rec_plan *p, ir_val *e, ir_builder *b) {
  ir_val *a =
      p->a->kind == PLAN_CONST ? materialise(c, p->a, b) : contribute(c, p->a);
  if (c->red->type == IR_BOOL && e->type.elem != IR_BOOL)
    e = ir_build2(b, IR_OP_NE, e, ir_build_int(b, e->type.elem, 0));
  e = ir_build_convert(b, e, c->red->type);
  if (!a)
    return p->minus ? ir_build1(b, IR_OP_NEG, e) : e;
  return p->minus ? ir_build2(b, IR_OP_SUB, a, e) : join(c, b, a, e);
}

// Adds a result to the if that defines p->v: the contribution of its branches.
static ir_val *
contribute_if(contributor *c, const rec_plan *p) {
  ir_op *op = p->v->def;
  const rec_plan *sides[2] = {p->a, p->b};
  for (int k = 0; k < 2; k++) {
    ir_op *yield = op->regions[k]->last;
    ir_builder b = ir_before(yield);
    ir_add_in(yield, materialise(c, sides[k], &b));
  }
  return ir_add_out(op, ir_ty(c->red->type), p->v->name);
}

// Lets the inner loop, or a copy of it where others may use what it carries,
// start from the identity.
static ir_val *
contribute_loop(contributor *c, const rec_plan *p, ir_builder *after) {
  ir_op *op = p->v->def;
  ir_val *a = contribute(c, p->a);
  ir_builder before = ir_before(op);
  if (c->red->running)
    op = ir_clone_op(&before, op, map_new(op->parent->func->module->arena));
  ir_builder b = ir_before(op);
  op->ins.at[op->n_dims + p->v->index] = ir_build_bits(
      &b, c->red->type, ir_red_identity(c->red->op, c->red->type));
  ir_val *v = op->outs.at[p->v->index];
  return a ? join(c, after, a, v) : v;
}

// Lets the inner loop carry whether an iteration set the scalar, in its place.
static ir_val *
contribute_flag(contributor *c, const rec_plan *p, ir_builder *after) {
  ir_op *op = p->v->def;
  ir_func *f = op->parent->func;
  ir_region *body = op->regions[0];
  int k = p->v->index;
  ir_val *init = op->ins.at[op->n_dims + k];
  ir_val *a = p->a->kind == PLAN_CONST ? materialise(c, p->a, after)
                                       : contribute(c, p->a);
  ir_builder before = ir_before(op), end = ir_before(body->last);
  ir_val *v = materialise(c, p->b, &end);
  ir_val *no = ir_build_bits(&before, IR_BOOL, 0);
  ir_val *any = ir_add_carried(op, no, p->v->name, p->v->name);
  ir_add_in(body->last, ir_build2(&end, IR_OP_OR, any, v));
  v = vec_last(&op->outs);
  ir_replace_uses(f, p->v, init);
  ir_replace_uses(f, body->params.at[op->n_dims + k], init);
  ir_drop_result(op, k);
  return a ? ir_build2(after, IR_OP_OR, a, v) : v;
}

// Runs only the branch that counts.
static ir_val *
contribute_short(contributor *c, const rec_plan *p, ir_builder *after) {
  ir_op *op = p->v->def;
  ir_builder b = ir_before(op);
  op->ins.at[0] = ir_build_bits(&b, IR_BOOL, p->side == 0);
  return combine(c, p, p->v, after);
}

// The contribution of the chain up to p->v, built behind its op; NULL: nothing.
static ir_val *
contribute(contributor *c, const rec_plan *p) {
  if (p->kind == PLAN_PASS || p->kind == PLAN_CONST)
    return NULL;
  if (map_has(c->done, p->v))
    return map_get(c->done, p->v);
  ir_builder b = ir_before(p->v->def->next);
  ir_val *v = NULL;
  if (p->kind == PLAN_OP || p->kind == PLAN_NOT) {
    v = combine(c, p, p->e ? p->e : ir_build_bits(&b, IR_BOOL, 1), &b);
  } else if (p->kind == PLAN_FMA) {
    ir_val **in = p->v->def->ins.at;
    v = combine(c, p, ir_build2(&b, IR_OP_MUL, in[0], in[1]), &b);
  } else if (p->kind == PLAN_SELECT) {
    ir_val *x = materialise(c, p->a, &b), *y = materialise(c, p->b, &b);
    v = ir_build3(&b, IR_OP_SELECT, p->c, x, y);
  } else if (p->kind == PLAN_IF) {
    v = contribute_if(c, p);
  } else if (p->kind == PLAN_LOOP) {
    v = contribute_loop(c, p, &b);
  } else if (p->kind == PLAN_FLAG) {
    v = contribute_flag(c, p, &b);
  } else {
    v = contribute_short(c, p, &b);
  }
  map_put(c->done, p->v, v);
  return v;
}

ir_val *
rec_element_contribution(const rec_red *r, ir_op *update) {
  contributor c = {r, map_new(update->parent->func->module->arena)};
  ir_builder b = ir_before(update);
  return materialise(&c, r->plan, &b);
}

ir_val *
rec_contribution(const ir_loop *l, const rec_red *r) {
  contributor c = {r, map_new(l->body->func->module->arena)};
  ir_builder b = ir_before(l->body->last);
  return materialise(&c, r->plan, &b);
}
