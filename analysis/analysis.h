// analysis/analysis.h: questions about IR that more than one folder asks.
//
// Nothing here changes IR; slice.c copies, and affine.c builds forms.
#ifndef LOFT_ANALYSIS_H
#define LOFT_ANALYSIS_H

#include "ir/ir.h"

// -- poly.c: polynomials over atoms ----------------------------------
enum { AN_POLY_FACTORS = 6, AN_POLY_TERMS = 48 };

// coef * product of atoms (sorted numbers); n 0: the constant.
typedef struct an_mono {
  int64_t coef;
  int n;
  int f[AN_POLY_FACTORS];
} an_mono;

// A sum of monomials, sorted, no zero coefficients.
typedef struct an_poly {
  VEC(an_mono) t;
  bool bad; // grew too large: means nothing
} an_poly;

an_poly an_poly_const(arena *a, int64_t c);
an_poly an_poly_atom(arena *a, int atom);
// x + scale * y.
an_poly an_poly_add(arena *a, const an_poly *x, const an_poly *y,
                    int64_t scale);
// x + c.
an_poly an_poly_plus(arena *a, const an_poly *x, int64_t c);
an_poly an_poly_mul(arena *a, const an_poly *x, const an_poly *y);
an_poly an_poly_scale(arena *a, const an_poly *x, int64_t scale);
// "p" with "value" for atom "f".
an_poly an_poly_replace(arena *a, const an_poly *p, int f,
                        const an_poly *value);
bool an_poly_eq(const an_poly *x, const an_poly *y);
// True when atom "f" is a factor of some term of "p".
bool an_poly_has(const an_poly *p, int f);
// The value of a constant polynomial.
bool an_poly_is_const(const an_poly *x, int64_t *c);
// Compares the factors alone: <0, 0, >0; fewer factors first.
int an_mono_compare(const an_mono *x, const an_mono *y);
// The greatest common divisor of |x| and |y|; of x and 0 it is |x|.
int64_t an_common_divisor(int64_t x, int64_t y);
// True when every factor of "d" is one of "x" (with multiplicity); *q gets
// x / d with x's coefficient.
bool an_mono_divide(const an_mono *x, const an_mono *d, an_mono *q);
// Adds one term to "x".
void an_poly_push(arena *a, an_poly *x, const an_mono *m);

// -- affine.c: linear forms of index expressions -----------------------------
// v = constant + sum coef_k * (product of vals_k), over i64 (looking through
// convert of i-types to i64; u-types are leaves).
enum { AN_FACTORS = 4 };
typedef struct an_term {
  int64_t coef;
  ir_val *factors[AN_FACTORS]; // n_factors of them, at least one
  int n_factors;
} an_term;
typedef struct an_affine {
  int64_t constant;
  VEC(an_term) terms; // of different products, no zero coefficient
} an_affine;
// The polynomial form of "v"; a value that is no sum or product is a leaf.
an_affine an_affine_of(arena *a, ir_val *v);
bool an_affine_eq(arena *a, const an_affine *x, const an_affine *y);
// *out: "f" with "to" for "from"; the factor of "v" in "f" (false as well: not
// linear in it); x * y; x - y; x / stride, where "stride" is one term or a
// constant that divides each term. False: that is no form, for its size too.
bool an_form_rename(arena *a, const an_affine *f, ir_val *from, ir_val *to,
                    an_affine *out);
bool an_form_stride(arena *a, const an_affine *f, const ir_val *v,
                    an_affine *out);
bool an_form_times(arena *a, const an_affine *x, const an_affine *y,
                   an_affine *out);
bool an_form_minus(arena *a, const an_affine *x, const an_affine *y,
                   an_affine *out);
bool an_form_divide(arena *a, const an_affine *x, const an_affine *stride,
                    an_affine *out);
// The value of "t", or of "f", at "b".
ir_val *an_build_term(ir_builder *b, const an_term *t);
ir_val *an_build_form(ir_builder *b, const an_affine *f);
// True when "v" is a factor in "f".
bool an_form_uses(const an_affine *f, const ir_val *v);
// False only when "v" surely does not depend on "x", an index of a loop around
// it, in the same iterations of those inside.
bool an_may_depend(const ir_val *v, const ir_val *x);
// How often "v" is a factor of "t".
int an_degree(const an_term *t, const ir_val *v);
// d v / d x when "v" is linear in "x": *stride is its constant value if it has
// one; returns 0: v does not depend on x, 1: constant stride, 2: stride is
// symbolic (invariant), -1: not linear in x.
int an_affine_stride(const an_affine *f, const ir_val *x, int64_t *stride);
// "f" is the same, or a neighbour, where "x" is 1 more.
bool an_affine_is_near(const an_affine *f, const ir_val *x);
// d f / d x is 1 or -1: neighbours in x are neighbours in memory.
bool an_affine_is_unit(const an_affine *f, const ir_val *x);

// -- range.c: bounds of integers ----------------------------------------------
typedef struct an_range {
  int64_t lo, hi;
} an_range;
// Bounds of the integer "v" from constants, types and extents; always valid
// (at worst the type's own; u64 above INT64_MAX gives the full i64 range).
an_range an_range_of(const ir_val *v);
// The bounds of the result of scalar op "op" on integers with bounds "in", one
// for each operand; the condition of a select may have any.
an_range an_range_of_op(const ir_op *op, const an_range *in);
// The bounds of type "s"; those of u64, and of floats, are i64's.
an_range an_type_range(ir_scalar s);
// True when "v" is always in the range of i32.
bool an_fits_i32(const ir_val *v);
// True when the extent "n" is at least 1 wherever "at" is executed: by its
// range, or as that of an op around "at".
bool an_is_positive_at(arena *a, ir_val *n, const ir_op *at);

// -- slice.c: values by scalar ops ------------------------------------
// True when "v" is computed by scalar ops from values outside of "body" and,
// with "index", its loop index and, with "loads", elements that each iteration
// loads from arrays outside.
bool an_in_slice(const ir_val *v, const ir_region *body, bool index,
                 bool loads);
// True when "v" is computed by scalar ops from values outside of "body" and
// those in "of".
bool an_is_computed_from(const ir_val *v, const ir_region *body,
                         const ir_vals *of);
// "v" at "b": a copy of its slice, the ops that compute it, up to values
// outside of "body" or in "subst".
ir_val *an_copy_slice(ir_builder *b, ir_val *v, const ir_region *body,
                      map *subst);
// True when "v" is computed from values outside of "body" and those in "of" by
// scalar ops, ifs, and loads of arrays outside.
bool an_is_made_of(arena *a, const ir_val *v, const ir_region *body,
                   const ir_vals *of);
// True when "v" is the same in every iteration of "body": defined outside, or
// computed from such by scalar ops.
bool an_is_invariant(const ir_val *v, const ir_region *body);
// "v", invariant in "op"'s body, at "b".
ir_val *an_copy_invariant(ir_builder *b, ir_val *v, const ir_region *body);
// True when the value of "v" in one iteration can be recomputed outside of
// "body" from its index alone.
bool an_is_recomputable(const ir_val *v, const ir_region *body);
// "v" at iteration "at" (i64) of the loop with body "body", built at "b".
ir_val *an_recompute(ir_builder *b, ir_val *v, const ir_region *body,
                     ir_val *at);
// A value as c ? y : z.
typedef struct an_choice {
  ir_val *c, *y, *z;
} an_choice;
// True when "v" is a choice, by an if as well.
bool an_match_either(const ir_val *v, an_choice *out);
// The value of result "v" of "op", an if or select, where its condition
// "holds".
ir_val *an_side_of(const ir_op *op, const ir_val *v, bool holds);
// The two values that bool "v" is the conjunction of, or the disjunction if
// "any". False: it is none.
bool an_match_both(const ir_val *v, bool any, ir_val **both);

// -- evaluate.c: values that follow from one that is known -------------
// True when integer or bool "v" of "body" follows from "known" being "is"; its
// value is *bits then.
bool an_value_given(const ir_val *v, const ir_region *body, const ir_val *known,
                    ir_bits is, ir_bits *bits);
// The same of floats, too, rounded op by op.
bool an_estimate_given(const ir_val *v, const ir_region *body,
                       const ir_val *known, ir_bits is, ir_bits *bits);

// -- same.c: computations that give the same value --------------------
// True when "x" and "y" are the same computation on the same values.
bool an_same_value(arena *a, const ir_val *x, const ir_val *y);
// The same where "x" is in region "r" and "y" in "s", of the same indices.
bool an_same_value_in(arena *a, const ir_val *x, const ir_region *r,
                      const ir_val *y, const ir_region *s);
// The same where the values in "given" are: one, and what it equals, in turn.
bool an_same_value_given(arena *a, const ir_val *x, const ir_val *y,
                         const ir_vals *given);
// True when one of the bools "x" and "y" holds where the other one does not:
// one is the negation of the other, or a comparison of the same values.
bool an_are_opposite(arena *a, const ir_val *x, const ir_val *y);

// -- values.c: tables of values by the computations that give them ------
// The computation of one value: equal keys, equal values.
enum { AN_KEY_INS = 3 };
typedef struct an_key {
  ir_opcode code;
  ir_scalar elem; // of the result
  ir_bits bits;
  const ir_val *ins[AN_KEY_INS];
} an_key;
// The key of an op of "code" on "n" values, at most AN_KEY_INS. The order of
// two integers does not count where the op is commutative.
an_key an_key_of(ir_opcode code, ir_scalar elem, ir_bits bits, int n,
                 ir_val *const *ins);
typedef struct an_values an_values;
an_values *an_values_new(arena *a);
// The latest value of "k", if it belongs to region "r" or one around; or NULL.
ir_val *an_values_find(const an_values *t, an_key k, const ir_region *r);
// Makes "v" the latest value of "k".
void an_values_put(an_values *t, an_key k, ir_val *v);

// -- uses.c: values that an op uses from outside --------------------
// Values defined outside of an op that it or its regions use, and those of them
// (arrays) that it consumes.
typedef struct an_uses {
  ir_vals uses, consumes;
} an_uses;
an_uses an_uses_of(arena *a, ir_op *op);
// True when none of the ops of a region from "from" up to and with "to"
// consumes one of "arrays".
bool an_keeps(arena *a, const ir_vals *arrays, ir_op *from, const ir_op *to);
// The ops of "r" (keys) that need one of the "n" values "of", by others of "r"
// or themselves.
map *an_ops_needing(arena *a, const ir_region *r, ir_val *const *of, int n);
// True when "later" must stay behind "earlier": it uses one of its results, or
// consumes an array that "earlier" uses.
bool an_depends(const ir_op *earlier, const an_uses *te, const an_uses *tl);

// -- classes.c: arrays that may share storage ------------------------
// Those of one function (union-find).
typedef struct an_classes {
  arena *a;
  map *node; // ir_val * -> node
} an_classes;
// The classes of "f"; the carried arrays of "except" (a loop, or NULL) are not
// joined over its back edge.
an_classes *an_classes_new(arena *a, ir_func *f, const ir_op *except);
// The representative of array "v"'s class.
ir_val *an_class_of(const an_classes *c, const ir_val *v);

// -- cost.c: the cost of ops ------------------------------------------
// The cost of "op", without its regions, in additions: its latency, and its
// share of the throughput among many independent ops (cost.def).
int an_latency(const ir_op *op);
int an_work(const ir_op *op);

// -- ragged.c: maps of rows that have one map each -------------------
// The map "rows", and the one map in its body, of one dimension, whose dests
// are its own; perhaps in ifs without another branch, outermost first. All else
// in the body can be computed again at any time.
enum { AN_MAX_GUARDS = 4 };
typedef struct an_ragged {
  ir_soac rows, inner;
  ir_op *guards[AN_MAX_GUARDS];
  int n_guards;
} an_ragged;
// True when "op", of a row of "rows", can be computed again at any time: a
// scalar op, the end, or a load of what no row writes.
bool an_is_repeatable(const ir_soac *rows, const ir_op *op);
// The op of region "r" of a row of "rows" that "is_it" takes, if it is the only
// one that cannot be computed again at any time; else NULL.
ir_op *an_only_op(const ir_soac *rows, ir_region *r,
                  bool (*is_it)(const ir_op *op));
// Sees "op" as such a map.
bool an_match_ragged(ir_op *op, an_ragged *r);

// -- pieces.c: folds of rows that are cut in pieces -------------------
// The fold "all", in order, of one piece or more, whose values are what "fold",
// of the piece's iterations, gives; all else in its body are scalar ops. Pieces
// have IR_PIECE of the "count" iterations, the last one what is left.
typedef struct an_pieces {
  ir_soac all;
  ir_op *fold;
  ir_val *count;
} an_pieces;
// Sees "op" as such a fold.
bool an_match_pieces(ir_op *op, an_pieces *p);

// -- growth.c: loops that go through a range in chunks that grow ---
// The sizes of chunks that a while loop carries: "size", from "first" on, times
// "factor" in each iteration, up to "most". A chunk is min(size, range -
// begin).
typedef struct an_growth {
  int carried; // the number of the size among what the loop carries
  const ir_val *size;
  ir_val *range;
  int64_t first, most, factor;
} an_growth;
// Sees "op" as such a loop. "op" may be NULL.
bool an_match_growth(ir_op *op, an_growth *g);
// The range, if "v" is the extent of a chunk; or NULL.
ir_val *an_range_of_chunk(const an_growth *g, const ir_val *v);

// -- access.c: which elements an op touches ------------------------
typedef struct an_index {
  ir_val *idx, *extent;
} an_index;
enum { AN_MAX_INNER = 12 };
typedef struct an_access {
  ir_op *op;    // the index or update
  ir_val *root; // its storage, seen from outside
  bool is_write;
  bool conditional; // under an if or a while loop
  an_affine at;
  an_index inner[AN_MAX_INNER]; // the loops around it inside the op
  int n_inner;
} an_access;
typedef VEC(an_access) an_accesses;
// All accesses inside "op" to arrays from outside it, all in terms of the
// indices of its first region. False when it is not
// known for one of them which array that is.
bool an_accesses_of(arena *a, ir_op *op, an_accesses *out);
// True when "fold", in a map over "j", reads each element of rows once: those
// of neighbouring iterations of j are neighbours, and a step of "k" leads at
// least 64 elements further.
bool an_streams_rows(arena *a, ir_op *fold, const ir_val *k, const ir_val *j);
// True when accesses of an iteration of "op" that lie a few elements apart may
// be joined, loads where the first of them is and stores where the last is (as
// LLVM joins those of vectors): none of them gets past a store, or a store of
// theirs past an access, that may be of the same element.
bool an_may_join(arena *a, ir_op *op);
// True when "x" in iteration i of "px" and "y" in iteration i of "py" (soacs of
// as many dimensions) touch the same elements over their inner loops.
bool an_same_elements(arena *a, const an_access *x, ir_op *px,
                      const an_access *y, ir_op *py);
// True when no two iterations of the soac "op" touch the same element through
// "x", whatever the conditions around it.
bool an_is_injective(arena *a, const an_access *x, ir_op *op);
// The same of those iterations that differ in an index that the element depends
// on, of the soac or of a loop inside it.
bool an_is_injective_in(arena *a, const an_access *x, ir_op *op);

// -- keyed.c: running folds by key --------------------------------------
// A loop that folds into elements, one an iteration, and keeps what these were.
typedef struct an_keyed {
  ir_loop l;
  int h;         // the array folded into; the other one keeps
  ir_op *read;   // of the element
  ir_op *update; // of it
  ir_op *store;  // of what was read, at the loop's index, beside the read
  ir_opcode op;  // that commutes
} an_keyed;
// Loop "op" as one; false: it does anything else. n_uses are valid in it then.
bool an_match_keyed(ir_op *op, an_keyed *r);
// True when each fold adds the constant *step.
bool an_keyed_step(const an_keyed *r, int64_t *step);

#endif
