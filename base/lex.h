// base/lex.h: tokens of the text forms.
#ifndef LOFT_LEX_H
#define LOFT_LEX_H

#include "base/base.h"

typedef enum lex_kind {
  LEX_END,    // end of text, also after the first error
  LEX_IDENT,  // word
  LEX_VALUE,  // %name; text is the name alone
  LEX_FUNC,   // @name; text is the name alone
  LEX_NUMBER, // 3, -1, 0x1.8p+0, -inf
  LEX_PAIR,   // punctuation of two characters
  LEX_PUNCT   // punctuation of one
} lex_kind;

typedef struct lex_token {
  lex_kind kind;
  char punct; // LEX_PUNCT: which; else 0
  const char *text;
  int line, col;
} lex_token;

// The punctuation of a language. Names are letters, digits, '_' and '.'; a sign
// right before one of these starts a number.
typedef struct lex_syntax {
  const char *sigils; // which of % and @ start a name
  const char *puncts; // characters
  const char *pairs;  // one pair behind the other
} lex_syntax;

typedef struct lexer {
  loft_cx *cx;
  const lex_syntax *syntax;
  const char *file, *text;
  const char *at;         // what follows "next"
  const char *line_start; // of the line "at" is in
  int line;
  const char *comment; // the last between "tok" and "next", or NULL; its end
                       // is that of the line
  bool failed;         // an error was reported; only LEX_END from now on
  lex_token tok, next; // the current token and the one behind it
} lexer;

// Starts "l" on "text"; l->tok is the first token.
void lex_init(lexer *l, loft_cx *cx, const lex_syntax *syntax, const char *file,
              const char *text);
// Moves to the next token.
void lex_advance(lexer *l);
// Reports an error at "t", with its source line and a caret, unless one was
// reported before; all further tokens are LEX_END.
void lex_error(lexer *l, const lex_token *t, const char *fmt, ...)
    LOFT_PRINTF(3, 4);
// The source line at "line" of "text" and, under it, a caret at "col"; made
// printable. "" when there is no such line.
const char *lex_excerpt(arena *a, const char *text, int line, int col);
// True when the current token is the punctuation "c".
bool lex_is(const lexer *l, char c);
// True when the current token is the pair "pair".
bool lex_is_pair(const lexer *l, const char *pair);
// True when the current token is the word "word".
bool lex_is_word(const lexer *l, const char *word);
// Skips punctuation "c" if it is there; says whether.
bool lex_accept(lexer *l, char c);
// Skips punctuation "c" or reports that it is missing.
bool lex_expect(lexer *l, char c);
// Skips the word "word" if it is there; says whether.
bool lex_accept_word(lexer *l, const char *word);
// Reports that "what" is missing at the current token.
void lex_missing(lexer *l, const char *what);
// Skips the word "word" or reports that it is missing.
void lex_expect_word(lexer *l, const char *word);
// How "t" is called in messages.
const char *lex_describe(arena *a, const lex_token *t);

#endif
