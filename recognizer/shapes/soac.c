// recognizer/shapes/soac.c: the driver: loops become map, reduce, scan.
//
// Outermost loops first, each in the first shape of shapes.def that it has. A
// loop that stays is searched for parallel loops inside.
#include "recognizer/shapes/driver.h"

// A shape that a loop outside of maps may have.
typedef struct shape {
  rec_try *try;
  unsigned needs; // rec_obstacle: one of these
} shape;

static const shape shapes[] = {
#define REC_SHAPE(ID, try, needs, text) {try, needs},
#include "recognizer/shapes/shapes.def"
#undef REC_SHAPE
};

// -- Trying ---------------------------------------------------------------
// Why loop "op" is not parallel as it is, "why" being the reason found.
static rec_obstacle
find_obstacle(ir_op *op, const rec_why *why) {
  ir_loop l;
  if (!ir_match_loop(op, &l) || !l.extent || op->has_while)
    return REC_BY_EXIT;
  if (!why->any)
    return REC_BY_NOTHING;
  if (why->reason == REC_LOOP_CARRIED)
    return REC_BY_ARRAY;
  return why->reason == REC_LOOP_CARRIED_SCALAR ? REC_BY_SCALAR : REC_BY_OTHER;
}

// Says of the scalars of "op", which stays, what would help.
static void
look_closer(rec_driver *d, ir_op *op, rec_why *why) {
  ir_loop l;
  if (why->reason == REC_LOOP_CARRIED_SCALAR && d->assoc &&
      ir_match_loop(op, &l) && rec_is_compensated(d->cx->arena, &l))
    why->reason = REC_COMPENSATED;
}

ir_op *
rec_try_loop(rec_driver *d, ir_op *op, rec_why *why) {
  rec_why first = {0}, order = {0};
  for (int i = 0; i < LOFT_COUNT(shapes); i++) {
    if (!(shapes[i].needs & find_obstacle(op, &first)))
      continue;
    rec_mark mark = rec_mark_driver(d);
    rec_why own = {0};
    ir_op *done = shapes[i].try(d, op, &own);
    if (done) {
      *why = own;
      return done;
    }
    rec_reset_driver(d, &mark);
    if (!first.any)
      first = own;
    else if (own.reason == REC_EXACT_REDUCTION)
      order = own;
  }
  *why = order.any ? order : first;
  look_closer(d, op, why);
  return NULL;
}

// -- Searching ------------------------------------------------------------
void
rec_search_loops(rec_driver *d, ir_region *r, bool inside) {
  for (ir_op *op = r->first, *next; op; op = next) {
    next = op->next;
    bool in = inside;
    if (op->code == IR_OP_LOOP) {
      rec_why why = {0};
      ir_op *done =
          inside ? rec_try_inside(d, op, &why) : rec_try_loop(d, op, &why);
      d->n_found += done && !done->exact;
      if (why.any)
        vec_push(d->cx->arena, &d->stayed, why);
      if (done)
        op = done;
    }
    in |= ir_is_soac(op);
    for (int k = 0; k < op->n_regions; k++)
      rec_search_loops(d, op->regions[k], in);
  }
}

// True when an earlier loop than number "i" stayed for the same reason.
static bool
is_repeated(const rec_driver *d, int i) {
  const rec_why *w = &d->stayed.at[i];
  for (int k = 0; k < i; k++) {
    const rec_why *v = &d->stayed.at[k];
    if (v->reason == w->reason && v->loc.raw == w->loc.raw &&
        v->loc.line == w->loc.line && v->loc.col == w->loc.col &&
        !strcmp(v->what ? v->what : "", w->what ? w->what : ""))
      return true;
  }
  return false;
}

// Reports why loops stayed: as warnings when nothing became parallel.
static void
explain(const rec_driver *d) {
  for (int i = 0; i < d->stayed.n; i++) {
    const rec_why *w = &d->stayed.at[i];
    if (is_repeated(d, i))
      continue;
    if (!d->n_found)
      rec_refuse(d->cx, false, w->loc, w->reason, w->what);
    else
      diag_report(d->cx, DIAG_REMARK, w->loc,
                  rec_reason_table[w->reason].number, "loop runs in order: %s",
                  rec_reason_text(d->cx->arena, w->reason, w->what));
  }
}

bool
rec_find_soacs(loft_cx *cx, ir_func *f, bool assoc, bool why) {
  rec_driver d = {.cx = cx, .f = f, .assoc = assoc};
  cx->n_steps = 0;
  rec_clean(cx, f);
  rec_hoist_loads(f);
  rec_close_scalars(cx, f);
  rec_promote(cx, f);
  rec_take_chosen(cx, f);
  rec_search_loops(&d, f->body, false);
  rec_inline_folds(f, f->body);
  rec_clean(cx, f);
  if (why)
    explain(&d);
  return d.n_found > 0;
}
