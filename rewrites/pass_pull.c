// rewrites/pass_pull.c: a read of a temporary becomes what the map that filled
// it computes for that element (pull fusion, delayed arrays).
//
//   %t1 = map (i < n, j < m) (w = %t) { update w, i*m + j, f(i, j) }
//   map (k < n) { reduce (l < m) { v = index %t1, k*m + l; .. } }
// =>
//   map (k < n) { reduce (l < m) { v = f(k, l); .. } }
//
// The read may be any number of loops further in, in any order of dimensions,
// and leave some of its loops out of the index. When all reads of the temporary
// are replaced, nothing needs it.
// requires: simplify, fuse (loops over the same space are one op by now).
// One-shot: temporaries only disappear.
#include "rewrites/rw_private.h"

bool pass_pull(loft_cx *cx, ir_func *f, rw_options *o);

typedef struct puller {
  arena *a;
  ir_func *f;
  rw_options *o;
  bool changed;
} puller;

// -- The map that fills the temporary ---------------------------------

// Dest "k" of the map "s" as a function of the index: element at(i) = value(i).
typedef struct producer {
  ir_soac s;
  int k;
  an_affine at;
  ir_val *value;
  map *needed;   // the ops of the body that compute "value"
  ir_vals reads; // the arrays that they read
  int n_ops;     // how many of them there are, constants aside
} producer;

// True when "op" costs about as much as the read that it would replace.
static bool
is_light(const ir_op *op) {
  return ir_is_scalar_op(op->code) && ir_weight_of(op->code) <= IR_WEIGHT_LIGHT;
}

// Notes the ops of the body that compute "v". False when one of them is no
// light op, nor a read of an array from outside.
static bool
add_slice(puller *z, producer *p, ir_val *v) {
  ir_op *op = v->def;
  if (ir_is_outside(v, p->s.body))
    return true;
  if (!op)
    return v->index < p->s.n_dims;
  if (map_get(p->needed, op))
    return true;
  if (op->code == IR_OP_INDEX && ir_is_outside(op->ins.at[0], p->s.body))
    vec_push(z->a, &p->reads, op->ins.at[0]);
  else if (!is_light(op))
    return false;
  map_put(p->needed, op, op);
  p->n_ops += op->code != IR_OP_CONST;
  for (int k = 0; k < op->ins.n; k++)
    if (!add_slice(z, p, op->ins.at[k]))
      return false;
  return true;
}

// Dest "k" of "op" as a producer: a temporary, one element of which each
// iteration writes, whatever the element's value.
static bool
match_producer(puller *z, ir_op *op, int k, producer *p) {
  *p = (producer){.k = k, .needed = map_new(z->a)};
  if (op->code != IR_OP_MAP || op->level != IR_LEVEL_NONE ||
      !ir_match_soac(op, &p->s))
    return false;
  const ir_val *root = ir_storage_root(p->s.dests[k], NULL);
  const ir_op *write = p->s.dest_yields[k]->def;
  if (!root->def || root->def->code != IR_OP_ALLOC || !write ||
      write->code != IR_OP_UPDATE || write->parent != p->s.body ||
      write->ins.at[0] != p->s.dest_params[k])
    return false;
  p->at = an_affine_of(z->a, write->ins.at[1]);
  p->value = write->ins.at[2];
  return add_slice(z, p, p->value);
}

// -- The reads --------------------------------------------------------

// A read of the temporary with the loops around it that are not around the
// producer, outer before inner.
typedef struct reading {
  ir_op *op;
  const ir_op *top; // beside the producer: "op" or what it is inside of
  an_index around[AN_MAX_INNER];
  int n_around;
  ir_val *to[AN_MAX_INNER]; // the index that each dimension stands for
} reading;
typedef VEC(reading) readings;

// Collects the uses of "t" in "op" and below. "at": the loops around "op".
// False when one of them is no read.
static bool
collect(puller *z, const ir_val *t, ir_op *op, reading at, readings *out) {
  for (int k = 0; k < op->ins.n; k++)
    if (op->ins.at[k] == t) {
      if (op->code != IR_OP_INDEX)
        return false;
      at.op = op;
      vec_push(z->a, out, at);
    }
  for (int k = 0; k < op->n_dims && op->n_regions && op->code != IR_OP_IF; k++)
    if (at.n_around < AN_MAX_INNER)
      at.around[at.n_around++] =
          (an_index){op->regions[0]->params.at[k], op->ins.at[k]};
  for (int k = 0; k < op->n_regions; k++)
    ir_foreach_op (inner, op->regions[k])
      if (!collect(z, t, inner, at, out))
        return false;
  return true;
}

// The reads of what "p" leaves, all behind it in its region. False when
// something else is done with it.
static bool
find_readings(puller *z, const producer *p, readings *out) {
  for (ir_op *op = p->s.op->next; op; op = op->next) {
    reading at = {.top = op};
    if (!collect(z, p->s.dest_outs[p->k], op, at, out))
      return false;
  }
  return out->n > 0;
}

// True when the element that "r" reads is one that "p" writes: its index is
// that of the write, "at" from dimension "d" on, with each dimension replaced
// by a loop of the same extent. Fills r->to.
static bool
match_dims(puller *z, const producer *p, reading *r, an_affine at, int d) {
  if (d == p->s.n_dims) {
    an_affine read = an_affine_of(z->a, r->op->ins.at[1]);
    return an_affine_eq(&at, &read);
  }
  for (int k = 0; k < r->n_around; k++) {
    bool taken = false;
    for (int j = 0; j < d; j++)
      taken |= r->to[j] == r->around[k].idx;
    if (taken || !rw_same_index(z->a, p->s.extents[d], r->around[k].extent))
      continue;
    r->to[d] = r->around[k].idx;
    if (match_dims(z, p, r, an_form_rename(z->a, &at, p->s.idx[d], r->to[d]),
                   d + 1))
      return true;
  }
  return false;
}

// True when the arrays that "p" reads still have these contents at "r".
static bool
is_unchanged(puller *z, const producer *p, const reading *r) {
  for (ir_op *op = p->s.op;; op = op->next) {
    an_touch t = an_touch_of(z->a, op);
    for (int k = 0; k < p->reads.n; k++)
      if (ir_vals_has(&t.consumes, p->reads.at[k]))
        return false;
    if (op == r->top)
      return true;
  }
}

// Whether computing the elements at the reads is no dearer than reading them
// there. Elements that are read once, and written for nothing else, are
// computed as often as before.
static bool
is_worthwhile(const producer *p, const readings *rs) {
  enum { MAX_OPS = 40, MAX_READS = 8, CHEAP_OPS = 12, CHEAP_READS = 2 };
  bool once =
      rs->n == 1 && rs->at[0].n_around == p->s.n_dims && p->s.n_dests == 1;
  if (once)
    return p->n_ops <= MAX_OPS && p->reads.n <= MAX_READS;
  return p->n_ops <= CHEAP_OPS && p->reads.n <= CHEAP_READS;
}

// -- The change -------------------------------------------------------

// Replaces the read by the value of "p" at its element.
static void
replace(puller *z, const producer *p, const reading *r) {
  map *subst = map_new(z->a);
  ir_builder b = ir_before(r->op);
  for (int d = 0; d < p->s.n_dims; d++)
    map_put(subst, p->s.idx[d], r->to[d]);
  ir_foreach_op (op, p->s.body)
    if (map_get(p->needed, op))
      ir_clone_op(&b, op, subst);
  ir_replace_uses(z->f, r->op->outs.at[0], ir_substituted(subst, p->value));
  ir_remove(r->op);
}

// t = map (i) { update t, at(i), f(i) }; index t, at(k) => f(k)
// when: t is a temporary that is read and nothing else; each read is inside
//       loops of the map's extents, whose indices k may come in another order
//       and with others between; what f reads is still there; f is a few light
//       ops, and fewer where elements are read more than once.
// why:  a matrix that only lives from one loop to the next never reaches
//       memory, and its loop is no launch.
// src:  Berenyi et al., equations 1, 2 and 28; Halide's inline schedule;
//       Keller et al., Regular, shape-polymorphic, parallel arrays (delayed)
static bool
try_pull(puller *z, ir_op *op, int k) {
  const rw_rule_id rule = RW_RULE_pull;
  producer p;
  readings rs = {0};
  if (!match_producer(z, op, k, &p) || !find_readings(z, &p, &rs))
    return false;
  for (int i = 0; i < rs.n; i++) {
    if (!match_dims(z, &p, &rs.at[i], p.at, 0))
      return rw_refused(z->o, rule, rs.at[i].op,
                        "other elements are read than the same loops write");
    if (!is_unchanged(z, &p, &rs.at[i]))
      return rw_refused(z->o, rule, rs.at[i].op,
                        "what the temporary was made of is written before");
  }
  if (!is_worthwhile(&p, &rs))
    return rw_refused(z->o, rule, op,
                      "reading is cheaper than computing again");
  if (!rw_fired(z->o, rule))
    return false;
  for (int i = 0; i < rs.n; i++)
    replace(z, &p, &rs.at[i]);
  return true;
}

// Producers in order, so that one may take in those before it; then the
// regions inside.
static void
visit_region(puller *z, ir_region *r) {
  ir_foreach_op (op, r) {
    ir_soac s;
    for (int k = 0; ir_match_soac(op, &s) && k < s.n_dests; k++) {
      z->a = arena_create();
      z->changed |= try_pull(z, op, k);
      arena_destroy(z->a);
    }
    for (int k = 0; k < op->n_regions; k++)
      visit_region(z, op->regions[k]);
  }
}

bool
pass_pull(loft_cx *cx, ir_func *f, rw_options *o) {
  (void)cx;
  puller z = {.f = f, .o = o};
  visit_region(&z, f->body);
  return z.changed;
}
