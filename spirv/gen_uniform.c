// spirv/gen_uniform.c: loops that all work-items leave after the same number of
// iterations, for devices whose compilers err there.
//
// NVIDIA's (580.159, H200) keeps what is the same for all work-items of a warp
// in registers and conditions of their own. Where a sum over the columns of a
// row is followed by a branch with a load from memory, the branch took the
// wrong value, or the loop never ended: one of some 20,000 random programs.
// Changes of the sum and of the branch left it wrong; it is right once the
// number of iterations seems to differ between work-items (docs/numerics.md).
#include "spirv/gen_private.h"

// Whether a barrier is in "b".
static bool
has_barrier(const kn_block *b) {
  for (int i = 0; i < b->n; i++)
    if (b->at[i]->kind == KN_BARRIER || has_barrier(&b->at[i]->body[0]) ||
        has_barrier(&b->at[i]->body[1]))
      return true;
  return false;
}

// Whether memory of the whole device is read in "b".
static bool
has_load(const kn_block *b) {
  for (int i = 0; i < b->n; i++)
    if ((b->at[i]->kind == KN_LOAD && b->at[i]->buf->space == KN_GLOBAL) ||
        has_load(&b->at[i]->body[0]) || has_load(&b->at[i]->body[1]))
      return true;
  return false;
}

// Whether "s" is a loop that ends by its count alone, which is not a constant.
// Around barriers all work-items must take the same number, and be seen to.
static bool
is_counted(const gen *g, const kn_stmt *s) {
  return s->kind == KN_LOOP && s->count && !s->cond &&
         !(g->regs[s->count->id].writes == 1 && g->regs[s->count->id].known) &&
         !has_barrier(&s->body[0]);
}

// Marks the counters of such loops in "b", but not in its branches, where
// work-items part anyway. "branch": a branch with a load is behind "b"; returns
// whether one is in or behind "b".
static bool
mark(gen *g, const kn_block *b, bool branch) {
  for (int i = b->n - 1; i >= 0; i--) {
    const kn_stmt *s = b->at[i];
    if (branch && is_counted(g, s))
      g->has_varied = g->regs[s->dst->id].is_varied = true;
    if (s->kind == KN_LOOP)
      branch = mark(g, &s->body[0], branch);
    else if (s->kind == KN_IF)
      branch |= has_load(&s->body[0]) || has_load(&s->body[1]);
  }
  return branch;
}

void
gen_mark_varied(gen *g) {
  mark(g, &g->k->body, false);
}

void
gen_load_varied(gen *g) {
  uint32_t u64 = gen_type(g, IR_U64);
  if (g->has_varied)
    g->varied =
        GEN(g, SpvOpSelect, u64, gen_spec(g, SPV_GEN_SPEC_VARY),
            GEN(g, SpvOpBitwiseAnd, u64, g->item[0], g->zero), gen_u64(g, 0));
}

uint32_t
gen_varied(gen *g, const kn_reg *counter, uint32_t n) {
  if (!g->regs[counter->id].is_varied)
    return n;
  uint32_t type = gen_type(g, counter->type), zero = g->varied;
  if (ir_size(counter->type) < 8)
    zero = GEN(g, SpvOpUConvert, type, zero);
  return GEN(g, SpvOpBitwiseOr, type, n, zero);
}
