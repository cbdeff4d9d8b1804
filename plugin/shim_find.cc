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

// The pragmas of a function body.
struct finder {
  const shim_pragmas &pragmas;
  llvm::DenseSet<unsigned> &seen;
  llvm::DenseMap<SourceLocation::UIntTy, unsigned> at;
};

void walk(finder &f, Stmt *s, bool captured, std::vector<shim_site> &out);

// The place that holds the statement behind the labels at "slot".
Stmt **
skip_labels(Stmt **slot) {
  while (LabelStmt *l = dyn_cast<LabelStmt>(*slot))
    slot = &*l->child_begin();
  return slot;
}

// Whether some of "s" is entered from outside: labels, and cases of a switch
// around it.
bool
has_entries(const Stmt *s, bool in_switch) {
  if (!s || isa<LabelStmt>(s) || (isa<SwitchCase>(s) && !in_switch))
    return s != nullptr;
  for (const Stmt *child : s->children())
    if (has_entries(child, in_switch || isa<SwitchStmt>(s)))
      return true;
  return false;
}

// Whether "s" is what the pragma may stand before.
bool
does_fit(const Stmt *s, const plugin_pragma &p) {
  lt_pragma_kind kind = p.kind;
  if (p.keeps.n > 0)
    return !isa<DeclStmt>(s) && !has_entries(s, false);
  while (const AttributedStmt *a = dyn_cast<AttributedStmt>(s))
    s = a->getSubStmt();
  if (isa<CompoundStmt>(s))
    return kind == LT_PRAGMA_REGION;
  return isa<ForStmt>(s) || isa<WhileStmt>(s) || isa<DoStmt>(s);
}

// The index of the pragma before "s", or -1. Behind one before an OpenMP
// construct comes a token of the construct's own line.
int
pragma_of(const finder &f, const Stmt *s) {
  SourceLocation::UIntTy begin = s->getBeginLoc().getRawEncoding();
  auto it = f.at.find(begin);
  if (it != f.at.end())
    return (int)it->second;
  SourceLocation::UIntTy end = s->getEndLoc().getRawEncoding();
  if (isa<OMPExecutableDirective>(s))
    for (auto &one : f.at)
      if (one.first >= begin && one.first <= end)
        return (int)one.second;
  return -1;
}

// Adds what is at "slot", or in it. "openmp": it is what an OpenMP construct
// stands before; "behind": the next statement.
void
visit(finder &f, Stmt **slot, bool captured, bool openmp, const Stmt *behind,
      std::vector<shim_site> &out) {
  int k = *slot ? pragma_of(f, *slot) : -1;
  if (k < 0 || !f.seen.insert((unsigned)k).second)
    return *slot ? walk(f, *slot, captured, out) : void();
  slot = skip_labels(slot);
  Stmt *s = *slot;
  const shim_pragma &p = f.pragmas[(unsigned)k];
  out.push_back({&p,
                 s,
                 captured ? nullptr : slot,
                 captured,
                 openmp || isa<OMPExecutableDirective>(s),
                 does_fit(s, p.says),
                 behind,
                 {}});
  size_t mine = out.size() - 1;
  std::vector<shim_site> inner;
  walk(f, s, captured, inner);
  out[mine].inner = std::move(inner);
}

void
walk(finder &f, Stmt *s, bool captured, std::vector<shim_site> &out) {
  if (BlockExpr *b = dyn_cast<BlockExpr>(s))
    return walk(f, b->getBody(), true, out);
  if (CapturedStmt *c = dyn_cast<CapturedStmt>(s))
    return walk(f, c->getCapturedStmt(), true, out);
  if (OMPExecutableDirective *d = dyn_cast<OMPExecutableDirective>(s)) {
    Stmt *own = d->hasAssociatedStmt() ? d->getRawStmt() : nullptr;
    return visit(f, &own, true, true, nullptr, out);
  }
  bool is_list = isa<CompoundStmt>(s);
  for (auto i = s->child_begin(), e = s->child_end(); i != e; ++i) {
    auto next = std::next(i);
    visit(f, &*i, captured, false, is_list && next != e ? *next : nullptr, out);
  }
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
  finder f = {pragmas, seen, decltype(finder::at)()};
  for (unsigned i = 0; i < pragmas.size(); i++)
    if (pragmas[i].target.isValid())
      f.at[pragmas[i].target.getRawEncoding()] = i;
  walk(f, body, false, out);
  return out;
}
