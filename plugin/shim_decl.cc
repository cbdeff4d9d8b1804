// plugin/shim_decl.cc: variables, functions and what is known of them, as
// ast.h.
#include "plugin/shim.h"
#include "clang/AST/APValue.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/TargetInfo.h"

using namespace clang;
using namespace loft;

// Constant tables above this many elements are not read.
static const uint64_t max_init = 1 << 16;

const VarDecl *
loft::shim_variable(const ast_decl *d) {
  return cast<VarDecl>(static_cast<const Decl *>(d->self));
}

// The function that "d" is, by its first declaration.
static const FunctionDecl *
function_of(const ast_decl *d) {
  return cast<FunctionDecl>(static_cast<const Decl *>(d->self));
}

// The copy of "d".
ast_decl *
ast::decl(const Decl *d) {
  bool is_broken = d->isInvalidDecl();
  d = d->getCanonicalDecl();
  if (ast_decl *known = decls.lookup(d))
    return known;
  ast_decl *out = decls[d] = NEW(a, ast_decl);
  const NamedDecl *named = dyn_cast<NamedDecl>(d);
  out->self = const_cast<Decl *>(d);
  out->name = named && named->getIdentifier() ? str(named->getName()) : "";
  out->loc = shim_loc(sm, d->getLocation());
  out->function = d->getDeclContext();
  out->is_broken = is_broken;
  if (const VarDecl *v = dyn_cast<VarDecl>(d))
    set_variable(out, v);
  else if (isa<FunctionDecl>(d))
    out->kind = AST_FUNCTION;
  else if (const FieldDecl *f = dyn_cast<FieldDecl>(d)) {
    out->kind = AST_FIELD;
    out->record = static_cast<RecordDecl *>(
        const_cast<TagDecl *>(f->getParent()->getCanonicalDecl()));
    out->index = static_cast<int>(f->getFieldIndex());
  } else if (isa<LabelDecl>(d))
    out->kind = AST_TARGET;
  else if (isa<EnumConstantDecl>(d))
    out->kind = AST_CONSTANT;
  else if (const TypedefNameDecl *t = dyn_cast<TypedefNameDecl>(d))
    out->kind = t->getUnderlyingType()->isVariablyModifiedType()
                    ? AST_SIZED_TYPE
                    : AST_OTHER_DECL;
  return out;
}

// Sets the facts about the variable "v".
void
ast::set_variable(ast_decl *out, const VarDecl *v) {
  out->kind = AST_VARIABLE;
  out->is_static = v->hasGlobalStorage();
  out->is_static_local = v->isStaticLocal();
  out->is_thread_local = v->getTLSKind() != VarDecl::TLS_None;
  out->is_register = v->getStorageClass() == SC_Register;
  out->is_parameter = isa<ParmVarDecl>(v);
  out->is_argument = isa<ParmVarDecl>(v) && v->getDeclContext() == around;
  out->is_block = v->hasAttr<BlocksAttr>();
  out->has_cleanup = v->hasAttr<CleanupAttr>();
  if (v->hasLocalStorage() && v->hasInit())
    out->init = node(const_cast<Expr *>(v->getInit()));
}

ast_decl *
ast_around(ast *t) {
  return t->decl(t->around);
}

ast_decl *
ast_global(ast *t, const char *name) {
  auto all = t->cx.getTranslationUnitDecl()->lookup(&t->cx.Idents.get(name));
  VarDecl *v = all.find_first<VarDecl>();
  return v ? t->decl(v) : nullptr;
}

bool
ast_is_before(ast *t, const ast_decl *d, uint32_t at) {
  SourceLocation l = SourceLocation::getFromRawEncoding(at);
  return l.isInvalid() ||
         t->sm.isBeforeInTranslationUnit(shim_variable(d)->getLocation(), l);
}

// -- Constants ---------------------------------------------------------------

bool
loft::shim_bits(const APValue &v, ir_bits *out) {
  if (!v.isInt() && !v.isFloat())
    return false;
  llvm::APInt bits =
      v.isInt() ? llvm::APInt(v.getInt()) : v.getFloat().bitcastToAPInt();
  memcpy(out, bits.zextOrTrunc(128).getRawData(), sizeof *out);
  return true;
}

// Appends the scalars of constant "v" of type "t" to "out", row-major.
static bool
flatten(const ASTContext &cx, const APValue &v, QualType t,
        std::vector<ir_bits> &out) {
  const ConstantArrayType *at = cx.getAsConstantArrayType(t);
  if (!at) {
    out.push_back(0);
    return shim_bits(v, &out.back());
  }
  if (!v.isArray())
    return false;
  uint64_t n = at->getSize().getZExtValue();
  unsigned given = v.getArrayInitializedElts();
  for (uint64_t i = 0; i < n; i++) {
    const APValue &e =
        i < given ? v.getArrayInitializedElt(i) : v.getArrayFiller();
    if (!flatten(cx, e, at->getElementType(), out))
      return false;
  }
  return true;
}

const ir_bits *
ast_constant_data(ast *t, const ast_decl *d, int64_t *n) {
  const VarDecl *v = shim_variable(d), *def = nullptr;
  QualType base = t->cx.getBaseElementType(v->getType());
  ir_scalar elem;
  if (!base.isConstQualified() || base.isVolatileQualified() ||
      !t->scalar_of(base, &elem) || v->getType()->isVariableArrayType() ||
      d->is_parameter || !v->getAnyInitializer(def) ||
      def->hasAttr<WeakAttr>() || d->is_thread_local ||
      def->getType()->isIncompleteType())
    return nullptr;
  int64_t bytes = t->cx.getTypeSizeInChars(def->getType()).getQuantity();
  if (static_cast<uint64_t>(bytes / ir_size(elem)) > max_init)
    return nullptr;
  const APValue *value = def->evaluateValue();
  std::vector<ir_bits> flat;
  if (!value || !flatten(t->cx, *value, def->getType(), flat))
    return nullptr;
  ir_bits *bits = NEW_ARRAY(t->text_arena, ir_bits, flat.size());
  std::copy(flat.begin(), flat.end(), bits);
  *n = static_cast<int64_t>(flat.size());
  return bits;
}

// -- Functions ---------------------------------------------------------------

// The meaning of the builtin "id".
static ast_builtin
builtin_of(unsigned id) {
  switch (id) {
#define AST_CALLEE(FUNCTION, BUILTIN)                                          \
  case Builtin::BI##FUNCTION:                                                  \
    return BUILTIN;
#include "plugin/ast.def"
  default: // LLVM has thousands
    return id == Builtin::NotBuiltin ? AST_NO_BUILTIN : AST_BUILTIN;
  }
}

// Whether LLVM may take "f", by name and type, for a function of the C library,
// though it has a definition of the program's own.
static bool
has_library_name(ASTContext &cx, const FunctionDecl *f) {
  unsigned id = f->getIdentifier() ? f->getIdentifier()->getBuiltinID() : 0;
  if (!id || !cx.BuiltinInfo.isPredefinedLibFunction(id) ||
      f->getMostRecentDecl()->hasAttr<AsmLabelAttr>())
    return false;
  ASTContext::GetBuiltinTypeError error;
  QualType t = cx.GetBuiltinType(id, error);
  return !t.isNull() && cx.typesAreCompatible(t, f->getType());
}

ast_function
ast_function_of(ast *t, const ast_decl *d) {
  const FunctionDecl *f = function_of(d), *def = nullptr;
  const FunctionDecl *last = f->getMostRecentDecl();
  ast_function out = {};
  out.result = t->type(f->getReturnType());
  out.builtin = builtin_of(last->getBuiltinID());
  out.is_variadic = f->isVariadic();
  out.is_noreturn = f->isNoReturn();
  out.is_const = last->hasAttr<ConstAttr>() && last->hasPrototype() &&
                 !last->hasAttr<AsmLabelAttr>() && !last->hasDefiningAttr() &&
                 last->getFunctionType()->getCallConv() == CC_C;
  out.is_weak = f->isWeak();
  out.is_overloadable = last->hasAttr<OverloadableAttr>();
  out.has_library_name = has_library_name(t->cx, f);
  if (!f->hasBody(def))
    return out;
  out.body = t->node(def->getBody());
  out.in_system_header = t->sm.isInSystemHeader(def->getLocation());
  out.params = NEW_ARRAY(t->a, ast_decl *, def->getNumParams());
  for (const ParmVarDecl *p : def->parameters())
    out.params[out.n_params++] = t->decl(p);
  return out;
}

bool
ast_is_no_builtin(const ast_decl *f, const ast_decl *here) {
  const FunctionDecl *in = function_of(here), *def = nullptr;
  const auto *no = (in->hasBody(def) ? def : in)->getAttr<NoBuiltinAttr>();
  return no && llvm::any_of(no->builtinNames(), [&](StringRef one) {
           return one == "*" || one == f->name;
         });
}

// Clang takes for it a builtin with the symbol of its name and without a
// definition of the program's own. A function that Clang has no builtin for
// (lgamma_r) is the library's by the header that declares it.
bool
ast_is_library(ast *t, const ast_decl *d, const ast_decl *here) {
  const FunctionDecl *f = function_of(d)->getMostRecentDecl();
  unsigned id = f->getBuiltinID();
  if (id && !t->cx.BuiltinInfo.isPredefinedLibFunction(id))
    return true; // __builtin_sin, whatever sin is
  const FunctionDecl *def = nullptr;
  bool has_own =
      f->hasDefiningAttr() ||
      (f->hasBody(def) && !t->sm.isInSystemHeader(def->getLocation()));
  if (has_own || f->hasAttr<AsmLabelAttr>() || !f->getIdentifier() ||
      ast_is_no_builtin(d, here))
    return false;
  const LangOptions &lo = t->cx.getLangOpts();
  return id || (!f->getIdentifier()->getBuiltinID() && !f->hasBody() &&
                !lo.NoBuiltin && !lo.isNoBuiltinFunc(f->getName()) &&
                t->sm.isInSystemHeader(f->getLocation()));
}

bool
ast_is_promoted(ast *t, const ast_node *n, const ast_decl *p) {
  ASTContext &cx = t->cx;
  QualType from = shim_expr(n)->getType();
  QualType to = shim_variable(p)->getType().getUnqualifiedType();
  if (to->isSpecificBuiltinType(BuiltinType::Float))
    to = cx.DoubleTy;
  else if (cx.isPromotableIntegerType(to))
    to = cx.getPromotedIntegerType(to);
  return cx.typesAreCompatible(to, from.getUnqualifiedType());
}

const lt_target *
ast_target_of(ast *t, const ast_decl *d) {
  const FunctionDecl *f = function_of(d), *def = nullptr;
  llvm::StringMap<bool> features;
  t->cx.getFunctionFeatureMap(features, f->hasBody(def) ? def : f);
  std::string all = " ";
  for (auto &one : features)
    if (one.getValue())
      all += one.getKey().str() + " ";
  lt_target *out = NEW(t->text_arena, lt_target);
  out->arch = t->str(t->cx.getTargetInfo().getTriple().getArchName());
  out->features = t->str(all);
  return out;
}

bool
ast_is_multiversion(ast *t) {
  return t->around->isMultiVersion();
}

ast_language
ast_language_of(ast *t) {
  const LangOptions &lo = t->cx.getLangOpts();
  ast_language out = {lo.isSignedOverflowDefined(), !!lo.FastMath,
                      !!lo.MathErrno, false};
  auto name = t->cx.Idents.find("signgam"); // get() would add it
  out.uses_signgam =
      name != t->cx.Idents.end() &&
      llvm::any_of(t->cx.getTranslationUnitDecl()->lookup(name->getValue()),
                   [](const NamedDecl *d) { return d->isReferenced(); });
  return out;
}
