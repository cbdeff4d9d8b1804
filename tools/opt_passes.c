// tools/opt_passes.c: running passes by name, and listing them.
//
// The recognizer's passes are offered next to those of rewrites/: the runner
// takes them as extra ones, so that all options apply to them as well.
#include "tools/opt.h"

#include "rewrites/rewrites.h"
#include "recognizer/recognizer.h"
#include <stdlib.h>

// The state of the hook after each pass.
typedef struct hook {
  loft_cx *cx;
  const opt_options *o;
  opt_checker *checker; // or NULL
  bool stopped;         // the pass --stop-after names has run
} hook;

// The pass "soac" as rw_pass_fn. Reassociation is allowed unless --exact.
static bool
run_soac(loft_cx *cx, ir_func *f, rw_options *o) {
  const hook *h = o->after_user;
  return rec_find_soacs(cx, f, !h->o->exact, h->o->why);
}

// Whether "f" was added beside a region's function.
static bool
is_companion(const ir_func *f) {
  static const char *const suffixes[] = {"_footprint", "_estimate", "_guard",
                                         "_lmads"};
  for (int k = 0; k < LOFT_COUNT(suffixes); k++)
    if (strstr(f->name, suffixes[k]))
      return true;
  return false;
}

// The pass "footprint" as rw_pass_fn; functions that are footprints or have
// one are left alone.
static bool
run_footprint(loft_cx *cx, ir_func *f, rw_options *o) {
  (void)o;
  const char *name = arena_printf(cx->arena, "%s_footprint", f->name);
  ir_func *estimate;
  if (is_companion(f) || ir_func_find(f->module, name))
    return false;
  return rec_build_footprint(cx, f, NULL, &estimate) != NULL;
}

// The pass "chunk" as rw_pass_fn: behind "footprint". Says what keeps a
// function from chunks.
static bool
run_chunk(loft_cx *cx, ir_func *f, rw_options *o) {
  (void)o;
  const char *name = arena_printf(cx->arena, "%s_footprint", f->name);
  rec_chunk c;
  if (!ir_func_find(f->module, name) || strstr(f->name, "_chunk"))
    return false;
  const char *whole = rec_build_chunk(cx, f, NULL, &c);
  if (whole) {
    diag_report(cx, DIAG_REMARK, f->body->last->loc, NULL,
                "%s does not run in chunks: %s", f->name, whole);
    return false;
  }
  ir_clone_func(f->module, c.func, c.func->name);
  ir_clone_func(f->module, c.footprint, c.footprint->name);
  ir_clone_func(f->module, c.range, c.range->name);
  if (c.join) {
    ir_clone_func(f->module, c.join, c.join->name);
    ir_clone_func(f->module, c.end, c.end->name);
  }
  return true;
}

// The pass "lmads" as rw_pass_fn; functions beside others are left alone.
static bool
run_lmads(loft_cx *cx, ir_func *f, rw_options *o) {
  (void)o;
  return !is_companion(f) && rec_build_lmads(cx, f, NULL) != NULL;
}

static const rw_pass_info recognizer_passes[] = {
    {"soac", "loops proven independent become map and reduce", run_soac},
    {"footprint", "adds the functions that compute the extents touched",
     run_footprint},
    {"lmads", "adds the functions that compute strides and trip counts",
     run_lmads},
    {"chunk", "adds the functions that compute some iterations alone",
     run_chunk},
};
enum { N_EXTRA = LOFT_COUNT(recognizer_passes) };

// rw_options.after: --check-eval and --stop-after.
static bool
after_pass(void *user, const char *pass, ir_module *m) {
  hook *h = user;
  if (h->checker && !opt_check_after(h->checker, pass, m))
    return false;
  h->stopped = h->o->stop_after && strcmp(h->o->stop_after, pass) == 0;
  return !h->stopped && h->cx->n_errors == 0;
}

// --fired: one line a rule that applied.
static void
print_fired(const rw_options *rw, FILE *out) {
  for (int k = 0; k < RW_RULE__COUNT; k++)
    if (rw->fired[k])
      fprintf(out, "fired %s=%d\n", rw_rule_table[k].id, rw->fired[k]);
}

bool
opt_run_passes(loft_cx *cx, ir_module *m, const opt_options *o,
               opt_checker *checker, FILE *out) {
  hook h = {.cx = cx, .o = o, .checker = checker};
  rw_options *rw = NEW(cx->arena, rw_options);
  *rw = (rw_options){.verify = !o->verify || strcmp(o->verify, "0") != 0,
                     .roundtrip = o->roundtrip,
                     .print_after = o->print_after,
                     .print_changed = o->print_changed,
                     .out = out,
                     .skip = o->skip,
                     .assumes = o->assumes,
                     .vector_bytes = o->vector ? atoi(o->vector) : 0,
                     .selects = true,
                     .after = after_pass,
                     .after_user = &h,
                     .extra = recognizer_passes,
                     .n_extra = N_EXTRA,
                     .budget = o->steps ? atol(o->steps) : 0};
  if (o->division)
    rw_division(o->division, &rw->division);
  bool ok = rw_run(cx, m, o->passes, rw) || h.stopped;
  if (rw->budget < 0)
    rec_refuse(cx, false, (loft_loc){.file = o->input, .line = 1}, REC_BUDGET,
               NULL);
  if (o->fired)
    print_fired(rw, out);
  return ok && cx->n_errors == 0;
}

void
opt_list_passes(FILE *out) {
  for (int k = 0; k < rw_n_passes; k++)
    fprintf(out, "%-16s %s\n", rw_pass_table[k].name, rw_pass_table[k].doc);
  for (int k = 0; k < N_EXTRA; k++)
    fprintf(out, "%-16s %s\n", recognizer_passes[k].name,
            recognizer_passes[k].doc);
  for (int k = 0; k < rw_n_pipelines; k++)
    fprintf(out, "%-16s pipeline: %s (%s)\n", rw_pipelines[k].name,
            rw_pipelines[k].doc, rw_pipelines[k].passes);
}

void
opt_list_rules(FILE *out) {
  for (int k = 0; k < RW_RULE__COUNT; k++)
    fprintf(out, "%-24s %-12s %s\n", rw_rule_table[k].id, rw_rule_table[k].pass,
            rw_rule_table[k].equation);
}
