// plugin/region_said.c: the calls that are made behind a region (lower_said.c).
//
//   for (t < n) switch (messages[8 * t]) { case 0: printf("%d\n", ..); .. }
//
// Like the original's, these calls may end the thread (pthread_cancel).
#include "plugin/region_private.h"

// The bytes of the constant text behind argument "e".
static LLVMValueRef
build_text(const region_fn *f, const lt_expr *e) {
  while (e->kind == LT_CAST)
    e = e->a;
  int64_t n = e->var->n_init;
  char *s = arena_alloc(f->cx->arena, (size_t)n + 1);
  for (int64_t k = 0; k < n; k++)
    s[k] = (char)e->var->init[k];
  s[n] = 0;
  return region_string(f, s);
}

// The stream that argument "e" is now.
static LLVMValueRef
build_stream(const region_fn *f, const lt_expr *e) {
  while (e->kind == LT_CAST)
    e = e->a;
  LLVMValueRef g = LLVMGetNamedGlobal(f->module, e->var->name);
  if (!g)
    g = LLVMAddGlobal(f->module, f->ptr, e->var->name);
  return LLVMBuildLoad2(f->b, f->ptr, g, "");
}

// Slot "k" of the message at "at", a number of type "elem".
static LLVMValueRef
build_number(const region_fn *f, LLVMValueRef at, int k, ir_scalar elem) {
  LLVMTypeRef t = elem == IR_F64       ? f->f64
                  : ir_size(elem) == 4 ? f->i32
                                       : f->i64;
  LLVMValueRef index = region_i64(f, k);
  return LLVMBuildLoad2(f->b, t, LLVMBuildGEP2(f->b, f->i64, at, &index, 1, ""),
                        "");
}

// The texts that arguments are chosen from: an array of their addresses.
static LLVMValueRef
build_texts(const region_fn *f) {
  int n = f->rec->n_texts;
  LLVMValueRef *texts = NEW_ARRAY(f->cx->arena, LLVMValueRef, n + 1);
  for (int k = 0; k < n; k++) {
    const lt_expr e = {.kind = LT_VAR, .var = (lt_var *)f->rec->texts[k]};
    texts[k] = build_text(f, &e);
  }
  LLVMTypeRef type = LLVMArrayType2(f->ptr, (uint64_t)n);
  LLVMValueRef g = LLVMAddGlobal(f->module, type, "loft_texts");
  LLVMSetInitializer(g, LLVMConstArray2(f->ptr, texts, (uint64_t)n));
  LLVMSetGlobalConstant(g, true);
  LLVMSetLinkage(g, LLVMPrivateLinkage);
  return g;
}

// Argument "e" of "kind", which slot "k" of the message at "at" has.
static LLVMValueRef
build_kept(const region_fn *f, const lt_expr *e, rec_said_kind kind,
           LLVMValueRef at, int k) {
  if (kind == REC_SAID_NUMBER)
    return build_number(f, at, k, e->type->elem);
  LLVMValueRef v = build_number(f, at, k, IR_I64);
  if (kind == REC_SAID_ADDRESS)
    return LLVMBuildIntToPtr(f->b, v, f->ptr, "");
  LLVMValueRef place = LLVMBuildGEP2(f->b, f->ptr, build_texts(f), &v, 1, "");
  return LLVMBuildLoad2(f->b, f->ptr, place, "");
}

// Makes call "e" with the numbers of the message at "at".
static void
build_call(const region_fn *f, const lt_expr *e, LLVMValueRef at) {
  LLVMValueRef *args = NEW_ARRAY(f->cx->arena, LLVMValueRef, e->n_args + 1);
  LLVMTypeRef *types = NEW_ARRAY(f->cx->arena, LLVMTypeRef, e->n_args + 1);
  int fixed = rec_lower_said_fixed(e), slot = 1;
  for (int k = 0; k < e->n_args; k++) {
    const lt_expr *arg = e->args[k];
    rec_said_kind kind = rec_lower_said_kind(arg);
    args[k] = kind == REC_SAID_TEXT     ? build_text(f, arg)
              : kind == REC_SAID_STREAM ? build_stream(f, arg)
                                        : build_kept(f, arg, kind, at, slot++);
    types[k] = LLVMTypeOf(args[k]);
  }
  LLVMTypeRef type =
      LLVMFunctionType(f->i32, types, (unsigned)fixed, fixed < e->n_args);
  LLVMValueRef callee = LLVMGetNamedFunction(f->module, e->func->written);
  if (!callee)
    callee = LLVMAddFunction(f->module, e->func->written, type);
  LLVMBuildCall2(f->b, type, callee, args, (unsigned)e->n_args, "");
}

void
region_build_says(const region_fn *f, LLVMValueRef messages, LLVMValueRef n) {
  LLVMBasicBlockRef before = LLVMGetInsertBlock(f->b),
                    test = region_block(f, "more"),
                    say = region_block(f, "say"),
                    next = region_block(f, "next"),
                    end = region_block(f, "said");
  LLVMBuildBr(f->b, test);
  LLVMPositionBuilderAtEnd(f->b, test);
  LLVMValueRef t = LLVMBuildPhi(f->b, f->i64, "");
  LLVMBuildCondBr(f->b, LLVMBuildICmp(f->b, LLVMIntSLT, t, n, ""), say, end);
  LLVMPositionBuilderAtEnd(f->b, say);
  LLVMValueRef first = LLVMBuildMul(f->b, t, region_i64(f, REC_SAID_SLOTS), "");
  LLVMValueRef at = LLVMBuildGEP2(f->b, f->i64, messages, &first, 1, "");
  LLVMValueRef which = build_number(f, at, 0, IR_I64);
  LLVMValueRef s = LLVMBuildSwitch(f->b, which, next, (unsigned)f->rec->n_says);
  for (int k = 0; k < f->rec->n_says; k++) {
    LLVMBasicBlockRef one = region_block(f, "message");
    LLVMAddCase(s, region_i64(f, k), one);
    LLVMPositionBuilderAtEnd(f->b, one);
    build_call(f, f->rec->says[k], at);
    LLVMBuildBr(f->b, next);
  }
  LLVMPositionBuilderAtEnd(f->b, next);
  LLVMValueRef values[] = {region_i64(f, 0),
                           LLVMBuildAdd(f->b, t, region_i64(f, 1), "")};
  LLVMBasicBlockRef blocks[] = {before, next};
  LLVMBuildBr(f->b, test);
  LLVMAddIncoming(t, values, blocks, 2);
  LLVMPositionBuilderAtEnd(f->b, end);
}
