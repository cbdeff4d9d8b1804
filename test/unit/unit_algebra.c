// test/unit/unit_algebra.c: every law of ir/algebra.def, tried on border values
// of all types that it is for.
#include "ir/algebra.h"

#include "unit.h"

static const struct line {
  const char *rule;
  ir_opcode code;
  const char *operands, *result; // NULL: in code
  unsigned flags;
} lines[] = {
#define LAW(rule, OP, operands, result, types)                                 \
  {#rule, IR_OP_##OP, operands, result, types},
#define CODE(rule, OP, apply) {#rule, IR_##OP, NULL, NULL, 0},
#include "ir/algebra.def"
};

// -- Values -------------------------------------------------------------------
enum { MOST = 32 };

// Border values of "type" as bits, and how many.
static int
borders(ir_scalar type, ir_bits *out) {
  static const double floats[] = {0,
                                  -0.0,
                                  1,
                                  -1,
                                  0.5,
                                  -1.5,
                                  7,
                                  127.5,
                                  128,
                                  -129,
                                  255.9,
                                  256,
                                  65535,
                                  65536,
                                  2147483647,
                                  -2147483649.0,
                                  4294967296.0,
                                  16777217,
                                  1e30,
                                  -1e30,
                                  9223372036854775808.0,
                                  1e-45,
                                  2.5e-310,
                                  1.0 / 0.0,
                                  -1.0 / 0.0,
                                  0.0 / 0.0};
  int n = 0;
  if (type == IR_BOOL)
    return out[0] = 0, out[1] = 1, 2;
  if (ir_is_float(type)) {
    for (; n < LOFT_COUNT(floats); n++)
      out[n] = ir_float_bits(type, floats[n]);
    return n;
  }
  uint64_t ones = ~0ull >> (64 - ir_width(type)), high = ones / 2 + 1;
  const uint64_t ints[] = {
      0, 1, 2, 7, ones, ones - 1, high, high - 1, high + 1, high - 2, ones / 3};
  for (; n < LOFT_COUNT(ints); n++)
    out[n] = ints[n];
  return n;
}

// -- A function around an op ----------------------------------------------
typedef struct world {
  loft_cx cx;
  ir_func *f;
  ir_builder b;
  ir_scalar type;
  ir_val *letters[26];
  ir_bits constants[2]; // k, l
  ir_bits bits[4];      // of the parameters, in order
} world;

// ir_maker: ops at the end of the function.
static ir_val *
make_op(void *user, ir_opcode code, int n, ir_val **in) {
  world *w = user;
  return n == 1   ? ir_build1(&w->b, code, in[0])
         : n == 2 ? ir_build2(&w->b, code, in[0], in[1])
                  : ir_build3(&w->b, code, in[0], in[1], in[2]);
}
static ir_val *
make_conversion(void *user, ir_opcode code, ir_val *x, ir_scalar to) {
  world *w = user;
  return code == IR_OP_CONVERT ? ir_build_convert(&w->b, x, to)
                               : ir_build_bitcast(&w->b, x, to);
}
static ir_val *
make_bits(void *user, ir_scalar type, ir_bits bits) {
  world *w = user;
  return ir_build_bits(&w->b, type, bits);
}

// A new function.
static void
begin(world *w, ir_scalar type) {
  *w = (world){.cx = {.arena = arena_create(), .diag = diag_to_file},
               .type = type};
  w->f = ir_func_new(ir_module_new(w->cx.arena), "f");
  w->b = ir_at_end(w->f->body);
}

// The value of letter "at".
static ir_val *
letter(world *w, char at) {
  ir_val **v = &w->letters[at - 'a'];
  if (*v)
    return *v;
  ir_scalar type = at == 'c' || at == 'd' ? IR_BOOL : w->type;
  if (at == 'k' || at == 'l')
    *v = ir_build_bits(&w->b, type, w->constants[at - 'k']);
  else
    *v = ir_func_add_param(w->f, ir_ty(type), "v", 0);
  return *v;
}

// The constant "word" of "type".
static ir_val *
constant(world *w, const char *word, ir_scalar type) {
  ir_bits bits = 0;
  if (strcmp(word, "ones") == 0)
    bits = ~0ull >> (64 - ir_width(type));
  else if (strcmp(word, "true") == 0 || strcmp(word, "false") == 0)
    return ir_build_bits(&w->b, IR_BOOL, word[0] == 't');
  else
    CHECK(ir_scalar_from_text(type == IR_BOOL ? "false" : word, type, &bits));
  return ir_build_bits(&w->b, type, bits);
}

// The opcode called "word".
static ir_opcode
opcode(const char *word) {
  ir_opcode code = ir_opcode_of(word);
  CHECK(code < IR_OP__COUNT);
  return code;
}

static ir_val *build(world *w, const char **p);

// The operands at *p, up to a bracket or the end; their number.
static int
build_operands(world *w, const char **p, ir_val **in) {
  int n = 0;
  while (**p && **p != ')')
    in[n++] = build(w, p);
  return n;
}

// The word at *p, skipped.
static void
read_word(const char **p, char *word) {
  size_t n = strcspn(*p, " ()");
  memcpy(word, *p, n);
  word[n] = 0;
  *p += n;
  *p += strspn(*p, " ");
}

// The value at *p.
static ir_val *
build(world *w, const char **p) {
  char word[16];
  ir_val *in[3];
  if (**p != '(') {
    read_word(p, word);
    return word[1] || word[0] < 'a' ? constant(w, word, w->type)
                                    : letter(w, word[0]);
  }
  ++*p;
  read_word(p, word);
  int n = build_operands(w, p, in);
  ++*p;
  *p += strspn(*p, " ");
  return make_op(w, opcode(word), n, in);
}

// -- Comparing ----------------------------------------------------------------
// Whether two values agree; NaNs are alike.
static bool
agree(ir_scalar type, ir_bits x, ir_bits y) {
  ir_bits nans[2] = {x, x}, others[2] = {y, y};
  return x == y ||
         (ir_is_float(type) && ir_eval_scalar(IR_OP_NE, type, IR_BOOL, nans) &&
          ir_eval_scalar(IR_OP_NE, type, IR_BOOL, others));
}

// Runs the function on all border values of parameters "k" and later: both
// results are the same.
static void
compare_from(world *w, int k, const char *what) {
  ir_bits values[MOST];
  if (k < w->f->body->params.n) {
    int n = borders(w->f->body->params.at[k]->type.elem, values);
    for (int i = 0; i < n; i++) {
      w->bits[k] = values[i];
      compare_from(w, k + 1, what);
    }
    return;
  }
  ir_datum args[4], results[2];
  for (int i = 0; i < k; i++)
    args[i] =
        (ir_datum){.type = w->f->body->params.at[i]->type, .bits = w->bits[i]};
  CHECK(ir_eval(&w->cx, w->f, args, results, &(ir_eval_opts){0}));
  if (!agree(results[0].type.elem, results[0].bits, results[1].bits)) {
    sb text;
    sb_init(&text, w->cx.arena);
    ir_print_func(&text, w->f, NULL);
    fprintf(stderr, "%s is wrong for %llx, %llx:\n%s", what,
            (unsigned long long)w->bits[0], (unsigned long long)w->bits[1],
            sb_str(&text));
    exit(1);
  }
}

// Compares "v" with "other".
static void
compare(world *w, ir_val *v, ir_val *other, const char *what) {
  CHECK(ir_type_eq(v->type, other->type));
  ir_build_yield(&w->b, (ir_val *[]){v, other}, 2);
  ir_name_values(w->f);
  compare_from(w, 0, what);
}

// The law that applies to "v", its result compared; -1: none.
static int
check_value(world *w, ir_val *v, const char *what) {
  ir_maker make = {make_op, make_conversion, make_bits, w, .late = true};
  const ir_op *op = v->def;
  int law = -1;
  ir_val *other =
      ir_simplify(&make, op->code, v->type.elem, op->ins.n, op->ins.at, &law);
  if (!other)
    return -1;
  compare(w, v, other, what);
  return law;
}

// -- Laws ---------------------------------------------------------------------
// Line "at" for "type", with these constants; true when it is what applied.
static bool
check_line(int at, ir_scalar type, ir_bits k, ir_bits l) {
  const struct line *line = &lines[at];
  world w;
  ir_val *in[3];
  const char *p = line->operands;
  begin(&w, type);
  w.constants[0] = k;
  w.constants[1] = l;
  int n = build_operands(&w, &p, in);
  int law = check_value(&w, make_op(&w, line->code, n, in), line->rule);
  arena_destroy(w.cx.arena);
  return law == at;
}

// Line "at" for "type", with all constants.
static void
check_law(int at, ir_scalar type) {
  ir_bits values[MOST];
  int n = borders(type, values), applied = 0;
  int n_k = strchr(lines[at].operands, 'k') ? n : 1;
  int n_l = strchr(lines[at].operands, 'l') ? n : 1;
  for (int k = 0; k < n_k; k++)
    for (int l = 0; l < n_l; l++)
      applied += check_line(at, type, values[k], values[l]);
  if (!applied) {
    fprintf(stderr, "%s: %s never applies to %s\n", lines[at].rule,
            lines[at].operands, ir_scalar_name(type));
    exit(1);
  }
}

// Conversions of conversions; returns how many became one.
static int
check_conversions(ir_opcode code) {
  int applied = 0;
  for (int from = 0; from < IR_SCALAR__COUNT; from++)
    for (int mid = 0; mid < IR_SCALAR__COUNT; mid++)
      for (int out = 0; out < IR_SCALAR__COUNT; out++) {
        world w;
        bool same = ir_width((ir_scalar)from) == ir_width((ir_scalar)mid) &&
                    ir_width((ir_scalar)mid) == ir_width((ir_scalar)out);
        if (from == mid || mid == out || (code == IR_OP_BITCAST && !same))
          continue;
        begin(&w, (ir_scalar)from);
        ir_val *x = make_conversion(&w, code, letter(&w, 'x'), (ir_scalar)mid);
        ir_val *v = make_conversion(&w, code, x, (ir_scalar)out);
        applied += check_value(&w, v, "a conversion") >= 0;
        arena_destroy(w.cx.arena);
      }
  return applied;
}

// "code" on a constant of "type" and a value, or on a value converted from a
// bool and the constant; true when some law applies.
static bool
check_constant(ir_opcode code, ir_scalar type, ir_bits bits, bool converted) {
  world w;
  begin(&w, converted ? IR_BOOL : type);
  ir_val *x = letter(&w, 'x'), *k = ir_build_bits(&w.b, type, bits);
  if (converted)
    x = make_conversion(&w, IR_OP_CONVERT, x, type);
  ir_val *v =
      converted ? ir_build2(&w.b, code, x, k) : ir_build2(&w.b, code, k, x);
  int law = check_value(&w, v, ir_op_table[code].mnemonic);
  arena_destroy(w.cx.arena);
  return law >= 0;
}

// Ops of two operands, one of them a constant.
static void
check_constants(void) {
  ir_bits values[MOST];
  int applied[2] = {0, 0};
  for (int code = 0; code < IR_OP__COUNT; code++)
    for (int t = IR_I8; t < IR_SCALAR__COUNT; t++) {
      const ir_op_info *op = &ir_op_table[code];
      bool is_float = ir_is_float((ir_scalar)t);
      bool takes = op->flags & IR_F_ANYT || !is_float;
      int n = borders((ir_scalar)t, values);
      if (op->cls != IR_CLASS_CMP && (op->cls != IR_CLASS_BIN || !takes))
        continue;
      for (int i = 0; i < n; i++)
        for (int converted = 0; converted < 2; converted++)
          applied[converted] += check_constant((ir_opcode)code, (ir_scalar)t,
                                               values[i], converted);
    }
  CHECK(applied[0] > 500 && applied[1] > 500);
}

// All ops on constants are computed as evaluated.
static void
check_fold(void) {
  world w;
  begin(&w, IR_I32);
  ir_val *v = ir_build2(&w.b, IR_OP_ADD, ir_build_int(&w.b, IR_I32, INT32_MAX),
                        ir_build_int(&w.b, IR_I32, 2));
  CHECK(check_value(&w, v, "an op on constants") == 0);
  arena_destroy(w.cx.arena);
}

int
main(void) {
  check_fold();
  for (int k = 0; k < LOFT_COUNT(lines); k++)
    for (int t = 0; t < IR_SCALAR__COUNT && lines[k].operands; t++)
      if (ir_law_is_for(lines[k].flags, (ir_scalar)t))
        check_law(k, (ir_scalar)t);
  check_constants();
  CHECK(check_conversions(IR_OP_CONVERT) > 300);
  CHECK(check_conversions(IR_OP_BITCAST) > 0);
  return 0;
}
