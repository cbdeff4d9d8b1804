// kernel/lower_body.c: ops inside kernels -> statements.
//
// Nested maps, reductions and loops become KN_LOOPs, array values resolve to
// the buffer of their storage, updates are stores. Also used for whole
// functions lowered flat, where levels are ignored.
#include "analysis/analysis.h"
#include "kernel/kernel_private.h"

// -- Scalar ops -----------------------------------------------------------
void
kn_lower_scalar(kn_fn *f, ir_op *op) {
  kn_reg *args[3];
  ir_val *out = op->outs.at[0];
  f->loc = op->loc;
  if (op->code == IR_OP_CONST) {
    kn_bind_reg(f, out, kn_put_const(f, out->type.elem, op->bits, out->name));
    return;
  }
  for (int k = 0; k < op->ins.n; k++)
    args[k] = kn_scalar(f, op->ins.at[k]);
  kn_bind_reg(
      f, out,
      kn_put_op(f, op->code, out->type.elem, args, op->ins.n, out->name));
}

// A call, which a CPU can make.
static void
lower_call(kn_fn *f, ir_op *op) {
  ir_val *out = op->outs.at[0];
  kn_reg *args[IR_MAX_CALL];
  for (int k = 0; k < op->ins.n; k++)
    args[k] = kn_scalar(f, op->ins.at[k]);
  kn_stmt *s = kn_put(f, KN_CALL);
  s->callee = op->callee;
  s->dst = kn_reg_new(f->low->arena, f->fn, out->type.elem, out->name);
  s->n_args = op->ins.n;
  memcpy(s->args, args, sizeof *args * (size_t)op->ins.n);
  kn_bind_reg(f, out, s->dst);
}

void
kn_lower_op(kn_fn *f, const kn_ways *w, ir_op *op) {
  switch (ir_op_table[op->code].cls) {
  case IR_CLASS_CONST:
  case IR_CLASS_CONV:
  case IR_CLASS_BIN:
  case IR_CLASS_UN:
  case IR_CLASS_TERN:
  case IR_CLASS_CMP:
  case IR_CLASS_SELECT:
    kn_lower_scalar(f, op);
    return;
  case IR_CLASS_MATH1:
  case IR_CLASS_MATH2:
    if (ir_is_in_mathlib(op->code, op->outs.at[0]->type.elem))
      kn_fail(f->low, op, "pass math has not run");
    else
      kn_lower_scalar(f, op);
    return;
  case IR_CLASS_IF:
    w->on_if(f, op);
    return;
  case IR_CLASS_LOOP:
    w->on_loop(f, op);
    return;
  case IR_CLASS_YIELD:
    return;
  case IR_CLASS_ALLOC:
    w->on_alloc(f, op);
    return;
  case IR_CLASS_INDEX:
    w->on_index(f, op);
    return;
  case IR_CLASS_UPDATE:
    w->on_update(f, op);
    return;
  case IR_CLASS_BOUND:
    w->on_bound(f, op);
    return;
  case IR_CLASS_READABLE:
    w->on_readable(f, op);
    return;
  case IR_CLASS_CALL:
    lower_call(f, op);
    return;
  case IR_CLASS_SOAC:
    w->on_soac(f, op);
    return;
  }
}

kn_reg **
kn_new_results(kn_fn *f, const ir_op *op) {
  arena *a = f->low->arena;
  kn_reg **outs = NEW_ARRAY(a, kn_reg *, op->outs.n);
  for (int k = 0; k < op->outs.n; k++) {
    const ir_val *out = op->outs.at[k];
    if (!out->type.array)
      outs[k] = kn_reg_new(a, f->fn, out->type.elem, out->name);
  }
  return outs;
}

void
kn_put_results(kn_fn *f, const ir_region *r, kn_reg **outs, kn_bufs *bufs) {
  const ir_vals *yields = &r->last->ins;
  for (int k = 0; k < yields->n; k++) {
    if (outs[k])
      kn_put_copy(f, outs[k], kn_scalar(f, yields->at[k]));
    else
      vec_push(f->low->arena, bufs, kn_array(f, yields->at[k]));
  }
}

// -- Arrays ---------------------------------------------------------------
// alloc -> a private array of constant size.
static void
low_alloc(kn_fn *f, ir_op *op) {
  ir_val *out = op->outs.at[0];
  int64_t count = 0;
  if (op->space != IR_SPACE_PRIVATE && f->low->program)
    kn_fail(f->low, op, "%%%s is global inside a kernel", out->name);
  else if (!ir_match_int(op->ins.at[0], &count) || count < 0)
    kn_fail(f->low, op, "%%%s inside a kernel has no constant size", out->name);
  kn_bind_buf(f, out,
              kn_buf_new(f->low->arena, f->fn, out->type.elem, KN_PRIVATE,
                         count, out->name));
}

// index -> load
static void
low_index(kn_fn *f, ir_op *op) {
  ir_val *out = op->outs.at[0];
  kn_buf *buf = kn_array(f, op->ins.at[0]);
  kn_reg *i = kn_scalar(f, op->ins.at[1]);
  kn_bind_reg(f, out, kn_put_load(f, buf, i, out->name));
}

// readable, in flat functions
static void
low_readable(kn_fn *f, ir_op *op) {
  if (f->low->program) {
    kn_fail(f->low, op, "inside a kernel");
    return;
  }
  kn_buf *buf = kn_array(f, op->ins.at[0]);
  kn_reg *lo = kn_scalar(f, op->ins.at[1]), *hi = kn_scalar(f, op->ins.at[2]);
  kn_stmt *s = kn_put(f, KN_READABLE);
  s->buf = buf;
  s->args[0] = lo;
  s->args[1] = hi;
  s->n_args = 2;
  s->dst = kn_reg_new(f->low->arena, f->fn, IR_BOOL, "can");
  kn_bind_reg(f, op->outs.at[0], s->dst);
}

// buf[i] = op(buf[i], value), or the same of the work-group's copy of it.
static void
put_combine(kn_fn *f, ir_opcode op, kn_buf *buf, kn_reg *i, kn_reg *value) {
  kn_group_copy *copy = f->copies ? map_get(f->copies, buf) : NULL;
  if (copy)
    kn_put_atomic(f, op, copy->buf, kn_put2(f, IR_OP_SUB, i, copy->begin, NULL),
                  kn_put_convert(f, value, copy->buf->elem));
  else
    kn_put_atomic(f, op, buf, i, value);
}

// update -> store; combine -> the same by an operator
static void
low_update(kn_fn *f, ir_op *op) {
  kn_buf *buf = kn_array(f, op->ins.at[0]);
  kn_reg *i = kn_scalar(f, op->ins.at[1]);
  kn_reg *value = kn_scalar(f, op->ins.at[2]);
  if (ir_combines_floats(op))
    kn_fail(f->low, op, "pass order has not run");
  else if (op->code == IR_OP_COMBINE)
    put_combine(f, op->combiner, buf, i, value);
  else
    kn_put_store(f, buf, i, value);
  kn_bind_buf(f, op->outs.at[0], buf);
}

// -- Control --------------------------------------------------------------
// One branch of an if: assigns the scalar results to "outs", gives the arrays.
static kn_bufs
low_branch(kn_fn *f, ir_region *r, kn_block *block, kn_reg **outs) {
  kn_block *back = kn_enter(f, block);
  kn_bufs bufs = {0};
  kn_lower_region(f, r);
  kn_put_results(f, r, outs, &bufs);
  kn_enter(f, back);
  return bufs;
}

// An IF of a kernel: results are registers, or the arrays of both branches.
static void
low_if(kn_fn *f, ir_op *op) {
  kn_reg **outs = kn_new_results(f, op);
  kn_stmt *s = kn_put_if(f, kn_scalar(f, op->ins.at[0]));
  kn_bufs x = low_branch(f, op->regions[0], &s->body[0], outs);
  kn_bufs y = low_branch(f, op->regions[1], &s->body[1], outs);
  for (int k = 0, at = 0; k < op->outs.n; k++) {
    if (outs[k]) {
      kn_bind_reg(f, op->outs.at[k], outs[k]);
      continue;
    }
    if (x.at[at] != y.at[at])
      kn_fail(f->low, op, "%%%s is one of two arrays inside a kernel",
              op->outs.at[k]->name);
    kn_bind_buf(f, op->outs.at[k], x.at[at++]);
  }
}

// Registers for the carried scalars of "l", set to the initial values; arrays
// keep their buffer. All are bound to parameters and results.
static kn_reg **
init_carried(kn_fn *f, const ir_loop *l) {
  kn_reg **regs = NEW_ARRAY(f->low->arena, kn_reg *, l->n_carried);
  for (int k = 0; k < l->n_carried; k++) {
    ir_val *v = l->carried[k];
    if (v->type.array) {
      kn_buf *b = kn_array(f, l->inits[k]);
      kn_bind_buf(f, v, b);
      kn_bind_buf(f, l->outs[k], b);
      continue;
    }
    regs[k] = kn_reg_new(f->low->arena, f->fn, v->type.elem, v->name);
    kn_put_copy(f, regs[k], kn_scalar(f, l->inits[k]));
    kn_bind_reg(f, v, regs[k]);
    kn_bind_reg(f, l->outs[k], regs[k]);
  }
  return regs;
}

// The value that decides whether the loop goes on; *when_true: true does.
static ir_val *
decider(const ir_loop *l, bool *when_true) {
  ir_val *go = l->yields[0];
  *when_true = !(go->def && go->def->code == IR_OP_NOT);
  return *when_true ? go : go->def->ins.at[0];
}

// The select by "c" that "v" is, or NULL.
static const ir_op *
selects_by(const ir_val *v, const ir_val *c) {
  const ir_op *op = v->def;
  return op && op->code == IR_OP_SELECT && op->ins.at[0] == c ? op : NULL;
}

// One outcome of the decision: carried scalars get their values of it.
static void
put_outcome(kn_fn *f, const ir_loop *l, kn_reg **regs, const ir_val *c,
            bool outcome, bool go) {
  kn_reg **dst = NEW_ARRAY(f->low->arena, kn_reg *, l->n_carried);
  kn_reg **src = NEW_ARRAY(f->low->arena, kn_reg *, l->n_carried);
  int n = 0;
  for (int k = 0; k < l->n_carried; k++) {
    if (!regs[k])
      continue;
    const ir_op *select = selects_by(l->yields[k], c);
    ir_val *v = select ? select->ins.at[outcome ? 1 : 2] : l->yields[k];
    dst[n] = regs[k];
    src[n++] = k ? kn_scalar(f, v) : kn_put_const(f, IR_BOOL, go, NULL);
  }
  kn_put_parallel_copy(f, dst, src, n);
}

// CPU: when carried values are selected by what ends the loop, ends the
// iteration with a branch on it, so that they do not wait for it: a branch is
// predicted. False when there is none.
static bool
put_exit(kn_fn *f, const ir_loop *l, kn_reg **regs) {
  bool when_true, any = false;
  if (f->low->target != KN_CPU || !l->op->has_while)
    return false;
  ir_val *c = decider(l, &when_true);
  for (int k = 1; k < l->n_carried; k++)
    any |= regs[k] && selects_by(l->yields[k], c);
  if (!any)
    return false;
  kn_stmt *s = kn_put_if(f, kn_scalar(f, c));
  kn_block *back = kn_enter(f, &s->body[0]);
  put_outcome(f, l, regs, c, true, when_true);
  kn_enter(f, &s->body[1]);
  put_outcome(f, l, regs, c, false, !when_true);
  kn_enter(f, back);
  return true;
}

// End of an iteration: carried scalars get the yielded values.
static void
put_yields(kn_fn *f, const ir_loop *l, kn_reg **regs) {
  kn_reg **dst = NEW_ARRAY(f->low->arena, kn_reg *, l->n_carried);
  kn_reg **src = NEW_ARRAY(f->low->arena, kn_reg *, l->n_carried);
  int n = 0;
  for (int k = 0; k < l->n_carried; k++) {
    if (regs[k]) {
      dst[n] = regs[k];
      src[n++] = kn_scalar(f, l->yields[k]);
    } else if (kn_array(f, l->yields[k]) != kn_array(f, l->carried[k])) {
      kn_fail(f->low, l->op,
              "%%%s changes places with another array inside "
              "a kernel",
              l->carried[k]->name);
    }
  }
  if (!put_exit(f, l, regs))
    kn_put_parallel_copy(f, dst, src, n);
}

// ir_walk_fn: stops at ops that compute an address.
static bool
is_no_access(void *user, ir_op *op) {
  (void)user;
  return op->code != IR_OP_INDEX && !ir_writes_element(op);
}

// Starts a loop over "extent" for "body" and enters it: "i" gets its index,
// "back" the block around. GPUs take two instructions for an integer of 64
// bits: there it is counted in 32, where they suffice and no address, which
// has 64, is made of the index.
static kn_stmt *
enter_count(kn_fn *f, ir_val *extent, ir_region *body, bool parallel,
            const char *name, kn_reg **i, kn_block **back) {
  kn_reg *count = kn_scalar(f, extent);
  bool is_narrow = f->low->target == KN_GPU && an_fits_i32(extent) &&
                   ir_walk(body, is_no_access, NULL);
  if (is_narrow)
    count = kn_put_op(f, IR_OP_CONVERT, IR_I32, &count, 1, NULL);
  kn_stmt *s = kn_put_loop(f, count, parallel, name);
  *back = kn_enter(f, &s->body[0]);
  *i = is_narrow ? kn_put_op(f, IR_OP_CONVERT, IR_I64, &s->dst, 1, name)
                 : s->dst;
  return s;
}

// A LOOP of a kernel, counted, conditional or both.
static void
low_loop(kn_fn *f, ir_op *op) {
  ir_loop l;
  ir_match_loop(op, &l);
  kn_reg **regs = init_carried(f, &l);
  bool parallel =
      op->level == IR_LEVEL_VEC && !op->has_while && kn_is_vectorisable(l.body);
  for (int k = 0; k < l.n_carried; k++)
    parallel &= !regs[k];
  kn_reg *i = NULL;
  kn_block *back;
  kn_stmt *s = l.extent ? enter_count(f, l.extent, l.body, parallel, l.i->name,
                                      &i, &back)
                        : kn_put_while(f, NULL);
  if (op->has_while)
    s->cond = regs[0];
  if (l.i)
    kn_bind_reg(f, l.i, i);
  else
    back = kn_enter(f, &s->body[0]);
  kn_lower_region(f, l.body);
  put_yields(f, &l, regs);
  kn_enter(f, back);
}

// -- Maps and reductions ----------------------------------------------------
// Reports when a dest is not yielded in the storage it came in with; "params"
// are those of the region that yields them.
static void
check_in_place(kn_fn *f, const ir_soac *s, ir_val *const *params) {
  for (int k = 0; k < s->n_dests; k++)
    if (kn_array(f, s->dest_yields[k]) != kn_array(f, params[k]))
      kn_fail(f->low, s->op, "%%%s is not updated in place", params[k]->name);
}

void
kn_lower_soac_begin(kn_fn *f, const ir_soac *s, kn_reg **idx) {
  for (int k = 0; k < s->n_dims; k++)
    kn_bind_reg(f, s->idx[k], idx[k]);
  for (int k = 0; k < s->n_dests; k++)
    kn_bind_buf(f, s->dest_params[k], kn_array(f, s->dests[k]));
}

void
kn_lower_soac_end(kn_fn *f, const ir_soac *s) {
  if (!s->then)
    check_in_place(f, s, s->dest_params);
}

void
kn_lower_soac_body(kn_fn *f, const ir_soac *s, kn_reg **idx) {
  kn_lower_soac_begin(f, s, idx);
  kn_lower_region(f, s->body);
  kn_lower_soac_end(f, s);
}

void
kn_lower_then(kn_fn *f, const ir_soac *s, kn_reg **idx, kn_reg *const *before,
              kn_reg *const *after) {
  for (int k = 0; k < s->n_dims; k++)
    kn_bind_reg(f, s->then_idx[k], idx[k]);
  for (int k = 0; k < s->n_red; k++) {
    kn_bind_reg(f, s->before[k], before[k]);
    kn_bind_reg(f, s->after[k], after[k]);
  }
  for (int k = 0; k < s->n_dests; k++)
    kn_bind_buf(f, s->then_dests[k], kn_array(f, s->dests[k]));
  kn_lower_region(f, s->then);
  check_in_place(f, s, s->then_dests);
}

// acc = acc op values, by the operator's region.
static void
put_region_fold(kn_fn *f, const ir_soac *s, kn_reg **acc) {
  kn_reg **values = NEW_ARRAY(f->low->arena, kn_reg *, s->n_red);
  for (int k = 0; k < s->n_red; k++)
    values[k] = kn_scalar(f, s->values[k]);
  kn_put_fold(f, s, acc, values);
}

// acc_k = acc_k op_k value_k
static void
put_folds(kn_fn *f, const ir_soac *s, kn_reg **acc) {
  if (s->combine) {
    put_region_fold(f, s, acc);
    return;
  }
  for (int k = 0; k < s->n_red; k++) {
    kn_stmt *st = kn_put(f, KN_OP);
    st->op = s->op->red_ops[k];
    st->dst = acc[k];
    st->args[0] = acc[k];
    st->args[1] = kn_scalar(f, s->values[k]);
    st->n_args = 2;
  }
}

// One iteration of a scan in order, whose running values are "acc".
static void
low_scan_step(kn_fn *f, const ir_soac *s, kn_reg **idx, kn_reg **acc) {
  kn_reg **before = NEW_ARRAY(f->low->arena, kn_reg *, s->n_red);
  for (int k = 0; k < s->n_red; k++) {
    before[k] = kn_reg_new(f->low->arena, f->fn, acc[k]->type, "before");
    kn_put_copy(f, before[k], acc[k]);
  }
  put_folds(f, s, acc);
  kn_lower_then(f, s, idx, before, acc);
}

// The loops over dimensions "dim" and up of "s", around its body; values go to
// "acc", or to "tree" unless NULL.
static void
low_nest(kn_fn *f, const ir_soac *s, int dim, kn_reg **idx, kn_reg **acc,
         kn_skeleton *tree) {
  if (dim == s->n_dims) {
    kn_lower_soac_body(f, s, idx);
    if (tree)
      kn_put_tree_value(tree);
    else if (s->then)
      low_scan_step(f, s, idx, acc);
    else
      put_folds(f, s, acc);
    return;
  }
  bool parallel = s->n_red == 0 && kn_is_vectorisable(s->body);
  kn_block *back;
  enter_count(f, s->extents[dim], s->body, parallel, s->idx[dim]->name,
              &idx[dim], &back);
  low_nest(f, s, dim + 1, idx, acc, tree);
  kn_enter(f, back);
}

// The results of "s" in order or by the tree, into "acc".
static void
low_folds(kn_fn *f, const ir_soac *s, kn_reg **acc) {
  kn_reg **idx = NEW_ARRAY(f->low->arena, kn_reg *, s->n_dims);
  kn_skeleton *tree =
      kn_needs_tree(s->op) ? kn_put_tree_begin(f, s, acc) : NULL;
  low_nest(f, s, 0, idx, acc, tree);
  if (tree)
    kn_put_tree_end(tree);
}

// A map, reduce or scan inside a kernel, as loops of one work-item.
static void
low_soac(kn_fn *f, ir_op *op) {
  ir_soac s;
  ir_match_fold(op, &s);
  kn_reg **acc = NEW_ARRAY(f->low->arena, kn_reg *, s.n_red);
  for (int k = 0; k < s.n_red; k++) {
    ir_val *v = s.results[k];
    acc[k] = kn_reg_new(f->low->arena, f->fn, v->type.elem, v->name);
    kn_put_copy(f, acc[k], kn_scalar(f, s.inits[k]));
  }
  low_folds(f, &s, acc);
  for (int k = 0; k < s.n_red; k++)
    kn_bind_reg(f, s.results[k], acc[k]);
  for (int k = 0; k < s.n_dests; k++)
    kn_bind_buf(f, s.dest_outs[k], kn_array(f, s.dests[k]));
}

// -- Regions ----------------------------------------------------------------
// Reports a level that cannot be inside a kernel.
static void
check_level(kn_fn *f, ir_op *op) {
  if (!f->low->program)
    return;
  if (op->level == IR_LEVEL_NONE)
    kn_fail(f->low, op, "no level, inside a kernel");
  else if (op->level != IR_LEVEL_SEQ && op->level != IR_LEVEL_VEC &&
           op->level != IR_LEVEL_GROUP)
    kn_fail(f->low, op, "a parallel or host level inside a kernel");
}

// A loop inside a kernel.
static void
low_loop_here(kn_fn *f, ir_op *op) {
  check_level(f, op);
  low_loop(f, op);
}

// A map, reduce or scan inside a kernel.
static void
low_soac_here(kn_fn *f, ir_op *op) {
  check_level(f, op);
  low_soac(f, op);
}

// Reports the number of a bound that only the host knows.
static void
low_bound(kn_fn *f, ir_op *op) {
  kn_fail(f->low, op, "inside a kernel");
}

static const kn_ways ways = {.on_if = low_if,
                             .on_loop = low_loop_here,
                             .on_alloc = low_alloc,
                             .on_index = low_index,
                             .on_update = low_update,
                             .on_bound = low_bound,
                             .on_readable = low_readable,
                             .on_soac = low_soac_here};

void
kn_lower_ops(kn_fn *f, ir_op *from, const ir_op *to) {
  for (ir_op *op = from; op != to && !f->low->failed; op = op->next) {
    f->loc = op->loc;
    kn_lower_op(f, &ways, op);
  }
}

void
kn_lower_region(kn_fn *f, ir_region *r) {
  kn_lower_ops(f, r->first, NULL);
}

bool
kn_add_slice(map *ops, const ir_val *v, const ir_region *body, bool loads) {
  const ir_op *op = v->def;
  if (!op || op->parent != body || map_has(ops, op))
    return true;
  bool load =
      loads && op->code == IR_OP_INDEX && ir_is_outside(op->ins.at[0], body);
  if (!load && !ir_is_scalar_op(op->code))
    return false;
  map_put(ops, op, (void *)op);
  for (int k = 0; k < op->ins.n; k++)
    if (!kn_add_slice(ops, op->ins.at[k], body, loads))
      return false;
  return true;
}

bool
kn_needs_tree(const ir_op *op) {
  if (op->seq)
    return false;
  for (int k = 0; k < op->n_red; k++)
    if (ir_is_float(op->outs.at[k]->type.elem))
      return true;
  return false; // integer operators are associative and commutative
}

// ir_walk_fn: stops at ops that need private arrays, and at shared elements.
static bool
is_separate(void *user, ir_op *op) {
  (void)user;
  return op->code != IR_OP_ALLOC && op->code != IR_OP_COMBINE &&
         !kn_needs_tree(op);
}

bool
kn_is_vectorisable(ir_region *r) {
  return ir_walk(r, is_separate, NULL) &&
         an_may_join(r->func->module->arena, r->parent_op);
}

const char *
kn_reduction_text(kn_lowering *low, const ir_soac *s) {
  sb text;
  sb_init(&text, low->arena);
  for (int k = 0; k < s->n_red; k++)
    sb_printf(&text, "%s%s %s", k ? ", " : "",
              s->combine ? "tuple" : ir_op_table[s->op->red_ops[k]].mnemonic,
              ir_scalar_name(s->results[k]->type.elem));
  return sb_str(&text);
}
