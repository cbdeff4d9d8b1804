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

bool
region_is_relaxed(const region_fn *f) {
  return f->rec->source->fast &&
         f->code->fired[PLUGIN_COMMON][RW_RULE_math_inline] == 0;
}
