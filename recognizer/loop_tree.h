// recognizer/loop_tree.h: annotated C as plain C data.
//
// plugin/tree*.c fill these from the shim's copy of Clang's tree
// (plugin/ast.h); the recognizer reads them and never sees Clang (pet's
// boundary: scan.cc against tree.c). Whatever cannot be represented becomes an
// LT_UNSUPPORTED node carrying a reason id (reasons.def). Every implicit
// conversion Clang inserted is an explicit LT_CAST here; every expression
// carries its type. sizeof, enum constants and integer constant expressions are
// folded to LT_INT.
#ifndef LOFT_LOOP_TREE_H
#define LOFT_LOOP_TREE_H

#include "base/base.h"
#include "ir/ir.h"

typedef struct lt_type lt_type;
typedef struct lt_struct lt_struct;
typedef struct lt_var lt_var;
typedef struct lt_func lt_func;
typedef struct lt_expr lt_expr;
typedef struct lt_stmt lt_stmt;

// The processor that a function is for.
typedef struct lt_target {
  const char *arch;     // as in a triple: "x86_64"
  const char *features; // each between spaces: " sse2 avx2 "
} lt_target;

typedef enum lt_type_kind {
  LT_TYPE_VOID,
  LT_TYPE_SCALAR,  // elem
  LT_TYPE_POINTER, // to
  LT_TYPE_ARRAY,   // to; count (constant, or -1 with count_expr: VLA)
  LT_TYPE_STRUCT,  // or union, or complex: record
  LT_TYPE_OTHER    // vectors, _BitInt, ...: text names it
} lt_type_kind;

// Floats of 16 bits. Their values are those bits, as u16; what computes with
// them has LT_FROM_HALF and LT_TO_HALF around.
typedef enum lt_half {
  LT_NO_HALF,
  LT_BINARY16, // _Float16, __fp16
  LT_BFLOAT16  // __bf16: the upper half of an f32
} lt_half;

struct lt_type {
  lt_type_kind kind;
  ir_scalar elem;
  lt_half half; // SCALAR
  const lt_type *to;
  int64_t count;
  lt_expr *count_expr;
  int64_t size;  // bytes; -1 when unknown (VLA, void, incomplete)
  int64_t align; // bytes; the same
  bool is_const, is_volatile, is_restrict, is_atomic;
  const lt_struct *record; // STRUCT; NULL when it is less aligned than that
  const char *text;        // as C writes it
  const char *reason;      // OTHER: id of reasons.def, e.g. "LONG_DOUBLE"
};

// A field of a structure.
typedef struct lt_field {
  const char *name;
  const lt_type *type;
  int64_t offset; // bytes; of a bit-field: of the first byte it has bits in
  int bit, width; // of a bit-field: its place in that byte, its bits; else 0
  void *origin;   // clang::FieldDecl*, for the shim alone; NULL: __real__,
                  // __imag__
} lt_field;

// A structure or union type, whatever its qualifiers. Its scalars lie at
// multiples of their size, and it at multiples of "unit", unless unit is 0.
struct lt_struct {
  const lt_field *fields;
  int n_fields;
  int64_t size, align; // bytes
  // lt_settle_struct:
  int unit;        // bytes of its largest scalar, of a union that is_uniform of
                   // its elements; 0: something is not aligned, nor is_packed
  bool is_uniform; // laid out as an array of scalars of type elem
  ir_scalar elem;
  bool is_packed;  // something is not aligned: is_uniform, of bytes
  bool is_complex; // a complex number: two fields, which are no C members
  bool is_wide;    // an integer of 128 bits: likewise, its words, lower first
  bool is_signed;  // such a one
  bool is_union;   // is_uniform, or of no use: scalars as large as its elements
                   // or several of these; elem is unsigned where they differ
};

struct lt_var {
  const char *name;
  const lt_type *type;
  loft_loc loc;
  bool is_local;  // declared inside the region (or in an inlined function)
  bool is_param;  // parameter of an inlined function
  bool is_static; // static storage: global, or is_static_local
  bool is_static_local;
  bool is_const_data; // const with a visible constant initializer
  bool address_taken; // anywhere in the function around the region, other
                      // than by array decay or inside &v[i]
  bool is_argument;   // parameter of the function around the region
  bool is_assigned;   // in the function around the region: assigned, other than
                      // by its initializer and by steps (p++, p += n)
  bool is_dead;       // nothing reads what the region leaves in it; an array:
                      // and no pointer is to it outside of the region
  lt_expr *start;     // pointer that always has the value of its initializer,
                      // an array or such a pointer moved by integers that
                      // never change, seen as another type or not: that
                      // initializer; NULL otherwise
  // constant initializer of const scalars and arrays of scalars (flattened,
  // row-major), as bits; NULL otherwise
  const ir_bits *init;
  int64_t n_init;
  lt_expr *place; // the place in memory that the variable stands for
                  // (lower_held.c); NULL: it is one that C declares
  void *origin;   // clang::VarDecl*, for the shim alone; NULL: none, as of the
                  // length that an array was declared with
};

struct lt_func {
  const char *name;    // without __builtin_
  const char *written; // with it
  const lt_type *result;
  lt_var **params;
  int n_params;
  const lt_target *target;
  bool in_system_header; // the body
  lt_stmt *body;      // NULL: no visible body (or recursion: see is_recursive)
  const void *origin; // of several with one origin, parameters and variables
                      // are the same; calls of other functions differ
  bool is_recursive;  // calls itself, directly or not
  bool is_noreturn;   // declared so, or its body ends so
  const lt_expr *foreign; // a call in the body that cannot be lifted; NULL:
                          // none is known
  bool is_foreign;        // the body surely gets there
  bool is_const; // declared to depend on its arguments alone, with no effects
  bool is_variadic;
  bool has_library_name; // that of a function of the C library: LLVM may take
                         // it for that one, even when it has a body here
  loft_loc loc;
};

typedef enum lt_expr_kind {
  LT_INT,    // bits
  LT_FLOAT,  // bits (of type elem)
  LT_VAR,    // var
  LT_INDEX,  // a[b]: a has pointer (or array) type
  LT_DEREF,  // *a
  LT_ADDR,   // &a
  LT_MEMBER, // a.member, or a->member when arrow
  LT_UNARY,  // op a: LT_NEG LT_BITNOT LT_NOT LT_PLUS, LT_FROM_HALF (f32 of a
             // float of 16 bits), LT_TO_HALF (such a one of f32 or f64)
  LT_BINARY, // a op b, incl. pointer arithmetic; LT_LAND LT_LOR short-circuit
  LT_ASSIGN, // a = b
  LT_ASSIGN_OP, // a op= b, computed in type "compute"
  LT_INCDEC,    // ++a --a a++ a--: op LT_ADD or LT_SUB, post
  LT_COND,      // a ? b : c
  LT_COMMA,     // a, b
  LT_CAST,      // (type)a: scalar conversion, pointer conversion, array decay,
                // or to void
  LT_CALL,      // func(args)
  LT_INIT_LIST, // args: elements, or fields in order, or that of a union for
                // member; missing trailing ones are zero
  LT_COMPOUND,  // (type){...}: var, a = its initializer
  LT_EXPR_UNSUPPORTED // reason, text
} lt_expr_kind;

typedef enum lt_op {
  LT_ADD,
  LT_SUB,
  LT_MUL,
  LT_DIV,
  LT_REM,
  LT_SHL,
  LT_SHR,
  LT_AND,
  LT_OR,
  LT_XOR,
  LT_LAND,
  LT_LOR,
  LT_EQ,
  LT_NE,
  LT_LT,
  LT_LE,
  LT_GT,
  LT_GE,
  LT_NEG,
  LT_BITNOT,
  LT_NOT,
  LT_PLUS,
  LT_FROM_HALF,
  LT_TO_HALF
} lt_op;

// The options for floats at an expression, as bits.
typedef enum lt_fp {
  LT_FP_ENVIRONMENT = 1 << 0,   // rounding, flags or traps may be the program's
  LT_FP_CONTRACT = 1 << 1,      // a product may be fused into the sum it is in
  LT_FP_CONTRACT_FAST = 1 << 2, // ... also across expressions
  LT_FP_REASSOCIATE = 1 << 3,
  LT_FP_RECIPROCAL = 1 << 4,
  LT_FP_APPROXIMATE = 1 << 5,
  LT_FP_NO_SIGNED_ZEROS = 1 << 6,
  LT_FP_NO_NANS = 1 << 7,
  LT_FP_NO_INFINITIES = 1 << 8,
  LT_FP_COMPLEX_PRODUCT = 1 << 9,  // of complex numbers: by the formula,
                                   // whatever comes out
  LT_FP_COMPLEX_QUOTIENT = 1 << 10 // ... too
} lt_fp;

struct lt_expr {
  lt_expr_kind kind;
  lt_op op;
  const lt_type *type;
  loft_loc loc;
  lt_expr *a, *b, *c;
  ir_bits bits;
  lt_var *var;
  lt_func *func;
  lt_expr **args;
  int n_args;
  const lt_field *member;
  bool arrow, post;
  bool is_left;    // CALL, or one through a pointer: only the original loop
                   // makes it (lower_dead_end.c)
  bool is_said;    // CALL: it is made behind the region (lower_said.c)
  bool is_library; // CALL: the compiler takes it for the C library's function
                   // of that name
  unsigned fp;     // lt_fp: the options for floats here
  const lt_type *compute; // ASSIGN_OP
  const char *reason;     // UNSUPPORTED: id of reasons.def, e.g. "VOLATILE"
  const char *text;       // UNSUPPORTED, with LT_FP_ENVIRONMENT, and CALL in a
                          // macro of a system header: it as C writes it
  void *origin;           // clang::Expr*, for the shim alone
};

typedef enum lt_stmt_kind {
  LT_EXPR,    // expr
  LT_DECL,    // var, expr = initializer or NULL; one node per variable
  LT_BLOCK,   // body[n_body]
  LT_IF,      // expr, body[0], body[1] or NULL
  LT_FOR,     // init, expr = condition or NULL, step or NULL, body[0]
  LT_WHILE,   // expr, body[0]
  LT_DO,      // body[0], expr
  LT_SWITCH,  // expr, body[0]
  LT_CASE,    // low..high (bits, sign-extended), body[0]
  LT_DEFAULT, // body[0]
  LT_BREAK,
  LT_CONTINUE,
  LT_RETURN, // expr or NULL
  LT_GOTO,   // low: number of the label, text: its name
  LT_LABEL,  // the same; body[0]
  LT_NULL,
  LT_ASSUME, // expr, which holds, has no side effects and is not evaluated
  LT_STMT_UNSUPPORTED // reason, text
} lt_stmt_kind;

// Labels of a function that can be told apart.
enum { LT_LABELS = 27 };

typedef enum lt_pragma_kind {
  LT_PRAGMA_ANY,
  LT_PRAGMA_MAP,
  LT_PRAGMA_REDUCE,
  LT_PRAGMA_REGION
} lt_pragma_kind;

struct lt_stmt {
  lt_stmt_kind kind;
  loft_loc loc;
  lt_expr *expr, *step;
  lt_stmt *init;
  lt_stmt **body;
  int n_body;
  lt_stmt **whole; // BLOCK that was cut (lower_dead_end.c): its statements, or
  int n_whole;     // NULL
  lt_var *var;
  int64_t low, high;
  const char *reason, *text;
  const void *origin; // GOTO: the shim's node
};

// One variable of a clause reduce(op: name, ...).
typedef struct lt_reduce {
  ir_opcode op;
  const char *name;
  loft_loc loc, op_loc;
} lt_reduce;

// One variable of a clause combine(function: name, ...): the function, of two
// values, is associative.
typedef struct lt_combine {
  const char *function, *name;
  loft_loc loc; // of the function's name
} lt_combine;

// One annotated statement with its pragma.
typedef struct lt_region {
  lt_pragma_kind kind;
  bool exact;       // floats must not be reassociated
  bool required;    // a refusal is an error
  bool independent; // no iteration of the loop touches what another one writes
  bool assoc;      // the pragma's permission to reassociate (true unless exact)
  bool wrapv;      // -fwrapv: signed overflow wraps
  bool fast;       // -ffast-math: bits may change from device to device
  bool uses_errno; // what calls of <math.h> leave in errno may be used
  bool uses_signgam;       // ... and what lgamma leaves in signgam
  bool is_multiversion;    // the code around is made for several processors
  const lt_target *target; // of the function around
  const lt_reduce *reduces;
  int n_reduces;
  const lt_combine *combines;
  int n_combines;
  const lt_expr *const *assumed; // conditions that hold at the start
  int n_assumed;
  lt_stmt *stmt;
  // The gotos out of it, one a label. A return whose "low" is k > 0 is one to
  // the label of exits[k - 1].
  const lt_stmt *const *exits;
  int n_exits;
  bool returns;      // it has returns to the caller
  bool exits_differ; // not all of these lead to one place
  loft_loc loc;      // of the pragma
  loft_loc kind_loc; // of its word for the kind, if it has one
  const char *name;  // of the surrounding function
  const char *file;
  int number; // K of __loft_region_K
} lt_region;

// -- front/layout.c ----------------------------------------------------------
// Fills in what follows from the fields of "s", its size and alignment.
void lt_settle_struct(lt_struct *s);
// Whether "f" is padding that has a declaration: an unnamed bit-field, perhaps
// of no bits. Only structures have no name else.
bool lt_is_padding(const lt_field *f);
// The C type of an "elem".
const lt_type *lt_scalar_type(ir_scalar elem);
// The structure that a complex number with parts of type "elem", f32 or f64,
// is.
const lt_struct *lt_complex_struct(ir_scalar elem);
// The structure that an integer of 128 bits is.
const lt_struct *lt_wide_struct(bool is_signed);

// -- front/target.c ----------------------------------------------------------
// Whether it is known how "t" computes floats.
bool lt_is_known_target(const lt_target *t);
// Whether "t" has an instruction for a product and a sum.
bool lt_has_fma(const lt_target *t);
// Whether "t" computes floats in registers of more precision (x87).
bool lt_has_excess_precision(const lt_target *t);
// Whether the compiler's library for "t" multiplies complex numbers by products
// and sums that are not fused.
bool lt_has_plain_muldc3(const lt_target *t);
// The bytes of the vectors of "t"; 0: it has none.
int lt_vector_bytes(const lt_target *t);
// Whether these choose between lanes, and round, by one instruction each.
bool lt_has_selects(const lt_target *t);

#endif
