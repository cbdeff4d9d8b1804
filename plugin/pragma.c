// plugin/pragma.c: the words of `#pragma loft`.
//
//   #pragma loft [map | reduce | region] [exact] [required] [independent]
//                [reduce(OP : variable, ...)]...
//                [combine(FUNCTION : variable, ...)]...
//   #pragma loft keep(ARRAY, ...)   ARRAY: a, g->a, s.b
//   #pragma loft assume(CONDITION)  an expression of C
//
// A line with a word that is not understood is dropped with a warning at that
// word: lifting with half of what was asked for could be wrong (`exat`).
#include "plugin/plugin.h"

// The words of a pragma.
typedef struct word {
  const char *text;
  lt_pragma_kind kind; // ANY: it is a flag
} word;
static const word words[] = {
    {"map", LT_PRAGMA_MAP},         {"reduce", LT_PRAGMA_REDUCE},
    {"region", LT_PRAGMA_REGION},   {"exact", LT_PRAGMA_ANY},
    {"required", LT_PRAGMA_ANY},    {"combine", LT_PRAGMA_ANY},
    {"independent", LT_PRAGMA_ANY}, {"keep", LT_PRAGMA_ANY},
    {"assume", LT_PRAGMA_ANY}};

// The operators of a clause.
typedef struct operator {
  const char *text;
  ir_opcode op;
} operator;
static const operator operators[] = {
    {"+", IR_OP_ADD},   {"*", IR_OP_MUL},  {"min", IR_OP_MIN},
    {"max", IR_OP_MAX}, {"&", IR_OP_AND},  {"|", IR_OP_OR},
    {"^", IR_OP_XOR},   {"&&", IR_OP_AND}, {"||", IR_OP_OR}};

// Reads one line.
typedef struct reader {
  const plugin_token *at; // the token at hand
  plugin_pragma *out;
} reader;

typedef VEC(const plugin_token *) tokens;

// True when the next token is "text".
static bool
is(const reader *r, const char *text) {
  return r->at->text && !strcmp(r->at->text, text);
}

// Drops the line for "reason", about "what" at token "at".
static bool
fail(reader *r, const plugin_token *at, rec_reason reason, const char *what) {
  for (; r->at->text; r->at++)
    r->out->required |= is(r, "required");
  r->out->fault = at;
  r->out->reason = reason;
  r->out->what = what;
  return false;
}

// Drops the line for "reason", about the next token.
static bool
fail_here(reader *r, rec_reason reason) {
  const char *text = r->at->text;
  return fail(r, r->at, reason, text ? text : "end of line");
}

// How many letters of "s" are to be added, dropped or replaced to make it "t".
static int
distance(const char *s, const char *t) {
  enum { MOST = 16 };
  int row[MOST + 1], n = (int)strlen(t);
  if (n > MOST)
    return n;
  for (int j = 0; j <= n; j++)
    row[j] = j;
  for (int i = 1; *s; s++, i++) {
    int corner = row[0];
    row[0] = i;
    for (int j = 1; j <= n; j++) {
      int best = corner + (*s != t[j - 1]);
      best = row[j] + 1 < best ? row[j] + 1 : best;
      best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
      corner = row[j];
      row[j] = best;
    }
  }
  return row[n];
}

// Drops the line for a word that is none; says which is near.
static bool
unknown_word(reader *r) {
  const char *text = r->at->text;
  int least = strlen(text) < 4 ? 2 : 3;
  for (int k = 0; k < LOFT_COUNT(words); k++) {
    int d = distance(text, words[k].text);
    if (d < least) {
      least = d;
      r->out->near = words[k].text;
    }
  }
  return fail_here(r, REC_PRAGMA_WORD);
}

// : variable, ...); "names" gets the tokens of the variables.
static bool
read_variables(reader *r, arena *a, tokens *names) {
  if (!is(r, ":"))
    return fail_here(r, REC_PRAGMA_SYNTAX);
  do {
    r->at++;
    if (!r->at->is_name)
      return fail_here(r, REC_PRAGMA_SYNTAX);
    vec_push(a, names, r->at);
    r->at++;
  } while (is(r, ","));
  if (!is(r, ")"))
    return fail_here(r, REC_PRAGMA_SYNTAX);
  r->at++;
  return true;
}

// (OP : variable, ...)
static bool
read_reduce(reader *r, arena *a) {
  const operator *found = NULL;
  tokens names = {0};
  r->at++;
  for (int k = 0; k < LOFT_COUNT(operators); k++)
    if (is(r, operators[k].text))
      found = &operators[k];
  if (!found)
    return fail_here(r, REC_PRAGMA_OPERATOR);
  const plugin_token *op = r->at++;
  if (!read_variables(r, a, &names))
    return false;
  for (int k = 0; k < names.n; k++) {
    lt_reduce one = {found->op, names.at[k]->text, names.at[k]->loc, op->loc};
    vec_push(a, &r->out->reduces, one);
  }
  return true;
}

// (FUNCTION : variable, ...)
static bool
read_combine(reader *r, arena *a) {
  tokens names = {0};
  if (!is(r, "("))
    return fail_here(r, REC_PRAGMA_SYNTAX);
  const plugin_token *function = ++r->at;
  if (!function->is_name)
    return fail_here(r, REC_PRAGMA_SYNTAX);
  r->at++;
  if (!read_variables(r, a, &names))
    return false;
  for (int k = 0; k < names.n; k++) {
    lt_combine one = {function->text, names.at[k]->text, function->loc};
    vec_push(a, &r->out->combines, one);
  }
  return true;
}

// The name at the token at hand; NULL, and the line is dropped: there is none.
static const char *
read_name(reader *r) {
  if (r->at->is_name)
    return r->at++->text;
  fail_here(r, REC_PRAGMA_SYNTAX);
  return NULL;
}

// A variable, or a member on the way from one: a, g->a, s.b.
static bool
read_path(reader *r, arena *a, plugin_path *out) {
  *out = (plugin_path){.loc = r->at->loc};
  out->variable = out->text = read_name(r);
  while (out->text && (is(r, ".") || is(r, "->"))) {
    const char *arrow = r->at->text;
    plugin_step step = {.is_arrow = is(r, "->")};
    r->at++;
    step.member = read_name(r);
    if (!step.member)
      return false;
    vec_push(a, &out->steps, step);
    out->text = arena_printf(a, "%s%s%s", out->text, arrow, step.member);
  }
  return out->text != NULL;
}

// keep(ARRAY, ...), which stands alone.
static bool
read_keep(reader *r, arena *a) {
  r->at++;
  if (!is(r, "("))
    return fail_here(r, REC_PRAGMA_SYNTAX);
  do {
    plugin_path path;
    r->at++;
    if (!read_path(r, a, &path))
      return false;
    vec_push(a, &r->out->keeps, path);
  } while (is(r, ","));
  if (!is(r, ")"))
    return fail_here(r, REC_PRAGMA_SYNTAX);
  r->at++;
  return !r->at->text || fail_here(r, REC_PRAGMA_CONFLICT);
}

// assume(CONDITION), which stands alone; the condition is Clang's to read.
static bool
read_assume(reader *r) {
  int depth = 0;
  r->at++;
  if (!is(r, "("))
    return fail_here(r, REC_PRAGMA_SYNTAX);
  r->out->assumed = r->at;
  do {
    depth += is(r, "(") - is(r, ")");
    r->at++;
    r->out->n_assumed++;
  } while (depth > 0 && r->at->text);
  if (depth > 0 || r->out->n_assumed == 2)
    return fail_here(r, REC_PRAGMA_SYNTAX);
  return !r->at->text || fail_here(r, REC_PRAGMA_CONFLICT);
}

// One word, with its clause. region reduce(...) is a region with a clause,
// reduce(...) alone a kind.
static bool
read_word(reader *r, arena *a) {
  const word *found = NULL;
  const plugin_token *at = r->at;
  plugin_pragma *out = r->out;
  for (int k = 0; k < LOFT_COUNT(words); k++)
    if (is(r, words[k].text))
      found = &words[k];
  if (!found)
    return unknown_word(r);
  if (is(r, "keep") || is(r, "assume"))
    return fail_here(r, REC_PRAGMA_CONFLICT);
  out->exact |= is(r, "exact");
  out->independent |= is(r, "independent");
  out->required |= is(r, "required");
  bool combines = is(r, "combine");
  r->at++;
  if (found->kind == LT_PRAGMA_ANY)
    return !combines || read_combine(r, a);
  bool clause = found->kind == LT_PRAGMA_REDUCE && is(r, "(");
  bool same = out->kind == LT_PRAGMA_ANY || out->kind == found->kind;
  if (!same && !(clause && out->kind == LT_PRAGMA_REGION)) {
    out->near = clause ? NULL : "";
    return fail(r, at, REC_PRAGMA_CONFLICT, at->text);
  }
  if (same) {
    out->kind = found->kind;
    out->kind_loc = at->loc;
  }
  return !clause || read_reduce(r, a);
}

bool
plugin_read_pragma(arena *a, const plugin_token *tokens, plugin_pragma *out) {
  reader r = {.at = tokens, .out = out};
  *out = (plugin_pragma){0};
  if (is(&r, "keep"))
    return read_keep(&r, a);
  if (is(&r, "assume"))
    return read_assume(&r);
  while (r.at->text)
    if (!read_word(&r, a))
      return false;
  return true;
}

// Reports why the line is dropped.
static void
report(plugin_state *s, const plugin_pragma *p) {
  loft_loc at = p->fault->loc;
  if (p->near)
    s->said_to(s->said_user, DIAG_FIX, at, NULL, p->near);
  plugin_refuse(s, p->required, at, p->reason, p->what);
  if (p->near && *p->near)
    s->said_to(s->said_user, DIAG_NOTE, at, NULL,
               arena_printf(s->cx.arena, "did you mean '%s'?", p->near));
}

// The declaration for the tokens that "p" is to assume. A register variable
// cannot be one of the file, and a declaration is no statement: where the line
// must not stand, Clang says so.
static plugin_insertion
declare_assumed(plugin_state *s, const plugin_pragma *p,
                const plugin_token *tokens) {
  return (plugin_insertion){
      .before = arena_printf(s->cx.arena,
                             "register const int " PLUGIN_ASSUMED
                             "%d __attribute__((__unused__)) = (0) && ",
                             s->n_assumed++),
      .first = (int)(p->assumed - tokens),
      .n = p->n_assumed,
      .after = ";"};
}

plugin_insertion
plugin_add_pragma(plugin_state *s, loft_loc loc, const plugin_token *tokens) {
  plugin_mark m = {.loc = loc};
  if (!plugin_read_pragma(s->cx.arena, tokens, &m.says))
    report(s, &m.says);
  else if (m.says.n_assumed)
    return declare_assumed(s, &m.says, tokens);
  else
    vec_push(s->cx.arena, &s->marks, m);
  return (plugin_insertion){0};
}

void
plugin_set_target(plugin_state *s, uint32_t at) {
  for (int k = s->marks.n; k-- > 0 && !s->marks.at[k].target;)
    s->marks.at[k].target = at;
}
