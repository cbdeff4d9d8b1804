// plugin/ast.h: Clang's syntax tree as plain C data.
//
// The shim copies the function at hand, node by node and as it was written:
// statements that have been swapped are those they were (shim_ast.cc, by the
// table in ast.def). What costs more than a look at the node is asked for
// (ast_*). What the nodes mean is decided in C.
#ifndef LOFT_AST_H
#define LOFT_AST_H

#include "recognizer/loop_tree.h"

typedef struct ast ast; // of one function with pragmas; the shim's
typedef struct ast_node ast_node;
typedef struct ast_decl ast_decl;
typedef struct ast_type ast_type;

// Operands are x, y, z, w; those that can be missing are NULL.
typedef enum ast_kind {
  AST_OTHER,
  // -- expressions
  AST_PAREN,         // x: what it stands for, also by a choice of C's
  AST_INTEGER,       // also a character
  AST_FLOAT,         // ast_float
  AST_IMAGINARY,     // x times i
  AST_STRING,        // ast_string
  AST_FUNCTION_NAME, // __func__
  AST_REF,           // decl; is_captured: by a block, or by OpenMP
  AST_MEMBER,        // x.decl; is_arrow: x->decl
  AST_INDEX,         // x[y]
  AST_CAST,          // x, cast; is_implicit: without a sign of it in C
  AST_STEP,          // op x: LT_ADD ++, LT_SUB --; is_postfix
  AST_ADDRESS,       // &x
  AST_DEREF,         // *x
  AST_UNARY,         // op x
  AST_REAL_PART,
  AST_IMAGINARY_PART, // of x
  AST_BINARY,         // x op y
  AST_ASSIGN,         // x = y
  AST_ASSIGN_OP,      // x op= y, computed in ast_compute_type
  AST_COMMA,          // x, y
  AST_CALL,           // x(parts[1]...); decl: the function, NULL if not known
  AST_COND,           // x ? y : z
  AST_COND_SHARED,    // x ?: w as y ? z : w, where y and z share x
  AST_SHARED,         // x, which is evaluated once
  AST_TRAIT,          // ast_size_operand
  AST_INIT_LIST,      // parts; is_syntactic: as written; decl:
                      // the member of a union; is_string: x of one string
  AST_ZERO,
  AST_COMPOUND,   // (type)x
  AST_STMT_EXPR,  // x
  AST_BLOCK_EXPR, // x: the body; decls: the variables it captures
  AST_ATOMIC_EXPR,
  // -- statements; is_odd: with a declaration in its head
  AST_NULL,
  AST_BRACES, // parts
  AST_DECL,   // decls
  AST_ATTRIBUTED,
  AST_IF,     // if (x) y else z
  AST_FOR,    // for (parts[0]; parts[2]; parts[3]) parts[4]
  AST_WHILE,  // while (x) y
  AST_DO,     // do x while (y)
  AST_SWITCH, // switch (x) y
  AST_CASE,   // low..high: x
  AST_DEFAULT,
  AST_BREAK,
  AST_CONTINUE, // decl: the label that it names, or NULL
  AST_RETURN,
  AST_GOTO,       // decl
  AST_GOTO_VALUE, // of x
  AST_LABEL,      // decl: x
  AST_ASM,
  AST_CAPTURED, // x: the body
  AST_OPENMP    // x: the statement it stands before
} ast_kind;

typedef enum ast_cast {
  AST_NO_CAST, // nor any other that C has
  AST_LOAD,    // of a place
  AST_SAME,
  AST_DECAY, // of an array
  AST_CONVERT,
  AST_TO_SPACE, // to another address space
  AST_ATOMIC
} ast_cast;

struct ast_node {
  ast_kind kind;
  lt_op op;
  ast_cast cast;
  uint32_t begin, end; // where it is in the source; end: OPENMP
  bool is_expr;
  bool is_broken; // it, or an operand of it, did not compile
  bool is_place, is_volatile;
  bool is_captured, is_arrow, is_implicit, is_postfix, is_string, is_odd;
  bool is_lifted;    // lift.c: a region takes its place
  bool is_syntactic; // INIT_LIST: x has the order of the fields
  bool is_typed;     // CALL: by a declaration with the types of parameters
  void *self;        // clang::Stmt*
  void **slot;       // where the node around has it; NULL: not to be replaced
  ast_node **parts;  // all that is in it, in Clang's order; some may be NULL
  int n_parts;
  ast_node *x, *y, *z, *w;
  ast_decl *decl;
  ast_decl **decls;
  int n_decls;
  int64_t low, high;
};

typedef enum ast_decl_kind {
  AST_OTHER_DECL,
  AST_VARIABLE,
  AST_FUNCTION,
  AST_FIELD,     // number "index" of the structure "record"
  AST_TARGET,    // of goto
  AST_CONSTANT,  // of an enum
  AST_SIZED_TYPE // name of a type with variable lengths
} ast_decl_kind;

struct ast_decl {
  ast_decl_kind kind;
  void *self;       // clang::Decl*, the first of them
  const char *name; // "" for none
  loft_loc loc;
  const void *function; // that it is in
  bool is_broken;       // it did not compile
  // variables
  bool is_static; // static storage: global, or is_static_local
  bool is_static_local, is_thread_local, is_register;
  bool is_parameter, is_argument; // of a function; of the function around
  bool is_block, has_cleanup;
  ast_node *init; // of a local variable
  // fields
  void *record;
  int index;
  // scan.c: what the function around and those it calls do with it
  bool is_taken, is_stepped, is_stored;
  int n_decays; // how often an array's address is used but to name an element
  // ... and what it knows of a function
  bool is_scanned, uses_errno;
};

typedef enum ast_type_kind {
  AST_OTHER_TYPE,
  AST_VOID,
  AST_SCALAR,  // elem
  AST_POINTER, // to
  AST_ARRAY,   // to; count, or -1; length: of a variable one
  AST_RECORD,  // record, is_union
  AST_COMPLEX, // to
  AST_ATOMIC_TYPE,
  AST_VECTOR,
  AST_HALF,   // with the bits of binary16
  AST_BFLOAT, // with the first 16 bits of binary32
  AST_LONG_DOUBLE,
  AST_INT128,      // elem: of its words, I64 or U64
  AST_WIDE_INTEGER // more than 64 bits
} ast_type_kind;

// A type with its qualifiers; there is one of each.
struct ast_type {
  ast_type_kind kind;
  ir_scalar elem;
  void *self; // clang::QualType
  const ast_type *to;
  int64_t count;
  ast_node *length;
  int64_t size, align; // bytes; -1: not known
  bool is_const, is_volatile, is_restrict;
  bool is_union, is_function; // a pointer to a function is none
  bool has_space;             // an address space of its own
  bool is_promoted;           // HALF, BFLOAT: computed as float
  void *record;
  const char *text; // as C writes it
};

// The fields of a structure, as they lie.
typedef struct ast_field {
  const char *name;
  const ast_type *type;
  int64_t bits; // where it begins
  int width;    // of a bit-field, else 0
  void *self;   // clang::FieldDecl*
} ast_field;

typedef struct ast_record {
  ast_field *fields;
  int n_fields;
  int64_t size, align; // bytes
  bool is_union;
} ast_record;

typedef enum ast_builtin {
  AST_NO_BUILTIN,
  AST_BUILTIN,
  AST_EXPECT, // gives its first argument
  AST_HINT,   // does nothing
  AST_ASSUME, // does nothing, either
  AST_CONSTANT_P
} ast_builtin;

typedef struct ast_function {
  const ast_type *result;
  ast_decl **params; // of its definition, if there is one
  int n_params;
  ast_node *body; // NULL: none
  ast_builtin builtin;
  bool is_variadic, is_noreturn, is_overloadable;
  bool is_const;         // a function with a prototype, no other name of one,
                         // whose symbol is its name, called as C's are
  bool is_weak;          // the linker may take another one
  bool in_system_header; // its definition
  bool has_library_name; // as in lt_func
} ast_function;

// The options of the command line about the language.
typedef struct ast_language {
  bool wrapv, fast, math_errno;
  bool uses_signgam; // the file so far
} ast_language;

// -- ast.c -------------------------------------------------------------------
// "n", which may be NULL, without parentheses and the like around it.
ast_node *ast_bare(ast_node *n);
// Whether "n", which may be NULL, or anything in it did not compile.
bool ast_has_errors(const ast_node *n);
// Whether some of "n", which may be NULL, is entered from outside: labels, and
// cases of a switch around it, unless "in_switch".
bool ast_has_entries(const ast_node *n, bool in_switch);

// -- shim_ast.cc -------------------------------------------------------------
// The function with the pragmas.
ast_decl *ast_around(ast *t);
// Where "n" begins; where reports about the expression "n" point.
loft_loc ast_begin(ast *t, const ast_node *n);
loft_loc ast_loc(ast *t, const ast_node *n);
// "n" as C writes it, on one line.
const char *ast_text(ast *t, const ast_node *n);
// The value of an integer constant expression.
bool ast_integer(ast *t, const ast_node *n, ir_bits *out);
// The bits of a literal, or of the call of a builtin that gives a constant.
bool ast_float(ast *t, const ast_node *n, ir_bits *out);
// The value of __builtin_constant_p.
bool ast_folded(ast *t, const ast_node *n, ir_bits *out);
// The options for floats at "n", as lt_fp.
unsigned ast_float_options(ast *t, const ast_node *n);
bool ast_has_side_effects(ast *t, const ast_node *n);
// Whether "n" is in a macro of a system header.
bool ast_is_system_macro(ast *t, const ast_node *n);
// Whether the variable "d" is declared before the place "at" (0: anywhere).
bool ast_is_before(ast *t, const ast_decl *d, uint32_t at);
// The characters of a string literal without the last zero.
const uint64_t *ast_string(ast *t, const ast_node *n, int *length);

// -- shim_type.cc ------------------------------------------------------------
const ast_type *ast_type_of(ast *t, const ast_node *n);
// Of a variable: without the & of a reference; of a parameter: without
// qualifiers.
const ast_type *ast_decl_type(ast *t, const ast_decl *d);
const ast_type *ast_parameter_type(ast *t, const ast_decl *d);
const ast_type *ast_compute_type(ast *t, const ast_node *n);
// The type whose size TRAIT is; NULL: it is something else about it.
const ast_type *ast_size_operand(ast *t, const ast_node *n);
// The C type of an "elem" (bool as unsigned char); int.
const ast_type *ast_c_type(ast *t, ir_scalar elem);
const ast_type *ast_int_type(ast *t);
// The structure "record"; NULL: incomplete.
const ast_record *ast_record_of(ast *t, void *record);

// -- shim_decl.cc ------------------------------------------------------------
ast_language ast_language_of(ast *t);
// The variable of that name outside of functions, or NULL.
ast_decl *ast_global(ast *t, const char *name);
// The facts about the function "f".
ast_function ast_function_of(ast *t, const ast_decl *f);
const lt_target *ast_target_of(ast *t, const ast_decl *f);
// Whether code of the function around is made for several processors.
bool ast_is_multiversion(ast *t);
// Whether Clang takes "f", called in the function "here", for the C library's
// function of that name.
bool ast_is_library(ast *t, const ast_decl *f, const ast_decl *here);
// Whether "here" says that a call of "f" in it is no builtin's.
bool ast_is_no_builtin(const ast_decl *f, const ast_decl *here);
// Whether the argument "n" has the type that parameter "p" has without a
// prototype.
bool ast_is_promoted(ast *t, const ast_node *n, const ast_decl *p);
// The scalars of a constant variable as bits, row-major; NULL: not known.
const ir_bits *ast_constant_data(ast *t, const ast_decl *v, int64_t *n);

// -- shim_live.cc ------------------------------------------------------------
// Looks at the function as it was written: before the first swap.
void ast_find_live(ast *t);
// From now on the questions are about the statement "n".
void ast_leave(ast *t, const ast_node *n);
// Whether nothing can read what the statement leaves in the variable "v" of
// the function, other than through a pointer. When in doubt, false.
bool ast_is_dead(ast *t, const ast_decl *v);

#endif
