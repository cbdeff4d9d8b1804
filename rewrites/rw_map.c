// rewrites/rw_map.c: where each op runs (Note [Mapped IR]).
//
//   %a = map (..) {..}        the body of the function is host code; its maps
//   %s = loop (..) {          and tree reductions go to the grid (or threads)
//     .. map (..) {..} ..     with all inside sequential or vectors;
//   }                         loops around them run on the host;
//   update %a, 0, %x          other work on arrays is gathered into kernels of
//   %r = loop (..) {index ..} one iteration, whose scalar results go through
//                             one-element arrays.
// breaks: nothing; simplify leaves ops with levels in shape.
#include "rewrites/rw_private.h"

typedef struct mapper {
  loft_cx *cx;
  ir_func *f;
  rw_options *o;
  ir_level outer;
} mapper;

// Where the function lives.
static arena *
arena_of(const mapper *m) {
  return m->f->module->arena;
}

// -- Questions --------------------------------------------------------

// A parallel op at host level: a map, or a reduction folded by the tree.
static bool
is_parallel(const ir_op *op) {
  return ir_is_soac(op) && !op->seq;
}

// An op that touches arrays.
static bool
touches_arrays(const ir_op *op) {
  return ir_accesses_element(op) || op->code == IR_OP_ALLOC || ir_is_soac(op);
}

// An alloc whose size only the run knows, or is none (negative: it is not run),
// or too large for one iteration.
static bool
is_hosts(const ir_op *op) {
  int64_t n;
  return op->code == IR_OP_ALLOC &&
         (!ir_match_int(op->ins.at[0], &n) || n < 0 ||
          n > IR_MAX_PRIVATE / ir_size(op->outs.at[0]->type.elem));
}

// Ops that only the host can run: parallel parts, arrays that change places or
// have no fixed size, or a large one.
static bool
needs_host(const ir_op *op) {
  return is_parallel(op) || ir_moved_array((ir_op *)op) || is_hosts(op);
}

// True when a loop-like op lies inside "op".
static bool
has_inner_iterations(ir_op *op) {
  for (int k = 0; k < op->n_regions; k++)
    ir_foreach_op (inner, op->regions[k])
      if (rw_any(inner, ir_iterates))
        return true;
  return false;
}

// A map of a constant number of iterations, so few that a launch takes a CPU
// longer, and without loops in them.
static bool
is_few(const ir_op *op) {
  enum { MOST = 64 };
  int64_t n = 1;
  for (int d = 0; d < op->n_dims; d++) {
    int64_t extent;
    if (!ir_match_int(op->ins.at[d], &extent) || extent < 0 || extent > MOST)
      return false;
    n *= extent;
  }
  return op->code == IR_OP_MAP && n <= MOST &&
         !has_inner_iterations((ir_op *)op);
}

// The same, in a loop of a CPU's.
static bool
needs_host_on_cpu(const ir_op *op) {
  return needs_host(op) && !is_few(op);
}

typedef enum place {
  PLACE_HOST,  // stays in the host function as it is
  PLACE_ENTER, // host control flow: look inside
  PLACE_GRID,  // a kernel by itself
  PLACE_WRAP   // sequential: goes into a kernel of one iteration
} place;

// Where an op of a host region belongs, whose maps run on level "outer".
static place
place_of(ir_op *op, ir_level outer) {
  if (op->code == IR_OP_IF || op->code == IR_OP_LOOP) {
    bool wraps_few = op->code == IR_OP_LOOP && outer == IR_LEVEL_THREAD;
    if (rw_any(op, wraps_few ? needs_host_on_cpu : needs_host) ||
        !rw_any(op, touches_arrays))
      return PLACE_ENTER;
    return PLACE_WRAP;
  }
  if (is_parallel(op))
    return PLACE_GRID;
  if (ir_is_soac(op) || ir_writes_element(op))
    return PLACE_WRAP;
  return PLACE_HOST;
}

// -- Inside kernels ---------------------------------------------------

// map inside a kernel => map {vec} when innermost, else {seq}
// alloc inside a kernel => alloc {private}
// when: always, but for large arrays and those whose size only the run knows,
//       which nothing further down accepts; folds and loops inside a kernel run
//       in order.
// why:  the innermost independent iterations fill vector registers.
// src:  Note [Mapped IR]
static void
set_inner_levels(mapper *m, ir_region *r) {
  ir_foreach_op (op, r) {
    if (op->code == IR_OP_ALLOC && !is_hosts(op))
      op->space = IR_SPACE_PRIVATE;
    if (ir_iterates(op) && op->level != IR_LEVEL_GROUP &&
        rw_fired(m->o, RW_RULE_map_level))
      op->level = op->code == IR_OP_MAP && !has_inner_iterations(op)
                      ? IR_LEVEL_VEC
                      : IR_LEVEL_SEQ;
    for (int k = 0; k < op->n_regions; k++)
      set_inner_levels(m, op->regions[k]);
  }
}

// (i < a, j < b, k < c, l < d) => (ij < max(a, 0) * b, k < c, l < d)
// when: more than three dimensions; the row-major order of iterations stays.
// why:  a grid has three.
// src:  Berenyi's flatten
static void
merge_leading_dims(ir_op *op) {
  ir_region *r = op->regions[0];
  ir_val *i = r->params.at[0], *j = r->params.at[1];
  ir_val *inner = op->ins.at[1];
  ir_builder out = ir_before(op);
  // of two negative extents the product would be positive
  ir_val *zero = ir_build_int(&out, IR_I64, 0);
  ir_val *rows = ir_build2(&out, IR_OP_MAX, op->ins.at[0], zero);
  op->ins.at[0] = ir_build2(&out, IR_OP_MUL, rows, inner);
  ir_val *both = NEW(r->func->module->arena, ir_val);
  *both = *i;
  ir_builder b = ir_before(r->first);
  ir_val *row = ir_build2(&b, IR_OP_DIV, both, inner);
  ir_val *col = ir_build2(&b, IR_OP_REM, both, inner);
  rw_replace_inside(r, i, row);
  rw_replace_inside(r, j, col);
  r->params.at[0] = both;
  rw_drop_dim(op, 1);
}

// map => map {grid} (or {thread}), all inside given its inner level
// when: a map or tree reduction of the host region.
// why:  one work-item an iteration; the last index, which C makes the
//       contiguous one, is the fastest: coalesced.
// src:  Note [Mapped IR]
static void
map_to_outer(mapper *m, ir_op *op) {
  if (!rw_fired(m->o, RW_RULE_map_level))
    return;
  ir_soac s;
  while (op->n_dims > 3 && ir_match_soac(op, &s) &&
         rw_fired(m->o, RW_RULE_map_merge_dims))
    merge_leading_dims(op);
  op->level = m->outer;
  for (int k = 0; k < op->n_regions; k++)
    set_inner_levels(m, op->regions[k]);
}

// -- Kernels of one iteration -----------------------------------------

// A run of ops first..last of a host region that becomes one kernel.
typedef struct group {
  ir_op *first, *last;
} group;

// True when "op", of the same region, is one of the group.
static bool
is_in_group(const group *g, const ir_op *op) {
  return op == g->first ||
         (op != g->last && ir_comes_before(g->first, op) &&
          ir_comes_before(op, g->last)) ||
         op == g->last;
}

// True when "v" is made by an op of the group itself.
static bool
is_made_in(const group *g, const ir_val *v) {
  return v->def && v->def->parent == g->first->parent && is_in_group(g, v->def);
}

// True when an op of the host region, or one inside it, uses "v".
static bool
uses(ir_op *op, const ir_val *v) {
  for (int k = 0; k < op->ins.n; k++)
    if (op->ins.at[k] == v)
      return true;
  for (int k = 0; k < op->n_regions; k++)
    ir_foreach_op (inner, op->regions[k])
      if (uses(inner, v))
        return true;
  return false;
}

// True when something behind the group uses "v".
static bool
is_live_out(const group *g, const ir_val *v) {
  for (ir_op *op = g->last->next; op; op = op->next)
    if (uses(op, v))
      return true;
  return false;
}

// Scalar work that may join a kernel between its sequential parts.
static bool
is_absorbable(const ir_op *op) {
  return ir_is_scalar_op(op->code) || op->code == IR_OP_INDEX;
}

// True when all uses of the results of "op" lie in the group.
static bool
is_only_used_in(const group *g, const ir_op *op) {
  int inside = 0;
  const ir_val *v = op->outs.at[0];
  for (ir_op *p = g->first;; p = p->next) {
    inside += uses(p, v);
    if (p == g->last)
      break;
  }
  for (const ir_op *p = op->next; p != g->first; p = p->next)
    if (uses((ir_op *)p, v))
      return false;
  return inside && !is_live_out(g, v);
}

// True when "op" needs nothing that the group makes.
static bool
is_independent(const group *g, const ir_op *op) {
  for (int k = 0; k < op->ins.n; k++)
    if (is_made_in(g, op->ins.at[k]))
      return false;
  return true;
}

// Moves allocs, and scalar ops that the host can do, out in front of the group.
static void
move_out(group *g) {
  ir_op *end = g->last->next, *next;
  for (ir_op *op = g->first; op != end; op = next) {
    next = op->next;
    bool movable = op->code == IR_OP_ALLOC || ir_is_scalar_op(op->code);
    if (!movable || !is_independent(g, op))
      continue;
    if (op == g->first)
      g->first = next;
    else
      ir_move(op, op->parent, g->first);
  }
}

// The group that starts with the sequential op "op".
static group
find_group(const mapper *m, ir_op *op) {
  group g = {op, op};
  for (ir_op *p = op->next; p; p = p->next) {
    bool alloc = p->code == IR_OP_ALLOC && !is_hosts(p);
    if (place_of(p, m->outer) == PLACE_WRAP)
      g.last = p;
    else if (!is_absorbable(p) && !alloc)
      break;
  }
  while (g.first->prev && is_absorbable(g.first->prev) &&
         g.first->prev->code != IR_OP_CONST &&
         is_only_used_in(&g, g.first->prev))
    g.first = g.first->prev;
  move_out(&g);
  return g;
}

// The operands and results of a group.
typedef struct traffic {
  ir_vals arrays;  // consumed from outside
  ir_vals finals;  // for each, the value that the group leaves
  ir_vals scalars; // made inside, used behind
} traffic;

// The value of the group whose storage is that of "array" and which nothing in
// the group consumes.
static ir_val *
final_of(mapper *m, const group *g, ir_val *array) {
  ir_val *v = array;
  for (ir_op *op = g->first;; op = op->next) {
    an_uses t = an_uses_of(arena_of(m), op);
    if (ir_vals_has(&t.consumes, v))
      for (int k = 0; k < op->outs.n; k++)
        if (op->outs.at[k]->type.array &&
            ir_storage_root(op->outs.at[k], NULL) == ir_storage_root(v, NULL)) {
          v = op->outs.at[k];
          break;
        }
    if (op == g->last)
      return v;
  }
}

// Collects the traffic of the group.
static traffic
find_traffic(mapper *m, const group *g) {
  arena *a = arena_of(m);
  traffic t = {0};
  for (ir_op *op = g->first;; op = op->next) {
    an_uses outer = an_uses_of(a, op);
    for (int k = 0; k < outer.consumes.n; k++)
      if (!is_made_in(g, outer.consumes.at[k]))
        vec_push(a, &t.arrays, outer.consumes.at[k]);
    for (int k = 0; k < op->outs.n; k++)
      if (!op->outs.at[k]->type.array && is_live_out(g, op->outs.at[k]))
        vec_push(a, &t.scalars, op->outs.at[k]);
    if (op == g->last)
      break;
  }
  for (int k = 0; k < t.arrays.n; k++)
    vec_push(a, &t.finals, final_of(m, g, t.arrays.at[k]));
  return t;
}

// Moves the ops of the group into the region of "op", in front of its end.
static void
move_group(const group *g, ir_op *op) {
  ir_op *end = g->last->next, *next;
  for (ir_op *p = g->first; p != end; p = next) {
    next = p->next;
    ir_move(p, op->regions[0], NULL);
  }
}

// update a 0 x; loop {..}  =>  map (z < 1) {grid} (w = a) { update w 0 x; .. }
// when: sequential work on arrays at host level, without parallel parts; for a
//       CPU also loops around maps of few iterations, a constant number.
// why:  arrays live on the device; the host only launches. 8000 launches of 4
//       iterations take a CPU's thread 138 us, one of 8000 steps of these 6.
// src:  Note [Mapped IR]
static ir_op *
wrap(mapper *m, ir_op *start) {
  group g = find_group(m, start);
  traffic t = find_traffic(m, &g);
  arena *a = arena_of(m);
  ir_builder b = ir_before(g.first);
  ir_op *op = ir_build_raw(&b, IR_OP_MAP);
  ir_builder before = ir_before(op);
  op->n_dims = 1;
  op->level = m->outer;
  op->loc = start->loc;
  ir_add_region(op);
  ir_add_in(op, ir_build_int(&before, IR_I64, 1));
  ir_region_add_param(op->regions[0], ir_ty(IR_I64), "z");
  move_group(&g, op);
  ir_vals yields = {0};
  for (int k = 0; k < t.arrays.n; k++) {
    ir_val *param = rw_add_dest(op, t.arrays.at[k]);
    rw_replace_inside(op->regions[0], t.arrays.at[k], param);
    ir_val *out = vec_last(&op->outs), *final = t.finals.at[k];
    rw_replace_outside(m->f, op->regions[0], final, out);
    // the operand itself was replaced when nothing changed the array
    op->ins.at[op->n_dims + out->index] = t.arrays.at[k];
    vec_push(a, &yields, final == t.arrays.at[k] ? param : final);
  }
  ir_op *last = op;
  for (int k = 0; k < t.scalars.n; k++) {
    ir_val *s = t.scalars.at[k];
    ir_val *one = ir_build_int(&before, IR_I64, 1);
    ir_val *cell =
        ir_build_alloc(&before, s->type.elem, one, IR_SPACE_GLOBAL, s->name);
    ir_val *param = rw_add_dest(op, cell);
    ir_builder in = ir_at_end(op->regions[0]);
    ir_val *zero = ir_build_int(&in, IR_I64, 0);
    vec_push(a, &yields, ir_build_update(&in, param, zero, s));
    ir_builder after = ir_before(last->next);
    ir_val *at = ir_build_int(&after, IR_I64, 0);
    ir_val *read = ir_build_index(&after, vec_last(&op->outs), at);
    read->name = s->name;
    rw_replace_outside(m->f, op->regions[0], s, read);
    last = read->def;
  }
  ir_builder in = ir_at_end(op->regions[0]);
  ir_build_yield(&in, yields.at, yields.n);
  set_inner_levels(m, op->regions[0]);
  return last;
}

// -- Host regions -----------------------------------------------------

// loop (..) { .. map .. } => loop {host}
// when: it has parallel parts (or only scalars).
// why:  the host launches them in order, in one submission where it can.
// src:  Note [Mapped IR]
static void
map_region(mapper *m, ir_region *r) {
  ir_foreach_op (op, r)
    if (op->code == IR_OP_ALLOC)
      op->space = IR_SPACE_GLOBAL;
  for (ir_op *op = r->first; op; op = op->next) {
    place p = place_of(op, m->outer);
    if (p == PLACE_GRID) {
      map_to_outer(m, op);
    } else if (p == PLACE_WRAP) {
      if (rw_fired(m->o, RW_RULE_map_wrap))
        op = wrap(m, op);
    } else if (p == PLACE_ENTER) {
      if (op->code == IR_OP_LOOP && rw_fired(m->o, RW_RULE_map_host))
        op->level = IR_LEVEL_HOST;
      for (int k = 0; k < op->n_regions; k++)
        map_region(m, op->regions[k]);
    }
  }
}

bool
rw_map_levels(loft_cx *cx, ir_func *f, rw_options *o, ir_level outer) {
  mapper m = {.cx = cx, .f = f, .o = o, .outer = outer};
  map_region(&m, f->body);
  return true;
}
