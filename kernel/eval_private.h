// kernel/eval_private.h: shared by the files of the kernel evaluator.
//
//   eval.c         the host function, launches
//   eval_kernel.c  work-groups in lock step
//   eval_memory.c  arrays: bounds, initialisation, lifetime, races
#ifndef LOFT_KERNEL_EVAL_PRIVATE_H
#define LOFT_KERNEL_EVAL_PRIVATE_H

#include "kernel/kernel.h"

// Who touches memory: one work-item (or iteration of a parallel loop) of one
// group, between two barriers. Two accesses to an element, one a write, by
// different items race unless they are of the same group and in different
// phases. All are numbered anew for each launch, from 1. A parallel loop inside
// a parallel one has iterations and phases within the item.
typedef struct ev_actor {
  int64_t item, group, phase;
  int64_t inner, inner_phase; // 0: not in such a loop
} ev_actor;

// The state of one element.
typedef struct ev_shadow {
  // item 0: nobody; -1 in item, group or inner: several
  ev_actor write, read, combine;
  ir_opcode operator; // of "combine"
  bool is_set;
} ev_shadow;

// An array of the program: one of the caller's, of the device, of a group or
// of a work-item.
typedef struct ev_object {
  ir_array *array;
  ev_shadow *shadow; // one per element
  int64_t launch;    // the launch that "shadow" is about
  bool from_alloc, is_freed;
} ev_object;

typedef struct ev_machine {
  loft_cx *cx;
  arena *arena;
  const kn_program *program;
  int group;      // work-items per group where the kernel leaves it open
  int64_t launch; // counts launches
  int64_t steps;  // statements left before giving up
  bool failed;
  const kn_func *func; // running
  const kn_stmt *stmt; // running, for messages
} ev_machine;

// Reports an error at the running statement, once.
void ev_fail(ev_machine *m, const char *fmt, ...) LOFT_PRINTF(2, 3);
// The result of CALL "s" of "args"; an error where it cannot be called.
ir_bits ev_call(ev_machine *m, const kn_stmt *s, const ir_bits *args);
// Counts a statement; false when the limit is reached or all is over.
bool ev_step(ev_machine *m);

// -- eval_memory.c ----------------------------------------------------------
// An object for the caller's "array", all of it set.
ev_object *ev_object_of(ev_machine *m, ir_array *array);
// A new object of "count" undefined elements.
ev_object *ev_object_new(ev_machine *m, ir_scalar elem, int64_t count);
// Element "i" of "o", seen by "who" (NULL: the host).
ir_bits ev_load(ev_machine *m, ev_object *o, const char *name, int64_t i,
                const ev_actor *who);
void ev_store(ev_machine *m, ev_object *o, const char *name, int64_t i,
              ir_bits bits, const ev_actor *who);
// Element "i" becomes op of itself and "bits", at once; gives the old value.
ir_bits ev_combine(ev_machine *m, ev_object *o, const char *name, int64_t i,
                   ir_opcode op, ir_bits bits, const ev_actor *who);
// All elements are undefined and untouched again.
void ev_object_reset(ev_object *o);

// -- eval_kernel.c ------------------------------------------------------------
// A launch: arguments in parameter order, scalars as bits.
typedef struct ev_launch {
  const kn_func *kernel;
  ir_bits *scalars;
  ev_object **objects;
  int64_t items[3];
  int64_t loop_bound; // -1 unknown
} ev_launch;

void ev_run_launch(ev_machine *m, const ev_launch *l);

#endif
