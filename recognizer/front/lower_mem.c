// recognizer/front/lower_mem.c: pointers, arrays, loads and stores.
//
// All memory is flat: a place is an array object and an i64 element offset
// (Note [Flat arrays]). A structure of scalars of one type is an array of them,
// one of several types an element of as many arrays (Note [Structures]). A
// pointer to a single one stays an expression over variables at the region's
// start ("path"), and each scalar reached through it is captured by address.
#include "recognizer/front/lower_flow.h"
#include "recognizer/front/lower_memory.h"
#include "recognizer/front/lower_number.h"

ir_val *
rec_lower_count(rec_lower *lower, const lt_type *type, loft_loc loc) {
  if (type->kind == LT_TYPE_SCALAR || rec_lower_is_pointer(type))
    return rec_lower_int(lower, IR_I64, 1);
  if (type->record && type->record->unit)
    return rec_lower_int(lower, IR_I64, type->size / type->record->unit);
  if (type->kind != LT_TYPE_ARRAY) {
    bool is_struct = type->kind == LT_TYPE_STRUCT;
    rec_lower_refuse(lower, loc,
                     is_struct ? REC_STRUCT_ARRAY : REC_POINTER_CAST,
                     type->text);
    return rec_lower_int(lower, IR_I64, 1);
  }
  ir_val *inner = rec_lower_count(lower, type->to, loc);
  if (!type->count_expr)
    return rec_lower_op2(lower, IR_OP_MUL, inner,
                         rec_lower_int(lower, IR_I64, type->count));
  ir_val *n = rec_lower_widen(lower, rec_lower_expr(lower, type->count_expr));
  return rec_lower_op2(lower, IR_OP_MUL, n, inner);
}

ir_val *
rec_lower_stride(rec_lower *lower, rec_ptr p, const lt_type *type,
                 loft_loc loc) {
  int parts = rec_lower_parts_at(p, type);
  ir_val *n = rec_lower_count(lower, type, loc);
  return parts > 1 ? rec_lower_op2(lower, IR_OP_MUL, n,
                                   rec_lower_int(lower, IR_I64, parts))
                   : n;
}

// The offset of "p" moved by "n" objects of "type".
static ir_val *
advance(rec_lower *lower, rec_ptr p, ir_val *n, const lt_type *type,
        bool backwards, loft_loc loc) {
  ir_val *by =
      rec_lower_op2(lower, IR_OP_MUL, n, rec_lower_stride(lower, p, type, loc));
  ir_val *off = p.off ? p.off : rec_lower_int(lower, IR_I64, 0);
  return rec_lower_op2(lower, backwards ? IR_OP_SUB : IR_OP_ADD, off, by);
}

// The levels of pointers from table "o" on.
static int
levels_from(const rec_obj *o) {
  return o->kind == REC_OBJ_TABLE ? 1 + levels_from(o->rows) : 0;
}

// True when the elements of "o" are those of "type", whose size counts its
// offsets, or bytes that a structure of bit-fields is made of; else refuses.
static bool
check_unit(rec_lower *lower, const rec_obj *o, const lt_type *type,
           const lt_expr *e) {
  ir_scalar elem;
  if (!o)
    return false;
  bool fits = rec_lower_elem(type, &elem) && rec_lower_is_alike(elem, o->elem);
  const lt_struct *mixed = rec_lower_mixed(type);
  if (o->kind == REC_OBJ_RECORD)
    fits = mixed == o->record;
  else if (mixed && mixed->unit == 1 && o->kind == REC_OBJ_ARRAY)
    fits = rec_lower_is_alike(IR_U8, o->elem);
  if (o->kind == REC_OBJ_TABLE)
    fits = rec_lower_levels(type, &elem, &mixed) == levels_from(o) &&
           mixed == o->record && rec_lower_is_alike(elem, o->elem);
  if (!fits && !rec_lower_see_smaller(lower, o, type))
    rec_lower_refuse(lower, e->loc, REC_POINTER_CAST, o->name);
  return fits;
}

// -- Paths ----------------------------------------------------------------

// A new node over "a", for capture expressions.
static lt_expr *
make_path(rec_lower *lower, lt_expr_kind kind, const lt_type *type, lt_expr *a,
          loft_loc loc) {
  lt_expr *e = NEW(lower->a, lt_expr);
  e->kind = kind;
  e->type = type;
  e->a = a;
  e->loc = loc;
  return e;
}

// The lvalue a path pointer points to.
static lt_expr *
path_pointee(rec_lower *lower, lt_expr *pointer, const lt_type *type,
             loft_loc loc) {
  if (pointer->kind == LT_ADDR)
    return pointer->a;
  return make_path(lower, LT_DEREF, type, pointer, loc);
}

// The place of the lvalue "path" of C type "type".
static rec_ptr
path_place(rec_lower *lower, lt_expr *path, const lt_type *type) {
  rec_obj *known =
      rec_lower_is_pointer(type) ? rec_lower_find_field(lower, path) : NULL;
  if (!known && rec_lower_is_pointer(type))
    known = rec_lower_moved(lower, path);
  if (!known && path->kind == LT_VAR && rec_lower_is_pointer(type))
    known = rec_lower_var(lower, path);
  if (known && known->kind == REC_OBJ_POINTER)
    return (rec_ptr){.obj = known};
  if (rec_lower_is_pointer(type) && rec_lower_need_part(lower, path))
    return (rec_ptr){0};
  bool is_union = type->record && type->record->is_union;
  if (type->kind != LT_TYPE_SCALAR && type->kind != LT_TYPE_ARRAY && !is_union)
    return (rec_ptr){.path = path};
  rec_obj *o = rec_lower_field(lower, path);
  bool is_array = o && o->kind == REC_OBJ_ARRAY;
  return (rec_ptr){.obj = o,
                   .off = is_array ? rec_lower_int(lower, IR_I64, 0) : NULL};
}

// Refuses pointer "e" in memory, which is found by way of pointer "before" in
// memory, or of NULL.
static void
refuse_loaded(rec_lower *lower, const lt_expr *e, const lt_expr *before) {
  rec_lower_refuse(lower, e->loc,
                   before ? REC_POINTER_CHAIN : REC_POINTER_LOADED,
                   rec_lower_text(lower->a, before ? before : e));
}

// The pointer in memory that leads to "place", if that is always the same.
static lt_expr *
pointer_to(rec_ptr place) {
  const rec_memory *m = place.obj->memory;
  int64_t at;
  bool same = m && m->kind == REC_INDIRECT && !m->table &&
              (!place.off || rec_lower_is_int(place.off, &at));
  return same ? m->expr : NULL;
}

// True when "e" is one place during the region, found by fields, pointers, and
// subscripts that are variables or constants.
static bool
is_one_place(const rec_lower *lower, const lt_expr *e) {
  for (; e->kind != LT_VAR; e = e->a) {
    const lt_expr *at = e->kind == LT_INDEX ? e->b : NULL;
    while (at && at->kind == LT_CAST)
      at = at->a;
    bool fixed = !at || at->kind == LT_INT ||
                 (at->kind == LT_VAR && rec_lower_stays_in_place(lower, at) &&
                  !map_has(lower->region_effects->assigned, at->var));
    if (!fixed || (!at && e->kind != LT_MEMBER && e->kind != LT_DEREF &&
                   e->kind != LT_CAST))
      return false;
  }
  return !e->var->is_local && !map_has(lower->region_effects->assigned, e->var);
}

// The pointer in memory that leads to "base", where the field "e" is a pointer,
// if that is always the same.
static const lt_expr *
pointer_to_base(const rec_lower *lower, rec_ptr base, const lt_expr *e) {
  const lt_expr *way = pointer_to(base);
  bool behind = !way && base.obj->table && e->kind == LT_MEMBER && e->arrow;
  return behind && is_one_place(lower, e->a) ? e->a : way;
}

// The field "f" of the structure of "type" at "base", which lies in an array.
static rec_ptr
member_of_element(rec_lower *lower, rec_ptr base, const lt_type *type,
                  const lt_field *f, const lt_expr *e) {
  const lt_struct *inner = rec_lower_mixed(f->type);
  ir_scalar elem = IR_U8;
  rec_reason reason = REC__COUNT;
  const lt_type *part = f->type;
  while (part->kind == LT_TYPE_ARRAY)
    part = part->to;
  lt_expr *way = rec_lower_is_pointer(part) ? pointer_to(base) : NULL;
  if (way && rec_lower_follow_path(lower, way))
    return (rec_ptr){0};
  if (rec_lower_is_pointer(part) && base.obj->kind == REC_OBJ_RECORD &&
      base.obj->record == type->record) {
    rec_ptr row = rec_lower_field_row(lower, base, f);
    if (row.obj)
      return row;
  }
  rec_ptr within = rec_lower_union_part(lower, base, type, f);
  if (within.obj)
    return within;
  if (!type->record || !type->record->unit)
    reason = rec_lower_type_reason(type);
  else if (!inner && !f->width && !rec_lower_elem(f->type, &elem))
    reason = rec_lower_type_reason(f->type);
  if (reason == REC_POINTER_LOADED)
    refuse_loaded(lower, e, pointer_to_base(lower, base, e));
  else if (reason != REC__COUNT)
    rec_lower_refuse(lower, e->loc, reason, rec_lower_text(lower->a, e));
  if (reason != REC__COUNT || !check_unit(lower, base.obj, type, e))
    return (rec_ptr){0};
  int from = type->record->unit, to = inner ? inner->unit : ir_size(elem);
  if (base.obj->kind == REC_OBJ_RECORD)
    base.obj = inner ? rec_lower_structs(lower, base.obj->memory, inner)
                     : rec_lower_view(lower, base.obj->memory, elem);
  ir_val *off = base.off ? base.off : rec_lower_int(lower, IR_I64, 0);
  off = rec_lower_op2(lower, IR_OP_MUL, off,
                      rec_lower_int(lower, IR_I64, from / to));
  base.off = rec_lower_op2(lower, IR_OP_ADD, off,
                           rec_lower_int(lower, IR_I64, f->offset / to));
  base.bits = f->width ? f : NULL;
  return base;
}

// The bit-field at "path": a variable; what is behind a pointer becomes an
// array of structures.
static rec_ptr
bits_place(rec_lower *lower, lt_expr *path, const lt_expr *e) {
  const lt_expr *x = path;
  while (x->kind == LT_MEMBER && !x->arrow)
    x = x->a;
  if (x->kind == LT_VAR)
    return path_place(lower, path, path->type);
  bool behind = x->kind == LT_MEMBER || x->kind == LT_DEREF;
  if (!behind || !rec_lower_index_path(lower, x->a, x->a->type->to))
    rec_lower_refuse(lower, e->loc, REC_BITFIELD, path->member->name);
  return (rec_ptr){0};
}

rec_ptr
rec_lower_member(rec_lower *lower, rec_ptr base, const lt_type *type,
                 const lt_field *f, const lt_expr *e) {
  if (!base.path)
    return base.obj ? member_of_element(lower, base, type, f, e) : base;
  lt_expr *m = make_path(lower, LT_MEMBER, f->type, base.path, e->loc);
  m->member = f;
  if (m->a->kind == LT_DEREF) {
    m->arrow = true;
    m->a = m->a->a;
  }
  return f->width ? bits_place(lower, m, e) : path_place(lower, m, f->type);
}

// The structure that "e" is a field of; *type gets its type.
static rec_ptr
place_around(rec_lower *lower, const lt_expr *e, const lt_type **type) {
  *type = e->arrow ? e->a->type->to : e->a->type;
  if (!e->arrow)
    return rec_lower_place(lower, e->a);
  rec_ptr base = rec_lower_pointer(lower, e->a);
  if (base.path)
    base.path = path_pointee(lower, base.path, *type, e->loc);
  return base;
}

// The field "e" of a structure. An element of an array at a fixed place is what
// C writes for it.
static rec_ptr
member_place(rec_lower *lower, const lt_expr *e) {
  const lt_type *type;
  rec_ptr base = place_around(lower, e, &type);
  rec_ptr p = rec_lower_member(lower, base, type, e->member, e);
  int64_t at;
  if (p.obj && p.obj->kind == REC_OBJ_ARRAY && p.off &&
      rec_lower_is_int(p.off, &at))
    rec_note_element(lower->cx, p.obj->name, at, rec_lower_text(lower->a, e));
  return p;
}

rec_ptr
rec_lower_element(rec_lower *lower, rec_ptr base, int64_t k,
                  const lt_type *type, const lt_expr *e) {
  return rec_lower_behind(lower, base, rec_lower_int(lower, IR_I64, k), type,
                          e->loc);
}

rec_ptr
rec_lower_behind(rec_lower *lower, rec_ptr base, ir_val *n, const lt_type *type,
                 loft_loc loc) {
  if (base.obj)
    base.off = advance(lower, base, n, type, false, loc);
  return base;
}

// -- Places ---------------------------------------------------------------

// The place of variable "e".
static rec_ptr
var_place(rec_lower *lower, const lt_expr *e) {
  if (e->var->type->kind == LT_TYPE_STRUCT ||
      (rec_lower_is_union(e->var->type) && !e->var->is_local)) {
    lt_expr *path = make_path(lower, LT_VAR, e->type, NULL, e->loc);
    path->var = e->var;
    rec_obj *one = map_has(lower->padded, e->var)
                       ? rec_lower_find_field(lower, path)
                       : NULL;
    if (one && one->kind == REC_OBJ_RECORD)
      return (rec_ptr){.obj = one,
                       .off = one->base ? one->base
                                        : rec_lower_int(lower, IR_I64, 0)};
    return path_place(lower, path, e->type);
  }
  rec_obj *o = rec_lower_var(lower, e);
  if (!o || o->kind == REC_OBJ_SCALAR || o->kind == REC_OBJ_POINTER)
    return (rec_ptr){.obj = o};
  o->n_reads++;
  if (o->lost)
    rec_lower_refuse(lower, e->loc, REC_POINTER_SWAP, o->name);
  return (rec_ptr){.obj = o,
                   .off = o->base ? o->base : rec_lower_int(lower, IR_I64, 0)};
}

// True when the number "e", "n" of its size behind where "p" points to (NULL:
// none), is a part of the variable there, or seen as another type.
static bool
is_of_digits(rec_ptr p, const ir_val *n, const lt_expr *e) {
  ir_scalar elem;
  int64_t c = 0;
  return !p.path && p.obj && p.obj->kind == REC_OBJ_SCALAR &&
         rec_lower_elem(e->type, &elem) &&
         ((n && !(rec_lower_is_int(n, &c) && c == 0)) ||
          !rec_lower_is_alike(elem, p.obj->elem));
}

// "n" times "size".
static ir_val *
times(rec_lower *lower, ir_val *n, int64_t size) {
  return rec_lower_op2(lower, IR_OP_MUL, n, rec_lower_int(lower, IR_I64, size));
}

// The place "n" elements (of e->type) behind "p"; n NULL: p itself.
static rec_ptr
element_place(rec_lower *lower, rec_ptr p, ir_val *n, const lt_expr *e) {
  int64_t c = 0;
  if (p.path) {
    if (n && !(rec_lower_is_int(n, &c) && c == 0)) {
      if (rec_lower_index_path(lower, p.path, e->type))
        return (rec_ptr){0};
      bool loaded = rec_lower_is_pointer(e->type);
      rec_lower_refuse(lower, e->loc,
                       loaded                        ? REC_POINTER_LOADED
                       : rec_lower_is_union(e->type) ? REC_UNION
                                                     : REC_STRUCT_ARRAY,
                       rec_lower_text(lower->a, e));
      return (rec_ptr){0};
    }
    return path_place(lower, path_pointee(lower, p.path, e->type, e->loc),
                      e->type);
  }
  if (is_of_digits(p, n, e)) {
    ir_val *bytes =
        n ? times(lower, n, e->type->size) : rec_lower_int(lower, IR_I64, 0);
    return rec_lower_digits(lower, p, bytes, e);
  }
  ir_scalar elem;
  int parts =
      rec_lower_elem(e->type, &elem) ? rec_lower_parts_at(p, e->type) : 0;
  p.in_parts =
      parts > 1 ||
      (parts && (p.in_parts || !rec_lower_is_alike(elem, p.obj->elem)));
  if (p.in_parts && !p.off)
    p.off = rec_lower_int(lower, IR_I64, 0);
  if (!p.obj || (!p.in_parts && !check_unit(lower, p.obj, e->type, e)))
    return (rec_ptr){0};
  if (n)
    p.off = advance(lower, p, n, e->type, false, e->loc);
  return p;
}

// True when "e" points to a variable that is a number.
static bool
points_to_scalar(rec_lower *lower, const lt_expr *e) {
  e = rec_lower_bare_pointer(e);
  if (e->kind == LT_ADDR)
    return e->a->kind == LT_VAR && e->a->var->type->kind == LT_TYPE_SCALAR;
  if (e->kind != LT_VAR || !e->var->is_local || !rec_lower_is_pointer(e->type))
    return false;
  const rec_obj *o = rec_lower_var(lower, e);
  return o && o->kind == REC_OBJ_POINTER && o->now.target &&
         o->now.target->kind == REC_OBJ_SCALAR;
}

// The place *(a + n), of a part of the variable that "a" points to; null where
// "e" is no such one.
static rec_ptr
digits_place(rec_lower *lower, const lt_expr *e) {
  const lt_expr *sum = rec_lower_bare_pointer(e->a);
  if (sum->kind != LT_BINARY || !rec_lower_is_pointer(sum->type))
    return (rec_ptr){0};
  bool swapped = !rec_lower_is_pointer(sum->a->type);
  const lt_expr *base = swapped ? sum->b : sum->a;
  if (!points_to_scalar(lower, base))
    return (rec_ptr){0};
  rec_ptr p = rec_lower_pointer(lower, base);
  ir_val *n =
      rec_lower_widen(lower, rec_lower_expr(lower, swapped ? sum->a : sum->b));
  int64_t size = sum->type->to->size;
  return rec_lower_digits(lower, p,
                          times(lower, n, sum->op == LT_SUB ? -size : size), e);
}

// The place of compound literal "e": a variable, made here.
static rec_ptr
literal_place(rec_lower *lower, const lt_expr *e) {
  lt_stmt decl = {.kind = LT_DECL, .loc = e->loc, .var = e->var, .expr = e->a};
  rec_lower_stmt(lower, &decl);
  return var_place(lower, e);
}

// True for a structure that is a value, and lies nowhere.
static bool
is_struct_value(const lt_expr *e) {
  return e->type->kind == LT_TYPE_STRUCT &&
         (e->kind == LT_ASSIGN || e->kind == LT_COND || e->kind == LT_COMMA ||
          e->kind == LT_CALL || e->kind == LT_INIT_LIST ||
          rec_lower_is_computed(e));
}

void
rec_lower_expose(rec_lower *lower, const lt_var *var) {
  for (int k = 0; k < lower->locals.n; k++)
    if (lower->locals.at[k]->var == var)
      lower->locals.at[k]->exposed = true;
}

rec_ptr
rec_lower_place(rec_lower *lower, const lt_expr *e) {
  rec_ptr p = {0};
  if (is_struct_value(e))
    return rec_lower_struct(lower, e);
  if (e->kind == LT_COMPOUND)
    return literal_place(lower, e);
  if (e->kind == LT_VAR)
    return var_place(lower, e);
  if (e->kind == LT_INDEX) {
    p = rec_lower_pointer(lower, e->a);
    ir_val *n = rec_lower_widen(lower, rec_lower_expr(lower, e->b));
    return element_place(lower, p, n, e);
  }
  if (e->kind == LT_DEREF) {
    p = digits_place(lower, e);
    return p.obj
               ? p
               : element_place(lower, rec_lower_pointer(lower, e->a), NULL, e);
  }
  if (e->kind == LT_MEMBER)
    return member_place(lower, e);
  if (e->kind == LT_CAST && e->type->kind == e->a->type->kind)
    return rec_lower_place(lower, e->a);
  rec_reason reason = REC_EXPR_OTHER;
  if (e->kind == LT_EXPR_UNSUPPORTED)
    rec_reason_from_id(e->reason, &reason);
  rec_lower_refuse(lower, e->loc, reason,
                   e->text ? e->text : rec_lower_text(lower->a, e));
  return p;
}

// -- Loads and stores -----------------------------------------------------

// Notes that "o" was read while a loop's bounds are computed.
static void
log_read(rec_lower *lower, rec_obj *o) {
  if (!lower->logging)
    return;
  vec_push(lower->a, &lower->log, o);
  o->is_bound = true;
}

// True when the place is the variable itself; refuses other offsets.
static bool
check_scalar(rec_lower *lower, rec_ptr place, loft_loc loc) {
  int64_t c;
  if (!place.off || (rec_lower_is_int(place.off, &c) && c == 0))
    return true;
  rec_lower_refuse(lower, loc, REC_ADDRESS_OF, place.obj->name);
  return false;
}

ir_val *
rec_lower_load(rec_lower *lower, rec_ptr place, const lt_type *type,
               loft_loc loc) {
  ir_scalar elem;
  rec_obj *o = place.obj;
  if (!rec_lower_elem(type, &elem))
    elem = IR_I32;
  if (!o || o->kind >= REC_OBJ_RECORD)
    return rec_lower_zero(lower, elem);
  log_read(lower, o);
  if (o->kind == REC_OBJ_SCALAR && place.in_parts)
    return rec_lower_load_digits(lower, place, elem);
  if (o->kind == REC_OBJ_SCALAR) {
    check_scalar(lower, place, loc);
    ir_val *v = o->now.val ? o->now.val : rec_lower_zero(lower, o->elem);
    return rec_lower_convert(lower, v, elem);
  }
  o->read = true;
  o->read_first |= !o->written;
  if (place.bits)
    return rec_lower_load_bits(lower, place, elem);
  if (place.in_parts)
    return rec_lower_join(lower, place, elem);
  ir_val *v = rec_lower_index(lower, o->now.val, place.off);
  return rec_lower_same_bits(lower, v, elem); // others: of a union
}

// Names a value after the variable it is stored in.
static void
name_value(ir_val *v, const rec_obj *o) {
  if (!v->name && v->def && v->def->code != IR_OP_CONST)
    v->name = o->name;
}

// True when "v" is computed from "from"; looks at "*left" values at most.
static bool
is_made_of(const ir_val *v, const ir_val *from, int *left) {
  if (v == from)
    return true;
  for (int k = 0; v->def && k < v->def->ins.n && *left > 0; k++) {
    --*left;
    if (is_made_of(v->def->ins.at[k], from, left))
      return true;
  }
  return false;
}

// Notes that scalar "o" becomes "v" at "loc" in the loops around: most of all
// where that is made of what it was when the iteration started.
static void
note_assigned(rec_lower *lower, const rec_obj *o, const ir_val *v,
              loft_loc loc) {
  for (const rec_frame *fr = lower->frame; fr; fr = fr->outer) {
    int k = fr->is_loop ? rec_lower_carried_at(fr, o) : -1, left = 100;
    if (k < 0)
      continue;
    bool goes_on = is_made_of(v, fr->carried.at[k].param, &left);
    bool known = v->def && v->def->code == IR_OP_CONST;
    rec_note_assigned(lower->cx, o->name, fr->op->loc,
                      rec_lower_loc(lower, loc), goes_on ? 2 : !known);
  }
}

void
rec_lower_store(rec_lower *lower, rec_ptr place, ir_val *v, loft_loc loc) {
  rec_obj *o = place.obj;
  if (!o || o->kind >= REC_OBJ_RECORD)
    return;
  if (place.bits) {
    rec_lower_store_bits(lower, place, v, loc);
    return;
  }
  if (place.in_parts && o->kind == REC_OBJ_SCALAR) {
    v = rec_lower_set_digits(lower, place, v);
    place.off = NULL;
  } else if (place.in_parts) {
    o->written = true;
    lower->b.loc = rec_lower_loc(lower, loc);
    rec_lower_split(lower, place, v);
    return;
  }
  v = o->kind == REC_OBJ_ARRAY ? rec_lower_same_bits(lower, v, o->elem)
                               : rec_lower_convert(lower, v, o->elem);
  if (o->bits)
    v = rec_lower_narrow(lower, v, o->bits);
  o->written = true;
  if (o->kind == REC_OBJ_SCALAR) {
    if (check_scalar(lower, place, loc))
      o->now.val = v;
    if (o->var)
      name_value(v, o);
    note_assigned(lower, o, v, loc);
    return;
  }
  lower->b.loc = rec_lower_loc(lower, loc);
  o->now.val = ir_build_update(&lower->b, o->now.val, place.off, v);
}

// -- Pointers -------------------------------------------------------------

void
rec_lower_set_pointer(rec_lower *lower, rec_obj *o, rec_ptr p) {
  o->written = true;
  if (o->is_joined) {
    rec_lower_set_joined(lower, o, p);
    return;
  }
  o->now = (rec_slot){.val = p.off,
                      .target = p.obj,
                      .path = p.path,
                      .may_be_null =
                          p.may_be_null || p.joined || (!p.obj && !p.path)};
}

// The pointer in memory by way of which the one at "path" is found, or NULL.
static const lt_expr *
pointer_before(const lt_expr *path) {
  const lt_expr *last = NULL;
  for (const lt_expr *x = path; x; x = x->a) {
    bool loads = x->kind == LT_DEREF || (x->kind == LT_MEMBER && x->arrow);
    if (loads && last)
      return last;
    last = loads ? x->a : last;
  }
  return NULL;
}

// The target of the pointer in memory at "path"; it must be the same during
// the region.
static rec_ptr
pointer_at(rec_lower *lower, lt_expr *path, const lt_expr *e) {
  const lt_type *to = path->type->to;
  if (rec_lower_is_indexed(lower, path, to)) {
    rec_obj *o = rec_lower_field(lower, path);
    return (rec_ptr){.obj = o, .off = rec_lower_int(lower, IR_I64, 0)};
  }
  bool direct = path->kind == LT_MEMBER && !path->arrow;
  for (const lt_expr *x = path; direct && x->kind != LT_VAR; x = x->a)
    direct = x->kind == LT_MEMBER && !x->arrow;
  if (direct || to->kind == LT_TYPE_VOID || rec_lower_is_followed(lower, path))
    return (rec_ptr){.path = path};
  if (!rec_lower_index_path(lower, path, to) &&
      !rec_lower_follow_path(lower, path))
    refuse_loaded(lower, e, pointer_before(path));
  return (rec_ptr){0};
}

// The value of pointer variable "o".
static rec_ptr
read_pointer(rec_lower *lower, rec_obj *o, const lt_expr *e) {
  rec_ptr p = {.obj = o->now.target,
               .path = o->now.path,
               .off = o->now.val,
               .may_be_null = o->now.may_be_null,
               .joined = o->is_joined ? o : NULL,
               .is_set = o->is_set ? o->is_set->now.val : NULL};
  o->n_reads++;
  log_read(lower, o);
  rec_lower_use_pointer(lower, o, o->now.val);
  if (!o->lost && o->now.copied && rec_lower_copy_rows(lower, o->now.copied))
    return (rec_ptr){0};
  if (o->lost || o->now.unknown) {
    rec_lower_refuse(lower, e->loc,
                     o->lost ? REC_POINTER_SWAP : REC_POINTER_MERGE,
                     o->var ? o->name : rec_lower_text(lower->a, e));
    return (rec_ptr){0};
  }
  if (p.path && p.path->kind == LT_MEMBER) { // copied with its structure
    rec_ptr there = pointer_at(lower, p.path, e);
    there.may_be_null |= p.may_be_null;
    return there;
  }
  if (p.obj && !p.off && p.obj->kind != REC_OBJ_SCALAR)
    p.off = rec_lower_int(lower, IR_I64, 0);
  return p;
}

// "e" without casts.
static const lt_expr *
without_casts(const lt_expr *e) {
  while (e->kind == LT_CAST)
    e = e->a;
  return e;
}

// The field that pointer "e" is, or an array of pointers of which "e" is number
// *k; NULL: it is neither.
static const lt_expr *
pointer_field(const lt_expr *e, int64_t *k) {
  *k = 0;
  if (e->kind == LT_INDEX) {
    const lt_expr *at = without_casts(e->b);
    e = without_casts(e->a);
    if (at->kind != LT_INT || e->type->kind != LT_TYPE_ARRAY)
      return NULL;
    *k = (int64_t)at->bits;
  }
  return e->kind == LT_MEMBER ? e : NULL;
}

// The structure that "e" is a field of, which may be looked at again: no place
// where that would have effects.
static rec_ptr
place_again(rec_lower *lower, const lt_expr *e) {
  const lt_type *type;
  rec_effects fx;
  rec_effects_init(lower->a, &fx);
  rec_lower_expr_effects(&fx, e->a);
  return fx.stores || map_count(fx.assigned) ? (rec_ptr){0}
                                             : place_around(lower, e, &type);
}

// The place of "e", a pointer of a certain number in an array of such, in
// structures of an array of which it is no certain one; else none.
static rec_ptr
element_row(rec_lower *lower, const lt_expr *e) {
  int64_t k, at;
  const lt_expr *f = pointer_field(e, &k);
  if (!f || f == e)
    return (rec_ptr){0};
  rec_ptr base = place_again(lower, f);
  if (!base.obj || base.obj->kind != REC_OBJ_RECORD || !base.off ||
      rec_lower_is_int(base.off, &at))
    return (rec_ptr){0};
  return rec_lower_element_row(lower, base, f->member, k);
}

// A pointer that is an lvalue.
static rec_ptr
loaded_pointer(rec_lower *lower, const lt_expr *e) {
  rec_ptr place = element_row(lower, e);
  if (!place.obj)
    place = rec_lower_place(lower, e);
  if (place.obj && place.obj->kind == REC_OBJ_POINTER)
    return read_pointer(lower, place.obj, e);
  if (place.obj && place.obj->kind == REC_OBJ_TABLE)
    return rec_lower_row(lower, place);
  if (place.path)
    return pointer_at(lower, place.path, e);
  if (place.obj)
    refuse_loaded(lower, e, pointer_to(place));
  return (rec_ptr){0};
}

// The address "e" of pointer "o".
static rec_ptr
address_of_pointer(rec_lower *lower, rec_obj *o, const lt_expr *e) {
  lt_expr *place = o->in_memory ? o->lvalue : e->a;
  if (!o->in_memory && place->kind != LT_VAR) {
    rec_lower_refuse(lower, e->loc, REC_ADDRESS_OF, o->name);
    return (rec_ptr){0};
  }
  o->exposed = true;
  return (rec_ptr){.path = make_path(lower, LT_ADDR, e->type, place, e->loc)};
}

// &e
static rec_ptr
address_of(rec_lower *lower, const lt_expr *e) {
  rec_ptr p = rec_lower_place(lower, e->a);
  if (p.path) {
    lt_expr *lv = p.path;
    const lt_expr *root = lv;
    while (root->kind == LT_MEMBER && !root->arrow)
      root = root->a;
    if (root->kind == LT_VAR && root->var->is_local)
      rec_lower_expose(lower, root->var);
    p.path = lv->kind == LT_DEREF
                 ? lv->a
                 : make_path(lower, LT_ADDR, e->type, lv, e->loc);
    return p;
  }
  if (p.obj && p.obj->kind == REC_OBJ_POINTER)
    return address_of_pointer(lower, p.obj, e);
  if (p.obj && p.obj->kind == REC_OBJ_SCALAR && p.in_parts) {
    rec_lower_refuse(lower, e->loc, REC_ADDRESS_OF,
                     rec_lower_text(lower->a, e));
    return (rec_ptr){0};
  }
  if (p.obj)
    p.obj->exposed = true;
  p.in_parts = false;
  return p;
}

// True when the place "e" is reached by fields and pointers alone, so that to
// find it twice does nothing twice.
static bool
is_plain_place(const lt_expr *e) {
  while (e->kind == LT_MEMBER || e->kind == LT_DEREF || e->kind == LT_CAST)
    e = e->a;
  return e->kind == LT_VAR;
}

// The pointer to void in memory, behind a pointer, that "e" casts to another
// type: to where there is an array of that type. NULL: it is something else.
static lt_expr *
cast_from_memory(rec_lower *lower, const lt_expr *e) {
  const lt_expr *from = e->a;
  bool is_void = rec_lower_is_pointer(from->type) &&
                 from->type->to->kind == LT_TYPE_VOID &&
                 rec_lower_is_pointer(e->type);
  if (!is_void || from->kind != LT_MEMBER || !is_plain_place(from))
    return NULL;
  lt_expr *path = rec_lower_place(lower, from).path;
  return path && !rec_lower_is_direct(path) ? path : NULL;
}

// "p" moved by the integer "n" objects of "to".
static rec_ptr
move_pointer(rec_lower *lower, rec_ptr p, ir_val *n, const lt_type *to,
             bool backwards, const lt_expr *e) {
  if (p.path || (p.obj && p.obj->kind == REC_OBJ_SCALAR)) {
    int64_t c;
    if (rec_lower_is_int(n, &c) && c == 0)
      return p;
    if (p.path && rec_lower_index_path(lower, p.path, to))
      return (rec_ptr){0};
    rec_lower_refuse(lower, e->loc,
                     !p.path                  ? REC_ADDRESS_OF
                     : rec_lower_is_union(to) ? REC_UNION
                                              : REC_STRUCT_ARRAY,
                     rec_lower_text(lower->a, e));
    return (rec_ptr){0};
  }
  if (!p.obj ||
      (!rec_lower_parts_of(p.obj, to) && !check_unit(lower, p.obj, to, e)))
    return (rec_ptr){0};
  p.off = advance(lower, p, n, to, backwards, e->loc);
  return p;
}

// "e" without casts of integers to others of 64 bits.
static const lt_expr *
without_number_casts(const lt_expr *e) {
  while (e->kind == LT_CAST && e->a->type->kind == LT_TYPE_SCALAR &&
         e->type->kind == LT_TYPE_SCALAR && e->type->size == 8 &&
         e->a->type->size == 8)
    e = e->a;
  return e;
}

// The pointer p + n of type "to" whose address "e" changes by a constant, op
// and *c; NULL where it does not.
static const lt_expr *
changed_address(const lt_expr *e, const lt_type *to, int64_t *c) {
  e = without_number_casts(e);
  if (e->kind != LT_BINARY || e->type->kind != LT_TYPE_SCALAR ||
      e->type->size != 8 ||
      (e->op != LT_XOR && e->op != LT_OR && e->op != LT_AND))
    return NULL;
  const lt_expr *x = e->a, *by = e->b;
  while (by->kind == LT_CAST && by->type->kind == LT_TYPE_SCALAR)
    by = by->a;
  x = without_number_casts(x);
  const lt_expr *p = x->kind == LT_CAST ? x->a : NULL;
  if (by->kind != LT_INT || !p || !rec_lower_is_pointer(p->type) ||
      to->kind != LT_TYPE_SCALAR || p->type->to->kind != LT_TYPE_SCALAR ||
      p->type->to->size != to->size)
    return NULL;
  *c = (int64_t)by->bits;
  return p;
}

// (uint8_t *)((uintptr_t)((uint8_t *)line + j) ^ 3), where "line" points to
// what lies at multiples of 4 bytes: bits of an address that its elements do
// not have, by their type, are those of j. No object where "e" is something
// else.
static rec_ptr
changed_pointer(rec_lower *lower, const lt_expr *e) {
  const lt_type *to = e->type->to;
  int64_t c;
  const lt_expr *p = changed_address(e->a, to, &c);
  const lt_expr *sum = p ? without_casts(p) : NULL;
  bool adds = sum && sum->kind == LT_BINARY && sum->op == LT_ADD &&
              rec_lower_is_pointer(sum->a->type) &&
              sum->a->type->to->size == to->size;
  const lt_expr *line = adds ? without_casts(sum->a) : sum;
  if (!line || !rec_lower_is_pointer(line->type) ||
      line->type->to->kind != LT_TYPE_SCALAR)
    return (rec_ptr){0};
  int64_t size = to->size, aligned = line->type->to->align;
  lt_op op = without_number_casts(e->a)->op;
  int64_t low = op == LT_AND ? ~c : c;
  if (low < 0 || low >= aligned || (low & (size - 1)) != 0)
    return (rec_ptr){0};
  rec_ptr q = rec_lower_pointer(lower, adds ? sum->a : p);
  if (!q.obj)
    return q;
  ir_val *n = adds ? rec_lower_widen(lower, rec_lower_expr(lower, sum->b))
                   : rec_lower_int(lower, IR_I64, 0);
  ir_val *by =
      rec_lower_int(lower, IR_I64, op == LT_AND ? ~(low / size) : low / size);
  n = rec_lower_op2(lower,
                    op == LT_AND  ? IR_OP_AND
                    : op == LT_OR ? IR_OP_OR
                                  : IR_OP_XOR,
                    n, by);
  return move_pointer(lower, q, n, to, false, e);
}

// (type *)a
static rec_ptr
cast_pointer(rec_lower *lower, const lt_expr *e) {
  const lt_type *from = e->a->type;
  if (from->kind == LT_TYPE_SCALAR) {
    int64_t c;
    rec_ptr changed = changed_pointer(lower, e);
    if (changed.obj)
      return changed;
    if (!rec_lower_is_int(rec_lower_expr(lower, e->a), &c) || c)
      rec_lower_refuse(lower, e->loc, REC_POINTER_CAST,
                       rec_lower_text(lower->a, e->a));
    return (rec_ptr){0};
  }
  rec_ptr p = {.path = cast_from_memory(lower, e)};
  if (p.path && !rec_lower_is_followed(lower, p.path) &&
      !rec_lower_is_indexed(lower, p.path, e->type->to) &&
      rec_lower_index_path(lower, p.path, e->type->to))
    return (rec_ptr){0}; // it is read again
  if (!p.path || !rec_lower_is_indexed(lower, p.path, e->type->to))
    p = rec_lower_pointer(lower, e->a);
  if (p.path && rec_lower_is_pointer(from) && rec_lower_is_pointer(e->type) &&
      rec_lower_is_indexed(lower, p.path, e->type->to)) {
    if (from->to->kind != LT_TYPE_VOID) {
      rec_lower_refuse(lower, e->loc, REC_POINTER_CAST,
                       rec_lower_text(lower->a, e->a));
      return (rec_ptr){0};
    }
    rec_obj *o = rec_lower_memory(lower, p.path, e->type->to);
    return (rec_ptr){.obj = o, .off = rec_lower_int(lower, IR_I64, 0)};
  }
  if (p.path && rec_lower_is_pointer(from) && rec_lower_is_pointer(e->type) &&
      e->type->to->kind == LT_TYPE_STRUCT &&
      from->to->record != e->type->to->record) {
    p.path = make_path(lower, LT_CAST, e->type, p.path, e->loc);
    p.path->origin = e->origin;
  }
  return p;
}

// a + n, n + a, a - n
static rec_ptr
offset_pointer(rec_lower *lower, const lt_expr *e) {
  bool swapped =
      !rec_lower_is_pointer(e->a->type) && e->a->type->kind != LT_TYPE_ARRAY;
  rec_ptr p = rec_lower_pointer(lower, swapped ? e->b : e->a);
  ir_val *n =
      rec_lower_widen(lower, rec_lower_expr(lower, swapped ? e->a : e->b));
  return move_pointer(lower, p, n, e->type->to, e->op == LT_SUB, e);
}

// The pointer variable an assignment changes; NULL (refused) for pointers in
// memory that cannot be taken for variables.
static rec_obj *
pointer_target(rec_lower *lower, const lt_expr *e) {
  rec_ptr place = {0};
  if (e->kind == LT_VAR || e->kind == LT_MEMBER || is_plain_place(e))
    place = rec_lower_place(lower, e);
  if (place.obj && place.obj->kind == REC_OBJ_POINTER)
    return place.obj;
  if (place.path && rec_lower_move_path(lower, place.path))
    return NULL;
  rec_lower_refuse(lower, e->loc,
                   rec_lower_stays_in_place(lower, e) ? REC_POINTER_KEPT
                                                      : REC_POINTER_ESCAPE,
                   rec_lower_text(lower->a, e));
  return NULL;
}

// =, +=, -=, ++ and -- on a pointer; the value of the expression.
static rec_ptr
assign_pointer(rec_lower *lower, const lt_expr *e) {
  rec_ptr old, p;
  const rec_step *step = rec_lower_find_step(lower, e);
  if (step) {
    const rec_slot *s = &lower->stepping.obj->now;
    p = (rec_ptr){.obj = s->target, .path = s->path};
    p.off = rec_lower_step_inside(lower, step);
    return p;
  }
  if (e->kind == LT_ASSIGN)
    p = old = rec_lower_pointer(lower, e->b);
  else {
    ir_val *n = e->kind == LT_INCDEC
                    ? rec_lower_int(lower, IR_I64, 1)
                    : rec_lower_widen(lower, rec_lower_expr(lower, e->b));
    old = rec_lower_pointer(lower, e->a);
    p = move_pointer(lower, old, n, e->a->type->to, e->op == LT_SUB, e);
  }
  rec_obj *o = pointer_target(lower, e->a);
  if (o)
    rec_lower_set_pointer(lower, o, p);
  if (o && e->kind == LT_ASSIGN)
    o->set = e->b;
  return e->kind == LT_INCDEC && e->post ? old : p;
}

// a ? b : c
static rec_ptr
choose_pointer(rec_lower *lower, const lt_expr *e) {
  ir_val *c = rec_lower_cond(lower, e->a);
  int64_t known;
  if (rec_lower_is_int(c, &known))
    return rec_lower_pointer(lower, known ? e->b : e->c);
  int n = lower->locals.n;
  rec_obj *tmp = rec_lower_local(lower, REC_OBJ_POINTER, "p", e->type);
  rec_frame *fr = rec_lower_begin_if(lower, c);
  rec_lower_set_pointer(lower, tmp, rec_lower_pointer(lower, e->b));
  rec_lower_else(lower, fr);
  rec_lower_set_pointer(lower, tmp, rec_lower_pointer(lower, e->c));
  rec_lower_end_if(lower, fr);
  rec_ptr p = read_pointer(lower, tmp, e);
  rec_lower_drop_locals(lower, n);
  return p;
}

// Pointer expressions that are neither variables nor in memory.
static rec_ptr
computed_pointer(rec_lower *lower, const lt_expr *e) {
  rec_ptr p = {0};
  switch ((int)e->kind) {
  case LT_ADDR:
    return address_of(lower, e);
  case LT_CAST:
    return cast_pointer(lower, e);
  case LT_BINARY:
    return offset_pointer(lower, e);
  case LT_ASSIGN:
  case LT_ASSIGN_OP:
  case LT_INCDEC:
    return assign_pointer(lower, e);
  case LT_COND:
    return choose_pointer(lower, e);
  case LT_COMMA:
    rec_lower_effect(lower, e->a);
    return rec_lower_pointer(lower, e->b);
  case LT_CALL:
    rec_lower_call(lower, e, &p);
    return p;
  case LT_INT:
    return p;
  default:
    return rec_lower_place(lower, e); // refuses
  }
}

rec_ptr
rec_lower_kind_pointer(rec_lower *lower, const lt_expr *e) {
  bool lvalue = e->kind == LT_VAR || e->kind == LT_INDEX ||
                e->kind == LT_DEREF || e->kind == LT_MEMBER;
  if (e->type->kind == LT_TYPE_ARRAY && lvalue)
    return rec_lower_place(lower, e);
  return lvalue ? loaded_pointer(lower, e) : computed_pointer(lower, e);
}

// Comparison "e" of "p" with a null pointer, or with one that was refused.
static ir_val *
compare_null(rec_lower *lower, rec_ptr p, const lt_expr *e) {
  bool equals = e->op == LT_EQ || e->op == LT_NE;
  bool is_explained = lower->refusals.n && (!equals || (!p.obj && !p.path));
  ir_val *is_set = equals ? rec_lower_is_set(lower, p) : NULL;
  if (!is_set && !is_explained)
    rec_lower_refuse(lower, e->loc,
                     equals ? REC_POINTER_NULL : REC_POINTER_COMPARE,
                     rec_lower_text(lower->a, e));
  if (!is_set)
    return rec_lower_zero(lower, e->op == LT_SUB ? IR_I64 : IR_BOOL);
  return e->op == LT_NE ? is_set : rec_lower_op1(lower, IR_OP_NOT, is_set);
}

// The pointer "side" of comparison "e". Where it is in memory that the region
// changes or goes through, it is not what is behind it that is asked for.
static rec_ptr
compared_pointer(rec_lower *lower, const lt_expr *side, const lt_expr *e) {
  int n = lower->refusals.n;
  rec_ptr p = rec_lower_pointer(lower, side);
  rec_refusal *last =
      lower->refusals.n > n ? &vec_last(&lower->refusals) : NULL;
  if (last && last->reason == REC_POINTER_LOADED &&
      last->loc.line == side->loc.line && last->loc.col == side->loc.col)
    *last = (rec_refusal){.reason = REC_POINTER_COMPARE,
                          .loc = e->loc,
                          .what = rec_lower_text(lower->a, e)};
  return p;
}

ir_val *
rec_lower_member_is_set(rec_lower *lower, const lt_expr *e) {
  e = rec_lower_bare_pointer(e);
  int64_t k;
  const lt_expr *f = pointer_field(e, &k);
  if (!f || !rec_lower_is_pointer(e->type))
    return NULL;
  rec_ptr base = place_again(lower, f);
  if (!base.obj || !base.obj->memory || (f == e && !base.obj->memory->table))
    return NULL;
  return rec_lower_field_is_set(lower, base,
                                f->member->offset + k * e->type->size);
}

// The comparison "e" of a field with null, as rec_lower_member_is_set; NULL: it
// is none.
static ir_val *
compare_member(rec_lower *lower, const lt_expr *e) {
  const lt_expr *x = rec_lower_bare_pointer(e->a);
  const lt_expr *y = rec_lower_bare_pointer(e->b);
  while (y->kind == LT_CAST)
    y = y->a;
  if ((e->op != LT_EQ && e->op != LT_NE) || y->kind != LT_INT || y->bits)
    return NULL;
  ir_val *is_set = rec_lower_member_is_set(lower, x);
  return is_set && e->op == LT_EQ ? rec_lower_op1(lower, IR_OP_NOT, is_set)
                                  : is_set;
}

ir_val *
rec_lower_pointer_binary(rec_lower *lower, const lt_expr *e) {
  ir_val *known = compare_member(lower, e);
  if (known)
    return known;
  rec_ptr x = compared_pointer(lower, e->a, e),
          y = compared_pointer(lower, e->b, e);
  bool x_null = !x.obj && !x.path, y_null = !y.obj && !y.path;
  if (x_null || y_null)
    return compare_null(lower, x_null && !(y_null && x.may_be_null) ? y : x, e);
  ir_val *meet = NULL;
  if (x.obj && (e->op != LT_SUB || !y.obj))
    y = rec_lower_place_in(lower, x, y, &meet);
  else
    x = rec_lower_place_in(lower, y, x, &meet);
  if (x.path && y.path)
    rec_lower_index_path(lower, x.path, e->a->type->to);
  if (!x.obj || x.obj != y.obj || !rec_lower_in_one_row(lower, x, y)) {
    rec_lower_refuse(lower, e->loc, REC_POINTER_COMPARE,
                     rec_lower_text(lower->a, e));
    return rec_lower_zero(lower, e->op == LT_SUB ? IR_I64 : IR_BOOL);
  }
  ir_val *zero = rec_lower_int(lower, IR_I64, 0);
  ir_val *a = x.off ? x.off : zero, *b = y.off ? y.off : zero;
  if (meet && (e->op == LT_EQ || e->op == LT_NE)) {
    ir_val *eq = rec_lower_op2(lower, IR_OP_EQ, a, b);
    eq = rec_lower_op2(lower, IR_OP_AND, eq, meet);
    return e->op == LT_EQ ? eq : rec_lower_op1(lower, IR_OP_NOT, eq);
  }
  if (e->op != LT_SUB)
    return rec_lower_op2(lower, rec_lower_opcode(e->op), a, b);
  const lt_type *to = e->a->type->to;
  if (!check_unit(lower, x.obj, to, e))
    return zero;
  return rec_lower_op2(lower, IR_OP_DIV, rec_lower_op2(lower, IR_OP_SUB, a, b),
                       rec_lower_count(lower, to, e->loc));
}
