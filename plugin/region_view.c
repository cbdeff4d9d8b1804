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

// -- Targets -----------------------------------------------------------------

// Whether string attribute "key" says for which machine code is made, rather
// than how fast its floating point may be.
static bool
is_target_attribute(const char *key, unsigned len) {
  static const char *const keys[] = {"target-cpu",
                                     "target-features",
                                     "tune-cpu",
                                     "frame-pointer",
                                     "min-legal-vector-width",
                                     "prefer-vector-width",
                                     "denormal-fp-math",
                                     "denormal-fp-math-f32",
                                     "no-trapping-math",
                                     "probe-stack",
                                     "stack-probe-size",
                                     "sign-return-address",
                                     "sign-return-address-key",
                                     "branch-target-enforcement",
                                     "branch-protection-pauth-lr",
                                     "guarded-control-stack",
                                     "no-jump-tables",
                                     "fentry-call",
                                     "vector-function-abi-variant"};
  for (int k = 0; k < LOFT_COUNT(keys); k++)
    if (strlen(keys[k]) == len && !strncmp(keys[k], key, len))
      return true;
  return false;
}

// Whether enum attribute "kind" is about machine code.
static bool
is_code_attribute(unsigned kind) {
  static const char *const names[] = {
      "noimplicitfloat", "noredzone", "uwtable", "ssp",     "sspreq",
      "sspstrong",       "safestack", "optsize", "minsize", "shadowcallstack"};
  for (int k = 0; k < LOFT_COUNT(names); k++)
    if (LLVMGetEnumAttributeKindForName(names[k], strlen(names[k])) == kind)
      return true;
  return false;
}

int
region_target(LLVMValueRef v, arena *a, LLVMAttributeRef **out) {
  LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
  unsigned all = LLVMGetAttributeCountAtIndex(v, at), len;
  int n = 0;
  *out = NEW_ARRAY(a, LLVMAttributeRef, all);
  LLVMGetAttributesAtIndex(v, at, *out);
  for (unsigned k = 0; k < all; k++) {
    LLVMAttributeRef one = (*out)[k];
    bool wanted;
    if (LLVMIsStringAttribute(one)) {
      const char *key = LLVMGetStringAttributeKind(one, &len);
      wanted = is_target_attribute(key, len);
    } else
      wanted = LLVMIsEnumAttribute(one) &&
               is_code_attribute(LLVMGetEnumAttributeKind(one));
    if (wanted)
      (*out)[n++] = one;
  }
  return n;
}

void
region_copy_target(LLVMValueRef from, LLVMValueRef to, arena *a) {
  LLVMAttributeRef *all;
  int n = region_target(from, a, &all);
  for (int k = 0; k < n; k++)
    LLVMAddAttributeAtIndex(to, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            all[k]);
}

bool
region_has_feature(LLVMValueRef v, const char *feature) {
  LLVMAttributeRef features = LLVMGetStringAttributeAtIndex(
      v, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, "target-features",
      strlen("target-features"));
  unsigned len = 0, wanted = (unsigned)strlen(feature);
  const char *text =
      features ? LLVMGetStringAttributeValue(features, &len) : "";
  for (unsigned at = 0, end; at < len; at = end + 1) {
    for (end = at; end < len && text[end] != ',';)
      end++;
    if (end - at == wanted && !strncmp(text + at, feature, wanted))
      return true;
  }
  return false;
}
