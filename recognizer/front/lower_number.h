// recognizer/front/lower_number.h: numbers, as scalar ops.
//
//   lower_build.c     scalar ops as lowering builds them
//   lower_scaled.c    ranges of scalars that loops without a count scale
//   lower_expr.c      scalar expressions
//   lower_float.c     the floating environment of an expression
//   lower_complex.c   complex numbers
//   lower_wide.c      integers of 128 bits
//   lower_half.c      floats of 16 bits
//   lower_bits.c      GCC's builtins that count or move bits
//   lower_overflow.c  sums, differences and products that are checked
//   lower_math.c      functions of the library, of numbers
#ifndef LOFT_REC_LOWER_NUMBER_H
#define LOFT_REC_LOWER_NUMBER_H

#include "recognizer/front/lower_private.h"

// -- lower_build.c: ops with folding, ranges, guards ------------------
// The IR's op for C's binary operator.
ir_opcode rec_lower_opcode(lt_op op);
ir_val *rec_lower_bits(rec_lower *lower, ir_scalar type, ir_bits bits);

// Infinity of a floating type.
ir_val *rec_lower_infinity(rec_lower *lower, ir_scalar type);
ir_val *rec_lower_int(rec_lower *lower, ir_scalar type, int64_t value);
// A zero value for an uninitialised or refused object.
ir_val *rec_lower_zero(rec_lower *lower, ir_scalar type);
// Scalar ops; constants and identities are folded, equal ops shared.
ir_val *rec_lower_op1(rec_lower *lower, ir_opcode code, ir_val *x);
ir_val *rec_lower_op2(rec_lower *lower, ir_opcode code, ir_val *x, ir_val *y);
ir_val *rec_lower_op3(rec_lower *lower, ir_opcode code, ir_val *x, ir_val *y,
                      ir_val *z);
ir_val *rec_lower_convert(rec_lower *lower, ir_val *x, ir_scalar to);
ir_val *rec_lower_index(rec_lower *lower, ir_val *array, ir_val *i);
// "v" as the value of type "to" that has the same bytes.
ir_val *rec_lower_same_bits(rec_lower *lower, ir_val *v, ir_scalar to);
// The value that a bit-field has after "v", of its type, was stored in it.
ir_val *rec_lower_narrow(rec_lower *lower, ir_val *v, const lt_field *bits);
// The value as a condition: != 0.
ir_val *rec_lower_truth(rec_lower *lower, ir_val *x);
// True for constants; their value sign-extended.
bool rec_lower_is_int(const ir_val *v, int64_t *value);
// A value an op of which operands became constants can be replaced by, or
// NULL. Builds nothing but constants.
ir_val *rec_lower_refold(rec_lower *lower, ir_op *op);
// An integer value as i64 for a subscript. Distributes over signed arithmetic
// (its overflow is undefined) and over 64-bit arithmetic.
ir_val *rec_lower_widen(rec_lower *lower, ir_val *v);
an_range rec_lower_range(rec_lower *lower, ir_val *v);
// Makes "cond" a guard of the region. False when it is known to be false, or
// cannot be told at the region's start.
bool rec_lower_require(rec_lower *lower, ir_val *cond);
// Makes it a guard of the region that the runtime's "function" does not give 0,
// which asks what the program's C library does.
void rec_lower_require_library(rec_lower *lower, const char *function);
// Makes "e", which C assumes, a guard, and known to the analysis, where it is
// made of integer variables and their members as the region starts with them.
void rec_lower_assume(rec_lower *lower, const lt_expr *e);
// Makes lo <= v <= hi a guard for every value "v" may take in its loops.
bool rec_lower_require_in(rec_lower *lower, ir_val *v, an_range r);

// -- lower_scaled.c -----------------------------------------------------
// Notes the ranges of scalars that "loop", of unknown length, scales, at the
// start of its iterations; "fr" was just opened for it.
void rec_lower_bound_scaled(rec_lower *lower, const rec_frame *fr,
                            const lt_stmt *loop);

// -- lower_expr.c ---------------------------------------------------------
// A binary operation on converted operands.
ir_val *rec_lower_arith(rec_lower *lower, lt_op op, ir_val *x, ir_val *y);
// The value of "e", of its kind.
ir_val *rec_lower_kind_expr(rec_lower *lower, const lt_expr *e);
// "e" as a condition, by its kind.
ir_val *rec_lower_kind_cond(rec_lower *lower, const lt_expr *e);

// -- lower_float.c --------------------------------------------------------
// The processor that the function at hand is for.
const lt_target *rec_lower_target(const rec_lower *lower);
// Whether the compiler fuses a product into the sum "e" of floats.
bool rec_lower_fuses(const rec_lower *lower, const lt_expr *e);
// False, after a refusal, when "e" computes floats otherwise than the default
// environment does; notes that the compiler need not compute what IEEE 754
// says.
bool rec_lower_check_floats(rec_lower *lower, const lt_expr *e);

// -- lower_complex.c ------------------------------------------------------
// Where complex "e", which is computed, is put.
rec_ptr rec_lower_complex(rec_lower *lower, const lt_expr *e);
// a op= b, where a is real and b is complex.
ir_val *rec_lower_complex_update(rec_lower *lower, const lt_expr *e);
// The real part of complex "e".
ir_val *rec_lower_complex_real(rec_lower *lower, const lt_expr *e);
// Complex "e" as a condition: != 0.
ir_val *rec_lower_complex_truth(rec_lower *lower, const lt_expr *e);
// a == b or a != b, where one is complex.
ir_val *rec_lower_complex_equal(rec_lower *lower, const lt_expr *e);
// A real part, imaginary part, absolute value or angle; NULL when "e" is none.
ir_val *rec_lower_complex_call(rec_lower *lower, const lt_expr *e);

// -- lower_wide.c ---------------------------------------------------------
// Where the integer of 128 bits "e", which is computed, is put.
rec_ptr rec_lower_wide(rec_lower *lower, const lt_expr *e);
// The lower word of "e", u64.
ir_val *rec_lower_wide_low(rec_lower *lower, const lt_expr *e);
// a op= b, where a has fewer bits and b 128.
ir_val *rec_lower_wide_update(rec_lower *lower, const lt_expr *e);
// "e", of 128 bits, as a condition: != 0.
ir_val *rec_lower_wide_truth(rec_lower *lower, const lt_expr *e);
// The comparison "e" of integers of 128 bits, a bool.
ir_val *rec_lower_wide_compare(rec_lower *lower, const lt_expr *e);

// -- lower_half.c ---------------------------------------------------------
// The f32 that is "v", a float of 16 bits; the one that "v", of f32 or f64, is
// rounded to.
ir_val *rec_lower_from_half(rec_lower *lower, ir_val *v, lt_half half);
ir_val *rec_lower_to_half(rec_lower *lower, ir_val *v, lt_half half);

// -- lower_bits.c ---------------------------------------------------------
// The call "e", of an integer of type "in", if the function counts or moves
// bits (popcount, parity, clz, ctz, ffs, bswap, bitreverse, rotateleft,
// rotateright); else NULL.
ir_val *rec_lower_bit_function(rec_lower *lower, const lt_expr *e, ir_scalar in,
                               ir_scalar out);

// -- lower_overflow.c -----------------------------------------------------
// The call "e" of type "out", if it stores a sum, difference or product and
// says whether that does not fit; else NULL.
ir_val *rec_lower_overflow(rec_lower *lower, const lt_expr *e, ir_scalar out);

// -- lower_math.c ---------------------------------------------------------
// A call of a library function of numbers; NULL when it is none.
ir_val *rec_lower_math(rec_lower *lower, const lt_expr *e);
// div, ldiv, lldiv and imaxdiv: *p (p may be NULL) gets the structure of
// quotient and remainder. False when the call is none of them.
bool rec_lower_division(rec_lower *lower, const lt_expr *e, rec_ptr *p);
// False, after a refusal, when the library function "e" calls sets errno or
// signgam and the code around uses that.
bool rec_lower_check_state(rec_lower *lower, const lt_expr *e);

#endif
