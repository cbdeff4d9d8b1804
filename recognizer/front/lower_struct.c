// recognizer/front/lower_struct.c: structures as values.
//
// The leaves of a structure are its scalars and pointers, in the order of its
// fields. A variable declared in the region has an object for each of them, and
// for each array in it; a value that lies nowhere gets such a variable. What is
// assigned, passed or returned is the list of the leaves' values: all are read
// before the first is written.
#include "analysis/analysis.h"
#include "recognizer/front/lower_flow.h"
#include "recognizer/front/lower_memory.h"
#include "recognizer/front/lower_number.h"

enum { MAX_LEAVES = 512, MAX_LOCAL_ARRAY = 1 << 24 };

// -- Leaves ---------------------------------------------------------------

// The value of a leaf.
typedef struct leaf {
  ir_val *v;     // of a scalar
  rec_slot ptr;  // of a pointer
  rec_ptr place; // of an array of a large structure: where it is copied from
} leaf;

struct rec_leaves {
  VEC(leaf) list;
  int at;           // the next to be stored
  const lt_expr *e; // what is read or written
  bool is_large;    // of a structure of which not all parts may be here
};

// The pointer that field "f" is in the structure of "type" at "base", of an
// array: it is captured once its copies are used.
static rec_slot
load_row(rec_lower *lower, rec_ptr base, const lt_type *type,
         const lt_field *f) {
  rec_ptr row = {0};
  if (base.obj->kind == REC_OBJ_RECORD && base.obj->record == type->record &&
      map_has(lower->copied, f))
    row = rec_lower_field_row(lower, base, f);
  if (!row.obj)
    return (rec_slot){.unknown = true, .copied = f};
  row = rec_lower_row(lower, row);
  return (rec_slot){.target = row.obj, .val = row.off};
}

// Sets the array of "type" at "to" to that at "from", or to zero where that is
// NULL.
static void
copy_array(rec_lower *lower, rec_ptr to, const rec_ptr *from,
           const lt_type *type, loft_loc loc) {
  ir_scalar elem = IR_U8;
  ir_val *i, *n = rec_lower_count(lower, type, loc);
  rec_effects *fx = NEW(lower->a, rec_effects);
  rec_effects_init(lower->a, fx);
  fx->stores = true;
  rec_lower_elem(type, &elem);
  const lt_type *part = lt_scalar_type(elem);
  rec_frame *fr = rec_lower_begin_loop(lower, fx, n, NULL, "b", &i);
  ir_val *v = rec_lower_zero(lower, elem);
  if (from)
    v = rec_lower_load(lower, rec_lower_behind(lower, *from, i, part, loc),
                       part, loc);
  rec_lower_store(lower, rec_lower_behind(lower, to, i, part, loc), v, loc);
  rec_lower_end_loop(lower, fr, NULL);
}

// Reads the leaf at "place" into "x".
static void
load_leaf(rec_lower *lower, rec_ptr place, const lt_type *type, rec_leaves *x) {
  leaf l = {0};
  bool is_variable = place.obj && place.obj->kind == REC_OBJ_POINTER;
  if (type->kind == LT_TYPE_ARRAY)
    l.place = place;
  else if (!rec_lower_is_pointer(type))
    l.v = rec_lower_load(lower, place, type, x->e->loc);
  else if (is_variable)
    l.ptr = place.obj->lost ? (rec_slot){.unknown = true} : place.obj->now;
  else
    l.ptr = (rec_slot){.path = place.path, .unknown = !place.path};
  if (is_variable)
    rec_lower_use_pointer(lower, place.obj, l.ptr.val);
  vec_push(lower->a, &x->list, l);
}

// Writes the next leaf of "x" to "place".
static void
store_leaf(rec_lower *lower, rec_ptr place, const lt_type *type,
           rec_leaves *x) {
  leaf l = x->list.at[x->at++];
  if (type->kind == LT_TYPE_ARRAY)
    copy_array(lower, place, &l.place, type, x->e->loc);
  else if (!rec_lower_is_pointer(type))
    rec_lower_store(lower, place, l.v, x->e->loc);
  else if (place.obj && place.obj->kind == REC_OBJ_POINTER)
    place.obj->now = l.ptr;
  else
    rec_lower_refuse(lower, x->e->loc, REC_POINTER_ESCAPE,
                     rec_lower_text(lower->a, x->e));
}

typedef void leaf_fn(rec_lower *lower, rec_ptr place, const lt_type *type,
                     rec_leaves *x);

// The leaf of field "f", a pointer in the structure of "type" at "base" of an
// array, for "fn", which does without its place.
static void
pointer_leaf(rec_lower *lower, rec_ptr base, const lt_type *type,
             const lt_field *f, leaf_fn *fn, rec_leaves *x) {
  if (fn == load_leaf)
    vec_push(lower->a, &x->list,
             ((leaf){.ptr = load_row(lower, base, type, f)}));
  else
    fn(lower, (rec_ptr){0}, f->type, x); // refused where it is used
}

// True for an array of pointers.
static bool
is_pointers(const lt_type *type) {
  return type->kind == LT_TYPE_ARRAY && rec_lower_is_pointer(type->to);
}

// True when "place" is a part of a variable of the region.
static bool
is_in_local(rec_ptr place) {
  const lt_expr *e = place.path;
  while (e && e->kind == LT_MEMBER && !e->arrow)
    e = e->a;
  return e && e->kind == LT_VAR && e->var->is_local;
}

// Does "fn" for the leaves of an array of pointers, of "type", in the structure
// at "place". One declared in the region has no object: reads of it are
// refused.
static void
pointer_leaves(rec_lower *lower, rec_ptr place, const lt_type *type,
               leaf_fn *fn, rec_leaves *x) {
  for (int64_t k = 0; k < type->count; k++) {
    if (fn != store_leaf)
      vec_push(lower->a, &x->list, ((leaf){.ptr = {.unknown = true}}));
    if (fn != load_leaf && is_in_local(place))
      x->at++;
    else if (fn != load_leaf)
      store_leaf(lower, (rec_ptr){0}, type->to, x);
  }
}

// True when "fn" is done for field "f" of the structure at "place": of a large
// one, only where the region needs it, as all that it stores to memory.
static bool
takes_field(rec_lower *lower, rec_ptr place, const lt_field *f, leaf_fn *fn,
            const rec_leaves *x) {
  if (lt_is_padding(f))
    return false;
  if (!x->is_large || rec_lower_is_needed(lower, f))
    return true;
  if (fn == store_leaf && !is_in_local(place))
    rec_lower_need(lower, f);
  return false;
}

// Does "fn" for the leaves of the object of "type" at "place".
static void
each_leaf(rec_lower *lower, rec_ptr place, const lt_type *type, leaf_fn *fn,
          rec_leaves *x) {
  bool in_array = place.obj && place.obj->kind != REC_OBJ_POINTER;
  if (type->record && type->record->is_union) {
    const lt_type *part = lt_scalar_type(type->record->elem);
    for (int64_t k = 0; k < type->size / part->size; k++)
      fn(lower, rec_lower_element(lower, place, k, part, x->e), part, x);
    return;
  }
  if (x->is_large && rec_lower_is_long(type)) {
    fn(lower, place, type, x);
    return;
  }
  for (int64_t k = 0; type->kind == LT_TYPE_ARRAY && k < type->count; k++)
    each_leaf(lower, rec_lower_element(lower, place, k, type->to, x->e),
              type->to, fn, x);
  for (int k = 0; type->record && k < type->record->n_fields; k++) {
    const lt_field *f = &type->record->fields[k];
    if (!takes_field(lower, place, f, fn, x))
      continue;
    if (in_array && rec_lower_is_pointer(f->type))
      pointer_leaf(lower, place, type, f, fn, x);
    else if (is_pointers(f->type))
      pointer_leaves(lower, place, f->type, fn, x);
    else
      each_leaf(lower, rec_lower_member(lower, place, type, f, x->e), f->type,
                fn, x);
  }
  if (!type->record && type->kind != LT_TYPE_ARRAY)
    fn(lower, place, type, x);
}

// False, after a refusal, when there are too many leaves in a value of the
// large "type", which "text" at "e" is, or something that is no value.
static bool
check_leaves(rec_lower *lower, const lt_type *type, const lt_expr *e,
             const char *text) {
  const lt_type *bad = NULL;
  bool fits = rec_lower_count_needed(lower, type, &bad) <= MAX_LEAVES && !bad;
  if (!fits)
    rec_lower_refuse(lower, e->loc,
                     bad && bad->is_volatile ? REC_VOLATILE
                     : bad                   ? rec_lower_type_reason(bad)
                                             : REC_STRUCT_VALUE,
                     text);
  return fits;
}

rec_leaves *
rec_lower_load_struct(rec_lower *lower, rec_ptr place, const lt_type *type,
                      const lt_expr *e) {
  rec_leaves *x = NEW(lower->a, rec_leaves);
  *x = (rec_leaves){.e = e, .is_large = rec_lower_is_large(type)};
  if (x->is_large && !check_leaves(lower, type, e, rec_lower_text(lower->a, e)))
    return NULL;
  each_leaf(lower, place, type, load_leaf, x);
  return x;
}

void
rec_lower_store_struct(rec_lower *lower, rec_ptr place, const lt_type *type,
                       rec_leaves *x, const lt_expr *e) {
  if (!x)
    return;
  x->at = 0;
  x->e = e;
  each_leaf(lower, place, type, store_leaf, x);
}

bool
rec_lower_scalars(rec_lower *lower, const rec_leaves *x, ir_vals *out) {
  if (x && x->is_large) {
    rec_lower_refuse(lower, x->e->loc, REC_STRUCT_VALUE,
                     rec_lower_text(lower->a, x->e));
    return false;
  }
  for (int k = 0; x && k < x->list.n; k++)
    if (x->list.at[k].v) {
      vec_push(lower->a, out, x->list.at[k].v);
    } else {
      rec_lower_refuse(lower, x->e->loc, REC_POINTER_ESCAPE,
                       rec_lower_text(lower->a, x->e));
      return false;
    }
  return x != NULL;
}

rec_leaves *
rec_lower_leaves(rec_lower *lower, ir_val *const *scalars, int n) {
  rec_leaves *x = NEW(lower->a, rec_leaves);
  for (int k = 0; k < n; k++)
    vec_push(lower->a, &x->list, (leaf){.v = scalars[k]});
  return x;
}

// -- Variables ------------------------------------------------------------

// Makes room for a local array of "size" bytes in a loop; false when there is
// none.
static bool
take_private(rec_lower *lower, int64_t size) {
  if (size > IR_MAX_PRIVATE - lower->n_private)
    return false;
  lower->n_private += size;
  return true;
}

// True when the length of an array of "type", declared in the region, is a
// value that only its declaration has: not one of C's variables.
static bool
is_length_hidden(const lt_type *type) {
  for (; type->kind == LT_TYPE_ARRAY; type = type->to) {
    const lt_expr *n = type->count_expr;
    if (n && n->kind == LT_VAR && !n->var->origin)
      return true;
  }
  return false;
}

enum { MAX_LOOPS = 4, EXPANDED_BYTES = 1 << 28 };

// The loops around the builder, outermost first, if all of them count and
// "count" stays the same in them; else 0.
static int
find_loops(const rec_lower *lower, const ir_val *count, rec_frame **loops) {
  int n = 0, k = 0;
  for (rec_frame *fr = lower->frame; fr; fr = fr->outer)
    n += fr->is_loop;
  if (n > MAX_LOOPS)
    return 0;
  k = n;
  for (rec_frame *fr = lower->frame; fr; fr = fr->outer)
    if (fr->is_loop)
      loops[--k] = fr;
  const ir_op *outer = loops[0]->op;
  for (k = 0; k < n; k++)
    if (loops[k]->op->n_dims != 1 ||
        !an_is_invariant(loops[k]->op->ins.at[0], outer->regions[0]))
      return 0;
  bool same = outer->parent == lower->f->body &&
              an_is_invariant(count, outer->regions[0]);
  return same ? n : 0;
}

// The number of the iteration at hand of the "n" loops.
static ir_val *
number_iteration(rec_lower *lower, rec_frame **loops, int n) {
  ir_val *at = rec_lower_int(lower, IR_I64, 0);
  for (int k = 0; k < n; k++) {
    at = rec_lower_op2(lower, IR_OP_MUL, at, loops[k]->op->ins.at[0]);
    at = rec_lower_op2(lower, IR_OP_ADD, at,
                       loops[k]->op->regions[0]->params.at[0]);
  }
  return at;
}

// Room for "count" elements "elem" for each iteration of the "n" loops, before
// these. Too much is so many that the region does not run.
static ir_val *
alloc_expanded(rec_frame **loops, int n, ir_scalar elem, ir_val *count,
               const char *name) {
  const ir_region *body = loops[0]->op->regions[0];
  ir_builder b = ir_before(loops[0]->op);
  ir_val *total = an_copy_invariant(&b, count, body);
  ir_val *about = ir_build_convert(&b, total, IR_F64);
  for (int k = 0; k < n; k++) {
    ir_val *extent = an_copy_invariant(&b, loops[k]->op->ins.at[0], body);
    extent = ir_build2(&b, IR_OP_MAX, extent, ir_build_int(&b, IR_I64, 0));
    total = ir_build2(&b, IR_OP_MUL, total, extent);
    extent = ir_build_convert(&b, extent, IR_F64);
    about = ir_build2(&b, IR_OP_MUL, about, extent);
  }
  ir_val *most =
      ir_build_float(&b, IR_F64, (double)EXPANDED_BYTES / ir_size(elem));
  ir_val *fits = ir_build2(&b, IR_OP_LE, about, most);
  total = ir_build3(&b, IR_OP_SELECT, fits, total,
                    ir_build_int(&b, IR_I64, INT64_C(1) << 41));
  return ir_build_alloc(&b, elem, total, IR_SPACE_GLOBAL, name);
}

// A local array whose length is known before the loops around it: a part of one
// array for each of their iterations. NULL where it is not known.
static rec_obj *
expanded_array(rec_lower *lower, const lt_var *var, const char *name,
               ir_scalar elem, ir_val *count) {
  rec_frame *loops[MAX_LOOPS];
  int n = find_loops(lower, count, loops);
  if (!n || is_length_hidden(var->type))
    return NULL;
  rec_obj *o = rec_lower_captured(lower, REC_OBJ_ARRAY, name, var->type, elem);
  o->var = var;
  o->now.val = alloc_expanded(loops, n, elem, count, o->name);
  ir_val *at = number_iteration(lower, loops, n);
  o->base = rec_lower_op2(lower, IR_OP_MUL, at, count);
  rec_lower_adopt(lower, o);
  return o;
}

// A local array of "count" elements "elem".
static rec_obj *
local_array(rec_lower *lower, const lt_var *var, const char *name,
            const lt_type *type, ir_scalar elem, ir_val *count, loft_loc loc) {
  bool in_loop = false;
  int64_t n = 0;
  for (const rec_frame *fr = lower->frame; fr; fr = fr->outer)
    in_loop |= fr->is_loop;
  bool fixed = rec_lower_is_int(count, &n);
  rec_obj *o =
      in_loop && !fixed ? expanded_array(lower, var, name, elem, count) : NULL;
  if (o)
    return o;
  o = rec_lower_local(lower, REC_OBJ_ARRAY, name, type);
  if (in_loop && !fixed)
    rec_lower_refuse(lower, loc, REC_VLA_DECL, name);
  else if (is_length_hidden(type))
    rec_lower_refuse(lower, loc, REC_LOCAL_ARRAY_SIZE, name);
  if (fixed && (n < 0 || n > MAX_LOCAL_ARRAY ||
                (in_loop && !take_private(lower, n * ir_size(elem)))))
    rec_lower_refuse(lower, loc, REC_LOCAL_ARRAY_SIZE, name);
  o->var = var;
  o->elem = elem;
  o->now.val = ir_build_alloc(
      &lower->b, elem, count,
      in_loop && fixed ? IR_SPACE_PRIVATE : IR_SPACE_GLOBAL, o->name);
  return o;
}

// Adds to "m" an array of "count" times what it has for "elem" in a structure
// of "size" bytes, unless it is there.
static void
add_view(rec_lower *lower, rec_memory *m, const lt_var *var, ir_scalar elem,
         ir_val *count, loft_loc loc) {
  for (int k = 0; k < m->views.n; k++)
    if (rec_lower_is_alike(m->views.at[k]->elem, elem))
      return;
  ir_val *n = rec_lower_op2(
      lower, IR_OP_MUL, count,
      rec_lower_int(lower, IR_I64, m->outer->unit / ir_size(elem)));
  rec_obj *o = local_array(lower, var, m->text, var->type, elem, n, loc);
  o->memory = m;
  vec_push(lower->a, &m->views, o);
}

// Adds to "m", of "count" units, the arrays that the fields of "s" are in.
static void
add_views(rec_lower *lower, rec_memory *m, const lt_var *var,
          const lt_struct *s, ir_val *count, loft_loc loc) {
  for (int k = 0; k < s->n_fields; k++) {
    const lt_field *f = &s->fields[k];
    const lt_struct *inner = rec_lower_mixed(f->type);
    ir_scalar elem;
    if (inner)
      add_views(lower, m, var, inner, count, loc);
    else if (f->width)
      add_view(lower, m, var, IR_U8, count, loc);
    else if (rec_lower_elem(f->type, &elem))
      add_view(lower, m, var, elem, count, loc);
  }
}

// Adds to "m", of "count" units of the structure "type", the arrays that what
// lies between its fields is in.
static void
add_padding_views(rec_lower *lower, rec_memory *m, const lt_var *var,
                  const lt_type *type, ir_val *count, loft_loc loc) {
  rec_block b;
  while (type->kind == LT_TYPE_ARRAY || rec_lower_is_pointer(type))
    type = type->to;
  if (!rec_lower_list_pieces(&b, type))
    return;
  for (int k = 0; k < b.n; k++)
    if (b.pieces[k].is_padding)
      add_view(lower, m, var, b.pieces[k].elem, count, loc);
}

// The structures of variable "var", or a part of it of "type": "count" units of
// them.
static rec_obj *
local_record(rec_lower *lower, const lt_var *var, const char *name,
             const lt_type *type, ir_val *count, loft_loc loc) {
  rec_frame *loops[MAX_LOOPS];
  const lt_struct *mixed = rec_lower_mixed(type);
  rec_memory *m = NEW(lower->a, rec_memory);
  m->text = name;
  m->outer = mixed;
  add_views(lower, m, var, mixed, count, loc);
  if (map_has(lower->padded, var))
    add_padding_views(lower, m, var, type, count, loc);
  rec_obj *o = rec_lower_structs(lower, m, mixed);
  if (m->views.n && m->views.at[0]->base) {
    int n = find_loops(lower, count, loops);
    ir_val *at = number_iteration(lower, loops, n);
    o->base = rec_lower_op2(lower, IR_OP_MUL, at, count);
  }
  return o;
}

rec_obj *
rec_lower_new_array(rec_lower *lower, const lt_var *var, ir_val *count,
                    loft_loc loc) {
  ir_scalar elem = IR_U8;
  const lt_struct *mixed = rec_lower_mixed(var->type);
  if (mixed)
    return local_record(lower, var, var->name, var->type, count, loc);
  rec_lower_elem(var->type, &elem);
  return local_array(lower, var, var->name, var->type, elem, count, loc);
}

rec_obj *
rec_lower_local_array(rec_lower *lower, const lt_var *var, const char *name,
                      const lt_type *type, loft_loc loc) {
  ir_scalar elem;
  const lt_struct *mixed = rec_lower_mixed(type);
  if (!mixed && !rec_lower_elem(type, &elem)) {
    rec_lower_refuse(lower, loc, rec_lower_type_reason(type), name);
    return NULL;
  }
  ir_val *count = rec_lower_count(lower, type, loc);
  return mixed ? local_record(lower, var, name, type, count, loc)
               : local_array(lower, var, name, type, elem, count, loc);
}

// Makes the objects of "path", a part of variable "var"; if that "is_large", of
// what the region needs.
static void
declare_part(rec_lower *lower, const lt_var *var, lt_expr *path, bool is_large,
             loft_loc loc) {
  const lt_type *type = path->type;
  const char *text = rec_lower_text(lower->a, path);
  ir_scalar elem;
  rec_obj *o = NULL;
  bool is_union = type->record && type->record->is_union;
  for (int k = 0; type->record && !is_union && k < type->record->n_fields;
       k++) {
    const lt_field *f = &type->record->fields[k];
    lt_expr *part = NEW(lower->a, lt_expr);
    *part = (lt_expr){
        .kind = LT_MEMBER, .type = f->type, .loc = loc, .a = path, .member = f};
    if (!lt_is_padding(f) && (!is_large || rec_lower_is_needed(lower, f)))
      declare_part(lower, var, part, is_large, loc);
  }
  if (type->kind == LT_TYPE_SCALAR)
    o = rec_lower_local(lower, REC_OBJ_SCALAR, text, type);
  else if (rec_lower_is_pointer(type))
    o = rec_lower_local(lower, REC_OBJ_POINTER, text, type);
  else if (is_union || (type->kind == LT_TYPE_ARRAY && type->count >= 0 &&
                        (rec_lower_mixed(type) || rec_lower_elem(type, &elem))))
    o = rec_lower_local_array(lower, var, text, type, loc);
  if (!o)
    return;
  if (o->kind != REC_OBJ_RECORD)
    o->var = var;
  if (path->kind == LT_MEMBER && path->member->width)
    o->bits = path->member;
  rec_lower_name_part(lower, o, path);
  rec_lower_set_field(lower, path, o);
}

// Makes variable "var" an array of one structure, of the pieces "b", at "path".
// What lies between its fields is 0.
static rec_ptr
declare_padded(rec_lower *lower, const lt_var *var, const rec_block *b,
               lt_expr *path, loft_loc loc) {
  const lt_struct *mixed = rec_lower_mixed(var->type);
  rec_obj *o = rec_lower_local_array(lower, var, var->name, var->type, loc);
  ir_val *start = o->base ? o->base : rec_lower_int(lower, IR_I64, 0);
  rec_ptr at = {.obj = o, .off = start};
  rec_lower_set_field(lower, path, o);
  for (int k = 0; k < b->n; k++) {
    const rec_piece *x = &b->pieces[k];
    int64_t size = ir_size(x->elem);
    if (!x->is_padding)
      continue;
    ir_val *off =
        rec_lower_op2(lower, IR_OP_MUL, start,
                      rec_lower_int(lower, IR_I64, mixed->unit / size));
    off = rec_lower_op2(lower, IR_OP_ADD, off,
                        rec_lower_int(lower, IR_I64, x->at / size));
    rec_ptr to = {.obj = rec_lower_view(lower, o->memory, x->elem), .off = off};
    rec_lower_store(lower, to, rec_lower_zero(lower, x->elem), loc);
  }
  return at;
}

rec_ptr
rec_lower_declare_struct(rec_lower *lower, lt_var *var, loft_loc loc) {
  lt_expr *path = NEW(lower->a, lt_expr);
  *path = (lt_expr){.kind = LT_VAR, .type = var->type, .loc = loc, .var = var};
  rec_block b;
  if (map_has(lower->padded, var) && rec_lower_mixed(var->type) &&
      var->type->kind == LT_TYPE_STRUCT && rec_lower_list_pieces(&b, var->type))
    return declare_padded(lower, var, &b, path, loc);
  declare_part(lower, var, path, rec_lower_is_large(var->type), loc);
  rec_obj *o = rec_lower_find_field(lower, path); // of a union
  if (o)
    return (rec_ptr){.obj = o, .off = rec_lower_int(lower, IR_I64, 0)};
  return (rec_ptr){.path = path};
}

rec_ptr
rec_lower_new_struct(rec_lower *lower, const char *name, const lt_type *type,
                     loft_loc loc) {
  lt_var *var = NEW(lower->a, lt_var);
  *var = (lt_var){.name = name, .type = type, .loc = loc, .is_local = true};
  return rec_lower_declare_struct(lower, var, loc);
}

// -- Initializers ---------------------------------------------------------

// Sets the object of "type" at "place" to zero.
static void
zero_leaf(rec_lower *lower, rec_ptr place, const lt_type *type, rec_leaves *x) {
  leaf l = {0};
  if (type->kind == LT_TYPE_ARRAY) {
    copy_array(lower, place, NULL, type, x->e->loc);
    return;
  }
  if (!rec_lower_is_pointer(type))
    l.v = rec_lower_zero(lower, type->elem);
  vec_push(lower->a, &x->list, l);
  store_leaf(lower, place, type, x);
}

// Sets all of the object of "type" at "place" to zero, about initializer "e".
static void
init_zero(rec_lower *lower, rec_ptr place, const lt_type *type,
          const lt_expr *e) {
  rec_leaves x = {.e = e, .is_large = rec_lower_is_large(type)};
  if (!x.is_large || check_leaves(lower, type, e, type->text))
    each_leaf(lower, place, type, zero_leaf, &x);
}

// True when "e", which initializes pointers, sets them to null.
static bool
is_null(const lt_expr *e) {
  while (e->kind == LT_CAST)
    e = e->a;
  bool null = e->kind == LT_INIT_LIST || (e->kind == LT_INT && !e->bits);
  for (int k = 0; k < e->n_args && null; k++)
    null = is_null(e->args[k]);
  return null;
}

// The effects of initializer "e" of what is left out.
static void
init_nothing(rec_lower *lower, const lt_expr *e) {
  if (e->kind != LT_INIT_LIST)
    rec_lower_effect(lower, e);
  for (int k = 0; e->kind == LT_INIT_LIST && k < e->n_args; k++)
    init_nothing(lower, e->args[k]);
}

// The values of initializer list "e" for the fields of a structure.
static void
init_fields(rec_lower *lower, rec_ptr place, const lt_type *type,
            const lt_expr *e) {
  int next = 0;
  if (type->record->is_union) {
    init_zero(lower, place, type, e);
    if (e->n_args && e->member)
      rec_lower_init(lower, rec_lower_member(lower, place, type, e->member, e),
                     e->member->type, e->args[0]);
    return;
  }
  for (int k = 0; k < type->record->n_fields; k++) {
    const lt_field *f = &type->record->fields[k];
    if (lt_is_padding(f))
      continue;
    if (rec_lower_is_left_out(lower, place, f)) {
      if (next < e->n_args)
        init_nothing(lower, e->args[next++]);
      continue;
    }
    if (is_pointers(f->type) && is_in_local(place) &&
        (next >= e->n_args || is_null(e->args[next]))) {
      next++;
      continue;
    }
    rec_ptr part = rec_lower_member(lower, place, type, f, e);
    if (next < e->n_args)
      rec_lower_init(lower, part, f->type, e->args[next++]);
    else
      init_zero(lower, part, f->type, e);
  }
}

void
rec_lower_init(rec_lower *lower, rec_ptr place, const lt_type *type,
               const lt_expr *e) {
  bool is_list = e->kind == LT_INIT_LIST;
  if (type->kind == LT_TYPE_ARRAY) {
    for (int k = 0; k < type->count; k++) {
      rec_ptr part = rec_lower_element(lower, place, k, type->to, e);
      if (is_list && k < e->n_args)
        rec_lower_init(lower, part, type->to, e->args[k]);
      else
        init_zero(lower, part, type->to, e);
    }
  } else if (type->record && is_list) {
    init_fields(lower, place, type, e);
  } else if (type->record) {
    rec_leaves *x =
        rec_lower_load_struct(lower, rec_lower_struct(lower, e), type, e);
    rec_lower_store_struct(lower, place, type, x, e);
  } else if (rec_lower_is_pointer(type) && place.obj &&
             place.obj->kind == REC_OBJ_POINTER) {
    rec_lower_set_pointer(lower, place.obj, rec_lower_pointer(lower, e));
  } else if (rec_lower_is_pointer(type)) {
    rec_lower_refuse(lower, e->loc, REC_POINTER_ESCAPE,
                     rec_lower_text(lower->a, e));
  } else {
    rec_lower_store(lower, place, rec_lower_expr(lower, e), e->loc);
  }
}

// -- Expressions ----------------------------------------------------------

// a = b. C leaves open which of them is evaluated first; Clang begins with the
// place of a structure, but with the value of a scalar or a number.
static rec_ptr
assign_struct(rec_lower *lower, const lt_expr *e) {
  bool is_number = rec_lower_is_number(e->type);
  rec_ptr to = is_number ? (rec_ptr){0} : rec_lower_place(lower, e->a);
  rec_ptr from = rec_lower_struct(lower, e->b);
  rec_leaves *x = rec_lower_load_struct(lower, from, e->type, e->b);
  if (is_number)
    to = rec_lower_place(lower, e->a);
  rec_lower_store_struct(lower, to, e->type, x, e->a);
  return to;
}

// Copies the value of "e" to "to".
static void
copy_to(rec_lower *lower, rec_ptr to, const lt_expr *e) {
  rec_ptr from = rec_lower_struct(lower, e);
  rec_lower_store_struct(lower, to, e->type,
                         rec_lower_load_struct(lower, from, e->type, e), e);
}

// a ? b : c
static rec_ptr
choose_struct(rec_lower *lower, const lt_expr *e) {
  ir_val *c = rec_lower_cond(lower, e->a);
  int64_t known;
  if (rec_lower_is_int(c, &known))
    return rec_lower_struct(lower, known ? e->b : e->c);
  rec_ptr to = rec_lower_new_struct(lower, "choice", e->type, e->loc);
  rec_frame *fr = rec_lower_begin_if(lower, c);
  copy_to(lower, to, e->b);
  rec_lower_else(lower, fr);
  copy_to(lower, to, e->c);
  rec_lower_end_if(lower, fr);
  return to;
}

// An initializer list that is used as a value.
static rec_ptr
build_struct(rec_lower *lower, const lt_expr *e) {
  rec_ptr to = rec_lower_new_struct(lower, "value", e->type, e->loc);
  rec_lower_init(lower, to, e->type, e);
  return to;
}

rec_ptr
rec_lower_kind_struct(rec_lower *lower, const lt_expr *e) {
  rec_ptr p = {0};
  switch ((int)e->kind) {
  case LT_ASSIGN:
    return assign_struct(lower, e);
  case LT_COND:
    return choose_struct(lower, e);
  case LT_COMMA:
    rec_lower_effect(lower, e->a);
    return rec_lower_struct(lower, e->b);
  case LT_CAST:
    return rec_lower_struct(lower, e->a);
  case LT_CALL:
    rec_lower_call(lower, e, &p);
    return p;
  case LT_INIT_LIST:
    return build_struct(lower, e);
  default:
    return rec_lower_place(lower, e);
  }
}

// -- Numbers of two parts -----------------------------------------------------
// The place of part "k" of the number of "type" at "place", which "e" is.
static rec_ptr
part_place(rec_lower *lower, rec_ptr place, const lt_type *type, int k,
           const lt_expr *e) {
  return rec_lower_member(lower, place, type, &type->record->fields[k], e);
}

void
rec_lower_load_parts(rec_lower *lower, rec_ptr place, const lt_type *type,
                     const lt_expr *e, ir_val *x[2]) {
  for (int k = 0; k < 2; k++)
    x[k] = rec_lower_load(lower, part_place(lower, place, type, k, e),
                          type->record->fields[k].type, e->loc);
}

void
rec_lower_store_parts(rec_lower *lower, rec_ptr place, const lt_type *type,
                      const lt_expr *e, ir_val *const x[2]) {
  for (int k = 0; k < 2; k++)
    rec_lower_store(lower, part_place(lower, place, type, k, e), x[k], e->loc);
}
