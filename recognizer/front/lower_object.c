// recognizer/front/lower_object.c: C objects and how they are captured.
//
// A variable declared outside the region becomes a parameter when it is first
// met: scalars by value (by address when the region changes one that pointers
// may reach), arrays and what pointers point to as arrays. The same lvalue is
// always the same capture; that two captures do not overlap is checked when the
// region starts, by their addresses, but for what C keeps apart itself. A local
// pointer that is known to point into another's array is a place in that.
#include "recognizer/front/lower_flow.h"
#include "recognizer/front/lower_memory.h"
#include "recognizer/front/lower_number.h"

// -- Captures -------------------------------------------------------------

// The array of "pointee"s that "expr" gives the address of.
static rec_obj *
capture_array(rec_lower *lower, rec_capture_kind kind, lt_expr *expr,
              const lt_type *pointee, const char *text) {
  ir_scalar elem;
  const lt_struct *mixed = rec_lower_mixed(pointee), *rows;
  if (mixed) {
    rec_memory *m = NEW(lower->a, rec_memory);
    *m = (rec_memory){.kind = kind, .expr = expr, .text = text, .outer = mixed};
    return rec_lower_structs(lower, m, mixed);
  }
  if (rec_lower_levels(pointee, &elem, &rows))
    return rec_lower_table(lower, kind, expr, pointee, text);
  if (!rec_lower_elem(pointee, &elem)) {
    rec_lower_refuse(lower, expr->loc, rec_lower_type_reason(pointee), text);
    return NULL;
  }
  const lt_type *smaller =
      smap_get(lower->smaller, rec_lower_place_key(lower, expr));
  if (smaller)
    elem = smaller->elem;
  rec_obj *o = rec_lower_captured(lower, REC_OBJ_ARRAY, text, pointee, elem);
  rec_lower_capture(lower, o, kind, expr);
  rec_lower_adopt(lower, o);
  return o;
}

// Moves the cursor to the region's start; gives the one to return to.
static ir_builder
enter_entry(rec_lower *lower) {
  ir_builder saved = lower->b;
  lower->b = ir_before(lower->entry_end);
  return saved;
}

// True when no pointer of the program can point to variable "v".
static bool
is_private(const lt_var *v) {
  return !v->is_static && !v->address_taken;
}

// Captures "o", the scalar lvalue "expr", by value: a float of 16 bits as the
// f32 that C passes.
static void
capture_value(rec_lower *lower, rec_obj *o, lt_expr *expr) {
  lt_half half = expr->type->half;
  ir_scalar elem = o->elem;
  if (half)
    o->elem = IR_F32;
  rec_lower_capture(lower, o, REC_VALUE, expr);
  o->elem = elem;
  if (!half)
    return;
  ir_builder saved = enter_entry(lower);
  o->now.val = rec_lower_to_half(lower, o->now.val, half);
  lower->b = saved;
  o->entry = o->now;
}

// The scalar lvalue "expr" as variable "var": by value, or through its address
// when the region may change it and pointers may see it.
static rec_obj *
capture_scalar(rec_lower *lower, lt_expr *expr, const lt_var *var,
               const char *text) {
  ir_scalar elem;
  if (!rec_lower_elem(expr->type, &elem)) {
    rec_lower_refuse(lower, expr->loc, rec_lower_type_reason(expr->type), text);
    return NULL;
  }
  rec_obj *o =
      rec_lower_captured(lower, REC_OBJ_SCALAR, text, expr->type, elem);
  o->var = var;
  o->lvalue = expr;
  if (expr->kind == LT_MEMBER && expr->member->width)
    o->bits = expr->member;
  bool assigned = map_has(lower->region_effects->assigned, var);
  if (!assigned || is_private(var)) {
    capture_value(lower, o, expr);
    rec_lower_adopt(lower, o);
    return o;
  }
  if (o->bits)
    rec_lower_refuse(lower, expr->loc, REC_BITFIELD, text);
  o->by_address = true;
  o->home = rec_lower_captured(lower, REC_OBJ_ARRAY, text, expr->type, elem);
  rec_lower_capture(lower, o->home, REC_ADDRESS, expr);
  o->home->read = true;
  ir_builder saved = enter_entry(lower);
  o->now.val =
      rec_lower_index(lower, o->home->now.val, rec_lower_int(lower, IR_I64, 0));
  lower->b = saved;
  o->entry = o->now;
  rec_lower_adopt(lower, o);
  return o;
}

// A fresh LT_VAR node for "e"'s variable.
static lt_expr *
var_node(rec_lower *lower, const lt_expr *e) {
  lt_expr *node = NEW(lower->a, lt_expr);
  node->kind = LT_VAR;
  node->type = e->var->type;
  node->var = e->var;
  node->loc = e->loc;
  return node;
}

// The variable at the bottom of an lvalue; *loads: a pointer is followed on the
// way.
static const lt_var *
root_of(const lt_expr *e, bool *loads) {
  for (; e && e->kind != LT_VAR; e = e->a)
    *loads |= e->kind == LT_DEREF || (e->kind == LT_MEMBER && e->arrow);
  return e ? e->var : NULL;
}

// True when lvalue "e" is a part of a variable that is, or has, a union of
// scalars of several sizes: other parts of it may be in the same memory.
static bool
is_in_union(const lt_expr *e) {
  for (; e->kind == LT_MEMBER && !e->arrow; e = e->a)
    if (rec_lower_is_union(e->a->type))
      return true;
  return false;
}

const char *
rec_lower_place_key(rec_lower *lower, const lt_expr *e) {
  bool loads = false;
  while (e->kind == LT_CAST)
    e = e->a;
  const lt_field *f = e->kind == LT_MEMBER ? e->member : NULL;
  return arena_printf(lower->a, "%s@%p@%p", rec_lower_text(lower->a, e),
                      (const void *)root_of(e, &loads), (const void *)f);
}

static const lt_type word = {
    .kind = LT_TYPE_SCALAR, .elem = IR_I64, .size = 8, .text = "long"};

ir_val *
rec_lower_distance(rec_lower *lower, const lt_expr *from, const lt_expr *to) {
  const char *name = arena_printf(lower->a, "bytes from %s to %s",
                                  from->var->name, to->var->name);
  lt_expr *e = NEW_ARRAY(lower->a, lt_expr, 3);
  e[0] = (lt_expr){.kind = LT_BINARY,
                   .op = LT_SUB,
                   .type = &word,
                   .loc = to->loc,
                   .a = &e[1],
                   .b = &e[2]};
  e[1] = e[2] = (lt_expr){.kind = LT_CAST, .type = &word, .loc = to->loc};
  e[1].a = var_node(lower, to);
  e[2].a = var_node(lower, from);
  rec_obj *o =
      rec_lower_captured(lower, REC_OBJ_SCALAR, to->var->name, &word, IR_I64);
  rec_lower_capture(lower, o, REC_VALUE, e);
  vec_last(&lower->captures).name = name;
  return o->now.val;
}

static const lt_type truth = {
    .kind = LT_TYPE_SCALAR, .elem = IR_BOOL, .size = 1, .text = "bool"};

// The object that has the address in pointer "e" as a value of "type" or, of
// one that must be loaded, its two halves.
static rec_obj *
make_address(rec_lower *lower, bool loads, const lt_expr *e,
             const lt_type *type) {
  static const lt_type half = {
      .kind = LT_TYPE_SCALAR, .elem = IR_U32, .size = 4, .text = "unsigned"};
  const char *text =
      arena_printf(lower->a, "address %s", rec_lower_text(lower->a, e));
  lt_expr *value = NEW(lower->a, lt_expr);
  *value = (lt_expr){.kind = LT_CAST, .type = type, .loc = e->loc};
  value->a = (lt_expr *)e;
  if (loads) {
    *value = *e;
    value->type = &half;
  }
  rec_obj *o = rec_lower_captured(lower, loads ? REC_OBJ_ARRAY : REC_OBJ_SCALAR,
                                  text, value->type, value->type->elem);
  rec_lower_capture(lower, o, loads ? REC_ADDRESS : REC_VALUE, value);
  vec_last(&lower->captures).name = text;
  if (loads)
    vec_last(&lower->captures).declared = 2;
  o->read = true;
  return o;
}

// The same object as when it was asked for before.
static rec_obj *
address_object(rec_lower *lower, bool loads, const lt_expr *e,
               const lt_type *type) {
  const char *key =
      arena_printf(lower->a, "address %s as %s", rec_lower_place_key(lower, e),
                   loads ? "halves" : type->text);
  rec_obj *o = smap_get(lower->fields, key);
  if (!o)
    smap_put(lower->fields, key, o = make_address(lower, loads, e, type));
  return o;
}

// The address in pointer "e", which is captured as "kind", as an i64.
static ir_val *
capture_address(rec_lower *lower, rec_capture_kind kind, const lt_expr *e) {
  bool loads = kind == REC_INDIRECT;
  const rec_obj *o = address_object(lower, loads, e, &word);
  if (!loads)
    return o->now.val;
  ir_val *half[2];
  for (int k = 0; k < 2; k++) {
    ir_val *at = rec_lower_int(lower, IR_I64, k);
    half[k] = rec_lower_index(lower, o->now.val, at);
  }
  return rec_lower_join_halves(lower, half);
}

// Whether the pointer in memory at "e" is at a multiple of 4 bytes, as far as
// structures have a say.
static bool
is_at_words(const lt_expr *e) {
  for (; e && e->kind != LT_VAR; e = e->a) {
    if (e->kind != LT_MEMBER)
      continue;
    const lt_type *t = e->arrow ? e->a->type->to : e->a->type;
    if (!t->record || t->record->align % 4 || e->member->offset % 4)
      return false;
  }
  return true;
}

// Where an array or a list of structures starts.
typedef struct start {
  rec_capture_kind kind;
  const lt_expr *expr;
  int size; // bytes that offsets count
} start;

// Whether the region can have the address of "s": a parameter, or a load by
// words.
static bool
is_reachable(const start *s) {
  return s->kind == REC_POINTER ||
         (s->kind == REC_INDIRECT && is_at_words(s->expr));
}

// Whether a swap may have given the memory of "o" to another name.
static bool
may_have_moved(const rec_obj *o) {
  bool moved = o->lost || o->permuted;
  for (int k = 0; o->kind == REC_OBJ_RECORD && k < o->memory->views.n; k++)
    moved |= may_have_moved(o->memory->views.at[k]);
  return moved;
}

// Sets *s to where "o" starts, if a pointer from outside, or an array, does;
// else false.
static bool
find_start(const rec_lower *lower, const rec_obj *o, start *s) {
  if (o->capture < 0 || may_have_moved(o))
    return false;
  if (o->kind == REC_OBJ_RECORD) {
    *s = (start){o->memory->kind, o->memory->expr, o->record->unit};
  } else if (o->kind == REC_OBJ_ARRAY) {
    const rec_capture *c = &lower->captures.at[o->capture];
    if (c->table || c->is_moved)
      return false;
    *s = (start){c->kind, c->expr, ir_size(c->elem)};
  } else {
    return false;
  }
  return is_reachable(s);
}

// Sets *s to where pointer "p" from outside, behind which nothing is touched,
// points, in units of "size" bytes. False where it is none.
static bool
find_untouched(rec_ptr p, int size, start *s) {
  bool is_direct = p.path && rec_lower_is_direct(p.path);
  int64_t off = 0;
  *s = (start){is_direct ? REC_POINTER : REC_INDIRECT, p.path, size};
  return p.path && (!p.off || (rec_lower_is_int(p.off, &off) && !off)) &&
         (p.path->kind == LT_VAR || p.path->kind == LT_MEMBER) &&
         is_reachable(s);
}

// The bytes from address "from" to address "to": as ~(from - to - 1), which
// analyses take for one number, and not for a sum of two that are too large.
static ir_val *
build_distance(rec_lower *lower, ir_val *from, ir_val *to) {
  static const int64_t MOST_APART = INT64_C(1) << 57; // bits of an address
  ir_val *ones = rec_lower_int(lower, IR_I64, -1);
  ir_val *back = rec_lower_op2(lower, IR_OP_SUB, from, to);
  back = rec_lower_op2(lower, IR_OP_ADD, back, ones);
  ir_val *bytes = rec_lower_op2(lower, IR_OP_XOR, back, ones);
  an_range *range = NEW(lower->a, an_range);
  *range = (an_range){-MOST_APART, MOST_APART};
  map_put(lower->ranges, bytes, range);
  return bytes;
}

// Sets *at to the address of element *off of what "p" points to, in units of
// *size bytes (0: not known yet). False where that is unknown.
static bool
find_address(rec_lower *lower, rec_ptr p, int *size, ir_val **at,
             ir_val **off) {
  ir_val *zero = rec_lower_int(lower, IR_I64, 0);
  start s;
  if (p.obj && p.obj->table) {
    bool is_record = p.obj->kind == REC_OBJ_RECORD;
    *size = is_record ? p.obj->record->unit : ir_size(p.obj->elem);
    *off = p.off ? p.off : zero;
    *at = rec_lower_row_address(lower, p);
    return *at != NULL;
  }
  if (!(p.obj ? find_start(lower, p.obj, &s) : find_untouched(p, *size, &s)))
    return false;
  *size = s.size;
  *off = zero;
  *at = capture_address(lower, s.kind, s.expr);
  return true;
}

ir_val *
rec_lower_address(rec_lower *lower, rec_ptr p) {
  start s;
  if (p.obj || p.may_be_null || !find_untouched(p, 1, &s))
    return NULL;
  return capture_address(lower, s.kind, s.expr);
}

rec_ptr
rec_lower_place_in(rec_lower *lower, rec_ptr base, rec_ptr p, ir_val **meet) {
  ir_val *from, *first, *to, *start_of_p;
  bool same_row = base.obj == p.obj && (!base.obj || !base.obj->table ||
                                        rec_lower_in_one_row(lower, base, p));
  int size = 0, size_of_p;
  if (same_row || !base.obj || !find_address(lower, base, &size, &from, &first))
    return p;
  size_of_p = size;
  if (!find_address(lower, p, &size_of_p, &to, &start_of_p) ||
      size_of_p != size)
    return p;
  ir_val *zero = rec_lower_int(lower, IR_I64, 0),
         *unit = rec_lower_int(lower, IR_I64, size);
  ir_val *bytes = build_distance(lower, from, to);
  ir_val *rest = rec_lower_op2(lower, IR_OP_REM, bytes, unit);
  ir_val *fits = rec_lower_op2(lower, IR_OP_EQ, rest, zero);
  if (!rec_lower_require(lower, fits))
    *meet = fits;
  ir_val *off = rec_lower_op2(lower, IR_OP_DIV, bytes, unit);
  off = rec_lower_op2(lower, IR_OP_ADD, first, off);
  if (p.off)
    off = rec_lower_op2(lower, IR_OP_ADD, off,
                        rec_lower_op2(lower, IR_OP_SUB, p.off, start_of_p));
  return (rec_ptr){.obj = base.obj, .off = off};
}

// Whether pointer "e", which is captured as "kind", is not null; NULL where
// devices cannot load it.
static ir_val *
capture_is_set(rec_lower *lower, rec_capture_kind kind, const lt_expr *e) {
  bool loads = kind == REC_INDIRECT;
  if (loads && !is_at_words(e))
    return NULL;
  const rec_obj *o = address_object(lower, loads, e, &truth);
  if (!loads)
    return o->now.val;
  ir_val *all = NULL;
  for (int k = 0; k < 2; k++) {
    ir_val *at = rec_lower_int(lower, IR_I64, k);
    ir_val *half = rec_lower_index(lower, o->now.val, at);
    all = all ? rec_lower_op2(lower, IR_OP_OR, all, half) : half;
  }
  return rec_lower_op2(lower, IR_OP_NE, all, rec_lower_int(lower, IR_U32, 0));
}

// Whether the address got from "expr" as "kind" is not null; NULL where that
// cannot be told.
static ir_val *
address_is_set(rec_lower *lower, rec_capture_kind kind, const lt_expr *expr) {
  bool is_array = expr->type->kind == LT_TYPE_ARRAY;
  if (kind != REC_ADDRESS && !is_array)
    return capture_is_set(lower, kind, expr);
  bool is_set = is_array || rec_lower_is_direct(expr);
  return is_set ? rec_lower_int(lower, IR_BOOL, 1) : NULL;
}

// Whether the pointer "path" to a structure, of the region's start, is not
// null; NULL where that cannot be told. That of a part of a structure is null
// where the structure's is.
static ir_val *
path_is_set(rec_lower *lower, const lt_expr *path) {
  while (path->kind == LT_CAST)
    path = path->a;
  if (path->kind != LT_ADDR)
    return address_is_set(
        lower, rec_lower_is_direct(path) ? REC_POINTER : REC_INDIRECT, path);
  const lt_expr *place = path->a;
  while (place->kind == LT_MEMBER && !place->arrow)
    place = place->a;
  return place->kind == LT_MEMBER ? path_is_set(lower, place->a)
                                  : address_is_set(lower, REC_ADDRESS, place);
}

// The same of "p", read from a joined pointer.
static ir_val *
joined_is_set(rec_lower *lower, rec_ptr p) {
  if (p.is_set)
    return p.is_set;
  map_put(lower->tested, p.joined->var, lower->tested);
  lower->again = true;
  return rec_lower_int(lower, IR_BOOL, 1);
}

ir_val *
rec_lower_is_set(rec_lower *lower, rec_ptr p) {
  const rec_obj *o = p.obj;
  int64_t off = 0;
  bool is_null = !o && !p.path && p.may_be_null;
  if (is_null)
    return rec_lower_int(lower, IR_BOOL, 0);
  if (p.may_be_null || (!o && !p.path))
    return NULL;
  if (p.joined)
    return joined_is_set(lower, p);
  if (!o)
    return path_is_set(lower, p.path);
  const rec_obj *table = rec_lower_rows_of(o);
  if (o->table && !table)
    return rec_lower_row_is_set(lower, p);
  if (!table && o->capture < 0)
    return rec_lower_int(lower, IR_BOOL, 1);
  if (p.off && !rec_lower_is_int(p.off, &off))
    return NULL; // it may be of a pointer elsewhere, told by its distance
  const rec_obj *at = table ? table : o;
  if (at->kind == REC_OBJ_RECORD)
    return address_is_set(lower, at->memory->kind, at->memory->expr);
  if ((!table && o->kind != REC_OBJ_ARRAY) || o->lost || o->permuted)
    return NULL;
  const rec_capture *c = &lower->captures.at[at->capture];
  return address_is_set(lower, c->kind, c->expr);
}

// A constant: its value, everywhere.
static rec_obj *
constant_object(rec_lower *lower, const lt_var *v) {
  rec_obj *o = rec_lower_captured(lower, REC_OBJ_SCALAR, v->name, v->type,
                                  v->type->elem);
  ir_builder saved = enter_entry(lower);
  o->now.val = rec_lower_bits(lower, o->elem, v->init[0]);
  lower->b = saved;
  return o;
}

// True when array "o" can be one of the smaller numbers "type" in another
// reading.
static bool
may_be_smaller(const rec_lower *lower, const rec_obj *o, const lt_type *type) {
  if (o->kind != REC_OBJ_ARRAY || o->capture < 0 || o->memory || o->table ||
      type->kind != LT_TYPE_SCALAR || type->elem == IR_BOOL ||
      o->elem == IR_BOOL || ir_size(type->elem) >= ir_size(o->elem))
    return false;
  const lt_expr *at = lower->captures.at[o->capture].expr;
  bool is_list =
      rec_lower_is_pointer(at->type) || at->type->kind == LT_TYPE_ARRAY;
  bool is_table = at->kind == LT_VAR && at->var->is_const_data;
  return is_list && !is_table && at->type->to->kind == LT_TYPE_SCALAR;
}

// True when the region names the variable that the fixed address "e" is made
// of, or the one that this is made of.
static bool
is_named_too(const rec_lower *lower, const lt_expr *e) {
  bool loads = false;
  while (e) {
    const lt_var *v = root_of(e, &loads);
    if (v && map_has(lower->region_effects->named, v))
      return true;
    e = v ? v->start : NULL;
  }
  return false;
}

// The variable that the address "e" is, seen as another type or not; NULL: it
// is none.
static const lt_var *
seen_variable(const lt_expr *e) {
  while (e && e->kind == LT_CAST)
    e = e->a;
  return e && e->kind == LT_VAR ? e->var : NULL;
}

// Whether pointers "v" and "w" see one address as numbers of one size.
static bool
see_the_same(const lt_var *v, const lt_var *w) {
  const lt_type *x = v->type->to, *y = w->type->to;
  const lt_var *of = v->start ? seen_variable(v->start) : NULL;
  return of && w->start && seen_variable(w->start) == of &&
         x->kind == LT_TYPE_SCALAR && y->kind == LT_TYPE_SCALAR &&
         x->elem != IR_BOOL && y->elem != IR_BOOL && x->size == y->size;
}

// Lets pointer "o" be the first one that the region names of those that see
// what its variable sees: float *f = m; int *u = m;
static bool
join_view(rec_lower *lower, rec_obj *o) {
  const map *named = lower->region_effects->named;
  const void *key;
  void *value;
  for (int k = 0; k < map_count(named); k++) {
    map_at(named, k, &key, &value);
    lt_var *first = value;
    if (first == o->var)
      return false;
    if (first->is_local || !rec_lower_is_pointer(first->type) ||
        !see_the_same(o->var, first))
      continue;
    lt_expr e = *o->lvalue;
    e.var = first;
    e.type = first->type;
    rec_ptr p = rec_lower_pointer(lower, &e);
    if (!p.obj || p.obj->kind != REC_OBJ_ARRAY || !p.off)
      return false;
    o->now = (rec_slot){.val = p.off, .target = p.obj};
    return true;
  }
  return false;
}

// Lets pointer "o" point where its variable always does: into the array it was
// initialised from, of other numbers only where the region uses that array by
// another name, too. False when that is no array of the same elements.
static bool
derive(rec_lower *lower, rec_obj *o) {
  enum { FEW = 8 };
  const lt_type *to = o->var->type->to;
  ir_scalar elem;
  int64_t c;
  if (lower->apart || !o->var->start ||
      (!rec_lower_elem(to, &elem) && !rec_lower_mixed(to)))
    return false;
  bool is_view = rec_lower_is_view(o->var->start);
  if (is_view && (to->kind != LT_TYPE_SCALAR || to->elem == IR_BOOL ||
                  !is_named_too(lower, o->var->start)))
    return join_view(lower, o);
  ir_builder saved = enter_entry(lower);
  rec_ptr p = rec_lower_pointer(lower, o->var->start);
  lower->b = saved;
  if (p.path && to->kind == LT_TYPE_STRUCT) {
    o->now = (rec_slot){.path = p.path};
    return true;
  }
  bool fits = p.obj && (p.obj->kind == REC_OBJ_RECORD
                            ? p.obj->record == rec_lower_mixed(to)
                            : p.obj->kind == REC_OBJ_ARRAY);
  if (!fits || !p.off)
    return false;
  bool is_far = !rec_lower_is_int(p.off, &c) || c < -FEW || c > FEW;
  if ((is_view && !rec_lower_parts_of(p.obj, to) &&
       !may_be_smaller(lower, p.obj, to)))
    return false;
  o->now = (rec_slot){.val = p.off, .target = p.obj};
  lower->out->derives_far |= is_view || is_far;
  return true;
}

// Others may point into the array, or the structures, "o".
static void
drop_restrict(rec_lower *lower, const rec_obj *o) {
  bool is_record = o->kind == REC_OBJ_RECORD;
  for (int k = 0; k < (is_record ? o->memory->views.n : 1); k++) {
    const rec_obj *view = is_record ? o->memory->views.at[k] : o;
    lower->captures.at[view->capture].is_restrict = false;
  }
}

// Lets pointer "o", variable "e" from outside, point into the array of the one
// that it is related with. False when there is none, or they may be too far
// apart.
static bool
relate(rec_lower *lower, rec_obj *o, const lt_expr *e) {
  static const int64_t MOST_APART = INT64_C(1) << 48;
  lt_var *to = map_get(lower->related, o->var);
  if (!to)
    return false;
  while (map_has(lower->related, to))
    to = map_get(lower->related, to);
  lt_expr base = *e;
  base.var = to;
  base.type = to->type;
  const rec_obj *b = rec_lower_var(lower, &base);
  bool is_array = b && b->kind == REC_OBJ_ARRAY;
  rec_obj *target = !b ? NULL : is_array ? (rec_obj *)b : b->entry.target;
  bool is_record = target && target->kind == REC_OBJ_RECORD &&
                   target->record == rec_lower_mixed(o->var->type->to) &&
                   rec_lower_complete(lower, target->memory);
  if (!target ||
      !(is_record || (target->kind == REC_OBJ_ARRAY && target->capture >= 0)))
    return false;
  drop_restrict(lower, target);
  ir_builder saved = lower->b;
  lower->b = ir_before(lower->entry_end);
  ir_val *size = rec_lower_int(
      lower, IR_I64, is_record ? target->record->unit : ir_size(target->elem));
  ir_val *bytes = rec_lower_distance(lower, &base, e);
  ir_val *off = rec_lower_op2(lower, IR_OP_DIV, bytes, size);
  ir_val *rest = rec_lower_op2(lower, IR_OP_REM, bytes, size);
  an_range near = {-MOST_APART, MOST_APART};
  ir_val *zero = rec_lower_int(lower, IR_I64, 0);
  bool fits =
      rec_lower_require_in(lower, off, near) &&
      rec_lower_require(lower, rec_lower_op2(lower, IR_OP_EQ, rest, zero));
  if (!is_array && b->entry.val)
    off = rec_lower_op2(lower, IR_OP_ADD, off, b->entry.val);
  lower->b = saved;
  o->now = (rec_slot){.val = off, .target = target};
  return fits;
}

// -- Joined pointers ------------------------------------------------------

// Where the pointer, or array, "path" of outside points to at the region's
// start. No object where that is no array, or another reading is to find it.
static rec_ptr
start_at(rec_lower *lower, lt_expr *path) {
  rec_ptr p = {0};
  rec_obj *o = path->kind == LT_VAR ? rec_lower_var(lower, path) : NULL;
  ir_builder saved = enter_entry(lower);
  if (o && o->kind == REC_OBJ_POINTER)
    p = (rec_ptr){
        .obj = o->entry.target, .off = o->entry.val, .path = o->entry.path};
  else
    p = rec_lower_pointer(lower, path);
  lower->b = saved;
  if (p.path)
    rec_lower_index_path(lower, p.path, path->type->to);
  return p;
}

// The array, or structures, that variable "v" is set to places in; NULL: it is
// not, or these are to be found by another reading.
static rec_obj *
joined_with(rec_lower *lower, const lt_var *v) {
  lt_expr *path = v ? map_get(lower->joined, v) : NULL;
  bool stays = path && rec_lower_stays_in_place(lower, path);
  rec_obj *o = stays ? start_at(lower, path).obj : NULL;
  bool is_record = o && o->kind == REC_OBJ_RECORD &&
                   o->record == rec_lower_mixed(v->type->to) &&
                   rec_lower_complete(lower, o->memory);
  bool is_array = o && o->kind == REC_OBJ_ARRAY && o->capture >= 0;
  return (is_record || is_array) && !o->table ? o : NULL;
}

// The outermost loop that is open, if all that is open is in it.
static ir_op *
outermost_loop(const rec_lower *lower) {
  const rec_frame *fr = lower->frame;
  while (fr && fr->outer)
    fr = fr->outer;
  return fr && fr->is_loop && (fr->op->n_dims || fr->op->has_while) ? fr->op
                                                                    : NULL;
}

// Whether loop "op" runs, at the builder, which is before it.
static ir_val *
build_runs(rec_lower *lower, const ir_op *op) {
  ir_val *first = op->ins.at[0];
  return op->n_dims ? rec_lower_op2(lower, IR_OP_GT, first,
                                    rec_lower_int(lower, IR_I64, 0))
                    : first;
}

// The offset of pointer "e" of outside in the array that starts at "s"; that of
// the start where *is_set, unless it is NULL, does not hold.
static ir_val *
build_offset(rec_lower *lower, const start *s, const lt_expr *e,
             ir_val *is_set) {
  ir_val *from = capture_address(lower, s->kind, s->expr),
         *to = capture_address(lower, REC_POINTER, e);
  if (is_set)
    to = rec_lower_op3(lower, IR_OP_SELECT, is_set, to, from);
  return build_distance(lower, from, to);
}

// The same where a pointer in memory, which the outermost loop alone reads,
// leads to that array: 0 where it does not run. NULL: there is none.
static ir_val *
build_offset_if(rec_lower *lower, const start *s, const lt_expr *e,
                ir_val *is_set) {
  ir_op *loop = outermost_loop(lower);
  if (!loop)
    return NULL;
  ir_builder saved = lower->b;
  lower->b = ir_before(loop);
  ir_val *runs = build_runs(lower, loop);
  ir_op *choice = ir_build_raw(&lower->b, IR_OP_IF);
  ir_add_in(choice, runs);
  lower->b = ir_at_end(ir_add_region(choice));
  ir_val *bytes = build_offset(lower, s, e, is_set);
  ir_build_yield(&lower->b, &bytes, 1);
  lower->b = ir_at_end(ir_add_region(choice));
  ir_val *zero = rec_lower_int(lower, IR_I64, 0);
  ir_build_yield(&lower->b, &zero, 1);
  lower->b = saved;
  return ir_add_out(choice, ir_ty(IR_I64), NULL);
}

// Makes the flag of the joined pointer "o": whether it is not null.
static void
make_is_set(rec_lower *lower, rec_obj *o, ir_val *is_set) {
  const char *name = arena_printf(lower->a, "%s_is_set", o->name);
  bool is_local = o->var->is_local;
  o->is_joined = true;
  if (!map_has(lower->tested, o->var))
    return;
  o->is_set =
      is_local ? rec_lower_flag(lower, name, false)
               : rec_lower_captured(lower, REC_OBJ_SCALAR, name, NULL, IR_BOOL);
  o->is_set->var = o->var;
  if (is_local)
    return;
  o->is_set->now.val = is_set;
  o->is_set->entry = o->is_set->now;
  rec_lower_adopt(lower, o->is_set);
}

void
rec_lower_join_local(rec_lower *lower, rec_obj *o) {
  if (joined_with(lower, o->var))
    make_is_set(lower, o, NULL);
}

// Sets *is_set to whether "p", which is no null pointer, is not null. False
// where that is not known. To move a null pointer is undefined.
static bool
find_is_set(rec_lower *lower, rec_ptr p, ir_val **is_set) {
  int64_t off;
  bool moved = p.obj && p.off && !rec_lower_is_int(p.off, &off);
  *is_set = rec_lower_is_set(lower, p);
  if (!*is_set && (p.may_be_null || !moved))
    return false;
  if (!*is_set)
    *is_set = rec_lower_int(lower, IR_BOOL, 1);
  return true;
}

void
rec_lower_set_joined(rec_lower *lower, rec_obj *o, rec_ptr p) {
  ir_val *is_set = rec_lower_int(lower, IR_BOOL, p.obj || p.path);
  bool known = true;
  if (p.obj || p.path) {
    known = o->is_set && find_is_set(lower, p, &is_set);
  } else {
    p.obj = joined_with(lower, o->var);
    p.off = rec_lower_int(lower, IR_I64, 0);
    o->may_become_null = true;
  }
  o->now = (rec_slot){.val = p.off,
                      .target = p.obj,
                      .path = p.path,
                      .may_be_null = o->is_set && !known};
  if (o->is_set)
    o->is_set->now.val = known ? is_set : rec_lower_int(lower, IR_BOOL, 1);
}

// Lets pointer "o", variable "e" from outside, be a place in the array that the
// region sets it to places in, or null. False where there is none, or it is not
// known how far it is from there: a whole number of elements, as far as C's
// alignments go.
static bool
relate_joined(rec_lower *lower, rec_obj *o, const lt_expr *e) {
  static const int64_t MOST_APART = INT64_C(1) << 48;
  rec_obj *to = joined_with(lower, o->var);
  start s;
  if (!to || !find_start(lower, to, &s))
    return false;
  bool loads = s.kind == REC_INDIRECT, tested = map_has(lower->tested, o->var);
  if (loads && to->record && to->record->align < s.size)
    return false;
  drop_restrict(lower, to);
  ir_val *is_set =
      tested ? address_object(lower, false, e, &truth)->now.val : NULL;
  ir_builder saved = enter_entry(lower);
  ir_val *size = rec_lower_int(lower, IR_I64, s.size),
         *zero = rec_lower_int(lower, IR_I64, 0);
  ir_val *whole = capture_address(lower, REC_POINTER, e);
  ir_val *bytes = loads ? NULL : build_offset(lower, &s, e, is_set);
  if (bytes)
    whole = bytes;
  whole = rec_lower_op2(lower, IR_OP_REM, whole, size);
  bool fits =
      rec_lower_require(lower, rec_lower_op2(lower, IR_OP_EQ, whole, zero));
  lower->b = saved;
  if (loads)
    bytes = build_offset_if(lower, &s, e, is_set);
  if (!bytes || !fits)
    return false;
  lower->b = ir_before(loads ? outermost_loop(lower) : lower->entry_end);
  ir_val *off = rec_lower_op2(lower, IR_OP_DIV, bytes, size);
  an_range near = {-MOST_APART, MOST_APART};
  fits = loads || rec_lower_require_in(lower, off, near);
  lower->b = saved;
  o->now = (rec_slot){.val = off, .target = to};
  make_is_set(lower, o, is_set);
  return fits;
}

// A pointer variable from outside: it points to the start of its own array,
// unless that of another is known to be the same.
static rec_obj *
capture_pointer(rec_lower *lower, const lt_expr *e) {
  const lt_type *to = e->var->type->to;
  rec_obj *o = rec_lower_captured(lower, REC_OBJ_POINTER, e->var->name,
                                  e->var->type, IR_I64);
  o->var = e->var;
  o->lvalue = var_node(lower, e);
  ir_builder saved = enter_entry(lower);
  o->now.val = rec_lower_int(lower, IR_I64, 0);
  lower->b = saved;
  if (derive(lower, o) || relate_joined(lower, o, e) || relate(lower, o, e))
    ;
  else if (rec_lower_is_indexed(lower, o->lvalue, to))
    o->now.target = capture_array(lower, REC_POINTER, o->lvalue, to, o->name);
  else if (to->kind == LT_TYPE_STRUCT || to->kind == LT_TYPE_VOID ||
           to->kind == LT_TYPE_POINTER || rec_lower_is_union(to))
    o->now.path = o->lvalue;
  else
    rec_lower_refuse(lower, e->loc, rec_lower_type_reason(to), o->name);
  o->entry = o->now;
  rec_lower_adopt(lower, o);
  return o;
}

// The place in memory that variable "v" stands for. Another way to it was
// refused, or is from now on.
static rec_obj *
capture_held(rec_lower *lower, const lt_var *v) {
  const char *key = rec_lower_place_key(lower, v->place);
  if (smap_has(lower->fields, key)) {
    rec_lower_refuse(lower, v->loc, REC_LOOP_EXIT, NULL);
    return NULL;
  }
  rec_obj *o = capture_scalar(lower, v->place, v, v->name);
  smap_put(lower->fields, key, o);
  return o;
}

// A variable declared outside of the region.
static rec_obj *
capture_var(rec_lower *lower, const lt_expr *e) {
  lt_var *v = e->var;
  if (v->type->is_volatile) {
    rec_lower_refuse(lower, e->loc, REC_VOLATILE, v->name);
    return NULL;
  }
  if (v->place)
    return capture_held(lower, v);
  switch (v->type->kind) {
  case LT_TYPE_SCALAR:
    return v->is_const_data && v->n_init == 1
               ? constant_object(lower, v)
               : capture_scalar(lower, var_node(lower, e), v, v->name);
  case LT_TYPE_POINTER:
    return capture_pointer(lower, e);
  case LT_TYPE_ARRAY: {
    rec_obj *o =
        capture_array(lower, REC_POINTER, var_node(lower, e), v->type, v->name);
    return map_has(lower->work, v) ? rec_lower_copy_work(lower, o) : o;
  }
  case LT_TYPE_STRUCT:
  case LT_TYPE_VOID:
  case LT_TYPE_OTHER:
    break;
  }
  rec_lower_refuse(lower, e->loc, rec_lower_type_reason(v->type), v->name);
  return NULL;
}

rec_obj *
rec_lower_var(rec_lower *lower, const lt_expr *e) {
  if (map_has(lower->vars, e->var))
    return map_get(lower->vars, e->var);
  rec_obj *o = NULL;
  if (!e->var->is_local)
    o = capture_var(lower, e);
  else if (!lower->refusals.n) // its declaration was refused, or jumped over
    rec_lower_refuse(lower, e->loc, REC_EXPR_OTHER, e->var->name);
  map_put(lower->vars, e->var, o);
  return o;
}

// -- Fields ---------------------------------------------------------------

// Captures the field.
static rec_obj *
capture_field(rec_lower *lower, lt_expr *lvalue, const char *text) {
  bool loads = false;
  const lt_var *root = root_of(lvalue, &loads);
  const lt_type *t = lvalue->type;
  if (!root) {
    rec_lower_refuse(lower, lvalue->loc, REC_POINTER_LOADED, text);
    return NULL;
  }
  if (t->is_volatile) {
    rec_lower_refuse(lower, lvalue->loc, REC_VOLATILE, text);
    return NULL;
  }
  bool in_union = is_in_union(lvalue), local = root->is_local && !loads;
  if (local && rec_lower_need_part(lower, lvalue))
    return NULL;
  if (local || (in_union && lvalue->member->width)) {
    rec_lower_refuse(lower, lvalue->loc,
                     in_union ? REC_UNION : rec_lower_type_reason(t), text);
    return NULL;
  }
  loads |= in_union;
  if (t->kind == LT_TYPE_POINTER)
    return capture_array(lower, loads ? REC_INDIRECT : REC_POINTER, lvalue,
                         t->to, text);
  if (t->kind == LT_TYPE_ARRAY)
    return capture_array(lower, REC_POINTER, lvalue, t, text);
  if (t->kind == LT_TYPE_STRUCT) // a union
    return capture_array(lower, REC_ADDRESS, lvalue, t, text);
  if (!loads)
    return capture_scalar(lower, lvalue, root, text);
  return capture_array(lower, REC_ADDRESS, lvalue, t, text);
}

// The two ways to read the structures that a pointer in memory points to.
static const char indexed[] = "an array", followed[] = "a single one";

bool
rec_lower_is_indexed(rec_lower *lower, const lt_expr *path, const lt_type *to) {
  ir_scalar elem;
  return rec_lower_elem(to, &elem) ||
         (rec_lower_is_wide_pointee(to) &&
          (to->kind == LT_TYPE_ARRAY ||
           smap_get(lower->indexed, rec_lower_place_key(lower, path)) ==
               indexed));
}

bool
rec_lower_is_followed(rec_lower *lower, const lt_expr *path) {
  return smap_get(lower->indexed, rec_lower_place_key(lower, path)) == followed;
}

bool
rec_lower_follow_path(rec_lower *lower, lt_expr *path) {
  const char *key = rec_lower_place_key(lower, path);
  rec_load loads[REC_LOADS];
  lt_expr *from;
  lt_type_kind to = path->type->to->kind;
  if ((to != LT_TYPE_STRUCT && to != LT_TYPE_VOID) || path->type->is_volatile ||
      path->type->is_atomic || rec_lower_is_direct(path) ||
      smap_has(lower->chained, key) || !rec_lower_stays_in_place(lower, path))
    return false;
  int n = rec_lower_find_loads(lower->a, path, &from, loads);
  if (n < 0 || n + 2 > REC_LOADS)
    return false;
  smap_put(lower->chained, key, path);
  smap_put(lower->indexed, key, (void *)followed);
  lower->again = true;
  return true;
}

bool
rec_lower_index_path(rec_lower *lower, const lt_expr *path, const lt_type *to) {
  bool loads = false;
  const lt_var *root = root_of(path, &loads);
  const char *key = rec_lower_place_key(lower, path);
  if (!rec_lower_is_wide_pointee(to) || path->kind == LT_ADDR || !root ||
      (root->is_local && !loads) || smap_get(lower->indexed, key) == indexed)
    return false;
  smap_put(lower->indexed, key, (void *)indexed);
  lower->again = true;
  return true;
}

bool
rec_lower_see_smaller(rec_lower *lower, const rec_obj *o, const lt_type *type) {
  if (!may_be_smaller(lower, o, type))
    return false;
  const lt_expr *at = lower->captures.at[o->capture].expr;
  smap_put(lower->smaller, rec_lower_place_key(lower, at), (void *)type);
  return lower->again = true;
}

bool
rec_lower_stays_in_place(const rec_lower *lower, const lt_expr *e) {
  bool loads = false;
  while (e->kind == LT_MEMBER || e->kind == LT_DEREF) {
    loads |= e->kind == LT_DEREF || e->arrow;
    e = e->a;
  }
  return e->kind == LT_VAR && !e->var->is_local &&
         !(loads && map_has(lower->region_effects->assigned, e->var));
}

bool
rec_lower_move_path(rec_lower *lower, const lt_expr *path) {
  const char *key = rec_lower_place_key(lower, path);
  rec_load loads[REC_LOADS];
  lt_expr *from;
  ir_scalar elem;
  if (rec_lower_find_loads(lower->a, (lt_expr *)path, &from, loads) != 0 ||
      !rec_lower_stays_in_place(lower, path) || path->type->is_volatile ||
      path->type->is_atomic || !rec_lower_elem(path->type->to, &elem) ||
      smap_has(lower->moved, key))
    return false;
  smap_put(lower->moved, key, lower->moved);
  lower->again = true;
  return true;
}

rec_obj *
rec_lower_moved(rec_lower *lower, lt_expr *path) {
  if (!smap_has(lower->moved, rec_lower_place_key(lower, path)))
    return NULL;
  const char *text = rec_lower_text(lower->a, path);
  rec_obj *o =
      rec_lower_captured(lower, REC_OBJ_POINTER, text, path->type, IR_I64);
  bool direct = rec_lower_is_direct(path) && !is_in_union(path);
  rec_capture_kind kind = direct ? REC_POINTER : REC_INDIRECT;
  rec_obj *target = capture_array(lower, kind, path, path->type->to, text);
  lower->captures.at[target->capture].is_moved = kind == REC_INDIRECT;
  o->lvalue = path;
  o->in_memory = true;
  ir_builder saved = enter_entry(lower);
  o->now = (rec_slot){.val = rec_lower_int(lower, IR_I64, 0), .target = target};
  lower->b = saved;
  o->entry = o->now;
  rec_lower_adopt(lower, o);
  rec_lower_set_field(lower, path, o);
  return o;
}

// The object stored under the text of "lvalue", made by "make" when missing.
rec_obj *
rec_lower_field(rec_lower *lower, lt_expr *lvalue) {
  const char *text = rec_lower_text(lower->a, lvalue);
  const char *key = rec_lower_place_key(lower, lvalue);
  rec_obj *o = smap_get(lower->fields, key);
  if (o && o->var && o->var->place)
    rec_lower_refuse(lower, lvalue->loc, REC_LOOP_EXIT, NULL);
  if (o)
    return o;
  o = capture_field(lower, lvalue, text);
  if (o)
    rec_lower_name_part(lower, o, lvalue);
  smap_put(lower->fields, key, o);
  return o;
}

rec_obj *
rec_lower_find_field(rec_lower *lower, const lt_expr *path) {
  return smap_get(lower->fields, rec_lower_place_key(lower, path));
}

void
rec_lower_set_field(rec_lower *lower, const lt_expr *path, rec_obj *o) {
  smap_put(lower->fields, rec_lower_place_key(lower, path), o);
}

// A text that types have in common as which memory is seen as one array.
static const char *
array_key(rec_lower *lower, const lt_type *type) {
  ir_scalar elem = IR_U8;
  const lt_struct *mixed = rec_lower_mixed(type);
  bool is_elem = rec_lower_elem(type, &elem);
  int levels = is_elem || mixed ? 0 : rec_lower_levels(type, &elem, &mixed);
  return arena_printf(lower->a, "%p %d %d %d %d", (const void *)mixed, levels,
                      ir_size(elem), ir_is_float(elem), elem == IR_BOOL);
}

rec_obj *
rec_lower_memory(rec_lower *lower, lt_expr *pointer, const lt_type *pointee) {
  bool loads = false;
  const char *text = rec_lower_text(lower->a, pointer);
  const char *key = arena_printf(lower->a, "*%s@%p as %s", text,
                                 (const void *)root_of(pointer, &loads),
                                 array_key(lower, pointee));
  rec_obj *o = smap_get(lower->fields, key);
  if (o)
    return o;
  loads |= is_in_union(pointer);
  o = capture_array(lower, loads ? REC_INDIRECT : REC_POINTER, pointer, pointee,
                    text);
  smap_put(lower->fields, key, o);
  return o;
}
