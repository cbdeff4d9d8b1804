// recognizer/front/lower_random.c: rand_r, the generator of a state that the
// program keeps, and rand, that of one which the C library keeps.
//
// Three steps of x = x * 1103515245 + 12345 give 11, 10 and 10 bits. The region
// runs where the runtime has found the program's rand_r to do that.
//
// A call of rand is numbers[drawn++]: an array that the runtime fills before
// the region starts with what the next calls give, as many as the footprint
// says, and a counter that is 0 then, of which the runtime gets the last value.
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

// The array of the numbers that calls such as "e" give.
static rec_obj *
numbers_of(rec_lower *lower, const lt_expr *e) {
  rec_obj *o = lower->numbers;
  if (o)
    return o;
  o = rec_lower_capture_hidden(lower, REC_NUMBERS, IR_I32, "numbers of rand",
                               e);
  rec_capture *c = &vec_last(&lower->captures);
  c->name = arena_printf(lower->a, "%s()", e->func->name);
  c->is_const_data = true;
  return lower->numbers = o;
}

ir_val *
rec_lower_rand(rec_lower *lower, const lt_expr *e) {
  if (!rec_lower_draws(e) || !lower->drawn)
    return NULL;
  rec_obj *o = numbers_of(lower, e), *drawn = lower->drawn;
  rec_ptr place = {.obj = o, .off = drawn->now.val};
  ir_val *x = rec_lower_load(lower, place, o->type, e->loc);
  drawn->now.val = rec_lower_op2(lower, IR_OP_ADD, drawn->now.val,
                                 rec_lower_int(lower, IR_I64, 1));
  return rec_lower_convert(lower, x, e->type->elem);
}
