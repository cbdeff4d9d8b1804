// recognizer/domain/claimed.c: counters that claims make grow.
//
//   loop .. (%k = %k0, %d = %d0) {         k0 <= k <= k0 + n, where n elements
//     if (lt (index %d, %w), 0) {          of the array are less than 0 at the
//       update %d, %w, %v                  region's start, if no value stored
//       add %k, 1 } }                      into it is
//
// The place where a work list ends grows by no more than a constant for each
// element that is claimed: tested, and made to fail the test for good. So it is
// bounded by the number of elements that pass it, however often the loops run.
//
//   %d = add (index %deg, %w), -1          the same where n elements of the
//   update %deg, %w, %d                    array are greater than 0, if others
//   if (eq %d, 0) { add %k, 1 }            are not made greater
//
// An element that is counted down, in a type that does not wrap in C, gets to a
// number once at most, and only from above.
#include "recognizer/domain/domain.h"

enum { MOST_GROWTH = 1 << 10 };

// A search for the steps of a counter.
typedef struct growing {
  rec_claimed *out;
  arena *a;
  ir_op *loop; // that the counter starts in
} growing;

// True when "v" is the element that "store" overwrites.
static bool
reads_claimed(arena *a, const ir_val *v, const ir_op *store) {
  const ir_op *read = rec_unconverted(v)->def;
  return read && read->code == IR_OP_INDEX &&
         read->ins.at[0] == store->ins.at[0] &&
         an_same_value(a, read->ins.at[1], store->ins.at[1]);
}

int64_t
rec_countdown_step(arena *a, const ir_op *store) {
  const ir_op *op = store->code == IR_OP_UPDATE ? store->ins.at[2]->def : NULL;
  int64_t c;
  if (!op || (op->code != IR_OP_ADD && op->code != IR_OP_SUB) ||
      !ir_match_int(op->ins.at[1], &c) ||
      !reads_claimed(a, op->ins.at[0], store))
    return 0;
  if (op->code == IR_OP_SUB)
    return c > 0 ? -c : 0;
  return c < 0 ? c : 0;
}

bool
rec_counts_down(arena *a, const ir_op *store) {
  return store->ins.at[0]->type.elem == IR_I32 &&
         rec_countdown_step(a, store) < 0;
}

// The store that counts an element down to "v", or where *was down from it;
// NULL: there is none.
static ir_op *
find_countdown(arena *a, const ir_val *v, bool *was) {
  if (!v->def)
    return NULL;
  ir_foreach_op (op, v->def->parent) {
    *was = op->code == IR_OP_UPDATE && reads_claimed(a, v, op);
    if (op->code == IR_OP_UPDATE && (*was || op->ins.at[2] == v) &&
        rec_counts_down(a, op))
      return op;
  }
  return NULL;
}

// The region around "r" that is executed as often as a loop goes round.
static const ir_region *
body_around(const ir_region *r) {
  while (r->parent_op && r->parent_op->code == IR_OP_IF)
    r = r->parent_op->parent;
  return r;
}

// True when "op" compares the element that the store of *c overwrites or, where
// the store is not known, an element that is counted down; *c gets the test.
static bool
match_test(arena *a, ir_op *op, rec_claimed_at *c) {
  for (int k = 0; k < 2; k++) {
    bool was = true;
    c->side = op->ins.at[1 - k];
    c->compare = k ? ir_exchanged(op->code) : op->code;
    if (c->store && reads_claimed(a, op->ins.at[k], c->store))
      return true;
    ir_op *down = c->store ? NULL : find_countdown(a, op->ins.at[k], &was);
    if (!down || !ir_ancestor_in(op, down->parent) ||
        body_around(c->home) != body_around(down->parent) ||
        body_around(c->home) != body_around(op->parent))
      continue; // C may ask more often than it counts
    c->store = down;
    c->least = was ? IR_OP_GE : IR_OP_GT;
    return true;
  }
  return false;
}

// Sets *c to the comparison of the element that its store overwrites among
// those that hold, or do not ("*no" in the end), where bool "v" holds, or does
// not ("*no" at first). False: there is none.
static bool
find_test(arena *a, const ir_val *v, bool *no, rec_claimed_at *c) {
  ir_op *op = v->def;
  ir_val *both[2];
  if (op && op->code == IR_OP_NOT) {
    *no = !*no;
    return find_test(a, op->ins.at[0], no, c);
  }
  bool all = an_match_both(v, *no, both);
  for (int k = 0; all && k < 2; k++) {
    bool side = *no;
    if (find_test(a, both[k], &side, c)) {
      *no = side;
      return true;
    }
  }
  return op && ir_op_table[op->code].cls == IR_CLASS_CMP &&
         match_test(a, op, c);
}

// Fills the test of *c, and the store where that is not known, from the ifs
// around it. False: it is no claim.
static bool
find_guard(arena *a, rec_claimed_at *c) {
  bool known = c->store;
  for (const ir_region *r = c->home; r->parent_op; r = r->parent_op->parent) {
    const ir_op *up = r->parent_op;
    if (up->code != IR_OP_IF)
      return false;
    bool fails = r == up->regions[1];
    if (!find_test(a, up->ins.at[0], &fails, c))
      continue;
    if (fails)
      c->compare = ir_negated(c->compare, IR_I64);
    if (!known && c->compare != IR_OP_EQ)
      return false;
    if (!known)
      c->compare = c->least;
    return !ir_is_float(c->side->type.elem);
  }
  return false;
}

// True when both claims ask the same of an element.
static bool
ask_the_same(arena *a, const rec_claimed_at *x, const rec_claimed_at *y) {
  return x->compare == y->compare && an_same_value(a, x->side, y->side);
}

// Adds claim *c, if it asks the same as the others.
static bool
add_claim(growing *g, const rec_claimed_at *c) {
  rec_claimed *out = g->out;
  if (out->claims.n && !ask_the_same(g->a, &out->claims.at[0], c))
    return false;
  vec_push(g->a, &out->claims, *c);
  return c->growth <= MOST_GROWTH;
}

// Adds that the counter grows by "by" in region "home", by a claim that is made
// there. False: none is.
static bool
add_growth(growing *g, ir_region *home, int by) {
  rec_claimed *out = g->out;
  for (int i = 0; i < out->claims.n; i++)
    if (out->claims.at[i].home == home)
      return (out->claims.at[i].growth += by) <= MOST_GROWTH;
  ir_foreach_op (op, home) {
    rec_claimed_at c = {.home = home, .store = op, .growth = by};
    if (op->code == IR_OP_UPDATE && find_guard(g->a, &c) && add_claim(g, &c))
      return true;
  }
  rec_claimed_at c = {.home = home, .growth = by};
  return find_guard(g->a, &c) && add_claim(g, &c);
}

// Follows value "v" of the counter to where it starts. False: it is none.
static bool
follow(growing *g, ir_val *v) {
  ir_op *op = v->def;
  int64_t c;
  if (!op) {
    ir_op *loop = v->param_of->parent_op;
    for (int i = 0; i < g->out->values.n; i++)
      if (g->out->values.at[i] == v)
        return true;
    if (!loop || loop->code != IR_OP_LOOP || ir_is_index(v) ||
        (loop == g->loop && g->out->values.n))
      return false;
    int k = v->index - loop->n_dims;
    vec_push(g->a, &g->out->values, v);
    return follow(g, v->param_of->last->ins.at[k]) &&
           (loop == g->loop || follow(g, loop->ins.at[v->index]));
  }
  if (op->code == IR_OP_LOOP)
    return follow(g, op->regions[0]->params.at[op->n_dims + v->index]);
  if (op->code == IR_OP_IF)
    return (op->versions ||
            follow(g, op->regions[0]->last->ins.at[v->index])) &&
           follow(g, op->regions[1]->last->ins.at[v->index]);
  if (op->code != IR_OP_ADD || !ir_match_int(op->ins.at[1], &c) || c < 0 ||
      c > MOST_GROWTH)
    return false;
  return (c == 0 || add_growth(g, op->parent, (int)c)) &&
         follow(g, op->ins.at[0]);
}

// Fills *out with the counter that starts as the value that the loop of "v"
// carries as that. False: it is none.
static bool
match_from(arena *a, ir_val *v, rec_claimed *out) {
  ir_op *loop = v->param_of->parent_op;
  *out = (rec_claimed){.loop = loop, .k = v->index - loop->n_dims};
  growing g = {out, a, loop};
  return follow(&g, v) && out->claims.n;
}

bool
rec_match_claimed(arena *a, ir_val *v, rec_claimed *out) {
  bool found = false;
  while (!v->def && v->param_of->parent_op &&
         v->param_of->parent_op->code == IR_OP_LOOP && !ir_is_index(v) &&
         ir_is_int(v->type.elem) && ir_size(v->type.elem) >= 4) {
    rec_claimed outer;
    if (match_from(a, v, &outer)) {
      *out = outer;
      found = true;
    }
    v = v->param_of->parent_op->ins.at[v->index];
  }
  return found;
}

void
rec_add_claimed(rec_dom *d, const an_poly *x, ir_val *v, const an_poly *most) {
  rec_claimed c;
  if (!rec_match_claimed(d->an->a, v, &c))
    return;
  for (int i = 0; i < c.claims.n; i++)
    if (ir_ancestor_in(d->at, c.claims.at[i].home))
      rec_dom_add(d, rec_form_ge2(d->an, most, x, c.claims.at[i].growth));
}
