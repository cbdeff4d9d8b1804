// test/fuzz/fuzz_list.c: see fuzz_list.h.
#include "fuzz_list.h"

#include "recognizer/recognizer.h"
#include "rewrites/rewrites.h"

#include <stdlib.h>

enum { INPUTS = 3, MAX_OPS = 300 };

// -- Reporting ----------------------------------------------------------------
void
fuzz_found(const fuzz_run *run, const char *what) {
  fprintf(stderr, "%s\n-- passes %s; after %s: %s\n-- last message: %s\n",
          run->text, run->list, run->pass, what, run->last);
  abort();
}

// diag_fn: keeps the message; "user" is the fuzz_run.
static void
keep(void *user, diag_level level, loft_loc loc, const char *id,
     const char *message) {
  fuzz_run *run = user;
  (void)level, (void)loc, (void)id;
  snprintf(run->last, sizeof run->last, "%s", message);
}

loft_cx
fuzz_quiet(fuzz_run *run) {
  return (loft_cx){.arena = run->cx->arena, .diag = keep, .diag_user = run};
}

// diag_fn: internal errors are bugs; "user" is the fuzz_run.
static void
on_report(void *user, diag_level level, loft_loc loc, const char *id,
          const char *message) {
  (void)loc, (void)id;
  if (level == DIAG_INTERNAL)
    fuzz_found(user, message);
}

// -- Arguments ----------------------------------------------------------------
// Scalar arguments that are negative, large or not finite, for input "seed".
static void
vary(tool_input *in, uint32_t seed) {
  static const uint64_t words[] = {0, ~0ull, 1, 12, 200, 64};
  static const double doubles[] = {
      0.0, -0.0, __builtin_inf(), __builtin_nan(""), 1e300, -7.5};
  for (int i = 0; i < in->func->body->params.n; i++) {
    ir_datum *d = &in->args[i];
    uint32_t k = (seed * 7 + (uint32_t)i * 3) % LOFT_COUNT(words);
    ir_scalar type = d->type.elem;
    if (d->type.array || type == IR_BOOL)
      continue;
    d->bits = ir_is_float(type)
                  ? ir_float_bits(type, doubles[k])
                  : words[k] & (((ir_bits)1 << ir_width(type)) - 1);
  }
}

// tool_run_fn: the evaluator, where signed overflow is an error.
static bool
run_strictly(void *user, loft_cx *cx, ir_func *f, const ir_datum *args,
             ir_datum *results) {
  (void)user;
  ir_eval_opts opts = {.max_steps = FUZZ_STEPS, .no_overflow = true};
  return ir_eval(cx, f, args, results, &opts);
}

// Adds the inputs on which "f" means something. None for guards, which the pass
// "soac" may make stricter.
static void
add_cases(fuzz_run *run, ir_func *f) {
  arena *a = run->cx->arena;
  loft_cx silent = fuzz_quiet(run);
  if (strstr(f->name, "_guard"))
    return;
  for (uint32_t seed = 1; seed <= INPUTS; seed++) {
    fuzz_case c = {.input = tool_random_input(a, f, seed)};
    if (seed > 2)
      vary(&c.input, seed + (uint32_t)f->body->params.n);
    c.want = tool_evaluate_by(&silent, a, f, &c.input, run_strictly, NULL);
    if (c.want.ok)
      vec_push(a, &run->cases, c);
  }
}

// -- After each pass ----------------------------------------------------------
// True when "f" reads elements that it did not read before the pass "soac".
static bool
probes(const ir_func *f) {
  for (int k = 0; k < f->body->params.n; k++)
    if (f->param_mode[k] & IR_PROBE)
      return true;
  return false;
}

ir_func *
fuzz_helper(fuzz_run *run, ir_module *m, const tool_input *in,
            const char *what) {
  ir_func *f = ir_func_find(
      m, arena_printf(run->cx->arena, "%s_%s", in->func_name, what));
  int n = in->n_args;
  if (!f || f->body->params.n != n)
    return NULL;
  for (int k = 0; k < n; k++)
    if (!ir_type_eq(f->body->params.at[k]->type, in->args[k].type))
      return NULL;
  return f;
}

// True when "c" means something after the pass "soac" too: what that assumed is
// computed by a guard function. One of the text's own may be of any kind.
static bool
is_guarded(fuzz_run *run, ir_module *m, const fuzz_case *c) {
  loft_cx silent = fuzz_quiet(run);
  const char *name = c->input.func_name;
  if (probes(ir_func_find(m, name)))
    return false;
  const char *guard = arena_printf(silent.arena, "%s_guard", name);
  if (!ir_func_find(m, guard) || strcmp(run->pass, "soac") != 0)
    return true;
  bool own = strstr(run->text, guard);
  tool_input in = c->input;
  in.func = fuzz_helper(run, m, &c->input, "guard");
  if (!in.func)
    return false;
  tool_outcome got =
      tool_evaluate(&silent, silent.arena, in.func, &in, FUZZ_STEPS_AFTER);
  if (!got.ok && !own)
    fuzz_found(run, "the guard does not evaluate");
  return got.ok && got.data[0].bits;
}

void
fuzz_agree(const fuzz_run *run, const fuzz_case *c, const tool_outcome *got) {
  const char *what = tool_difference(run->cx->arena, &c->want, got, 0);
  if (what)
    fuzz_found(run, what);
}

// Evaluates "c" again, as the result of which later passes must keep; false when
// the case is dropped. <math.h> may differ in the last place where the pass
// "math" puts loft's own.
static bool
check_case(fuzz_run *run, ir_module *m, fuzz_case *c) {
  loft_cx silent = fuzz_quiet(run);
  ir_func *f = ir_func_find(m, c->input.func_name);
  bool moves = strcmp(run->pass, "math") == 0;
  if (!f)
    fuzz_found(run, "a function is gone");
  if (!is_guarded(run, m, c))
    return false;
  tool_outcome got =
      tool_evaluate(&silent, silent.arena, f, &c->input, FUZZ_STEPS_AFTER);
  if (!got.ok && strstr(run->last, "gave up"))
    return false;
  if (!got.ok)
    fuzz_found(run, "it does not evaluate any more");
  if (!moves)
    fuzz_agree(run, c, &got);
  c->want = got;
  return true;
}

// rw_options.after: all cases again.
static bool
after_pass(void *user, const char *pass, ir_module *m) {
  fuzz_run *run = user;
  int n = 0;
  run->pass = pass;
  for (int i = 0; i < run->cases.n; i++)
    if (check_case(run, m, &run->cases.at[i]))
      run->cases.at[n++] = run->cases.at[i];
  run->cases.n = n;
  return true;
}

// -- The list ---------------------------------------------------------------
// The pass "soac" as rw_pass_fn, in order.
static bool
run_soac(loft_cx *cx, ir_func *f, rw_options *o) {
  (void)o;
  return rec_find_soacs(cx, f, false, false);
}

static const rw_pass_info extra[] = {{"soac", "loops become maps", run_soac}};

// ir_walk_fn: counts ops; forgets levels and rows, which passes choose.
static bool
prepare(void *user, ir_op *op) {
  int *n = user;
  op->level = IR_LEVEL_NONE;
  op->rows = 0;
  return ++*n < MAX_OPS;
}

ir_module *
fuzz_run_list(fuzz_run *run, const char *list) {
  int n = 0;
  run->list = list;
  run->pass = "parsing";
  run->cases.n = 0;
  ir_module *m = ir_parse(run->cx, "fuzz", run->text);
  for (ir_func *f = m ? m->funcs : NULL; f; f = f->next) {
    if (!ir_walk(f->body, prepare, &n))
      return NULL;
    add_cases(run, f);
  }
  if (!m)
    return NULL;
  rw_options options = {.verify = true,
                        .after = after_pass,
                        .after_user = run,
                        .extra = extra,
                        .n_extra = LOFT_COUNT(extra)};
  run->cx->diag = on_report;
  run->cx->diag_user = run;
  rw_run(run->cx, m, list, &options);
  return m;
}

fuzz_case *
fuzz_case_of(fuzz_run *run, int i, const ir_func *f) {
  fuzz_case *c = &run->cases.at[i];
  return strcmp(c->input.func_name, f->name) == 0 ? c : NULL;
}

uint32_t
fuzz_hash(const uint8_t *data, size_t size) {
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < size; i++)
    hash = (hash ^ data[i]) * 16777619u;
  return hash >> 8;
}
