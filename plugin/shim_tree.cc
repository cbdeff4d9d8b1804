// plugin/shim_tree.cc: variables and types as loop_tree.h.
//
// One tree per annotated statement; types, variables and functions are shared
// within it, so that identity in C is identity of pointers here.
#include "plugin/shim.h"
#include "clang/AST/APValue.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace loft;

// Constant tables above this many elements are not read.
static const uint64_t max_init = 1 << 16;

shim_tree::shim_tree(ASTContext &context, arena *into, const shim_swaps &done,
                     shim_live &after, shim_scan &scan, const FunctionDecl *f)
    : around(f), here(f), cx(context), sm(context.getSourceManager()), a(into),
      swaps(done), live(after), facts(scan) {
  uses_errno = facts.function(f);
  reader.read = [](void *t, const void *s, tree_stmt *out) {
    static_cast<shim_tree *>(t)->read(static_cast<const Stmt *>(s), out);
  };
  reader.expr = [](void *t, const void *e) {
    return static_cast<shim_tree *>(t)->expr(static_cast<const Expr *>(e));
  };
  reader.decl = [](void *t, const tree_stmt *s, const void *d) {
    return static_cast<shim_tree *>(t)->decl(s, static_cast<const Decl *>(d));
  };
  reader.text = [](void *t, const void *s) {
    return static_cast<shim_tree *>(t)->text(static_cast<const Stmt *>(s));
  };
  tree_init(&reader, a, this);
}

// The processor that "f" is for.
const lt_target *
shim_tree::target(const FunctionDecl *f) const {
  llvm::StringMap<bool> features;
  cx.getFunctionFeatureMap(features, f);
  std::string all = " ";
  for (auto &one : features)
    if (one.getValue())
      all += one.getKey().str() + " ";
  lt_target *out = NEW(a, lt_target);
  out->arch = str(cx.getTargetInfo().getTriple().getArchName());
  out->features = str(all);
  return out;
}

const char *
shim_tree::str(StringRef s) const {
  return arena_strndup(a, s.data(), s.size());
}

loft_loc
shim_tree::loc(SourceLocation l) const {
  return shim_loc(sm, l);
}

const char *
shim_tree::text(const Stmt *s) const {
  CharSourceRange range = sm.getExpansionRange(s->getSourceRange());
  StringRef raw = Lexer::getSourceText(range, sm, cx.getLangOpts());
  return plugin_short_text(a, raw.data(), raw.size());
}

// -- Types -------------------------------------------------------------------

// "t" as a scalar of the IR.
bool
shim_tree::scalar_of(QualType t, ir_scalar *out) const {
  t = t.getCanonicalType().getUnqualifiedType();
  if (const EnumType *e = t->getAs<EnumType>()) {
    t = e->getDecl()->getIntegerType();
    if (t.isNull())
      return false;
    t = t.getCanonicalType();
  }
  const BuiltinType *b = t->getAs<BuiltinType>();
  if (!b)
    return false;
  if (b->getKind() == BuiltinType::Bool)
    return *out = IR_BOOL, true;
  uint64_t bits = cx.getTypeSize(t);
  if (b->getKind() == BuiltinType::Float)
    return *out = IR_F32, bits == 32;
  if (b->getKind() == BuiltinType::Double)
    return *out = IR_F64, bits == 64;
  if (!b->isInteger() || bits > 64)
    return false;
  bool is_signed = b->isSignedInteger();
  int k = bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : 3;
  *out = (ir_scalar)((is_signed ? IR_I8 : IR_U8) + k); // ORDER SCALAR
  return true;
}

QualType
shim_tree::c_type(ir_scalar elem) const {
  if (ir_is_float(elem))
    return elem == IR_F32 ? cx.FloatTy : cx.DoubleTy;
  return cx.getIntTypeForBitwidth(8 * (unsigned)ir_size(elem),
                                  ir_is_signed(elem));
}

// Why a value of type "t" has no loop tree, or NULL.
const char *
shim_tree::type_reason(QualType t) const {
  ir_scalar s;
  if (t.isNull())
    return "TYPE_OTHER";
  if (t->isAtomicType())
    return "ATOMIC";
  if (const ComplexType *c = t->getAs<ComplexType>())
    return c->getElementType()->isFloatingType() &&
                   scalar_of(c->getElementType(), &s)
               ? nullptr
               : "COMPLEX";
  if (t->isVectorType())
    return "VECTOR";
  if (t.hasAddressSpace() ||
      (t->isAnyPointerType() && t->getPointeeType().hasAddressSpace()))
    return "ADDRESS_SPACE";
  if (t->isVoidType() || t->isArrayType() || t->isRecordType() ||
      scalar_of(t, &s))
    return nullptr;
  if (t->isAnyPointerType())
    return t->isFunctionPointerType() ? "TYPE_OTHER" : nullptr;
  if (t->isHalfType() || t->isFloat16Type() || t->isBFloat16Type())
    return "HALF";
  if (t->isSpecificBuiltinType(BuiltinType::LongDouble) ||
      t->isFloat128Type() || t->isIbm128Type())
    return "LONG_DOUBLE";
  if (t->isIntegerType() && cx.getTypeSize(t) > 64)
    return "INT128";
  return "TYPE_OTHER";
}

// Fills "out" for the array type "t".
void
shim_tree::type_array(lt_type *out, QualType t) {
  const ArrayType *at = cx.getAsArrayType(t);
  out->kind = LT_TYPE_ARRAY;
  out->to = type(at->getElementType());
  out->count = -1;
  if (const ConstantArrayType *c = dyn_cast<ConstantArrayType>(at))
    out->count = (int64_t)c->getSize().getZExtValue();
  else if (const VariableArrayType *v = dyn_cast<VariableArrayType>(at))
    out->count_expr = extent(v);
}

// The structure "d", as far as it is complete.
const lt_struct *
shim_tree::record(const RecordDecl *d) {
  lt_struct *&slot = records[d->getCanonicalDecl()];
  if (slot || !(d = d->getDefinition()))
    return slot;
  lt_struct *out = slot = NEW(a, lt_struct);
  const ASTRecordLayout &layout = cx.getASTRecordLayout(d);
  out->size = layout.getSize().getQuantity();
  out->align = layout.getAlignment().getQuantity();
  out->is_union = d->isUnion();
  auto n = std::distance(d->field_begin(), d->field_end());
  lt_field *fields = NEW_ARRAY(a, lt_field, n);
  for (FieldDecl *f : d->fields()) {
    uint64_t bits = layout.getFieldOffset(f->getFieldIndex());
    fields[out->n_fields++] = {
        str(f->getName()), type(f->getType()),           (int64_t)(bits / 8),
        (int)(bits % 8),   (int)compat_bit_width(f, cx), f};
  }
  out->fields = fields;
  lt_settle_struct(out);
  return out;
}

const lt_type *
shim_tree::type(QualType t) {
  lt_type *&slot = types[t.getAsOpaquePtr()];
  if (slot)
    return slot;
  lt_type *out = slot = NEW(a, lt_type);
  out->is_const = t.isConstQualified();
  out->is_volatile = t.isVolatileQualified();
  out->is_restrict = t.isRestrictQualified();
  out->is_atomic = t->isAtomicType();
  out->text = str(t.getAsString(cx.getPrintingPolicy()));
  bool sized = !t->isIncompleteType() && !t->isFunctionType() &&
               !t->isVariableArrayType() && !t->isVoidType();
  out->size = sized ? cx.getTypeSizeInChars(t).getQuantity() : -1;
  out->reason = type_reason(t);
  ir_scalar s;
  if (t->isVoidType())
    out->kind = LT_TYPE_VOID;
  else if (out->reason)
    out->kind = LT_TYPE_OTHER;
  else if (scalar_of(t, &s)) {
    out->kind = LT_TYPE_SCALAR;
    out->elem = s;
  } else if (t->isPointerType()) {
    out->kind = LT_TYPE_POINTER;
    out->to = type(t->getPointeeType());
  } else if (t->isArrayType())
    type_array(out, t);
  else if (const ComplexType *c = t->getAs<ComplexType>()) {
    out->kind = LT_TYPE_STRUCT;
    out->record = lt_complex_struct(type(c->getElementType())->elem);
  } else if (t->isRecordType()) {
    out->kind = LT_TYPE_STRUCT;
    const lt_struct *r = record(t->getAsRecordDecl());
    bool aligned = r && cx.getTypeAlignInChars(t).getQuantity() >= r->align;
    out->record = aligned ? r : nullptr;
    if (t->isUnionType() && !(aligned && r->is_uniform)) {
      out->kind = LT_TYPE_OTHER;
      out->record = nullptr;
      out->reason = "UNION";
    }
  } else
    out->kind = LT_TYPE_OTHER;
  return out;
}

// Whether the local variable "v" has the value it started with all its life.
bool
shim_tree::is_kept(const VarDecl *v) const {
  return v->hasLocalStorage() && !v->getType().isVolatileQualified() &&
         !v->hasAttr<BlocksAttr>() && !facts.taken.count(v) &&
         !facts.stepped.count(v) && !facts.stored.count(v) &&
         (isa<ParmVarDecl>(v) || v->hasInit());
}

// Whether "e" still has the value it had when its array was declared: it uses
// only local variables that are never changed.
bool
shim_tree::is_stable(const Expr *e) const {
  e = e->IgnoreParens();
  if (const DeclRefExpr *r = dyn_cast<DeclRefExpr>(e)) {
    if (isa<EnumConstantDecl>(r->getDecl()))
      return true;
    const VarDecl *v = dyn_cast<VarDecl>(r->getDecl());
    return v && is_kept(v);
  }
  if (isa<IntegerLiteral>(e) || isa<CharacterLiteral>(e))
    return true;
  if (const CastExpr *c = dyn_cast<CastExpr>(e))
    return is_stable(c->getSubExpr());
  if (const UnaryOperator *u = dyn_cast<UnaryOperator>(e))
    return u->isArithmeticOp() && is_stable(u->getSubExpr());
  if (const BinaryOperator *b = dyn_cast<BinaryOperator>(e))
    return !b->isAssignmentOp() && !b->isCommaOp() && is_stable(b->getLHS()) &&
           is_stable(b->getRHS());
  return false;
}

// The length of a variable-length array as it was when the array was declared:
// its expression when that cannot have changed, else a variable of its own,
// for which the swap passes sizeof(T[n]) / sizeof(T).
lt_expr *
shim_tree::extent(const VariableArrayType *t) {
  const Expr *size = t->getSizeExpr();
  if (!size)
    return nullptr;
  if (is_stable(size))
    return expr(size);
  lt_var *&v = extent_vars[size];
  if (!v) {
    v = NEW(a, lt_var);
    v->name = arena_printf(a, "(%s)", text(size));
    v->type = type(c_type(IR_I64));
    v->loc = loc(size->getExprLoc());
    if (inlining)
      return v = nullptr, unsupported("TYPE_OTHER", size);
    extents[v] = QualType(t, 0);
  }
  lt_expr *out = NEW(a, lt_expr);
  out->kind = LT_VAR;
  out->type = v->type;
  out->loc = v->loc;
  out->var = v;
  return out;
}

QualType
shim_tree::extent_of(const lt_var *v) const {
  auto it = extents.find(v);
  return it == extents.end() ? QualType() : it->second;
}

// -- Variables ---------------------------------------------------------------

// The place "e", the same wherever it is evaluated, as a variable of its own;
// equal keys are one.
lt_expr *
shim_tree::place(const Expr *e, const void *key, const char *name) {
  lt_var *&v = place_vars[key];
  if (!v) {
    v = NEW(a, lt_var);
    v->name = name;
    v->type = type(e->getType());
    v->loc = loc(e->getExprLoc());
    v->is_static = true;
    if (const StringLiteral *s = dyn_cast<StringLiteral>(e))
      place_init(v, s);
    places[v] = e;
  }
  lt_expr *out = node(LT_VAR, e);
  out->var = v;
  return out;
}

// Fills in the contents of the literal "s".
void
shim_tree::place_init(lt_var *out, const StringLiteral *s) {
  int64_t n = out->type->count;
  if (n <= 0 || (uint64_t)n > max_init)
    return;
  uint64_t *bits = NEW_ARRAY(a, uint64_t, n);
  for (unsigned i = 0; i < (uint64_t)n; i++)
    bits[i] = i < s->getLength() ? s->getCodeUnit(i) : 0;
  out->init = bits;
  out->n_init = n;
  out->is_const_data = true;
}

const Expr *
shim_tree::place_of(const lt_var *v) const {
  return places.lookup(v);
}

// Whether "e" is an array, or a pointer that is never changed, or lies so many
// elements of its type from one as a constant says.
bool
shim_tree::is_fixed_address(const Expr *e) const {
  e = e->IgnoreParens();
  if (const DeclRefExpr *r = dyn_cast<DeclRefExpr>(e)) {
    const VarDecl *v = dyn_cast<VarDecl>(r->getDecl());
    return v && (v->getType()->isArrayType() || is_kept(v));
  }
  if (const ArraySubscriptExpr *s = dyn_cast<ArraySubscriptExpr>(e))
    return is_fixed_address(s->getBase()) &&
           s->getIdx()->isIntegerConstantExpr(cx);
  if (const UnaryOperator *u = dyn_cast<UnaryOperator>(e))
    return (u->getOpcode() == UO_AddrOf || u->getOpcode() == UO_Deref) &&
           is_fixed_address(u->getSubExpr());
  if (const CastExpr *c = dyn_cast<CastExpr>(e)) {
    bool reads = c->getCastKind() == CK_LValueToRValue;
    const Expr *sub = c->getSubExpr()->IgnoreParens();
    return (reads ? isa<DeclRefExpr>(sub)
                  : c->getCastKind() == CK_ArrayToPointerDecay ||
                        c->getCastKind() == CK_NoOp) &&
           is_fixed_address(sub);
  }
  const BinaryOperator *b = dyn_cast<BinaryOperator>(e);
  if (!b || !b->isAdditiveOp())
    return false;
  bool swapped = b->getRHS()->getType()->isPointerType();
  const Expr *base = swapped ? b->getRHS() : b->getLHS();
  const Expr *offset = swapped ? b->getLHS() : b->getRHS();
  return is_fixed_address(base) && offset->isIntegerConstantExpr(cx);
}

lt_var *
shim_tree::var(const VarDecl *v) {
  v = v->getCanonicalDecl();
  lt_var *&slot = vars[v];
  if (slot)
    return slot;
  lt_var *out = slot = NEW(a, lt_var);
  out->name = str(v->getName());
  out->loc = loc(v->getLocation());
  out->is_static = v->hasGlobalStorage();
  out->address_taken = facts.taken.count(v) || v->hasAttr<BlocksAttr>();
  out->is_assigned = facts.stored.count(v);
  out->is_argument = v->getDeclContext() == around && isa<ParmVarDecl>(v);
  out->is_dead = !out->address_taken && live.is_dead(v);
  out->origin = const_cast<VarDecl *>(v);
  out->type = type(v->getType().getNonReferenceType());
  if (v->getType()->isPointerType() && !isa<ParmVarDecl>(v) && is_kept(v) &&
      is_fixed_address(v->getInit()))
    out->start = expr(v->getInit());
  var_init(out, v);
  return out;
}

// The bits of the scalar constant "v" stored as "elem".
bool
shim_tree::bits_of(const APValue &v, ir_scalar elem, uint64_t *out) const {
  if (v.isInt())
    *out = v.getInt().getBitWidth() <= 64 ? v.getInt().getZExtValue() : 0;
  else if (v.isFloat())
    *out = v.getFloat().bitcastToAPInt().getZExtValue();
  else
    return false;
  int bits = elem == IR_BOOL ? 1 : 8 * ir_size(elem);
  if (bits < 64)
    *out &= ((uint64_t)1 << bits) - 1;
  return true;
}

// Appends the scalars of constant "v" of type "t" to "out", row-major.
bool
shim_tree::flatten(const APValue &v, QualType t,
                   std::vector<uint64_t> &out) const {
  const ConstantArrayType *at = cx.getAsConstantArrayType(t);
  ir_scalar elem;
  if (!at) {
    out.push_back(0);
    return scalar_of(t, &elem) && bits_of(v, elem, &out.back());
  }
  if (!v.isArray())
    return false;
  uint64_t n = at->getSize().getZExtValue();
  unsigned given = v.getArrayInitializedElts();
  for (uint64_t i = 0; i < n; i++) {
    const APValue &e =
        i < given ? v.getArrayInitializedElt(i) : v.getArrayFiller();
    if (!flatten(e, at->getElementType(), out))
      return false;
  }
  return true;
}

// Fills in the value of a constant variable.
void
shim_tree::var_init(lt_var *out, const VarDecl *v) {
  QualType t = v->getType(), base = cx.getBaseElementType(t);
  ir_scalar elem;
  if (!base.isConstQualified() || base.isVolatileQualified() ||
      !scalar_of(base, &elem) || t->isVariableArrayType() ||
      isa<ParmVarDecl>(v))
    return;
  const VarDecl *def = nullptr;
  if (!v->getAnyInitializer(def) || def->hasAttr<WeakAttr>() ||
      def->getTLSKind() != VarDecl::TLS_None)
    return;
  t = def->getType();
  if (t->isIncompleteType() ||
      (uint64_t)cx.getTypeSizeInChars(t).getQuantity() /
              (uint64_t)ir_size(elem) >
          max_init)
    return;
  const APValue *value = def->evaluateValue();
  std::vector<uint64_t> flat;
  if (!value || !flatten(*value, t, flat))
    return;
  uint64_t *bits = NEW_ARRAY(a, uint64_t, flat.size());
  std::copy(flat.begin(), flat.end(), bits);
  out->init = bits;
  out->n_init = (int64_t)flat.size();
  out->is_const_data = true;
}

// -- The region --------------------------------------------------------------

// Whether the file so far uses the variable signgam.
static bool
uses_signgam(ASTContext &cx) {
  auto name = cx.Idents.find("signgam"); // get() would add it
  return name != cx.Idents.end() &&
         llvm::any_of(cx.getTranslationUnitDecl()->lookup(name->getValue()),
                      [](const NamedDecl *d) { return d->isReferenced(); });
}

lt_region *
shim_tree::region(const shim_site &site) {
  const LangOptions &lo = cx.getLangOpts();
  lt_region *r = NEW(a, lt_region);
  const shim_pragma &p = *site.pragma;
  r->kind = p.says.kind;
  r->exact = p.says.exact;
  r->required = p.says.required;
  r->assoc = !p.says.exact;
  r->wrapv = lo.isSignedOverflowDefined();
  r->fast = lo.FastMath;
  r->loc = loc(p.loc);
  r->kind_loc = p.says.kind_loc;
  r->file = r->loc.file;
  r->name = str(around->getName());
  r->reduces = p.says.reduces.at;
  r->n_reduces = p.says.reduces.n;
  r->combines = p.says.combines.at;
  r->n_combines = p.says.combines.n;
  live.leave(site.stmt);
  r->stmt = tree_site(&reader, site.stmt, site.behind);
  r->target = target(around);
  r->is_multiversion = around->isMultiVersion();
  r->uses_errno = uses_errno && lo.MathErrno;
  r->uses_signgam = uses_signgam(cx);
  return r;
}
