// recognizer/footprint/emit.c: the answers of an emitted function to the
// analysis that it is emitted by.
#include "recognizer/footprint/footprint.h"

#include <isl/ast_build.h>

static const rec_inspector inspector = {.range = rec_emit_range_pass,
                                        .truncated = true,
                                        .settled = true,
                                        .total = rec_emit_total,
                                        .assertions = rec_emit_asserted,
                                        .can_load = rec_emit_can_load,
                                        .value = rec_emit_poly,
                                        .from_zero = rec_emit_from_zero};

void
rec_emit_init(rec_emit *e, rec_an *an, ir_builder *b, map *subst) {
  *e = (rec_emit){.an = an, .b = b, .subst = subst};
  e->big = map_new(an->a);
  e->ranges = map_new(an->a);
  e->sums = map_new(an->a);
  e->loading = map_new(an->a);
  e->totals = map_new(an->a);
  e->looked = map_new(an->a);
  e->evolved = map_new(an->a);
  e->classes = an_classes_new(an->a, an->f, NULL);
  e->ok = ir_build_int(b, IR_BOOL, 1);
  an->emit = e;
  an->inspector = &inspector;
  isl_options_set_ast_build_detect_min_max(an->isl, 1);
}

void
rec_emit_fini(rec_emit *e) {
  for (int i = 0; i < e->extremes.n; i++)
    isl_set_free(e->extremes.at[i].set);
  e->extremes.n = 0;
  for (int i = 0; i < e->somes.n; i++)
    isl_set_free(e->somes.at[i].context);
  e->somes.n = 0;
}
