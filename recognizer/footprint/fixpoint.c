// recognizer/footprint/fixpoint.c: ranges of subscripts that follow from what
// was read before.
//
// The place that a walk reads next is what it has read: a descent of a tree, a
// chain of links, an array that the region stores and then uses as an index.
// No formula bounds it, and the region would have to run to tell all of it; but
// the least intervals that hold what the walk may see are found by iteration,
// as in abstract interpretation (Cousot and Cousot, 1977), on the data itself:
//
//   loop (%go, %ok, %lo, %hi, ...) while %go {
//     new = hull(old, what each source gives if all values lie in old) }
//
// Unknowns are values that are loaded, carried by a loop, or chosen by an if,
// and what an array holds that the region writes. The sources of one are
// bounded by isl under the conditions that they are made under, over the
// intervals so far. A load looks at all elements that its subscript may name,
// each once, if they can be read: C may not read them, which makes the range
// larger and never smaller.
#include "recognizer/footprint/footprint.h"

// An unknown. It is carried as its least and largest value; one that is loaded
// also as the range looked at.
enum { LO, HI, FIRST_SEEN, N_OF_VALUE = 2, N_OF_LOAD = 6 };
typedef struct unknown {
  ir_val *v;  // the load, if's result, loop's parameter, or class of an array
  int first;  // number of its least value among what the loop carries
  int lo, hi; // atoms: its bounds, or 0 where it has no value yet
  ir_val *next[2]; // its bounds after the iteration, as far as known
  ir_val *seen[4]; // the same of what was looked at
  int mark;        // of the last search that reached it
} unknown;

// The values of "to" are made of those of "from": they are the same, or
// computed from them.
typedef struct flow {
  unknown *from, *to;
  bool computed;
} flow;

typedef struct fixpoint {
  rec_emit e; // into the loop's body; first: it is how the inspector is called
  rec_emit *outer;
  rec_accesses all;
  ir_op *loop;
  ir_builder b; // of e
  VEC(unknown *) unknowns;
  VEC(unknown *) used; // by the source being bounded
  VEC(flow) flows;
  map *of; // ir_val * -> unknown *
} fixpoint;

// -- Unknowns -------------------------------------------------------------
// Adds a value to what the loop carries, "init" at first.
static ir_val *
carry(fixpoint *fx, ir_scalar type, int64_t init) {
  ir_builder before = ir_before(fx->loop);
  return ir_add_carried(fx->loop, ir_build_int(&before, type, init), NULL,
                        NULL);
}

// The carried value "k" of "u".
static ir_val *
carried_of(const fixpoint *fx, const unknown *u, int k) {
  return fx->loop->regions[0]->params.at[u->first + k];
}

// The atom of "x", a value of the loop's body or behind it.
static int
atom_of(rec_emit *e, ir_val *x) {
  map_put(e->subst, x, x);
  return rec_an_atom(e->an, x);
}

// Whether "u" has a value so far.
static ir_val *
has_value(fixpoint *fx, const unknown *u) {
  return ir_build2(&fx->b, IR_OP_LE, carried_of(fx, u, LO),
                   carried_of(fx, u, HI));
}

// The unknown for "v", which is one, made when missing.
static unknown *
find_unknown(fixpoint *fx, ir_val *v) {
  unknown *u = map_get(fx->of, v);
  if (u)
    return u;
  u = NEW(fx->e.an->a, unknown);
  u->v = v;
  map_put(fx->of, v, u);
  vec_push(fx->e.an->a, &fx->unknowns, u);
  u->first = fx->loop->regions[0]->params.n;
  int n = v->def && v->def->code == IR_OP_INDEX ? N_OF_LOAD : N_OF_VALUE;
  for (int k = 0; k < n; k++) {
    ir_val *x = carry(fx, IR_I64, k % 2 == LO ? INT64_MAX : INT64_MIN);
    *(k < FIRST_SEEN ? &u->next[k] : &u->seen[k - FIRST_SEEN]) = x;
  }
  ir_val *some = has_value(fx, u), *none = ir_build_int(&fx->b, IR_I64, 0);
  for (int k = LO; k <= HI; k++) {
    ir_val *x =
        ir_build3(&fx->b, IR_OP_SELECT, some, carried_of(fx, u, k), none);
    *(k == LO ? &u->lo : &u->hi) = atom_of(&fx->e, x);
  }
  return u;
}

// True for values that can be unknowns.
static bool
may_be_unknown(const ir_val *v) {
  const ir_op *op = v->def ? v->def : v->param_of->parent_op;
  if (v->type.array || !ir_is_int(v->type.elem) || !op)
    return false;
  if (v->def && (op->code == IR_OP_INDEX || op->code == IR_OP_IF))
    return true;
  return op->code == IR_OP_LOOP && !ir_is_index(v);
}

// rec_inspector.range within the iteration.
static bool
find_range(rec_emit *e, ir_val *v, int *lo, int *hi) {
  fixpoint *fx = (fixpoint *)e;
  if (!may_be_unknown(v))
    return false;
  unknown *u = find_unknown(fx, rec_range_key(v));
  vec_push(e->an->a, &fx->used, u);
  *lo = u->lo;
  *hi = u->hi;
  return true;
}

// rec_inspector.total within the iteration: none is known.
static bool
find_no_total(rec_emit *e, ir_op *op, ir_val *v, int *atom) {
  (void)e, (void)op, (void)v, (void)atom;
  return false;
}

static const rec_inspector within = {.range = find_range,
                                     .total = find_no_total,
                                     .assertions = rec_emit_asserted,
                                     .can_load = rec_emit_can_load,
                                     .value = rec_emit_poly};

// -- Sources --------------------------------------------------------------
// Bounds of "p" over "d", of which nothing is executed before all that it
// depends on has a value.
static bool
find_bounds(fixpoint *fx, rec_dom *d, const rec_poly *p, rec_bounds *out) {
  if (p->bad || !rec_emit_bounds(&fx->e, d, p, out))
    return false;
  for (int i = 0; i < fx->used.n; i++)
    out->some =
        ir_build2(&fx->b, IR_OP_AND, out->some, has_value(fx, fx->used.at[i]));
  return true;
}

// The domain of "op", from whose making on it is noted what it depends on.
static rec_dom *
begin_source(fixpoint *fx, ir_op *op) {
  fx->used.n = 0;
  return rec_dom_new(fx->e.an, op, true);
}

// Widens "bounds", two values, to lo and hi where "some".
static void
widen(fixpoint *fx, ir_val **bounds, const rec_bounds *x) {
  ir_builder *b = &fx->b;
  ir_val *lo = ir_build3(b, IR_OP_SELECT, x->some, x->lo,
                         ir_build_int(b, IR_I64, INT64_MAX));
  ir_val *hi = ir_build3(b, IR_OP_SELECT, x->some, x->hi,
                         ir_build_int(b, IR_I64, INT64_MIN));
  bounds[LO] = ir_build2(b, IR_OP_MIN, bounds[LO], lo);
  bounds[HI] = ir_build2(b, IR_OP_MAX, bounds[HI], hi);
}

// Conditions under which a value is chosen.
typedef struct chosen {
  const struct chosen *up;
  ir_val *c;
  bool neg;
} chosen;

// Notes what the values of "u" are made of that are read as "p".
static void
note_flow(fixpoint *fx, unknown *u, const rec_poly *p) {
  const rec_mono *m = p->t.n == 1 ? &p->t.at[0] : NULL;
  ir_val *v =
      m && m->n == 1 && m->coef == 1 ? fx->e.an->atoms.at[m->f[0]].val : NULL;
  const unknown *same = v ? map_get(fx->of, rec_range_key(v)) : NULL;
  for (int i = 0; i < fx->used.n; i++)
    if (!same || same == fx->used.at[i])
      vec_push(fx->e.an->a, &fx->flows, ((flow){fx->used.at[i], u, !same}));
}

// Widens "u" to the values that "v" has where "op" is executed, chosen under
// the conditions "up". Each value that it may be chosen from is a source.
static bool
add_source(fixpoint *fx, unknown *u, ir_op *op, ir_val *v, const chosen *up) {
  ir_op *def = v->def;
  rec_bounds x;
  if (def && def->code == IR_OP_SELECT)
    return add_source(fx, u, op, def->ins.at[1],
                      &(chosen){up, def->ins.at[0], false}) &&
           add_source(fx, u, op, def->ins.at[2],
                      &(chosen){up, def->ins.at[0], true});
  if (def && def->code == IR_OP_IF) {
    ir_op *yes = def->regions[0]->last, *no = def->regions[1]->last;
    return add_source(fx, u, yes, yes->ins.at[v->index], up) &&
           add_source(fx, u, no, no->ins.at[v->index], up);
  }
  rec_dom *d = begin_source(fx, op);
  for (; up; up = up->up)
    rec_dom_add(d, rec_read_cond(d, up->c, up->neg));
  rec_poly p = rec_read_exact(d, v);
  if (!find_bounds(fx, d, &p, &x))
    return false;
  note_flow(fx, u, &p);
  widen(fx, u->next, &x);
  return true;
}

// Marks all unknowns whose values are made of those of "u", as number "mark".
static void
mark_reached(fixpoint *fx, unknown *u, int mark) {
  u->mark = mark;
  for (int i = 0; i < fx->flows.n; i++)
    if (fx->flows.at[i].from == u && fx->flows.at[i].to->mark != mark)
      mark_reached(fx, fx->flows.at[i].to, mark);
}

// True when some value is computed from itself, other than by a load: it would
// grow for as long as its type has room.
static bool
grows(fixpoint *fx) {
  for (int i = 0; i < fx->flows.n; i++) {
    const flow *f = &fx->flows.at[i];
    if (!f->computed)
      continue;
    mark_reached(fx, f->to, i + 1);
    if (f->from->mark == i + 1)
      return true;
  }
  return false;
}

// Widens "u", an array that the region writes, to all that it stores.
static bool
add_stores(fixpoint *fx, unknown *u) {
  for (int i = 0; i < fx->all.n; i++) {
    const rec_access *x = &fx->all.at[i];
    ir_opcode how =
        x->op->code == IR_OP_COMBINE ? x->op->combiner : IR_OP_UPDATE;
    if (x->cls != u->v || !x->write)
      continue;
    if (how != IR_OP_UPDATE && how != IR_OP_MIN && how != IR_OP_MAX)
      return false;
    if (!add_source(fx, u, x->op, x->op->ins.at[2], NULL))
      return false;
  }
  return true;
}

// -- Looking --------------------------------------------------------------
// Elements x * stride + r of an array for x and r in bounds, both ends
// included.
typedef struct places {
  rec_bounds x, r;
  ir_val *stride;
} places;

// The term of subscript "p" that is an unknown times what does not vary, where
// elements between its multiples are none of the load's; -1: there is none.
static int
find_strided(const fixpoint *fx, const rec_poly *p) {
  const rec_an *an = fx->e.an;
  for (int i = 0; i < p->t.n; i++) {
    const rec_mono *m = &p->t.at[i];
    int n_dims = 0, n_unknown = 0;
    for (int k = 0; k < m->n; k++) {
      const rec_atom *at = &an->atoms.at[m->f[k]];
      n_dims += at->is_dim;
      n_unknown +=
          at->is_dim && at->val && map_has(fx->of, rec_range_key(at->val));
    }
    if (n_dims == 1 && n_unknown == 1 && (m->n > 1 || llabs(m->coef) != 1))
      return i;
  }
  return -1;
}

// The places that load "op" may read. False: not known.
static bool
find_places(fixpoint *fx, ir_op *op, places *out) {
  arena *a = fx->e.an->a;
  rec_dom *d = begin_source(fx, op);
  rec_poly p = rec_read(d, op->ins.at[1]), x = p, r = rec_poly_const(a, 0);
  rec_poly stride = rec_poly_const(a, 1);
  int at = p.bad ? -1 : find_strided(fx, &p);
  if (at >= 0) {
    rec_mono m = p.t.at[at], own = {.coef = 1}, times = {.coef = m.coef};
    for (int k = 0; k < m.n; k++) {
      rec_mono *to = fx->e.an->atoms.at[m.f[k]].is_dim ? &own : &times;
      to->f[to->n++] = m.f[k];
    }
    x = stride = (rec_poly){0};
    rec_poly_push(a, &x, &own);
    rec_poly_push(a, &stride, &times);
    rec_poly whole = rec_poly_mul(a, &x, &stride);
    r = rec_poly_add(a, &p, &whole, -1);
  }
  out->stride = rec_emit_poly(&fx->e, &stride);
  return out->stride && find_bounds(fx, d, &x, &out->x) &&
         find_bounds(fx, d, &r, &out->r);
}

// Whether "v" is small enough to be multiplied.
static ir_val *
is_small(fixpoint *fx, ir_val *v, int bits) {
  ir_builder *b = &fx->b;
  ir_val *most = ir_build_int(b, IR_I64, INT64_C(1) << bits);
  ir_val *least = ir_build_int(b, IR_I64, -(INT64_C(1) << bits));
  return ir_build2(b, IR_OP_AND, ir_build2(b, IR_OP_LT, v, most),
                   ir_build2(b, IR_OP_GT, v, least));
}

// The least and largest of the elements "at" of "array", as i64.
static void
build_extremes(ir_builder *b, ir_val *array, const places *at, ir_val **out) {
  ir_val *init[2] = {ir_build_int(b, IR_I64, INT64_MAX),
                     ir_build_int(b, IR_I64, INT64_MIN)};
  ir_val *one = ir_build_int(b, IR_I64, 1);
  ir_val *n_x = ir_build2(b, IR_OP_SUB, at->x.hi, at->x.lo);
  ir_val *n_r = ir_build2(b, IR_OP_SUB, at->r.hi, at->r.lo);
  n_x = ir_build2(b, IR_OP_ADD, n_x, one);
  n_r = ir_build2(b, IR_OP_ADD, n_r, one);
  ir_op *red = ir_build_raw(b, IR_OP_REDUCE);
  red->n_dims = 2;
  red->n_red = 2;
  red->seq = true;
  red->red_ops = NEW_ARRAY(b->func->module->arena, ir_opcode, 2);
  red->red_ops[0] = IR_OP_MIN;
  red->red_ops[1] = IR_OP_MAX;
  ir_add_in(red, n_x);
  ir_add_in(red, n_r);
  for (int k = 0; k < 2; k++) {
    ir_add_in(red, init[k]);
    out[k] = ir_add_out(red, ir_ty(IR_I64), NULL);
  }
  ir_region *r = ir_add_region(red);
  ir_val *x = ir_region_add_param(r, ir_ty(IR_I64), "x");
  ir_val *j = ir_region_add_param(r, ir_ty(IR_I64), "r");
  ir_builder in = ir_at_end(r);
  x = ir_build2(&in, IR_OP_ADD, x, at->x.lo);
  j = ir_build2(&in, IR_OP_ADD, j, at->r.lo);
  x = ir_build2(&in, IR_OP_MUL, x, at->stride);
  ir_val *v = ir_build_index(&in, array, ir_build2(&in, IR_OP_ADD, x, j));
  v = ir_build_convert(&in, v, IR_I64);
  ir_build_yield(&in, (ir_val *[]){v, v}, 2);
}

// Widens "u" to the elements "at" of "array" where at->x.some, if they can be
// read; else the iteration fails.
static void
look(fixpoint *fx, unknown *u, ir_val *array, const places *at) {
  ir_builder *b = &fx->b;
  ir_val *some = ir_build2(b, IR_OP_LE, at->x.lo, at->x.hi);
  some = ir_build2(b, IR_OP_AND, some, at->x.some);
  ir_val *zero = ir_build_int(b, IR_I64, 0), *one = ir_build_int(b, IR_I64, 1);
  ir_val *low = ir_build2(b, IR_OP_MUL, at->x.lo, at->stride);
  ir_val *high = ir_build2(b, IR_OP_MUL, at->x.hi, at->stride);
  ir_val *lo = ir_build2(b, IR_OP_MIN, low, high);
  ir_val *hi = ir_build2(b, IR_OP_MAX, low, high);
  lo = ir_build2(b, IR_OP_ADD, lo, at->r.lo);
  hi = ir_build2(b, IR_OP_ADD, hi, ir_build2(b, IR_OP_ADD, at->r.hi, one));
  lo = ir_build3(b, IR_OP_SELECT, some, lo, zero);
  hi = ir_build3(b, IR_OP_SELECT, some, hi, zero);
  rec_emit_check(&fx->e, ir_build_readable(b, array, lo, hi));
  some = ir_build2(b, IR_OP_AND, fx->e.ok, some);
  ir_op *choice = ir_build_raw(b, IR_OP_IF);
  ir_add_in(choice, some);
  ir_builder yes = ir_at_end(ir_add_region(choice));
  ir_builder no = ir_at_end(ir_add_region(choice));
  ir_val *v[2], *none[2] = {ir_build_int(&no, IR_I64, INT64_MAX),
                            ir_build_int(&no, IR_I64, INT64_MIN)};
  build_extremes(&yes, array, at, v);
  ir_build_yield(&yes, v, 2);
  ir_build_yield(&no, none, 2);
  for (int k = 0; k < 2; k++)
    v[k] = ir_add_out(choice, ir_ty(IR_I64), NULL);
  u->next[LO] = ir_build2(b, IR_OP_MIN, u->next[LO], v[LO]);
  u->next[HI] = ir_build2(b, IR_OP_MAX, u->next[HI], v[HI]);
}

// Widens what was looked at for "u" to "at", and gives what is new in that:
// below and above what was seen, or all where rows got longer.
static void
find_new(fixpoint *fx, unknown *u, const places *at, places *below,
         places *above) {
  enum { STRIDE_BITS = 20 };
  ir_builder *b = &fx->b;
  ir_val *one = ir_build_int(b, IR_I64, 1);
  ir_val *old[4] = {u->seen[0], u->seen[1], u->seen[2], u->seen[3]};
  ir_val *longer =
      ir_build2(b, IR_OP_OR, ir_build2(b, IR_OP_LT, at->r.lo, old[2]),
                ir_build2(b, IR_OP_GT, at->r.hi, old[3]));
  widen(fx, &u->seen[0], &at->x);
  widen(fx, &u->seen[2], &at->r);
  ir_val *end = ir_build2(b, IR_OP_SUB, old[0], one);
  ir_val *start = ir_build2(b, IR_OP_ADD, old[1], one);
  *below = *above = *at;
  below->r.lo = above->r.lo = u->seen[2];
  below->r.hi = above->r.hi = u->seen[3];
  below->x.lo = u->seen[0];
  below->x.hi = ir_build3(b, IR_OP_SELECT, longer, u->seen[1], end);
  above->x.lo = ir_build3(b, IR_OP_SELECT, longer,
                          ir_build2(b, IR_OP_ADD, u->seen[1], one), start);
  above->x.hi = u->seen[1];
  ir_val *fits = is_small(fx, at->stride, STRIDE_BITS);
  for (int k = 0; k < 4; k++)
    fits = ir_build2(b, IR_OP_AND, fits,
                     is_small(fx,
                              k < 2 ? (k ? at->x.hi : at->x.lo)
                                    : (k > 2 ? at->r.hi : at->r.lo),
                              REC_BIG_BITS));
  ir_val *not_yet = ir_build1(b, IR_OP_NOT, at->x.some);
  rec_emit_check(&fx->e, ir_build2(b, IR_OP_OR, fits, not_yet));
}

// Widens "u", a load, to what it may read.
static bool
add_load(fixpoint *fx, unknown *u) {
  ir_op *op = u->v->def;
  rec_classes *classes = fx->e.classes;
  ir_val *cls = rec_class_of(classes, op->ins.at[0]);
  ir_vals *params = &fx->e.an->f->body->params;
  places at, below, above;
  if (!find_places(fx, op, &at))
    return false;
  find_new(fx, u, &at, &below, &above);
  rec_access x = {.op = op, .cls = cls, .read = true};
  ir_func *f = fx->e.an->f;
  bool is_own = rec_is_written_before(fx->e.an->cx, f, &fx->all, &x, f->body);
  for (int i = 0; i < params->n; i++) {
    ir_val *p = params->at[i];
    if (is_own || !p->type.array || rec_class_of(classes, p) != cls)
      continue;
    look(fx, u, map_get(fx->e.subst, p), &below);
    look(fx, u, map_get(fx->e.subst, p), &above);
  }
  unknown *held = find_unknown(fx, cls);
  rec_bounds all = {carried_of(fx, held, LO), carried_of(fx, held, HI),
                    has_value(fx, held)};
  widen(fx, u->next, &all);
  vec_push(fx->e.an->a, &fx->flows, ((flow){held, u, false}));
  return true;
}

// Widens "u" to what its sources give.
static bool
add_sources(fixpoint *fx, unknown *u) {
  ir_val *v = u->v;
  if (v->type.array)
    return add_stores(fx, u);
  if (!v->def) {
    ir_op *op = v->param_of->parent_op;
    ir_op *yield = v->param_of->last;
    return add_source(fx, u, op, op->ins.at[v->index], NULL) &&
           add_source(fx, u, yield, yield->ins.at[v->index - op->n_dims], NULL);
  }
  return v->def->code == IR_OP_INDEX ? add_load(fx, u)
                                     : add_source(fx, u, v->def, v, NULL);
}

// -- The loop -------------------------------------------------------------
// Ends the loop's body: it goes on while something changes.
static void
end_body(fixpoint *fx) {
  ir_builder *b = &fx->b;
  ir_vals out = {0};
  ir_val *go = ir_build_int(b, IR_BOOL, 0);
  vec_push(fx->e.an->a, &out, NULL);
  vec_push(fx->e.an->a, &out, fx->e.ok);
  for (int i = 0; i < fx->unknowns.n; i++) {
    const unknown *u = fx->unknowns.at[i];
    for (int k = LO; k <= HI; k++) {
      ir_val *grows = ir_build2(b, IR_OP_NE, u->next[k], carried_of(fx, u, k));
      go = ir_build2(b, IR_OP_OR, go, grows);
      vec_push(fx->e.an->a, &out, u->next[k]);
    }
    for (int k = 0; k < 4 && u->seen[k]; k++)
      vec_push(fx->e.an->a, &out, u->seen[k]);
  }
  out.at[0] = ir_build2(b, IR_OP_AND, go, fx->e.ok);
  ir_build_yield(b, out.at, out.n);
}

// Fills the loop's body for the subscript of access "op". False: some source is
// not bounded, or makes values that grow.
static bool
fill_body(fixpoint *fx, ir_op *op) {
  enum { MANY = 64 };
  rec_bounds x;
  rec_dom *d = begin_source(fx, op);
  rec_poly p = rec_read(d, op->ins.at[1]);
  if (!find_bounds(fx, d, &p, &x) || !fx->unknowns.n)
    return false;
  for (int i = 0; i < fx->unknowns.n; i++)
    if (i == MANY || !add_sources(fx, fx->unknowns.at[i]) ||
        !rec_an_ok(fx->e.an))
      return false;
  end_body(fx);
  return !grows(fx);
}

// Tells fx->outer the ranges that the loop finds.
static void
tell(fixpoint *fx) {
  rec_emit *e = fx->outer;
  rec_emit_check(e, fx->loop->outs.at[1]);
  for (int i = 0; i < fx->unknowns.n; i++) {
    const unknown *u = fx->unknowns.at[i];
    if (!u->v->type.array)
      rec_emit_know_range(e, u->v, &fx->loop->outs.at[u->first]);
  }
  e->n_passes++;
}

bool
rec_emit_fixpoint(rec_emit *e, ir_op *op) {
  fixpoint fx = {.outer = e, .of = map_new(e->an->a)};
  fx.loop = ir_build_raw(e->b, IR_OP_LOOP);
  fx.loop->has_while = true;
  fx.b = ir_at_end(ir_add_region(fx.loop));
  fx.b.loc = e->b->loc;
  carry(&fx, IR_BOOL, 1);
  ir_val *ok = ir_add_carried(fx.loop, e->ok, NULL, NULL);
  rec_an *an = rec_an_new(e->an->cx, e->an->f, e->an->f->body);
  an->told = e->an->told;
  rec_emit_init(&fx.e, an, &fx.b, map_copy(an->a, e->subst));
  an->inspector = &within;
  fx.e.ok = ok;
  rec_find_accesses(an->a, fx.e.classes, an->f->body, &fx.all);
  bool found = fill_body(&fx, op);
  rec_emit_fini(&fx.e);
  rec_an_free(an);
  if (found)
    tell(&fx);
  else
    ir_remove(fx.loop);
  return found;
}
