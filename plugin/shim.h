// plugin/shim.h: the C++ half of the plugin, which only translates.
//
//   shim.cc          the plugin action, its options, the consumer
//   shim_pragma.cc   `#pragma loft ...` -> pragma.c
//   shim_ast.cc      Clang's AST -> ast.h: statements and expressions
//   shim_type.cc     ... types and structures
//   shim_decl.cc     ... variables and functions
//   shim_live.cc     which variables are read after a statement
//   shim_swap.cc     Clang's nodes for swap.c
//   shim_diag.cc     reports through Clang's diagnostics
//
// Nothing is decided here: ast.h has what Clang says, and what it means is
// C's part (lift.c).
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
#include "plugin/ast.h"
#include "plugin/plugin.h"
#include "plugin/swap.h"
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
  // The diag_fn for the C parts; "user" is a shim_diag. Reports inside an
  // annotated statement get a note at the pragma when it is elsewhere.
  static void callback(void *user, diag_level level, loft_loc loc,
                       const char *id, const char *message);
  plugin_state *state = nullptr;

private:
  void report(diag_level level, clang::SourceLocation loc,
              const std::string &message);
  void note(clang::SourceLocation loc, llvm::StringRef message);
  clang::DiagnosticsEngine &de;
  unsigned ids[DIAG_INTERNAL + 1];
  std::vector<clang::FixItHint> fixes; // for the next report
  bool shown = true;                   // the last report
};

// "l" as file, line and column of the place the user sees.
loft_loc shim_loc(const clang::SourceManager &sm, clang::SourceLocation l);

// -- shim_pragma.cc ----------------------------------------------------------
// Makes "pp" tell "state" (which must outlive it) each `#pragma loft`.
void shim_watch_pragmas(clang::Preprocessor &pp, plugin_state *state);

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

// -- shim_ast.cc, shim_type.cc, shim_decl.cc ---------------------------------
// Statements already swapped: the one in their place -> the original.
typedef llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> shim_swaps;

// The expression that "n" is a copy of; the variable that "d" is.
const clang::Expr *shim_expr(const ast_node *n);
const clang::VarDecl *shim_variable(const ast_decl *d);
// The builtin C type that passes an "elem" (bool as unsigned char).
clang::QualType shim_c_type(const clang::ASTContext &cx, ir_scalar elem);
// The bits of the scalar constant "v". False: it is none.
bool shim_bits(const clang::APValue &v, ir_bits *out);

} // namespace loft

// The copy of one function. What is in "text_arena" outlives it.
struct ast {
  ast(const clang::FunctionDecl *f, arena *text_arena, loft::shim_swaps &swaps);
  ~ast();
  // The copies of Clang's nodes; the parent of "s" holds it at "slot".
  ast_node *node(clang::Stmt *s, void *slot = nullptr);
  ast_decl *decl(const clang::Decl *d);
  const ast_type *type(clang::QualType t);
  // Whether "t" is a scalar of the IR, and which.
  bool scalar_of(clang::QualType t, ir_scalar *out) const;
  // "s" in text_arena.
  const char *str(llvm::StringRef s) const;

  const clang::FunctionDecl *around;
  clang::ASTContext &cx;
  clang::SourceManager &sm;
  arena *text_arena, *a;
  loft::shim_swaps &swaps;
  std::unique_ptr<loft::shim_live> live;
  clang::SourceLocation at; // of what swap_* makes

private:
  llvm::DenseMap<const clang::Stmt *, ast_node *> nodes;
  llvm::DenseMap<const clang::Decl *, ast_decl *> decls;
  llvm::DenseMap<void *, ast_type *> types;

  void set_expr(ast_node *out, clang::Expr *e);
  void set_stmt(ast_node *out, clang::Stmt *s);
  void set_variable(ast_decl *out, const clang::VarDecl *v);
  void add(ast_node *out, const clang::Decl *d);
  ast_type_kind kind_of(clang::QualType t, ir_scalar *elem) const;
};

#endif
