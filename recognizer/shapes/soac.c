// recognizer/shapes/soac.c: the driver: loops become map, reduce, scan.
#include "recognizer/shapes/driver.h"

static const rec_shape_row shapes[] = {
#define REC_SHAPE(ID, try, needs, text) {try, NULL, needs},
#define REC_FORM(ID, form, needs, text) {NULL, form, needs},
#include "recognizer/shapes/shapes.def"
#undef REC_SHAPE
#undef REC_FORM
};

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
                  rec_reason_text(d->cx->arena, w->reason,
                                  rec_written(d->cx, w->what)));
  }
}

bool
rec_find_soacs(loft_cx *cx, ir_func *f, bool assoc, bool why) {
  rec_driver d = {.cx = cx,
                  .f = f,
                  .assoc = assoc,
                  .shapes = shapes,
                  .n_shapes = LOFT_COUNT(shapes)};
  cx->n_steps = 0;
  rec_clean(cx, f);
  rec_join_stores(f);
  rec_hoist_loads(f);
  rec_close_scalars(cx, f);
  rec_close_wraps(cx, f);
  rec_promote(cx, f);
  rec_take_chosen(cx, f);
  rec_search_loops(&d, f->body, false);
  rec_inline_folds(f, f->body);
  rec_clean(cx, f);
  if (why)
    explain(&d);
  return d.n_found > 0;
}
