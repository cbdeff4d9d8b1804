// plugin/shim_pragma.cc: hands `#pragma loft` lines to pragma.c.
#include "plugin/shim.h"
#include "clang/Lex/Pragma.h"

using namespace clang;
using namespace loft;

namespace {

// Reads `#pragma loft`.
class handler : public PragmaHandler {
public:
  explicit handler(plugin_state *s) : PragmaHandler("loft"), state(s) {}
  void HandlePragma(Preprocessor &pp, PragmaIntroducer, Token &first) override;

private:
  plugin_state *state;
};

void
handler::HandlePragma(Preprocessor &pp, PragmaIntroducer, Token &first) {
  const SourceManager &sm = pp.getSourceManager();
  std::vector<plugin_token> tokens;
  Token t;
  do {
    pp.LexUnexpandedToken(t);
    std::string text = t.is(tok::eod) ? "" : pp.getSpelling(t);
    tokens.push_back(
        {t.is(tok::eod) ? nullptr : arena_strdup(state->cx.arena, text.c_str()),
         shim_loc(sm, t.getLocation()), t.is(tok::identifier)});
  } while (t.isNot(tok::eod));
  plugin_add_pragma(state, shim_loc(sm, first.getLocation()), tokens.data());
}

} // namespace

void
loft::shim_watch_pragmas(Preprocessor &pp, plugin_state *state) {
  pp.AddPragmaHandler(new handler(state));
  pp.setTokenWatcher([state](const Token &t) {
    // Loop hints and the like between pragma and loop are one token each.
    if (!t.isAnnotation() && t.isNot(tok::eod))
      plugin_set_target(state, t.getLocation().getRawEncoding());
  });
}
