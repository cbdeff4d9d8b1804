// plugin/shim_call.cc: calls and the bodies of what is called.
#include "plugin/shim.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/Builtins.h"

using namespace clang;
using namespace loft;

// Whether "f" says that a call of "name" in it is no builtin's.
static bool
has_no_builtin(const FunctionDecl *f, StringRef name) {
  const NoBuiltinAttr *no = f->getAttr<NoBuiltinAttr>();
  return no && llvm::any_of(no->builtinNames(), [&](StringRef one) {
           return one == "*" || one == name;
         });
}

// Whether Clang takes "f", called in the function at hand, for the C library's
// function of that name: a builtin with the symbol of its name and without a
// definition of the program's own. A function that Clang has no builtin for
// (lgamma_r) is the library's by the header that declares it.
bool
shim_tree::is_library(const FunctionDecl *f) const {
  f = f->getMostRecentDecl();
  unsigned id = f->getBuiltinID();
  if (id && !cx.BuiltinInfo.isPredefinedLibFunction(id))
    return true; // __builtin_sin, whatever sin is
  const FunctionDecl *def = nullptr;
  bool has_own = f->hasDefiningAttr() ||
                 (f->hasBody(def) && !sm.isInSystemHeader(def->getLocation()));
  if (has_own || f->hasAttr<AsmLabelAttr>() || !f->getIdentifier() ||
      has_no_builtin(here, f->getName()))
    return false;
  const LangOptions &lo = cx.getLangOpts();
  return id || (!f->getIdentifier()->getBuiltinID() && !f->hasBody() &&
                !lo.NoBuiltin && !lo.isNoBuiltinFunc(f->getName()) &&
                sm.isInSystemHeader(f->getLocation()));
}

// Whether LLVM may take "f", by name and type, for a function of the C library,
// though it has a definition of the program's own.
bool
shim_tree::has_library_name(const FunctionDecl *f) const {
  unsigned id = f->getIdentifier() ? f->getIdentifier()->getBuiltinID() : 0;
  if (!id || !cx.BuiltinInfo.isPredefinedLibFunction(id) ||
      f->getMostRecentDecl()->hasAttr<AsmLabelAttr>())
    return false;
  ASTContext::GetBuiltinTypeError error;
  QualType t = cx.GetBuiltinType(id, error);
  return !t.isNull() && cx.typesAreCompatible(t, f->getType());
}

// Calls the compiler itself understands. True when "out" is the result.
bool
shim_tree::call_builtin(const CallExpr *e, const FunctionDecl *f,
                        lt_expr **out) {
  switch (f->getBuiltinID()) {
  case Builtin::NotBuiltin:
    return false;
  case Builtin::BI__builtin_expect:
  case Builtin::BI__builtin_expect_with_probability:
    if (e->getArg(1)->HasSideEffects(cx))
      return false;
    return *out = expr(e->getArg(0)), true;
  case Builtin::BI__builtin_assume:
  case Builtin::BI__builtin_prefetch: {
    for (const Expr *arg : e->arguments())
      if (arg->HasSideEffects(cx))
        return false;
    lt_expr *zero = node(LT_INT, e->getArg(0));
    zero->type = type(cx.IntTy);
    *out = node(LT_CAST, e);
    (*out)->a = zero;
    return true;
  }
  default:
    break;
  }
  if (e->HasSideEffects(cx) || !is_library(f))
    return false;
  Expr::EvalResult v;
  if (e->getType()->isRealFloatingType() && e->EvaluateAsRValue(v, cx) &&
      !v.HasSideEffects && v.Val.isFloat())
    return *out = constant(LT_FLOAT, e, v.Val), true;
  if (f->getBuiltinID() == Builtin::BI__builtin_constant_p &&
      e->EvaluateAsInt(v, cx))
    return *out = constant(LT_INT, e, v.Val), true;
  return false;
}

// The type that an argument for parameter "p" has where there is no prototype.
static QualType
promoted(ASTContext &cx, const ParmVarDecl *p) {
  QualType t = p->getType().getUnqualifiedType();
  if (t->isSpecificBuiltinType(BuiltinType::Float))
    return cx.DoubleTy;
  return cx.isPromotableIntegerType(t) ? cx.getPromotedIntegerType(t) : t;
}

// The arguments of "e", a call of "f", which is defined with its parameters'
// types behind their names: they come promoted. False when they do not fit.
bool
shim_tree::convert_arguments(lt_expr *out, const CallExpr *e,
                             const FunctionDecl *f) {
  const FunctionDecl *def = f->getDefinition();
  if (f->hasPrototype() || !def)
    return true;
  for (unsigned k = 0; k < def->getNumParams() && k < e->getNumArgs(); k++) {
    const ParmVarDecl *p = def->getParamDecl(k);
    QualType from = e->getArg(k)->getType();
    if (!cx.typesAreCompatible(promoted(cx, p), from.getUnqualifiedType()))
      return false;
    lt_expr *arg = node(LT_CAST, e->getArg(k));
    arg->type = type(p->getType().getUnqualifiedType());
    arg->a = out->args[k];
    if (arg->type->kind == LT_TYPE_SCALAR)
      out->args[k] = arg;
  }
  return true;
}

lt_expr *
shim_tree::call(const CallExpr *e) {
  const FunctionDecl *f = e->getDirectCallee();
  lt_expr *out;
  if (!f)
    return unsupported("CALL_INDIRECT", e->getCallee());
  if (call_builtin(e, f, &out))
    return out;
  out = node(LT_CALL, e);
  out->loc = loc(e->getBeginLoc());
  out->func = function(f);
  if (sm.isInSystemMacro(e->getBeginLoc()))
    out->text = text(e);
  out->is_library = is_library(f) && (f->getName().starts_with("__builtin_") ||
                                      !has_no_builtin(here, f->getName()));
  out->args = NEW_ARRAY(a, lt_expr *, e->getNumArgs());
  for (const Expr *arg : e->arguments())
    out->args[out->n_args++] = expr(arg);
  bool plain = out->is_library || out->func->is_variadic ||
               out->func->n_params == out->n_args;
  plain = plain && (out->is_library || convert_arguments(out, e, f));
  if (!plain || f->hasAttr<OverloadableAttr>())
    out->func->body = nullptr;
  return out;
}

// The function "f" with its body as far as it is visible.
lt_func *
shim_tree::function(const FunctionDecl *f) {
  f = f->getCanonicalDecl();
  lt_func *&slot = funcs[f];
  if (slot) {
    // On the stack: everything from there on calls itself.
    bool on = false;
    for (auto &entry : stack)
      if ((on = on || entry.first == f))
        entry.second->is_recursive = true;
    return slot;
  }
  lt_func *out = slot = NEW(a, lt_func);
  out->written = str(f->getName());
  out->name = plugin_plain_name(out->written);
  out->loc = loc(f->getLocation());
  out->result = type(f->getReturnType());
  out->is_variadic = f->isVariadic();
  out->is_noreturn = f->isNoReturn();
  out->has_library_name = has_library_name(f);
  const FunctionDecl *def = nullptr;
  if (f->hasBody(def) && !f->isWeak() && !def->isWeak() && !is_library(f) &&
      !shim_has_errors(def->getBody()))
    function_body(out, def);
  return out;
}

// "e" as the call of a function without parameters that has its statements, and
// returns the value of the last one.
lt_expr *
shim_tree::statements(const StmtExpr *e) {
  lt_expr *out = node(LT_CALL, e);
  lt_func *f = out->func = NEW(a, lt_func);
  f->name = f->written = "block";
  f->loc = out->loc;
  f->result = out->type;
  f->target = target(here);
  f->body = tree_body(&reader, e->getSubStmt(), true);
  if (f->result->kind == LT_TYPE_VOID)
    return out;
  lt_stmt *last =
      f->body->n_body ? f->body->body[f->body->n_body - 1] : nullptr;
  if (!last || last->kind != LT_EXPR)
    return unsupported("STMT_EXPR", e);
  last->kind = LT_RETURN;
  return out;
}

// Fills in parameters and body from the definition "f".
void
shim_tree::function_body(lt_func *out, const FunctionDecl *f) {
  uses_errno |= facts.function(f);
  out->target = target(f);
  out->in_system_header = sm.isInSystemHeader(f->getLocation());
  stack.push_back({f->getCanonicalDecl(), out});
  bool was = inlining;
  const FunctionDecl *caller = here;
  here = f;
  inlining = true;
  out->params = NEW_ARRAY(a, lt_var *, f->getNumParams());
  for (const ParmVarDecl *p : f->parameters()) {
    lt_var *v = var(p);
    v->is_local = v->is_param = true;
    out->params[out->n_params++] = v;
  }
  out->body = tree_body(&reader, f->getBody(), false);
  if (out->is_recursive)
    out->body = nullptr;
  inlining = was;
  here = caller;
  stack.pop_back();
}
