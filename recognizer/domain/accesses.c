// recognizer/domain/accesses.c: the accesses to an array in a loop.
#include "recognizer/domain/domain.h"

typedef struct access_walk {
  arena *a;
  const an_classes *c;
  rec_accesses *out;
} access_walk;

// ir_walk_fn: notes "op" if it is an access.
static bool
note_access(void *user, ir_op *op) {
  access_walk *w = user;
  if (ir_accesses_element(op)) {
    rec_access x = {.op = op,
                    .cls = an_class_of(w->c, op->ins.at[0]),
                    .read = ir_reads_element(op),
                    .write = ir_writes_element(op)};
    vec_push(w->a, w->out, x);
  }
  return true;
}

void
rec_find_accesses(arena *a, const an_classes *c, ir_region *r,
                  rec_accesses *out) {
  access_walk w = {a, c, out};
  ir_walk(r, note_access, &w);
}

rec_accesses
rec_read_class(rec_an *an, const rec_accesses *all, const ir_val *cls) {
  rec_accesses out = {0};
  for (int i = 0; i < all->n; i++) {
    rec_access x = all->at[i];
    if (x.cls != cls)
      continue;
    x.dom = rec_dom_new(an, x.op, false);
    x.poly = rec_read(x.dom, x.op->ins.at[1]);
    vec_push(an->a, &out, x);
  }
  return out;
}

rec_accesses
rec_carried_accesses(rec_an *an, const an_classes *c, const ir_loop *l, int k) {
  rec_accesses all = {0};
  rec_find_accesses(an->a, c, l->body, &all);
  return rec_read_class(an, &all, an_class_of(c, l->carried[k]));
}
