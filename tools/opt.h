// tools/opt.h: the parts of loft-opt.
#ifndef LOFT_OPT_H
#define LOFT_OPT_H

#include "tools/tool.h"

struct kn_program;

typedef struct opt_options {
  const char *input, *output; // output NULL: standard output
  const char *passes, *print_after, *skip, *stop_after, *verify, *vector;
  const char *division;
  const char *emit, *func, *kernel, *steps;
  bool print_changed, roundtrip, check_eval;
  bool metrics, fired, eval, check_kernel, quiet, exact, why, fast_math;
  bool assumes, kernels, list_passes, list_rules, list_ops, help;
} opt_options;

// -- opt_check.c: --check-eval ----------------------------------------------
typedef struct opt_case {
  tool_input input;
  tool_outcome want;
} opt_case;

typedef struct opt_checker {
  loft_cx *cx;
  VEC(opt_case) cases;
  const opt_options *options;
} opt_checker;

// Evaluates "inputs", and random ones for functions of "m" that have none, as
// what later evaluations must give. False when one of "inputs" fails.
bool opt_check_begin(opt_checker *c, ir_module *m, const tool_inputs *inputs);
// Evaluates all again after "pass"; reports the first difference of each and
// returns false when there is one.
bool opt_check_after(opt_checker *c, const char *pass, ir_module *m);

// -- opt_passes.c -------------------------------------------------------------
// Runs o->passes over "m", printing to "out"; "checker" may be NULL. False when
// something was reported.
bool opt_run_passes(loft_cx *cx, ir_module *m, const opt_options *o,
                    opt_checker *checker, FILE *out);
// --list-passes, --list-rules.
void opt_list_passes(FILE *out);
void opt_list_rules(FILE *out);

// -- opt_emit.c ---------------------------------------------------------------
// --emit: lowers function o->func (NULL: the first) and writes it to "out".
bool opt_emit(loft_cx *cx, ir_module *m, const opt_options *o, FILE *out);

// Writes the kernels "p", in the form of o->emit.
bool opt_emit_program(loft_cx *cx, const struct kn_program *p,
                      const opt_options *o, FILE *out);

// -- opt_kernel.c -------------------------------------------------------------
// --check-kernel: simulates the kernels of each function on its inputs (random
// ones when it has none) and compares with the evaluator; reports differences.
// The kernels are those that their text reads as.
void opt_check_kernels(loft_cx *cx, ir_module *m, const opt_options *o,
                       const tool_inputs *inputs, FILE *out);

// --kernels: reads "text" as kernels and does with them as "o" says.
void opt_process_kernels(loft_cx *cx, const opt_options *o, const char *file,
                         const char *text, FILE *out);

#endif
