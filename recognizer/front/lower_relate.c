// recognizer/front/lower_relate.c: pointers from outside that C compares, or
// sets to places in another's array.
//
//   while (p < end && *p != c) p++;
//
// An order of two pointers is defined only within one array (C17 6.5.8), so end
// is a place in the array that p points into: as many elements behind its start
// as the addresses at the region's start tell. For != and ==, which any two
// pointers have, this is done where one of them is compared alone, so that no
// elements that are reached through it join those of the other; the rest are
// compared by their addresses (rec_lower_place_in).
//
//   if (p[i].w > best->w) best = &p[i];
//
// Here best is a place in p's array as well, if the region cannot be read
// otherwise: where it points before is as far from p as the addresses tell.
#include "recognizer/front/lower_memory.h"
#include "recognizer/front/lower_number.h"

// How a pointer variable is mentioned in the region.
typedef struct mention {
  lt_var *root; // local: the variable that it is made of
  int n, n_compared;
} mention;

typedef struct relating {
  rec_lower *lower;
  map *mentions; // lt_var * -> mention *
} relating;

// The mentions of "v".
static mention *
mentions_of(relating *r, lt_var *v) {
  mention *m = map_get(r->mentions, v);
  if (!m) {
    m = NEW(r->lower->a, mention);
    map_put(r->mentions, v, m);
  }
  return m;
}

// The initializer that "v" always has the value of, if that sees the same
// elements; or NULL.
static const lt_expr *
start_of(const lt_var *v) {
  return v->start && !rec_lower_is_view(v->start) ? v->start : NULL;
}

// True when "v" points to scalars or structures, or is an array of these,
// outside the region.
static bool
is_outer(const lt_var *v) {
  const lt_type *t = v->type;
  ir_scalar elem;
  bool is_pointer = t->kind == LT_TYPE_POINTER;
  return !v->is_local && !v->is_param && !v->is_const_data && !start_of(v) &&
         (is_pointer || t->kind == LT_TYPE_ARRAY) &&
         (rec_lower_elem(t->to, &elem) || rec_lower_mixed(t->to));
}

// True when pointers to "x" and "y" count the same units.
static bool
have_one_unit(const lt_type *x, const lt_type *y) {
  ir_scalar s, t;
  if (rec_lower_mixed(x) || rec_lower_mixed(y))
    return rec_lower_mixed(x) == rec_lower_mixed(y);
  return rec_lower_elem(x, &s) && rec_lower_elem(y, &t) &&
         ir_size(s) == ir_size(t);
}

// The variable that pointer "e" is made of, looking through its moves; NULL: it
// is none.
static lt_var *
root_of(relating *r, const lt_expr *e) {
  bool adds = e->kind == LT_BINARY && (e->op == LT_ADD || e->op == LT_SUB);
  if (e->kind == LT_VAR) {
    mention *m = mentions_of(r, e->var);
    if (start_of(e->var) && !m->root)
      return root_of(r, start_of(e->var));
    return m->root ? m->root : e->var;
  }
  if (adds && !rec_lower_is_pointer(e->a->type))
    return root_of(r, e->b);
  if (adds || e->kind == LT_CAST || e->kind == LT_INCDEC ||
      e->kind == LT_ASSIGN_OP)
    return root_of(r, e->a);
  if (e->kind == LT_ADDR && e->a->kind == LT_INDEX)
    return root_of(r, e->a->a);
  return NULL;
}

// Pointer variable "v" is set to "e".
static void
note_value(relating *r, lt_var *v, const lt_expr *e) {
  mention *m = mentions_of(r, v);
  if (!m->root && rec_lower_is_pointer(v->type)) {
    lt_var *root = root_of(r, e);
    m->root = root != v ? root : NULL;
  }
}

// Makes "x" a place in the array of "y", or of what that is a place in.
static void
join(relating *r, lt_var *x, lt_var *y) {
  map *related = r->lower->related;
  while (map_has(related, y))
    y = map_get(related, y);
  while (map_has(related, x))
    x = map_get(related, x);
  if (x != y)
    map_put(related, x, y);
}

// Operand "e" of a comparison is a variable that was initialised by a place in
// the array of "root": so it is one, also where that place is not constant.
static void
join_start(relating *r, const lt_expr *e, lt_var *root) {
  while (e->kind == LT_CAST)
    e = e->a;
  if (e->kind == LT_VAR && start_of(e->var) && e->var != root &&
      !e->var->is_local && e->var->type->kind == LT_TYPE_POINTER)
    join(r, e->var, root);
}

// Relates the operands of comparison or difference "e".
static void
relate(relating *r, const lt_expr *e) {
  lt_var *x = root_of(r, e->a), *y = root_of(r, e->b);
  if (x && y && is_outer(x) && is_outer(y)) {
    join_start(r, e->a, x);
    join_start(r, e->b, y);
  }
  if (!x || !y || x == y || !is_outer(x) || !is_outer(y) ||
      !have_one_unit(x->type->to, y->type->to))
    return;
  mention *mx = mentions_of(r, x), *my = mentions_of(r, y);
  bool x_alone = mx->n == mx->n_compared && x->type->kind == LT_TYPE_POINTER;
  bool y_alone = my->n == my->n_compared && y->type->kind == LT_TYPE_POINTER;
  bool ordered = e->op != LT_EQ && e->op != LT_NE;
  if (y_alone || (!x_alone && ordered && y->type->kind == LT_TYPE_POINTER))
    join(r, y, x);
  else if (x_alone)
    join(r, x, y);
}

// True when "e" compares pointers, or subtracts them.
static bool
compares(const lt_expr *e) {
  return e->kind == LT_BINARY && rec_lower_is_pointer(e->a->type) &&
         rec_lower_is_pointer(e->b->type);
}

// Counts the mentions in "e", or, if "joins", relates what it compares.
static void
visit_expr(relating *r, const lt_expr *e, bool joins) {
  if (!e)
    return;
  if (compares(e) && joins)
    relate(r, e);
  if (!joins) {
    const lt_expr *sides[] = {e->a, e->b};
    for (int k = 0; k < 2 && compares(e); k++) {
      const lt_expr *x = sides[k];
      while (x->kind == LT_CAST)
        x = x->a;
      if (x->kind == LT_VAR)
        mentions_of(r, x->var)->n_compared++;
    }
    if (e->kind == LT_VAR)
      mentions_of(r, e->var)->n++;
    if (e->kind == LT_ASSIGN && e->a->kind == LT_VAR)
      note_value(r, e->a->var, e->b);
  }
  visit_expr(r, e->a, joins);
  visit_expr(r, e->b, joins);
  visit_expr(r, e->c, joins);
  for (int i = 0; i < e->n_args; i++)
    visit_expr(r, e->args[i], joins);
}

// visit_expr for all of "s".
static void
visit_stmt(relating *r, const lt_stmt *s, bool joins) {
  if (!s)
    return;
  visit_stmt(r, s->init, joins);
  if (s->kind == LT_DECL && s->expr && !joins)
    note_value(r, s->var, s->expr);
  visit_expr(r, s->expr, joins);
  visit_expr(r, s->step, joins);
  for (int i = 0; i < s->n_body; i++)
    visit_stmt(r, s->body[i], joins);
}

void
rec_lower_find_related(rec_lower *lower) {
  relating r = {lower, map_new(lower->a)};
  visit_stmt(&r, lower->src->stmt, false);
  visit_stmt(&r, lower->src->stmt, true);
}

// The pointer, or array, that array "o" was captured from; NULL: it was not, or
// is one of rows behind pointers.
static lt_expr *
captured_from(const rec_lower *lower, const rec_obj *o) {
  lt_expr *e = o->table                    ? NULL
               : o->kind == REC_OBJ_RECORD ? o->memory->expr
               : o->kind == REC_OBJ_ARRAY && o->capture >= 0
                   ? lower->captures.at[o->capture].expr
                   : NULL;
  bool names = e && (rec_lower_is_pointer(e->type) ||
                     (e->kind == LT_VAR && e->type->kind == LT_TYPE_ARRAY));
  return names ? e : NULL;
}

void
rec_lower_note_join(rec_lower *lower, const rec_obj *o, const rec_obj *to,
                    ir_val *off) {
  const lt_var *v = o->kind == REC_OBJ_POINTER ? o->var : NULL;
  lt_expr *array = v && to ? captured_from(lower, to) : NULL;
  int64_t start;
  if (array && !(array->kind == LT_VAR && array->var == v) && off &&
      !rec_lower_is_int(off, &start))
    map_put(lower->joins, v, array);
}
