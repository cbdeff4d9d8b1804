// recognizer/footprint/listed.c: reads of what is claimed, at the places that a
// work list has.
//
//   update %d, %w, %v         a claim, of which the list gets the place: what
//   is update %q, %n, %w         read of %d at an element of %q was stored by
//   the
//   ...                       region, unless the list had that element when the
//   index %d, (index %q, %k)  region started
//
// So such a read finds none of the elements that nobody claimed, as those that
// are marked with the largest number.
#include "recognizer/footprint/fixpoint.h"

// A search in the stores into lists.
typedef struct lists {
  const rec_fixpoint *fx;
  const rec_limit *l;
  const ir_op *load; // of the claimed array
  ir_vals seen;      // classes of lists
  ir_op *first;      // the load of a list's first elements, or NULL
} lists;

// True when "store", into a list, stores the place of an element that the
// region stores before s->load reads it, so that it is none that can be
// claimed.
static bool
stores_claimed(const lists *s, const ir_op *store) {
  ir_region *home = store->parent;
  const ir_op *reads = ir_ancestor_in(s->load, home);
  for (int i = 0; i < s->fx->all.n; i++) {
    const rec_access *x = &s->fx->all.at[i];
    if (rec_fixpoint_writes(x, s->l->cls) && x->op->parent == home &&
        x->op->code == IR_OP_UPDATE &&
        an_same_value(s->fx->e.an->a, rec_unwidened(store->ins.at[2]),
                      rec_unwidened(x->op->ins.at[1])))
      return !reads || ir_comes_before(reads, store) ||
             ir_comes_before(x->op, reads);
  }
  return false;
}

static bool has_only_claimed(lists *s, ir_val *cls);

// True when "v" is an element of a list. Of one load alone it may be one that
// was there at the region's start.
static bool
is_element(lists *s, const ir_val *v) {
  ir_op *op = rec_unwidened(v)->def;
  if (!op || op->code != IR_OP_INDEX)
    return false;
  ir_val *cls = an_class_of(s->fx->e.classes, op->ins.at[0]);
  if (rec_fixpoint_arrays(s->fx, cls).n && !rec_is_filled(s->fx->e.an, op)) {
    if (s->first && s->first != op)
      return false;
    s->first = op;
  }
  return has_only_claimed(s, cls);
}

// True when all that the region stores into array "cls" are places of elements
// that were claimed.
static bool
has_only_claimed(lists *s, ir_val *cls) {
  const rec_fixpoint *fx = s->fx;
  for (int i = 0; i < s->seen.n; i++)
    if (s->seen.at[i] == cls)
      return true;
  vec_push(fx->e.an->a, &s->seen, cls);
  for (int i = 0; i < fx->all.n; i++) {
    const rec_access *x = &fx->all.at[i];
    if (rec_fixpoint_writes(x, cls) &&
        (x->op->code != IR_OP_UPDATE ||
         (!stores_claimed(s, x->op) && !is_element(s, x->op->ins.at[2]))))
      return false;
  }
  return true;
}

bool
rec_fixpoint_listed(const rec_fixpoint *fx, const rec_limit *l,
                    const ir_op *load, ir_op **first) {
  lists s = {.fx = fx, .l = l, .load = load};
  bool listed = is_element(&s, load->ins.at[1]);
  *first = s.first;
  return listed;
}
