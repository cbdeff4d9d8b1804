// cpu/cpu_loop.c: loops that no statement has, the test in the header and one
// back edge.
#include "cpu/cpu_private.h"

cpu_loop
cpu_begin_loop(cpu_fn *f, LLVMValueRef from) {
  LLVMBasicBlockRef before = LLVMGetInsertBlock(f->b);
  cpu_loop l = {.header = cpu_new_block(f, "loop"),
                .body = cpu_new_block(f, "body"),
                .done = cpu_new_block(f, "done")};
  LLVMBuildBr(f->b, l.header);
  LLVMPositionBuilderAtEnd(f->b, l.header);
  l.i = LLVMBuildPhi(f->b, LLVMTypeOf(from), "");
  LLVMAddIncoming(l.i, &from, &before, 1);
  return l;
}

void
cpu_enter_loop(cpu_fn *f, const cpu_loop *l, LLVMValueRef test) {
  LLVMBuildCondBr(f->b, test, l->body, l->done);
  LLVMPositionBuilderAtEnd(f->b, l->body);
}

LLVMValueRef
cpu_end_loop(cpu_fn *f, const cpu_loop *l, LLVMValueRef next) {
  LLVMBasicBlockRef last = LLVMGetInsertBlock(f->b);
  LLVMValueRef branch = LLVMBuildBr(f->b, l->header);
  LLVMAddIncoming(l->i, &next, &last, 1);
  LLVMPositionBuilderAtEnd(f->b, l->done);
  return branch;
}

cpu_loop
cpu_begin_count(cpu_fn *f, LLVMValueRef from, LLVMValueRef end) {
  cpu_loop l = cpu_begin_loop(f, from);
  cpu_enter_loop(f, &l, LLVMBuildICmp(f->b, LLVMIntSLT, l.i, end, ""));
  return l;
}

LLVMValueRef
cpu_end_count(cpu_fn *f, const cpu_loop *l, int64_t step) {
  LLVMValueRef by = cpu_const_i64(f, step);
  return cpu_end_loop(f, l, LLVMBuildNSWAdd(f->b, l->i, by, ""));
}
