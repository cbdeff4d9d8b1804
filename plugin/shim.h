// plugin/shim.h: the C++ half of the plugin, which only translates.
//
//   shim.cc          the plugin action, its options, the consumer
//   shim_pragma.cc   `#pragma loft ...` -> pragma.c
//   shim_find.cc     pragma -> annotated statement and its place in the AST
//   shim_live.cc     which variables are read after it
//   shim_scan.cc     what the function around does with its variables
//   shim_tree.cc     Clang's AST -> loop_tree.h: variables and types
//   shim_expr.cc     ... expressions
//   shim_stmt.cc     ... statements, for tree_stmt.c
//   shim_call.cc     ... functions and calls
//   shim_keep.cc     what host code does with arrays that are kept
//   shim_swap.cc     S -> if (!__loft_region_K(...)) S, for swap.c
//   shim_diag.cc     reports through Clang's diagnostics
//
// Nothing is decided here: what has no loop tree becomes an UNSUPPORTED node
// with the id of a reason.
#ifndef LOFT_SHIM_H
#define LOFT_SHIM_H

#include "plugin/clang_compat.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <string>
#include <vector>

extern "C" {
#include "plugin/plugin.h"
#include "plugin/swap.h"
#include "plugin/tree.h"
}

namespace clang {
class AnalysisDeclContextManager;
class CFG;
class CFGBlock;
class LiveVariables;
} // namespace clang

namespace loft {

// -- shim_diag.cc ------------------------------------------------------------
// Reports through one CompilerInstance.
class shim_diag {
public:
  explicit shim_diag(clang::DiagnosticsEngine &de);
  // Reports "message" at "loc", followed by " [id]" when "id" is not NULL.
  void report(diag_level level, clang::SourceLocation loc, const char *id,
              llvm::StringRef message, const clang::FixItHint *fix = nullptr);
  // A note below the last report; nothing when that one was not shown.
  void note(clang::SourceLocation loc, llvm::StringRef message);
  // The note that says which pragma a report is about.
  void note_pragma();
  // A refusal with reason "id" at "loc"; "what" fills its text.
  void refuse(bool required, clang::SourceLocation loc, rec_reason reason,
              llvm::StringRef what, const clang::FixItHint *fix = nullptr);
  // The diag_fn for the C parts; "user" is a shim_diag. Reports inside an
  // annotated statement get a note at the pragma when it is elsewhere.
  static void callback(void *user, diag_level level, loft_loc loc,
                       const char *id, const char *message);
  // For refuse(): where the report of the translation unit is kept.
  plugin_state *state = nullptr;
  clang::SourceLocation pragma; // of the region being recognised, or invalid
  bool remarks = false;         // whether the C parts' remarks are shown

private:
  clang::DiagnosticsEngine &de;
  unsigned ids[DIAG_INTERNAL + 1];
  std::vector<clang::FixItHint> fixes; // for the next report
  bool shown = true;                   // the last report
};

// "l" as file, line and column of the place the user sees.
loft_loc shim_loc(const clang::SourceManager &sm, clang::SourceLocation l);

// -- shim_pragma.cc ----------------------------------------------------------
struct shim_pragma {
  clang::SourceLocation loc;    // of the word loft
  clang::SourceLocation target; // of the token after the pragma; or invalid
  plugin_pragma says = {};
};

// The pragmas read so far that have not met their statement.
typedef std::vector<shim_pragma> shim_pragmas;

// Makes "pp" collect `#pragma loft` into "pragmas" (which must outlive it).
void shim_watch_pragmas(clang::Preprocessor &pp, shim_pragmas &pragmas,
                        shim_diag &diag);

// -- shim_find.cc ------------------------------------------------------------
struct shim_site {
  const shim_pragma *pragma;
  clang::Stmt *stmt;            // what the pragma stands before, without labels
  clang::Stmt **slot;           // where its parent holds it; null if captured
  bool captured;                // inside a block or an OpenMP construct
  bool openmp;                  // an OpenMP construct, or the statement of one
  bool fits;                    // what it may stand before
  const clang::Stmt *behind;    // the next statement; null: none
  std::vector<shim_site> inner; // annotated statements inside
};
// True when "s" did not compile: what clang left of it is not to be looked at.
bool shim_has_errors(const clang::Stmt *s);
// The annotated statements of "body", outermost first. "seen" gets the index
// of each pragma that has met a statement.
std::vector<shim_site> shim_find_sites(clang::Stmt *body,
                                       const shim_pragmas &pragmas,
                                       llvm::DenseSet<unsigned> &seen);

// -- shim_live.cc ------------------------------------------------------------
// The variables that a function reads after one of its statements. Looks at the
// function as it was written: made before the first swap.
class shim_live {
public:
  explicit shim_live(const clang::FunctionDecl *f);
  ~shim_live();
  // From now on the questions are about "s".
  void leave(const clang::Stmt *s);
  // Whether nothing can read what the statement leaves in the variable "v" of
  // the function, other than through a pointer. When in doubt, false.
  bool is_dead(const clang::VarDecl *v) const;

private:
  std::unique_ptr<clang::AnalysisDeclContextManager> manager;
  clang::CFG *cfg;
  clang::LiveVariables *live;                     // null: not known
  llvm::DenseSet<const clang::VarDecl *> hidden;  // mentioned out of its sight
  llvm::DenseSet<const clang::Stmt *> in_operand; // in statement expressions
  // Where each statement is, and what the graph has made of it.
  llvm::DenseMap<const clang::Stmt *,
                 llvm::SmallVector<const clang::CFGBlock *, 1>>
      blocks;
  llvm::DenseMap<const clang::Stmt *, llvm::SmallVector<const clang::Stmt *, 1>>
      made_of;
  std::vector<const clang::Stmt *> exits; // what may be executed next after "s"
  bool left = false;                      // "s" was found, and is no operand
};

// -- shim_scan.cc ------------------------------------------------------------
// The uses that functions make of their variables and errno. Looks at each
// once, as it was written: at the one around its regions before the first swap.
class shim_scan {
public:
  // Looks at "f"; whether it uses errno.
  bool function(const clang::FunctionDecl *f);
  // Variables whose address is taken, that move, and that are assigned to.
  llvm::DenseSet<const clang::VarDecl *> taken, stepped, stored;

private:
  llvm::DenseMap<const clang::FunctionDecl *, bool> uses_errno;

  bool visit(const clang::Stmt *s);
  void target(const clang::Expr *e, decltype(taken) &to);
};

// -- shim_tree.cc, shim_expr.cc, shim_stmt.cc, shim_call.cc ------------------
// Statements already swapped: the `if` around them -> the original.
typedef llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> shim_swaps;

// Translates one annotated statement. Lives as long as the region's
// recognition and swap.
class shim_tree {
public:
  shim_tree(clang::ASTContext &cx, arena *a, const shim_swaps &swaps,
            shim_live &live, shim_scan &facts,
            const clang::FunctionDecl *around);
  // The region of "site", complete but for its number.
  lt_region *region(const shim_site &site);
  // The type whose length the variable "v" stands for, or a null type.
  clang::QualType extent_of(const lt_var *v) const;
  // The place that the variable "v" stands for, or null.
  const clang::Expr *place_of(const lt_var *v) const;
  // The builtin C type that passes an "elem" (bool as unsigned char).
  clang::QualType c_type(ir_scalar elem) const;
  const clang::FunctionDecl *around;

private:
  const clang::FunctionDecl *here; // whose body is translated
  clang::ASTContext &cx;
  clang::SourceManager &sm;
  arena *a;
  const shim_swaps &swaps;
  shim_live &live;
  shim_scan &facts;
  llvm::DenseMap<const clang::VarDecl *, lt_var *> vars;
  llvm::DenseMap<const clang::FunctionDecl *, lt_func *> funcs;
  llvm::DenseMap<void *, lt_type *> types;
  llvm::DenseMap<const clang::TagDecl *, lt_struct *> records;
  llvm::DenseMap<const lt_var *, clang::QualType> extents;
  llvm::DenseMap<const clang::Expr *, lt_var *> extent_vars;
  llvm::DenseMap<const lt_var *, const clang::Expr *> places;
  llvm::DenseMap<const void *, lt_var *> place_vars;
  llvm::DenseMap<const clang::OpaqueValueExpr *, const clang::Expr *> opaque;
  llvm::SmallVector<std::pair<const clang::FunctionDecl *, lt_func *>, 8> stack;
  tree_reader reader = {};
  bool inlining = false, uses_errno = false;

  // shim_tree.cc
  const lt_target *target(const clang::FunctionDecl *f) const;
  loft_loc loc(clang::SourceLocation l) const;
  const char *text(const clang::Stmt *s) const;
  const char *str(llvm::StringRef s) const;
  const lt_type *type(clang::QualType t);
  void type_array(lt_type *out, clang::QualType t);
  const lt_struct *record(const clang::RecordDecl *d);
  bool scalar_of(clang::QualType t, ir_scalar *out) const;
  const char *type_reason(clang::QualType t) const;
  lt_expr *extent(const clang::VariableArrayType *t);
  bool is_stable(const clang::Expr *e) const;
  bool is_kept(const clang::VarDecl *v) const;
  bool is_fixed_address(const clang::Expr *e) const;
  lt_expr *statements(const clang::StmtExpr *e);
  lt_expr *place(const clang::Expr *e, const void *key, const char *name);
  void place_init(lt_var *out, const clang::StringLiteral *s);
  lt_var *var(const clang::VarDecl *v);
  void var_init(lt_var *out, const clang::VarDecl *v);
  bool bits_of(const clang::APValue &v, ir_scalar elem, uint64_t *out) const;
  bool flatten(const clang::APValue &v, clang::QualType t,
               std::vector<uint64_t> &out) const;

  // shim_expr.cc
  lt_expr *node(lt_expr_kind kind, const clang::Expr *e,
                const clang::Expr *x = nullptr, const clang::Expr *y = nullptr,
                const clang::Expr *z = nullptr);
  lt_expr *unsupported(const char *reason, const clang::Expr *e);
  lt_expr *constant(lt_expr_kind kind, const clang::Expr *e,
                    const clang::APValue &v);
  lt_expr *expr(const clang::Expr *e);
  lt_expr *expr_kind(const clang::Expr *e);
  lt_expr *expr_other(const clang::Expr *e);
  lt_expr *fold(const clang::Expr *e);
  lt_expr *reference(const clang::DeclRefExpr *e);
  lt_expr *unary(const clang::UnaryOperator *e);
  lt_expr *part(const clang::UnaryOperator *e);
  lt_expr *binary(const clang::BinaryOperator *e);
  lt_expr *compound_assign(const clang::CompoundAssignOperator *e);
  lt_expr *conditional(const clang::AbstractConditionalOperator *e);
  lt_expr *cast_expr(const clang::CastExpr *e);
  lt_expr *member(const clang::MemberExpr *e);
  lt_expr *size_of(const clang::UnaryExprOrTypeTraitExpr *e);
  lt_expr *size_of_type(const clang::Expr *e, clang::QualType t);
  lt_expr *literal(const clang::CompoundLiteralExpr *e);
  lt_expr *init_list(const clang::InitListExpr *e);
  lt_expr *init_string(const clang::StringLiteral *e);
  lt_expr *init_zero(const clang::Expr *e);
  unsigned float_options(const clang::Expr *e) const;

  // shim_stmt.cc
  void read(const clang::Stmt *s, tree_stmt *out) const;
  bool read_control(const clang::Stmt *s, tree_stmt *out) const;
  bool read_jump(const clang::Stmt *s, tree_stmt *out) const;
  lt_stmt *decl(const tree_stmt *s, const clang::Decl *d);

  // shim_call.cc
  lt_expr *call(const clang::CallExpr *e);
  bool is_library(const clang::FunctionDecl *f) const;
  bool has_library_name(const clang::FunctionDecl *f) const;
  bool call_builtin(const clang::CallExpr *e, const clang::FunctionDecl *f,
                    lt_expr **out);
  bool convert_arguments(lt_expr *out, const clang::CallExpr *e,
                         const clang::FunctionDecl *f);
  lt_func *function(const clang::FunctionDecl *f);
  void function_body(lt_func *out, const clang::FunctionDecl *f);
};

// -- shim_swap.cc ------------------------------------------------------------
// Replaces *slot, the statement of "r", by that of swap.c, and remembers in
// "swaps" what it stands for.
void shim_swap(clang::ASTContext &cx, const shim_tree &tree, arena *a,
               const plugin_region *r, clang::Stmt **slot, shim_swaps &swaps);
// Replaces *slot by
//   { unsigned k = loft_keep_begin(n, array, bytes...); S }
// with loft_keep_end(&k) wherever S is left.
void shim_keep(clang::ASTContext &cx, const shim_tree &tree,
               llvm::ArrayRef<clang::VarDecl *> arrays, clang::Stmt **slot,
               shim_swaps &swaps);

// -- shim_keep.cc ------------------------------------------------------------
// The variable of that name that "s" mentions, declared before "at" if that is
// valid; or null.
clang::VarDecl *shim_find_variable(const clang::SourceManager &sm,
                                   const clang::Stmt *s, llvm::StringRef name,
                                   clang::SourceLocation at);
// The first place in "s", outside of lifted statements, that reads or writes
// elements of the array "v"; or null.
const clang::Expr *
shim_find_access(const clang::Stmt *s, const clang::VarDecl *v,
                 const llvm::DenseSet<const clang::Stmt *> &lifted);

} // namespace loft

#endif
