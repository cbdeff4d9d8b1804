// plugin/plugin.h: the interface of the Clang shim and the C part of the plugin
// to each other.
//
// The shim (shim*.cc) translates an annotated statement into a loop tree and
// hands it to plugin_recognize. What comes back tells it which arguments the
// call `__loft_region_K(...)` gets; it swaps the statement and forgets. Later,
// at the start of LLVM's pipeline, plugin_define_regions gives every
// __loft_region_K that is still in the module its body (region.c).
//
// One plugin_state per translation unit; everything lives in its arena. With
// -fplugin-arg-loft-report it also keeps a record of each region: what was said
// about it, and what it became (report.c).
#ifndef LOFT_PLUGIN_H
#define LOFT_PLUGIN_H

#include <llvm-c/Types.h>
#include "recognizer/recognizer.h"

typedef struct plugin_options {
  bool remarks;        // one remark a region: what it became
  bool ranks;          // code of chunks is optimised: ranks run nothing else
  bool off;            // recognise nothing
  const char *emit;    // stage whose text is printed, or NULL
  const char *emit_to; // file it goes to, NULL: stderr
  const char *report;  // file the report goes to, or NULL
  int division;        // RW_DIVISION_.., or rows of a group
  const char *fail; // for tests: "gpu" or "cpu", whose code generation fails,
                    // or "steps": the passes get two
} plugin_options;

// The kind of one argument of __loft_region_K.
typedef enum plugin_arg_kind {
  PLUGIN_ARG_VALUE,    // the scalar "expr", converted to "elem"
  PLUGIN_ARG_POINTER,  // the pointer "expr" (or decayed array)
  PLUGIN_ARG_ADDRESS,  // &expr
  PLUGIN_ARG_RESULT,   // address of a fresh variable of expr's type, stored to
                       // "expr" when the call gives 1
  PLUGIN_ARG_MOVED,    // the same of a pointer, stored unless it is null
  PLUGIN_ARG_RETURNS,  // address of a fresh flag: the function returns then
  PLUGIN_ARG_RETURNED, // address of a fresh variable of the function's type:
                       // what it returns
  PLUGIN_ARG_EXITED,   // address of a fresh integer: the exit that is taken
  PLUGIN_ARG_TRAPPED,  // address of a fresh flag: the original is to run
  PLUGIN_ARG_GIVEN,    // address of a fresh variable, in the place of what the
                       // runtime will give
  PLUGIN_ARG_INNER     // address of a fresh flag, stored when the call gives 0:
                       // inner regions of the original are to run
} plugin_arg_kind;

typedef struct plugin_arg {
  plugin_arg_kind kind;
  lt_expr *expr;
  ir_scalar elem;
  int capture;   // index among rec->captures; -1 for results
  int result;    // index among rec->results; -1 for captures
  bool guard;    // ADDRESS: the memory a VALUE or POINTER was loaded from, only
                 // compared with what the region writes
  bool replaced; // guards: it is stored there behind the region
  const char *name; // guards: how C writes it
} plugin_arg;

typedef struct plugin_record plugin_record;
typedef struct plugin_code plugin_code;

typedef struct plugin_region plugin_region;

// A hash over the ops and folds of a region that give other bits than C: equal
// sums are of the same ops, in folds of the same order.
typedef struct plugin_inexact {
  uint64_t sum;
  bool unknown; // there is more to it
} plugin_inexact;

struct plugin_region {
  rec_region *rec;
  plugin_code *code;     // compile.c; NULL until asked for
  plugin_record *record; // NULL without a report
  const char *name;      // "__loft_region_3"
  const char *done; // "__loft_region_3_done", called when the original has run
                    // to its end; NULL: the region is not exact as it was read
  plugin_arg *args;
  int n_args;
  bool may_stay;          // LOFT_MAY_STAY, once that is known (stay.c)
  const rec_chunk *chunk; // of a region that is a chunk of another; else NULL
  VEC(plugin_region *) inner; // regions in its original: inner.c
  bool is_inner;              // it is one of these
  // once it is defined:
  bool is_exact; // region_is_exact
  plugin_inexact inexact;
};

// A diagnostic as it was reported.
typedef struct plugin_said {
  diag_level level;
  loft_loc loc;
  const char *id, *message;
} plugin_said;

// For the report: one pragma, lifted or not.
struct plugin_record {
  loft_loc loc;
  const lt_region *source; // NULL when no statement was found
  plugin_region *region;   // NULL when it stays as it was
  VEC(plugin_said) said;
};

// One token of a pragma; text NULL: its end.
typedef struct plugin_token {
  const char *text;
  loft_loc loc;
  bool is_name;
} plugin_token;

// An array as `#pragma loft keep` names it: a variable, and members from there.
typedef struct plugin_step {
  const char *member;
  bool is_arrow;
} plugin_step;

typedef struct plugin_path {
  const char *variable;
  VEC(plugin_step) steps;
  const char *text; // all of it
  loft_loc loc;
} plugin_path;

// The prefix of names of declarations that tell to assume.
#define PLUGIN_ASSUMED "loft_assumed_"

// A `#pragma loft`, parsed, or why it is dropped.
typedef struct plugin_pragma {
  lt_pragma_kind kind;
  loft_loc kind_loc;
  bool exact, required, independent;
  VEC(lt_reduce) reduces;
  VEC(lt_combine) combines;
  VEC(plugin_path) keeps;      // the arrays to keep; some: it says nothing else
  const plugin_token *assumed; // the condition to assume, in parentheses; some:
  int n_assumed;               // it says nothing else
  const plugin_token *fault;   // dropped: where, why, about what, and the word
  rec_reason reason;           // that was meant, or "" for none, or NULL
  const char *what, *near;
} plugin_pragma;

// A `#pragma loft` that has not met its statement.
typedef struct plugin_mark {
  loft_loc loc;    // of the word loft
  uint32_t target; // of the token after the pragma, or 0
  plugin_pragma says;
  bool is_seen; // it has met it
} plugin_mark;

typedef struct plugin_state {
  loft_cx cx;
  plugin_options options;
  VEC(plugin_region *) regions;
  FILE *emit_file;
  VEC(plugin_record *) records;
  plugin_record *now; // what diagnostics are about, or NULL
  diag_fn said_to;    // where they go
  void *said_user;
  VEC(plugin_mark) marks;
  int n_assumed;   // pragmas that tell to assume
  smap *kernels;   // CPU kernels of the module at hand that regions may share
  loft_loc pragma; // of the statement at hand, or none
} plugin_state;

// -- plugin.c ----------------------------------------------------------------
// Fresh state; diagnostics go to "diag". Never NULL.
plugin_state *plugin_create(const plugin_options *options, diag_fn diag,
                            void *diag_user);
void plugin_destroy(plugin_state *s);
// True when "name" is a stage that -fplugin-arg-loft-emit= can print.
bool plugin_is_stage(const char *name);
// Prints the names of all stages into "out", separated by ", ".
void plugin_stage_names(sb *out);
// Recognises "source" (allocated in s->cx.arena) and gives it the next number.
// NULL when it stays as it was: every reason has been reported. "is_compiled":
// code is going to be made, of which the remark tells, too.
plugin_region *plugin_recognize(plugin_state *s, lt_region *source,
                                bool is_compiled);
// The same of a statement that is to be an inner region, silently.
plugin_region *plugin_recognize_inner(plugin_state *s, lt_region *source);
// Drops the regions from number "n" on, which no code calls.
void plugin_drop_regions(plugin_state *s, int n);
// Gives "r" its inner regions, numbers "n" and up, and the argument for them.
void plugin_add_inner(plugin_state *s, plugin_region *r, int n);

// -- options.c ---------------------------------------------------------------

// Sets the option "arg", which must outlive "o". NULL, or what is wrong with
// it.
const char *plugin_set_option(arena *a, plugin_options *o, const char *arg);

// -- pragma.c ----------------------------------------------------------------

// Text that Clang is to read in place of a pragma: "before", "n" tokens of the
// line from number "first" on, "after". before NULL: none.
typedef struct plugin_insertion {
  const char *before, *after;
  int first, n;
} plugin_insertion;
// Notes the pragma at "loc", or reports why the line is dropped. "tokens" are
// those behind the word loft.
plugin_insertion plugin_add_pragma(plugin_state *s, loft_loc loc,
                                   const plugin_token *tokens);
// The pragmas without a token after them have the one at "at".
void plugin_set_target(plugin_state *s, uint32_t at);
// Reads "tokens", those behind the word loft. False when the line is to be
// dropped.
bool plugin_read_pragma(arena *a, const plugin_token *tokens,
                        plugin_pragma *out);

// -- unit.c ------------------------------------------------------------------

// A translation unit, as Clang compiles it.
typedef struct plugin_unit {
  const char *triple;
  bool is_c;
  bool has_layout;      // 64-bit pointers, little endian
  bool traps_overflow;  // -ftrapv
  bool traps_faults;    // a sanitizer of arithmetic that does not report
  bool has_eval_method; // floats are not computed in their types
  bool makes_code, writes_ir, runs_passes;
  bool precompiles; // headers or modules
} plugin_unit;

// True when nothing of "u" can be lifted: *reason says why, about *what.
bool plugin_refuses_unit(const plugin_unit *u, rec_reason *reason,
                         const char **what);
// True when nothing speaks against lifting in "u"; else drops all pragmas.
bool plugin_accepts_unit(plugin_state *s, const plugin_unit *u);
// Drops the pragmas that are left at the end of "u". False when nothing of it
// can be lifted.
bool plugin_finish_unit(plugin_state *s, const plugin_unit *u);
// Reports that what a pragma at "loc" asks for is not done for "reason", about
// "what"; also in the report file.
void plugin_refuse(plugin_state *s, bool required, loft_loc loc,
                   rec_reason reason, const char *what);
// True when errno may be a call of the function "name".
bool plugin_is_errno(const char *name);
// Source text "s" of "n" bytes on one line, and not too long.
const char *plugin_short_text(arena *a, const char *s, size_t n);
// The name of a builtin as that of the function that it is.
const char *plugin_plain_name(const char *name);
// The name that "s" begins with.
const char *plugin_first_word(arena *a, const char *s);

// -- lift.c ------------------------------------------------------------------

// Lifts the annotated statements of the function that "t" is a copy of. Without
// "swapping" it only reports.
struct ast;
void plugin_lift(plugin_state *s, struct ast *t, bool swapping);

// -- emit.c ------------------------------------------------------------------

// Prints stage s->options.emit of "source"; "r" is its recognised form, or NULL
// when refused.
void plugin_emit(plugin_state *s, const lt_region *source, plugin_region *r);

// -- summary.c ---------------------------------------------------------------

// One line saying what "r" became: "lifted to map; x read, y written:
// iterations run at once".
const char *plugin_summary(arena *a, const rec_region *r);
// Reports that, and, with "is_compiled", what the code for each target looks
// like.
void plugin_remark(plugin_state *s, plugin_region *r, bool is_compiled);

// -- worth.c -----------------------------------------------------------------

// When calls of "r" run the original loop by default since they have little to
// do: "below n = 667", "always"; NULL: never, or several numbers decide.
const char *plugin_least_size(arena *a, const rec_region *r);

// -- exact.c -----------------------------------------------------------------

// Whether lifted code gives the bits of the original loop (but for NaNs'): no
// floats are folded in another order, and every op is Clang's own.
bool plugin_is_exact(const rec_region *r);
// Whether what the original of "r" has between its parallel loops gives the
// bits of lifted code.
bool plugin_is_exact_between(const rec_region *r);
// The hash of "r", "common" being its IR after passes.
plugin_inexact plugin_find_inexact(const rec_region *r, const ir_func *common);
// Whether "r" computes with floats, so that fesetround and the like matter.
bool plugin_computes_floats(const rec_region *r);

// -- region.c ----------------------------------------------------------------

// Gives every declared __loft_region_K of "m" its body, its kernels and their
// descriptors. What cannot be generated is reported as internal and becomes
// `return 0`, so that the original loop runs.
void plugin_define_regions(plugin_state *s, LLVMModuleRef m);

// -- report.c, report_file.c -------------------------------------------------

// Starts a record: diagnostics from now on are about the pragma whose statement
// is at "loc" (of "source", or NULL). NULL, and nothing, without a report.
plugin_record *plugin_start_record(plugin_state *s, loft_loc loc,
                                   const lt_region *source);
// Adds one diagnostic to the record at hand, if any.
void plugin_record_said(plugin_state *s, diag_level level, loft_loc loc,
                        const char *id, const char *message);
// Writes all records of the translation unit "source", compiled to "output", to
// s->options.report; nothing without a report.
void plugin_write_report(plugin_state *s, const char *source,
                         const char *output);
// Puts "entry", the line of one translation unit in a report, into the file
// "path" in the place of the line that begins with "key", if any. NULL, or why
// it could not be done.
const char *plugin_put_entry(arena *a, const char *path, const char *key,
                             const char *entry);

#endif
