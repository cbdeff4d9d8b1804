// plugin/region_desc.c: the descriptors of loft_abi.h as LLVM constants.
//
// The structs are LLVM structs with natural alignment, member by member in the
// order of the header.
#include "plugin/region_private.h"
#include "loft/loft_abi.h"
#include "spirv/spirv.h"

// The members below and those of the header are the same: the last one of each
// struct lies where this file believes it to.
_Static_assert(offsetof(loft_kernel_desc, param_kinds) == 80 &&
                   sizeof(loft_kernel_desc) == 88,
               "describe_kernel");
_Static_assert(offsetof(loft_region_desc, rest) == 156 &&
                   sizeof(loft_region_desc) == 160,
               "region_describe");
_Static_assert((int)LOFT_FOOTPRINT_HEAD == (int)REC_FOOTPRINT_HEAD, "chunks.c");
_Static_assert((int)LOFT_ROWS_LEAST == (int)REC_ROWS_LEAST, "core/rows.c");
_Static_assert((int)LOFT_LMAD_DIMS == (int)REC_LMAD_DIMS, "lmad.c");
_Static_assert(offsetof(loft_call, rows) == 56 && sizeof(loft_call) == 64,
               "region_body.c");
_Static_assert(offsetof(loft_rows, list) == 144 && sizeof(loft_rows) == 152,
               "region_rows.c");
_Static_assert(offsetof(loft_bind, name) == 32 && sizeof(loft_bind) == 40,
               "region_body.c");

LLVMBasicBlockRef
region_block(const region_fn *f, const char *name) {
  return LLVMAppendBasicBlockInContext(f->llvm, f->function, name);
}

LLVMValueRef
region_i32(const region_fn *f, int64_t v) {
  return LLVMConstInt(f->i32, (unsigned long long)v, 0);
}

LLVMValueRef
region_i64(const region_fn *f, int64_t v) {
  return LLVMConstInt(f->i64, (unsigned long long)v, 1);
}

LLVMValueRef
region_constant(const region_fn *f, const char *name, LLVMValueRef init,
                unsigned align) {
  LLVMValueRef g = LLVMAddGlobal(f->module, LLVMTypeOf(init), name);
  LLVMSetInitializer(g, init);
  LLVMSetLinkage(g, LLVMPrivateLinkage);
  LLVMSetGlobalConstant(g, 1);
  LLVMSetUnnamedAddress(g, LLVMGlobalUnnamedAddr);
  LLVMSetAlignment(g, align);
  return g;
}

// A private constant of "size" bytes at "data".
static LLVMValueRef
add_bytes(const region_fn *f, const char *name, const void *data, size_t size,
          unsigned align) {
  LLVMValueRef init =
      LLVMConstStringInContext(f->llvm, data, (unsigned)size, 1);
  return region_constant(f, name, init, align);
}

LLVMValueRef
region_string(const region_fn *f, const char *s) {
  return s ? add_bytes(f, "loft.str", s, strlen(s) + 1, 1)
           : LLVMConstNull(f->ptr);
}

// The kinds of the slots of parameters of "k": 0 a scalar, else the use of its
// buffer.
static LLVMValueRef
describe_params(const region_fn *f, const kn_func *k) {
  int n = kn_param_slots(k, k->params.n);
  uint8_t *kinds = NEW_ARRAY(f->cx->arena, uint8_t, n + 1);
  for (int i = 0; i < k->params.n; i++) {
    const kn_buf *b = k->params.at[i].buf;
    if (b)
      kinds[kn_param_slots(k, i)] = (uint8_t)((b->is_read ? LOFT_READ : 0) |
                                              (b->is_written ? LOFT_WRITE : 0));
  }
  return add_bytes(f, "loft.params", kinds, (size_t)n, 1);
}

// loft_kernel_desc of "k": CPU code "cpu", or the shader "spv".
static LLVMValueRef
describe_kernel(const region_fn *f, const kn_func *k, const region_kernel *cpu,
                const spv_gen_module *spv) {
  LLVMValueRef null = LLVMConstNull(f->ptr), local[3];
  for (int i = 0; i < 3; i++)
    local[i] = region_i32(f, i == 1 && k->tall ? 1 : k->local[i]);
  LLVMValueRef words =
      spv ? add_bytes(f, "loft.spirv", spv->words, 4 * (size_t)spv->n_words, 4)
          : null;
  LLVMValueRef members[] = {
      region_string(f, k->name),
      region_string(f, k->what ? k->what : ""),
      region_i32(f, k->loc.line),
      cpu ? cpu->code : null,
      cpu && cpu->wide ? cpu->wide : null,
      words,
      region_i32(f, spv ? spv->n_words : 0),
      region_i32(f, spv                               ? spv->features
                    : kn_uses(&k->body, IR_OP_WITHIN) ? LOFT_MAY_STRAY
                                                      : 0),
      LLVMConstArray2(f->i32, local, 3),
      region_i32(f, k->dims),
      region_i32(f, kn_param_slots(k, k->params.n)),
      describe_params(f, k),
  };
  return LLVMConstStructInContext(f->llvm, members, LOFT_COUNT(members), 0);
}

// A private constant array of "n" structs "all"; null when there are none.
static LLVMValueRef
add_structs(const region_fn *f, const char *name, LLVMValueRef *all, int n) {
  if (n == 0)
    return LLVMConstNull(f->ptr);
  LLVMTypeRef t = LLVMTypeOf(all[0]);
  return region_constant(f, name, LLVMConstArray2(t, all, (uint64_t)n), 8);
}

// The CPU kernels of "p", whose code is "code".
static LLVMValueRef
describe_cpu(const region_fn *f, const kn_program *p,
             const region_kernel *code) {
  int n = p->kernels.n;
  LLVMValueRef *kernels = NEW_ARRAY(f->cx->arena, LLVMValueRef, n);
  for (int k = 0; k < n; k++)
    kernels[k] = describe_kernel(f, p->kernels.at[k], &code[k], NULL);
  return add_structs(f, "loft.kernels", kernels, n);
}

// The device kernels of "p"; NULL when one has no shader, and why.
static LLVMValueRef
describe_gpu(const region_fn *f, const kn_program *p, const char **why) {
  loft_cx quiet = {
      .arena = f->cx->arena, .diag = diag_keep_first, .diag_user = why};
  int n = p->kernels.n;
  LLVMValueRef *kernels = NEW_ARRAY(f->cx->arena, LLVMValueRef, n);
  spv_gen_options options = {.own_rounding = f->rec->source->fast,
                             .contract = region_is_relaxed(f)};
  for (int k = 0; k < n; k++) {
    spv_gen_module spv = {0};
    const kn_func *fn = p->kernels.at[k];
    if (!spv_gen(&quiet, fn, &options, &spv))
      return NULL;
    kernels[k] = describe_kernel(f, fn, NULL, &spv);
  }
  return add_structs(f, "loft.kernels", kernels, n);
}

// Whether the original, with its inner regions, has the bits of lifted code.
static bool
has_same_inner(const region_fn *f) {
  plugin_inexact sum = {0}, own = f->region->inexact;
  bool exact = true;
  for (int k = 0; k < f->region->inner.n; k++) {
    const plugin_region *r = f->region->inner.at[k];
    exact &= r->is_exact;
    sum.sum += r->inexact.sum;
    sum.unknown |= r->inexact.unknown;
  }
  if (f->region->inner.n == 0)
    return false;
  return region_is_exact(f)
             ? exact
             : !sum.unknown && !own.unknown && sum.sum == own.sum;
}

// loft_region_desc.flags.
static int
flags_of(const region_fn *f) {
  return (kn_allocs_late(f->code->cpu) ? LOFT_LATE_ALLOC : 0) |
         (kn_reads_ahead(f->code->cpu) ? LOFT_READS_AHEAD : 0) |
         (region_is_exact(f) ? LOFT_EXACT : 0) |
         (has_same_inner(f) ? LOFT_HAS_INNER : 0) |
         (f->region->is_inner ? LOFT_IS_INNER : 0) |
         (plugin_computes_floats(f->rec) ? LOFT_FLOATS : 0) |
         (f->rec->source->fast ? LOFT_FLUSHES : 0) |
         (f->region->may_stay ? LOFT_MAY_STAY : 0);
}

int
region_bind_of(const region_fn *f, int k) {
  int n = 0;
  for (int i = 0; i < k; i++)
    n += region_is_array(f, i);
  return n;
}

// The pairs of binds that may be the same array.
static LLVMValueRef
describe_pairs(const region_fn *f) {
  int n = f->rec->n_pairs;
  LLVMValueRef *all = NEW_ARRAY(f->cx->arena, LLVMValueRef, n);
  for (int k = 0; k < n; k++) {
    const rec_pair *p = &f->rec->pairs[k];
    LLVMValueRef members[] = {region_i32(f, region_bind_of(f, p->read)),
                              region_i32(f, region_bind_of(f, p->written))};
    all[k] = LLVMConstStructInContext(f->llvm, members, 2, 0);
  }
  return add_structs(f, "loft.pairs", all, n);
}

// loft_param.kind of a parameter of that type.
static int
kind_of(ir_type t) {
  return t.array                ? 'a'
         : ir_is_float(t.elem)  ? 'f'
         : ir_is_signed(t.elem) ? 'i'
                                : 'u';
}

// How many slots the parameters take.
static int
n_slots(const region_fn *f) {
  return ir_slots_of(&f->rec->func->body->params, f->rec->n_captures);
}

// The parameters, for messages: one in each slot.
static LLVMValueRef
describe_region_params(const region_fn *f) {
  int n = 0;
  LLVMValueRef *all = NEW_ARRAY(f->cx->arena, LLVMValueRef, n_slots(f));
  for (int k = 0; k < f->rec->n_captures; k++) {
    ir_type t = f->rec->func->body->params.at[k]->type;
    for (int slot = 0; slot < ir_slots(t); slot++) {
      LLVMValueRef members[] = {region_string(f, f->rec->captures[k].name),
                                region_i32(f, slot ? '.' : kind_of(t)),
                                region_i32(f, ir_size(t.elem))};
      all[n++] = LLVMConstStructInContext(f->llvm, members, 3, 0);
    }
  }
  return add_structs(f, "loft.params", all, n);
}

// The parts of a loft_region_desc.
typedef struct description {
  int n_binds, n_cpu, n_gpu, flags, n_pairs, n_params;
  LLVMValueRef cpu, gpu, pairs, params, host, chunks; // NULL: none
  LLVMValueRef lmads, row_ends;                       // the same
  int n_results;
  const char *whole, *check;
} description;

// The constant "d" as a variable, which the runtime writes to.
static LLVMValueRef
add_description(const region_fn *f, const description *d) {
  const lt_region *source = f->rec->source;
  LLVMValueRef null = LLVMConstNull(f->ptr);
  LLVMValueRef members[] = {
      region_i32(f, LOFT_ABI_VERSION),
      region_i32(f, d->n_binds),
      region_string(f, source->name),
      region_string(f, source->stmt->loc.file ? source->stmt->loc.file : "?"),
      region_i32(f, source->stmt->loc.line),
      region_i32(f, d->n_cpu),
      region_i32(f, d->n_gpu),
      d->cpu ? d->cpu : null,
      d->gpu ? d->gpu : null,
      region_i32(f, d->flags),
      region_i32(f, d->n_pairs),
      region_i32(f, d->n_params),
      d->pairs ? d->pairs : null,
      d->params ? d->params : null,
      d->host ? d->host : null,
      region_i64(f, d->n_results),
      d->chunks ? d->chunks : null,
      region_string(f, d->whole),
      region_string(f, d->check),
      d->lmads ? d->lmads : null,
      d->row_ends ? d->row_ends : null,
      null,
      region_i32(f, 0),
      region_i32(f, 0),
  };
  LLVMValueRef init =
      LLVMConstStructInContext(f->llvm, members, LOFT_COUNT(members), 0);
  LLVMValueRef at = LLVMAddGlobal(f->module, LLVMTypeOf(init), "loft.region");
  LLVMSetInitializer(at, init);
  LLVMSetLinkage(at, LLVMPrivateLinkage);
  LLVMSetAlignment(at, 8);
  return at;
}

// The description of the inspector: its kernels alone.
static LLVMValueRef
describe_inspector(const region_fn *f) {
  const kn_program *p = f->code->inspector;
  description d = {.n_cpu = p->kernels.n,
                   .cpu = describe_cpu(f, p, f->inspector_kernels)};
  return add_description(f, &d);
}

// The description of the inspector for devices; NULL where it has no shaders.
// It has the binds of the arrays, which it reads.
static LLVMValueRef
describe_gpu_inspector(const region_fn *f) {
  const char *why = NULL;
  description d = {.n_binds = f->n_arrays,
                   .n_gpu = f->code->gpu_inspector->kernels.n,
                   .gpu = describe_gpu(f, f->code->gpu_inspector, &why)};
  return d.gpu ? add_description(f, &d) : NULL;
}

// The IR by which LOFT_CHECK finds iterations that meet; NULL where it need
// not.
static const char *
check_text(const region_fn *f) {
  sb out;
  if (!f->rec->trusts)
    return NULL;
  sb_init(&out, f->cx->arena);
  ir_print_func(&out, f->rec->func, NULL);
  return sb_str(&out);
}

bool
region_describe(region_fn *f) {
  const char *why = NULL;
  LLVMValueRef gpu = f->code->gpu ? describe_gpu(f, f->code->gpu, &why) : NULL;
  bool ok = gpu || !f->code->gpu;
  if (!ok)
    plugin_no_device(f->cx, f->rec, why);
  if (!gpu)
    f->code->gpu = f->code->gpu_inspector = NULL;
  description d = {.n_binds = f->n_binds,
                   .n_cpu = f->code->cpu->kernels.n,
                   .n_gpu = gpu ? f->code->gpu->kernels.n : 0,
                   .flags = flags_of(f),
                   .n_pairs = f->rec->n_pairs,
                   .n_params = n_slots(f),
                   .cpu = describe_cpu(f, f->code->cpu, f->cpu_kernels),
                   .gpu = gpu,
                   .pairs = describe_pairs(f),
                   .params = describe_region_params(f),
                   .host = f->host_cpu,
                   .chunks = f->chunks,
                   .lmads = f->lmads,
                   .row_ends = f->row_ends,
                   .whole = f->chunks ? NULL : f->rec->whole,
                   .check = check_text(f),
                   .n_results = ir_slots_of(&f->rec->func->body->last->ins,
                                            f->rec->func->body->last->ins.n)};
  f->desc = add_description(f, &d);
  if (f->inspect)
    f->inspector = describe_inspector(f);
  if (f->code->gpu_inspector)
    f->gpu_inspector = describe_gpu_inspector(f);
  if (!f->gpu_inspector)
    f->code->gpu_inspector = NULL;
  return ok;
}
