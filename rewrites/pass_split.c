// rewrites/pass_split.c: borders apart, so that the inside has no branches.
//
//   map (y < h, x < w) {              map (y < h) {
//     if x < 1 | x >= w-1 | y < 1 =>    map (x < 1) { if .. }        left
//       {A} else {B} }                  map (x < w-2) { y < 1 ? A : B }
//                                       map (x < 1) { if .. } }      right
//
// For CPUs: the middle becomes vectors, once unswitch has taken what is left of
// the condition out of it. A subscript that is clamped at the borders by
// selects is decided in the same way, and the middle reads neighbours.
// One-shot: comparisons become constants.
#include "rewrites/rw_private.h"

bool pass_split(loft_cx *cx, ir_func *f, rw_options *o);

enum { MAX_BORDER = 4096 };

// A comparison of the body and its value in the middle.
typedef struct verdict {
  ir_op *op;
  bool value;
} verdict;

// One map to be split along its last dimension.
typedef struct splitter {
  arena *a;
  ir_func *f;
  ir_soac map;
  ir_val *x, *n;
  int64_t left, right; // widths of the borders
  VEC(verdict) verdicts;
} splitter;

// -- Borders --------------------------------------------------------------

// Where a comparison of x flips: x OP at, with "at" counted from 0, or from n
// when "from_end".
typedef struct flip {
  ir_opcode op;
  int64_t at;
  bool from_end;
} flip;

// "v", or what it is a narrower integer of where that keeps its value: of an
// index below an int extent, the index.
static const ir_val *
skip_narrowing(const ir_val *v) {
  if (!v->def || v->def->code != IR_OP_CONVERT || !ir_is_signed(v->type.elem))
    return v;
  const ir_val *x = v->def->ins.at[0];
  int bits = ir_width(v->type.elem) - 1;
  an_range r = an_range_of(x);
  bool fits = bits == 63 || (r.lo >= -(1ll << bits) && r.hi < 1ll << bits);
  return ir_is_signed(x->type.elem) && fits ? x : v;
}

// Reads x, a constant and at most what n is made of off "v": the value is
// a*x + b*(n's leaf) + c.
static bool
match_linear(splitter *z, const an_affine *n, ir_val *v, int64_t *a, int64_t *b,
             int64_t *c) {
  an_affine f = an_affine_of(z->a, v);
  *a = *b = 0;
  *c = f.constant;
  for (int k = 0; k < f.terms.n; k++) {
    const an_term *t = &f.terms.at[k];
    if (t->n_factors != 1)
      return false;
    if (skip_narrowing(t->factors[0]) == z->x)
      *a += t->coef; // the index and its conversion are two leaves
    else if (n->terms.n && t->factors[0] == n->terms.at[0].factors[0])
      *b = t->coef;
    else
      return false;
  }
  return true;
}

// True when n is a constant, or a leaf plus a constant.
static bool
is_simple(const an_affine *n) {
  return !n->terms.n || (n->terms.n == 1 && n->terms.at[0].coef == 1 &&
                         n->terms.at[0].n_factors == 1);
}

// Reads "op" as a comparison of x with a border.
static bool
match_flip(splitter *z, ir_op *op, flip *f) {
  int64_t a[2], b[2], c[2];
  an_affine n = an_affine_of(z->a, z->n);
  if (ir_op_table[op->code].cls != IR_CLASS_CMP || !is_simple(&n) ||
      !ir_is_signed(op->ins.at[0]->type.elem))
    return false;
  for (int k = 0; k < 2; k++)
    if (!match_linear(z, &n, op->ins.at[k], &a[k], &b[k], &c[k]))
      return false;
  // (a0-a1) x OP (b1-b0) leaf + (c1-c0)
  __int128 x = (__int128)a[0] - a[1], leaf = (__int128)b[1] - b[0],
           at = (__int128)c[1] - c[0];
  f->op = op->code;
  if (x == -1) {
    x = 1;
    leaf = -leaf;
    at = -at;
    f->op = ir_exchanged(op->code);
  }
  f->from_end = n.terms.n ? leaf == 1 : at > n.constant / 2;
  at -= f->from_end ? n.constant : 0;
  f->at = (int64_t)at;
  return x == 1 && (leaf == 0 || leaf == 1) && at > -MAX_BORDER &&
         at < MAX_BORDER;
}

// Widens the border that the comparison needs and gives its value inside.
static bool
note_flip(splitter *z, const flip *f, bool *value) {
  // x < T, T = at or at + 1; eq and ne have both
  bool past = f->op == IR_OP_LE || f->op == IR_OP_GT;
  bool equal = f->op == IR_OP_EQ || f->op == IR_OP_NE;
  int64_t first = past ? f->at + 1 : f->at; // first x of the upper side
  bool upper = f->op == IR_OP_GT || f->op == IR_OP_GE;
  if (!f->from_end) {
    int64_t width = equal ? f->at + 1 : first;
    if (width < 0)
      return false;
    z->left = width > z->left ? width : z->left;
    *value = equal ? f->op == IR_OP_NE : upper;
    return true;
  }
  int64_t width = -first;
  if (width < 0)
    return false;
  z->right = width > z->right ? width : z->right;
  *value = equal ? f->op == IR_OP_NE : !upper;
  return true;
}

// True when "v" is made of the comparisons found, by logical ops.
static bool
depends_on_verdict(const splitter *z, const ir_val *v, int depth) {
  if (!v->def || !depth || v->type.elem != IR_BOOL)
    return false;
  for (int k = 0; k < z->verdicts.n; k++)
    if (z->verdicts.at[k].op == v->def)
      return true;
  for (int k = 0; k < v->def->ins.n && !v->def->n_regions; k++)
    if (depends_on_verdict(z, v->def->ins.at[k], depth - 1))
      return true;
  return false;
}

// True when a select that the comparisons decide is among what subscript "v"
// is computed from.
static bool
is_clamped(const splitter *z, const ir_val *v, int depth) {
  const ir_op *op = v->def;
  if (!op || !depth || op->n_regions || op->code == IR_OP_INDEX)
    return false;
  if (op->code == IR_OP_SELECT && depends_on_verdict(z, op->ins.at[0], 16))
    return true;
  for (int k = 0; k < op->ins.n; k++)
    if (is_clamped(z, op->ins.at[k], depth - 1))
      return true;
  return false;
}

// Finds the comparisons; true when they decide an if or a subscript of the
// body.
static bool
find_borders(splitter *z) {
  bool decides = false;
  ir_foreach_op (op, z->map.body) {
    flip f;
    verdict v = {op, false};
    if (match_flip(z, op, &f) && note_flip(z, &f, &v.value))
      vec_push(z->a, &z->verdicts, v);
    if (op->code == IR_OP_IF)
      decides |= depends_on_verdict(z, op->ins.at[0], 16);
    if (op->code == IR_OP_INDEX)
      decides |= is_clamped(z, op->ins.at[1], 12);
  }
  return decides;
}

// -- Building -------------------------------------------------------------

// One part: the body for x = base + 0 .. count-1, changing "dests".
static void
build_part(splitter *z, ir_builder *b, const map *outer, ir_val *base,
           ir_val *count, bool middle, ir_vals *dests) {
  arena *a = z->f->module->arena;
  map *subst = map_copy(a, outer);
  ir_op *op = ir_build_raw(b, IR_OP_MAP);
  ir_region *r = ir_add_region(op);
  op->n_dims = 1;
  ir_add_in(op, count);
  ir_val *i = ir_region_add_param(r, ir_ty(IR_I64), z->x->name);
  ir_builder in = ir_at_end(r);
  map_put(subst, z->x, base ? ir_build2(&in, IR_OP_ADD, base, i) : i);
  for (int k = 0; k < dests->n; k++)
    map_put(subst, z->map.dest_params[k], rw_add_dest(op, dests->at[k]));
  for (int k = 0; middle && k < z->verdicts.n; k++)
    map_put(subst, z->verdicts.at[k].op->outs.at[0],
            ir_build_int(&in, IR_BOOL, z->verdicts.at[k].value));
  ir_foreach_op (p, z->map.body)
    if (p->code != IR_OP_YIELD && !(p->outs.n && map_has(subst, p->outs.at[0])))
      ir_clone_op(&in, p, subst);
  ir_val **yields = NEW_ARRAY(a, ir_val *, dests->n + 1);
  for (int k = 0; k < dests->n; k++)
    yields[k] = map_get(subst, z->map.dest_yields[k]);
  ir_build_yield(&in, yields, dests->n);
  for (int k = 0; k < dests->n; k++)
    dests->at[k] = op->outs.at[k];
}

// The map over the other dimensions, before the old one.
static ir_op *
build_rows(splitter *z, map *outer, ir_vals *dests) {
  ir_builder b = ir_before(z->map.op);
  ir_op *op = ir_build_raw(&b, IR_OP_MAP);
  ir_add_region(op);
  for (int k = 0; k < z->map.n_dims - 1; k++)
    rw_add_dim(op, z->map.extents[k], z->map.idx[k], z->map.idx[k]->name,
               outer);
  for (int k = 0; k < z->map.n_dests; k++)
    vec_push(z->a, dests, rw_add_dest_of(op, &z->map, k));
  return op;
}

// Replaces the map by rows of three parts: 0 .. a .. b .. n. An n below 0
// counts as 0, so that the bounds of the parts stay within those of an int n.
static void
rewrite(splitter *z) {
  map *outer = map_new(z->a);
  ir_vals dests = {0};
  ir_op *rows = build_rows(z, outer, &dests);
  ir_builder h = ir_before(rows), in = ir_at_end(rows->regions[0]);
  ir_val *left = ir_build_int(&h, IR_I64, z->left);
  ir_val *right = ir_build_int(&h, IR_I64, z->right);
  ir_val *none = ir_build_int(&h, IR_I64, 0);
  ir_val *n = ir_build2(&h, IR_OP_MAX, z->n, none);
  ir_val *a = ir_build2(&h, IR_OP_MIN, left, n);
  ir_val *end = ir_build2(&h, IR_OP_SUB, n, right);
  ir_val *b = ir_build2(&h, IR_OP_MAX, end, a);
  ir_val *middle = ir_build2(&h, IR_OP_SUB, b, a);
  ir_val *rest = ir_build2(&h, IR_OP_SUB, n, b);
  if (z->left)
    build_part(z, &in, outer, NULL, a, false, &dests);
  build_part(z, &in, outer, a, middle, true, &dests);
  if (z->right)
    build_part(z, &in, outer, b, rest, false, &dests);
  ir_build_yield(&in, dests.at, dests.n);
  for (int k = 0; k < z->map.n_dests; k++)
    ir_replace_uses(z->f, z->map.dest_outs[k], rows->outs.at[k]);
  ir_remove(z->map.op);
}

// map (y, x < n) { if p(x) {A} else {B} } =>
//   map (y) { map (x < a) {..}; map (x < b-a) {A or B}; map (x < n-b) {..} }
// when: a comparison of x with a constant, or with n plus a constant, decides
//       an if, or a select in a subscript; two dimensions or more (the rows
//       stay parallel); a small body.
// why:  the middle has no branch on x left, and gathers nothing that is
//       clamped: it vectorises.
// src:  index-set splitting, folklore
static bool
try_split(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  enum { MAX_OPS = 200 };
  splitter z = {.a = cx->arena, .f = f};
  if (op->code != IR_OP_MAP || op->level != IR_LEVEL_NONE || op->n_dims < 2 ||
      !ir_match_soac(op, &z.map) || rw_size(z.map.body) > MAX_OPS)
    return false;
  z.x = z.map.idx[op->n_dims - 1];
  z.n = z.map.extents[op->n_dims - 1];
  if (!find_borders(&z) || !rw_fired(o, RW_RULE_split))
    return false;
  rewrite(&z);
  return true;
}

bool
pass_split(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_try_host(cx, f, o, try_split);
}
