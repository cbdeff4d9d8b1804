// plugin/shim_call.cc: calls and the bodies of what is called.
#include "plugin/shim.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/Builtins.h"

using namespace clang;
using namespace loft;

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
  if (e->HasSideEffects(cx))
    return false;
  Expr::EvalResult v;
  if (e->getType()->isRealFloatingType() && e->EvaluateAsRValue(v, cx) &&
      !v.HasSideEffects && v.Val.isFloat())
    return *out = floating(e, v.Val.getFloat()), true;
  if (f->getBuiltinID() == Builtin::BI__builtin_constant_p &&
      e->EvaluateAsInt(v, cx))
    return *out = integer(e, v.Val.getInt()), true;
  return false;
}

// True for lgamma where the file names signgam, which lgamma sets.
bool
shim_tree::sets_signgam(const FunctionDecl *f) {
  if (!f->getIdentifier() || !f->getBuiltinID() ||
      (!f->getName().ends_with("lgamma") && !f->getName().ends_with("lgammaf")))
    return false;
  auto name = cx.Idents.find("signgam"); // get() would add it
  if (name == cx.Idents.end())
    return false;
  for (const NamedDecl *d :
       cx.getTranslationUnitDecl()->lookup(name->getValue()))
    if (d->isReferenced())
      return true;
  return false;
}

// Whether C's function "name" may set errno; without the f of the float form.
static bool
may_set_errno(StringRef name) {
  static const char *const names[] = {
      "exp",   "exp2",   "expm1",   "log",       "log2",      "log10",
      "log1p", "pow",    "sqrt",    "hypot",     "sin",       "cos",
      "tan",   "asin",   "acos",    "atan2",     "sinh",      "cosh",
      "acosh", "atanh",  "erf",     "erfc",      "tgamma",    "lgamma",
      "fmod",  "fdim",   "ldexp",   "remainder", "nextafter", "scalbn",
      "lrint", "lround", "scalbln", "llrint",    "llround",   "lgamma_r",
      "fma"};
  return llvm::is_contained(names, name);
}

// True for a function of <math.h> that sets errno where the function around
// uses that.
bool
shim_tree::sets_errno(const FunctionDecl *f) {
  bool is_library = f->getBuiltinID() || sm.isInSystemHeader(f->getLocation());
  if (!uses_errno || !cx.getLangOpts().MathErrno || !f->getIdentifier() ||
      !is_library)
    return false;
  StringRef name = f->getName();
  name.consume_front("__builtin_");
  return may_set_errno(name) || name == "lgammaf_r" ||
         (name.consume_back("f") && may_set_errno(name));
}

lt_expr *
shim_tree::call(const CallExpr *e) {
  const FunctionDecl *f = e->getDirectCallee();
  lt_expr *out;
  if (!f)
    return unsupported("CALL_INDIRECT", e->getCallee());
  if (call_builtin(e, f, &out))
    return out;
  if (sets_signgam(f))
    return unsupported("CALL_SIGNGAM", e->getCallee());
  if (sets_errno(f))
    return unsupported("CALL_ERRNO", e->getCallee());
  out = node(LT_CALL, e);
  out->loc = loc(e->getBeginLoc());
  out->func = function(f);
  out->args = NEW_ARRAY(a, lt_expr *, e->getNumArgs());
  for (const Expr *arg : e->arguments())
    out->args[out->n_args++] = expr(arg);
  bool plain = out->func->is_library || out->func->is_variadic ||
               out->func->n_params == out->n_args;
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
  StringRef name = f->getName();
  name.consume_front("__builtin_");
  out->name = str(name);
  out->loc = loc(f->getLocation());
  out->result = type(f->getReturnType());
  out->is_variadic = f->isVariadic();
  out->is_library = f->getBuiltinID() || sm.isInSystemHeader(f->getLocation());
  const FunctionDecl *def = nullptr;
  if (f->hasBody(def) && f->hasPrototype() && !f->isWeak() && !def->isWeak() &&
      !(out->is_library && f->getBuiltinID()) &&
      !shim_has_errors(def->getBody()))
    function_body(out, def);
  return out;
}

// Fills in parameters and body from the definition "f".
void
shim_tree::function_body(lt_func *out, const FunctionDecl *f) {
  scan(f);
  stack.push_back({f->getCanonicalDecl(), out});
  int loops = n_loops, breakables = n_breakables;
  bool was = inlining;
  n_loops = n_breakables = 0;
  inlining = true;
  out->params = NEW_ARRAY(a, lt_var *, f->getNumParams());
  for (const ParmVarDecl *p : f->parameters()) {
    lt_var *v = var(p);
    v->is_local = v->is_param = true;
    out->params[out->n_params++] = v;
  }
  out->body = stmt(f->getBody());
  if (out->is_recursive)
    out->body = nullptr;
  n_loops = loops;
  n_breakables = breakables;
  inlining = was;
  stack.pop_back();
}
