// recognizer/shapes/promote.c: an array element that a loop works on as a
// scalar.
//
//   %y = loop (%k < %n) (%y = %y0) { ... index %y, %i ... update %y, %i, %v }
//   => %s0 = index %y0, %i                  (if the loop runs)
//      %s = loop (%k < %n) (%s = %s0) { ... yield %v }
//      %y = update %y0, %i, %s              (if the loop runs)
// when every access of the loop to the array is at one place that does not
// change. So C[i][j] += a * b, y[i] += ..., *sum += ... are reductions like
// those of a local variable. Where the element was assigned just before the
// loop (y[i] = 0), or each iteration writes it before it reads it, it is not
// even loaded. It must not be where nobody may have written it yet.
//
// Where there are several such places, a known distance apart (f[i].x += ...;
// f[i].y += ...), or others that are certainly none (x[i] -= l * x[j] for j <
// i), one after the other leaves the array:
//   loop (%k < %n) (%y = %y0) { ... update %y, %i, %v ... update %y, %i+1, %w }
//   => loop (%k < %n) (%y = %y0, %s = %s0) { ... update %y, %i+1, %w ... }
//
// One that is only written, under conditions, is not loaded at all (C may never
// touch it): a flag beside the scalar says whether it is to be stored. One that
// is read as well (out[(*n)++] = e;) is loaded before, which the runtime has to
// allow; for an integer, that it has changed is the flag.
//
// Loops that rewrites make are promoted there (rewrites/pass_promote.c).
#include "recognizer/shapes/elements.h"

enum { MAX_ACCESSES = 128 }; // of an array with several places

typedef struct promotion {
  ir_func *f;
  ir_loop l;
  int k;
  an_classes *classes;
  ir_val *cls;
  rec_accesses xs;
  rec_an *an;
  ir_op *sure; // an update that happens in every iteration, given its loops run
  bool is_set; // the element was assigned just before
  bool is_one; // there is no other place
  bool is_fresh;     // each iteration writes the element before it reads it
  bool is_read;      // under a condition, so that C may not load it
  bool is_handed_on; // to a map: that takes arrays
} promotion;

// -- Matching -------------------------------------------------------------
// True when "op" happens whenever the loops around it, up to the body of
// "outer", run; and their counts are known before.
static bool
is_sure(const ir_op *op, const ir_loop *outer) {
  for (const ir_region *r = op->parent; r != outer->body;
       r = r->parent_op->parent) {
    const ir_op *up = r->parent_op;
    if (up->code != IR_OP_LOOP || !up->n_dims || up->has_while ||
        !an_is_invariant(up->ins.at[0], outer->body))
      return false;
  }
  return true;
}

// True when all accesses are at one fixed place, one of them a sure write
// without which none of the others happens.
static bool
is_one_place(promotion *p) {
  for (int i = 0; i < p->xs.n; i++) {
    const rec_access *x = &p->xs.at[i];
    if (!rec_poly_is_fixed(p->an, &x->poly) ||
        !an_poly_eq(&x->poly, &p->xs.at[0].poly))
      return false;
    if ((!p->sure || !ir_is_outside(p->sure->outs.at[0], x->op->parent)) &&
        x->write && is_sure(x->op, &p->l) &&
        an_is_invariant(x->op->ins.at[1], p->l.body))
      p->sure = x->op;
  }
  for (int i = 0; p->sure && i < p->xs.n; i++)
    if (ir_is_outside(p->xs.at[i].op->outs.at[0], p->sure->parent))
      return false;
  return p->sure != NULL;
}

// Whether accesses come before the first write beside the sure one: *needed, a
// read, *read, one that happens whenever that does.
static void
find_first_reads(const promotion *p, bool *needed, bool *read) {
  const ir_region *home = p->sure->parent;
  *needed = *read = false;
  for (int i = 0; i < p->xs.n; i++) {
    const rec_access *x = &p->xs.at[i];
    if (x->write && x->op->parent == home)
      return;
    *needed |= !x->write;
    *read |= !x->write && x->op->parent == home;
  }
}

// True when the element is one of the caller's, which have contents.
static bool
is_callers(const promotion *p) {
  const ir_val *root = ir_storage_root(p->l.inits[p->k], NULL);
  return root && root->param_of == p->f->body;
}

// True when the one place can be loaded before the loop, or need not be.
static bool
can_start(promotion *p) {
  bool needed, read;
  find_first_reads(p, &needed, &read);
  p->is_fresh = !needed;
  return p->is_set || p->is_fresh || read || is_callers(p);
}

// A place among others.
typedef struct place {
  rec_an *an;
  const ir_op *op; // that accesses it
} place;

// True when p > 0, or p < 0, holds wherever "d" is executed.
static bool
is_never_zero(rec_dom *d, const an_poly *p) {
  arena *a = d->an->a;
  an_poly above = an_poly_plus(a, p, -1), minus = an_poly_scale(a, p, -1);
  an_poly below = an_poly_plus(a, &minus, -1);
  return !p->bad && (rec_prove_ge(d, &above) || rec_prove_ge(d, &below));
}

// rec_shape_test: true when each of the accesses "xs" is at the place "user" in
// every iteration, or in none.
static bool
are_apart(void *user, const rec_accesses *xs, an_poly (*tuples)[REC_DIMS],
          int n) {
  const place *p = user;
  arena *a = p->an->a;
  int at = 0;
  while (xs->at[at].op != p->op)
    at++;
  for (int k = 0; k < xs->n; k++) {
    bool same = true, apart = false;
    for (int c = 0; c < n && !apart; c++) {
      an_poly d = an_poly_add(a, &tuples[k][c], &tuples[at][c], -1);
      int64_t zero;
      bool equal = !d.bad && an_poly_is_const(&d, &zero) && !zero;
      same &= equal;
      apart = !equal && is_never_zero(xs->at[k].dom, &d);
    }
    if (!same && !apart)
      return false;
  }
  return true;
}

// True when all accesses are either at the place of "at", in the body itself,
// read before it is written there, or certainly elsewhere; "at" is a write.
static bool
is_apart(promotion *p, const rec_access *at) {
  bool is_read = false, varies = false;
  place all = {p->an, at->op};
  if (!at->write || at->op->parent != p->l.body ||
      !rec_poly_is_fixed(p->an, &at->poly) ||
      !an_is_invariant(at->op->ins.at[1], p->l.body))
    return false;
  for (int i = 0; i < p->xs.n; i++) {
    const rec_access *x = &p->xs.at[i];
    an_poly d = an_poly_add(p->an->a, &x->poly, &at->poly, -1);
    int64_t c = 1;
    if (d.bad)
      return false;
    varies |= !an_poly_is_const(&d, &c);
    if (c == 0 && (x->op->parent != p->l.body || (x->write && !is_read)))
      return false;
    is_read |= c == 0;
  }
  p->sure = at->op;
  return !varies || rec_holds_in_a_shape(p->an, &p->xs, are_apart, &all);
}

// True when one of several places can be a scalar, the last written first. (One
// that is written before it is read is a work array's, private.c.)
static bool
is_one_of_places(promotion *p) {
  for (int i = p->xs.n - 1; i >= 0 && p->xs.n <= MAX_ACCESSES; i--)
    if (is_apart(p, &p->xs.at[i]))
      return true;
  return false;
}

// The access of "op".
static const rec_access *
access_of(const promotion *p, const ir_op *op) {
  int i = 0;
  while (p->xs.at[i].op != op)
    i++;
  return &p->xs.at[i];
}

// True when the loop, which runs on the host, holds at most one loop, and so
// on inwards: the scalar does not go back and forth.
static bool
is_simple(const ir_region *r) {
  const ir_op *inner = NULL;
  ir_foreach_op (op, r) {
    if (op->n_regions && inner)
      return false;
    if (op->n_regions)
      inner = op;
  }
  return !inner || (is_simple(inner->regions[0]) &&
                    (inner->n_regions < 2 || is_simple(inner->regions[1])));
}

bool
rec_is_own_storage(const an_classes *c, const ir_loop *l, int k) {
  if (ir_storage_root(l->yields[k], l->body) != l->carried[k])
    return false;
  for (int j = 0; j < l->n_carried; j++)
    if (j != k && l->carried[j]->type.array &&
        an_class_of(c, l->carried[j]) == an_class_of(c, l->carried[k]))
      return false;
  return true;
}

// True when the carried array's initial value is an update of the element,
// needed by the loop alone; n_uses must be valid.
static bool
is_set_before(promotion *p) {
  ir_val *init = p->l.inits[p->k];
  if (!init->def || init->def->code != IR_OP_UPDATE || init->n_uses != 1 ||
      init->def->parent != p->l.op->parent)
    return false;
  rec_dom *d = rec_dom_new(p->an, p->l.op, false);
  an_poly at = rec_read(d, init->def->ins.at[1]);
  return an_poly_eq(&at, &access_of(p, p->sure)->poly);
}

// ir_walk_fn: notes that "op" is a SOAC that the array goes through.
static bool
note_handed_on(void *user, ir_op *op) {
  promotion *p = user;
  ir_soac s;
  if (ir_match_fold(op, &s))
    for (int k = 0; k < s.n_dests; k++)
      p->is_handed_on |= an_class_of(p->classes, s.dests[k]) == p->cls;
  return true;
}

// Finds the accesses of loop "op" to the array of "p", whose loop is matched.
static void
find_accesses(loft_cx *cx, ir_op *op, promotion *p) {
  p->classes = an_classes_new(cx->arena, p->f, op);
  p->cls = an_class_of(p->classes, p->l.carried[p->k]);
  p->an = rec_an_new(cx, p->f, p->l.body);
  p->xs = rec_carried_accesses(p->an, p->classes, &p->l, p->k);
  ir_count_uses(p->f);
  ir_walk(p->l.body, note_handed_on, p);
}

// True when carried array "k" of loop "op" can be a scalar.
static bool
match_promotion(loft_cx *cx, ir_func *f, ir_op *op, int k, promotion *p) {
  *p = (promotion){.f = f, .k = k};
  if (!ir_match_loop(op, &p->l) || !p->l.extent || op->has_while ||
      !p->l.carried[k]->type.array ||
      (!op->parent->parent_op && !is_simple(p->l.body)))
    return false;
  find_accesses(cx, op, p);
  bool ok = p->xs.n > 0 && !p->is_handed_on &&
            rec_is_own_storage(p->classes, &p->l, k);
  p->is_one = ok && is_one_place(p);
  ok = ok && (p->is_one || is_one_of_places(p));
  p->is_set = ok && is_set_before(p);
  ok = ok && rec_an_ok(p->an) && (!p->is_one || can_start(p));
  rec_an_free(p->an);
  return ok;
}

// -- Rewriting ------------------------------------------------------------
// Makes every array of the class in "vals" a scalar.
static void
retype(const promotion *p, const ir_vals *vals) {
  for (int i = 0; i < vals->n; i++)
    if (vals->at[i]->type.array &&
        an_class_of(p->classes, vals->at[i]) == p->cls)
      vals->at[i]->type.array = false;
}

// ir_walk_fn: retypes the results of "op".
static bool
retype_op(void *user, ir_op *op) {
  const promotion *p = user;
  retype(p, &op->outs);
  for (int k = 0; k < op->n_regions; k++)
    retype(p, &op->regions[k]->params);
  return true;
}

// The element's value when the loop starts; *runs: whether it does.
static ir_val *
build_start(promotion *p, ir_builder *b, ir_val *runs, ir_val *at) {
  ir_val *array = p->l.inits[p->k];
  if (p->is_set)
    return array->def->ins.at[2];
  if (p->is_fresh)
    return ir_build_int(b, array->type.elem, 0);
  return rec_build_load(b, runs, array, at);
}

// "array", behind the loop, with "v" in the element if the loop runs (NULL: it
// does); *update: the op that puts it there.
static ir_val *
build_end(ir_builder *b, ir_val *array, ir_val *runs, ir_val *at, ir_val *v,
          ir_op **update) {
  ir_builder yes = *b, no;
  if (runs) {
    ir_build_if(b, runs, &yes, &no);
    yes.loc = b->loc;
  }
  ir_val *w = ir_build_update(&yes, array, at, v);
  *update = w->def;
  return runs ? ir_end_if(&yes, w, &no, array, array->name) : w;
}

// Replaces accesses by the scalar.
static void
drop_accesses(promotion *p) {
  for (int i = 0; i < p->xs.n; i++) {
    ir_op *op = p->xs.at[i].op;
    ir_replace_uses(p->f, op->outs.at[0], op->ins.at[op->ins.n == 3 ? 2 : 0]);
    ir_remove(op);
  }
}

// The element around the loop.
typedef struct element {
  ir_builder after; // behind the loop
  ir_val *at;
  ir_val *start; // its value in front of the loop
  ir_val *runs;  // whether it is stored behind the loop; NULL: it is
} element;

// Builds what the scalar of "p" starts from, in front of the loop.
static element
start_element(promotion *p) {
  ir_op *op = p->l.op;
  ir_builder b = ir_before(op);
  element e = {.after = ir_before(op->next)};
  e.after.loc = p->sure->loc;
  e.runs = rec_build_runs(&b, p->sure, op);
  e.at = an_copy_invariant(&b, p->sure->ins.at[1], p->l.body);
  e.start = build_start(p, &b, e.runs, e.at);
  e.runs = p->is_set ? NULL : e.runs;
  return e;
}

// Turns the carried array into a scalar.
static void
promote(promotion *p) {
  ir_op *op = p->l.op, *update;
  element e = start_element(p);
  ir_val *out = p->l.outs[p->k], *array = p->l.inits[p->k];
  if (p->is_set)
    array = array->def->ins.at[0];
  ir_val *end = build_end(&e.after, array, e.runs, e.at, out, &update);
  ir_replace_uses(p->f, out, end);
  update->ins.at[2] = out;
  ir_op *before = p->is_set ? p->l.inits[p->k]->def : NULL;
  op->ins.at[op->n_dims + p->k] = e.start;
  ir_walk(p->l.body, retype_op, p);
  p->l.carried[p->k]->type.array = false;
  out->type.array = false;
  drop_accesses(p);
  if (before)
    ir_remove(before);
}

// True when access "x" to the one element of a carried array suits a scalar
// that may never be stored: a write, or a read of an integer that the runtime
// can look at before.
static bool
suits_chosen(promotion *p, const rec_access *x) {
  bool reads = x->op->code == IR_OP_INDEX;
  p->is_read |= reads;
  return (x->op->code == IR_OP_UPDATE || (reads && is_callers(p))) &&
         rec_poly_is_fixed(p->an, &x->poly) &&
         an_poly_eq(&x->poly, &p->xs.at[0].poly) &&
         an_is_invariant(x->op->ins.at[1], p->l.body);
}

// True when one element alone of carried array "k" of loop "op" is touched, and
// is written.
static bool
match_chosen(loft_cx *cx, ir_func *f, ir_op *op, int k, promotion *p) {
  *p = (promotion){.f = f, .k = k};
  ir_match_loop(op, &p->l);
  if (!p->l.carried[k]->type.array)
    return false;
  find_accesses(cx, op, p);
  bool writes = false, ok = p->xs.n > 0 && !p->is_handed_on &&
                            rec_is_own_storage(p->classes, &p->l, k);
  for (int i = 0; i < p->xs.n && ok; i++) {
    writes |= p->xs.at[i].op->code == IR_OP_UPDATE;
    ok = suits_chosen(p, &p->xs.at[i]);
  }
  ok = ok && writes && rec_an_ok(p->an);
  rec_an_free(p->an);
  return ok;
}

// Whether the element was written before "v", a value of the array in the
// loop's body, was there; "flags" are those of other values.
static ir_val *
build_flag(const promotion *p, map *flags, ir_val *v) {
  ir_op *op = v->def;
  if (map_has(flags, v))
    return map_get(flags, v);
  int k = v->index;
  ir_val *flag;
  if (op->code == IR_OP_UPDATE) {
    ir_builder b = ir_before(op->next);
    flag = ir_build_int(&b, IR_BOOL, 1);
  } else if (op->code == IR_OP_IF) {
    for (int r = 0; r < 2; r++) {
      ir_op *yield = op->regions[r]->last;
      ir_add_in(yield, build_flag(p, flags, yield->ins.at[k]));
    }
    flag = ir_add_out(op, ir_ty(IR_BOOL), "set");
  } else {
    ir_val *init = build_flag(p, flags, op->ins.at[op->n_dims + k]);
    ir_val *param = ir_add_carried(op, init, "set", "set");
    ir_op *yield = op->regions[0]->last;
    map_put(flags, op->regions[0]->params.at[op->n_dims + k], param);
    ir_add_in(yield, build_flag(p, flags, yield->ins.at[k]));
    flag = vec_last(&op->outs);
  }
  map_put(flags, v, flag);
  return flag;
}

// Adds a flag that says whether an iteration has set the element.
static ir_val *
add_flag(promotion *p) {
  ir_op *op = p->l.op, *yield = p->l.body->last;
  ir_builder b = ir_before(op);
  map *flags = map_new(p->an->a);
  map_put(flags, p->l.carried[p->k],
          ir_add_carried(op, ir_build_int(&b, IR_BOOL, 0), "set", "set"));
  ir_add_in(yield, build_flag(p, flags, yield->ins.at[p->k]));
  return vec_last(&op->outs);
}

// The if at the top level of the function that the loop is in, where the
// element can be loaded before that as well; NULL: there is no such.
static ir_op *
if_around(const promotion *p, const ir_val *array, const ir_val *at) {
  ir_op *up = p->l.op->parent->parent_op;
  const ir_region *arm = p->l.op->parent;
  bool can = up && up->code == IR_OP_IF && up->parent == p->f->body &&
             array->param_of == p->f->body && an_is_invariant(at, arm) &&
             an_is_invariant(p->l.extent, arm);
  return can ? up : NULL;
}

// rec_op_test: "op" is a scalar op.
static bool
is_scalar(const ir_op *op) {
  return ir_is_scalar_op(op->code);
}

// The element in front of the loop, if that runs; the runtime looks whether it
// can be read. Where it starts is known before the region then.
static ir_val *
load_probed(promotion *p, ir_builder *b, ir_val *at) {
  enum { DEPTH = 6 };
  ir_val *array = p->l.inits[p->k], *root = ir_storage_root(array, NULL);
  ir_op *up = if_around(p, array, at);
  ir_builder in = up ? ir_before(up) : *b;
  const ir_region *arm = p->l.op->parent;
  ir_val *n = up ? an_copy_invariant(&in, p->l.extent, arm) : p->l.extent;
  ir_val *runs = ir_build2(&in, IR_OP_GT, n, ir_build_int(&in, IR_I64, 0));
  p->f->param_mode[root->index] |= IR_PROBE;
  if (up) {
    ir_val *c = up->ins.at[0];
    if (rec_is_of_parameters(c, DEPTH, is_scalar)) {
      c = arm == up->regions[0] ? c : ir_build1(&in, IR_OP_NOT, c);
      runs = ir_build2(&in, IR_OP_AND, runs, c);
    }
    at = an_copy_invariant(&in, at, arm);
  }
  return rec_build_load(&in, runs, array, at);
}

// Turns the carried array into a scalar, which is stored where an iteration has
// set it.
static void
promote_chosen(promotion *p) {
  ir_op *op = p->l.op, *update;
  ir_builder b = ir_before(op), after = ir_before(op->next);
  after.loc = p->xs.at[0].op->loc;
  ir_val *array = p->l.inits[p->k], *out = p->l.outs[p->k];
  ir_val *at = an_copy_invariant(&b, p->xs.at[0].op->ins.at[1], p->l.body);
  ir_val *start = p->is_read ? load_probed(p, &b, at)
                             : ir_build_int(&b, array->type.elem, 0);
  bool compares = p->is_read && ir_is_int(array->type.elem);
  ir_val *set = compares ? NULL : add_flag(p);
  ir_walk(p->l.body, retype_op, p);
  p->l.carried[p->k]->type.array = out->type.array = false;
  op->ins.at[op->n_dims + p->k] = start;
  drop_accesses(p);
  if (compares)
    set = ir_build2(&after, IR_OP_NE, out, start);
  ir_val *end = build_end(&after, array, set, at, out, &update);
  ir_replace_uses(p->f, out, end);
  if (compares)
    set->def->ins.at[0] = out;
  update->ins.at[2] = out;
}

ir_op *
rec_promote_chosen(loft_cx *cx, ir_func *f, ir_op *op) {
  bool any = false;
  for (int k = op->outs.n - 1; k >= 0; k--) {
    promotion p;
    if (!match_chosen(cx, f, op, k, &p))
      continue;
    promote_chosen(&p);
    any = true;
  }
  return any ? op : NULL;
}

// Makes the accesses at the place use the scalar, which starts as "s" in an
// iteration; its value at the end.
static ir_val *
take_accesses(promotion *p, ir_val *s) {
  const an_poly *at = &access_of(p, p->sure)->poly;
  for (ir_op *op = p->l.body->first, *next; op; op = next) {
    next = op->next;
    for (int i = 0; i < p->xs.n; i++) {
      const rec_access *x = &p->xs.at[i];
      if (x->op != op || !an_poly_eq(&x->poly, at))
        continue;
      ir_replace_uses(p->f, op->outs.at[0], x->write ? op->ins.at[0] : s);
      s = x->write ? op->ins.at[2] : s;
      ir_remove(op);
      break;
    }
  }
  return s;
}

// Turns one place of the carried array into a scalar beside it.
static void
promote_place(promotion *p) {
  ir_op *op = p->l.op, *update;
  element e = start_element(p);
  ir_val *init = p->l.inits[p->k], *out = p->l.outs[p->k];
  ir_val *s = ir_add_carried(op, e.start, init->name, init->name);
  ir_add_in(p->l.body->last, take_accesses(p, s));
  ir_val *end =
      build_end(&e.after, out, e.runs, e.at, vec_last(&op->outs), &update);
  ir_replace_uses(p->f, out, end);
  update->ins.at[0] = out;
  if (end->def != update)
    end->def->regions[1]->last->ins.at[0] = out;
  if (!p->is_set)
    return;
  op->ins.at[op->n_dims + p->k] = init->def->ins.at[0];
  ir_remove(init->def);
}

// Promotes in the loops of "r", outer ones first.
static void
promote_region(loft_cx *cx, ir_func *f, ir_region *r) {
  for (ir_op *op = r->first; op; op = op->next) {
    for (int k = 0; op->code == IR_OP_LOOP && k < op->outs.n; k++) {
      promotion p;
      while (match_promotion(cx, f, op, k, &p)) {
        if (p.is_one)
          promote(&p);
        else
          promote_place(&p);
      }
    }
    for (int k = 0; k < op->n_regions; k++)
      promote_region(cx, f, op->regions[k]);
  }
}

void
rec_promote(loft_cx *cx, ir_func *f) {
  promote_region(cx, f, f->body);
  rec_clean(cx, f);
}
