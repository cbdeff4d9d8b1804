// plugin/shim_swap.cc: puts the call of the region function before the
// annotated statement.
//
//   S   =>   { T r; if (!__loft_region_K(args..., &r)) S else target = r; }
//
// Where S may return from the function, two more results say so, and what: the
// last thing done then is if (returns) return value. Another one may say that
// nothing was done: if (!__loft_region_K(args...) || trapped) S.
//
// Where lifted code has the bits of the original, that is { S done(); }, and
// { done(); return x; } in S, so that the runtime can compare their times.
//
// For keep(a, b) it is { unsigned k = loft_keep_begin(2, a, bytes, b, bytes); S
// } where k has the attribute cleanup(loft_keep_end).
//
// The results come back through variables of their own, so that no variable
// of the user's has its address taken: the original loop is optimised as if
// the call was not there. Without results the `if` stands alone.
#include "plugin/shim.h"
#include "clang/AST/Attr.h"

using namespace clang;
using namespace loft;

namespace {

// Builds the AST of one swap.
class swapper {
public:
  swapper(ASTContext &context, const shim_tree &t, shim_swaps &s,
          SourceLocation l)
      : cx(context), tree(t), swaps(s), at(l) {}
  Stmt *build(const plugin_region *r, Stmt *original);
  Stmt *keep(ArrayRef<VarDecl *> arrays, Stmt *original);

private:
  ASTContext &cx;
  const shim_tree &tree;
  shim_swaps &swaps;
  SourceLocation at;
  llvm::SmallVector<Stmt *, 4> decls, stores;
  Expr *returns = nullptr, *returned = nullptr, *trapped = nullptr;

  Expr *implicit(Expr *e, QualType t, CastKind k);
  Expr *unary(UnaryOperatorKind op, Expr *e, QualType t, ExprValueKind kind);
  Expr *binary(Expr *x, BinaryOperatorKind op, Expr *y, QualType t);
  Expr *number(uint64_t value, QualType t);
  Stmt *choose(Expr *cond, Stmt *then, Stmt *other);
  Expr *rvalue(Expr *e);
  Expr *reference(ValueDecl *d);
  Expr *address(Expr *place);
  Expr *lvalue(Expr *e, UnaryOperatorKind op);
  Expr *to_void_pointer(Expr *e);
  Expr *rebuild(const lt_expr *e);
  Expr *rebuild_cast(const lt_expr *e);
  Expr *extent(QualType vla);
  Expr *to_scalar(Expr *e, ir_scalar elem);
  Expr *variable(const plugin_arg &arg, QualType t);
  Expr *result(const plugin_arg &arg);
  Stmt *leave();
  Stmt *braces(ArrayRef<Stmt *> list);
  void tell_returns(Stmt *&s, const char *done);
  Expr *argument(const plugin_arg &arg);
  void conceal(Decl *d);
  VarDecl *local(const std::string &name, QualType t);
  FunctionDecl *declare(const char *name, QualType result,
                        ArrayRef<QualType> params, bool variadic);
  Expr *call(FunctionDecl *f, ArrayRef<Expr *> args);
  Expr *call_region(const char *name, QualType result, ArrayRef<Expr *> args);
  Expr *size_of(QualType t);
  Expr *bytes_of(const VarDecl *v);
};

Expr *
swapper::implicit(Expr *e, QualType t, CastKind k) {
  return ImplicitCastExpr::Create(cx, t, k, e, nullptr, VK_PRValue,
                                  FPOptionsOverride());
}

Expr *
swapper::unary(UnaryOperatorKind op, Expr *e, QualType t, ExprValueKind kind) {
  return UnaryOperator::Create(cx, e, op, t, kind, OK_Ordinary, at, false,
                               FPOptionsOverride());
}

Expr *
swapper::binary(Expr *x, BinaryOperatorKind op, Expr *y, QualType t) {
  return BinaryOperator::Create(cx, x, y, op, t, VK_PRValue, OK_Ordinary, at,
                                FPOptionsOverride());
}

Expr *
swapper::number(uint64_t value, QualType t) {
  unsigned bits = static_cast<unsigned>(cx.getTypeSize(t));
  return IntegerLiteral::Create(cx, llvm::APInt(bits, value), t, at);
}

// if (cond) then else other
Stmt *
swapper::choose(Expr *cond, Stmt *then, Stmt *other) {
  return IfStmt::Create(cx, at, IfStatementKind::Ordinary, nullptr, nullptr,
                        cond, at, at, then, at, other);
}

// The value of "e": lvalues are loaded, arrays become pointers.
Expr *
swapper::rvalue(Expr *e) {
  if (e->getType()->isArrayType())
    return implicit(e, cx.getArrayDecayedType(e->getType()),
                    CK_ArrayToPointerDecay);
  if (e->isGLValue())
    return implicit(e, e->getType().getUnqualifiedType(), CK_LValueToRValue);
  return e;
}

Expr *
swapper::reference(ValueDecl *d) {
  return DeclRefExpr::Create(cx, NestedNameSpecifierLoc(), SourceLocation(), d,
                             false, at, d->getType(), VK_LValue);
}

Expr *
swapper::address(Expr *place) {
  return unary(UO_AddrOf, place, cx.getPointerType(place->getType()),
               VK_PRValue);
}

// *e, or a part of the complex number "e".
Expr *
swapper::lvalue(Expr *e, UnaryOperatorKind op) {
  const ComplexType *c = e->getType()->getAs<ComplexType>();
  QualType t = c ? c->getElementType() : e->getType()->getPointeeType();
  return unary(op, e, t, VK_LValue);
}

Expr *
swapper::to_void_pointer(Expr *e) {
  return implicit(e, cx.VoidPtrTy, CK_BitCast);
}

// sizeof(t)
Expr *
swapper::size_of(QualType t) {
  return new (cx)
      UnaryExprOrTypeTraitExpr(UETT_SizeOf, cx.getTrivialTypeSourceInfo(t, at),
                               cx.getSizeType(), at, at);
}

// sizeof(T[n]) / sizeof(T) as a 64-bit integer, which reads the length that
// was computed when the array was declared.
Expr *
swapper::extent(QualType vla) {
  const VariableArrayType *v = cx.getAsVariableArrayType(vla);
  Expr *n = binary(size_of(vla), BO_Div, size_of(v->getElementType()),
                   cx.getSizeType());
  return implicit(n, tree.c_type(IR_I64), CK_IntegralCast);
}

Expr *
swapper::rebuild_cast(const lt_expr *e) {
  Expr *sub = rebuild(e->a);
  bool decays = sub->getType()->isArrayType();
  sub = rvalue(sub);
  if (decays && e->type->kind != LT_TYPE_SCALAR)
    return sub;
  if (const Expr *o = static_cast<const Expr *>(e->origin))
    if (const CastExpr *c = dyn_cast<CastExpr>(o))
      return implicit(sub, c->getType().getUnqualifiedType(), c->getCastKind());
  return e->type->kind == LT_TYPE_SCALAR ? to_scalar(sub, e->type->elem) : sub;
}

// The C expression "e" was made from, or would be made from.
Expr *
swapper::rebuild(const lt_expr *e) {
  switch (e->kind) {
  case LT_VAR: {
    QualType vla = tree.extent_of(e->var);
    if (const Expr *place = tree.place_of(e->var))
      return const_cast<Expr *>(place);
    return vla.isNull() ? reference(static_cast<VarDecl *>(e->var->origin))
                        : extent(vla);
  }
  case LT_MEMBER: {
    FieldDecl *f = static_cast<FieldDecl *>(e->member->origin);
    Expr *base = rebuild(e->a);
    if (e->arrow)
      base = rvalue(base);
    if (!f)
      return lvalue(e->arrow ? lvalue(base, UO_Deref) : base,
                    e->member->offset ? UO_Imag : UO_Real);
    return MemberExpr::CreateImplicit(cx, base, e->arrow, f, f->getType(),
                                      VK_LValue, OK_Ordinary);
  }
  case LT_DEREF:
    return lvalue(rvalue(rebuild(e->a)), UO_Deref);
  case LT_ADDR:
    return address(rebuild(e->a));
  case LT_CAST:
    return rebuild_cast(e);
  case LT_INT:
    return number(e->bits, tree.c_type(e->type->elem));
  case LT_BINARY: // a difference
    return binary(rebuild(e->a), BO_Sub, rebuild(e->b),
                  tree.c_type(e->type->elem));
  default: // as it stands in the source; the recognizer keeps such to itself
    return static_cast<Expr *>(e->origin);
  }
}

// "e" (an rvalue) converted to the C type of "elem".
Expr *
swapper::to_scalar(Expr *e, ir_scalar elem) {
  QualType from = e->getType(), to = tree.c_type(elem);
  if (from->isPointerType())
    return implicit(
        e, to, elem == IR_BOOL ? CK_PointerToBoolean : CK_PointerToIntegral);
  if (from->isBooleanType() || from->isIntegralOrEnumerationType())
    return implicit(e, to,
                    to->isRealFloatingType() ? CK_IntegralToFloating
                                             : CK_IntegralCast);
  return implicit(e, to,
                  to->isRealFloatingType() ? CK_FloatingCast
                                           : CK_FloatingToIntegral);
}

// Lets nobody see that the source has no "d".
void
swapper::conceal(Decl *d) {
  d->setImplicit();
  d->setIsUsed();
  d->addAttr(NoDebugAttr::CreateImplicit(cx));
}

// A new variable of the function.
VarDecl *
swapper::local(const std::string &name, QualType t) {
  VarDecl *v = VarDecl::Create(cx, const_cast<FunctionDecl *>(tree.around), at,
                               at, &cx.Idents.get(name), t,
                               cx.getTrivialTypeSourceInfo(t, at), SC_None);
  conceal(v);
  return v;
}

// A variable of type "t" for a result.
Expr *
swapper::variable(const plugin_arg &arg, QualType t) {
  VarDecl *v = local("__loft_r" + std::to_string(arg.result), t);
  decls.push_back(new (cx) DeclStmt(DeclGroupRef(v), at, at));
  return reference(v);
}

// A variable for a result, stored to its target on success; its address.
Expr *
swapper::result(const plugin_arg &arg) {
  Expr *target = rebuild(arg.expr);
  QualType t = target->getType().getUnqualifiedType();
  Expr *v = variable(arg, t), *value = rvalue(v);
  stores.push_back(binary(target, BO_Assign, value, t));
  return to_void_pointer(address(v));
}

// if (returns) return returned;
Stmt *
swapper::leave() {
  Stmt *out = ReturnStmt::Create(cx, at, returned ? rvalue(returned) : nullptr,
                                 nullptr);
  return choose(rvalue(returns), out, nullptr);
}

Expr *
swapper::argument(const plugin_arg &arg) {
  switch (arg.kind) {
  case PLUGIN_ARG_VALUE:
    return to_scalar(rvalue(rebuild(arg.expr)), arg.elem);
  case PLUGIN_ARG_POINTER:
    return to_void_pointer(rvalue(rebuild(arg.expr)));
  case PLUGIN_ARG_ADDRESS:
    return to_void_pointer(address(rebuild(arg.expr)));
  case PLUGIN_ARG_RESULT:
    return result(arg);
  case PLUGIN_ARG_RETURNS:
    returns = variable(arg, tree.c_type(IR_BOOL));
    return to_void_pointer(address(returns));
  case PLUGIN_ARG_TRAPPED:
    trapped = variable(arg, tree.c_type(IR_BOOL));
    return to_void_pointer(address(trapped));
  case PLUGIN_ARG_RETURNED:
    returned = variable(arg, tree.around->getReturnType().getUnqualifiedType());
    return to_void_pointer(address(returned));
  }
  return nullptr;
}

// The declaration of a function that the source has not.
FunctionDecl *
swapper::declare(const char *name, QualType result, ArrayRef<QualType> params,
                 bool variadic) {
  FunctionProtoType::ExtProtoInfo info;
  info.Variadic = variadic;
  QualType t = cx.getFunctionType(result, params, info);
  FunctionDecl *f =
      FunctionDecl::Create(cx, cx.getTranslationUnitDecl(), at, at,
                           DeclarationName(&cx.Idents.get(name)), t,
                           cx.getTrivialTypeSourceInfo(t, at), SC_Extern);
  llvm::SmallVector<ParmVarDecl *, 16> list;
  for (QualType one : params)
    list.push_back(ParmVarDecl::Create(cx, f, at, at, nullptr, one,
                                       cx.getTrivialTypeSourceInfo(one, at),
                                       SC_None, nullptr));
  f->setParams(list);
  conceal(f);
  return f;
}

Expr *
swapper::call(FunctionDecl *f, ArrayRef<Expr *> args) {
  Expr *callee = implicit(reference(f), cx.getPointerType(f->getType()),
                          CK_FunctionToPointerDecay);
  return CallExpr::Create(cx, callee, args, f->getReturnType(), VK_PRValue, at,
                          FPOptionsOverride());
}

// The call of a function of the region, which is internal once it is defined.
Expr *
swapper::call_region(const char *name, QualType result, ArrayRef<Expr *> args) {
  llvm::SmallVector<QualType, 16> types;
  for (Expr *e : args)
    types.push_back(e->getType());
  FunctionDecl *f = declare(name, result, types, false);
  f->addAttr(VisibilityAttr::CreateImplicit(cx, VisibilityAttr::Hidden));
  return call(f, args);
}

Stmt *
swapper::braces(ArrayRef<Stmt *> list) {
  return CompoundStmt::Create(cx, list, FPOptionsOverride(), at, at);
}

// Puts a call of "done" before every return in "s".
void
swapper::tell_returns(Stmt *&s, const char *done) {
  if (!s || isa<Expr>(s))
    return;
  if (!isa<ReturnStmt>(s)) {
    for (Stmt *&child : s->children())
      tell_returns(child, done);
    return;
  }
  Stmt *both = braces({call_region(done, cx.VoidTy, {}), s});
  swaps[both] = s;
  s = both;
}

Stmt *
swapper::build(const plugin_region *r, Stmt *original) {
  llvm::SmallVector<Expr *, 16> args;
  for (int i = 0; i < r->n_args; i++)
    args.push_back(argument(r->args[i]));
  Expr *failed = unary(UO_LNot, call_region(r->name, cx.IntTy, args), cx.IntTy,
                       VK_PRValue);
  if (trapped)
    failed = binary(failed, BO_LOr, rvalue(trapped), cx.IntTy);
  if (r->done && returns)
    tell_returns(original, r->done);
  if (r->done)
    original = braces({original, call_region(r->done, cx.VoidTy, {})});
  if (returns)
    stores.push_back(leave());
  Stmt *keep = stores.empty() ? nullptr : braces(stores);
  Stmt *choice = choose(failed, original, keep);
  if (decls.empty())
    return choice;
  decls.push_back(choice);
  return braces(decls);
}

// The bytes of the array "v" as a 64-bit integer, 0 behind a pointer.
Expr *
swapper::bytes_of(const VarDecl *v) {
  QualType t = tree.c_type(IR_U64);
  if (v->getType()->isArrayType())
    return implicit(size_of(v->getType()), t, CK_IntegralCast);
  return number(0, t);
}

Stmt *
swapper::keep(ArrayRef<VarDecl *> arrays, Stmt *original) {
  QualType t = cx.UnsignedIntTy;
  llvm::SmallVector<Expr *, 16> args;
  args.push_back(number(arrays.size(), t));
  for (VarDecl *v : arrays) {
    args.push_back(to_void_pointer(rvalue(reference(v))));
    args.push_back(bytes_of(v));
  }
  VarDecl *v = local("__loft_keep", t);
  v->setInit(call(declare("loft_keep_begin", t, {t}, true), args));
  v->addAttr(CleanupAttr::CreateImplicit(
      cx, declare("loft_keep_end", cx.VoidTy, {cx.getPointerType(t)}, false)));
  return braces({new (cx) DeclStmt(DeclGroupRef(v), at, at), original});
}

} // namespace

void
loft::shim_keep(ASTContext &cx, const shim_tree &tree,
                ArrayRef<VarDecl *> arrays, Stmt **slot, shim_swaps &swaps) {
  Stmt *original = *slot;
  swapper s(cx, tree, swaps, original->getBeginLoc());
  *slot = s.keep(arrays, original);
  swaps[*slot] = original;
}

void
loft::shim_swap(ASTContext &cx, const shim_tree &tree, const plugin_region *r,
                Stmt **slot, shim_swaps &swaps) {
  Stmt *original = *slot;
  swapper s(cx, tree, swaps, original->getBeginLoc());
  Stmt *swapped = s.build(r, original);
  swaps[swapped] = original;
  *slot = swapped;
}
