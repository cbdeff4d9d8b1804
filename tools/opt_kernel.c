// tools/opt_kernel.c: --check-kernel: kernels against the IR they come from;
// --kernels: kernels that are read.
#include "tools/opt.h"

#include "tools/tool_kernel.h"

enum { N_RANDOM = 3 };

// The kernels that are simulated.
typedef struct simulation {
  kn_program *program; // or
  kn_func *flat;
  int group;
} simulation;

// tool_run_fn: runs the kernels.
static bool
simulate(void *user, loft_cx *cx, ir_func *f, const ir_datum *args,
         ir_datum *results) {
  const simulation *s = user;
  if (s->program)
    return kn_eval(cx, s->program, args, results, s->group);
  int n = f->body->last->ins.n;
  ir_bits *bits = NEW_ARRAY(cx->arena, ir_bits, n);
  if (!kn_eval_flat(cx, s->flat, args, bits, n))
    return false;
  for (int i = 0; i < n; i++)
    results[i] =
        (ir_datum){.type = f->body->last->ins.at[i]->type, .bits = bits[i]};
  return true;
}

// ir_walk_fn: stops at an op mapped to CPU threads.
static bool
is_no_thread(void *user, ir_op *op) {
  (void)user;
  return op->level != IR_LEVEL_THREAD;
}

// Runs "s" on "in", compares with the evaluator. False when reported.
static bool
check_input(loft_cx *cx, ir_func *f, const tool_input *in, simulation *s) {
  tool_outcome want = tool_evaluate(cx, cx->arena, f, in, 0);
  if (!want.ok)
    return false;
  tool_outcome got = tool_evaluate_by(cx, cx->arena, f, in, simulate, s);
  const char *difference =
      got.ok ? tool_difference(cx->arena, &want, &got, 0) : "failed";
  if (difference)
    diag_report(cx, DIAG_ERROR, f->body->last->loc, NULL,
                "the kernels of @%s (groups of %d) differ on %s: %s", f->name,
                s->group, in->text ? in->text : "random input", difference);
  return !difference;
}

// Checks "f" on its inputs, or on random ones.
static void
check_func(loft_cx *cx, ir_func *f, const tool_inputs *inputs, simulation *s,
           FILE *out) {
  static const int groups[] = {1, 3, 64};
  int n = 0;
  bool ok = true;
  for (int g = 0; g < LOFT_COUNT(groups) && ok; g++) {
    s->group = groups[g];
    n = 0;
    for (int i = 0; i < inputs->n && ok; i++) {
      if (strcmp(inputs->at[i].func_name, f->name) != 0)
        continue;
      ok = check_input(cx, f, &inputs->at[i], s);
      n++;
    }
    for (int i = 0; i < N_RANDOM && ok && !n; i++) {
      tool_input in = tool_random_input(cx->arena, f, (uint32_t)i);
      ok = check_input(cx, f, &in, s);
    }
  }
  if (ok)
    fprintf(out, "kernels of @%s agree on %d inputs\n", f->name,
            n ? n : N_RANDOM);
}

void
opt_check_kernels(loft_cx *cx, ir_module *m, const opt_options *o,
                  const tool_inputs *inputs, FILE *out) {
  bool flat = o->emit && strcmp(o->emit, "kernel-flat") == 0;
  for (ir_func *f = m->funcs; f; f = f->next) {
    simulation s = {0};
    bool cpu = !ir_walk(f->body, is_no_thread, NULL);
    if (flat)
      s.flat = kn_lower_flat(cx, f);
    else
      s.program = kn_lower(cx, f, cpu ? KN_CPU : KN_GPU);
    if (s.program)
      s.program = tool_reread(cx, s.program);
    if (s.flat || s.program)
      check_func(cx, f, inputs, &s, out);
  }
}

// --eval of the program "p".
static void
eval_kernels(loft_cx *cx, kn_program *p, const char *file, const char *text,
             FILE *out) {
  enum { GROUP = 8 };
  tool_inputs inputs = {0};
  simulation s = {.program = p, .group = GROUP};
  ir_module *m = tool_signature(cx, p);
  if (!m || !tool_find_inputs(cx, m, file, text, &inputs))
    return;
  for (int i = 0; i < inputs.n; i++) {
    const tool_input *in = &inputs.at[i];
    tool_outcome got =
        tool_evaluate_by(cx, cx->arena, in->func, in, simulate, &s);
    sb line;
    sb_init(&line, cx->arena);
    if (got.ok)
      tool_print_outcome(&line, in, &got, in->func);
    fputs(sb_str(&line), out);
  }
}

void
opt_process_kernels(loft_cx *cx, const opt_options *o, const char *file,
                    const char *text, FILE *out) {
  kn_program *p = kn_parse(cx, file, text);
  if (p && (!o->quiet || o->emit))
    opt_emit_program(cx, p, o, out);
  if (p && o->eval)
    eval_kernels(cx, p, file, text, out);
}
