// recognizer/footprint/forward.c: loads of copies, as loads of what was copied.
//
//   %t1 = map (%j < %n) (%t2 = %t) {            index %t1, %i
//     %e = index %queue, (add %lo, %j)    =>    index %queue, (add %lo, %i)
//     update %t2, %j, %e }
//
// Loops that read what they later overwrite read a copy of it (snapshot.c). The
// footprint runs before the region, when only the array itself is there; and it
// holds then what the copy will. The function that the loads are put into is
// looked at alone and never run: it may read an array behind its update.
// Copies of all that is touched (distinct.c) say nothing of that: reads of
// these are taken for reads of the array. So are reads of elements that an
// iteration of a loop finds as they were (domain/own.c).
#include "recognizer/footprint/footprint.h"

// True when "v" is bound "code" of "array".
static bool
is_bound_of(const ir_val *v, ir_opcode code, const ir_val *array) {
  return v->def && v->def->code == code &&
         ir_storage_root(v->def->ins.at[0], NULL) == array;
}

// True when copy "op" loads, by "load", all of an array's footprint.
static bool
copies_footprint(const ir_op *op, const ir_op *load) {
  const ir_op *at = load->ins.at[1]->def, *n = op->ins.at[0]->def;
  const ir_val *array = ir_storage_root(load->ins.at[0], NULL);
  return at && n && at->code == IR_OP_ADD && n->code == IR_OP_SUB &&
         at->ins.at[1] == op->regions[0]->params.at[0] &&
         is_bound_of(at->ins.at[0], IR_OP_BEGIN, array) &&
         is_bound_of(n->ins.at[0], IR_OP_END, array) &&
         is_bound_of(n->ins.at[1], IR_OP_BEGIN, array);
}

// The load of a parameter that copy "op", a loop or map, makes of each element;
// NULL: "op" is no copy.
static const ir_op *
find_copied(const ir_op *op) {
  const ir_region *r = op->n_regions ? op->regions[0] : NULL;
  bool loops = op->code == IR_OP_MAP || op->code == IR_OP_LOOP;
  if (!loops || op->n_dims != 1 || op->has_while || op->outs.n != 1 ||
      r->last->ins.n != 1)
    return NULL;
  const ir_op *store = r->last->ins.at[0]->def;
  if (!store || store->code != IR_OP_UPDATE || store->parent != r ||
      store->ins.at[0] != r->params.at[1] ||
      store->ins.at[1] != r->params.at[0])
    return NULL;
  const ir_op *load = store->ins.at[2]->def;
  bool copies = load && load->code == IR_OP_INDEX && load->parent == r &&
                load->ins.at[0]->param_of == op->parent->func->body &&
                an_is_recomputable(load->ins.at[1], r);
  return copies && !copies_footprint(op, load) ? load : NULL;
}

// The parameter of the function that "op" loads an element of, which an outer
// loop around it carries, but has not written then; NULL: it loads another.
static ir_val *
find_unwritten(arena *a, const ir_op *op) {
  ir_val *from = op->code == IR_OP_INDEX ? op->ins.at[0] : NULL;
  ir_loop l;
  if (!from || !from->param_of || !from->param_of->parent_op ||
      !ir_match_loop(from->param_of->parent_op, &l) || !l.extent ||
      l.op->has_while)
    return NULL;
  ir_val *init = l.inits[from->index - 1];
  return init->param_of == op->parent->func->body &&
                 rec_reads_own_first(a, &l, op)
             ? init
             : NULL;
}

// True when "op" loads from a copy, at a place that is no data: of others it is
// known that they are in the copy, and not more.
static bool
loads_copy(const ir_op *op) {
  const ir_op *from = op->code == IR_OP_INDEX ? op->ins.at[0]->def : NULL;
  return from && !rec_is_data(op->ins.at[1]) && find_copied(from);
}

// ir_walk_fn: true unless "op" may load from a parameter instead.
static bool
stays(void *user, ir_op *op) {
  return !loads_copy(op) && !find_unwritten(user, op);
}

// ir_walk_fn: lets "op" load from a parameter where it may.
static bool
forward(void *user, ir_op *op) {
  ir_val *array = find_unwritten(user, op);
  if (array)
    op->ins.at[0] = array;
  if (!loads_copy(op))
    return true;
  const ir_op *from = op->ins.at[0]->def, *load = find_copied(from);
  ir_builder b = ir_before(op);
  op->ins.at[1] =
      an_recompute(&b, load->ins.at[1], from->regions[0], op->ins.at[1]);
  op->ins.at[0] = load->ins.at[0];
  return true;
}

ir_func *
rec_forward_copies(ir_func *f) {
  if (ir_walk(f->body, stays, f->module->arena))
    return NULL;
  ir_func *g = ir_clone_func(f->module, f, f->name);
  ir_walk(g->body, forward, f->module->arena);
  return g;
}

// -- Copies of all that is touched -------------------------------------------
// The array of whose footprint "op" reads a copy, which begins where that does;
// or NULL.
static ir_val *
copied_array(const ir_op *op) {
  const ir_op *sub = op->ins.at[1]->def;
  const ir_val *root = ir_storage_root(op->ins.at[0], NULL);
  if (op->code != IR_OP_INDEX || !sub || sub->code != IR_OP_SUB || !root->def ||
      root->def->code != IR_OP_ALLOC)
    return NULL;
  const ir_op *begin = sub->ins.at[1]->def;
  return begin && begin->code == IR_OP_BEGIN ? begin->ins.at[0] : NULL;
}

ir_val *
rec_place_of(const ir_op *op) {
  ir_val *at = op->ins.at[1];
  return copied_array(op) ? at->def->ins.at[0] : at;
}

void
rec_footprint_accesses(const rec_emit *e, const ir_func *f, rec_accesses *out) {
  rec_find_accesses(e->an->a, e->classes, f->body, out);
  for (int k = 0; k < out->n; k++) {
    ir_val *array = copied_array(out->at[k].op);
    if (array)
      out->at[k].cls = an_class_of(e->classes, array);
  }
}
