// recognizer/footprint/chained.c: rows that follow one another, looked at at
// once.
//
//   for i { for (k = begin(i); k < end(i); k++) .. idx[k] .. }
//
// Rows of a few elements take longer to begin and end than to look at. Where
// each begins where the one before ends, and none ends before it begins, their
// elements are those from the first row's begin to the last one's end, and one
// loop looks at all. Whether they do is seen by looking at the table:
//
//   %broken = reduce (%i < %n - 1) [or false] {
//     end(%i) < begin(%i) or begin(%i + 1) != end(%i) }
#include "recognizer/footprint/footprint.h"

bool
rec_find_chain(ir_op *outer, ir_op *inner, ir_val *leaf, rec_chain *out) {
  bool nest = outer->n_dims == 1 && inner->n_dims == 1 && !outer->has_while &&
              !inner->has_while;
  const ir_op *n = nest ? inner->ins.at[0]->def : NULL;
  const ir_op *load = leaf->def;
  if (!n || n->code != IR_OP_SUB || !load || load->code != IR_OP_INDEX ||
      load->parent != inner->regions[0])
    return false;
  const ir_op *at = load->ins.at[1]->def;
  ir_val *k = inner->regions[0]->params.at[0], *begin = n->ins.at[1];
  *out = (rec_chain){outer, inner, begin, n->ins.at[0], leaf};
  return begin->def && at && at->code == IR_OP_ADD &&
         ((at->ins.at[0] == k && at->ins.at[1] == begin) ||
          (at->ins.at[1] == k && at->ins.at[0] == begin));
}

// "v" of iteration "i" of the outer loop, at "b".
static ir_val *
at_row(const rec_slicer *s, ir_builder *b, const rec_chain *c, ir_val *i,
       ir_val *v) {
  rec_slicer own = *s;
  own.subst = map_copy(s->e->an->a, s->subst);
  map_put(own.subst, c->outer->regions[0]->params.at[0], i);
  return rec_build_slice(&own, b, v);
}

// Whether one of the first "n" rows ends before it begins, or elsewhere than
// where the next one begins.
static ir_val *
build_broken(const rec_slicer *s, ir_builder *b, const rec_chain *c, ir_val *n,
             bool ordered) {
  ir_val *no = ir_build_int(b, IR_BOOL, 0);
  ir_val *i;
  ir_region *r = ir_start_fold(b, IR_OP_OR, n, no, ordered, "i", &i);
  ir_builder in = ir_at_end(r);
  ir_val *next = ir_build2(&in, IR_OP_ADD, i, ir_build_int(&in, IR_I64, 1));
  ir_val *begin = at_row(s, &in, c, i, c->begin);
  ir_val *end = at_row(s, &in, c, i, c->end);
  ir_val *after = at_row(s, &in, c, next, c->begin);
  ir_val *broken =
      ir_build2(&in, IR_OP_OR, ir_build2(&in, IR_OP_LT, end, begin),
                ir_build2(&in, IR_OP_NE, after, end));
  return ir_end_fold(&in, broken, NULL);
}

ir_val *
rec_build_is_chain(rec_slicer *s, ir_builder *b, const rec_chain *c,
                   bool ordered) {
  ir_val *one = ir_build_int(b, IR_I64, 1), *no = ir_build_int(b, IR_BOOL, 0);
  ir_val *n = rec_build_slice(s, b, c->outer->ins.at[0]);
  ir_val *last = ir_build2(b, IR_OP_SUB, n, one);
  ir_val *broken = build_broken(s, b, c, last, ordered);
  ir_val *some = ir_build2(b, IR_OP_GE, n, one);
  return ir_build3(b, IR_OP_SELECT, broken, no, some);
}

void
rec_build_chain_extremes(rec_slicer *s, ir_builder *b, const rec_chain *c,
                         bool ordered, ir_val **out) {
  ir_val *zero = ir_build_int(b, IR_I64, 0), *one = ir_build_int(b, IR_I64, 1);
  ir_val *n = rec_build_slice(s, b, c->outer->ins.at[0]);
  ir_val *last = ir_build2(b, IR_OP_SUB, n, one);
  ir_val *first = at_row(s, b, c, zero, c->begin);
  ir_val *end = ir_build2(b, IR_OP_MAX, at_row(s, b, c, last, c->begin),
                          at_row(s, b, c, last, c->end));
  ir_val *extent = ir_build2(b, IR_OP_SUB, end, first);
  ir_region *r = rec_build_extremes(b, &extent, 1, ordered, out);
  ir_builder in = ir_at_end(r);
  rec_slicer own = *s;
  own.subst = map_copy(s->e->an->a, s->subst);
  map_put(own.subst, c->begin, first);
  map_put(own.subst, c->inner->regions[0]->params.at[0], r->params.at[0]);
  ir_val *v = rec_build_slice(&own, &in, c->leaf);
  v = ir_build_convert(&in, v, IR_I64);
  ir_build_yield(&in, (ir_val *[]){v, v}, 2);
}

bool
rec_emit_chain(rec_emit *e, const rec_chain *c) {
  rec_slicer s = rec_slicer_new(e);
  ir_val *n = c->outer->ins.at[0];
  if (c->outer->parent != e->an->f->body || !rec_can_slice(&s, n) ||
      !rec_can_slice(&s, c->begin) || !rec_can_slice(&s, c->end))
    return false;
  n = rec_build_slice(&s, e->b, n);
  ir_val *some = ir_build2(e->b, IR_OP_GT, n, ir_build_int(e->b, IR_I64, 0));
  some = ir_build2(e->b, IR_OP_AND, some, e->ok);
  ir_builder yes, no;
  ir_build_if(e->b, some, &yes, &no);
  ir_val *ok = rec_build_is_chain(&s, &yes, c, false);
  ir_val *none = ir_build_int(&no, IR_BOOL, 1);
  rec_emit_check(e, ir_end_if(&yes, ok, &no, none, "follow"));
  e->n_passes++;
  return true;
}
