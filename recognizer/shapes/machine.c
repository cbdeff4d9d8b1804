// recognizer/shapes/machine.c: state machines.
//
//   for (..) {                                  F = identity;
//     if (s == 0 && c == '/') s = 1;            for (..) {
//     else if (s == 1) s = c == '*' ? 2 : 0;      s = F(s0); ...
//     ...                                 =>      T = s becomes ..;
//   }                                             F = T after F;
//                                               }
//                                               s = F(s0);
//
// A scalar that takes few values is a state. What an iteration makes of each
// state, if each is put in the place of the scalar once, does not depend on the
// others, and such functions compose associatively (Ladner and Fischer 1980,
// Parallel Prefix Computation, section 1): a scan gives the function from the
// start to each iteration. It is a number, with 4 bits for what becomes of a
// state. Scalars that depend on one another are one state.
#include "recognizer/footprint/footprint.h"
#include "recognizer/shapes/folds.h"
#include "recognizer/shapes/independent.h"
#include "recognizer/shapes/nests.h"
#include "recognizer/shapes/scalars.h"

// A function's bits for each state; its states.
enum { BITS = 4, MOST_STATES = 1 << BITS, MOST_SCALARS = BITS };
enum { MOST_OPS = 1 << 13 };

// The scalars of loop "l" that are one state.
typedef struct machine {
  loft_cx *cx;
  arena *a;
  ir_func *f;
  ir_loop l;
  ir_op *like;                                // a copy of it in front of it
  int n, k[MOST_SCALARS], bits[MOST_SCALARS]; // of the state, lowest first
  int64_t least[MOST_SCALARS];                // the least value
  int64_t size[MOST_SCALARS];                 // values, from that
  int n_bits;
  ir_scalar type; // of functions
} machine;

// -- Matching -----------------------------------------------------------------
// A search for the state that follows number "was" of the scalar "own".
typedef struct finding {
  const machine *m;
  const ir_val *own;
  int64_t was;
  map *seen;
  int64_t least, most; // of the states found so far
} finding;

// Bounds of "v", of the loop's body, where the scalar is what it is.
static an_range
find_range(const finding *z, const ir_val *v) {
  ir_bits bits;
  if (v == z->own)
    return (an_range){z->was, z->was};
  ir_scalar type = v->type.elem;
  ir_bits was = (uint64_t)z->was;
  was = ir_eval_scalar(IR_OP_CONVERT, IR_I64, z->own->type.elem, &was);
  bool known = an_value_given(v, z->m->l.body, z->own, was, &bits);
  if (!known)
    return an_range_of(v);
  int64_t x = (int64_t)ir_eval_scalar(IR_OP_CONVERT, type, IR_I64, &bits);
  return (an_range){x, x};
}

// Adds the states that "v" may be; false when these are not known, or too many.
static bool
find_values(finding *z, const ir_val *v) {
  an_choice c;
  if (map_has(z->seen, v))
    return true;
  map_put(z->seen, v, z);
  if (v != z->own && an_match_either(v, &c)) {
    an_range holds = find_range(z, c.c);
    return (holds.hi == 0 || find_values(z, c.y)) &&
           (holds.lo == 1 || find_values(z, c.z));
  }
  an_range r = find_range(z, v);
  if (r.lo < -MOST_STATES || r.hi > MOST_STATES)
    return false;
  z->least = r.lo < z->least ? r.lo : z->least;
  z->most = r.hi > z->most ? r.hi : z->most;
  return z->most - z->least < MOST_STATES;
}

// Finds the least and the greatest of the states of carried scalar "k", from
// its first one on, or from 0; false when they are not known, or nothing leads
// to others.
static bool
find_states(const machine *m, int k, finding *z) {
  *z = (finding){.m = m, .own = m->l.carried[k]};
  if (ir_match_int(m->l.inits[k], &z->most))
    z->least = z->most;
  if (z->most <= -MOST_STATES || z->most >= MOST_STATES)
    return false;
  int64_t start = z->most, down = start, up = start; // what is seen
  z->least = z->least > 0 ? 0 : z->least;
  z->most = z->most < 0 ? 0 : z->most;
  for (bool first = true; first || z->least < down || z->most > up;
       first = false) {
    z->was = first ? start : z->least < down ? --down : ++up;
    z->seen = map_new(m->a);
    if (!find_values(z, m->l.yields[k]))
      return false;
  }
  return z->most > z->least;
}

// Adds carried scalar "k" to the state; false where that has too many values.
static bool
add_scalar(machine *m, int k) {
  ir_val *own = m->l.carried[k];
  int bits = 1;
  bool has_states = ir_is_int(own->type.elem) || own->type.elem == IR_BOOL;
  if (own->type.array || !has_states || m->n == MOST_SCALARS)
    return false;
  finding z;
  if (!find_states(m, k, &z))
    return false;
  while ((z.most - z.least) >> bits)
    bits++;
  m->k[m->n] = k;
  m->bits[m->n] = bits;
  m->least[m->n] = z.least;
  m->size[m->n++] = z.most - z.least + 1;
  return (m->n_bits += bits) <= BITS;
}

// True when the state has carried scalar "k".
static bool
has_scalar(const machine *m, int k) {
  for (int i = 0; i < m->n; i++)
    if (m->k[i] == k)
      return true;
  return false;
}

// True when the next value of carried scalar "j" depends on "k".
static bool
depends_on(const machine *m, int j, int k) {
  return map_has(rec_find_needs(m->a, &m->l, k), m->l.yields[j]);
}

// True when a value in "needs" chooses which value "v" is.
static bool
is_chosen_by(const map *needs, const ir_val *v) {
  an_choice c;
  return an_match_either(v, &c) &&
         (map_has(needs, c.c) || is_chosen_by(needs, c.y) ||
          is_chosen_by(needs, c.z));
}

// True when carried value "k" of the loop is no fold of its own: none of values
// that do not follow from it.
static bool
is_stuck(const machine *m, int k) {
  rec_red red;
  const ir_val *p = m->l.carried[k], *next = m->l.yields[k];
  return !p->type.array && next != p &&
         ((!rec_match_reduction(&m->l, k, &red) &&
           !rec_match_running(&m->l, k, &red)) ||
          is_chosen_by(rec_find_needs(m->a, &m->l, k), next));
}

// Adds a carried scalar that the state depends on, if there is one, or else one
// that depends on the state, if that has room for it. *ok: false where it has
// none for the former.
static bool
add_related(machine *m, bool *ok) {
  for (int other = 0; other < 2; other++)
    for (int j = 0; j < m->l.n_carried; j++) {
      bool related = false;
      for (int i = 0; i < m->n && !has_scalar(m, j) && is_stuck(m, j); i++)
        related |=
            other ? depends_on(m, j, m->k[i]) : depends_on(m, m->k[i], j);
      machine before = *m;
      if (related && add_scalar(m, j))
        return true;
      *m = before;
      *ok = *ok && (other || !related);
    }
  return false;
}

// Finds a state with carried scalar "k" in it, and those it depends on.
static bool
find_state(machine *m, int k) {
  bool ok = true;
  m->n = m->n_bits = 0;
  if (!add_scalar(m, k))
    return false;
  while (ok && add_related(m, &ok))
    ;
  return ok;
}

// Reduces m->like to the next state. n_uses are valid in it then.
static void
keep_state(const machine *m) {
  ir_loop like;
  ir_match_loop(m->like, &like);
  for (int j = 0; j < like.n_carried; j++)
    if (!has_scalar(m, j))
      like.body->last->ins.at[j] = like.carried[j];
  rec_remove_unused(like.body);
}

// ir_walk_fn: counts ops in *left down; stops at 0.
static bool
count_op(void *user, ir_op *op) {
  int *left = user;
  (void)op;
  return --*left > 0;
}

// True when as many copies of m->like as there are states are few ops, and may
// be executed in other states than C does.
static bool
may_copy(const machine *m) {
  ir_region *body = m->like->regions[0];
  int left = MOST_OPS >> m->n_bits;
  return ir_walk(body, count_op, &left) && ir_walk(body, rec_is_harmless, body);
}

// ir_walk_fn: notes the arrays that "op", in m->like, reads where the state
// says so.
static bool
note_reads(void *user, ir_op *op) {
  const machine *m = user;
  bool asks = false;
  ir_loop like;
  if (op->code != IR_OP_INDEX && op->n_regions == 0)
    return true;
  ir_match_loop(m->like, &like);
  for (int i = 0; i < m->n; i++)
    asks |= rec_is_read_by(rec_find_needs(m->a, &like, m->k[i]), op);
  for (int k = 0; k < op->n_regions && asks; k++)
    rec_note_probes(m->cx, m->f, op->regions[k]);
  if (asks && op->code == IR_OP_INDEX)
    rec_note_probes(m->cx, m->f, op->parent);
  return true;
}

// The initial value of carried scalar "k" of loop "l", before all loops around
// it that carry it on.
static ir_val *
find_start(const ir_loop *l, int k) {
  ir_val *v = l->inits[k];
  const ir_region *r = v->param_of;
  ir_loop around;
  if (!r || !r->parent_op || !ir_match_loop(r->parent_op, &around))
    return v;
  for (int j = 0; j < around.n_carried; j++)
    if (around.carried[j] == v && around.yields[j] == l->outs[k])
      return find_start(&around, j);
  return v;
}

// Lets the region run only where the state's scalars start among its values.
static bool
guard_starts(const machine *m) {
  for (int i = 0; i < m->n; i++) {
    ir_val *start = find_start(&m->l, m->k[i]);
    if (start->type.elem != IR_BOOL &&
        !rec_guard_between(m->cx, m->f, &m->l, start, m->least[i],
                           m->least[i] + m->size[i] - 1))
      return false;
  }
  return true;
}

// -- Building -----------------------------------------------------------------
// Number "c" of the type of functions.
static ir_val *
build_number(const machine *m, ir_builder *b, int64_t c) {
  return ir_build_int(b, m->type, c);
}

// "x" shifted left, or right, by "by" bits.
static ir_val *
build_shift(const machine *m, ir_builder *b, bool left, ir_val *x, int by) {
  ir_opcode code = left ? IR_OP_SHL : IR_OP_SHR;
  return by ? ir_build2(b, code, x, build_number(m, b, by)) : x;
}

// The low "bits" bits of "x".
static ir_val *
build_low(const machine *m, ir_builder *b, ir_val *x, int bits) {
  return ir_build2(b, IR_OP_AND, x, build_number(m, b, (1u << bits) - 1));
}

// The state in which the scalars are "v".
static ir_val *
build_state(const machine *m, ir_builder *b, ir_val *const *v) {
  ir_val *all = NULL;
  for (int i = 0, at = 0; i < m->n; at += m->bits[i++]) {
    ir_val *x = ir_build_convert(b, v[m->k[i]], m->type);
    if (m->least[i])
      x = ir_build2(b, IR_OP_SUB, x, build_number(m, b, m->least[i]));
    x = build_shift(m, b, true, x, at);
    all = all ? ir_build2(b, IR_OP_OR, all, x) : x;
  }
  return all;
}

// The state that function "f" gives for state "s".
static ir_val *
build_applied(const machine *m, ir_builder *b, ir_val *f, ir_val *s) {
  ir_val *by = build_shift(m, b, true, s, 2);
  return build_low(m, b, ir_build2(b, IR_OP_SHR, f, by), BITS);
}

// "f" with what becomes of state number "s" added, "to".
static ir_val *
build_entry(const machine *m, ir_builder *b, ir_val *f, int s, ir_val *to) {
  to = build_shift(m, b, true, to, s * BITS);
  return f ? ir_build2(b, IR_OP_OR, f, to) : to;
}

// The function of states that an iteration is, at the end of the loop's body.
static ir_val *
build_step(const machine *m) {
  ir_val *f = NULL;
  for (int s = 0; s < 1 << m->n_bits; s++) {
    int64_t was[MOST_SCALARS];
    bool is_state = true;
    for (int i = 0, at = 0; i < m->n; at += m->bits[i++]) {
      was[i] = (s >> at) & ((1 << m->bits[i]) - 1);
      is_state = is_state && was[i] < m->size[i];
      was[i] += m->least[i];
    }
    if (!is_state)
      continue;
    ir_val **next = rec_yields_where(m->f, &m->l, m->like, m->k, was, m->n);
    ir_builder end = ir_before(m->l.body->last);
    f = build_entry(m, &end, f, s, build_state(m, &end, next));
  }
  return f;
}

// Fills "r" with the composition of two functions, the left one first.
static void
build_composition(const machine *m, ir_region *r) {
  ir_val *first = ir_region_add_param(r, ir_ty(m->type), "l");
  ir_val *then = ir_region_add_param(r, ir_ty(m->type), "r"), *f = NULL;
  ir_builder b = ir_at_end(r);
  for (int s = 0; s < 1 << m->n_bits; s++) {
    ir_val *to = build_shift(m, &b, false, first, s * BITS);
    to = build_applied(m, &b, then, build_low(m, &b, to, BITS));
    f = build_entry(m, &b, f, s, to);
  }
  ir_build_yield(&b, &f, 1);
}

// The function that "now" and then "step" are, at the end of the loop's body,
// as a fold of one (merge.c).
static ir_val *
build_fold(const machine *m, ir_val *now, ir_val *step) {
  ir_builder b = ir_before(m->l.body->last);
  ir_val *one = ir_build_int(&b, IR_I64, 1);
  ir_op *op = ir_build_raw(&b, IR_OP_REDUCE);
  op->n_dims = op->n_red = 1;
  op->seq = true;
  ir_add_in(op, one);
  ir_add_in(op, now);
  ir_region *body = ir_add_region(op);
  ir_region_add_param(body, ir_ty(IR_I64), "j");
  ir_builder in = ir_at_end(body);
  ir_build_yield(&in, &step, 1);
  build_composition(m, ir_add_region(op));
  return ir_add_out(op, ir_ty(m->type), "states");
}

// Replaces the state's scalars "v" by those in what "f" makes of "start", at
// "b".
static void
replace_scalars(const machine *m, ir_builder *b, ir_val *f, ir_val *start,
                ir_val *const *v) {
  ir_val *s = build_applied(m, b, f, start);
  for (int i = 0; i < m->n; s = build_shift(m, b, false, s, m->bits[i++])) {
    ir_val *old = v[m->k[i]];
    ir_val *x = build_low(m, b, s, m->bits[i]);
    x = ir_build_convert(b, x, old->type.elem);
    if (m->least[i])
      x = ir_build2(b, IR_OP_ADD, x,
                    ir_build_int(b, old->type.elem, m->least[i]));
    ir_replace_uses(m->f, old, x);
  }
}

// Lets the loop carry the function from its start to an iteration.
static void
build_machine(machine *m) {
  ir_op *op = m->l.op;
  ir_val *step = build_step(m);
  ir_builder before = ir_before(op), in = ir_before(m->l.body->first);
  uint64_t same = 0;
  for (uint64_t s = 0; s < MOST_STATES; s++)
    same |= s << (s * BITS);
  ir_val *start = build_state(m, &before, m->l.inits);
  ir_val *none = ir_build_bits(&before, m->type,
                               m->type == IR_U32 ? (uint32_t)same : same);
  ir_add_carried(op, none, "states", "states");
  ir_val *now = m->l.body->params.at[m->l.body->params.n - 1];
  ir_add_in(m->l.body->last, build_fold(m, now, step));
  ir_match_loop(op, &m->l);
  replace_scalars(m, &in, now, start, m->l.carried);
  ir_builder after = ir_before(op->next);
  replace_scalars(m, &after, op->outs.at[op->outs.n - 1], start, m->l.outs);
  for (int i = 0; i < m->n; i++)
    m->l.yields[m->k[i]] = m->l.carried[m->k[i]];
  rec_drop_unchanged(m->f, op);
}

// Makes the loop a machine of a state that has carried scalar "k", if there is
// one.
static bool
try_state(machine *m, int k) {
  if (!is_stuck(m, k) || !find_state(m, k))
    return false;
  ir_builder before = ir_before(m->l.op);
  m->like = ir_clone_op(&before, m->l.op, map_new(m->a));
  keep_state(m);
  bool ok = may_copy(m) && guard_starts(m);
  if (ok) {
    ir_walk(m->like->regions[0], note_reads, m);
    m->type = m->n_bits < BITS ? IR_U32 : IR_U64;
    build_machine(m);
  }
  ir_remove(m->like);
  return ok;
}

ir_op *
rec_build_machine(loft_cx *cx, ir_func *f, ir_op *op) {
  machine m = {.cx = cx, .a = cx->arena, .f = f};
  if (!ir_match_loop(op, &m.l) || op->has_while)
    return NULL;
  for (int k = 0; k < m.l.n_carried; k++)
    if (try_state(&m, k))
      return op;
  return NULL;
}
