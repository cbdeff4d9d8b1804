// recognizer/footprint/table.c: which pointers to rows are followed, and which
// elements of the rows are touched.
//
// An array behind row pointers has subscripts i * stride + j, or (i * stride0
// + j) * stride1 + k (front/lower_table.c). The terms that are multiplied with
// all strides from a level on, and no others, are the subscript of the pointers
// of that level. The strides are not known yet when the bounds of these are
// computed, so nothing here may depend on them.
//
// Rows may differ in length: then another function tells the ends of those that
// one iteration of the region's outermost loops touches.
#include "recognizer/footprint/chunk.h"

// The function being built.
typedef struct table {
  loft_cx *cx;
  ir_func *f, *g;
  const rec_told *told; // per parameter
  rec_emit e;
  ir_val *sure;           // every pointer is in an array that C reads
  const ir_vals *extents; // f is one iteration: how many there are of each SOAC
  int n_checked;
  bool asks;    // ... by the numbers of their elements, which it checks
  map *behind;  // a set: reads of rows through their pointers
  ir_val *fits; // elements of these are numbered by 32 bits; NULL: not asked
} table;

// The subscripts of pointers, level by level, then of the elements of a row.
typedef struct subscripts {
  an_poly at[REC_TABLE_LEVELS + 1];
} subscripts;

// Takes the strides out of "m", which belongs to the level returned; -1: to
// none.
static int
take_strides(rec_an *an, const rec_told *told, an_mono *m) {
  int level = told->n_levels;
  while (level > 0 && told->stride[level - 1] >= 0) {
    ir_val *s = an->f->body->params.at[told->stride[level - 1]];
    an_mono one = {.coef = 1, .n = 1, .f = {rec_an_atom(an, s)}}, q;
    if (!an_mono_divide(m, &one, &q))
      break;
    q.coef = m->coef;
    *m = q;
    level--;
  }
  for (int k = 0; k < told->n_levels; k++)
    for (int i = 0; i < m->n && told->stride[k] >= 0; i++)
      if (an->atoms.at[m->f[i]].val == an->f->body->params.at[told->stride[k]])
        return -1;
  return level;
}

// "p" as subscripts; those of pointers are of structures of told->scale
// elements a unit of the strides. False when it is none.
static bool
split(rec_an *an, const rec_told *told, const an_poly *p, subscripts *out) {
  *out = (subscripts){0};
  for (int i = 0; i < p->t.n; i++) {
    an_mono m = p->t.at[i];
    int level = take_strides(an, told, &m);
    bool scaled = level < told->n_levels && told->scale > 1;
    if (level < 0 || (scaled && m.coef % told->scale))
      return false;
    if (scaled)
      m.coef /= told->scale;
    an_poly_push(an->a, &out->at[level], &m);
  }
  return !p->bad;
}

// The part of subscript "v", of rows one level behind pointers, that is the
// number of the element, where that is a value of its own: what the number of
// the row times the "stride" is added to. NULL: it is none.
static ir_val *
element_number(arena *a, ir_val *v, const ir_val *stride) {
  const ir_op *op = v->def;
  for (int k = 0; op && op->code == IR_OP_ADD && k < 2; k++) {
    ir_val *row = op->ins.at[k], *rest = op->ins.at[!k];
    const ir_op *by = row->def;
    bool is_row = by && by->code == IR_OP_MUL &&
                  (by->ins.at[0] == stride || by->ins.at[1] == stride);
    if (is_row && !rec_depends(a, rest, stride, true))
      return rest;
  }
  return NULL;
}

// The number of factors of "p" that are data.
static int
count_data(const rec_an *an, const an_poly *p) {
  int n = 0;
  for (int t = 0; t < p->t.n; t++)
    for (int k = 0; k < p->t.at[t].n; k++) {
      const ir_val *v = an->atoms.at[p->t.at[t].f[k]].val;
      n += v && rec_is_data(v);
    }
  return n;
}

// Bounds of the number of the element that access "x" touches, "number",
// where it is made of several values from memory: bounds of each would not tell
// that they go along with one another. False: unknown.
static bool
find_together(table *t, const rec_access *x, const rec_told *told,
              const an_poly *number, rec_bounds *out) {
  const ir_val *stride = told->n_levels == 1 && told->stride[0] >= 0
                             ? t->f->body->params.at[told->stride[0]]
                             : NULL;
  ir_val *v = stride && count_data(t->e.an, number) > 1
                  ? element_number(t->cx->arena, x->op->ins.at[1], stride)
                  : NULL;
  return v && v->def && rec_emit_scan(&t->e, x->op, v, NULL, out);
}

// Bounds of the subscripts of access "x" to what "told" is about, one a level.
// Of a row that "x" walks along to its end (*walks), all that is known of the
// elements is the first one. False when there are none.
static bool
find_bounds(table *t, const rec_access *x, const rec_told *told,
            rec_bounds out[REC_TABLE_LEVELS + 1], bool *walks) {
  // A row has few elements next to those that a type has values, so the range
  // pass comes before types.
  static const struct {
    bool whole;
    rec_loads loads;
  } ways[] = {{true, REC_LOADS_PASSED},
              {true, REC_LOADS_TYPED},
              {false, REC_LOADS_PASSED},
              {false, REC_LOADS_TYPED}};
  rec_an *an = t->e.an;
  subscripts at;
  rec_ended walk;
  bool is_ended = *walks = rec_match_ended(an, x->op, &walk);
  for (int i = 0; i < (int)(sizeof ways / sizeof *ways); i++) {
    bool whole = ways[i].whole;
    rec_dom *d = rec_dom_with(an, is_ended ? walk.loop : x->op, ways[i].loads);
    d->whole = whole;
    an_poly p = is_ended ? walk.first : rec_read(d, x->op->ins.at[1]);
    bool ok = split(an, told, &p, &at) &&
              (!whole || rec_poly_is_affine(an, &at.at[0]));
    int last = told->n_levels;
    bool together =
        ok && !is_ended && find_together(t, x, told, &at.at[last], &out[last]);
    for (int k = 0; k <= last - together && ok; k++)
      ok = rec_emit_bounds(&t->e, d, &at.at[k], &out[k]);
    if (ok && rec_emit_assumptions(&t->e, &t->n_checked)) {
      if (!whole)
        t->sure = ir_build_int(t->e.b, IR_BOOL, 0);
      return true;
    }
  }
  return false;
}

// Bounds of the rows that access "x" of one iteration touches, by number, in
// "out", of which all elements may be touched, as far as the region's own
// function has them: wherever the iteration runs. False: the rows are unknown.
static bool
find_rows_alone(table *t, const rec_access *x, const rec_told *told,
                rec_bounds out[REC_TABLE_LEVELS + 1]) {
  const int64_t far = INT64_C(1) << 40;
  ir_builder *b = t->e.b;
  subscripts at;
  ir_op *top = ir_ancestor_in(x->op, t->f->body);
  if (top == x->op || top->code == IR_OP_IF)
    return false;
  rec_dom *in = rec_dom_with(t->e.an, x->op, REC_LOADS_PASSED);
  rec_dom *d = rec_dom_with(t->e.an, ir_ancestor_in(x->op, top->regions[0]),
                            REC_LOADS_PASSED);
  an_poly p = rec_read(in, x->op->ins.at[1]);
  d->whole = true;
  out[1] =
      (rec_bounds){ir_build_int(b, IR_I64, -far), ir_build_int(b, IR_I64, far),
                   ir_build_int(b, IR_BOOL, 1)};
  return told->n_levels == 1 && split(t->e.an, told, &p, &at) &&
         rec_poly_is_affine(t->e.an, &at.at[0]) &&
         rec_emit_bounds(&t->e, d, &at.at[0], &out[0]) &&
         rec_emit_assumptions(&t->e, &t->n_checked);
}

// find_bounds of one iteration, or else find_rows_alone: then nothing is left
// of what bounds of the elements would have assumed.
static bool
find_some_bounds(table *t, const rec_access *x, const rec_told *told,
                 rec_bounds out[REC_TABLE_LEVELS + 1], bool *walks) {
  rec_emit *e = &t->e;
  int n_bounds = e->bounds.n;
  bool known = find_bounds(t, x, told, out, walks);
  for (int l = 0; l <= told->n_levels && known; l++)
    known = !rec_is_of_type(&out[l], false);
  if (known || *walks || !t->extents)
    return known;
  e->bounds.n = n_bounds;
  e->an->assumes.n = t->n_checked;
  return find_rows_alone(t, x, told, out);
}

// The end of rows that end with a 0, and of which elements below "least" are
// touched whatever they hold: INT64_MAX less that, far beyond all other ends.
static ir_val *
end_of_walk(const table *t, ir_val *least) {
  ir_builder *b = t->e.b;
  ir_val *max = ir_build_int(b, IR_I64, INT64_MAX);
  ir_val *some = ir_build_int(b, IR_I64, REC_ROWS_LEAST);
  least = ir_build2(b, IR_OP_MAX, least, ir_build_int(b, IR_I64, 0));
  least = ir_build2(b, IR_OP_MIN, least, some);
  return ir_build2(b, IR_OP_SUB, max, least);
}

// Asks whether 32 bits hold the numbers of the elements, in their rows, that
// access "x" to what "told" is about reads. False where that cannot be asked.
static bool
ask_number(table *t, const rec_access *x, const rec_told *told) {
  rec_an *an = t->e.an;
  ir_builder *b = t->e.b;
  subscripts at;
  rec_bounds k;
  rec_dom *d = rec_dom_with(an, x->op, REC_LOADS_PASSED);
  an_poly p = rec_read(d, x->op->ins.at[1]);
  if (!split(an, told, &p, &at) ||
      !rec_emit_bounds(&t->e, d, &at.at[told->n_levels], &k) ||
      !rec_emit_assumptions(&t->e, &t->n_checked))
    return false;
  ir_val *least = ir_build_int(b, IR_I64, INT32_MIN),
         *most = ir_build_int(b, IR_I64, INT32_MAX);
  ir_val *fits = ir_build2(b, IR_OP_AND, ir_build2(b, IR_OP_GE, k.lo, least),
                           ir_build2(b, IR_OP_LE, k.hi, most));
  t->fits = t->fits ? ir_build2(b, IR_OP_AND, t->fits, fits) : fits;
  return true;
}

// The same of all reads of rows in "all" that places depend on: what is read
// behind it may be numbered so if t->fits.
static void
ask_numbers(table *t, const rec_accesses *all) {
  const map *needed = rec_placing_values(t->cx->arena, t->f);
  for (int i = 0; i < all->n; i++) {
    const rec_access *x = &all->at[i];
    const ir_val *p = x->op->ins.at[0];
    if (x->op->code == IR_OP_INDEX && p->param_of == t->f->body &&
        t->told[p->index].n_levels == 1 && map_has(needed, x->op->outs.at[0]) &&
        !ask_number(t, x, &t->told[p->index])) {
      t->fits = NULL;
      return;
    }
  }
  if (t->fits)
    rec_emit_check(&t->e, t->fits);
}

// The ends of all levels of array parameter "i". False: unknown (reported).
static bool
add_ends(table *t, const rec_accesses *all, int i, ir_vals *out) {
  ir_builder *b = t->e.b;
  const rec_told *told = &t->told[i];
  ir_val *zero = ir_build_int(b, IR_I64, 0);
  rec_extent ends[REC_TABLE_LEVELS + 1] = {0};
  const ir_val *cls = an_class_of(t->e.classes, t->f->body->params.at[i]);
  bool ended = false;
  for (int k = 0; k < all->n; k++) {
    rec_bounds x[REC_TABLE_LEVELS + 1];
    if (all->at[k].cls != cls)
      continue;
    bool walks, known = find_some_bounds(t, &all->at[k], told, x, &walks);
    if (!known) {
      rec_refuse(t->cx, false, all->at[k].op->loc,
                 rec_an_ok(t->e.an) ? REC_FOOTPRINT_ROWS : REC_BUDGET,
                 rec_array_name(t->f->body->params.at[i]));
      return false;
    }
    for (int l = 0; l <= told->n_levels; l++)
      rec_build_widened(b, &ends[l], &x[l]);
    ended |= walks;
  }
  if (ended)
    ends[told->n_levels].hi = end_of_walk(t, ends[told->n_levels].hi);
  for (int l = 0; l <= told->n_levels; l++) {
    vec_push(t->cx->arena, out, ends[l].lo ? ends[l].lo : zero);
    vec_push(t->cx->arena, out, ends[l].hi ? ends[l].hi : zero);
  }
  return true;
}

// Whether parameter "k" is not known when the function runs: a stride, or an
// array behind pointers.
static bool
is_unknown(const table *t, int k) {
  for (int i = 0; i < t->f->body->params.n; i++)
    for (int l = 0; l < t->told[i].n_levels; l++)
      if (k == i || k == t->told[i].stride[l])
        return true;
  return false;
}

// rec_value_test: "v" is a parameter of the table "user" that is not known.
static bool
is_unknown_value(const void *user, const ir_val *v) {
  const table *t = user;
  return v->param_of == t->g->body && is_unknown(t, v->index);
}

// The values that the ops of a function use, but constants.
typedef struct uses {
  const table *t;
  const ir_op *found; // one that uses what is not known
} uses;

// ir_walk_fn: notes an op that uses values not known.
static bool
find_unknown(void *user, ir_op *op) {
  uses *u = user;
  for (int i = 0; i < op->ins.n; i++) {
    if (i == 0 && map_has(u->t->behind, op))
      continue;
    if (is_unknown_value(u->t, op->ins.at[i]))
      u->found = op;
  }
  return !u->found;
}

// The condition "ok" without those parts that need values not known.
static ir_val *
without_unknown(const table *t, ir_val *ok) {
  const ir_op *op = ok->def;
  if (op && op->code == IR_OP_AND)
    return ir_build2(t->e.b, IR_OP_AND, without_unknown(t, op->ins.at[0]),
                     without_unknown(t, op->ins.at[1]));
  return rec_depends_on(t->cx->arena, ok, is_unknown_value, t)
             ? ir_build_int(t->e.b, IR_BOOL, 1)
             : ok;
}

// Includes what the region's guard says of all else.
static void
include_guard(table *t) {
  ir_func *guard = rec_guard_find(t->cx->arena, t->f);
  if (!guard || guard->body->params.n != t->f->body->params.n)
    return;
  map *subst = map_new(t->cx->arena);
  for (int i = 0; i < guard->body->params.n; i++)
    map_put(subst, guard->body->params.at[i], t->g->body->params.at[i]);
  ir_val *ok;
  ir_clone_region_ops(t->e.b, guard->body, subst, &ok);
  rec_emit_check(&t->e, without_unknown(t, ok));
}

// Whether it is known where "op", which reads a row, is that 32 bits hold the
// number of the element, if they do.
static bool
is_asked(const table *t, ir_op *op) {
  const ir_op *asked = t->fits ? t->fits->def : NULL;
  const ir_op *around = ir_ancestor_in(op, t->g->body);
  return asked && asked != around && ir_comes_before(asked, around) &&
         t->told[op->ins.at[0]->index].n_levels == 1;
}

// ir_walk_fn: lets "op" read rows through their pointers, if it reads any.
static bool
read_behind(void *user, ir_op *op) {
  table *t = user;
  const ir_val *v = op->code == IR_OP_INDEX ? op->ins.at[0] : NULL;
  if (!v || v->param_of != t->g->body || !t->told[v->index].n_levels ||
      (t->f->param_mode[v->index] & IR_PROBE))
    return true;
  if (rec_read_behind(t->g, &t->told[v->index], op, false)) {
    map_put(t->behind, op, op);
  } else if (is_asked(t, op) &&
             rec_read_behind(t->g, &t->told[v->index], op, true)) {
    map_put(t->behind, op, op);
    rec_load_if(t->g, op, t->fits);
  }
  return true;
}

// Refuses a function that uses values not known when it runs.
static bool
check_known(const table *t) {
  uses u = {.t = t};
  ir_walk(t->g->body, find_unknown, &u);
  for (int i = 0; u.found && i < t->f->body->params.n; i++)
    if (t->told[i].n_levels) {
      rec_refuse(t->cx, false, u.found->loc, REC_FOOTPRINT_ROWS,
                 rec_array_name(t->f->body->params.at[i]));
      return false;
    }
  return true;
}

// How many iterations the region has; NULL: that is unknown.
static ir_val *
count_iterations(table *t) {
  ir_val *n = ir_build_int(t->e.b, IR_I64, 0);
  for (int k = 0; k < t->extents->n; k++) {
    ir_val *one = rec_emit_value(&t->e, t->extents->at[k]);
    if (!one)
      return NULL;
    n = ir_build2(t->e.b, IR_OP_MAX, n, one);
  }
  return n;
}

// Fills the function.
static bool
build(table *t) {
  arena *a = t->cx->arena;
  rec_accesses all = {0};
  ir_vals out = {0};
  if (!t->extents)
    include_guard(t);
  t->sure = ir_build_int(t->e.b, IR_BOOL, 1);
  rec_find_accesses(a, t->e.classes, t->f->body, &all);
  if (t->asks)
    ask_numbers(t, &all);
  vec_push(a, &out, NULL); // known last
  vec_push(a, &out, NULL);
  for (int i = 0; i < t->f->body->params.n; i++)
    if (t->told[i].n_levels && !add_ends(t, &all, i, &out))
      return false;
  out.at[0] = t->e.ok;
  out.at[1] = t->extents ? count_iterations(t) : t->sure;
  if (!out.at[1])
    return false;
  if (t->fits)
    vec_push(a, &out, t->fits); // until all that is not used is removed
  ir_build_yield(t->e.b, out.at, out.n);
  rec_remove_unused(t->g->body);
  rec_clean(t->cx, t->g);
  if (t->fits) {
    t->fits = vec_last(&t->g->body->last->ins);
    t->g->body->last->ins.n--;
  }
  ir_walk(t->g->body, read_behind, t);
  if (map_count(t->behind))
    rec_remove_unused(t->g->body);
  return check_known(t);
}

// Adds function "name" of the ranges of "t" to the module of t->f; NULL on
// refusal.
static ir_func *
build_function(table *t, const char *name) {
  map *subst = map_new(t->cx->arena);
  t->behind = map_new(t->cx->arena);
  t->g = rec_new_companion(t->f, name, subst);
  ir_builder b = ir_at_end(t->g->body);
  rec_an *an = rec_an_new(t->cx, t->f, t->f->body);
  rec_emit_init(&t->e, an, &b, subst);
  an->may_assume = true;
  an->told = t->told;
  bool ok = build(t);
  rec_emit_fini(&t->e);
  rec_an_free(an);
  if (!ok)
    rec_drop_companion(t->g);
  return ok ? t->g : NULL;
}

ir_func *
rec_build_rows(loft_cx *cx, ir_func *f, const rec_told *told) {
  loft_cx quiet = {.arena = cx->arena, .n_shares = cx->n_shares};
  const char *name = arena_printf(cx->arena, "%s_rows", f->name);
  table t = {.cx = &quiet, .f = f, .told = told};
  table asking = {.cx = &quiet, .f = f, .told = told, .asks = true};
  table last = {.cx = cx, .f = f, .told = told};
  ir_func *g = build_function(&t, name);
  g = g ? g : build_function(&asking, name);
  return g ? g : build_function(&last, name);
}

// -- Iteration by iteration ---------------------------------------------------

// Whether the ends of some rows of one level in "g" differ by iteration, its
// last parameter.
static bool
have_lengths(loft_cx *cx, const ir_func *g, const rec_told *told, int n) {
  int at = 2;
  for (int k = 0; k < n; k++) {
    at += told[k].n_levels ? 2 * (told[k].n_levels + 1) : 0;
    // whether an iteration touches anything depends on its number anyhow
    if (told[k].n_levels == 1 &&
        rec_depends(cx->arena, g->body->last->ins.at[at - 1],
                    g->body->params.at[n], false))
      return true;
  }
  return false;
}

// Makes "f", one loop in order that carries arrays alone, beside scalar ops,
// the iteration of it that a new parameter tells; *extents gets how many there
// are. False where it is something else.
static bool
take_iteration(ir_func *f, ir_vals *extents) {
  ir_loop l;
  if (!ir_match_loop(ir_only_loop(f->body), &l) || !l.extent || l.op->has_while)
    return false;
  for (int k = 0; k < l.n_carried; k++)
    if (!l.carried[k]->type.array)
      return false;
  ir_val *first = ir_func_add_param(f, ir_ty(IR_I64), "first", 0);
  ir_builder b = ir_before(l.op), in = ir_before(l.body->first);
  vec_push(f->module->arena, extents, l.extent);
  ir_val *zero = ir_build_int(&in, IR_I64, 0);
  ir_val *i = ir_build2(&in, IR_OP_ADD, first, zero);
  ir_replace_uses(f, l.i, i);
  i->def->ins.at[1] = l.i;
  ir_remove(zero->def);
  ir_val *rest = ir_build2(&b, IR_OP_SUB, l.extent, first);
  l.op->ins.at[0] = ir_build2(&b, IR_OP_MIN, rest, ir_build_int(&b, IR_I64, 1));
  return true;
}

ir_func *
rec_build_row_ends(loft_cx *cx, const ir_func *f, const rec_told *told) {
  arena *a = cx->arena;
  loft_cx quiet = {.arena = a, .n_shares = cx->n_shares};
  ir_vals extents = {0};
  ir_func *one = ir_clone_func(ir_module_new(a), f, f->name);
  int n = f->body->params.n;
  if (!rec_chunk_one(one, &extents) && !take_iteration(one, &extents))
    return NULL;
  const rec_told *all = rec_tell_all(a, one, told, n);
  const char *name = arena_printf(a, "%s_row_ends", f->name);
  ir_func *g = NULL;
  for (int asks = 0; asks < 2 && !g; asks++) {
    table t = {
        .cx = &quiet, .f = one, .told = all, .extents = &extents, .asks = asks};
    g = build_function(&t, name);
  }
  return g && have_lengths(cx, g, told, n) ? g : NULL;
}
