// plugin/shim_swap.cc: Clang's nodes for swap.c.
#include "plugin/shim.h"
#include "clang/AST/Attr.h"

using namespace clang;
using namespace loft;

// The expression that a node is.
static Expr *
expr(swap_node e) {
  return static_cast<Expr *>(e);
}

// "e" cast to "t" without a sign of it in the source.
static Expr *
implicit(ast *b, Expr *e, QualType t, CastKind k) {
  return ImplicitCastExpr::Create(b->cx, t, k, e, nullptr, VK_PRValue,
                                  FPOptionsOverride());
}

// op e, of type "t".
static Expr *
unary(ast *b, UnaryOperatorKind op, Expr *e, QualType t, ExprValueKind kind) {
  return UnaryOperator::Create(b->cx, e, op, t, kind, OK_Ordinary, b->at, false,
                               FPOptionsOverride());
}

// x op y, of type "t".
static Expr *
binary(ast *b, Expr *x, BinaryOperatorKind op, Expr *y, QualType t) {
  return BinaryOperator::Create(b->cx, x, y, op, t, VK_PRValue, OK_Ordinary,
                                b->at, FPOptionsOverride());
}

// A literal of type "t".
static Expr *
number(ast *b, uint64_t value, QualType t) {
  unsigned bits = static_cast<unsigned>(b->cx.getTypeSize(t));
  return IntegerLiteral::Create(b->cx, llvm::APInt(bits, value), t, b->at);
}

// The mention of a variable or function.
static Expr *
reference(ast *b, ValueDecl *d) {
  return DeclRefExpr::Create(b->cx, NestedNameSpecifierLoc(), SourceLocation(),
                             d, false, b->at, d->getType(), VK_LValue);
}

// Lets nobody see that the source has no "d".
static void
conceal(ast *b, Decl *d) {
  d->setImplicit();
  d->setIsUsed();
  d->addAttr(NoDebugAttr::CreateImplicit(b->cx));
}

// A new variable of the function.
static VarDecl *
local(ast *b, const char *name, QualType t) {
  VarDecl *v =
      VarDecl::Create(b->cx, const_cast<FunctionDecl *>(b->around), b->at,
                      b->at, &b->cx.Idents.get(name), t,
                      b->cx.getTrivialTypeSourceInfo(t, b->at), SC_None);
  conceal(b, v);
  return v;
}

// The declaration of a function that the source has not.
static FunctionDecl *
declare(ast *b, const char *name, QualType result, ArrayRef<QualType> params,
        bool variadic) {
  ASTContext &cx = b->cx;
  FunctionProtoType::ExtProtoInfo info;
  info.Variadic = variadic;
  QualType t = cx.getFunctionType(result, params, info);
  FunctionDecl *f =
      FunctionDecl::Create(cx, cx.getTranslationUnitDecl(), b->at, b->at,
                           DeclarationName(&cx.Idents.get(name)), t,
                           cx.getTrivialTypeSourceInfo(t, b->at), SC_Extern);
  llvm::SmallVector<ParmVarDecl *, 16> list;
  for (QualType one : params)
    list.push_back(ParmVarDecl::Create(cx, f, b->at, b->at, nullptr, one,
                                       cx.getTrivialTypeSourceInfo(one, b->at),
                                       SC_None, nullptr));
  f->setParams(list);
  conceal(b, f);
  return f;
}

// A call of "f".
static Expr *
call(ast *b, FunctionDecl *f, ArrayRef<Expr *> args) {
  Expr *callee =
      implicit(b, reference(b, f), b->cx.getPointerType(f->getType()),
               CK_FunctionToPointerDecay);
  return CallExpr::Create(b->cx, callee, args, f->getReturnType(), VK_PRValue,
                          b->at, FPOptionsOverride());
}

// -- For swap.c --------------------------------------------------------------
swap_type
swap_c_type(ast *b, ir_scalar elem) {
  return shim_c_type(b->cx, elem).getAsOpaquePtr();
}

swap_type
swap_type_of(swap_node e) {
  return expr(e)->getType().getUnqualifiedType().getAsOpaquePtr();
}

swap_type
swap_result_type(ast *b) {
  QualType t = b->around->getReturnType();
  return t.getUnqualifiedType().getAsOpaquePtr();
}

bool
swap_is_array(swap_node e) {
  return expr(e)->getType()->isArrayType();
}

swap_node
swap_variable(ast *b, void *decl) {
  return reference(b, static_cast<VarDecl *>(static_cast<Decl *>(decl)));
}

swap_node
swap_size_of(ast *b, const ast_type *t) {
  QualType type = QualType::getFromOpaquePtr(t->self);
  return new (b->cx) UnaryExprOrTypeTraitExpr(
      UETT_SizeOf, b->cx.getTrivialTypeSourceInfo(type, b->at),
      b->cx.getSizeType(), b->at, b->at);
}

swap_node
swap_field(ast *b, swap_node base, bool arrow, void *field) {
  FieldDecl *d = static_cast<FieldDecl *>(field);
  return MemberExpr::CreateImplicit(b->cx, expr(base), arrow, d, d->getType(),
                                    VK_LValue, OK_Ordinary);
}

// An unsigned long that may lie in anything.
static QualType
word_type(ast *b) {
  TypedefDecl *d = TypedefDecl::Create(
      b->cx, b->cx.getTranslationUnitDecl(), b->at, b->at,
      &b->cx.Idents.get("__loft_word"),
      b->cx.getTrivialTypeSourceInfo(shim_c_type(b->cx, IR_U64), b->at));
  d->addAttr(MayAliasAttr::CreateImplicit(b->cx));
  return b->cx.getTypeDeclType(static_cast<const TypeDecl *>(d));
}

// The words of an integer of 128 bits are the parts of a complex integer in its
// place.
swap_node
swap_part(ast *b, swap_node base, bool second) {
  if (!expr(base)->getType()->isAnyComplexType()) {
    QualType number = b->cx.getComplexType(word_type(b));
    base = swap_deref(b, implicit(b, expr(swap_address(b, base)),
                                  b->cx.getPointerType(number), CK_BitCast));
  }
  QualType t = expr(base)->getType()->castAs<ComplexType>()->getElementType();
  return unary(b, second ? UO_Imag : UO_Real, expr(base), t, VK_LValue);
}

swap_node
swap_address(ast *b, swap_node e) {
  return unary(b, UO_AddrOf, expr(e), b->cx.getPointerType(expr(e)->getType()),
               VK_PRValue);
}

swap_node
swap_deref(ast *b, swap_node e) {
  return unary(b, UO_Deref, expr(e), expr(e)->getType()->getPointeeType(),
               VK_LValue);
}

swap_node
swap_not(ast *b, swap_node e) {
  return unary(b, UO_LNot, expr(e), b->cx.IntTy, VK_PRValue);
}

swap_node
swap_binary(ast *b, swap_op op, swap_node x, swap_node y, swap_type t) {
  BinaryOperatorKind kind = op == SWAP_SUB   ? BO_Sub
                            : op == SWAP_DIV ? BO_Div
                            : op == SWAP_OR  ? BO_LOr
                                             : BO_Assign;
  return binary(b, expr(x), kind, expr(y), QualType::getFromOpaquePtr(t));
}

swap_node
swap_number(ast *b, uint64_t value, ir_scalar elem) {
  return number(b, value, shim_c_type(b->cx, elem));
}

swap_node
swap_value(ast *b, swap_node e) {
  QualType t = expr(e)->getType();
  if (t->isArrayType())
    return implicit(b, expr(e), b->cx.getArrayDecayedType(t),
                    CK_ArrayToPointerDecay);
  return expr(e)->isGLValue()
             ? implicit(b, expr(e), t.getUnqualifiedType(), CK_LValueToRValue)
             : e;
}

swap_node
swap_cast(ast *b, swap_node e, void *like) {
  const CastExpr *c = dyn_cast<CastExpr>(expr(like));
  return c ? implicit(b, expr(e), c->getType().getUnqualifiedType(),
                      c->getCastKind())
           : nullptr;
}

swap_node
swap_scalar(ast *b, swap_node e, ir_scalar elem) {
  QualType from = expr(e)->getType(), to = shim_c_type(b->cx, elem);
  bool is_float = to->isRealFloatingType();
  CastKind kind = is_float ? CK_FloatingCast : CK_FloatingToIntegral;
  if (from->isPointerType())
    kind = elem == IR_BOOL ? CK_PointerToBoolean : CK_PointerToIntegral;
  else if (from->isBooleanType() || from->isIntegralOrEnumerationType())
    kind = is_float ? CK_IntegralToFloating : CK_IntegralCast;
  return implicit(b, expr(e), to, kind);
}

swap_node
swap_pointer(ast *b, swap_node e) {
  return implicit(b, expr(e), b->cx.VoidPtrTy, CK_BitCast);
}

// The function is internal once it is defined.
swap_node
swap_call(ast *b, const char *name, bool gives_int, swap_node *args, int n) {
  llvm::SmallVector<QualType, 16> types;
  llvm::SmallVector<Expr *, 16> list;
  for (int k = 0; k < n; k++) {
    list.push_back(expr(args[k]));
    types.push_back(list.back()->getType());
  }
  FunctionDecl *f =
      declare(b, name, gives_int ? b->cx.IntTy : b->cx.VoidTy, types, false);
  f->addAttr(VisibilityAttr::CreateImplicit(b->cx, VisibilityAttr::Hidden));
  return call(b, f, list);
}

swap_node
swap_local(ast *b, const char *name, swap_type t, swap_node *decl) {
  VarDecl *v = local(b, name, QualType::getFromOpaquePtr(t));
  *decl = new (b->cx) DeclStmt(DeclGroupRef(v), b->at, b->at);
  return reference(b, v);
}

swap_node
swap_if(ast *b, swap_node cond, swap_node then, swap_node other) {
  return IfStmt::Create(b->cx, b->at, IfStatementKind::Ordinary, nullptr,
                        nullptr, expr(cond), b->at, b->at,
                        static_cast<Stmt *>(then), b->at,
                        static_cast<Stmt *>(other));
}

swap_node
swap_return(ast *b, swap_node e) {
  return ReturnStmt::Create(b->cx, b->at, expr(e), nullptr);
}

swap_node
swap_braces(ast *b, swap_node *list, int n) {
  llvm::SmallVector<Stmt *, 8> all;
  for (int k = 0; k < n; k++)
    all.push_back(static_cast<Stmt *>(list[k]));
  return CompoundStmt::Create(b->cx, all, FPOptionsOverride(), b->at, b->at);
}

swap_node
swap_returns(ast *b, swap_node node, const char *done, map *labels) {
  Stmt *s = static_cast<Stmt *>(node);
  if (!s || isa<Expr>(s))
    return s;
  auto *jump = dyn_cast<GotoStmt>(s);
  if (jump ? !map_has(labels, jump->getLabel()) : !isa<ReturnStmt>(s)) {
    for (Stmt *&child : s->children())
      child = static_cast<Stmt *>(swap_returns(b, child, done, labels));
    return s;
  }
  swap_node list[] = {swap_call(b, done, false, nullptr, 0), s};
  Stmt *both = static_cast<Stmt *>(swap_braces(b, list, 2));
  b->swaps[both] = s;
  return both;
}

swap_node
swap_cleanup(ast *b, const char *name, const char *begin, const char *end,
             swap_node *args, int n) {
  QualType t = b->cx.UnsignedIntTy;
  llvm::SmallVector<Expr *, 16> list(
      llvm::map_range(llvm::ArrayRef(args, n), expr));
  VarDecl *v = local(b, name, t);
  v->setInit(call(b, declare(b, begin, t, {t}, true), list));
  v->addAttr(CleanupAttr::CreateImplicit(
      b->cx, declare(b, end, b->cx.VoidTy, {b->cx.getPointerType(t)}, false)));
  return new (b->cx) DeclStmt(DeclGroupRef(v), b->at, b->at);
}

void
swap_begin(ast *b, void **slot) {
  b->at = static_cast<Stmt *>(*slot)->getBeginLoc();
}

void
swap_put(ast *b, void **slot, swap_node swapped) {
  b->swaps[static_cast<Stmt *>(swapped)] = static_cast<Stmt *>(*slot);
  *slot = swapped;
}
