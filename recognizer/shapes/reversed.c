// recognizer/shapes/reversed.c: counters that count with their bits reversed.
//
//   for (i ..) {
//     .. j ..
//     for (k = n >> 1; j & k; k >>= 1)
//       j ^= k;
//     j |= k;
//   }
//   => j is the lower bits of i, as many as n - 1 has, in reverse order
//
// The inner loop clears the bits that are set from the highest one on, and the
// first that is not gets set: 1 is added, with carries that go down. Where the
// highest bit is a power of two, 2^(w - 1), and j starts as 0, iteration i so
// finds the w lower bits of i. While (k <= j) j -= k is the same as long as j
// has no higher bit, and does not end in C where all are set.
#include "recognizer/footprint/footprint.h"
#include "recognizer/shapes/scalars.h"

typedef struct counter {
  int k;        // the carried value
  ir_val *high; // the highest bit; an invariant
} counter;

// True when "v" is "x" op "y"; of "either" order.
static bool
is_binary(const ir_val *v, ir_opcode code, const ir_val *x, const ir_val *y,
          bool either) {
  const ir_op *op = v->def;
  if (!op || op->code != code)
    return false;
  const ir_val *p = op->ins.at[0], *q = op->ins.at[1];
  return (p == x && q == y) || (either && p == y && q == x);
}

// True when "v" asks whether bit "k" of "j" is set.
static bool
asks_bit(const ir_val *v, const ir_val *j, const ir_val *k) {
  const ir_op *op = v->def;
  int64_t zero;
  if (!op)
    return false;
  if (op->code == IR_OP_NE && ir_match_int(op->ins.at[1], &zero) && !zero)
    return is_binary(op->ins.at[0], IR_OP_AND, j, k, true);
  return is_binary(v, IR_OP_LE, k, j, false) ||
         is_binary(v, IR_OP_GE, j, k, false);
}

// True when "v" is "k" moved down by a bit.
static bool
is_halved(const ir_val *v, const ir_val *k) {
  const ir_op *op = v->def;
  int64_t by;
  return op && op->ins.n == 2 && op->ins.at[0] == k &&
         ir_match_int(op->ins.at[1], &by) &&
         ((op->code == IR_OP_SHR && by == 1) ||
          (op->code == IR_OP_DIV && by == 2));
}

// True when "v" is "j" with bit "k", which is set, cleared; or "set", the other
// way round.
static bool
is_toggled(const ir_val *v, const ir_val *j, const ir_val *k, bool set) {
  return is_binary(v, IR_OP_XOR, j, k, true) ||
         (set ? is_binary(v, IR_OP_OR, j, k, true) ||
                    is_binary(v, IR_OP_ADD, j, k, true)
              : is_binary(v, IR_OP_SUB, j, k, false));
}

// True when result "j" of loop "op" has the bits of "p" cleared that are set,
// down from *high, as far as result "k", the first one that is not.
static bool
clears_bits(ir_op *op, int j, int k, const ir_val *p, ir_val **high) {
  ir_loop l;
  if (!ir_match_loop(op, &l) || l.extent || !op->has_while ||
      l.n_carried != 3 || !j || !k || l.inits[j] != p)
    return false;
  *high = l.inits[k];
  return asks_bit(l.inits[0], p, *high) &&
         asks_bit(l.yields[0], l.yields[j], l.yields[k]) &&
         is_toggled(l.yields[j], l.carried[j], l.carried[k], false) &&
         is_halved(l.yields[k], l.carried[k]);
}

// True when carried value c->k of "l" is such a counter.
static bool
match(const ir_loop *l, counter *c) {
  const ir_val *p = l->carried[c->k], *y = l->yields[c->k];
  int64_t start;
  if (p->type.array || !ir_is_int(p->type.elem) || ir_size(p->type.elem) < 4 ||
      !y->def || y->def->ins.n != 2 ||
      (ir_match_int(l->inits[c->k], &start) && start))
    return false;
  for (int side = 0; side < 2; side++) {
    const ir_val *j = y->def->ins.at[side], *k = y->def->ins.at[!side];
    if (j->def && j->def == k->def && j->def->code == IR_OP_LOOP &&
        j->def->parent == l->body && is_toggled(y, j, k, true) &&
        clears_bits(j->def, j->index, k->index, p, &c->high) &&
        an_is_invariant(c->high, l->body))
      return true;
  }
  return false;
}

// Lets the region run only where "high" is a power of two, and the counter
// starts as 0. False when that cannot be checked.
static bool
guard(loft_cx *cx, ir_func *f, const ir_loop *l, int k, ir_val *high) {
  ir_builder b = ir_before(l->op);
  ir_val *one = ir_build_int(&b, IR_I64, 1);
  ir_val *below = ir_build2(&b, IR_OP_SUB, high, one);
  ir_val *others = ir_build2(&b, IR_OP_AND, high, below);
  return rec_guard_between(cx, f, l, l->inits[k], 0, 0) &&
         rec_guard_between(cx, f, l, high, 1, INT64_C(1) << 30) &&
         rec_guard_between(cx, f, l, others, 0, 0);
}

// The bits of "i", an i64, that are below the double of "high", in reverse
// order, as "type" at "b".
static ir_val *
build_reversed(ir_builder *b, ir_val *i, ir_val *high, ir_scalar type) {
  static const uint32_t masks[] = {0x55555555, 0x33333333, 0x0f0f0f0f,
                                   0x00ff00ff, 0x0000ffff};
  ir_val *v = ir_build_convert(b, i, IR_U32);
  for (int k = 0; k < 5; k++) {
    ir_val *by = ir_build_int(b, IR_U32, 1 << k);
    ir_val *mask = ir_build_int(b, IR_U32, masks[k]);
    ir_val *x = ir_build2(b, IR_OP_AND, ir_build2(b, IR_OP_SHR, v, by), mask);
    ir_val *y = ir_build2(b, IR_OP_SHL, ir_build2(b, IR_OP_AND, v, mask), by);
    v = ir_build2(b, IR_OP_OR, x, y);
  }
  ir_val *two = ir_build_int(b, IR_U64, 2);
  ir_val *scale = ir_build_convert(b, high, IR_U64);
  scale = ir_build2(b, IR_OP_MUL, scale, two);
  v = ir_build2(b, IR_OP_MUL, ir_build_convert(b, v, IR_U64), scale);
  v = ir_build2(b, IR_OP_SHR, v, ir_build_int(b, IR_U64, 32));
  return ir_build_convert(b, v, type);
}

// The counter "c" of "op" as a function of the index. False when that is not
// known to be it.
static bool
close_counter(loft_cx *cx, ir_func *f, ir_op *op, counter *c) {
  ir_loop l;
  ir_match_loop(op, &l);
  if (!match(&l, c))
    return false;
  ir_scalar type = l.carried[c->k]->type.elem;
  ir_builder b = ir_before(op);
  ir_val *high =
      ir_build_convert(&b, an_copy_invariant(&b, c->high, l.body), IR_I64);
  if (!guard(cx, f, &l, c->k, high))
    return false;
  ir_builder in = ir_before(l.body->first), after = ir_before(op->next);
  ir_val *next = ir_build2(&in, IR_OP_ADD, l.i, ir_build_int(&in, IR_I64, 1));
  ir_val *zero = ir_build_int(&after, IR_I64, 0);
  ir_val *n = ir_build2(&after, IR_OP_MAX, l.extent, zero);
  ir_replace_uses(f, l.yields[c->k], build_reversed(&in, next, high, type));
  ir_replace_uses(f, l.carried[c->k], build_reversed(&in, l.i, high, type));
  ir_replace_uses(f, l.outs[c->k], build_reversed(&after, n, high, type));
  ir_drop_result(op, c->k);
  return true;
}

ir_op *
rec_close_reversed(loft_cx *cx, ir_func *f, ir_op *op) {
  bool any = false;
  if (!op->n_dims || op->has_while)
    return NULL;
  for (int k = op->outs.n - 1; k >= 0; k--) {
    counter c = {.k = k};
    any |= close_counter(cx, f, op, &c);
  }
  if (any)
    rec_close_loop(f, op);
  return any ? op : NULL;
}
