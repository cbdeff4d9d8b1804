// tools/tool.h: shared by the command line tools.
#ifndef LOFT_TOOL_H
#define LOFT_TOOL_H

#include "ir/ir.h"

// -- tool_file.c ----------------------------------------------------------
// The contents of the file "path", NUL-terminated, "-" being standard input;
// reports why and returns NULL when it cannot be read. "len", unless NULL,
// gets the length: text must not contain NUL, the caller compares.
char *tool_read_file(loft_cx *cx, const char *path, size_t *len);
// Ends the program "tool", with status 2, over a bad command line or file.
LOFT_NORETURN
LOFT_PRINTF(2, 3) void tool_die(const char *tool, const char *fmt, ...);

// -- tool_args.c: inputs of functions as text -----------------------------
// One input of a function: a line "// EVAL: @f 4, 2.0, [1, 2, 0 x 6], true".
// An array may say where its first element lies: [1, 2]@-1.
typedef struct tool_input {
  ir_func *func;
  const char *func_name; // stays valid when passes replace the function
  ir_datum *args;        // one per parameter: n_args, ...
  const int *modes;      // ... and their modes, before all passes
  int n_args;
  const char *text; // as written, behind "EVAL:"; NULL: made up
} tool_input;
typedef VEC(tool_input) tool_inputs;

// Adds every EVAL line of "text" (of "file") for functions of "m" to "inputs".
// False when one is malformed (reported).
bool tool_find_inputs(loft_cx *cx, ir_module *m, const char *file,
                      const char *text, tool_inputs *inputs);
// Pseudo-random arguments for "f", the same for the same "seed": integers 0 to
// 7, arrays of 64 elements.
tool_input tool_random_input(arena *a, ir_func *f, uint32_t seed);
// Appends a scalar readably; floats as the shortest decimal that reads back
// to the same bits, and in hexadecimal behind it when "exact".
void tool_print_scalar(sb *out, ir_scalar type, ir_bits bits, bool exact);
// Appends "[]f32 = [1, 2]" or "f32 = 1.5 (0x1.8p+0)".
void tool_print_datum(sb *out, const ir_datum *d);
// Element "i" of "array" (counted from 0) as bits.
ir_bits tool_element(const ir_array *array, int64_t i);

// -- tool_eval.c: evaluating inputs, comparing outcomes ---------------------
// The outcome of an evaluation: the results, then the array parameters in
// order.
typedef struct tool_outcome {
  bool ok;
  ir_datum *data;
  int n_results, n_data;
} tool_outcome;

// Evaluates "f" on copies of the arguments of "input"; everything in the
// outcome is allocated from "a". Errors go to cx->diag when it is set.
// "max_steps" as in ir_eval_opts.
tool_outcome tool_evaluate(loft_cx *cx, arena *a, ir_func *f,
                           const tool_input *input, int64_t max_steps);
// The same by other means: "run" gets a context whose arena dies afterwards,
// copies of the arguments, room for the results; false when it failed.
typedef bool (*tool_run_fn)(void *user, loft_cx *cx, ir_func *f,
                            const ir_datum *args, ir_datum *results);
tool_outcome tool_evaluate_by(loft_cx *cx, arena *a, ir_func *f,
                              const tool_input *input, tool_run_fn run,
                              void *user);
// Appends what "got" is: the line "eval TEXT", then results and array
// parameters of "f", one a line.
void tool_print_outcome(sb *out, const tool_input *in, const tool_outcome *got,
                        const ir_func *f);
// NULL when both outcomes agree, else what differs. NaNs are alike.
// "tolerance" 0: floats bit for bit; else relative and absolute.
const char *tool_difference(arena *a, const tool_outcome *x,
                            const tool_outcome *y, double tolerance);

#endif
