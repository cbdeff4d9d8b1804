// plugin/keep.c: arrays that a `#pragma loft keep` names, and host code that
// reads or writes them.
#include "plugin/sites.h"

ast_decl *
plugin_find_variable(ast *t, const ast_node *n, const char *name, uint32_t at) {
  if (!n)
    return NULL;
  if (n->kind == AST_REF) {
    bool found = n->decl->kind == AST_VARIABLE &&
                 !strcmp(n->decl->name, name) && ast_is_before(t, n->decl, at);
    return found ? n->decl : NULL;
  }
  for (int k = 0; k < n->n_parts; k++) {
    ast_decl *v = plugin_find_variable(t, n->parts[k], name, at);
    if (v)
      return v;
  }
  return NULL;
}

// The member "name" of the structure "type", or of one without a name in it:
// adds the way there to "out". False: there is none.
static bool
add_member(ast *t, arena *a, const ast_type *type, const char *name,
           bool is_arrow, plugin_array *out) {
  const ast_record *r =
      type->kind == AST_RECORD ? ast_record_of(t, type->record) : NULL;
  for (int k = 0; r && k < r->n_fields; k++) {
    const ast_field *f = &r->fields[k];
    plugin_hop hop = {f->self, type->record, k, is_arrow};
    vec_push(a, &out->hops, hop);
    out->type = f->type;
    if (!strcmp(f->name, name) ||
        (!*f->name && add_member(t, a, f->type, name, false, out)))
      return true;
    out->hops.n--;
  }
  return false;
}

// Follows the members that "path" names from out->variable on.
static bool
follow(ast *t, arena *a, const plugin_path *path, plugin_array *out) {
  out->type = ast_decl_type(t, out->variable);
  for (int k = 0; k < path->steps.n; k++) {
    const plugin_step *step = &path->steps.at[k];
    bool is_pointer = out->type->kind == AST_POINTER;
    const ast_type *type = is_pointer ? out->type->to : out->type;
    if (is_pointer != step->is_arrow ||
        !add_member(t, a, type, step->member, step->is_arrow, out))
      return false;
  }
  return out->type->kind == AST_ARRAY || out->type->kind == AST_POINTER;
}

// Whether "n", which may be NULL, declares something of that name.
static bool
declares(const ast_node *n, const char *name) {
  if (!n)
    return false;
  for (int k = 0; k < n->n_decls && n->kind == AST_DECL; k++)
    if (!strcmp(n->decls[k]->name, name))
      return true;
  for (int k = 0; k < n->n_parts; k++)
    if (declares(n->parts[k], name))
      return true;
  return false;
}

// The variable of that name outside of functions, declared before "at", unless
// the function has one of its own; or NULL.
static ast_decl *
find_global(ast *t, const char *name, uint32_t at) {
  ast_function f = ast_function_of(t, ast_around(t));
  ast_decl *v = ast_global(t, name);
  for (int k = 0; k < f.n_params; k++)
    if (!strcmp(f.params[k]->name, name))
      return NULL;
  return v && ast_is_before(t, v, at) && !declares(f.body, name) ? v : NULL;
}

bool
plugin_find_array(ast *t, arena *a, const ast_node *n, const plugin_path *path,
                  uint32_t at, plugin_array *out) {
  *out = (plugin_array){.text = path->text};
  out->variable = plugin_find_variable(t, n, path->variable, at);
  if (!out->variable)
    out->variable = find_global(t, path->variable, at);
  return out->variable && follow(t, a, path, out);
}

// What the place "n" is an element or a field of, or at an offset from; NULL:
// of nothing.
static ast_node *
base_of(ast *t, const ast_node *n) {
  switch ((int)n->kind) {
  case AST_INDEX:
  case AST_MEMBER:
  case AST_STEP:
  case AST_ADDRESS:
  case AST_DEREF:
  case AST_UNARY:
  case AST_REAL_PART:
  case AST_IMAGINARY_PART:
    return n->x;
  case AST_BINARY:
  case AST_ASSIGN:
  case AST_ASSIGN_OP:
  case AST_COMMA:
    return ast_type_of(t, n->x)->kind == AST_POINTER ? n->x : n->y;
  default: // is no place
    return NULL;
  }
}

// "n" without parentheses and casts.
static ast_node *
without_casts(ast_node *n) {
  n = ast_bare(n);
  while (n->kind == AST_CAST)
    n = ast_bare(n->x);
  return n;
}

// Whether "n" stands for the first "steps" members of "array".
static bool
is_prefix(ast_node *n, const plugin_array *array, int steps) {
  n = without_casts(n);
  if (steps == 0)
    return n->kind == AST_REF && n->decl == array->variable;
  const plugin_hop *last = &array->hops.at[steps - 1];
  if (n->kind != AST_MEMBER || n->decl->kind != AST_FIELD ||
      n->decl->record != last->record || n->decl->index != last->index)
    return false;
  ast_node *base = n->x;
  if (n->is_arrow != last->is_arrow) { // (*g).a is g->a
    base = without_casts(base);
    if (base->kind != AST_DEREF)
      return false;
    base = base->x;
  }
  return is_prefix(base, array, steps - 1);
}

// Whether place "n" is an element of "array", or of something in one.
static bool
is_element(ast *t, ast_node *n, const plugin_array *array) {
  n = without_casts(n);
  for (ast_node *base = base_of(t, n); base; base = base_of(t, n)) {
    n = without_casts(base);
    if (is_prefix(n, array, array->hops.n))
      return true;
  }
  return false;
}

// Whether place "n" is a structure that has all of "array" in it: t = s with
// s.b, t = *g with g->b.
static bool
is_around(ast *t, ast_node *n, const plugin_array *array) {
  if (array->type->kind != AST_ARRAY || ast_type_of(t, n)->kind != AST_RECORD)
    return false;
  n = without_casts(n);
  for (int k = array->hops.n - 1; k >= 0; k--) {
    bool is_arrow = array->hops.at[k].is_arrow;
    if (is_arrow ? n->kind == AST_DEREF && is_prefix(n->x, array, k)
                 : is_prefix(n, array, k))
      return true;
    if (is_arrow)
      return false;
  }
  return false;
}

// The place that "n" reads or writes itself, or NULL.
static ast_node *
place_of(const ast_node *n) {
  bool is_place =
      n->kind == AST_ASSIGN || n->kind == AST_ASSIGN_OP ||
      n->kind == AST_STEP ||
      (n->kind == AST_CAST && n->is_implicit && n->cast == AST_LOAD);
  return is_place ? n->x : NULL;
}

// Whether a region may run in "n", which may be NULL.
static bool
has_regions(const ast_node *n) {
  bool any = n && (n->is_lifted || n->kind == AST_CALL);
  for (int k = 0; n && k < n->n_parts && !any; k++)
    any = has_regions(n->parts[k]);
  return any;
}

// Whether "n" is a loop of few iterations, as stay_loop.c finds them.
static bool
is_short(ast *t, const ast_node *n) {
  const ast_node *test = n->kind == AST_FOR ? n->parts[2] : NULL;
  ir_bits end;
  return test && test->kind == AST_BINARY && ast_integer(t, test->y, &end) &&
         end <= 64;
}

// Whether "n" is a loop between whose iterations no results stay.
static bool
is_alone(ast *t, const ast_node *n) {
  return (n->kind == AST_FOR || n->kind == AST_WHILE || n->kind == AST_DO) &&
         !has_regions(n) && !is_short(t, n);
}

// The first place in "n", which may be NULL, that code outside of regions reads
// or writes, and that is part of the array; of accesses that are "outside" such
// loops, one that is not of some bytes alone. NULL: there is none.
static const ast_node *
find_access(ast *t, const ast_node *n, const plugin_array *array,
            bool outside) {
  if (!n || n->is_lifted)
    return NULL;
  outside = outside && !is_alone(t, n);
  ast_node *place = place_of(n);
  if (place && (!outside || place->is_volatile) &&
      (is_element(t, place, array) || is_around(t, place, array)))
    return place;
  for (int k = 0; k < n->n_parts; k++) {
    const ast_node *found = find_access(t, n->parts[k], array, outside);
    if (found)
      return found;
  }
  return NULL;
}

const ast_node *
plugin_find_access(ast *t, const ast_node *n, const plugin_array *array) {
  return find_access(t, n, array, true);
}
