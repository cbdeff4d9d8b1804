// recognizer/footprint/rows.c: rows of elements at places that are data.
//
//   for (i < n) for (k = ptr[i]; k < ptr[i + 1]; k++) val[k] *= s[i];
//
// Iterations of the outer loop write different elements where each one's row
// begins behind all rows before. The guard finds that out in one pass over the
// rows, not their elements: the first and the last place of a row are the
// subscript with the first and last indices of the inner loops.
//
//   %lo, %hi, %ok = reduce (%i < %n) [MAX, MIN, true by (a, b) {
//     yield min(a.lo, b.lo), max(a.hi, b.hi), a.ok && b.ok && a.hi < b.lo
//   }] { yield ptr[i], ptr[i + 1] - 1, true }      of an empty row MAX, MIN
//
// Only reads that the iteration makes are made: a read under a condition is
// looked at where that holds.
#include "recognizer/footprint/footprint.h"

// -- Matching -------------------------------------------------------------
// The index of the loop "op".
static ir_val *
index_of(const ir_op *op) {
  return op->regions[0]->params.at[0];
}

// Whether "v" is an index of a loop of "row"; *k: which.
static bool
find_index(const rec_row *row, const ir_val *v, int *k) {
  for (*k = 0; *k < row->n; ++*k)
    if (row->path[*k]->code == IR_OP_LOOP && index_of(row->path[*k]) == v)
      return true;
  return false;
}

// The loops and ifs from "l" down to "op".
static bool
find_path(const ir_loop *l, ir_op *op, rec_row *out) {
  int n = 0;
  ir_op *up = op->parent->parent_op;
  for (; up != l->op; up = up->parent->parent_op) {
    bool counts = up->code == IR_OP_LOOP && up->n_dims == 1 && !up->has_while;
    if (++n > REC_ROW_PATH || (!counts && up->code != IR_OP_IF))
      return false;
  }
  *out = (rec_row){.op = op, .n = n};
  for (up = op->parent->parent_op; up != l->op; up = up->parent->parent_op)
    out->path[--n] = up;
  return true;
}

// The region of "row" that entry "k" of its path leads to.
static const ir_region *
region_behind(const rec_row *row, int k) {
  const ir_region *r = row->op->parent;
  while (r->parent_op != row->path[k])
    r = r->parent_op->parent;
  return r;
}

// A slicer for the body of "l", given its index; what stands for that is added
// later.
static rec_slicer
slice_body(rec_emit *e, const ir_loop *l) {
  rec_slicer s = rec_slicer_new(e);
  s.home = s.inner = l->body;
  map_put(s.subst, l->i, l->i);
  return s;
}

// "s" where "r" is known to run as well.
static rec_slicer
slice_inner(const rec_slicer *s, const ir_region *r) {
  rec_slicer t = *s;
  t.inner = r;
  t.subst = map_copy(s->e->an->a, s->subst);
  t.can = map_new(s->e->an->a);
  return t;
}

// Leaves out the ifs of "row" of which nothing can be told before; *s becomes
// the slicer where all that is left leads. False when it cannot be told how
// often a loop runs.
static bool
keep_known(rec_slicer *s, rec_row *row) {
  bool all = true;
  int n = 0;
  for (int k = 0; k < row->n; k++) {
    ir_op *op = row->path[k];
    bool known = rec_can_slice(s, op->ins.at[0]);
    if (!known && op->code != IR_OP_IF)
      return false;
    all = all && known;
    if (all)
      *s = slice_inner(s, region_behind(row, k));
    if (known)
      row->path[n++] = op;
  }
  row->n = n;
  return true;
}

// True when the subscript of "row" can be told, given the indices of its loops.
static bool
can_emit_ends(const rec_slicer *s, const rec_row *row) {
  rec_slicer t = slice_inner(s, s->inner);
  for (int k = 0; k < row->n; k++)
    if (row->path[k]->code == IR_OP_LOOP)
      map_put(t.subst, index_of(row->path[k]), index_of(row->path[k]));
  return rec_can_slice(&t, row->op->ins.at[1]);
}

// Takes the term "m" of a subscript: an index of an inner loop and a constant,
// or what is the same in all iterations of these, by slicer "s".
static bool
add_term(const rec_an *an, rec_slicer *s, const an_mono *m, rec_row *row) {
  int k;
  for (int i = 0; i < m->n; i++) {
    ir_val *v = an->atoms.at[m->f[i]].val;
    if (v && find_index(row, v, &k)) {
      row->down[k] = m->coef < 0;
      return m->n == 1;
    }
    if (!v || !(ir_is_outside(v, s->home) || rec_can_slice(s, v)))
      return false;
  }
  return true;
}

// True when the number of iterations of a loop of "row" is data.
static bool
has_data_extent(const ir_loop *l, const rec_row *row) {
  for (int k = 0; k < row->n; k++) {
    const ir_val *n = row->path[k]->ins.at[0];
    if (row->path[k]->code == IR_OP_LOOP && !ir_is_outside(n, l->body) &&
        rec_is_data(n))
      return true;
  }
  return false;
}

// A slicer for values known before any loop.
static rec_slicer
slice_top(rec_emit *e) {
  rec_slicer s = rec_slicer_new(e);
  s.home = s.inner = e->an->f->body;
  return s;
}

// True when it can be told how often "l" and the loops around it run, if there
// is nothing else around it.
static bool
can_emit_counts(rec_emit *e, const ir_loop *l) {
  rec_slicer top = slice_top(e);
  for (const ir_op *op = l->op; op; op = op->parent->parent_op)
    if (op->code != IR_OP_LOOP || op->n_dims != 1 || op->has_while ||
        !rec_can_slice(&top, op->ins.at[0]))
      return false;
  return true;
}

// The first place of "row", subscript "p" with the first indices of its loops.
// False where it depends on data of the iteration of "l".
static bool
find_first(rec_an *an, const ir_loop *l, const rec_row *row, const an_poly *p,
           an_poly *out) {
  *out = (an_poly){0};
  for (int t = 0; t < p->t.n; t++) {
    bool inner = false;
    for (int i = 0; i < p->t.at[t].n; i++) {
      int k;
      const ir_val *v = an->atoms.at[p->t.at[t].f[i]].val;
      inner = inner || (v && find_index(row, v, &k));
      if (!inner && v != l->i && (!v || !ir_is_outside(v, l->body)))
        return false;
    }
    if (!inner)
      an_poly_push(an->a, out, &p->t.at[t]);
  }
  return true;
}

// True when subscript "p" is the same place in the first iteration of the loops
// of "row", whichever iteration of "l" they are in: no two of its rows are
// apart.
static bool
has_fixed_start(rec_an *an, const ir_loop *l, const rec_row *row,
                const an_poly *p) {
  an_poly first;
  return find_first(an, l, row, p, &first) &&
         !an_poly_has(&first, rec_an_atom(an, l->i));
}

// rec_match_rows with "body" for the loop's body.
static bool
match_rows(rec_an *an, const ir_loop *l, const rec_slicer *body,
           const rec_accesses *xs, rec_rows *out) {
  bool data = false;
  for (int i = 0; i < xs->n; i++) {
    const an_poly *p = &xs->at[i].poly;
    rec_slicer s = *body;
    rec_row row;
    if (p->bad || !find_path(l, xs->at[i].op, &row) || !keep_known(&s, &row))
      return false;
    for (int t = 0; t < p->t.n; t++)
      if (!add_term(an, &s, &p->t.at[t], &row))
        return false;
    if (!can_emit_ends(&s, &row) || has_fixed_start(an, l, &row, p))
      return false;
    data |= has_data_extent(l, &row);
    vec_push(an->a, &out->rows, row);
  }
  return data;
}

// A way to emit what the rows in loops of "an" are made of.
static rec_emit
start_emit(rec_an *an) {
  rec_emit e = {.an = an, .subst = map_new(an->a), .looked = map_new(an->a)};
  for (int i = 0; i < an->f->body->params.n; i++) {
    ir_val *p = an->f->body->params.at[i];
    map_put(e.subst, p, p);
  }
  return e;
}

bool
rec_has_rows(rec_an *an, const ir_loop *l, const rec_accesses *xs,
             rec_rows *out) {
  rec_emit e = start_emit(an);
  rec_slicer s = slice_body(&e, l);
  *out = (rec_rows){.loop = l->op};
  return match_rows(an, l, &s, xs, out);
}

// True when no two rows are apart, whatever the sizes: some place in a row is
// not behind one in the row before.
static bool
meet_always(rec_an *an, const ir_loop *l, const rec_accesses *xs,
            const rec_rows *rows) {
  int i = rec_an_atom(an, l->i), n = 0;
  an_poly *first = NEW_ARRAY(an->a, an_poly, xs->n);
  an_poly next = an_poly_atom(an->a, i);
  next = an_poly_plus(an->a, &next, 1);
  for (int x = 0; x < xs->n; x++)
    n += find_first(an, l, &rows->rows.at[x], &xs->at[x].poly, &first[n]);
  for (int x = 0; x < n; x++) {
    an_poly behind = an_poly_replace(an->a, &first[x], i, &next);
    for (int y = 0; y < n; y++) {
      int64_t by;
      an_poly gap = an_poly_add(an->a, &behind, &first[y], -1);
      if (an_poly_is_const(&gap, &by) && by <= 0)
        return true;
    }
  }
  return false;
}

bool
rec_match_rows(rec_an *an, const ir_loop *l, const rec_accesses *xs,
               rec_rows *out) {
  rec_emit e = start_emit(an);
  return can_emit_counts(&e, l) && rec_has_rows(an, l, xs, out) &&
         !meet_always(an, l, xs, out);
}

// -- Emitting -------------------------------------------------------------
// The check being emitted.
typedef struct checking {
  rec_emit *e;
  ir_loop l;
  const rec_rows *rows;
  rec_slicer s; // the index of "l" is in its substitution
} checking;

// The first place of "row", or the last, at "b", by slicer "s".
static ir_val *
build_end(rec_slicer *s, ir_builder *b, const rec_row *row, bool last) {
  rec_slicer t = slice_inner(s, s->inner);
  for (int k = 0; k < row->n; k++) {
    ir_val *at = ir_build_int(b, IR_I64, 0);
    if (row->path[k]->code != IR_OP_LOOP)
      continue;
    if (last != row->down[k]) {
      at = rec_build_slice(s, b, row->path[k]->ins.at[0]);
      at = ir_build2(b, IR_OP_SUB, at, ir_build_int(b, IR_I64, 1));
    }
    map_put(t.subst, index_of(row->path[k]), at);
  }
  return rec_build_slice(&t, b, row->op->ins.at[1]);
}

// The ends of "row" from entry "k" of its path on, at "b", by slicer "s"; of an
// empty one "none".
static void
build_ends(rec_slicer *s, ir_builder *b, const rec_row *row, int k,
           ir_val *none[2], ir_val *out[2]) {
  if (k == row->n) {
    out[0] = build_end(s, b, row, false);
    out[1] = build_end(s, b, row, true);
    return;
  }
  const ir_op *op = row->path[k];
  const ir_region *r = region_behind(row, k);
  ir_val *runs = rec_build_slice(s, b, op->ins.at[0]);
  if (op->code == IR_OP_LOOP)
    runs = ir_build2(b, IR_OP_GT, runs, ir_build_int(b, IR_I64, 0));
  else if (r == op->regions[1])
    runs = ir_build1(b, IR_OP_NOT, runs);
  ir_builder yes, no;
  ir_op *choice = ir_build_if(b, runs, &yes, &no);
  rec_slicer inner = slice_inner(s, r);
  build_ends(&inner, &yes, row, k + 1, none, out);
  ir_build_yield(&yes, out, 2);
  ir_build_yield(&no, none, 2);
  for (int i = 0; i < 2; i++)
    out[i] = ir_add_out(choice, ir_ty(IR_I64), NULL);
}

// The ends of the elements that the iteration touches, and true.
static void
build_values(checking *c, ir_builder *b, ir_val *out[3]) {
  ir_val *none[2];
  rec_build_nothing(b, none);
  out[2] = ir_build_int(b, IR_BOOL, 1);
  for (int i = 0; i < c->rows->rows.n; i++) {
    ir_val *ends[2];
    build_ends(&c->s, b, &c->rows->rows.at[i], 0, none, ends);
    out[0] = i ? ir_build2(b, IR_OP_MIN, out[0], ends[0]) : ends[0];
    out[1] = i ? ir_build2(b, IR_OP_MAX, out[1], ends[1]) : ends[1];
  }
}

// Fills the operator on (first place, last place, in order so far).
static void
build_operator(ir_region *r) {
  static const ir_scalar types[] = {IR_I64, IR_I64, IR_BOOL};
  ir_val *a[3], *b[3], *out[3];
  for (int k = 0; k < 3; k++)
    a[k] = ir_region_add_param(r, ir_ty(types[k]), "a");
  for (int k = 0; k < 3; k++)
    b[k] = ir_region_add_param(r, ir_ty(types[k]), "b");
  ir_builder at = ir_at_end(r);
  ir_val *behind = ir_build2(&at, IR_OP_LT, a[1], b[0]);
  out[0] = ir_build2(&at, IR_OP_MIN, a[0], b[0]);
  out[1] = ir_build2(&at, IR_OP_MAX, a[1], b[1]);
  out[2] = ir_build2(&at, IR_OP_AND, a[2], b[2]);
  out[2] = ir_build2(&at, IR_OP_AND, out[2], behind);
  ir_build_yield(&at, out, 3);
}

// A reduce over "extent" at "b" that folds "n" values from "inits".
static ir_op *
start_reduce(ir_builder *b, ir_val *extent, ir_val **inits, int n) {
  ir_op *red = ir_build_raw(b, IR_OP_REDUCE);
  red->n_dims = 1;
  red->n_red = n;
  ir_add_in(red, extent);
  for (int k = 0; k < n; k++) {
    ir_add_in(red, inits[k]);
    ir_add_out(red, inits[k]->type, NULL);
  }
  return red;
}

// Lets "i" stand for the index of the loop.
static void
take_index(checking *c, ir_val *i) {
  c->s = slice_body(c->e, &c->l);
  map_put(c->s.subst, c->l.i, i);
}

// Whether the rows are in order, at "b", whichever are empty.
static ir_val *
build_all_rows(checking *c, ir_builder *b, ir_val *extent) {
  ir_val *values[3], *inits[3];
  rec_build_nothing(b, inits);
  inits[2] = ir_build_int(b, IR_BOOL, 1);
  ir_op *red = start_reduce(b, extent, inits, 3);
  ir_region *r = ir_add_region(red);
  ir_builder in = ir_at_end(r);
  take_index(c, ir_region_add_param(r, ir_ty(IR_I64), c->l.i->name));
  build_values(c, &in, values);
  ir_build_yield(&in, values, 3);
  build_operator(ir_add_region(red));
  return red->outs.at[2];
}

// The first place of the iteration's row, and the one behind the last.
static void
build_row(checking *c, ir_builder *b, ir_val *out[2]) {
  for (int i = 0; i < c->rows->rows.n; i++)
    for (int k = 0; k < 2; k++) {
      const rec_row *row = &c->rows->rows.at[i];
      ir_val *end = build_end(&c->s, b, row, k == 1);
      if (k)
        end = ir_build2(b, IR_OP_ADD, end, ir_build_int(b, IR_I64, 1));
      out[k] = i ? ir_build2(b, k ? IR_OP_MAX : IR_OP_MIN, out[k], end) : end;
    }
}

// Whether each row begins where the one before ends, or behind, and none ends
// before it begins: that takes a fraction of the time, and is so as a rule.
static ir_val *
build_neighbours(checking *c, ir_builder *b, ir_val *extent) {
  ir_val *yes = ir_build_int(b, IR_BOOL, 1), *one = ir_build_int(b, IR_I64, 1);
  ir_val *row[2], *next[2];
  ir_val *n = ir_build2(b, IR_OP_SUB, extent, one);
  ir_op *red = start_reduce(b, n, &yes, 1);
  red->red_ops = NEW(b->func->module->arena, ir_opcode);
  red->red_ops[0] = IR_OP_AND;
  ir_region *r = ir_add_region(red);
  ir_builder in = ir_at_end(r);
  ir_val *i = ir_region_add_param(r, ir_ty(IR_I64), c->l.i->name);
  take_index(c, i);
  build_row(c, &in, row);
  take_index(c, ir_build2(&in, IR_OP_ADD, i, one));
  build_row(c, &in, next);
  ir_val *ok = ir_build2(&in, IR_OP_LE, row[0], row[1]);
  ok = ir_build2(&in, IR_OP_AND, ok, ir_build2(&in, IR_OP_LE, row[1], next[0]));
  ir_build_yield(&in, &ok, 1);
  return red->outs.at[0];
}

// "yes" if "cond", else "no", bools that these functions build; NULL: true and
// false.
typedef ir_val *build_fn(checking *c, ir_builder *b, ir_val *extent);
static ir_val *
build_choice(checking *c, ir_builder *b, ir_val *cond, build_fn *yes,
             build_fn *no, ir_val *extent) {
  ir_builder then, other;
  ir_build_if(b, cond, &then, &other);
  ir_val *v = yes ? yes(c, &then, extent) : ir_build_int(&then, IR_BOOL, 1);
  ir_val *w = no ? no(c, &other, extent) : ir_build_int(&other, IR_BOOL, 0);
  return ir_end_if(&then, v, &other, w, NULL);
}

// True when the ends of each row follow from the index alone, empty or not.
static bool
has_plain_ends(const checking *c) {
  rec_slicer s = slice_body(c->e, &c->l);
  for (int i = 0; i < c->rows->rows.n; i++) {
    const rec_row *row = &c->rows->rows.at[i];
    if (row->n != 1 || row->path[0]->code != IR_OP_LOOP ||
        !can_emit_ends(&s, row))
      return false;
  }
  return true;
}

// The pass over the rows, at "b": whether they are in order.
static ir_val *
build_pass(checking *c, ir_builder *b, ir_val *extent) {
  if (!has_plain_ends(c))
    return build_all_rows(c, b, extent);
  ir_val *ok = build_neighbours(c, b, extent);
  return build_choice(c, b, ok, NULL, build_all_rows, extent);
}

// build_pass if the loops around run; else the loop does not, either.
static ir_val *
build_pass_if(checking *c, ir_builder *b, ir_val *extent) {
  rec_slicer top = slice_top(c->e);
  ir_val *all = NULL, *zero = ir_build_int(b, IR_I64, 0);
  for (ir_op *up = c->l.op->parent->parent_op; up; up = up->parent->parent_op) {
    ir_val *n = rec_build_slice(&top, b, up->ins.at[0]);
    ir_val *runs = ir_build2(b, IR_OP_GT, n, zero);
    all = all ? ir_build2(b, IR_OP_AND, all, runs) : runs;
  }
  if (!all)
    return build_pass(c, b, extent);
  ir_val *not = ir_build1(b, IR_OP_NOT, all);
  return build_choice(c, b, not, NULL, build_pass, extent);
}

bool
rec_emit_rows(rec_emit *e, const rec_rows *rows) {
  checking c = {.e = e, .rows = rows};
  if (!ir_match_loop(rows->loop, &c.l))
    return false;
  rec_slicer top = slice_top(e);
  ir_val *extent = rec_build_slice(&top, e->b, c.l.extent);
  // the loops are C's only where all that was checked before holds
  rec_emit_check(e, build_choice(&c, e->b, e->ok, build_pass_if, NULL, extent));
  e->n_passes++;
  return true;
}

// ir_walk_fn: stops at a pass over rows.
static bool
is_no_pass(void *user, ir_op *op) {
  (void)user;
  return op->code != IR_OP_REDUCE || !ir_operator_region(op);
}

bool
rec_checks_rows(const ir_val *v) {
  const ir_op *op = v->def;
  return op && op->code == IR_OP_IF &&
         !ir_walk(op->regions[0], is_no_pass, NULL);
}
