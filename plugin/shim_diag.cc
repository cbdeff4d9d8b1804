// plugin/shim_diag.cc: reports through Clang's diagnostics.
#include "plugin/shim.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace loft;

shim_diag::shim_diag(DiagnosticsEngine &engine) : de(engine) {
  ids[DIAG_NOTE] = compat_diag_id(de, DiagnosticIDs::Note, "%0");
  ids[DIAG_REMARK] = compat_diag_id(de, DiagnosticIDs::Remark, "%0");
  ids[DIAG_WARNING] = compat_diag_id(de, DiagnosticIDs::Warning, "%0");
  ids[DIAG_ERROR] = compat_diag_id(de, DiagnosticIDs::Error, "%0");
  ids[DIAG_INTERNAL] = compat_diag_id(de, DiagnosticIDs::Warning,
                                      "loft internal error: %0; the original "
                                      "loop runs");
}

// Reports "message" at "loc", with the replacements asked for since the last
// report.
void
shim_diag::report(diag_level level, SourceLocation loc,
                  const std::string &message) {
  std::vector<FixItHint> all;
  all.swap(fixes);
  shown = true;
  if (level == DIAG_WARNING || level == DIAG_INTERNAL) {
    DiagnosticIDs::Level as = compat_warning_level(de, loc);
    shown = as != DiagnosticIDs::Ignored;
    if (as == DiagnosticIDs::Error)
      level = DIAG_ERROR;
  }
  if (!shown)
    return;
  DiagnosticBuilder b = de.Report(loc, ids[level]);
  b << message;
  for (const FixItHint &f : all)
    b << f;
}

// A note below the last report; nothing when that one was not shown.
void
shim_diag::note(SourceLocation loc, StringRef message) {
  if (shown)
    de.Report(loc, ids[DIAG_NOTE]) << message;
}

loft_loc
loft::shim_loc(const SourceManager &sm, SourceLocation l) {
  loft_loc out = {nullptr, 0, 0, 0};
  PresumedLoc p = sm.getPresumedLoc(sm.getExpansionLoc(l));
  if (p.isInvalid())
    return out;
  out.file = p.getFilename();
  out.line = (int)p.getLine();
  out.col = (int)p.getColumn();
  out.raw = l.getRawEncoding();
  return out;
}

void
shim_diag::callback(void *user, diag_level level, loft_loc loc, const char *id,
                    const char *message) {
  shim_diag *self = static_cast<shim_diag *>(user);
  if (level == DIAG_REMARK && !self->state->options.remarks)
    return;
  SourceLocation at = SourceLocation::getFromRawEncoding(loc.raw);
  SourceLocation pragma =
      SourceLocation::getFromRawEncoding(self->state->pragma.raw);
  if (level == DIAG_FIX) {
    self->fixes.push_back(
        FixItHint::CreateReplacement(SourceRange(at, at), message));
    return;
  }
  if (level == DIAG_NOTE)
    return self->note(at, message);
  std::string text = message;
  if (id)
    text += std::string(" [") + id + "]";
  self->report(level, at.isValid() ? at : pragma, text);
  if (level != DIAG_REMARK && at.isValid() && pragma.isValid())
    self->note(pragma, "the loop was to be lifted by this pragma");
}
