// recognizer/footprint/chunk.c: a region for some iterations of its outermost
// loops alone, so that arrays larger than a device go through it in chunks.
//
// A function qualifies whose body is maps and at most one fold, beside scalar
// ops. Chunks in order are the same as the whole then, if no iteration of a map
// touches what a later iteration of a map before it touches, too. Where it is
// later by a few iterations at most, as in a stencil, the map stays behind by
// these. A fold of built-in operators begins with the identity in each chunk,
// and the values of chunks are joined: in any order where it is of integers; in
// that of a tree, of which a chunk is a piece, where it is of floats. Scans,
// and other folds, go on from what the chunk before has left; those of floats
// where a block ends. Sums of floats by key are kept apart in chunks, each of
// which has whole copies of them. (Note [Chunks] in docs/design-notes.md)
#include "recognizer/footprint/chunk.h"

#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/space.h>

enum { MOST_PARTS = 8, MOST_SHIFT = 64 };

// The SOACs at the top level of a function, in order.
typedef struct parts {
  ir_op *all[MOST_PARTS];
  int n;
  ir_op *fold; // the one that folds, or NULL
  map *late;   // a set: scalars that follow from what is folded
  bool keyed;  // the only part combines floats at places that are data
  int shift[MOST_PARTS]; // by how many iterations each is behind
} parts;

// ir_walk_fn: false where "op" needs a value that is late.
static bool
needs_no_late(void *user, ir_op *op) {
  const parts *p = user;
  for (int k = 0; k < op->ins.n; k++)
    if (map_has(p->late, op->ins.at[k]))
      return false;
  return true;
}

// Whether "op" needs no value that is late.
static bool
is_early(parts *p, ir_op *op) {
  bool early = needs_no_late(p, op);
  for (int k = 0; k < op->n_regions && early; k++)
    early = ir_walk(op->regions[k], needs_no_late, p);
  return early;
}

// Adds a SOAC to the parts. False: it cannot be one.
static bool
add_part(parts *p, ir_op *op) {
  if (p->n == MOST_PARTS || !is_early(p, op) || (op->n_red > 0 && p->fold))
    return false;
  p->all[p->n++] = op;
  if (op->n_red > 0)
    p->fold = op;
  for (int k = 0; k < op->n_red; k++)
    map_put(p->late, op->outs.at[k], op);
  return true;
}

// Whether "op", at the top level of "f" and no SOAC, does the same in each
// chunk, or can be done too early.
static bool
is_repeatable(const ir_func *f, parts *p, ir_op *op) {
  const ir_val *from = op->code == IR_OP_INDEX ? op->ins.at[0] : NULL;
  bool early = is_early(p, op);
  if (from)
    return early && from->param_of == f->body &&
           !(f->param_mode[from->index] & IR_WRITE);
  if (!ir_is_scalar_op(op->code) || (!early && !ir_is_speculatable(op)))
    return false;
  if (!early)
    map_put(p->late, op->outs.at[0], op);
  return true;
}

// Whether chunks of "op" fold on their own, from the identity on.
static bool
is_joined(const ir_op *op) {
  return op && op->code != IR_OP_SCAN && op->n_red > 0 && op->red_ops &&
         !op->seq;
}

// The search for uses of an op's results.
typedef struct use_search {
  const ir_op *op, *fold;
} use_search;

// ir_walk_fn: false where "op" uses results of s->op, other than as the initial
// values of the fold.
static bool
is_no_use(void *user, ir_op *op) {
  const use_search *s = user;
  for (int k = 0; k < op->ins.n; k++) {
    bool starts =
        op == s->fold && k >= op->n_dims && k < op->n_dims + op->n_red;
    if (op->ins.at[k]->def == s->op && !starts)
      return false;
  }
  return true;
}

// Whether a fold of "f", which goes on from chunk to chunk, starts from what
// "op" gives, and nothing else needs that: it is computed before all chunks.
static bool
is_start(const ir_func *f, const ir_op *op) {
  use_search s = {.op = op};
  ir_foreach_op (x, f->body)
    if (ir_is_soac(x) && x->n_red > 0)
      s.fold = x;
  return s.fold && !is_joined(s.fold) && ir_walk(f->body, is_no_use, &s);
}

// Finds the parts of "f". False: it has others.
static bool
find_parts(const ir_func *f, parts *p) {
  *p = (parts){.late = map_new(f->module->arena)};
  ir_foreach_op (op, f->body) {
    if (op->code == IR_OP_YIELD ||
        (!ir_is_soac(op) && is_early(p, op) && is_start(f, op)))
      continue;
    if (ir_is_soac(op) ? !add_part(p, op) : !is_repeatable(f, p, op))
      return false;
  }
  return p->n > 0;
}

// -- Order --------------------------------------------------------------------

// A question about accesses of several parts.
typedef struct crossing {
  rec_an *an;
  const parts *p;
  bool waits; // some touch what an earlier iteration of a part before touches
  // by how many iterations a part must be behind one before it
  int behind[MOST_PARTS][MOST_PARTS];
} crossing;

// The number of the part that "op" is in.
static int
part_of(const parts *p, const ir_op *op) {
  int k = 0;
  op = ir_ancestor_in(op, p->all[0]->parent);
  while (p->all[k] != op)
    k++;
  return k;
}

// { outermost iteration -> elements } of access "x"; NULL: not known.
static isl_map *
map_access(const crossing *c, const rec_access *x, const an_poly *tuple,
           int n) {
  const ir_op *part = c->p->all[part_of(c->p, x->op)];
  int i = rec_an_atom(c->an, part->regions[0]->params.at[0]);
  rec_query_begin(c->an);
  isl_map *m = rec_dom_map(x->dom, &i, 1, tuple, n, false);
  return rec_query_ok(c->an) ? m : isl_map_free(m);
}

// True when no pair of "m" has a first iteration that is later than the second
// one by more than "shift".
static bool
is_never_later(rec_an *an, __isl_keep isl_map *m, int shift) {
  rec_query_begin(an);
  isl_constraint *c = isl_constraint_alloc_inequality(
      isl_local_space_from_space(isl_map_get_space(m)));
  c = isl_constraint_set_coefficient_si(c, isl_dim_in, 0, 1);
  c = isl_constraint_set_coefficient_si(c, isl_dim_out, 0, -1);
  c = isl_constraint_set_constant_si(c, -1 - shift);
  m = isl_map_add_constraint(isl_map_copy(m), c);
  bool never = isl_map_is_empty(m) == isl_bool_true;
  isl_map_free(m);
  return rec_query_ok(an) && never;
}

// By how many iterations "y", of a part behind that of "x", must stay behind so
// that it touches nothing before "x" does; -1: not known. *waits is set when a
// later iteration may touch it. Takes neither.
static int
find_shift(rec_an *an, isl_map *x, isl_map *y, bool *waits) {
  if (!x || !y)
    return -1;
  isl_map *both =
      isl_map_apply_range(isl_map_copy(x), isl_map_reverse(isl_map_copy(y)));
  int shift = 0;
  while (shift <= MOST_SHIFT && !is_never_later(an, both, shift))
    shift = shift ? 2 * shift : 1;
  isl_map *turned = isl_map_reverse(both);
  *waits |= shift > 0 || !is_never_later(an, turned, 0);
  isl_map_free(turned);
  return shift <= MOST_SHIFT ? shift : -1;
}

// rec_shape_test: that is known of all pairs of which one writes.
static bool
finds_shifts(void *user, const rec_accesses *xs, an_poly (*tuples)[REC_DIMS],
             int n) {
  crossing *c = user, now = *c;
  isl_map **maps = NEW_ARRAY(c->an->a, isl_map *, xs->n);
  bool ok = true;
  for (int k = 0; k < xs->n; k++)
    maps[k] = map_access(c, &xs->at[k], tuples[k], n);
  for (int i = 0; i < xs->n; i++)
    for (int k = 0; k < xs->n && ok; k++) {
      int p = part_of(c->p, xs->at[i].op), q = part_of(c->p, xs->at[k].op);
      if (p >= q || (!xs->at[i].write && !xs->at[k].write))
        continue;
      int shift = find_shift(c->an, maps[i], maps[k], &now.waits);
      now.behind[p][q] = shift > now.behind[p][q] ? shift : now.behind[p][q];
      ok = shift >= 0;
    }
  for (int k = 0; k < xs->n; k++)
    isl_map_free(maps[k]);
  if (ok)
    *c = now;
  return ok;
}

// Sets by how much each part is behind.
static void
add_shifts(const crossing *c, parts *p) {
  for (int q = 0; q < p->n; q++)
    for (int k = 0; k < q; k++) {
      int shift = p->shift[k] + c->behind[k][q];
      if (c->behind[k][q] >= 0 && shift > p->shift[q])
        p->shift[q] = shift;
    }
}

// Whether "xs", accesses to one array, are of several parts and some write.
static bool
is_shared(const parts *p, const rec_accesses *xs) {
  bool write = false, several = false;
  for (int k = 0; k < xs->n; k++) {
    write |= xs->at[k].write;
    several |= part_of(p, xs->at[k].op) != part_of(p, xs->at[0].op);
  }
  return write && several;
}

// True when each part of "f" may do a chunk of its iterations before the parts
// before it have done all of theirs; sets p->shift. *waits: chunks must still
// be in order.
static bool
can_take_turns(loft_cx *cx, ir_func *f, parts *p, bool *waits) {
  rec_an *an = rec_an_new(cx, f, f->body);
  an_classes *classes = an_classes_new(an->a, f, NULL);
  rec_accesses all = {0}, inside = {0};
  crossing c = {.an = an, .p = p};
  bool ok = true;
  memset(c.behind, -1, sizeof c.behind);
  rec_find_accesses(an->a, classes, f->body, &all);
  for (int k = 0; k < all.n; k++)
    // the others read what is not written, or before all chunks
    if (ir_is_soac(ir_ancestor_in(all.at[k].op, f->body)))
      vec_push(an->a, &inside, all.at[k]);
  for (int k = 0; k < f->body->params.n && ok; k++) {
    ir_val *v = f->body->params.at[k];
    if (!v->type.array)
      continue;
    rec_accesses xs = rec_read_class(an, &inside, an_class_of(classes, v));
    if (is_shared(p, &xs))
      ok = rec_holds_in_a_shape(an, &xs, finds_shifts, &c);
  }
  ok = ok && rec_an_ok(an);
  rec_an_free(an);
  *waits = c.waits;
  add_shifts(&c, p);
  return ok;
}

// -- What keeps functions from chunks -----------------------------------------

// ir_walk_fn: false at an op that depends on which iterations there are: it
// asks for bounds of arrays, or adds up floats by key, unless "user" says that
// these are known.
static bool
is_same_in_chunks(void *user, ir_op *op) {
  const parts *p = user;
  ir_class c = ir_op_table[op->code].cls;
  return c != IR_CLASS_BOUND && c != IR_CLASS_READABLE &&
         (p->keyed || !ir_combines_floats(op));
}

// A walk over a map that combines.
typedef struct key_walk {
  const ir_func *f;
  const ir_soac *map;
  int *modes; // of the function's parameters: IR_COUNTS, ...
  bool floats, ok;
} key_walk;

// The mode of an array that "op" combines into.
static int
mode_of(const ir_op *op) {
  if (!ir_combines_floats(op))
    return IR_COUNTS;
  return op->combiner == IR_OP_ADD ? IR_SUMS : IR_PRODUCTS;
}

// Whether "op", in a map, runs in order with all that is around it there.
static bool
runs_in_order(const ir_op *op, const ir_op *map) {
  for (op = op->parent->parent_op; op != map; op = op->parent->parent_op)
    if (ir_is_soac(op))
      return false;
  return true;
}

// ir_walk_fn: notes what a combine is about; false where pass "order" might see
// another map, or sums of columns, whose bits are those of other orders.
static bool
note_key(void *user, ir_op *op) {
  key_walk *w = user;
  if (op->code != IR_OP_COMBINE || op->combiner == IR_OP_UPDATE)
    return true;
  int k = ir_dest_of(w->map, op->ins.at[0]);
  const ir_val *h = k >= 0 ? w->map->dests[k] : NULL;
  int mode = mode_of(op);
  w->floats |= mode != IR_COUNTS;
  w->ok = h && h->param_of == w->f->body && runs_in_order(op, w->map->op) &&
          (op->combiner == IR_OP_ADD || op->combiner == IR_OP_MUL ||
           mode == IR_COUNTS) &&
          rec_is_data(op->ins.at[1]);
  if (w->ok && w->modes[h->index] && w->modes[h->index] != mode)
    w->ok = false;
  if (w->ok)
    w->modes[h->index] = mode;
  return w->ok;
}

// Whether "f" is one map that combines floats, in copies or in order as the
// region says, at places that are data. Fills in "modes" of its parameters.
static bool
sums_by_key(const ir_func *f, const parts *p, int *modes) {
  ir_soac map;
  key_walk w = {.f = f, .map = &map, .modes = modes};
  return p->n == 1 && !p->fold && p->all[0]->code == IR_OP_MAP &&
         ir_match_soac(p->all[0], &map) && ir_walk(map.body, note_key, &w) &&
         w.floats;
}

bool
rec_has_pieces(const ir_op *op) {
  for (int k = 0; k < op->n_red && !op->seq; k++)
    if (ir_is_float(op->outs.at[k]->type.elem))
      return true;
  return false;
}

// Whether chunks of "op" (may be NULL) are blocks of the scan.
static bool
has_blocks(const ir_op *op) {
  return op && rec_has_pieces(op) && !is_joined(op);
}

bool
rec_has_plain_arrays(const ir_func *f) {
  const ir_vals *out = &f->body->last->ins;
  for (int k = 0; k < out->n; k++)
    if (out->at[k]->type.array &&
        ir_storage_root(out->at[k], NULL)->param_of != f->body)
      return false;
  return true;
}

// By how much the part that folds is behind.
static int
shift_of_fold(const parts *p) {
  int shift = 0;
  for (int k = 0; k < p->n; k++)
    if (p->all[k] == p->fold)
      shift = p->shift[k];
  return shift;
}

// The reason that keeps "f" from chunks; NULL: none. Sets its parts, and *waits
// as can_take_turns does.
static const char *
find_obstacle(loft_cx *cx, ir_func *f, parts *p, bool *waits) {
  if (!find_parts(f, p))
    return "it is more than parallel loops";
  p->keyed = sums_by_key(f, p, NEW_ARRAY(cx->arena, int, f->body->params.n));
  if (!ir_walk(f->body, is_same_in_chunks, p))
    return "its iterations share more than arrays";
  if (!rec_has_plain_arrays(f))
    return "it has arrays of its own";
  if (!can_take_turns(cx, f, p, waits))
    return "its loops may need all that those before them do";
  return p->fold && rec_has_pieces(p->fold) && shift_of_fold(p)
             ? "its sum needs more than the iterations before"
             : NULL;
}

// -- What chunks consist of ---------------------------------------------------

// True when all parts of "f" end with the last chunk, as far as formulas tell:
// their outermost dimensions have as many iterations, and none is behind.
static bool
end_together(loft_cx *cx, ir_func *f, const parts *p) {
  rec_an *an = rec_an_new(cx, f, f->body);
  bool same = true;
  for (int k = 0; k < p->n; k++)
    same = same && p->shift[k] == 0;
  for (int k = 1; k < p->n && same; k++) {
    rec_dom *d = rec_dom_new(an, p->all[0], false);
    an_poly x = rec_read_exact(d, p->all[0]->ins.at[0]);
    an_poly y = rec_read_exact(d, p->all[k]->ins.at[0]);
    same = !x.bad && !y.bad && an_poly_eq(&x, &y);
  }
  rec_an_free(an);
  return same;
}

// Restricts SOAC "op" to iterations "first" up to below "end" of its outermost
// dimension, or "shift" before these, of which it may have fewer if it is to
// "clip" them.
static void
restrict_part(ir_func *f, ir_op *op, ir_val *first, ir_val *end, int shift,
              bool clip) {
  ir_builder b = ir_before(op);
  if (shift) {
    ir_val *by = ir_build_int(&b, IR_I64, shift);
    first = ir_build2(&b, IR_OP_SUB, first, by);
    first = ir_build2(&b, IR_OP_MAX, first, ir_build_int(&b, IR_I64, 0));
    end = ir_build2(&b, IR_OP_SUB, end, by);
  }
  if (clip)
    end = ir_build2(&b, IR_OP_MIN, end, op->ins.at[0]);
  op->ins.at[0] = ir_build2(&b, IR_OP_SUB, end, first);
  for (int k = 0; k < (op->code == IR_OP_SCAN ? 2 : 1); k++)
    ir_shift_index(f, op->regions[k], first);
}

// Makes "f", a copy, a function of iterations "first" up to below "end" of the
// outermost dimension of its parts, with those shifts, and of what its fold
// starts from; what that ends with are its last results. "keyed": that is how
// many iterations are in a copy of sums by key, which it ends with, too.
static void
restrict_iterations(ir_func *f, const int *shift, bool keyed, bool clip) {
  parts p;
  find_parts(f, &p);
  ir_val *first = ir_func_add_param(f, ir_ty(IR_I64), "first", 0);
  ir_val *end = ir_func_add_param(f, ir_ty(IR_I64), "end", 0);
  for (int k = 0; k < p.n; k++)
    restrict_part(f, p.all[k], first, end, shift[k], clip);
  for (int k = 0; p.fold && k < p.fold->n_red; k++) {
    ir_val **start = &p.fold->ins.at[p.fold->n_dims + k];
    *start = ir_func_add_param(f, (*start)->type, "start", 0);
    vec_push(f->module->arena, &f->body->last->ins, p.fold->outs.at[k]);
  }
  if (keyed)
    vec_push(f->module->arena, &f->body->last->ins,
             ir_func_add_param(f, ir_ty(IR_I64), "size", 0));
  rec_remove_unused(f->body);
}

bool
rec_chunk_one(ir_func *f, ir_vals *extents) {
  parts p;
  if (!find_parts(f, &p))
    return false;
  ir_val *first = ir_func_add_param(f, ir_ty(IR_I64), "first", 0);
  for (int k = 0; k < p.n; k++) {
    ir_builder b = ir_before(p.all[k]);
    ir_val *end = ir_build2(&b, IR_OP_ADD, first, ir_build_int(&b, IR_I64, 1));
    vec_push(f->module->arena, extents, p.all[k]->ins.at[0]);
    restrict_part(f, p.all[k], first, end, 0, true);
  }
  return true;
}

// Notes what the arrays of "f", the function of a chunk, and its last parameter
// are, where it combines floats by key.
static void
note_keys(arena *a, ir_func *f) {
  parts p;
  int *modes = NEW_ARRAY(a, int, f->body->params.n);
  find_parts(f, &p);
  sums_by_key(f, &p, modes);
  for (int k = 0; k < f->body->params.n; k++)
    f->param_mode[k] |= modes[k];
  f->param_mode[f->body->params.n - 1] |= IR_COPY;
}

void
rec_chunk_settle(ir_func *f) {
  rec_remove_unused(f->body);
  ir_note_reads(f);
}

// The iterations of all dimensions of "op" but the outermost.
static ir_val *
multiply_inner(ir_builder *b, const ir_op *op) {
  ir_val *n = ir_build_int(b, IR_I64, 1);
  for (int k = 1; k < op->n_dims; k++)
    n = ir_build2(b, IR_OP_MUL, n, op->ins.at[k]);
  return n;
}

// Makes "f", a copy, a function of how many iterations the outermost dimension
// of its parts, with those shifts, has at most, of what the folds of a chunk
// start from, and, where they are joined or have blocks, how many values of a
// tree or of the scan each of these iterations has, 0 where there is none.
// "keyed": as what a fold starts from, how often each of them combines.
static void
leave_range(ir_func *f, const int *shift, bool keyed) {
  arena *a = f->module->arena;
  ir_vals out = {0};
  parts p;
  find_parts(f, &p);
  ir_builder b = ir_before(f->body->last);
  ir_val *n = p.all[0]->ins.at[0];
  for (int k = 1; k < p.n; k++) {
    ir_val *by = ir_build_int(&b, IR_I64, shift[k]);
    ir_val *m = ir_build2(&b, IR_OP_ADD, p.all[k]->ins.at[0], by);
    n = ir_build2(&b, IR_OP_MAX, n, m);
  }
  vec_push(a, &out, n);
  for (int k = 0; p.fold && k < p.fold->n_red; k++) {
    ir_val *start = p.fold->ins.at[p.fold->n_dims + k];
    ir_scalar t = start->type.elem;
    if (is_joined(p.fold))
      start = ir_build_bits(&b, t, ir_red_identity(p.fold->red_ops[k], t));
    vec_push(a, &out, start);
  }
  if (keyed)
    vec_push(a, &out, multiply_inner(&b, p.all[0]));
  if (is_joined(p.fold) || has_blocks(p.fold))
    vec_push(a, &out,
             rec_has_pieces(p.fold) ? multiply_inner(&b, p.fold)
                                    : ir_build_int(&b, IR_I64, 0));
  f->body->last->ins = out;
  rec_chunk_settle(f);
}

// A function "name" of two values of each fold of "op" that gives the folds of
// both.
static ir_func *
build_join(ir_module *m, const char *name, const ir_op *op) {
  ir_func *f = ir_func_new(m, name);
  ir_vals out = {0};
  int n = op->n_red;
  for (int k = 0; k < 2 * n; k++)
    ir_func_add_param(f, op->outs.at[k % n]->type, k < n ? "left" : "right", 0);
  ir_builder b = ir_at_end(f->body);
  ir_val **p = f->body->params.at;
  for (int k = 0; k < n; k++)
    vec_push(m->arena, &out, ir_build2(&b, op->red_ops[k], p[k], p[n + k]));
  ir_build_yield(&b, out.at, out.n);
  return f;
}

// Makes "f", a copy, a function of the joined values of its fold, the last
// parameters, that gives the scalars among the results.
static void
leave_end(ir_func *f) {
  parts p;
  find_parts(f, &p);
  ir_op *op = p.fold;
  ir_builder b = ir_before(op);
  for (int k = 0; k < op->n_red; k++) {
    ir_val *start = op->ins.at[op->n_dims + k];
    ir_val *all = ir_func_add_param(f, start->type, "all", 0);
    ir_replace_uses(f, op->outs.at[k],
                    ir_build2(&b, op->red_ops[k], start, all));
  }
  ir_vals *out = &f->body->last->ins;
  for (int k = 0; k < out->n; k++)
    if (out->at[k]->type.array)
      out->at[k] = ir_build_int(&b, IR_I64, 0);
  rec_chunk_settle(f);
}

rec_told *
rec_tell_all(arena *a, const ir_func *f, const rec_told *told, int n) {
  rec_told *all = NEW_ARRAY(a, rec_told, f->body->params.n);
  for (int k = 0; k < f->body->params.n; k++)
    all[k] = told && k < n ? told[k] : (rec_told){.declared = -1};
  return all;
}

const char *
rec_build_chunk(loft_cx *cx, ir_func *f, const rec_told *told, rec_chunk *out) {
  arena *a = cx->arena;
  loft_cx quiet = {.arena = a};
  parts p;
  const char *obstacle = find_obstacle(&quiet, f, &p, &out->waits);
  ir_func *estimate;
  if (obstacle)
    return obstacle;
  ir_module *m = ir_module_new(a);
  out->range = ir_clone_func(m, f, arena_printf(a, "%s_range", f->name));
  leave_range(out->range, p.shift, p.keyed);
  out->n_folds = p.fold ? p.fold->n_red : p.keyed;
  out->keyed = p.keyed;
  out->blocks = has_blocks(p.fold);
  out->join = out->end = NULL;
  if (is_joined(p.fold)) {
    out->join = build_join(m, arena_printf(a, "%s_join", f->name), p.fold);
    out->end = ir_clone_func(m, f, arena_printf(a, "%s_end", f->name));
    leave_end(out->end);
  }
  out->func = ir_clone_func(m, f, arena_printf(a, "%s_chunk", f->name));
  restrict_iterations(out->func, p.shift, p.keyed,
                      !end_together(&quiet, f, &p));
  const rec_told *all = rec_tell_all(a, out->func, told, f->body->params.n);
  out->footprint = rec_build_footprint(&quiet, out->func, all, &estimate);
  if (p.keyed)
    note_keys(a, out->func);
  return out->footprint ? NULL : "the footprints of its chunks are not known";
}
