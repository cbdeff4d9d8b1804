// kernel/parse.c: text to kernels, by recursive descent; functions are named
// after the grammar in KERNEL.md.
//
// The first error ends everything, as in ir/parse.c: the rest of the text is
// LEX_END, so every loop below ends on its own. Names are a function's; a
// literal becomes a register of its own before the statement it stands in.
// Checked here: names, and that what is used was assigned further up; all else
// is kn_verify's.
#include "base/lex.h"
#include "kernel/kernel_private.h"

#include <stdlib.h>

enum { MAX_DEPTH = 200 };

// The meaning of a name: one of both.
typedef struct object {
  kn_reg *reg;
  kn_buf *buf;
} object;

// A launch whose kernel is further down.
typedef struct launch {
  kn_stmt *stmt;
  lex_token kernel;
  kn_args args;
} launch;

typedef struct parser {
  lexer l;
  arena *arena;
  kn_program *program;
  kn_func *f;
  kn_block *at; // statements are appended here
  smap *names;  // of f -> object
  VEC(launch) launches;
  int depth;
} parser;

// -- Names ------------------------------------------------------------------
// Skips a name and gives it.
static lex_token
parse_name(parser *p) {
  lex_token t = p->l.tok;
  if (t.kind != LEX_IDENT || kn_is_word(t.text))
    lex_missing(&p->l, "a name");
  lex_advance(&p->l);
  return t;
}

// The register or buffer that "t" names; NULL when there is none.
static object *
find(const parser *p, const lex_token *t) {
  return t->kind == LEX_IDENT ? smap_get(p->names, t->text) : NULL;
}

// Makes "t" the name of a new object.
static object *
define(parser *p, const lex_token *t) {
  if (find(p, t))
    lex_error(&p->l, t, "%s is defined already", lex_describe(p->arena, t));
  object *o = NEW(p->arena, object);
  smap_put(p->names, t->text, o);
  return o;
}

// A new register called "t".
static kn_reg *
define_reg(parser *p, const lex_token *t, ir_scalar type) {
  kn_reg *r = kn_reg_new(p->arena, p->f, type, t->text);
  define(p, t)->reg = r;
  return r;
}

// A new array called "t".
static kn_buf *
define_buf(parser *p, const lex_token *t, ir_scalar elem, kn_space space,
           int64_t count) {
  kn_buf *b = kn_buf_new(p->arena, p->f, elem, space, count, t->text);
  define(p, t)->buf = b;
  return b;
}

// Whether the current token is a type.
static bool
at_type(const parser *p, ir_scalar *type) {
  return p->l.tok.kind == LEX_IDENT && ir_scalar_from_name(p->l.tok.text, type);
}

// scalar
static ir_scalar
parse_type(parser *p) {
  ir_scalar type = IR_I64;
  if (!at_type(p, &type))
    lex_missing(&p->l, "a type");
  lex_advance(&p->l);
  return type;
}

// An integer that is part of the program's form, from 0 to "most".
static int64_t
parse_count(parser *p, int64_t most) {
  lex_token t = p->l.tok;
  ir_bits bits = 0;
  bool ok = t.kind == LEX_NUMBER && ir_scalar_from_text(t.text, IR_I64, &bits);
  if (!ok || (int64_t)bits < 0 || (int64_t)bits > most)
    lex_error(&p->l, &t, "expected a number from 0 to %lld", (long long)most);
  lex_advance(&p->l);
  return ok ? (int64_t)bits : 0;
}

// -- Literals ---------------------------------------------------------------
// The type that the literal "text" shows; *number is the rest of it.
static ir_scalar
literal_type(arena *a, const char *text, const char **number) {
  size_t n = strlen(text), suffix = strcspn(text, "iu");
  const char *word = text + (*text == '-');
  bool special = !strncmp(word, "inf", 3) || !strncmp(word, "nan", 3);
  bool narrow = text[n - 1] == 'f' && (!special || strlen(word) > 3);
  bool is_long = text[n - 1] == 'l';
  ir_scalar type = IR_I64;
  *number = text;
  if (!strcmp(text, "true") || !strcmp(text, "false"))
    return IR_BOOL;
  if (!special && suffix < n && ir_scalar_from_name(text + suffix, &type))
    *number = arena_strndup(a, text, suffix);
  else if (narrow || is_long)
    *number = arena_strndup(a, text, n - 1);
  else if (special || strpbrk(text, ".e"))
    type = IR_F64;
  return narrow ? IR_F32 : is_long ? IR_F80 : type;
}

// A new register with the value of the current token; 0x1:f32 has these bits.
static kn_reg *
parse_literal(parser *p) {
  lex_token t = p->l.tok;
  kn_stmt *s = NEW(p->arena, kn_stmt);
  ir_scalar type;
  bool ok;
  lex_advance(&p->l);
  if (strncmp(t.text, "0x", 2) == 0) {
    lex_expect(&p->l, ':');
    type = parse_type(p);
    ok = ir_is_float(type) && ir_bits_from_text(t.text, type, &s->bits);
  } else {
    const char *number;
    type = literal_type(p->arena, t.text, &number);
    ok = ir_scalar_from_text(number, type, &s->bits);
  }
  if (!ok)
    lex_error(&p->l, &t, "%s is no literal", lex_describe(p->arena, &t));
  s->kind = KN_CONST;
  s->dst = kn_reg_new(p->arena, p->f, type, NULL);
  s->loc = (loft_loc){.file = p->l.file, .line = t.line, .col = t.col};
  vec_push(p->arena, p->at, s);
  return s->dst;
}

// Whether the current token is a literal.
static bool
at_literal(const parser *p) {
  static const char *const words[] = {"true", "false", "inf",  "inff",
                                      "infl", "nan",   "nanf", "nanl"};
  for (int k = 0; k < LOFT_COUNT(words); k++)
    if (lex_is_word(&p->l, words[k]))
      return true;
  return p->l.tok.kind == LEX_NUMBER;
}

// name | literal
static kn_reg *
parse_use(parser *p) {
  if (at_literal(p))
    return parse_literal(p);
  lex_token t = p->l.tok;
  const object *o = find(p, &t);
  if (t.kind != LEX_IDENT)
    lex_missing(&p->l, "a register");
  else if (!o || !o->reg)
    lex_error(&p->l, &t, "unknown register %s", lex_describe(p->arena, &t));
  lex_advance(&p->l);
  return o ? o->reg : NULL;
}

// The name of an array.
static kn_buf *
parse_buf(parser *p) {
  lex_token t = parse_name(p);
  const object *o = find(p, &t);
  if (!o || !o->buf)
    lex_error(&p->l, &t, "unknown array %s", lex_describe(p->arena, &t));
  return o ? o->buf : NULL;
}

// -- Statements -------------------------------------------------------------
// A statement of "kind" at the current token, not yet put anywhere.
static kn_stmt *
new_stmt(parser *p, kn_kind kind) {
  const lex_token *t = &p->l.tok;
  kn_stmt *s = NEW(p->arena, kn_stmt);
  s->kind = kind;
  s->loc = (loft_loc){.file = p->l.file, .line = t->line, .col = t->col};
  return s;
}

// Adds an operand to "s".
static void
add_arg(kn_stmt *s, kn_reg *r) {
  s->args[s->n_args++] = r;
}

// The opcode written as the current token between its operands.
static ir_opcode
infix_here(const parser *p) {
  bool may = p->l.tok.kind == LEX_PUNCT || p->l.tok.kind == LEX_PAIR;
  for (int k = 0; may && k < IR_OP__COUNT; k++) {
    const char *infix = kn_infix((ir_opcode)k);
    if (infix && strcmp(infix, p->l.tok.text) == 0)
      return (ir_opcode)k;
  }
  return IR_OP__COUNT;
}

// Whether scalar op "code" is written as a call, for want of a form of its own.
static bool
is_call(ir_opcode code) {
  return code != IR_OP__COUNT && ir_is_scalar_op(code) && !kn_infix(code) &&
         code != IR_OP_CONST && code != IR_OP_CONVERT && code != IR_OP_SELECT;
}

// ("begin" | "end") "(" name ")"
static void
parse_bound(parser *p, kn_stmt *s) {
  s->kind = KN_BOUND;
  s->op = lex_is_word(&p->l, "end") ? IR_OP_END : IR_OP_BEGIN;
  lex_advance(&p->l);
  lex_expect(&p->l, '(');
  lex_token t = p->l.tok;
  const kn_buf *b = parse_buf(p);
  const kn_buf *param = kn_array_param(p->f, 0);
  while (param && param != b)
    param = kn_array_param(p->f, ++s->index);
  if (!param)
    lex_error(&p->l, &t, "%s is no parameter", lex_describe(p->arena, &t));
  lex_expect(&p->l, ')');
}

// "threads" "(" use ")"
static void
parse_threads(parser *p, kn_stmt *s) {
  s->kind = KN_THREADS;
  lex_advance(&p->l);
  lex_expect(&p->l, '(');
  add_arg(s, parse_use(p));
  lex_expect(&p->l, ')');
}

// "readable" "(" name "," use "," use ")"
static void
parse_readable(parser *p, kn_stmt *s) {
  s->kind = KN_READABLE;
  lex_advance(&p->l);
  lex_expect(&p->l, '(');
  s->buf = parse_buf(p);
  for (int k = 0; k < 2; k++) {
    lex_expect(&p->l, ',');
    add_arg(s, parse_use(p));
  }
  lex_expect(&p->l, ')');
}

// mnemonic "(" use {"," use} ")"
static void
parse_call(parser *p, kn_stmt *s) {
  lex_token t = p->l.tok;
  s->kind = KN_OP;
  s->op = ir_opcode_of(t.text);
  if (!is_call(s->op))
    lex_error(&p->l, &t, "unknown op %s", lex_describe(p->arena, &t));
  lex_advance(&p->l);
  lex_expect(&p->l, '(');
  do
    add_arg(s, parse_use(p));
  while (s->n_args < LOFT_COUNT(s->args) && lex_accept(&p->l, ','));
  lex_expect(&p->l, ')');
}

// "@" name "(" [use {"," use}] ")"
static void
parse_callee(parser *p, kn_stmt *s) {
  s->kind = KN_CALL;
  s->callee = p->l.tok.text;
  lex_advance(&p->l);
  lex_expect(&p->l, '(');
  if (lex_accept(&p->l, ')'))
    return;
  do
    add_arg(s, parse_use(p));
  while (s->n_args < LOFT_COUNT(s->args) && lex_accept(&p->l, ','));
  lex_expect(&p->l, ')');
}

// use | use infix use | use "?" use ":" use
static void
parse_operation(parser *p, kn_stmt *s) {
  add_arg(s, parse_use(p));
  ir_opcode infix = infix_here(p);
  s->kind = KN_COPY;
  if (infix != IR_OP__COUNT) {
    s->kind = KN_OP;
    s->op = infix;
    lex_advance(&p->l);
    add_arg(s, parse_use(p));
  } else if (lex_accept(&p->l, '?')) {
    s->kind = KN_OP;
    s->op = IR_OP_SELECT;
    add_arg(s, parse_use(p));
    lex_expect(&p->l, ':');
    add_arg(s, parse_use(p));
  }
}

// "[" use "]" [mnemonic] "=" use, of s->buf.
static void
parse_element(parser *p, kn_stmt *s) {
  s->kind = KN_STORE;
  lex_expect(&p->l, '[');
  add_arg(s, parse_use(p));
  lex_expect(&p->l, ']');
  if (p->l.tok.kind == LEX_IDENT) {
    s->kind = KN_COMBINE;
    s->op = ir_opcode_of(p->l.tok.text);
    lex_advance(&p->l);
  }
  lex_expect(&p->l, '=');
  add_arg(s, parse_use(p));
  if (s->buf) {
    s->buf->is_read |= s->kind == KN_COMBINE && s->op != IR_OP_UPDATE;
    s->buf->is_written = true;
  }
}

// "fetch" name "[" use "]" mnemonic "=" use
static void
parse_fetch(parser *p, kn_stmt *s) {
  lex_advance(&p->l);
  s->buf = parse_buf(p);
  parse_element(p, s);
  if (s->kind != KN_COMBINE)
    lex_missing(&p->l, "an operator");
}

// The right side of an assignment to s->dst.
static void
parse_expression(parser *p, kn_stmt *s) {
  bool is_name = p->l.tok.kind == LEX_IDENT && p->l.next.kind == LEX_PUNCT;
  if (kn_at_builtin(&p->l, &s->builtin)) {
    s->kind = KN_BUILTIN;
    lex_advance(&p->l);
  } else if (lex_accept(&p->l, '(')) {
    lex_token t = p->l.tok;
    s->kind = KN_OP;
    s->op = IR_OP_CONVERT;
    if (parse_type(p) != s->dst->type)
      lex_error(&p->l, &t, "expected the type of '%s'", s->dst->name);
    lex_expect(&p->l, ')');
    add_arg(s, parse_use(p));
  } else if (p->l.tok.kind == LEX_FUNC) {
    parse_callee(p, s);
  } else if (lex_is_word(&p->l, "fetch")) {
    parse_fetch(p, s);
  } else if (is_name && p->l.next.punct == '(') {
    bool bound = lex_is_word(&p->l, "begin") || lex_is_word(&p->l, "end");
    if (lex_is_word(&p->l, "readable"))
      parse_readable(p, s);
    else if (lex_is_word(&p->l, "threads"))
      parse_threads(p, s);
    else
      bound ? parse_bound(p, s) : parse_call(p, s);
  } else if (is_name && p->l.next.punct == '[') {
    s->kind = KN_LOAD;
    s->buf = parse_buf(p);
    lex_expect(&p->l, '[');
    add_arg(s, parse_use(p));
    lex_expect(&p->l, ']');
    if (s->buf)
      s->buf->is_read = true;
  } else {
    parse_operation(p, s);
  }
}

// scalar name | [scalar] name "=" expression
static void
parse_assignment(parser *p) {
  kn_stmt *s = new_stmt(p, KN_COPY);
  ir_scalar type;
  bool is_new = at_type(p, &type);
  if (is_new)
    lex_advance(&p->l);
  lex_token t = parse_name(p);
  const object *o = find(p, &t);
  if (!is_new && (!o || !o->reg)) {
    lex_error(&p->l, &t, "unknown register %s", lex_describe(p->arena, &t));
    return;
  }
  if (is_new && !lex_is(&p->l, '=')) {
    define_reg(p, &t, type);
    return;
  }
  s->dst = is_new ? kn_reg_new(p->arena, p->f, type, t.text) : o->reg;
  lex_expect(&p->l, '=');
  parse_expression(p, s);
  if (is_new) // which its own value does not see
    define(p, &t)->reg = s->dst;
  vec_push(p->arena, p->at, s);
}

// name "[" use "]" [mnemonic] "=" use
static void
parse_store(parser *p) {
  kn_stmt *s = new_stmt(p, KN_STORE);
  s->buf = parse_buf(p);
  parse_element(p, s);
  vec_push(p->arena, p->at, s);
}

// The handle that a statement gives an array: "t", which may be new.
static kn_buf *
assigned_buf(parser *p, const lex_token *t, ir_scalar elem) {
  const object *o = find(p, t);
  if (o && !o->buf)
    lex_error(&p->l, t, "%s is no array", lex_describe(p->arena, t));
  return o ? o->buf : define_buf(p, t, elem, KN_GLOBAL, 0);
}

// name "=" "alloc" scalar "[" use "]"
static void
parse_alloc(parser *p) {
  kn_stmt *s = new_stmt(p, KN_ALLOC);
  lex_token t = parse_name(p);
  lex_expect(&p->l, '=');
  if (!lex_accept_word(&p->l, "alloc"))
    lex_error(&p->l, &t, "unknown register %s", lex_describe(p->arena, &t));
  ir_scalar elem = parse_type(p);
  s->buf = assigned_buf(p, &t, elem);
  if (s->buf && s->buf->elem != elem)
    lex_error(&p->l, &t, "%s has elements of another type",
              lex_describe(p->arena, &t));
  lex_expect(&p->l, '[');
  add_arg(s, parse_use(p));
  lex_expect(&p->l, ']');
  vec_push(p->arena, p->at, s);
}

// name ":=" name
static void
parse_rebind(parser *p) {
  kn_stmt *s = new_stmt(p, KN_REBIND);
  lex_token t = parse_name(p);
  lex_advance(&p->l);
  s->buf2 = parse_buf(p);
  s->buf = s->buf2 ? assigned_buf(p, &t, s->buf2->elem) : NULL;
  vec_push(p->arena, p->at, s);
}

// "free" name
static void
parse_free(parser *p) {
  kn_stmt *s = new_stmt(p, KN_FREE);
  lex_advance(&p->l);
  s->buf = parse_buf(p);
  vec_push(p->arena, p->at, s);
}

// "barrier"
static void
parse_barrier(parser *p) {
  vec_push(p->arena, p->at, new_stmt(p, KN_BARRIER));
  lex_advance(&p->l);
}

// name of an array | use
static kn_arg
parse_arg(parser *p) {
  const object *o = find(p, &p->l.tok);
  if (o && o->buf)
    return (kn_arg){.buf = parse_buf(p)};
  return (kn_arg){.reg = parse_use(p)};
}

// "return" "[" number "]" "=" arg
static void
parse_return(parser *p) {
  enum { MOST = 1000 };
  kn_stmt *s = new_stmt(p, KN_RETURN_REG);
  lex_advance(&p->l);
  lex_expect(&p->l, '[');
  s->index = (int)parse_count(p, MOST);
  lex_expect(&p->l, ']');
  lex_expect(&p->l, '=');
  kn_arg value = parse_arg(p);
  s->kind = value.buf ? KN_RETURN_BUF : KN_RETURN_REG;
  s->buf = value.buf;
  if (value.reg)
    add_arg(s, value.reg);
  if (s->index >= p->f->n_results)
    p->f->n_results = s->index + 1;
  vec_push(p->arena, p->at, s);
}

// "launch" name "<" use {"," use} ">" "(" [arg {"," arg}] ")" "," "loops" use
// "," "work" use
static void
parse_launch(parser *p) {
  launch l = {.stmt = new_stmt(p, KN_LAUNCH)};
  lex_advance(&p->l);
  l.kernel = parse_name(p);
  lex_expect(&p->l, '<');
  int dims = 0;
  do
    l.stmt->items[dims++] = parse_use(p);
  while (dims < LOFT_COUNT(l.stmt->items) && lex_accept(&p->l, ','));
  lex_expect(&p->l, '>');
  lex_expect(&p->l, '(');
  while (!p->l.failed && !lex_is(&p->l, ')')) {
    vec_push(p->arena, &l.args, parse_arg(p));
    if (!lex_accept(&p->l, ','))
      break;
  }
  lex_expect(&p->l, ')');
  lex_expect(&p->l, ',');
  lex_expect_word(&p->l, "loops");
  l.stmt->loop_bound = parse_use(p);
  lex_expect(&p->l, ',');
  lex_expect_word(&p->l, "work");
  l.stmt->work = parse_use(p);
  vec_push(p->arena, &p->launches, l);
  vec_push(p->arena, p->at, l.stmt);
}

static void parse_stmt(parser *p);

// "{" stmt* "}"
static void
parse_block(parser *p, kn_block *b) {
  kn_block *back = p->at;
  if (++p->depth > MAX_DEPTH)
    lex_error(&p->l, &p->l.tok, "blocks are nested too deep");
  p->at = b;
  lex_expect(&p->l, '{');
  while (!p->l.failed && !lex_is(&p->l, '}'))
    parse_stmt(p);
  lex_expect(&p->l, '}');
  p->at = back;
  p->depth--;
}

// "if" "(" use ")" block ["else" block]
static void
parse_if(parser *p) {
  kn_stmt *s = new_stmt(p, KN_IF);
  lex_advance(&p->l);
  lex_expect(&p->l, '(');
  add_arg(s, parse_use(p));
  lex_expect(&p->l, ')');
  vec_push(p->arena, p->at, s);
  parse_block(p, &s->body[0]);
  if (lex_accept_word(&p->l, "else"))
    parse_block(p, &s->body[1]);
}

// name "<" use ["&&" use]
static void
parse_counter(parser *p, kn_stmt *s) {
  lex_token t = parse_name(p);
  const object *o = find(p, &t);
  if (o && !o->reg)
    lex_error(&p->l, &t, "%s is no register", lex_describe(p->arena, &t));
  lex_expect(&p->l, '<');
  s->count = parse_use(p);
  if (s->count)
    s->dst = o ? o->reg : define_reg(p, &t, s->count->type);
  if (lex_is_pair(&p->l, "&&")) {
    lex_advance(&p->l);
    s->cond = parse_use(p);
  }
}

// ["parallel"] ("for" "(" counter ")" | "while" "(" use ")") ["ahead" name]
// block
static void
parse_loop(parser *p) {
  kn_stmt *s = new_stmt(p, KN_LOOP);
  s->parallel = lex_accept_word(&p->l, "parallel");
  bool counts = lex_accept_word(&p->l, "for");
  if (!counts)
    lex_expect_word(&p->l, "while");
  lex_expect(&p->l, '(');
  if (counts)
    parse_counter(p, s);
  else if (!lex_accept_word(&p->l, "true"))
    s->cond = parse_use(p);
  lex_expect(&p->l, ')');
  if (lex_accept_word(&p->l, "ahead"))
    s->ahead = parse_buf(p);
  vec_push(p->arena, p->at, s);
  parse_block(p, &s->body[0]);
}

// stmt: its first token, or the next, says which.
static void
parse_stmt(parser *p) {
  static const struct {
    const char *word;
    void (*parse)(parser *p);
  } starts[] = {{"if", parse_if},           {"for", parse_loop},
                {"while", parse_loop},      {"parallel", parse_loop},
                {"barrier", parse_barrier}, {"launch", parse_launch},
                {"free", parse_free},       {"return", parse_return}};
  const lex_token *next = &p->l.next;
  for (int k = 0; k < LOFT_COUNT(starts); k++)
    if (lex_is_word(&p->l, starts[k].word)) {
      starts[k].parse(p);
      return;
    }
  const object *o = find(p, &p->l.tok);
  if (next->punct == '[')
    parse_store(p);
  else if (next->kind == LEX_PAIR && strcmp(next->text, ":=") == 0)
    parse_rebind(p);
  else if (next->punct == '=' && (!o || o->buf))
    parse_alloc(p);
  else
    parse_assignment(p);
}

// -- Functions --------------------------------------------------------------
// "indirect" ["(" integer {"," integer} ")"], or nothing
static void
parse_loads(parser *p, kn_buf *b) {
  VEC(int64_t) all = {0};
  if (!lex_accept(&p->l, '('))
    vec_push(p->arena, &all, 0);
  else {
    do
      vec_push(p->arena, &all, parse_count(p, INT32_MAX));
    while (lex_accept(&p->l, ','));
    lex_expect(&p->l, ')');
  }
  b->loads = all.at;
  b->n_loads = all.n;
}

// scalar name | ["in" | "out" | "inout"] [loads] scalar name "[" "]"
static void
parse_param(parser *p) {
  kn_param q = {0};
  bool inout = lex_accept_word(&p->l, "inout");
  bool in = !inout && lex_accept_word(&p->l, "in");
  bool out = !inout && !in && lex_accept_word(&p->l, "out");
  kn_buf way = {0};
  bool indirect = lex_accept_word(&p->l, "indirect");
  if (indirect)
    parse_loads(p, &way);
  ir_scalar type = parse_type(p);
  lex_token t = parse_name(p);
  bool array = lex_accept(&p->l, '[');
  if (array || inout || in || out || indirect) {
    q.buf = define_buf(p, &t, type, KN_GLOBAL, 0);
    q.buf->is_read = in || inout;
    q.buf->is_written = out || inout;
    q.buf->n_loads = way.n_loads;
    q.buf->loads = way.loads;
    if (!array)
      lex_expect(&p->l, '[');
    lex_expect(&p->l, ']');
  } else {
    q.reg = define_reg(p, &t, type);
  }
  vec_push(p->arena, &p->f->params, q);
}

// ("shared" | "private") scalar name "[" number "]"
static void
parse_local(parser *p) {
  bool shared = lex_is_word(&p->l, "shared");
  lex_advance(&p->l);
  ir_scalar elem = parse_type(p);
  lex_token t = parse_name(p);
  lex_expect(&p->l, '[');
  int64_t count = parse_count(p, IR_MAX_PRIVATE);
  lex_expect(&p->l, ']');
  define_buf(p, &t, elem, shared ? KN_SHARED : KN_PRIVATE, count);
}

// "(" [param {"," param}] ")" ["local" number | "tall"] "{" local* stmt* "}"; a
// comment behind the brace names the kernel in logs.
static void
parse_body(parser *p) {
  enum { MOST = 1024 };
  kn_func *f = p->f;
  lex_expect(&p->l, '(');
  while (!p->l.failed && !lex_is(&p->l, ')')) {
    parse_param(p);
    if (!lex_accept(&p->l, ','))
      break;
  }
  lex_expect(&p->l, ')');
  if (lex_accept_word(&p->l, "local")) {
    f->local[0] = (int)parse_count(p, MOST);
    f->local[1] = f->local[2] = f->local[0] ? 1 : 0;
  } else
    f->tall = lex_accept_word(&p->l, "tall");
  const char *what = p->l.comment;
  if (what && !f->is_host) {
    what += strspn(what, " ");
    f->what = arena_strndup(p->arena, what, strcspn(what, "\r\n"));
  }
  lex_expect(&p->l, '{');
  while (lex_is_word(&p->l, "shared") || lex_is_word(&p->l, "private"))
    parse_local(p);
  p->at = &f->body;
  while (!p->l.failed && !lex_is(&p->l, '}'))
    parse_stmt(p);
  lex_expect(&p->l, '}');
}

// The kernel called "t", or NULL.
static kn_func *
find_kernel(const parser *p, const lex_token *t) {
  for (int k = 0; k < p->program->kernels.n; k++)
    if (strcmp(p->program->kernels.at[k]->name, t->text) == 0)
      return p->program->kernels.at[k];
  return NULL;
}

// ("host" | "kernel") name body
static void
parse_func(parser *p) {
  kn_func *f = p->f = NEW(p->arena, kn_func);
  lex_token t = p->l.tok;
  f->loc = (loft_loc){.file = p->l.file, .line = t.line, .col = t.col};
  f->is_host = lex_accept_word(&p->l, "host");
  if (!f->is_host)
    lex_expect_word(&p->l, "kernel");
  f->what = f->is_host ? "host" : "";
  f->dims = 1;
  p->names = smap_new(p->arena);
  lex_token name = p->l.tok;
  if (name.kind != LEX_IDENT && name.kind != LEX_NUMBER)
    lex_missing(&p->l, "a name");
  lex_advance(&p->l);
  f->name = name.text;
  if (f->is_host ? p->program->host != NULL : find_kernel(p, &name) != NULL)
    lex_error(&p->l, &name, "%s is defined already",
              f->is_host ? "the host function" : lex_describe(p->arena, &name));
  f->id = p->program->kernels.n;
  if (f->is_host)
    p->program->host = f;
  else
    vec_push(p->arena, &p->program->kernels, f);
  parse_body(p);
}

// Finds the kernels that are launched.
static void
resolve_launches(parser *p) {
  for (int k = 0; k < p->launches.n && !p->l.failed; k++) {
    launch *l = &p->launches.at[k];
    kn_func *f = find_kernel(p, &l->kernel);
    if (!f) {
      lex_error(&p->l, &l->kernel, "unknown kernel %s",
                lex_describe(p->arena, &l->kernel));
    } else if (f->params.n != l->args.n) {
      lex_error(&p->l, &l->kernel, "%s takes %d arguments, not %d", f->name,
                f->params.n, l->args.n);
    } else {
      l->stmt->kernel = f;
      l->stmt->launch = l->args.at;
      while (f->dims < LOFT_COUNT(l->stmt->items) && l->stmt->items[f->dims])
        f->dims++;
    }
  }
}

// kn_test: "s" asks for the range of items to run.
static bool
asks_range(const kn_stmt *s, const void *of) {
  (void)of;
  return s->kind == KN_BUILTIN &&
         (s->builtin == KN_RANGE_LO || s->builtin == KN_RANGE_HI);
}

kn_program *
kn_parse(loft_cx *cx, const char *file, const char *text) {
  static const lex_syntax syntax = {"@", "(){}[],:=<>+-*/%&|^?",
                                    "<<>><=>===!=&&:="};
  parser p = {.arena = cx->arena, .program = NEW(cx->arena, kn_program)};
  *p.program = (kn_program){.arena = cx->arena, .target = KN_GPU};
  lex_init(&p.l, cx, &syntax, file, text);
  while (p.l.tok.kind != LEX_END)
    parse_func(&p);
  resolve_launches(&p);
  if (!p.l.failed && !p.program->host && !p.program->kernels.n)
    lex_missing(&p.l, "a function");
  for (int k = 0; k < p.program->kernels.n; k++)
    if (kn_any(&p.program->kernels.at[k]->body, asks_range, NULL))
      p.program->target = KN_CPU;
  return !p.l.failed && kn_verify(cx, p.program) ? p.program : NULL;
}
