// plugin/shim_stmt.cc: statements as loop_tree.h.
#include "plugin/shim.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace loft;

// A node of "kind" at the place of "s".
lt_stmt *
shim_tree::snode(lt_stmt_kind kind, const Stmt *s) {
  lt_stmt *out = NEW(a, lt_stmt);
  out->kind = kind;
  out->loc = loc(s->getBeginLoc());
  return out;
}

lt_stmt *
shim_tree::sunsupported(const char *reason, const Stmt *s, const char *what) {
  lt_stmt *out = snode(LT_STMT_UNSUPPORTED, s);
  out->reason = reason;
  out->text = what ? what : text(s);
  return out;
}

// Gives "out" the statements of "list".
void
shim_tree::bodies(lt_stmt *out, llvm::ArrayRef<lt_stmt *> list) {
  out->body = NEW_ARRAY(a, lt_stmt *, list.size());
  out->n_body = (int)list.size();
  std::copy(list.begin(), list.end(), out->body);
}

// The tree of "s", which may have been swapped before.
lt_stmt *
shim_tree::stmt(const Stmt *s) {
  auto it = swaps.find(s);
  if (it != swaps.end())
    s = it->second;
  while (const AttributedStmt *at = dyn_cast<AttributedStmt>(s))
    s = at->getSubStmt();
  return stmt_kind(s);
}

lt_stmt *
shim_tree::stmt_kind(const Stmt *s) {
  if (auto *x = dyn_cast<Expr>(s)) {
    lt_stmt *out = snode(LT_EXPR, s);
    out->expr = expr(x);
    return out;
  }
  if (auto *x = dyn_cast<CompoundStmt>(s))
    return block(x);
  if (auto *x = dyn_cast<DeclStmt>(s))
    return decls(x);
  if (auto *x = dyn_cast<ForStmt>(s))
    return for_stmt(x);
  if (auto *x = dyn_cast<IfStmt>(s))
    return if_stmt(x);
  if (auto *x = dyn_cast<WhileStmt>(s)) {
    lt_stmt *out = snode(LT_WHILE, s);
    out->expr = expr(x->getCond());
    return loop_body(out, x->getBody());
  }
  if (auto *x = dyn_cast<DoStmt>(s)) {
    lt_stmt *out = loop_body(snode(LT_DO, s), x->getBody());
    out->expr = expr(x->getCond());
    return out;
  }
  return stmt_jump(s);
}

// switch and what jumps.
lt_stmt *
shim_tree::stmt_jump(const Stmt *s) {
  if (auto *x = dyn_cast<SwitchStmt>(s))
    return switch_stmt(x);
  if (auto *x = dyn_cast<CaseStmt>(s))
    return case_stmt(x);
  if (auto *x = dyn_cast<DefaultStmt>(s)) {
    lt_stmt *out = snode(LT_DEFAULT, s);
    bodies(out, {stmt(x->getSubStmt())});
    return out;
  }
  if (const LabelDecl *l = compat_label_left(s))
    return sunsupported("LABEL", s, str(l->getName()));
  if (isa<BreakStmt>(s))
    return n_breakables ? snode(LT_BREAK, s)
                        : sunsupported("BREAK_OUT", s, "break");
  if (isa<ContinueStmt>(s))
    return n_loops ? snode(LT_CONTINUE, s)
                   : sunsupported("BREAK_OUT", s, "continue");
  if (in_expr && (isa<ReturnStmt>(s) || isa<GotoStmt>(s) || isa<LabelStmt>(s)))
    return sunsupported("STMT_EXPR", s);
  if (auto *x = dyn_cast<ReturnStmt>(s)) {
    lt_stmt *out = snode(LT_RETURN, s);
    out->expr = expr_or_null(x->getRetValue());
    return out;
  }
  return stmt_other(s);
}

lt_stmt *
shim_tree::stmt_other(const Stmt *s) {
  if (isa<NullStmt>(s))
    return snode(LT_NULL, s);
  if (auto *x = dyn_cast<GotoStmt>(s))
    return label(snode(LT_GOTO, s), x->getLabel());
  if (isa<IndirectGotoStmt>(s))
    return sunsupported("LABEL", s);
  if (auto *x = dyn_cast<LabelStmt>(s)) {
    lt_stmt *out = label(snode(LT_LABEL, s), x->getDecl());
    bodies(out, {stmt(x->getSubStmt())});
    return out;
  }
  if (isa<AsmStmt>(s))
    return sunsupported("ASM", s);
  if (isa<OMPExecutableDirective>(s))
    return sunsupported("OPENMP", s);
  return sunsupported("STMT_OTHER", s);
}

// Lets "out" be about label "l"; a label more than can be told apart is none.
lt_stmt *
shim_tree::label(lt_stmt *out, const LabelDecl *l) {
  auto known = labels.find(l);
  int n =
      known != labels.end() ? known->second : n_labels[l->getDeclContext()]++;
  labels[l] = n;
  out->low = n;
  out->text = str(l->getName());
  if (n < LT_LABELS)
    return out;
  out->kind = LT_STMT_UNSUPPORTED;
  out->reason = "GOTO";
  return out;
}

// The statement "s" with the labels behind it, which it may go to.
lt_stmt *
shim_tree::with_labels(lt_stmt *s, const Stmt *behind) {
  llvm::SmallVector<lt_stmt *, 4> list = {s};
  while (auto *x = dyn_cast_or_null<LabelStmt>(behind)) {
    list.push_back(label(snode(LT_LABEL, x), x->getDecl()));
    bodies(list.back(), {snode(LT_NULL, x)});
    behind = x->getSubStmt();
  }
  if (list.size() == 1)
    return s;
  lt_stmt *out = NEW(a, lt_stmt);
  out->kind = LT_BLOCK;
  out->loc = s->loc;
  bodies(out, list);
  return out;
}

// Fills in the body of loop "out".
lt_stmt *
shim_tree::loop_body(lt_stmt *out, const Stmt *body) {
  n_loops++;
  n_breakables++;
  bodies(out, {stmt(body)});
  n_loops--;
  n_breakables--;
  return out;
}

lt_stmt *
shim_tree::block(const CompoundStmt *s) {
  llvm::SmallVector<lt_stmt *, 16> list;
  for (const Stmt *one : s->body()) {
    lt_stmt *t = stmt(one);
    if (isa<DeclStmt>(one) && t->kind == LT_BLOCK)
      list.append(t->body, t->body + t->n_body);
    else
      list.push_back(t);
  }
  lt_stmt *out = snode(LT_BLOCK, s);
  bodies(out, list);
  return out;
}

// One node per variable: the node itself, or a block of several.
lt_stmt *
shim_tree::decls(const DeclStmt *s) {
  llvm::SmallVector<lt_stmt *, 4> list;
  for (const Decl *d : s->decls()) {
    if (const VarDecl *v = dyn_cast<VarDecl>(d)) {
      if (!v->hasExternalStorage())
        list.push_back(decl(s, v));
    } else if (const TypedefNameDecl *t = dyn_cast<TypedefNameDecl>(d)) {
      if (t->getUnderlyingType()->isVariablyModifiedType())
        list.push_back(sunsupported("STMT_OTHER", s));
    }
  }
  if (list.size() == 1)
    return list[0];
  lt_stmt *out = snode(LT_BLOCK, s);
  bodies(out, list);
  return out;
}

lt_stmt *
shim_tree::decl(const DeclStmt *s, const VarDecl *v) {
  if (v->isStaticLocal()) {
    // An inlined function's static constant is a table like any other.
    lt_var *fixed = var(v);
    return fixed->is_const_data ? snode(LT_NULL, s)
                                : sunsupported("STATIC_LOCAL", s, fixed->name);
  }
  if (v->hasAttr<CleanupAttr>() || v->hasAttr<BlocksAttr>())
    return sunsupported("STMT_OTHER", s);
  lt_stmt *out = snode(LT_DECL, s);
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

lt_stmt *
shim_tree::for_stmt(const ForStmt *s) {
  if (s->getConditionVariable())
    return sunsupported("STMT_OTHER", s);
  lt_stmt *out = snode(LT_FOR, s);
  if (s->getInit())
    out->init = stmt(s->getInit());
  out->expr = expr_or_null(s->getCond());
  out->step = expr_or_null(s->getInc());
  return loop_body(out, s->getBody());
}

lt_stmt *
shim_tree::if_stmt(const IfStmt *s) {
  if (s->getConditionVariable() || s->getInit())
    return sunsupported("STMT_OTHER", s);
  lt_stmt *out = snode(LT_IF, s);
  out->expr = expr(s->getCond());
  lt_stmt *then = stmt(s->getThen());
  bodies(out, {then, s->getElse() ? stmt(s->getElse()) : nullptr});
  return out;
}

lt_stmt *
shim_tree::switch_stmt(const SwitchStmt *s) {
  if (s->getConditionVariable() || s->getInit())
    return sunsupported("STMT_OTHER", s);
  lt_stmt *out = snode(LT_SWITCH, s);
  out->expr = expr(s->getCond());
  n_breakables++;
  bodies(out, {stmt(s->getBody())});
  n_breakables--;
  return out;
}

lt_stmt *
shim_tree::case_stmt(const CaseStmt *s) {
  if (s->getLHS()->containsErrors() ||
      (s->getRHS() && s->getRHS()->containsErrors()))
    return sunsupported("STMT_OTHER", s);
  lt_stmt *out = snode(LT_CASE, s);
  out->low = s->getLHS()->EvaluateKnownConstInt(cx).getExtValue();
  out->high = s->getRHS() ? s->getRHS()->EvaluateKnownConstInt(cx).getExtValue()
                          : out->low;
  bodies(out, {stmt(s->getSubStmt())});
  return out;
}
