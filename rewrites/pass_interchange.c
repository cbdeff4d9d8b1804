// rewrites/pass_interchange.c: a fold inside a map becomes a loop around maps.
//
//   map (i < n, j < m) (w = c) {          map (b < m/64, i < n) (w = c) {
//     s = reduce (k < p) seq add (0) {      acc = alloc 64
//       a[i,k] * b[k,j] }                   map (l < 64) { acc[l] = 0 }
//     w[i,j] = f(s) }                       loop (k < p) {
//                                      =>     map (l < 64) {
//                                               acc[l] += a[i,k] * b[k,64b+l]
//                                               }}
//                                           map (l < 64) {
//                                             w[i,64b+l] = f(acc[l]) } }
//
// Each accumulator still folds k in order, so not a bit changes. The innermost
// loop has independent iterations on consecutive elements; the accumulators
// stay in registers or the first cache, a panel of b in the second while i
// runs. The last block, when m is no multiple of 64, is a copy with its own
// length, so that the full one has a constant length.
// For CPUs; a GPU's work-items run along j by themselves.
#include "rewrites/rw_private.h"

bool pass_interchange(loft_cx *cx, ir_func *f, rw_options *o);

enum { BLOCK = 64, MAX_ACCUMULATORS = 12 };

// One match: "map" with its dimension j (the last), "red" in it.
typedef struct nest {
  arena *a;
  ir_func *f;
  ir_soac map, red;
  ir_val *j;
  ir_vals saved; // values before the fold to be kept in arrays
  // while building one block:
  map *subst; // of the block's level
  ir_val *base, *len;
  ir_vals acc, sav; // arrays, current values
} nest;

// -- Conditions ---------------------------------------------------------------

// True when "v" depends on j through the ops of the map's body.
static bool
depends_on_j(const nest *z, const ir_val *v) {
  if (v == z->j)
    return true;
  if (!v->def || ir_is_outside(v, z->map.body))
    return false;
  for (int k = 0; k < v->def->ins.n; k++)
    if (depends_on_j(z, v->def->ins.at[k]))
      return true;
  return v->def->n_regions > 0;
}

static bool
iterates(const ir_op *op) {
  return rw_is_soac(op) || op->code == IR_OP_LOOP || op->code == IR_OP_ALLOC ||
         op->code == IR_OP_UPDATE;
}

// True when "op" may stand before the fold: it can be computed again.
static bool
is_repeatable(const nest *z, const ir_op *op) {
  if (op->code == IR_OP_INDEX)
    return ir_is_outside(op->ins.at[0], z->map.body);
  return ir_is_scalar_op(op->code);
}

// The body must be: repeatable ops, one fold without dests, other ops without
// loops. Fills z->red.
static bool
match_body(nest *z) {
  ir_op *red = NULL;
  ir_foreach_op (op, z->map.body) {
    if (op->code == IR_OP_REDUCE && !red)
      red = op;
    else if (!red ? !is_repeatable(z, op)
                  : op->code != IR_OP_UPDATE && rw_any(op, iterates))
      return false;
  }
  if (!ir_match_soac(red, &z->red) || !red->seq || z->red.n_dests ||
      z->red.n_red > MAX_ACCUMULATORS)
    return false;
  ir_foreach_op (op, z->red.body)
    if (rw_any(op, iterates))
      return false;
  for (int k = 0; k < z->red.n_dims; k++)
    if (depends_on_j(z, z->red.extents[k]))
      return false;
  return true;
}

// 0 when an access with form "f" is cheap with "x" innermost (the element or
// its neighbour), 1 when not.
static int
cost_along(const ir_affine *f, const ir_val *x) {
  int64_t stride = 0;
  int kind = ir_affine_stride(f, x, &stride);
  return !(kind == 0 || (kind == 1 && stride >= -1 && stride <= 1));
}

// The fold's iterations when they are few and constant, so that LLVM unrolls
// them and vectorises over j by itself.
static bool
is_short(const ir_soac *red) {
  int64_t n, all = 1;
  for (int k = 0; k < red->n_dims; k++) {
    if (!ir_match_int(red->extents[k], &n) || n > 32)
      return false;
    all *= n;
  }
  return all <= 32;
}

// True when running along j is better than along the fold's last index: fewer
// strided reads, or as few and none, as a fold in order does not vectorise.
static bool
is_worthwhile(nest *z) {
  rw_accesses all;
  int along_k = 0, along_j = 0;
  ir_val *k = z->red.idx[z->red.n_dims - 1];
  if (is_short(&z->red) || !rw_accesses_of(z->a, z->red.op, &all))
    return false;
  for (int i = 0; i < all.n; i++) {
    along_k += cost_along(&all.at[i].at, k);
    along_j += cost_along(&all.at[i].at, z->j);
  }
  return along_j < along_k || along_j == 0;
}

// True when recomputing "v" each time costs more than reading it back: a read,
// a division or root, or something made of one.
static bool
is_heavy(const nest *z, const ir_val *v) {
  if (!v->def || ir_is_outside(v, z->map.body) || !depends_on_j(z, v))
    return false;
  ir_opcode c = v->def->code;
  if (c == IR_OP_INDEX || c == IR_OP_DIV || c == IR_OP_REM || c == IR_OP_SQRT ||
      ir_op_table[c].cls == IR_CLASS_MATH1 ||
      ir_op_table[c].cls == IR_CLASS_MATH2)
    return true;
  for (int k = 0; k < v->def->ins.n; k++)
    if (is_heavy(z, v->def->ins.at[k]))
      return true;
  return false;
}

// Notes which values from before the fold its body needs kept.
static bool
find_saved(nest *z) {
  rw_touch t = rw_touch_of(z->a, z->red.op);
  for (int k = 0; k < t.uses.n; k++)
    if (!t.uses.at[k]->type.array && is_heavy(z, t.uses.at[k])) {
      bool init = false, body = false;
      for (int i = 0; i < z->red.n_red; i++)
        init |= z->red.inits[i] == t.uses.at[k];
      ir_foreach_op (op, z->red.body)
        for (int i = 0; i < op->ins.n; i++)
          body |= op->ins.at[i] == t.uses.at[k] || op->n_regions;
      if (!init || body)
        vec_push(z->a, &z->saved, t.uses.at[k]);
    }
  return z->saved.n + z->red.n_red <= MAX_ACCUMULATORS;
}

// -- Building
// -------------------------------------------------------------------

// A copy of "m".
static map *
copy_of(const nest *z, const map *m) {
  map *c = map_new(z->a);
  for (int k = 0; k < map_count(m); k++) {
    const void *key;
    void *value;
    map_at(m, k, &key, &value);
    map_put(c, key, value);
  }
  return c;
}

// What "v" of the original is here.
static ir_val *
mapped(const map *subst, ir_val *v) {
  ir_val *to = map_get(subst, v);
  return to ? to : v;
}

// An array of the block, one element an iteration.
static ir_val *
build_private(ir_builder *b, ir_scalar elem, const char *name) {
  ir_val *n = ir_build_int(b, IR_I64, BLOCK);
  return ir_build_alloc(b, elem, n, IR_SPACE_PRIVATE, name);
}

// A map over the block with the arrays "dests" (replaced by their parameters);
// "in" gets the place inside, "l" the index, *subst what j is there.
static ir_op *
start_lanes(nest *z, ir_builder *b, ir_vals *dests, ir_builder *in, ir_val **l,
            map **subst) {
  ir_op *op = ir_build_raw(b, IR_OP_MAP);
  ir_region *r = ir_add_region(op);
  op->n_dims = 1;
  ir_add_in(op, z->len);
  *l = ir_region_add_param(r, ir_ty(IR_I64), "l");
  for (int k = 0; k < dests->n; k++) {
    ir_val *d = dests->at[k];
    ir_add_in(op, d);
    ir_add_out(op, d->type, d->name);
    dests->at[k] = ir_region_add_param(r, d->type, d->name);
  }
  *in = ir_at_end(r);
  *subst = copy_of(z, z->subst);
  map_put(*subst, z->j, ir_build2(in, IR_OP_ADD, z->base, *l));
  return op;
}

// Ends the lanes: yields "dests" and replaces them by the results.
static void
end_lanes(ir_op *op, ir_builder *in, ir_vals *dests) {
  ir_build_yield(in, dests->at, dests->n);
  for (int k = 0; k < dests->n; k++)
    dests->at[k] = op->outs.at[k];
}

// Copies the ops before the fold; with "saved" those kept are read instead.
static void
copy_pre(nest *z, ir_builder *in, map *subst, ir_val *l, bool saved) {
  for (int k = 0; saved && k < z->saved.n; k++)
    map_put(subst, z->saved.at[k], ir_build_index(in, z->sav.at[k], l));
  for (ir_op *op = z->map.body->first; op != z->red.op; op = op->next)
    if (!map_has(subst, op->outs.at[0]))
      ir_clone_op(in, op, subst);
}

// map (l) { acc[l] = init; saved[l] = value }
static void
build_first(nest *z, ir_builder *b) {
  ir_builder in;
  ir_val *l;
  map *subst;
  ir_vals dests = {0};
  for (int k = 0; k < z->acc.n; k++)
    vec_push(z->a, &dests, z->acc.at[k]);
  for (int k = 0; k < z->sav.n; k++)
    vec_push(z->a, &dests, z->sav.at[k]);
  ir_op *op = start_lanes(z, b, &dests, &in, &l, &subst);
  copy_pre(z, &in, subst, l, false);
  for (int k = 0; k < dests.n; k++) {
    ir_val *v = k < z->acc.n ? z->red.inits[k] : z->saved.at[k - z->acc.n];
    dests.at[k] = ir_build_update(&in, dests.at[k], l, mapped(subst, v));
  }
  end_lanes(op, &in, &dests);
  for (int k = 0; k < dests.n; k++)
    *(k < z->acc.n ? &z->acc.at[k] : &z->sav.at[k - z->acc.n]) = dests.at[k];
}

// map (l) { acc[l] = op(acc[l], value) }
static void
build_step(nest *z, ir_builder *b) {
  ir_builder in;
  ir_val *l;
  map *subst;
  ir_val **yields = NEW_ARRAY(z->a, ir_val *, z->red.n_red);
  ir_op *op = start_lanes(z, b, &z->acc, &in, &l, &subst);
  copy_pre(z, &in, subst, l, true);
  ir_clone_region_ops(&in, z->red.body, subst, yields);
  for (int k = 0; k < z->acc.n; k++) {
    ir_val *old = ir_build_index(&in, z->acc.at[k], l);
    ir_val *now = ir_build2(&in, z->red.op->red_ops[k], old, yields[k]);
    z->acc.at[k] = ir_build_update(&in, z->acc.at[k], l, now);
  }
  end_lanes(op, &in, &z->acc);
}

// The loops of the fold from dimension "d" on, around the step.
static void
build_loops(nest *z, ir_builder *b, int d) {
  if (d == z->red.n_dims) {
    build_step(z, b);
    return;
  }
  ir_op *op = ir_build_raw(b, IR_OP_LOOP);
  ir_region *r = ir_add_region(op);
  op->n_dims = 1;
  ir_add_in(op, mapped(z->subst, z->red.extents[d]));
  ir_val *i = z->red.idx[d];
  map_put(z->subst, i, ir_region_add_param(r, i->type, i->name));
  for (int k = 0; k < z->acc.n; k++) {
    ir_val *a = z->acc.at[k];
    ir_add_in(op, a);
    ir_add_out(op, a->type, a->name);
    z->acc.at[k] = ir_region_add_param(r, a->type, a->name);
  }
  ir_builder in = ir_at_end(r);
  build_loops(z, &in, d + 1);
  ir_build_yield(&in, z->acc.at, z->acc.n);
  for (int k = 0; k < z->acc.n; k++)
    z->acc.at[k] = op->outs.at[k];
}

// map (l) { s = acc[l]; what follows the fold }; gives the dests.
static void
build_last(nest *z, ir_builder *b, ir_vals *dests) {
  ir_builder in;
  ir_val *l;
  map *subst;
  ir_op *op = start_lanes(z, b, dests, &in, &l, &subst);
  for (int k = 0; k < dests->n; k++)
    map_put(subst, z->map.dest_params[k], dests->at[k]);
  copy_pre(z, &in, subst, l, true);
  for (int k = 0; k < z->acc.n; k++)
    map_put(subst, z->red.results[k], ir_build_index(&in, z->acc.at[k], l));
  for (ir_op *p = z->red.op->next; p->code != IR_OP_YIELD; p = p->next)
    ir_clone_op(&in, p, subst);
  for (int k = 0; k < dests->n; k++)
    dests->at[k] = mapped(subst, z->map.dest_yields[k]);
  end_lanes(op, &in, dests);
}

// One block of "len" iterations of j from "base", at the end of "r".
static void
build_block(nest *z, ir_region *r, ir_val *len, const ir_vals *dests) {
  ir_builder b = ir_at_end(r);
  map *outer = z->subst;
  ir_vals d = {0};
  z->subst = copy_of(z, outer);
  z->acc = z->sav = (ir_vals){0};
  z->len = len ? len : ir_build_int(&b, IR_I64, BLOCK);
  for (int k = 0; k < z->red.n_red; k++)
    vec_push(z->a, &z->acc,
             build_private(&b, z->red.results[k]->type.elem, "acc"));
  for (int k = 0; k < z->saved.n; k++)
    vec_push(
        z->a, &z->sav,
        build_private(&b, z->saved.at[k]->type.elem, z->saved.at[k]->name));
  for (int k = 0; k < dests->n; k++)
    vec_push(z->a, &d, dests->at[k]);
  build_first(z, &b);
  build_loops(z, &b, 0);
  build_last(z, &b, &d);
  ir_build_yield(&b, d.at, d.n);
  z->subst = outer;
}

// Which dimension of the new map dimension "d" of the old one is: the blocks of
// j go before the last other one, so that their panel is used again and again.
static int
new_dim(const nest *z, int d) {
  int n = z->map.n_dims;
  if (n < 2)
    return 0;
  return d == n - 1 ? n - 2 : d == n - 2 ? n - 1 : d;
}

// The new map before the old one: extents, indices, dests.
static ir_op *
build_outer(nest *z, ir_vals *dests) {
  ir_builder b = ir_before(z->map.op);
  int n = z->map.n_dims;
  ir_val *more = ir_build_int(&b, IR_I64, BLOCK - 1);
  ir_val *up = ir_build2(&b, IR_OP_ADD, z->map.extents[n - 1], more);
  ir_val *blocks =
      ir_build2(&b, IR_OP_DIV, up, ir_build_int(&b, IR_I64, BLOCK));
  ir_op *op = ir_build_raw(&b, IR_OP_MAP);
  ir_region *r = ir_add_region(op);
  op->n_dims = n;
  for (int d = 0; d < n; d++) {
    int from = new_dim(z, d); // its own inverse
    ir_add_in(op, from == n - 1 ? blocks : z->map.extents[from]);
    ir_val *i = ir_region_add_param(
        r, ir_ty(IR_I64), from == n - 1 ? "block" : z->map.idx[from]->name);
    map_put(z->subst, z->map.idx[from], i);
  }
  for (int k = 0; k < z->map.n_dests; k++) {
    ir_val *d = z->map.dests[k];
    ir_add_in(op, d);
    ir_add_out(op, d->type, z->map.dest_outs[k]->name);
    vec_push(z->a, dests, ir_region_add_param(r, d->type, d->name));
  }
  return op;
}

// Copies what does not depend on j to the start of the new body.
static void
copy_invariant(nest *z, ir_builder *b) {
  for (ir_op *op = z->map.body->first; op != z->red.op; op = op->next)
    if (!depends_on_j(z, op->outs.at[0]))
      ir_clone_op(b, op, z->subst);
}

// Replaces the map by the blocked one.
static void
rewrite(nest *z) {
  ir_vals dests = {0};
  z->subst = map_new(z->a);
  ir_op *op = build_outer(z, &dests);
  ir_builder b = ir_at_end(op->regions[0]);
  ir_val *size = ir_build_int(&b, IR_I64, BLOCK);
  ir_val *block = mapped(z->subst, z->j);
  z->base = ir_build2(&b, IR_OP_MUL, block, size);
  ir_val *rest =
      ir_build2(&b, IR_OP_SUB, z->map.extents[z->map.n_dims - 1], z->base);
  copy_invariant(z, &b);
  ir_op *choice = ir_build_raw(&b, IR_OP_IF);
  ir_builder before = ir_before(choice);
  ir_add_in(choice, ir_build2(&before, IR_OP_GE, rest, size));
  build_block(z, ir_add_region(choice), NULL, &dests);
  build_block(z, ir_add_region(choice), rest, &dests);
  for (int k = 0; k < dests.n; k++) {
    ir_add_out(choice, dests.at[k]->type, dests.at[k]->name);
    ir_replace_uses(z->f, z->map.dest_outs[k], op->outs.at[k]);
  }
  ir_build_yield(&b, choice->outs.at, choice->outs.n);
  ir_remove(z->map.op);
}

// map (j) { s = reduce (k) seq {A}; B } =>
//   map (j/64) { loop (k) { map (l < 64) {A} }; map (l < 64) {B} }
// when: the body is scalar ops and reads, one fold in order without dests whose
//       extent does not depend on j, then ops without loops; j walks memory
//       better than k does.
// why:  unit stride, and vectors where a fold in order allows none.
// src:  Berenyi et al., map-rnz exchange; Henriksen et al., interchange
static bool
try_interchange(arena *a, ir_func *f, rw_options *o, ir_op *op) {
  nest z = {.a = a, .f = f};
  if (op->code != IR_OP_MAP || op->level != IR_LEVEL_NONE ||
      !ir_match_soac(op, &z.map))
    return false;
  z.j = z.map.idx[z.map.n_dims - 1];
  if (!match_body(&z) || !is_worthwhile(&z) || !find_saved(&z) ||
      !rw_fired(o, RW_RULE_interchange))
    return false;
  rewrite(&z);
  return true;
}

// Tries the maps at host level: "r" is outside of all maps.
static bool
visit_region(arena *a, ir_func *f, rw_options *o, ir_region *r) {
  bool changed = false;
  ir_foreach_op_safe (op, r) {
    for (int k = 0; k < op->n_regions && !rw_is_soac(op); k++)
      changed |= visit_region(a, f, o, op->regions[k]);
    changed |= try_interchange(a, f, o, op);
  }
  return changed;
}

bool
pass_interchange(loft_cx *cx, ir_func *f, rw_options *o) {
  (void)cx;
  return visit_region(f->module->arena, f, o, f->body);
}
