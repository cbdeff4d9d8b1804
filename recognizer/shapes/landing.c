// recognizer/shapes/landing.c: whether a walk through a text steps over its
// end.
//
//   while (*p) p += f(*p);     first = end - WINDOW;
//                              for (e = 0; e < STARTS; e++) {
//                                for (i = first + e; i < end;) i += f(s[i]);
//                         =>     missed += i != end;
//                              }
//
// A walk by steps that data say may step over the first 0, and goes on behind
// it. It does not where all walks through the last elements in front of that
// get to it, from whatever place of the first few of these on: one of them is
// what is left of the walk. Walks through texts of characters of several bytes
// soon coincide. So this is asked before the region, of few elements, while the
// walk itself would take as long as the loop. Short texts are walked through as
// a whole. All elements in front of the first 0 are readable, as C reads one
// behind them.
#include "recognizer/shapes/scalars.h"
#include "recognizer/shapes/search.h"

// The elements in front of the end that are walked through, and the places of
// these that walks start from: the greatest step that is counted down
// (strides.c).
enum { WINDOW = 512, STARTS = 16 };

// What is built.
typedef struct landing {
  const rec_landing *of;
  ir_builder *b;
  map *subst; // values of the loop: their copies for the place
} landing;

static ir_val *copy_value(const landing *z, ir_val *v);

// The element that "op" loads; NULL: it may not be read from all places.
static ir_val *
copy_load(const landing *z, const ir_op *op) {
  const ir_loop *l = z->of->l;
  ir_val *from = op->ins.at[0];
  int64_t more = 0;
  const ir_val *at = rec_before_added(op->ins.at[1], &more);
  bool own =
      from == z->of->s && at == l->carried[z->of->k] && more >= 0 && more <= 1;
  if (!own && !ir_is_outside(from, l->body))
    return NULL;
  ir_val *index = copy_value(z, op->ins.at[1]);
  if (!index)
    return NULL;
  an_range r = an_range_of(index);
  return own || (r.lo >= 0 && r.hi < rec_told_length(z->of->cx, from))
             ? ir_build_index(z->b, from, index)
             : NULL;
}

// The result of scalar "op"; NULL: it follows from more than the place.
static ir_val *
copy_scalar(const landing *z, const ir_op *op) {
  for (int i = 0; i < op->ins.n; i++)
    if (!copy_value(z, op->ins.at[i]))
      return NULL;
  ir_clone_op(z->b, op, z->subst);
  return map_get(z->subst, op->outs.at[0]);
}

// The value that "c" chooses, both of which may be computed anywhere.
static ir_val *
copy_choice(const landing *z, const an_choice *c) {
  ir_val *holds = copy_value(z, (ir_val *)(uintptr_t)c->c);
  ir_val *y = holds ? copy_value(z, (ir_val *)(uintptr_t)c->y) : NULL;
  ir_val *n = y ? copy_value(z, (ir_val *)(uintptr_t)c->z) : NULL;
  return n ? ir_build3(z->b, IR_OP_SELECT, holds, y, n) : NULL;
}

// "v" of the loop's body for the place; NULL: it follows from more than that,
// and constant tables.
static ir_val *
copy_value(const landing *z, ir_val *v) {
  an_choice c;
  ir_val *copy = NULL;
  if (map_has(z->subst, v))
    return map_get(z->subst, v);
  if (ir_is_outside(v, z->of->l->body))
    return v;
  if (v->type.array || ir_is_float(v->type.elem) || !v->def)
    return NULL;
  if (an_match_either(v, &c))
    copy = copy_choice(z, &c);
  else if (v->def->code == IR_OP_INDEX)
    copy = copy_load(z, v->def);
  else if (ir_is_scalar_op(v->def->code))
    copy = copy_scalar(z, v->def);
  if (copy)
    map_put(z->subst, v, copy);
  return copy;
}

// The place that an iteration of the walk at place "at" leads to, at "b", which
// is behind that. NULL: it follows from more than the place.
static ir_val *
build_step(const rec_landing *of, ir_builder *b, ir_val *at) {
  const ir_val *own = of->l->carried[of->k];
  landing z = {of, b, map_new(b->func->module->arena)};
  map_put(z.subst, own, ir_build_convert(b, at, own->type.elem));
  ir_val *next = copy_value(&z, of->l->yields[of->k]);
  if (!next)
    return NULL;
  ir_val *one = ir_build2(b, IR_OP_ADD, at, ir_build_int(b, IR_I64, 1));
  return ir_build2(b, IR_OP_MAX, ir_build_convert(b, next, IR_I64), one);
}

// Gives loop "op" its body: a step of the walk from "from", or a place behind
// that, as far as "end", where the next walk starts, if there "is_long". False:
// steps follow from more than the place.
static bool
build_steps(const rec_landing *of, ir_op *op, ir_val *from, ir_val *end,
            ir_val *is_long) {
  ir_region *r = op->regions[0];
  ir_val *at = r->params.at[1], *e = r->params.at[2], *missed = r->params.at[3];
  ir_builder in = ir_at_end(r);
  ir_val *next = build_step(of, &in, at);
  if (!next)
    return false;
  ir_val *ends = ir_build2(&in, IR_OP_GE, next, end);
  ir_val *misses = ir_build2(&in, IR_OP_GT, next, end);
  missed =
      ir_build2(&in, IR_OP_ADD, missed, ir_build_convert(&in, misses, IR_I64));
  e = ir_build2(&in, IR_OP_ADD, e, ir_build_convert(&in, ends, IR_I64));
  ir_val *all = ir_build_int(&in, IR_I64, STARTS);
  ir_val *start = ir_build2(&in, IR_OP_ADD, from, e);
  ir_val *left = ir_build2(&in, IR_OP_LT, e, all);
  left = ir_build2(&in, IR_OP_AND, left, is_long);
  ir_val *go = ir_build2(&in, IR_OP_OR, left, ir_build1(&in, IR_OP_NOT, ends));
  at = ir_build3(&in, IR_OP_SELECT, ends, start, next);
  ir_build_yield(&in, (ir_val *[]){go, at, e, missed}, 4);
  return true;
}

ir_val *
rec_build_missed(const rec_landing *of) {
  ir_builder b = ir_before(of->l->op);
  ir_val *zero = ir_build_int(&b, IR_I64, 0);
  ir_val *end = ir_build_convert(&b, of->end, IR_I64);
  ir_val *first = ir_build_convert(&b, of->l->inits[of->k], IR_I64);
  ir_val *most = ir_build_int(&b, IR_I64, WINDOW);
  ir_val *window = ir_build2(&b, IR_OP_SUB, end, most);
  ir_val *is_long = ir_build2(&b, IR_OP_GT, window, first);
  ir_val *from = ir_build2(&b, IR_OP_MAX, window, first);
  ir_val *some = ir_build2(&b, IR_OP_LT, from, end);
  ir_op *op = ir_build_raw(&b, IR_OP_LOOP);
  ir_add_region(op);
  op->has_while = true;
  ir_add_carried(op, some, "go", "go");
  ir_add_carried(op, from, "place", "place");
  ir_add_carried(op, zero, "start", "start");
  ir_add_carried(op, zero, "missed", "missed");
  return build_steps(of, op, from, end, is_long) ? vec_last(&op->outs) : NULL;
}
