// plugin/compile.c: one recognised region through the middle.
//
//   func --common--> --cpu--> kernels          footprint --before--> kernel
//                  \--gpu--> kernels           estimate  --simplify--> kernel
//                                              rows      --simplify--> kernel
//                                              footprint --common,cpu-->
//                                              kernels
#include "plugin/region_private.h"

// A region on its way.
typedef struct compiler {
  plugin_state *state;
  const rec_region *rec;
  plugin_code *out;
} compiler;

// Whether code generation for "target" is to fail, as a test asks.
static bool
must_fail(const plugin_state *s, const char *target) {
  return s->options.fail && !strcmp(s->options.fail, target);
}

// A copy of "f" in a module of its own after the passes of "stage". NULL when
// reported to "cx"; so is a region that takes them too many steps.
static ir_func *
run_passes(compiler *c, loft_cx *cx, const ir_func *f, plugin_stage stage) {
  static const char *const passes[] = {
      [PLUGIN_COMMON] = "common",     [PLUGIN_CPU] = "cpu",
      [PLUGIN_GPU] = "gpu",           [PLUGIN_FOOTPRINT] = "before",
      [PLUGIN_ESTIMATE] = "simplify", [PLUGIN_INSPECTOR] = "common,cpu",
      [PLUGIN_ROWS] = "simplify",     [PLUGIN_RANGE] = "simplify"};
  ir_module *m = ir_module_new(cx->arena);
  ir_func *copy = ir_clone_func(m, f, f->name);
  rw_options options = {.verify = true,
                        .only = copy,
                        .division = c->state->options.division,
                        .vector_bytes =
                            lt_vector_bytes(c->rec->source->target)};
  if (must_fail(c->state, "steps"))
    options.budget = 2;
  if (c->state->options.report) {
    options.refusals = &c->out->refusals[stage];
    options.refusals->a = cx->arena;
  }
  bool ok = rw_run(cx, m, passes[stage], &options);
  memcpy(c->out->fired[stage], options.fired, sizeof options.fired);
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

// The CPU half.
static void
compile_cpu(compiler *c) {
  loft_cx *cx = &c->state->cx;
  loft_cx own = {.arena = cx->arena, .diag = report_own, .diag_user = cx};
  ir_func *f = run_passes(c, cx, c->out->ir[PLUGIN_COMMON], PLUGIN_CPU);
  c->out->ir[PLUGIN_CPU] = f;
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

// The footprint, or what estimates it. It may read an array behind a pointer in
// memory that is only valid if the loop runs, so it loads the pointer itself,
// where it reads.
static kn_func *
compile_footprint(compiler *c, const ir_func *g, plugin_stage stage) {
  const rec_region *rec = c->rec;
  kn_func *kernel = compile_flat(c, g, stage);
  for (int k = 0; kernel && k < rec->n_captures; k++)
    if (rec->captures[k].kind == REC_INDIRECT)
      kernel->params.at[k].buf->indirect = true;
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
    if (rec->captures[k].kind == REC_INDIRECT &&
        (rec->footprint->param_mode[k] & IR_READ))
      return true;
  return false;
}

// The footprint as a program, where it takes passes over data: these are
// shared out among threads. NULL where that cannot be; then one does it.
static kn_program *
compile_inspector(compiler *c) {
  const char *why = NULL;
  loft_cx quiet = {
      .arena = c->state->cx.arena, .diag = diag_keep_first, .diag_user = &why};
  if (!c->rec->estimate || reads_indirect(c->rec))
    return NULL;
  ir_func *f = run_passes(c, &quiet, c->rec->footprint, PLUGIN_INSPECTOR);
  return f ? kn_lower(&quiet, f, KN_CPU) : NULL;
}

plugin_code *
plugin_compile(plugin_state *s, plugin_region *r) {
  if (r->code)
    return r->code;
  r->code = NEW(s->cx.arena, plugin_code);
  compiler c = {s, r->rec, r->code};
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
  if (r->rec->rows)
    r->code->rows = compile_footprint(&c, r->rec->rows, PLUGIN_ROWS);
  if (r->chunk)
    compile_chunk(&c, r->chunk);
  r->code->inspector = compile_inspector(&c);
  return r->code;
}
