// recognizer/shapes/soac.c: the driver: loops become map, reduce, scan.
#include "recognizer/shapes/driver.h"
#include "recognizer/shapes/elements.h"
#include "recognizer/shapes/folds.h"
#include "recognizer/shapes/keyed.h"
#include "recognizer/shapes/scalars.h"

static const rec_shape_row outer[] = {
#define REC_SHAPE(ID, try, needs, text) {try, NULL, needs},
#define REC_FORM(ID, form, needs, text) {NULL, form, needs},
#define REC_INNER(ID, try, needs, text)
#include "recognizer/shapes/shapes.def"
#undef REC_SHAPE
#undef REC_FORM
#undef REC_INNER
};

static const rec_shape_row inner[] = {
#define REC_SHAPE(ID, try, needs, text)
#define REC_FORM(ID, form, needs, text)
#define REC_INNER(ID, try, needs, text) {try, NULL, needs},
#include "recognizer/shapes/shapes.def"
#undef REC_SHAPE
#undef REC_FORM
#undef REC_INNER
};

// True when "v" and "w" are one reason for one array or scalar.
static bool
is_alike(const rec_why *v, const rec_why *w) {
  return v->reason == w->reason &&
         !strcmp(v->what ? v->what : "", w->what ? w->what : "");
}

// True when "v" and "w" are about one place.
static bool
is_same_place(const rec_why *v, const rec_why *w) {
  return v->loc.raw == w->loc.raw && v->loc.line == w->loc.line &&
         v->loc.col == w->loc.col;
}

// True when "v" is that a loop's count is not known.
static bool
is_uncounted(const rec_why *v) {
  return v->reason == REC_LOOP_EXIT || v->reason == REC_LOOP_SCALED;
}

// True when reason number "i" needs no word beside the others: an earlier one
// is alike; it is one of the two recurrences of a wavefront; or it is that a
// loop's count is not known, which helps nobody where there is another reason
// of a loop that is not further inside.
static bool
is_said(const rec_driver *d, int i) {
  const rec_why *w = &d->stayed.at[i];
  for (int k = 0; k < d->stayed.n; k++) {
    const rec_why *v = &d->stayed.at[k];
    if (k < i && is_alike(v, w))
      return true;
    if (v->reason == REC_WAVEFRONT && w->reason == REC_RECURRENCE &&
        !strcmp(v->what, w->what))
      return true;
    if (is_uncounted(w) && !is_uncounted(v) && v->depth <= w->depth)
      return true;
  }
  return false;
}

// Notes where else reason number "i" is found.
static void
note_others(const rec_driver *d, int i) {
  const rec_why *w = &d->stayed.at[i];
  rec_whys others = {0};
  for (int k = i + 1; k < d->stayed.n; k++) {
    const rec_why *v = &d->stayed.at[k];
    bool is_new = is_alike(v, w) && !is_same_place(v, w);
    for (int j = 0; j < others.n; j++)
      is_new = is_new && !is_same_place(v, &others.at[j]);
    if (is_new)
      vec_push(d->cx->arena, &others, *v);
  }
  if (others.n)
    rec_note_more(d->cx, others.at[0].loc, others.n - 1);
}

// What the remark that a loop runs in order for "w" says: no advice to annotate
// a loop around it or inside it, which is lifted already.
static const char *
words_of(const rec_driver *d, const rec_why *w) {
  const char *what = rec_written(d->cx, w->what);
  bool moot = w->reason == REC_RECURRENCE || w->reason == REC_CARRIED_BITS ||
              w->reason == REC_LOOP_HALVES;
  return moot ? rec_reason_seen(d->cx->arena, w->reason, what)
              : rec_reason_text(d->cx->arena, w->reason, what);
}

// Reports why loops stayed: as warnings when nothing became parallel.
static void
explain(const rec_driver *d) {
  for (int i = 0; i < d->stayed.n; i++) {
    const rec_why *w = &d->stayed.at[i];
    if (is_said(d, i))
      continue;
    if (!d->n_found)
      rec_refuse(d->cx, false, w->loc, w->reason, w->what);
    else
      diag_report(d->cx, DIAG_REMARK, w->loc,
                  rec_reason_table[w->reason].number, "loop runs in order: %s",
                  words_of(d, w));
    if (w->note && w->other.line)
      diag_report(d->cx, DIAG_NOTE, w->other, NULL, "%s", w->note);
    note_others(d, i);
  }
}

// True when "op" makes an array of the function's own, or is a map that fills
// such arrays alone, and no result is used.
static bool
is_dead_copy(ir_op *op) {
  bool dead = op->code == IR_OP_MAP || op->code == IR_OP_ALLOC;
  for (int k = 0; k < op->outs.n && dead; k++) {
    const ir_val *root = ir_storage_root(op->outs.at[k], NULL);
    dead =
        !op->outs.at[k]->n_uses && root->def && root->def->code == IR_OP_ALLOC;
  }
  return dead;
}

// Drops the dead copies of "f": arrays that no iteration reads any more. A map
// that fills a parameter's array stays, for the caller sees that.
static void
drop_copies(ir_func *f) {
  ir_count_uses(f);
  for (ir_op *op = f->body->last, *prev; op; op = prev) {
    prev = op->prev;
    if (!is_dead_copy(op))
      continue;
    for (int k = 0; k < op->ins.n; k++)
      op->ins.at[k]->n_uses--;
    ir_remove(op);
  }
}

bool
rec_find_soacs(loft_cx *cx, ir_func *f, bool assoc, bool why) {
  rec_driver d = {.cx = cx,
                  .f = f,
                  .assoc = assoc,
                  .outer = {outer, LOFT_COUNT(outer)},
                  .inner = {inner, LOFT_COUNT(inner)}};
  cx->n_steps = 0;
  f->exact = !assoc;
  rec_clean(cx, f);
  rec_join_stores(f);
  rec_hoist_loads(f);
  rec_close_scalars(cx, f);
  rec_close_periods(cx, f);
  rec_close_wraps(cx, f);
  rec_promote(cx, f);
  rec_take_chosen(cx, f);
  rec_search_loops(&d, f->body, false);
  rec_inline_folds(f, f->body);
  rec_clean(cx, f);
  drop_copies(f);
  if (why)
    explain(&d);
  return d.n_found > 0;
}
