// rewrites/pass_group.c: work-groups fold rows together.
//
//   map (i < n) { .. s = reduce (k < m) [add] {x[i*m + k]} {seq}; y[i] = s }
// =>
//   map (i < n) { .. reduce {group,seq} .. }
//
// One work-item a row reads along the row while its neighbours are rows away:
// each read is a transaction of its own, and one long row keeps its whole group
// waiting. In a fold of level `group` the work-group computes the values of all
// its rows, neighbours side by side, and each row's work-item adds up its own,
// in the same order (kernel/lower_map_group.c). Loops that carry scalars, as
// s = fma(x, y, s), are folds too. One fold a map. Rows whose lengths are data
// are in pieces where their order is free, so that all groups share long ones;
// rows of elements that nobody folds are shared out, too.
#include "rewrites/rw_private.h"

bool pass_group(loft_cx *cx, ir_func *f, rw_options *o);

// Values of a fold: those of tiles have more, and reads to share.
enum { MAX_VALUES = 4 };

// -- Conditions ---------------------------------------------------------------
static bool
allocates(const ir_op *op) {
  return op->code == IR_OP_ALLOC;
}

// True when "op" of the map "m" reads or writes one of its arrays.
static bool
touches_dest(const ir_soac *m, const ir_op *op) {
  return ir_accesses_element(op) && ir_dest_of(m, op->ins.at[0]) >= 0;
}

// True when the fold "f", in order or of integers, has few values, which are
// made of reads of other arrays than the map's; its state is only computed
// with.
static bool
is_plain(arena *a, const ir_soac *m, const rw_fold *f) {
  const ir_op *op = f->s.op;
  bool ok = f->s.n_dims == 1 && f->s.n_dests == 0 && f->s.n_red <= MAX_VALUES;
  map *late =
      an_ops_needing(a, f->s.body, f->carried, f->carried ? f->s.n_red : 0);
  for (int k = 0; k < f->s.n_red && !op->seq && !f->carried; k++)
    ok &= !ir_is_float(f->s.results[k]->type.elem);
  ir_foreach_op (inner, f->s.body)
    ok &= !rw_any(inner, rw_iterates) && !touches_dest(m, inner) &&
          (!map_has(late, inner) || ir_is_scalar_op(inner->code) ||
           inner->code == IR_OP_YIELD);
  return ok;
}

// Sees "op" of the map "m" as a fold that a group may share.
static bool
match_plain_fold(arena *a, const ir_soac *m, ir_op *op, rw_fold *f) {
  *f = (rw_fold){0};
  return op->level == IR_LEVEL_NONE && !op->has_while && rw_match_fold(op, f) &&
         is_plain(a, m, f);
}

// True when "x" reads neighbours in iterations of the fold "s", others in each
// of the map "m".
static bool
runs_along(const ir_soac *m, const ir_soac *s, const an_access *x) {
  return an_affine_is_unit(&x->at, s->idx[0]) &&
         rw_varies(m->body, x->op->ins.at[1], m->idx[m->n_dims - 1]);
}

// True when the reads of the fold "s" of the map "m", all of "all", want its
// iterations side by side.
static bool
is_along_memory(const ir_soac *m, const ir_soac *s, const an_accesses *all) {
  bool along = false;
  for (int i = 0; i < all->n; i++) {
    const an_access *x = &all->at[i];
    if (x->n_inner == 0 || x->inner[x->n_inner - 1].idx != s->idx[0])
      continue;
    if (an_affine_is_unit(&x->at, m->idx[m->n_dims - 1]))
      return false;
    along |= runs_along(m, s, x);
  }
  return along;
}

ir_op *
rw_group_fold(loft_cx *cx, ir_op *op, ir_soac *m) {
  an_accesses all = {0};
  if (op->level != IR_LEVEL_NONE || !ir_match_soac(op, m) ||
      rw_any(op, allocates) || !an_accesses_of(cx->arena, op, &all))
    return NULL;
  rw_fold fold;
  an_pieces p;
  ir_foreach_op (inner, m->body) {
    ir_op *op_of_row = an_match_pieces(inner, &p) ? p.fold : inner;
    if (match_plain_fold(cx->arena, m, op_of_row, &fold) &&
        is_along_memory(m, &fold.s, &all))
      return inner;
  }
  return NULL;
}

// -- Rewriting ----------------------------------------------------------------
// map (i < n) { map (k < c(i)) {A} } => map (i < n) { map {group} }
// when: at host level; a row is one map and scalars; c is read from memory.
// why:  rows of different lengths keep each other waiting in the lanes of one
//       subgroup, and neighbouring elements are another lane's.
// src:  Van Gils, section 4.1.6 (n-per-block)
static bool
try_share(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  (void)cx, (void)f;
  an_ragged r;
  if (op->level != IR_LEVEL_NONE || o->division == RW_DIVISION_LANE ||
      !rw_match_ragged(op, &r) || r.inner.op->level != IR_LEVEL_NONE ||
      !rw_fired(o, RW_RULE_share))
    return false;
  r.inner.op->level = IR_LEVEL_GROUP;
  r.inner.op->rows = o->division > 0 ? o->division : 0;
  return true;
}

// The fold "op" of the map "m" in pieces, where the order changes no bits and
// its length is data; else "op".
static ir_op *
cut(ir_func *f, rw_options *o, const ir_soac *m, ir_op *op) {
  rw_fold fold = {0};
  if (!rw_match_fold(op, &fold) || fold.carried ||
      !rw_is_read(fold.s.extents[0], m->body))
    return op;
  for (int k = 0; k < fold.s.n_red; k++)
    if (ir_fold_rounds(op->red_ops[k], fold.s.results[k]->type.elem))
      return op;
  ir_op *all = rw_cut_in_pieces(f, o, op, &fold);
  return all ? all : op;
}

// reduce {seq} => reduce {group,seq}
// when: in the body of a map at host level, one-dimensional, its values made of
//       reads; some of them are of neighbours in it, none in the map.
// why:  coalesced reads, and rows of any length share a group's work-items.
// src:  Van Gils, section 4 (n segments a group); Bell and Garland, CSR vector
static bool
try_group(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  ir_soac m;
  an_pieces p;
  ir_op *fold = op->code == IR_OP_MAP ? rw_group_fold(cx, op, &m) : NULL;
  if (!fold || !rw_fired(o, RW_RULE_group))
    return false;
  if (!an_match_pieces(fold, &p))
    fold = cut(f, o, &m, fold);
  fold->level = IR_LEVEL_GROUP;
  if (an_match_pieces(fold, &p))
    p.fold->level = IR_LEVEL_SEQ;
  return true;
}

bool
pass_group(loft_cx *cx, ir_func *f, rw_options *o) {
  bool changed = rw_try_host(cx, f, o, try_group);
  return rw_try_host(cx, f, o, try_share) || changed;
}
