// recognizer/shapes/winner_build.c: contests as compound.c folds them.
//
//   %w = if %ok { index %x, %i } else { NAN }
//   %c = lt %w, %best
//   %best1 = select %c, %w, %best      %at1 = select %c, %i, %at
//
// A rival that must not win is NAN, or the number that loses against all: one
// that only ties with it gets a wider type. Where nothing was set yet, a reduce
// before the loop finds the first iteration that sets something, and the loop
// starts from what that sets: C compares from there on.
#include "recognizer/shapes/winner.h"
#include "recognizer/shapes/independent.h"
#include "recognizer/shapes/nests.h"

// A copy of values of the loop's body.
typedef struct copying {
  const rec_contest *c;
  map *subst;
} copying;

// A copy in which parameters of the body stay, and, where they are
// "seen", values of its own ops.
static copying
start_copy(const rec_contest *c, bool seen) {
  copying k = {c, map_new(c->f->module->arena)};
  const ir_region *body = c->l.body;
  for (int i = 0; i < body->params.n; i++)
    map_put(k.subst, body->params.at[i], body->params.at[i]);
  ir_foreach_op (op, body)
    for (int i = 0; i < op->outs.n && seen; i++)
      map_put(k.subst, op->outs.at[i], op->outs.at[i]);
  return k;
}

// "v" at "b": a copy where it is not there.
static ir_val *
copy_value(copying *k, ir_builder *b, ir_val *v) {
  return an_copy_slice(b, v, k->c->l.body, k->subst);
}

// ir_walk_fn: false for a read.
static bool
reads_nothing(void *user, ir_op *op) {
  (void)user;
  return op->code != IR_OP_INDEX;
}

// "v", or where "cond" (NULL: true) does not hold, "other", at "b". Reads are
// ahead of C where "ahead" is given.
static ir_val *
copy_where(copying *k, ir_builder *b, ir_val *cond, ir_val *v, ir_val *other,
           rec_regions *ahead) {
  if (map_has(k->subst, v) || ir_is_outside(v, k->c->l.body))
    return cond ? ir_build3(b, IR_OP_SELECT, cond, copy_value(k, b, v), other)
                : copy_value(k, b, v);
  ir_val *runs = cond ? cond : ir_build_int(b, IR_BOOL, 1);
  ir_op *op = ir_build_raw(b, IR_OP_IF);
  ir_add_in(op, runs);
  ir_region *yes = ir_add_region(op), *no = ir_add_region(op);
  copying inner = *k;
  inner.subst = map_copy(k->c->f->module->arena, k->subst);
  ir_builder in = ir_at_end(yes), out = ir_at_end(no);
  ir_val *copy = copy_value(&inner, &in, v);
  ir_build_yield(&in, &copy, 1);
  ir_build_yield(&out, &other, 1);
  if (ahead && !ir_walk(yes, reads_nothing, NULL))
    vec_push(k->c->f->module->arena, ahead, yes);
  return ir_add_out(op, v->type, v->name);
}

// Whether all terms hold, at "b"; NULL: there are none.
static ir_val *
build_terms(copying *k, ir_builder *b, rec_regions *ahead) {
  const rec_contest *c = k->c;
  ir_val *all = NULL, *no = NULL;
  for (int i = 0; i < c->terms.n; i++) {
    const rec_term *t = &c->terms.at[i];
    bool late = i >= c->n_before;
    if (all || late)
      no = ir_build_int(b, IR_BOOL, !t->holds);
    ir_val *v = all || late
                    ? copy_where(k, b, all, t->v, no, late ? ahead : NULL)
                    : copy_value(k, b, t->v);
    v = t->holds ? v : ir_build1(b, IR_OP_NOT, v);
    all = v;
  }
  return all;
}

// -- Nothing set yet --------------------------------------------------------

// The index of the first iteration in which all terms hold, or INT64_MAX.
static ir_val *
build_first(const rec_contest *c, rec_regions *ahead) {
  ir_builder b = ir_before(c->l.op);
  ir_val *none = ir_build_int(&b, IR_I64, INT64_MAX);
  ir_val *i;
  ir_region *r =
      ir_start_fold(&b, IR_OP_MIN, c->l.extent, none, false, c->l.i->name, &i);
  ir_builder in = ir_at_end(r);
  copying k = start_copy(c, false);
  map_put(k.subst, c->l.i, i);
  ir_val *all = build_terms(&k, &in, ahead);
  ir_val *at = all ? ir_build3(&in, IR_OP_SELECT, all, i, none) : i;
  return ir_end_fold(&in, at, "first");
}

// Whether nothing is set where the carried scalars are "inits", at "b".
static ir_val *
build_none(const rec_contest *c, ir_builder *b, ir_val *const *inits) {
  copying k = start_copy(c, false);
  for (int i = 0; i < c->l.n_carried; i++)
    map_put(k.subst, c->l.carried[i], inits[i]);
  ir_val *v = copy_value(&k, b, c->none.v);
  return c->none.holds ? v : ir_build1(b, IR_OP_NOT, v);
}

// Lets the loop start from what the first iteration sets that sets something,
// where nothing is set.
static void
start_from_first(rec_contest *c, rec_regions *ahead) {
  ir_val *first = build_first(c, ahead);
  ir_builder b = ir_before(c->l.op);
  ir_val *end = ir_build_int(&b, IR_I64, INT64_MAX);
  ir_val *found = ir_build2(&b, IR_OP_LT, first, end);
  found = ir_build2(&b, IR_OP_AND, found, build_none(c, &b, c->l.inits));
  for (int i = 0; i < c->set.n; i++) {
    int j = c->set.at[i];
    copying k = start_copy(c, false);
    map_put(k.subst, c->l.i, first);
    c->l.op->ins.at[1 + j] =
        copy_where(&k, &b, found, c->values.at[i], c->l.inits[j], NULL);
  }
}

// -- The loop ---------------------------------------------------------------

// The initial value of best, of its own type: 0 where nothing is set.
static ir_val *
build_start(const rec_contest *c, rec_regions *ahead) {
  ir_builder b = ir_before(c->l.op);
  ir_val *zero = ir_build_int(&b, IR_I64, 0);
  ir_val *runs = ir_build2(&b, IR_OP_GT, c->l.extent, zero);
  if (c->none.v) {
    ir_val *some = ir_build1(&b, IR_OP_NOT, build_none(c, &b, c->l.inits));
    runs = ir_build2(&b, IR_OP_AND, runs, some);
  }
  copying k = start_copy(c, false);
  for (int i = 0; i < c->l.n_carried; i++)
    map_put(k.subst, c->l.carried[i], c->l.inits[i]);
  ir_val *nothing = ir_build_bits(&b, c->best->type.elem, 0);
  bool certain = c->best->def->parent == c->l.body && !c->none.v;
  return copy_where(&k, &b, runs, c->best, nothing, certain ? NULL : ahead);
}

// The type that best is carried as.
static ir_scalar
find_type(const rec_contest *c) {
  ir_scalar s = c->rival->type.elem;
  bool ties = c->beats == IR_OP_LE || c->beats == IR_OP_GE;
  return c->terms.n && ties && !ir_is_float(s) ? IR_I64 : s;
}

// Carries best beside the rest, where it is not carried as it is; its number.
static int
carry_best(rec_contest *c, ir_scalar type, rec_regions *ahead) {
  if (c->key >= 0 && type == c->best->type.elem)
    return c->key;
  ir_builder b = ir_before(c->l.op);
  ir_val *start = c->key >= 0 ? c->l.inits[c->key] : build_start(c, ahead);
  const char *name = c->best->name ? c->best->name : "best";
  ir_val *best =
      ir_add_carried(c->l.op, ir_build_convert(&b, start, type), name, name);
  if (c->key < 0) {
    ir_builder in = ir_before(c->l.body->first);
    ir_val *now = ir_build_convert(&in, best, c->best->type.elem);
    ir_replace_uses(c->f, c->best, now);
    c->best = now;
  }
  ir_add_in(c->l.body->last, best);
  ir_match_loop(c->l.op, &c->l);
  return c->l.n_carried - 1;
}

// The rival at "b" where "all" (NULL: true) holds, else one that never wins.
static ir_val *
build_rival(copying *k, ir_builder *b, ir_val *all, ir_scalar type,
            rec_regions *ahead) {
  const rec_contest *c = k->c;
  bool least = c->beats == IR_OP_LT || c->beats == IR_OP_LE;
  ir_opcode fold = least || ir_is_float(type) ? IR_OP_MIN : IR_OP_MAX;
  ir_scalar own = c->rival->type.elem;
  ir_val *zero = ir_build_bits(b, own, 0);
  ir_val *v = copy_where(k, b, all, c->rival, zero, ahead);
  if (!all)
    return v;
  ir_val *loser = ir_build_bits(b, type, ir_red_identity(fold, type));
  return ir_build3(b, IR_OP_SELECT, all, ir_build_convert(b, v, type), loser);
}

// ir_walk_fn: adds "op" to the set *user.
static bool
note_op(void *user, ir_op *op) {
  map_put(user, op, op);
  return true;
}

// The ops of the loop's body, a set.
static map *
find_ops(const rec_contest *c) {
  map *all = map_new(c->f->module->arena);
  ir_walk(c->l.body, note_op, all);
  return all;
}

// A walk that looks for uses of what a contest sets.
typedef struct seeing {
  const rec_contest *c;
  const map *ops;
} seeing;

// ir_walk_fn: stops at one of the ops that uses a scalar that is set.
static bool
is_blind(void *user, ir_op *op) {
  const seeing *s = user;
  for (int i = 0; i < op->ins.n && map_has(s->ops, op); i++)
    for (int k = 0; k < s->c->set.n; k++)
      if (op->ins.at[i] == s->c->l.carried[s->c->set.at[k]])
        return false;
  return true;
}

// True when none of "ops", which are not the contest's own, uses what it sets:
// the loop may start from what its first iterations set later.
static bool
is_unseen(const rec_contest *c, const map *ops) {
  seeing s = {c, ops};
  return ir_walk(c->l.body, is_blind, &s);
}

// Makes the body of the loop set scalar "k" to "v" where the contest is won.
static void
set_where(const rec_contest *c, ir_builder *b, ir_val *wins, int k, ir_val *v) {
  c->l.body->last->ins.at[k] =
      ir_build3(b, IR_OP_SELECT, wins, v, c->l.carried[k]);
}

// "all" (NULL: true), and whether the keys of "tuple" of which none may be NaN
// are numbers, at "b".
static ir_val *
build_numbers(const rec_ranking *r, ir_builder *b, ir_val *const *tuple,
              ir_val *all) {
  for (int i = 0; i < r->n_keys; i++) {
    if (!(r->numbers >> i & 1))
      continue;
    ir_val *v = ir_build2(b, IR_OP_EQ, tuple[i], tuple[i]);
    all = all ? ir_build2(b, IR_OP_AND, all, v) : v;
  }
  return all;
}

// Lets the loop carry, from "start" on, whether "all" (NULL: true) held in an
// iteration in which "numbers" did not; the result.
static ir_val *
carry_odd(rec_contest *c, ir_builder *b, ir_val *start, ir_val *all,
          ir_val *numbers) {
  ir_val *odd = ir_build1(b, IR_OP_NOT, numbers);
  ir_val *any = ir_add_carried(c->l.op, start, "odd", "odd");
  if (all)
    odd = ir_build2(b, IR_OP_AND, all, odd);
  ir_add_in(c->l.body->last, ir_build2(b, IR_OP_OR, any, odd));
  ir_match_loop(c->l.op, &c->l);
  return vec_last(&c->l.op->outs);
}

// build_contest of a ranking.
static void
build_ranks(rec_contest *c, rec_contests *out) {
  rec_regions *ahead = &out->ahead;
  const rec_ranking *r = &c->ranking;
  int key[REC_MAX_KEYS];
  ir_val *start[REC_MAX_KEYS], *best[REC_MAX_KEYS], *rival[REC_MAX_KEYS];
  for (int i = 0; i < r->n_keys; i++) {
    c->best = c->pairs.at[2 * r->pair[i]];
    c->key = -1;
    for (int k = 0; k < c->set.n; k++)
      if (c->best == c->l.carried[c->set.at[k]])
        c->key = c->set.at[k];
    key[i] = carry_best(c, c->best->type.elem, ahead);
  }
  ir_builder b = ir_before(c->l.body->last);
  copying copy = start_copy(c, true);
  ir_val *all = build_terms(&copy, &b, ahead);
  for (int i = 0; i < r->n_keys; i++) {
    ir_val *v = c->pairs.at[2 * r->pair[i] + 1];
    ir_val *none = ir_build_bits(&b, v->type.elem, 0);
    rival[i] = copy_where(&copy, &b, all, v, none, ahead);
    best[i] = c->l.carried[key[i]];
    start[i] = c->l.inits[key[i]];
  }
  ir_val *wins = rec_build_ranking(&b, r, best, rival);
  if (all)
    wins = ir_build2(&b, IR_OP_AND, all, wins);
  if (r->numbers) {
    ir_builder before = ir_before(c->l.op);
    ir_val *first = build_numbers(r, &before, start, NULL);
    first = ir_build1(&before, IR_OP_NOT, first);
    ir_val *numbers = build_numbers(r, &b, rival, NULL);
    vec_push(c->f->module->arena, &out->odd,
             carry_odd(c, &b, first, all, numbers));
    wins = build_numbers(r, &b, best, build_numbers(r, &b, rival, wins));
  }
  for (int i = 0; i < c->set.n; i++) {
    int j = c->set.at[i];
    ir_val *none = ir_build_bits(&b, c->l.carried[j]->type.elem, 0);
    set_where(c, &b, wins, j,
              copy_where(&copy, &b, all, c->values.at[i], none, ahead));
  }
  for (int i = 0; i < r->n_keys; i++)
    set_where(c, &b, wins, key[i], rival[i]);
}

// build_contest of one comparison.
static void
build_comparison(rec_contest *c, rec_regions *ahead) {
  ir_scalar type = find_type(c);
  int key = carry_best(c, type, ahead);
  ir_builder b = ir_before(c->l.body->last);
  copying k = start_copy(c, true);
  ir_val *all = build_terms(&k, &b, ahead);
  ir_val *rival = build_rival(&k, &b, all, type, NULL);
  ir_val *wins = ir_build2(&b, c->beats, rival, c->l.carried[key]);
  for (int i = 0; i < c->set.n; i++) {
    int j = c->set.at[i];
    ir_val *none = ir_build_bits(&b, c->l.carried[j]->type.elem, 0);
    ir_val *v = j == key
                    ? rival
                    : copy_where(&k, &b, all, c->values.at[i], none, ahead);
    set_where(c, &b, wins, j, v);
  }
  if (key == c->l.n_carried - 1 && key != c->key)
    set_where(c, &b, wins, key, rival);
}

// Lets the loop compare carried values, and set them, at the end of its body.
// False where it is of no use then.
static bool
build_contest(rec_contest *c, rec_contests *out) {
  const map *ops = find_ops(c);
  if (c->none.v)
    start_from_first(c, &out->ahead);
  if (c->ranks)
    build_ranks(c, out);
  else
    build_comparison(c, &out->ahead);
  rec_remove_unused(c->l.body);
  return !c->none.v || is_unseen(c, ops);
}

// ir_walk_fn: stops at a read of memory the runtime cannot look at beforehand.
static bool
may_probe(void *user, ir_op *op) {
  (void)user;
  return op->code != IR_OP_INDEX || rec_may_probe(op);
}

bool
rec_build_contests(loft_cx *cx, ir_func *f, ir_op *op, const rec_flat *flat,
                   rec_contests *out) {
  bool any = false, ok = true;
  for (int k = 0; k < op->outs.n && ok; k++) {
    rec_contest c = {.cx = cx, .f = f, .flat = flat};
    if (!ir_match_loop(op, &c.l) || !rec_match_contest(&c, k))
      continue;
    ok = build_contest(&c, out);
    out->counts |= c.none.v != NULL;
    any = true;
  }
  for (int i = 0; i < out->ahead.n && ok; i++)
    ok = ir_walk(out->ahead.at[i], may_probe, NULL);
  return any && ok;
}
