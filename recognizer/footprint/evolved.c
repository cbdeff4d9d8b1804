// recognizer/footprint/evolved.c: bounds within loops whose scalars are known
// before the region.
//
//   for (h = 1; h < n; h *= 2)
//     for (i = 0; i < n; i += 2 * h)
//       for (j = 0; j < h; j++) ... a[i + j + h]
//
// Bounds of a subscript for all h at once put the largest i and the largest h
// together. What h is in each iteration follows from the parameters alone, so
// the footprint goes through the iterations: in each, h is as known as n, and
// the formulas for the loops inside give its bounds. What each iteration of a
// counted loop loads at a place that follows from the parameters is as known:
// k += length[i].
#include "recognizer/footprint/footprint.h"

enum { MOST_ROUNDS = 1 << 16, MOST_CARRIED = 32 };
enum { GO, OK, ROUND }; // what the emitted loop carries first

// A loop, and the one that is emitted for it.
typedef struct evolution {
  ir_loop l;
  rec_emit e; // into the body of the emitted loop
  ir_op *loop;
  int *param;     // for each carried scalar: the emitted one's number, or -1
  map *of;        // ir_op * of accesses -> rec_bounds *, when it is emitted
  ir_vals yields; // of the emitted loop
} evolution;

// -- Which scalars ------------------------------------------------------------
// True when "v" can be a scalar that is known in each iteration.
static bool
is_number(const ir_val *v) {
  return !v->type.array && !ir_is_float(v->type.elem);
}

// Takes for given what follows in each iteration of loop "l" from parameters,
// "loads", and the scalars that it carries; "known" gets which of these do.
static void
find_given(rec_an *an, const ir_loop *l, const ir_vals *loads,
           bool known[MOST_CARRIED]) {
  bool changed = true;
  for (int k = 0; k < l->n_carried; k++)
    known[k] = is_number(l->carried[k]) && rec_is_given(an, l->inits[k]);
  while (changed) {
    changed = false;
    an->given = map_new(an->a);
    an->evolving = map_new(an->a);
    if (l->extent)
      map_put(an->evolving, l->i, l->i);
    for (int k = 0; k < loads->n; k++)
      map_put(an->given, loads->at[k]->def, loads->at[k]->def);
    for (int k = 0; k < l->n_carried; k++)
      if (known[k])
        map_put(an->evolving, l->carried[k], l->carried[k]);
    for (int k = 0; k < l->n_carried; k++)
      if (known[k] && !rec_is_given(an, l->yields[k]))
        changed = !(known[k] = false);
  }
}

// What is looked for in the body of a loop.
typedef struct loads {
  rec_an *an;
  ir_vals *all; // loads that are known
} loads;

// Whether "op" loads an integer from what the region is given.
static bool
loads_input(const rec_an *an, const ir_op *op) {
  const ir_val *from = op->code == IR_OP_INDEX ? op->ins.at[0] : NULL;
  return from && from->param_of == an->f->body && is_number(op->outs.at[0]) &&
         !(an->f->param_mode[from->index] & IR_PROBE);
}

// ir_walk_fn: adds a load in an if that is the same as one before it.
static bool
add_same(void *user, ir_op *op) {
  loads *s = user;
  bool same = false;
  if (!loads_input(s->an, op))
    return true;
  for (int k = 0; k < s->all->n && !same; k++) {
    const ir_op *known = s->all->at[k]->def;
    same = known == op ||
           (known->ins.at[0] == op->ins.at[0] &&
            an_same_value(s->an->a, known->ins.at[1], op->ins.at[1]));
    if (same && known != op)
      vec_push(s->an->a, s->all, op->outs.at[0]);
  }
  return true;
}

// Adds to "out" the integers that every iteration of the counted loop "l" loads
// from what the region is given, at places that are given.
static void
find_loads(rec_an *an, const ir_loop *l, ir_vals *out) {
  loads s = {an, out};
  if (l->op->has_while)
    return;
  ir_foreach_op (op, l->body)
    if (loads_input(an, op) && rec_is_given(an, op->ins.at[1]))
      vec_push(an->a, out, op->outs.at[0]);
  if (out->n)
    ir_walk(l->body, add_same, &s);
}

// Finds the scalars that loop "l" carries and that follow in each iteration
// from parameters of the region, for an->evolving. False: they do not tell how
// often it runs.
static bool
find_evolving(rec_an *an, const ir_loop *l) {
  bool known[MOST_CARRIED];
  ir_vals loads = {0};
  if (l->n_carried > MOST_CARRIED || l->op->parent != an->f->body ||
      (l->extent && !rec_is_given(an, l->extent)))
    return false;
  find_given(an, l, &loads, known);
  find_loads(an, l, &loads);
  if (loads.n)
    find_given(an, l, &loads, known);
  return !l->op->has_while || known[0];
}

bool
rec_is_carried_loosely(rec_dom *d, const an_poly *p, const ir_op *op) {
  enum { FEW = 1 << 16 };
  rec_an *an = d->an;
  ir_loop l;
  bool loose = false;
  if (!ir_match_loop(ir_ancestor_in(op, an->f->body), &l) || p->bad)
    return false;
  for (int k = 0; k < l.n_carried && !loose; k++) {
    ir_type t = l.carried[k]->type;
    bool known = an->evolving && map_has(an->evolving, l.carried[k]);
    int atom =
        !known && !t.array && ir_size(t.elem) == 4 && !ir_is_float(t.elem)
            ? rec_an_atom(an, l.carried[k])
            : -1;
    if (atom < 0 || !an_poly_has(p, atom))
      continue;
    an_range r = an_type_range(t.elem);
    an_poly v = an_poly_atom(an->a, atom);
    an_poly above = an_poly_plus(an->a, &v, -(r.lo + FEW));
    an_poly below = an_poly_scale(an->a, &v, -1);
    below = an_poly_plus(an->a, &below, r.hi - FEW);
    loose = !rec_prove_ge(d, &below) || (r.lo < 0 && !rec_prove_ge(d, &above));
  }
  return loose;
}

// -- The emitted loop -----------------------------------------------------
// Carries "init" as the next value of the emitted loop; its number.
static int
carry(evolution *ev, ir_val *init) {
  ir_add_carried(ev->loop, init, NULL, NULL);
  vec_push(ev->e.an->a, &ev->yields, NULL);
  return ev->yields.n - 1;
}

// What the emitted loop carries as number "k".
static ir_val *
carried(const evolution *ev, int k) {
  return ev->loop->regions[0]->params.at[k];
}

// Begins the loop at "outer", for the region's loop; false when the first
// values are not known there.
static bool
begin(evolution *ev, rec_emit *outer, rec_an *an) {
  ir_builder *b = outer->b;
  ir_val *zero = ir_build_int(b, IR_I64, 0), *yes = ir_build_int(b, IR_BOOL, 1);
  ir_val *go = yes;
  ir_val **inits = NEW_ARRAY(an->a, ir_val *, ev->l.n_carried);
  ir_val *n = ev->l.extent ? rec_emit_value(outer, ev->l.extent) : NULL;
  if (ev->l.extent && !n)
    return false;
  for (int k = 0; k < ev->l.n_carried; k++) {
    bool known = map_has(an->evolving, ev->l.carried[k]);
    inits[k] = known ? rec_emit_value(outer, ev->l.inits[k]) : NULL;
    if (known && !inits[k])
      return false;
  }
  if (ev->l.op->has_while)
    go = inits[0];
  if (n)
    go = ir_build2(b, IR_OP_AND, go, ir_build2(b, IR_OP_LT, zero, n));
  ev->loop = ir_build_raw(b, IR_OP_LOOP);
  ev->loop->has_while = true;
  ir_builder *in = NEW(an->a, ir_builder);
  *in = ir_at_end(ir_add_region(ev->loop));
  in->loc = b->loc;
  rec_emit_init(&ev->e, an, in, map_copy(an->a, outer->subst));
  carry(ev, go);
  carry(ev, yes);
  carry(ev, zero);
  for (int k = 0; k < ev->l.n_carried; k++) {
    ev->param[k] = inits[k] ? carry(ev, inits[k]) : -1;
    if (inits[k])
      map_put(ev->e.subst, ev->l.carried[k], carried(ev, ev->param[k]));
  }
  if (n)
    map_put(ev->e.subst, ev->l.i, carried(ev, ROUND));
  ev->e.ok = carried(ev, OK);
  return true;
}

// Carries the bounds so far of access "op"; false when an iteration has none.
static bool
add_access(evolution *ev, ir_op *op, rec_bounds *out) {
  rec_emit *e = &ev->e;
  ir_builder *b = e->b;
  ir_val *ok = e->ok;
  rec_bounds x;
  int n_before = e->an->assumes.n, n_checked = n_before;
  rec_dom *d = rec_dom_new(e->an, op, false);
  an_poly p = rec_read(d, op->ins.at[1]);
  rec_dom_add_assumed(d, &p);
  if (rec_is_carried_loosely(d, &p, op) || !rec_emit_bounds(e, d, &p, &x) ||
      !rec_emit_assumptions(e, &n_checked)) {
    e->ok = ok;
    e->an->assumes.n = n_before; // none of them is checked
    return false;
  }
  ir_builder before = ir_before(ev->loop);
  ir_val *own[2] = {x.lo, x.hi}, *none[2], *all[2];
  rec_build_nothing(&before, none);
  for (int k = 0; k < 2; k++) {
    int at = carry(ev, none[k]);
    ir_val *now = ir_build3(b, IR_OP_SELECT, x.some, own[k], none[k]);
    ev->yields.at[at] =
        ir_build2(b, k ? IR_OP_MAX : IR_OP_MIN, carried(ev, at), now);
    all[k] = ev->loop->outs.at[at];
  }
  *out = (rec_bounds){all[0], all[1], NULL};
  return true;
}

// Ends the loop's body: the next values, and whether there is another round.
static void
end(evolution *ev) {
  rec_emit *e = &ev->e;
  ir_builder *b = e->b;
  ir_val *round =
      ir_build2(b, IR_OP_ADD, carried(ev, ROUND), ir_build_int(b, IR_I64, 1));
  ir_val *more = ir_build_int(b, IR_BOOL, 1);
  for (int k = 0; k < ev->l.n_carried; k++)
    if (ev->param[k] >= 0)
      ev->yields.at[ev->param[k]] = rec_emit_value(e, ev->l.yields[k]);
  if (ev->l.op->has_while)
    more = ev->yields.at[ev->param[0]];
  if (ev->l.extent)
    more = ir_build2(
        b, IR_OP_AND, more,
        ir_build2(b, IR_OP_LT, round, rec_emit_value(e, ev->l.extent)));
  ir_val *room =
      ir_build2(b, IR_OP_LT, round, ir_build_int(b, IR_I64, MOST_ROUNDS));
  rec_emit_check(e,
                 ir_build2(b, IR_OP_OR, room, ir_build1(b, IR_OP_NOT, more)));
  ev->yields.at[GO] = ir_build2(b, IR_OP_AND, more, e->ok);
  ev->yields.at[OK] = e->ok;
  ev->yields.at[ROUND] = round;
  ir_build_yield(b, ev->yields.at, ev->yields.n);
}

// An analysis of the region that "outer" is of, for one loop.
static rec_an *
begin_analysis(const rec_emit *outer) {
  rec_an *an = rec_an_new(outer->an->cx, outer->an->f, outer->an->f->body);
  an->may_assume = true;
  an->told = outer->an->told;
  an->in_version = outer->an->in_version;
  return an;
}

// Emits the loop for all accesses in the region's loop; what it finds is in
// ev->of.
static void
emit(evolution *ev, rec_emit *outer, rec_an *an, const rec_accesses *all) {
  bool any = false;
  ev->param = NEW_ARRAY(an->a, int, ev->l.n_carried);
  if (!find_evolving(an, &ev->l) || !begin(ev, outer, an))
    return;
  for (int k = 0; k < all->n && rec_an_ok(an); k++) {
    ir_op *op = all->at[k].op;
    rec_bounds *x = NEW(an->a, rec_bounds);
    if (ir_ancestor_in(op, an->f->body) != ev->l.op || !add_access(ev, op, x))
      continue;
    map_put(ev->of, op, x);
    any = true;
  }
  if (any)
    end(ev);
  rec_emit_fini(&ev->e);
  if (!any) {
    ir_remove(ev->loop);
    return;
  }
  rec_emit_check(outer, ev->loop->outs.at[OK]);
  for (int k = 0; k < all->n; k++) {
    rec_bounds *x = map_get(ev->of, all->at[k].op);
    if (x)
      x->some = ir_build2(outer->b, IR_OP_LE, x->lo, x->hi);
  }
}

bool
rec_emit_evolved(rec_emit *e, const rec_accesses *all, const ir_op *op,
                 bool counted, rec_bounds *out) {
  evolution ev = {0};
  ir_op *loop = ir_ancestor_in(op, e->an->f->body);
  if (!ir_match_loop(loop, &ev.l) || (ev.l.extent != NULL) != counted)
    return false;
  ev.of = map_get(e->evolved, loop);
  if (!ev.of) {
    ev.of = map_new(e->an->a);
    map_put(e->evolved, loop, ev.of);
    rec_an *an = begin_analysis(e);
    emit(&ev, e, an, all);
    rec_an_free(an);
  }
  const rec_bounds *x = map_get(ev.of, op);
  if (x)
    *out = *x;
  return x;
}

// Emits the check of assumption "as" of e->an into the loop. False: it cannot
// be told.
static bool
add_check(evolution *ev, const rec_emit *outer, const rec_assume *as) {
  rec_an *an = ev->e.an;
  int n = an->assumes.n;
  rec_dom *d = rec_dom_new(an, as->at, false);
  rec_assume own = {.at = as->at,
                    .poly = rec_poly_translate(outer->an, d, &as->poly)};
  if (as->other) {
    an_poly *other = NEW(an->a, an_poly);
    *other = rec_poly_translate(outer->an, d, as->other);
    own.other = other->bad ? NULL : other;
  }
  vec_push(an->a, &an->assumes, own);
  return !own.poly.bad && !rec_is_carried_loosely(d, &own.poly, as->at) &&
         rec_emit_assumptions(&ev->e, &n) && rec_an_ok(an);
}

ir_val *
rec_emit_evolved_check(rec_emit *e, const rec_assume *as) {
  evolution ev = {0};
  ir_val *out = NULL;
  rec_dom *d = rec_dom_new(e->an, as->at, false);
  an_poly p = rec_poly_translate(e->an, d, &as->poly);
  if (!ir_match_loop(ir_ancestor_in(as->at, e->an->f->body), &ev.l) ||
      !ev.l.extent || rec_prove_ge(d, &p) ||
      !rec_is_carried_loosely(d, &p, as->at))
    return NULL;
  rec_an *an = begin_analysis(e);
  ev.param = NEW_ARRAY(an->a, int, ev.l.n_carried);
  if (find_evolving(an, &ev.l) && begin(&ev, e, an)) {
    if (add_check(&ev, e, as)) {
      end(&ev);
      out = ev.loop->outs.at[OK];
    }
    rec_emit_fini(&ev.e);
    if (!out)
      ir_remove(ev.loop);
  }
  rec_an_free(an);
  return out;
}
