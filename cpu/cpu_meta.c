// cpu/cpu_meta.c: facts about memory for LLVM, as metadata.
//
// Alias scopes: a region runs only when no array it writes overlaps another
// one, so accesses through different buffers do not depend on each other: each
// buffer is an alias scope of its own.
// Access groups: the accesses of a parallel loop (and of loops in it) form a
// group, and the loop says that the group carries no dependence. So LLVM
// vectorises without run-time checks where it finds it profitable. Private
// arrays stay outside: iterations share their memory.
#include "cpu/cpu_private.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>

// Metadata string.
static LLVMMetadataRef
text(cpu_fn *f, const char *s) {
  return LLVMMDStringInContext2(f->llvm, s, strlen(s));
}

// A node whose first operand is itself (hence distinct), then "rest".
static LLVMMetadataRef
self_node(cpu_fn *f, LLVMMetadataRef *rest, int n) {
  LLVMMetadataRef *all = NEW_ARRAY(f->cx->arena, LLVMMetadataRef, n + 1);
  all[0] = LLVMTemporaryMDNode(f->llvm, NULL, 0);
  for (int k = 0; k < n; k++)
    all[k + 1] = rest[k];
  LLVMMetadataRef node = LLVMMDNodeInContext2(f->llvm, all, (size_t)n + 1);
  LLVMMetadataReplaceAllUsesWith(all[0], node);
  return node;
}

// Attaches "node" as metadata "kind".
static void
attach(cpu_fn *f, LLVMValueRef to, const char *kind, LLVMMetadataRef node) {
  unsigned id = LLVMGetMDKindIDInContext(f->llvm, kind, (unsigned)strlen(kind));
  LLVMSetMetadata(to, id, LLVMMetadataAsValue(f->llvm, node));
}

// How many parallel loops "block" holds.
static int
count_parallel(const kn_block *block) {
  int n = 0;
  for (int k = 0; k < block->n; k++) {
    const kn_stmt *s = block->at[k];
    n += s->kind == KN_LOOP && s->parallel;
    n += count_parallel(&s->body[0]) + count_parallel(&s->body[1]);
  }
  return n;
}

// Parses "source" into a module of the context; NULL when it does not. Contexts
// without names, as Clang's, refuse text.
static LLVMModuleRef
parse(cpu_fn *f, const char *source, size_t length) {
  LLVMModuleRef parsed;
  char *error = NULL;
  LLVMBool nameless = LLVMContextShouldDiscardValueNames(f->llvm);
  LLVMMemoryBufferRef buffer =
      LLVMCreateMemoryBufferWithMemoryRangeCopy(source, length, "groups");
  LLVMContextSetDiscardValueNames(f->llvm, 0);
  bool failed = LLVMParseIRInContext(f->llvm, buffer, &parsed, &error);
  LLVMContextSetDiscardValueNames(f->llvm, nameless);
  if (failed)
    LLVMDisposeMessage(error);
  return failed ? NULL : parsed;
}

// "n" access groups. These are distinct nodes without operands, which LLVM-C
// cannot make; the parser can.
static void
make_groups(cpu_fn *f, int n) {
  sb source;
  sb_init(&source, f->cx->arena);
  sb_add(&source, "!g = !{");
  for (int k = 0; k < n; k++)
    sb_printf(&source, "%s!%d", k ? ", " : "", k);
  sb_add(&source, "}\n");
  for (int k = 0; k < n; k++)
    sb_printf(&source, "!%d = distinct !{}\n", k);
  LLVMModuleRef parsed = parse(f, sb_str(&source), (size_t)source.n);
  if (!parsed)
    return; // loops are then not marked
  LLVMValueRef *nodes = NEW_ARRAY(f->cx->arena, LLVMValueRef, n);
  LLVMGetNamedMetadataOperands(parsed, "g", nodes);
  f->spare = NEW_ARRAY(f->cx->arena, LLVMMetadataRef, n);
  for (int k = 0; k < n; k++)
    f->spare[k] = LLVMValueAsMetadata(nodes[k]);
  LLVMDisposeModule(parsed);
}

// One scope for each buffer parameter, and the list of the others' scopes.
static void
make_scopes(cpu_fn *f) {
  arena *a = f->cx->arena;
  int n = f->fn->bufs.n, n_all = 0;
  LLVMMetadataRef *scope = NEW_ARRAY(a, LLVMMetadataRef, n);
  LLVMMetadataRef name = text(f, f->fn->name);
  LLVMMetadataRef domain = self_node(f, &name, 1);
  f->scopes = NEW_ARRAY(a, LLVMMetadataRef, n);
  f->others = NEW_ARRAY(a, LLVMMetadataRef, n);
  for (int k = 0; k < n; k++) {
    const char *buf = f->fn->bufs.at[k]->name;
    LLVMMetadataRef of[2] = {domain, text(f, buf ? buf : "")};
    scope[k] = self_node(f, of, 2);
    f->scopes[k] = LLVMMDNodeInContext2(f->llvm, &scope[k], 1);
  }
  for (int k = 0; k < n; k++, n_all = 0) {
    LLVMMetadataRef *all = NEW_ARRAY(a, LLVMMetadataRef, n);
    for (int other = 0; other < n; other++)
      if (other != k)
        all[n_all++] = scope[other];
    f->others[k] = LLVMMDNodeInContext2(f->llvm, all, (size_t)n_all);
  }
}

void
cpu_meta_begin(cpu_fn *f) {
  int n = count_parallel(&f->fn->body);
  if (n)
    make_groups(f, n);
  if (f->fn->bufs.n > 1)
    make_scopes(f);
}

// The groups around as one node: the group itself, or a list of them.
static LLVMMetadataRef
current_groups(cpu_fn *f) {
  if (f->groups.n == 1)
    return f->groups.at[0];
  return LLVMMDNodeInContext2(f->llvm, f->groups.at, (size_t)f->groups.n);
}

void
cpu_meta_access(cpu_fn *f, LLVMValueRef access, const kn_buf *buf) {
  if (f->scopes) {
    attach(f, access, "alias.scope", f->scopes[buf->id]);
    attach(f, access, "noalias", f->others[buf->id]);
  }
  if (f->groups.n && buf->space == KN_GLOBAL)
    attach(f, access, "llvm.access.group", current_groups(f));
}

void
cpu_meta_either(cpu_fn *f, LLVMValueRef load) {
  if (f->groups.n)
    attach(f, load, "llvm.access.group", current_groups(f));
}

void
cpu_meta_enter(cpu_fn *f) {
  LLVMMetadataRef group = *f->spare++;
  vec_push(f->cx->arena, &f->groups, group);
}

// Properties that keep LLVM from unrolling a loop before it has vectorised it:
// iterations that it unrolls first it does not put together again. Afterwards
// the loop says no more than that it was looked at.
static void
vectorize_first(cpu_fn *f, LLVMMetadataRef *disable, LLVMMetadataRef *then) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(f->llvm);
  LLVMMetadataRef no_unroll = text(f, "llvm.loop.unroll.disable");
  LLVMMetadataRef seen[2] = {text(f, "llvm.loop.isvectorized"),
                             LLVMValueAsMetadata(LLVMConstInt(i32, 1, 0))};
  LLVMMetadataRef after[2] = {text(f, "llvm.loop.vectorize.followup_all"),
                              LLVMMDNodeInContext2(f->llvm, seen, 2)};
  *disable = LLVMMDNodeInContext2(f->llvm, &no_unroll, 1);
  *then = LLVMMDNodeInContext2(f->llvm, after, 2);
}

// The property of a loop that LLVM is not to vectorise it.
static LLVMMetadataRef
no_vectors(cpu_fn *f) {
  LLVMTypeRef i1 = LLVMInt1TypeInContext(f->llvm);
  LLVMMetadataRef off[2] = {text(f, "llvm.loop.vectorize.enable"),
                            LLVMValueAsMetadata(LLVMConstInt(i1, 0, 0))};
  return LLVMMDNodeInContext2(f->llvm, off, 2);
}

void
cpu_meta_scalar(cpu_fn *f, LLVMValueRef branch) {
  LLVMMetadataRef property = no_vectors(f);
  attach(f, branch, "llvm.loop", self_node(f, &property, 1));
}

void
cpu_meta_likely(cpu_fn *f, LLVMValueRef branch) {
  enum { LIKELY = 2000 };
  LLVMTypeRef i32 = LLVMInt32TypeInContext(f->llvm);
  LLVMMetadataRef weights[3] = {
      text(f, "branch_weights"),
      LLVMValueAsMetadata(LLVMConstInt(i32, LIKELY, 0)),
      LLVMValueAsMetadata(LLVMConstInt(i32, 1, 0))};
  attach(f, branch, "prof", LLVMMDNodeInContext2(f->llvm, weights, 3));
}

void
cpu_meta_unpredictable(cpu_fn *f, LLVMValueRef select) {
  if (LLVMIsAInstruction(select))
    attach(f, select, "unpredictable", LLVMMDNodeInContext2(f->llvm, NULL, 0));
}

void
cpu_meta_leave(cpu_fn *f, LLVMValueRef branch, int64_t count, bool scalar) {
  enum { MIN_LANES = 8 }; // fewer are as well unrolled
  LLVMMetadataRef say[2] = {text(f, "llvm.loop.parallel_accesses"),
                            vec_last(&f->groups)};
  LLVMMetadataRef property[3] = {LLVMMDNodeInContext2(f->llvm, say, 2)};
  int n = 1;
  if (scalar) {
    property[n++] = no_vectors(f);
  } else if (count >= MIN_LANES) {
    vectorize_first(f, &property[1], &property[2]);
    n = 3;
  }
  attach(f, branch, "llvm.loop", self_node(f, property, n));
  f->groups.n--;
}
