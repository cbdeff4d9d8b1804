// rewrites/pass_columns.c: arrays that a nest of maps adds rows to are folds of
// columns.
//
//   map (i < n) (w = y) {                  t = alloc n
//     s = ..                               map (i < n) { s = ..; t[i] = s }
//     map (j < m) (v = w) {          =>    map (j < m) (v = y) {
//       combine add v, j, a(i, j) * s }      r = reduce (i < n) [add v[j]]
//       {seq} {
//   }                                          yield a(i, j) * t[i] }
//                                            update v, j, r }
//
// The elements that are combined into depend on the indices of some dimensions,
// each on another element; the others are folded over, in row-major order,
// which is C's. So floats get C's bits, and every element a work-item of its
// own. What else the nest does goes first, and leaves what the fold needs in
// arrays. Floats of few such elements are left to pass order, which gains more
// across rows; others to pass rfactor behind this one. A constant few of these,
// as the channels of a picture, are scalars of one fold.
#include "rewrites/rw_private.h"

bool pass_columns(loft_cx *cx, ir_func *f, rw_options *o);

enum {
  MAX_DIMS = 8,
  LEAST_COLUMNS = 256,
  DEPTH = 24,
  MOST_SCALARS = 8, // columns that are scalars
  MOST_COPIED = 128 // ops of the nest for all of these
};

// One dimension of the nest.
typedef struct dim {
  ir_val *idx, *extent;
  bool is_column; // the element depends on it
  int along;      // a column's extent is linear in the index of this dimension,
                  // that is folded over; -1
} dim;

// A scalar of the outer map's body and the array that keeps it.
typedef struct kept {
  ir_val *val, *array; // array: as the map leaves it
} kept;

typedef struct columns {
  arena *a;
  ir_func *f;
  rw_options *o;
  ir_soac map;
  ir_op *combine;
  int k; // the map's dest that it combines into
  dim dims[MAX_DIMS];
  int n_dims, n_columns;
  VEC(kept) kept;
  bool always;   // however few columns
  bool rounds;   // the order of what is combined changes its bits
  bool by_parts; // few columns are folded by parts of rows
  int n_scalars; // columns that are scalars of one fold, or 0
} columns;

// -- Matching -------------------------------------------------------------
// Adds the dimensions of "op", a soac or a counting loop; false when there are
// too many.
static bool
add_dims(columns *z, const ir_op *op) {
  for (int d = 0; d < op->n_dims; d++) {
    if (z->n_dims == MAX_DIMS)
      return false;
    z->dims[z->n_dims++] =
        (dim){.idx = op->regions[0]->params.at[d], .extent = op->ins.at[d]};
  }
  return true;
}

// Fills z->dims with those of all ops around the combine, which must be maps,
// reduces and counting loops, outermost first.
static bool
find_dims(columns *z, ir_op *op) {
  ir_soac s;
  ir_loop l;
  if (op != z->map.op && !find_dims(z, op->parent->parent_op))
    return false;
  bool counts = ir_match_loop(op, &l) && l.extent && !op->has_while;
  return (counts || ir_match_soac(op, &s)) && add_dims(z, op);
}

// True when "v" is computed by scalar ops from what is outside of the map, and
// from indices of columns.
static bool
is_of_columns(const columns *z, const ir_val *v, int depth) {
  if (ir_is_outside(v, z->map.body))
    return true;
  for (int d = 0; d < z->n_dims; d++)
    if (z->dims[d].idx == v)
      return z->dims[d].is_column;
  if (!v->def || !depth || !ir_is_scalar_op(v->def->code))
    return false;
  for (int k = 0; k < v->def->ins.n; k++)
    if (!is_of_columns(z, v->def->ins.at[k], depth - 1))
      return false;
  return true;
}

// True when the combine is the map's only access to the array, at elements that
// differ for any two columns; sorts the dimensions.
static bool
find_columns(columns *z) {
  an_accesses all;
  an_access *x = NULL;
  int n = 0;
  if (!an_accesses_of(z->a, z->map.op, &all))
    return false;
  const ir_val *root = ir_storage_root(z->map.dests[z->k], NULL);
  for (int i = 0; i < all.n; i++)
    if (all.at[i].root == root) {
      x = &all.at[i];
      n++;
    }
  if (n != 1 || x->op != z->combine || x->conditional)
    return false;
  for (int d = 0; d < z->n_dims; d++) {
    z->dims[d].is_column = an_form_uses(&x->at, z->dims[d].idx);
    z->n_columns += z->dims[d].is_column;
  }
  return z->n_columns && z->n_columns < z->n_dims && z->n_columns <= 3 &&
         an_is_injective_in(z->a, x, z->map.op);
}

// True when "v" is computed by scalar ops from what is outside of the map, and
// from the index of dimension "d".
static bool
is_of_dim(const columns *z, const ir_val *v, int d) {
  columns one = *z;
  for (int k = 0; k < z->n_dims; k++)
    one.dims[k].is_column = k == d;
  return is_of_columns(&one, v, DEPTH);
}

// The dimension folded over whose index the extent of column "d" is linear in,
// and made of; or -1.
static int
find_along(const columns *z, int d) {
  ir_val *e = z->dims[d].extent;
  an_affine form = an_affine_of(z->a, e), stride;
  for (int k = 0; k < z->n_dims && z->dims[d].is_column; k++) {
    ir_val *i = z->dims[k].idx;
    if (!z->dims[k].is_column && is_of_dim(z, e, k) &&
        an_form_stride(z->a, &form, i, &stride) && !an_form_uses(&stride, i))
      return k;
  }
  return -1;
}

// True when extents stand outside, or are those of columns and linear in the
// index of a dimension folded over; and the element is that of a column.
static bool
find_extents(columns *z) {
  for (int d = 0; d < z->n_dims; d++) {
    bool fixed = is_of_dim(z, z->dims[d].extent, -1);
    z->dims[d].along = fixed ? -1 : find_along(z, d);
    if (!fixed && z->dims[d].along < 0)
      return false;
  }
  return is_of_columns(z, z->combine->ins.at[1], DEPTH);
}

// True when "v" is an index of the nest, or kept.
static bool
is_at_hand(const columns *z, const ir_val *v) {
  for (int d = 0; d < z->n_dims; d++)
    if (z->dims[d].idx == v)
      return true;
  for (int k = 0; k < z->kept.n; k++)
    if (z->kept.at[k].val == v)
      return true;
  return ir_is_outside(v, z->map.body);
}

// True when "op" may be done again: it is cheap, and reads no array that the
// map writes.
static bool
may_repeat(const columns *z, const ir_op *op) {
  if (op->code == IR_OP_INDEX)
    return ir_is_outside(op->ins.at[0], z->map.body);
  return ir_is_scalar_op(op->code) && ir_weight_of(op->code) != IR_WEIGHT_MATH;
}

// Whether the fold can have "v": it is at hand, or done again; or a scalar of
// the map's own body, which is then kept.
static bool
can_bring(columns *z, ir_val *v, int depth) {
  if (is_at_hand(z, v))
    return true;
  int n = z->kept.n;
  bool again = v->def && depth && may_repeat(z, v->def);
  for (int k = 0; again && k < v->def->ins.n; k++)
    again = can_bring(z, v->def->ins.at[k], depth - 1);
  if (again)
    return true;
  z->kept.n = n;
  if (!v->def || v->type.array || v->def->parent != z->map.body)
    return false;
  vec_push(z->a, &z->kept, ((kept){v, NULL}));
  return true;
}

// True when "op" is a map or reduce at host level in which "combine" can be
// done by columns.
static bool
match_columns(columns *z, ir_op *op, ir_op *combine) {
  z->combine = combine;
  if (combine->combiner == IR_OP_UPDATE || !ir_match_soac(op, &z->map) ||
      !find_dims(z, combine->parent->parent_op))
    return false;
  z->k = ir_dest_of(&z->map, combine->ins.at[0]);
  if (z->k < 0 || !find_columns(z))
    return false;
  if (!find_extents(z))
    return rw_refused(z->o, RW_RULE_columns, op,
                      "the elements change with what is folded over");
  return can_bring(z, combine->ins.at[2], DEPTH);
}

// -- Building -------------------------------------------------------------
// "v", of the map's body or an op in it, at "b".
static ir_val *
bring(const columns *z, ir_builder *b, map *subst, ir_val *v) {
  return an_copy_slice(b, v, z->map.body, subst);
}

// The extent of dimension "d", the greatest where it changes, at "b", which is
// outside of the nest.
static ir_val *
build_extent(columns *z, ir_builder *b, int d) {
  map *first = map_new(z->a), *last = map_new(z->a);
  int along = z->dims[d].along;
  if (along < 0)
    return bring(z, b, first, z->dims[d].extent);
  ir_val *one = ir_build_int(b, IR_I64, 1), *n = build_extent(z, b, along);
  map_put(first, z->dims[along].idx, ir_build_int(b, IR_I64, 0));
  map_put(last, z->dims[along].idx, ir_build2(b, IR_OP_SUB, n, one));
  ir_val *x = bring(z, b, first, z->dims[d].extent);
  return ir_build2(b, IR_OP_MAX, x, bring(z, b, last, z->dims[d].extent));
}

// The product of the extents of the dimensions that are columns, or of the
// others: none of it is negative.
static ir_val *
build_count(columns *z, ir_builder *b, bool columns) {
  ir_val *n = NULL, *zero = ir_build_int(b, IR_I64, 0);
  for (int d = 0; d < z->n_dims; d++) {
    if (z->dims[d].is_column != columns)
      continue;
    ir_val *e = ir_build2(b, IR_OP_MAX, build_extent(z, b, d), zero);
    n = n ? ir_build2(b, IR_OP_MUL, n, e) : e;
  }
  return n;
}

// Lets the map leave the scalars that are kept in arrays.
static void
keep_scalars(columns *z) {
  ir_builder before = ir_before(z->map.op);
  ir_builder in = ir_before(z->map.body->last);
  map *none = map_new(z->a);
  ir_val *zero = ir_build_int(&before, IR_I64, 0), *n = NULL;
  for (int d = 0; d < z->map.n_dims; d++) {
    ir_val *e = ir_build2(&before, IR_OP_MAX, z->map.extents[d], zero);
    n = n ? ir_build2(&before, IR_OP_MUL, n, e) : e;
  }
  for (int k = 0; k < z->kept.n; k++) {
    kept *x = &z->kept.at[k];
    ir_val *t = ir_build_alloc(&before, x->val->type.elem, n, IR_SPACE_GLOBAL,
                               x->val->name);
    ir_val *w = rw_add_dest(z->map.op, t);
    ir_val *at = ir_build_row_major(&in, none, z->map.idx, z->map.extents,
                                    z->map.n_dims);
    ir_add_in(z->map.body->last, ir_build_update(&in, w, at, x->val));
    x->array = vec_last(&z->map.op->outs);
  }
  ir_match_soac(z->map.op, &z->map);
}

// Adds dimension "d" of the nest to "op"; its extent is "e".
static void
add_dim(columns *z, ir_op *op, map *subst, int d, ir_val *e) {
  ir_val *i = z->dims[d].idx;
  rw_add_dim(op, e, i, i->name, subst);
}

// Adds the dimensions that are columns, or the others; "runs" (NULL: it does):
// the first is empty unless that holds.
static void
add_all_dims(columns *z, ir_op *op, map *subst, bool columns, ir_val *runs) {
  ir_builder b = ir_before(op);
  for (int d = 0; d < z->n_dims; d++) {
    if (z->dims[d].is_column != columns)
      continue;
    ir_val *e = build_extent(z, &b, d);
    if (runs && !op->n_dims)
      e = ir_build3(&b, IR_OP_SELECT, runs, e, ir_build_int(&b, IR_I64, 0));
    add_dim(z, op, subst, d, e);
  }
}

// Puts the kept ops of the iteration whose indices "subst" has, at "b".
static void
bring_kept(columns *z, ir_builder *b, map *subst) {
  for (int k = 0; k < z->kept.n; k++)
    map_put(subst, z->kept.at[k].val,
            ir_build_index(b, z->kept.at[k].array,
                           ir_build_row_major(b, subst, z->map.idx,
                                              z->map.extents, z->map.n_dims)));
}

// Whether the column exists in the iteration folded over, at "b"; NULL: in all.
static ir_val *
build_exists(columns *z, ir_builder *b, map *subst) {
  ir_val *all = NULL;
  for (int d = 0; d < z->n_dims; d++) {
    if (z->dims[d].along < 0)
      continue;
    ir_val *e = bring(z, b, subst, z->dims[d].extent);
    ir_val *one = ir_build2(b, IR_OP_LT, map_get(subst, z->dims[d].idx), e);
    all = all ? ir_build2(b, IR_OP_AND, all, one) : one;
  }
  return all;
}

// The value that an iteration combines into the column, at "b": the identity
// where the column does not exist.
static ir_val *
build_value(columns *z, ir_builder *b, map *subst) {
  ir_val *exists = build_exists(z, b, subst);
  ir_val *old = z->combine->ins.at[2];
  ir_opcode code = z->combine->combiner;
  if (!exists) {
    bring_kept(z, b, subst);
    return bring(z, b, subst, old);
  }
  ir_builder yes, no;
  ir_build_if(b, exists, &yes, &no);
  bring_kept(z, &yes, subst);
  ir_val *v = bring(z, &yes, subst, old);
  ir_val *none =
      ir_build_bits(&no, old->type.elem, ir_red_identity(code, old->type.elem));
  return ir_end_if(&yes, v, &no, none, old->name);
}

// The fold of a column that starts from "init", at "b".
static ir_val *
build_fold(columns *z, ir_builder *b, map *subst, ir_val *init) {
  ir_op *op = ir_build_raw(b, IR_OP_REDUCE);
  ir_region *r = ir_add_region(op);
  op->loc = z->combine->loc;
  op->n_red = 1;
  op->seq = true;
  op->red_ops = NEW_ARRAY(z->f->module->arena, ir_opcode, 1);
  op->red_ops[0] = z->combine->combiner;
  add_all_dims(z, op, subst, false, NULL);
  ir_add_in(op, init);
  ir_builder in = ir_at_end(r);
  ir_val *v = build_value(z, &in, subst);
  ir_build_yield(&in, &v, 1);
  return ir_add_out(op, init->type, init->name);
}

// The map over columns of "array", if "runs", at "b"; the array then.
static ir_val *
build_columns(columns *z, ir_builder *b, ir_val *runs, ir_val *array) {
  map *subst = map_new(z->a);
  ir_op *op = ir_build_raw(b, IR_OP_MAP);
  ir_region *r = ir_add_region(op);
  op->loc = z->map.op->loc;
  add_all_dims(z, op, subst, true, runs);
  ir_val *w = rw_add_dest(op, array);
  ir_builder in = ir_at_end(r);
  ir_val *at = bring(z, &in, subst, z->combine->ins.at[1]);
  ir_val *init = ir_build_index(&in, w, at);
  ir_val *v = ir_build_update(&in, w, at, build_fold(z, &in, subst, init));
  ir_build_yield(&in, &v, 1);
  return op->outs.at[0];
}

// "subst" with the indices of columns of number "t" of all.
static map *
put_column(columns *z, ir_builder *b, const map *subst, int t) {
  map *own = map_copy(z->a, subst);
  for (int d = z->n_dims - 1; d >= 0; d--) {
    int64_t n;
    if (!z->dims[d].is_column || !ir_match_int(z->dims[d].extent, &n))
      continue;
    map_put(own, z->dims[d].idx, ir_build_int(b, IR_I64, t % n));
    t /= (int)n;
  }
  return own;
}

// The fold of all columns, as scalars, at "b".
static ir_op *
build_scalar_fold(columns *z, ir_builder *b) {
  ir_type type = z->combine->ins.at[2]->type;
  ir_opcode code = z->combine->combiner;
  ir_val *none = ir_build_bits(b, type.elem, ir_red_identity(code, type.elem));
  ir_op *op = ir_build_raw(b, IR_OP_REDUCE);
  ir_builder in = ir_at_end(ir_add_region(op));
  ir_val **values = NEW_ARRAY(z->a, ir_val *, z->n_scalars);
  map *subst = map_new(z->a);
  op->loc = z->combine->loc;
  op->red_ops = NEW_ARRAY(z->f->module->arena, ir_opcode, z->n_scalars);
  add_all_dims(z, op, subst, false, NULL);
  bring_kept(z, &in, subst);
  for (int t = 0; t < z->n_scalars; t++) {
    op->red_ops[op->n_red++] = code;
    ir_add_in(op, none);
    ir_add_out(op, type, z->combine->ins.at[2]->name);
    values[t] =
        bring(z, &in, put_column(z, &in, subst, t), z->combine->ins.at[2]);
  }
  ir_build_yield(&in, values, z->n_scalars);
  return op;
}

// What build_columns does, by scalars.
static ir_val *
build_scalars(columns *z, ir_builder *b, ir_val *runs, ir_val *array) {
  ir_op *fold = build_scalar_fold(z, b);
  ir_val *one = ir_build_int(b, IR_I64, 1), *zero = ir_build_int(b, IR_I64, 0);
  ir_val *once = ir_build3(b, IR_OP_SELECT, runs, one, zero);
  ir_op *op = ir_build_raw(b, IR_OP_MAP);
  map *none = map_new(z->a);
  op->loc = z->map.op->loc;
  op->n_dims = 1;
  ir_add_in(op, once);
  ir_region_add_param(ir_add_region(op), ir_ty(IR_I64), "once");
  ir_val *w = rw_add_dest(op, array);
  ir_builder in = ir_at_end(op->regions[0]);
  for (int t = 0; t < z->n_scalars; t++) {
    ir_val *at =
        bring(z, &in, put_column(z, &in, none, t), z->combine->ins.at[1]);
    ir_val *v = ir_build_index(&in, w, at);
    w = ir_build_update(
        &in, w, at, ir_build2(&in, z->combine->combiner, v, fold->outs.at[t]));
  }
  ir_build_yield(&in, &w, 1);
  return op->outs.at[0];
}

// The nest of dimensions "d" and up that only combines into "array", at "b";
// the array then.
static ir_val *
build_rows(columns *z, ir_builder *b, map *subst, int d, ir_val *array) {
  if (d == z->n_dims) {
    ir_val *at = bring(z, b, subst, z->combine->ins.at[1]);
    ir_val *v = bring(z, b, subst, z->combine->ins.at[2]);
    ir_op *op = ir_build_raw(b, IR_OP_COMBINE);
    op->combiner = z->combine->combiner;
    op->loc = z->combine->loc;
    ir_add_in(op, array);
    ir_add_in(op, at);
    ir_add_in(op, v);
    return ir_add_out(op, array->type, array->name);
  }
  int end = d ? d + 1 : z->map.n_dims;
  ir_op *op = ir_build_raw(b, IR_OP_MAP);
  ir_region *r = ir_add_region(op);
  ir_builder before = ir_before(op);
  op->loc = z->map.op->loc;
  for (int k = d; k < end; k++)
    add_dim(z, op, subst, k, bring(z, &before, subst, z->dims[k].extent));
  ir_val *w = rw_add_dest(op, array);
  ir_builder in = ir_at_end(r);
  if (!d)
    bring_kept(z, &in, subst);
  ir_val *v = build_rows(z, &in, subst, end, w);
  ir_build_yield(&in, &v, 1);
  return op->outs.at[0];
}

// Whether there are "n" columns enough for "rows" iterations, at "b": many, or
// as many as leave pass "order" nothing to do but C's order in one work-item.
static ir_val *
build_enough(ir_builder *b, ir_val *n, ir_val *rows) {
  ir_val *many =
      ir_build2(b, IR_OP_GE, n, ir_build_int(b, IR_I64, LEAST_COLUMNS));
  ir_val *few = ir_build2(b, IR_OP_DIV, rows, ir_build_int(b, IR_I64, 64));
  return ir_build2(b, IR_OP_OR, many, ir_build2(b, IR_OP_GT, n, few));
}

// The values of the map in "array", behind it: by columns where these are
// enough.
static ir_op *
build_choice(columns *z, ir_val *array) {
  int64_t known;
  ir_builder b = ir_before(z->map.op->next);
  b.loc = z->map.op->loc;
  ir_val *n = build_count(z, &b, true), *rows = build_count(z, &b, false);
  ir_val *runs = ir_build2(&b, IR_OP_GT, rows, ir_build_int(&b, IR_I64, 0));
  if (z->n_scalars)
    return build_scalars(z, &b, runs, array)->def;
  if (z->always || !z->rounds || z->by_parts || ir_match_int(n, &known))
    return build_columns(z, &b, runs, array)->def;
  ir_val *enough = build_enough(&b, n, rows);
  ir_builder yes, no;
  ir_build_if(&b, enough, &yes, &no);
  ir_val *v = build_columns(z, &yes, runs, array);
  ir_val *w = build_rows(z, &no, map_new(z->a), 0, array);
  return ir_end_if(&yes, v, &no, w, array->name)->def;
}

// True when there may be enough columns.
static bool
may_be_many(const columns *z) {
  int64_t all = 1, n;
  for (int d = 0; d < z->n_dims; d++) {
    if (!z->dims[d].is_column)
      continue;
    if (!ir_match_int(z->dims[d].extent, &n))
      return true;
    if (n <= 0 || all >= LEAST_COLUMNS)
      return n > 0;
    all *= n < LEAST_COLUMNS ? n : LEAST_COLUMNS;
  }
  return all >= LEAST_COLUMNS;
}

// How many columns there are that may be scalars of one fold: a constant few,
// of every row, each of little code, in any order; 0: others.
static int
count_scalars(const columns *z) {
  int64_t all = 1, n;
  for (int d = 0; d < z->n_dims; d++) {
    if (!z->dims[d].is_column)
      continue;
    if (!ir_match_int(z->dims[d].extent, &n) || n <= 0 || n > MOST_SCALARS)
      return 0;
    all *= n;
  }
  bool fits =
      all <= MOST_SCALARS && all * rw_size(z->combine->parent) <= MOST_COPIED;
  return fits && !z->rounds ? (int)all : 0;
}

// True when rows are of one dimension, outside of loops, and the fold of a
// column needs nothing that the nest computes first, which would go through
// memory.
static bool
may_go_by_parts(const columns *z) {
  return !z->f->exact && z->n_dims - z->n_columns == 1 && z->kept.n == 0 &&
         ir_is_under_ifs(z->map.op, z->f->body);
}

// map (i) { map (j < 3) { combine op w, e(j), x(j) } } =>
//     s0, s1, s2 = reduce (i) [op none] { x(0), x(1), x(2) };
//     map (u < 1) { w[e(0)] op= s0; .. }
// when: as below, and a constant few columns, whose order changes no bits.
// why:  no private copies in memory, on a GPU no atomics on the same elements:
//       sums of the channels of a picture.
// src:  scalar replacement of reductions (Callahan, Carr, Kennedy)
//
// map (i) { A; map (j) { combine op w, e(j), x } } =>
//     map (i) { A }; map (j) { w[e(j)] = reduce (i) [op w[e(j)]] {x} }
// when: at host level, in a nest of maps, folds and loops without conditions,
// whose
//       extents stand outside; e is another element for each j, the same for
//       each i, and nothing else touches the array; x is loaded and computed
//       again, or was a scalar of the outer map. Where there are fewer than 256
//       elements, and than a 64th of what each folds, which the run may decide,
//       only A goes apart, if the order of floats changes their bits.
// why:  each element is folded by one work-item, without atomics or copies, in
//       C's order.
// src:  Henriksen et al., reduce-map interchange (G5), of sums by key
static bool
try_columns(columns *z, ir_op *op, ir_op *combine) {
  if (!match_columns(z, op, combine))
    return false;
  z->rounds = ir_fold_rounds(combine->combiner, combine->ins.at[2]->type.elem);
  z->n_scalars = z->always ? 0 : count_scalars(z);
  z->by_parts = z->rounds && !z->always && may_go_by_parts(z);
  if (!(z->always || !z->rounds || z->n_scalars || z->by_parts ||
        may_be_many(z)) ||
      !rw_fired(z->o, z->n_scalars ? RW_RULE_scalars : RW_RULE_columns))
    return false;
  keep_scalars(z);
  ir_val *array = z->map.dest_outs[z->k];
  ir_op *done = build_choice(z, array);
  ir_val *out = done->outs.at[0];
  ir_replace_uses(z->f, array, out);
  for (int k = 0; k < done->ins.n; k++)
    if (done->ins.at[k] == out)
      done->ins.at[k] = array;
  for (int k = 0; k < done->n_regions; k++)
    rw_replace_inside(done->regions[k], out, array);
  ir_replace_uses(z->f, combine->outs.at[0], combine->ins.at[0]);
  ir_remove(combine);
  if (z->by_parts)
    (void)rw_factor_columns(z->f, z->o, done);
  return true;
}

bool
rw_fold_columns(ir_func *f, rw_options *o, ir_op *op, ir_op *combine) {
  columns z = {.a = f->module->arena, .f = f, .o = o, .always = true};
  return try_columns(&z, op, combine);
}

// -- The pass -------------------------------------------------------------
// The combines in a nest.
typedef struct collector {
  arena *a;
  VEC(ir_op *) list;
} collector;

// ir_walk_fn: collects combines.
static bool
collect(void *user, ir_op *op) {
  collector *c = user;
  if (op->code == IR_OP_COMBINE)
    vec_push(c->a, &c->list, op);
  return true;
}

// Tries the maps and reduces of "r", which is at host level.
static bool
visit_region(arena *a, ir_func *f, rw_options *o, ir_region *r) {
  bool changed = false;
  ir_foreach_op_safe (op, r) {
    collector c = {.a = a};
    if (!ir_is_soac(op)) {
      for (int k = 0; k < op->n_regions; k++)
        changed |= visit_region(a, f, o, op->regions[k]);
      continue;
    }
    for (int k = 0; k < op->n_regions; k++)
      ir_walk(op->regions[k], collect, &c);
    for (int k = 0; k < c.list.n; k++) {
      columns z = {.a = a, .f = f, .o = o};
      changed |= try_columns(&z, op, c.list.at[k]);
    }
  }
  return changed;
}

bool
pass_columns(loft_cx *cx, ir_func *f, rw_options *o) {
  return visit_region(cx->arena, f, o, f->body);
}
