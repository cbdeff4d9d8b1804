// recognizer/shapes/dependence.c: the dependence that keeps a loop in order, as
// a reason.
//
// A loop of which some iterations meet in an array (domain/deps.c) stays for
// one of several reasons, and what helps against one is wrong for the others:
//   flow    an iteration reads what an earlier one wrote: x[i] = f(x[i - 1])
//   output  several iterations write one element: x[i % 7] = y[i]
//   anti    an iteration reads what a later one overwrites: x[i] = f(x[i + 1])
// A flow dependence is named first, since a loop that has one gains nothing
// where the others are taken away, and an anti dependence last.
#include "recognizer/shapes/independent.h"

// A pair of accesses of one array of which iterations of a loop meet.
typedef struct pair {
  const rec_access *write, *other;
} pair;

// The dependences between accesses, by their subscripts in one shape.
typedef struct meeting {
  pair flow, output, anti;
  bool diagonal; // all that meet are on different diagonals of both loops
  bool across;   // and some in different iterations of the inner one
} meeting;

typedef struct finder {
  rec_an *an;
  rec_indices at; // the loop; ...
  int inner;      // ... and the index of the one that it consists of; or -1
  const rec_access *write; // that was blamed
  const ir_loop *loop;
  meeting now, best; // in the shape at hand; in that which tells most
  int n_asked;
} finder;

enum { MOST_PAIRS = 256 };

// The rank of "m" among obstacles to parallel iterations; 0: it is none.
static int
weight_of(const meeting *m) {
  if (m->flow.write)
    return !m->diagonal ? 5 : m->across ? 4 : 3;
  return m->output.write ? 2 : m->anti.write != NULL;
}

// Notes how the write "x" and "y" meet.
static void
note_pair(finder *fd, rec_relation *x, rec_relation *y) {
  meeting *m = &fd->now;
  unsigned way = rec_find_directions(fd->an, &fd->at, x, y);
  pair found = {x->access, y->access};
  pair *to = y->access->read && (way & REC_FORWARDS) ? &m->flow
             : y->access->write && way               ? &m->output
                                                     : &m->anti;
  fd->n_asked++;
  if (way && (!to->write || (x->access->op == fd->write->op &&
                             to->write->op != fd->write->op)))
    *to = found;
  rec_indices both = {{fd->at.index[0], fd->inner}, 2};
  if (way && m->diagonal)
    m->diagonal = rec_follows_diagonals(fd->an, &both, x, y);
  if (m->diagonal && !m->across)
    m->across = rec_meets_across(fd->an, &both, x, y);
}

// rec_shape_test: looks at all pairs in a shape; stops where no other one tells
// more.
static bool
note_pairs(void *user, const rec_accesses *xs, an_poly (*tuples)[REC_DIMS],
           int n) {
  finder *fd = user;
  rec_relation *relations = rec_relations_new(fd->an->a, xs, tuples, n);
  fd->now = (meeting){.diagonal = fd->inner >= 0};
  for (int w = 0; w < xs->n; w++)
    for (int k = 0; k < xs->n && fd->n_asked < MOST_PAIRS; k++) {
      if (xs->at[w].write && (!xs->at[k].write || k >= w))
        note_pair(fd, &relations[w], &relations[k]);
    }
  rec_relations_free(relations, xs->n);
  int now = weight_of(&fd->now), best = weight_of(&fd->best);
  if (fd->n_asked < MOST_PAIRS && now && (!best || now < best))
    fd->best = fd->now;
  return fd->n_asked >= MOST_PAIRS || weight_of(&fd->best) == 1;
}

// The only loop in the body of "l", which does nothing else to arrays; NULL:
// there is none.
static ir_op *
only_loop(const ir_loop *l) {
  ir_foreach_op (op, l->body)
    if (ir_writes_element(op))
      return NULL;
  return ir_only_loop(l->body);
}

// The index of the loop that "l" consists of, if that runs as often in all
// iterations; NULL: there is no such.
static ir_val *
inner_index(const ir_loop *l) {
  ir_op *inner = only_loop(l);
  ir_loop m;
  if (!inner || !ir_match_loop(inner, &m) || !m.extent || inner->has_while ||
      !an_is_invariant(m.extent, l->body))
    return NULL;
  return m.i;
}

// Says that the pair "p" is met, for "reason".
static void
blame_pair(const pair *p, rec_reason reason, rec_why *why) {
  loft_loc from = p->write->op->loc, to = p->other->op->loc;
  *why = (rec_why){.any = true,
                   .reason = reason,
                   .loc = from,
                   .what = rec_array_name(p->write->op->ins.at[0])};
  if (to.line == from.line)
    return;
  why->other = to;
  why->note = p->other->write ? "it is written here, too" : "it is read here";
}

// The access among "all" that "op" is.
static const rec_access *
access_of(const rec_accesses *all, const ir_op *op) {
  int i = 0;
  while (all->at[i].op != op)
    i++;
  return &all->at[i];
}

// True when "p" meets in one place, by which iterations hand a scalar on; "xs"
// gets those of "all" accesses that are there.
static bool
is_one_place(const finder *fd, const pair *p, const rec_accesses *all,
             rec_accesses *xs) {
  const an_poly *at = &access_of(all, p->write->op)->poly;
  if (at->bad || rec_poly_varies(fd->an, at) ||
      !an_poly_eq(at, &access_of(all, p->other->op)->poly))
    return false;
  for (int i = 0; i < all->n; i++)
    if (an_poly_eq(&all->at[i].poly, at))
      vec_push(fd->an->a, xs, all->at[i]);
  for (int i = 0; i < xs->n; i++)
    if (xs->at[i].op->code == IR_OP_COMBINE)
      return false;
  return true;
}

// Says how iterations hand a scalar on in one place, where "p" meets and "xs"
// is done.
static void
blame_place(const finder *fd, const pair *p, const rec_accesses *xs,
            rec_why *why) {
  int64_t at;
  blame_pair(p, rec_place_reason(fd->an->a, fd->loop, xs), why);
  why->note = NULL;
  if (ir_match_int(p->write->op->ins.at[1], &at))
    why->what = rec_element_name(fd->an->cx, why->what, at);
}

// Says why the accesses "all", which "fd" looked at, keep the loop in order.
static void
blame_pairs(const finder *fd, const rec_accesses *all, rec_why *why) {
  rec_accesses place = {0};
  const meeting *m = &fd->best;
  const pair *p = m->flow.write     ? &m->flow
                  : m->output.write ? &m->output
                                    : &m->anti;
  if (!p->write)
    return;
  if (!rec_is_known_subscript(fd->an, p->write))
    blame_pair(p, REC_NON_AFFINE, why);
  else if (!rec_is_known_subscript(fd->an, p->other))
    blame_pair(p, REC_READ_BY_DATA, why);
  else if (p == &m->flow && is_one_place(fd, p, all, &place))
    blame_place(fd, p, &place, why);
  else if (p == &m->flow)
    blame_pair(p, m->diagonal && m->across ? REC_WAVEFRONT : REC_RECURRENCE,
               why);
  else
    blame_pair(p, p == &m->output ? REC_WRITTEN_AGAIN : REC_OVERWRITTEN, why);
}

// The write among "xs" that "why" is about; NULL: none of them is.
static const rec_access *
blamed_among(const rec_accesses *xs, const rec_why *why) {
  for (int i = 0; i < xs->n; i++) {
    const ir_op *op = xs->at[i].op;
    if (xs->at[i].write && op->loc.line == why->loc.line &&
        op->loc.col == why->loc.col &&
        !strcmp(rec_array_name(op->ins.at[0]), why->what))
      return &xs->at[i];
  }
  return NULL;
}

// Says why "xs", the accesses of loop "l" to an array, of which "write" was
// blamed, meet.
static void
explain_class(rec_an *an, const ir_loop *l, const rec_accesses *xs,
              const rec_access *write, rec_why *why) {
  ir_val *inner = inner_index(l);
  finder fd = {.an = an,
               .at = {{rec_an_atom(an, l->i)}, 1},
               .inner = inner ? rec_an_atom(an, inner) : -1,
               .write = write,
               .loop = l};
  rec_holds_in_a_shape(an, xs, note_pairs, &fd);
  if (rec_an_ok(an))
    blame_pairs(&fd, xs, why);
}

// True when the array that "why" blames changes places with others in "l".
static bool
is_exchanged(const ir_loop *l, const rec_why *why) {
  for (int k = 0; k < l->n_carried; k++)
    if (l->carried[k]->type.array &&
        !strcmp(rec_array_name(l->carried[k]), why->what))
      return ir_storage_root(l->yields[k], l->body) != l->carried[k];
  return false;
}

void
rec_explain_array(loft_cx *cx, ir_func *f, ir_op *op, rec_why *why) {
  ir_loop l;
  if (!ir_match_loop(op, &l) || !l.extent || op->has_while || !why->what)
    return;
  if (is_exchanged(&l, why)) {
    why->reason = REC_RECURRENCE;
    return;
  }
  an_classes *c = an_classes_new(cx->arena, f, op);
  rec_an *an = rec_an_new(cx, f, l.body);
  rec_accesses all = {0};
  an->may_assume = true;
  rec_find_accesses(cx->arena, c, l.body, &all);
  for (int k = 0; k < l.n_carried; k++) {
    if (!l.carried[k]->type.array)
      continue;
    rec_accesses xs = rec_read_class(an, &all, an_class_of(c, l.carried[k]));
    const rec_access *write = blamed_among(&xs, why);
    if (!write)
      continue;
    explain_class(an, &l, &xs, write, why);
    break;
  }
  rec_an_free(an);
}
