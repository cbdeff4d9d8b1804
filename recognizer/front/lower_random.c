// recognizer/front/lower_random.c: rand_r and erand48, the generators of states
// that the program keeps, and rand and drand48, those of states which the C
// library keeps.
//
// Three steps of x = x * 1103515245 + 12345 give 11, 10 and 10 bits. The region
// runs where the runtime has found the program's rand_r to do that. erand48 is
// one of x = (x * 25214903917 + 11) % 2^48, of three words of 16 bits.
//
// A call of rand or drand48 is numbers[drawn++]: an array that the runtime
// fills before the region starts with what the next calls give, as many as the
// footprint says, and a counter that is 0 then, of which the runtime gets the
// last value. Of drand48 these numbers are the 48 bits of x. A region takes
// numbers of one of both.
#include "recognizer/front/lower_flow.h"
#include "recognizer/front/lower_memory.h"
#include "recognizer/front/lower_number.h"

// "x" op the constant "c", u32.
static ir_val *
with(rec_lower *lower, ir_opcode op, ir_val *x, uint32_t c) {
  return rec_lower_op2(lower, op, x, rec_lower_bits(lower, IR_U32, c));
}

// The lvalue that "pointer" points to.
static const lt_expr *
pointed_to(rec_lower *lower, lt_expr *pointer) {
  if (pointer->kind == LT_ADDR)
    return pointer->a;
  lt_expr *e = NEW(lower->a, lt_expr);
  *e = (lt_expr){.kind = LT_DEREF,
                 .loc = pointer->loc,
                 .type = pointer->type->to,
                 .a = pointer};
  return e;
}

ir_val *
rec_lower_rand_r(rec_lower *lower, const lt_expr *e) {
  if (e->kind != LT_CALL || !e->is_library || e->n_args != 1 ||
      strcmp(e->func->name, "rand_r") != 0)
    return NULL;
  const lt_expr *seed = pointed_to(lower, e->args[0]);
  if (seed->type->kind != LT_TYPE_SCALAR || seed->type->elem != IR_U32)
    return NULL;
  rec_lower_require_library(lower, "loft_has_known_rand_r");
  rec_ptr place = rec_lower_place(lower, seed);
  ir_val *x = rec_lower_load(lower, place, seed->type, e->loc);
  ir_val *all = NULL;
  for (int k = 0; k < 3; k++) {
    x = with(lower, IR_OP_MUL, x, 1103515245);
    x = with(lower, IR_OP_ADD, x, 12345);
    ir_val *bits = with(lower, IR_OP_SHR, x, 16);
    bits = with(lower, IR_OP_AND, bits, k == 0 ? 0x7ff : 0x3ff);
    all = k == 0 ? bits
                 : rec_lower_op2(lower, IR_OP_XOR,
                                 with(lower, IR_OP_SHL, all, 10), bits);
  }
  rec_lower_store(lower, place, x, e->loc);
  return rec_lower_convert(lower, all, e->type->elem);
}

// The integer "c", i64.
static ir_val *
word(rec_lower *lower, int64_t c) {
  return rec_lower_int(lower, IR_I64, c);
}

// What the call "draw" gives of the 48 bits "x".
static ir_val *
number_of_48(rec_lower *lower, rec_draw draw, ir_val *x) {
  if (draw == REC_DRAW_48_DOUBLE)
    return rec_lower_op2(
        lower, IR_OP_MUL, rec_lower_convert(lower, x, IR_F64),
        rec_lower_bits(lower, IR_F64, ir_float_bits(IR_F64, 0x1p-48)));
  if (draw == REC_DRAW_48_LONG)
    return rec_lower_op2(lower, IR_OP_SHR, x, word(lower, 17));
  x = rec_lower_op2(lower, IR_OP_SHR, x, word(lower, 16));
  return rec_lower_convert(lower, rec_lower_convert(lower, x, IR_I32), IR_I64);
}

// The place of word "k" of the three that "p" points to.
static rec_ptr
word_at(rec_lower *lower, rec_ptr p, int k) {
  p.off = rec_lower_op2(lower, IR_OP_ADD, p.off, word(lower, k));
  return p;
}

ir_val *
rec_lower_rand_48(rec_lower *lower, const lt_expr *e) {
  static const char *const names[] = {[REC_DRAW_48_DOUBLE] = "erand48",
                                      [REC_DRAW_48_LONG] = "nrand48",
                                      [REC_DRAW_48_SIGNED] = "jrand48"};
  rec_draw draw = REC_DRAW_48_DOUBLE;
  while (draw < LOFT_COUNT(names) && strcmp(e->func->name, names[draw]) != 0)
    draw++;
  if (draw == LOFT_COUNT(names) || !e->is_library || e->n_args != 1)
    return NULL;
  rec_ptr p = rec_lower_pointer(lower, e->args[0]);
  if (!p.obj || p.obj->kind != REC_OBJ_ARRAY || p.obj->elem != IR_U16)
    return NULL;
  if (!p.off)
    p.off = word(lower, 0);
  rec_lower_require_library(lower, "loft_has_known_rand_48");
  const lt_type *type = lt_scalar_type(IR_U16);
  ir_val *x = word(lower, 0);
  for (int k = 0; k < 3; k++) {
    ir_val *v = rec_lower_load(lower, word_at(lower, p, k), type, e->loc);
    v = rec_lower_convert(lower, v, IR_I64);
    v = rec_lower_op2(lower, IR_OP_SHL, v, word(lower, 16 * k));
    x = rec_lower_op2(lower, IR_OP_OR, x, v);
  }
  x = rec_lower_op2(lower, IR_OP_MUL, x, word(lower, 0x5deece66d));
  x = rec_lower_op2(lower, IR_OP_ADD, x, word(lower, 11));
  x = rec_lower_op2(lower, IR_OP_AND, x, word(lower, (INT64_C(1) << 48) - 1));
  for (int k = 0; k < 3; k++) {
    ir_val *v = rec_lower_op2(lower, IR_OP_SHR, x, word(lower, 16 * k));
    rec_lower_store(lower, word_at(lower, p, k),
                    rec_lower_convert(lower, v, IR_U16), e->loc);
  }
  return rec_lower_convert(lower, number_of_48(lower, draw, x), e->type->elem);
}

// The array of the numbers that calls such as "e", of "draw", give; NULL where
// the region takes numbers of another generator.
static rec_obj *
numbers_of(rec_lower *lower, const lt_expr *e, rec_draw draw) {
  rec_obj *o = lower->numbers;
  ir_scalar elem = draw == REC_DRAW_RAND ? IR_I32 : IR_I64;
  if (o)
    return o->elem == elem ? o : NULL;
  const char *name = arena_printf(lower->a, "numbers of %s",
                                  draw == REC_DRAW_RAND ? "rand" : "drand48");
  o = rec_lower_capture_hidden(lower, REC_NUMBERS, elem, name, e);
  rec_capture *c = &vec_last(&lower->captures);
  c->name = arena_printf(lower->a, "%s()", e->func->name);
  c->is_const_data = true;
  return lower->numbers = o;
}

ir_val *
rec_lower_rand(rec_lower *lower, const lt_expr *e) {
  rec_draw draw = rec_lower_draws(e);
  rec_obj *drawn = lower->drawn;
  rec_obj *o = draw && drawn ? numbers_of(lower, e, draw) : NULL;
  if (!o)
    return NULL;
  rec_ptr place = {.obj = o, .off = drawn->now.val};
  ir_val *x = rec_lower_load(lower, place, o->type, e->loc);
  drawn->now.val =
      rec_lower_op2(lower, IR_OP_ADD, drawn->now.val, word(lower, 1));
  if (draw != REC_DRAW_RAND)
    x = number_of_48(lower, draw, x);
  return rec_lower_convert(lower, x, e->type->elem);
}
