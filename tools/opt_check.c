// tools/opt_check.c: --check-eval: every pass must keep the results of
// functions.
#include "tools/opt.h"

enum { RANDOM_INPUTS = 8, RANDOM_STEPS = 2000000 };

// True when some element of "inputs" is for "f".
static bool
has_input(const tool_inputs *inputs, const ir_func *f) {
  for (int i = 0; i < inputs->n; i++)
    if (inputs->at[i].func == f)
      return true;
  return false;
}

// Adds random inputs for "f" that it can be evaluated on.
static void
add_random_cases(opt_checker *c, ir_func *f) {
  loft_cx silent = *c->cx;
  silent.diag = NULL;
  for (uint32_t seed = 1; seed <= RANDOM_INPUTS; seed++) {
    opt_case k = {.input = tool_random_input(c->cx->arena, f, seed)};
    k.want = tool_evaluate(&silent, c->cx->arena, f, &k.input, RANDOM_STEPS);
    if (k.want.ok)
      vec_push(c->cx->arena, &c->cases, k);
  }
}

bool
opt_check_begin(opt_checker *c, ir_module *m, const tool_inputs *inputs) {
  for (int i = 0; i < inputs->n; i++) {
    opt_case k = {.input = inputs->at[i]};
    k.want = tool_evaluate(c->cx, c->cx->arena, k.input.func, &k.input, 0);
    if (!k.want.ok)
      return false;
    vec_push(c->cx->arena, &c->cases, k);
  }
  for (ir_func *f = m->funcs; f; f = f->next)
    if (!has_input(inputs, f))
      add_random_cases(c, f);
  return true;
}

// How far results may move in "pass": the pass "math" replaces libm by loft's
// own functions, "soac" lets float reductions be folded by the tree.
static double
tolerance_of(const opt_checker *c, const char *pass) {
  bool moves = strcmp(pass, "math") == 0 ||
               (strcmp(pass, "soac") == 0 && !c->options->exact);
  return moves ? 1e-4 : 0;
}

// How messages call the input "in".
static const char *
input_text(arena *a, const tool_input *in) {
  if (in->text)
    return arena_printf(a, "EVAL: %s", in->text);
  sb out;
  sb_init(&out, a);
  sb_printf(&out, "random input @%s", in->func_name);
  for (int i = 0; i < in->n_args; i++) {
    sb_add(&out, i ? ", " : " ");
    if (in->args[i].type.array)
      sb_add(&out, "[...]");
    else
      tool_print_scalar(&out, in->args[i].type.elem, in->args[i].bits, false);
  }
  return sb_str(&out);
}

// True when "f" still takes the arguments of "in", and tables of rows behind
// them.
static bool
takes_input(const ir_func *f, const tool_input *in) {
  const ir_vals *now = &f->body->params;
  bool same = now->n >= in->n_args;
  for (int i = 0; same && i < now->n; i++)
    same =
        ir_type_eq(now->at[i]->type,
                   i < in->n_args ? in->args[i].type : (ir_type){IR_I64, true});
  return same;
}

// The error of case "k" after "pass", or NULL; without tolerance-free
// agreement the new outcome is what later passes must keep.
static const char *
check_case(opt_checker *c, opt_case *k, const char *pass, ir_module *m) {
  arena *a = c->cx->arena;
  ir_func *f = ir_func_find(m, k->input.func_name);
  if (!f || !takes_input(f, &k->input))
    return "the function is gone or takes other arguments";
  double tolerance = tolerance_of(c, pass);
  int64_t steps = k->input.text ? 0 : (int64_t)RANDOM_STEPS * 16;
  arena *own = arena_create();
  tool_outcome got =
      tool_evaluate(c->cx, tolerance > 0 ? a : own, f, &k->input, steps);
  const char *found = got.ok ? tool_difference(a, &k->want, &got, tolerance)
                             : "it does not evaluate any more";
  if (tolerance > 0 && got.ok)
    k->want = got;
  arena_destroy(own);
  return found;
}

bool
opt_check_after(opt_checker *c, const char *pass, ir_module *m) {
  bool ok = true;
  for (int i = 0; i < c->cases.n; i++) {
    opt_case *k = &c->cases.at[i];
    const char *found = check_case(c, k, pass, m);
    if (found)
      diag_report(c->cx, DIAG_ERROR, (loft_loc){0}, NULL,
                  "pass '%s' changes @%s: %s\n  %s", pass, k->input.func_name,
                  found, input_text(c->cx->arena, &k->input));
    ok = ok && !found;
  }
  return ok;
}
