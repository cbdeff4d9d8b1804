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

// "e" is an operand of & ("address") or is assigned to.
void
shim_scan::target(const Expr *e, bool address) {
  e = e->IgnoreParens();
  if (const MemberExpr *m = dyn_cast<MemberExpr>(e)) {
    if (!m->isArrow())
      target(m->getBase(), address);
  } else if (const DeclRefExpr *r = dyn_cast<DeclRefExpr>(e)) {
    if (const VarDecl *v = dyn_cast<VarDecl>(r->getDecl()))
      (address ? taken : modified).insert(v);
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
      target(u->getSubExpr(), true);
    else if (u->isIncrementDecrementOp())
      target(u->getSubExpr(), false);
  } else if (const BinaryOperator *b = dyn_cast<BinaryOperator>(s)) {
    if (b->isAssignmentOp())
      target(b->getLHS(), false);
  } else if (const AsmStmt *m = dyn_cast<AsmStmt>(s)) {
    for (const Stmt *op : m->children())
      if (const Expr *e = dyn_cast_or_null<Expr>(op))
        target(e, true);
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
