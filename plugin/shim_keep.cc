// plugin/shim_keep.cc: arrays that a `#pragma loft keep` names, and host code
// that reads or writes them.
#include "plugin/shim.h"
#include "clang/AST/Expr.h"

using namespace clang;
using namespace loft;

VarDecl *
loft::shim_find_variable(const SourceManager &sm, const Stmt *s, StringRef name,
                         SourceLocation at) {
  if (!s)
    return nullptr;
  if (const DeclRefExpr *r = dyn_cast<DeclRefExpr>(s)) {
    VarDecl *v = const_cast<VarDecl *>(dyn_cast<VarDecl>(r->getDecl()));
    bool found =
        v && v->getName() == name &&
        (at.isInvalid() || sm.isBeforeInTranslationUnit(v->getLocation(), at));
    return found ? v : nullptr;
  }
  for (const Stmt *child : s->children())
    if (VarDecl *v = shim_find_variable(sm, child, name, at))
      return v;
  return nullptr;
}

// The variable that the place "e" is found by, if "e" is not that variable.
static const ValueDecl *
root_of(const Expr *e) {
  bool first = true;
  for (;; first = false) {
    e = e->IgnoreParenCasts();
    if (const ArraySubscriptExpr *s = dyn_cast<ArraySubscriptExpr>(e))
      e = s->getBase();
    else if (const MemberExpr *m = dyn_cast<MemberExpr>(e))
      e = m->getBase();
    else if (const UnaryOperator *u = dyn_cast<UnaryOperator>(e))
      e = u->getSubExpr();
    else if (const BinaryOperator *b = dyn_cast<BinaryOperator>(e))
      e = b->getLHS()->getType()->isPointerType() ? b->getLHS() : b->getRHS();
    else
      break;
  }
  const DeclRefExpr *r = dyn_cast<DeclRefExpr>(e);
  return r && !first ? r->getDecl() : nullptr;
}

// The place that "s" reads or writes itself, or null.
static const Expr *
place_of(const Stmt *s) {
  if (const ImplicitCastExpr *c = dyn_cast<ImplicitCastExpr>(s))
    return c->getCastKind() == CK_LValueToRValue ? c->getSubExpr() : nullptr;
  if (const BinaryOperator *b = dyn_cast<BinaryOperator>(s))
    return b->isAssignmentOp() ? b->getLHS() : nullptr;
  if (const UnaryOperator *u = dyn_cast<UnaryOperator>(s))
    return u->isIncrementDecrementOp() ? u->getSubExpr() : nullptr;
  return nullptr;
}

const Expr *
loft::shim_find_access(const Stmt *s, const VarDecl *v,
                       const llvm::DenseSet<const Stmt *> &lifted) {
  if (!s || lifted.count(s))
    return nullptr;
  const Expr *place = place_of(s);
  if (place && root_of(place) == v)
    return place;
  for (const Stmt *child : s->children())
    if (const Expr *found = shim_find_access(child, v, lifted))
      return found;
  return nullptr;
}
