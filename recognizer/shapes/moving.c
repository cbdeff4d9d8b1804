// recognizer/shapes/moving.c: array elements that the next iterations read, as
// carried scalars.
//
//   loop (%i < %n) (%w = %y) {                  y[i + 1] = y[i] + x[i]
//     %e = index %w, %i ... %w1 = update %w, %i + 1, %v
//     yield %w1
//   }
//   => %s0 = index %y, 0                        (if the loop runs)
//      loop (%i < %n) (%w = %y, %s = %s0) {
//        ... %w1 = update %w, %i + 1, %v
//        yield %w1, %v
//      }
//
// Each iteration writes one element of the array, and reads, before it does,
// those that the iterations one to n before it wrote: these become n scalars.
// Of several that it writes, as the fields of a structure, none is one that
// another iteration writes as another field: one after the other is taken. It
// may read the element that it wrote: that is known. Their first values are
// loaded before the loop where C reads them, and only then; where C may not, by
// a condition, the runtime looks at them before. It is worth nothing in itself,
// but lets the loop be a scan, of copies of the elements that later iterations
// overwrite (snapshot.c). Where both regions of an if write the element, the
// write is put behind the if (stores.c).
#include "recognizer/shapes/elements.h"
#include "recognizer/shapes/independent.h"

enum { MAX_DISTANCE = 2, MOST_WRITES = 8 };

typedef struct moving {
  ir_func *f;
  ir_loop l;
  int k; // the carried array
  rec_an *an;
  rec_accesses xs;                // to it
  const rec_access *at;           // the write at hand
  ir_op *first[MAX_DISTANCE + 1]; // a read that each iteration makes, or may
                                  // make where none does, by how many
                                  // iterations before wrote the element
  int n;                          // the largest of these numbers; 0: none
} moving;

// -- Matching -------------------------------------------------------------
// The place of the write, when the loop's index is all in it that varies.
static bool
is_by_index(const moving *m, int i) {
  const an_poly *p = &m->at->poly;
  bool varies = false;
  for (int t = 0; t < p->t.n; t++)
    for (int k = 0; k < p->t.at[t].n; k++) {
      int f = p->t.at[t].f[k];
      varies |= f == i;
      if (f != i && m->an->atoms.at[f].is_dim)
        return false;
    }
  return varies && !p->bad;
}

// The number of iterations before this one of which one wrote what "x" reads;
// 0 when that is not known, or too many.
static int
distance_of(const moving *m, const rec_access *x) {
  arena *a = m->an->a;
  int i = rec_an_atom(m->an, m->l.i);
  an_poly now = an_poly_atom(a, i);
  for (int d = 1; d <= MAX_DISTANCE && x < m->at; d++) {
    an_poly then = an_poly_plus(a, &now, -d);
    an_poly place = an_poly_replace(a, &m->at->poly, i, &then);
    if (an_poly_eq(&place, &x->poly))
      return d;
  }
  return 0;
}

// Whether what "x" and "y" write never meets: "step" elements on in each
// iteration, and never a number of steps apart.
static bool
is_other_field(const moving *m, const rec_access *x, const rec_access *y,
               int64_t step) {
  int64_t c;
  an_poly d = an_poly_add(m->an->a, &x->poly, &y->poly, -1);
  return step && !d.bad && an_poly_is_const(&d, &c) && c % step != 0;
}

// Finds write "number" of the array, which every iteration makes.
static bool
find_write(moving *m, int number) {
  int n = 0;
  for (int i = 0; i < m->xs.n; i++)
    if (m->xs.at[i].write && n++ == number)
      m->at = &m->xs.at[i];
  if (!m->at || m->at->op->parent != m->l.body ||
      m->at->op->code != IR_OP_UPDATE ||
      !is_by_index(m, rec_an_atom(m->an, m->l.i)))
    return false;
  int64_t step = n > 1 ? rec_an_step(m->an, m->l.i, &m->at->poly) : 0;
  for (int i = 0; i < m->xs.n; i++) {
    const rec_access *x = &m->xs.at[i];
    if (x->write && x != m->at && !is_other_field(m, x, m->at, step))
      return false;
  }
  return true;
}

// True when read "op" is made once in each iteration at most, and may be made
// before the loop where C does not make it.
static bool
is_conditional(const moving *m, const ir_op *op) {
  return ir_is_under_ifs(op, m->l.body) && rec_may_probe(op);
}

// Finds the reads of elements that iterations before wrote.
static void
find_reads(moving *m) {
  for (int i = 0; i < m->xs.n; i++) {
    const rec_access *x = &m->xs.at[i];
    bool always = x->op->parent == m->l.body;
    int d = always || is_conditional(m, x->op) ? distance_of(m, x) : 0;
    if (!d || (!always && m->first[d]) ||
        !an_is_recomputable(x->op->ins.at[1], m->l.body))
      continue;
    m->first[d] = x->op;
    m->n = d > m->n ? d : m->n;
  }
}

// True when elements of array "k" of loop "op" that its write "number" sets
// move.
static bool
match_moving(loft_cx *cx, ir_func *f, ir_op *op, int k, int number, moving *m) {
  *m = (moving){.f = f, .k = k};
  ir_match_loop(op, &m->l);
  if (!m->l.carried[k]->type.array)
    return false;
  an_classes *classes = an_classes_new(cx->arena, f, op);
  m->an = rec_an_new(cx, f, m->l.body);
  m->xs = rec_carried_accesses(m->an, classes, &m->l, k);
  if (rec_is_own_storage(classes, &m->l, k) && find_write(m, number))
    find_reads(m);
  bool ok = m->n && rec_an_ok(m->an);
  rec_an_free(m->an);
  return ok;
}

// -- Rewriting ------------------------------------------------------------
// What the iteration "d" before the first one would have written, where the
// loop reads it: at once, or when it has become older.
static ir_val *
build_start(const moving *m, ir_builder *b, int d) {
  int oldest = m->first[d] ? d : m->n;
  ir_val *when = ir_build_int(b, IR_I64, oldest - d);
  ir_val *runs = ir_build2(b, IR_OP_GT, m->l.extent, when);
  ir_val *at = an_recompute(b, m->first[oldest]->ins.at[1], m->l.body, when);
  if (m->first[oldest]->parent != m->l.body) {
    const ir_val *root = ir_storage_root(m->l.inits[m->k], NULL);
    m->f->param_mode[root->index] |= IR_PROBE;
  }
  return rec_build_load(b, runs, m->l.inits[m->k], at);
}

// Makes the elements scalars.
static void
move(const moving *m) {
  ir_op *op = m->l.op, *yield = m->l.body->last;
  ir_builder b = ir_before(op);
  const char *name = m->l.inits[m->k]->name;
  ir_val *scalars[MAX_DISTANCE + 1];
  for (int d = 1; d <= m->n; d++)
    scalars[d] = ir_add_carried(op, build_start(m, &b, d), name, name);
  ir_add_in(yield, m->at->op->ins.at[2]);
  for (int d = 1; d < m->n; d++)
    ir_add_in(yield, scalars[d]);
  for (int i = 0; i < m->xs.n; i++) {
    const rec_access *x = &m->xs.at[i];
    int d = distance_of(m, x);
    bool written = x > m->at && an_poly_eq(&x->poly, &m->at->poly);
    if (!written && !m->first[d])
      continue;
    ir_replace_uses(m->f, x->op->outs.at[0],
                    written ? m->at->op->ins.at[2] : scalars[d]);
    ir_remove(x->op);
  }
}

bool
rec_move_elements(loft_cx *cx, ir_func *f, ir_op *op) {
  bool any = false;
  moving m;
  rec_join_arms(f, op);
  int n = op->outs.n; // those that are added are scalars
  for (int k = 0; k < n; k++)
    for (int number = 0; number < MOST_WRITES; number++) {
      bool moves = match_moving(cx, f, op, k, number, &m);
      if (moves)
        move(&m);
      any |= moves;
      if (!m.at)
        break;
    }
  return any;
}
