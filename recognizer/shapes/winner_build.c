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

// True when nothing but the contest itself, by comparing scalar "key", uses
// what it sets: the loop may start from what its first iterations set later.
static bool
is_unseen(const rec_contest *c, int key) {
  ir_count_uses_in(c->l.body);
  for (int i = 0; i < c->set.n; i++) {
    int j = c->set.at[i];
    if (c->l.carried[j]->n_uses > 1 + (j == key))
      return false;
  }
  return true;
}

// Lets the loop compare carried values, and set them, at the end of its body.
// False where it is of no use then.
static bool
build_contest(rec_contest *c, rec_regions *ahead) {
  if (c->none.v)
    start_from_first(c, ahead);
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
    c->l.body->last->ins.at[j] =
        ir_build3(&b, IR_OP_SELECT, wins, v, c->l.carried[j]);
  }
  if (key == c->l.n_carried - 1 && key != c->key)
    c->l.body->last->ins.at[key] =
        ir_build3(&b, IR_OP_SELECT, wins, rival, c->l.carried[key]);
  rec_remove_unused(c->l.body);
  return !c->none.v || is_unseen(c, key);
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
    ok = build_contest(&c, &out->ahead);
    out->counts |= c.none.v != NULL;
    any = true;
  }
  for (int i = 0; i < out->ahead.n && ok; i++)
    ok = ir_walk(out->ahead.at[i], may_probe, NULL);
  return any && ok;
}
