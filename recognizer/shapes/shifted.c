// recognizer/shapes/shifted.c: carried integers whose bits move.
//
//   acc = acc << 6 | x[i];                 bits that are shifted in
//   if (c) v = v << 4 | d;                 of some iterations
//   acc = (acc >> 1 & m) ^ x[i];           masks, and either way
//   v = end ? 0 : v | x[i];                bits are set, and all begins anew
//
// An iteration maps the scalar to shift(s, n) & m ^ v, where a negative n
// shifts right. Such maps are closed under composition; op(l, r) is r after l:
//
//   n = l.n + r.n    m = shift(l.m, r.n) & r.m
//   v = shift(l.v, r.n) & r.m ^ r.v
//
// s | y is s & ~y ^ y. Where bits are shifted left and then set alone, no mask
// is needed: v = shift(l.v, r.n) | r.v, and to set all is to shift all bits out
// before. Sums of n stay within the width, at which no bit is left; a mask
// keeps none then, whatever follows. What the scalar starts as is a map to that
// value in front of all, so its v is what the scalar becomes.
//
// All is computed in words without a sign that hold the scalar, the bits above
// which are 0.
#include "recognizer/shapes/folds.h"
#include "analysis/analysis.h"

enum {
  AMOUNT = REC_CLAMP_ADDEND,
  MASK = REC_CLAMP_LEAST,
  SET = REC_CLAMP_MOST,
  N_PARTS
};

// A value as shift(scalar, part[AMOUNT]) & part[MASK] ^ part[SET], of words;
// NULL: 0, all bits, 0.
typedef struct form {
  ir_val *part[N_PARTS];
} form;

typedef struct reader {
  arena *a;
  const ir_loop *l;
  ir_val *p;        // the scalar
  const map *needs; // what follows from it: itself
  ir_scalar word;
  bool masks;          // there may be masks
  bool shifts;         // some bits move, ...
  bool combines, sets; // ... or are combined with others, and all may be set
} reader;

static bool read(reader *r, ir_val *v, form *f);

// -- Parts ----------------------------------------------------------------
// The bits of integer type "s".
static int
width(ir_scalar s) {
  return 8 * ir_size(s);
}

// A word with the bits of integer type "s" set.
static ir_val *
all_bits(const reader *r, ir_builder *b, ir_scalar s) {
  int n = width(s);
  uint64_t bits = n == 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1;
  return ir_build_bits(b, r->word, bits);
}

// The bits of "v" as a word.
static ir_val *
word_of(const reader *r, ir_builder *b, ir_val *v) {
  static const ir_scalar own[] = {
      [1] = IR_U8, [2] = IR_U16, [4] = IR_U32, [8] = IR_U64};
  v = ir_build_convert(b, v, own[ir_size(v->type.elem)]);
  return ir_build_convert(b, v, r->word);
}

// The part of number "k" where a map has none.
static ir_val *
missing(const reader *r, ir_builder *b, int k) {
  return k == MASK ? all_bits(r, b, r->word) : ir_build_int(b, r->word, 0);
}

// Keeps the bits "m" of "f" alone, at "b".
static void
mask(ir_builder *b, form *f, ir_val *m) {
  f->part[MASK] = f->part[MASK] ? ir_build2(b, IR_OP_AND, f->part[MASK], m) : m;
  if (f->part[SET])
    f->part[SET] = ir_build2(b, IR_OP_AND, f->part[SET], m);
}

// Combines the set bits of "f" with "v" by "code", at "b".
static void
set(ir_builder *b, form *f, ir_opcode code, ir_val *v) {
  f->part[SET] = f->part[SET] ? ir_build2(b, code, f->part[SET], v) : v;
}

// Keeps the bits of "f" that type "s" has, at "b". False: that needs a mask.
static bool
narrow(const reader *r, ir_builder *b, form *f, ir_scalar s) {
  if (width(s) == width(r->word))
    return true;
  if (r->masks)
    mask(b, f, all_bits(r, b, s));
  return r->masks;
}

// -- Forms ----------------------------------------------------------------
// The shift "op" by "by": of bits of its type alone.
static bool
read_shift(reader *r, const ir_op *op, ir_val *by, form *f) {
  bool right = op->code == IR_OP_SHR;
  ir_scalar s = op->outs.at[0]->type.elem;
  ir_builder b = ir_before(op->next);
  if (map_has(r->needs, by) || !read(r, op->ins.at[0], f) ||
      (right && (!r->masks || ir_is_signed(s))))
    return false;
  ir_val *n = ir_build_convert(&b, by, r->word);
  n = ir_build2(&b, IR_OP_AND, n, ir_build_int(&b, r->word, width(s) - 1));
  if (right && !f->part[MASK])
    f->part[MASK] = all_bits(r, &b, s);
  for (int k = MASK; k < N_PARTS; k++)
    if (f->part[k])
      f->part[k] = ir_build2(&b, op->code == IR_OP_SHR ? IR_OP_SHR : IR_OP_SHL,
                             f->part[k], n);
  ir_val *was = f->part[AMOUNT] ? f->part[AMOUNT] : missing(r, &b, AMOUNT);
  f->part[AMOUNT] = ir_build2(&b, right ? IR_OP_SUB : IR_OP_ADD, was, n);
  r->shifts = true;
  return narrow(r, &b, f, s);
}

// The product "op", of a power of two.
static bool
read_product(reader *r, const ir_op *op, form *f) {
  int64_t by;
  if (!ir_match_int(op->ins.at[1], &by) || by < 1 || (by & (by - 1)))
    return false;
  ir_builder b = ir_before(op->next);
  int n = __builtin_ctzll((uint64_t)by);
  return read_shift(r, op, ir_build_int(&b, r->word, n), f);
}

// The bits of op "op" on those that follow from the scalar and others.
static bool
read_bits(reader *r, const ir_op *op, form *f) {
  bool swap = map_has(r->needs, op->ins.at[1]);
  ir_val *x = op->ins.at[swap], *y = op->ins.at[!swap];
  ir_builder b = ir_before(op->next);
  if (map_has(r->needs, y) || !read(r, x, f) ||
      (op->code != IR_OP_OR && !r->masks))
    return false;
  y = word_of(r, &b, y);
  r->combines = true;
  if (op->code == IR_OP_AND)
    mask(&b, f, y);
  else if (op->code == IR_OP_OR && r->masks)
    mask(&b, f, ir_build1(&b, IR_OP_NOT, y));
  if (op->code != IR_OP_AND)
    set(&b, f, op->code, y);
  return true;
}

// The conversion "op" of bits.
static bool
read_convert(reader *r, const ir_op *op, form *f) {
  ir_scalar from = op->ins.at[0]->type.elem, to = op->outs.at[0]->type.elem;
  bool widens = ir_is_int(from) && ir_size(to) > ir_size(from);
  ir_builder b = ir_before(op->next);
  return ir_is_int(from) && ir_is_int(to) && !(widens && ir_is_signed(from)) &&
         ir_size(to) <= ir_size(r->word) && read(r, op->ins.at[0], f) &&
         narrow(r, &b, f, to);
}

// The form of "v", which a choice gives, at "b": what does not follow from the
// scalar sets all bits.
static bool
read_side(reader *r, ir_builder *b, ir_val *v, form *f) {
  *f = (form){0};
  if (map_has(r->needs, v))
    return read(r, v, f);
  f->part[SET] = word_of(r, b, v);
  r->sets = true;
  if (r->masks)
    f->part[MASK] = ir_build_int(b, r->word, 0);
  else
    f->part[AMOUNT] = ir_build_int(b, r->word, width(r->word));
  return true;
}

// The choice "op", an if or a select, of "c".
static bool
read_choice(reader *r, ir_op *op, const an_choice *c, form *f) {
  form side[2];
  ir_builder at[2];
  for (int s = 0; s < 2; s++) {
    at[s] =
        op->code == IR_OP_IF ? ir_before(op->regions[s]->last) : ir_before(op);
    if (map_has(r->needs, c->c) ||
        !read_side(r, &at[s], s ? c->z : c->y, &side[s]))
      return false;
  }
  ir_builder b = ir_before(op->next);
  for (int k = 0; k < N_PARTS; k++) {
    ir_val *in[2];
    if (!side[0].part[k] && !side[1].part[k])
      continue;
    for (int s = 0; s < 2; s++)
      in[s] = side[s].part[k] ? side[s].part[k] : missing(r, &at[s], k);
    if (op->code == IR_OP_SELECT) {
      f->part[k] = ir_build3(&b, IR_OP_SELECT, c->c, in[0], in[1]);
      continue;
    }
    ir_add_in(op->regions[0]->last, in[0]);
    ir_add_in(op->regions[1]->last, in[1]);
    f->part[k] = ir_add_out(op, ir_ty(r->word), "bits");
  }
  return true;
}

// The form of "v", which follows from the scalar. False: it has none.
static bool
read(reader *r, ir_val *v, form *f) {
  ir_op *op = v->def;
  an_choice c;
  *f = (form){0};
  if (v == r->p)
    return true;
  if (!op || !map_has(r->needs, v) || !ir_is_int(v->type.elem) ||
      ir_size(v->type.elem) > ir_size(r->word))
    return false;
  if (an_match_either(v, &c))
    return read_choice(r, op, &c, f);
  switch ((int)op->code) {
  case IR_OP_SHL:
  case IR_OP_SHR:
    return read_shift(r, op, op->ins.at[1], f);
  case IR_OP_MUL:
    return read_product(r, op, f);
  case IR_OP_AND:
  case IR_OP_OR:
  case IR_OP_XOR:
    return read_bits(r, op, f);
  case IR_OP_CONVERT:
    return read_convert(r, op, f);
  default:
    return false;
  }
}

// Adds carried integer "k" of "l" to "t", if its bits move.
static void
add_integer(arena *a, const ir_loop *l, rec_tuple *t, int k) {
  ir_val *p = l->carried[k], *part[REC_CLAMP_PARTS] = {0};
  ir_builder b = ir_before(l->body->first);
  form f;
  for (int masks = 0; masks < 2; masks++) {
    reader r = {.a = a,
                .l = l,
                .p = p,
                .needs = rec_find_needs(a, l, k),
                .word = ir_size(p->type.elem) > 4 ? IR_U64 : IR_U32,
                .masks = masks};
    if (!read(&r, l->yields[k], &f) || !(r.shifts || (r.combines && r.sets)))
      continue;
    for (int i = 0; i < N_PARTS; i++)
      part[i] = f.part[i] ? f.part[i] : missing(&r, &b, i);
    if (!masks)
      part[MASK] = NULL;
    rec_add_clamp(a, t, k, r.word, part);
    vec_last(&t->clamps).moves = true;
    return;
  }
}

void
rec_add_shifts(arena *a, const ir_loop *l, rec_tuple *t) {
  for (int k = 0; k < l->n_carried; k++) {
    ir_type type = l->carried[k]->type;
    bool is_word = ir_is_int(type.elem) &&
                   (ir_size(type.elem) >= 4 || ir_is_unsigned(type.elem));
    if (!type.array && is_word && !rec_is_in_system(t, k) &&
        !rec_is_merged(t, k) && !rec_is_clamped(t, k))
      add_integer(a, l, t, k);
  }
}

// -- Building -------------------------------------------------------------
ir_val *
rec_build_shift_init(ir_builder *b, const rec_clamp *m, const rec_column *c,
                     ir_val *const *inits) {
  if (c->part != SET)
    return ir_build_int(b, c->type, 0);
  ir_scalar own = inits[m->k]->type.elem;
  ir_scalar bits = ir_size(own) == 8   ? IR_U64
                   : ir_size(own) == 4 ? IR_U32
                                       : own;
  return ir_build_convert(b, ir_build_convert(b, inits[m->k], bits), c->type);
}

// "v" shifted by "n", to the right where that is negative and "both", at "b".
static ir_val *
build_moved(ir_builder *b, ir_val *v, ir_val *n, bool both) {
  ir_scalar s = v->type.elem, own = s == IR_U64 ? IR_I64 : IR_I32;
  ir_val *last = ir_build_int(b, s, width(s) - 1);
  ir_val *zero = ir_build_int(b, s, 0), *to = n, *is_right = NULL;
  if (both) {
    ir_val *i = ir_build_convert(b, n, own);
    is_right = ir_build2(b, IR_OP_LT, i, ir_build_int(b, own, 0));
    to = ir_build3(b, IR_OP_SELECT, is_right, ir_build2(b, IR_OP_SUB, zero, n),
                   n);
  }
  ir_val *by = ir_build2(b, IR_OP_AND, to, last);
  ir_val *moved = ir_build2(b, IR_OP_SHL, v, by);
  if (both)
    moved = ir_build3(b, IR_OP_SELECT, is_right, ir_build2(b, IR_OP_SHR, v, by),
                      moved);
  return ir_build3(b, IR_OP_SELECT, ir_build2(b, IR_OP_GT, to, last), zero,
                   moved);
}

// "n" as far as it is within the width, at "b".
static ir_val *
build_within(ir_builder *b, ir_val *n, bool both) {
  ir_scalar s = n->type.elem, own = s == IR_U64 ? IR_I64 : IR_I32;
  if (!both)
    return ir_build2(b, IR_OP_MIN, n, ir_build_int(b, s, width(s)));
  n = ir_build_convert(b, n, own);
  n = ir_build2(b, IR_OP_MIN, n, ir_build_int(b, own, width(s)));
  n = ir_build2(b, IR_OP_MAX, n, ir_build_int(b, own, -width(s)));
  return ir_build_convert(b, n, s);
}

ir_val *
rec_build_shift_fold(ir_builder *b, const rec_clamp *m, const rec_column *c,
                     ir_val *const *left, ir_val *const *right) {
  int own = m->column[c->part], masks = m->column[MASK];
  bool both = masks >= 0;
  ir_val *n = right[m->column[AMOUNT]];
  if (c->part == AMOUNT)
    return build_within(b, ir_build2(b, IR_OP_ADD, left[own], n), both);
  ir_val *v = build_moved(b, left[own], n, both);
  if (!both)
    return ir_build2(b, IR_OP_OR, v, right[own]);
  v = ir_build2(b, IR_OP_AND, v, right[masks]);
  return c->part == MASK ? v : ir_build2(b, IR_OP_XOR, v, right[own]);
}
