// plugin/shim_swap.cc: Clang's nodes for the statement of swap.c, and
//
//   S   =>   { unsigned k = loft_keep_begin(2, a, bytes, b, bytes); S }
//
// for keep(a, b), where k has the attribute cleanup(loft_keep_end).
#include "plugin/shim.h"
#include "clang/AST/Attr.h"

using namespace clang;
using namespace loft;

struct swap_builder {
  ASTContext &cx;
  const shim_tree &tree;
  shim_swaps &swaps;
  SourceLocation at;
};

// The expression that a node is.
static Expr *
expr(swap_node e) {
  return static_cast<Expr *>(e);
}

// "e" cast to "t" without a sign of it in the source.
static Expr *
implicit(swap_builder *b, Expr *e, QualType t, CastKind k) {
  return ImplicitCastExpr::Create(b->cx, t, k, e, nullptr, VK_PRValue,
                                  FPOptionsOverride());
}

// op e, of type "t".
static Expr *
unary(swap_builder *b, UnaryOperatorKind op, Expr *e, QualType t,
      ExprValueKind kind) {
  return UnaryOperator::Create(b->cx, e, op, t, kind, OK_Ordinary, b->at, false,
                               FPOptionsOverride());
}

// x op y, of type "t".
static Expr *
binary(swap_builder *b, Expr *x, BinaryOperatorKind op, Expr *y, QualType t) {
  return BinaryOperator::Create(b->cx, x, y, op, t, VK_PRValue, OK_Ordinary,
                                b->at, FPOptionsOverride());
}

// A literal of type "t".
static Expr *
number(swap_builder *b, uint64_t value, QualType t) {
  unsigned bits = static_cast<unsigned>(b->cx.getTypeSize(t));
  return IntegerLiteral::Create(b->cx, llvm::APInt(bits, value), t, b->at);
}

// The mention of a variable or function.
static Expr *
reference(swap_builder *b, ValueDecl *d) {
  return DeclRefExpr::Create(b->cx, NestedNameSpecifierLoc(), SourceLocation(),
                             d, false, b->at, d->getType(), VK_LValue);
}

// sizeof(t)
static Expr *
size_of(swap_builder *b, QualType t) {
  return new (b->cx) UnaryExprOrTypeTraitExpr(
      UETT_SizeOf, b->cx.getTrivialTypeSourceInfo(t, b->at),
      b->cx.getSizeType(), b->at, b->at);
}

// Lets nobody see that the source has no "d".
static void
conceal(swap_builder *b, Decl *d) {
  d->setImplicit();
  d->setIsUsed();
  d->addAttr(NoDebugAttr::CreateImplicit(b->cx));
}

// A new variable of the function.
static VarDecl *
local(swap_builder *b, const char *name, QualType t) {
  VarDecl *v =
      VarDecl::Create(b->cx, const_cast<FunctionDecl *>(b->tree.around), b->at,
                      b->at, &b->cx.Idents.get(name), t,
                      b->cx.getTrivialTypeSourceInfo(t, b->at), SC_None);
  conceal(b, v);
  return v;
}

// The declaration of a function that the source has not.
static FunctionDecl *
declare(swap_builder *b, const char *name, QualType result,
        ArrayRef<QualType> params, bool variadic) {
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
call(swap_builder *b, FunctionDecl *f, ArrayRef<Expr *> args) {
  Expr *callee =
      implicit(b, reference(b, f), b->cx.getPointerType(f->getType()),
               CK_FunctionToPointerDecay);
  return CallExpr::Create(b->cx, callee, args, f->getReturnType(), VK_PRValue,
                          b->at, FPOptionsOverride());
}

// -- For swap.c --------------------------------------------------------------
swap_type
swap_c_type(swap_builder *b, ir_scalar elem) {
  return b->tree.c_type(elem).getAsOpaquePtr();
}

swap_type
swap_type_of(swap_node e) {
  return expr(e)->getType().getUnqualifiedType().getAsOpaquePtr();
}

swap_type
swap_result_type(swap_builder *b) {
  QualType t = b->tree.around->getReturnType();
  return t.getUnqualifiedType().getAsOpaquePtr();
}

bool
swap_is_array(swap_node e) {
  return expr(e)->getType()->isArrayType();
}

// The length of an array is sizeof(T[n]) / sizeof(T) as a 64-bit integer, which
// reads the one that was computed when the array was declared.
swap_node
swap_variable(swap_builder *b, const lt_var *v) {
  if (const Expr *place = b->tree.place_of(v))
    return const_cast<Expr *>(place);
  QualType vla = b->tree.extent_of(v);
  if (vla.isNull())
    return reference(b, static_cast<VarDecl *>(v->origin));
  QualType one = b->cx.getAsVariableArrayType(vla)->getElementType();
  Expr *n =
      binary(b, size_of(b, vla), BO_Div, size_of(b, one), b->cx.getSizeType());
  return implicit(b, n, b->tree.c_type(IR_I64), CK_IntegralCast);
}

swap_node
swap_field(swap_builder *b, swap_node base, bool arrow, const lt_field *f) {
  FieldDecl *d = static_cast<FieldDecl *>(f->origin);
  return MemberExpr::CreateImplicit(b->cx, expr(base), arrow, d, d->getType(),
                                    VK_LValue, OK_Ordinary);
}

swap_node
swap_part(swap_builder *b, swap_node base, bool imaginary) {
  QualType t = expr(base)->getType()->castAs<ComplexType>()->getElementType();
  return unary(b, imaginary ? UO_Imag : UO_Real, expr(base), t, VK_LValue);
}

swap_node
swap_address(swap_builder *b, swap_node e) {
  return unary(b, UO_AddrOf, expr(e), b->cx.getPointerType(expr(e)->getType()),
               VK_PRValue);
}

swap_node
swap_deref(swap_builder *b, swap_node e) {
  return unary(b, UO_Deref, expr(e), expr(e)->getType()->getPointeeType(),
               VK_LValue);
}

swap_node
swap_not(swap_builder *b, swap_node e) {
  return unary(b, UO_LNot, expr(e), b->cx.IntTy, VK_PRValue);
}

swap_node
swap_binary(swap_builder *b, swap_op op, swap_node x, swap_node y,
            swap_type t) {
  BinaryOperatorKind kind = op == SWAP_SUB  ? BO_Sub
                            : op == SWAP_OR ? BO_LOr
                                            : BO_Assign;
  return binary(b, expr(x), kind, expr(y), QualType::getFromOpaquePtr(t));
}

swap_node
swap_number(swap_builder *b, uint64_t value, ir_scalar elem) {
  return number(b, value, b->tree.c_type(elem));
}

swap_node
swap_value(swap_builder *b, swap_node e) {
  QualType t = expr(e)->getType();
  if (t->isArrayType())
    return implicit(b, expr(e), b->cx.getArrayDecayedType(t),
                    CK_ArrayToPointerDecay);
  return expr(e)->isGLValue()
             ? implicit(b, expr(e), t.getUnqualifiedType(), CK_LValueToRValue)
             : e;
}

swap_node
swap_cast(swap_builder *b, swap_node e, void *like) {
  const CastExpr *c = dyn_cast<CastExpr>(expr(like));
  return c ? implicit(b, expr(e), c->getType().getUnqualifiedType(),
                      c->getCastKind())
           : nullptr;
}

swap_node
swap_scalar(swap_builder *b, swap_node e, ir_scalar elem) {
  QualType from = expr(e)->getType(), to = b->tree.c_type(elem);
  bool is_float = to->isRealFloatingType();
  CastKind kind = is_float ? CK_FloatingCast : CK_FloatingToIntegral;
  if (from->isPointerType())
    kind = elem == IR_BOOL ? CK_PointerToBoolean : CK_PointerToIntegral;
  else if (from->isBooleanType() || from->isIntegralOrEnumerationType())
    kind = is_float ? CK_IntegralToFloating : CK_IntegralCast;
  return implicit(b, expr(e), to, kind);
}

swap_node
swap_pointer(swap_builder *b, swap_node e) {
  return implicit(b, expr(e), b->cx.VoidPtrTy, CK_BitCast);
}

// The function is internal once it is defined.
swap_node
swap_call(swap_builder *b, const char *name, bool gives_int, swap_node *args,
          int n) {
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
swap_local(swap_builder *b, const char *name, swap_type t, swap_node *decl) {
  VarDecl *v = local(b, name, QualType::getFromOpaquePtr(t));
  *decl = new (b->cx) DeclStmt(DeclGroupRef(v), b->at, b->at);
  return reference(b, v);
}

swap_node
swap_if(swap_builder *b, swap_node cond, swap_node then, swap_node other) {
  return IfStmt::Create(b->cx, b->at, IfStatementKind::Ordinary, nullptr,
                        nullptr, expr(cond), b->at, b->at,
                        static_cast<Stmt *>(then), b->at,
                        static_cast<Stmt *>(other));
}

swap_node
swap_return(swap_builder *b, swap_node e) {
  return ReturnStmt::Create(b->cx, b->at, expr(e), nullptr);
}

swap_node
swap_braces(swap_builder *b, swap_node *list, int n) {
  llvm::SmallVector<Stmt *, 8> all;
  for (int k = 0; k < n; k++)
    all.push_back(static_cast<Stmt *>(list[k]));
  return CompoundStmt::Create(b->cx, all, FPOptionsOverride(), b->at, b->at);
}

swap_node
swap_returns(swap_builder *b, swap_node node, const char *done) {
  Stmt *s = static_cast<Stmt *>(node);
  if (!s || isa<Expr>(s))
    return s;
  if (!isa<ReturnStmt>(s)) {
    for (Stmt *&child : s->children())
      child = static_cast<Stmt *>(swap_returns(b, child, done));
    return s;
  }
  swap_node list[] = {swap_call(b, done, false, nullptr, 0), s};
  Stmt *both = static_cast<Stmt *>(swap_braces(b, list, 2));
  b->swaps[both] = s;
  return both;
}

// -- The statements ----------------------------------------------------------
// Puts "swapped" in the place of the statement at "slot".
static void
put(Stmt **slot, swap_node swapped, shim_swaps &swaps) {
  swaps[static_cast<Stmt *>(swapped)] = *slot;
  *slot = static_cast<Stmt *>(swapped);
}

// The bytes of arrays are 64-bit integers, 0 behind a pointer.
void
loft::shim_keep(ASTContext &cx, const shim_tree &tree,
                ArrayRef<VarDecl *> arrays, Stmt **slot, shim_swaps &swaps) {
  swap_builder b = {cx, tree, swaps, (*slot)->getBeginLoc()};
  QualType t = cx.UnsignedIntTy, bytes = tree.c_type(IR_U64);
  llvm::SmallVector<Expr *, 16> args = {number(&b, arrays.size(), t)};
  for (VarDecl *v : arrays) {
    swap_node pointer = swap_value(&b, reference(&b, v));
    args.push_back(expr(swap_pointer(&b, pointer)));
    args.push_back(
        v->getType()->isArrayType()
            ? implicit(&b, size_of(&b, v->getType()), bytes, CK_IntegralCast)
            : number(&b, 0, bytes));
  }
  VarDecl *v = local(&b, "__loft_keep", t);
  v->setInit(call(&b, declare(&b, "loft_keep_begin", t, {t}, true), args));
  v->addAttr(
      CleanupAttr::CreateImplicit(cx, declare(&b, "loft_keep_end", cx.VoidTy,
                                              {cx.getPointerType(t)}, false)));
  swap_node decl = new (cx) DeclStmt(DeclGroupRef(v), b.at, b.at);
  swap_node list[] = {decl, *slot};
  put(slot, swap_braces(&b, list, 2), swaps);
}

void
loft::shim_swap(ASTContext &cx, const shim_tree &tree, arena *a,
                const plugin_region *r, Stmt **slot, shim_swaps &swaps) {
  swap_builder b = {cx, tree, swaps, (*slot)->getBeginLoc()};
  put(slot, swap_region(&b, a, r, *slot), swaps);
}
