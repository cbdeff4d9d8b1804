// recognizer/front/lower_capture.c: new objects: local ones, and captures as
// parameters.
#include "recognizer/front/lower_flow.h"
#include "recognizer/front/lower_memory.h"
#include "recognizer/front/lower_number.h"

// "text" as a name the IR can print.
static const char *
ir_name(arena *a, const char *text) {
  char *s = arena_strdup(a, text);
  int n = 0;
  for (const char *p = text; *p; p++) {
    bool word = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') ||
                (*p >= '0' && *p <= '9') || *p == '_';
    if (word)
      s[n++] = *p;
    else if (n && s[n - 1] != '_' && p[1])
      s[n++] = '_';
  }
  while (n > 1 && s[n - 1] == '_')
    n--;
  s[n] = 0;
  return n && !(s[0] >= '0' && s[0] <= '9') ? s : "v";
}

// A name for what C writes as "text". Diagnostics give that for it, but where
// several have the name.
static const char *
name_of(rec_lower *lower, const char *text) {
  const char *name = ir_name(lower->a, text);
  smap *written = lower->cx->written;
  const char *other = smap_get(written, name);
  smap_put(written, name,
           (void *)(!other || !strcmp(other, text) ? text : name));
  return name;
}

rec_obj *
rec_lower_local(rec_lower *lower, rec_obj_kind kind, const char *name,
                const lt_type *type) {
  rec_obj *o = NEW(lower->a, rec_obj);
  o->kind = kind;
  o->name = name_of(lower, name);
  o->type = type;
  o->capture = -1;
  if (kind != REC_OBJ_POINTER && type)
    rec_lower_elem(type, &o->elem);
  vec_push(lower->a, &lower->locals, o);
  return o;
}

void
rec_lower_name_part(rec_lower *lower, const rec_obj *o, const lt_expr *path) {
  if (path->kind == LT_MEMBER && !path->arrow &&
      rec_lower_is_number(path->a->type))
    smap_put(lower->cx->written, o->name,
             (void *)rec_lower_text(lower->a, path->a));
}

rec_obj *
rec_lower_flag(rec_lower *lower, const char *name, bool on) {
  rec_obj *o = rec_lower_local(lower, REC_OBJ_SCALAR, name, NULL);
  o->elem = IR_BOOL;
  o->now.val = rec_lower_int(lower, IR_BOOL, on);
  return o;
}

rec_obj *
rec_lower_captured(rec_lower *lower, rec_obj_kind kind, const char *text,
                   const lt_type *type, ir_scalar elem) {
  rec_obj *o = NEW(lower->a, rec_obj);
  o->kind = kind;
  o->name = name_of(lower, text);
  o->type = type;
  o->elem = elem;
  o->capture = -1;
  return o;
}

// True when C keeps apart what "v" and any other such variable point to: they
// are restrict, and still have the values that the function was called with, or
// moved from there, of which none is based on another (C17 6.7.3.1). Any other
// pointer may have been made of a restrict one, which C allows to be used
// beside it. What a pointer to void points to may be captured as several
// arrays.
static bool
keeps_apart(const lt_var *v) {
  return v->type->is_restrict && v->type->to->kind != LT_TYPE_VOID &&
         v->is_argument && !v->is_assigned && !v->address_taken;
}

bool
rec_lower_is_direct(const lt_expr *e) {
  for (; e && e->kind != LT_VAR; e = e->a)
    if (e->kind == LT_DEREF || (e->kind == LT_MEMBER && e->arrow))
      return false;
  return e != NULL;
}

// What the place "e" is reached by last, without a pointer in memory: a
// variable, or what such a one points to; else the pointer in memory, and *then
// gets the bytes from where that points.
static lt_expr *
pointer_before(lt_expr *e, int64_t *then) {
  *then = 0;
  while (e->kind != LT_VAR) {
    bool loads = e->kind == LT_DEREF || (e->kind == LT_MEMBER && e->arrow);
    if (e->kind == LT_MEMBER)
      *then += e->member->offset;
    lt_expr *to = e->a;
    while (loads && to && to->kind == LT_CAST)
      to = to->a;
    if (loads && to && to->kind != LT_ADDR)
      return to->kind == LT_VAR || rec_lower_is_direct(to) ? NULL : to;
    e = loads && to ? to->a : to;
    if (!e)
      return NULL;
  }
  return NULL;
}

int
rec_lower_find_loads(arena *a, lt_expr *e, lt_expr **from,
                     rec_load loads[REC_LOADS]) {
  int n = 0;
  int64_t then;
  lt_expr *p;
  for (*from = e; (p = pointer_before(*from, &then)); *from = p) {
    if (n == REC_LOADS)
      return -1;
    memmove(loads + 1, loads, (size_t)n++ * sizeof *loads);
    loads[0] = (rec_load){rec_lower_text(a, p), then};
  }
  return n;
}

// Fills in the loads of "c".
static void
find_loads(rec_lower *lower, rec_capture *c) {
  c->from = c->expr;
  if (c->kind == REC_VALUE)
    return;
  int n = rec_lower_find_loads(lower->a, c->expr, &c->from, c->loads);
  if (n >= 0 && c->kind == REC_INDIRECT && n < REC_LOADS)
    c->loads[n++] = (rec_load){c->name, 0};
  else if (n < 0 || c->kind == REC_INDIRECT)
    rec_lower_refuse(lower, c->expr->loc, REC_POINTER_CHAIN, c->name);
  c->n_loads = n < 0 ? 0 : n;
}

void
rec_lower_capture(rec_lower *lower, rec_obj *o, rec_capture_kind kind,
                  lt_expr *expr) {
  ir_type type = {o->elem, o->kind == REC_OBJ_ARRAY};
  rec_capture c = {.kind = kind,
                   .expr = expr,
                   .elem = o->elem,
                   .declared = kind == REC_ADDRESS
                                   ? expr->type->size / ir_size(o->elem)
                                   : -1,
                   .name = rec_lower_text(lower->a, expr)};
  if (expr->kind == LT_VAR) {
    c.is_restrict = keeps_apart(expr->var);
    c.is_const_data = expr->var->is_const_data;
  }
  if (expr->type->kind == LT_TYPE_ARRAY && expr->type->size > 0)
    c.declared = expr->type->size / ir_size(o->elem);
  find_loads(lower, &c);
  o->capture = lower->captures.n;
  o->now.val = o->entry.val = ir_func_add_param(lower->f, type, o->name, 0);
  vec_push(lower->a, &lower->captures, c);
  vec_push(lower->a, &lower->capture_objs, o);
}

void
rec_lower_capture_rows(rec_lower *lower, rec_obj *o, rec_table *t) {
  rec_capture *c = &vec_last(&lower->captures);
  c->table = o->table = t;
  c->name = t->name;
  c->declared = -1;
  c->is_restrict = c->is_const_data = false;
}

rec_obj *
rec_lower_structs(rec_lower *lower, rec_memory *m, const lt_struct *record) {
  for (int k = 0; k < m->records.n; k++)
    if (m->records.at[k]->record == record)
      return m->records.at[k];
  rec_obj *o = NEW(lower->a, rec_obj);
  o->kind = REC_OBJ_RECORD;
  o->name = m->text;
  o->memory = m;
  o->record = record;
  o->table = m->table;
  o->capture = m->expr ? 0 : -1;
  vec_push(lower->a, &m->records, o);
  return o;
}

rec_obj *
rec_lower_view(rec_lower *lower, rec_memory *m, ir_scalar elem) {
  for (int k = 0; k < m->views.n; k++)
    if (rec_lower_is_alike(m->views.at[k]->elem, elem))
      return m->views.at[k];
  rec_obj *o =
      rec_lower_captured(lower, REC_OBJ_ARRAY, m->text, m->expr->type, elem);
  o->memory = m;
  rec_lower_capture(lower, o, m->kind, m->expr);
  vec_last(&lower->captures).record = m->outer;
  if (m->table)
    rec_lower_capture_rows(lower, o, m->table);
  vec_push(lower->a, &m->views, o);
  rec_lower_adopt(lower, o);
  return o;
}

// Makes the arrays that the fields of "s" in "m" are in.
static void
meet_views(rec_lower *lower, rec_memory *m, const lt_struct *s) {
  for (int k = 0; k < s->n_fields; k++) {
    const lt_field *f = &s->fields[k];
    const lt_struct *inner = rec_lower_mixed(f->type);
    ir_scalar elem = IR_U8;
    if (inner)
      meet_views(lower, m, inner);
    else if (f->width || rec_lower_elem(f->type, &elem))
      rec_lower_view(lower, m, elem);
  }
}

bool
rec_lower_complete(rec_lower *lower, rec_memory *m) {
  if (!m->expr || m->table || m->expr->type->kind == LT_TYPE_ARRAY)
    return false;
  meet_views(lower, m, m->outer);
  return true;
}

rec_obj *
rec_lower_start_count(rec_lower *lower, const lt_var *v) {
  if (!map_has(lower->region_effects->assigned, v))
    return NULL;
  rec_obj *o =
      rec_lower_local(lower, REC_OBJ_SCALAR, v->name, lt_scalar_type(IR_I64));
  o->var = v;
  o->now.val = rec_lower_int(lower, IR_I64, 0);
  return o;
}

rec_obj *
rec_lower_capture_hidden(rec_lower *lower, rec_capture_kind kind,
                         ir_scalar elem, const char *name, const lt_expr *e) {
  lt_expr *call = NEW(lower->a, lt_expr);
  *call = *e;
  rec_obj *o = rec_lower_captured(lower, REC_OBJ_ARRAY, name,
                                  lt_scalar_type(elem), elem);
  rec_lower_capture(lower, o, kind, call);
  rec_lower_adopt(lower, o);
  return o;
}
