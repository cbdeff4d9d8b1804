// rewrites/pass_filter.c: loops over survivors of a filter become part of it.
//
//   %k, %t1 = scan (i < n) [add 0] (w = %t) {c(i)} then (before, after, w) {
//     if c(i) { update w, before, e(i) }
//   }
//   %s = reduce (j < %k) [add %s0] { g(index %t1, j) }
// =>
//   %s = reduce (i < n) [add %s0] { c(i) ? g(e(i)) : 0 }
//
// An iteration of the scan that counts is a survivor; its number is the
// value of "before" there. So iteration j < %k of another loop is that of the
// j-th survivor, and element j is the value it stored. Folds that need no
// number run under the scan's condition alone, and the scan goes; a map, or
// another filter, becomes part of the scan's second region. requires: simplify,
// fuse (loops over the same survivors are one op by now). One-shot: ops only
// merge.
#include "rewrites/rw_private.h"

bool pass_filter(loft_cx *cx, ir_func *f, rw_options *o);

enum { MAX_OPS = 300 }; // in the body of a loop that is fused

typedef struct filter {
  arena *a; // freed after the next change
  ir_func *f;
  rw_options *o;
} filter;

// -- Values of survivors elsewhere --------------------------------------

// Notes in "subst" that the indices of region "r" are those of "to".
static void
put_indices(map *subst, const ir_region *r, const ir_region *to, int n_dims) {
  for (int d = 0; d < n_dims; d++)
    map_put(subst, r->params.at[d], to->params.at[d]);
}

// "one", 1 for survivors and 0 for others, as a bool at "b".
static ir_val *
put_truth(ir_builder *b, ir_val *one) {
  ir_op *op = one->def;
  int64_t yes, no;
  if (op && op->code == IR_OP_CONVERT && op->ins.at[0]->type.elem == IR_BOOL)
    return op->ins.at[0];
  if (!op || op->code != IR_OP_SELECT || !ir_match_int(op->ins.at[1], &yes) ||
      !ir_match_int(op->ins.at[2], &no) || yes == no)
    return ir_build2(b, IR_OP_NE, one, ir_build_int(b, one->type.elem, 0));
  ir_val *cond = op->ins.at[0];
  return yes ? cond : ir_build1(b, IR_OP_NOT, cond);
}

// Puts an if of the survivors, those where "cond" holds, at "b". Its first
// branch is to be filled in.
static ir_op *
start_choice(ir_builder *b, ir_val *cond) {
  ir_op *choice = ir_start_if(b, cond);
  ir_add_region(choice);
  return choice;
}

// Fills the first branch of "choice" with body "r" of "q" at "subst". Reads of
// elements that survivors stored become their values, by "stored".
static void
put_body(filter *z, ir_op *choice, const rw_survivors *v, const rw_consumer *q,
         const ir_region *r, map *stored, map *subst) {
  ir_builder b = ir_at_end(choice->regions[0]);
  ir_val **yields = NEW_ARRAY(z->a, ir_val *, r->last->ins.n + 1);
  for (int k = 0; k < q->reads.n; k++)
    an_copy_slice(&b, q->reads.at[k].stored, v->s.then, stored);
  ir_clone_region_ops(&b, r, subst, yields);
  ir_build_yield(&b, yields, r->last->ins.n);
  rw_put_reads(b.region, q, subst, stored);
}

// Ends "choice" with a branch for iterations that do not survive: the
// identities of "n_red" of q's folds, and "n_dests" arrays as they are.
static void
end_choice(ir_op *choice, const rw_consumer *q, int n_red, ir_val *const *dests,
           int n_dests) {
  ir_builder b = ir_at_end(ir_add_region(choice));
  ir_vals yields = {0};
  arena *a = b.func->module->arena;
  for (int k = 0; k < n_red; k++) {
    ir_scalar type = q->s.results[k]->type.elem;
    ir_bits bits = ir_red_identity(q->s.op->red_ops[k], type);
    vec_push(a, &yields, ir_build_bits(&b, type, bits));
  }
  for (int k = 0; k < n_dests; k++)
    vec_push(a, &yields, dests[k]);
  ir_build_yield(&b, yields.at, yields.n);
  ir_add_outs(choice, choice->regions[0]->last->ins.at, yields.n);
}

// -- Without the scan ---------------------------------------------------

// Replaces "q" by a loop over the scan's iterations.
static void
put_alone(filter *z, const rw_survivors *v, const rw_consumer *q) {
  map *counts = map_new(z->a), *stored = map_new(z->a), *subst = map_new(z->a);
  ir_builder b = ir_before(q->s.op);
  ir_vals extents = {.at = v->s.extents, .n = v->s.n_dims};
  ir_op *op = rw_start_like(&b, q, &extents, v->s.idx, q->s.inits);
  for (int k = 0; k < q->s.n_dests; k++)
    map_put(subst, q->s.dest_params[k], rw_add_dest_of(op, &q->s, k));
  ir_region *r = op->regions[0];
  put_indices(counts, v->s.body, r, v->s.n_dims);
  put_indices(stored, v->s.then, r, v->s.n_dims);
  ir_builder in = ir_at_end(r);
  ir_val *one = an_copy_slice(&in, v->s.values[v->c], v->s.body, counts);
  ir_op *choice = start_choice(&in, put_truth(&in, one));
  put_body(z, choice, v, q, q->s.body, stored, subst);
  end_choice(choice, q, q->s.n_red, r->params.at + v->s.n_dims, q->s.n_dests);
  ir_build_yield(&in, choice->outs.at, choice->outs.n);
  for (int k = 0; k < op->outs.n; k++)
    ir_replace_uses(z->f, q->s.op->outs.at[k], op->outs.at[k]);
  ir_remove(q->s.op);
}

// True when "q" can run under the scan's condition, where it is now.
static bool
may_stand_alone(filter *z, const rw_survivors *v, const rw_consumer *q) {
  if (v->row.op)
    return rw_may_go_by_rows(z->a, v, q);
  rw_slice stored = {.r = v->s.then, .known = map_new(z->a)};
  rw_slice count = {.r = v->s.body, .known = map_new(z->a)};
  return !q->s.then && rw_size(q->s.body) <= MAX_OPS &&
         !rw_has_loops(q->s.body) &&
         !rw_uses_number(q, q->s.body, q->s.idx[0]) &&
         rw_add_stored(z->a, &stored, q) &&
         rw_add_slice(z->a, &count, v->s.values[v->c]) &&
         an_keeps(z->a, &stored.arrays, v->s.op, q->s.op) &&
         an_keeps(z->a, &count.arrays, v->s.op, q->s.op);
}

// True when all that the scan "op" writes are temporaries.
static bool
writes_temporaries(ir_op *op) {
  ir_soac s;
  if (!ir_match_fold(op, &s) || !s.then)
    return false;
  for (int k = 0; k < s.n_dests; k++) {
    const ir_val *root = ir_storage_root(s.dests[k], NULL);
    if (!root->def || root->def->code != IR_OP_ALLOC)
      return false;
  }
  return true;
}

// True when "op" uses an array that "scan" leaves.
static bool
uses_array_of(filter *z, const ir_op *scan, ir_op *op) {
  an_uses t = an_uses_of(z->a, op);
  for (int k = scan->n_red; k < scan->outs.n; k++)
    if (ir_vals_has(&t.uses, scan->outs.at[k]))
      return true;
  return false;
}

// scan {c} then { if c { t[before] = e } }; reduce (j < count) { g(t[j]) }
// => reduce { c ? g(e) : identity }, and the same of a map that needs no j
// when: nothing else reads what the scan writes; the loop reads elements of its
//       own survivor and uses j for nothing else; folds are of integers, whose
//       bits no order changes; what c and e read is still there; no inner
//       loops, which would leave work-items without a survivor idle.
// why:  the scan, its temporaries and its launches go.
// src:  Henriksen et al., section 3 (filter in a redomap)
//
// scan {c} then { map (j < c) { t[before + j] = e } }; reduce (m < count) {
// g(t[m]) }
// => reduce (i) { reduce (j < c) { g(e) } }, and the same of a map that needs
// no m
// when: as above; g is light, since a row is not divided on all devices.
// why:  the elements are not stored; nobody waits for their places.
// src:  van Gils, Fusion of Expand and Permute in Accelerate, section 3
static bool
try_alone(filter *z, ir_op *scan) {
  typedef struct pair {
    rw_survivors v;
    rw_consumer q;
  } pair;
  VEC(pair) all = {0};
  rw_rule_id rule = RW_RULE_filter_reduce;
  if (!writes_temporaries(scan))
    return false;
  for (ir_op *op = scan->next; op; op = op->next) {
    pair p;
    if (!uses_array_of(z, scan, op))
      continue;
    if (!rw_match_consumer(z->a, scan, op, &p.v, &p.q))
      return false;
    if (p.v.row.op)
      rule = RW_RULE_append_reduce;
    if (!rw_folds_exactly(&p.q))
      return rw_refused(z->o, rule, op,
                        "floats would be folded in another order");
    if (!may_stand_alone(z, &p.v, &p.q))
      return false;
    vec_push(z->a, &all, p);
  }
  if (!all.n || !rw_fired(z->o, rule))
    return false;
  for (int k = 0; k < all.n; k++)
    if (all.at[k].v.row.op)
      rw_put_rows(z->f, &all.at[k].v, &all.at[k].q);
    else
      put_alone(z, &all.at[k].v, &all.at[k].q);
  return true;
}

// -- In the scan --------------------------------------------------------

// Adds the folds of "q", a scan, to that of "v". "slot": which of the dests
// each of q's is.
static void
join_folds(filter *z, const rw_survivors *v, const rw_consumer *q,
           const int *slot) {
  ir_op *op = v->s.op;
  ir_region *body = op->regions[0];
  map *stored = map_new(z->a), *subst = map_new(z->a);
  put_indices(stored, v->s.then, body, v->s.n_dims);
  for (int k = 0; k < q->s.n_dests; k++)
    map_put(subst, q->s.dest_params[k], body->params.at[v->s.n_dims + slot[k]]);
  ir_builder b = ir_before(body->last);
  ir_op *choice = start_choice(&b, put_truth(&b, body->last->ins.at[v->c]));
  put_body(z, choice, v, q, q->s.body, stored, subst);
  end_choice(choice, q, q->s.n_red, NULL, 0);
  for (int k = 0; k < q->s.n_red; k++)
    rw_add_scan_fold(op, q->s.op->red_ops[k], q->s.inits[k], choice->outs.at[k],
                     q->s.results[k]->name);
}

// Notes in "subst" what running values of "q" are in the scan of "v", whose
// last folds its own are.
static void
put_running(map *subst, const rw_survivors *v, const rw_consumer *q) {
  const ir_op *op = v->s.op;
  ir_val **params = op->regions[1]->params.at + op->n_dims;
  for (int k = 0; k < q->s.n_red; k++) {
    int to = op->n_red - q->s.n_red + k;
    map_put(subst, q->s.before[k], params[to]);
    map_put(subst, q->s.after[k], params[op->n_red + to]);
  }
}

// Notes in "known" that the values at the top of "r" are there.
static void
put_top(map *known, const ir_region *r) {
  for (int k = 0; k < r->params.n; k++)
    map_put(known, r->params.at[k], r->params.at[k]);
  ir_foreach_op (op, r)
    for (int k = 0; k < op->outs.n; k++)
      map_put(known, op->outs.at[k], op->outs.at[k]);
}

// Whether an iteration survives, at "b" in the scan's second region: its
// condition, so that nothing there needs the count, if it can be computed
// again.
static ir_val *
put_survives(filter *z, ir_builder *b, const rw_survivors *v) {
  rw_slice s = {.r = v->s.body, .known = map_new(z->a)};
  map *subst = map_new(z->a);
  ir_val *one = v->s.values[v->c];
  if (!rw_add_slice(z->a, &s, one))
    return ir_build2(b, IR_OP_NE, v->after, v->before);
  put_indices(subst, v->s.body, v->s.then, v->s.n_dims);
  return put_truth(b, an_copy_slice(b, one, v->s.body, subst));
}

// The only if in the first branch of "choice", which else has few light scalar
// ops, if it gives what the branch does, and its other branch what that of
// "choice" does. NULL: there is none.
static ir_op *
find_nested(const ir_op *choice) {
  enum { MAX_LIGHT = 12 };
  ir_op *inner = NULL;
  const ir_vals *yields = &choice->regions[0]->last->ins;
  int n = 0;
  ir_foreach_op (op, choice->regions[0]) {
    if (op->code == IR_OP_IF && !inner)
      inner = op;
    else if (op->code != IR_OP_YIELD &&
             (!ir_is_scalar_op(op->code) ||
              ir_weight_of(op->code) > IR_WEIGHT_LIGHT || ++n > MAX_LIGHT))
      return NULL;
  }
  if (!inner || inner->outs.n != yields->n ||
      inner->regions[1]->first != inner->regions[1]->last)
    return NULL;
  for (int k = 0; k < yields->n; k++)
    if (yields->at[k] != inner->outs.at[k] ||
        inner->regions[1]->last->ins.at[k] !=
            choice->regions[1]->last->ins.at[k])
      return NULL;
  return inner;
}

// if c { if d {A} else {x} } else {x} => if c & d {A} else {x}: filters without
// branches in branches are vectors on CPUs (1.7 times as fast, a tenth of 4
// million integers kept, Zen 5).
static void
join_conditions(ir_op *choice) {
  ir_op *inner = find_nested(choice), *yield = choice->regions[0]->last;
  if (!inner)
    return;
  ir_foreach_op_safe (op, choice->regions[0])
    if (op != inner && op != yield)
      ir_move(op, choice->parent, choice);
  ir_builder b = ir_before(choice);
  choice->ins.at[0] =
      ir_build2(&b, IR_OP_AND, choice->ins.at[0], inner->ins.at[0]);
  ir_splice_before(inner->regions[0], inner);
  for (int k = 0; k < yield->ins.n; k++)
    yield->ins.at[k] = inner->regions[0]->last->ins.at[k];
  ir_remove(inner);
}

// Puts what "q", a map or scan, does with a survivor behind what the scan does
// with its running values.
static void
join(filter *z, const rw_survivors *v, const rw_consumer *q) {
  map *stored = map_new(z->a), *subst = map_new(z->a);
  int n = q->s.n_dests, *slot = NEW_ARRAY(z->a, int, n + 1);
  ir_val **now = NEW_ARRAY(z->a, ir_val *, n + 1);
  ir_op *op = v->s.op, *yield = v->s.then->last;
  ir_region *r = q->s.then ? q->s.then : q->s.body;
  rw_add_scan_dests(&v->s, &q->s, slot);
  if (q->s.then)
    join_folds(z, v, q, slot);
  put_running(subst, v, q);
  put_top(stored, v->s.then);
  for (int k = 0; k < n; k++) {
    now[k] = yield->ins.at[slot[k]];
    map_put(subst, q->s.then ? q->s.then_dests[k] : q->s.dest_params[k],
            now[k]);
  }
  ir_builder b = ir_before(yield);
  map_put(subst, r->params.at[0], ir_build_convert(&b, v->before, IR_I64));
  ir_op *choice = start_choice(&b, put_survives(z, &b, v));
  put_body(z, choice, v, q, r, stored, subst);
  end_choice(choice, q, 0, now, n);
  join_conditions(choice);
  for (int k = 0; k < n; k++) {
    yield->ins.at[slot[k]] = choice->outs.at[k];
    ir_replace_uses(z->f, q->s.dest_outs[k], op->outs.at[op->n_red + slot[k]]);
  }
  for (int k = 0; k < q->s.n_red; k++)
    ir_replace_uses(z->f, q->s.results[k],
                    op->outs.at[op->n_red - q->s.n_red + k]);
  ir_remove(q->s.op);
}

// True when the scan can do the work of "q".
static bool
may_join(filter *z, const rw_survivors *v, const rw_consumer *q) {
  if (v->row.op)
    return rw_may_join_rows(q);
  rw_slice top = {.r = v->s.then, .top = true, .known = map_new(z->a)};
  if (!rw_is_straight(q->s.body) || rw_size(q->s.body) > MAX_OPS ||
      !rw_add_stored(z->a, &top, q))
    return false;
  if (!q->s.then)
    return !q->s.n_red;
  rw_slice stored = {.r = v->s.then, .known = map_new(z->a)};
  return rw_is_straight(q->s.then) && rw_size(q->s.then) <= MAX_OPS &&
         !rw_uses_number(q, q->s.body, q->s.idx[0]) &&
         rw_add_stored(z->a, &stored, q);
}

// True when survivors that "q" reads are stored for others too: in no
// temporary, and "q" does not replace them.
static bool
live_on(const rw_consumer *q) {
  for (int k = 0; k < q->reads.n; k++) {
    const ir_val *root = ir_storage_root(q->reads.at[k].op->ins.at[0], NULL);
    if (!rw_writes_to(&q->s, root) &&
        (!root->def || root->def->code != IR_OP_ALLOC))
      return true;
  }
  return false;
}

// scan {c} then { if c { t[before] = e } }; map (j < count) { g(j, t[j]) }
// => scan {c} then { if c { t[before] = e; g(before, e) } }
// and scan [op s] (j < count) { d(t[j]) } as another fold, of c ? d(e) :
// identity
// when: of the arrays that the scan writes, the loop touches its own survivor's
//       elements; it writes none that the scan reads; it has no loops inside;
//       folds are of integers; ops between can move away; a map's survivors are
//       not stored for others (two arrays written at places of survivors take
//       1.3 to 1.5 times as long on an H100 as the map behind the scan).
// why:  survivors are not read again; a temporary that dies never reaches
//       memory; one launch less.
// src:  Henriksen et al., section 4.2 (streams of chunks, whose sizes are data)
//
// scan {c} then { map (j < c) { t[before + j] = e } }; map (m < count) {
// g(m, t[m]) }
// => scan {c} then { map (j < c) { t[before + j] = e; g(before + j, e) } }
// when: as above; g is light, as above.
// why:  as above.
// src:  van Gils, section 3 (permute of expand)
static bool
try_join(filter *z, ir_op *scan, ir_op *op) {
  rw_survivors v;
  rw_consumer q;
  if (!rw_match_consumer(z->a, scan, op, &v, &q))
    return false;
  rw_rule_id rule = v.row.op   ? RW_RULE_append_map
                    : q.s.then ? RW_RULE_filter_filter
                               : RW_RULE_filter_map;
  if (!rw_folds_exactly(&q))
    return rw_refused(z->o, rule, op,
                      "floats would be folded in another order");
  if (!q.s.then && live_on(&q))
    return rw_refused(z->o, rule, op, "the survivors are stored anyway");
  if (!may_join(z, &v, &q))
    return rw_refused(z->o, rule, op, "one loop would not be better");
  ir_op *next = op->next;
  ir_val *extent = op->ins.at[0];
  op->ins.at[0] = v.s.extents[0]; // the count is needed for nothing else
  if (rw_uses_fold_of(z->a, scan, op) || !rw_bring_together(z->a, scan, op)) {
    op->ins.at[0] = extent;
    return rw_refused(z->o, rule, op,
                      "the second loop needs the number of survivors");
  }
  if (!rw_fired(z->o, rule)) {
    op->ins.at[0] = extent;
    ir_move(op, scan->parent, next); // behind the ops that its extent needs
    return false;
  }
  if (v.row.op)
    rw_join_rows(z->f, &v, &q);
  else
    join(z, &v, &q);
  return true;
}

// -- The pass -------------------------------------------------------------

// Tries "scan" with the loops behind it.
static bool
try_scan(filter *z, ir_op *scan) {
  if (try_alone(z, scan))
    return true;
  for (ir_op *op = scan->next; op; op = op->next)
    if (ir_is_soac(op) && try_join(z, scan, op))
      return true;
  return false;
}

// Fuses one pair in "r" or below, of the last scans first: a filter of what a
// filter kept may go before it joins that. True when there is one.
static bool
fuse_one(filter *z, ir_region *r) {
  for (ir_op *op = r->last; op; op = op->prev) {
    for (int k = 0; k < op->n_regions; k++)
      if (fuse_one(z, op->regions[k]))
        return true;
    if (op->code == IR_OP_SCAN && z->o->budget >= 0 && try_scan(z, op))
      return true;
  }
  return false;
}

bool
pass_filter(loft_cx *cx, ir_func *f, rw_options *o) {
  (void)cx;
  bool changed = false, fused = true;
  while (fused) {
    filter z = {.a = arena_create(), .f = f, .o = o};
    fused = fuse_one(&z, f->body);
    arena_destroy(z.a);
    if (fused)
      rw_dce(f, o);
    changed |= fused;
  }
  return changed;
}
