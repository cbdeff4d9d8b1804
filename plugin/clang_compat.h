// plugin/clang_compat.h: the differences between the LLVM majors the shim is
// built for, and nothing else.
#ifndef LOFT_CLANG_COMPAT_H
#define LOFT_CLANG_COMPAT_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticFrontend.h"
#include "llvm/Config/llvm-config.h"
#include <optional>

#if LLVM_VERSION_MAJOR < 20
// any_cast compares addresses: there must be one of these, LLVM's.
#include "llvm/ADT/Any.h"
namespace llvm {
class Module;
extern template struct Any::TypeId<const Module *>;
} // namespace llvm
#endif

namespace loft {

// A custom diagnostic. Warnings belong to -Wpass-failed where custom
// diagnostics can have a group.
inline unsigned
compat_diag_id(clang::DiagnosticsEngine &de, clang::DiagnosticIDs::Level level,
               llvm::StringRef format) {
#if LLVM_VERSION_MAJOR >= 20
  using clang::diag::Severity;
  if (level == clang::DiagnosticIDs::Warning)
    return de.getDiagnosticIDs()->getCustomDiagID(
        clang::DiagnosticIDs::CustomDiagDesc(
            Severity::Warning, std::string(format),
            clang::DiagnosticIDs::CLASS_WARNING, false, true,
            clang::diag::Group::BackendOptimizationFailure));
#endif
  return de.getDiagnosticIDs()->getCustomDiagID(level, format);
}

// The level of a warning at "loc" under the user's -w, -W and -Werror: those
// of -Wpass-failed. Where custom diagnostics have groups, Clang sees to it.
inline clang::DiagnosticIDs::Level
compat_warning_level(const clang::DiagnosticsEngine &de,
                     clang::SourceLocation loc) {
#if LLVM_VERSION_MAJOR >= 20
  (void)de, (void)loc;
  return clang::DiagnosticIDs::Warning;
#else
  return static_cast<clang::DiagnosticIDs::Level>(de.getDiagnosticLevel(
      clang::diag::warn_fe_backend_optimization_failure, loc));
#endif
}

// The value of "e" when it is an integer constant expression.
inline std::optional<llvm::APSInt>
compat_int_constant(const clang::Expr *e, const clang::ASTContext &cx) {
  return e->getIntegerConstantExpr(cx);
}

// The label that "s" names, a break or continue of C2y; null for any other
// statement.
inline const clang::LabelDecl *
compat_label_left(const clang::Stmt *s) {
#if LLVM_VERSION_MAJOR >= 22
  if (auto *jump = llvm::dyn_cast<clang::LoopControlStmt>(s))
    return jump->getLabelDecl();
#endif
  (void)s;
  return nullptr;
}

// The bits of the bit-field "f"; 0 for any other field.
inline unsigned
compat_bit_width(const clang::FieldDecl *f, const clang::ASTContext &cx) {
  if (!f->isBitField())
    return 0;
#if LLVM_VERSION_MAJOR >= 20
  (void)cx;
  return f->getBitWidthValue();
#else
  return f->getBitWidthValue(cx);
#endif
}

// Whether "s" is executed when its block is left (_Defer of TS 25755).
inline bool
compat_is_deferred(const clang::Stmt *s) {
#if LLVM_VERSION_MAJOR >= 22
  return llvm::isa<clang::DeferStmt>(s);
#else
  (void)s;
  return false;
#endif
}

} // namespace loft

#endif
