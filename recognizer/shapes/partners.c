// recognizer/shapes/partners.c: iterations that touch elements in pairs that
// data make.
//
//   r = rev[i];                             pairs = 1;
//   if (i < r) {                            for (i ..) pairs &= rev[rev[i]] ==
//   i;
//     t = x[i]; x[i] = x[r]; x[r] = t;  =>  if (pairs) ..; else ..;
//   }
//
// A table, or a function of the index, may be its own inverse, as the reversal
// of bits is. That is tested before each run of the loop, for all iterations
// and with places that are iterations themselves, by reads that the loop makes,
// too. Where it holds, iterations do not meet if one of each pair alone touches
// both elements (domain/pairs.c).
#include "recognizer/shapes/parts.h"

// A loop, and the places that its iterations have.
typedef struct partners {
  ir_loop l;
  ir_val *own; // the index, or that and a constant ...
  int64_t off; // ... this
  ir_val *far; // what follows from the index otherwise
} partners;

// -- Matching -----------------------------------------------------------------
static bool is_of_index(const partners *p, const ir_val *v);

// A walk over an inner loop.
typedef struct inside {
  const partners *p;
  const ir_op *loop;
} inside;

// ir_walk_fn: stops at what uses more than is_of_index allows, or writes.
static bool
uses_index(void *user, ir_op *op) {
  const inside *in = user;
  bool ok = op->code == IR_OP_YIELD || op->code == IR_OP_INDEX ||
            ir_is_scalar_op(op->code);
  for (int i = 0; i < op->ins.n && ok; i++)
    ok = ir_is_within(op->ins.at[i], in->loop) ||
         is_of_index(in->p, op->ins.at[i]);
  return ok;
}

// True when "op" is a loop that gives scalars, and ends.
static bool
is_counted(const ir_op *op) {
  bool counts = op->code == IR_OP_LOOP && op->n_dims == 1 && !op->has_while;
  for (int k = 0; k < op->outs.n && counts; k++)
    counts = !op->outs.at[k]->type.array;
  return counts;
}

// True when "v" follows from the loop's index and what the loop does not write,
// in every iteration, by inner loops as well.
static bool
is_of_index(const partners *p, const ir_val *v) {
  if (v == p->l.i || ir_is_outside(v, p->l.body))
    return true;
  const ir_op *op = v->def;
  bool counts = op && is_counted(op);
  if (!op || op->parent != p->l.body ||
      (!counts && op->code != IR_OP_INDEX && !ir_is_scalar_op(op->code)))
    return false;
  for (int i = 0; i < op->ins.n; i++)
    if (!is_of_index(p, op->ins.at[i]))
      return false;
  return !counts || ir_walk(op->regions[0], uses_index, &(inside){p, op});
}

// Takes place "v" of an element for the index and a constant, if it is.
static void
note_own(partners *p, ir_val *v) {
  const ir_op *op = v->def;
  bool moved = op && op->code == IR_OP_ADD && op->ins.at[0] == p->l.i &&
               ir_match_int(op->ins.at[1], &p->off);
  if (v == p->l.i || moved)
    p->own = v;
  if (v == p->l.i)
    p->off = 0;
}

// ir_walk_fn: notes the places of the elements that "op" touches, in an array
// that the loop carries.
static bool
note_places(void *user, ir_op *op) {
  partners *p = user;
  if (op->code != IR_OP_INDEX && !ir_writes_element(op))
    return true;
  ir_val *at = op->ins.at[1];
  const ir_val *far = rec_unwidened(at);
  if (ir_is_outside(ir_storage_root(op->ins.at[0], p->l.body), p->l.body))
    return true;
  note_own(p, at);
  if (at != p->own && !p->far && ir_writes_element(op) && is_of_index(p, far))
    p->far = (ir_val *)(uintptr_t)far;
  return true;
}

// Finds the places that the iterations of loop "op" have.
static bool
match(ir_op *op, partners *p) {
  *p = (partners){0};
  if (!ir_match_loop(op, &p->l) || !p->l.extent || op->has_while)
    return false;
  ir_walk(p->l.body, note_places, p);
  return p->own && p->far && p->far->def && ir_is_int(p->far->type.elem);
}

// -- Building -----------------------------------------------------------------
// The other place of iteration "i", at "b".
static ir_val *
build_far(const partners *p, ir_builder *b, ir_val *i) {
  map *subst = map_new(b->func->module->arena);
  map_put(subst, p->l.i, i);
  ir_val *v = an_copy_slice(b, p->far, p->l.body, subst);
  return ir_build_convert(b, v, IR_I64);
}

// Whether place "far" of iteration "i" has that as its other place, at "b".
static ir_val *
build_comes_back(const partners *p, ir_builder *b, ir_val *i, ir_val *far) {
  ir_val *off = ir_build_int(b, IR_I64, p->off);
  ir_val *at = ir_build2(b, IR_OP_SUB, far, off);
  ir_val *from = ir_build2(b, IR_OP_GE, at, ir_build_int(b, IR_I64, 0));
  ir_val *below = ir_build2(b, IR_OP_LT, at, p->l.extent);
  ir_builder yes, no;
  ir_build_if(b, ir_build2(b, IR_OP_AND, from, below), &yes, &no);
  ir_val *back = build_far(p, &yes, at);
  ir_val *v =
      ir_build2(&yes, IR_OP_EQ, back, ir_build2(&yes, IR_OP_ADD, i, off));
  return ir_end_if(&yes, v, &no, ir_build_int(&no, IR_BOOL, 0), "back");
}

ir_val *
rec_build_partners(ir_op *op, ir_op **ask) {
  partners p;
  if (!match(op, &p))
    return NULL;
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  ir_val *yes = ir_build_int(&b, IR_BOOL, 1);
  ir_op *loop = *ask = ir_start_loop(&b, IR_OP_LOOP, p.l.extent, "i");
  ir_val *i = loop->regions[0]->params.at[0];
  ir_val *all = ir_add_carried(loop, yes, "pairs", "pairs");
  ir_builder in = ir_at_end(loop->regions[0]);
  ir_val *far = build_far(&p, &in, i);
  all = ir_build2(&in, IR_OP_AND, all, build_comes_back(&p, &in, i, far));
  ir_build_yield(&in, &all, 1);
  return loop->outs.at[0];
}

void
rec_note_partners(loft_cx *cx, ir_op *op) {
  partners p;
  if (!match(op, &p))
    return;
  if (!cx->partners)
    cx->partners = map_new(cx->arena);
  map_put(cx->partners, rec_same_number(p.far), p.own);
}
