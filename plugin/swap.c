// plugin/swap.c: the call of the region function before the annotated
// statement.
//
//   S   =>   { T r; if (!__loft_region_K(args..., &r)) S else target = r; }
//
// A pointer in memory is only replaced where it has moved: if (r) target = r.
//
// Where S may return from the function, two more results say so, and what: the
// last thing done then is if (returns) return value. So it is with a goto out
// of S; where it has several exits, one more result says which was taken.
// Another one may say that nothing was done: if
// (!__loft_region_K(args...) || trapped) S.
//
// Where lifted code has the bits of the original, that is { S done(); }, and
// { done(); return x; } in S, so that the runtime can compare their times.
//
// Where S has inner regions (inner.c), the call says whether they are to run:
// { bool inner; if (!__loft_region_K(args..., &inner)) S }, and a statement in
// S becomes if (!inner || !__loft_region_N(args...)) ... .
//
// The results come back through variables of their own, so that no variable
// of the user's has its address taken: the original loop is optimised as if
// the call was not there. Without results the `if` stands alone.
//
//   S   =>   { unsigned k = loft_keep_begin(2, a, bytes, b, bytes); S }
//
// for keep(a, b), where k has the attribute cleanup(loft_keep_end).
#include "plugin/swap.h"

typedef VEC(swap_node) nodes;

// A statement while it is built.
typedef struct swapper {
  tree *t;
  ast *b;
  arena *a;
  nodes decls, stores;
  swap_node returns, returned, exited, trapped; // variables, or NULL
  swap_node inner; // whether inner regions are to run, or NULL
} swapper;

static swap_node put_expr(tree *t, const lt_expr *e);

// The length of an array of type "t" is sizeof(T[n]) / sizeof(T) as a 64-bit
// integer, which reads the one that was computed when the array was declared.
static swap_node
put_length(ast *b, const ast_type *t) {
  swap_node all = swap_size_of(b, t), one = swap_size_of(b, t->to);
  return swap_scalar(b, swap_binary(b, SWAP_DIV, all, one, swap_type_of(all)),
                     IR_I64);
}

// The node for "v": a variable, a place, or the length of an array.
static swap_node
put_variable(tree *t, const lt_var *v) {
  const ast_node *place = map_get(t->place_nodes, v);
  if (place)
    return place->self;
  const ast_type *array = map_get(t->length_types, v);
  return array ? put_length(t->ast, array) : swap_variable(t->ast, v->origin);
}

// A cast as it stands in the source, or to a scalar type of C.
static swap_node
put_cast(tree *t, const lt_expr *e) {
  ast *b = t->ast;
  swap_node sub = put_expr(t, e->a);
  bool decays = swap_is_array(sub), scalar = e->type->kind == LT_TYPE_SCALAR;
  sub = swap_value(b, sub);
  if (decays && !scalar)
    return sub;
  swap_node cast = e->origin ? swap_cast(b, sub, e->origin) : NULL;
  if (cast)
    return cast;
  return scalar ? swap_scalar(b, sub, e->type->elem) : sub;
}

// A field, or a part of a number.
static swap_node
put_member(tree *t, const lt_expr *e) {
  ast *b = t->ast;
  swap_node base = put_expr(t, e->a);
  if (e->arrow)
    base = swap_value(b, base);
  if (e->member->origin)
    return swap_field(b, base, e->arrow, e->member->origin);
  return swap_part(b, e->arrow ? swap_deref(b, base) : base,
                   e->member->offset != 0);
}

// The C expression "e" was made from, or would be made from.
static swap_node
put_expr(tree *t, const lt_expr *e) {
  ast *b = t->ast;
  if (e->kind == LT_VAR)
    return put_variable(t, e->var);
  if (e->kind == LT_MEMBER)
    return put_member(t, e);
  if (e->kind == LT_DEREF)
    return swap_deref(b, swap_value(b, put_expr(t, e->a)));
  if (e->kind == LT_ADDR)
    return swap_address(b, put_expr(t, e->a));
  if (e->kind == LT_CAST)
    return put_cast(t, e);
  if (e->kind == LT_INT)
    return swap_number(b, e->bits, e->type->elem);
  if (e->kind == LT_BINARY) { // a difference
    swap_node x = put_expr(t, e->a);
    return swap_binary(b, SWAP_SUB, x, put_expr(t, e->b),
                       swap_c_type(b, e->type->elem));
  }
  return e->origin; // as it stands in the source; the recognizer keeps such to
                    // itself
}

// A variable of type "t" for a result.
static swap_node
new_variable(swapper *s, const plugin_arg *arg, swap_type t) {
  const char *name = arena_printf(s->a, "__loft_r%d", arg->result);
  swap_node decl, out = swap_local(s->b, name, t, &decl);
  vec_push(s->a, &s->decls, decl);
  return out;
}

// A variable for a result, stored to its target on success; a pointer that goes
// to memory if it is not null.
static swap_node
put_result(swapper *s, const plugin_arg *arg) {
  swap_node target = put_expr(s->t, arg->expr);
  swap_type t = swap_type_of(target);
  swap_node v = new_variable(s, arg, t);
  swap_node store =
      swap_binary(s->b, SWAP_ASSIGN, target, swap_value(s->b, v), t);
  if (arg->kind == PLUGIN_ARG_MOVED)
    store = swap_if(s->b, swap_value(s->b, v), store, NULL);
  vec_push(s->a, &s->stores, store);
  return v;
}

// One argument of the region function.
static swap_node
put_arg(swapper *s, const plugin_arg *arg) {
  ast *b = s->b;
  swap_node place = NULL;
  switch (arg->kind) {
  case PLUGIN_ARG_VALUE:
    return swap_scalar(b, swap_value(b, put_expr(s->t, arg->expr)), arg->elem);
  case PLUGIN_ARG_POINTER:
    return swap_pointer(b, swap_value(b, put_expr(s->t, arg->expr)));
  case PLUGIN_ARG_ADDRESS:
    place = put_expr(s->t, arg->expr);
    break;
  case PLUGIN_ARG_RESULT:
  case PLUGIN_ARG_MOVED:
    place = put_result(s, arg);
    break;
  case PLUGIN_ARG_RETURNS:
    place = s->returns = new_variable(s, arg, swap_c_type(b, IR_BOOL));
    break;
  case PLUGIN_ARG_TRAPPED:
    place = s->trapped = new_variable(s, arg, swap_c_type(b, IR_BOOL));
    break;
  case PLUGIN_ARG_RETURNED:
    place = s->returned = new_variable(s, arg, swap_result_type(b));
    break;
  case PLUGIN_ARG_EXITED:
    place = s->exited = new_variable(s, arg, swap_c_type(b, IR_I32));
    break;
  case PLUGIN_ARG_INNER:
    place = s->inner;
    break;
  case PLUGIN_ARG_GIVEN:
    place = new_variable(s, arg, swap_c_type(b, arg->elem));
    break;
  }
  return swap_pointer(b, swap_address(b, place));
}

// !__loft_region_K(args...) || trapped; of an inner region: !inner || ...
static swap_node
put_condition(swapper *s, const plugin_region *r) {
  ast *b = s->b;
  nodes args = {0};
  for (int k = 0; k < r->n_args; k++)
    vec_push(s->a, &args, put_arg(s, &r->args[k]));
  swap_node call = swap_call(b, r->name, true, args.at, args.n);
  swap_node failed = swap_not(b, call);
  if (r->is_inner)
    return swap_binary(b, SWAP_OR, swap_not(b, swap_value(b, s->inner)), failed,
                       swap_type_of(failed));
  if (!s->trapped)
    return failed;
  return swap_binary(b, SWAP_OR, failed, swap_value(b, s->trapped),
                     swap_type_of(failed));
}

// goto label; of exit "k" of "r", where another one may have been taken only
// if (!(exited - (k + 1))).
static swap_node
put_exit(swapper *s, const lt_region *r, int k) {
  ast *b = s->b;
  swap_node jump = ((const ast_node *)r->exits[k]->origin)->self;
  if (!s->exited)
    return jump;
  swap_node difference = swap_binary(b, SWAP_SUB, swap_value(b, s->exited),
                                     swap_number(b, (uint64_t)k + 1, IR_I32),
                                     swap_c_type(b, IR_I32));
  return swap_if(b, swap_not(b, difference), jump, NULL);
}

// if (returns) { ... } with the exits of "r", and return returned; where not
// all ways out are such.
static swap_node
put_leave(swapper *s, const plugin_region *r) {
  ast *b = s->b;
  const lt_region *source = r->rec->source;
  nodes list = {0};
  for (int k = 0; k < source->n_exits; k++)
    vec_push(s->a, &list, put_exit(s, source, k));
  swap_node value = s->returned ? swap_value(b, s->returned) : NULL;
  if (source->returns)
    vec_push(s->a, &list, swap_return(b, value));
  return swap_if(b, swap_value(b, s->returns), swap_braces(b, list.at, list.n),
                 NULL);
}

// "original" of "r" with calls of its done() where it ends.
static swap_node
put_done(swapper *s, const plugin_region *r, swap_node original) {
  ast *b = s->b;
  const lt_region *source = r->rec->source;
  map *labels = map_new(s->a);
  for (int k = 0; k < source->n_exits; k++) {
    const ast_node *jump = source->exits[k]->origin;
    map_put(labels, jump->decl->self, labels);
  }
  if (s->returns)
    original = swap_returns(b, original, r->done, labels);
  swap_node both[2] = {original, swap_call(b, r->done, false, NULL, 0)};
  return swap_braces(b, both, 2);
}

// The statement for "original", which "r" lifts.
static swap_node
put_region(swapper *s, const plugin_region *r, swap_node original) {
  ast *b = s->b;
  swap_node condition = put_condition(s, r), stores = NULL;
  if (r->done)
    original = put_done(s, r, original);
  if (s->returns)
    vec_push(s->a, &s->stores, put_leave(s, r));
  if (s->stores.n)
    stores = swap_braces(b, s->stores.at, s->stores.n);
  swap_node choice = swap_if(b, condition, original, stores);
  if (!s->decls.n)
    return choice;
  vec_push(s->a, &s->decls, choice);
  return swap_braces(b, s->decls.at, s->decls.n);
}

// Replaces the statement of an inner region, which runs where "wanted" is set.
static void
swap_inner(const plugin_inner *inner, swap_node wanted) {
  tree *t = inner->t;
  swapper s = {.t = t, .b = t->ast, .a = t->a, .inner = wanted};
  swap_begin(t->ast, inner->slot);
  swap_put(t->ast, inner->slot, put_region(&s, inner->region, *inner->slot));
}

void
swap_region(tree *t, const plugin_region *r, const plugin_inners *inner,
            void **slot) {
  ast *b = t->ast;
  swapper s = {.t = t, .b = b, .a = t->a};
  swap_node decl;
  swap_begin(b, slot);
  if (inner->n > 0) {
    s.inner = swap_local(b, "__loft_inner", swap_c_type(b, IR_BOOL), &decl);
    vec_push(s.a, &s.decls, decl);
  }
  for (int k = 0; k < inner->n; k++)
    swap_inner(&inner->at[k], s.inner);
  swap_begin(b, slot);
  swap_put(b, slot, put_region(&s, r, *slot));
}

// The array, or the pointer to one.
static swap_node
put_array(ast *b, const plugin_array *array) {
  swap_node out = swap_variable(b, array->variable->self);
  for (int k = 0; k < array->hops.n; k++) {
    const plugin_hop *hop = &array->hops.at[k];
    out = swap_field(b, hop->is_arrow ? swap_value(b, out) : out, hop->is_arrow,
                     hop->field);
  }
  return out;
}

// The bytes of the array; 0: not known, as behind a pointer.
static swap_node
put_bytes(ast *b, const ast_type *t) {
  if (t->kind == AST_ARRAY && (t->count >= 0 || t->length))
    return swap_scalar(b, swap_size_of(b, t), IR_U64);
  return swap_number(b, 0, IR_U64);
}

void
swap_keep(tree *t, const plugin_arrays *arrays, void **slot) {
  ast *b = t->ast;
  nodes args = {0};
  swap_begin(b, slot);
  vec_push(t->a, &args, swap_number(b, (uint64_t)arrays->n, IR_U32));
  for (int k = 0; k < arrays->n; k++) {
    const plugin_array *array = &arrays->at[k];
    vec_push(t->a, &args, swap_pointer(b, swap_value(b, put_array(b, array))));
    vec_push(t->a, &args, put_bytes(b, array->type));
  }
  swap_node list[] = {swap_cleanup(b, "__loft_keep", "loft_keep_begin",
                                   "loft_keep_end", args.at, args.n),
                      *slot};
  swap_put(b, slot, swap_braces(b, list, 2));
}
