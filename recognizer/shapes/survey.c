// recognizer/shapes/survey.c: what the iterations of a loop find, by a loop in
// front of it.
//
//   %t = map (%i < %n) (%t0 = alloc %n) {      loop (%i < %n) (%q2 = %q, ..) {
//     update %t0, %i, (index %q, %i)             index %t, %i       // of %q2
//   }                                            ..
//
// Elements that an iteration reads, and none of them writes, can be gathered
// before: the loop then only writes the array.
#include "analysis/analysis.h"
#include "recognizer/shapes/keyed.h"

rec_survey
rec_start_survey(const ir_loop *l, ir_builder *b, ir_val *init,
                 const char *name) {
  ir_val *n = an_copy_invariant(b, l->extent, l->body);
  rec_survey s = {.l = l, .op = ir_start_loop(b, IR_OP_LOOP, n, l->i->name)};
  ir_region *r = s.op->regions[0];
  ir_add_carried(s.op, init, name, name);
  s.in = ir_at_end(r);
  s.subst = map_new(b->func->module->arena);
  map_put(s.subst, l->i, r->params.at[0]);
  for (int k = 0; k < l->n_carried; k++)
    if (l->carried[k]->type.array)
      map_put(s.subst, l->carried[k], l->inits[k]);
  return s;
}

ir_val *
rec_survey_value(rec_survey *s, ir_val *v) {
  return an_copy_slice(&s->in, v, s->l->body, s->subst);
}

ir_op *
rec_build_gather(const ir_loop *l, ir_builder *b, ir_op *read, rec_ahead *out) {
  ir_val *root = ir_storage_root(read->ins.at[0], l->body);
  ir_val *from = l->inits[root->index - 1];
  ir_val *n = an_copy_invariant(b, l->extent, l->body);
  n = ir_build2(b, IR_OP_MAX, n, ir_build_int(b, IR_I64, 0));
  ir_val *found =
      ir_build_alloc(b, from->type.elem, n, IR_SPACE_GLOBAL, from->name);
  rec_survey s = rec_start_survey(l, b, found, "found");
  ir_region *r = s.op->regions[0];
  ir_val *at = rec_survey_value(&s, read->ins.at[1]);
  ir_val *v = ir_build_index(&s.in, from, at);
  v = ir_build_update(&s.in, r->params.at[1], r->params.at[0], v);
  ir_build_yield(&s.in, &v, 1);
  arena *a = b->func->module->arena;
  vec_push(a, &out->ahead, s.op);
  const ir_val *param = ir_storage_root(from, NULL);
  if (read->parent != l->body && !param->def)
    b->func->param_mode[param->index] |= IR_PROBE;
  return s.op;
}

void
rec_read_gathered(const ir_loop *l, ir_op *read, const ir_op *gather) {
  read->ins.at[0] = gather->outs.at[0];
  read->ins.at[1] = l->i;
}
