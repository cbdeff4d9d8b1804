// rewrites/pass_scan_rows.c: running folds of few long rows become one scan.
//
//   map (i < n) (w = a) {               scan (i < n, j < m) [op] (w = a) {
//     P(i)                                P(i); e = E(i, j)
//     loop (j < m) (s = s0(i),            yield j == 0, j == 0 ? op(s0, e) : e
//                   v = w) {          } then (i, j, before, after, v) {
//       e = E(i, j); t = op(s, e)  =>     s = j == 0 ? s0(i) : before
//       v' = F(v, s, t)                   v' = F(v, s, after)
//       yield t, v' }                     if (j == m - 1) { sums[i] = after }
//     Q(i, s) }                         } by (f, x, g, y) {
//                                         yield f | g, g ? y : op(x, y) }
//                                       map (i < n) { Q(i, sums[i]) }
//
// A row that begins anew says so by a flag, which the operator minds: a
// segmented scan. sums[i] is s0(i) where a row is empty.
#include "rewrites/rw_private.h"

bool pass_scan_rows(loft_cx *cx, ir_func *f, rw_options *o);

// Rows up to which, and their length from which, work-items that take a row
// each are too few: a scan is five launches, and reads twice.
enum { MOST_ROWS = 4096, LEAST_LENGTH = 1024 };

typedef struct scanner {
  arena *a;
  ir_func *f;
  ir_soac rows;
  rw_fold fold;           // the loop of a row
  int *place;             // which dest of the map each dest of the loop is
  ir_opcode *codes;       // the operators
  ir_val **values;        // what an iteration folds; sub: negated
  VEC(an_affine) strides; // of what iterations of a row store; not 0
  ir_val **sums; // arrays of the folds of whole rows; NULL: not asked for
} scanner;

// -- Conditions -----------------------------------------------------------
// The one write in the loop to the array that "x" is of; NULL: there is none,
// or not one alone.
static const an_access *
find_write(const an_accesses *all, const an_access *x) {
  const an_access *write = NULL;
  for (int k = 0; k < all->n; k++) {
    if (all->at[k].root != x->root || !all->at[k].is_write)
      continue;
    if (write)
      return NULL;
    write = &all->at[k];
  }
  return write;
}

// True when different iterations of a row store in different places, "x" being
// the store, if *stride, a form of values from outside of the map, is not 0.
static bool
match_stride(scanner *z, const an_access *x, an_affine *stride) {
  const ir_val *j = z->fold.s.idx[0];
  bool ok = x->op->code == IR_OP_UPDATE &&
            an_form_stride(z->a, &x->at, j, stride) &&
            (stride->terms.n || stride->constant);
  for (int t = 0; t < stride->terms.n && ok; t++)
    for (int k = 0; k < stride->terms.at[t].n_factors; k++)
      ok &= ir_is_outside(stride->terms.at[t].factors[k], z->rows.body);
  return ok;
}

// True when iterations of a row share no elements that one of them writes: each
// array is written by one op, and read where that writes, or not at all. Fills
// z->strides.
static bool
match_accesses(scanner *z) {
  an_accesses all;
  an_affine stride, apart;
  if (!an_accesses_of(z->a, z->fold.s.op, &all))
    return false;
  ir_foreach_op (op, z->fold.s.body)
    if (rw_any(op, rw_iterates))
      return false;
  for (int k = 0; k < all.n; k++) {
    const an_access *x = &all.at[k], *write = find_write(&all, x);
    if (!write && x->is_write)
      return false;
    if (write == x && !match_stride(z, x, &stride))
      return false;
    if (write == x)
      vec_push(z->a, &z->strides, stride);
    else if (write && (!an_form_minus(z->a, &x->at, &write->at, &apart) ||
                       apart.terms.n || apart.constant))
      return false;
  }
  return true;
}

// True when "v" follows by scalar ops from indices and from elements as they
// are before the iteration: from no running fold.
static bool
is_apart(const scanner *z, const ir_val *v) {
  const ir_op *op = v->def;
  if (ir_is_outside(v, z->rows.body))
    return true;
  if (!op)
    return ir_is_index(v);
  bool reads =
      op->code == IR_OP_INDEX && (ir_is_outside(op->ins.at[0], z->rows.body) ||
                                  op->ins.at[0]->param_of == z->fold.s.body);
  for (int k = reads; k < op->ins.n; k++)
    if (!is_apart(z, op->ins.at[k]))
      return false;
  return reads || ir_is_scalar_op(op->code);
}

// The loop in the map, where all else are ops that can be computed again in
// front of it, and ops that do not iterate behind; else NULL.
static ir_op *
find_loop(const scanner *z) {
  ir_op *loop = NULL;
  ir_foreach_op (op, z->rows.body) {
    if (op->code == IR_OP_LOOP && !loop)
      loop = op;
    else if (loop ? rw_any(op, rw_iterates) : !an_is_repeatable(&z->rows, op))
      return NULL;
  }
  return loop;
}

// The operand of "v", the lesser or the greater of "carried" and another
// integer by a comparison: the other one, and the operator; else NULL.
static ir_val *
chosen_value(const ir_val *v, const ir_val *carried, ir_opcode *code) {
  const ir_op *op = v->def;
  const ir_op *cmp = op && op->code == IR_OP_SELECT ? op->ins.at[0]->def : NULL;
  if (!cmp || ir_op_table[cmp->code].cls != IR_CLASS_CMP ||
      !ir_is_int(v->type.elem))
    return NULL;
  ir_val *x = cmp->ins.at[0], *y = cmp->ins.at[1];
  ir_val *then = op->ins.at[1], *other = op->ins.at[2];
  bool less = cmp->code == IR_OP_LT || cmp->code == IR_OP_LE;
  bool greater = cmp->code == IR_OP_GT || cmp->code == IR_OP_GE;
  bool straight = then == x && other == y, crossed = then == y && other == x;
  if (x == y || (x != carried && y != carried) || !(less || greater) ||
      !(straight || crossed))
    return NULL;
  *code = less == straight ? IR_OP_MIN : IR_OP_MAX;
  return x == carried ? y : x;
}

// The operand that "v" folds into "carried", and the operator; else NULL.
static ir_val *
operand_of(const ir_val *v, const ir_val *carried, ir_opcode *code) {
  ir_val *e = rw_folded_value(v, carried, code);
  return e ? e : chosen_value(v, carried, code);
}

// True when each scalar that the loop carries is a fold whose order changes no
// bit; fills z->codes and z->values.
static bool
match_folds(scanner *z) {
  const ir_soac *s = &z->fold.s;
  int bytes = ir_shared_size(IR_BOOL);
  z->codes = NEW_ARRAY(z->a, ir_opcode, s->n_red);
  z->values = NEW_ARRAY(z->a, ir_val *, s->n_red);
  for (int k = 0; k < s->n_red; k++) {
    ir_scalar type = s->results[k]->type.elem;
    z->values[k] = operand_of(s->values[k], z->fold.carried[k], &z->codes[k]);
    bytes += ir_shared_size(type);
    if (!z->values[k] || ir_fold_rounds(z->codes[k], type) ||
        !is_apart(z, z->values[k]))
      return false;
  }
  return s->n_red > 0 && bytes <= IR_MAX_TUPLE;
}

// True when "op" is such a map, of rows of one length.
static bool
match_rows(scanner *z, ir_op *op) {
  if (op->code != IR_OP_MAP || op->level != IR_LEVEL_NONE ||
      !ir_match_soac(op, &z->rows))
    return false;
  ir_op *loop = find_loop(z);
  return loop && loop->n_dims == 1 && !loop->has_while &&
         ir_is_outside(loop->ins.at[0], z->rows.body) &&
         rw_match_loop_fold(loop, &z->fold) && z->fold.s.n_dests &&
         !ir_moved_inside(loop->regions[0]) &&
         (z->place = rw_dests_of(&z->rows, &z->fold.s)) && match_accesses(z) &&
         match_folds(z);
}

// -- Rows -----------------------------------------------------------------
// The number of rows at "b".
static ir_val *
build_count(const scanner *z, ir_builder *b) {
  ir_val *n = NULL, *zero = ir_build_int(b, IR_I64, 0);
  for (int d = 0; d < z->rows.n_dims; d++) {
    ir_val *extent = ir_build2(b, IR_OP_MAX, z->rows.extents[d], zero);
    n = n ? ir_build2(b, IR_OP_MUL, n, extent) : extent;
  }
  return n;
}

// The number of the row at indices "idx", at "b".
static ir_val *
build_row(const scanner *z, ir_builder *b, ir_val *const *idx) {
  ir_val *row = idx[0];
  for (int d = 1; d < z->rows.n_dims; d++) {
    row = ir_build2(b, IR_OP_MUL, row, z->rows.extents[d]);
    row = ir_build2(b, IR_OP_ADD, row, idx[d]);
  }
  return row;
}

// Gives "r" the indices of the rows: those of the map in "subst".
static void
add_indices(const scanner *z, ir_region *r, map *subst) {
  for (int d = 0; d < z->rows.n_dims; d++)
    map_put(subst, z->rows.idx[d],
            ir_region_add_param(r, ir_ty(IR_I64), z->rows.idx[d]->name));
}

// A map over the rows at "b", without dests; their indices go to "subst".
static ir_op *
start_rows(const scanner *z, ir_builder *b, map *subst) {
  ir_op *op = ir_build_raw(b, IR_OP_MAP);
  op->n_dims = z->rows.n_dims;
  add_indices(z, ir_add_region(op), subst);
  for (int d = 0; d < op->n_dims; d++)
    ir_add_in(op, z->rows.extents[d]);
  return op;
}

// The ops in front of the loop, at "b".
static void
copy_front(const scanner *z, ir_builder *b, map *subst) {
  for (ir_op *op = z->rows.body->first; op != z->fold.s.op; op = op->next)
    ir_clone_op(b, op, subst);
}

// -- Sums of whole rows ---------------------------------------------------
// Makes z->sums at "b", filled with what rows start from, where something
// behind the loop asks for them.
static void
build_sums(scanner *z, ir_builder *b) {
  const ir_soac *s = &z->fold.s;
  ir_vals asked = {0};
  z->sums = NEW_ARRAY(z->a, ir_val *, s->n_red);
  ir_count_uses_in(z->rows.body);
  for (int k = 0; k < s->n_red; k++)
    if (s->results[k]->n_uses)
      vec_push(z->a, &asked, s->results[k]);
  if (!asked.n)
    return;
  map *subst = map_new(z->a);
  ir_val *count = build_count(z, b);
  for (int k = 0; k < s->n_red; k++)
    z->sums[k] = s->results[k]->n_uses
                     ? ir_build_alloc(b, s->results[k]->type.elem, count,
                                      IR_SPACE_GLOBAL, "sums")
                     : NULL;
  ir_op *op = start_rows(z, b, subst);
  ir_builder in = ir_at_end(op->regions[0]);
  copy_front(z, &in, subst);
  ir_val *const *idx = op->regions[0]->params.at;
  ir_val *row = build_row(z, &in, idx);
  ir_vals yields = {0};
  for (int k = 0; k < s->n_red; k++)
    if (z->sums[k])
      vec_push(z->a, &yields,
               ir_build_update(&in, rw_add_dest(op, z->sums[k]), row,
                               ir_substituted(subst, s->inits[k])));
  ir_build_yield(&in, yields.at, yields.n);
  for (int k = 0, d = 0; k < s->n_red; k++)
    if (z->sums[k])
      z->sums[k] = op->outs.at[d++];
}

// What follows the loop, as a map over the rows at "b"; "dests" are changed.
static void
build_back(const scanner *z, ir_builder *b, ir_val **dests) {
  const ir_soac *s = &z->fold.s;
  if (s->op->next->code == IR_OP_YIELD)
    return;
  map *subst = map_new(z->a);
  ir_op *op = start_rows(z, b, subst);
  for (int d = 0; d < z->rows.n_dests; d++)
    map_put(subst, z->rows.dest_params[d], rw_add_dest(op, dests[d]));
  for (int k = 0; k < s->n_dests; k++)
    map_put(subst, s->dest_outs[k],
            map_get(subst, z->rows.dest_params[z->place[k]]));
  ir_builder in = ir_at_end(op->regions[0]);
  copy_front(z, &in, subst);
  ir_val *row = build_row(z, &in, op->regions[0]->params.at);
  for (int k = 0; k < s->n_red; k++)
    if (z->sums[k])
      map_put(subst, s->results[k], ir_build_index(&in, z->sums[k], row));
  for (ir_op *each = s->op->next; each->code != IR_OP_YIELD; each = each->next)
    ir_clone_op(&in, each, subst);
  ir_vals yields = {0};
  for (int d = 0; d < z->rows.n_dests; d++)
    vec_push(z->a, &yields, ir_substituted(subst, z->rows.dest_yields[d]));
  ir_build_yield(&in, yields.at, yields.n);
  for (int d = 0; d < z->rows.n_dests; d++)
    dests[d] = op->outs.at[d];
}

// -- The scan -------------------------------------------------------------
// Whether "j" begins a row.
static ir_val *
build_first(ir_builder *b, ir_val *j) {
  return ir_build2(b, IR_OP_EQ, j, ir_build_int(b, IR_I64, 0));
}

// Fills the first region of "op": whether the row begins, and the values.
static void
build_values(const scanner *z, ir_op *op) {
  const ir_soac *s = &z->fold.s;
  ir_region *r = op->regions[0];
  map *subst = map_new(z->a);
  int n = op->n_dims;
  for (int d = 0; d + 1 < n; d++)
    map_put(subst, z->rows.idx[d], r->params.at[d]);
  map_put(subst, s->idx[0], r->params.at[n - 1]);
  for (int k = 0; k < s->n_dests; k++)
    map_put(subst, s->dest_params[k], r->params.at[n + z->place[k]]);
  ir_builder b = ir_at_end(r);
  ir_vals yields = {0};
  ir_val *first = build_first(&b, r->params.at[n - 1]);
  vec_push(z->a, &yields, first);
  for (int k = 0; k < s->n_red; k++) {
    ir_val *v = an_copy_slice(&b, z->values[k], z->rows.body, subst);
    ir_val *init = an_copy_slice(&b, s->inits[k], z->rows.body, subst);
    if (s->values[k]->def->code == IR_OP_SUB)
      v = ir_build1(&b, IR_OP_NEG, v);
    ir_val *start = ir_build2(&b, z->codes[k], init, v);
    vec_push(z->a, &yields, ir_build3(&b, IR_OP_SELECT, first, start, v));
  }
  ir_build_yield(&b, yields.at, yields.n);
}

// The parameters of the second region "r" of "op", whose values go to "subst";
// the dests to "dests", the folds before and with an iteration to "before" and
// "after".
static void
add_then_params(const scanner *z, const ir_op *op, ir_region *r, map *subst,
                ir_vals *dests, ir_val **before, ir_val **after) {
  const ir_soac *s = &z->fold.s;
  add_indices(z, r, subst);
  map_put(subst, s->idx[0],
          ir_region_add_param(r, ir_ty(IR_I64), s->idx[0]->name));
  for (int side = 0; side < 2; side++)
    for (int k = 0; k <= s->n_red; k++) {
      ir_val *v = ir_region_add_param(r, op->outs.at[k]->type,
                                      side ? "after" : "before");
      if (k)
        (side ? after : before)[k - 1] = v;
    }
  const ir_region *values = op->regions[0];
  for (int k = op->n_dims; k < values->params.n; k++)
    vec_push(z->a, dests,
             ir_region_add_param(r, values->params.at[k]->type,
                                 values->params.at[k]->name));
}

// The sums of rows that end, stored into "dests" behind those of the map.
static void
build_ends(const scanner *z, ir_builder *b, const map *subst, ir_val **dests,
           ir_val *const *after) {
  const ir_soac *s = &z->fold.s;
  ir_vals yields = {0};
  int n = 0;
  for (int k = 0; k < s->n_red; k++)
    n += z->sums[k] != NULL;
  if (!n)
    return;
  ir_val *j = map_get(subst, s->idx[0]),
         **idx = NEW_ARRAY(z->a, ir_val *, z->rows.n_dims);
  for (int d = 0; d < z->rows.n_dims; d++)
    idx[d] = map_get(subst, z->rows.idx[d]);
  ir_val *last =
      ir_build2(b, IR_OP_SUB, s->extents[0], ir_build_int(b, IR_I64, 1));
  ir_val *is_last = ir_build2(b, IR_OP_EQ, j, last);
  ir_val *row = build_row(z, b, idx);
  ir_builder yes, no;
  ir_op *choice = ir_build_if(b, is_last, &yes, &no);
  for (int k = 0, d = 0; k < s->n_red; k++)
    if (z->sums[k])
      vec_push(z->a, &yields, ir_build_update(&yes, dests[d++], row, after[k]));
  ir_build_yield(&yes, yields.at, yields.n);
  ir_build_yield(&no, dests, n);
  for (int d = 0; d < n; d++)
    dests[d] = ir_add_out(choice, dests[d]->type, "sums");
}

// Fills the second region of "op": the loop's body.
static void
build_then(const scanner *z, ir_op *op) {
  const ir_soac *s = &z->fold.s;
  ir_region *r = ir_add_region(op);
  map *subst = map_new(z->a);
  ir_vals dests = {0};
  ir_val **before = NEW_ARRAY(z->a, ir_val *, s->n_red);
  ir_val **after = NEW_ARRAY(z->a, ir_val *, s->n_red);
  add_then_params(z, op, r, subst, &dests, before, after);
  for (int k = 0; k < s->n_dests; k++)
    map_put(subst, s->dest_params[k], dests.at[z->place[k]]);
  ir_builder b = ir_at_end(r);
  copy_front(z, &b, subst);
  ir_val *first = build_first(&b, map_get(subst, s->idx[0]));
  for (int k = 0; k < s->n_red; k++) {
    ir_val *init = ir_substituted(subst, s->inits[k]);
    map_put(subst, z->fold.carried[k],
            ir_build3(&b, IR_OP_SELECT, first, init, before[k]));
    map_put(subst, s->values[k], after[k]);
  }
  ir_foreach_op (each, s->body)
    if (each->code != IR_OP_YIELD &&
        (!each->outs.n || !map_has(subst, each->outs.at[0])))
      ir_clone_op(&b, each, subst);
  for (int k = 0; k < s->n_dests; k++)
    dests.at[z->place[k]] = ir_substituted(subst, s->dest_yields[k]);
  build_ends(z, &b, subst, dests.at + z->rows.n_dests, after);
  ir_build_yield(&b, dests.at, dests.n);
}

// Fills the operator of "op": the folds of the right side alone where a row
// begins there.
static void
build_operator(const scanner *z, ir_op *op) {
  ir_region *r = ir_add_region(op);
  int n = op->n_red;
  for (int k = 0; k < 2 * n; k++)
    ir_region_add_param(r, op->outs.at[k % n]->type, k < n ? "l" : "r");
  ir_val *const *left = r->params.at, *const *right = left + n;
  ir_builder b = ir_at_end(r);
  ir_vals yields = {0};
  vec_push(z->a, &yields, ir_build2(&b, IR_OP_OR, left[0], right[0]));
  for (int k = 1; k < n; k++) {
    ir_val *both = ir_build2(&b, z->codes[k - 1], left[k], right[k]);
    vec_push(z->a, &yields,
             ir_build3(&b, IR_OP_SELECT, right[0], right[k], both));
  }
  ir_build_yield(&b, yields.at, yields.n);
}

// The scan at "b"; "dests", of the map, are changed, and so are the sums.
static void
build_scan(scanner *z, ir_builder *b, ir_val **dests) {
  const ir_soac *s = &z->fold.s;
  ir_op *op = ir_build_raw(b, IR_OP_SCAN);
  ir_builder before = ir_before(op);
  op->n_dims = 1 + z->rows.n_dims;
  op->n_red = s->n_red + 1;
  for (int d = 0; d < z->rows.n_dims; d++)
    ir_add_in(op, z->rows.extents[d]);
  ir_add_in(op, s->extents[0]);
  ir_add_in(op, ir_build_int(&before, IR_BOOL, 0));
  ir_add_out(op, ir_ty(IR_BOOL), "begins");
  for (int k = 0; k < s->n_red; k++) {
    ir_scalar type = s->results[k]->type.elem;
    ir_add_in(op, ir_build_bits(&before, type, 0));
    ir_add_out(op, ir_ty(type), s->results[k]->name);
  }
  map *subst = map_new(z->a);
  ir_region *r = ir_add_region(op);
  add_indices(z, r, subst);
  ir_region_add_param(r, ir_ty(IR_I64), s->idx[0]->name);
  for (int d = 0; d < z->rows.n_dests; d++)
    rw_add_dest(op, dests[d]);
  for (int k = 0; k < s->n_red; k++)
    if (z->sums[k])
      rw_add_dest(op, z->sums[k]);
  build_values(z, op);
  build_then(z, op);
  build_operator(z, op);
  ir_val *const *outs = op->outs.at + op->n_red;
  for (int d = 0; d < z->rows.n_dests; d++)
    dests[d] = *outs++;
  for (int k = 0; k < s->n_red; k++)
    if (z->sums[k])
      z->sums[k] = *outs++;
}

// Whether rows are few and long, and store in different places, at "b".
static ir_val *
build_fits(const scanner *z, ir_builder *b) {
  ir_val *zero = ir_build_int(b, IR_I64, 0);
  ir_val *most = ir_build_int(b, IR_I64, MOST_ROWS);
  ir_val *least = ir_build_int(b, IR_I64, LEAST_LENGTH);
  ir_val *few = ir_build2(b, IR_OP_LE, build_count(z, b), most);
  ir_val *length = ir_build2(b, IR_OP_GE, z->fold.s.extents[0], least);
  ir_val *fits = ir_build2(b, IR_OP_AND, few, length);
  for (int k = 0; k < z->strides.n; k++) {
    ir_val *stride = an_build_form(b, &z->strides.at[k]);
    ir_val *moves = ir_build2(b, IR_OP_NE, stride, zero);
    fits = ir_build2(b, IR_OP_AND, fits, moves);
  }
  return fits;
}

// map (i < n) { loop (j < m) (s) { s op E; F }; Q } =>
//     if n <= 4096 & m >= 1024 {
//       scan (i < n, j < m) [op, anew where j == 0] {E} then {F}; map (i) {Q}
//     } else { the map }
// when: at host level; m is the same for all rows; the loop folds scalars in a
//       way that any order gives the same bits, and writes dests of the map;
//       iterations share no element that one of them writes, and E needs no
//       fold.
// why:  as many work-items as elements, and not as rows: on an H200, with 2 ms
//       for the bus, four rows of 4 Mi integers took 261 ms, and take 2.6; 1 Mi
//       rows of 16 columns 376, and 2.8; from 4096 rows on nothing is gained.
// src:  Blelloch, segmented scans; Sengupta et al., Scan primitives for GPUs
static bool
try_rows(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  (void)cx;
  scanner z = {.a = f->module->arena, .f = f};
  if (!match_rows(&z, op) || !rw_fired(o, RW_RULE_scan_rows))
    return false;
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  ir_val *fits = build_fits(&z, &b);
  ir_op *choice = ir_start_if(&b, fits);
  ir_builder in = ir_at_end(ir_add_region(choice));
  ir_val **dests = NEW_ARRAY(z.a, ir_val *, z.rows.n_dests);
  memcpy(dests, z.rows.dests, (size_t)z.rows.n_dests * sizeof *dests);
  build_sums(&z, &in);
  build_scan(&z, &in, dests);
  build_back(&z, &in, dests);
  ir_build_yield(&in, dests, z.rows.n_dests);
  rw_add_else(f, choice, op);
  return true;
}

bool
pass_scan_rows(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_try_host(cx, f, o, try_rows);
}
