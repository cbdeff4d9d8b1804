// recognizer/front/lower_table.c: arrays of pointers to rows.
//
// Of double **a, a[i][j] is element i * stride + j of one array, which is
// captured along with the stride as a parameter: nobody reads the pointers but
// the runtime, when the region starts (Note [Row pointers]). Pointers to
// pointers to rows, a[i][j][k], are the same twice: i * stride0 + j is the
// number of a row. Of struct s **a, a[i]->x is a field of structure number
// i * stride: all arrays that the structures are seen as have that stride.
//
// A test for null, a[i], reads the pointers as data, an array of halves of
// addresses; the rows behind those that are null are not touched.
#include "analysis/analysis.h"
#include "recognizer/front/lower_flow.h"
#include "recognizer/front/lower_memory.h"
#include "recognizer/front/lower_number.h"

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

// True when one field alone, of structures "s" or of one in them, has bytes of
// the "type" that is "offset" bytes behind their start.
static bool
is_alone(const lt_struct *s, const lt_type *type, int64_t offset) {
  const lt_field *f = NULL;
  int n = 0;
  for (int k = 0; k < s->n_fields; k++)
    if (s->fields[k].offset < offset + type->size &&
        offset < s->fields[k].offset + s->fields[k].type->size) {
      f = &s->fields[k];
      n++;
    }
  if (n != 1)
    return false;
  const lt_type *t = f->type;
  offset -= f->offset;
  for (;
       t->kind == LT_TYPE_ARRAY && t->to->size && !rec_lower_is_pointer(t->to);
       t = t->to)
    offset %= t->to->size;
  return !t->record ||
         (!t->record->is_union && is_alone(t->record, type, offset));
}

// The structures of "holder" (NULL: none), if nothing but the pointer "offset"
// bytes behind their start, of "type", has a byte there; else NULL.
static const lt_struct *
record_of(const rec_memory *holder, const lt_type *type, int64_t offset) {
  const lt_struct *s = holder ? holder->outer : NULL;
  return s && is_alone(s, type, offset % s->size) ? s : NULL;
}

// The structures "mixed" that "t" leads to.
static rec_obj *
make_structures(rec_lower *lower, rec_capture_kind kind, lt_expr *expr,
                rec_table *t, const lt_struct *mixed) {
  rec_memory *m = NEW(lower->a, rec_memory);
  *m = (rec_memory){
      .kind = kind, .expr = expr, .text = t->name, .outer = mixed, .table = t};
  return rec_lower_structs(lower, m, mixed);
}

// The rows of "elem" that "t", of pointers "type", leads to.
static rec_obj *
make_rows(rec_lower *lower, rec_capture_kind kind, lt_expr *expr,
          const lt_type *type, rec_table *t, ir_scalar elem) {
  rec_obj *rows = rec_lower_captured(lower, REC_OBJ_ARRAY, t->name, type, elem);
  rec_lower_capture(lower, rows, kind, expr);
  rec_lower_capture_rows(lower, rows, t);
  rec_lower_adopt(lower, rows);
  return rows;
}

// rec_lower_table for pointers "step" bytes apart, the first of which is
// "first" bytes behind that address, in the structures of "holder", or NULL.
// They are "behind" more levels of pointers.
static rec_obj *
make_table(rec_lower *lower, rec_capture_kind kind, lt_expr *expr,
           const lt_type *type, const char *text, rec_memory *holder, int first,
           int step, int behind) {
  rec_table *t = NEW(lower->a, rec_table);
  const lt_struct *mixed;
  ir_scalar elem;
  *t = (rec_table){.n_levels = behind + rec_lower_levels(type, &elem, &mixed),
                   .first = first,
                   .step = step,
                   .unit = mixed ? mixed->unit : 0,
                   .word = -1,
                   .name = text,
                   .record = record_of(holder, type, first)};
  rec_obj *rows = mixed ? make_structures(lower, kind, expr, t, mixed)
                        : make_rows(lower, kind, expr, type, t, elem);
  rows->holder = holder;
  for (int level = t->n_levels - 1; level >= 0; level--) {
    rec_obj *o = NEW(lower->a, rec_obj);
    *o = (rec_obj){.kind = REC_OBJ_TABLE,
                   .name = rows->name,
                   .type = type,
                   .elem = elem,
                   .record = mixed,
                   .table = t,
                   .rows = rows};
    o->stride = capture_stride(lower, t, level, expr->loc);
    rows = o;
  }
  return rows;
}

rec_obj *
rec_lower_table(rec_lower *lower, rec_capture_kind kind, lt_expr *expr,
                const lt_type *type, const char *text) {
  return make_table(lower, kind, expr, type, text, NULL, 0, sizeof(void *), 0);
}

// "v" divided by "by", which it is a multiple of as it is built; NULL: that
// cannot be seen.
static ir_val *
divide_exactly(rec_lower *lower, ir_val *v, int64_t by) {
  int64_t c;
  if (by == 1)
    return v;
  if (rec_lower_is_int(v, &c))
    return c % by ? NULL : rec_lower_int(lower, IR_I64, c / by);
  const ir_op *op = v->def;
  if (!op || op->ins.n != 2)
    return NULL;
  ir_val *x = divide_exactly(lower, op->ins.at[0], by),
         *y = divide_exactly(lower, op->ins.at[1], by);
  if (op->code == IR_OP_MUL && (x || y))
    return rec_lower_op2(lower, IR_OP_MUL, x ? x : op->ins.at[0],
                         x ? op->ins.at[1] : y);
  bool sums = op->code == IR_OP_ADD || op->code == IR_OP_SUB;
  return sums && x && y ? rec_lower_op2(lower, op->code, x, y) : NULL;
}

// Splits "off" into *row times "stride" and *rest, a constant. False where it
// is no such sum.
static bool
split_row(rec_lower *lower, ir_val *off, const ir_val *stride, ir_val **row,
          int64_t *rest) {
  an_affine at = an_affine_of(lower->a, off);
  *row = rec_lower_int(lower, IR_I64, 0);
  *rest = at.constant;
  for (int i = 0; i < at.terms.n; i++) {
    const an_term *t = &at.terms.at[i];
    ir_val *v = rec_lower_int(lower, IR_I64, t->coef);
    if (an_degree(t, stride) != 1)
      return false;
    for (int k = 0; k < t->n_factors; k++)
      if (t->factors[k] != stride)
        v = rec_lower_op2(lower, IR_OP_MUL, v,
                          rec_lower_convert(lower, t->factors[k], IR_I64));
    *row = rec_lower_op2(lower, IR_OP_ADD, *row, v);
  }
  return true;
}

// The stride of level 0 of table "t".
static const ir_val *
stride_of(const rec_lower *lower, const rec_table *t) {
  for (int k = 0; k < lower->captures.n; k++) {
    const rec_capture *c = &lower->captures.at[k];
    if (c->table == t && lower->capture_objs.at[k]->kind == REC_OBJ_SCALAR &&
        c->level == 0)
      return lower->capture_objs.at[k]->now.val;
  }
  return NULL;
}

// rec_lower_field_row where "base" is the one structure behind a pointer of a
// table: the pointers of that one lead to arrays of words, of which the field
// is always the same.
static rec_ptr
row_behind_row(rec_lower *lower, rec_ptr base, const lt_field *f) {
  rec_memory *m = base.obj->memory;
  const rec_table *t = m->table;
  const lt_struct *mixed;
  ir_scalar elem;
  ir_val *row;
  int64_t rest, word = (int64_t)sizeof(void *);
  int levels = rec_lower_levels(f->type, &elem, &mixed);
  if (!levels || f->type->kind == LT_TYPE_ARRAY || t->n_levels != 1 ||
      levels + t->n_levels > REC_TABLE_LEVELS)
    return (rec_ptr){0};
  ir_val *zero = rec_lower_int(lower, IR_I64, 0);
  if (!split_row(lower, base.off ? base.off : zero, stride_of(lower, t), &row,
                 &rest))
    return (rec_ptr){0};
  rest = rest * m->outer->unit + f->offset;
  if (rest < 0 || rest % word)
    return (rec_ptr){0};
  const char *key =
      arena_printf(lower->a, "rows behind %p %s", (void *)m, f->name);
  rec_obj *o = smap_get(lower->fields, key);
  if (!o) {
    const char *text = arena_printf(lower->a, "%s[]->%s", m->text, f->name);
    o = make_table(lower, m->kind, m->expr, f->type, text, NULL, t->first,
                   t->step, t->n_levels);
    o->table->word = o->table->n_levels == 2 ? (int)(rest / word) : -1;
    smap_put(lower->fields, key, o);
  }
  if (o->table->word != rest / word)
    o->table->word = -1;
  ir_val *off = rec_lower_op2(lower, IR_OP_MUL, row, o->stride);
  off = rec_lower_op2(lower, IR_OP_ADD, off,
                      rec_lower_int(lower, IR_I64, rest / word));
  return (rec_ptr){.obj = o->rows, .off = off};
}

// Splits "off", in units of "unit" bytes, into *number times "size" bytes and
// *rest, a constant from 0 to below that. False where it is no such sum.
static bool
split_structure(rec_lower *lower, ir_val *off, int64_t unit, int64_t size,
                ir_val **number, int64_t *rest) {
  an_affine at = an_affine_of(lower->a, off);
  if (at.constant < -INT32_MAX || at.constant > INT32_MAX)
    return false;
  int64_t bytes = at.constant * unit;
  *rest = (bytes % size + size) % size;
  *number = rec_lower_int(lower, IR_I64, (bytes - *rest) / size);
  for (int i = 0; i < at.terms.n; i++) {
    const an_term *t = &at.terms.at[i];
    if (t->coef < -INT32_MAX || t->coef > INT32_MAX || t->coef * unit % size)
      return false;
    ir_val *v = rec_lower_int(lower, IR_I64, t->coef * unit / size);
    for (int k = 0; k < t->n_factors; k++)
      v = rec_lower_op2(lower, IR_OP_MUL, v,
                        rec_lower_convert(lower, t->factors[k], IR_I64));
    *number = rec_lower_op2(lower, IR_OP_ADD, *number, v);
  }
  return true;
}

// The number of the structure of an array that "base" is in, itself one of
// these or one in them; *inner gets how many bytes behind its beginning. NULL:
// that cannot be seen.
static ir_val *
structure_number(rec_lower *lower, rec_ptr base, int64_t *inner) {
  const lt_struct *outer = base.obj->memory->outer;
  ir_val *off = base.off ? base.off : rec_lower_int(lower, IR_I64, 0);
  *inner = 0;
  if (base.obj->record == outer)
    return divide_exactly(lower, off, outer->size / outer->unit);
  ir_val *number;
  return split_structure(lower, off, base.obj->record->unit, outer->size,
                         &number, inner)
             ? number
             : NULL;
}

// The place of the pointer of "type" that is "behind" bytes behind the
// beginning of structure "number" of "m", of which "name" is the field.
static rec_ptr
pointer_place(rec_lower *lower, rec_memory *m, const lt_type *type,
              int64_t behind, const char *name, ir_val *number) {
  bool several = type->kind == LT_TYPE_ARRAY;
  int size = several ? (int)sizeof(void *) : (int)m->outer->size;
  const char *key = arena_printf(lower->a, "rows %p %s %lld", (void *)m, name,
                                 (long long)behind);
  rec_obj *o = smap_get(lower->fields, key);
  if (!o) {
    const char *text = arena_printf(lower->a, "%s[].%s", m->text, name);
    o = make_table(lower, m->kind, m->expr, type, text, m, (int)behind, size,
                   0);
    smap_put(lower->fields, key, o);
  }
  return (rec_ptr){.obj = o, .off = number};
}

rec_ptr
rec_lower_field_row(rec_lower *lower, rec_ptr base, const lt_field *f) {
  enum { FARTHEST = 1 << 24 };
  rec_memory *m = base.obj->memory;
  const lt_struct *mixed;
  ir_scalar elem;
  int64_t at = 0, inner;
  if (m && m->expr && m->table && base.obj->record == m->outer)
    return row_behind_row(lower, base, f);
  if (!m || !m->expr || m->table || !base.obj->record ||
      !rec_lower_levels(f->type, &elem, &mixed))
    return (rec_ptr){0};
  ir_val *number = structure_number(lower, base, &inner);
  inner += f->offset;
  if (number && f->type->kind != LT_TYPE_ARRAY)
    return pointer_place(lower, m, f->type, inner, f->name, number);
  int64_t size = m->outer->size;
  if (!number || !rec_lower_is_int(number, &at) || at < 0 ||
      at > FARTHEST / size)
    return (rec_ptr){0};
  return pointer_place(lower, m, f->type, at * size + inner, f->name,
                       rec_lower_int(lower, IR_I64, 0));
}

rec_ptr
rec_lower_element_row(rec_lower *lower, rec_ptr base, const lt_field *f,
                      int64_t k) {
  rec_memory *m = base.obj->memory;
  const lt_type *type = f->type->to;
  const lt_struct *mixed;
  ir_scalar elem;
  int64_t inner;
  if (!m || !m->expr || m->table || !base.obj->record || k < 0 ||
      k >= f->type->count || !rec_lower_is_pointer(type) ||
      !rec_lower_levels(type, &elem, &mixed))
    return (rec_ptr){0};
  ir_val *number = structure_number(lower, base, &inner);
  const char *name = arena_printf(lower->a, "%s[%lld]", f->name, (long long)k);
  inner += f->offset + k * type->size;
  return number ? pointer_place(lower, m, type, inner, name, number)
                : (rec_ptr){0};
}

bool
rec_lower_copy_rows(rec_lower *lower, const lt_field *f) {
  if (map_has(lower->copied, f))
    return false;
  map_put(lower->copied, f, lower->copied);
  return lower->again = true;
}

// True when "v" is a stride of table "t".
static bool
is_stride(const rec_lower *lower, const rec_table *t, const ir_val *v) {
  return v->param_of == lower->f->body &&
         lower->captures.at[v->index].table == t;
}

// True when "v" is the stride between the rows of pointers of "t" that no other
// pointer leads to.
static bool
is_outer_stride(const rec_lower *lower, const rec_table *t, const ir_val *v) {
  return is_stride(lower, t, v) && lower->captures.at[v->index].level == 0;
}

bool
rec_lower_in_one_row(const rec_lower *lower, rec_ptr x, rec_ptr y) {
  const rec_table *t = x.obj->kind == REC_OBJ_TABLE ? NULL : x.obj->table;
  an_affine apart;
  if (!t)
    return true;
  if (!x.off || !y.off)
    return x.off == y.off;
  an_affine to = an_affine_of(lower->a, x.off),
            from = an_affine_of(lower->a, y.off);
  if (!an_form_minus(lower->a, &to, &from, &apart))
    return false;
  for (int i = 0; i < apart.terms.n; i++)
    for (int k = 0; k < apart.terms.at[i].n_factors; k++)
      if (is_stride(lower, t, apart.terms.at[i].factors[k]))
        return false;
  return true;
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

// -- Null tests -----------------------------------------------------------

// The pointers of the table that the array "rows" is behind, as an array of
// their halves: null is where both are 0.
static rec_obj *
halves_of(rec_lower *lower, const rec_obj *rows) {
  static const lt_type half = {
      .kind = LT_TYPE_SCALAR, .elem = IR_U32, .size = 4, .text = "unsigned"};
  const rec_table *t = rows->table;
  const rec_memory *m = rows->memory;
  rec_capture_kind kind = m ? m->kind : lower->captures.at[rows->capture].kind;
  lt_expr *expr = m ? m->expr : lower->captures.at[rows->capture].expr;
  const char *key = arena_printf(lower->a, "halves %p", (const void *)t);
  rec_obj *o = rows->holder ? rec_lower_view(lower, rows->holder, IR_U32)
                            : smap_get(lower->fields, key);
  if (!o) {
    const char *text = arena_printf(lower->a, "address %s", t->name);
    o = rec_lower_captured(lower, REC_OBJ_ARRAY, text, &half, IR_U32);
    rec_lower_capture(lower, o, kind, expr);
    vec_last(&lower->captures).is_const_data = false;
    vec_last(&lower->captures).name = text;
    rec_lower_adopt(lower, o);
    smap_put(lower->fields, key, o);
  }
  o->read = true;
  return o;
}

// The number of the pointer of level 0 of "t" whose row begins at "off"; NULL:
// that cannot be seen.
static ir_val *
row_number(rec_lower *lower, const rec_table *t, ir_val *off) {
  const ir_op *op = off ? off->def : NULL;
  int64_t zero;
  if (!off || (rec_lower_is_int(off, &zero) && zero == 0))
    return rec_lower_int(lower, IR_I64, 0);
  if (is_outer_stride(lower, t, off))
    return rec_lower_int(lower, IR_I64, 1);
  for (int k = 0; k < 2 && op && op->code == IR_OP_MUL; k++)
    if (is_outer_stride(lower, t, op->ins.at[k]))
      return op->ins.at[!k];
  return NULL;
}

const rec_obj *
rec_lower_rows_of(const rec_obj *o) {
  const rec_obj *rows = o;
  int n = 0;
  for (; rows && rows->kind == REC_OBJ_TABLE; rows = rows->rows)
    n++;
  return n && n == o->table->n_levels ? rows : NULL;
}

// Sets "half" to both halves of the pointer to whose row "p" points, or is the
// first element of. False where that pointer is unknown.
static bool
load_halves(rec_lower *lower, rec_ptr p, ir_val *half[2]) {
  const rec_table *t = p.obj->table;
  int level = t->n_levels;
  const rec_obj *rows = p.obj;
  for (; rows->kind == REC_OBJ_TABLE; rows = rows->rows)
    level--;
  ir_val *number = level == 1 ? row_number(lower, t, p.off) : NULL;
  if (!number || t->first % 4 || t->step % 4)
    return false;
  rec_obj *halves = halves_of(lower, rows);
  ir_val *at = rec_lower_op2(lower, IR_OP_MUL, number,
                             rec_lower_int(lower, IR_I64, t->step / 4));
  for (int k = 0; k < 2; k++) {
    ir_val *k_th = rec_lower_int(lower, IR_I64, t->first / 4 + k);
    half[k] = rec_lower_index(lower, halves->now.val,
                              rec_lower_op2(lower, IR_OP_ADD, at, k_th));
    half[k] = rec_lower_same_bits(lower, half[k], IR_U32);
  }
  return true;
}

// Whether the pointer with these halves is not null.
static ir_val *
is_some(rec_lower *lower, ir_val *const half[2]) {
  ir_val *all = rec_lower_op2(lower, IR_OP_OR, half[0], half[1]);
  return rec_lower_op2(lower, IR_OP_NE, all, rec_lower_int(lower, IR_U32, 0));
}

ir_val *
rec_lower_field_is_set(rec_lower *lower, rec_ptr base, int64_t offset) {
  enum { HALF = 4 };
  rec_memory *m = base.obj->memory;
  if (base.obj->kind != REC_OBJ_RECORD || !m || !m->expr ||
      base.obj->record != m->outer || m->outer->unit % HALF || offset % HALF)
    return NULL;
  rec_obj *view = rec_lower_view(lower, m, IR_U32);
  ir_val *at = base.off ? base.off : rec_lower_int(lower, IR_I64, 0), *half[2];
  at = rec_lower_op2(lower, IR_OP_MUL, at,
                     rec_lower_int(lower, IR_I64, m->outer->unit / HALF));
  view->read = true;
  for (int k = 0; k < 2; k++) {
    ir_val *by = rec_lower_int(lower, IR_I64, offset / HALF + k);
    half[k] = rec_lower_index(lower, view->now.val,
                              rec_lower_op2(lower, IR_OP_ADD, at, by));
    half[k] = rec_lower_same_bits(lower, half[k], IR_U32);
  }
  return is_some(lower, half);
}

ir_val *
rec_lower_row_is_set(rec_lower *lower, rec_ptr p) {
  ir_val *half[2];
  return load_halves(lower, p, half) ? is_some(lower, half) : NULL;
}

ir_val *
rec_lower_join_halves(rec_lower *lower, ir_val *const half[2]) {
  ir_val *low = rec_lower_convert(lower, half[0], IR_I64);
  ir_val *high =
      rec_lower_op2(lower, IR_OP_SHL, rec_lower_convert(lower, half[1], IR_I64),
                    rec_lower_int(lower, IR_I64, 32));
  return rec_lower_op2(lower, IR_OP_OR, high, low);
}

ir_val *
rec_lower_row_address(rec_lower *lower, rec_ptr p) {
  ir_val *half[2];
  if (p.obj->kind == REC_OBJ_TABLE || p.obj->table->n_levels != 1 ||
      !load_halves(lower, p, half))
    return NULL;
  return rec_lower_join_halves(lower, half);
}
