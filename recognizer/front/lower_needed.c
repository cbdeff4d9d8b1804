// recognizer/front/lower_needed.c: the parts of large structures that a region
// needs.
//
//   struct options o = all[i];        200 fields, of which the region
//   x[i] = o.scale * y[i];            reads one: o has that one alone
//
// A variable of a large structure has objects for those fields alone that the
// region reaches by their names, or stores to memory with the whole; no other
// one is copied. They are found by lowering: what is missing is noted, and the
// region is lowered again. A field is needed in all structures of its type, so
// that what is copied from one to another is needed in both.
#include "recognizer/front/lower_memory.h"

enum { LARGE = 64, LONG = 8 };

// Whether there is anything volatile in "type".
static bool
has_volatile(const lt_type *type) {
  bool found = type->is_volatile;
  if (type->kind == LT_TYPE_ARRAY)
    return found || has_volatile(type->to);
  for (int k = 0; type->record && k < type->record->n_fields && !found; k++)
    found = has_volatile(type->record->fields[k].type);
  return found;
}

// How many scalars and pointers a value of "type" has: of the fields that are
// needed, unless "lower" is NULL. An array that is copied by a loop counts for
// one if "loops". *bad: something that is no value.
static int64_t
count_parts(const rec_lower *lower, const lt_type *type, bool loops,
            const lt_type **bad) {
  int64_t n = 0;
  if (type->kind == LT_TYPE_ARRAY && type->count >= 0) {
    n = type->count ? count_parts(lower, type->to, loops, bad) : 0;
    return loops && rec_lower_is_long(type) ? n : type->count * n;
  }
  if (type->is_volatile || (!type->record && type->kind != LT_TYPE_SCALAR &&
                            type->kind != LT_TYPE_POINTER)) {
    *bad = type;
    return 1;
  }
  if (type->record && type->record->is_union)
    return type->size / type->record->unit;
  for (int k = 0; type->record && k < type->record->n_fields; k++) {
    const lt_field *f = &type->record->fields[k];
    if (!lt_is_padding(f) && (!lower || rec_lower_is_needed(lower, f)))
      n += count_parts(lower, f->type, loops, bad);
  }
  return type->record ? n : 1;
}

bool
rec_lower_is_long(const lt_type *type) {
  int64_t n = 1;
  const lt_type *t = type;
  for (; t->kind == LT_TYPE_ARRAY && n >= 0; t = t->to)
    n = t->count < 0 || n > INT32_MAX ? -1 : n * t->count;
  return n > LONG && t->kind == LT_TYPE_SCALAR;
}

bool
rec_lower_is_large(const lt_type *type) {
  const lt_type *bad = NULL;
  return type->record && (count_parts(NULL, type, false, &bad) > LARGE || bad);
}

int64_t
rec_lower_count_needed(const rec_lower *lower, const lt_type *type,
                       const lt_type **bad) {
  static const lt_type hidden = {.is_volatile = true};
  int64_t n = count_parts(lower, type, true, bad);
  if (has_volatile(type))
    *bad = &hidden;
  return n;
}

bool
rec_lower_is_needed(const rec_lower *lower, const lt_field *f) {
  return map_has(lower->needed, f);
}

void
rec_lower_need(rec_lower *lower, const lt_field *f) {
  const lt_type *type = f->type;
  if (map_has(lower->missing, f))
    return;
  map_put(lower->missing, f, lower->missing);
  lower->again = true;
  while (type->kind == LT_TYPE_ARRAY)
    type = type->to;
  for (int k = 0; type->record && k < type->record->n_fields; k++)
    rec_lower_need(lower, &type->record->fields[k]);
}

// The variable, of a large structure declared in the region, that the lvalue
// "path" is a part of, or is; NULL: it is none.
static const lt_var *
large_variable(const lt_expr *path) {
  while (path->kind == LT_MEMBER && !path->arrow)
    path = path->a;
  bool is_local = path->kind == LT_VAR && path->var->is_local;
  return is_local && rec_lower_is_large(path->var->type) ? path->var : NULL;
}

bool
rec_lower_is_left_out(const rec_lower *lower, rec_ptr place,
                      const lt_field *f) {
  return place.path && !rec_lower_is_needed(lower, f) &&
         large_variable(place.path);
}

bool
rec_lower_need_part(rec_lower *lower, const lt_expr *path) {
  bool is_there = true;
  if (path->kind != LT_MEMBER || !large_variable(path))
    return false;
  for (const lt_expr *x = path; x->kind == LT_MEMBER; x = x->a)
    if (!rec_lower_is_needed(lower, x->member)) {
      map_put(lower->missing, x->member, lower->missing);
      is_there = false;
    }
  lower->again |= !is_there;
  return !is_there;
}
