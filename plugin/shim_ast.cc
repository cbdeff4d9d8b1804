// plugin/shim_ast.cc: Clang's statements and expressions as ast.h.
#include "plugin/shim.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace loft;

ast::ast(const FunctionDecl *f, arena *strings, shim_swaps &done)
    : around(f), cx(f->getASTContext()), sm(cx.getSourceManager()),
      text_arena(strings), a(arena_create()), swaps(done) {}

ast::~ast() { arena_destroy(a); }

const char *
ast::str(StringRef s) const {
  return arena_strndup(text_arena, s.data(), s.size());
}

// -- Kinds -------------------------------------------------------------------

// The kind of "s" by its class.
static ast_kind
class_of(const Stmt *s) {
  switch (s->getStmtClass()) {
#define AST_CLASS(CLASS, KIND)                                                 \
  case Stmt::CLASS##Class:                                                     \
    return KIND;
#include "plugin/ast.def"
  default: // Clang has 250 of them, most of them of other languages
    return isa<OMPExecutableDirective>(s) ? AST_OPENMP : AST_OTHER;
  }
}

// Sets kind and operator of a unary operator.
static void
set_unary(ast_node *out, const UnaryOperator *e) {
  switch (e->getOpcode()) {
#define AST_UNARY(OPCODE, KIND, OP)                                            \
  case OPCODE:                                                                 \
    out->kind = KIND;                                                          \
    out->op = OP;                                                              \
    break;
#include "plugin/ast.def"
  default: // of other languages
    break;
  }
  out->is_postfix = e->isPostfix();
}

// Sets kind and operator of a binary operator.
static void
set_binary(ast_node *out, const BinaryOperator *e) {
  bool both = e->isCompoundAssignmentOp();
  BinaryOperatorKind op =
      both ? BinaryOperator::getOpForCompoundAssignment(e->getOpcode())
           : e->getOpcode();
  switch (op) {
#define AST_BINARY(OPCODE, KIND, OP)                                           \
  case OPCODE:                                                                 \
    out->kind = both ? AST_ASSIGN_OP : KIND;                                   \
    out->op = OP;                                                              \
    break;
#include "plugin/ast.def"
  default: // of other languages
    break;
  }
}

// The kind of a cast.
static ast_cast
cast_of(const CastExpr *e) {
  switch (e->getCastKind()) {
#define AST_CONVERSION(KIND, CAST)                                             \
  case KIND:                                                                   \
    return CAST;
#include "plugin/ast.def"
  default: // Clang has five dozen kinds, most of them of other languages
    return AST_NO_CAST;
  }
}

// Whether "s" itself did not compile.
static bool
is_broken(const Stmt *s) {
  if (const Expr *e = dyn_cast<Expr>(s))
    if (e->containsErrors() || e->getType().isNull())
      return true;
  const CaseStmt *x = dyn_cast<CaseStmt>(s);
  return x && (x->getLHS()->containsErrors() ||
               (x->getRHS() && x->getRHS()->containsErrors()));
}

// What stands for "e", whose kind is PAREN.
static Expr *
inside(Expr *e) {
  if (FullExpr *f = dyn_cast<FullExpr>(e))
    return f->getSubExpr();
  if (auto *m = dyn_cast<MaterializeTemporaryExpr>(e))
    return m->getSubExpr();
  if (auto *u = dyn_cast<UnaryOperator>(e))
    return u->getSubExpr();
  return e->IgnoreParens();
}

// -- Nodes -------------------------------------------------------------------

// The copy of "s", which may be null, and which its parent holds at "slot".
ast_node *
ast::node(Stmt *s, void *slot) {
  auto was = swaps.find(s);
  if (was != swaps.end())
    s = const_cast<Stmt *>(was->second);
  if (!s || nodes.count(s))
    return s ? nodes[s] : nullptr;
  ast_node *out = nodes[s] = NEW(a, ast_node);
  out->self = s;
  out->slot = static_cast<void **>(slot);
  out->begin = s->getBeginLoc().getRawEncoding();
  out->is_broken = is_broken(s);
  out->kind = out->is_broken ? AST_OTHER : class_of(s);
  if (Expr *e = dyn_cast<Expr>(s)) {
    out->is_expr = true;
    out->is_place = e->isGLValue();
    out->is_volatile =
        !e->getType().isNull() && e->getType().isVolatileQualified();
  }
  VEC(ast_node *) parts = {};
  for (auto k = s->child_begin(), end = s->child_end(); k != end; ++k)
    vec_push(a, &parts, node(*k, &*k));
  out->parts = parts.at;
  out->n_parts = parts.n;
  ast_node **operands[] = {&out->x, &out->y, &out->z, &out->w};
  for (int k = 0; k < 4 && k < parts.n; k++)
    *operands[k] = parts.at[k];
  if (isa<Expr>(s))
    set_expr(out, cast<Expr>(s));
  else
    set_stmt(out, s);
  return out;
}

// Adds a declaration to those of "out".
void
ast::add(ast_node *out, const Decl *d) {
  struct {
    ast_decl **at;
    int n, cap;
  } list = {out->decls, out->n_decls, out->n_decls};
  vec_push(a, &list, decl(d));
  out->decls = list.at;
  out->n_decls = list.n;
}

// Sets the facts about expressions of the kind.
void
ast::set_expr(ast_node *out, Expr *e) {
  if (out->is_broken)
    return;
  if (auto *u = dyn_cast<UnaryOperator>(e))
    set_unary(out, u);
  else if (auto *b = dyn_cast<BinaryOperator>(e))
    set_binary(out, b);
  else if (auto *cast = dyn_cast<CastExpr>(e)) {
    out->cast = cast_of(cast);
    out->is_implicit = isa<ImplicitCastExpr>(cast);
  } else if (auto *ref = dyn_cast<DeclRefExpr>(e)) {
    out->decl = decl(ref->getDecl());
    out->is_captured = ref->refersToEnclosingVariableOrCapture();
  } else if (auto *m = dyn_cast<MemberExpr>(e)) {
    out->decl = decl(m->getMemberDecl());
    out->is_arrow = m->isArrow();
  } else if (auto *sub = dyn_cast<ArraySubscriptExpr>(e)) {
    out->x = node(sub->getBase());
    out->y = node(sub->getIdx());
  } else if (auto *call = dyn_cast<CallExpr>(e)) {
    const FunctionDecl *f = call->getDirectCallee();
    out->decl = f ? decl(f) : nullptr;
    out->is_typed = f && f->hasPrototype();
  } else if (auto *shared = dyn_cast<OpaqueValueExpr>(e))
    out->x = node(shared->getSourceExpr());
  else if (auto *list = dyn_cast<InitListExpr>(e)) {
    out->is_syntactic = list->isSyntacticForm() && list->getSemanticForm();
    if (out->is_syntactic)
      out->x = node(list->getSemanticForm());
    out->is_string = list->isStringLiteralInit();
    const FieldDecl *member = list->getInitializedFieldInUnion();
    out->decl = member ? decl(member) : nullptr;
  } else if (auto *block = dyn_cast<BlockExpr>(e)) {
    out->x = node(block->getBody());
    for (const BlockDecl::Capture &c : block->getBlockDecl()->captures())
      add(out, c.getVariable());
  }
  Expr *inner = out->kind == AST_PAREN ? inside(e) : nullptr;
  if (inner == e)
    out->kind = AST_OTHER;
  else if (inner)
    out->x = node(inner);
}

// Sets the facts about statements of the kind.
void
ast::set_stmt(ast_node *out, Stmt *s) {
  const LabelDecl *label = compat_label_left(s);
  if (auto *choice = dyn_cast<IfStmt>(s))
    out->is_odd = choice->getInit() || choice->getConditionVariable();
  else if (auto *cases = dyn_cast<SwitchStmt>(s))
    out->is_odd = cases->getInit() || cases->getConditionVariable();
  else if (auto *loop = dyn_cast<ForStmt>(s))
    out->is_odd = loop->getConditionVariable();
  else if (auto *jump = dyn_cast<GotoStmt>(s))
    label = jump->getLabel();
  else if (auto *to = dyn_cast<LabelStmt>(s))
    label = to->getDecl();
  else if (auto *ds = dyn_cast<DeclStmt>(s))
    for (const Decl *d : ds->decls())
      add(out, d);
  else if (auto *cs = dyn_cast<CapturedStmt>(s))
    out->x = node(cs->getCapturedStmt());
  else if (auto *omp = dyn_cast<OMPExecutableDirective>(s)) {
    out->x = omp->hasAssociatedStmt() ? node(omp->getRawStmt()) : nullptr;
    out->end = s->getEndLoc().getRawEncoding();
  } else if (auto *x = dyn_cast<CaseStmt>(s); x && !out->is_broken) {
    const Expr *last = x->getRHS() ? x->getRHS() : x->getLHS();
    out->x = node(x->getSubStmt());
    out->low = x->getLHS()->EvaluateKnownConstInt(cx).getExtValue();
    out->high = last->EvaluateKnownConstInt(cx).getExtValue();
  }
  if (label)
    out->decl = decl(label);
}

// -- Questions about expressions ---------------------------------------------

const Expr *
loft::shim_expr(const ast_node *n) {
  return cast<Expr>(static_cast<const Stmt *>(n->self));
}

loft_loc
ast_begin(ast *t, const ast_node *n) {
  return shim_loc(t->sm, SourceLocation::getFromRawEncoding(n->begin));
}

loft_loc
ast_loc(ast *t, const ast_node *n) {
  return shim_loc(t->sm, shim_expr(n)->getExprLoc());
}

const char *
ast_text(ast *t, const ast_node *n) {
  const Stmt *s = static_cast<const Stmt *>(n->self);
  CharSourceRange range = t->sm.getExpansionRange(s->getSourceRange());
  StringRef raw = Lexer::getSourceText(range, t->sm, t->cx.getLangOpts());
  return plugin_short_text(t->text_arena, raw.data(), raw.size());
}

bool
ast_integer(ast *t, const ast_node *n, ir_bits *out) {
  const Expr *e = shim_expr(n);
  if (e->isGLValue() || !e->getType()->isIntegralOrEnumerationType() ||
      e->isValueDependent())
    return false;
  std::optional<llvm::APSInt> v = compat_int_constant(e, t->cx);
  return v && shim_bits(APValue(*v), out);
}

bool
ast_float(ast *t, const ast_node *n, ir_bits *out) {
  const Expr *e = shim_expr(n);
  Expr::EvalResult v;
  return e->getType()->isRealFloatingType() && e->EvaluateAsRValue(v, t->cx) &&
         !v.HasSideEffects && v.Val.isFloat() && shim_bits(v.Val, out);
}

bool
ast_folded(ast *t, const ast_node *n, ir_bits *out) {
  Expr::EvalResult v;
  return shim_expr(n)->EvaluateAsInt(v, t->cx) && shim_bits(v.Val, out);
}

unsigned
ast_float_options(ast *t, const ast_node *n) {
  const LangOptions &lo = t->cx.getLangOpts();
  FPOptions fp = shim_expr(n)->getFPFeaturesInEffect(lo);
  llvm::RoundingMode rm = fp.getRoundingMode();
  LangOptions::FPModeKind contract = fp.getFPContractMode();
  bool own_rounding = rm == llvm::RoundingMode::Dynamic
                          ? lo.RoundingMath
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

bool
ast_has_side_effects(ast *t, const ast_node *n) {
  return shim_expr(n)->HasSideEffects(t->cx);
}

bool
ast_is_system_macro(ast *t, const ast_node *n) {
  return t->sm.isInSystemMacro(shim_expr(n)->getBeginLoc());
}

const uint64_t *
ast_string(ast *t, const ast_node *n, int *length) {
  const StringLiteral *s = cast<StringLiteral>(shim_expr(n));
  *length = static_cast<int>(s->getLength());
  uint64_t *out = NEW_ARRAY(t->a, uint64_t, *length + 1);
  for (int k = 0; k < *length; k++)
    out[k] = s->getCodeUnit(static_cast<unsigned>(k));
  return out;
}
