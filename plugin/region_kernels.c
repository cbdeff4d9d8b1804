// plugin/region_kernels.c: the CPU kernels of a region.
//
// The kernels of an inner region are kernels of the region around it as well,
// statement by statement; those of inspectors look for extremes, one array like
// another; and statements of one kind are written for several arrays. LLVM gets
// one function for kernels that are alike, and one for CPUs with wider vectors.
#include "plugin/region_private.h"
#include "cpu/cpu.h"

// Whether "i" is arithmetic. Comparisons, choices and copies may have the
// identity of an extremum as an operand, which is a NaN or infinity.
static bool
is_arithmetic(LLVMValueRef i) {
  switch ((int)LLVMGetInstructionOpcode(i)) {
  case LLVMFAdd:
  case LLVMFSub:
  case LLVMFMul:
  case LLVMFDiv:
  case LLVMFNeg:
    return true;
  }
  return false;
}

// Lets LLVM do with the kernel's floats what -ffast-math lets it do with the
// original's.
static void
relax(LLVMValueRef kernel) {
  const LLVMFastMathFlags finite = LLVMFastMathNoNaNs | LLVMFastMathNoInfs;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i))
      if (LLVMCanValueUseFastMathFlags(i))
        LLVMSetFastMathFlags(i, LLVMGetFastMathFlags(i) |
                                    (is_arithmetic(i)
                                         ? LLVMFastMathAll
                                         : LLVMFastMathAll & ~finite));
}

// The text of "k" with the rest that decides about its code: the target, which
// is the caller's, and whether floats may be rearranged.
static const char *
key_of(const region_fn *f, const kn_func *k, bool relaxed) {
  sb text;
  LLVMAttributeRef *target;
  int n = region_target(f->caller, f->cx->arena, &target);
  sb_init(&text, f->cx->arena);
  for (int i = 0; i < n; i++)
    sb_printf(&text, "%p ", (void *)target[i]);
  sb_printf(&text, "%d ", relaxed);
  kn_print_unnamed(&text, f->cx->arena, k);
  return sb_str(&text);
}

// -- Wider vectors -----------------------------------------------------------
//
// Most programs are built for every x86-64, whose vectors have 16 bytes. Their
// kernels have a second form, for CPUs with AVX2, and the runtime chooses by
// the CPU at hand. Both forms give the same bits: kernels say in which order
// they fold, and products and sums are not fused.

// Enum attribute "name" of the caller.
static bool
has_attribute(const region_fn *f, const char *name) {
  return LLVMGetEnumAttributeAtIndex(
      f->caller, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
      LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

// Operations in vectors from which on a kernel computes rather than moves data.
enum { LEAST_OPS = 8 };

// How many operations "s" is to vectors of 16 bytes; numbers of 64 bits and
// truth values are mostly places and conditions, and those that have no
// instruction there count for many.
static int
count_op(const kn_stmt *s) {
  ir_scalar t = s->kind == KN_OP ? s->dst->type : IR_BOOL;
  if (t == IR_BOOL || t == IR_I64 || t == IR_U64)
    return 0;
  switch ((int)s->op) {
  case IR_OP_MUL:
  case IR_OP_MIN:
  case IR_OP_MAX:
  case IR_OP_CMIN:
  case IR_OP_CMAX:
    return ir_is_int(t) ? LEAST_OPS : 1;
  case IR_OP_FLOOR:
  case IR_OP_CEIL:
  case IR_OP_TRUNC:
  case IR_OP_RINT:
    return LEAST_OPS;
  }
  return 1;
}

// The operations of "block" in loops whose iterations fill vectors; "inside":
// it is in one.
static int
count_vector_ops(const kn_block *block, bool inside) {
  int n = 0;
  for (int k = 0; k < block->n; k++) {
    const kn_stmt *s = block->at[k];
    bool in = inside || (s->kind == KN_LOOP && s->parallel);
    n += inside ? count_op(s) : 0;
    n += count_vector_ops(&s->body[0], in) + count_vector_ops(&s->body[1], in);
  }
  return n;
}

// Whether kernel "k" is to have a wide form: it has vectors, the caller's
// target leaves their length open, speed is worth size, and LLVM does not
// rearrange floats, which it would do otherwise in wider vectors.
static bool
is_widened(const region_fn *f, const kn_func *k, bool relaxed) {
  return f->caller && !f->region->chunk && !relaxed &&
         count_vector_ops(&k->body, false) >= LEAST_OPS &&
         !strncmp(LLVMGetTarget(f->module), "x86_64", 6) &&
         !region_has_feature(f->caller, "+avx2") &&
         !region_has_feature(f->caller, "-avx2") &&
         !has_attribute(f, "optsize") && !has_attribute(f, "minsize");
}

// Gives "wide" the target of the caller with wider vectors.
static void
give_wide_target(const region_fn *f, LLVMValueRef wide) {
  static const char key[] = "target-features",
                    more[] = "+avx2,+bmi,+bmi2,+popcnt";
  LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
  region_copy_target(f->caller, wide, f->cx->arena);
  LLVMAttributeRef own =
      LLVMGetStringAttributeAtIndex(wide, at, key, sizeof key - 1);
  unsigned len = 0;
  const char *text = own ? LLVMGetStringAttributeValue(own, &len) : "";
  const char *all = arena_printf(f->cx->arena, "%.*s%s%s", (int)len, text,
                                 len ? "," : "", more);
  LLVMAddAttributeAtIndex(wide, at,
                          LLVMCreateStringAttribute(f->llvm, key,
                                                    sizeof key - 1, all,
                                                    (unsigned)strlen(all)));
}

void
region_give_kernels_target(const region_fn *f, const region_kernel *all,
                           int n) {
  for (int k = 0; f->caller && k < n; k++) {
    region_copy_target(f->caller, all[k].code, f->cx->arena);
    if (all[k].wide)
      give_wide_target(f, all[k].wide);
  }
}

// -- Kernels -----------------------------------------------------------------
// The function of kernel "k", called "name"; that of "key", unless NULL, where
// there is one.
static LLVMValueRef
emit_kernel(const region_fn *f, const kn_func *k, const char *name,
            const char *key, bool relaxed) {
  smap *known = f->state->kernels;
  LLVMValueRef v = key ? smap_get(known, key) : NULL;
  if (v)
    return v;
  int n_errors = f->cx->n_errors;
  v = cpu_emit_kernel(f->cx, f->module, k, name);
  if (relaxed)
    relax(v);
  if (key && f->cx->n_errors == n_errors)
    smap_put(known, key, v);
  return v;
}

region_kernel *
region_emit_kernels(const region_fn *f, const kn_program *p, const char *prefix,
                    bool relaxed) {
  arena *a = f->cx->arena;
  bool shares = !f->region->chunk && f->caller;
  region_kernel *all = NEW_ARRAY(a, region_kernel, p->kernels.n);
  for (int k = 0; k < p->kernels.n; k++) {
    const kn_func *kernel = p->kernels.at[k];
    const char *name = arena_printf(a, "%s.kernel%d", prefix, k);
    const char *key = shares ? key_of(f, kernel, relaxed) : NULL;
    all[k] = (region_kernel){emit_kernel(f, kernel, name, key, relaxed), NULL};
    if (!is_widened(f, kernel, relaxed))
      continue;
    name = arena_printf(a, "%s.wide", name);
    key = key ? arena_printf(a, "wide %s", key) : NULL;
    all[k].wide = emit_kernel(f, kernel, name, key, relaxed);
  }
  return all;
}
