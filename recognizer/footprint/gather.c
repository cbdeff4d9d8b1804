// recognizer/footprint/gather.c: the range pass over index arrays.
//
// Where a subscript is data, x[idx[i]], its range is found by looking: the
// loops around the load are rebuilt as nested reduces of minimum and maximum,
// with the slices of code that their extents, conditions and the load's
// subscript need, ifs and inner loops that give scalars included. Only reads
// the region makes itself are made. What depends on values the region computes
// cannot be looked at beforehand. All iterations of a loop with a condition
// look at the same: subscripts that depend on its index are not looked at. What
// chooses between versions of a loop is not asked: both read what C does.
// Where only the region tells which elements it loads, all that it may load are
// looked at, if the memory can be read: their range is no smaller. Of 64 bits
// of which 32 are used, these are looked at.
//
// For the sum of a data-dependent extent, which is for estimates alone, a few
// iterations of each loop stand for all.
//
// Of rows that begin where data says and are as long as data says, the first
// and the last element are looked at (rec_emit_row_ends).
//
//   %lo, %hi = reduce (%i < %n) [min MAX, max MIN] { index %idx, %i ... }
#include "recognizer/footprint/footprint.h"

typedef struct gather {
  rec_emit *e;
  rec_slicer s;
  ir_val *leaf; // the load, or the extent to sum up
  ir_val *most; // the extremes are from leaf up to this; NULL: of leaf alone
  bool sum;
  bool sampled; // of a few iterations
  bool inside;  // a reduce
  map *ends;    // ops of which the first and last iteration do; NULL: none
} gather;

// True when everything around "op" up to the top level can be rebuilt.
static bool
can_rebuild(gather *g, const ir_op *op) {
  for (const ir_region *r = op->parent; r->parent_op;
       r = r->parent_op->parent) {
    ir_op *up = r->parent_op;
    int n = ir_n_controls(up);
    if (up->versions)
      continue;
    if (n == 0 || (ir_is_soac(up) && r != up->regions[0]))
      return false;
    for (int k = 0; k < n; k++)
      if (!rec_can_slice(&g->s, up->ins.at[k]))
        return false;
  }
  return true;
}

// -- Nests ----------------------------------------------------------------
// The value folded that is made of "leaf", at the innermost place.
static ir_val *
build_leaf(gather *g, ir_builder *b, ir_val *leaf) {
  ir_val *v = rec_build_slice(&g->s, b, leaf);
  if (!g->sum)
    return ir_build_convert(b, v, IR_I64);
  if (ir_is_signed(v->type.elem))
    v = ir_build2(b, IR_OP_MAX, v, ir_build_int(b, v->type.elem, 0));
  return ir_build_convert(b, v, IR_F64);
}

// Where nothing is executed: min, max or sum of nothing. Returns the number.
static int
build_nothing(const gather *g, ir_builder *b, ir_val **out) {
  if (g->sum)
    out[0] = ir_build_float(b, IR_F64, 0.0);
  else
    rec_build_nothing(b, out);
  return g->sum ? 1 : 2;
}

static int build_nest(gather *g, ir_builder *b, ir_op **path, int n,
                      ir_val **out);

// The rest of the path in region "r" of "op"; ends it with a yield.
static void
build_inner(gather *g, ir_region *r, ir_op **path, int n) {
  ir_builder b = ir_at_end(r);
  ir_val *v[2];
  int n_out = build_nest(g, &b, path, n, v);
  ir_build_yield(&b, v, n_out);
}

// The path of "n" ops where bool "c" holds ("other": does not); else nothing.
static int
build_where(gather *g, ir_builder *b, ir_val *c, bool other, ir_op **path,
            int n, ir_val **out) {
  ir_builder side[2];
  ir_op *copy = ir_build_if(b, c, &side[0], &side[1]);
  build_inner(g, side[other].region, path, n);
  ir_val *none[2];
  int n_out = build_nothing(g, &side[!other], none);
  ir_build_yield(&side[!other], none, n_out);
  for (int k = 0; k < n_out; k++)
    out[k] = ir_add_out(copy, none[k]->type, NULL);
  return n_out;
}

// An if around the rest of the path.
static int
build_if(gather *g, ir_builder *b, ir_op **path, int n, ir_val **out) {
  ir_op *op = path[0];
  bool other = rec_is_in_else(op, path[1]); // path ends with the leaf
  ir_val *c = rec_build_slice(&g->s, b, op->ins.at[0]);
  return build_where(g, b, c, other, path + 1, n - 1, out);
}

// The first iteration of a loop with a condition around the rest of the path.
static int
build_while(gather *g, ir_builder *b, ir_op **path, int n, ir_val **out) {
  ir_op *op = path[0];
  ir_val *runs = rec_build_slice(&g->s, b, op->ins.at[op->n_dims]);
  ir_val *zero = ir_build_int(b, IR_I64, 0);
  for (int k = 0; k < op->n_dims; k++) {
    ir_val *extent = rec_build_slice(&g->s, b, op->ins.at[k]);
    ir_val *some = ir_build2(b, IR_OP_GT, extent, zero);
    runs = ir_build2(b, IR_OP_AND, runs, some);
  }
  return build_where(g, b, runs, false, path + 1, n - 1, out);
}

// A few iterations of a loop that are taken for all.
typedef struct sample {
  ir_val *n;     // how many there are
  ir_val *step;  // from one to the next
  ir_val *times; // f64: how many each stands for
} sample;

// The sample of "extent" iterations: few of few, so that looking at them takes
// a small part of the time of all.
static sample
build_sample(ir_builder *b, ir_val *extent, bool outermost) {
  enum { MANY = 64, FEW = 8, PART = 16 };
  ir_val *most = ir_build_int(b, IR_I64, FEW);
  if (outermost) {
    ir_val *part =
        ir_build2(b, IR_OP_DIV, extent, ir_build_int(b, IR_I64, PART));
    most = ir_build2(b, IR_OP_ADD, part, most);
    most = ir_build2(b, IR_OP_MIN, most, ir_build_int(b, IR_I64, MANY));
  }
  ir_val *n = ir_build2(b, IR_OP_MIN, extent, most);
  ir_val *some = ir_build2(b, IR_OP_MAX, n, ir_build_int(b, IR_I64, 1));
  ir_val *all = ir_build_convert(b, extent, IR_F64);
  return (sample){
      n, ir_build2(b, IR_OP_DIV, extent, some),
      ir_build2(b, IR_OP_DIV, all, ir_build_convert(b, some, IR_F64))};
}

// The iteration that is number "i" of the sample "s": one in the middle of
// those that it stands for.
static ir_val *
sampled_index(ir_builder *b, ir_val *i, const sample *s) {
  ir_val *two = ir_build_int(b, IR_I64, 2);
  ir_val *at = ir_build2(b, IR_OP_MUL, i, s->step);
  return ir_build2(b, IR_OP_ADD, at, ir_build2(b, IR_OP_DIV, s->step, two));
}

// A reduce over the indices of path[0] around the rest of the path.
static int
build_reduce(gather *g, ir_builder *b, ir_op **path, int n, ir_val **out) {
  ir_op *op = path[0];
  ir_val *extents[8], *init[2];
  sample samples[8];
  int n_dims = op->n_dims;
  for (int k = 0; k < n_dims; k++) {
    extents[k] = rec_build_slice(&g->s, b, op->ins.at[k]);
    if (!g->sampled)
      continue;
    samples[k] = build_sample(b, extents[k], !op->parent->parent_op);
    extents[k] = samples[k].n;
  }
  int n_out = build_nothing(g, b, init);
  ir_op *red = ir_build_raw(b, IR_OP_REDUCE);
  red->n_dims = n_dims;
  red->n_red = n_out;
  red->seq = g->sum || g->inside;
  bool was_inside = g->inside;
  g->inside = true;
  red->red_ops = NEW_ARRAY(b->func->module->arena, ir_opcode, n_out);
  red->red_ops[0] = g->sum ? IR_OP_ADD : IR_OP_MIN;
  if (n_out > 1)
    red->red_ops[1] = IR_OP_MAX;
  for (int k = 0; k < n_dims; k++)
    ir_add_in(red, extents[k]);
  for (int k = 0; k < n_out; k++)
    ir_add_in(red, init[k]);
  ir_region *r = ir_add_region(red);
  for (int k = 0; k < n_dims; k++) {
    ir_val *i = op->regions[0]->params.at[k];
    ir_val *own = ir_region_add_param(r, i->type, i->name);
    ir_builder in = ir_at_end(r);
    map_put(g->s.subst, i,
            g->sampled ? sampled_index(&in, own, &samples[k]) : own);
  }
  build_inner(g, r, path + 1, n - 1);
  g->inside = was_inside;
  for (int k = 0; k < n_out; k++)
    out[k] = ir_add_out(red, init[k]->type, NULL);
  for (int k = 0; k < n_dims && g->sampled; k++)
    out[0] = ir_build2(b, IR_OP_MUL, out[0], samples[k].times);
  return n_out;
}

// A nest of two loops whose rows may follow one another.
static int
build_rows(gather *g, ir_builder *b, ir_op **path, const rec_chain *chain,
           ir_val **out) {
  ir_val *follow = rec_build_is_chain(&g->s, b, chain, g->inside);
  ir_builder yes, no;
  ir_op *choice = ir_build_if(b, follow, &yes, &no);
  rec_build_chain_extremes(&g->s, &yes, chain, g->inside, out);
  ir_build_yield(&yes, out, 2);
  build_reduce(g, &no, path, 2, out);
  ir_build_yield(&no, out, 2);
  for (int k = 0; k < 2; k++)
    out[k] = ir_add_out(choice, ir_ty(IR_I64), NULL);
  return 2;
}

// The path where the index of path[0] is "i".
static int
build_at(gather *g, ir_builder *b, ir_op **path, int n, ir_val *i,
         ir_val **out) {
  map *before = g->s.subst;
  g->s.subst = map_copy(g->e->an->a, before);
  map_put(g->s.subst, path[0]->regions[0]->params.at[0], i);
  int n_out = build_nest(g, b, path + 1, n - 1, out);
  g->s.subst = before;
  return n_out;
}

// The extremes over the first and the last iteration of path[0], if there are
// any.
static int
build_ends(gather *g, ir_builder *b, ir_op **path, int n, ir_val **out) {
  ir_val *zero = ir_build_int(b, IR_I64, 0), *one = ir_build_int(b, IR_I64, 1);
  ir_val *extent = rec_build_slice(&g->s, b, path[0]->ins.at[0]);
  ir_val *some = ir_build2(b, IR_OP_GT, extent, zero);
  ir_builder yes, no;
  ir_op *choice = ir_build_if(b, some, &yes, &no);
  ir_val *first[2], *last[2], *none[2];
  build_at(g, &yes, path, n, zero, first);
  build_at(g, &yes, path, n, ir_build2(&yes, IR_OP_SUB, extent, one), last);
  for (int k = 0; k < 2; k++)
    first[k] = ir_build2(&yes, k ? IR_OP_MAX : IR_OP_MIN, first[k], last[k]);
  int n_out = build_nothing(g, &no, none);
  ir_build_yield(&yes, first, n_out);
  ir_build_yield(&no, none, n_out);
  for (int k = 0; k < n_out; k++)
    out[k] = ir_add_out(choice, ir_ty(IR_I64), NULL);
  return n_out;
}

// The path of "n" ops around the leaf (path[n] is the op the leaf is for).
static int
build_nest(gather *g, ir_builder *b, ir_op **path, int n, ir_val **out) {
  if (n == 0) {
    out[0] = build_leaf(g, b, g->leaf);
    out[1] = g->sum ? NULL : g->most ? build_leaf(g, b, g->most) : out[0];
    return g->sum ? 1 : 2;
  }
  if (path[0]->code == IR_OP_IF)
    return build_if(g, b, path, n, out);
  if (path[0]->has_while)
    return build_while(g, b, path, n, out);
  if (g->ends && map_has(g->ends, path[0]))
    return build_ends(g, b, path, n, out);
  rec_chain chain;
  if (n == 2 && !g->sum && !g->ends &&
      rec_find_chain(path[0], path[1], g->leaf, &chain))
    return build_rows(g, b, path, &chain, out);
  return build_reduce(g, b, path, n, out);
}

// The pass around "at", without what chooses between versions. False: it is too
// deep.
static bool
find_path(const gather *g, ir_op *at, rec_pass *p) {
  *p = (rec_pass){.leaf = g->leaf, .sum = g->sum, .sampled = g->sampled};
  for (ir_op *op = at->parent->parent_op; op; op = op->parent->parent_op) {
    p->n += !op->versions;
    if (p->n > REC_MAX_PATH || op->n_dims > 8)
      return false;
  }
  int k = p->n;
  p->path[k] = at;
  for (ir_op *op = at->parent->parent_op; op; op = op->parent->parent_op)
    if (!op->versions)
      p->path[--k] = op;
  return true;
}

// Folds g->leaf over all executions of "at", if the checks so far are met: the
// loops are C's only then. False when it cannot be done.
static bool
run(gather *g, ir_op *at, ir_val **out) {
  rec_emit *e = g->e;
  rec_pass p;
  if (!find_path(g, at, &p) || !can_rebuild(g, at) ||
      !rec_can_slice(&g->s, g->leaf))
    return false;
  bool is_own = g->ends || g->most;
  if (is_own || !rec_find_pass(e, &p)) {
    build_where(g, e->b, e->ok, false, p.path, p.n, p.out);
    e->n_passes += !g->sampled;
    if (!is_own)
      vec_push(e->an->a, &e->passes, p);
  }
  out[0] = p.out[0];
  out[1] = p.out[1];
  return true;
}

// -- Entry points ---------------------------------------------------------
// The bounds as atoms; 1 and 0 when there was no value at all.
static void
make_atoms(rec_emit *e, ir_val **v, int *lo, int *hi) {
  ir_builder *b = e->b;
  ir_val *some = ir_build2(b, IR_OP_LE, v[0], v[1]);
  ir_val *low =
      ir_build3(b, IR_OP_SELECT, some, v[0], ir_build_int(b, IR_I64, 1));
  ir_val *high =
      ir_build3(b, IR_OP_SELECT, some, v[1], ir_build_int(b, IR_I64, 0));
  map_put(e->subst, low, low);
  map_put(e->subst, high, high);
  *lo = rec_an_atom(e->an, low);
  *hi = rec_an_atom(e->an, high);
}

// "v" with "element" for the load "load" that it is made of, at "b".
static ir_val *
build_part(ir_builder *b, ir_val *v, const ir_val *load, ir_val *element) {
  if (v == load)
    return element;
  const ir_op *op = v->def;
  ir_val *x = build_part(b, op->ins.at[0], load, element);
  int64_t count;
  if (op->code == IR_OP_CONVERT)
    return ir_build_convert(b, x, v->type.elem);
  ir_match_int(op->ins.at[1], &count);
  return ir_build2(b, op->code, x,
                   ir_build_int(b, op->ins.at[1]->type.elem, count));
}

// The extremes of "v", made of the load "load", over all of its elements that
// READABLE "can" asks about, at "b".
static void
build_part_extremes(ir_builder *b, ir_val *v, const ir_val *load,
                    const ir_op *can, ir_val **out) {
  ir_val *array = can->ins.at[0], *lo = can->ins.at[1], *hi = can->ins.at[2];
  ir_val *n = ir_build2(b, IR_OP_SUB, hi, lo);
  ir_region *r = rec_build_extremes(b, &n, 1, false, out);
  ir_builder in = ir_at_end(r);
  ir_val *i = r->params.at[0];
  ir_val *e = ir_build_index(&in, array, ir_build2(&in, IR_OP_ADD, i, lo));
  e = ir_build_convert(&in, build_part(&in, v, load, e), IR_I64);
  ir_build_yield(&in, (ir_val *[]){e, e}, 2);
}

// Bounds of the loaded value "v", or a part of one, where it cannot be told
// beforehand which elements are loaded: those of all that may be, if they can
// be read. False when they are not known either.
static bool
look_at_all(rec_emit *e, ir_val *v, ir_val **out) {
  ir_val *part_of = rec_truncated_load(v);
  ir_op *op = part_of ? part_of->def : v->def;
  bool is_load = op->code == IR_OP_INDEX && rec_emit_is_input(e, op->ins.at[0]);
  ir_val *can = is_load ? rec_emit_readable(e, op, true) : NULL;
  if (!can)
    return false;
  ir_builder yes = rec_start_where(e->b, e->ok);
  build_part_extremes(&yes, v, op->outs.at[0], can->def, out);
  rec_end_where(&yes, out);
  e->n_passes++;
  return true;
}

ir_val *
rec_range_key(ir_val *v) {
  ir_op *op = v->def;
  return op && op->code == IR_OP_LOOP
             ? op->regions[0]->params.at[op->n_dims + v->index]
             : v;
}

void
rec_emit_know_range(rec_emit *e, ir_val *v, ir_val **bounds) {
  int *known = NEW_ARRAY(e->an->a, int, 3), n = 0;
  known[0] = true;
  make_atoms(e, bounds, &known[1], &known[2]);
  map_put(e->ranges, rec_range_key(v), known);
  for (int i = 0; i < e->bounds.n; i++)
    if (e->bounds.at[i].hi)
      e->bounds.at[n++] = e->bounds.at[i];
  e->bounds.n = n;
}

// True when the range of "v" may be looked for: it is loaded, a part of what
// is, or made of the bits of others.
static bool
may_have_range(const ir_val *v) {
  ir_opcode code = v->def ? v->def->code : IR_OP__COUNT;
  return code == IR_OP_INDEX || code == IR_OP_XOR || code == IR_OP_OR ||
         rec_truncated_load(v);
}

// The extremes of "v" over all its executions. False when they are not known.
static bool
find_range(rec_emit *e, ir_val *v, ir_val **out) {
  gather g = {.e = e, .s = rec_slicer_new(e), .leaf = v};
  return v->def && ir_is_int(v->type.elem) &&
         (rec_emit_bits(e, v->def, out) || run(&g, v->def, out) ||
          look_at_all(e, v, out));
}

bool
rec_emit_range_pass(rec_emit *e, ir_val *v, int *lo, int *hi) {
  int *known = map_get(e->ranges, rec_range_key(v));
  ir_val *out[2];
  if (!known && !may_have_range(v))
    return false;
  if (!known) {
    known = NEW_ARRAY(e->an->a, int, 3);
    map_put(e->ranges, v, known); // unknown while it is being looked for
    known[0] = find_range(e, v, out);
    if (known[0])
      make_atoms(e, out, &known[1], &known[2]);
  }
  *lo = known[1];
  *hi = known[2];
  return known[0];
}

bool
rec_emit_scan(rec_emit *e, ir_op *op, ir_val *v, ir_val *most,
              rec_bounds *out) {
  gather g = {.e = e, .s = rec_slicer_new(e), .leaf = v, .most = most};
  ir_val *x[2];
  bool found = ir_is_int(v->type.elem) &&
               (run(&g, op, x) || (v->def && run(&g, v->def, x)));
  if (!found)
    return false;
  *out = (rec_bounds){x[0], x[1], ir_build2(e->b, IR_OP_LE, x[0], x[1])};
  return true;
}

// True when "p" grows by the same in each iteration with index "i", of those
// that the other loops have.
static bool
is_linear_in(const rec_an *an, const an_poly *p, const ir_val *i) {
  for (int t = 0; t < p->t.n; t++) {
    int times = 0;
    for (int k = 0; k < p->t.at[t].n; k++) {
      const ir_val *v = an->atoms.at[p->t.at[t].f[k]].val;
      if (!v || (v != i && an_may_depend(v, i)))
        return false;
      times += v == i;
    }
    if (times > 1)
      return false;
  }
  return !p->bad;
}

// True when loops and conditions between "op" and loop "up" do not depend on
// the index "i" of that.
static bool
is_rectangular(const ir_op *op, const ir_op *up, const ir_val *i) {
  for (op = op->parent->parent_op; op != up; op = op->parent->parent_op) {
    if (op->has_while)
      return false;
    for (int k = 0; k < ir_n_controls(op); k++)
      if (an_may_depend(op->ins.at[k], i))
        return false;
  }
  return true;
}

// The number of values in "p" that vary and are no indices.
static int
count_data(const rec_an *an, const an_poly *p) {
  int n = 0;
  for (int t = 0; t < p->t.n; t++)
    for (int k = 0; k < p->t.at[t].n; k++) {
      const rec_atom *at = &an->atoms.at[p->t.at[t].f[k]];
      n += at->is_dim && !(at->val && ir_is_index(at->val));
    }
  return n;
}

// Finds the loops around access "op", with an extent that is data, at the ends
// of which the subscript has its extremes. False: there are none, some have
// them elsewhere, or what begins and ends a row is one value that is bounded by
// itself (ptr[i + 1]).
static bool
find_ends(gather *g, ir_op *op) {
  rec_an *an = g->e->an;
  bool may_assume = an->may_assume;
  an->may_assume = false;
  rec_dom *d = rec_dom_new(an, op, false);
  an_poly p = rec_read(d, op->ins.at[1]), last = p;
  bool ok = !p.bad && count_data(an, &p) > 0, any = false;
  g->ends = map_new(an->a);
  for (ir_op *up = op->parent->parent_op; up && ok;
       up = up->parent->parent_op) {
    if (up->n_dims != 1 || up->has_while || !rec_is_data(up->ins.at[0]))
      continue;
    ir_val *i = up->regions[0]->params.at[0];
    an_poly n = rec_read(d, up->ins.at[0]);
    last = an_poly_replace(an->a, &last, rec_an_atom(an, i), &n);
    ok = is_linear_in(an, &p, i) && is_rectangular(op, up, i);
    map_put(g->ends, up, up);
    any = true;
  }
  an->may_assume = may_assume;
  return ok && any && !last.bad &&
         (count_data(an, &p) > 1 || count_data(an, &last) > 1);
}

bool
rec_emit_row_ends(rec_emit *e, ir_op *op, rec_bounds *out) {
  gather g = {.e = e, .s = rec_slicer_new(e), .leaf = op->ins.at[1]};
  ir_val *x[2];
  if (!find_ends(&g, op) || !run(&g, op, x))
    return false;
  *out = (rec_bounds){x[0], x[1], ir_build2(e->b, IR_OP_LE, x[0], x[1])};
  return true;
}

ir_val *
rec_emit_trip_sum(rec_emit *e, ir_op *op, int k) {
  ir_val *known = map_get(e->sums, op->ins.at[k]);
  if (known)
    return known;
  gather g = {.e = e,
              .s = rec_slicer_new(e),
              .leaf = op->ins.at[k],
              .sum = true,
              .sampled = true};
  ir_val *out[2];
  if (!run(&g, op, out))
    return NULL;
  map_put(e->sums, op->ins.at[k], out[0]);
  return out[0];
}

ir_val *
rec_emit_sum_pass(rec_emit *e, ir_op *op, ir_val *v) {
  gather g = {.e = e,
              .s = rec_slicer_new(e),
              .leaf = v,
              .sum = true,
              .sampled = !e->may_look};
  ir_val *out[2];
  return ir_is_int(v->type.elem) && run(&g, op, out)
             ? ir_build_convert(e->b, out[0], IR_I64)
             : NULL;
}
