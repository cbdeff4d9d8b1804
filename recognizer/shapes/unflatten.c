// recognizer/shapes/unflatten.c: a loop over the positions of a grid as a nest.
//
//   loop (%at < %h * %w) (%s = %s0) {
//     %y = div %at, %w
//     %x = rem %at, %w
//     ..., yield %s1
//   }
//   => loop (%y < %h) (%t = %s0) {
//        %r = loop (%x < %w) (%s = %t) { %at = %y * %w + %x, ..., yield %s1 }
//        yield %r
//      }
//
// %h is not negative where both run as often: %w is guarded to be at least 1.
// A grid of more dimensions is taken apart by its width first, then the rest.
#include "recognizer/shapes/nests.h"

typedef struct grid {
  arena *a;
  ir_loop l;
  ir_val *count;
  ir_vals factors;        // of the trip count, without conversions
  ir_vals width;          // those of them that the position is divided by
  VEC(ir_op *) divisions; // of the position by "width", perhaps times others
  VEC(ir_vals) others;    // what each divides by besides
  ir_val *row, *column;   // the indices of the nest
} grid;

// -- Matching -------------------------------------------------------------
// The trip count of "l" where it runs: x of x > 0 ? x : 0, which unsigned ones
// are.
static ir_val *
find_count(const ir_loop *l) {
  const ir_op *op = l->extent->def, *c;
  int64_t zero, none;
  if (!op || op->code != IR_OP_SELECT || !op->ins.at[0]->def ||
      !ir_match_int(op->ins.at[2], &none) || none)
    return l->extent;
  c = op->ins.at[0]->def;
  bool positive = c->code == IR_OP_GT && ir_match_int(c->ins.at[1], &zero) &&
                  !zero && rec_all_bits(c->ins.at[0]) == op->ins.at[1];
  return positive ? op->ins.at[1] : l->extent;
}

// Adds the factors of "v" to "out".
static void
add_factors(arena *a, ir_val *v, ir_vals *out) {
  v = rec_all_bits(v);
  if (v->def && v->def->code == IR_OP_MUL) {
    add_factors(a, v->def->ins.at[0], out);
    add_factors(a, v->def->ins.at[1], out);
  } else {
    vec_push(a, out, v);
  }
}

// True when each of "part" is another of "all"; *rest: those of "all" left.
static bool
is_part(arena *a, const ir_vals *part, const ir_vals *all, ir_vals *rest) {
  *rest = (ir_vals){0};
  for (int i = 0; i < all->n; i++)
    vec_push(a, rest, all->at[i]);
  for (int i = 0; i < part->n; i++) {
    int k = 0;
    while (k < rest->n && !an_same_value(a, rest->at[k], part->at[i]))
      k++;
    if (k == rest->n)
      return false;
    rest->at[k] = rest->at[--rest->n];
  }
  return true;
}

// True when "v" is the position, converted between integers perhaps.
static bool
is_position(const grid *g, const ir_val *v) {
  while (v != g->l.i && v->def && v->def->code == IR_OP_CONVERT &&
         ir_is_int(v->type.elem))
    v = v->def->ins.at[0];
  return v == g->l.i;
}

// ir_walk_fn: notes the divisions of the position by some of g->factors; the
// fewest are the width.
static bool
note_division(void *user, ir_op *op) {
  grid *g = user;
  ir_vals by = {0}, rest;
  if ((op->code != IR_OP_DIV && op->code != IR_OP_REM) ||
      !is_position(g, op->ins.at[0]))
    return true;
  add_factors(g->a, op->ins.at[1], &by);
  if (!is_part(g->a, &by, &g->factors, &rest))
    return true;
  vec_push(g->a, &g->divisions, op);
  if (!g->width.n || by.n < g->width.n) {
    ir_vals others;
    is_part(g->a, &rest, &g->factors, &others); // values outside of the loop
    g->width = others;
  }
  return true;
}

// Keeps the divisions by the width, perhaps times others; false: none is left.
static bool
keep_divisions(grid *g) {
  int n = 0;
  for (int i = 0; i < g->divisions.n; i++) {
    ir_vals by = {0}, rest;
    add_factors(g->a, g->divisions.at[i]->ins.at[1], &by);
    if (!is_part(g->a, &g->width, &by, &rest))
      continue;
    g->divisions.at[n++] = g->divisions.at[i];
    vec_push(g->a, &g->others, rest);
  }
  g->divisions.n = n;
  return n > 0;
}

// The polynomial of the product of "factors".
static an_poly
read_product(rec_dom *d, const ir_vals *factors) {
  an_poly p = an_poly_const(d->an->a, 1);
  for (int i = 0; i < factors->n; i++) {
    an_poly x = rec_read_exact(d, factors->at[i]);
    p = an_poly_mul(d->an->a, &p, &x);
  }
  return p;
}

// True when conversions keep the position that "op" divides.
static bool
keeps_position(rec_an *an, const grid *g, ir_op *op) {
  rec_dom *d = rec_dom_new(an, op, false);
  an_poly x = rec_read_exact(d, op->ins.at[0]), at = rec_read(d, g->l.i);
  return an_poly_eq(&x, &at);
}

// Lets the region run only where the width is at least 1, and neither products
// nor positions wrap. False, and nothing changed, when that cannot be checked.
static bool
guard(loft_cx *cx, ir_func *f, const grid *g) {
  rec_an *an = rec_an_new(cx, f, g->l.body);
  an->may_assume = true;
  rec_dom *d = rec_dom_new(an, g->l.op, false);
  an_poly n = rec_read_exact(d, g->count);
  an_poly product = read_product(d, &g->factors);
  an_poly width = read_product(d, &g->width);
  rec_assume a = {.at = g->l.op, .poly = an_poly_plus(an->a, &width, -1)};
  vec_push(an->a, &an->assumes, a);
  bool ok = an_poly_eq(&n, &product) && !n.bad;
  for (int i = 0; i < g->divisions.n && ok; i++)
    ok = keeps_position(an, g, g->divisions.at[i]);
  ok = ok && rec_an_ok(an);
  rec_an_free(an);
  return ok && rec_emit_guards(cx, f, an);
}

// -- Building -------------------------------------------------------------
// The product of "factors", as i64.
static ir_val *
build_product(ir_builder *b, const ir_vals *factors) {
  ir_val *p = NULL;
  for (int i = 0; i < factors->n; i++) {
    ir_val *x = ir_build_convert(b, factors->at[i], IR_I64);
    p = p ? ir_build2(b, IR_OP_MUL, p, x) : x;
  }
  return p ? p : ir_build_int(b, IR_I64, 1);
}

ir_op *
rec_build_loop(ir_builder *b, const ir_loop *l, ir_val *extent, ir_val **inits,
               const char *name, ir_val **index) {
  ir_op *op = ir_start_loop(b, IR_OP_LOOP, extent, name);
  *index = op->regions[0]->params.at[0];
  for (int k = 0; k < l->n_carried; k++)
    ir_add_carried(op, inits[k], l->outs[k]->name, l->carried[k]->name);
  return op;
}

// Replaces division "i" of the position by its value in the nest.
static void
replace_division(ir_func *f, const grid *g, int i) {
  ir_op *op = g->divisions.at[i];
  ir_builder b = ir_before(op);
  bool whole = !g->others.at[i].n, quotient = op->code == IR_OP_DIV;
  ir_val *v = quotient ? g->row : g->column;
  if (!whole) {
    ir_val *by = build_product(&b, &g->others.at[i]);
    v = ir_build2(&b, op->code, g->row, by);
  }
  if (!whole && !quotient) {
    v = ir_build2(&b, IR_OP_MUL, v, build_product(&b, &g->width));
    v = ir_build2(&b, IR_OP_ADD, v, g->column);
  }
  v = ir_build_convert(&b, v, op->outs.at[0]->type.elem);
  ir_replace_uses(f, op->outs.at[0], v);
}

void
rec_move_body(ir_func *f, const ir_loop *l, ir_region *r, ir_val *at) {
  ir_replace_uses(f, l->i, at);
  for (int k = 0; k < l->n_carried; k++)
    ir_replace_uses(f, l->carried[k], r->params.at[1 + k]);
  ir_foreach_op_safe (op, l->body)
    ir_move(op, r, NULL);
}

void
rec_replace_loop(ir_func *f, const ir_loop *l, ir_op *outer, ir_region *r,
                 ir_val *at) {
  rec_move_body(f, l, r, at);
  for (int k = 0; k < l->n_carried; k++)
    ir_replace_uses(f, l->outs[k], outer->outs.at[k]);
  ir_remove(l->op); // it has no yield any more, for what looks at all uses
  rec_remove_unused(r);
}

ir_op *
rec_unflatten(loft_cx *cx, ir_func *f, ir_op *op) {
  grid g = {.a = cx->arena};
  ir_vals rest;
  if (!ir_match_loop(op, &g.l) || !g.l.extent || op->has_while)
    return NULL;
  g.count = find_count(&g.l);
  add_factors(g.a, g.count, &g.factors);
  ir_walk(g.l.body, note_division, &g);
  if (!g.width.n || !keep_divisions(&g) || !guard(cx, f, &g))
    return NULL;
  is_part(g.a, &g.width, &g.factors, &rest);
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  ir_val *width = build_product(&b, &g.width);
  ir_op *rows = rec_build_loop(&b, &g.l, build_product(&b, &rest), g.l.inits,
                               "row", &g.row);
  ir_region *outer = rows->regions[0];
  ir_builder in = ir_at_end(outer);
  ir_op *columns = rec_build_loop(&in, &g.l, width, outer->params.at + 1,
                                  "column", &g.column);
  ir_build_yield(&in, columns->outs.at, columns->outs.n);
  ir_region *inner = columns->regions[0];
  ir_builder body = ir_at_end(inner);
  ir_val *at = ir_build2(&body, IR_OP_MUL, g.row, width);
  at = ir_build2(&body, IR_OP_ADD, at, g.column);
  for (int i = 0; i < g.divisions.n; i++)
    replace_division(f, &g, i);
  rec_replace_loop(f, &g.l, rows, inner, at);
  ir_op *more = rec_unflatten(cx, f, rows);
  return more ? more : rows;
}
