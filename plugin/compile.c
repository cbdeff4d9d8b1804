// plugin/compile.c: one recognised region through the middle.
//
//   func --common--> --cpu--> kernels          footprint --simplify--> kernel
//                  \--gpu--> kernels
#include "plugin/region_private.h"
#include "rewrites/rewrites.h"

// A copy of "f" in a module of its own, after "passes". NULL when reported.
static ir_func *
run_passes(loft_cx *cx, const ir_func *f, const char *passes) {
  ir_module *m = ir_module_new(cx->arena);
  ir_func *copy = ir_clone_func(m, f, f->name);
  rw_options options = {.verify = true, .only = copy};
  return rw_run(cx, m, passes, &options) ? copy : NULL;
}

// Keeps the first message of a stage whose failure is no error.
static void
keep_first(void *user, diag_level level, loft_loc loc, const char *id,
           const char *message) {
  const char **first = user;
  (void)level, (void)loc, (void)id;
  if (!*first)
    *first = message;
}

void
plugin_no_device(loft_cx *cx, const rec_region *rec, const char *why) {
  diag_report(cx, DIAG_WARNING, rec->source->stmt->loc,
              rec_reason_table[REC_BACKEND].number,
              "the lifted loop runs on the CPU only: %s",
              rec_reason_text(cx->arena, REC_BACKEND, why ? why : "unknown"));
}

// Whether code generation for "target" is to fail, as a test asks.
static bool
must_fail(const plugin_state *s, const char *target) {
  return s->options.fail && !strcmp(s->options.fail, target);
}

// The CPU half.
static void
compile_cpu(plugin_state *s, const rec_region *rec, plugin_code *out) {
  loft_cx *cx = &s->cx;
  out->cpu_ir = run_passes(cx, out->common, "cpu");
  if (out->cpu_ir && !must_fail(s, "cpu"))
    out->cpu = kn_lower(cx, out->cpu_ir, KN_CPU);
  else if (out->cpu_ir)
    diag_report(cx, DIAG_INTERNAL, rec->source->stmt->loc, NULL,
                "failed as asked");
}

// The GPU half.
static void
compile_gpu(plugin_state *s, const rec_region *rec, plugin_code *out) {
  loft_cx *cx = &s->cx;
  const char *why = must_fail(s, "gpu") ? "failed as asked" : NULL;
  loft_cx quiet = {.arena = cx->arena, .diag = keep_first, .diag_user = &why};
  out->gpu_ir = run_passes(&quiet, out->common, "gpu");
  if (out->gpu_ir && !why)
    out->gpu = kn_lower(&quiet, out->gpu_ir, KN_GPU);
  if (!out->gpu && out->cpu)
    plugin_no_device(cx, rec, why);
}

// A footprint may read an array behind a pointer in memory that is only valid
// if the loop runs, so it loads the pointer itself, where it reads.
static void
mark_indirect(const rec_region *rec, kn_func *footprint) {
  for (int k = 0; footprint && k < rec->n_captures; k++)
    if (rec->captures[k].kind == REC_INDIRECT)
      footprint->params.at[k].buf->indirect = true;
}

void
plugin_compile(plugin_state *s, const rec_region *rec, plugin_code *out) {
  loft_cx *cx = &s->cx;
  *out = (plugin_code){0};
  out->common = run_passes(cx, rec->func, "common");
  if (!out->common)
    return;
  compile_cpu(s, rec, out);
  compile_gpu(s, rec, out);
  out->footprint_ir = run_passes(cx, rec->footprint, "simplify");
  if (out->footprint_ir)
    out->footprint = kn_lower_flat(cx, out->footprint_ir);
  mark_indirect(rec, out->footprint);
}
