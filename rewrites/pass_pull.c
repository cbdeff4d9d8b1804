// rewrites/pass_pull.c: a read of a temporary becomes what the map that filled
// it computes for that element (pull fusion, delayed arrays).
//
//   %t1 = map (i < n, j < m) (w = %t) { update w, i*m + j, f(i, j) }
//   map (k < n) { reduce (l < m) { v = index %t1, k*m + l; .. } }
// =>
//   map (k < n) { reduce (l < m) { v = f(k, l); .. } }
//
// The read may be any number of loops further in, in any order of dimensions,
// and leave some of its loops out of the index. Where the map writes every
// element of the temporary, the read may be of any element, shifted, reversed
// or gathered (gather (map f x) = map f (gather x)):
//
//   %t1 = map (i < n) (w = %t) { update w, i, f(i) };  v = index %t1, e
// =>
//   v = f(e)
//
// When all reads of the temporary are replaced, nothing needs it.
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

// A value of the map's body that the place of the written element tells: the
// place plus "distance", or, reversed, the last index minus the place.
typedef struct place {
  ir_val *val;
  int64_t distance;
  bool reversed;
} place;

// The ops that compute the written value.
typedef struct slice {
  bool known;        // it is light ops and reads of arrays from outside
  map *needed;       // the ops
  ir_vals reads;     // the arrays
  int n_ops;         // how many of the ops are no constants
  VEC(place) places; // what it starts from; of slices by place alone
} slice;

// Dest "k" of "s" as a function of the index: element at(i) = value(i).
typedef struct producer {
  ir_soac s;
  int k;
  an_affine at;
  ir_val *value;
  slice by_index, by_place; // of the indices; of the written element's place
} producer;

// True when "op" costs about as much as the read that it would replace.
static bool
is_light(const ir_op *op) {
  return ir_is_scalar_op(op->code) && ir_weight_of(op->code) <= IR_WEIGHT_LIGHT;
}

// True when the place of the element that "p" writes tells "v", as "out" says.
static bool
match_place(puller *z, const producer *p, ir_val *v, place *out) {
  int64_t stride;
  *out = (place){.val = v};
  if (v->type.array || v->type.elem != IR_I64)
    return false;
  an_affine f = an_affine_of(z->a, v), apart;
  bool ok = an_form_minus(z->a, &f, &p->at, &apart) && !apart.terms.n;
  out->distance = apart.constant;
  if (ok)
    return true;
  out->reversed = true;
  return p->s.n_dims == 1 && v == p->s.idx[0] &&
         an_affine_stride(&p->at, v, &stride) == 1 && stride == -1;
}

// Notes in "s" the ops of the body that compute "v" from the indices, or from
// the element's place. False when one of them is no light op, nor a read of an
// array from outside, or when an index is left that the place does not tell.
static bool
add_slice(puller *z, const producer *p, slice *s, ir_val *v) {
  ir_op *op = v->def;
  place at;
  if (ir_is_outside(v, p->s.body) || (op && map_get(s->needed, op)))
    return true;
  if (s == &p->by_place && match_place(z, p, v, &at)) {
    vec_push(z->a, &s->places, at);
    return true;
  }
  if (!op)
    return s == &p->by_index && v->index < p->s.n_dims;
  if (op->code == IR_OP_INDEX && ir_is_outside(op->ins.at[0], p->s.body))
    vec_push(z->a, &s->reads, op->ins.at[0]);
  else if (!is_light(op))
    return false;
  map_put(s->needed, op, op);
  s->n_ops += op->code != IR_OP_CONST;
  for (int k = 0; k < op->ins.n; k++)
    if (!add_slice(z, p, s, op->ins.at[k]))
      return false;
  return true;
}

// True when "p" writes every element of the temporary "alloc": as many as it
// has, since no two iterations of a map write the same one.
static bool
writes_all(puller *z, const producer *p, const ir_op *alloc) {
  an_affine all = {.constant = 1}, size = an_affine_of(z->a, alloc->ins.at[0]);
  for (int d = 0; d < p->s.n_dims; d++) {
    an_affine extent = an_affine_of(z->a, p->s.extents[d]), product;
    if (!an_form_times(z->a, &all, &extent, &product))
      return false;
    all = product;
  }
  return an_affine_eq(z->a, &all, &size);
}

// Dest "k" of "op" as a producer: a temporary, one element of which each
// iteration writes, whatever the element's value.
static bool
match_producer(puller *z, ir_op *op, int k, producer *p) {
  *p = (producer){.k = k};
  if ((op->code != IR_OP_MAP && op->code != IR_OP_REDUCE) ||
      op->level != IR_LEVEL_NONE || !ir_match_fold(op, &p->s))
    return false;
  const ir_val *root = ir_storage_root(p->s.dests[k], NULL);
  const ir_op *write = p->s.dest_yields[k]->def;
  if (!root->def || root->def->code != IR_OP_ALLOC || !write ||
      write->code != IR_OP_UPDATE || write->parent != p->s.body ||
      write->ins.at[0] != p->s.dest_params[k])
    return false;
  p->at = an_affine_of(z->a, write->ins.at[1]);
  p->value = write->ins.at[2];
  p->by_index.needed = map_new(z->a);
  p->by_place.needed = map_new(z->a);
  p->by_index.known = add_slice(z, p, &p->by_index, p->value);
  p->by_place.known =
      writes_all(z, p, root->def) && add_slice(z, p, &p->by_place, p->value);
  return p->by_index.known || p->by_place.known;
}

// -- The reads --------------------------------------------------------

// A read of the temporary with the loops around it that are not around the
// producer, outer before inner.
typedef struct reading {
  ir_op *op;
  const ir_op *top; // beside the producer: "op" or what it is inside of
  an_index around[AN_MAX_INNER];
  int n_around;
  const slice *by;          // what replaces it
  ir_val *to[AN_MAX_INNER]; // by index: the one that each dimension stands for
} reading;
typedef VEC(reading) readings;

// Adds the loops of "op" around its region "r" to those of "at".
static void
enter(const ir_op *op, const ir_region *r, reading *at) {
  if (!ir_iterates(op) || r == ir_operator_region(op))
    return;
  for (int k = 0; k < op->n_dims && at->n_around < AN_MAX_INNER; k++)
    at->around[at->n_around++] = (an_index){r->params.at[k], op->ins.at[k]};
}

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
  for (int k = 0; k < op->n_regions; k++) {
    reading inside = at;
    enter(op, op->regions[k], &inside);
    ir_foreach_op (inner, op->regions[k])
      if (!collect(z, t, inner, inside, out))
        return false;
  }
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
    return an_affine_eq(z->a, &at, &read);
  }
  for (int k = 0; k < r->n_around; k++) {
    bool taken = false;
    for (int j = 0; j < d; j++)
      taken |= r->to[j] == r->around[k].idx;
    if (taken || !rw_same_index(p->s.extents[d], r->around[k].extent))
      continue;
    an_affine next;
    r->to[d] = r->around[k].idx;
    if (an_form_rename(z->a, &at, p->s.idx[d], r->to[d], &next) &&
        match_dims(z, p, r, next, d + 1))
      return true;
  }
  return false;
}

// Decides on the replacement of "r". False when its element may be none that
// "p" writes.
static bool
match_reading(puller *z, const producer *p, reading *r) {
  if (p->by_index.known && match_dims(z, p, r, p->at, 0))
    r->by = &p->by_index;
  else if (p->by_place.known)
    r->by = &p->by_place;
  return r->by != NULL;
}

// True when neighbours in the innermost loop around "r" read neighbouring
// elements of the temporary.
static bool
is_in_line(puller *z, const reading *r) {
  an_affine at = an_affine_of(z->a, r->op->ins.at[1]);
  return !r->n_around || an_affine_is_unit(&at, r->around[r->n_around - 1].idx);
}

// True when no loop around "r" reads the same element in all its iterations.
static bool
is_reused_nowhere(const producer *p, const reading *r) {
  const ir_region *home = p->s.op->parent;
  for (int k = 0; k < r->n_around; k++)
    if (!rw_varies(home, r->op->ins.at[1], r->around[k].idx))
      return false;
  return true;
}

// Whether computing the elements at the reads is no dearer than reading them
// there. Elements that are read once, and written for nothing else, are
// computed as often as before. A gather from a temporary becomes one from what
// that is made of, which should be no more arrays.
static bool
is_worthwhile(puller *z, const producer *p, const readings *rs) {
  enum { MAX_OPS = 40, MAX_READS = 8, CHEAP_OPS = 16, CHEAP_READS = 2 };
  bool once = rs->n == 1 && p->s.n_dests == 1 &&
              rs->at[0].n_around >= p->s.n_dims &&
              is_reused_nowhere(p, &rs->at[0]);
  for (int k = 0; k < rs->n; k++) {
    const reading *r = &rs->at[k];
    bool gathers = r->by == &p->by_place && !is_in_line(z, r);
    bool often = !once || gathers;
    if (r->by->n_ops > (often ? CHEAP_OPS : MAX_OPS) ||
        r->by->n_ops * rs->n > MAX_OPS ||
        r->by->reads.n > (gathers ? 1
                          : often ? CHEAP_READS
                                  : MAX_READS))
      return false;
  }
  return true;
}

// -- The change -------------------------------------------------------

// What the values that the slice of "r" starts from are there, in "subst".
static void
put_start(const producer *p, const reading *r, ir_builder *b, map *subst) {
  ir_val *e = r->op->ins.at[1];
  for (int d = 0; r->by == &p->by_index && d < p->s.n_dims; d++)
    map_put(subst, p->s.idx[d], r->to[d]);
  for (int k = 0; k < r->by->places.n; k++) {
    const place *at = &r->by->places.at[k];
    ir_val *v = at->reversed ? ir_build2(b, IR_OP_SUB, p->s.extents[0], e) : e;
    int64_t more = at->reversed ? -1 : at->distance;
    if (more)
      v = ir_build2(b, IR_OP_ADD, v, ir_build_int(b, IR_I64, more));
    map_put(subst, at->val, v);
  }
}

// Replaces the read by the value of "p" at its element.
static void
replace(puller *z, const producer *p, const reading *r) {
  map *subst = map_new(z->a);
  ir_builder b = ir_before(r->op);
  put_start(p, r, &b, subst);
  ir_foreach_op (op, p->s.body)
    if (map_get(r->by->needed, op))
      ir_clone_op(&b, op, subst);
  ir_replace_uses(z->f, r->op->outs.at[0], ir_substituted(subst, p->value));
  ir_remove(r->op);
}

// t = map (i) { update t, at(i), f(i) }; index t, at(k) => f(k)
// when: t is a temporary that is read and nothing else; each read is inside
//       loops of the map's extents, whose indices k may come in another order
//       and with others between, or the map writes all of t and the place of
//       an element tells what f is made of; what f reads is still there; f is a
//       few light ops, and fewer where elements are read more than once; a
//       gather reads one array in place of t.
// why:  a matrix that only lives from one loop to the next never reaches
//       memory, and its loop is no launch.
// src:  Berenyi et al., equations 1, 2 and 28; Halide's inline schedule;
//       Keller et al., Regular, shape-polymorphic, parallel arrays (delayed);
//       Van Gils, section 2.3 (backpermute of a map)
static bool
try_pull(puller *z, ir_op *op, int k) {
  const rw_rule_id rule = RW_RULE_pull;
  producer p;
  readings rs = {0};
  if (!match_producer(z, op, k, &p) || !find_readings(z, &p, &rs))
    return false;
  for (int i = 0; i < rs.n; i++) {
    if (!match_reading(z, &p, &rs.at[i]))
      return rw_refused(z->o, rule, rs.at[i].op,
                        "other elements are read than the same loops write");
    if (!an_keeps(z->a, &rs.at[i].by->reads, p.s.op, rs.at[i].top))
      return rw_refused(z->o, rule, rs.at[i].op,
                        "what the temporary was made of is written before");
  }
  if (!is_worthwhile(z, &p, &rs))
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
    for (int k = 0; ir_match_fold(op, &s) && k < s.n_dests; k++) {
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
