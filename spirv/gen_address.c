// spirv/gen_address.c: addresses of array elements.
//
//   %q = mul k n                    at = base + 4 * j        outside the loop
//   %i = add q j                    at = at + 4 * q          inside
//   %i3 = add i 96; load b[i3]      at = at + 384            an offset
//
// An index is taken apart into the terms of its sum, and these are added to the
// base from the outermost loop's inwards, constants last. So drivers find what
// stays the same in a loop, and what neighbours share; they do not reorder
// 64-bit sums by themselves.
#include "spirv/gen_private.h"

enum { MAX_TERMS = 8 };

// The terms of an index.
typedef struct sum {
  const kn_reg *terms[MAX_TERMS]; // outermost first
  int n;
  uint64_t constant;
} sum;

// The state of register "r" while a kernel is emitted.
static gen_reg *
state_of(const gen *g, const kn_reg *r) {
  return &g->regs[r->id];
}

void
gen_open_reg(gen *g, const kn_reg *r, const kn_stmt *def, int depth) {
  gen_reg *to = state_of(g, r);
  if (to->writes != 1)
    return;
  to->is_open = true;
  to->def = def;
  to->depth = depth;
}

void
gen_close_reg(gen *g, const kn_reg *r) {
  state_of(g, r)->is_open = false;
}

// How deep in loops "r" gets its value; unknown ones count as innermost.
static int
depth_of(const gen *g, const kn_reg *r) {
  const gen_reg *s = state_of(g, r);
  return s->is_open ? s->depth : g->depth;
}

// Adds a term behind those of the same depth.
static void
add_term(const gen *g, sum *to, const kn_reg *r) {
  int at = to->n++;
  for (; at > 0 && depth_of(g, to->terms[at - 1]) > depth_of(g, r); at--)
    to->terms[at] = to->terms[at - 1];
  to->terms[at] = r;
}

bool
gen_is_element(const gen *g, const kn_reg *r) {
  const gen_reg *s = state_of(g, r);
  return s->is_open && s->def && s->def->kind == KN_LOAD &&
         s->def->buf->space == KN_GLOBAL;
}

const kn_stmt *
gen_open_def(const gen *g, const kn_reg *r, ir_opcode op) {
  const gen_reg *s = state_of(g, r);
  if (!s->is_open || !s->def || s->def->kind != KN_OP || s->def->op != op)
    return NULL;
  for (int k = 0; k < s->def->n_args; k++)
    if (!state_of(g, s->def->args[k])->is_open)
      return NULL;
  return s->def;
}

// Adds the terms of "r"; there is room for "room" of them, at least one.
static void
add_terms(const gen *g, sum *to, const kn_reg *r, int room) {
  const gen_reg *s = state_of(g, r);
  const kn_stmt *def = gen_open_def(g, r, IR_OP_ADD);
  if (s->is_open && s->def && s->def->kind == KN_CONST) {
    to->constant += s->def->bits;
  } else if (def && room > 1) {
    int before = to->n;
    add_terms(g, to, def->args[0], room - 1);
    add_terms(g, to, def->args[1], room - (to->n - before));
  } else {
    add_term(g, to, r);
  }
}

uint32_t
gen_address(gen *g, uint32_t base, const kn_reg *index, int size) {
  sum s = {0};
  uint32_t u64 = gen_type(g, IR_U64), at = base;
  uint32_t bytes = gen_u64(g, (uint64_t)size);
  add_terms(g, &s, index, MAX_TERMS);
  for (int k = 0; k < s.n; k++) {
    uint32_t term = gen_load_reg(g, s.terms[k]);
    uint32_t offset = GEN(g, SpvOpIMul, u64, term, bytes);
    at = GEN(g, SpvOpIAdd, u64, at, offset);
  }
  if (s.constant)
    at = GEN(g, SpvOpIAdd, u64, at, gen_u64(g, s.constant * (uint64_t)size));
  return at;
}

uint32_t
gen_element(gen *g, const kn_buf *b, const kn_reg *index, uint32_t *type) {
  *type = gen_memory_type(g, b->elem, b->space);
  if (b->space != KN_GLOBAL) {
    uint32_t storage = b->space == KN_SHARED ? SpvStorageClassWorkgroup
                                             : SpvStorageClassFunction;
    uint32_t narrow =
        GEN(g, SpvOpUConvert, gen_type(g, IR_U32), gen_load_reg(g, index));
    return GEN(g, SpvOpAccessChain, gen_pointer_type(g, storage, *type),
               g->buf_ids[b->id], narrow);
  }
  uint32_t at = gen_address(g, g->buf_ids[b->id], index, ir_size(b->elem));
  return GEN(g, SpvOpConvertUToPtr,
             gen_pointer_type(g, SpvStorageClassPhysicalStorageBuffer, *type),
             at);
}
