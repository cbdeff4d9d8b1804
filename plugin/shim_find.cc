// plugin/shim_find.cc: which statement a pragma stands before.
//
// The preprocessor told us the location of the first token after each pragma
// (shim_pragma.cc); the annotated statement is the outermost one that begins
// there. Locations are compared as they are, so macros and headers need no
// special care.
#include "plugin/shim.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace loft;

namespace {

// Walks a function body and collects sites.
class finder {
public:
  finder(const shim_pragmas &all, llvm::DenseSet<unsigned> &met)
      : pragmas(all), seen(met) {
    for (unsigned i = 0; i < pragmas.size(); i++)
      if (pragmas[i].target.isValid())
        at[pragmas[i].target.getRawEncoding()] = i;
  }
  void walk(Stmt *s, bool captured, std::vector<shim_site> &out);

private:
  const shim_pragmas &pragmas;
  llvm::DenseSet<unsigned> &seen;
  llvm::DenseMap<SourceLocation::UIntTy, unsigned> at;

  void visit(Stmt **slot, bool captured, std::vector<shim_site> &out);
};

// The place that holds the statement behind the labels at "slot".
Stmt **
skip_labels(Stmt **slot) {
  while (LabelStmt *l = dyn_cast<LabelStmt>(*slot))
    slot = &*l->child_begin();
  return slot;
}

// Whether "s" is what a pragma of "kind" may stand before.
bool
does_fit(const Stmt *s, lt_pragma_kind kind) {
  while (const AttributedStmt *a = dyn_cast<AttributedStmt>(s))
    s = a->getSubStmt();
  if (isa<CompoundStmt>(s))
    return kind == LT_PRAGMA_REGION;
  return isa<ForStmt>(s) || isa<WhileStmt>(s) || isa<DoStmt>(s);
}

void
finder::visit(Stmt **slot, bool captured, std::vector<shim_site> &out) {
  if (!*slot)
    return;
  auto it = at.find((*slot)->getBeginLoc().getRawEncoding());
  if (it == at.end() || !seen.insert(it->second).second)
    return walk(*slot, captured, out);
  slot = skip_labels(slot);
  const shim_pragma &p = pragmas[it->second];
  out.push_back({&p, *slot, slot, captured, does_fit(*slot, p.kind), {}});
  size_t mine = out.size() - 1;
  std::vector<shim_site> inner;
  walk(*slot, captured, inner);
  out[mine].inner = std::move(inner);
}

void
finder::walk(Stmt *s, bool captured, std::vector<shim_site> &out) {
  if (BlockExpr *b = dyn_cast<BlockExpr>(s))
    return walk(b->getBody(), true, out);
  if (CapturedStmt *c = dyn_cast<CapturedStmt>(s))
    return walk(c->getCapturedStmt(), true, out);
  if (isa<OMPExecutableDirective>(s))
    captured = true;
  for (auto i = s->child_begin(), e = s->child_end(); i != e; ++i)
    visit(&*i, captured, out);
}

} // namespace

bool
loft::shim_has_errors(const Stmt *s) {
  if (!s)
    return false;
  if (const Expr *e = dyn_cast<Expr>(s))
    if (e->containsErrors() || e->getType().isNull())
      return true;
  if (const DeclRefExpr *r = dyn_cast<DeclRefExpr>(s))
    if (r->getDecl()->isInvalidDecl())
      return true;
  if (const DeclStmt *d = dyn_cast<DeclStmt>(s))
    for (const Decl *one : d->decls())
      if (one->isInvalidDecl())
        return true;
  for (const Stmt *child : s->children())
    if (shim_has_errors(child))
      return true;
  return false;
}

std::vector<shim_site>
loft::shim_find_sites(Stmt *body, const shim_pragmas &pragmas,
                      llvm::DenseSet<unsigned> &seen) {
  std::vector<shim_site> out;
  finder(pragmas, seen).walk(body, false, out);
  return out;
}
