// rewrites/rw_packs.c: copies of what a nest reads along the fold's index,
// block by block, so that they are contiguous: rows whose distance is a power
// of two fall on few lines of a cache.
#include "rewrites/rw_lanes.h"

enum { MIN_PACKED = 64 }; // rows that are worth a copy

// -- Conditions -------------------------------------------------------
// True when "v" is computed from indices and values outside by scalar ops.
static bool
is_computed(const rw_nest *z, const ir_val *v) {
  if (ir_is_outside(v, z->map.body) || v == z->fold.s.idx[0] ||
      v->param_of == z->map.body)
    return true;
  if (!v->def || !ir_is_scalar_op(v->def->code))
    return false;
  for (int k = 0; k < v->def->ins.n; k++)
    if (!is_computed(z, v->def->ins.at[k]))
      return false;
  return true;
}

// True when "at" is a sum of multiples of j, the fold's index, and what neither
// changes; the fold's index is in it.
static bool
is_linear(const rw_nest *z, const an_affine *at) {
  int64_t stride;
  for (int k = 0; k < at->terms.n; k++)
    for (int i = 0; i < at->terms.at[k].n_factors; i++) {
      ir_val *v = at->terms.at[k].factors[i];
      if (v != z->j && v != z->fold.s.idx[0] && !ir_is_outside(v, z->map.body))
        return false;
    }
  return an_affine_stride(at, z->fold.s.idx[0], &stride) > 0;
}

void
rw_packs_find(rw_nest *z) {
  an_accesses all;
  if (!z->tile || z->map.n_dims != 2 || z->fold.s.n_dims != 1 ||
      !ir_is_outside(z->fold.s.extents[0], z->map.body) ||
      rw_in_soac(z->map.op->parent) ||
      !an_accesses_of(z->a, z->fold.s.op, &all))
    return;
  for (int k = 0; k < all.n; k++) {
    ir_op *read = all.at[k].op;
    const an_affine *at = &all.at[k].at;
    int64_t stride = 0;
    if (read->parent == z->fold.s.body && read->code == IR_OP_INDEX &&
        ir_is_outside(read->ins.at[0], z->map.body) &&
        is_computed(z, read->ins.at[1]) &&
        !rw_varies(z->map.body, read->ins.at[1], z->map.idx[0]) &&
        an_affine_stride(at, z->j, &stride) == 1 && stride == 1 &&
        is_linear(z, at) && !an_affine_is_near(at, z->fold.s.idx[0]))
      vec_push(z->a, &z->packs, ((rw_pack){.read = read}));
  }
}

// -- Building ---------------------------------------------------------
// The index of read "p" where j is "j" and the fold's index "k".
static ir_val *
build_index_at(rw_nest *z, ir_builder *b, const rw_pack *p, ir_val *j,
               ir_val *k) {
  map *subst = map_new(z->a);
  map_put(subst, z->j, j);
  map_put(subst, z->fold.s.idx[0], k);
  return an_copy_slice(b, p->read->ins.at[1], z->map.body, subst);
}

// yield map (b < blocks, k < steps, l < lanes) { copy[..] = read }
static void
build_fill(rw_nest *z, ir_builder *b, const rw_pack *p, ir_val *blocks,
           ir_val *lanes) {
  static const char *const names[3] = {"block", "k", "l"};
  ir_val *extents[3] = {blocks, z->fold.s.extents[0], lanes}, *idx[3];
  ir_op *op = ir_build_raw(b, IR_OP_MAP);
  ir_region *r = ir_add_region(op);
  op->n_dims = 3;
  for (int d = 0; d < 3; d++) {
    ir_add_in(op, extents[d]);
    idx[d] = ir_region_add_param(r, ir_ty(IR_I64), names[d]);
  }
  ir_add_in(op, p->copy);
  ir_val *w = ir_region_add_param(r, p->copy->type, "pack");
  ir_builder in = ir_at_end(r);
  ir_val *j = ir_build2(&in, IR_OP_MUL, idx[0], lanes);
  j = ir_build2(&in, IR_OP_ADD, j, idx[2]);
  ir_val *from = build_index_at(z, &in, p, j, idx[1]);
  ir_val *to = ir_build2(&in, IR_OP_MUL, idx[0], extents[1]);
  to = ir_build2(&in, IR_OP_ADD, to, idx[1]);
  to = ir_build2(&in, IR_OP_MUL, to, lanes);
  to = ir_build2(&in, IR_OP_ADD, to, idx[2]);
  ir_val *element = ir_build_index(&in, p->read->ins.at[0], from);
  w = ir_build_update(&in, w, to, element);
  ir_build_yield(&in, &w, 1);
  w = ir_add_out(op, p->copy->type, "pack");
  ir_build_yield(b, &w, 1);
}

// copy = alloc many ? size : 0; copy = many ? filled : copy
static void
build_copy(rw_nest *z, ir_builder *b, rw_pack *p) {
  ir_val *lanes = ir_build_int(b, IR_I64, z->lanes);
  ir_val *zero = ir_build_int(b, IR_I64, 0);
  ir_val *blocks = ir_build2(b, IR_OP_DIV, z->map.extents[1], lanes);
  ir_val *size = ir_build2(b, IR_OP_MUL, blocks, z->fold.s.extents[0]);
  size = ir_build2(b, IR_OP_MUL, size, lanes);
  size = ir_build2(b, IR_OP_MAX, size, zero);
  size = ir_build3(b, IR_OP_SELECT, z->many, size, zero);
  ir_scalar elem = p->read->ins.at[0]->type.elem;
  p->copy = ir_build_alloc(b, elem, size, IR_SPACE_GLOBAL, "pack");
  ir_builder then, other;
  ir_op *fill = ir_build_if(b, z->many, &then, &other);
  build_fill(z, &then, p, blocks, lanes);
  ir_build_yield(&other, &p->copy, 1);
  p->copy = ir_add_out(fill, p->copy->type, "pack");
}

// Where the copy, or without it the array, has the first element of a full
// block, and how far it is to the next block and the next step.
static void
build_strides(rw_nest *z, ir_builder *b, rw_pack *p) {
  ir_val *lanes = ir_build_int(b, IR_I64, z->lanes);
  ir_val *zero = ir_build_int(b, IR_I64, 0), *one = ir_build_int(b, IR_I64, 1);
  ir_val *first = build_index_at(z, b, p, zero, zero);
  ir_val *step = build_index_at(z, b, p, zero, one);
  step = ir_build2(b, IR_OP_SUB, step, first);
  ir_val *block = ir_build2(b, IR_OP_MUL, z->fold.s.extents[0], lanes);
  p->first = ir_build3(b, IR_OP_SELECT, z->many, zero, first);
  p->step = ir_build3(b, IR_OP_SELECT, z->many, lanes, step);
  p->next = ir_build3(b, IR_OP_SELECT, z->many, block, lanes);
}

// map (i, j) { .. reduce (k) { b[k,j] } } =>
//   t = many ? b, block by block : nothing
//   map (i, j) { .. many ? t[j/16, k, j%16] : b[k,j] }
// when: rw_packs_find; at host level; 64 rows at least, as the run shows.
// why:  what a block reads is contiguous: all of the cache serves. Both ways
//       read at one index, with other strides, so that there is one kernel.
// src:  Goto and van de Geijn, packing
void
rw_packs_build(rw_nest *z, ir_builder *b) {
  ir_val *least = ir_build_int(b, IR_I64, MIN_PACKED);
  z->many = ir_build2(b, IR_OP_GE, z->map.extents[0], least);
  for (int k = 0; k < z->packs.n; k++) {
    build_copy(z, b, &z->packs.at[k]);
    build_strides(z, b, &z->packs.at[k]);
  }
}
