// recognizer/front/lower_table.c: arrays of pointers to rows.
//
// Of double **a, a[i][j] is element i * stride + j of one array, which is
// captured along with the stride as a parameter: nobody reads the pointers but
// the runtime, when the region starts (Note [Row pointers]). Pointers to
// pointers to rows, a[i][j][k], are the same twice: i * stride0 + j is the
// number of a row.
#include "recognizer/front/lower_private.h"

// Adds the parameter for the stride between what the pointers of "level" point
// to.
static ir_val *
capture_stride(rec_lower *lower, rec_table *t, int level, loft_loc loc) {
  static const lt_type word = {
      .kind = LT_TYPE_SCALAR, .elem = IR_I64, .size = 8, .text = "long"};
  lt_expr *none = NEW(lower->a, lt_expr);
  *none = (lt_expr){.kind = LT_INT, .type = &word, .loc = loc};
  const char *name = arena_printf(lower->a, "%s_stride", t->name);
  rec_obj *o = rec_lower_captured(lower, REC_OBJ_SCALAR, name, &word, IR_I64);
  rec_lower_capture(lower, o, REC_VALUE, none);
  rec_capture *c = &vec_last(&lower->captures);
  c->name = arena_printf(lower->a, "stride of %s", t->name);
  c->table = t;
  c->level = level;
  return o->now.val;
}

rec_obj *
rec_lower_table(rec_lower *lower, rec_capture_kind kind, lt_expr *expr,
                const lt_type *type, const char *text) {
  rec_table *t = NEW(lower->a, rec_table);
  ir_scalar elem;
  *t = (rec_table){.n_levels = rec_lower_levels(type, &elem), .name = text};
  rec_obj *rows = rec_lower_captured(lower, REC_OBJ_ARRAY, text, type, elem);
  rec_lower_capture(lower, rows, kind, expr);
  rec_capture *c = &vec_last(&lower->captures);
  c->table = rows->table = t;
  c->declared = -1;
  c->is_restrict = c->is_const_data = false;
  rec_lower_adopt(lower, rows);
  for (int level = t->n_levels - 1; level >= 0; level--) {
    rec_obj *o = NEW(lower->a, rec_obj);
    *o = (rec_obj){.kind = REC_OBJ_TABLE,
                   .name = rows->name,
                   .type = type,
                   .elem = elem,
                   .table = t,
                   .rows = rows};
    o->stride = capture_stride(lower, t, level, expr->loc);
    rows = o;
  }
  return rows;
}

rec_ptr
rec_lower_row(rec_lower *lower, rec_ptr place) {
  rec_obj *o = place.obj;
  if (!place.off)
    place.off = rec_lower_int(lower, IR_I64, 0);
  return (rec_ptr){.obj = o->rows,
                   .off =
                       rec_lower_op2(lower, IR_OP_MUL, place.off, o->stride)};
}
