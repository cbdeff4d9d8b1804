// ir/algebra.c: the laws of algebra.def, applied to one op (Note [Laws]).
//
// The op need not exist yet: it is given by its operands, and what its result
// is instead is made by the caller's functions. So the reading of C folds while
// it builds, and pass simplify afterwards, by the same laws.
#include "ir/algebra.h"

// The op at hand.
typedef struct subject {
  const ir_maker *make;
  ir_opcode code;
  ir_scalar out;
  int n;
  ir_val *const *in;
} subject;

typedef struct law {
  ir_opcode code;
  const char *operands, *result; // or
  ir_val *(*apply)(const subject *s);
  unsigned flags;
} law;

// A law being applied: its letters, by their place in the alphabet.
typedef struct matcher {
  const subject *s;
  const law *law;
  ir_val *bound[26];
} matcher;

// -- Words ------------------------------------------------------------------
// The length of the word at "p".
static size_t
word_length(const char *p) {
  return strcspn(p, " ()");
}

// Whether the word at "p" is a letter.
static bool
is_letter(const char *p) {
  return word_length(p) == 1 && *p >= 'a' && *p <= 'z';
}

// Moves past the word at *p, or the bracket, and the space behind it.
static void
advance(const char **p, size_t n) {
  *p += n;
  *p += strspn(*p, " ");
}

// Whether the word at "p" is "word".
static bool
is_word(const char *p, const char *word) {
  size_t n = word_length(p);
  return strlen(word) == n && memcmp(p, word, n) == 0;
}

// The bits of the constant at "p" of "type".
static ir_bits
constant_bits(const char *p, ir_scalar type) {
  char word[8] = {0};
  ir_bits bits = 0;
  memcpy(word, p, word_length(p));
  if (is_word(p, "ones"))
    return ~0ull >> (64 - ir_width(type));
  if (type != IR_BOOL || !is_word(p, "0"))
    ir_scalar_from_text(word, type, &bits);
  return bits;
}

// -- Matching ---------------------------------------------------------------
bool
ir_law_is_for(unsigned flags, ir_scalar type) {
  unsigned kind = type == IR_BOOL      ? BOOL
                  : ir_is_float(type)  ? FLT
                  : ir_is_signed(type) ? SINT
                                       : UINT;
  return flags & kind;
}

bool
ir_match_bits(const ir_val *v, ir_bits *bits) {
  if (!v->def || v->def->code != IR_OP_CONST)
    return false;
  *bits = v->def->bits;
  return true;
}

bool
ir_match_float(const ir_val *v, double *value) {
  ir_bits bits;
  ir_scalar type = v->type.elem;
  if (!ir_is_float(type) || !ir_match_bits(v, &bits))
    return false;
  ir_bits wide = ir_eval_scalar(IR_OP_CONVERT, type, IR_F64, &bits);
  ir_bits back = ir_eval_scalar(IR_OP_CONVERT, IR_F64, type, &wide);
  memcpy(value, &wide, sizeof *value);
  return type != IR_F80 || back == bits;
}

// Matches "v" with the letter "at".
static bool
match_letter(matcher *m, char at, ir_val *v) {
  ir_bits bits;
  ir_val **bound = &m->bound[at - 'a'];
  if (at == 'c' || at == 'd' ? v->type.elem != IR_BOOL
                             : !ir_law_is_for(m->law->flags, v->type.elem))
    return false;
  if ((at == 'k' || at == 'l') && !ir_match_bits(v, &bits))
    return false;
  if (*bound)
    return *bound == v;
  *bound = v;
  return true;
}

// Matches "v" with the pattern at *p, and moves past that.
static bool
match_value(matcher *m, const char **p, ir_val *v) {
  ir_bits bits;
  if (**p != '(') {
    const char *word = *p;
    advance(p, word_length(word));
    return is_letter(word)
               ? match_letter(m, *word, v)
               : ir_match_bits(v, &bits) &&
                     ir_law_is_for(m->law->flags | BOOL, v->type.elem) &&
                     bits == constant_bits(word, v->type.elem);
  }
  advance(p, 1);
  const ir_op *def = v->def;
  if (!def || !is_word(*p, ir_op_table[def->code].mnemonic))
    return false;
  advance(p, word_length(*p));
  for (int k = 0; k < def->ins.n; k++)
    if (!match_value(m, p, def->ins.at[k]))
      return false;
  advance(p, 1);
  return true;
}

// Matches the operands of the op, exchanged if asked for.
static bool
match_operands(matcher *m, bool exchanged) {
  const char *p = m->law->operands;
  memset(m->bound, 0, sizeof m->bound);
  for (int k = 0; k < m->s->n; k++)
    if (!match_value(m, &p, m->s->in[exchanged ? !k : k]))
      return false;
  return true;
}

bool
ir_is_computed(ir_opcode code) {
  ir_weight w = ir_weight_of(code);
  return ir_is_scalar_op(code) && w != IR_WEIGHT_NONE && w != IR_WEIGHT_MATH;
}

// The type of the result of "code" on these operands, of no conversion.
static ir_scalar
result_type(ir_opcode code, int n, ir_val *const *in) {
  return ir_op_table[code].cls == IR_CLASS_CMP ? IR_BOOL : in[n - 1]->type.elem;
}

// True when "code" of the signed constants is not a value of their type.
static bool
overflows(ir_opcode code, int n, ir_val *const *in) {
  int64_t x, y = 0, z;
  ir_scalar t = in[0]->type.elem;
  if (!ir_is_signed(t) || !ir_match_int(in[0], &x) ||
      (n > 1 && !ir_match_int(in[1], &y)))
    return false;
  bool over = code == IR_OP_ADD   ? __builtin_add_overflow(x, y, &z)
              : code == IR_OP_MUL ? __builtin_mul_overflow(x, y, &z)
                                  : __builtin_sub_overflow(0, x, &z);
  int drop = 64 - ir_width(t);
  return over || (int64_t)((uint64_t)z << drop) >> drop != z;
}

// "code" of these operands of a result; NULL: it must not be computed.
static ir_val *
make_op(const matcher *m, ir_opcode code, int n, ir_val **in) {
  const ir_maker *make = m->s->make;
  ir_bits args[3];
  bool known = ir_is_computed(code);
  for (int k = 0; k < n; k++)
    known = known && ir_match_bits(in[k], &args[k]);
  if (!known)
    return make->op(make->user, code, n, in);
  if ((m->law->flags & NOWRAP) && overflows(code, n, in))
    return NULL;
  ir_scalar out = result_type(code, n, in);
  return make->bits(make->user, out,
                    ir_eval_scalar(code, in[n - 1]->type.elem, out, args));
}

static ir_val *make_value(const matcher *m, const char **p);

// The op at *p, whose operands go up to a bracket or the end.
static ir_val *
make_nested(const matcher *m, const char **p) {
  ir_val *in[3];
  int code = 0, n = 0;
  while (!is_word(*p, ir_op_table[code].mnemonic))
    code++;
  advance(p, word_length(*p));
  for (; **p && **p != ')'; n++)
    if (!(in[n] = make_value(m, p)))
      return NULL;
  return make_op(m, (ir_opcode)code, n, in);
}

// The value at *p; a constant has the type of the whole result.
static ir_val *
make_value(const matcher *m, const char **p) {
  const char *word = *p;
  if (*word == '(') {
    advance(p, 1);
    ir_val *v = make_nested(m, p);
    if (v)
      advance(p, 1);
    return v;
  }
  advance(p, word_length(word));
  if (is_letter(word))
    return m->bound[*word - 'a'];
  return m->s->make->bits(m->s->make->user, m->s->out,
                          constant_bits(word, m->s->out));
}

// The result of the law for the letters bound; NULL: it does not hold for these
// constants.
static ir_val *
make_result(const matcher *m) {
  const char *p = m->law->result;
  bool leaf = !strchr(p, ' ');
  return leaf ? make_value(m, &p) : make_nested(m, &p);
}

// -- Laws in code -------------------------------------------------------------
// op(k, ..) => k
static ir_val *
fold_constants(const subject *s) {
  ir_bits args[3] = {0};
  if (!ir_is_computed(s->code))
    return NULL;
  for (int k = 0; k < s->n; k++)
    if (!ir_match_bits(s->in[k], &args[k]))
      return NULL;
  return s->make->bits(
      s->make->user, s->out,
      ir_eval_scalar(s->code, s->in[s->n - 1]->type.elem, s->out, args));
}

// k + x => x + k, k < x => x > k: laws look for constants on the right only.
// Floating min and max name one side in their definition.
static ir_val *
const_right(const subject *s) {
  ir_bits bits;
  bool named = s->code == IR_OP_MIN || s->code == IR_OP_MAX;
  ir_opcode to = ir_exchanged(s->code);
  if (s->n != 2 || !ir_match_bits(s->in[0], &bits) ||
      ir_match_bits(s->in[1], &bits) ||
      (named && ir_is_float(s->in[0]->type.elem)) ||
      (to == s->code && !(ir_op_table[to].flags & IR_F_COMM)))
    return NULL;
  return s->make->op(s->make->user, to, 2, (ir_val *[]){s->in[1], s->in[0]});
}

// (T)b != 0 => b, (T)b < 1 => !b, (T)b < 2 => true: b a bool, T an integer
// type, and a constant
static ir_val *
compare_converted_bool(const subject *s) {
  ir_bits k;
  const ir_op *conv = s->in[0]->def;
  if (ir_op_table[s->code].cls != IR_CLASS_CMP || !conv ||
      conv->code != IR_OP_CONVERT || conv->ins.at[0]->type.elem != IR_BOOL ||
      !ir_is_int(s->in[0]->type.elem) || !ir_match_bits(s->in[1], &k))
    return NULL;
  ir_val *b = conv->ins.at[0];
  ir_scalar type = s->in[1]->type.elem;
  ir_bits off = ir_eval_scalar(s->code, type, IR_BOOL, (ir_bits[]){0, k});
  ir_bits on = ir_eval_scalar(s->code, type, IR_BOOL, (ir_bits[]){1, k});
  if (off == on)
    return s->make->bits(s->make->user, IR_BOOL, on);
  return on ? b : s->make->op(s->make->user, IR_OP_NOT, 1, &b);
}

// (T)x => x, x of type T
static ir_val *
convert_same(const subject *s) {
  return s->in[0]->type.elem == s->out ? s->in[0] : NULL;
}

// The op that made the operand, when it has the code of the op at hand.
static const ir_op *
inner_conversion(const subject *s) {
  const ir_op *inner = s->in[0]->def;
  return inner && inner->code == s->code ? inner : NULL;
}

// "x" converted as the op at hand converts.
static ir_val *
make_conversion(const subject *s, ir_val *x) {
  if (x->type.elem == s->out)
    return x;
  return s->make->convert(s->make->user, s->code, x, s->out);
}

bool
ir_holds(ir_scalar to, ir_scalar from) {
  if (from == to || from == IR_BOOL)
    return true;
  if (to == IR_BOOL)
    return false;
  if (ir_is_float(from))
    return ir_is_float(to) && ir_size(from) <= ir_size(to);
  int mantissa = to == IR_F32 ? 24 : to == IR_F64 ? 53 : 64;
  if (ir_is_float(to))
    return ir_width(from) - ir_is_signed(from) <= mantissa;
  if (ir_is_signed(from) && !ir_is_signed(to))
    return false;
  int room = ir_width(to) - (ir_is_signed(to) && !ir_is_signed(from));
  return ir_width(from) <= room;
}

// (C)(B)x => (C)x, every value of x one of B's; from an integer through a float
// to an integer also one of C's, as a float saturates where an integer wraps
static ir_val *
convert_through(const subject *s) {
  const ir_op *inner = inner_conversion(s);
  if (!inner)
    return NULL;
  ir_val *x = inner->ins.at[0];
  ir_scalar from = x->type.elem, mid = s->in[0]->type.elem;
  bool saturates = ir_is_float(mid) && ir_is_int(s->out) && ir_is_int(from);
  if (!ir_holds(mid, from) || (saturates && !ir_holds(s->out, from)))
    return NULL;
  return make_conversion(s, x);
}

// (C)(B)x => (C)x, all integers, C not wider than B: only low bits count
static ir_val *
convert_low_bits(const subject *s) {
  const ir_op *inner = inner_conversion(s);
  if (!inner)
    return NULL;
  ir_val *x = inner->ins.at[0];
  ir_scalar mid = s->in[0]->type.elem;
  if (!ir_is_int(x->type.elem) || !ir_is_int(mid) || !ir_is_int(s->out) ||
      ir_width(s->out) > ir_width(mid))
    return NULL;
  return make_conversion(s, x);
}

// bitcast(bitcast x) => bitcast x
static ir_val *
bitcast_twice(const subject *s) {
  const ir_op *inner = inner_conversion(s);
  return inner ? make_conversion(s, inner->ins.at[0]) : NULL;
}

// -- The table ----------------------------------------------------------------
static const law laws[] = {
#define LAW(rule, OP, operands, result, types)                                 \
  {IR_OP_##OP, operands, result, NULL, types},
#define CODE(rule, OP, apply) {IR_##OP, NULL, NULL, apply, 0},
#include "ir/algebra.def"
#undef LAW
#undef CODE
};

// The value that law "l" replaces the op by, or NULL.
static ir_val *
try_law(const subject *s, const law *l) {
  if (l->apply)
    return l->apply(s);
  matcher m = {.s = s, .law = l};
  if ((l->flags & LATE) && !s->make->late)
    return NULL;
  bool commutes = s->n == 2 && (ir_op_table[s->code].flags & IR_F_COMM);
  if (!match_operands(&m, false) && !(commutes && match_operands(&m, true)))
    return NULL;
  return make_result(&m);
}

ir_val *
ir_simplify(const ir_maker *make, ir_opcode code, ir_scalar out, int n,
            ir_val *const *in, int *which) {
  subject s = {make, code, out, n, in};
  for (int k = 0; k < LOFT_COUNT(laws); k++) {
    if (laws[k].code != code && laws[k].code != IR_OP__COUNT)
      continue;
    ir_val *v = try_law(&s, &laws[k]);
    if (v) {
      *which = k;
      return v;
    }
  }
  return NULL;
}

// -- Makers ---------------------------------------------------------------
// ir_maker: ops go before the one that "user" is.
static ir_val *
build_op(void *user, ir_opcode code, int n, ir_val **in) {
  ir_builder b = ir_before(user);
  return n == 1   ? ir_build1(&b, code, in[0])
         : n == 2 ? ir_build2(&b, code, in[0], in[1])
                  : ir_build3(&b, code, in[0], in[1], in[2]);
}

// ir_maker: builds a conversion before the op "user".
static ir_val *
build_conversion(void *user, ir_opcode code, ir_val *x, ir_scalar to) {
  ir_builder b = ir_before(user);
  return code == IR_OP_CONVERT ? ir_build_convert(&b, x, to)
                               : ir_build_bitcast(&b, x, to);
}

// ir_maker: builds a constant before the op "user".
static ir_val *
build_bits(void *user, ir_scalar type, ir_bits bits) {
  ir_builder b = ir_before(user);
  return ir_build_bits(&b, type, bits);
}

ir_maker
ir_maker_before(ir_op *op, bool late) {
  return (ir_maker){build_op, build_conversion, build_bits, op, late};
}
