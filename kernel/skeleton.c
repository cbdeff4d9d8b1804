// kernel/skeleton.c: kernels as text with holes.
//
// The text is run: numbers are computed and each is unrolled now, all else
// becomes statements at the cursor, in the order of the text. Its language is
// in KERNEL.md (Skeletons). The text is the compiler's own: what is wrong with
// it is reported, and fails the lowering.
#include "base/lex.h"
#include "kernel/kernel_private.h"

enum { MAX_ARGS = 6 };

typedef enum kind {
  NUMBER,
  REG,
  VARIABLE,
  TUPLES,
  ARRAYS,
  PART,
  HOLE,
  TUPLE_HOLE
} kind;

// The meaning of a name.
typedef struct symbol {
  kind kind;
  int64_t number;   // NUMBER; TUPLES: how many
  kn_reg *reg;      // REG VARIABLE
  kn_reg ***tuples; // TUPLES
  int from;         // of TUPLES: the fold that their first values are of
  kn_buf **arrays;  // ARRAYS: one for each value of a tuple
  lexer part;       // PART: at its parameters
  kn_hole_fn hole;
  kn_tuple_hole_fn tuple_hole;
  void *user; // of the hole
} symbol;

// The names of a part while it runs; it sees those of what runs it.
typedef struct scope {
  smap *names; // symbol
  struct scope *outer;
} scope;

struct kn_skeleton {
  kn_fn *k;
  const ir_soac *all; // whose tuples they are
  ir_soac s;          // with those of its folds that are at hand
  int from;           // the first of these
  lexer l;
  scope names;
};

static void run_block(kn_skeleton *t);
static symbol parse_expr(kn_skeleton *t, int least);
static kn_reg **parse_values(kn_skeleton *t);

// -- Names --------------------------------------------------------------------
// Lets "name" stand for "what".
static void
define(kn_skeleton *t, const char *name, symbol what) {
  symbol *s = NEW(t->k->low->arena, symbol);
  *s = what;
  smap_put(t->names.names, name, s);
}

kn_skeleton *
kn_skeleton_new(kn_fn *k, const ir_soac *s) {
  kn_skeleton *t = NEW(k->low->arena, kn_skeleton);
  t->k = k;
  t->all = s;
  kn_skeleton_folds(t, 0, s->n_red);
  t->names.names = smap_new(k->low->arena);
  return t;
}

void
kn_skeleton_folds(kn_skeleton *t, int from, int to) {
  t->from = from;
  t->s = *t->all;
  t->s.n_red = to - from;
  if (t->s.results)
    t->s.results += from;
  if (t->s.red_ops)
    t->s.red_ops += from;
}

void
kn_let_number(kn_skeleton *t, const char *name, int64_t number) {
  define(t, name, (symbol){.kind = NUMBER, .number = number});
}

void
kn_let_reg(kn_skeleton *t, const char *name, kn_reg *reg) {
  define(t, name, (symbol){.kind = REG, .reg = reg});
}

void
kn_let_tuple(kn_skeleton *t, const char *name, kn_reg **tuple) {
  kn_reg ***one = NEW(t->k->low->arena, kn_reg **);
  *one = tuple;
  define(t, name, (symbol){.kind = TUPLES, .number = 1, .tuples = one});
}

void
kn_let_arrays(kn_skeleton *t, const char *name, kn_buf **arrays) {
  define(t, name, (symbol){.kind = ARRAYS, .arrays = arrays});
}

void
kn_let_hole(kn_skeleton *t, const char *name, kn_hole_fn hole, void *user) {
  define(t, name, (symbol){.kind = HOLE, .hole = hole, .user = user});
}

void
kn_let_tuple_hole(kn_skeleton *t, const char *name, kn_tuple_hole_fn hole,
                  void *user) {
  define(t, name,
         (symbol){.kind = TUPLE_HOLE, .tuple_hole = hole, .user = user});
}

// Skips a name and gives it.
static const char *
parse_name(kn_skeleton *t) {
  const char *name = t->l.tok.text;
  if (t->l.tok.kind != LEX_IDENT)
    lex_missing(&t->l, "a name");
  lex_advance(&t->l);
  return name;
}

// The meaning of the current token; NULL when it has none.
static symbol *
symbol_here(const kn_skeleton *t) {
  for (const scope *at = &t->names; at && t->l.tok.kind == LEX_IDENT;
       at = at->outer)
    if (smap_has(at->names, t->l.tok.text))
      return smap_get(at->names, t->l.tok.text);
  return NULL;
}

// -- Expressions --------------------------------------------------------------
// "v" as a register.
static kn_reg *
reg_of(kn_skeleton *t, const symbol *v) {
  if (v->kind == NUMBER)
    return kn_put_i64(t->k, v->number);
  if (v->kind != REG)
    lex_missing(&t->l, "a value");
  return v->kind == REG ? v->reg : kn_put_i64(t->k, 0);
}

// "v" as a number.
static int64_t
number_of(kn_skeleton *t, const symbol *v) {
  if (v->kind != NUMBER)
    lex_missing(&t->l, "a number");
  return v->number;
}

// The operators by how they bind, those of C; and of two numbers.
static const struct {
  const char *text;
  int binds;
  ir_opcode op;
} operators[] = {{"|", 1, IR_OP_OR},  {"&", 2, IR_OP_AND}, {"==", 3, IR_OP_EQ},
                 {"!=", 3, IR_OP_NE}, {"<", 4, IR_OP_LT},  {"<=", 4, IR_OP_LE},
                 {">", 4, IR_OP_GT},  {">=", 4, IR_OP_GE}, {">>", 5, IR_OP_SHR},
                 {"+", 6, IR_OP_ADD}, {"-", 6, IR_OP_SUB}, {"*", 7, IR_OP_MUL},
                 {"/", 7, IR_OP_DIV}, {"%", 7, IR_OP_REM}};

// x op y; x itself where y is a zero to add.
static symbol
put_binary(kn_skeleton *t, ir_opcode op, symbol x, symbol y) {
  if (x.kind == NUMBER && y.kind == NUMBER) {
    bool is_bool = ir_op_table[op].cls == IR_CLASS_CMP;
    ir_bits in[2] = {(uint64_t)x.number, (uint64_t)y.number};
    ir_bits out = ir_eval_scalar(op, IR_I64, is_bool ? IR_BOOL : IR_I64, in);
    return (symbol){.kind = NUMBER, .number = (int64_t)out};
  }
  if (op == IR_OP_ADD && y.kind == NUMBER && y.number == 0)
    return x;
  kn_reg *left = reg_of(t, &x), *right = reg_of(t, &y);
  return (symbol){.kind = REG, .reg = kn_put2(t->k, op, left, right, NULL)};
}

// "(" [expr {"," expr}] ")"
static int
parse_args(kn_skeleton *t, symbol *args) {
  int n = 0;
  lex_expect(&t->l, '(');
  while (n < MAX_ARGS && !lex_is(&t->l, ')') && !t->l.failed) {
    args[n++] = parse_expr(t, 0);
    if (!lex_accept(&t->l, ','))
      break;
  }
  lex_expect(&t->l, ')');
  return n;
}

// The values of "v", a tuple, of the folds at hand.
static kn_reg **
tuple_of(kn_skeleton *t, const symbol *v) {
  if (v->kind != TUPLES)
    lex_missing(&t->l, "a tuple");
  return v->kind == TUPLES ? v->tuples[0] + (t->from - v->from)
                           : kn_tuple_new(t->k, &t->s, NULL);
}

// The arguments of a hole, which are next.
static void
parse_hole_args(kn_skeleton *t, kn_hole_arg *given) {
  symbol args[MAX_ARGS] = {0};
  int n = parse_args(t, args);
  for (int k = 0; k < n; k++)
    if (args[k].kind == TUPLES)
      given[k].tuple = tuple_of(t, &args[k]);
    else
      given[k].reg = reg_of(t, &args[k]);
}

// The value of hole "h", whose arguments are next.
static symbol
fill_hole(kn_skeleton *t, const symbol *h) {
  kn_hole_arg given[MAX_ARGS] = {0};
  parse_hole_args(t, given);
  kn_reg *out = t->l.failed ? NULL : h->hole(h->user, given);
  return (symbol){.kind = out ? REG : NUMBER, .reg = out};
}

// ("min" | "max") "(" expr "," expr ")"
static symbol
parse_choice(kn_skeleton *t, ir_opcode op) {
  symbol args[MAX_ARGS] = {0};
  lex_advance(&t->l);
  if (parse_args(t, args) != 2)
    lex_missing(&t->l, "two values");
  return put_binary(t, op, args[0], args[1]);
}

// What "s", which was just named, stands for here: of tuples, one.
static symbol
parse_use(kn_skeleton *t, const symbol *s) {
  if (s->kind == HOLE)
    return fill_hole(t, s);
  if (s->kind == VARIABLE)
    return (symbol){.kind = REG, .reg = s->reg};
  if (s->kind != TUPLES || !lex_accept(&t->l, '['))
    return *s;
  symbol index = parse_expr(t, 0), out = *s;
  int64_t k = number_of(t, &index);
  lex_expect(&t->l, ']');
  if (k < 0 || k >= s->number)
    lex_missing(&t->l, "a number of a tuple that there is");
  else
    out.tuples += k;
  out.number = 1;
  return out;
}

// A number, a value, or the meaning of a name.
static symbol
parse_primary(kn_skeleton *t) {
  symbol out = {.kind = NUMBER};
  kn_builtin which;
  ir_bits bits = 0;
  if (lex_accept(&t->l, '(')) {
    out = parse_expr(t, 0);
    lex_expect(&t->l, ')');
  } else if (t->l.tok.kind == LEX_NUMBER) {
    if (!ir_scalar_from_text(t->l.tok.text, IR_I64, &bits))
      lex_missing(&t->l, "a number");
    out.number = (int64_t)bits;
    lex_advance(&t->l);
  } else if (kn_at_builtin(&t->l, &which)) {
    lex_advance(&t->l);
    out = (symbol){.kind = REG, .reg = kn_put_builtin(t->k, which, NULL)};
  } else if (lex_is_word(&t->l, "min") || lex_is_word(&t->l, "max")) {
    out = parse_choice(t, lex_is_word(&t->l, "min") ? IR_OP_MIN : IR_OP_MAX);
  } else {
    const symbol *s = symbol_here(t);
    if (!s)
      lex_error(&t->l, &t->l.tok, "unknown name %s",
                lex_describe(t->k->low->arena, &t->l.tok));
    lex_advance(&t->l);
    out = s ? parse_use(t, s) : out;
  }
  return out;
}

// Operands of operators that bind at least so, and stronger than "least".
static symbol
parse_expr(kn_skeleton *t, int least) {
  symbol out = parse_primary(t);
  for (int k = 0; k < LOFT_COUNT(operators); k++) {
    bool may = t->l.tok.kind == LEX_PUNCT || t->l.tok.kind == LEX_PAIR;
    if (!may || operators[k].binds <= least ||
        strcmp(operators[k].text, t->l.tok.text) != 0)
      continue;
    lex_advance(&t->l);
    symbol right = parse_expr(t, operators[k].binds);
    out = put_binary(t, operators[k].op, out, right);
    k = -1; // and on
  }
  return out;
}

// A value of i64.
static kn_reg *
parse_reg(kn_skeleton *t) {
  symbol v = parse_expr(t, 0);
  return reg_of(t, &v);
}

// A number.
static int64_t
parse_number(kn_skeleton *t) {
  symbol v = parse_expr(t, 0);
  return number_of(t, &v);
}

// "op" "(" values "," values ")", behind the "op".
static kn_reg **
parse_op(kn_skeleton *t) {
  kn_reg **out = NEW_ARRAY(t->k->low->arena, kn_reg *, t->s.n_red);
  lex_expect(&t->l, '(');
  kn_reg **left = parse_values(t);
  lex_expect(&t->l, ',');
  kn_put_operator(t->k, &t->s, left, parse_values(t), out);
  lex_expect(&t->l, ')');
  return out;
}

// "[" expr "]", behind "arrays": an element of each.
static kn_reg **
parse_elements(kn_skeleton *t, const symbol *arrays) {
  kn_reg **out = NEW_ARRAY(t->k->low->arena, kn_reg *, t->s.n_red);
  lex_expect(&t->l, '[');
  kn_reg *at = parse_reg(t);
  lex_expect(&t->l, ']');
  for (int k = 0; k < t->s.n_red; k++)
    out[k] = kn_put_load(t->k, arrays->arrays[t->from + k], at, NULL);
  return out;
}

// The registers of values: elements of arrays, an "op" of two, a tuple, or
// those of a hole.
static kn_reg **
parse_values(kn_skeleton *t) {
  const symbol *s = symbol_here(t);
  if (lex_accept_word(&t->l, "op"))
    return parse_op(t);
  if (s && s->kind == ARRAYS) {
    lex_advance(&t->l);
    return parse_elements(t, s);
  }
  if (s && s->kind == TUPLE_HOLE) {
    kn_hole_arg given[MAX_ARGS] = {0};
    lex_advance(&t->l);
    parse_hole_args(t, given);
    return s->tuple_hole(s->user, given);
  }
  symbol v = parse_expr(t, 0);
  return tuple_of(t, &v);
}

// -- Statements ---------------------------------------------------------------
// Skips a block.
static void
skip_block(kn_skeleton *t) {
  int depth = 0;
  do {
    depth += lex_is(&t->l, '{') - lex_is(&t->l, '}');
    lex_advance(&t->l);
  } while (depth > 0 && t->l.tok.kind != LEX_END);
}

// "(" name "<", or "(": the tokens before the value of each, for, if, when.
static const char *
parse_head(kn_skeleton *t, bool counts) {
  lex_advance(&t->l);
  lex_expect(&t->l, '(');
  const char *name = counts ? parse_name(t) : NULL;
  if (counts)
    lex_expect(&t->l, '<');
  return name;
}

// The block at hand as "body", from where the cursor comes back.
static void
run_into(kn_skeleton *t, kn_block *body) {
  kn_block *back = kn_enter(t->k, body);
  run_block(t);
  kn_enter(t->k, back);
}

// "if" "(" expr ")" block ["else" block]
static void
run_if(kn_skeleton *t) {
  parse_head(t, false);
  kn_stmt *s = kn_put_if(t->k, parse_reg(t));
  lex_expect(&t->l, ')');
  run_into(t, &s->body[0]);
  if (lex_accept_word(&t->l, "else"))
    run_into(t, &s->body[1]);
}

// "when" "(" number ")" block ["else" block]
static void
run_when(kn_skeleton *t) {
  parse_head(t, false);
  bool holds = parse_number(t) != 0;
  lex_expect(&t->l, ')');
  holds ? run_block(t) : skip_block(t);
  if (lex_accept_word(&t->l, "else"))
    holds ? skip_block(t) : run_block(t);
}

// ["parallel"] "for" "(" name "<" expr ")" block
static void
run_for(kn_skeleton *t) {
  bool parallel = lex_accept_word(&t->l, "parallel");
  const char *name = parse_head(t, true);
  kn_stmt *s = kn_put_loop(t->k, parse_reg(t), parallel, name);
  lex_expect(&t->l, ')');
  kn_let_reg(t, name, s->dst);
  run_into(t, &s->body[0]);
}

// "while" "(" expr ")" block: the expression stands before and in the loop.
static void
run_while(kn_skeleton *t) {
  parse_head(t, false);
  lexer condition = t->l;
  kn_reg *more = kn_put_variable(t->k, parse_reg(t), "more");
  lex_expect(&t->l, ')');
  kn_block *back = kn_enter(t->k, &kn_put_while(t->k, more)->body[0]);
  run_block(t);
  lexer end = t->l;
  t->l = condition;
  kn_put_copy(t->k, more, parse_reg(t));
  t->l = end;
  kn_enter(t->k, back);
}

// "i64" name "=" expr
static void
run_variable(kn_skeleton *t) {
  lex_advance(&t->l);
  const char *name = parse_name(t);
  lex_expect(&t->l, '=');
  kn_reg *reg = kn_put_variable(t->k, parse_reg(t), name);
  define(t, name, (symbol){.kind = VARIABLE, .reg = reg});
}

// "each" "(" name "<" number ")" block
static void
run_each(kn_skeleton *t) {
  const char *name = parse_head(t, true);
  int64_t n = parse_number(t);
  lex_expect(&t->l, ')');
  lexer start = t->l;
  skip_block(t);
  lexer end = t->l;
  for (int64_t k = 0; k < n && !t->l.failed; k++) {
    t->l = start;
    kn_let_number(t, name, k);
    run_block(t);
  }
  if (!t->l.failed)
    t->l = end;
}

// "tuple" name ["[" number "]"]
static void
run_tuple(kn_skeleton *t) {
  lex_advance(&t->l);
  const char *name = parse_name(t);
  symbol out = {.kind = TUPLES, .number = 1, .from = t->from};
  if (lex_accept(&t->l, '[')) {
    out.number = parse_number(t);
    lex_expect(&t->l, ']');
  }
  out.tuples = NEW_ARRAY(t->k->low->arena, kn_reg **, out.number + 1);
  for (int64_t k = 0; k < out.number; k++)
    out.tuples[k] = kn_tuple_new(t->k, &t->s, name);
  define(t, name, out);
}

// "part" name "(" [name {"," name}] ")" block
static void
run_part(kn_skeleton *t) {
  lex_advance(&t->l);
  const char *name = parse_name(t);
  define(t, name, (symbol){.kind = PART, .part = t->l});
  while (!lex_is(&t->l, '{') && t->l.tok.kind != LEX_END)
    lex_advance(&t->l);
  skip_block(t);
}

// Runs a part, whose "n" arguments are "args".
static void
run_part_with(kn_skeleton *t, const symbol *part, const symbol *args, int n) {
  lexer back = t->l;
  scope outer = t->names;
  t->l = part->part;
  t->names = (scope){smap_new(t->k->low->arena), &outer};
  lex_expect(&t->l, '(');
  for (int k = 0; k < n; k++) {
    define(t, parse_name(t), args[k]);
    if (k + 1 < n)
      lex_expect(&t->l, ',');
  }
  lex_expect(&t->l, ')');
  run_block(t);
  t->names = outer;
  if (!t->l.failed)
    t->l = back;
}

// A part, whose arguments are next.
static void
run_call(kn_skeleton *t, const symbol *part) {
  symbol args[MAX_ARGS] = {0};
  int n = parse_args(t, args);
  if (!t->l.failed)
    run_part_with(t, part, args, n);
}

// arrays "[" expr "]" "=" values
static void
run_store(kn_skeleton *t, const symbol *s) {
  lex_expect(&t->l, '[');
  kn_reg *at = parse_reg(t);
  lex_expect(&t->l, ']');
  lex_expect(&t->l, '=');
  kn_put_tuple_store(t->k, &t->s, s->arrays + t->from, at, parse_values(t));
}

// tuple "=" values
static void
run_set(kn_skeleton *t, const symbol *s) {
  symbol to = parse_use(t, s);
  kn_reg **dst = tuple_of(t, &to);
  lex_expect(&t->l, '=');
  kn_put_parallel_copy(t->k, dst, parse_values(t), t->s.n_red);
}

// variable "=" expr
static void
run_assign(kn_skeleton *t, const symbol *s) {
  lex_expect(&t->l, '=');
  kn_put_copy(t->k, s->reg, parse_reg(t));
}

// name "=" expr: a name of its value from here on.
static void
run_let(kn_skeleton *t, const char *name) {
  lex_expect(&t->l, '=');
  symbol v = parse_expr(t, 0);
  if (v.kind == REG && !v.reg->name)
    v.reg->name = name;
  define(t, name, v);
}

// A statement that begins with a name.
static void
run_named(kn_skeleton *t) {
  const symbol *s = symbol_here(t);
  const char *name = parse_name(t);
  if (lex_is(&t->l, '=') && (!s || s->kind == NUMBER || s->kind == REG))
    run_let(t, name);
  else if (s && s->kind == VARIABLE)
    run_assign(t, s);
  else if (s && s->kind == TUPLES)
    run_set(t, s);
  else if (s && s->kind == ARRAYS)
    run_store(t, s);
  else if (s && s->kind == PART)
    run_call(t, s);
  else if (s && s->kind == HOLE)
    fill_hole(t, s);
  else
    lex_missing(&t->l, "'='");
}

// One statement.
static void
run_stmt(kn_skeleton *t) {
  static const struct {
    const char *word;
    void (*run)(kn_skeleton *t);
  } table[] = {
      {"if", run_if},       {"when", run_when},    {"for", run_for},
      {"each", run_each},   {"part", run_part},    {"tuple", run_tuple},
      {"while", run_while}, {"i64", run_variable}, {"parallel", run_for}};
  for (int k = 0; k < LOFT_COUNT(table); k++)
    if (lex_is_word(&t->l, table[k].word)) {
      table[k].run(t);
      return;
    }
  if (lex_accept_word(&t->l, "barrier"))
    kn_put(t->k, KN_BARRIER);
  else
    run_named(t);
}

// "{" {stmt} "}"
static void
run_block(kn_skeleton *t) {
  lex_expect(&t->l, '{');
  while (!lex_is(&t->l, '}') && t->l.tok.kind != LEX_END)
    run_stmt(t);
  lex_expect(&t->l, '}');
}

void
kn_put_skeleton(kn_skeleton *t, const char *file, const char *text) {
  static const lex_syntax syntax = {"", "(){}[],=<>+-*/%&|", "==!=<=>=>>"};
  lex_init(&t->l, t->k->low->cx, &syntax, file, text);
  while (t->l.tok.kind != LEX_END)
    run_stmt(t);
  t->k->low->failed |= t->l.failed;
}

void
kn_put_part(kn_skeleton *t, const char *name) {
  const symbol *part = smap_get(t->names.names, name);
  run_part_with(t, part, NULL, 0);
  t->k->low->failed |= t->l.failed;
}
