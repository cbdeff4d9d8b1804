// plugin/shim_pragma.cc: collects `#pragma loft` lines, which pragma.c reads.
#include "plugin/shim.h"
#include "clang/Lex/Pragma.h"

using namespace clang;
using namespace loft;

namespace {

// Collects `#pragma loft`.
class handler : public PragmaHandler {
public:
  handler(shim_pragmas &all, shim_diag &d)
      : PragmaHandler("loft"), pragmas(all), diag(d) {}
  void HandlePragma(Preprocessor &pp, PragmaIntroducer, Token &first) override;

private:
  shim_pragmas &pragmas;
  shim_diag &diag;
  void report(const plugin_pragma &p);
};

// Reports why the line is dropped.
void
handler::report(const plugin_pragma &p) {
  SourceLocation at = SourceLocation::getFromRawEncoding(p.fault->loc.raw);
  FixItHint fix;
  if (p.near)
    fix = FixItHint::CreateReplacement(SourceRange(at, at), p.near);
  diag.refuse(p.required, at, p.reason, p.what, p.near ? &fix : nullptr);
  if (p.near && *p.near)
    diag.note(at, std::string("did you mean '") + p.near + "'?");
}

void
handler::HandlePragma(Preprocessor &pp, PragmaIntroducer, Token &first) {
  arena *a = diag.state->cx.arena;
  std::vector<plugin_token> tokens;
  Token t;
  do {
    pp.LexUnexpandedToken(t);
    std::string text = t.is(tok::eod) ? "" : pp.getSpelling(t);
    tokens.push_back({t.is(tok::eod) ? nullptr : arena_strdup(a, text.c_str()),
                      shim_loc(pp.getSourceManager(), t.getLocation()),
                      t.is(tok::identifier)});
  } while (t.isNot(tok::eod));
  shim_pragma p;
  p.loc = first.getLocation();
  if (plugin_read_pragma(a, tokens.data(), &p.says))
    pragmas.push_back(p);
  else
    report(p.says);
}

} // namespace

void
loft::shim_watch_pragmas(Preprocessor &pp, shim_pragmas &pragmas,
                         shim_diag &diag) {
  pp.AddPragmaHandler(new handler(pragmas, diag));
  pp.setTokenWatcher([&pragmas](const Token &t) {
    // Loop hints and the like between pragma and loop are one token each.
    if (t.isAnnotation() || t.is(tok::eod))
      return;
    for (size_t i = pragmas.size(); i-- && pragmas[i].target.isInvalid();)
      pragmas[i].target = t.getLocation();
  });
}
