// cpu/cpu_stride.c: loops that are better not vectorised.
//
// Fields of structures are elements that lie far apart. LLVM writes such by
// scatters, which it holds for cheap, and which cost more than the loop saves
// unless it computes much: 2M structures of 40 bytes, of which five fields are
// written, took 47 ms, without vectors 8 (2 cores of Zen 5, AVX-512). So do
// rows of a private array that a loop in the loop goes along, which LLVM writes
// out: running sums of 1M f32 took 1.17 ms, without vectors 0.51 (one of these
// cores).
//
// LLVM 22 (22.1.8; 19 does not) takes the check that a wide integer does not
// wrap for one of a narrower, too: x[(unsigned)i + 2u] * y[(i + 1) & 7] reads
// eight neighbours of y from 1 on. Loops with zero extensions, or masks, of
// several widths stay scalar where these are of the loop's counter.
#include "cpu/cpu_private.h"

enum {
  NEAR = 4,       // elements apart that LLVM writes together
  OPS_A_STORE = 8 // that make up for a scatter
};

// How far a register is from one iteration to the next; all zero: invariant.
struct cpu_stride {
  bool unknown;
  bool is_constant;
  int64_t step, value; // value: of a constant
};

typedef struct search {
  cpu_stride *of; // by register
  int ops, stores;
  uint64_t widths; // bit k: of something with a stride the low k bits are used
} search;

// The stride of the result of "s".
static cpu_stride
stride_of_op(const search *z, const kn_stmt *s) {
  const cpu_stride *x = &z->of[s->args[0]->id];
  const cpu_stride *y = s->n_args > 1 ? &z->of[s->args[1]->id] : x;
  cpu_stride out = {.unknown = x->unknown || y->unknown};
  if (s->op == IR_OP_ADD)
    out.unknown |= __builtin_add_overflow(x->step, y->step, &out.step);
  else if (s->op == IR_OP_SUB)
    out.unknown |= __builtin_sub_overflow(x->step, y->step, &out.step);
  else if (s->op == IR_OP_MUL && y->is_constant)
    out.unknown |= __builtin_mul_overflow(x->step, y->value, &out.step);
  else if (s->op == IR_OP_MUL && x->is_constant)
    out.unknown |= __builtin_mul_overflow(y->step, x->value, &out.step);
  else if (s->op == IR_OP_CONVERT)
    out.step = x->step;
  else
    out.unknown |= x->step || y->step;
  return out;
}

// The number of low bits that "s" takes of an operand with a stride; 0: it does
// something else.
static int
low_bits(const search *z, const kn_stmt *s) {
  const cpu_stride *x = &z->of[s->args[0]->id];
  const cpu_stride *y = s->n_args > 1 ? &z->of[s->args[1]->id] : x;
  ir_scalar from = s->args[0]->type, to = s->dst->type;
  if (x->unknown || !x->step || ir_is_float(from) || ir_is_float(to))
    return 0;
  uint64_t bits = (uint64_t)y->value;
  if (s->op == IR_OP_AND && y->is_constant && bits && !(bits & (bits + 1)))
    return __builtin_popcountll(bits);
  if (s->op == IR_OP_REM && y->is_constant && bits && !(bits & (bits - 1)))
    return __builtin_ctzll(bits);
  bool widens = s->op == IR_OP_CONVERT && !ir_is_signed(from) &&
                ir_size(to) > ir_size(from);
  return widens ? 8 * ir_size(from) : 0;
}

// Looks at the statements of "block".
static void
look(search *z, const kn_block *block) {
  for (int k = 0; k < block->n; k++) {
    const kn_stmt *s = block->at[k];
    const cpu_stride *at = s->n_args ? &z->of[s->args[0]->id] : NULL;
    if (s->kind == KN_COPY)
      z->of[s->dst->id] = *at;
    else if (s->kind == KN_LOOP && s->dst)
      z->of[s->dst->id] = (cpu_stride){0}; // the same in all iterations
    else if (s->kind == KN_OP) {
      z->widths |= UINT64_C(1) << (low_bits(z, s) & 63);
      z->of[s->dst->id] = stride_of_op(z, s);
    } else if (s->dst && s->kind != KN_CONST)
      z->of[s->dst->id] = (cpu_stride){.unknown = true};
    z->ops += s->kind == KN_OP && s->dst->type != IR_I64;
    z->stores += s->kind == KN_STORE && !at->unknown &&
                 (at->step > NEAR || at->step < -NEAR);
    look(z, &s->body[0]);
    look(z, &s->body[1]);
  }
}

// Makes the registers that "block" assigns invariant again.
static void
forget(search *z, const kn_block *block) {
  for (int k = 0; k < block->n; k++) {
    const kn_stmt *s = block->at[k];
    if (s->dst && s->kind != KN_CONST)
      z->of[s->dst->id] = (cpu_stride){0};
    forget(z, &s->body[0]);
    forget(z, &s->body[1]);
  }
}

// The stride of register "r" outside of all loops.
static cpu_stride
stride_outside(const cpu_fn *f, const kn_reg *r) {
  LLVMValueRef v = f->is_value[r->id] ? f->regs[r->id] : NULL;
  if (!v || !LLVMIsAConstantInt(v))
    return (cpu_stride){0};
  int64_t value = ir_is_signed(r->type) ? LLVMConstIntGetSExtValue(v)
                                        : (int64_t)LLVMConstIntGetZExtValue(v);
  return (cpu_stride){.is_constant = true, .value = value};
}

// The strides of all registers of "f" outside of all loops.
static cpu_stride *
new_strides(const cpu_fn *f) {
  cpu_stride *of = NEW_ARRAY(f->cx->arena, cpu_stride, f->fn->regs.n);
  for (int k = 0; k < f->fn->regs.n; k++)
    of[k] = stride_outside(f, f->fn->regs.at[k]);
  return of;
}

// True when a loop in "block" may run another number of times each time: LLVM
// vectorises no loop around such.
static bool
has_open_loop(const cpu_fn *f, const kn_block *block) {
  for (int k = 0; k < block->n; k++) {
    const kn_stmt *s = block->at[k];
    if ((s->kind == KN_LOOP &&
         (s->cond || !s->count || !stride_outside(f, s->count).is_constant)) ||
        has_open_loop(f, &s->body[0]) || has_open_loop(f, &s->body[1]))
      return true;
  }
  return false;
}

bool
cpu_stays_scalar(cpu_fn *f, const kn_stmt *loop) {
  if (has_open_loop(f, &loop->body[0]))
    return false;
  if (!f->strides)
    f->strides = new_strides(f);
  search z = {.of = f->strides};
  if (loop->dst)
    z.of[loop->dst->id].step = 1;
  look(&z, &loop->body[0]);
  forget(&z, &loop->body[0]);
  if (loop->dst)
    z.of[loop->dst->id].step = 0;
  z.widths &= ~UINT64_C(1);
  bool mixes = (z.widths & (z.widths - 1)) != 0;
  return mixes || z.ops < OPS_A_STORE * z.stores;
}
