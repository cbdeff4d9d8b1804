// plugin/shim_type.cc: types and structures as ast.h.
#include "plugin/shim.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;
using namespace loft;

// "t" as a scalar of the IR.
bool
ast::scalar_of(QualType t, ir_scalar *out) const {
  t = t.getCanonicalType().getUnqualifiedType();
  if (const EnumType *e = t->getAs<EnumType>()) {
    t = e->getDecl()->getIntegerType();
    if (t.isNull())
      return false;
  }
  const BuiltinType *b = t->getAs<BuiltinType>();
  if (!b)
    return false;
  if (b->getKind() == BuiltinType::Bool)
    return *out = IR_BOOL, true;
  uint64_t bits = cx.getTypeSize(t);
  if (b->isFloatingPoint()) {
    auto n = llvm::APFloat::getSizeInBits(cx.getFloatTypeSemantics(t));
    *out = n == 32 ? IR_F32 : n == 64 ? IR_F64 : IR_F80;
    return bits == 8U * ir_size(*out) && n <= (IR_HAS_F80 ? 80 : 64);
  }
  if (!b->isInteger() || bits > 64)
    return false;
  int k = bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : 3; // ORDER SCALAR
  *out = (ir_scalar)((b->isSignedInteger() ? IR_I8 : IR_U8) + k);
  return true;
}

// The kind of "t"; *elem: that of a scalar.
ast_type_kind
ast::kind_of(QualType t, ir_scalar *elem) const {
  if (t->isAtomicType())
    return AST_ATOMIC_TYPE;
  if (t->isAnyComplexType())
    return AST_COMPLEX;
  if (t->isVectorType())
    return AST_VECTOR;
  if (t->isVoidType())
    return AST_VOID;
  if (t->isArrayType())
    return AST_ARRAY;
  if (t->isRecordType())
    return AST_RECORD;
  if (scalar_of(t, elem))
    return AST_SCALAR;
  if (t->isPointerType())
    return AST_POINTER;
  if (t->isHalfType() || t->isFloat16Type() || t->isBFloat16Type())
    return t->isBFloat16Type() ? AST_BFLOAT : AST_HALF;
  if (t->isRealFloatingType())
    return AST_LONG_DOUBLE;
  bool is_signed = t->isSpecificBuiltinType(BuiltinType::Int128);
  if (is_signed || t->isSpecificBuiltinType(BuiltinType::UInt128))
    return *elem = is_signed ? IR_I64 : IR_U64, AST_INT128;
  if (t->isIntegerType() && cx.getTypeSize(t) > 64)
    return AST_WIDE_INTEGER;
  return AST_OTHER_TYPE;
}

// What "t" points to, or has elements or parts of.
static QualType
part_of(const ASTContext &cx, QualType t) {
  if (const ArrayType *at = cx.getAsArrayType(t))
    return at->getElementType();
  if (const ComplexType *c = t->getAs<ComplexType>())
    return c->getElementType();
  return t->getPointeeType();
}

// The copy of "t", which may be null.
const ast_type *
ast::type(QualType t) {
  if (t.isNull())
    return nullptr;
  ast_type *out = types.lookup(t.getAsOpaquePtr());
  if (out)
    return out;
  out = types[t.getAsOpaquePtr()] = NEW(a, ast_type);
  out->self = t.getAsOpaquePtr();
  out->kind = kind_of(t, &out->elem);
  out->to = type(part_of(cx, t));
  out->count = out->size = out->align = -1;
  out->is_const = t.isConstQualified();
  out->is_volatile = t.isVolatileQualified();
  out->is_restrict = t.isRestrictQualified();
  out->is_union = t->isUnionType();
  out->is_promoted = t.UseExcessPrecision(cx);
  out->is_function = t->isFunctionType();
  out->has_space = t.hasAddressSpace();
  out->text = str(t.getAsString(cx.getPrintingPolicy()));
  if (out->kind == AST_RECORD)
    out->record = static_cast<RecordDecl *>(
        static_cast<TagDecl *>(t->getAsRecordDecl()->getCanonicalDecl()));
  if (const ConstantArrayType *c = cx.getAsConstantArrayType(t))
    out->count = static_cast<int64_t>(c->getSize().getZExtValue());
  const VariableArrayType *v = cx.getAsVariableArrayType(t);
  if (v)
    out->length = node(v->getSizeExpr());
  else if (!t->isIncompleteType() && !out->is_function) {
    out->size = cx.getTypeSizeInChars(t).getQuantity();
    out->align = cx.getTypeAlignInChars(t).getQuantity();
  }
  return out;
}

const ast_type *
ast_type_of(ast *t, const ast_node *n) {
  return t->type(shim_expr(n)->getType());
}

const ast_type *
ast_decl_type(ast *t, const ast_decl *d) {
  return t->type(shim_variable(d)->getType().getNonReferenceType());
}

const ast_type *
ast_parameter_type(ast *t, const ast_decl *d) {
  return t->type(shim_variable(d)->getType().getUnqualifiedType());
}

const ast_type *
ast_compute_type(ast *t, const ast_node *n) {
  auto *e = cast<CompoundAssignOperator>(shim_expr(n));
  return t->type(e->getComputationLHSType());
}

const ast_type *
ast_size_operand(ast *t, const ast_node *n) {
  auto *e = cast<UnaryExprOrTypeTraitExpr>(shim_expr(n));
  return e->getKind() == UETT_SizeOf ? t->type(e->getTypeOfArgument())
                                     : nullptr;
}

QualType
loft::shim_c_type(const ASTContext &cx, ir_scalar elem) {
  if (ir_is_float(elem))
    return elem == IR_F80   ? cx.LongDoubleTy
           : elem == IR_F32 ? cx.FloatTy
                            : cx.DoubleTy;
  return cx.getIntTypeForBitwidth(8 * static_cast<unsigned>(ir_size(elem)),
                                  ir_is_signed(elem));
}

const ast_type *
ast_c_type(ast *t, ir_scalar elem) {
  return t->type(shim_c_type(t->cx, elem));
}

const ast_type *
ast_int_type(ast *t) {
  return t->type(t->cx.IntTy);
}

const ast_record *
ast_record_of(ast *t, void *record) {
  const RecordDecl *d = static_cast<RecordDecl *>(record)->getDefinition();
  if (!d)
    return nullptr;
  const ASTRecordLayout &layout = t->cx.getASTRecordLayout(d);
  ast_record *out = NEW(t->a, ast_record);
  out->size = layout.getSize().getQuantity();
  out->align = layout.getAlignment().getQuantity();
  out->is_union = d->isUnion();
  out->fields = NEW_ARRAY(t->a, ast_field,
                          std::distance(d->field_begin(), d->field_end()));
  for (FieldDecl *f : d->fields())
    out->fields[out->n_fields++] = {
        t->str(f->getName()), t->type(f->getType()),
        static_cast<int64_t>(layout.getFieldOffset(f->getFieldIndex())),
        static_cast<int>(compat_bit_width(f, t->cx)), f};
  return out;
}
