// test/fuzz/fuzz_list.h: a list of passes on IR text, evaluated before and after
// each of them.
//
// The cases of a run are made up inputs on which a function means something:
// what the evaluator refuses (out of bounds, races, signed overflow, elements
// never written) has no meaning to keep, but must not crash anything.
#ifndef LOFT_FUZZ_LIST_H
#define LOFT_FUZZ_LIST_H

#include "fuzz.h"

#include "tools/tool.h"

// Steps of the evaluator before passes; after them, as maps may go outside of
// loops that run no times, a case that takes more is dropped.
enum { FUZZ_STEPS = 2000, FUZZ_STEPS_AFTER = 200 * FUZZ_STEPS };

typedef struct fuzz_case {
  tool_input input;
  tool_outcome want;
} fuzz_case;

typedef struct fuzz_run {
  loft_cx *cx;
  const char *text; // of the input
  const char *list; // passes that run
  const char *pass; // the last one that ran, or what ran after it
  VEC(fuzz_case) cases;
  char last[200]; // the last message
} fuzz_run;

// Runs "list", passes and pipelines by name and "soac", on a fresh copy of
// run->text and gives the module it became; run->cases are those still good for
// it. From then on internal errors in run->cx end the process. NULL when the
// text does not parse or is long.
ir_module *fuzz_run_list(fuzz_run *run, const char *list);
// The case at "i" of function "f", or NULL when it is for another.
fuzz_case *fuzz_case_of(fuzz_run *run, int i, const ir_func *f);
// The function of "m" that is called as that of "in" with "_WHAT" behind it, and
// takes the same arguments (text may have any), or NULL.
ir_func *fuzz_helper(fuzz_run *run, ir_module *m, const tool_input *in,
                     const char *what);
// Checks that "got", of "c" by other means, is right.
void fuzz_agree(const fuzz_run *run, const fuzz_case *c,
                const tool_outcome *got);
// A context whose messages are kept in run->last, in the arena of "run".
loft_cx fuzz_quiet(fuzz_run *run);
// Ends the process over "what" that is wrong.
LOFT_NORETURN void fuzz_found(const fuzz_run *run, const char *what);
// A number made of all bytes: what is done with an input follows from it.
uint32_t fuzz_hash(const uint8_t *data, size_t size);

#endif
