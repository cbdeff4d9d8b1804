// recognizer/shapes/state.c: states that an iteration sets whatever they were.
//
//   if (c == ' ') in = 0;                        in = c != ' ';
//   else if (!in) { in = 1; words++; }     =>    if (c != ' ' && !in) words++;
//
// A bool, or an integer that is only compared with 0, has two states. Where an
// iteration leaves the same in either case, which the body shows once one and
// then the other is put in its place, the new state does not depend on the old
// one; so the next iteration can compute it again (look_back in soac.c).
#include "recognizer/shapes/scalars.h"

typedef struct state {
  arena *a;
  const ir_region *body;
  VEC(const ir_val *) values; // that are the state, at some place
} state;

// -- Matching -----------------------------------------------------------------
// ir_walk_fn: adds choices of the state, stops at other uses than asking
// whether it is 0.
static bool
check_use(void *user, ir_op *op) {
  state *s = user;
  int64_t c;
  for (int i = 0; i < op->ins.n; i++) {
    bool is_state = false;
    for (int k = 0; k < s->values.n && !is_state; k++)
      is_state = s->values.at[k] == op->ins.at[i];
    if (!is_state)
      continue;
    bool asks = (op->code == IR_OP_EQ || op->code == IR_OP_NE) && i == 0 &&
                ir_match_int(op->ins.at[1], &c) && c == 0;
    const ir_op *up = op->parent->parent_op;
    if (op->code == IR_OP_SELECT && i > 0)
      vec_push(s->a, &s->values, op->outs.at[0]);
    else if (op->code == IR_OP_YIELD && up->code == IR_OP_IF)
      vec_push(s->a, &s->values, up->outs.at[i]);
    else if (!asks && (op->code != IR_OP_YIELD || op->parent != s->body))
      return false;
  }
  return true;
}

// True when carried value "k" of "l" is a bool, or an integer of which the loop
// asks whether it is 0, and nothing else. n_uses must be valid.
static bool
is_state(arena *a, const ir_loop *l, int k) {
  const ir_val *p = l->carried[k];
  state s = {.a = a, .body = l->body};
  vec_push(a, &s.values, p);
  return !p->type.array && p->n_uses &&
         (p->type.elem == IR_BOOL ||
          (ir_is_int(p->type.elem) && ir_walk(l->body, check_use, &s)));
}

// True when "v" is 0 or 1.
static bool
is_binary(const ir_val *v) {
  an_choice c;
  if (an_match_either(v, &c))
    return is_binary(c.y) && is_binary(c.z);
  an_range r = an_range_of(v);
  return r.lo >= 0 && r.hi <= 1;
}

// -- Values by conditions -----------------------------------------------------
enum { MOST_ATOMS = 8 };

// Bools that choices depend on, and what they are.
typedef struct atoms {
  arena *a;
  const ir_val *at[MOST_ATOMS];
  int n;
  unsigned holds; // a bit for each
} atoms;

// True when "v" is chosen from constants.
static bool
is_of_constants(const ir_val *v) {
  an_choice c;
  int64_t k;
  return an_match_either(v, &c) ? is_of_constants(c.y) && is_of_constants(c.z)
                                : ir_match_int(v, &k);
}

// The number that comparison "v" asks for of "of", chosen from constants, by
// IR_OP_EQ, or by IR_OP_NE; false where it is no such comparison.
static bool
match_question(const ir_val *v, const ir_val **of, int64_t *k) {
  const ir_op *op = v->def;
  an_choice c;
  if (!op || (op->code != IR_OP_EQ && op->code != IR_OP_NE) ||
      !ir_match_int(op->ins.at[1], k))
    return false;
  *of = op->ins.at[0];
  return an_match_either(*of, &c) && is_of_constants(*of);
}

// The number of bool "v" among the atoms; *same: or of its opposite. -1: none.
static int
find_atom(const atoms *t, const ir_val *v, bool *same) {
  for (int i = 0; i < t->n; i++) {
    *same = an_same_value(t->a, t->at[i], v);
    if (*same || an_are_opposite(t->a, t->at[i], v))
      return i;
  }
  return -1;
}

// Adds the bools that "v" depends on; false where these are too many.
static bool
add_atoms(atoms *t, const ir_val *v) {
  an_choice c;
  ir_val *both[2];
  const ir_val *of;
  int64_t k;
  bool same;
  if (an_match_either(v, &c))
    return add_atoms(t, c.c) && add_atoms(t, c.y) && add_atoms(t, c.z);
  if (v->type.elem != IR_BOOL || ir_match_int(v, &k))
    return true;
  if (v->def && v->def->code == IR_OP_NOT)
    return add_atoms(t, v->def->ins.at[0]);
  if (an_match_both(v, false, both) || an_match_both(v, true, both))
    return add_atoms(t, both[0]) && add_atoms(t, both[1]);
  if (match_question(v, &of, &k))
    return add_atoms(t, of);
  if (find_atom(t, v, &same) >= 0)
    return true;
  if (t->n == MOST_ATOMS)
    return false;
  t->at[t->n++] = v;
  return true;
}

// What "v" is where the atoms are what they are: *k, or a value that is
// returned.
static const ir_val *
value_at(const atoms *t, const ir_val *v, int64_t *k) {
  an_choice c;
  ir_val *both[2];
  const ir_val *of;
  int64_t x, y;
  bool same;
  if (an_match_either(v, &c)) {
    value_at(t, c.c, &x);
    return value_at(t, x ? c.y : c.z, k);
  }
  if (ir_match_int(v, k))
    return NULL;
  if (v->type.elem != IR_BOOL)
    return v;
  if (v->def && v->def->code == IR_OP_NOT) {
    value_at(t, v->def->ins.at[0], &x);
    *k = !x;
  } else if (an_match_both(v, false, both) || an_match_both(v, true, both)) {
    value_at(t, both[0], &x);
    value_at(t, both[1], &y);
    *k = an_match_both(v, false, both) ? x && y : x || y;
  } else if (match_question(v, &of, &y)) {
    value_at(t, of, &x);
    *k = (x == y) == (v->def->code == IR_OP_EQ);
  } else {
    int i = find_atom(t, v, &same);
    *k = ((t->holds >> i) & 1) == same;
  }
  return NULL;
}

// True when "x" and "y" are the same value, whatever the bools are that choose
// it, which "t" gets.
static bool
are_same(atoms *t, const ir_val *x, const ir_val *y) {
  if (an_same_value(t->a, x, y))
    return true;
  if (!add_atoms(t, x) || !add_atoms(t, y))
    return false;
  for (t->holds = 0; t->holds < 1u << t->n; t->holds++) {
    int64_t j, k;
    const ir_val *v = value_at(t, x, &j), *w = value_at(t, y, &k);
    if (v && w ? !an_same_value(t->a, v, w) : v || w || j != k)
      return false;
  }
  return true;
}

// -- Rewriting ----------------------------------------------------------------
ir_val **
rec_move_to_end(const ir_loop *l, ir_op *copy) {
  ir_region *r = copy->regions[0];
  arena *a = r->func->module->arena;
  map *subst = map_new(a);
  ir_val **yields = NEW_ARRAY(a, ir_val *, r->last->ins.n);
  ir_builder end = ir_before(l->body->last);
  for (int i = 0; i < r->params.n; i++)
    map_put(subst, r->params.at[i], l->body->params.at[i]);
  ir_clone_region_ops(&end, r, subst, yields);
  ir_remove(copy);
  return yields;
}

ir_val **
rec_yields_where(ir_func *f, const ir_loop *l, const ir_op *like, const int *k,
                 const int64_t *was, int n) {
  ir_builder before = ir_before(l->op);
  ir_op *copy = ir_clone_op(&before, like, map_new(f->module->arena));
  ir_region *r = copy->regions[0];
  ir_builder in = ir_before(r->first);
  for (int i = 0; i < n; i++) {
    ir_val *p = r->params.at[l->op->n_dims + k[i]];
    ir_replace_uses(f, p, ir_build_int(&in, p->type.elem, was[i]));
  }
  rec_assume_true(f, r, ir_build_int(&in, IR_BOOL, 1));
  return rec_move_to_end(l, copy);
}

// "v", a value of the body of "l" at its end, by selects; NULL where it takes
// more than choices of constants.
static ir_val *
build_plain(ir_builder *b, const ir_loop *l, ir_val *v) {
  const ir_region *home = ir_home_of(v);
  an_choice c;
  int64_t number;
  if (an_match_either(v, &c)) {
    ir_val *cond = build_plain(b, l, c.c);
    ir_val *yes = cond ? build_plain(b, l, c.y) : NULL;
    ir_val *no = yes ? build_plain(b, l, c.z) : NULL;
    return no ? ir_build3(b, IR_OP_SELECT, cond, yes, no) : NULL;
  }
  if (ir_match_int(v, &number))
    return ir_build_int(b, v->type.elem, number);
  return home == l->body || ir_is_outside(v, l->body) ? v : NULL;
}

// True when state "k" of "l" may be "v" wherever it may be what C makes of it,
// as each but the first state is: behind the loop, too, where it is 0 or 1, as
// which the region then has to start.
static bool
may_settle(loft_cx *cx, ir_func *f, const ir_loop *l, int k, const ir_val *v) {
  return !l->outs[k]->n_uses || v->type.elem == IR_BOOL ||
         (is_binary(v) && rec_guard_between(cx, f, l, l->inits[k], 0, 1));
}

// "v", a bool, or chosen from constants, at the end of the body of "l", by
// selects of the atoms from number "i" on, those before being what they are;
// NULL where an atom is not there.
static ir_val *
build_table(ir_builder *b, const ir_loop *l, atoms *t, int i, const ir_val *v) {
  int64_t k, x, y;
  if (i == t->n) {
    value_at(t, v, &k);
    return ir_build_int(b, v->type.elem, k);
  }
  ir_val *cond = (ir_val *)(uintptr_t)t->at[i];
  bool visible = ir_home_of(cond) == l->body || ir_is_outside(cond, l->body);
  t->holds &= (1u << i) - 1;
  ir_val *no = build_table(b, l, t, i + 1, v);
  t->holds = (t->holds & ((1u << i) - 1)) | 1u << i;
  ir_val *yes = visible ? build_table(b, l, t, i + 1, v) : NULL;
  if (!yes || !no)
    return NULL;
  bool same = ir_match_int(yes, &x) && ir_match_int(no, &y) && x == y;
  return same ? yes : ir_build3(b, IR_OP_SELECT, cond, yes, no);
}

// What state "k" of "l" becomes, at the end of its body, where it does not
// depend on what it was: "v[0]" and "v[1]" are what it becomes where it was 0
// and 1. NULL: it depends on that, or takes more than choices of constants.
static ir_val *
build_settled(loft_cx *cx, ir_func *f, const ir_loop *l, int k,
              ir_val *const *v) {
  enum { FEW = 3 };
  atoms t = {.a = cx->arena};
  ir_builder b = ir_before(l->body->last);
  if (!are_same(&t, v[0], v[1]) || !may_settle(cx, f, l, k, v[0]))
    return NULL;
  ir_val *out = NULL;
  bool numbers = v[0]->type.elem == IR_BOOL || is_of_constants(v[0]);
  if (t.n && t.n <= FEW && numbers)
    out = build_table(&b, l, &t, 0, v[0]);
  for (int i = 0; i < 2 && !out; i++)
    out = build_plain(&b, l, v[i]);
  return out;
}

void
rec_settle_states(loft_cx *cx, ir_func *f, ir_op *op) {
  arena *a = f->module->arena;
  ir_loop l;
  ir_match_loop(op, &l);
  for (int k = 0; k < l.n_carried; k++) {
    ir_count_uses(f);
    if (!is_state(a, &l, k))
      continue;
    ir_val *was[2];
    for (int64_t i = 0; i < 2; i++)
      was[i] = rec_yields_where(f, &l, op, &k, &i, 1)[k];
    ir_val *v = build_settled(cx, f, &l, k, was);
    if (v)
      l.body->last->ins.at[k] = v;
    rec_remove_unused(l.body);
  }
}
