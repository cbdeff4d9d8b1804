// recognizer/front/lower_trap.c: calls that do not return, or that only the
// original loop makes.
//
// A flag, as that of a return, says whether one is reached. It is computed
// before the region does anything (common/trap.c).
#include "analysis/analysis.h"
#include "recognizer/front/lower_flow.h"
#include "recognizer/front/lower_number.h"

// Notes that "e" is such a call.
static void
note_call(rec_lower *lower, const lt_expr *e) {
  if (lower->trap_call)
    return;
  lower->trap_call = e;
  lower->trap_outer = lower->system_call ? lower->system_call : e;
}

bool
rec_lower_trap(rec_lower *lower, const lt_expr *e) {
  if (!lower->trap || !(e->is_left || (e->func && e->func->is_noreturn)))
    return false;
  note_call(lower, e);
  lower->trap->now.val = rec_lower_int(lower, IR_BOOL, 1);
  return true;
}

void
rec_lower_trap_where(rec_lower *lower, const lt_expr *e, ir_val *cond) {
  note_call(lower, e);
  ir_val *before = lower->trap->now.val;
  lower->trap->now.val = rec_lower_op2(lower, IR_OP_OR, before, cond);
}

// The value in the body of "l" that its result "v" ends as.
static ir_val *
yield_of(const ir_loop *l, const ir_val *v) {
  int k = 0;
  while (l->outs[k] != v)
    k++;
  return l->yields[k];
}

bool
rec_lower_traps_at_once(const rec_lower *lower) {
  ir_val *v = lower->trap->now.val;
  ir_loop l;
  while (v->def && ir_match_loop(v->def, &l) && l.extent) {
    ir_bits bits;
    v = yield_of(&l, v);
    if (an_value_given(v, l.body, l.i, 0, &bits))
      return bits != 0;
  }
  return false;
}

// The parameter that array "v" is made of; NULL: it is none of a parameter.
static ir_val *
untouched(const rec_lower *lower, const ir_val *v) {
  for (int k = 0; k < lower->capture_objs.n; k++)
    if (v->type.array && lower->capture_objs.at[k]->now.val == v)
      return lower->capture_objs.at[k]->entry.val;
  return NULL;
}

void
rec_lower_note_trap(rec_lower *lower, const ir_vals *yields, int result) {
  rec_trap *t = NEW(lower->a, rec_trap);
  bool reads = rec_lower_numeral_format(lower->trap_call, NULL);
  *t = (rec_trap){.result = result,
                  .loc = lower->trap_outer->loc,
                  .reason = reads ? REC_CALL_NUMERAL
                                  : rec_lower_call_reason(lower->trap_call),
                  .callee = rec_lower_callee(lower->a, lower->trap_outer),
                  .region = rec_lower_loc(lower, lower->src->stmt->loc)};
  for (int i = 0; i < yields->n; i++)
    vec_push(lower->a, &t->untouched, untouched(lower, yields->at[i]));
  lower->out->trap = t;
  lower->out->left = lower->trap_call->is_left ? t->callee : NULL;
  lower->out->numerals = reads ? t->callee : NULL;
}
