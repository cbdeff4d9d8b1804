// rewrites/rewrites.h: rules, passes, pipelines on the IR.
//
// The rule writer's contract (after LuaJIT's FOLD and NIR's passes):
//  1. A rule looks at one op and what it can reach from it, keeps no state.
//  2. It keeps result types and names, and the value of every result bit for
//     bit (reduction order is part of the op, so this holds for floats too).
//  3. It states its equation, its conditions ("when:"), its gain ("why:") and
//     its source ("src:") above the function, in this form.
//  4. It lowers a measure (op count, nesting, memory traffic), or runs in a
//     one-shot pass; never both directions in one pass: so all terminates.
//  5. It returns whether it changed anything.
#ifndef LOFT_REWRITES_H
#define LOFT_REWRITES_H

#include "ir/ir.h"

// -- rules.def -----------------------------------------------------------
// RW_RULE(id, pass, equation)
typedef enum rw_rule_id {
#define RW_RULE(ID, pass, equation) RW_RULE_##ID,
#include "rewrites/rules.def"
#undef RW_RULE
  RW_RULE__COUNT
} rw_rule_id;
typedef struct rw_rule_info {
  const char *id, *pass, *equation;
} rw_rule_info;
extern const rw_rule_info rw_rule_table[RW_RULE__COUNT];

// A rule that met its shape and was held back by one of its conditions.
typedef struct rw_refusal {
  rw_rule_id rule;
  loft_loc loc;    // of the op it was tried on; file NULL if none
  const char *why; // the condition, as a sentence
} rw_refusal;
typedef struct rw_refusals {
  arena *a;
  VEC(rw_refusal) list; // each once
} rw_refusals;

// -- passes.def ------------------------------------------------------------
// RW_PASS(id, name, description); each is pass_<id>.c exporting pass_<id>.
// How work-items share out rows whose lengths are data (Van Gils, section 4):
// as the run decides; one row each; by a scan of all lengths, one element each;
// or, a number above 0, so many rows a work-group.
enum {
  RW_DIVISION_AUTO,
  RW_DIVISION_LANE = -1,
  RW_DIVISION_SCAN = -2,
  RW_DIVISION_SHUFFLED = -3
};

typedef struct rw_options {
  bool verify;             // ir_check after each pass that changed some IR (on)
  bool roundtrip;          // print, parse, print and compare after each pass
  const char *print_after; // pass name, "all", or NULL
  bool print_changed;
  FILE *out;                 // where IR is printed
  const char *skip;          // comma-separated pass names to skip
  int fired[RW_RULE__COUNT]; // out: how often each rule applied
  int tile[2]; // out: rows and columns of the largest tile; 0: there is none
  // called after each pass when set (loft-opt's --check-eval)
  bool (*after)(void *user, const char *pass, ir_module *m);
  void *after_user;
  ir_func *only;                    // work on this function alone; NULL: all
  const struct rw_pass_info *extra; // passes of the caller's, by name too
  int n_extra;
  long budget;           // rule applications left; 0 = default budget
  rw_refusals *refusals; // out, where not NULL
  int vector_bytes;      // of the CPU's vectors; 0: it has none
  bool selects;          // these choose between lanes, and round, by one
                         // instruction each
  int division;          // RW_DIVISION_.., or rows of a group
  bool assumes;          // extents of arrays that are combined into by data may
                         // be assumed: that is checked
} rw_options;

// A pass works on one function, returns whether it changed something.
typedef bool (*rw_pass_fn)(loft_cx *cx, ir_func *f, rw_options *o);
typedef struct rw_pass_info {
  const char *name, *doc;
  rw_pass_fn run;
} rw_pass_info;
extern const rw_pass_info rw_pass_table[];
extern const int rw_n_passes;

// Runs the comma-separated "passes" (names of passes or of pipelines) over
// every function of "m". False on an unknown name or invalid IR afterwards
// (reported).
bool rw_run(loft_cx *cx, ir_module *m, const char *passes, rw_options *o);
// *division = what "text" names: "auto", "lane", "scan", "shuffled", or a power
// of two up to IR_MAX_GROUP_ROWS. False for other texts.
bool rw_division(const char *text, int *division);
// Counts a rule's application (and checks the budget; false: stop).
bool rw_fired(rw_options *o, rw_rule_id rule);
// Notes that an iteration of a new loop does the work of "rows" x "columns" of
// the old one.
void rw_tiled(rw_options *o, int rows, int columns);
// Notes that "rule" was not applied to "op" because of "why" (a literal).
// False, to be returned.
bool rw_refused(rw_options *o, rw_rule_id rule, const ir_op *op,
                const char *why);

// -- pass_pieces.c -----------------------------------------------------------
// Whether fold "op" in a map, as it was recognized, is of floats of a row whose
// length is data, which are folded in pieces.
bool rw_is_cut(const ir_op *op);

// -- pipelines.c -------------------------------------------------------------
// "common": everything device independent; then "gpu" or "cpu": mapping.
typedef struct rw_pipeline {
  const char *name, *passes, *doc;
} rw_pipeline;
extern const rw_pipeline rw_pipelines[];
extern const int rw_n_pipelines;

#endif
