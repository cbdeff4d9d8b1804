// recognizer/rec_soac_private.h: shared by the files behind rec_find_soacs and
// rec_build_footprint.
//
//   rec_atoms.c     analyses, their atoms, formulas
//   rec_facts.c     what a domain learns when it meets an atom
//   rec_read.c      what IR values mean: polynomials, conditions, domains
//   rec_isl.c       domains as isl sets, proofs by emptiness
//   rec_sizes.c     sizes that are sums
//   rec_shape.c     subscripts as tuples (delinearisation)
//   rec_same.c      arrays that may be the same at run time
//   rec_deps.c      accesses, storage classes, dependences
//   rec_given.c     values that are known when the region starts
//   rec_load.c      scalars behind pointers
//   rec_invariant.c what holds of the integers a while loop carries
//   rec_range.c     bounds over a domain, as IR that computes them
//   rec_clean.c     dead and unchanged carried values
//   rec_hoist.c     loads of scalars behind pointers
//   rec_promote.c   array elements as scalars
//   rec_moving.c    elements that the next iterations read, as scalars
//   rec_scalars.c   induction variables, last values
//   rec_reduce.c    reductions
//   rec_compound.c  scalars folded together: least values with their places
//   rec_append.c    elements that iterations append
//   rec_combine.c   elements that iterations combine into
//   rec_linear.c    scalars linear in one another: recurrences
//   rec_nest.c      nests of loops as one
//   rec_scan.c      the loops of these, and of folds that iterations see
//   rec_search.c    loops that end at the first hit
//   rec_order.c     folds in C's order apart from what is parallel
//   rec_last.c      scalars that live on after a loop
//   rec_private.c   work arrays of one iteration
//   rec_soac.c      the driver: loops become map / reduce
//   rec_footprint.c the footprint function
//
// Note [Atoms]. An atom is an IR value that is not taken apart further: a loop
// index, a load, an invariant. Seen from a scope (the body of the loop under
// analysis, or, for footprints, everything that is not known before the region
// runs) an atom defined inside varies and becomes a dimension of an isl set;
// one defined outside, or computed from such by scalar ops, is a parameter.
// Facts about an atom (its type's range, a loop's bounds, the definition of a
// quotient or minimum) are constraints added when a domain first meets it.
// Domains are over-approximations: what cannot be expressed is left out and
// noted in "inexact".
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
// always safe: what is not proven does not hold, what is not excluded may be.
// A region has a number of steps for all its questions, answered or not, more
// for sets of many comparisons; when they are spent it is given up (LOFT090).
#ifndef LOFT_REC_SOAC_PRIVATE_H
#define LOFT_REC_SOAC_PRIVATE_H

#include "analysis/analysis.h"
#include "recognizer/recognizer.h"

#include <isl/ctx.h>
#include <isl/map.h>
#include <isl/set.h>

typedef struct rec_an rec_an;
typedef struct rec_dom rec_dom;
typedef struct rec_form rec_form;

// -- rec_atoms.c ----------------------------------------------------------
typedef struct rec_atom {
  ir_val *val; // NULL: no IR value (the quotient behind a remainder, ...)
  const rec_poly *sum; // of invariants, that it is; val is NULL (rec_sizes.c)
  bool is_dim;         // varies in the scope
  bool has_lo, has_hi;
  bool is_told;   // it is an element of a constant table, with its bounds
  int64_t lo, hi; // known bounds
} rec_atom;

// Something a parallel form relies on, to be checked when the region starts:
// "poly" >= 0 over the domain of "at".
typedef struct rec_assume {
  ir_op *at;
  rec_poly poly;
} rec_assume;
typedef VEC(rec_assume) rec_assumes;

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
  rec_poly p;
  rec_form *a, *b;
};

// A load from an array that does not change, at a fixed place.
typedef struct rec_fixed_load {
  ir_val *array;
  rec_poly at;
  int atom;
} rec_fixed_load;

// One analysis: its atoms and its isl context.
struct rec_an {
  loft_cx *cx;
  arena *a;
  isl_ctx *isl;
  ir_func *f;
  const ir_region *scope; // loop body; the function's body: all below it
  const ir_func *guard; // what holds when the region runs; NULL: nothing known
  VEC(rec_atom) atoms;
  map *atom_of;          // ir_val * -> number + 1
  map *given;            // ir_op * -> itself when known at the start, or NULL
  VEC(rec_mono *) monos; // parameters of isl spaces, interned
  VEC(rec_fixed_load) loads;
  rec_assumes assumes;
  bool may_assume;
  const rec_told *told;   // footprints: of each parameter, or NULL
  struct rec_emit *emit;  // footprints: runs the range pass, else NULL
  map *invariants;        // ir_op * of a loop -> rec_invariants *
  bool proves_invariants; // of some loop, right now
};

// A product of atoms that an atom stands for, within one domain.
typedef struct rec_product {
  rec_mono mono;
  int atom;
} rec_product;

// The executions of one op: which values its atoms may take.
struct rec_dom {
  rec_an *an;
  ir_op *at;
  VEC(rec_form *) forms;
  VEC(int) owners; // which atom each is about; -1: a condition of the path
  int owner;       // of what is being added
  VEC(int) atoms;  // in order of appearance
  VEC(rec_product) products;
  bool is_linear;   // products in formulas are atoms
  map *polys;       // ir_val * -> rec_read_result *
  map *conds[2][2]; // [negated][may_assume]: ir_val * -> rec_form *
  bool inexact;     // some condition was left out
  bool want_range;  // loads get bounds from the range pass
  bool whole;       // sets keep every condition: bounds are met, not only valid
};

// A new analysis of the loop body "scope"; rec_an_free frees its isl context.
rec_an *rec_an_new(loft_cx *cx, ir_func *f, const ir_region *scope);
void rec_an_free(rec_an *an);
// False once isl ran out of its budget: no result can be trusted then.
bool rec_an_ok(const rec_an *an);
// Starts a question to isl, with operations of its own. (Note [Questions])
void rec_an_ask(rec_an *an);
// Counts "steps" as spent. False when the region has no steps left.
bool rec_an_spend(rec_an *an, long steps);
// False when isl gave up on it: the answer means nothing. The next question may
// be answered all the same, unless there were too many such.
bool rec_an_answered(rec_an *an);
// True when "v" varies in the scope of "an".
bool rec_varies(rec_an *an, const ir_val *v);
// True when "v" is an index of the loop, map or reduce around it.
bool rec_is_loop_index(const ir_val *v);
// True when atom "f" varies, or is the index of a loop further out.
bool rec_an_is_index(const rec_an *an, int f);
// The atom that stands for "v".
int rec_an_atom(rec_an *an, ir_val *v);
// A new atom that is no IR value, one per "key": it has some value, which is a
// dimension, since there is nothing to compute it from.
int rec_an_virtual(rec_an *an, const void *key);
// True when a factor of "m", of a term of "p", varies.
bool rec_mono_varies(const rec_an *an, const rec_mono *m);
bool rec_poly_varies(const rec_an *an, const rec_poly *p);
// The values a type holds; 64-bit types: up to 2^61 (Note [Exact readings]).
void rec_type_range(ir_scalar s, int64_t *lo, int64_t *hi);
// Formulas: true, p >= 0, p == 0, x >= y + c, x == y, x and y, x or y.
rec_form *rec_form_true(rec_an *an);
rec_form *rec_form_ge(rec_an *an, const rec_poly *p);
rec_form *rec_form_eq(rec_an *an, const rec_poly *p);
rec_form *rec_form_ge2(rec_an *an, const rec_poly *x, const rec_poly *y,
                       int64_t c);
rec_form *rec_form_eq2(rec_an *an, const rec_poly *x, const rec_poly *y);
rec_form *rec_form_and(rec_an *an, rec_form *x, rec_form *y);
rec_form *rec_form_or(rec_an *an, rec_form *x, rec_form *y);
// Adds "f" to the domain.
void rec_dom_add(rec_dom *d, rec_form *f);

// -- rec_facts.c ----------------------------------------------------------
// A value as c ? y : z.
typedef struct rec_choice {
  ir_val *c, *y, *z;
} rec_choice;
// True when the integer "v" is a choice.
bool rec_match_choice(const ir_val *v, rec_choice *out);
// Makes "atom" part of the domain. False when it is already, or the region has
// no steps left.
bool rec_dom_add_atom(rec_dom *d, int atom);
// Makes "atom" part of the domain, with what is known about it.
void rec_dom_meet(rec_dom *d, int atom);

// -- rec_read.c -----------------------------------------------------------
// The domain of "op": all loops and conditions around it.
rec_dom *rec_dom_new(rec_an *an, ir_op *op, bool want_range);
// The polynomial of integer "v", congruent modulo its width.
rec_poly rec_read(rec_dom *d, ir_val *v);
// The same as the definition of "v" gives it, "v" itself if that is none.
rec_poly rec_read_modulo(rec_dom *d, ir_val *v);
// The polynomial equal to "v".
rec_poly rec_read_exact(rec_dom *d, ir_val *v);
// Makes "v" read as "p", which it is equal to.
void rec_read_as(rec_dom *d, ir_val *v, const rec_poly *p);
// True when "v" is equal to polynomial *p where "cond" holds, or is assumed to
// be; it may wrap elsewhere, as i - 2 of i > 2 ? i - 2 : 0 does.
bool rec_fits_if(rec_dom *d, ir_val *v, rec_form *cond, rec_poly *p);
// "v" (a bool; negated when "neg") as a formula; true where it is not affine.
rec_form *rec_read_cond(rec_dom *d, ir_val *v, bool neg);
// True for comparisons of integers.
bool rec_is_int_compare(const ir_op *op);
// The same polynomial in another analysis; its atoms are met by "to".
rec_poly rec_poly_translate(const rec_an *from, rec_dom *to, const rec_poly *p);
// Bounds of "p" from those of its atoms; false when there are none.
bool rec_poly_interval(const rec_an *an, const rec_poly *p, int64_t *lo,
                       int64_t *hi);

enum { REC_DIMS = 6 };
// A chain of strides: stride[0] = 1, each divides the next.
typedef struct rec_shape {
  int n;
  rec_mono stride[REC_DIMS]; // coef is the constant part
} rec_shape;

// -- rec_isl.c ------------------------------------------------------------
// The parameters for which "d" is executed at all, or more unless "exact".
isl_set *rec_dom_params(rec_dom *d, bool exact);
// { [keep] -> [tuple] }: which elements are touched while the atoms "keep" have
// given values; NULL when a component of the tuple is not affine. May leave out
// conditions that do not bear on them, unless "exact".
isl_map *rec_dom_map(rec_dom *d, const int *keep, int n_keep,
                     const rec_poly *tuple, int n, bool exact);
// True when the set of "d" is no larger than what is executed.
bool rec_dom_is_exact(const rec_dom *d);
// The tuples of shape "s" whose components, but the outermost, are in bounds.
isl_set *rec_shape_box(rec_an *an, const rec_shape *s);
// { [e] : lo <= e <= hi }
isl_set *rec_interval(rec_an *an, int64_t lo, int64_t hi);
// True when "p" is a sum of constants, parameters and single dimensions.
bool rec_poly_is_affine(const rec_an *an, const rec_poly *p);
// True when p >= 0 holds wherever "d" is executed.
bool rec_prove_ge(rec_dom *d, const rec_poly *p);
// True when there may be parameters for which p >= 0 holds all over a domain
// that is not empty.
bool rec_may_hold(rec_dom *d, const rec_poly *p);
// False when no parameters that are not negative fulfil all of the assumptions
// "all" at once, in every iteration of the loops around, over the domains "d"
// (one each), where these are executed.
bool rec_is_plausible(rec_an *an, const rec_assumes *all, rec_dom *const *d);
// The monomial an isl parameter stands for.
const rec_mono *rec_isl_param(__isl_keep isl_id *id);

// -- rec_shape.c ----------------------------------------------------------
// Which terms give strides.
enum { REC_SHAPE_GUESSES = 4 };
enum {
  REC_SHAPE_SCALED,       // parameters and multiples of them: i*4*n + 3*j
  REC_SHAPE_SYMBOLIC,     // parameters alone
  REC_SHAPE_CONSTANT,     // constant coefficients of what varies too
  REC_SHAPE_ALL_CONSTANT, // and of parameters
  REC_SHAPE_GUESS,        // symbolic, with a factor of cur*n as a size; ...
  REC_SHAPE_SCALED_GUESS = REC_SHAPE_GUESS + REC_SHAPE_GUESSES,
  REC_SHAPE__COUNT = REC_SHAPE_SCALED_GUESS + REC_SHAPE_GUESSES
};
// The shape all of the "n" subscripts "p" have in common in a mode; "whole" are
// the same with what they have in common, which may suggest sizes. False when
// there is none, or a mode before has it.
bool rec_shape_of(rec_an *an, const rec_poly *p, const rec_poly *whole, int n,
                  int mode, rec_shape *out);
// "p" as a tuple in shape "s", outermost first. False when it does not fit.
bool rec_shape_split(rec_an *an, const rec_shape *s, const rec_poly *p,
                     rec_poly *tuple);
// stride[k+1] / stride[k] as a polynomial.
rec_poly rec_shape_extent(rec_an *an, const rec_shape *s, int k);

// -- rec_deps.c -----------------------------------------------------------
// Arrays that may share storage, in one function (union-find).
typedef struct rec_classes {
  arena *a;
  map *node; // ir_val * -> node
} rec_classes;
// The classes of "f"; the carried arrays of "except" (a loop, or NULL) are not
// joined over its back edge.
rec_classes *rec_classes_new(arena *a, ir_func *f, const ir_op *except);
// The representative of array "v"'s class.
ir_val *rec_class_of(const rec_classes *c, ir_val *v);
typedef struct rec_access {
  ir_op *op; // INDEX, UPDATE or COMBINE
  ir_val *cls;
  bool read, write;
  rec_dom *dom;
  rec_poly poly; // the subscript
} rec_access;
typedef VEC(rec_access) rec_accesses;
// Every access in "r" (nested ones too), without domains.
void rec_find_accesses(arena *a, const rec_classes *c, ir_region *r,
                       rec_accesses *out);

// Carried array "k" of a loop as a work array of one iteration.
typedef struct rec_work_array {
  int k;
  int depth;     // private to this many loops further inside
  int64_t count; // elements of the private array
  bool copy_out; // the last iteration leaves elements lo..hi behind
  int64_t lo, hi;
} rec_work_array;
typedef VEC(rec_work_array) rec_work_arrays;
// Why a loop is no map.
typedef struct rec_why {
  bool any;
  rec_reason reason;
  loft_loc loc;
  const char *what;
} rec_why;
void rec_why_set(rec_why *w, rec_reason reason, loft_loc loc, const char *what);
// What has to become of arrays for iterations to be independent.
typedef struct rec_changes {
  rec_work_arrays work; // private to an iteration
  VEC(int) combines;    // numbers of carried arrays combined into
  bool reorders;        // some of them of floats
} rec_changes;
// The analysis (its isl part freed; what it relies on is in "assumes") when no
// iteration of loop "op" touches an array element that another one writes,
// after "changes", which are added. Else NULL and *why. "inside": within a map
// or reduce.
rec_an *rec_loop_independent(loft_cx *cx, ir_func *f, ir_op *op, bool inside,
                             rec_changes *changes, rec_why *why);
// The name of an array for messages.
const char *rec_array_name(const ir_val *v);
// True when "test" holds of the accesses "all", with their subscripts as tuples
// of "n" components, in some shape for which nothing need be assumed. The test
// gets them in order, and only the tuples say what is touched.
typedef bool rec_shape_test(void *user, const rec_accesses *all,
                            rec_poly (*tuples)[REC_DIMS], int n);
bool rec_holds_in_a_shape(rec_an *an, const rec_accesses *all,
                          rec_shape_test *test, void *user);
// The accesses to class "cls" among "all", with domains and subscripts read.
rec_accesses rec_read_class(rec_an *an, const rec_accesses *all,
                            const ir_val *cls);

// -- rec_same.c -----------------------------------------------------------
// Finds the pairs of "r", which was recognised, in "plain": its reading with a
// read wherever C has one.
void rec_find_same(loft_cx *cx, rec_region *r, const rec_region *plain);
// Whether there may be such pairs.
bool rec_may_find_same(const rec_region *r);

// -- rec_sizes.c ----------------------------------------------------------
// Gives sums that indices are multiplied with atoms of their own, in the "n"
// polynomials "p" of invariants and of what varies over the domains "d" (one
// each): their values stay the same. True when something changed.
bool rec_sizes_name(rec_an *an, rec_dom **d, rec_poly *p, int n);
// The same for the subscripts "xs"; none when nothing changed.
rec_accesses rec_sizes_of(rec_an *an, const rec_accesses *xs);

// -- rec_range.c ----------------------------------------------------------
// What was computed for the ops of one region: they are executed together.
typedef struct rec_known_bound {
  const ir_region *home;
  bool want_range, whole;
  rec_poly form;
  ir_val *lo, *hi;
} rec_known_bound;
typedef struct rec_known_some {
  const ir_region *home;
  bool want_range, whole;
  ir_val *some;
  isl_set *context; // the parameters for which that holds
} rec_known_some;

// What 64-bit values that an emitted function computes with are below, in bits.
enum { REC_BIG_BITS = 40 };

// Emits IR that computes bounds of values, into one function.
typedef struct rec_emit {
  rec_an *an;    // of the region's function, scope its body
  ir_builder *b; // top level of the function emitted
  map *subst;    // values of the region's function -> of this one
  ir_val *ok;    // all checks so far
  map *big;      // ir_val * -> its i64 value, of checked size
  map *ranges;   // ir_val * -> result of its range pass
  map *sums;     // ir_val * of an extent -> what it sums up to
  int n_passes;  // over data, as long as the loops around it
  rec_classes *classes;
  VEC(rec_known_bound) bounds;
  VEC(rec_known_some) somes;
} rec_emit;
typedef struct rec_bounds {
  ir_val *lo, *hi; // i64, hi inclusive; of no meaning unless "some"
  ir_val *some;    // bool: the domain is not empty
} rec_bounds;
void rec_emit_init(rec_emit *e, rec_an *an, ir_builder *b, map *subst);
// Frees what "e" holds of isl.
void rec_emit_fini(rec_emit *e);
// True when array "v" is as it was at the region's start.
bool rec_emit_is_input(const rec_emit *e, const ir_val *v);
// The value of "p", which has invariant atoms only, or NULL.
ir_val *rec_emit_poly(rec_emit *e, const rec_poly *p);
// Whether the parameters are in "s" (taken), as a bool; or NULL.
ir_val *rec_emit_set(rec_emit *e, __isl_take isl_set *s);
// Bounds of "p" over "d". False when there are none.
bool rec_emit_bounds(rec_emit *e, rec_dom *d, const rec_poly *p,
                     rec_bounds *out);
// e->ok = e->ok && cond.
void rec_emit_check(rec_emit *e, ir_val *cond);

// -- rec_given.c ----------------------------------------------------------
// True when the value of "v" follows from the parameters of an->f: it is the
// same wherever it is computed, and known before.
bool rec_is_given(rec_an *an, const ir_val *v);
// The value of "v" in the emitted function; NULL unless it is given, or
// emitted already.
ir_val *rec_emit_value(rec_emit *e, ir_val *v);

// -- rec_load.c -----------------------------------------------------------
// True when it can be told when the region makes the load; only then may the
// footprint make it.
bool rec_emit_can_load(struct rec_emit *e, const rec_fixed_load *l);
// Its value as i64, 0 when the region does not make it; or NULL.
ir_val *rec_emit_load(struct rec_emit *e, const rec_fixed_load *l);

// -- rec_invariant.c ------------------------------------------------------
// Adds what holds whenever an iteration of while loop "op" starts to "d", which
// lies in its body.
void rec_meet_iteration(rec_dom *d, ir_op *op);
// Adds what holds of "x", which while loop "op" carries as "k" ("inside"), or
// has for result "k", to "d".
void rec_add_invariants(rec_dom *d, const rec_poly *x, ir_op *op, int k,
                        bool inside);

// -- rec_gather.c ---------------------------------------------------------
// Bounds of the loaded value "v" by reading all it takes, as atoms of e->an.
// False when that cannot be done before the region runs.
bool rec_emit_range_pass(rec_emit *e, ir_val *v, int *lo, int *hi);
// Bounds of "v" over the executions of "op", by going through all of them.
// False when that cannot be done before the region runs.
bool rec_emit_scan(rec_emit *e, ir_op *op, ir_val *v, rec_bounds *out);
// The sum of extent number "k" of "op" over the iterations around it, as f64,
// estimated by a few of them; NULL when that cannot be known before the region
// runs.
ir_val *rec_emit_trip_sum(rec_emit *e, ir_op *op, int k);

// -- rec_guard.c ----------------------------------------------------------
// What the guard function of "f" is called.
const char *rec_guard_name(arena *a, const ir_func *f);
// The guard function of "f": the region runs only where it holds. NULL: none.
ir_func *rec_guard_find(arena *a, const ir_func *f);
// Narrows "lo" and "hi" by what "guard" (or NULL) says about its integer
// parameter "index".
void rec_guard_bounds(arena *a, const ir_func *guard, int index, int64_t *lo,
                      int64_t *hi);
// Adds the assumptions of "from" to the guard function of "f" (made when
// missing). False when one cannot be checked at the region's start; nothing
// changes then.
bool rec_emit_guards(loft_cx *cx, ir_func *f, const rec_an *from);
// Emits the checks of what e->an assumes, from number *n on, and of what the
// checks rely on in their turn. False when that is impossible.
bool rec_emit_assumptions(rec_emit *e, int *n);
// A function "name" with the parameters of "f", which it may read; "subst"
// maps the parameters.
ir_func *rec_new_companion(ir_func *f, const char *name, map *subst);

// -- rec_clean.c ----------------------------------------------------------
// Removes scalars, carried ones too, that nothing needs; carried values that
// never change become what they start as.
void rec_clean(loft_cx *cx, ir_func *f);
// Removes result "k" of a loop or if; for a loop the carried value with it.
void rec_drop_result(ir_op *op, int k);

// -- rec_hoist.c ------------------------------------------------------------
// Loads at fixed places of unwritten arrays move out of all loops.
void rec_hoist_loads(ir_func *f);
// Whether all loops around "op", from "outer" inwards, run, at "b"; NULL when
// they certainly do. Their counts must be invariant in the body of "outer".
ir_val *rec_build_runs(ir_builder *b, const ir_op *op, const ir_op *outer);
// Element "at" of "array" if "runs", else 0; NULL: it does.
ir_val *rec_build_load(ir_builder *b, ir_val *runs, ir_val *array, ir_val *at);

// -- rec_promote.c ----------------------------------------------------------
// Array elements that loops work on become carried scalars.
void rec_promote(loft_cx *cx, ir_func *f);
// True when array "k" of "l" stays in its storage, which no other carried array
// shares, and which is no array of the body.
bool rec_is_own_storage(const rec_classes *c, const ir_loop *l, int k);

// -- rec_moving.c -----------------------------------------------------------
// Elements of arrays that move with the iterations of "op", a counting loop,
// become scalars that it carries. False when there are none.
bool rec_move_elements(loft_cx *cx, ir_func *f, ir_op *op);

// -- rec_scalars.c --------------------------------------------------------
// Induction variables of every loop of "f" become functions of its index,
// values after a loop too where that is known. Inner loops first.
void rec_close_scalars(loft_cx *cx, ir_func *f);
// True when "v" is the same in every iteration of "body": defined outside, or
// computed from such by scalar ops.
bool rec_is_invariant(const ir_val *v, const ir_region *body);
// "v", invariant in "op"'s body, at "b".
ir_val *rec_hoist(ir_builder *b, ir_val *v, const ir_region *body);
// True when the value of "v" in one iteration can be recomputed outside of
// "body" from its index alone.
bool rec_is_recomputable(const ir_val *v, const ir_region *body);
// "v" at iteration "at" (i64) of the loop with body "body", built at "b".
ir_val *rec_recompute(ir_builder *b, ir_val *v, const ir_region *body,
                      ir_val *at);

// -- rec_reduce.c ---------------------------------------------------------
typedef enum rec_red_kind {
  REC_RED_FOLD,  // out = init op fold of values
  REC_RED_TRUTH, // as a bool: out = trips ? (T)(truth(init) op fold) : init
  REC_RED_SET    // out = any value ? "set" : init
} rec_red_kind;
typedef struct rec_plan rec_plan;
// Carried scalar "k" of a loop as a reduction.
typedef struct rec_red {
  rec_red_kind kind;
  ir_opcode op;
  ir_scalar type; // of the fold: the scalar's own, bool, or f64 for an f32
                  // that is added to in f64
  int k;          // which carried value
  bool reorders;  // combines contributions before folding, or rounds them: not
                  // what C does in order
  VEC(ir_region *) speculated; // read memory that C would not
  bool ties;      // may differ from C in the sign of a zero, or on NaN
  ir_val *set;    // REC_RED_SET: the value, invariant
  rec_plan *plan; // how one iteration contributes
} rec_red;
// Carried scalar "k" of "l" as a reduction; changes nothing.
bool rec_match_reduction(const ir_loop *l, int k, rec_red *out);
// The same of a fold in the scalar's own type whose partial results may be used
// by anything; reads nothing that C would not.
bool rec_match_running(const ir_loop *l, int k, rec_red *out);
// The value one iteration contributes, of type r->type, visible at the end of
// the loop's body; rewrites the body so that it is computed.
ir_val *rec_contribution(const ir_loop *l, const rec_red *r);

// An element of an array as a fold: from "read", its value, to what "update"
// replaces it by, both in the loop's "body"; changes nothing.
bool rec_match_element(const ir_region *body, ir_val *read, ir_op *update,
                       rec_red *out);
// True when the runtime can look beforehand at what "read" reads, where C would
// not: an array of the caller's.
bool rec_may_probe(const ir_op *read);
// What "update" then folds into the element, of type r->type, built before it.
ir_val *rec_element_contribution(const rec_red *r, ir_op *update);

// -- rec_combine.c ----------------------------------------------------------
// True when all that the iterations of "l" do to carried array "k" is combining
// values into its elements, by one operator whose order does not matter.
bool rec_combines(arena *a, const ir_loop *l, int k);
// Makes these accesses combine ops.
void rec_build_combines(ir_func *f, const ir_loop *l, int k);

// -- rec_append.c -----------------------------------------------------------
// True when the accesses "xs" of "l"'s body to an array touch only elements
// that their iteration appends to it, by a counter that "l" carries: different
// ones in each iteration.
bool rec_appends(const ir_loop *l, const rec_accesses *xs);
// True when an u32 that starts as "init" and grows by "step" at most, "extent"
// times, does not wrap where "d" is executed; that may be assumed.
bool rec_count_fits(rec_dom *d, ir_val *init, ir_val *extent, int64_t step);

// -- rec_compound.c ---------------------------------------------------------
// One of the values that a loop folds together.
typedef struct rec_column {
  int k; // the carried scalar that it is the running fold of; -1: none
  ir_scalar type;
  ir_opcode op; // where it is a fold of its own
  int choice;   // else which choice sets it; -1: its own, or of ...
  int system;   // ... a system, entry "row", "part" of its maps; -1
  int row, part;
} rec_column;
// Scalars that one condition sets.
typedef struct rec_selection {
  ir_val *cond;
  bool on;       // what the condition is where they are set
  bool compares; // it is cmp(new value, old value) of scalar "key", ...
  ir_opcode cmp;
  int key;
  int column; // ... whose column this is; else that of the condition
} rec_selection;
// Scalars that are linear in one another. An iteration maps their vector: its
// coefficients and its constant part are columns.
enum { REC_MAX_STATES = 4, REC_ZERO = -2, REC_ONE = -1 };
typedef struct rec_system {
  int n, k[REC_MAX_STATES];
  ir_scalar type;                                 // that it is computed in
  int column[REC_MAX_STATES][REC_MAX_STATES + 1]; // or what it always is
} rec_system;
// The carried scalars of a loop as one fold.
typedef struct rec_tuple {
  VEC(rec_column) columns;
  VEC(rec_selection) choices;
  VEC(rec_system) systems;
  ir_vals values; // of an iteration, one a column
} rec_tuple;
// The carried scalars of "l", a loop that is the caller's to change: the values
// are built into its body. False when one of them is neither a fold nor part of
// a choice, nor, with "linear", of a system.
bool rec_match_tuple(arena *a, const ir_loop *l, bool linear, rec_tuple *t);
// What column "c" starts from; "inits" are the loop's.
ir_val *rec_build_tuple_init(ir_builder *b, const rec_tuple *t, int c,
                             ir_val *const *inits);
// The value of column "c"'s scalar, given the "folds" of all columns.
ir_val *rec_build_tuple_final(ir_builder *b, const rec_tuple *t, int c,
                              ir_val *const *folds, ir_val *const *inits);
// Fills the empty region "r" with the operator on tuples.
void rec_build_operator(ir_region *r, const rec_tuple *t);

// -- rec_linear.c -----------------------------------------------------------
// Adds the scalars of "l" that are linear in one another to "t": the values are
// built into its body.
void rec_add_systems(arena *a, const ir_loop *l, rec_tuple *t);
// True when scalar "k" is in a system of "t".
bool rec_is_in_system(const rec_tuple *t, int k);
// What column "c" of "s" starts from, and its fold of two tuples.
ir_val *rec_build_system_init(ir_builder *b, const rec_system *s,
                              const rec_column *c, ir_val *const *inits);
ir_val *rec_build_system_fold(ir_builder *b, const rec_system *s,
                              const rec_column *c, ir_val *const *left,
                              ir_val *const *right);

// -- rec_nest.c -------------------------------------------------------------
// The perfect loops of a nest, outermost first; place[l][k]: the number of the
// innermost loop's carried value k in loop l.
typedef struct rec_nest {
  const ir_loop *loops;
  int n;
  int *const *place;
} rec_nest;
// What one loop over a nest is made of: the values of its body that are the
// nest's indices, and their extents.
typedef struct rec_flat {
  ir_vals extents, indices;
  bool is_one; // the body needs the position alone
} rec_flat;
// A loop that does what "nest" does, in front of it; its carried values are in
// the order of the innermost loop's.
ir_op *rec_flatten(const rec_nest *nest, rec_flat *flat);
// Lets the region run only where no extent of "nest", which that loop takes for
// granted, is negative. False, and nothing changed, when that cannot be
// checked.
bool rec_guard_flat(loft_cx *cx, ir_func *f, const rec_nest *nest);

// -- rec_scan.c -------------------------------------------------------------
// Removes the ops of "r" without a used result, and unused results of ifs.
void rec_remove_unused(ir_region *r);
// A loop whose carried scalars are folds, running ones or together.
typedef struct rec_scan {
  ir_func *f;
  ir_loop old, copy; // the copy's body yields the values folded
  map *copies;       // values of "old" -> of "copy"
  rec_tuple tuple;
  const rec_flat *flat; // the nest that "old" is; NULL: a loop of its own
} rec_scan;
// Loop "op" of "f" as a scan or fold, with a copy of it in front, which must
// then be built or forgotten. False, and nothing changed, when a carried scalar
// is no fold, or a value folded needs a running fold or what the iteration
// wrote.
bool rec_match_scan(ir_func *f, ir_op *op, rec_scan *s);
void rec_forget_scan(rec_scan *s);
// Builds it in place of the loop, whose iterations are independent but for the
// folds.
ir_op *rec_build_scan(rec_scan *s);

// -- rec_search.c -----------------------------------------------------------
// Makes "op", a counting loop that may end early and carries scalars alone, a
// loop over chunks that looks for the iteration that ends it, and that
// iteration behind it. NULL, and nothing changed, when it is no such search.
// *ahead: what runs of iterations that C would not have made.
ir_op *rec_build_search(ir_func *f, ir_op *op, ir_region **ahead);

// -- rec_order.c ------------------------------------------------------------
// Splits the exact reduce "op" (outside of maps) into its folds in order and a
// parallel op for all else, when that is worth it. The latter, or NULL.
ir_op *rec_split_order(ir_func *f, ir_op *op);

// -- rec_private.c --------------------------------------------------------
// "copy_out": also when the array is needed after the loop.
bool rec_match_work_array(loft_cx *cx, ir_func *f, ir_op *op, int k,
                          bool copy_out, rec_work_array *out);
// Gives each iteration its own. Higher "k" first.
void rec_privatise(ir_func *f, ir_op *op, const rec_work_array *w);

// -- rec_last.c -----------------------------------------------------------
// The inner loop, an op of the body of "l", that alone uses carried "k" and
// gives its next value, which has no other use, and runs a number of times that
// does not change; *j is its number there. NULL when there is none. n_uses must
// be valid.
ir_op *rec_passes_on(const ir_loop *l, int k, int *j);
// Whether loop "l" is in its last iteration, and "outer" (may be NULL) holds.
ir_val *rec_build_is_last(ir_builder *b, const ir_loop *l, ir_val *outer);
// True when carried scalar "k" of "l" is assigned in each iteration and read
// in none. n_uses must be valid.
bool rec_is_last_value(const ir_loop *l, int k);
// Makes it an array of one element that the last iteration writes.
void rec_keep_last_value(ir_func *f, ir_op *op, int k);

#endif
