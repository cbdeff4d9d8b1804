// recognizer/footprint/footprint.c: the footprint function of a region.
//
// From the region's parameters it computes whether the region may run ("ok"),
// how many scalar operations it takes, roughly, how many of them in order, how
// many kernels are launched, and for each array parameter the elements it may
// touch (Note [Footprints] in docs/design-notes.md). Every access contributes
// its bounds over its domain; a domain that is empty contributes nothing.
// Subscripts that are data get their bounds from declared extents or, read from
// a constant table, from its values, else from the range pass (gather.c).
// Along the way the modes of the parameters are settled (Note [Must-accesses],
// coverage.c).
//
// Where that takes a pass over data, a function of the same results estimates
// them without, so that the choice of where to run can come first: of what only
// the pass would tell, as many elements are taken as there are accesses. Its
// "ok" is the guard alone, for the data that it reads itself.
#include "recognizer/footprint/footprint.h"

typedef struct footprint {
  loft_cx *cx;
  ir_func *f, *g;
  ir_builder b;
  rec_emit e;
  rec_accesses all;
  rec_extent *touched;  // per parameter, where it is an array
  bool *must;           // per access: what it touches is known exactly
  const rec_told *told; // per parameter, or NULL
  int n_checked;        // assumptions of the analysis already checked
  bool is_estimate;     // without passes over data
} footprint;

// -- Ranges of one array --------------------------------------------------
// The declared number of elements of parameter "i", or -1.
static int64_t
declared_extent(const footprint *fp, int i) {
  return fp->told ? fp->told[i].declared : -1;
}

// Checks the assumptions of readings since the last call.
static bool
check_assumptions(footprint *fp) {
  return rec_emit_assumptions(&fp->e, &fp->n_checked);
}

// True when access "x", in a version of a loop, is made by the original beside
// it as well, as the same expression of C, or is of an array of the version's
// own, for an element that the original touches.
static bool
has_twin(const footprint *fp, const rec_access *x) {
  if (!rec_is_in_version(x->op) || rec_place_of(x->op) != x->op->ins.at[1])
    return rec_is_in_version(x->op);
  for (int k = 0; k < fp->all.n; k++) {
    const rec_access *y = &fp->all.at[k];
    if (y->cls == x->cls && y->write == x->write && y->op->loc.raw &&
        y->op->loc.raw == x->op->loc.raw && !rec_is_in_version(y->op))
      return true;
  }
  return false;
}

// Bounds over "d", the domain of an access, of the value of choice "c" where
// its condition holds, or does not ("no"). False when there are none.
static bool
bound_side(footprint *fp, rec_dom *d, const an_choice *c, bool no,
           rec_bounds *out) {
  rec_form *side = rec_read_cond(d, c->c, no);
  an_poly p;
  d->side = side;
  rec_dom_add(d, side);
  return rec_fits_if(d, no ? c->z : c->y, side, &p) &&
         rec_emit_bounds(&fp->e, d, &p, out);
}

// Narrows "out", the bounds over "d" of place "v" of access "x", to those of
// the two values that it is chosen from, each where it is chosen. Where a
// product (y * n) is bounded by itself, "out" has it without that condition.
static void
narrow_to_sides(footprint *fp, const rec_access *x, const rec_dom *d,
                const ir_val *v, rec_bounds *out) {
  ir_builder *b = &fp->b;
  an_choice c;
  ir_val *lo[2], *hi[2];
  bool ok = d->products.n && rec_match_choice(rec_unwidened(v), &c);
  for (int no = 0; no < 2 && ok; no++) {
    rec_bounds side;
    rec_dom *within = rec_dom_with(fp->e.an, x->op, d->loads);
    ok = bound_side(fp, within, &c, no, &side);
    if (!ok)
      break;
    lo[no] = ir_build3(b, IR_OP_SELECT, side.some, side.lo, out->hi);
    hi[no] = ir_build3(b, IR_OP_SELECT, side.some, side.hi, out->lo);
  }
  if (!ok || !check_assumptions(fp)) {
    fp->e.an->assumes.n = fp->n_checked;
    return;
  }
  ir_val *least = ir_build2(b, IR_OP_MIN, lo[0], lo[1]);
  ir_val *most = ir_build2(b, IR_OP_MAX, hi[0], hi[1]);
  out->lo = ir_build2(b, IR_OP_MAX, out->lo, least);
  out->hi = ir_build2(b, IR_OP_MIN, out->hi, most);
}

// Bounds of access "x" to parameter "i". What C may not access can lie outside
// of what is declared.
static bool
find_bounds(footprint *fp, const rec_access *x, int i, rec_bounds *out) {
  ir_builder *b = &fp->b;
  bool probe = (fp->f->param_mode[i] & IR_PROBE) != 0;
  ir_val *place = rec_place_of(x->op);
  bool is_own = place == x->op->ins.at[1];
  int64_t n = probe ? -1 : declared_extent(fp, i);
  ir_val *first = ir_build_int(b, IR_I64, 0);
  ir_val *last = ir_build_int(b, IR_I64, n - 1);
  if (is_own && rec_emit_evolved(&fp->e, &fp->all, x->op, false, out))
    return true;
  if (is_own && rec_emit_ended(&fp->e, x->op, out))
    return true;
  if (n < 0 && is_own && rec_find_walk(x->op))
    return rec_emit_walked(&fp->e, x->op, out);
  rec_loads loads = rec_emit_sorted(&fp->e, place) ? REC_LOADS_PASSED
                    : n >= 0                       ? REC_LOADS_TYPED
                                                   : REC_LOADS_OPEN;
  for (; loads < REC_LOADS__COUNT; loads++) {
    if (loads == REC_LOADS_PASSED && !probe && is_own &&
        rec_emit_row_ends(&fp->e, x->op, out))
      return true;
    rec_dom *d = rec_dom_with(fp->e.an, x->op, loads);
    an_poly p = rec_read(d, place);
    rec_dom_add_assumed(d, &p);
    if (n < 0 && is_own && rec_is_carried_loosely(d, &p, x->op) &&
        rec_emit_evolved(&fp->e, &fp->all, x->op, true, out)) {
      fp->e.an->assumes.n = fp->n_checked; // of formulas that are not used
      return true;
    }
    if (rec_emit_bounds(&fp->e, d, &p, out) && check_assumptions(fp)) {
      narrow_to_sides(fp, x, d, place, out);
      if (n >= 0) {
        out->lo = ir_build2(b, IR_OP_MAX, out->lo, first);
        out->hi = ir_build2(b, IR_OP_MIN, out->hi, last);
      }
      return true;
    }
    if (n >= 0) {
      *out = (rec_bounds){first, last, ir_build_int(b, IR_BOOL, 1)};
      return rec_an_ok(fp->e.an);
    }
  }
  if (!rec_an_ok(fp->e.an))
    return false;
  if ((is_own && rec_emit_evolved(&fp->e, &fp->all, x->op, true, out)) ||
      rec_emit_scan(&fp->e, x->op, place, NULL, out))
    return true;
  if (!rec_emit_fixpoint(&fp->e, x->op))
    return false;
  rec_dom *d = rec_dom_new(fp->e.an, x->op, true);
  an_poly p = rec_read(d, rec_place_of(x->op));
  return rec_emit_bounds(&fp->e, d, &p, out) && check_assumptions(fp);
}

// Bounds of access "x" to parameter "i" as far as formulas tell; else as many
// elements as there are accesses.
static bool
estimate_bounds(footprint *fp, const rec_access *x, int i, rec_bounds *out) {
  ir_builder *b = &fp->b;
  int64_t n = declared_extent(fp, i);
  rec_dom *d = rec_dom_new(fp->e.an, x->op, false);
  an_poly p = rec_read(d, rec_place_of(x->op));
  if (!rec_find_walk(x->op) && rec_emit_bounds(&fp->e, d, &p, out))
    return true;
  ir_val *last = ir_build_int(b, IR_I64, n - 1);
  if (n < 0) {
    last = ir_build2(b, IR_OP_MIN, rec_emit_executions(&fp->e, x->op),
                     ir_build_float(b, IR_F64, 0x1p40));
    last = ir_build_convert(b, last, IR_I64);
  }
  *out = (rec_bounds){ir_build_int(b, IR_I64, 0), last,
                      ir_build_int(b, IR_BOOL, 1)};
  return rec_an_ok(fp->e.an);
}

// Bounds of access "x" that it meets; false when these are not known.
static bool
find_whole_bounds(footprint *fp, const rec_access *x, rec_bounds *out) {
  rec_dom *d = rec_dom_new(fp->e.an, x->op, false);
  d->whole = true;
  an_poly p = rec_read(d, rec_place_of(x->op));
  return rec_emit_bounds(&fp->e, d, &p, out) && check_assumptions(fp);
}

// The region, for certain executed before, without which the condition of the
// if that "r" is the first arm of does not hold: of a && b, where b is found.
// NULL: there is none.
static const ir_region *
second_operand(const ir_region *r) {
  const ir_op *op = r->parent_op;
  ir_val *both[2];
  if (op->code != IR_OP_IF || r != op->regions[0])
    return NULL;
  const ir_op *c = op->ins.at[0]->def;
  bool chooses =
      c && c->code == IR_OP_IF && an_match_both(op->ins.at[0], false, both);
  return chooses ? c->regions[0] : NULL;
}

// True when "earlier", an op in front of "op", is executed whenever that is.
static bool
is_executed_before(const ir_op *earlier, const ir_op *op) {
  for (const ir_region *r = op->parent;; r = r->parent_op->parent) {
    if (earlier->parent == r)
      return true;
    if (!r->parent_op)
      return false;
    if (second_operand(r) == earlier->parent)
      return true;
  }
}

// True when an earlier access touches the same elements as number "k".
static bool
is_repeated(const footprint *fp, int k) {
  const rec_access *x = &fp->all.at[k];
  for (int i = 0; i < k; i++) {
    const rec_access *y = &fp->all.at[i];
    if (y->cls == x->cls &&
        an_same_value(fp->e.an->a, y->op->ins.at[1], x->op->ins.at[1]) &&
        is_executed_before(y->op, x->op))
      return true;
  }
  return false;
}

// True when "v" is bound "code" of an array in class "cls".
static bool
is_bound(const footprint *fp, const ir_val *v, ir_opcode code,
         const ir_val *cls) {
  return v->def && v->def->code == code &&
         an_class_of(fp->e.classes, v->def->ins.at[0]) == cls;
}

// True when "x" goes through the array's footprint, whatever that is.
static bool
follows_footprint(const footprint *fp, const rec_access *x) {
  const ir_op *at = x->op->ins.at[1]->def;
  if (!at || at->code != IR_OP_ADD ||
      !is_bound(fp, at->ins.at[0], IR_OP_BEGIN, x->cls) ||
      !ir_is_index(at->ins.at[1]))
    return false;
  const ir_val *i = at->ins.at[1];
  const ir_op *n = i->param_of->parent_op->ins.at[i->index]->def;
  return n && n->code == IR_OP_SUB &&
         is_bound(fp, n->ins.at[0], IR_OP_END, x->cls) &&
         is_bound(fp, n->ins.at[1], IR_OP_BEGIN, x->cls);
}

// The elements of parameter "i" that are touched when it is full or dense:
// those of its must-accesses. False: not known as exactly as that.
static bool
find_must_extent(footprint *fp, int i, rec_extent *ext) {
  const ir_val *cls = an_class_of(fp->e.classes, fp->f->body->params.at[i]);
  for (int k = 0; k < fp->all.n; k++) {
    rec_bounds x;
    if (fp->all.at[k].cls != cls || !fp->must[k])
      continue;
    if (!find_whole_bounds(fp, &fp->all.at[k], &x))
      return false;
    rec_build_widened(&fp->b, ext, &x);
  }
  return true;
}

// Says why nobody knows which elements of parameter "i" access "x" touches.
static void
refuse_access(footprint *fp, const rec_access *x, int i) {
  const ir_op *unread = fp->e.unread;
  const ir_val *array = fp->f->body->params.at[i];
  if (!rec_an_ok(fp->e.an))
    rec_refuse(fp->cx, false, x->op->loc, REC_BUDGET, rec_array_name(array));
  else if (unread)
    rec_refuse(fp->cx, false, unread->loc,
               rec_unread_reason(fp->told, unread->ins.at[0]),
               rec_array_name(unread->ins.at[0]));
  else
    rec_refuse(
        fp->cx, false, x->op->loc,
        rec_unknown_reason(fp->cx->arena, fp->e.classes, &fp->all, x->op),
        rec_array_name(array));
}

// True when the bounds "x" of access "a" to parameter "i" are but those of its
// type: such a footprint is compared with all memory, and copied. Rows of which
// only pointers are counted, and a loop that stays beside its versions, may
// have such.
static bool
is_anywhere(const footprint *fp, const rec_access *a, int i,
            const rec_bounds *x) {
  const ir_op *up = a->op->parent->parent_op;
  while (up && !up->versions)
    up = up->parent->parent_op;
  bool rows = fp->told && fp->told[i].n_levels;
  return !rows && !up && rec_is_of_type(x, true);
}

// The elements of parameter "i" that may be touched, as far as formulas tell.
// False: unknown (reported).
static bool
find_coarse_extent(footprint *fp, int i, rec_extent *ext) {
  const ir_val *cls = an_class_of(fp->e.classes, fp->f->body->params.at[i]);
  for (int k = 0; k < fp->all.n; k++) {
    rec_bounds x;
    if (fp->all.at[k].cls != cls || is_repeated(fp, k) ||
        follows_footprint(fp, &fp->all.at[k]) || has_twin(fp, &fp->all.at[k]))
      continue;
    fp->e.unread = NULL;
    bool found = fp->is_estimate ? estimate_bounds(fp, &fp->all.at[k], i, &x)
                                 : find_bounds(fp, &fp->all.at[k], i, &x) &&
                                       !is_anywhere(fp, &fp->all.at[k], i, &x);
    if (!found) {
      refuse_access(fp, &fp->all.at[k], i);
      return false;
    }
    rec_build_widened(&fp->b, ext, &x);
  }
  return true;
}

// The elements of parameter "i" that may be touched; it stays full or dense
// only when these are what must be. False: unknown (reported).
static bool
find_extent(footprint *fp, int i, rec_extent *ext) {
  ir_builder *b = &fp->b;
  int *mode = &fp->f->param_mode[i];
  bool must = !fp->is_estimate && (*mode & (IR_FULL | IR_DENSE));
  if (!must || !find_must_extent(fp, i, ext)) {
    if (!fp->is_estimate)
      *mode &= ~(IR_FULL | IR_DENSE);
    *ext = (rec_extent){0};
    if (!find_coarse_extent(fp, i, ext))
      return false;
  }
  ir_val *zero = ir_build_int(b, IR_I64, 0);
  if (!ext->lo) {
    *ext = (rec_extent){zero, zero};
    return true;
  }
  ir_val *some = ir_build2(b, IR_OP_LT, ext->lo, ext->hi);
  ext->lo = ir_build3(b, IR_OP_SELECT, some, ext->lo, zero);
  ext->hi = ir_build3(b, IR_OP_SELECT, some, ext->hi, zero);
  return true;
}

// -- Modes ----------------------------------------------------------------
// True when every write to class "cls" comes before every read of it.
static bool
reads_follow(const footprint *fp, const ir_val *cls) {
  const rec_access *xs = fp->all.at;
  for (int i = 0; i < fp->all.n; i++)
    for (int k = 0; k < fp->all.n && xs[i].cls == cls && xs[i].read; k++)
      if (xs[k].cls == cls && xs[k].write &&
          !ir_comes_before(ir_ancestor_in(xs[k].op, fp->f->body),
                           ir_ancestor_in(xs[i].op, fp->f->body)))
        return false;
  return true;
}

// rec_must_cover, for the accesses "xs" of one array; fp->must gets which are
// must-accesses.
static bool
must_cover(footprint *fp, const rec_accesses *xs, bool writes) {
  bool *must = NEW_ARRAY(fp->cx->arena, bool, xs->n);
  if (!rec_must_cover(fp->cx, fp->f, xs, writes, must))
    return false;
  for (int k = 0, i = 0; k < fp->all.n; k++)
    if (fp->all.at[k].cls == xs->at[0].cls)
      fp->must[k] = must[i++];
  return true;
}

// Number of array parameters in the storage class "cls".
static int
count_members(const footprint *fp, const ir_val *cls) {
  int n = 0;
  for (int i = 0; i < fp->f->body->params.n; i++) {
    ir_val *v = fp->f->body->params.at[i];
    n += v->type.array && an_class_of(fp->e.classes, v) == cls;
  }
  return n;
}

// The coverage of parameter "i", which has a storage class of its own, by its
// accesses "xs": the modes besides reading and writing.
static int
find_coverage(footprint *fp, int i, const rec_accesses *xs) {
  bool probe = (fp->f->param_mode[i] & IR_PROBE) != 0;
  bool write = false;
  for (int k = 0; k < xs->n; k++)
    write |= xs->at[k].write;
  if (write && must_cover(fp, xs, true))
    return IR_FULL;
  return !probe && xs->n > 0 && must_cover(fp, xs, false) ? IR_DENSE : 0;
}

// Settles how parameter "i" is touched.
static void
set_mode(footprint *fp, int i) {
  const ir_val *cls = an_class_of(fp->e.classes, fp->f->body->params.at[i]);
  rec_accesses xs = {0};
  int mode = fp->f->param_mode[i] & IR_PROBE;
  for (int k = 0; k < fp->all.n; k++)
    if (fp->all.at[k].cls == cls) {
      vec_push(fp->cx->arena, &xs, fp->all.at[k]);
      mode |= fp->all.at[k].write ? IR_WRITE : 0;
      mode |= fp->all.at[k].read ? IR_READ : 0;
    }
  if (count_members(fp, cls) == 1)
    mode |= find_coverage(fp, i, &xs);
  fp->f->param_mode[i] = mode;
}

// Arrays that are full and read only after they were written need no upload.
static void
drop_read(footprint *fp, int i) {
  const ir_val *cls = an_class_of(fp->e.classes, fp->f->body->params.at[i]);
  if ((fp->f->param_mode[i] & IR_FULL) && reads_follow(fp, cls))
    fp->f->param_mode[i] &= ~IR_READ;
}

// -- The function ---------------------------------------------------------
// "ok" without passes over rows, of which an estimate makes none.
static ir_val *
without_passes(ir_builder *b, ir_val *ok) {
  const ir_op *op = ok->def;
  if (rec_checks_rows(ok))
    return ir_build_int(b, IR_BOOL, 1);
  if (!op || op->code != IR_OP_AND)
    return ok;
  return ir_build2(b, IR_OP_AND, without_passes(b, op->ins.at[0]),
                   without_passes(b, op->ins.at[1]));
}

// The guard's condition, if the region has one.
static void
include_guard(footprint *fp) {
  arena *a = fp->cx->arena;
  ir_func *guard = rec_guard_find(a, fp->f);
  if (!guard || guard->body->params.n != fp->f->body->params.n)
    return;
  map *subst = map_new(a);
  for (int i = 0; i < guard->body->params.n; i++)
    map_put(subst, guard->body->params.at[i], fp->g->body->params.at[i]);
  ir_val *ok;
  ir_clone_region_ops(&fp->b, guard->body, subst, &ok);
  rec_emit_check(&fp->e, fp->is_estimate ? without_passes(&fp->b, ok) : ok);
}

// Sizes of the region's own arrays are checked like everything else.
static void
check_allocs(footprint *fp) {
  ir_foreach_op (op, fp->f->body) {
    ir_val *n =
        op->code == IR_OP_ALLOC ? rec_emit_value(&fp->e, op->ins.at[0]) : NULL;
    if (!n)
      continue;
    ir_val *most = ir_build_int(&fp->b, IR_I64, INT64_C(1) << 40);
    rec_emit_check(&fp->e, ir_build2(&fp->b, IR_OP_LE, n, most));
  }
}

// The results behind ok and work: lo and hi of each array. False: refused.
static bool
add_extents(footprint *fp, ir_vals *out) {
  for (int i = 0; i < fp->f->body->params.n; i++) {
    rec_extent ext = {0};
    if (!fp->f->body->params.at[i]->type.array)
      continue;
    if (!fp->is_estimate)
      set_mode(fp, i);
    if (!find_extent(fp, i, &ext))
      return false;
    if (!fp->is_estimate)
      drop_read(fp, i);
    fp->touched[i] = ext;
    vec_push(fp->cx->arena, out, ext.lo);
    vec_push(fp->cx->arena, out, ext.hi);
  }
  return true;
}

// Fills the footprint function.
static bool
build(footprint *fp) {
  arena *a = fp->cx->arena;
  ir_vals out = {0};
  include_guard(fp);
  if (!fp->is_estimate)
    check_allocs(fp);
  rec_footprint_accesses(&fp->e, fp->f, &fp->all);
  fp->must = NEW_ARRAY(a, bool, fp->all.n);
  fp->touched = NEW_ARRAY(a, rec_extent, fp->f->body->params.n);
  for (int k = 0; k < REC_FOOTPRINT_HEAD; k++) // known last
    vec_push(a, &out, NULL);
  if (!add_extents(fp, &out))
    return false;
  rec_work work =
      rec_emit_work(&fp->e, fp->f, fp->is_estimate ? NULL : fp->touched);
  out.at[0] = fp->e.ok;
  out.at[1] = work.all;
  out.at[2] = work.in_order;
  out.at[3] = work.launches;
  out.at[4] = work.original;
  ir_build_yield(&fp->b, out.at, out.n);
  rec_settle_companion(fp->cx, fp->g);
  return rec_check_probes(fp->cx, fp->f, fp->told, fp->g);
}

// ir_walk_fn: false where many values are read.
static bool
makes_no_pass(void *user, ir_op *op) {
  (void)user;
  return !ir_is_soac(op);
}

// Whether the guard of "f" can be computed without passes over data, but those
// that an estimate leaves out.
static bool
has_quick_guard(arena *a, const ir_func *f) {
  ir_func *guard = rec_guard_find(a, f);
  bool quick = true;
  for (ir_op *op = guard ? guard->body->first : NULL; op && quick;
       op = op->next) {
    quick = makes_no_pass(NULL, op);
    if (op->n_regions && quick && !rec_checks_rows(op->outs.at[0]))
      for (int k = 0; k < op->n_regions; k++)
        quick = quick && ir_walk(op->regions[k], makes_no_pass, NULL);
  }
  return quick;
}

// Adds the function "NAME_suffix" that "like" describes to the module of its
// region; NULL when refused (reported). *n_passes: how many passes over data it
// makes.
static ir_func *
add_function(const footprint *like, const char *suffix, int *n_passes) {
  footprint fp = *like;
  arena *a = fp.cx->arena;
  map *subst = map_new(a);
  fp.g = rec_new_companion(fp.f, arena_printf(a, "%s_%s", fp.f->name, suffix),
                           subst);
  fp.b = ir_at_end(fp.g->body);
  rec_an *an = rec_an_new(fp.cx, fp.f, fp.f->body);
  rec_emit_init(&fp.e, an, &fp.b, subst);
  fp.e.each = rec_emit_evolved_check;
  fp.e.may_look = !fp.is_estimate;
  an->may_assume = true;
  an->told = fp.told;
  bool ok = build(&fp);
  *n_passes = fp.e.n_passes;
  rec_emit_fini(&fp.e);
  rec_an_free(an);
  if (!ok)
    rec_drop_companion(fp.g);
  return ok ? fp.g : NULL;
}

ir_func *
rec_build_footprint(loft_cx *cx, ir_func *f, const rec_told *told,
                    ir_func **estimate) {
  ir_func *forwarded = rec_forward_copies(f);
  footprint fp = {.cx = cx, .f = forwarded ? forwarded : f, .told = told};
  int n_passes, none;
  ir_func *g = add_function(&fp, "footprint", &n_passes);
  fp.is_estimate = true;
  *estimate = g && n_passes && has_quick_guard(cx->arena, f)
                  ? add_function(&fp, "estimate", &none)
                  : NULL;
  for (int i = 0; forwarded && i < f->body->params.n; i++)
    f->param_mode[i] = forwarded->param_mode[i];
  if (forwarded)
    rec_drop_companion(forwarded);
  return g;
}
