// recognizer/domain/domain.h: the values of a loop: its
// accesses as sets and relations over isl, and their dependences.
//
//   atoms.c      analyses, their atoms, formulas
//   facts.c      the constraints that an atom brings along
//   choices.c    those of values that are one of two others
//   sums.c       those of sums that iterations add to
//   counting.c   those of counters that loops carry
//   claimed.c    those of counters that grow with each element claimed
//   truncated.c  those of floats that are clamped and truncated
//   read.c       IR values as polynomials, conditions and domains
//   isl.c        domains as isl sets, proofs by emptiness
//   sizes.c      sizes that are sums
//   shape.c      subscripts as tuples (delinearisation)
//   inductive.c  inductive invariants of the integers a while loop carries
//   given.c      values that are known when the region starts
//   counter.c    counters that C may wrap
//   relations.c  access relations
//   order.c      dependences in one direction
//   direction.c  which of two iterations that meet is the earlier one
//   covered.c    reads of what was written before
//   accesses.c   accesses
//   groups.c     and what they are apart
//   origins.c    and where they are counted from
//   deps.c       dependences
//
// Note [Atoms]. An atom is an IR value that is not taken apart further: a loop
// index, a load, an invariant. Seen from a scope (the body of the loop under
// analysis, or, for footprints, everything that is not known before the region
// runs) an atom defined inside varies and becomes a dimension of an isl set;
// one defined outside, or computed from such by scalar ops, is a parameter.
// Facts about an atom (its type's range, a loop's bounds, the definition of a
// quotient or minimum) are constraints that come with it into a domain.
// Domains are over-approximations: conditions without an expression are left
// out, which is noted in "inexact".
//
// Note [Exact readings]. A polynomial read from a value v is congruent to v
// modulo 2^width; it is exact when equal to v as an integer. Arithmetic of
// signed types is exact (overflow is C's undefined behaviour); of unsigned
// types only where the range can be shown. Where it cannot, an assumption is
// noted: it is emitted into the region's guard function if the loop becomes
// parallel by it. Subscripts are i64 and need no exactness at 64 bits: the
// footprint refuses sizes near 2^62. Values of 64 bits count as fitting up to
// 2^61, half of what a coefficient may be: so the room that m - 1 leaves is
// still a polynomial.
//
// Note [Questions]. isl's algorithms are exponential in bad cases, so every
// question has a number of operations after which it stays unanswered. That is
// always safe: facts that are not proven do not hold, others may.
// A region has a number of steps for all its questions, answered or not, more
// for sets of many comparisons; when they are spent it is given up (LOFT090).
#ifndef LOFT_REC_DOMAIN_H
#define LOFT_REC_DOMAIN_H

#include "analysis/analysis.h"
#include "recognizer/common/common.h"

#include <isl/ctx.h>
#include <isl/map.h>
#include <isl/set.h>

typedef struct rec_an rec_an;
typedef struct rec_dom rec_dom;
typedef struct rec_form rec_form;
typedef struct rec_inspector rec_inspector;

// -- atoms.c -----------------------------------------------------------------
typedef struct rec_atom {
  ir_val *val; // NULL: no IR value (the quotient behind a remainder, ...)
  const an_poly *sum; // of invariants, that it is; val is NULL (domain/sizes.c)
  bool is_dim;        // varies in the scope
  bool has_lo, has_hi;
  bool is_told;   // it is an element of a constant table, with its bounds
  bool is_narrow; // it is computed, and its bounds are as near as those of 16
                  // bits: an array may have as many elements
  int64_t lo, hi; // known bounds
} rec_atom;

// Something a parallel form relies on, to be checked when the region starts:
// "poly" >= 0 over the domain of "at", or "other" >= 0 (NULL: there is none).
// One that is "composed" has no "poly": it is about all accesses to an array,
// and holds where all that one of the lists "instead" says does, or the groups
// "apart" (or NULL) are apart.
typedef struct rec_assume rec_assume;
typedef VEC(rec_assume) rec_assumes;
typedef VEC(rec_assumes) rec_ways;
typedef struct rec_apart rec_apart;
struct rec_assume {
  ir_op *at;
  an_poly poly;
  const an_poly *other;
  bool composed;
  rec_ways instead;
  const rec_apart *apart;
};

// Two numbers, the first of which is relied on not to be above the second.
typedef struct rec_ordered {
  ir_val *low, *high;
} rec_ordered;

// An access of an iteration's row, and the loops and ifs between the iteration
// and it, outermost first; which loops count down. Ifs on inner indices are
// left out.
enum { REC_ROW_PATH = 6 };
typedef struct rec_row {
  ir_op *op;
  int n;
  ir_op *path[REC_ROW_PATH];
  bool down[REC_ROW_PATH];
} rec_row;
// The rows of one array that the iterations of "loop" touch: each begins behind
// the one before, as is relied on.
typedef struct rec_rows {
  ir_op *loop;
  VEC(rec_row) rows;
} rec_rows;

// The rows that the iterations of loop "outer" have in loop "inner": places
// from "begin" up to below "end"; and a load of "inner" at the place, or NULL.
typedef struct rec_chain {
  const ir_op *outer, *inner;
  ir_val *begin, *end, *leaf;
} rec_chain;

typedef enum rec_form_kind {
  REC_FORM_TRUE,
  REC_FORM_GE, // p >= 0
  REC_FORM_EQ, // p == 0
  REC_FORM_AND,
  REC_FORM_OR
} rec_form_kind;
struct rec_form {
  rec_form_kind kind;
  int size; // nodes, as a tree
  an_poly p;
  rec_form *a, *b;
};

// A load from an array that does not change, at a fixed place.
typedef struct rec_fixed_load {
  ir_val *array;
  an_poly at;
  int atom;
} rec_fixed_load;

// 64-bit values that the function before a region computes with are smaller, in
// bits.
enum { REC_BIG_BITS = 40 };

// Facts about data that the function "e" before a region (footprint/) tells an
// analysis about data.
struct rec_emit;
struct rec_inspector {
  // Bounds of the loaded value "v", as atoms; if "truncated", of a part of one,
  // too (rec_truncated_load).
  bool (*range)(struct rec_emit *e, ir_val *v, int *lo, int *hi);
  bool truncated;
  bool settled; // these are bounds of all executions, not of those found so far
  // The sum of "v", where it is not negative, over the executions of "op", or
  // what is no less, as an atom.
  bool (*total)(struct rec_emit *e, ir_op *op, ir_val *v, int *atom);
  // Adds what assertions say of the value of "load" to "d", in every execution
  // of which it is evaluated.
  void (*assertions)(rec_dom *d, ir_op *load);
  // Whether it may make the load.
  bool (*can_load)(struct rec_emit *e, const rec_fixed_load *l);
  // The value of "p", of a size that is checked; or NULL.
  ir_val *(*value)(struct rec_emit *e, const an_poly *p);
  // Checks that p >= 0; false where that cannot be computed.
  bool (*from_zero)(struct rec_emit *e, const an_poly *p);
};

// One analysis: its atoms and its isl context.
struct rec_an {
  loft_cx *cx;
  arena *a;
  isl_ctx *isl;
  ir_func *f;
  const ir_region *scope; // loop body; the function's body: all below it
  const ir_func *guard; // what holds when the region runs; NULL: nothing known
  VEC(rec_atom) atoms;
  map *atom_of;     // ir_val * -> number + 1
  map *given;       // ir_op * -> itself when known at the start, or NULL
  ir_vals *assumed; // rec_assumed_conditions, once asked for
  map *evolving; // values of a loop's iteration that are taken for known at the
                 // start, as the iteration is looked at by itself; or NULL
  VEC(an_mono *) monos; // parameters of isl spaces, interned
  sb text;              // of the set that a question is about
  VEC(isl_set *) sets;  // that domains keep
  VEC(rec_fixed_load) loads;
  rec_assumes assumes;
  VEC(rec_rows) rows;    // relied on as well
  VEC(rec_chain) chains; // rows that are relied on to follow one another
  ir_vals above_zero;    // floats that are relied on to be so
  VEC(rec_ordered) ordered;
  bool may_assume;
  bool wants_far;       // that invariants are below a constant is not assumed
  const rec_told *told; // footprints: of each parameter, or NULL
  bool in_version;      // guards: of a version of a loop, alone where that runs
  struct rec_emit *emit; // footprints: runs the range pass, else NULL; ...
  const rec_inspector *inspector; // ... how it is asked
  map *invariants;                // ir_op * of a loop -> rec_invariants *
  bool proves_invariants;         // of some loop, right now
  bool follows_set; // what some iteration of a loop sets, right now
};

// A product of atoms that an atom stands for, within one domain.
typedef struct rec_product {
  an_mono mono;
  int atom;
} rec_product;

// What bounds the integers that are loaded, where a footprint is computed, in
// the order in which it is tried. A signed type lets a subscript be as far in
// front of an array as behind its begin, and few arrays have an element for
// each value of 16 bits, so a look at the data comes before these.
typedef enum rec_loads {
  REC_LOADS_OPEN,   // an unsigned type of 8 bits
  REC_LOADS_PASSED, // the range pass
  REC_LOADS_TYPED,  // any type of 16 bits at most
  REC_LOADS__COUNT
} rec_loads;

// The executions of one op: which values its atoms may take.
struct rec_dom {
  rec_an *an;
  ir_op *at;
  VEC(rec_form *) forms;
  VEC(int) owners; // which atom each is about; -1: a condition of the path
  int owner;       // of what is being added
  VEC(int) atoms;  // in order of appearance
  VEC(int) open;   // those of conditions, without facts that are assumptions
  VEC(rec_product) products;
  bool is_linear;   // products in formulas are atoms
  map *polys;       // ir_val * -> rec_read_result *
  map *conds[2][2]; // [negated][may_assume]: ir_val * -> rec_form *
  bool inexact;     // some condition was left out
  rec_loads loads;
  bool whole; // sets keep every condition: bounds are met, not only valid
  const rec_form *side; // a condition that is none of its op's path, or NULL
  // rec_dom_params, unless exact and exact, of so many forms; and of how many
  // forms it was charged for.
  struct {
    isl_set *set; // one of an->sets
    int n_forms, n_charged;
  } params[2];
};

// A new analysis of the loop body "scope"; rec_an_free frees its isl context.
rec_an *rec_an_new(loft_cx *cx, ir_func *f, const ir_region *scope);
void rec_an_free(rec_an *an);
// False once isl ran out of its budget: no result can be trusted then.
bool rec_an_ok(const rec_an *an);
// Begins a question to isl, with operations of its own. (Note [Questions])
void rec_query_begin(rec_an *an);
// Charges "steps" (operations of isl, or what takes as long) to the region.
// False when it has none left.
bool rec_query_charge(rec_an *an, long steps);
// False when isl gave up on the question: its answer means nothing. The next
// one may be answered all the same, unless there were too many such.
bool rec_query_ok(rec_an *an);
// True when "v" varies in the scope of "an".
bool rec_varies(rec_an *an, const ir_val *v);
// True when atom "f" varies, or is the index of a loop further out.
bool rec_an_is_index(const rec_an *an, int f);
// The atom that stands for "v".
int rec_an_atom(rec_an *an, ir_val *v);
// How much "p" grows when the loop's counter "i" does by 1, and its other atoms
// stay; 0: not by a constant.
int64_t rec_an_step(rec_an *an, ir_val *i, const an_poly *p);
// A new atom that is no IR value, one per "key": it has some value, which is a
// dimension, since there is nothing to compute it from.
int rec_an_virtual(rec_an *an, const void *key);
// True when a factor of "m", of a term of "p", varies.
bool rec_mono_varies(const rec_an *an, const an_mono *m);
// Splits "m" into the factors that do not vary, with its coefficient, and those
// that do.
void rec_mono_split(const rec_an *an, const an_mono *m, an_mono *fixed,
                    an_mono *varying);
bool rec_poly_varies(const rec_an *an, const an_poly *p);
// True when "p" is known, and no factor of it varies.
bool rec_poly_is_fixed(const rec_an *an, const an_poly *p);
// The values a type holds; 64-bit types: up to 2^61 (Note [Exact readings]).
void rec_type_range(ir_scalar s, int64_t *lo, int64_t *hi);
// Formulas: true, p >= 0, p == 0, x >= y + c, x == y, x and y, x or y.
rec_form *rec_form_true(rec_an *an);
rec_form *rec_form_ge(rec_an *an, const an_poly *p);
rec_form *rec_form_eq(rec_an *an, const an_poly *p);
rec_form *rec_form_ge2(rec_an *an, const an_poly *x, const an_poly *y,
                       int64_t c);
rec_form *rec_form_eq2(rec_an *an, const an_poly *x, const an_poly *y);
rec_form *rec_form_and(rec_an *an, rec_form *x, rec_form *y);
rec_form *rec_form_or(rec_an *an, rec_form *x, rec_form *y);
// Adds "f" to the domain.
void rec_dom_add(rec_dom *d, rec_form *f);
// Adds lo <= x <= hi.
void rec_dom_add_between(rec_dom *d, const an_poly *x, const an_poly *lo,
                         const an_poly *hi);

// -- given.c -----------------------------------------------------------------
// True when the value of "v" follows from the parameters of an->f: it is the
// same wherever it is computed, and known before.
bool rec_is_given(rec_an *an, const ir_val *v);
// True when "v" is computed from scalar parameters of its function by at most
// "depth" ops one behind another, all of which "follows" accepts.
typedef bool rec_op_test(const ir_op *op);
bool rec_is_of_parameters(const ir_val *v, int depth, rec_op_test *follows);
// The conditions that C assumes, and the guard checks, computed from parameters
// of an->f outside of it.
const ir_vals *rec_assumed_conditions(rec_an *an);
// Looks at the values that "op", at the top level of an->f or without regions,
// uses from outside: by "look" with "user", until that gives false.
typedef bool rec_operand_fn(void *user, ir_val *v);
bool rec_each_operand(rec_an *an, ir_op *op, rec_operand_fn *look, void *user);

// -- facts.c -----------------------------------------------------------------
// True when the integer "v" is one, but for a load under a condition.
bool rec_match_choice(const ir_val *v, an_choice *out);
// True when "atom" is part of the domain already.
bool rec_dom_has_atom(const rec_dom *d, int atom);
// Makes "atom" part of the domain. False when it is already, or the region has
// no steps left.
bool rec_dom_note_atom(rec_dom *d, int atom);
// Makes "atom" part of the domain, with the facts about it.
void rec_dom_add_atom(rec_dom *d, int atom);
// Adds the facts that may be assumptions about the atoms of "p" which came with
// conditions.
void rec_dom_add_assumed(rec_dom *d, const an_poly *p);

// -- choices.c ---------------------------------------------------------------
// Add constraints on x to "d", the value of: the minimum or, if "max", the
// maximum "def"; the choice "c"; bool "c" as 0 or 1; the magnitude of "v".
void rec_add_extremum(rec_dom *d, const an_poly *x, ir_op *def, bool max);
void rec_add_choice(rec_dom *d, const an_poly *x, const an_choice *c);
void rec_add_bool(rec_dom *d, const an_poly *x, ir_val *c);
void rec_add_abs(rec_dom *d, const an_poly *x, ir_val *v);

// -- sums.c ------------------------------------------------------------------
// Adds constraints on x to "d": the sum "v" that the scan or reduce "op" folds,
// of values that do not depend on it.
void rec_add_summed(rec_dom *d, const an_poly *x, ir_op *op, const ir_val *v);

// -- counting.c --------------------------------------------------------------
// Adds constraints on x to "d": the value that counting loop "op", the index of
// which "d" has, carries as "k", from "init" on, if it only grows by constants.
void rec_add_growth(rec_dom *d, const an_poly *x, const ir_op *op, int k,
                    const an_poly *init);

// -- claimed.c ---------------------------------------------------------------
// A claim: "store" overwrites an element that compares with "side", which is on
// the right, as "compare" says, or counts down one that did at first. A counter
// grows by "growth" in its region.
typedef struct rec_claimed_at {
  ir_region *home;
  ir_op *store;
  ir_opcode compare;
  ir_val *side;
  ir_opcode least; // how elements compare that may be counted down to "side"
  int growth;
} rec_claimed_at;
// A counter that "loop" carries as "k", and that grows by claims alone, all
// with the same test.
typedef struct rec_claimed {
  ir_op *loop;
  int k;
  VEC(rec_claimed_at) claims;
  ir_vals values; // parameters of loops that it is
} rec_claimed;
// Fills *out with the counter that "v" is a value of, from as far outside as it
// can be followed. False: it is none.
bool rec_match_claimed(arena *a, ir_val *v, rec_claimed *out);
// The constant below 0 that "store" adds to the element it overwrites; 0: it
// adds none.
int64_t rec_countdown_step(arena *a, const ir_op *store);
// True when "store" makes an element less than it was, without wrapping in C.
bool rec_counts_down(arena *a, const ir_op *store);
// Adds constraints on x to "d": "v", if that is such a counter, the greatest
// value of which is "most", where claims make it grow further.
void rec_add_claimed(rec_dom *d, const an_poly *x, ir_val *v,
                     const an_poly *most);

// -- truncated.c -------------------------------------------------------------
// Adds constraints on x to "d": "v", if that is a clamped float as an integer.
void rec_add_truncated(rec_dom *d, const an_poly *x, const ir_val *v);

// -- read.c ------------------------------------------------------------------
// The domain of "op": all loops and conditions around it.
rec_dom *rec_dom_new(rec_an *an, ir_op *op, bool want_range);
// The same, with "loads".
rec_dom *rec_dom_with(rec_an *an, ir_op *op, rec_loads loads);
// The polynomial of integer "v", congruent modulo its width.
an_poly rec_read(rec_dom *d, ir_val *v);
// The value that "shift" shifts right by "c" bits. Of one without a sign that
// leaves few it is not assumed that it does not wrap: phases are meant to.
an_poly rec_read_shifted(rec_dom *d, const ir_op *shift, int64_t c);
// The load of which "v" is 32 bits, shifted or not, without a sign; NULL: "v"
// is no such part of 64.
ir_val *rec_truncated_load(const ir_val *v);
// The same as the definition of "v" gives it, "v" itself if that is none.
an_poly rec_read_modulo(rec_dom *d, ir_val *v);
// The polynomial equal to "v".
an_poly rec_read_exact(rec_dom *d, ir_val *v);
// The atom of "d" that is op "code" of the operands of "other", as x / w for
// x % w; -1: none.
int rec_find_partner(const rec_dom *d, ir_opcode code, const ir_op *other);
// Reads x as x / w * w + x % w in *p, where "d" has both: these may have bounds
// that x has not. False: it has none.
bool rec_split_quotients(rec_dom *d, an_poly *p);
// Makes "v" read as "p", which it is equal to.
void rec_read_as(rec_dom *d, ir_val *v, const an_poly *p);
// True when "v" is equal to polynomial *p where "cond" holds, or is assumed to
// be; it may wrap elsewhere, as i - 2 of i > 2 ? i - 2 : 0 does.
bool rec_fits_if(rec_dom *d, ir_val *v, rec_form *cond, an_poly *p);
// "v" (a bool; negated when "neg") as a formula; true where it is not affine.
rec_form *rec_read_cond(rec_dom *d, ir_val *v, bool neg);
// True for comparisons of integers.
bool rec_is_int_compare(const ir_op *op);
// The same polynomial in another analysis; its atoms go into "to".
an_poly rec_poly_translate(const rec_an *from, rec_dom *to, const an_poly *p);
// Bounds of "p" from those of its atoms; false when there are none.
bool rec_poly_interval(const rec_an *an, const an_poly *p, int64_t *lo,
                       int64_t *hi);

enum { REC_DIMS = 6 };
// A chain of strides: stride[0] = 1, each divides the next, unless they are
// loose.
typedef struct rec_shape {
  int n;
  an_mono stride[REC_DIMS]; // coef is the constant part
  bool down;                // constants are rounded down, else to the nearest
  bool loose, back;         // those with as many factors the other way around
} rec_shape;

// -- relevance.c -------------------------------------------------------------
// A choice among the atoms and formulas of a domain (Note [Relevance]).
typedef struct rec_choice {
  rec_dom *d;
  bool *atoms; // by number, those below "room"
  int room;
  rec_form **forms; // by position in the domain: what is used of it, or NULL
  int cases;
} rec_choice;
// Nothing chosen yet; everything when "all".
rec_choice rec_choice_new(rec_dom *d, bool all);
// Calls the varying atoms of "p" interesting.
void rec_mark_poly(rec_choice *c, const an_poly *p);
// Calls the indices of all loops around interesting: that they have a value
// says something about parameters.
void rec_mark_indices(rec_choice *c);
// Follows the facts of interesting atoms; then takes conditions.
void rec_choose(rec_choice *c);
// How many conjunctions "f" is a disjunction of; saturates.
int rec_count_cases(const rec_form *f);

// -- own.c -------------------------------------------------------------------
// True when place "at" is another one in each iteration of "l".
bool rec_is_own_place(const ir_loop *l, const ir_val *at);
// True when "read", in the body of "l", loads an element of an array that "l"
// carries as it was before the loop: the iteration's own, before it is written.
bool rec_reads_own_first(arena *a, const ir_loop *l, const ir_op *read);

// -- asked.c -----------------------------------------------------------------
// Adds "atom", "p" or "f" of "an" to "text".
void rec_say_atom(sb *text, const rec_an *an, int atom);
void rec_say_poly(sb *text, const rec_an *an, const an_poly *p);
void rec_say_form(sb *text, const rec_an *an, const rec_form *f);
// The number of the set that "text" describes: its comparisons, in terms of the
// atoms of "an", and its dimensions (Note [Asked]).
int rec_set_number(const rec_an *an, const char *text);
// True when the answer to "question", about sets by their numbers, is known
// from before: *yes.
bool rec_recall(const rec_an *an, const char *question, bool *yes);
// Keeps the answer to "question", unless isl gave it up. Returns "yes".
bool rec_remember(const rec_an *an, const char *question, bool yes);

// -- isl.c -------------------------------------------------------------------
// The parameters for which "d" is executed at all, or more unless "exact".
isl_set *rec_dom_params(rec_dom *d, bool exact);
// { [keep] -> [tuple] }: which elements are touched while the atoms "keep" have
// given values; NULL when a component of the tuple is not affine. May leave out
// conditions that do not bear on them, unless "exact".
isl_map *rec_dom_map(rec_dom *d, const int *keep, int n_keep,
                     const an_poly *tuple, int n, bool exact);
// The same in two steps: which conditions the map has, and the map of these.
// The number of a plan is that of its map (Note [Asked]).
typedef struct rec_plan rec_plan;
rec_plan *rec_plan_map(rec_dom *d, const int *keep, int n_keep,
                       const an_poly *tuple, int n, bool exact);
int rec_plan_number(const rec_plan *plan);
isl_map *rec_plan_build(const rec_plan *plan);
// True when the set of "d" is no larger than the set of executions.
bool rec_dom_is_exact(const rec_dom *d);
// The tuples of shape "s" whose components, but the outermost, are in bounds.
isl_set *rec_shape_box(rec_an *an, const rec_shape *s);
// { [e] : lo <= e <= hi }
isl_set *rec_interval(rec_an *an, int64_t lo, int64_t hi);
// True when "p" is a sum of constants, parameters and single dimensions.
bool rec_poly_is_affine(const rec_an *an, const an_poly *p);
// True when p >= 0 holds wherever "d" is executed.
bool rec_prove_ge(rec_dom *d, const an_poly *p);
// True when comparison "code" of x and y holds nowhere where "d" is executed,
// or, of an order, where that may be assumed.
bool rec_prove_not(rec_dom *d, ir_opcode code, const an_poly *x,
                   const an_poly *y);
// The same as far as it can be said without isl (farkas.c): it holds, nothing
// that "d" knows bounds "p", or isl has to be asked.
typedef enum rec_proof {
  REC_PROOF_FOUND,
  REC_PROOF_NONE,
  REC_PROOF_OPEN
} rec_proof;
rec_proof rec_prove_by_sums(rec_dom *d, const an_poly *p);
// True when there may be parameters for which p >= 0 holds all over a domain
// that is not empty.
bool rec_may_hold(rec_dom *d, const an_poly *p);
// False when no parameters that are not below "least" fulfil all of the
// assumptions "all" at once, in every iteration of the loops around, over the
// domains "d" (one each), where these are executed.
bool rec_is_plausible(rec_an *an, const rec_assumes *all, rec_dom *const *d,
                      int least);
// The monomial an isl parameter stands for.
const an_mono *rec_isl_param(__isl_keep isl_id *id);

// -- shape.c -----------------------------------------------------------------
// The modes of looking for strides, by where these come from (strides.def).
enum {
#define GUESSES 4
#define REC_STRIDES(ID, constants, invariant, down, order, n, text)            \
  REC_SHAPE_##ID, REC_SHAPE_##ID##_LAST = REC_SHAPE_##ID + (n) - 1,
#include "recognizer/domain/strides.def"
#undef REC_STRIDES
#undef GUESSES
  REC_SHAPE__ALL,
  REC_SHAPE__COUNT = REC_SHAPE_LOOSE // without those of loose strides
};
// The shape all of the "n" subscripts "p" have in common in a mode; "whole" are
// the same with what they have in common, which may suggest sizes. False when
// there is none, or a mode before has it.
bool rec_shape_of(rec_an *an, const an_poly *p, const an_poly *whole, int n,
                  int mode, rec_shape *out);
// "p" as a tuple in shape "s", outermost first. False when it does not fit.
bool rec_shape_split(rec_an *an, const rec_shape *s, const an_poly *p,
                     an_poly *tuple);
// Whether stride[k] divides stride[k + 1].
bool rec_shape_divides(const rec_shape *s, int k);
// stride[k+1] / stride[k], which it divides, as a polynomial.
an_poly rec_shape_extent(rec_an *an, const rec_shape *s, int k);

// -- accesses.c --------------------------------------------------------------
typedef struct rec_access {
  ir_op *op; // INDEX, UPDATE or COMBINE
  ir_val *cls;
  bool read, write;
  rec_dom *dom;
  an_poly poly; // the subscript
} rec_access;
typedef VEC(rec_access) rec_accesses;
// Groups of accesses to one array (groups.c). They are apart when of each two,
// of which one writes, all elements of one are before all of the other.
struct rec_apart {
  VEC(rec_accesses) groups;
};
// Every access in "r" (nested ones too), without domains.
void rec_find_accesses(arena *a, const an_classes *c, ir_region *r,
                       rec_accesses *out);

// -- origins.c ---------------------------------------------------------------
// Accesses, and whether an offset was taken from their subscripts.
typedef struct rec_way {
  rec_accesses xs;
  bool moved;
} rec_way;
// All ways to count some accesses, with sizes that are sums named first.
enum { REC_WAYS = 3 };
typedef struct rec_origins {
  rec_accesses whole[2];
  rec_way ways[2][REC_WAYS];
} rec_origins;
void rec_find_origins(rec_an *an, const rec_accesses *xs, rec_origins *out);
// The accesses of "all" without those that others are the same as.
rec_accesses rec_without_repeated(rec_an *an, const rec_accesses *all);
// The coefficient of the invariant product "m" that all of "xs" have, or 0.
int64_t rec_common_coef(const rec_accesses *xs, const an_mono *m);

// -- groups.c ----------------------------------------------------------------
// The groups of "xs" with the same subscripts but for constants. False when
// they are many.
bool rec_find_groups(rec_an *an, const rec_accesses *xs, rec_apart *out);
// True when one of "xs" writes.
bool rec_group_writes(const rec_accesses *xs);

// -- deps.c ------------------------------------------------------------------
// Why a loop is no map.
typedef struct rec_why {
  bool any;
  rec_reason reason;
  loft_loc loc;
  const char *what;
  loft_loc other;   // the other place that it is about, if "note" is one
  const char *note; // what is there; NULL: nothing
  int depth;        // of the loop that stays: how many are around it
} rec_why;
typedef VEC(rec_why) rec_whys;
void rec_why_set(rec_why *w, rec_reason reason, loft_loc loc, const char *what);
// True when iterations of index "i" (an atom) touch elements of the array that
// "all" access in pairs of which no two have one in common (pairs.c).
bool rec_meet_in_no_pair(rec_an *an, const rec_accesses *all, int i);
// Whether an invariant, as n of 2*i + n and 2*i, may be assumed to be a place
// in a row of a few elements: not yet; not yet, and it would have to be; or it
// may.
typedef enum rec_offsets {
  REC_OFFSETS_FAR,
  REC_OFFSETS_MET,
  REC_OFFSETS_NEAR
} rec_offsets;
// True when no two iterations conflict on the array that "all" access, over
// index "i" (an atom); else *why. Prefers a shape of the subscripts that holds
// unconditionally; otherwise takes the first whose assumptions, which go to
// an->assumes, can be true for loops of some length: an unsatisfiable guard
// would disable the region. Where constants may be rounded down, these are
// preferred: lengths that fit a row of planes fit that. That groups of accesses
// are apart may hold in its place.
bool rec_class_independent(rec_an *an, const rec_accesses *all, int i,
                           rec_why *why);
// Lets the assumptions of "an" from number "n" on be untrue where "extent", of
// the loop that they are about, is no more than one iteration.
void rec_allow_single(rec_an *an, ir_val *extent, int n);
// True when the subscript of "x" is linear in loop indices and invariants.
bool rec_is_known_subscript(const rec_an *an, const rec_access *x);
// True when "v" is computed from loads.
bool rec_is_data(const ir_val *v);
// The name of an array for messages.
const char *rec_array_name(const ir_val *v);
// True when "test" holds of the accesses "all", with their subscripts as tuples
// of "n" components, in some shape for which nothing need be assumed; or where
// something may, and then goes to an->assumes. The test gets them in order, and
// only the tuples say what is touched.
typedef bool rec_shape_test(void *user, const rec_accesses *all,
                            an_poly (*tuples)[REC_DIMS], int n);
bool rec_holds_in_a_shape(rec_an *an, const rec_accesses *all,
                          rec_shape_test *test, void *user);
// The accesses to class "cls" among "all", with domains and subscripts read.
rec_accesses rec_read_class(rec_an *an, const rec_accesses *all,
                            const ir_val *cls);
// The same of all accesses in the body of "l", the scope of "an", to the class
// of carried array "k".
rec_accesses rec_carried_accesses(rec_an *an, const an_classes *c,
                                  const ir_loop *l, int k);

// -- covered.c ---------------------------------------------------------------
// True when each execution of "outermost", a region of "f", writes all that
// "read" reads in it, before it does; "all" are the accesses that may.
bool rec_is_written_before(loft_cx *cx, ir_func *f, const rec_accesses *all,
                           const rec_access *read, const ir_region *outermost);

// -- relations.c -------------------------------------------------------------
enum { REC_RELATION_DEPTH = 8 };
// The relation of "access": elements are tuples of "n" components.
typedef struct rec_relation {
  const rec_access *access;
  const an_poly *tuple;
  int n;
  isl_map *map; // of the loops with "indices", which was asked for last; NULL
  int indices[REC_RELATION_DEPTH], n_indices;
} rec_relation;
// The relations of the accesses "all", by their tuples of "n" components; the
// caller frees them.
rec_relation *rec_relations_new(arena *a, const rec_accesses *all,
                                an_poly (*tuples)[REC_DIMS], int n);
void rec_relations_free(rec_relation *all, int n);
// Relation "t" as a map from the loops with "indices", which the caller frees;
// NULL: not known.
isl_map *rec_relation_map(rec_relation *t, const int *indices, int n_indices);

// -- order.c -----------------------------------------------------------------
// True when what "x" touches is never touched by "y" later: in an iteration
// behind, of the loops of the scope around both, or further down in the same
// one.
bool rec_never_meets(rec_an *an, rec_relation *x, rec_relation *y);

// -- direction.c -------------------------------------------------------------
// Loops around accesses, outermost first, by the atoms of their indices.
typedef struct rec_indices {
  int index[2];
  int n;
} rec_indices;
enum {
  REC_FORWARDS = 1, // "y" may touch in a later iteration what "x" touched
  REC_BACKWARDS = 2 // ... in an earlier one
};
// How iterations of the loops "at" meet in elements that "x" and "y" touch.
unsigned rec_find_directions(rec_an *an, const rec_indices *at, rec_relation *x,
                             rec_relation *y);
// True when iterations of two loops "at" that meet have different sums of their
// indices, the later one the larger.
bool rec_follows_diagonals(rec_an *an, const rec_indices *at, rec_relation *x,
                           rec_relation *y);
// True when they may touch one element in different iterations of the inner
// one of these loops.
bool rec_meets_across(rec_an *an, const rec_indices *at, rec_relation *x,
                      rec_relation *y);

// True when every value of type "from" is one of "to", which is no float if
// "from" is none.
bool rec_is_widening(ir_scalar from, ir_scalar to);
// "v" before the converts that do not change it.
const ir_val *rec_unwidened(const ir_val *v);
// -- counter.c ---------------------------------------------------------------
// "v" before conversions that keep what fits into the narrower type.
const ir_val *rec_unconverted(const ir_val *v);
// "v" before conversions between integers to as many bits or more and small
// constants that are added in a type in which C counts elements; *more: their
// sum.
const ir_val *rec_before_added(const ir_val *v, int64_t *more);
// "v" before conversions between integers that lose no bits.
ir_val *rec_all_bits(const ir_val *v);
// "v" before conversions between integers; *most becomes no more than all types
// on the way hold, and *wraps, if not NULL, true where one of them is unsigned.
ir_val *rec_within(ir_val *v, int64_t *most, bool *wraps);
// "v" before conversions that do not change the number, modulo 2^64 where it
// has 64 bits.
const ir_val *rec_same_number(const ir_val *v);
// The same, and before the conversion to i32 of a number below 2^32 that an int
// counted up to, one by one: C does not let it be 2^31 or more.
const ir_val *rec_counted_number(const ir_val *v);
// The number that "v" is where that is not negative, else 0; "v" itself where
// it is loaded, and never negative. NULL: it is not made so.
const ir_val *rec_trips_in(const ir_val *v);
// True when C may wrap a counter of this type, of less than 64 bits.
bool rec_may_wrap(ir_scalar counter);
// True when such a counter that starts as "init" and grows by "step" at most
// (negative: goes down), "extent" times, does not wrap where "d" is executed;
// that may be assumed, of all executions of "at".
bool rec_count_fits(rec_dom *d, ir_op *at, ir_val *init, ir_val *extent,
                    int64_t step);

// -- sizes.c -----------------------------------------------------------------
// Gives sums that indices are multiplied with atoms of their own, in the "n"
// polynomials "p" of invariants and of what varies over the domains "d" (one
// each): their values stay the same. True when something changed.
bool rec_sizes_name(rec_an *an, rec_dom **d, an_poly *p, int n);
// The same for the subscripts "xs"; none when nothing changed.
rec_accesses rec_sizes_of(rec_an *an, const rec_accesses *xs);

// -- inductive.c -------------------------------------------------------------
// The number of iterations of while loop "op", if that is its result "k" and is
// known before the region starts; or NULL.
ir_val *rec_count_of(rec_an *an, const ir_op *op, int k);
// Adds to "d", which lies in the body of while loop "op", the constraints that
// hold whenever an iteration starts.
void rec_add_iteration(rec_dom *d, ir_op *op);
// Adds constraints on "x" to "d": the value that while loop "op" carries as "k"
// ("inside"), or its result "k".
void rec_add_invariants(rec_dom *d, const an_poly *x, ir_op *op, int k,
                        bool inside);

// -- told.c ------------------------------------------------------------------
// Notes that "array", a parameter of a region's function, is a constant table
// of "length" integers from "least" to "most".
void rec_note_table(loft_cx *cx, const ir_val *array, int64_t length,
                    int64_t least, int64_t most);
// How many elements "array" has, if it is such a table; else 0.
int64_t rec_told_length(const loft_cx *cx, const ir_val *array);
// Bounds of the integer "v", which may be an element of such a table.
an_range rec_told_range(const loft_cx *cx, const ir_val *v);

#endif
