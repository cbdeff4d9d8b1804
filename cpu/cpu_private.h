// cpu/cpu_private.h: declarations that the files of cpu/ share.
//
//   cpu_value.c     types, constants, values
//   cpu_regs.c      registers
//   cpu_loop.c      loops that no statement has
//   cpu_scalar.c    scalar ops
//   cpu_meta.c      alias scopes and loop metadata
//   cpu_stride.c    loops that are better not vectorised
//   cpu_calls.c     statements of host functions: calls of the runtime
//   cpu_append.c    appends without a branch
//   cpu_filter.c    filters, conditions first
//   cpu_access.c    statements of kernels: elements, builtins
//   cpu_function.c  statements of both, one after the other
//   cpu_kernel.c    kernels
//   cpu_host.c      host functions
//   cpu_ahead.c     their loops that run ahead
//
// A register with one assignment, which comes before all its uses or is a
// constant, is the value assigned. Another one is an alloca in the entry block,
// of which LLVM's mem2reg makes SSA.
#ifndef LOFT_CPU_PRIVATE_H
#define LOFT_CPU_PRIVATE_H

#include "cpu/cpu.h"

// Loops around the statement at hand that are marked parallel.
typedef VEC(LLVMMetadataRef) cpu_groups;

typedef struct cpu_stride cpu_stride;

// The function under construction.
typedef struct cpu_fn {
  loft_cx *cx;
  LLVMContextRef llvm;
  LLVMModuleRef module;
  LLVMBuilderRef b;
  const kn_func *fn;
  LLVMValueRef function;
  LLVMValueRef *regs;      // by id: the alloca, or the value
  bool *is_value;          // by id: regs holds the value
  LLVMValueRef *bufs;      // by id: kernel: ptr of C index 0; host: alloca of
                           // the handle
  LLVMMetadataRef *scopes; // kernels, by buffer id: its alias.scope list
  LLVMMetadataRef *others; // kernels, by buffer id: its noalias list
  LLVMMetadataRef *spare;  // unused access groups
  LLVMValueRef alone;      // kernels that combine: this call runs all items
  LLVMValueRef assumes;    // kernels that check subscripts: the run asks it to
  cpu_stride *strides;     // scratch of cpu_stays_scalar()
  const kn_stmt *loop;     // the innermost one around; NULL: none
  LLVMValueRef taken;      // in an append without a branch: its condition
  LLVMValueRef nowhere;    // where those that are not taken store; NULL: none
  cpu_groups groups;       // access groups of the parallel loops around
  LLVMValueRef args, bits; // host: argument block and out-slot of calls
  // Host: of a loop that runs ahead, how many iterations are under way beside
  // this one (i32), the last element asked for (i64), and the registers at the
  // start of each, as 8-byte slots.
  LLVMValueRef n_ahead, asked, saved;
  bool failed; // an error was reported
} cpu_fn;

// -- cpu_value.c ------------------------------------------------------------
// The LLVM type of a register ("bool" is i1), and of an element in memory.
LLVMTypeRef cpu_reg_type(cpu_fn *f, ir_scalar type);
LLVMTypeRef cpu_mem_type(cpu_fn *f, ir_scalar type);
LLVMTypeRef cpu_i64(cpu_fn *f);
LLVMValueRef cpu_const_i64(cpu_fn *f, int64_t value);
// A constant of "type" with these bits.
LLVMValueRef cpu_const_bits(cpu_fn *f, ir_scalar type, ir_bits bits);
// A value as it lies in memory, and back.
LLVMValueRef cpu_to_mem(cpu_fn *f, ir_scalar type, LLVMValueRef value);
LLVMValueRef cpu_from_mem(cpu_fn *f, ir_scalar type, LLVMValueRef value);
// The address of 8-byte slot "k" of a block of them.
LLVMValueRef cpu_slot(cpu_fn *f, LLVMValueRef block, int k);
// The scalar whose slots begin with slot "k", and back, all of their bytes.
LLVMValueRef cpu_load_slot(cpu_fn *f, ir_scalar type, LLVMValueRef block,
                           int k);
void cpu_store_slot(cpu_fn *f, ir_scalar type, LLVMValueRef value,
                    LLVMValueRef block, int k);
// A scalar other than an f80 as a u64, zero-extended.
LLVMValueRef cpu_to_word(cpu_fn *f, ir_scalar type, LLVMValueRef value);
// A basic block appended to the function.
LLVMBasicBlockRef cpu_new_block(cpu_fn *f, const char *name);
// Reports (internal) that a statement cannot be emitted; the function stays
// well formed.
void cpu_fail(cpu_fn *f, const kn_stmt *s, const char *what);

// -- cpu_regs.c -------------------------------------------------------------
// Decides how each register of f->fn is kept; allocas where the builder is.
void cpu_make_registers(cpu_fn *f);
// Reads and assigns a register.
LLVMValueRef cpu_get(cpu_fn *f, const kn_reg *r);
void cpu_set(cpu_fn *f, const kn_reg *r, LLVMValueRef value);

// -- cpu_loop.c -------------------------------------------------------------
// A loop under construction, with one value that its iterations carry.
typedef struct cpu_loop {
  LLVMBasicBlockRef header, body, done;
  LLVMValueRef i; // the value
} cpu_loop;
// Begins a loop that carries "from" first; the builder is where its test is to
// be.
cpu_loop cpu_begin_loop(cpu_fn *f, LLVMValueRef from);
// Enters its body where "test" holds, else leaves it.
void cpu_enter_loop(cpu_fn *f, const cpu_loop *l, LLVMValueRef test);
// Ends it, the next iteration getting "next". Its back edge.
LLVMValueRef cpu_end_loop(cpu_fn *f, const cpu_loop *l, LLVMValueRef next);
// Begins for (i = from; i < end;).
cpu_loop cpu_begin_count(cpu_fn *f, LLVMValueRef from, LLVMValueRef end);
// Ends it: i += step. Its back edge.
LLVMValueRef cpu_end_count(cpu_fn *f, const cpu_loop *l, int64_t step);

// -- cpu_ahead.c ------------------------------------------------------------
// Makes the variables of loops that run ahead, if "f" has some.
void cpu_make_ahead(cpu_fn *f);
// Before such a loop; where an iteration begins; in place of the load of its
// answer; behind the loop.
void cpu_begin_ahead(cpu_fn *f);
void cpu_save_ahead(cpu_fn *f, const kn_stmt *loop);
void cpu_emit_ask(cpu_fn *f, const kn_stmt *s);
void cpu_end_ahead(cpu_fn *f, const kn_stmt *loop);

// -- cpu_max.c ---------------------------------------------------------
// True when "s", an op of "fn", is a maximum of a register that is always a
// number from 0.0 on, and an absolute value.
bool cpu_is_free_max(const kn_func *fn, const kn_stmt *s);

// -- cpu_scalar.c -----------------------------------------------------------
// One scalar op on register values. MATH ops are reported.
LLVMValueRef cpu_emit_scalar(cpu_fn *f, const kn_stmt *s, LLVMValueRef *args);
// The number of the lowest bit of "bits" that is set; one is.
LLVMValueRef cpu_emit_first_bit(cpu_fn *f, LLVMValueRef bits);

// -- cpu_meta.c -------------------------------------------------------------
// Alias scopes of the buffers, access groups of the parallel loops.
void cpu_meta_begin(cpu_fn *f);
// Marks a load or store of "buf" with its scopes and the groups around.
void cpu_meta_access(cpu_fn *f, LLVMValueRef access, const kn_buf *buf);
// The same for a load that is of one buffer or another: with the groups alone.
void cpu_meta_either(cpu_fn *f, LLVMValueRef load);
// Enters a parallel loop: its access group, to be given to cpu_meta_leave.
void cpu_meta_enter(cpu_fn *f);
// Leaves it; "branch" is its back edge, "count" its iterations, 0 when they are
// no constant. "scalar": it is not to be vectorised.
void cpu_meta_leave(cpu_fn *f, LLVMValueRef branch, int64_t count, bool scalar);
// Keeps the loop with back edge "branch" from being vectorised.
void cpu_meta_scalar(cpu_fn *f, LLVMValueRef branch);

// Says that nobody knows which way "select" goes.
void cpu_meta_unpredictable(cpu_fn *f, LLVMValueRef select);
// Says that "branch" takes its first way nearly always.
void cpu_meta_likely(cpu_fn *f, LLVMValueRef branch);

// -- cpu_stride.c -----------------------------------------------------------
// Whether "loop" is not to be vectorised: it computes too little for the
// elements far apart that it writes, or LLVM would do it wrong.
bool cpu_stays_scalar(cpu_fn *f, const kn_stmt *loop);

// -- cpu_append.c -----------------------------------------------------------
// The statement of "block" that assigns "r", or NULL.
const kn_stmt *cpu_find_assignment(const kn_block *block, const kn_reg *r);
// True when "buf" is an array of its own: not the rows behind pointers.
bool cpu_is_plain(const kn_buf *buf);
// Whether "s", an if, only stores, at places that the loop around carries.
bool cpu_is_append(const cpu_fn *f, const kn_stmt *s);
// "at", the place of a store, or in an append that is not taken another one.
LLVMValueRef cpu_taken_place(cpu_fn *f, LLVMValueRef at);

// -- cpu_filter.c -----------------------------------------------------------
// Emits loop "s", if that only adds to a counter and stores where it was, on a
// condition, its statements by "emit"; false: it does not.
typedef void cpu_block_fn(cpu_fn *f, const kn_block *block);
bool cpu_emit_filter(cpu_fn *f, const kn_stmt *s, cpu_block_fn *emit);

// -- cpu_calls.c
// --------------------------------------------------------------- Calls runtime
// function "name", declaring it first if need be.
LLVMValueRef cpu_call(cpu_fn *f, const char *name, LLVMTypeRef result,
                      LLVMValueRef *args, int n);
void cpu_emit_launch(cpu_fn *f, const kn_stmt *s);
void cpu_emit_alloc(cpu_fn *f, const kn_stmt *s);
void cpu_emit_bound(cpu_fn *f, const kn_stmt *s);
void cpu_emit_threads(cpu_fn *f, const kn_stmt *s);
void cpu_emit_free(cpu_fn *f, const kn_stmt *s);
void cpu_emit_rebind(cpu_fn *f, const kn_stmt *s);
void cpu_emit_return_reg(cpu_fn *f, const kn_stmt *s);
void cpu_emit_return_buf(cpu_fn *f, const kn_stmt *s);
void cpu_emit_host_load(cpu_fn *f, const kn_stmt *s);
// The call of loft_run_ask for element "i" of "buf"; f->bits gets its answer.
void cpu_call_ask(cpu_fn *f, const kn_buf *buf, LLVMValueRef i,
                  LLVMValueRef ahead, LLVMValueRef must);
void cpu_emit_host_store(cpu_fn *f, const kn_stmt *s);

// -- cpu_access.c
// --------------------------------------------------------------
void cpu_emit_kernel_load(cpu_fn *f, const kn_stmt *s);
void cpu_emit_combine(cpu_fn *f, const kn_stmt *s);
void cpu_emit_readable(cpu_fn *f, const kn_stmt *s);
void cpu_emit_kernel_store(cpu_fn *f, const kn_stmt *s);
// if (args[0]) { x = a[i]; dst = x } else { y = b[i]; dst = y } without a
// branch.
void cpu_emit_either_load(cpu_fn *f, const kn_stmt *s);
void cpu_emit_builtin(cpu_fn *f, const kn_stmt *s);

// -- cpu_function.c
// ------------------------------------------------------------ Starts an
// internal function: the entry block with the registers, then the block the
// builder is left in.
void cpu_begin(cpu_fn *f, loft_cx *cx, LLVMModuleRef m, const kn_func *fn,
               const char *name, LLVMTypeRef type);
// Returns "result" (NULL: void) and ends the function.
void cpu_end(cpu_fn *f, LLVMValueRef result);
// The statements of "block" in order.
void cpu_emit_block(cpu_fn *f, const kn_block *block);

#endif
