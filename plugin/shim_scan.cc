// plugin/shim_scan.cc: the uses of variables and errno in functions.
#include "plugin/shim.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace loft;

bool
shim_scan::function(const FunctionDecl *f) {
  auto known = uses_errno.find(f);
  if (known != uses_errno.end())
    return known->second;
  return uses_errno[f] = f->hasBody() && visit(f->getBody());
}

// Notes in "to" that "e" is an operand of & or is assigned to.
void
shim_scan::target(const Expr *e, decltype(taken) &to) {
  e = e->IgnoreParens();
  if (const MemberExpr *m = dyn_cast<MemberExpr>(e)) {
    if (!m->isArrow())
      target(m->getBase(), to);
  } else if (const DeclRefExpr *r = dyn_cast<DeclRefExpr>(e)) {
    to.insert(dyn_cast<VarDecl>(r->getDecl()));
  }
}

// Notes what "s" does; whether it uses errno.
bool
shim_scan::visit(const Stmt *s) {
  if (!s)
    return false;
  bool any = false;
  if (const UnaryOperator *u = dyn_cast<UnaryOperator>(s)) {
    if (u->getOpcode() == UO_AddrOf)
      target(u->getSubExpr(), taken);
    else if (u->isIncrementDecrementOp())
      target(u->getSubExpr(), stepped);
  } else if (const BinaryOperator *b = dyn_cast<BinaryOperator>(s)) {
    if (b->isAssignmentOp())
      target(b->getLHS(), b->getOpcode() == BO_Assign ? stored : stepped);
  } else if (const AsmStmt *m = dyn_cast<AsmStmt>(s)) {
    for (const Stmt *op : m->children())
      if (const Expr *e = dyn_cast_or_null<Expr>(op))
        target(e, taken);
  } else if (const BlockExpr *block = dyn_cast<BlockExpr>(s)) {
    for (const BlockDecl::Capture &c : block->getBlockDecl()->captures())
      taken.insert(c.getVariable());
    any |= visit(block->getBody());
  } else if (const CapturedStmt *c = dyn_cast<CapturedStmt>(s)) {
    any |= visit(c->getCapturedStmt());
  } else if (const DeclRefExpr *r = dyn_cast<DeclRefExpr>(s)) {
    const ValueDecl *d = r->getDecl();
    any |= isa<FunctionDecl>(d) && d->getIdentifier() &&
           plugin_is_errno(d->getName().str().c_str());
  } else if (const DeclStmt *d = dyn_cast<DeclStmt>(s)) {
    for (const Decl *one : d->decls())
      if (one->hasAttr<CleanupAttr>())
        taken.insert(cast<VarDecl>(one));
  }
  for (const Stmt *child : s->children())
    any |= visit(child);
  return any;
}
