// recognizer/front/lower_work.c: arrays around the region that nothing reads
// behind it.
//
//   float t[64];            %t1 = alloc 64, with the elements of %t
//   #pragma loft            loop (%i < %n) (%t2 = %t1) {
//   for (...) {               ... update %t2 ... index %t2 ...
//     t[j] = ...; ... t[k]  }
//   }
//
// Its elements at the end are no result, so the region has an array of its own,
// which starts as a copy. Iterations that write the elements they read get one
// each (shapes/private.c), and then nothing needs the copy; so arrays that are
// read further up than they are written (`start[key]++`) stay as they are. Note
// [Work arrays].
#include "recognizer/common/common.h"
#include "recognizer/front/lower_flow.h"
#include "recognizer/front/lower_memory.h"

enum { MOST_BYTES = 1 << 16 };

// Whether a pointer from outside is left pointing into "o".
static bool
is_left(const rec_lower *lower, const rec_obj *o) {
  for (int k = 0; k < lower->caps.n; k++) {
    const rec_obj *p = lower->caps.at[k];
    if (p->kind == REC_OBJ_POINTER &&
        (p->now.target == o || p->now.unknown || p->entry.target == o))
      return true;
  }
  return lower->retval && lower->retval->kind == REC_OBJ_POINTER;
}

void
rec_lower_find_work(rec_lower *lower) {
  for (int k = 0; k < lower->capture_objs.n; k++) {
    const rec_obj *o = lower->capture_objs.at[k];
    const lt_expr *e = lower->captures.at[k].expr;
    bool is_array = o->kind == REC_OBJ_ARRAY && !o->memory && !o->table &&
                    e->kind == LT_VAR && e->type->kind == LT_TYPE_ARRAY;
    if (!is_array || !o->written || o->read_first || !e->var->is_dead ||
        e->type->size <= 0 || e->type->size > MOST_BYTES || is_left(lower, o) ||
        map_has(lower->work, e->var))
      continue;
    map_put(lower->work, e->var, e->var);
    lower->again = true;
  }
}

rec_obj *
rec_lower_copy_work(rec_lower *lower, rec_obj *from) {
  rec_obj *o = rec_lower_captured(lower, REC_OBJ_ARRAY, from->name, from->type,
                                  from->elem);
  ir_builder at_entry = ir_before(lower->entry_end);
  ir_op *loop;
  int64_t n = lower->captures.at[from->capture].declared;
  from->read = true;
  o->now.val = rec_build_copy(&at_entry, from->entry.val,
                              ir_build_int(&at_entry, IR_I64, 0),
                              ir_build_int(&at_entry, IR_I64, n), &loop);
  loop->code = IR_OP_MAP; // which is no reason to lift the region
  o->entry = o->now;
  rec_lower_adopt(lower, o);
  return o;
}
