// recognizer/front/lower_combine.c: acc = merge(acc, value), where the pragma
// says combine(merge: acc).
//
//   %re1, %im1 = reduce (%j < 1) [%re, %im by (%l, %l1, %r, %r1) {
//     the body of merge
//   }] {seq} {
//     yield the scalars of value
//   }
//
// A fold of one value is what C computes; its operator is that of the loop's
// fold (shapes/merge.c). Where the loop has none it goes again.
#include "recognizer/front/lower_flow.h"
#include "recognizer/front/lower_memory.h"
#include "recognizer/front/lower_number.h"

// "e" without conversions that keep its type.
static const lt_expr *
without_casts(const lt_expr *e) {
  while (e->kind == LT_CAST && e->a->type->kind == e->type->kind &&
         e->a->type->record == e->type->record &&
         e->a->type->elem == e->type->elem)
    e = e->a;
  return e;
}

// Whether "e" is the variable "v".
static bool
is_variable(const lt_expr *e, const lt_var *v) {
  e = without_casts(e);
  return e->kind == LT_VAR && e->var == v;
}

// Whether "x" and "y" are the same type, that of a scalar or structure.
static bool
is_same_type(const lt_type *x, const lt_type *y) {
  return x->kind == y->kind &&
         (x->kind == LT_TYPE_SCALAR ? x->elem == y->elem
                                    : x->record && x->record == y->record);
}

// An assignment acc = merge(acc, value), or merge(value, acc).
typedef struct assignment {
  const lt_combine *says;
  const lt_expr *target, *call, *value;
  bool swapped;
} assignment;

// The number of the clause about "e", or -1.
static int
match_assignment(const rec_lower *lower, const lt_expr *e, assignment *m) {
  *m = (assignment){.target = e->a};
  if (e->kind != LT_ASSIGN || e->a->kind != LT_VAR)
    return -1;
  m->call = without_casts(e->b);
  if (m->call->kind != LT_CALL || !m->call->func || m->call->n_args != 2)
    return -1;
  m->swapped = !is_variable(m->call->args[0], e->a->var);
  m->value = m->call->args[!m->swapped];
  if (!is_variable(m->call->args[m->swapped], e->a->var) ||
      is_variable(m->value, e->a->var))
    return -1;
  for (int k = 0; k < lower->src->n_combines; k++) {
    m->says = &lower->src->combines[k];
    if (!strcmp(m->says->name, e->a->var->name) &&
        !strcmp(m->says->function, m->call->func->name))
      return k;
  }
  return -1;
}

// Adds the scalars of "e" to "out". False after a refusal.
static bool
read_scalars(rec_lower *lower, const lt_expr *e, ir_vals *out) {
  if (e->type->kind == LT_TYPE_STRUCT)
    return rec_lower_scalars(
        lower,
        rec_lower_load_struct(lower, rec_lower_struct(lower, e), e->type, e),
        out);
  vec_push(lower->a, out, rec_lower_expr(lower, e));
  return true;
}

// Stores "scalars" to the variable "e".
static void
write_scalars(rec_lower *lower, const lt_expr *e, ir_val *const *scalars,
              int n) {
  if (e->type->kind == LT_TYPE_STRUCT)
    rec_lower_store_struct(lower, rec_lower_place(lower, e), e->type,
                           rec_lower_leaves(lower, scalars, n), e);
  else
    rec_lower_store(lower, rec_lower_place(lower, e), scalars[0], e->loc);
}

// A variable "name" like "e" that holds "scalars".
static lt_expr *
new_variable(rec_lower *lower, const char *name, const lt_expr *e,
             ir_val *const *scalars, int n) {
  lt_var *v = NEW(lower->a, lt_var);
  lt_expr *x = NEW(lower->a, lt_expr);
  *v = (lt_var){.name = name, .type = e->type, .loc = e->loc, .is_local = true};
  *x = (lt_expr){.kind = LT_VAR, .type = e->type, .loc = e->loc, .var = v};
  if (e->type->kind == LT_TYPE_STRUCT) {
    rec_lower_declare_struct(lower, v, e->loc);
  } else {
    rec_obj *o = rec_lower_local(lower, REC_OBJ_SCALAR, name, e->type);
    o->var = v;
    map_put(lower->vars, v, o);
  }
  write_scalars(lower, x, scalars, n);
  return x;
}

// ir_walk_fn: stops at an op that uses an array made outside of the region
// "user".
static bool
uses_own_arrays(void *user, ir_op *op) {
  for (int k = 0; k < op->ins.n; k++)
    if (op->ins.at[k]->type.array && ir_is_outside(op->ins.at[k], user))
      return false;
  return true;
}

// Whether objects have other values than in "before", or were met and written.
static bool
has_changed(const rec_lower *lower, const rec_state *before) {
  for (int k = 0; k < lower->caps.n; k++)
    if (k < before->caps.n
            ? lower->caps.at[k]->now.val != before->caps.at[k].val
            : lower->caps.at[k]->written)
      return true;
  for (int k = 0; k < before->locals.n; k++)
    if (lower->locals.at[k]->now.val != before->locals.at[k].val)
      return true;
  return false;
}

// Fills the region "r" with the call of "m", on "n" scalars and as many others.
// False after a refusal.
static bool
build_operator(rec_lower *lower, const assignment *m, ir_region *r, int n) {
  lt_expr call = *m->call, *args[2];
  rec_state before;
  ir_vals out = {0};
  ir_builder outer = lower->b;
  int n_locals = lower->locals.n;
  rec_lower_save(lower, &before);
  lower->b = ir_at_end(r);
  lower->b.loc = outer.loc;
  args[m->swapped] = new_variable(lower, "l", m->target, r->params.at, n);
  args[!m->swapped] = new_variable(lower, "r", m->target, r->params.at + n, n);
  call.args = args;
  bool ok = read_scalars(lower, &call, &out);
  ir_build_yield(&lower->b, out.at, out.n);
  rec_remove_unused(r);
  rec_lower_drop_locals(lower, n_locals);
  lower->b = outer;
  if (!ok)
    return false;
  if (!has_changed(lower, &before) && ir_walk(r, uses_own_arrays, r))
    return true;
  rec_lower_refuse(lower, m->says->loc, REC_COMBINE_EFFECTS, m->says->function);
  return false;
}

// The fold of "values", one, that starts from "inits", at lower->b.
static ir_op *
start_fold(rec_lower *lower, const ir_vals *inits, const ir_vals *values) {
  ir_val *one = rec_lower_int(lower, IR_I64, 1);
  ir_op *op = ir_build_raw(&lower->b, IR_OP_REDUCE);
  op->n_dims = 1;
  op->n_red = inits->n;
  op->seq = true;
  ir_add_in(op, one);
  for (int k = 0; k < inits->n; k++)
    ir_add_in(op, inits->at[k]);
  ir_region *body = ir_add_region(op), *r = ir_add_region(op);
  ir_region_add_param(body, ir_ty(IR_I64), "j");
  ir_builder b = ir_at_end(body);
  ir_build_yield(&b, values->at, values->n);
  for (int side = 0; side < 2; side++)
    for (int k = 0; k < inits->n; k++)
      ir_region_add_param(r, inits->at[k]->type, side ? "r" : "l");
  return op;
}

// Whether the function of "m" takes and gives the type of its variable.
static bool
check_types(rec_lower *lower, const assignment *m) {
  const lt_func *f = m->call->func;
  const lt_type *t = m->target->type;
  if (f->n_params == 2 && is_same_type(f->result, t) &&
      is_same_type(f->params[0]->type, t) &&
      is_same_type(f->params[1]->type, t))
    return true;
  rec_lower_refuse(lower, m->says->loc, REC_COMBINE_TYPES, m->says->function);
  return false;
}

bool
rec_lower_combine(rec_lower *lower, const lt_expr *e) {
  assignment m;
  ir_vals inits = {0}, values = {0};
  int k = match_assignment(lower, e, &m);
  if (k < 0)
    return false;
  lower->combined[k] = true;
  if (!check_types(lower, &m))
    return true;
  bool unrolls = lower->unrolls;
  lower->unrolls = true;
  bool ok = read_scalars(lower, m.value, &values) &&
            read_scalars(lower, m.target, &inits);
  ir_op *op = ok ? start_fold(lower, &inits, &values) : NULL;
  ok = ok && build_operator(lower, &m, op->regions[1], inits.n);
  lower->unrolls = unrolls;
  if (!ok)
    return true;
  for (int i = 0; i < inits.n; i++)
    ir_add_out(op, inits.at[i]->type, m.target->var->name);
  write_scalars(lower, m.target, op->outs.at, op->outs.n);
  return true;
}

// Whether "e" calls the function "name".
static bool
expr_calls(const lt_expr *e, const char *name) {
  if (!e)
    return false;
  if (e->kind == LT_CALL && e->func && !strcmp(e->func->name, name))
    return true;
  for (int i = 0; i < e->n_args; i++)
    if (expr_calls(e->args[i], name))
      return true;
  return expr_calls(e->a, name) || expr_calls(e->b, name) ||
         expr_calls(e->c, name);
}

// Whether "s" calls the function "name".
static bool
stmt_calls(const lt_stmt *s, const char *name) {
  if (!s)
    return false;
  for (int i = 0; i < s->n_body; i++)
    if (stmt_calls(s->body[i], name))
      return true;
  return expr_calls(s->expr, name) || expr_calls(s->step, name) ||
         stmt_calls(s->init, name);
}

void
rec_lower_check_combines(rec_lower *lower) {
  for (int k = 0; k < lower->src->n_combines; k++) {
    const lt_combine *c = &lower->src->combines[k];
    bool called = stmt_calls(lower->src->stmt, c->function);
    if (!lower->combined[k])
      rec_lower_refuse(lower, c->loc,
                       called ? REC_COMBINE_FORM : REC_COMBINE_FUNCTION,
                       called ? c->name : c->function);
  }
}
