// ir/parse.c: text to IR, by recursive descent; functions are named after the
// grammar in IR.md.
//
// The first error ends everything: lex_error turns the rest of the text into
// LEX_END, so every loop below ends on its own, and a function that finds
// nothing useful just returns. Whatever was built is arena garbage then.
// Depth of recursion is the nesting of regions, at most MAX_DEPTH.
//
// Names are scoped by regions: a name may be used again in a region beside, not
// where it is still visible. Checked here: names, counts of operands, results
// and yields, the range of literals. All else is ir_verify's.
#include "base/lex.h"
#include "ir/ir.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

enum { MAX_DEPTH = 200 };

typedef struct result {
  lex_token name;
  ir_type type;
} result;
typedef VEC(result) result_list;
typedef VEC(lex_token) token_list;

typedef struct parser {
  lexer l;
  arena *arena;
  ir_module *module;
  ir_func *func;
  smap *values;              // visible names -> ir_val, NULL when out of scope
  VEC(const char *) visible; // the names in scope, outer first
  int depth;
} parser;

// -- Names ----------------------------------------------------------------
// The value named by the current token, which it skips; NULL on error.
static ir_val *
parse_use(parser *p) {
  lex_token t = p->l.tok;
  if (t.kind != LEX_VALUE) {
    lex_missing(&p->l, "a value");
    return NULL;
  }
  ir_val *v = smap_get(p->values, t.text);
  if (!v)
    lex_error(&p->l, &t, "unknown value %s", lex_describe(p->arena, &t));
  lex_advance(&p->l);
  return v;
}

// Makes "v" visible under the name of token "t".
static void
define(parser *p, const lex_token *t, ir_val *v) {
  if (smap_get(p->values, t->text))
    lex_error(&p->l, t, "%s is defined already", lex_describe(p->arena, t));
  v->name = t->text;
  smap_put(p->values, t->text, v);
  vec_push(p->arena, &p->visible, t->text);
}

// Makes all names but the "keep" outermost invisible.
static void
close_scope(parser *p, int keep) {
  while (p->visible.n > keep)
    smap_put(p->values, p->visible.at[--p->visible.n], NULL);
}

// Skips the name of a value to be defined and returns it.
static lex_token
parse_name(parser *p) {
  lex_token t = p->l.tok;
  if (t.kind != LEX_VALUE)
    lex_error(&p->l, &t, "expected a name like %%x before %s",
              lex_describe(p->arena, &t));
  lex_advance(&p->l);
  return t;
}

// -- Types ----------------------------------------------------------------
// type: '[' ']' scalar | scalar
static ir_type
parse_type(parser *p) {
  ir_type type = {IR_I64, false};
  if (lex_accept(&p->l, '[')) {
    lex_expect(&p->l, ']');
    type.array = true;
  }
  if (p->l.tok.kind != LEX_IDENT ||
      !ir_scalar_from_name(p->l.tok.text, &type.elem))
    lex_missing(&p->l, "a type");
  lex_advance(&p->l);
  return type;
}

// -- Constants ------------------------------------------------------------
// The float literal "text" of type "s" as bits; false when it is none.
static bool
float_literal(const char *text, ir_scalar s, ir_bits *bits) {
  char *end;
  *bits = 0;
  if (s == IR_F32) {
    float f = strtof(text, &end);
    memcpy(bits, &f, sizeof f);
  } else if (s == IR_F64) {
    double d = strtod(text, &end);
    memcpy(bits, &d, sizeof d);
  } else {
    long double x = strtold(text, &end);
    memcpy(bits, &x, ir_value_bytes(s));
  }
  return *text && !*end;
}

// The integer literal "text" as bits of type "s"; false when it does not fit.
static bool
int_literal(const char *text, ir_scalar s, ir_bits *bits) {
  int width = 8 * ir_size(s);
  uint64_t ones = ~0ull >> (64 - width);
  bool minus = *text == '-';
  bool hex = text[minus] == '0' && (text[minus + 1] | 32) == 'x';
  char *end;
  errno = 0;
  uint64_t value = strtoull(text + minus, &end, hex ? 16 : 10);
  if (errno || *end || (minus && (text[1] == '-' || text[1] == '+')))
    return false;
  uint64_t limit = ir_is_signed(s) ? (ones >> 1) + minus : minus ? 0 : ones;
  *bits = (minus ? -value : value) & ones;
  return value <= (hex && !minus ? ones : limit);
}

bool
ir_scalar_from_text(const char *text, ir_scalar type, ir_bits *bits) {
  if (type == IR_BOOL) {
    *bits = strcmp(text, "true") == 0;
    return *bits || strcmp(text, "false") == 0;
  }
  if (ir_is_float(type))
    return float_literal(text, type, bits);
  bool is_number = strchr("+-0123456789", *text) != NULL;
  return *text && is_number && int_literal(text, type, bits);
}

// The hexadecimal literal "text" as the bits of an f80; false when it is none.
static bool
f80_from_text(const char *text, ir_bits *bits) {
  enum { DIGITS = 2 * IR_F80_BYTES };
  size_t n = strlen(text);
  *bits = 0;
  if (n < 3 || n > 2 + DIGITS || strncmp(text, "0x", 2))
    return false;
  for (const char *p = text + 2; *p; p++) {
    if (!isxdigit((unsigned char)*p))
      return false;
    *bits =
        *bits << 4 | (unsigned)(*p <= '9' ? *p - '0' : (*p | 32) - 'a' + 10);
  }
  return true;
}

bool
ir_bits_from_text(const char *text, ir_scalar type, ir_bits *bits) {
  return type == IR_F80 ? f80_from_text(text, bits)
                        : int_literal(text, ir_unsigned(ir_size(type)), bits);
}

// literal [':' 'bits']
static void
parse_literal(parser *p, ir_op *op, ir_type type) {
  lex_token t = p->l.tok;
  if (t.kind != LEX_NUMBER && t.kind != LEX_IDENT)
    lex_error(&p->l, &t, "expected a literal before %s",
              lex_describe(p->arena, &t));
  lex_advance(&p->l);
  bool raw = lex_accept(&p->l, ':');
  if (raw)
    lex_expect_word(&p->l, "bits");
  if (!(raw ? ir_bits_from_text : ir_scalar_from_text)(t.text, type.elem,
                                                       &op->bits))
    lex_error(&p->l, &t, "%s is no literal of type %s",
              lex_describe(p->arena, &t), ir_scalar_name(type.elem));
}

// -- Attributes -----------------------------------------------------------
// '=' level
static void
parse_level(parser *p, ir_op *op) {
  lex_expect(&p->l, '=');
  for (int k = 0; k < IR_LEVEL__COUNT; k++)
    if (lex_is_word(&p->l, ir_level_name((ir_level)k))) {
      op->level = (ir_level)k;
      lex_advance(&p->l);
      return;
    }
  lex_error(&p->l, &p->l.tok, "unknown level %s",
            lex_describe(p->arena, &p->l.tok));
}

// '=' space
static void
parse_space(parser *p, ir_op *op) {
  lex_expect(&p->l, '=');
  if (lex_is_word(&p->l, "private"))
    op->space = IR_SPACE_PRIVATE;
  else if (!lex_is_word(&p->l, "global"))
    lex_error(&p->l, &p->l.tok, "unknown space %s",
              lex_describe(p->arena, &p->l.tok));
  lex_advance(&p->l);
}

// Parses '=' and a number, which errors call one of "what".
static int
parse_count(parser *p, const char *what) {
  ir_bits n = 0;
  lex_expect(&p->l, '=');
  lex_token t = p->l.tok;
  lex_advance(&p->l);
  if (t.kind != LEX_NUMBER || !int_literal(t.text, IR_I32, &n))
    lex_error(&p->l, &t, "%s is no number of %s", lex_describe(p->arena, &t),
              what);
  return (int)n;
}

// One attribute of "op".
static void
parse_attr(parser *p, ir_op *op) {
  lex_token t = p->l.tok;
  bool folds = op->code == IR_OP_REDUCE || op->code == IR_OP_SCAN;
  lex_advance(&p->l);
  if (strcmp(t.text, "seq") == 0 && folds)
    op->seq = true;
  else if (strcmp(t.text, "exact") == 0 && folds)
    op->exact = op->seq = true;
  else if (strcmp(t.text, "independent") == 0 && op->code == IR_OP_LOOP)
    op->independent = true;
  else if (strcmp(t.text, "versions") == 0 && op->code == IR_OP_IF)
    op->versions = true;
  else if (strcmp(t.text, "level") == 0 && op->code != IR_OP_ALLOC &&
           op->code != IR_OP_IF)
    parse_level(p, op);
  else if (strcmp(t.text, "space") == 0 && op->code == IR_OP_ALLOC)
    parse_space(p, op);
  else if (strcmp(t.text, "rows") == 0 && op->code == IR_OP_MAP)
    op->rows = parse_count(p, "rows");
  else if (strcmp(t.text, "stride") == 0 && op->code == IR_OP_MAP)
    op->stride = parse_count(p, "places");
  else
    lex_error(&p->l, &t, "%s is no attribute of '%s'",
              lex_describe(p->arena, &t), ir_op_table[op->code].mnemonic);
}

// True when the current token opens attributes, not a region: both start with
// '{', but no attribute is called like an op.
static bool
at_attrs(parser *p) {
  return lex_is(&p->l, '{') && p->l.next.kind == LEX_IDENT &&
         strcmp(p->l.next.text, "return") != 0 &&
         ir_opcode_of(p->l.next.text) == IR_OP__COUNT;
}

// ['{' attr (',' attr)* '}']
static void
parse_attrs(parser *p, ir_op *op) {
  if (!at_attrs(p))
    return;
  lex_advance(&p->l);
  do
    parse_attr(p, op);
  while (lex_accept(&p->l, ','));
  lex_expect(&p->l, '}');
}

// -- Ops with regions -----------------------------------------------------
static void parse_region(parser *p, ir_region *r, int n_yields);

// A parameter of "r" called "name".
static void
add_param(parser *p, ir_region *r, const lex_token *name, ir_type type) {
  define(p, name, ir_region_add_param(r, type, NULL));
}

// The rest of a list of pairs behind '(' and the first name: use, and
// (',' name between use)* ')'. Operands of "op", names into "names".
static void
parse_pairs(parser *p, ir_op *op, char between, token_list *names) {
  for (;;) {
    lex_expect(&p->l, between);
    ir_add_in(op, parse_use(p));
    if (!lex_accept(&p->l, ','))
      break;
    vec_push(p->arena, names, parse_name(p));
  }
  lex_expect(&p->l, ')');
}

// '(' [name (',' name)*] ')'
static void
parse_names(parser *p, token_list *names) {
  lex_expect(&p->l, '(');
  if (lex_accept(&p->l, ')'))
    return;
  do
    vec_push(p->arena, names, parse_name(p));
  while (lex_accept(&p->l, ','));
  lex_expect(&p->l, ')');
}

// dims: '(' name '<' use (',' name '<' use)* ')'
static void
parse_dims(parser *p, ir_op *op, token_list *idx) {
  lex_expect(&p->l, '(');
  vec_push(p->arena, idx, parse_name(p));
  parse_pairs(p, op, '<', idx);
  op->n_dims = idx->n;
}

// carried: ['(' [name '=' use (',' name '=' use)*] ')']
static void
parse_carried(parser *p, ir_op *op, token_list *names) {
  if (!lex_accept(&p->l, '(') || lex_accept(&p->l, ')'))
    return;
  vec_push(p->arena, names, parse_name(p));
  parse_pairs(p, op, '=', names);
}

// The mnemonic of an operator of a reduction; "combines": or that of update.
static ir_opcode
parse_operator(parser *p, bool combines) {
  lex_token t = p->l.tok;
  ir_opcode code = t.kind == LEX_IDENT ? ir_opcode_of(t.text) : IR_OP__COUNT;
  bool stores = combines && code == IR_OP_UPDATE;
  if (code == IR_OP__COUNT || (!stores && !ir_is_fold(code)))
    lex_error(&p->l, &t, "%s is no operator of a reduction",
              lex_describe(p->arena, &t));
  lex_advance(&p->l);
  return code;
}

// operator use (',' operator use)*
static void
parse_opcode_folds(parser *p, ir_op *op) {
  VEC(ir_opcode) ops = {0};
  do {
    vec_push(p->arena, &ops, parse_operator(p, false));
    ir_add_in(op, parse_use(p));
  } while (lex_accept(&p->l, ','));
  op->red_ops = ops.at;
  op->n_red = ops.n;
}

// use (',' use)* 'by' names region; the region is returned, detached: it comes
// behind the others of "op".
static ir_region *
parse_tuple_fold(parser *p, ir_op *op) {
  token_list names = {0};
  do
    ir_add_in(op, parse_use(p));
  while (lex_accept(&p->l, ','));
  op->n_red = op->ins.n - op->n_dims;
  lex_expect_word(&p->l, "by");
  lex_token at = p->l.tok;
  parse_names(p, &names);
  if (names.n != 2 * op->n_red)
    lex_error(&p->l, &at, "the operator has %d parameters, not %d",
              2 * op->n_red, names.n);
  if (p->l.failed)
    return NULL;
  int outer = p->visible.n;
  ir_region *r = ir_region_new(p->func, op);
  for (int k = 0; k < names.n; k++)
    add_param(p, r, &names.at[k], op->ins.at[op->n_dims + k % op->n_red]->type);
  parse_region(p, r, op->n_red);
  close_scope(p, outer);
  return r;
}

// '[' (opcode folds | tuple fold) ']'; the operator's region, or NULL.
static ir_region *
parse_folds(parser *p, ir_op *op) {
  ir_region *combine = NULL;
  lex_expect(&p->l, '[');
  if (p->l.tok.kind == LEX_VALUE)
    combine = parse_tuple_fold(p, op);
  else
    parse_opcode_folds(p, op);
  lex_expect(&p->l, ']');
  return combine;
}

// The region of a map, reduce or loop: parameters "idx" of i64, then "carried"
// of the types of the operands from number "first".
static void
parse_lambda(parser *p, ir_op *op, const token_list *idx,
             const token_list *carried, int first, int n_yields) {
  if (p->l.failed)
    return;
  int outer = p->visible.n;
  ir_region *r = ir_add_region(op);
  for (int i = 0; i < idx->n; i++)
    add_param(p, r, &idx->at[i], ir_ty(IR_I64));
  for (int i = 0; i < carried->n; i++)
    add_param(p, r, &carried->at[i], op->ins.at[first + i]->type);
  parse_region(p, r, n_yields);
  close_scope(p, outer);
}

// 'then' names region: the region of scan "op" that sees the running values.
static void
parse_then(parser *p, ir_op *op, int n_dests) {
  token_list names = {0};
  int n_scans = op->n_dims + 2 * op->n_red;
  lex_expect_word(&p->l, "then");
  lex_token at = p->l.tok;
  parse_names(p, &names);
  if (names.n != n_scans + n_dests)
    lex_error(&p->l, &at, "'then' has %d parameters, not %d", n_scans + n_dests,
              names.n);
  if (p->l.failed)
    return;
  int outer = p->visible.n;
  ir_region *r = ir_add_region(op);
  for (int k = 0; k < names.n; k++) {
    int at_in =
        k < n_scans ? op->n_dims + (k - op->n_dims) % op->n_red : k - op->n_red;
    add_param(p, r, &names.at[k],
              k < op->n_dims ? ir_ty(IR_I64) : op->ins.at[at_in]->type);
  }
  parse_region(p, r, n_dests);
  close_scope(p, outer);
}

// map: dims carried attrs region; reduce: dims folds carried attrs region;
// scan: dims folds carried attrs region then
static int
parse_soac(parser *p, ir_op *op) {
  token_list idx = {0}, dests = {0};
  ir_region *combine = NULL;
  bool is_scan = op->code == IR_OP_SCAN;
  parse_dims(p, op, &idx);
  if (op->code != IR_OP_MAP)
    combine = parse_folds(p, op);
  parse_carried(p, op, &dests);
  parse_attrs(p, op);
  int n = op->n_red + dests.n;
  parse_lambda(p, op, &idx, &dests, op->n_dims + op->n_red,
               is_scan ? op->n_red : n);
  if (is_scan && !p->l.failed)
    parse_then(p, op, dests.n);
  if (combine)
    op->regions[op->n_regions++] = combine;
  return n;
}

// 'while' use: must be the first of "carried", which is not in scope yet.
static void
parse_while(parser *p, ir_op *op, const token_list *carried) {
  if (!lex_is_word(&p->l, "while"))
    return;
  lex_advance(&p->l);
  lex_token t = parse_name(p);
  if (!p->l.failed && (!carried->n || strcmp(carried->at[0].text, t.text) != 0))
    lex_error(&p->l, &t, "'while' must name the first carried value");
  op->has_while = true;
}

// [dims] carried: which of both a '(' opens shows behind the first name.
static void
parse_loop_heads(parser *p, ir_op *op, token_list *idx, token_list *carried) {
  if (!lex_accept(&p->l, '(') || lex_accept(&p->l, ')'))
    return;
  lex_token first = parse_name(p);
  if (!lex_is(&p->l, '<')) {
    vec_push(p->arena, carried, first);
    parse_pairs(p, op, '=', carried);
    return;
  }
  vec_push(p->arena, idx, first);
  parse_pairs(p, op, '<', idx);
  op->n_dims = idx->n;
  if (idx->n > 1)
    lex_error(&p->l, &first, "a loop has one extent");
  parse_carried(p, op, carried);
}

// loop: [dims] carried [while] attrs region
static int
parse_loop(parser *p, ir_op *op) {
  token_list idx = {0}, carried = {0};
  parse_loop_heads(p, op, &idx, &carried);
  parse_while(p, op, &carried);
  parse_attrs(p, op);
  parse_lambda(p, op, &idx, &carried, op->n_dims, carried.n);
  return carried.n;
}

// if: use attrs region ['else' region]
static int
parse_if(parser *p, ir_op *op, int n_results) {
  ir_add_in(op, parse_use(p));
  parse_attrs(p, op);
  int outer = p->visible.n;
  parse_region(p, ir_add_region(op), n_results);
  close_scope(p, outer);
  ir_region *other = ir_add_region(op);
  if (lex_is_word(&p->l, "else")) {
    lex_advance(&p->l);
    parse_region(p, other, n_results);
    close_scope(p, outer);
  } else {
    if (n_results)
      lex_error(&p->l, &p->l.tok, "an 'if' with results needs an 'else'");
    ir_builder b = ir_at_end(other);
    ir_build_yield(&b, NULL, 0);
  }
  return n_results;
}

// -- Ops ------------------------------------------------------------------
// How many operands an op of class "cls" lists; -1: its own syntax.
static int
operand_count(ir_class cls) {
  switch (cls) {
  case IR_CLASS_CONV:
  case IR_CLASS_UN:
  case IR_CLASS_MATH1:
  case IR_CLASS_ALLOC:
  case IR_CLASS_BOUND:
    return 1;
  case IR_CLASS_BIN:
  case IR_CLASS_CMP:
  case IR_CLASS_MATH2:
  case IR_CLASS_INDEX:
    return 2;
  case IR_CLASS_TERN:
  case IR_CLASS_SELECT:
  case IR_CLASS_UPDATE:
  case IR_CLASS_READABLE:
    return 3;
  case IR_CLASS_CONST:
  case IR_CLASS_IF:
  case IR_CLASS_LOOP:
  case IR_CLASS_YIELD:
  case IR_CLASS_CALL:
  case IR_CLASS_SOAC:
    break;
  }
  return -1;
}

// use (',' use)*, nothing when there is no value here.
static void
parse_uses(parser *p, ir_op *op) {
  if (p->l.tok.kind != LEX_VALUE)
    return;
  do
    ir_add_in(op, parse_use(p));
  while (lex_accept(&p->l, ','));
}

// The operand list of an op that has "want" operands.
static void
parse_operands(parser *p, ir_op *op, const lex_token *at, int want) {
  parse_uses(p, op);
  if (op->ins.n != want)
    lex_error(&p->l, at, "'%s' has %d operand%s, not %d",
              ir_op_table[op->code].mnemonic, want, want == 1 ? "" : "s",
              op->ins.n);
}

// call: @name '(' [use (',' use)*] ')'
static int
parse_call(parser *p, ir_op *op) {
  op->callee = p->l.tok.text;
  if (p->l.tok.kind != LEX_FUNC)
    lex_error(&p->l, &p->l.tok, "expected a function name like @f before %s",
              lex_describe(p->arena, &p->l.tok));
  lex_advance(&p->l);
  lex_expect(&p->l, '(');
  parse_uses(p, op);
  lex_expect(&p->l, ')');
  return 1;
}

// Everything behind the mnemonic "at"; returns how many results the op has.
static int
parse_op_tail(parser *p, ir_op *op, const lex_token *at,
              const result_list *results) {
  int want = operand_count(ir_op_table[op->code].cls);
  if (want >= 0) {
    if (op->code == IR_OP_COMBINE)
      op->combiner = parse_operator(p, true);
    parse_operands(p, op, at, want);
    if (op->code == IR_OP_ALLOC)
      parse_attrs(p, op);
    return 1;
  }
  if (op->code == IR_OP_CONST) {
    if (results->n == 1)
      parse_literal(p, op, results->at[0].type);
    return 1;
  }
  if (op->code == IR_OP_IF)
    return parse_if(p, op, results->n);
  if (op->code == IR_OP_LOOP)
    return parse_loop(p, op);
  if (op->code == IR_OP_CALL)
    return parse_call(p, op);
  if (op->code == IR_OP_YIELD) {
    parse_uses(p, op);
    return 0;
  }
  return parse_soac(p, op);
}

// [name ':' type (',' ...)* '=']
static void
parse_results(parser *p, result_list *results) {
  if (p->l.tok.kind != LEX_VALUE)
    return;
  do {
    result r = {.name = parse_name(p)};
    lex_expect(&p->l, ':');
    r.type = parse_type(p);
    vec_push(p->arena, results, r);
  } while (lex_accept(&p->l, ','));
  lex_expect(&p->l, '=');
}

// The mnemonic at the current token; "return" is a function's yield.
static ir_opcode
parse_mnemonic(parser *p, bool in_func) {
  lex_token t = p->l.tok;
  ir_opcode code = t.kind == LEX_IDENT ? ir_opcode_of(t.text) : IR_OP__COUNT;
  if (lex_is_word(&p->l, "return")) {
    code = IR_OP_YIELD;
    if (!in_func)
      lex_error(&p->l, &t, "a region ends with 'yield'");
  } else if (code == IR_OP_YIELD && in_func) {
    lex_error(&p->l, &t, "a function ends with 'return'");
  } else if (code == IR_OP__COUNT) {
    lex_error(&p->l, &t, "expected an op before %s",
              lex_describe(p->arena, &t));
  }
  lex_advance(&p->l);
  return code;
}

// op: results mnemonic tail
static ir_op *
parse_op(parser *p, ir_region *r) {
  result_list results = {0};
  loft_loc loc = {
      .file = p->l.file, .line = p->l.tok.line, .col = p->l.tok.col};
  parse_results(p, &results);
  lex_token at = p->l.tok;
  ir_opcode code = parse_mnemonic(p, r->parent_op == NULL);
  if (p->l.failed)
    return NULL;
  ir_builder b = ir_at_end(r);
  b.loc = loc;
  ir_op *op = ir_build_raw(&b, code);
  int n = parse_op_tail(p, op, &at, &results);
  if (n != results.n)
    lex_error(&p->l, &at, "this '%s' has %d result%s, not %d",
              ir_op_table[code].mnemonic, n, n == 1 ? "" : "s", results.n);
  for (int i = 0; i < results.n && !p->l.failed; i++)
    define(p, &results.at[i].name, ir_add_out(op, results.at[i].type, NULL));
  return op;
}

// region: '{' op* yield '}'; "n_yields" -1: any count. The names it defines
// stay visible: the caller closes the scope.
static void
parse_region(parser *p, ir_region *r, int n_yields) {
  lex_token at = p->l.tok;
  if (++p->depth > MAX_DEPTH)
    lex_error(&p->l, &at, "regions are nested deeper than %d", MAX_DEPTH);
  if (lex_expect(&p->l, '{')) {
    ir_op *op = NULL;
    at = p->l.tok;
    while (!p->l.failed && !lex_is(&p->l, '}') &&
           (!op || op->code != IR_OP_YIELD)) {
      at = p->l.tok;
      op = parse_op(p, r);
    }
    if (!op || op->code != IR_OP_YIELD)
      lex_error(&p->l, &p->l.tok, "the region does not end with '%s'",
                r->parent_op ? "yield" : "return");
    else if (n_yields >= 0 && op->ins.n != n_yields)
      lex_error(&p->l, &at, "'%s' gives %d value%s, not %d",
                r->parent_op ? "yield" : "return", op->ins.n,
                op->ins.n == 1 ? "" : "s", n_yields);
    lex_expect(&p->l, '}');
  }
  p->depth--;
}

// -- Functions ------------------------------------------------------------
// 'rows' '=' bytes, the mode of a distance of rows
static int
parse_unit(parser *p) {
  lex_advance(&p->l);
  lex_token t = p->l.tok;
  int bytes = parse_count(p, "bytes");
  if (bytes < 1 || bytes > IR_MAX_UNIT)
    lex_error(&p->l, &t, "rows are no %d bytes apart", bytes);
  return IR_ROWS | bytes << IR_UNIT;
}

// ['{' mode (',' mode)* '}']
static int
parse_mode(parser *p) {
  int mode = 0;
  if (!lex_accept(&p->l, '{'))
    return 0;
  do {
    if (lex_is_word(&p->l, "read"))
      mode |= IR_READ;
    else if (lex_is_word(&p->l, "write"))
      mode |= IR_WRITE;
    else if (lex_is_word(&p->l, "probe"))
      mode |= IR_PROBE;
    else if (lex_is_word(&p->l, "full"))
      mode |= IR_FULL;
    else if (lex_is_word(&p->l, "dense"))
      mode |= IR_DENSE;
    else if (lex_is_word(&p->l, "counts"))
      mode |= IR_COUNTS;
    else if (lex_is_word(&p->l, "sums"))
      mode |= IR_SUMS;
    else if (lex_is_word(&p->l, "products"))
      mode |= IR_PRODUCTS;
    else if (lex_is_word(&p->l, "copy"))
      mode |= IR_COPY;
    else if (lex_is_word(&p->l, "rows")) {
      mode |= parse_unit(p);
      continue;
    } else
      lex_error(&p->l, &p->l.tok, "expected a mode of a parameter before %s",
                lex_describe(p->arena, &p->l.tok));
    lex_advance(&p->l);
  } while (lex_accept(&p->l, ','));
  lex_expect(&p->l, '}');
  return mode;
}

// '(' [name ':' type [mode] (',' ...)*] ')'
static void
parse_params(parser *p) {
  lex_expect(&p->l, '(');
  if (lex_accept(&p->l, ')'))
    return;
  do {
    lex_token name = parse_name(p);
    lex_expect(&p->l, ':');
    ir_type type = parse_type(p);
    int mode = parse_mode(p);
    if (!p->l.failed)
      define(p, &name, ir_func_add_param(p->func, type, NULL, mode));
  } while (lex_accept(&p->l, ','));
  lex_expect(&p->l, ')');
}

// '->' '(' [type (',' type)*] ')'
static void
parse_result_types(parser *p, result_list *results) {
  if (!lex_is_pair(&p->l, "->"))
    lex_error(&p->l, &p->l.tok, "expected '->' before %s",
              lex_describe(p->arena, &p->l.tok));
  lex_advance(&p->l);
  lex_expect(&p->l, '(');
  if (lex_accept(&p->l, ')'))
    return;
  do {
    result r = {.name = p->l.tok};
    r.type = parse_type(p);
    vec_push(p->arena, results, r);
  } while (lex_accept(&p->l, ','));
  lex_expect(&p->l, ')');
}

// Reports when the types returned are not those of the signature.
static void
check_results(parser *p, const result_list *results) {
  for (int i = 0; i < results->n && !p->l.failed; i++) {
    ir_type given = p->func->body->last->ins.at[i]->type;
    if (!ir_type_eq(given, results->at[i].type))
      lex_error(&p->l, &results->at[i].name, "returned is %s%s here",
                given.array ? "[]" : "", ir_scalar_name(given.elem));
  }
}

// func: 'func' @name params '->' types region
static void
parse_func(parser *p) {
  result_list results = {0};
  lex_expect_word(&p->l, "func");
  lex_token name = p->l.tok;
  if (name.kind != LEX_FUNC)
    lex_error(&p->l, &name, "expected a function name like @f before %s",
              lex_describe(p->arena, &name));
  if (!p->l.failed && ir_func_find(p->module, name.text))
    lex_error(&p->l, &name, "%s is defined already",
              lex_describe(p->arena, &name));
  lex_advance(&p->l);
  if (p->l.failed)
    return;
  p->func = ir_func_new(p->module, name.text);
  p->func->param_mode = NEW_ARRAY(p->arena, int, 1);
  parse_params(p);
  parse_result_types(p, &results);
  p->func->exact = lex_accept_word(&p->l, "exact");
  parse_region(p, p->func->body, results.n);
  check_results(p, &results);
  close_scope(p, 0);
}

// Reports every error of the verifier at its op. True when there is none.
static bool
report_invalid(parser *p) {
  ir_notes notes = {0};
  if (ir_verify(p->arena, p->module, &notes) == 0)
    return true;
  for (int i = 0; i < notes.n; i++) {
    loft_loc loc = {.file = p->l.file};
    if (notes.at[i].op)
      loc = notes.at[i].op->loc;
    diag_report(p->l.cx, DIAG_ERROR, loc, NULL, "%s%s", notes.at[i].message,
                lex_excerpt(p->arena, p->l.text, loc.line, loc.col));
  }
  return false;
}

ir_module *
ir_parse(loft_cx *cx, const char *file, const char *text) {
  parser p = {.arena = cx->arena};
  p.module = ir_module_new(p.arena);
  p.values = smap_new(p.arena);
  static const lex_syntax syntax = {"%@", "(){}[],:=<", "->"};
  lex_init(&p.l, cx, &syntax, file, text);
  while (p.l.tok.kind != LEX_END)
    parse_func(&p);
  if (p.l.failed || !report_invalid(&p))
    return NULL;
  return p.module;
}
