// plugin/shim_live.cc: which variables an annotated statement may leave as they
// are, since nothing reads what it would leave in them.
//
// Old C declares its counters at the head of a function; after `for (i = 0;
// ...)` i has a value that nobody asks for. Clang's own analysis of live
// variables says so (killed by an assignment, read anywhere else), where it
// sees all: a variable also mentioned where it does not look (the length of an
// array in a cast, the body of an OpenMP construct) counts as read, and where
// it sees jumps otherwise than they happen all variables do.
#include "plugin/shim.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Analysis/AnalysisDeclContext.h"
#include "clang/Analysis/Analyses/LiveVariables.h"
#include "clang/Analysis/CFG.h"

using namespace clang;
using namespace loft;

namespace {

// The statement of the element "e"; null when it has none.
const Stmt *
stmt_of(const CFGElement &e) {
  std::optional<CFGStmt> s = e.getAs<CFGStmt>();
  return s ? s->getStmt() : nullptr;
}

// Adds "s" and all statements in it to "out".
void
add_all(const Stmt *s, llvm::DenseSet<const Stmt *> &out) {
  if (!s)
    return;
  out.insert(s);
  for (const Stmt *child : s->children())
    add_all(child, out);
}

// Finds statements that Clang's flow graph shows otherwise than they run.
class overlooked : public RecursiveASTVisitor<overlooked> {
public:
  explicit overlooked(const CFG &cfg);
  bool VisitDeclRefExpr(DeclRefExpr *r);
  bool VisitStmtExpr(StmtExpr *e);
  bool VisitStmt(Stmt *s);
  llvm::DenseSet<const VarDecl *> hidden;  // mentioned out of its sight
  llvm::DenseSet<const Stmt *> in_operand; // evaluated out of its order
  bool misread = false;                    // jumps that it has not

private:
  llvm::DenseSet<const Stmt *> seen;
};

overlooked::overlooked(const CFG &cfg) {
  for (const CFGBlock *b : cfg)
    for (const CFGElement &e : *b)
      if (const Stmt *s = stmt_of(e))
        seen.insert(s);
}

// Notes a variable that the graph mentions less often than the function.
bool
overlooked::VisitDeclRefExpr(DeclRefExpr *r) {
  if (const VarDecl *v = dyn_cast<VarDecl>(r->getDecl()))
    if (!seen.count(r))
      hidden.insert(v);
  return true;
}

// Notes what is in a statement expression: `a[k] += ({ ... })` reads k after
// it, in the graph before it.
bool
overlooked::VisitStmtExpr(StmtExpr *e) {
  add_all(e, in_operand);
  return true;
}

// Looks for jumps that the graph has not: past the cases of an enum, which may
// have other values than its enumerators; back from functions that the static
// analyzer does not follow; to labels of loops; to what was deferred.
bool
overlooked::VisitStmt(Stmt *s) {
  if (auto *x = dyn_cast<SwitchStmt>(s))
    misread |= x->isAllEnumCasesCovered();
  if (auto *x = dyn_cast<CallExpr>(s))
    if (const Decl *f = x->getCalleeDecl())
      misread |= f->hasAttr<AnalyzerNoReturnAttr>();
  misread |= compat_label_left(s) || compat_is_deferred(s);
  return true;
}

// What is executed next after a statement, whose parts are "inside", is left.
struct exit_finder {
  const llvm::DenseSet<const Stmt *> &inside;
  std::vector<const Stmt *> exits;
  llvm::DenseSet<const CFGBlock *> entered;
};

void successors(exit_finder &x, const CFGBlock *b);

// Control comes to the start of "b", from the statement.
void
enter(exit_finder &x, const CFGBlock *b) {
  if (!b || !x.entered.insert(b).second)
    return;
  for (const CFGElement &e : *b)
    if (const Stmt *s = stmt_of(e)) {
      if (!x.inside.count(s))
        x.exits.push_back(s);
      return;
    }
  successors(x, b);
}

// Control leaves "b" from the statement.
void
successors(exit_finder &x, const CFGBlock *b) {
  for (const CFGBlock::AdjacentBlock &next : b->succs()) {
    enter(x, next.getReachableBlock());
    enter(x, next.getPossiblyUnreachableBlock());
  }
}

// Looks at one block; whether it has a part of the statement.
bool
leave_block(exit_finder &x, const CFGBlock *b) {
  bool was_inside = false, any = false;
  for (const CFGElement &e : *b) {
    const Stmt *s = stmt_of(e);
    if (!s)
      continue;
    bool is_inside = x.inside.count(s);
    if (was_inside && !is_inside)
      x.exits.push_back(s);
    was_inside = is_inside;
    any |= is_inside;
  }
  if (was_inside)
    successors(x, b);
  return any;
}

} // namespace

shim_live::shim_live(const FunctionDecl *f)
    : manager(
          std::make_unique<AnalysisDeclContextManager>(f->getASTContext())) {
  // So that each mention of a variable is an element, and that `x < 0 || x >=
  // 0` may be false (x a NaN, or volatile).
  manager->getCFGBuildOptions().setAllAlwaysAdd();
  manager->getCFGBuildOptions().PruneTriviallyFalseEdges = false;
  AnalysisDeclContext *context = manager->getContext(f);
  cfg = context->getCFG();
  live = cfg ? context->getAnalysis<LiveVariables>() : nullptr;
  if (!live)
    return;
  overlooked look(*cfg);
  look.TraverseStmt(f->getBody());
  if (look.misread)
    live = nullptr;
  hidden = std::move(look.hidden);
  in_operand = std::move(look.in_operand);
  for (const CFGBlock *b : *cfg)
    for (const CFGElement &e : *b)
      if (const Stmt *s = stmt_of(e))
        blocks[s].push_back(b);
  for (auto one : cfg->synthetic_stmts())
    made_of[one.second].push_back(one.first);
}

shim_live::~shim_live() = default;

void
shim_live::leave(const Stmt *s) {
  left = false;
  if (!live || in_operand.count(s))
    return;
  llvm::DenseSet<const Stmt *> written, inside;
  llvm::DenseSet<const CFGBlock *> around;
  add_all(s, written);
  for (const Stmt *one : written) {
    inside.insert(one);
    for (const Stmt *made : made_of.lookup(one))
      inside.insert(made);
  }
  for (const Stmt *one : inside)
    for (const CFGBlock *b : blocks.lookup(one))
      around.insert(b);
  exit_finder finder = {inside, {}, {}};
  for (const CFGBlock *b : around)
    left |= leave_block(finder, b);
  exits = std::move(finder.exits);
}

bool
shim_live::is_dead(const VarDecl *v) const {
  if (!left || !v->hasLocalStorage() || hidden.count(v))
    return false;
  for (const Stmt *s : exits)
    if (live->isLive(s, v))
      return false;
  return true;
}

// -- For lift.c --------------------------------------------------------------

void
ast_find_live(ast *t) {
  t->live = std::make_unique<shim_live>(t->around);
}

void
ast_leave(ast *t, const ast_node *n) {
  t->live->leave(static_cast<const Stmt *>(n->self));
}

bool
ast_is_dead(ast *t, const ast_decl *v) {
  return t->live->is_dead(shim_variable(v));
}
