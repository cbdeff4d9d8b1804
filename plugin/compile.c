// plugin/compile.c: one recognised region through the middle.
//
//   func --common--> --cpu--> kernels          footprint --before--> kernel
//                  \--gpu--> kernels           estimate  --simplify--> kernel
//                                              rows      --simplify--> kernel
//                                              footprint --common,cpu-->
//                                              kernels
//                                  footprint --common,gpu-->
//                                              kernels
#include "plugin/region_private.h"

// A region on its way.
typedef struct compiler {
  plugin_state *state;
  const rec_region *rec;
  plugin_code *out;
  bool is_chunk; // some iterations of a region
} compiler;

// Whether code generation for "target" is to fail, as a test asks.
static bool
must_fail(const plugin_state *s, const char *target) {
  return s->options.fail && !strcmp(s->options.fail, target);
}

// Lets no parameter of "f" be marked as the distance of rows.
static void
drop_row_modes(ir_func *f) {
  for (int k = 0; k < f->body->params.n; k++)
    f->param_mode[k] &= ~IR_ROWS;
}

// A copy of "f" in a module of its own after the passes of "stage". NULL when
// reported to "cx"; so is a region that takes them too many steps.
static ir_func *
run_passes(compiler *c, loft_cx *cx, const ir_func *f, plugin_stage stage) {
  static const char *const passes[] = {[PLUGIN_COMMON] = "common",
                                       [PLUGIN_CPU] = "cpu",
                                       [PLUGIN_GPU] = "gpu",
                                       [PLUGIN_FOOTPRINT] = "before",
                                       [PLUGIN_ESTIMATE] = "simplify",
                                       [PLUGIN_INSPECTOR] = "common,cpu",
                                       [PLUGIN_GPU_INSPECTOR] = "common,gpu",
                                       [PLUGIN_ROWS] = "simplify",
                                       [PLUGIN_RANGE] = "simplify",
                                       [PLUGIN_LOOK] = "simplify",
                                       [PLUGIN_LMADS] = "simplify",
                                       [PLUGIN_ROW_ENDS] = "simplify"};
  ir_module *m = ir_module_new(cx->arena);
  ir_func *copy = ir_clone_func(m, f, f->name);
  if (c->is_chunk) // its rows are copies, as on the device
    drop_row_modes(copy);
  rw_options options = {.verify = true,
                        .only = copy,
                        .division = c->state->options.division,
                        .assumes = c->out->assumes,
                        .vector_bytes = lt_vector_bytes(c->rec->source->target),
                        .selects = lt_has_selects(c->rec->source->target)};
  if (must_fail(c->state, "steps"))
    options.budget = 2;
  if (c->state->options.report) {
    options.refusals = &c->out->refusals[stage];
    options.refusals->a = cx->arena;
  }
  bool ok = rw_run(cx, m, passes[stage], &options);
  memcpy(c->out->fired[stage], options.fired, sizeof options.fired);
  memcpy(c->out->tile[stage], options.tile, sizeof options.tile);
  if (ok && options.budget < 0) {
    const lt_region *source = c->rec->source;
    rec_refuse(cx, source->required, source->stmt->loc, REC_BUDGET, NULL);
    ok = false;
  }
  return ok ? copy : NULL;
}

void
plugin_no_device(loft_cx *cx, const rec_region *rec, const char *why) {
  diag_report(cx, DIAG_WARNING, rec->source->stmt->loc,
              rec_reason_table[REC_BACKEND].number,
              "the lifted loop runs on the CPU only: %s",
              rec_reason_text(cx->arena, REC_BACKEND, why ? why : "unknown"));
}

// diag_fn: errors in IR that loft itself made are loft's; "user" is the
// loft_cx.
static void
report_own(void *user, diag_level level, loft_loc loc, const char *id,
           const char *message) {
  diag_report(user, level == DIAG_ERROR ? DIAG_INTERNAL : level, loc, id, "%s",
              message);
}

bool
plugin_is_rows(const rec_region *rec, int k) {
  return rec->captures[k].table && rec->func->body->params.at[k]->type.array;
}

bool
plugin_reads_rows(const rec_region *rec) {
  const ir_func *of[] = {rec->footprint, rec->estimate};
  bool reads = false;
  for (int k = 0; k < rec->n_captures; k++)
    for (int i = 0; i < LOFT_COUNT(of); i++)
      reads |=
          of[i] && plugin_is_rows(rec, k) && (of[i]->param_mode[k] & IR_READ);
  return reads;
}

// The CPU half.
static void
compile_cpu(compiler *c) {
  loft_cx *cx = &c->state->cx;
  loft_cx own = {.arena = cx->arena, .diag = report_own, .diag_user = cx};
  c->out->assumes =
      !c->is_chunk && !plugin_reads_rows(c->rec) && plugin_may_assume(c->rec);
  ir_func *f = run_passes(c, cx, c->out->ir[PLUGIN_COMMON], PLUGIN_CPU);
  c->out->ir[PLUGIN_CPU] = f;
  c->out->assumes = c->out->assumes && f && plugin_checks_all(f);
  if (f && !must_fail(c->state, "cpu"))
    c->out->cpu = kn_lower(&own, f, KN_CPU);
  else if (f)
    diag_report(cx, DIAG_INTERNAL, c->rec->source->stmt->loc, NULL,
                "failed as asked");
}

// The GPU half.
static void
compile_gpu(compiler *c) {
  loft_cx *cx = &c->state->cx;
  const char *never = kn_no_gpu(c->out->ir[PLUGIN_COMMON]);
  if (never) {
    if (c->out->cpu && c->state->options.remarks && !c->is_chunk)
      diag_report(cx, DIAG_REMARK, c->rec->source->stmt->loc, NULL,
                  "the lifted loop runs on the CPU only: %s", never);
    return;
  }
  const char *why = must_fail(c->state, "gpu") ? "failed as asked" : NULL;
  loft_cx quiet = {
      .arena = cx->arena, .diag = diag_keep_first, .diag_user = &why};
  ir_func *f = run_passes(c, &quiet, c->out->ir[PLUGIN_COMMON], PLUGIN_GPU);
  c->out->ir[PLUGIN_GPU] = f;
  if (f && !why)
    c->out->gpu = kn_lower(&quiet, f, KN_GPU);
  if (!c->out->gpu && c->out->cpu)
    plugin_no_device(cx, c->rec, why);
}

// Flat code of "g".
static kn_func *
compile_flat(compiler *c, const ir_func *g, plugin_stage stage) {
  loft_cx *cx = &c->state->cx;
  loft_cx own = {.arena = cx->arena, .diag = report_own, .diag_user = cx};
  ir_func *f = run_passes(c, cx, g, stage);
  c->out->ir[stage] = f;
  return f ? kn_lower_flat(&own, f) : NULL;
}

// Lets flat code "k" of "rec" load pointers that are in memory itself, where it
// reads what is behind them.
static void
load_pointers(arena *a, const rec_region *rec, kn_func *k) {
  for (int i = 0; i < rec->n_captures; i++) {
    const rec_capture *c = &rec->captures[i];
    int64_t *loads = NEW_ARRAY(a, int64_t, c->n_loads);
    for (int l = 0; l < c->n_loads; l++)
      loads[l] = c->loads[l].then;
    if (c->table && k->params.at[i].buf) {
      k->params.at[i].buf->row_shift = REC_ROW_SHIFT;
      k->params.at[i].buf->row_first = c->table->first;
      k->params.at[i].buf->row_step = c->table->step;
      k->params.at[i].buf->row_word = c->table->word;
    }
    if (c->n_loads == 0)
      continue;
    k->params.at[i].buf->n_loads = c->n_loads;
    k->params.at[i].buf->loads = loads;
  }
}

// The footprint, or what estimates it. It may read an array behind a pointer in
// memory that is only valid if the loop runs, so it loads the pointer itself,
// where it reads.
static kn_func *
compile_footprint(compiler *c, const ir_func *g, plugin_stage stage) {
  kn_func *kernel = compile_flat(c, g, stage);
  if (kernel)
    load_pointers(c->state->cx.arena, c->rec, kernel);
  return kernel;
}

// The functions of chunks beside their code.
static void
compile_chunk(compiler *c, const rec_chunk *chunk) {
  plugin_code *out = c->out;
  out->range = compile_footprint(c, chunk->range, PLUGIN_RANGE);
  if (!chunk->join)
    return;
  out->join = compile_flat(c, chunk->join, PLUGIN_RANGE);
  out->end = compile_footprint(c, chunk->end, PLUGIN_RANGE);
}

// Whether the footprint reads an array behind a pointer in memory.
static bool
reads_indirect(const rec_region *rec) {
  for (int k = 0; k < rec->n_captures; k++)
    if ((rec->captures[k].n_loads > 0 || plugin_is_rows(rec, k)) &&
        (rec->footprint->param_mode[k] & IR_READ))
      return true;
  return false;
}

// The footprint as a program for "target". NULL: it cannot be one.
static kn_program *
lower_footprint(compiler *c, plugin_stage stage, kn_target target) {
  const char *why = NULL;
  loft_cx quiet = {
      .arena = c->state->cx.arena, .diag = diag_keep_first, .diag_user = &why};
  ir_func *f = run_passes(c, &quiet, c->rec->footprint, stage);
  return f ? kn_lower(&quiet, f, target) : NULL;
}

// The footprint as a program, where it takes passes over data: these are
// shared out among threads. NULL where that cannot be; then one does it.
static kn_program *
compile_inspector(compiler *c) {
  if (!c->rec->estimate || reads_indirect(c->rec))
    return NULL;
  return lower_footprint(c, PLUGIN_INSPECTOR, KN_CPU);
}

// -- What footprints read -----------------------------------------------------

int
plugin_bytes_read(const rec_region *rec, const ir_func *f, int k) {
  const rec_capture *c = &rec->captures[k];
  if (!(f->param_mode[k] & IR_READ))
    return 0;
  bool is_scalar = c->kind == REC_ADDRESS && c->n_loads == 0 &&
                   c->expr->type->kind == LT_TYPE_SCALAR;
  return is_scalar ? ir_size(c->elem) : -1;
}

// Whether "f" reads from some array as much as nobody knows.
static bool
reads_unknown(const rec_region *rec, const ir_func *f) {
  bool any = false;
  for (int k = 0; k < rec->n_captures; k++)
    any |= plugin_bytes_read(rec, f, k) < 0;
  return any;
}

// ir_walk_fn: false where memory is looked at that C may not read.
static bool
probes_nothing(void *user, ir_op *op) {
  (void)user;
  return op->code != IR_OP_READABLE;
}

// Whether the footprint reads nothing but what the region touches, as far as it
// comes to be run: else it could fault. Its guard may read what only C does.
static bool
reads_touched(compiler *c) {
  const rec_region *rec = c->rec;
  if (!ir_walk(rec->footprint->body, probes_nothing, NULL))
    return false;
  if (!rec->guard)
    return true;
  ir_func *guard = ir_clone_func(ir_module_new(c->state->cx.arena), rec->guard,
                                 rec->guard->name);
  ir_note_reads(guard);
  return !reads_unknown(rec, guard);
}

// Leaves of the results of footprint "f" the ranges of arrays that "of" reads.
static void
drop_results(const rec_region *rec, ir_func *f, const ir_func *of) {
  ir_vals *out = &f->body->last->ins;
  ir_builder b = ir_before(f->body->last);
  int n = REC_FOOTPRINT_HEAD;
  out->at[0] = ir_build_int(&b, IR_BOOL, 1);
  for (int k = 1; k < n; k++)
    out->at[k] = ir_build_float(&b, IR_F64, 0);
  for (int k = 0; k < rec->n_captures; k++) {
    bool drops = plugin_bytes_read(rec, of, k) >= 0;
    for (int end = 0; end < 2 && f->body->params.at[k]->type.array; end++, n++)
      if (drops)
        out->at[n] = ir_build_int(&b, IR_I64, 0);
  }
}

// The look that tells what "of" reads, in *f: part of the footprint. Without
// code where it takes too many steps.
static plugin_look
look_at(compiler *c, const ir_func *of, ir_func **f) {
  const char *why = NULL;
  arena *a = c->state->cx.arena;
  loft_cx quiet = {.arena = a, .diag = diag_keep_first, .diag_user = &why};
  *f = ir_clone_func(ir_module_new(a), c->out->ir[PLUGIN_FOOTPRINT], "look");
  drop_results(c->rec, *f, of);
  *f = run_passes(c, &quiet, *f, PLUGIN_LOOK);
  plugin_look look = {of, *f ? kn_lower_flat(&quiet, *f) : NULL};
  if (!look.code)
    return look;
  ir_note_reads(*f);
  load_pointers(c->state->cx.arena, c->rec, look.code);
  return look;
}

// Makes the looks.
static void
compile_looks(compiler *c) {
  plugin_code *out = c->out;
  ir_func *f = out->ir[PLUGIN_FOOTPRINT];
  int n = 0;
  if (!reads_touched(c))
    return;
  for (; reads_unknown(c->rec, f); n++) {
    if (n == PLUGIN_MOST_LOOKS)
      return;
    out->looks[n] = look_at(c, f, &f);
    if (!out->looks[n].code)
      return;
  }
  out->n_looks = n;
}

// Whether a kernel of "p" loops in a single work-item.
static bool
has_slow_kernel(const kn_program *p) {
  for (int k = 0; k < p->kernels.n; k++)
    if (!strcmp(p->kernels.at[k]->what, "sequential") &&
        kn_has(&p->kernels.at[k]->body, KN_LOOP))
      return true;
  return false;
}

// The footprint as a program for a device, which may have the arrays already.
// NULL where it is not known before how much of them it reads, or there is
// something to do for a single work-item.
static kn_program *
compile_gpu_inspector(compiler *c) {
  const rec_region *rec = c->rec;
  if (!c->out->gpu || c->is_chunk || rec->rows || c->out->n_looks == 0 ||
      !rec->estimate || reads_unknown(rec, rec->estimate))
    return NULL;
  kn_program *p = lower_footprint(c, PLUGIN_GPU_INSPECTOR, KN_GPU);
  return p && !has_slow_kernel(p) ? p : NULL;
}

plugin_code *
plugin_compile(plugin_state *s, plugin_region *r) {
  if (r->code)
    return r->code;
  r->code = NEW(s->cx.arena, plugin_code);
  compiler c = {s, r->rec, r->code, r->chunk != NULL};
  r->code->ir[PLUGIN_COMMON] =
      run_passes(&c, &s->cx, r->rec->func, PLUGIN_COMMON);
  if (!r->code->ir[PLUGIN_COMMON])
    return r->code;
  compile_cpu(&c);
  compile_gpu(&c);
  r->code->footprint =
      compile_footprint(&c, r->rec->footprint, PLUGIN_FOOTPRINT);
  if (r->rec->estimate)
    r->code->estimate =
        compile_footprint(&c, r->rec->estimate, PLUGIN_ESTIMATE);
  if (r->rec->lmads)
    r->code->lmads = compile_footprint(&c, r->rec->lmads, PLUGIN_LMADS);
  if (r->rec->rows)
    r->code->rows = compile_footprint(&c, r->rec->rows, PLUGIN_ROWS);
  if (r->rec->row_ends)
    r->code->row_ends =
        compile_footprint(&c, r->rec->row_ends, PLUGIN_ROW_ENDS);
  if (r->chunk)
    compile_chunk(&c, r->chunk);
  else if (r->code->footprint && !r->rec->rows)
    compile_looks(&c);
  r->code->inspector = compile_inspector(&c);
  r->code->gpu_inspector = compile_gpu_inspector(&c);
  return r->code;
}
