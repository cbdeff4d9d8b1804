// plugin/region_chunk.c: the loft_chunks of a region: its code for some
// iterations alone, which is compiled like a region of its own.
#include "plugin/region_private.h"
#include "loft/loft_abi.h"
#include <stddef.h>

_Static_assert(offsetof(loft_chunks, flags) == 72 && sizeof(loft_chunks) == 80,
               "describe_chunks");
_Static_assert((int)LOFT_COUNTS == (int)IR_COUNTS &&
                   (int)LOFT_SUMS == (int)IR_SUMS &&
                   (int)LOFT_PRODUCTS == (int)IR_PRODUCTS &&
                   (int)LOFT_KEYED_LEAST == (int)IR_KEYED_LEAST &&
                   (int)LOFT_KEYED_MOST == (int)IR_KEYED_MOST,
               "describe_chunks");

// The parameters of "chunk" as captures: those of "whole", then values that the
// runtime gives.
static rec_capture *
list_captures(arena *a, const rec_region *whole, const rec_chunk *chunk) {
  int n = chunk->func->body->params.n;
  rec_capture *all = NEW_ARRAY(a, rec_capture, n);
  memcpy(all, whole->captures, sizeof *all * (size_t)whole->n_captures);
  for (int k = whole->n_captures; k < n; k++) {
    const ir_val *p = chunk->func->body->params.at[k];
    all[k] = (rec_capture){.kind = REC_VALUE,
                           .elem = p->type.elem,
                           .declared = -1,
                           .name = p->name};
  }
  return all;
}

// The region that "chunk" of "whole" is compiled as.
static plugin_region *
as_region(arena *a, const plugin_region *whole, const rec_chunk *chunk) {
  rec_region *rec = NEW(a, rec_region);
  plugin_region *r = NEW(a, plugin_region);
  *rec = *whole->rec;
  rec->func = chunk->func;
  rec->module = chunk->func->module;
  rec->footprint = chunk->footprint;
  rec->guard = rec->estimate = rec->lmads = NULL;
  rec->chunk = NULL;
  rec->captures = list_captures(a, whole->rec, chunk);
  rec->n_captures = chunk->func->body->params.n;
  *r = *whole;
  r->rec = rec;
  r->code = NULL;
  r->name = arena_printf(a, "%s.chunk", whole->name);
  r->may_stay = false;
  r->chunk = chunk;
  return r;
}

// ir_walk_fn: false at an element that iterations share.
static bool
shares_nothing(void *user, ir_op *op) {
  (void)user;
  return op->code != IR_OP_COMBINE;
}

// Whether "f" makes arrays on the host level.
static bool
has_own_arrays(const ir_func *f) {
  ir_foreach_op (op, f->body)
    if (op->code == IR_OP_ALLOC)
      return true;
  return false;
}

// loft_chunks.flags of the chunks "f" is the code of.
static int
flags_of(const region_fn *f, const rec_chunk *chunk) {
  bool apart = (chunk->n_folds == 0 || chunk->join) && !chunk->waits &&
               ir_walk(f->rec->func->body, shares_nothing, NULL);
  int flags = (chunk->blocks ? LOFT_CHUNKS_BLOCKS : 0) |
              (chunk->until ? LOFT_CHUNKS_UNTIL : 0) |
              (chunk->keyed ? LOFT_CHUNKS_KEYED | LOFT_CHUNKS_OWN : 0) |
              (has_own_arrays(f->rec->func) ? LOFT_CHUNKS_OWN : 0);
  return apart ? 0 : LOFT_CHUNKS_IN_ORDER | flags;
}

// A constant array of "n" numbers, at least one.
static LLVMValueRef
add_numbers(const region_fn *f, const char *name, const int *at, int n) {
  LLVMValueRef *all = NEW_ARRAY(f->cx->arena, LLVMValueRef, n + 1);
  for (int k = 0; k <= n; k++)
    all[k] = region_i32(f, k < n ? at[k] : 0);
  return region_constant(f, name, LLVMConstArray2(f->i32, all, (uint64_t)n + 1),
                         4);
}

// loft_chunks of "whole", "f" being the code of "chunk".
static LLVMValueRef
describe_chunks(const region_fn *whole, const region_fn *f,
                const rec_chunk *chunk) {
  arena *a = f->cx->arena;
  const ir_vals *out = &whole->rec->func->body->last->ins;
  int *modes = NEW_ARRAY(a, int, f->n_arrays + 1);
  int *results = NEW_ARRAY(a, int, out->n + 1), n = 0;
  for (int k = 0; k < whole->rec->n_captures; k++)
    if (region_is_array(whole, k))
      modes[n++] = f->rec->func->param_mode[k];
  for (int k = 0; k < out->n; k++)
    results[k] =
        out->at[k]->type.array
            ? region_bind_of(whole, ir_storage_root(out->at[k], NULL)->index)
            : -1;
  LLVMValueRef members[] = {f->desc,
                            f->host_gpu,
                            f->footprint,
                            f->range,
                            f->join ? f->join : LLVMConstNull(f->ptr),
                            f->end ? f->end : LLVMConstNull(f->ptr),
                            add_numbers(f, "loft.modes", modes, n),
                            add_numbers(f, "loft.results", results, out->n),
                            region_i32(f, n),
                            region_i32(f, chunk->n_folds),
                            region_i32(f, flags_of(f, chunk)),
                            region_i32(f, 0)};
  LLVMValueRef init =
      LLVMConstStructInContext(f->llvm, members, LOFT_COUNT(members), 0);
  return region_constant(f, "loft.chunks", init, 8);
}

void
region_emit_chunks(region_fn *f) {
  plugin_state *s = f->state;
  const rec_chunk *chunk = f->rec->chunk;
  diag_fn said_to = s->cx.diag;
  int n_errors = s->cx.n_errors;
  if (!chunk || !f->code->gpu)
    return;
  region_fn *g = NEW(s->cx.arena, region_fn);
  plugin_region *r = as_region(s->cx.arena, f->region, chunk);
  *g = (region_fn){.state = s,
                   .cx = f->cx,
                   .region = r,
                   .rec = r->rec,
                   .module = f->module,
                   .llvm = f->llvm,
                   .b = f->b,
                   .function = f->function,
                   .caller = f->caller,
                   .ptr = f->ptr,
                   .i8 = f->i8,
                   .i32 = f->i32,
                   .i64 = f->i64,
                   .f64 = f->f64,
                   .n_arrays = f->n_arrays,
                   .n_binds = f->n_binds};
  s->cx.diag = NULL; // it has been said of the whole
  bool ok = region_emit_parts(g) && g->host_gpu && g->range &&
            !g->join == !chunk->join && !g->end == !chunk->end;
  s->cx.diag = said_to;
  s->cx.n_errors = n_errors;
  f->part = g;
  if (ok)
    f->chunks = describe_chunks(f, g, chunk);
}
