// recognizer/footprint/behind.c: reads by the footprint of rows behind
// pointers.
//
//   for (k < deg[v]) s += rank[adj[v][k]];
//
// What is touched of rank is found by reading all adj[v][k] that C reads,
// before these rows were brought together: element k behind pointer v. So the
// read of element v * stride + k of the rows becomes one of v << REC_ROW_SHIFT
// and k, which flat code takes apart (kn_buf).
#include "recognizer/footprint/footprint.h"

// Whether the stride is hidden in a factor of "t".
static bool
hides_stride(arena *a, const an_term *t, const ir_val *stride) {
  bool hides = false;
  for (int i = 0; i < t->n_factors; i++)
    hides |=
        t->factors[i] != stride && rec_depends(a, t->factors[i], stride, true);
  return hides;
}

// Whether "v" is a number of 32 bits, whatever the parameters are.
static bool
is_small(const ir_val *v) {
  an_range r = an_range_of(v);
  return r.lo >= INT32_MIN && r.hi <= INT32_MAX;
}

// Adds "term" of a subscript to that of the pointer of level 0, *row, or of the
// element, *k, at "b". Of two levels the term of the other one is a constant.
// False where it belongs to none.
static bool
add_term(ir_builder *b, const ir_func *g, const rec_told *told,
         const an_term *term, ir_val **row, ir_val **k) {
  arena *a = g->module->arena;
  int64_t scale = told->scale ? told->scale : 1;
  int n = 0;
  an_term rest = *term;
  rest.n_factors = 0;
  for (int i = 0; i < term->n_factors; i++) {
    bool is_stride = false;
    for (int l = 0; l < told->n_levels; l++) {
      const ir_val *s = g->body->params.at[told->stride[l]];
      is_stride |= term->factors[i] == s;
      if (hides_stride(a, term, s))
        return false;
    }
    if (is_stride)
      n++;
    else
      rest.factors[rest.n_factors++] = term->factors[i];
  }
  bool fits = told->n_levels == 2 &&
              an_degree(term, g->body->params.at[told->stride[1]]) == 1;
  if (n == 0) {
    *k = ir_build2(b, IR_OP_ADD, *k, an_build_term(b, &rest));
    return true;
  }
  if (rest.coef % scale || (n == 1 && told->n_levels == 2 && !fits))
    return false;
  rest.coef /= scale;
  if (n < told->n_levels)
    return rest.n_factors == 0 && rest.coef == told->word;
  if (n > told->n_levels || (n == 2 && !fits))
    return false;
  *row = ir_build2(b, IR_OP_ADD, *row, an_build_term(b, &rest));
  return true;
}

bool
rec_read_behind(ir_func *g, const rec_told *told, ir_op *op, bool any) {
  if (op->code != IR_OP_INDEX || told->n_levels > 2 ||
      (told->n_levels == 2 && told->word < 0))
    return false;
  for (int l = 0; l < told->n_levels; l++)
    if (told->stride[l] < 0)
      return false;
  an_affine at = an_affine_of(g->module->arena, op->ins.at[1]);
  ir_builder b = ir_before(op);
  ir_val *row = ir_build_int(&b, IR_I64, 0),
         *k = ir_build_int(&b, IR_I64, at.constant);
  for (int i = 0; i < at.terms.n; i++)
    if (!add_term(&b, g, told, &at.terms.at[i], &row, &k))
      return false;
  if (!any && !(is_small(row) && is_small(k)))
    return false;
  ir_val *shift = ir_build_int(&b, IR_I64, REC_ROW_SHIFT);
  row = ir_build2(&b, IR_OP_SHL, row, shift);
  op->ins.at[1] = ir_build2(&b, IR_OP_ADD, row, k);
  return true;
}
