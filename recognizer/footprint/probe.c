// recognizer/footprint/probe.c: reads by the footprint of what C may not read.
//
//   %ok1 = and %ok, readable %idx, %lo, %hi
//   if %ok1 { ... index %idx, %i ... }
//
// Of an array that the region reads ahead of C (mode "probe") the runtime asks
// whether it can be read, when it knows the footprint. A footprint that reads
// such an array itself asks that before, of all that the access touches; of
// single elements, it may ask at the read:
//
//   %k = if %c { index %p, 0 } else { 0 }
//   => %can = readable %p, 0, 1                 ok &= !%c || %can
//      %k = if %c { if %can { index %p, 0 } else { 0 } } else { 0 }
//
// In a loop that runs for as long as memory says, reads are looked at by
// blocks, of single elements only where a block reaches into what cannot be
// read:
//
//   %can: bool = loop (.., %lo = 0, %hi = 0) while %go {
//     %in = and %lo <= %i, %i < %hi
//     %lo1, %hi1, %can1 = if %in { %lo, %hi, true } else {
//       %block = readable %p, %i, %i + 4096
//       %one = if %block { true } else { readable %p, %i, %i + 1 }
//       %i, %block ? %i + 4096 : %i + 1, %one }
//     .. if %can1 { index %p, %i } else { 0 } ..
//     yield %go1 and %can1, .., %lo1, %hi1, %can1
//   }                                             ok &= %can
//
// The region does not run where one of these cannot be read.
#include "recognizer/footprint/footprint.h"

ir_val *
rec_emit_readable(rec_emit *e, ir_op *op, bool range) {
  rec_bounds at;
  rec_dom *d = rec_dom_new(e->an, op, range);
  an_poly p = rec_read(d, op->ins.at[1]);
  if (!rec_emit_bounds(e, d, &p, &at))
    return NULL;
  ir_builder *b = e->b;
  ir_val *zero = ir_build_int(b, IR_I64, 0), *one = ir_build_int(b, IR_I64, 1);
  ir_val *behind = ir_build2(b, IR_OP_ADD, at.hi, one);
  ir_val *lo = ir_build3(b, IR_OP_SELECT, at.some, at.lo, zero);
  ir_val *hi = ir_build3(b, IR_OP_SELECT, at.some, behind, zero);
  ir_val *array = map_get(e->subst, op->ins.at[0]);
  ir_val *can = ir_build_readable(b, array, lo, hi);
  rec_emit_check(e, can);
  return can;
}

bool
rec_emit_may_read(rec_emit *e, ir_op *op) {
  const ir_val *param = op->ins.at[0];
  if (!(e->an->f->param_mode[param->index] & IR_PROBE) ||
      map_has(e->looked, op))
    return true;
  if (!e->may_look || !rec_emit_readable(e, op, false)) {
    e->unread = op;
    return false;
  }
  map_put(e->looked, op, op);
  return true;
}

// True when "cond" says, among other things, that "array" can be read.
static bool
says_readable(const ir_val *cond, const ir_val *array) {
  const ir_op *op = cond->def;
  if (op && op->code == IR_OP_AND)
    return says_readable(op->ins.at[0], array) ||
           says_readable(op->ins.at[1], array);
  return op && op->code == IR_OP_READABLE && op->ins.at[0] == array;
}

// True when "op" reads "array" in an if that asks whether that can be read.
static bool
is_looked_at(const ir_op *op, const ir_val *array) {
  for (const ir_region *r = op->parent; r->parent_op; r = r->parent_op->parent)
    if (r->parent_op->code == IR_OP_IF && r == r->parent_op->regions[0] &&
        says_readable(r->parent_op->ins.at[0], array))
      return true;
  return false;
}

typedef struct probing {
  const ir_func *f;
  const rec_told *told;
  ir_func *g; // the footprint
  VEC(ir_op *) reads;
} probing;

// ir_walk_fn: notes reads that C may not make and that were not looked at, and
// those of rows, and looks at these, which were not brought together yet.
static bool
note_probe(void *user, ir_op *op) {
  probing *p = user;
  bool reads = op->code == IR_OP_INDEX, looks = op->code == IR_OP_READABLE;
  const ir_val *array = reads || looks ? op->ins.at[0] : NULL;
  if (!array || array->param_of != p->g->body)
    return true;
  bool probe = p->f->param_mode[array->index] & IR_PROBE;
  if ((reads && probe && !is_looked_at(op, array)) ||
      (p->told && p->told[array->index].n_levels))
    vec_push(p->g->module->arena, &p->reads, op);
  return true;
}

void
rec_load_if(ir_func *g, ir_op *op, ir_val *can) {
  ir_builder b = ir_before(op);
  ir_builder yes, no;
  ir_op *choice = ir_build_if(&b, can, &yes, &no);
  ir_val *v = op->outs.at[0];
  ir_replace_uses(g, v, ir_add_out(choice, v->type, v->name));
  ir_move(op, yes.region, NULL);
  ir_build_yield(&yes, &v, 1);
  ir_val *none = ir_build_int(&no, v->type.elem, 0);
  ir_build_yield(&no, &none, 1);
}

// Looks whether the element that "op" reads, in the body of p->g or in an if
// there, can be read. False where it is elsewhere.
static bool
check_read(const probing *p, ir_op *op) {
  ir_func *g = p->g;
  ir_op *choice = op->parent->parent_op;
  ir_op *yield = g->body->last;
  if (p->told && p->told[op->ins.at[0]->index].n_levels)
    return false;
  if (choice && (choice->code != IR_OP_IF || choice->parent != g->body ||
                 !an_is_invariant(op->ins.at[1], op->parent)))
    return false;
  ir_builder b = ir_before(choice ? choice : op), end = ir_before(yield);
  ir_val *at =
      choice ? an_copy_invariant(&b, op->ins.at[1], op->parent) : op->ins.at[1];
  ir_val *behind = ir_build2(&b, IR_OP_ADD, at, ir_build_int(&b, IR_I64, 1));
  ir_val *can = ir_build_readable(&b, op->ins.at[0], at, behind), *fine = can;
  if (choice) {
    ir_val *c = choice->ins.at[0];
    bool yes = op->parent == choice->regions[0];
    fine = ir_build2(&b, IR_OP_OR, can, yes ? ir_build1(&b, IR_OP_NOT, c) : c);
  }
  rec_load_if(g, op, can);
  yield->ins.at[0] = ir_build2(&end, IR_OP_AND, yield->ins.at[0], fine);
  return true;
}

// What a loop carries of a read in it: that elements from LO to below HI can be
// read, and whether all so far could.
enum { LOOKED_LO, LOOKED_HI, LOOKED_CAN, LOOKED__COUNT };

// Whether element "at" of "array" can be read, at "b"; fills "out" with what is
// known then, of what was known before as "known".
static void
build_look(ir_builder *b, ir_val *array, ir_val *at, ir_val **known,
           ir_val **out) {
  enum { BLOCK = 4096 };
  ir_val *in =
      ir_build2(b, IR_OP_AND, ir_build2(b, IR_OP_LE, known[LOOKED_LO], at),
                ir_build2(b, IR_OP_LT, at, known[LOOKED_HI]));
  ir_builder yes, no;
  ir_op *choice = ir_build_if(b, in, &yes, &no);
  ir_val *end = ir_build2(&no, IR_OP_ADD, at, ir_build_int(&no, IR_I64, BLOCK));
  ir_val *next = ir_build2(&no, IR_OP_ADD, at, ir_build_int(&no, IR_I64, 1));
  ir_val *block = ir_build_readable(&no, array, at, end);
  ir_builder all, one;
  ir_build_if(&no, block, &all, &one);
  ir_val *single = ir_build_readable(&one, array, at, next);
  single = ir_end_if(&all, block, &one, single, "can");
  end = ir_build3(&no, IR_OP_SELECT, block, end, next);
  ir_build_yield(&no, (ir_val *[]){at, end, single}, LOOKED__COUNT);
  ir_val *fine = ir_build_int(&yes, IR_BOOL, 1);
  ir_build_yield(&yes, (ir_val *[]){known[LOOKED_LO], known[LOOKED_HI], fine},
                 LOOKED__COUNT);
  out[LOOKED_LO] = ir_add_out(choice, ir_ty(IR_I64), "lo");
  out[LOOKED_HI] = ir_add_out(choice, ir_ty(IR_I64), "hi");
  out[LOOKED_CAN] = ir_add_out(choice, ir_ty(IR_BOOL), "can");
}

// Lets the loop of p->g that "op" reads in, in its body or an if there, run no
// further than to what cannot be read. False where it is elsewhere.
static bool
check_loop_read(const probing *p, ir_op *op) {
  ir_func *g = p->g;
  ir_op *yield = g->body->last, *loop = ir_ancestor_in(op, g->body);
  if ((p->told && p->told[op->ins.at[0]->index].n_levels) ||
      loop->code != IR_OP_LOOP || !loop->has_while)
    return false;
  ir_region *body = loop->regions[0];
  ir_op *before = ir_ancestor_in(op, body), *next = body->last;
  for (ir_region *r = op->parent; r != body; r = r->parent_op->parent)
    if (r->parent_op->code != IR_OP_IF)
      return false;
  if (before != op && !an_is_invariant(op->ins.at[1], op->parent))
    return false;
  ir_builder b = ir_before(loop), in = ir_before(before),
             end = ir_before(yield), last = ir_before(next);
  ir_val *none = ir_build_int(&b, IR_I64, 0), *fine;
  ir_val *known[] = {
      ir_add_carried(loop, none, "lo", "lo"),
      ir_add_carried(loop, none, "hi", "hi"),
      ir_add_carried(loop, ir_build_int(&b, IR_BOOL, 1), "can", "can")};
  fine = vec_last(&loop->outs);
  ir_val *at = before == op ? op->ins.at[1]
                            : an_copy_invariant(&in, op->ins.at[1], op->parent);
  ir_val *now[LOOKED__COUNT];
  build_look(&in, op->ins.at[0], at, known, now);
  rec_load_if(g, op, now[LOOKED_CAN]);
  next->ins.at[0] =
      ir_build2(&last, IR_OP_AND, next->ins.at[0], now[LOOKED_CAN]);
  for (int i = 0; i < LOOKED__COUNT; i++)
    ir_add_in(next, now[i]);
  yield->ins.at[0] = ir_build2(&end, IR_OP_AND, yield->ins.at[0], fine);
  return true;
}

rec_reason
rec_unread_reason(const rec_told *told, const ir_val *array) {
  if (told && told[array->index].n_levels)
    return REC_FOOTPRINT_ROWS;
  return told && told[array->index].may_end ? REC_FOOTPRINT_ALIAS
                                            : REC_FOOTPRINT_PROBE;
}

bool
rec_check_probes(loft_cx *cx, const ir_func *f, const rec_told *told,
                 ir_func *g) {
  probing p = {.f = f, .told = told, .g = g};
  ir_walk(g->body, note_probe, &p);
  for (int i = 0; i < p.reads.n; i++) {
    ir_op *op = p.reads.at[i];
    const ir_val *array = op->ins.at[0];
    bool rows = told && told[array->index].n_levels,
         probe = f->param_mode[array->index] & IR_PROBE;
    if (rows && !probe && rec_read_behind(g, &told[array->index], op, true))
      continue;
    if (check_read(&p, op) || check_loop_read(&p, op))
      continue;
    rec_refuse(cx, false, op->loc, rec_unread_reason(told, array),
               rec_array_name(array));
    return false;
  }
  return true;
}
