// plugin/shim_expr.cc: expressions as loop_tree.h.
#include "plugin/shim.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;
using namespace loft;

// A node of "kind" with the type and place of "e", and operands as far as they
// are not null.
lt_expr *
shim_tree::node(lt_expr_kind kind, const Expr *e, const Expr *x, const Expr *y,
                const Expr *z) {
  lt_expr *out = NEW(a, lt_expr);
  out->kind = kind;
  out->type = type(e->getType());
  out->loc = loc(e->getExprLoc());
  out->origin = const_cast<Expr *>(e);
  out->a = x ? expr(x) : nullptr;
  out->b = y ? expr(y) : nullptr;
  out->c = z ? expr(z) : nullptr;
  return out;
}

lt_expr *
shim_tree::unsupported(const char *reason, const Expr *e) {
  lt_expr *out = node(LT_EXPR_UNSUPPORTED, e);
  out->reason = reason;
  out->text = text(e);
  return out;
}

// "v" as the value of "e": LT_INT or LT_FLOAT.
lt_expr *
shim_tree::constant(lt_expr_kind kind, const Expr *e, const APValue &v) {
  lt_expr *out = node(kind, e);
  if (out->type->kind != LT_TYPE_SCALAR)
    return unsupported("TYPE_OTHER", e);
  bits_of(v, out->type->elem, &out->bits);
  return out;
}

// "e" as a constant when C says it is one, else NULL.
lt_expr *
shim_tree::fold(const Expr *e) {
  ir_scalar s;
  if (e->isGLValue() || !e->getType()->isIntegralOrEnumerationType() ||
      !scalar_of(e->getType(), &s) || e->isValueDependent())
    return nullptr;
  std::optional<llvm::APSInt> v = compat_int_constant(e, cx);
  return v ? constant(LT_INT, e, APValue(*v)) : nullptr;
}

// The expression that stands for "e": without parentheses, with the choices
// made that C makes at compile time.
static const Expr *
strip(const Expr *e) {
  for (;;) {
    e = e->IgnoreParens();
    if (const FullExpr *f = dyn_cast<FullExpr>(e))
      e = f->getSubExpr();
    else if (const auto *m = dyn_cast<MaterializeTemporaryExpr>(e))
      e = m->getSubExpr();
    else
      return e;
  }
}

// What the options in force at "e" say of floats, as lt_fp.
unsigned
shim_tree::float_options(const Expr *e) const {
  FPOptions fp = e->getFPFeaturesInEffect(cx.getLangOpts());
  llvm::RoundingMode rm = fp.getRoundingMode();
  LangOptions::FPModeKind contract = fp.getFPContractMode();
  bool is_dynamic = rm == llvm::RoundingMode::Dynamic;
  bool own_rounding = is_dynamic ? cx.getLangOpts().RoundingMath
                                 : rm != llvm::RoundingMode::NearestTiesToEven;
  bool own = own_rounding || fp.getAllowFEnvAccess() ||
             fp.getExceptionMode() == LangOptions::FPE_Strict;
  bool is_on = contract == LangOptions::FPM_On;
  bool is_fast = !is_on && contract != LangOptions::FPM_Off;
  auto range = fp.getComplexRange();
  bool quotient = range == LangOptions::CX_Basic;
  bool product = quotient || range == LangOptions::CX_Improved ||
                 range == LangOptions::CX_Promoted;
  return (product ? LT_FP_COMPLEX_PRODUCT : 0) |
         (quotient ? LT_FP_COMPLEX_QUOTIENT : 0) |
         (own ? LT_FP_ENVIRONMENT : 0) | (is_on ? LT_FP_CONTRACT : 0) |
         (is_fast ? LT_FP_CONTRACT_FAST : 0) |
         (fp.getAllowFPReassociate() ? LT_FP_REASSOCIATE : 0) |
         (fp.getAllowReciprocal() ? LT_FP_RECIPROCAL : 0) |
         (fp.getAllowApproxFunc() ? LT_FP_APPROXIMATE : 0) |
         (fp.getNoSignedZero() ? LT_FP_NO_SIGNED_ZEROS : 0) |
         (fp.getNoHonorNaNs() ? LT_FP_NO_NANS : 0) |
         (fp.getNoHonorInfs() ? LT_FP_NO_INFINITIES : 0);
}

lt_expr *
shim_tree::expr(const Expr *e) {
  e = strip(e);
  if (e->containsErrors())
    return unsupported("EXPR_OTHER", e);
  if (const char *reason = type_reason(e->getType()))
    return unsupported(reason, e);
  if (lt_expr *constant = fold(e))
    return constant;
  if (e->isGLValue() && e->getType().isVolatileQualified())
    return unsupported("VOLATILE", e);
  lt_expr *out = expr_kind(e);
  out->fp = float_options(e);
  if (out->fp & LT_FP_ENVIRONMENT)
    out->text = text(e);
  return out;
}

lt_expr *
shim_tree::expr_kind(const Expr *e) {
  if (auto *x = dyn_cast<CastExpr>(e))
    return cast_expr(x);
  if (auto *x = dyn_cast<DeclRefExpr>(e))
    return reference(x);
  if (auto *x = dyn_cast<CompoundAssignOperator>(e))
    return compound_assign(x);
  if (auto *x = dyn_cast<BinaryOperator>(e))
    return binary(x);
  if (auto *x = dyn_cast<UnaryOperator>(e))
    return unary(x);
  if (auto *x = dyn_cast<ArraySubscriptExpr>(e))
    return node(LT_INDEX, x, x->getBase(), x->getIdx());
  if (auto *x = dyn_cast<MemberExpr>(e))
    return member(x);
  if (auto *x = dyn_cast<CallExpr>(e))
    return call(x);
  if (auto *x = dyn_cast<FloatingLiteral>(e))
    return constant(LT_FLOAT, x, APValue(x->getValue()));
  if (auto *x = dyn_cast<AbstractConditionalOperator>(e))
    return conditional(x);
  return expr_other(e);
}

// The rarer kinds.
lt_expr *
shim_tree::expr_other(const Expr *e) {
  if (auto *x = dyn_cast<UnaryExprOrTypeTraitExpr>(e))
    return size_of(x);
  if (auto *x = dyn_cast<InitListExpr>(e))
    return init_list(x);
  if (auto *x = dyn_cast<OpaqueValueExpr>(e)) {
    auto it = opaque.find(x);
    return it == opaque.end() ? unsupported("EXPR_OTHER", e) : expr(it->second);
  }
  if (isa<ImplicitValueInitExpr>(e))
    return init_zero(e);
  if (auto *x = dyn_cast<StmtExpr>(e))
    return statements(x);
  if (isa<StringLiteral>(e))
    return place(e, e, text(e));
  if (isa<PredefinedExpr>(e))
    return unsupported("STRING_LITERAL", e);
  if (auto *x = dyn_cast<ImaginaryLiteral>(e)) {
    lt_expr *out = node(LT_INIT_LIST, e);
    out->args = NEW_ARRAY(a, lt_expr *, 2);
    out->args[out->n_args++] = init_zero(x->getSubExpr());
    out->args[out->n_args++] = expr(x->getSubExpr());
    return out;
  }
  if (auto *x = dyn_cast<CompoundLiteralExpr>(e))
    return literal(x);
  if (isa<AtomicExpr>(e))
    return unsupported("ATOMIC", e);
  return unsupported("EXPR_OTHER", e);
}

lt_expr *
shim_tree::reference(const DeclRefExpr *e) {
  const VarDecl *v = dyn_cast<VarDecl>(e->getDecl());
  if (!v)
    return unsupported("EXPR_OTHER", e);
  if (v->getTLSKind() != VarDecl::TLS_None)
    return unsupported("THREAD_LOCAL", e);
  if (v->hasGlobalStorage() && v->getStorageClass() == SC_Register)
    return unsupported("EXPR_OTHER", e);
  if (e->refersToEnclosingVariableOrCapture() || v->hasAttr<BlocksAttr>())
    return unsupported("CAPTURED", e);
  lt_expr *out = node(LT_VAR, e);
  out->var = var(v);
  return out;
}

// The function without parameters that "e" dereferences the result of, if that
// is the same wherever it is called; else null.
static const FunctionDecl *
constant_place(const UnaryOperator *e) {
  const CallExpr *call =
      dyn_cast<CallExpr>(e->getSubExpr()->IgnoreParenImpCasts());
  const FunctionDecl *f = call ? call->getDirectCallee() : nullptr;
  bool is_constant = e->getOpcode() == UO_Deref && f &&
                     f->hasAttr<ConstAttr>() && call->getNumArgs() == 0;
  return is_constant ? f->getCanonicalDecl() : nullptr;
}

lt_expr *
shim_tree::unary(const UnaryOperator *e) {
  if (const FunctionDecl *f = constant_place(e))
    return place(e, f,
                 sm.isInSystemMacro(e->getBeginLoc())
                     ? plugin_first_word(a, text(e))
                     : str((inlining ? here : f)->getName()));
  lt_expr_kind kind = e->isIncrementDecrementOp()   ? LT_INCDEC
                      : e->getOpcode() == UO_AddrOf ? LT_ADDR
                      : e->getOpcode() == UO_Deref  ? LT_DEREF
                                                    : LT_UNARY;
  lt_op op = LT_PLUS;
  if (e->isIncrementDecrementOp())
    op = e->isIncrementOp() ? LT_ADD : LT_SUB;
  else if (e->getOpcode() == UO_Minus)
    op = LT_NEG;
  else if (e->getOpcode() == UO_Not)
    op = LT_BITNOT;
  else if (e->getOpcode() == UO_LNot)
    op = LT_NOT;
  else if (e->getOpcode() == UO_Real || e->getOpcode() == UO_Imag)
    return part(e);
  else if (kind == LT_UNARY && e->getOpcode() != UO_Plus)
    return unsupported("EXPR_OTHER", e);
  lt_expr *out = node(kind, e, e->getSubExpr());
  out->op = op;
  out->post = e->isPostfix();
  return out;
}

// __real__ a, __imag__ a
lt_expr *
shim_tree::part(const UnaryOperator *e) {
  bool imaginary = e->getOpcode() == UO_Imag;
  if (!e->getSubExpr()->getType()->isAnyComplexType())
    return imaginary ? unsupported("EXPR_OTHER", e) : expr(e->getSubExpr());
  lt_expr *out = node(LT_MEMBER, e, e->getSubExpr());
  if (!out->a->type->record)
    return out->a;
  out->member = &out->a->type->record->fields[imaginary];
  return out;
}

// Clang's binary operators without assignment and comma.
static bool
binary_op(BinaryOperatorKind k, lt_op *out) {
  static const std::pair<BinaryOperatorKind, lt_op> table[] = {
      {BO_Mul, LT_MUL},   {BO_Div, LT_DIV}, {BO_Rem, LT_REM}, {BO_Add, LT_ADD},
      {BO_Sub, LT_SUB},   {BO_Shl, LT_SHL}, {BO_Shr, LT_SHR}, {BO_LT, LT_LT},
      {BO_GT, LT_GT},     {BO_LE, LT_LE},   {BO_GE, LT_GE},   {BO_EQ, LT_EQ},
      {BO_NE, LT_NE},     {BO_And, LT_AND}, {BO_Xor, LT_XOR}, {BO_Or, LT_OR},
      {BO_LAnd, LT_LAND}, {BO_LOr, LT_LOR}};
  for (auto &row : table)
    if (row.first == k)
      return *out = row.second, true;
  return false;
}

lt_expr *
shim_tree::binary(const BinaryOperator *e) {
  lt_op op = LT_ADD;
  lt_expr_kind kind = e->getOpcode() == BO_Assign  ? LT_ASSIGN
                      : e->getOpcode() == BO_Comma ? LT_COMMA
                                                   : LT_BINARY;
  if (kind == LT_BINARY && !binary_op(e->getOpcode(), &op))
    return unsupported("EXPR_OTHER", e);
  lt_expr *out = node(kind, e, e->getLHS(), e->getRHS());
  out->op = op;
  return out;
}

lt_expr *
shim_tree::compound_assign(const CompoundAssignOperator *e) {
  lt_op op;
  if (!binary_op(BinaryOperator::getOpForCompoundAssignment(e->getOpcode()),
                 &op))
    return unsupported("EXPR_OTHER", e);
  if (const char *reason = type_reason(e->getComputationLHSType()))
    return unsupported(reason, e);
  lt_expr *out = node(LT_ASSIGN_OP, e, e->getLHS(), e->getRHS());
  out->op = op;
  out->compute = type(e->getComputationLHSType());
  return out;
}

// a ? b : c, and a ?: c, whose "a" must be free of side effects.
lt_expr *
shim_tree::conditional(const AbstractConditionalOperator *e) {
  if (const BinaryConditionalOperator *b =
          dyn_cast<BinaryConditionalOperator>(e)) {
    if (b->getCommon()->HasSideEffects(cx))
      return unsupported("EXPR_OTHER", e);
    opaque[b->getOpaqueValue()] = b->getCommon();
  }
  return node(LT_COND, e, e->getCond(), e->getTrueExpr(), e->getFalseExpr());
}

lt_expr *
shim_tree::cast_expr(const CastExpr *e) {
  switch (e->getCastKind()) {
  case CK_LValueToRValue:
  case CK_NoOp:
    return expr(e->getSubExpr());
  case CK_ArrayToPointerDecay:
  case CK_BitCast:
  case CK_NullToPointer:
  case CK_IntegralToPointer:
  case CK_PointerToIntegral:
  case CK_PointerToBoolean:
  case CK_ToVoid:
  case CK_IntegralCast:
  case CK_IntegralToBoolean:
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
  case CK_FloatingCast:
  case CK_FloatingRealToComplex:
  case CK_FloatingComplexToReal:
  case CK_FloatingComplexToBoolean:
  case CK_FloatingComplexCast: {
    lt_expr *out = node(LT_CAST, e, e->getSubExpr());
    out->loc = loc(e->getSubExpr()->getExprLoc());
    return out;
  }
  case CK_AddressSpaceConversion:
    return unsupported("ADDRESS_SPACE", e->getSubExpr());
  case CK_AtomicToNonAtomic:
  case CK_NonAtomicToAtomic:
    return unsupported("ATOMIC", e);
  default: // Clang has five dozen kinds, most of them of other languages
    return unsupported("EXPR_OTHER", e);
  }
}

lt_expr *
shim_tree::member(const MemberExpr *e) {
  const FieldDecl *f = dyn_cast<FieldDecl>(e->getMemberDecl());
  if (!f)
    return unsupported("EXPR_OTHER", e);
  const lt_struct *r = record(f->getParent());
  if (r->is_union && !r->is_uniform)
    return unsupported("UNION", e);
  lt_expr *out = node(LT_MEMBER, e, e->getBase());
  out->arrow = e->isArrow();
  out->member = &r->fields[f->getFieldIndex()];
  return out;
}

// -- sizeof of variable-length arrays ----------------------------------------

lt_expr *
shim_tree::size_of(const UnaryExprOrTypeTraitExpr *e) {
  if (e->getKind() != UETT_SizeOf)
    return unsupported("EXPR_OTHER", e);
  return size_of_type(e, e->getTypeOfArgument());
}

// The bytes of "t", a product over its variable lengths, typed like "e".
lt_expr *
shim_tree::size_of_type(const Expr *e, QualType t) {
  const VariableArrayType *v = cx.getAsVariableArrayType(t);
  if (!v) {
    if (t->isVariableArrayType() || t->isIncompleteType())
      return unsupported("EXPR_OTHER", e);
    lt_expr *out = node(LT_INT, e);
    out->bits = (uint64_t)cx.getTypeSizeInChars(t).getQuantity();
    return out;
  }
  lt_expr *n = extent(v);
  if (!n)
    return unsupported("EXPR_OTHER", e);
  lt_expr *wide = node(LT_CAST, e);
  wide->a = n;
  lt_expr *out = node(LT_BINARY, e);
  out->op = LT_MUL;
  out->a = wide;
  out->b = size_of_type(e, v->getElementType());
  return out;
}

// -- Initializers ------------------------------------------------------------

// A zero of the type of "e".
lt_expr *
shim_tree::init_zero(const Expr *e) {
  QualType t = e->getType();
  if (t->isArrayType() || t->isRecordType() || t->isAnyComplexType())
    return node(LT_INIT_LIST, e);
  return node(t->isRealFloatingType() ? LT_FLOAT : LT_INT, e);
}

lt_expr *
shim_tree::init_list(const InitListExpr *e) {
  if (e->isSyntacticForm() && e->getSemanticForm())
    e = e->getSemanticForm();
  bool pair = e->getType()->isAnyComplexType() && e->getNumInits() == 2;
  if (!e->getType()->isArrayType() && !e->getType()->isRecordType() && !pair)
    return e->getNumInits() == 1 ? expr(e->getInit(0)) : init_zero(e);
  if (e->isStringLiteralInit())
    return init_string(cast<StringLiteral>(e->getInit(0)->IgnoreParens()));
  lt_expr *out = node(LT_INIT_LIST, e);
  if (const FieldDecl *f = e->getInitializedFieldInUnion())
    out->member = &record(f->getParent())->fields[f->getFieldIndex()];
  out->args = NEW_ARRAY(a, lt_expr *, e->getNumInits());
  for (const Expr *one : e->inits()) {
    const StringLiteral *s = dyn_cast<StringLiteral>(one->IgnoreParens());
    out->args[out->n_args++] = s ? init_string(s) : expr(one);
  }
  return out;
}

// The object that a compound literal makes.
lt_expr *
shim_tree::literal(const CompoundLiteralExpr *e) {
  lt_expr *out = node(LT_COMPOUND, e);
  out->var = NEW(a, lt_var);
  out->var->name = text(e);
  out->var->loc = out->loc;
  out->var->type = out->type;
  out->var->is_local = true;
  out->a = expr(e->getInitializer());
  return out;
}

// A string that initialises an array, as a list of its characters.
lt_expr *
shim_tree::init_string(const StringLiteral *e) {
  lt_expr *out = node(LT_INIT_LIST, e);
  const ConstantArrayType *at = cx.getAsConstantArrayType(e->getType());
  unsigned n = at ? (unsigned)at->getSize().getZExtValue() : e->getLength();
  out->args = NEW_ARRAY(a, lt_expr *, n);
  for (unsigned i = 0; i < n; i++) {
    lt_expr *c = node(LT_INT, e);
    c->type = out->type->to;
    c->bits = i < e->getLength() ? e->getCodeUnit(i) : 0;
    out->args[out->n_args++] = c;
  }
  return out;
}
