// tools/run.h: the parts of loft-run.
#ifndef LOFT_RUN_H
#define LOFT_RUN_H

#include "kernel/kernel.h"
#include "tools/tool.h"

// -- run_jit.c --------------------------------------------------------------
// A program compiled in memory, with all the runtime needs to start it.
typedef struct run_program run_program;

typedef struct run_jit_options {
  int opt;        // optimisation level, 0 to 3
  bool dump;      // print the LLVM IR to standard output
  bool optimised; // ... as it is after optimisation
} run_jit_options;

// Compiles "p", for the CPU or for Vulkan (its target). NULL when reported;
// run_destroy ends it.
run_program *run_compile(loft_cx *cx, const kn_program *p,
                         const run_jit_options *o);
void run_destroy(run_program *r);
// tool_run_fn: runs "f", which the run_program "user" was compiled from,
// through libloftrt.
bool run_compiled(void *user, loft_cx *cx, ir_func *f, const ir_datum *args,
                  ir_datum *results);

#endif
