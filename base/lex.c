// base/lex.c: text to tokens, with one token of look-ahead, and error excerpts.
//
// Any bytes are accepted as input: other text than tokens is an error, reported
// once, after which the text counts as ended, so parser loops end too.
#include "base/lex.h"

// Locale-free character classes.
static bool
is_digit(char c) {
  return c >= '0' && c <= '9';
}

// A letter or underscore.
static bool
is_alpha(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// The characters of a value's or function's name.
static bool
is_name(char c) {
  return is_alpha(c) || is_digit(c) || c == '.';
}

// Skips white space and comments.
static void
skip_space(lexer *l) {
  for (;; l->at++) {
    if (l->at[0] == '/' && l->at[1] == '/') {
      l->comment = l->at + 2;
      l->at += strcspn(l->at, "\n");
    }
    if (*l->at == '\n') {
      l->line++;
      l->line_start = l->at + 1;
    } else if (*l->at != ' ' && *l->at != '\t' && *l->at != '\r') {
      return;
    }
  }
}

// The length of the number at "s", which starts with a digit or a sign.
static size_t
number_length(const char *s) {
  size_t n = 1;
  while (is_name(s[n]) || ((s[n] == '+' || s[n] == '-') &&
                           strchr("eEpP", s[n - 1]) && is_digit(s[n + 1])))
    n++;
  return n;
}

// Takes "len" bytes behind the "skip" first as the text of "t".
static void
take(lexer *l, lex_token *t, lex_kind kind, size_t skip, size_t len) {
  t->kind = kind;
  t->text = arena_strndup(l->cx->arena, l->at + skip, len);
  l->at += skip + len;
}

// The number of name characters at "s".
static size_t
name_length(const char *s) {
  size_t n = 0;
  while (is_name(s[n]))
    n++;
  return n;
}

// Reads the sigil and name at l->at into "t".
static void
read_sigil(lexer *l, lex_token *t) {
  size_t n = name_length(l->at + 1);
  if (n)
    take(l, t, *l->at == '%' ? LEX_VALUE : LEX_FUNC, 1, n);
  else
    lex_error(l, t, "expected a name after '%c'", *l->at);
}

// Whether a pair of the language stands at "s".
static bool
is_pair(const lexer *l, const char *s) {
  for (const char *p = l->syntax->pairs; *p; p += 2)
    if (p[0] == s[0] && p[1] == s[1])
      return true;
  return false;
}

// Reads the token at l->at, which is not at white space, into "t".
static void
read_token(lexer *l, lex_token *t) {
  char c = *l->at;
  if (c && strchr(l->syntax->sigils, c))
    read_sigil(l, t);
  else if (is_alpha(c))
    take(l, t, LEX_IDENT, 0, name_length(l->at));
  else if (c && is_pair(l, l->at))
    take(l, t, LEX_PAIR, 0, 2);
  else if (is_digit(c) || ((c == '-' || c == '+') && is_name(l->at[1])))
    take(l, t, LEX_NUMBER, 0, number_length(l->at));
  else if (c && strchr(l->syntax->puncts, c)) {
    take(l, t, LEX_PUNCT, 0, 1);
    t->punct = c;
  } else if (c >= ' ' && c <= '~')
    lex_error(l, t, "unexpected character '%c'", c);
  else if (c)
    lex_error(l, t, "unexpected byte 0x%02x", (unsigned char)c);
}

// Reads the token behind l->next into it.
static void
read_next(lexer *l) {
  l->comment = NULL;
  if (!l->failed)
    skip_space(l);
  lex_token t = {.kind = LEX_END, .text = ""};
  t.line = l->line;
  t.col = (int)(l->at - l->line_start) + 1;
  if (!l->failed)
    read_token(l, &t);
  l->next = l->failed ? (lex_token){.kind = LEX_END, .text = ""} : t;
}

void
lex_init(lexer *l, loft_cx *cx, const lex_syntax *syntax, const char *file,
         const char *text) {
  *l = (lexer){.cx = cx,
               .syntax = syntax,
               .file = file,
               .text = text,
               .at = text,
               .line_start = text,
               .line = 1};
  read_next(l);
  lex_advance(l);
}

void
lex_advance(lexer *l) {
  l->tok = l->next;
  if (l->tok.kind != LEX_END)
    read_next(l);
}

void
lex_error(lexer *l, const lex_token *t, const char *fmt, ...) {
  if (l->failed)
    return;
  l->failed = true;
  va_list ap;
  va_start(ap, fmt);
  const char *message = arena_vprintf(l->cx->arena, fmt, ap);
  va_end(ap);
  loft_loc loc = {.file = l->file, .line = t->line, .col = t->col};
  diag_report(l->cx, DIAG_ERROR, loc, NULL, "%s%s", message,
              lex_excerpt(l->cx->arena, l->text, t->line, t->col));
  l->tok = l->next = (lex_token){.kind = LEX_END, .text = ""};
}

// The start of line number "line" of "text", or NULL.
static const char *
find_line(const char *text, int line) {
  while (text && --line > 0) {
    text = strchr(text, '\n');
    text = text ? text + 1 : NULL;
  }
  return text;
}

const char *
lex_excerpt(arena *a, const char *text, int line, int col) {
  enum { WIDTH = 120 };
  const char *start = line > 0 ? find_line(text, line) : NULL;
  if (!start)
    return "";
  int len = (int)strcspn(start, "\n");
  if (col < 1 || col > len + 1)
    col = 1;
  int from = col > WIDTH / 2 ? col - WIDTH / 2 : 0; // long lines: a window
  int n = len - from;
  if (n > WIDTH)
    n = WIDTH;
  char *shown = arena_strndup(a, start + from, (size_t)n);
  for (char *c = shown; *c; c++)
    if (*c < ' ' || *c > '~')
      *c = *c == '\t' ? ' ' : '?';
  return arena_printf(a, "\n  %s\n  %*s^", shown, col - 1 - from, "");
}

bool
lex_is(const lexer *l, char c) {
  return l->tok.kind == LEX_PUNCT && l->tok.punct == c;
}

bool
lex_is_pair(const lexer *l, const char *pair) {
  return l->tok.kind == LEX_PAIR && strcmp(l->tok.text, pair) == 0;
}

bool
lex_is_word(const lexer *l, const char *word) {
  return l->tok.kind == LEX_IDENT && strcmp(l->tok.text, word) == 0;
}

bool
lex_accept(lexer *l, char c) {
  if (!lex_is(l, c))
    return false;
  lex_advance(l);
  return true;
}

bool
lex_expect(lexer *l, char c) {
  if (lex_accept(l, c))
    return true;
  lex_error(l, &l->tok, "expected '%c' before %s", c,
            lex_describe(l->cx->arena, &l->tok));
  return false;
}

bool
lex_accept_word(lexer *l, const char *word) {
  if (!lex_is_word(l, word))
    return false;
  lex_advance(l);
  return true;
}

void
lex_missing(lexer *l, const char *what) {
  lex_error(l, &l->tok, "expected %s before %s", what,
            lex_describe(l->cx->arena, &l->tok));
}

void
lex_expect_word(lexer *l, const char *word) {
  if (!lex_accept_word(l, word))
    lex_error(l, &l->tok, "expected '%s' before %s", word,
              lex_describe(l->cx->arena, &l->tok));
}

const char *
lex_describe(arena *a, const lex_token *t) {
  const char *sigil = t->kind == LEX_VALUE  ? "%"
                      : t->kind == LEX_FUNC ? "@"
                                            : "";
  if (t->kind == LEX_END)
    return "end of text";
  return arena_printf(a, "'%s%.60s'", sigil, t->text);
}
