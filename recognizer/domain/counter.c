// recognizer/domain/counter.c: counters of less than 64 bits, which C may wrap.
#include "recognizer/domain/domain.h"

bool
rec_may_wrap(ir_scalar counter) {
  return ir_size(counter) < 4 || counter == IR_U32;
}

bool
rec_count_fits(rec_dom *d, ir_op *at, ir_val *init, ir_val *extent,
               int64_t step) {
  rec_an *an = d->an;
  ir_scalar s = init->type.elem;
  int64_t bound = INT64_C(1) << (8 * ir_size(s) - ir_is_signed(s));
  an_poly start = rec_read_exact(d, init), n = rec_read_exact(d, extent);
  an_poly room = an_poly_scale(an->a, &start, step < 0 ? 1 : -1);
  room = an_poly_plus(an->a, &room,
                      step >= 0         ? bound - 1
                      : ir_is_signed(s) ? bound
                                        : 0);
  room = an_poly_add(an->a, &room, &n, -llabs(step));
  if (room.bad || llabs(step) > INT32_MAX)
    return false;
  if (rec_prove_ge(d, &room))
    return true;
  if (an->may_assume)
    vec_push(an->a, &an->assumes, ((rec_assume){.at = at, .poly = room}));
  return an->may_assume;
}

bool
rec_is_widening(ir_scalar from, ir_scalar to) {
  return ir_is_float(from) == ir_is_float(to) && ir_holds(to, from);
}

const ir_val *
rec_unwidened(const ir_val *v) {
  while (v->def && v->def->code == IR_OP_CONVERT &&
         rec_is_widening(v->def->ins.at[0]->type.elem, v->type.elem))
    v = v->def->ins.at[0];
  return v;
}

const ir_val *
rec_unconverted(const ir_val *v) {
  while (v->def && v->def->code == IR_OP_CONVERT &&
         ir_is_signed(v->type.elem) && ir_size(v->type.elem) >= 4 &&
         ir_is_signed(v->def->ins.at[0]->type.elem))
    v = v->def->ins.at[0];
  return v;
}

// "v" before conversions between integers to as many bits or more.
static const ir_val *
before_widening(const ir_val *v) {
  for (const ir_op *op; (op = v->def) && op->code == IR_OP_CONVERT;) {
    ir_scalar from = op->ins.at[0]->type.elem;
    if (!ir_is_int(from) || ir_size(from) > ir_size(v->type.elem))
      break;
    v = op->ins.at[0];
  }
  return v;
}

const ir_val *
rec_before_added(const ir_val *v, int64_t *more) {
  int64_t c;
  *more = 0;
  v = before_widening(v);
  for (const ir_op *op; (op = v->def) && op->code == IR_OP_ADD;) {
    bool counts = v->type.elem == IR_I32 || ir_size(v->type.elem) == 8;
    if (!counts || !ir_match_int(op->ins.at[1], &c) || llabs(c) > INT16_MAX ||
        llabs(*more) > INT32_MAX)
      break;
    *more += c;
    v = before_widening(op->ins.at[0]);
  }
  return v;
}

ir_val *
rec_all_bits(const ir_val *v) {
  const ir_op *op = v->def;
  while (op && op->code == IR_OP_CONVERT && ir_is_int(v->type.elem) &&
         ir_is_int(op->ins.at[0]->type.elem) &&
         ir_size(v->type.elem) >= ir_size(op->ins.at[0]->type.elem)) {
    v = op->ins.at[0];
    op = v->def;
  }
  return (ir_val *)(uintptr_t)v;
}

ir_val *
rec_within(ir_val *v, int64_t *most, bool *wraps) {
  for (;; v = v->def->ins.at[0]) {
    int64_t lo, hi;
    if (v->type.array || !ir_is_int(v->type.elem))
      return v;
    rec_type_range(v->type.elem, &lo, &hi);
    *most = hi < *most ? hi : *most;
    if (wraps)
      *wraps |= ir_is_unsigned(v->type.elem);
    if (!v->def || v->def->code != IR_OP_CONVERT ||
        !ir_is_int(v->def->ins.at[0]->type.elem))
      return v;
  }
}

// True when conversion "op" keeps the number, which has 64 bits at most: those
// of 64 bits are taken modulo 2^64, as places are.
static bool
keeps_number(const ir_op *op) {
  ir_scalar from = op->ins.at[0]->type.elem, to = op->outs.at[0]->type.elem;
  int64_t min, max;
  if (!ir_is_int(from) || !ir_is_int(to) || ir_size(to) < 4)
    return false;
  an_range r = an_range_of(op->ins.at[0]);
  rec_type_range(to, &min, &max);
  return ir_size(to) == 8 || (r.lo >= min && r.hi <= max);
}

const ir_val *
rec_same_number(const ir_val *v) {
  while (v->def && v->def->code == IR_OP_CONVERT && keeps_number(v->def))
    v = v->def->ins.at[0];
  return v;
}

const ir_val *
rec_counted_number(const ir_val *v) {
  v = rec_same_number(v);
  const ir_op *op = v->def;
  if (!op || op->code != IR_OP_CONVERT || v->type.elem != IR_I32)
    return v;
  an_range r = an_range_of(op->ins.at[0]);
  return r.lo >= 0 && r.hi <= UINT32_MAX ? rec_same_number(op->ins.at[0]) : v;
}

const ir_val *
rec_trips_in(const ir_val *v) {
  const ir_val *n = rec_counted_number(v);
  const ir_op *op = n->def;
  int64_t c;
  if (op && op->code == IR_OP_MAX && ir_match_int(op->ins.at[1], &c) && !c)
    return op->ins.at[0];
  return op && op->code == IR_OP_INDEX && an_range_of(n).lo >= 0 ? n : NULL;
}
