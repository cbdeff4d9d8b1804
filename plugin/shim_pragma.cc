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

  // Whether "t" belongs to what was inserted.
  bool is_inserted(const Token &t);

private:
  plugin_state *state;
  SourceLocation at;      // of the last line that something took the place of
  bool inserting = false; // from its first token on
};

// Adds the tokens of "text", which must outlive "pp", as if they stood at
// "loc".
void
lex(Preprocessor &pp, const char *text, SourceLocation loc,
    std::vector<Token> *out) {
  Lexer lexer(loc, pp.getLangOpts(), text, text, text + strlen(text));
  Token t;
  for (lexer.LexFromRawLexer(t); t.isNot(tok::eof); lexer.LexFromRawLexer(t)) {
    t.setLocation(loc);
    if (t.is(tok::raw_identifier))
      pp.LookUpIdentifierInfo(t);
    out->push_back(t);
  }
}

// Makes "in", with tokens of "line", what "pp" reads next.
void
insert(Preprocessor &pp, const plugin_insertion &in,
       const std::vector<Token> &line, SourceLocation loc) {
  std::vector<Token> all;
  lex(pp, in.before, loc, &all);
  all.insert(all.end(), line.begin() + in.first,
             line.begin() + in.first + in.n);
  lex(pp, in.after, loc, &all);
  auto tokens = std::make_unique<Token[]>(all.size());
  std::copy(all.begin(), all.end(), tokens.get());
  pp.EnterTokenStream(std::move(tokens), all.size(), false, false);
}

void
handler::HandlePragma(Preprocessor &pp, PragmaIntroducer, Token &first) {
  const SourceManager &sm = pp.getSourceManager();
  std::vector<plugin_token> tokens;
  std::vector<Token> line;
  Token t;
  do {
    pp.LexUnexpandedToken(t);
    line.push_back(t);
    std::string text = t.is(tok::eod) ? "" : pp.getSpelling(t);
    tokens.push_back(
        {t.is(tok::eod) ? nullptr : arena_strdup(state->cx.arena, text.c_str()),
         shim_loc(sm, t.getLocation()), t.is(tok::identifier)});
  } while (t.isNot(tok::eod));
  plugin_insertion in = plugin_add_pragma(
      state, shim_loc(sm, first.getLocation()), tokens.data());
  if (in.before && !pp.getLangOpts().CPlusPlus && !state->options.off)
    insert(pp, in, line, at = first.getLocation());
}

bool
handler::is_inserted(const Token &t) {
  bool own = at.isValid() && t.getLocation() == at;
  bool inserted = inserting || own;
  inserting = inserted && !(own && t.is(tok::semi));
  return inserted;
}

} // namespace

void
loft::shim_watch_pragmas(Preprocessor &pp, plugin_state *state) {
  handler *pragmas = new handler(state);
  pp.AddPragmaHandler(pragmas);
  pp.setTokenWatcher([state, pragmas](const Token &t) {
    // Loop hints and the like between pragma and loop are one token each.
    if (!pragmas->is_inserted(t) && !t.isAnnotation() && t.isNot(tok::eod))
      plugin_set_target(state, t.getLocation().getRawEncoding());
  });
}
