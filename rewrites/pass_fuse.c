// rewrites/pass_fuse.c: two maps or reductions over the same space become one.
//
//   %t1 = map (i < n) (w = %t) { .. update w, i, f(i) }
//   %s  = reduce (j < n) add (0) { v = index %t1, j; .. g(v) }
// =>
//   %s, %t1 = reduce (i < n) add (0) (w = %t) { .. update w, i, f(i); g(f(i)) }
//
// Bodies are put one after the other; simplify then forwards stored values to
// the reads and drops the temporary when nothing else reads it. Any number of
// producers and reads take part, one pair at a time (nzip, rnz). A map behind a
// scan becomes a part of what that does with its running values.
// requires: simplify (equal extents are equal forms). One-shot: ops only merge.
#include "rewrites/rw_private.h"

bool pass_fuse(loft_cx *cx, ir_func *f, rw_options *o);

typedef struct fuser {
  arena *a; // what is not needed after the next change
  ir_func *f;
  rw_options *o;
  map *accesses; // ir_op * -> accesses *, while no op changes
  bool changed;
} fuser;

// The accesses of one op, as an_accesses_of has them.
typedef struct accesses {
  an_accesses list;
  bool known;
} accesses;

// The accesses of "op", collected once between two changes; each op is compared
// with all before it.
static const accesses *
accesses_of(fuser *z, ir_op *op) {
  accesses *x = map_get(z->accesses, op);
  if (!x) {
    x = NEW(z->a, accesses);
    x->known = an_accesses_of(z->a, op, &x->list);
    map_put(z->accesses, op, x);
  }
  return x;
}

// -- Conditions -------------------------------------------------------

// Same dimensions, same extents.
static bool
same_space(const ir_soac *p, const ir_soac *q) {
  if (p->n_dims != q->n_dims)
    return false;
  for (int k = 0; k < p->n_dims; k++)
    if (!rw_same_index(p->extents[k], q->extents[k]))
      return false;
  return true;
}

// True when access "x" of "px" touches only what one of the unconditional
// writes "ys" of "py" to the same array writes in the same iteration, and no
// other iteration does.
static bool
is_covered(fuser *z, const an_access *x, ir_op *px, const an_accesses *ys,
           ir_op *py) {
  for (int k = 0; k < ys->n; k++) {
    const an_access *y = &ys->at[k];
    if (y->root == x->root && y->is_write && !y->conditional &&
        y->op->code != IR_OP_COMBINE && an_same_elements(z->a, x, px, y, py))
      return true;
  }
  return false;
}

// True when all accesses "xs" of "px" to "root" are covered by "ys".
static bool
are_covered(fuser *z, const ir_val *root, const an_accesses *xs, ir_op *px,
            const an_accesses *ys, ir_op *py) {
  for (int k = 0; k < xs->n; k++)
    if (xs->at[k].root == root && !is_covered(z, &xs->at[k], px, ys, py))
      return false;
  return true;
}

// True when all accesses of both to "root" are at one index that no two
// iterations share.
static bool
is_private_element(fuser *z, const an_access *first, const an_accesses *xs,
                   ir_op *px, const an_accesses *ys, ir_op *py) {
  if (!an_is_injective(z->a, first, px))
    return false;
  for (int k = 0; k < xs->n; k++)
    if (xs->at[k].root == first->root &&
        !an_same_elements(z->a, &xs->at[k], px, first, px))
      return false;
  for (int k = 0; k < ys->n; k++)
    if (ys->at[k].root == first->root &&
        !an_same_elements(z->a, &ys->at[k], py, first, px))
      return false;
  return true;
}

// True when an access to "root" in "xs" writes.
static bool
is_written(const ir_val *root, const an_accesses *xs) {
  for (int k = 0; k < xs->n; k++)
    if (xs->at[k].root == root && xs->at[k].is_write)
      return true;
  return false;
}

// True when "root" is accessed in "xs".
static bool
is_accessed(const ir_val *root, const an_accesses *xs) {
  for (int k = 0; k < xs->n; k++)
    if (xs->at[k].root == root)
      return true;
  return false;
}

// Iteration i of q may follow iteration i of p at once: what q touches of p's
// arrays, or p of q's, the same iteration of the other wrote.
static bool
may_interleave(fuser *z, ir_op *p, const an_accesses *ps, ir_op *q,
               const an_accesses *qs) {
  for (int k = 0; k < ps->n; k++) {
    const an_access *x = &ps->at[k];
    const ir_val *root = x->root;
    if (!is_accessed(root, qs) ||
        (!is_written(root, ps) && !is_written(root, qs)))
      continue;
    if (!are_covered(z, root, qs, q, ps, p) &&
        !are_covered(z, root, ps, p, qs, q) &&
        !is_private_element(z, x, ps, p, qs, q))
      return false;
  }
  return true;
}

// True when some array is accessed by both.
static bool
share_arrays(const an_accesses *ps, const an_accesses *qs) {
  for (int k = 0; k < ps->n; k++)
    if (is_accessed(ps->at[k].root, qs))
      return true;
  return false;
}

// True when q reads elements p writes, so that a store is forwarded.
static bool
feeds(const an_accesses *ps, const an_accesses *qs) {
  for (int k = 0; k < ps->n; k++)
    if (ps->at[k].is_write && is_accessed(ps->at[k].root, qs))
      return true;
  return false;
}

// Arrays touched by both together.
static int
n_arrays(fuser *z, const an_accesses *ps, const an_accesses *qs) {
  ir_vals roots = {0};
  for (int k = 0; k < ps->n + qs->n; k++) {
    ir_val *r = k < ps->n ? ps->at[k].root : qs->at[k - ps->n].root;
    if (!ir_vals_has(&roots, r))
      vec_push(z->a, &roots, r);
  }
  return roots.n;
}

// Folding in order does not vectorise: a map joins it only to feed it, and at
// host level never (it is parallel, the fold is not).
static bool
may_mix(const ir_op *p, const ir_op *q, bool feed) {
  bool sp = p->n_red && p->seq, sq = q->n_red && q->seq;
  if (sp == sq)
    return true;
  if (p->n_red && q->n_red)
    return false;
  return feed && rw_in_soac(p->parent);
}

// Strides of the loops inside a soac: iterations that are neighbours read
// neighbouring elements (x[k*n + i]), or others (x[i*n + k]), or both.
enum { NEIGHBOURS = 1, APART = 2 };

// The ways of "xs" in the loops inside "s"; 0: they read nothing that depends
// on the last index of "s", or there are none.
static int
ways_inside(fuser *z, const ir_soac *s, const an_accesses *xs) {
  const ir_val *last = s->idx[s->n_dims - 1];
  int ways = 0;
  for (int k = 0; k < xs->n; k++) {
    an_affine stride;
    if (!xs->at[k].n_inner || !an_form_uses(&xs->at[k].at, last))
      continue;
    bool is_one = an_form_stride(z->a, &xs->at[k].at, last, &stride) &&
                  !stride.terms.n && stride.constant == 1;
    ways |= is_one ? NEIGHBOURS : APART;
  }
  return ways;
}

// True when both have loops inside, which go through memory in different ways
// and want different kernels: lanes for neighbours, several rows at once for
// the others.
static bool
differ_inside(fuser *z, const ir_soac *p, const an_accesses *ps,
              const ir_soac *q, const an_accesses *qs) {
  int wp = ways_inside(z, p, ps), wq = ways_inside(z, q, qs);
  return wp && wq && !(wp & wq);
}

// True when an access in "xs" combines.
static bool
combines(const an_accesses *xs) {
  for (int k = 0; k < xs->n; k++)
    if (xs->at[k].op->code == IR_OP_COMBINE)
      return true;
  return false;
}

// True when one of both folds and the other one combines, which takes copies of
// the elements on CPUs, of maps alone (rw_privatise.c).
static bool
fold_and_combine(const ir_op *p, const an_accesses *ps, const ir_op *q,
                 const an_accesses *qs) {
  return (p->n_red && !q->n_red && combines(qs)) ||
         (q->n_red && !p->n_red && combines(ps));
}

// Whether one loop is better than two. "feed": q reads elements p writes.
static bool
is_worthwhile(fuser *z, const ir_soac *p, const an_accesses *ps,
              const ir_soac *q, const an_accesses *qs, bool feed) {
  enum { MAX_OPS = 600, MAX_ARRAYS = 16 };
  if (rw_size(p->body) + rw_size(q->body) > MAX_OPS ||
      n_arrays(z, ps, qs) > MAX_ARRAYS)
    return false;
  if (!may_mix(p->op, q->op, feed) || fold_and_combine(p->op, ps, q->op, qs) ||
      (!feed && differ_inside(z, p, ps, q, qs)))
    return false;
  return share_arrays(ps, qs) || !rw_in_soac(p->op->parent);
}

// -- The new op -------------------------------------------------------

// Appends the operators of "s" to those of "op".
static void
add_operators(fuser *z, ir_op *op, const ir_soac *s) {
  ir_opcode *both =
      NEW_ARRAY(z->f->module->arena, ir_opcode, op->n_red + s->n_red + 1);
  for (int k = 0; k < op->n_red; k++)
    both[k] = op->red_ops[k];
  for (int k = 0; k < s->n_red; k++)
    both[op->n_red + k] = s->op->red_ops[k];
  op->red_ops = both;
  op->n_red += s->n_red;
  op->seq |= s->op->seq;
  op->exact |= s->op->exact;
}

// Adds the inits of "s" as operands and results of "op".
static void
add_folds(ir_op *op, const ir_soac *s) {
  for (int k = 0; k < s->n_red; k++) {
    ir_add_in(op, s->inits[k]);
    ir_add_out(op, s->results[k]->type, s->results[k]->name);
  }
}

// The empty fused op before p: extents, folds, indices.
static ir_op *
start_op(fuser *z, const ir_soac *p, const ir_soac *q, map *subst) {
  ir_builder b = ir_before(p->op);
  bool red = p->n_red || q->n_red;
  ir_op *op = ir_build_raw(&b, red ? IR_OP_REDUCE : IR_OP_MAP);
  ir_add_region(op);
  for (int k = 0; k < p->n_dims; k++) {
    rw_add_dim(op, p->extents[k], p->idx[k], p->idx[k]->name, subst);
    map_put(subst, q->idx[k], map_get(subst, p->idx[k]));
  }
  if (red) {
    add_operators(z, op, p);
    add_operators(z, op, q);
  }
  add_folds(op, p);
  add_folds(op, q);
  return op;
}

// Gives "op" the dests of p and those of q that p does not hand on; notes what
// the parameters are in "subst". "slot" gets for each dest of q its result.
static void
add_dests(ir_op *op, const ir_soac *p, const ir_soac *q, map *subst,
          int *slot) {
  int n_red = op->n_red;
  for (int k = 0; k < p->n_dests; k++)
    map_put(subst, p->dest_params[k], rw_add_dest_of(op, p, k));
  for (int k = 0; k < q->n_dests; k++) {
    int j = rw_dest_out(p, q->dests[k]);
    slot[k] = j >= 0 ? n_red + j : op->outs.n;
    if (j >= 0)
      continue;
    // p may read what q writes: it reads the same storage through the dest
    ir_val *param = rw_add_dest_of(op, q, k);
    map_put(subst, q->dest_params[k], param);
    map_put(subst, q->dests[k], param);
  }
}

// Puts the bodies of p and q one after the other into "op", with its yield.
static void
build_body(fuser *z, ir_op *op, const ir_soac *p, const ir_soac *q, map *subst,
           const int *slot) {
  arena *a = z->f->module->arena;
  ir_vals yields = {0};
  ir_builder in = ir_at_end(op->regions[0]);
  ir_val **yp = NEW_ARRAY(a, ir_val *, p->op->outs.n + 1);
  ir_val **yq = NEW_ARRAY(a, ir_val *, q->op->outs.n + 1);
  ir_clone_region_ops(&in, p->body, subst, yp);
  for (int k = 0; k < p->n_dests; k++)
    map_put(subst, p->dest_outs[k], yp[p->n_red + k]);
  for (int k = 0; k < q->n_dests; k++)
    if (rw_dest_out(p, q->dests[k]) >= 0)
      map_put(subst, q->dest_params[k],
              yp[p->n_red + rw_dest_out(p, q->dests[k])]);
  ir_clone_region_ops(&in, q->body, subst, yq);
  for (int k = 0; k < p->n_red; k++)
    vec_push(a, &yields, yp[k]);
  for (int k = 0; k < q->n_red; k++)
    vec_push(a, &yields, yq[k]);
  for (int k = 0; k < op->outs.n - op->n_red; k++)
    vec_push(a, &yields, k < p->n_dests ? yp[p->n_red + k] : NULL);
  for (int k = 0; k < q->n_dests; k++)
    yields.at[slot[k]] = yq[q->n_red + k];
  ir_build_yield(&in, yields.at, yields.n);
}

// Builds the fused op before p and replaces both by it.
static void
fuse(fuser *z, ir_soac *p, ir_soac *q) {
  map *subst = map_new(z->a);
  int *slot = NEW_ARRAY(z->a, int, q->n_dests + 1);
  ir_op *op = start_op(z, p, q, subst);
  int n_red = op->n_red;
  add_dests(op, p, q, subst, slot);
  build_body(z, op, p, q, subst, slot);
  for (int k = 0; k < q->op->outs.n; k++) {
    int to = k < q->n_red ? p->n_red + k : slot[k - q->n_red];
    ir_replace_uses(z->f, q->op->outs.at[k], op->outs.at[to]);
  }
  ir_remove(q->op);
  for (int k = 0; k < p->op->outs.n; k++) {
    int to = k < p->n_red ? k : n_red + k - p->n_red;
    ir_replace_uses(z->f, p->op->outs.at[k], op->outs.at[to]);
  }
  ir_remove(p->op);
}

// True when each iteration of "second" can follow that of "first", both were
// brought together, and "rule" may fire; else says why not.
static bool
can_meet(fuser *z, rw_rule_id rule, ir_op *first, const an_accesses *px,
         ir_op *second, const an_accesses *qx) {
  if (!may_interleave(z, first, px, second, qx))
    return rw_refused(z->o, rule, second,
                      "an iteration needs what another one writes");
  if (!rw_bring_together(z->a, first, second))
    return rw_refused(z->o, rule, second,
                      "something between needs the first loop and is needed by "
                      "the second");
  return rw_fired(z->o, rule);
}

// map f xs; map g ys => map (f; g)      (also map-reduce, reduce-reduce)
// when: same extents; q uses no scalar that p folds; every array that both
//       touch and one writes is, in iteration i of the one, touched only where
//       iteration i of the other writes it (so no stencils); folds have the
//       same order; loops inside go through memory in the same way, or g reads
//       what f writes; ops between can move away.
// why:  one pass over the data and one launch; a value stored for the second
//       loop is forwarded, and a temporary that dies never reaches memory.
// src:  Berenyi et al., nzip and rnz; Henriksen et al., vertical and horizontal
//       fusion
static bool
try_fuse(fuser *z, ir_op *first, ir_op *second) {
  ir_soac p, q;
  rw_rule_id rule = RW_RULE_fuse_vertical;
  if (!ir_match_soac(first, &p) || !ir_match_soac(second, &q) ||
      first->level != IR_LEVEL_NONE || second->level != IR_LEVEL_NONE ||
      z->o->budget < 0) // else pairs would be brought together for ever
    return false;
  if (!same_space(&p, &q))
    return rw_refused(z->o, rule, second, "the loops have different counts");
  if (rw_uses_fold_of(z->a, first, second))
    return rw_refused(z->o, rule, second,
                      "the second loop needs what the first one sums up");
  const accesses *px = accesses_of(z, first), *qx = accesses_of(z, second);
  if (!px->known || !qx->known)
    return rw_refused(z->o, rule, second, "some access has no known array");
  an_accesses ps = px->list, qs = qx->list;
  bool feed = feeds(&ps, &qs);
  if (!feed)
    rule = RW_RULE_fuse_horizontal;
  if (!is_worthwhile(z, &p, &ps, &q, &qs, feed))
    return rw_refused(z->o, rule, second, "one loop would not be better");
  if (!can_meet(z, rule, first, &ps, second, &qs))
    return false;
  fuse(z, &p, &q);
  return true;
}

// True when "op" is in "r" or below.
static bool
is_inside(const ir_op *op, const ir_region *r) {
  for (const ir_region *at = op->parent; at;
       at = at->parent_op ? at->parent_op->parent : NULL)
    if (at == r)
      return true;
  return false;
}

// Folds in "p" what the scan "q" folds. "slot": which of p's dests q's are.
// Notes what q's running values are in "subst".
static void
append_folds(fuser *z, const ir_soac *p, const ir_soac *q, const int *slot,
             map *subst) {
  map *in_body = map_new(z->a);
  ir_op *op = p->op;
  ir_region *body = op->regions[0], *then = op->regions[1];
  ir_val **values = NEW_ARRAY(z->a, ir_val *, q->n_red + 1);
  int n = op->n_dims, first = op->n_red;
  for (int d = 0; d < n; d++)
    map_put(in_body, q->idx[d], body->params.at[d]);
  for (int k = 0; k < q->n_dests; k++)
    map_put(in_body, q->dest_params[k], body->params.at[n + slot[k]]);
  ir_builder in = ir_before(body->last);
  ir_clone_region_ops(&in, q->body, in_body, values);
  for (int k = 0; k < q->n_red; k++)
    rw_add_scan_fold(op, q->op->red_ops[k], q->inits[k], values[k],
                     q->results[k]->name);
  for (int k = 0; k < q->n_red; k++) {
    map_put(subst, q->before[k], then->params.at[n + first + k]);
    map_put(subst, q->after[k], then->params.at[n + op->n_red + first + k]);
    ir_replace_uses(z->f, q->results[k], op->outs.at[first + k]);
  }
}

// Puts what "q", a map or a scan, does behind what "p", a scan, does with its
// running values.
static void
append_to_scan(fuser *z, const ir_soac *p, const ir_soac *q) {
  map *subst = map_new(z->a);
  int *slot = NEW_ARRAY(z->a, int, q->n_dests + 1);
  ir_val **now = NEW_ARRAY(z->a, ir_val *, q->n_dests + 1);
  ir_op *op = p->op, *yield = p->then->last;
  const ir_region *r = q->then ? q->then : q->body;
  for (int k = 0; k < p->n_dests; k++)
    map_put(subst, p->dest_outs[k], yield->ins.at[k]);
  rw_add_scan_dests(p, q, slot);
  if (q->then)
    append_folds(z, p, q, slot, subst);
  for (int d = 0; d < q->n_dims; d++)
    map_put(subst, r->params.at[d], op->regions[1]->params.at[d]);
  for (int k = 0; k < q->n_dests; k++)
    map_put(subst, (q->then ? q->then_dests : q->dest_params)[k],
            yield->ins.at[slot[k]]);
  ir_builder in = ir_before(yield);
  ir_clone_region_ops(&in, r, subst, now);
  for (int k = 0; k < q->n_dests; k++) {
    yield->ins.at[slot[k]] = now[k];
    ir_replace_uses(z->f, q->dest_outs[k], op->outs.at[op->n_red + slot[k]]);
  }
  ir_remove(q->op);
}

// True when the first region of the scan "q" touches none of what "p" writes,
// and both fold by opcodes and in the same order.
static bool
may_fold_together(const ir_soac *p, const an_accesses *ps, const ir_soac *q,
                  const an_accesses *qs) {
  if (p->combine || q->combine || p->op->seq != q->op->seq ||
      p->op->exact != q->op->exact)
    return false;
  for (int k = 0; k < qs->n; k++)
    if (is_inside(qs->at[k].op, q->body) && is_written(qs->at[k].root, ps))
      return false;
  return true;
}

// scan f xs; map g of its result => scan (f; g)
// and scan f xs; scan g xs => scan (f, g)
// when: same extents; the map uses none of the scan's last values and has no
//       loops; what it reads of the scan's arrays, and what the scan reads of
//       its own, is of the same iteration; a second scan folds nothing of them,
//       but something of what the first one reads; ops between can move away.
// why:  one pass over the data less; a running value that only the map needs
//       never reaches memory.
// src:  Henriksen et al., section 4.2 (scans fuse as streams of chunks do)
static bool
try_fuse_scan(fuser *z, ir_op *first, ir_op *second) {
  const bool scans = second->code == IR_OP_SCAN;
  const rw_rule_id rule = scans ? RW_RULE_fuse_scans : RW_RULE_fuse_scan;
  ir_soac p, q;
  if (!ir_match_fold(first, &p) || !ir_match_fold(second, &q) ||
      first->level != IR_LEVEL_NONE || second->level != IR_LEVEL_NONE ||
      z->o->budget < 0 || !same_space(&p, &q))
    return false;
  const accesses *px = accesses_of(z, first), *qx = accesses_of(z, second);
  if (!px->known || !qx->known ||
      !(scans ? share_arrays : feeds)(&px->list, &qx->list))
    return false;
  if (scans && !may_fold_together(&p, &px->list, &q, &qx->list))
    return rw_refused(z->o, rule, second,
                      "the second scan folds what the first one leaves, or in "
                      "another way");
  if (rw_uses_fold_of(z->a, first, second))
    return rw_refused(z->o, rule, second,
                      "the second loop needs what the first one sums up");
  if (!rw_is_straight(q.body) || (scans && !rw_is_straight(q.then)) ||
      !is_worthwhile(z, &p, &px->list, &q, &qx->list, true))
    return rw_refused(z->o, rule, second, "one loop would not be better");
  if (!can_meet(z, rule, first, &px->list, second, &qx->list))
    return false;
  append_to_scan(z, &p, &q);
  return true;
}

// -- Maps before scans ----------------------------------------------------

// A read in a scan's first region of elements a map before it writes.
typedef struct forward {
  ir_op *read;
  ir_val *value; // in the map
} forward;
typedef VEC(forward) forwards;

// The value that each iteration of "p" writes where "x" of "q" is, in the same
// iteration; NULL when it is not known.
static ir_val *
find_written(fuser *z, const ir_soac *p, const an_accesses *ps,
             const an_access *x, ir_op *q) {
  const an_access *write = NULL;
  for (int k = 0; k < ps->n; k++)
    if (ps->at[k].root == x->root && ps->at[k].is_write) {
      if (write)
        return NULL;
      write = &ps->at[k];
    }
  bool plain =
      write && write->op->code == IR_OP_UPDATE && write->op->parent == p->body;
  return plain && an_same_elements(z->a, x, q, write, p->op)
             ? write->op->ins.at[2]
             : NULL;
}

// Collects the reads of what "p" writes in the first region of the scan "q".
// False when one of them is not of what the same iteration writes.
static bool
find_forwards(fuser *z, const ir_soac *p, const an_accesses *ps,
              const ir_soac *q, const an_accesses *qs, forwards *out) {
  for (int k = 0; k < qs->n; k++) {
    const an_access *x = &qs->at[k];
    if (!is_inside(x->op, q->body) || !is_written(x->root, ps))
      continue;
    ir_val *v = find_written(z, p, ps, x, q->op);
    if (!v)
      return false;
    vec_push(z->a, out, ((forward){x->op, v}));
  }
  return true;
}

// True when what "p" writes and the first region of a scan reads is cheap
// enough to be computed there as well.
static bool
is_cheap_twice(fuser *z, const ir_soac *p, const forwards *all) {
  enum { MAX_OPS = 12, MAX_READS = 2 };
  rw_slice s = {.r = p->body, .dests = true, .known = map_new(z->a)};
  for (int k = 0; k < all->n; k++)
    if (!rw_add_slice(z->a, &s, all->at[k].value))
      return false;
  return !s.is_heavy && s.n_ops <= MAX_OPS && s.arrays.n <= MAX_READS;
}

// Gives the scan "q" the dests of "p" that are none of its own. "slot" gets for
// each dest of p which of q's it is.
static void
take_dests(const ir_soac *p, const ir_soac *q, int *slot) {
  for (int k = 0; k < p->n_dests; k++) {
    slot[k] = -1;
    for (int j = 0; j < q->n_dests; j++)
      if (q->dests[j] == p->dest_outs[k])
        slot[k] = j;
    if (slot[k] >= 0) {
      q->op->ins.at[q->n_dims + q->n_red + slot[k]] = p->dests[k];
      continue;
    }
    const char *name = p->dest_params[k]->name;
    slot[k] = q->then->last->ins.n;
    ir_add_carried(q->op, p->dests[k], p->dest_outs[k]->name, name);
    ir_val *in = ir_region_add_param(q->then, p->dests[k]->type, name);
    ir_add_in(q->then->last, in);
  }
}

// A substitution of the indices and dests of "p", and of the dests of "q" that
// it reads, by values of region "r" of "q", whose first dest is parameter
// "first".
static map *
start_taking(fuser *z, const ir_soac *p, const ir_soac *q, const ir_region *r,
             int first, const int *slot) {
  map *subst = map_new(z->a);
  for (int d = 0; d < p->n_dims; d++)
    map_put(subst, p->idx[d], r->params.at[d]);
  for (int k = 0; k < q->n_dests; k++)
    map_put(subst, q->dests[k], r->params.at[first + k]);
  for (int k = 0; k < p->n_dests; k++)
    map_put(subst, p->dest_params[k], r->params.at[first + slot[k]]);
  return subst;
}

// Lets the scan "q" compute the elements of the map "p" in front of it.
static void
take_map(fuser *z, const ir_soac *p, const ir_soac *q, const forwards *all) {
  int *slot = NEW_ARRAY(z->a, int, p->n_dests + 1);
  ir_val **now = NEW_ARRAY(z->a, ir_val *, p->n_dests + 1);
  ir_op *op = q->op, *behind = q->then->first;
  int n = op->n_dims, first = n + 2 * op->n_red;
  take_dests(p, q, slot);
  map *early = start_taking(z, p, q, q->body, n, slot);
  map *late = start_taking(z, p, q, q->then, first, slot);
  ir_builder in = ir_before(q->body->first);
  for (int k = 0; k < all->n; k++) {
    const forward *x = &all->at[k];
    ir_val *v = an_copy_slice(&in, x->value, p->body, early);
    ir_replace_uses(z->f, x->read->outs.at[0], v);
    ir_remove(x->read);
  }
  in = ir_before(behind);
  ir_clone_region_ops(&in, p->body, late, now);
  for (int k = 0; k < p->n_dests; k++) {
    rw_replace_from(behind, q->then->params.at[first + slot[k]], now[k]);
    rw_replace_inside(q->then, p->dest_outs[k], now[k]);
    ir_replace_uses(z->f, p->dest_outs[k], op->outs.at[op->n_red + slot[k]]);
  }
  ir_remove(p->op);
}

// map f; scan g of its result => scan (f; g)
// when: same extents; the map has no loops; what the scan touches of the map's
//       arrays, in the same iteration an iteration of the map wrote; what is
//       folded of it is cheap enough to be computed twice; ops between can move
//       away.
// why:  one pass over the data less where the map's array lives on, and other
//       loops read it.
// src:  Henriksen et al., section 4.2 (scans fuse as streams of chunks do)
static bool
try_fuse_before_scan(fuser *z, ir_op *first, ir_op *second) {
  const rw_rule_id rule = RW_RULE_fuse_before_scan;
  ir_soac p, q;
  forwards all = {0};
  if (!ir_match_soac(first, &p) || p.n_red || !ir_match_fold(second, &q) ||
      first->level != IR_LEVEL_NONE || second->level != IR_LEVEL_NONE ||
      z->o->budget < 0 || !same_space(&p, &q))
    return false;
  const accesses *px = accesses_of(z, first), *qx = accesses_of(z, second);
  if (!px->known || !qx->known || !feeds(&px->list, &qx->list))
    return false;
  if (!find_forwards(z, &p, &px->list, &q, &qx->list, &all))
    return rw_refused(z->o, rule, second,
                      "an iteration needs what another one writes");
  if (!rw_is_straight(p.body) || !is_cheap_twice(z, &p, &all) ||
      !is_worthwhile(z, &p, &px->list, &q, &qx->list, true))
    return rw_refused(z->o, rule, second, "one loop would not be better");
  if (!can_meet(z, rule, first, &px->list, second, &qx->list))
    return false;
  take_map(z, &p, &q, &all);
  return true;
}

// Fuses "first" and "second" if they fit.
static bool
try_pair(fuser *z, ir_op *first, ir_op *second) {
  if (first->code == IR_OP_SCAN)
    return second->code != IR_OP_REDUCE && try_fuse_scan(z, first, second);
  if (second->code == IR_OP_SCAN)
    return first->code == IR_OP_MAP && try_fuse_before_scan(z, first, second);
  return try_fuse(z, first, second);
}

// Fuses the first pair of ops of "r" that fits; true when there is one.
static bool
fuse_one(fuser *z, ir_region *r) {
  z->accesses = map_new(z->a);
  ir_foreach_op (q, r)
    for (ir_op *p = q->prev; ir_is_soac(q) && p; p = p->prev)
      if (ir_is_soac(p) && try_pair(z, p, q))
        return true;
  return false;
}

// fuse_one, with memory of its own.
static bool
fuse_in(fuser *z, ir_region *r) {
  z->a = arena_create();
  bool fused = fuse_one(z, r);
  arena_destroy(z->a);
  return fused;
}

// Fuses in "r", then inside the ops left.
static void
visit_region(fuser *z, ir_region *r) {
  while (fuse_in(z, r))
    z->changed = true;
  ir_foreach_op (op, r)
    for (int k = 0; k < op->n_regions; k++)
      visit_region(z, op->regions[k]);
}

bool
pass_fuse(loft_cx *cx, ir_func *f, rw_options *o) {
  (void)cx;
  fuser z = {.f = f, .o = o};
  visit_region(&z, f->body);
  return z.changed;
}
