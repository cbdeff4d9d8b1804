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
#include "recognizer/footprint/fixpoint.h"

// -- Sources --------------------------------------------------------------
// Conditions under which a value is chosen.
typedef struct chosen {
  const struct chosen *up;
  ir_val *c;
  bool neg;
} chosen;

// Moves the bounds "x" that "u" is to be widened to, where they are beyond what
// it has, to -1, 0, 1, the most it holds or the bounds of its type, whichever
// is next: values that grow keep their sign.
static void
jump(rec_fixpoint *fx, const rec_unknown *u, rec_bounds *x) {
  ir_builder *b = &fx->b;
  int64_t min, max;
  rec_type_range(u->v->type.elem, &min, &max);
  ir_val *most = u->most ? u->most : ir_build_int(b, IR_I64, max), *high = most;
  ir_val *low = ir_build_int(b, IR_I64, min);
  ir_val *some = rec_fixpoint_has_value(fx, u);
  for (int64_t k = -1; k <= 1; k++) {
    ir_val *at = ir_build_int(b, IR_I64, k), *up = ir_build_int(b, IR_I64, -k);
    low =
        ir_build3(b, IR_OP_SELECT, ir_build2(b, IR_OP_GE, x->lo, at), at, low);
    high =
        ir_build3(b, IR_OP_SELECT, ir_build2(b, IR_OP_LE, x->hi, up), up, high);
  }
  ir_val *lower =
      ir_build2(b, IR_OP_LT, x->lo, rec_fixpoint_carried(fx, u, REC_LO));
  ir_val *higher =
      ir_build2(b, IR_OP_GT, x->hi, rec_fixpoint_carried(fx, u, REC_HI));
  lower = ir_build2(b, IR_OP_AND, some, lower);
  higher = ir_build2(b, IR_OP_AND, some, higher);
  x->lo = ir_build3(b, IR_OP_SELECT, lower, low, x->lo);
  x->hi = ir_build3(b, IR_OP_SELECT, higher, high, x->hi);
  x->lo = ir_build2(b, IR_OP_MIN, x->lo, most);
  x->hi = ir_build2(b, IR_OP_MIN, x->hi, most);
}

// The domain of "op" where "v" is chosen under the conditions "up", which *p
// gets as it is there (rec_fixpoint_read).
static rec_dom *
read_source(rec_fixpoint *fx, ir_op *op, ir_val *v, const chosen *up,
            rec_source what, an_poly *p, bool *wraps) {
  rec_dom *d = rec_fixpoint_source(fx, op, what);
  for (; up; up = up->up)
    rec_dom_add(d, rec_read_cond(d, up->c, up->neg));
  *p = rec_fixpoint_read(d, v, wraps);
  return d;
}

// True when "p", read in "d", is a sum with a value that grows: of its type it
// has bounds all the same.
static bool
is_sum_of_growing(const rec_fixpoint *fx, rec_dom *d, const an_poly *p) {
  an_poly split = *p;
  if (rec_split_quotients(d, &split))
    return false;
  for (int i = 0; i < p->t.n; i++)
    for (int k = 0; k < p->t.at[i].n; k++) {
      ir_val *v = fx->e.an->atoms.at[p->t.at[i].f[k]].val;
      if (v && map_has(fx->growing, rec_range_key(v)))
        return true;
    }
  return false;
}

// Widens "u" to the values that "v" has where "op" is executed, chosen under
// the conditions "up". Each value that it may be chosen from is a source.
static bool
add_source(rec_fixpoint *fx, rec_unknown *u, ir_op *op, ir_val *v,
           const chosen *up) {
  ir_op *def = v->def;
  rec_bounds x;
  if (def && def->code == IR_OP_SELECT)
    return add_source(fx, u, op, def->ins.at[1],
                      &(chosen){up, def->ins.at[0], false}) &&
           add_source(fx, u, op, def->ins.at[2],
                      &(chosen){up, def->ins.at[0], true});
  if (def && def->code == IR_OP_IF) {
    ir_op *yes = def->regions[0]->last, *no = def->regions[1]->last;
    return (def->versions ||
            add_source(fx, u, yes, yes->ins.at[v->index], up)) &&
           add_source(fx, u, no, no->ins.at[v->index], up);
  }
  bool grows = map_has(fx->growing, u->v);
  bool wraps;
  an_poly p;
  if (fx->is_draft && grows) {
    rec_dom *d = read_source(fx, op, v, up, REC_STEADY, &p, &wraps);
    if (!p.bad && !is_sum_of_growing(fx, d, &p) &&
        rec_emit_bounds(&fx->e, d, &p, &x))
      return true; // whatever grows
  }
  rec_dom *d = read_source(fx, op, v, up, REC_ANY, &p, &wraps);
  if (!rec_fixpoint_bounds(fx, d, &p, &x))
    return false;
  if (wraps)
    rec_fixpoint_wrap(fx, v, &x);
  rec_fixpoint_flow(fx, u, &p);
  if (grows && !rec_fixpoint_same(fx, &p))
    jump(fx, u, &x);
  rec_fixpoint_widen(fx, u->next, &x);
  return true;
}

// Marks all unknowns whose values are made of those of "u", as number "mark".
static void
mark_reached(rec_fixpoint *fx, rec_unknown *u, int mark) {
  u->mark = mark;
  for (int i = 0; i < fx->flows.n; i++)
    if (fx->flows.at[i].from == u && fx->flows.at[i].to->mark != mark)
      mark_reached(fx, fx->flows.at[i].to, mark);
}

// Adds the unknowns that are made of what is computed from itself, other than
// by a load, to fx->found: that would grow for as long as its type has room.
static void
find_growing(rec_fixpoint *fx) {
  for (int i = 0; i < fx->flows.n; i++) {
    const rec_flow *f = &fx->flows.at[i];
    if (!f->computed)
      continue;
    mark_reached(fx, f->to, i + 1);
    for (int k = 0; k < fx->unknowns.n && f->from->mark == i + 1; k++)
      if (fx->unknowns.at[k]->mark == i + 1)
        map_put(fx->found, fx->unknowns.at[k]->v, fx->unknowns.at[k]->v);
  }
}

// Widens "u" to all that elements of array "v" can be.
static void
add_all(rec_fixpoint *fx, rec_unknown *u, const ir_val *v) {
  int64_t min, max;
  ir_builder *b = &fx->b;
  rec_type_range(v->type.elem, &min, &max);
  rec_bounds all = {ir_build_int(b, IR_I64, min), ir_build_int(b, IR_I64, max),
                    ir_build_int(b, IR_BOOL, 1)};
  rec_fixpoint_widen(fx, u->next, &all);
}

// Widens "u", an array that the region writes, to all that it stores.
static bool
add_stores(rec_fixpoint *fx, rec_unknown *u) {
  const rec_limit *l = rec_fixpoint_limit_of(fx, u->v);
  if (l && map_has(fx->growing, u->v))
    u->most = rec_fixpoint_most(fx, l);
  for (int i = 0; i < fx->all.n; i++) {
    const rec_access *x = &fx->all.at[i];
    ir_opcode how =
        x->op->code == IR_OP_COMBINE ? x->op->combiner : IR_OP_UPDATE;
    if (!rec_fixpoint_writes(x, u->v))
      continue;
    bool stores = how == IR_OP_UPDATE || how == IR_OP_MIN || how == IR_OP_MAX;
    if (!stores &&
        (!l || !rec_counts_down(fx->e.an->a, l->c.claims.at[0].store)))
      return false;
    if (!stores)
      add_all(fx, u, x->op->ins.at[0]); // counts, that tests look at
    else if (!add_source(fx, u, x->op, x->op->ins.at[2], NULL))
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
find_strided(const rec_fixpoint *fx, const an_poly *p) {
  const rec_an *an = fx->e.an;
  for (int i = 0; i < p->t.n; i++) {
    const an_mono *m = &p->t.at[i];
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

// Limits the places of load "op" to those where it may read what the array
// "*from" holds at the region's start, if that is known.
static bool
limit_places(rec_fixpoint *fx, ir_op *op, places *at, ir_val **from) {
  ir_builder *b = &fx->b;
  rec_defined def;
  rec_bounds end;
  if (!rec_find_defined(fx->e.an, op, &def))
    return true;
  rec_dom *d = rec_fixpoint_source(fx, def.loop, REC_PLACE);
  an_poly p = rec_read_exact(d, def.end);
  if (!rec_fixpoint_bounds(fx, d, &p, &end))
    return false;
  ir_val *last = ir_build2(b, IR_OP_SUB, end.hi, ir_build_int(b, IR_I64, 1));
  at->x.hi = ir_build2(b, IR_OP_MIN, at->x.hi, last);
  ir_val *any = ir_build2(b, IR_OP_LE, at->x.lo, at->x.hi);
  any = ir_build2(b, IR_OP_AND, any, end.some);
  at->x.some = ir_build2(b, IR_OP_AND, at->x.some, any);
  ir_val *root = ir_storage_root(def.array, fx->e.an->f->body);
  *from = root->def && root->def->code != IR_OP_ALLOC ? NULL : root;
  return true;
}

// The places that load "op" may read of what was there at the region's start,
// of array "*from" alone where that is not NULL. False: not known.
static bool
find_places(rec_fixpoint *fx, ir_op *op, places *out, ir_val **from) {
  arena *a = fx->e.an->a;
  rec_dom *d = rec_fixpoint_source(fx, op, REC_PLACE);
  an_poly p = rec_read(d, op->ins.at[1]), x = p, r = an_poly_const(a, 0);
  an_poly stride = an_poly_const(a, 1);
  int at = p.bad ? -1 : find_strided(fx, &p);
  if (at >= 0) {
    an_mono m = p.t.at[at], own = {.coef = 1}, times = {.coef = m.coef};
    for (int k = 0; k < m.n; k++) {
      an_mono *to = fx->e.an->atoms.at[m.f[k]].is_dim ? &own : &times;
      to->f[to->n++] = m.f[k];
    }
    x = stride = (an_poly){0};
    an_poly_push(a, &x, &own);
    an_poly_push(a, &stride, &times);
    an_poly whole = an_poly_mul(a, &x, &stride);
    r = an_poly_add(a, &p, &whole, -1);
  }
  out->stride = rec_emit_poly(&fx->e, &stride);
  return out->stride && rec_fixpoint_bounds(fx, d, &x, &out->x) &&
         rec_fixpoint_bounds(fx, d, &r, &out->r) &&
         (at >= 0 || limit_places(fx, op, out, from));
}

// An array, or elements of another at the places that it has.
typedef struct looked {
  ir_val *array, *of; // of: the other one, or NULL
} looked;

// The least and largest of the elements "at" of "from", as i64.
static void
build_place_extremes(ir_builder *b, const looked *from, const places *at,
                     ir_val **out) {
  ir_val *one = ir_build_int(b, IR_I64, 1);
  ir_val *n_x = ir_build2(b, IR_OP_SUB, at->x.hi, at->x.lo);
  ir_val *n_r = ir_build2(b, IR_OP_SUB, at->r.hi, at->r.lo);
  ir_val *extents[] = {ir_build2(b, IR_OP_ADD, n_x, one),
                       ir_build2(b, IR_OP_ADD, n_r, one)};
  ir_region *region = rec_build_extremes(b, extents, 2, true, out);
  ir_builder in = ir_at_end(region);
  ir_val *x = region->params.at[0], *j = region->params.at[1];
  x = ir_build2(&in, IR_OP_ADD, x, at->x.lo);
  j = ir_build2(&in, IR_OP_ADD, j, at->r.lo);
  x = ir_build2(&in, IR_OP_MUL, x, at->stride);
  ir_val *v = ir_build_index(&in, from->array, ir_build2(&in, IR_OP_ADD, x, j));
  v = ir_build_convert(&in, v, IR_I64);
  if (from->of)
    v = ir_build_convert(&in, ir_build_index(&in, from->of, v), IR_I64);
  ir_build_yield(&in, (ir_val *[]){v, v}, 2);
}

// Widens "bounds" to the elements "at" of "from" where at->x.some, if they can
// be read; else the iteration fails.
static void
look(rec_fixpoint *fx, ir_val **bounds, const looked *from, const places *at) {
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
  rec_emit_check(&fx->e, ir_build_readable(b, from->array, lo, hi));
  some = ir_build2(b, IR_OP_AND, fx->e.ok, some);
  ir_builder yes = rec_start_where(b, some);
  ir_val *v[2];
  build_place_extremes(&yes, from, at, v);
  rec_end_where(&yes, v);
  bounds[REC_LO] = ir_build2(b, IR_OP_MIN, bounds[REC_LO], v[REC_LO]);
  bounds[REC_HI] = ir_build2(b, IR_OP_MAX, bounds[REC_HI], v[REC_HI]);
}

// look for the elements of from->of at the places that from->array has.
static void
look_through(rec_fixpoint *fx, ir_val **bounds, const looked *from,
             const places *at) {
  ir_builder *b = &fx->b;
  ir_val *places[2];
  rec_build_nothing(b, places);
  ir_val *zero = ir_build_int(b, IR_I64, 0), *one = ir_build_int(b, IR_I64, 1);
  look(fx, places, &(looked){from->array, NULL}, at);
  ir_val *some = ir_build2(b, IR_OP_LE, places[REC_LO], places[REC_HI]);
  ir_val *end = ir_build2(b, IR_OP_ADD, places[REC_HI], one);
  ir_val *lo = ir_build3(b, IR_OP_SELECT, some, places[REC_LO], zero);
  ir_val *hi = ir_build3(b, IR_OP_SELECT, some, end, zero);
  rec_emit_check(&fx->e, ir_build_readable(b, from->of, lo, hi));
  look(fx, bounds, from, at);
}

// Widens what was looked at for "u" to "at", and gives what is new in that:
// below and above what was seen, or all where rows got longer.
static void
find_new(rec_fixpoint *fx, rec_unknown *u, const places *at, places *below,
         places *above) {
  enum { STRIDE_BITS = 20 };
  ir_builder *b = &fx->b;
  ir_val *one = ir_build_int(b, IR_I64, 1);
  ir_val *old[4] = {u->seen[0], u->seen[1], u->seen[2], u->seen[3]};
  ir_val *longer =
      ir_build2(b, IR_OP_OR, ir_build2(b, IR_OP_LT, at->r.lo, old[2]),
                ir_build2(b, IR_OP_GT, at->r.hi, old[3]));
  rec_fixpoint_widen(fx, &u->seen[0], &at->x);
  rec_fixpoint_widen(fx, &u->seen[2], &at->r);
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
  ir_val *fits = rec_fixpoint_is_small(fx, at->stride, STRIDE_BITS);
  for (int k = 0; k < 4; k++)
    fits =
        ir_build2(b, IR_OP_AND, fits,
                  rec_fixpoint_is_small(fx,
                                        k < 2 ? (k ? at->x.hi : at->x.lo)
                                              : (k > 2 ? at->r.hi : at->r.lo),
                                        REC_BIG_BITS));
  ir_val *not_yet = ir_build1(b, IR_OP_NOT, at->x.some);
  rec_emit_check(&fx->e, ir_build2(b, IR_OP_OR, fits, not_yet));
}

// Widens "u", a load of an array in class "cls", to what it may read of what
// was there at the region's start.
static bool
add_inputs(rec_fixpoint *fx, rec_unknown *u, ir_val *cls) {
  places at, below, above;
  ir_val *from = NULL;
  ir_vals arrays = rec_fixpoint_arrays(fx, cls);
  if (!arrays.n)
    return true;
  if (!find_places(fx, u->v->def, &at, &from))
    return false;
  find_new(fx, u, &at, &below, &above);
  for (int i = 0; i < arrays.n; i++) {
    looked array = {map_get(fx->e.subst, arrays.at[i]), NULL};
    if (from && from != arrays.at[i])
      continue;
    look(fx, u->next, &array, &below);
    look(fx, u->next, &array, &above);
  }
  return true;
}

// add_inputs where "u" reads the array of "l" at the places that "list" reads,
// if that is not NULL.
static bool
add_listed_inputs(rec_fixpoint *fx, rec_unknown *u, const rec_limit *l,
                  ir_op *list) {
  places at, below, above;
  ir_val *from = NULL;
  if (!list)
    return true;
  if (!find_places(fx, list, &at, &from) || !from || from->def)
    return add_inputs(fx, u, l->cls);
  find_new(fx, u, &at, &below, &above);
  looked elements = {map_get(fx->e.subst, from),
                     map_get(fx->e.subst, l->array)};
  look_through(fx, u->next, &elements, &below);
  look_through(fx, u->next, &elements, &above);
  return true;
}

// True when the claims of "l" store sums with what "u" loads.
static bool
is_term(const rec_limit *l, const rec_unknown *u) {
  for (int i = 0; i < l->terms.n; i++)
    if (l->terms.at[i] == u->v)
      return true;
  return false;
}

// Widens "u", a load of array "cls", to what was there at the region's start,
// and so the largest value that its limit starts from.
static bool
add_first_values(rec_fixpoint *fx, rec_unknown *u, ir_val *cls) {
  ir_builder *b = &fx->b;
  rec_limit *l = rec_fixpoint_limit_of(fx, cls);
  ir_op *first;
  bool listed = l && rec_fixpoint_listed(fx, l, u->v->def, &first);
  ir_val *old[2] = {u->next[REC_LO], u->next[REC_HI]};
  u->next[REC_LO] = ir_build_int(b, IR_I64, INT64_MAX);
  u->next[REC_HI] = ir_build_int(b, IR_I64, INT64_MIN);
  if (!(listed ? add_listed_inputs(fx, u, l, first) : add_inputs(fx, u, cls)))
    return false;
  if (l && is_term(l, u))
    l->next[REC_LARGEST] =
        ir_build2(b, IR_OP_MAX, l->next[REC_LARGEST], u->next[REC_HI]);
  u->next[REC_LO] = ir_build2(b, IR_OP_MIN, u->next[REC_LO], old[REC_LO]);
  u->next[REC_HI] = ir_build2(b, IR_OP_MAX, u->next[REC_HI], old[REC_HI]);
  return true;
}

// Widens "u", a load, to the elements it may read.
static bool
add_load(rec_fixpoint *fx, rec_unknown *u) {
  ir_op *op = u->v->def;
  ir_func *f = fx->e.an->f;
  ir_val *cls = an_class_of(fx->e.classes, op->ins.at[0]);
  rec_access x = {.op = op, .cls = cls, .read = true};
  if (!rec_is_written_before(fx->e.an->cx, f, &fx->all, &x, f->body) &&
      !rec_is_filled(fx->e.an, op) && !add_first_values(fx, u, cls))
    return false;
  rec_unknown *held = rec_fixpoint_unknown(fx, cls);
  rec_bounds all = {rec_fixpoint_carried(fx, held, REC_LO),
                    rec_fixpoint_carried(fx, held, REC_HI),
                    rec_fixpoint_has_value(fx, held)};
  rec_fixpoint_widen(fx, u->next, &all);
  vec_push(fx->e.an->a, &fx->flows, ((rec_flow){held, u, false}));
  return true;
}

// -- Sources of all kinds ------------------------------------------------
// Widens "u" to what its sources give.
static bool
add_sources(rec_fixpoint *fx, rec_unknown *u) {
  ir_val *v = u->v;
  rec_claimed c;
  if (v->type.array)
    return add_stores(fx, u);
  if (rec_match_claimed(fx->e.an->a, v, &c))
    return rec_fixpoint_counter(fx, u, &c);
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
// Ends the loop's body: it goes on while something changes. Where that lasts,
// as in a list whose elements are found one by one, it fails.
static void
end_body(rec_fixpoint *fx) {
  enum { MOST_ITERATIONS = 1 << 13 };
  ir_builder *b = &fx->b;
  ir_val *most = ir_build_int(b, IR_I64, MOST_ITERATIONS);
  ir_val *one = ir_build_int(b, IR_I64, 1);
  ir_val *past = fx->loop->regions[0]->params.at[2];
  rec_emit_check(&fx->e, ir_build2(b, IR_OP_LT, past, most));
  int n = fx->loop->regions[0]->params.n;
  ir_val **out = NEW_ARRAY(fx->e.an->a, ir_val *, n);
  ir_val *go = ir_build_int(b, IR_BOOL, 0);
  for (int i = 0; i < fx->unknowns.n; i++) {
    const rec_unknown *u = fx->unknowns.at[i];
    for (int k = REC_LO; k <= REC_HI; k++) {
      ir_val *grows =
          ir_build2(b, IR_OP_NE, u->next[k], rec_fixpoint_carried(fx, u, k));
      go = ir_build2(b, IR_OP_OR, go, grows);
      out[u->first + k] = u->next[k];
    }
    for (int k = 0; k < 4 && u->seen[k]; k++)
      out[u->first + REC_FIRST_SEEN + k] = u->seen[k];
  }
  for (int i = 0; i < fx->limits.n; i++) {
    const rec_limit *l = fx->limits.at[i];
    ir_val *largest = fx->loop->regions[0]->params.at[l->first + REC_LARGEST];
    ir_val *grows = ir_build2(b, IR_OP_NE, l->next[REC_LARGEST], largest);
    go = ir_build2(b, IR_OP_OR, go, grows);
    for (int k = 0; k < REC_N_OF_LIMIT; k++)
      out[l->first + k] = l->next[k];
  }
  out[0] = ir_build2(b, IR_OP_AND, go, fx->e.ok);
  out[1] = fx->e.ok;
  out[2] = ir_build2(b, IR_OP_ADD, past, one);
  ir_build_yield(b, out, n);
}

// Fills the loop's body for the subscript of access "op". False: some source is
// not bounded, or makes values that grow.
static bool
fill_body(rec_fixpoint *fx, ir_op *op) {
  enum { MANY = 64 };
  rec_bounds x;
  rec_dom *d = rec_fixpoint_source(fx, op, REC_PLACE);
  an_poly p = rec_read(d, rec_place_of(op));
  if (!rec_fixpoint_bounds(fx, d, &p, &x) || !fx->unknowns.n)
    return false;
  for (int i = 0; i < fx->unknowns.n; i++)
    if (i == MANY || !add_sources(fx, fx->unknowns.at[i]) ||
        !rec_an_ok(fx->e.an))
      return false;
  end_body(fx);
  return true;
}

// Tells fx->outer the ranges that the loop finds.
static void
tell(rec_fixpoint *fx) {
  rec_emit *e = fx->outer;
  rec_emit_check(e, fx->loop->outs.at[1]);
  for (int i = 0; i < fx->unknowns.n; i++) {
    const rec_unknown *u = fx->unknowns.at[i];
    if (!u->v->type.array && !map_has(fx->growing, u->v))
      rec_emit_know_range(e, u->v, &fx->loop->outs.at[u->first]);
  }
  for (int i = 0; i < fx->limits.n; i++) {
    const rec_limit *l = fx->limits.at[i];
    for (int k = 0; k < l->c.values.n; k++)
      rec_emit_know_range(e, l->c.values.at[k],
                          &fx->loop->outs.at[l->u->first]);
  }
  e->n_passes++;
}

// Emits the loop for the subscript of access "op". False, and none is emitted,
// where there is none; nor does a draft leave one.
static bool
build(rec_fixpoint *fx, rec_emit *e, ir_op *op) {
  fx->outer = e;
  fx->of = map_new(e->an->a);
  fx->loop = ir_build_raw(e->b, IR_OP_LOOP);
  fx->loop->has_while = true;
  fx->b = ir_at_end(ir_add_region(fx->loop));
  fx->b.loc = e->b->loc;
  ir_builder before = ir_before(fx->loop);
  ir_add_carried(fx->loop, ir_build_int(&before, IR_BOOL, 1), NULL, NULL);
  ir_val *ok = ir_add_carried(fx->loop, e->ok, NULL, NULL);
  rec_fixpoint_carry(fx, 0); // how many iterations there were
  rec_an *an = rec_an_new(e->an->cx, e->an->f, e->an->f->body);
  an->told = e->an->told;
  rec_emit_init(&fx->e, an, &fx->b, map_copy(an->a, e->subst));
  an->inspector = &rec_fixpoint_inspector;
  fx->e.ok = ok;
  rec_find_accesses(an->a, fx->e.classes, an->f->body, &fx->all);
  bool found = fill_body(fx, op);
  if (found && fx->is_draft)
    find_growing(fx);
  rec_emit_fini(&fx->e);
  rec_an_free(an);
  if (found && !fx->is_draft)
    tell(fx);
  else
    ir_remove(fx->loop);
  return found;
}

// What grows is found by drafts: first what may, then what does though nothing
// of that has bounds.
bool
rec_emit_fixpoint(rec_emit *e, ir_op *op) {
  arena *a = e->an->a;
  map *may = map_new(a), *does = map_new(a);
  rec_fixpoint first = {.growing = map_new(a), .found = may, .is_draft = true};
  rec_fixpoint second = {.growing = may, .found = does, .is_draft = true};
  rec_fixpoint last = {.growing = does};
  return build(&first, e, op) && build(&second, e, op) && build(&last, e, op);
}
