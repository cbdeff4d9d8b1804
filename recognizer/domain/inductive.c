// recognizer/domain/inductive.c: inductive invariants of the integers that a
// while loop carries: what holds whenever an iteration starts. (Values that are
// loop-invariant, the same in all iterations, are analysis/slice.c's.)
//
// A binary search never lowers lo nor raises hi, and leaves both between what
// they start as; so what it reads is known before it runs. Candidates are
// proven by induction (Flanagan and Leino, "Houdini"): all are taken to hold
// when an iteration starts, those that its end does not keep are dropped, and
// that again until none is. They hold at first by what they say, or are shown
// to: that x is not negative, or below a limit. Besides, an
// iteration starts only where the loop's condition holds, of the values that
// the one before it made: those comparisons are kept that hold of the first
// values as well. And where nothing but a comparison with what stays the same
// ends the loop, a value that takes steps of one size goes towards the end:
// steps the other way would overflow.
//
// Footprints alone ask. A loop around is settled before those in it; while one
// is being settled nothing is known of others.
#include "recognizer/domain/domain.h"

enum {
  NOT_BELOW = 1,    // x >= what it starts as
  NOT_ABOVE = 2,    // x <= what it starts as
  FROM_LEAST = 4,   // x >= the least of what the integers start as
  TO_MOST = 8,      // x <= the most
  FROM_ZERO = 16,   // x >= 0
  BELOW_LIMIT = 32, // x is below what find_limit says
  ALL_HELD = 63
};

// The facts about one loop.
typedef struct invariants {
  ir_loop l;
  int *held;         // of each carried value, NOT_BELOW, ...
  VEC(an_poly) head; // each >= 0 when an iteration starts
  int least, most;   // atoms for the extremes of what the integers start as
} invariants;

// True when carried value "k" of "l" is an integer.
static bool
is_integer(const ir_loop *l, int k) {
  return ir_is_int(l->carried[k]->type.elem) && !l->carried[k]->type.array;
}

// What the next value of carried "k" of "l" is compared with, from outside of
// the loop, to start again where it is equal; NULL: nothing.
static ir_val *
find_turn(const ir_loop *l, int k) {
  an_choice c;
  if (!an_match_either(l->yields[k], &c) || !c.c->def ||
      (c.c->def->code != IR_OP_EQ && c.c->def->code != IR_OP_NE))
    return NULL;
  ir_val *turn = c.c->def->ins.at[1];
  bool goes_on = rec_unconverted(c.c->def->ins.at[0]) ==
                 rec_unconverted(c.c->def->code == IR_OP_EQ ? c.z : c.y);
  return goes_on && ir_is_outside(turn, l->body) ? turn : NULL;
}

// The value from outside of "l" that the next value of carried "k" is below,
// or, where *more is 1, no more than: where a ring ends, a divisor, or a mask.
// NULL: there is none.
static ir_val *
find_limit(const ir_loop *l, int k, int *more) {
  const ir_op *op = rec_unconverted(l->yields[k])->def;
  bool masks = op && op->code == IR_OP_AND;
  *more = masks;
  if (!op || (!masks && op->code != IR_OP_REM))
    return find_turn(l, k);
  for (int i = 1; i >= !masks; i--)
    if (ir_is_outside(op->ins.at[i], l->body))
      return op->ins.at[i];
  return NULL;
}

// A new atom, in no domain yet.
static int
fresh_atom(rec_an *an) {
  return rec_an_virtual(an, NEW(an->a, char));
}

// The initial value of carried value "k". One of 64 bits is checked to be
// small, if that can be done before the region runs, and "d" learns it.
static an_poly
read_start(rec_dom *d, const invariants *inv, int k) {
  rec_an *an = d->an;
  ir_val *v = inv->l.inits[k];
  an_poly p = rec_read_exact(d, v);
  an_poly most = an_poly_const(an->a, INT64_C(1) << REC_BIG_BITS);
  if (ir_size(v->type.elem) == 8 && !rec_poly_varies(an, &p) &&
      an->inspector->value(an->emit, &p))
    rec_dom_add(d, rec_form_ge2(an, &most, &p, 0));
  return p;
}

// Tells "d" that atom "x" is the least, or the most, of what the integers start
// as.
static void
add_extreme(rec_dom *d, const invariants *inv, int atom) {
  rec_an *an = d->an;
  rec_form *one = NULL;
  if (!rec_dom_note_atom(d, atom))
    return;
  int owner = d->owner;
  d->owner = atom;
  an_poly x = an_poly_atom(an->a, atom);
  for (int k = 0; k < inv->l.n_carried; k++) {
    if (!is_integer(&inv->l, k))
      continue;
    an_poly p = read_start(d, inv, k);
    rec_dom_add(d, atom == inv->most ? rec_form_ge2(an, &x, &p, 0)
                                     : rec_form_ge2(an, &p, &x, 0));
    rec_form *is = rec_form_eq2(an, &x, &p);
    one = one ? rec_form_or(an, one, is) : is;
  }
  rec_dom_add(d, one);
  d->owner = owner;
}

// The polynomial that is not negative where "p", a value of carried "k", is as
// "held", one of the enum's, says.
static an_poly
distance(rec_dom *d, const invariants *inv, const an_poly *p, int k, int held) {
  rec_an *an = d->an;
  bool above = held != NOT_ABOVE && held != TO_MOST && held != BELOW_LIMIT;
  an_poly end = an_poly_const(an->a, 0);
  if (held == NOT_BELOW || held == NOT_ABOVE) {
    end = read_start(d, inv, k);
  } else if (held == BELOW_LIMIT) {
    int more;
    end = rec_read_exact(d, find_limit(&inv->l, k, &more));
    end = an_poly_plus(an->a, &end, more - 1);
  } else if (held != FROM_ZERO) {
    int atom = held == TO_MOST ? inv->most : inv->least;
    add_extreme(d, inv, atom);
    end = an_poly_atom(an->a, atom);
  }
  return above ? an_poly_add(an->a, p, &end, -1)
               : an_poly_add(an->a, &end, p, -1);
}

// -- The condition --------------------------------------------------------
// A condition being taken over from the end of an iteration to the start of the
// next.
typedef struct taking {
  rec_an *an;
  invariants *inv;
  int *next; // of each carried value, the atom that its next value is read as
} taking;

// The carried value whose next value atom "f" is; -1 for other atoms.
static int
next_of(const taking *t, int f) {
  for (int k = 0; k < t->inv->l.n_carried; k++)
    if (t->next[k] == f && is_integer(&t->inv->l, k))
      return k;
  return -1;
}

// True when "p" is about next values and what the loop does not change.
static bool
can_take(const taking *t, const an_poly *p) {
  for (int i = 0; i < p->t.n; i++)
    for (int k = 0; k < p->t.at[i].n; k++) {
      int f = p->t.at[i].f[k];
      const rec_atom *at = &t->an->atoms.at[f];
      if (next_of(t, f) < 0 && at->is_dim &&
          !(at->val && ir_is_outside(at->val, t->inv->l.body)))
        return false;
    }
  return !p->bad;
}

// "p" with what it says about next values said about "now", one each.
static an_poly
put_for_next(const taking *t, const an_poly *p, const an_poly *now) {
  an_poly out = *p;
  for (int k = 0; k < t->inv->l.n_carried; k++)
    if (is_integer(&t->inv->l, k))
      out = an_poly_replace(t->an->a, &out, t->next[k], &now[k]);
  return out;
}

// True when "f" says that p >= 0 in so many words: so products may be in it.
static bool
states(const rec_form *f, const an_poly *p) {
  if (f->kind == REC_FORM_AND)
    return states(f->a, p) || states(f->b, p);
  return f->kind == REC_FORM_GE && an_poly_eq(&f->p, p);
}

// True when p >= 0 holds of what the integers start as, where the loop's first
// iteration starts.
static bool
holds_at_first(const taking *t, const an_poly *p) {
  const invariants *inv = t->inv;
  rec_dom *d = rec_dom_new(t->an, inv->l.op, false);
  an_poly *first = NEW_ARRAY(t->an->a, an_poly, inv->l.n_carried);
  for (int k = 0; k < inv->l.n_carried; k++)
    if (is_integer(&inv->l, k))
      first[k] = read_start(d, inv, k);
  rec_form *runs = rec_read_cond(d, inv->l.inits[0], false);
  rec_dom_add(d, runs);
  an_poly start = put_for_next(t, p, first);
  return states(runs, &start) || rec_prove_ge(d, &start);
}

// Takes over those comparisons of "f", which holds, that hold at first too.
static void
take_over(taking *t, const rec_form *f) {
  const ir_loop *l = &t->inv->l;
  if (f->kind == REC_FORM_AND) {
    take_over(t, f->a);
    take_over(t, f->b);
  }
  if (f->kind != REC_FORM_GE || !can_take(t, &f->p) ||
      !holds_at_first(t, &f->p))
    return;
  an_poly *now = NEW_ARRAY(t->an->a, an_poly, l->n_carried);
  for (int k = 0; k < l->n_carried; k++)
    if (is_integer(l, k))
      now[k] = an_poly_atom(t->an->a, rec_an_atom(t->an, l->carried[k]));
  an_poly head = put_for_next(t, &f->p, now);
  vec_push(t->an->a, &t->inv->head, head);
}

// Finds the facts that the condition gives when an iteration starts.
static void
find_head(rec_an *an, invariants *inv) {
  const ir_loop *l = &inv->l;
  taking t = {an, inv, NEW_ARRAY(an->a, int, l->n_carried)};
  rec_dom *d = rec_dom_new(an, l->body->last, false);
  for (int k = 0; k < l->n_carried; k++) {
    int64_t c;
    if (!is_integer(l, k))
      continue;
    t.next[k] = fresh_atom(an);
    an_poly next = an_poly_atom(an->a, t.next[k]);
    if (!ir_match_int(l->yields[k], &c))
      rec_read_as(d, l->yields[k], &next);
  }
  take_over(&t, rec_read_cond(d, l->yields[0], false));
}

// -- Induction ------------------------------------------------------------
// True when carried value "k" can only go the way that "held" says: nothing but
// a comparison of it ends the loop, which a step the other way, the same in all
// iterations, would never make false before the signed value overflowed.
static bool
steps_towards_end(const ir_loop *l, int k, int held) {
  const ir_op *test = l->yields[0]->def, *step = l->yields[k]->def;
  bool up = held == NOT_BELOW;
  if ((!up && held != NOT_ABOVE) || l->extent || !test || !step ||
      !ir_is_signed(l->carried[k]->type.elem) ||
      (step->code != IR_OP_ADD && step->code != IR_OP_SUB))
    return false;
  ir_opcode code = test->code;
  bool ends = up ? code == IR_OP_LT || code == IR_OP_LE
                 : code == IR_OP_GT || code == IR_OP_GE;
  int own = step->code == IR_OP_ADD && step->ins.at[1] == l->carried[k];
  return ends && test->ins.at[0] == l->yields[k] &&
         ir_is_outside(test->ins.at[1], l->body) &&
         step->ins.at[own] == l->carried[k] &&
         ir_is_outside(step->ins.at[1 - own], l->body);
}

// What may hold of carried "k": all that holds when the first iteration starts.
static int
find_candidates(rec_an *an, const invariants *inv, int k) {
  int all = NOT_BELOW | NOT_ABOVE | FROM_LEAST | TO_MOST, more;
  rec_dom *d = rec_dom_new(an, inv->l.op, false);
  rec_dom_add(d, rec_read_cond(d, inv->l.inits[0], false));
  an_poly p = read_start(d, inv, k);
  for (int held = FROM_ZERO; held < ALL_HELD; held *= 2) {
    if (held == BELOW_LIMIT && !find_limit(&inv->l, k, &more))
      continue;
    an_poly far = distance(d, inv, &p, k, held);
    if (!far.bad && rec_prove_ge(d, &far))
      all |= held;
  }
  return all;
}

// Drops facts that an iteration does not keep. True when there was one.
static bool
drop_unkept(rec_an *an, invariants *inv) {
  const ir_loop *l = &inv->l;
  bool dropped = false;
  for (int k = 0; k < l->n_carried; k++) {
    if (!inv->held[k])
      continue;
    rec_dom *d = rec_dom_new(an, l->body->last, false);
    an_poly p = rec_read_exact(d, l->yields[k]);
    for (int held = 1; held < ALL_HELD; held *= 2) {
      if (!(inv->held[k] & held) || steps_towards_end(l, k, held))
        continue;
      an_poly far = distance(d, inv, &p, k, held);
      if (far.bad || !rec_prove_ge(d, &far)) {
        inv->held[k] &= ~held;
        dropped = true;
      }
    }
  }
  return dropped;
}

// Finds the invariants of the loop "op".
static invariants *
settle(rec_an *an, ir_op *op) {
  invariants *inv = NEW(an->a, invariants);
  int n = 0;
  if (!ir_match_loop(op, &inv->l))
    return NULL;
  map_put(an->invariants, op, inv);
  inv->held = NEW_ARRAY(an->a, int, inv->l.n_carried);
  inv->least = fresh_atom(an);
  inv->most = fresh_atom(an);
  for (int k = 0; k < inv->l.n_carried; k++)
    n += is_integer(&inv->l, k);
  enum { MAX_INTEGERS = 4 };
  if (!n || n > MAX_INTEGERS)
    return inv;
  bool may_assume = an->may_assume;
  an->may_assume = false;
  an->proves_invariants = true;
  find_head(an, inv);
  for (int k = 0; k < inv->l.n_carried; k++)
    inv->held[k] = is_integer(&inv->l, k) ? find_candidates(an, inv, k) : 0;
  while (drop_unkept(an, inv))
    ;
  an->proves_invariants = false;
  an->may_assume = may_assume;
  return inv;
}

// The invariants of while loop "op", or NULL.
static const invariants *
find_invariants(rec_an *an, ir_op *op) {
  if (map_has(an->invariants, op) || !an->emit || an->proves_invariants)
    return map_get(an->invariants, op);
  ir_op *up = op->parent->parent_op;
  while (up && !(up->code == IR_OP_LOOP && up->has_while))
    up = up->parent->parent_op;
  if (up)
    find_invariants(an, up);
  return map_has(an->invariants, op) ? map_get(an->invariants, op)
                                     : settle(an, op);
}

// -- Counts -----------------------------------------------------------------
ir_val *
rec_count_of(rec_an *an, const ir_op *op, int k) {
  int64_t first, by;
  ir_val *total = op->outs.at[k];
  const ir_op *step = op->regions[0]->last->ins.at[k]->def;
  bool counts = !op->n_dims && total->type.elem == IR_I64 &&
                !total->type.array && ir_match_int(op->ins.at[k], &first) &&
                !first && step && step->code == IR_OP_ADD &&
                step->ins.at[0] == op->regions[0]->params.at[k] &&
                ir_match_int(step->ins.at[1], &by) && by == 1;
  return counts && rec_is_given(an, total) ? total : NULL;
}

// Adds that "x", which while loop "op" carries as "k", is below what the loop
// leaves of it, to "d", where that is how often it runs.
static void
add_count(rec_dom *d, const an_poly *x, ir_op *op, int k) {
  rec_an *an = d->an;
  ir_val *total = rec_count_of(an, op, k);
  if (!total)
    return;
  an_poly all = an_poly_atom(an->a, rec_an_atom(an, total));
  an_poly left = an_poly_add(an->a, &all, x, -1);
  left = an_poly_plus(an->a, &left, -1);
  rec_dom_add(d, rec_form_ge(an, x));
  rec_dom_add(d, rec_form_ge(an, &left));
}

// -- Use ------------------------------------------------------------------
// Adds the atoms of "p" that are data, and not carried by loop "l", to "d".
// False: there are none.
static bool
add_data(rec_dom *d, const ir_loop *l, const an_poly *p) {
  bool any = false;
  for (int i = 0; i < p->t.n; i++)
    for (int k = 0; k < p->t.at[i].n; k++) {
      const rec_atom *at = &d->an->atoms.at[p->t.at[i].f[k]];
      if (!at->is_dim || !at->val || at->val->param_of == l->body)
        continue;
      rec_read(d, at->val);
      any = true;
    }
  return any;
}

// Makes "p" >= 0, which holds when an iteration starts, a fact about each value
// that loop "l" carries, where it compares that with data: then the data are
// looked at (Note [Relevance]).
static void
own_comparison(rec_dom *d, const ir_loop *l, const an_poly *p) {
  int owner = d->owner;
  if (!add_data(d, l, p))
    return;
  for (int k = 0; k < l->n_carried; k++) {
    d->owner = rec_an_atom(d->an, l->carried[k]);
    for (int i = 0; i < p->t.n && is_integer(l, k); i++)
      if (p->t.at[i].n == 1 && p->t.at[i].f[0] == d->owner)
        rec_dom_add(d, rec_form_ge(d->an, p));
  }
  d->owner = owner;
}

// The condition comes first: values that are read for what is carried may fit
// their types by it alone.
void
rec_add_iteration(rec_dom *d, ir_op *op) {
  const invariants *inv = find_invariants(d->an, op);
  for (int i = 0; inv && i < inv->head.n; i++)
    rec_dom_add(d, rec_form_ge(d->an, &inv->head.at[i]));
  for (int i = 0; inv && i < inv->head.n; i++)
    own_comparison(d, &inv->l, &inv->head.at[i]);
  for (int k = 0; inv && inv->head.n && k < inv->l.n_carried; k++)
    if (is_integer(&inv->l, k))
      rec_read(d, inv->l.carried[k]);
}

// Extremes make large sets; within an iteration the condition does as well as
// they do.
void
rec_add_invariants(rec_dom *d, const an_poly *x, ir_op *op, int k,
                   bool inside) {
  if (inside)
    add_count(d, x, op, k);
  const invariants *inv = find_invariants(d->an, op);
  int useful = inside && inv && inv->head.n && !d->an->proves_invariants
                   ? NOT_BELOW | NOT_ABOVE
                   : ALL_HELD;
  for (int held = 1; inv && held < ALL_HELD; held *= 2)
    if (inv->held[k] & useful & held) {
      an_poly far = distance(d, inv, x, k, held);
      rec_dom_add(d, rec_form_ge(d->an, &far));
    }
}
