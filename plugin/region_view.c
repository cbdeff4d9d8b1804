// plugin/region_view.c: questions about a region function that several
// files have.
#include "plugin/region_private.h"

LLVMValueRef
region_param(const region_fn *f, int k) {
  return LLVMGetParam(f->function, (unsigned)k);
}

bool
region_is_array(const region_fn *f, int k) {
  return f->rec->func->body->params.at[k]->type.array;
}

int
region_n_extents(const region_fn *f) {
  return f->rec->footprint->body->last->ins.n;
}

bool
region_is_exact(const region_fn *f) {
  return f->region->done && f->code->fired[PLUGIN_COMMON][RW_RULE_pieces] == 0;
}

void
region_store_inner(const region_fn *f, bool run) {
  for (int k = 0; k < f->region->n_args; k++)
    if (f->region->args[k].kind == PLUGIN_ARG_INNER)
      LLVMBuildStore(f->b, LLVMConstInt(f->i8, run, 0), region_param(f, k));
}

bool
region_is_relaxed(const region_fn *f) {
  return f->rec->source->fast &&
         f->code->fired[PLUGIN_COMMON][RW_RULE_math_inline] == 0;
}
