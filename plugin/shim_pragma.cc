// plugin/shim_pragma.cc: reads `#pragma loft` lines.
//
//   #pragma loft [map | reduce | region] [exact] [required]
//                [reduce(OP : variable, ...)]...
//
// A line with a word that is not understood is dropped with a warning at that
// word: lifting with half of what was asked for could be wrong (`exat`).
#include "plugin/shim.h"
#include "clang/Lex/Pragma.h"

using namespace clang;
using namespace loft;

namespace {

// The words of a pragma, and what a clause may reduce with.
const char *const words[] = {"map", "reduce", "region", "exact", "required"};
struct op_word {
  const char *word;
  ir_opcode op;
};
const op_word op_words[] = {
    {"+", IR_OP_ADD},   {"*", IR_OP_MUL},  {"min", IR_OP_MIN},
    {"max", IR_OP_MAX}, {"&", IR_OP_AND},  {"|", IR_OP_OR},
    {"^", IR_OP_XOR},   {"&&", IR_OP_AND}, {"||", IR_OP_OR}};

// The word nearest to "s", or NULL when none is near.
const char *
nearest_word(StringRef s) {
  const char *best = nullptr;
  unsigned least = s.size() < 4 ? 2 : 3;
  for (const char *w : words) {
    unsigned d = s.edit_distance(w, true, least);
    if (d < least) {
      least = d;
      best = w;
    }
  }
  return best;
}

// Reads the rest of one pragma line.
class reader {
public:
  reader(Preprocessor &p, shim_diag &d, shim_pragma &o)
      : pp(p), diag(d), out(o) {
    next();
  }
  // False when the line is to be dropped (it has been reported).
  bool read();
  // Skips to the end of the line.
  void
  finish() {
    while (tok.isNot(tok::eod))
      next();
  }

private:
  Preprocessor &pp;
  shim_diag &diag;
  shim_pragma &out;
  Token tok;

  void
  next() {
    pp.LexUnexpandedToken(tok);
  }
  std::string
  spelling() {
    return pp.getSpelling(tok);
  }
  bool fail(SourceLocation at, const char *reason, const std::string &what,
            const FixItHint *fix = nullptr);
  bool fail_here(const char *reason);
  bool read_word();
  bool unknown_word();
  bool read_clause();
};

// Reports "what" at "at": an error when the line says "required" anywhere.
bool
reader::fail(SourceLocation at, const char *reason, const std::string &what,
             const FixItHint *fix) {
  for (; tok.isNot(tok::eod); next())
    out.required |= spelling() == "required";
  diag.refuse(out.required, at, reason, what, fix);
  return false;
}

bool
reader::read() {
  while (tok.isNot(tok::eod))
    if (!read_word())
      return false;
  return true;
}

// Reports the token at hand.
bool
reader::fail_here(const char *reason) {
  return fail(tok.getLocation(), reason,
              tok.is(tok::eod) ? "end of line" : spelling());
}

bool
reader::read_word() {
  std::string word = spelling();
  bool *flag = word == "exact"      ? &out.exact
               : word == "required" ? &out.required
                                    : nullptr;
  if (flag) {
    *flag = true;
    next();
    return true;
  }
  lt_pragma_kind kind = word == "map"      ? LT_PRAGMA_MAP
                        : word == "reduce" ? LT_PRAGMA_REDUCE
                        : word == "region" ? LT_PRAGMA_REGION
                                           : LT_PRAGMA_ANY;
  if (kind == LT_PRAGMA_ANY)
    return unknown_word();
  // region reduce(...) is a region with a clause, reduce(...) alone a kind.
  Token at = tok;
  next();
  bool clause = kind == LT_PRAGMA_REDUCE && tok.is(tok::l_paren);
  bool same = out.kind == LT_PRAGMA_ANY || out.kind == kind;
  if (!same && !(clause && out.kind == LT_PRAGMA_REGION))
    return fail(at.getLocation(), "PRAGMA_CONFLICT", word);
  if (same)
    out.kind = kind;
  return !clause || read_clause();
}

bool
reader::unknown_word() {
  std::string word = spelling();
  const char *near = nearest_word(word);
  SourceLocation at = tok.getLocation();
  if (!near)
    return fail(at, "PRAGMA_WORD", word);
  FixItHint fix = FixItHint::CreateReplacement(SourceRange(at, at), near);
  fail(at, "PRAGMA_WORD", word, &fix);
  diag.note(at, std::string("did you mean '") + near + "'?");
  return false;
}

bool
reader::read_clause() {
  next();
  std::string word = spelling();
  const op_word *found = nullptr;
  for (const op_word &w : op_words)
    if (word == w.word)
      found = &w;
  if (!found)
    return fail_here("PRAGMA_OPERATOR");
  next();
  if (tok.isNot(tok::colon))
    return fail_here("PRAGMA_SYNTAX");
  do {
    next();
    if (tok.isNot(tok::identifier))
      return fail_here("PRAGMA_SYNTAX");
    out.clauses.push_back({found->op, spelling(), tok.getLocation()});
    next();
  } while (tok.is(tok::comma));
  if (tok.isNot(tok::r_paren))
    return fail_here("PRAGMA_SYNTAX");
  next();
  return true;
}

// Collects `#pragma loft`.
class handler : public PragmaHandler {
public:
  handler(shim_pragmas &all, shim_diag &d)
      : PragmaHandler("loft"), pragmas(all), diag(d) {}
  void
  HandlePragma(Preprocessor &pp, PragmaIntroducer, Token &first) override {
    shim_pragma p;
    p.loc = first.getLocation();
    reader r(pp, diag, p);
    if (r.read())
      pragmas.push_back(p);
    r.finish();
  }

private:
  shim_pragmas &pragmas;
  shim_diag &diag;
};

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
