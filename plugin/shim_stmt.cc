// plugin/shim_stmt.cc: statements for tree_stmt.c.
#include "plugin/shim.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace loft;

typedef llvm::SmallVector<const void *, 16> handles;

// Makes "out" a statement of "kind" with an expression, which may be null, and
// these in it.
static void
fill(arena *a, tree_stmt *out, lt_stmt_kind kind, const Expr *e = nullptr,
     const handles &body = {}) {
  const void **list = NEW_ARRAY(a, const void *, body.size());
  std::copy(body.begin(), body.end(), list);
  out->kind = kind;
  out->expr = e;
  out->body = list;
  out->n_body = (int)body.size();
}

// Makes "out" a statement without a loop tree.
static void
refuse(tree_stmt *out, const char *reason, const char *what = nullptr) {
  out->kind = LT_STMT_UNSUPPORTED;
  out->reason = reason;
  out->what = what;
}

// Tells "s", which may have been swapped before.
void
shim_tree::read(const Stmt *s, tree_stmt *out) const {
  auto it = swaps.find(s);
  if (it != swaps.end())
    s = it->second;
  while (const AttributedStmt *at = dyn_cast<AttributedStmt>(s))
    s = at->getSubStmt();
  *out = {};
  out->origin = s;
  out->loc = loc(s->getBeginLoc());
  if (auto *x = dyn_cast<Expr>(s))
    fill(a, out, LT_EXPR, x);
  else if (auto *b = dyn_cast<CompoundStmt>(s))
    fill(a, out, LT_BLOCK, nullptr, handles(b->body_begin(), b->body_end()));
  else if (auto *d = dyn_cast<DeclStmt>(s))
    fill(a, out, LT_DECL, nullptr, handles(d->decl_begin(), d->decl_end()));
  else if (isa<NullStmt>(s))
    fill(a, out, LT_NULL);
  else if (isa<IndirectGotoStmt>(s))
    refuse(out, "LABEL");
  else if (isa<AsmStmt>(s))
    refuse(out, "ASM");
  else if (isa<OMPExecutableDirective>(s))
    refuse(out, "OPENMP");
  else if (!read_control(s, out) && !read_jump(s, out))
    refuse(out, "STMT_OTHER");
}

// Loops and choices.
bool
shim_tree::read_control(const Stmt *s, tree_stmt *out) const {
  if (auto *x = dyn_cast<ForStmt>(s)) {
    fill(a, out, LT_FOR, x->getCond(), {x->getBody()});
    out->init = x->getInit();
    out->step = x->getInc();
    return !x->getConditionVariable();
  }
  if (auto *x = dyn_cast<IfStmt>(s))
    return fill(a, out, LT_IF, x->getCond(), {x->getThen(), x->getElse()}),
           !x->getConditionVariable() && !x->getInit();
  if (auto *x = dyn_cast<SwitchStmt>(s))
    return fill(a, out, LT_SWITCH, x->getCond(), {x->getBody()}),
           !x->getConditionVariable() && !x->getInit();
  if (auto *x = dyn_cast<WhileStmt>(s))
    return fill(a, out, LT_WHILE, x->getCond(), {x->getBody()}), true;
  if (auto *x = dyn_cast<DoStmt>(s))
    return fill(a, out, LT_DO, x->getCond(), {x->getBody()}), true;
  if (auto *x = dyn_cast<DefaultStmt>(s))
    return fill(a, out, LT_DEFAULT, nullptr, {x->getSubStmt()}), true;
  auto *x = dyn_cast<CaseStmt>(s);
  const Expr *last = x && x->getRHS() ? x->getRHS() : x ? x->getLHS() : nullptr;
  if (!x || x->getLHS()->containsErrors() || last->containsErrors())
    return false;
  fill(a, out, LT_CASE, nullptr, {x->getSubStmt()});
  out->low = x->getLHS()->EvaluateKnownConstInt(cx).getExtValue();
  out->high = last->EvaluateKnownConstInt(cx).getExtValue();
  return true;
}

// Jumps and where they go.
bool
shim_tree::read_jump(const Stmt *s, tree_stmt *out) const {
  const LabelDecl *l = compat_label_left(s);
  if (l)
    refuse(out, "LABEL");
  else if (isa<BreakStmt>(s))
    fill(a, out, LT_BREAK);
  else if (isa<ContinueStmt>(s))
    fill(a, out, LT_CONTINUE);
  else if (auto *x = dyn_cast<ReturnStmt>(s))
    fill(a, out, LT_RETURN, x->getRetValue());
  else if (auto *g = dyn_cast<GotoStmt>(s))
    fill(a, out, LT_GOTO), l = g->getLabel();
  else if (auto *to = dyn_cast<LabelStmt>(s))
    fill(a, out, LT_LABEL, nullptr, {to->getSubStmt()}), l = to->getDecl();
  else
    return false;
  if (l) {
    out->what = str(l->getName());
    out->label = l;
    out->function = l->getDeclContext();
  }
  return true;
}

// The declaration "d" in the statement "s"; NULL: it does nothing.
lt_stmt *
shim_tree::decl(const tree_stmt *s, const Decl *d) {
  const TypedefNameDecl *t = dyn_cast<TypedefNameDecl>(d);
  if (t && t->getUnderlyingType()->isVariablyModifiedType())
    return tree_unsupported(&reader, s, "STMT_OTHER", nullptr);
  const VarDecl *v = dyn_cast<VarDecl>(d);
  if (!v || v->hasExternalStorage())
    return nullptr;
  if (v->isStaticLocal()) {
    // An inlined function's static constant is a table like any other.
    lt_var *fixed = var(v);
    return fixed->is_const_data
               ? tree_node(&reader, LT_NULL, s)
               : tree_unsupported(&reader, s, "STATIC_LOCAL", fixed->name);
  }
  if (v->hasAttr<CleanupAttr>() || v->hasAttr<BlocksAttr>())
    return tree_unsupported(&reader, s, "STMT_OTHER", nullptr);
  lt_stmt *out = tree_node(&reader, LT_DECL, s);
  out->loc = loc(v->getLocation());
  out->var = var(v);
  out->var->is_local = true;
  const Expr *init = v->getInit();
  if (!init)
    return out;
  const Expr *bare = init->IgnoreParens();
  bool is_string = isa<StringLiteral>(bare) && v->getType()->isArrayType();
  out->expr = is_string ? init_string(cast<StringLiteral>(bare)) : expr(init);
  return out;
}
