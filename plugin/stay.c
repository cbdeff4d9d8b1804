// plugin/stay.c: which regions may leave their results on a device.
//
// Runs before the regions are defined, on functions as Clang wrote them. Behind
// a region that may stay, on all paths, nothing touches the arrays of the
// function's regions but regions, up to a call of loft_results_back: that is
// put before an instruction that may do so, before calls of functions that
// are not known, and before returns. Where such an instruction is in a loop
// without regions, the call is before the loop; elsewhere one that is known to
// touch so many bytes, wherever they are, has these brought back alone
// (stay_calls.c).
//
// It pays only where another region is next on some path, or was before; else
// the results come back at once, as ever.
//
// In a function with `#pragma loft keep` its arrays are promised to be left
// alone by all code that is not here. So regions do not stay by proof; only
// what is written here as an access to one of these arrays brings results back,
// where a call may have left some.
//
// The original loop of a region touches what the region does. Before it runs,
// the runtime brings back what that needs, so it counts as the region.
#include "plugin/region_private.h"

enum {
  MOST_BLOCKS = 4096, // of a function that is looked at
  MOST_PARTS = 64     // that instructions of a block touch, one by one
};

typedef VEC(int) ints;
typedef VEC(LLVMValueRef) values;

// A region call whose result decides a branch.
typedef struct site {
  plugin_region *region;
  int block, success, failure; // blocks
  bool stays;
} site;

// A basic block.
typedef struct block {
  LLVMBasicBlockRef at;
  ints before, behind;
  int site;      // at its end; -1: none
  bool original; // of the original loop of a region
  bool touches;  // something in it does
  bool ends;     // behind some of that nothing stays
  bool many;     // so it is before the first part of many that are touched
  bool in_loop;  // ... or in the loop without regions around it
  bool leaves;   // something in it may leave results on a device
  bool dirty;    // results may stay where it begins
  bool kept;     // a statement that keeps arrays may have begun before
  int loop;      // number of that loop, 0: none
} block;

// A function that is looked at.
typedef struct graph {
  plugin_state *state;
  arena *a;
  LLVMValueRef function;
  VEC(block) blocks;
  VEC(site) sites;
  values arrays, written;      // where the arrays of regions are; NULL: unknown
  bool any_array, any_written; // some are not known
  bool others, others_written; // not all are of floats alone
  plugin_kept kept;            // arrays, by a pragma
} graph;

// -- What is where ------------------------------------------------------------

// The region that is called by "i", or NULL. Inner regions count as the
// original that they are in; what they leave does not stay.
static plugin_region *
region_called(const plugin_state *s, LLVMValueRef i) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
  size_t len;
  if (!callee || !LLVMIsAFunction(callee))
    return NULL;
  const char *name = LLVMGetValueName2(callee, &len);
  for (int k = 0; k < s->regions.n; k++)
    if (!s->regions.at[k]->is_inner && !strcmp(s->regions.at[k]->name, name))
      return s->regions.at[k];
  return NULL;
}

// Whether "i" tells the runtime that an original loop has ended.
static bool
is_done_call(const plugin_state *s, LLVMValueRef callee) {
  size_t len;
  const char *name = LLVMGetValueName2(callee, &len);
  for (int k = 0; k < s->regions.n; k++)
    if (s->regions.at[k]->done && !strcmp(s->regions.at[k]->done, name))
      return true;
  return false;
}

// The base and terms that an address is computed from.
static LLVMValueRef
base_of(LLVMValueRef at) {
  for (;;) {
    LLVMOpcode op = LLVMIsAInstruction(at)    ? LLVMGetInstructionOpcode(at)
                    : LLVMIsAConstantExpr(at) ? LLVMGetConstOpcode(at)
                                              : (LLVMOpcode)0;
    if (op != LLVMGetElementPtr && op != LLVMBitCast && op != LLVMAddrSpaceCast)
      return at;
    at = LLVMGetOperand(at, 0);
  }
}

// Whether "base" is an object of its own, rather than a pointer.
static bool
is_object(LLVMValueRef base) {
  return LLVMIsAAllocaInst(base) || LLVMIsAGlobalVariable(base);
}

// The argument of the region that parameter "k" of its function is; whether an
// array is there.
static bool
holds_array(const plugin_region *r, unsigned k) {
  const plugin_arg *arg = &r->args[k];
  return arg->capture >= 0 &&
         r->rec->func->body->params.at[arg->capture]->type.array &&
         r->rec->captures[arg->capture].n_loads == 0;
}

static bool is_private(const plugin_state *s, LLVMValueRef object, int depth);

// Whether use "u" of an address lets nobody else have it, and is no array of a
// region.
static bool
is_private_use(const plugin_state *s, LLVMUseRef u, int depth) {
  LLVMValueRef user = LLVMGetUser(u), used = LLVMGetUsedValue(u);
  if (LLVMIsALoadInst(user))
    return true;
  if (LLVMIsAStoreInst(user))
    return LLVMGetOperand(user, 0) != used;
  if (LLVMIsAGetElementPtrInst(user) || LLVMIsABitCastInst(user) ||
      LLVMIsAConstantExpr(user))
    return depth < 8 && is_private(s, user, depth + 1);
  if (!LLVMIsACallInst(user))
    return false;
  const plugin_region *r = region_called(s, user);
  for (unsigned k = 0; r && k < (unsigned)r->n_args; k++)
    if (LLVMGetOperand(user, k) == used && holds_array(r, k))
      return false;
  LLVMValueRef callee = LLVMGetCalledValue(user);
  return r || (LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee) != 0);
}

// Whether no pointer to "object" is known elsewhere, and no region has it as an
// array.
static bool
is_private(const plugin_state *s, LLVMValueRef object, int depth) {
  if (LLVMIsAGlobalVariable(object) &&
      LLVMGetLinkage(object) != LLVMInternalLinkage &&
      LLVMGetLinkage(object) != LLVMPrivateLinkage)
    return false;
  for (LLVMUseRef u = LLVMGetFirstUse(object); u; u = LLVMGetNextUse(u))
    if (!is_private_use(s, u, depth))
      return false;
  return true;
}

// Whether memory at "at" may be part of the arrays "all", of which "unknown"
// says whether some can be anywhere.
static bool
may_be_in(const graph *g, LLVMValueRef at, const values *all, bool unknown) {
  LLVMValueRef base = base_of(at);
  if (all->n == 0 && !unknown)
    return false;
  if (!is_object(base))
    return true;
  for (int k = 0; k < all->n; k++)
    if (all->at[k] == base)
      return true;
  return unknown && !is_private(g->state, base, 0) &&
         !(LLVMIsAGlobalVariable(base) && LLVMIsGlobalConstant(base));
}

// Adds the arrays of a region call.
static void
add_arrays(graph *g, const plugin_region *r, LLVMValueRef call) {
  for (unsigned k = 0; k < (unsigned)r->n_args; k++) {
    int c = r->args[k].capture;
    if (c < 0 || !r->rec->func->body->params.at[c]->type.array)
      continue;
    LLVMValueRef base = base_of(LLVMGetOperand(call, k));
    bool known = holds_array(r, k) && is_object(base);
    bool written = (r->rec->func->param_mode[c] & IR_WRITE) != 0;
    const rec_capture *capture = &r->rec->captures[c];
    bool other = !ir_is_float(capture->elem) || capture->record;
    g->others |= other;
    g->others_written |= other && written;
    g->any_array |= !known;
    g->any_written |= !known && written;
    if (known)
      vec_push(g->a, &g->arrays, base);
    if (known && written)
      vec_push(g->a, &g->written, base);
  }
}

// -- What touches arrays ------------------------------------------------------

// The name of the type by which load or store "i" accesses memory, as Clang
// tells it to LLVM; NULL: not known.
static const char *
type_accessed(LLVMValueRef i, unsigned *len) {
  enum { MEMBERS = 4 };
  LLVMValueRef tag[MEMBERS], type[MEMBERS];
  LLVMContextRef llvm = LLVMGetTypeContext(LLVMTypeOf(i));
  LLVMValueRef tbaa =
      LLVMGetMetadata(i, LLVMGetMDKindIDInContext(llvm, "tbaa", 4));
  unsigned n = tbaa ? LLVMGetMDNodeNumOperands(tbaa) : 0;
  if (n < 3 || n > MEMBERS)
    return NULL;
  LLVMGetMDNodeOperands(tbaa, tag);
  n = LLVMIsAMDNode(tag[1]) ? LLVMGetMDNodeNumOperands(tag[1]) : 0;
  if (n < 2 || n > MEMBERS)
    return NULL;
  LLVMGetMDNodeOperands(tag[1], type);
  return LLVMIsAMDString(type[0]) ? LLVMGetMDString(type[0], len) : NULL;
}

// Whether load or store "i" is of an integer or a pointer, which C does not
// allow to be in memory that floats were stored to.
static bool
is_no_float(LLVMValueRef i) {
  static const char *const names[] = {
      "short", "int", "long", "long long", "bool", "_Bool", "any pointer"};
  unsigned len = 0;
  const char *name = type_accessed(i, &len);
  for (int k = 0; name && k < LOFT_COUNT(names); k++)
    if (strlen(names[k]) == len && !strncmp(names[k], name, len))
      return true;
  // "p1 int": a pointer, from LLVM 20 on
  return name && len > 3 && name[0] == 'p' && name[1] >= '1' &&
         name[1] <= '9' && name[2] == ' ';
}

// How an instruction meets results that stay.
typedef enum touch {
  NOTHING,
  UNKNOWN, // it may touch them, or end what is known
  TOUCHES, // it may itself read or write them,
  PART     // of which it is known where that is
} touch;

// Whether no results stay behind an instruction that meets them so.
static bool
ends_stay(touch t) {
  return t == UNKNOWN || t == TOUCHES;
}

// What a call does that "may" touch memory.
static touch
touch_if(bool may) {
  return may ? TOUCHES : NOTHING;
}

// Whether "f" touches no memory.
static bool
is_pure(LLVMValueRef f) {
  unsigned kind = LLVMGetEnumAttributeKindForName("memory", 6);
  LLVMAttributeRef memory = LLVMGetEnumAttributeAtIndex(
      f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind);
  return memory && LLVMGetEnumAttributeValue(memory) == 0;
}

// touch_of for the call "i" of an intrinsic.
static touch
touch_of_intrinsic(const graph *g, LLVMValueRef i, LLVMValueRef f) {
  if (is_pure(f) || plugin_is_named(f, "llvm.dbg.") ||
      plugin_is_named(f, "llvm.assume") ||
      plugin_is_named(f, "llvm.lifetime.start") ||
      plugin_is_named(f, "llvm.experimental.noalias"))
    return NOTHING;
  if (plugin_is_named(f, "llvm.lifetime.end")) {
    unsigned last = (unsigned)LLVMGetNumArgOperands(i) - 1;
    return touch_if(
        may_be_in(g, LLVMGetOperand(i, last), &g->arrays, g->any_array));
  }
  bool copies =
      plugin_is_named(f, "llvm.memcpy") || plugin_is_named(f, "llvm.memmove");
  if (!copies && !plugin_is_named(f, "llvm.memset"))
    return UNKNOWN;
  return touch_if(
      may_be_in(g, LLVMGetOperand(i, 0), &g->arrays, g->any_array) ||
      (copies &&
       may_be_in(g, LLVMGetOperand(i, 1), &g->written, g->any_written)));
}

// touch_of for a load or store "i" of memory at "at", where it may be in arrays
// "all". "others": some of these are not of floats.
static touch
touch_of_access(const graph *g, LLVMValueRef i, LLVMValueRef at,
                const values *all, bool unknown, bool others) {
  if (LLVMGetVolatile(i) || LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic)
    return TOUCHES;
  if (!others && is_no_float(i))
    return NOTHING;
  return touch_if(may_be_in(g, at, all, unknown));
}

// Whether call "i" of function "callee" is known to touch no arrays.
static bool
touches_none(const graph *g, LLVMValueRef i, LLVMValueRef callee) {
  return is_pure(callee) || is_done_call(g->state, callee) ||
         plugin_is_library_call(i);
}

// How instruction "i" meets results that stay, but for PART.
static touch
touch_of(const graph *g, LLVMValueRef i) {
  LLVMValueRef callee;
  if (g->kept.arrays.n > 0)
    return touch_if(plugin_touches_kept(&g->kept, i));
  switch ((int)LLVMGetInstructionOpcode(i)) {
  case LLVMLoad:
    return touch_of_access(g, i, LLVMGetOperand(i, 0), &g->written,
                           g->any_written, g->others_written);
  case LLVMStore:
    return touch_of_access(g, i, LLVMGetOperand(i, 1), &g->arrays, g->any_array,
                           g->others);
  case LLVMCall:
    callee = LLVMGetCalledValue(i);
    if (!LLVMIsAFunction(callee))
      return UNKNOWN;
    if (LLVMGetIntrinsicID(callee) != 0)
      return touch_of_intrinsic(g, i, callee);
    return region_called(g->state, i) || touches_none(g, i, callee) ? NOTHING
                                                                    : UNKNOWN;
  case LLVMRet:
  case LLVMInvoke:
  case LLVMCallBr:
  case LLVMFence:
  case LLVMAtomicCmpXchg:
  case LLVMAtomicRMW:
  case LLVMVAArg:
  case LLVMIndirectBr:
    return UNKNOWN;
  default:
    return NOTHING;
  }
}

// How instruction "i" of block "b" meets results that stay.
static touch
touch_in(const graph *g, const block *b, LLVMValueRef i) {
  touch t = touch_of(g, i);
  return t == TOUCHES && !b->many && plugin_is_part(i) ? PART : t;
}

// Whether "i" may leave results on a device where a pragma keeps arrays.
static bool
may_leave(const graph *g, LLVMValueRef i) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
  if (g->kept.arrays.n == 0 || !callee)
    return false;
  return !LLVMIsAFunction(callee) ||
         (LLVMGetIntrinsicID(callee) == 0 &&
          !plugin_is_named(callee, "loft_results_back") &&
          !plugin_is_named(callee, "loft_keep_") &&
          !touches_none(g, i, callee));
}

// -- The graph ----------------------------------------------------------------

// The number of a block.
static int
number_of(const graph *g, LLVMBasicBlockRef at) {
  for (int k = 0; k < g->blocks.n; k++)
    if (g->blocks.at[k].at == at)
      return k;
  return -1;
}

// The site of region call "i" at the end of block "k"; false: its result is
// used otherwise.
static bool
find_site(graph *g, int k, LLVMValueRef i, plugin_region *r) {
  LLVMUseRef first = LLVMGetFirstUse(i);
  LLVMValueRef test = first ? LLVMGetUser(first) : NULL;
  LLVMValueRef end = LLVMGetBasicBlockTerminator(g->blocks.at[k].at);
  if (!test || LLVMGetNextUse(first) || !LLVMIsAICmpInst(test) ||
      LLVMGetNextInstruction(i) != test ||
      LLVMGetNextInstruction(test) != end || !LLVMIsABranchInst(end) ||
      !LLVMIsConditional(end) || LLVMGetCondition(end) != test ||
      !LLVMIsNull(LLVMGetOperand(test, 1)) || !r->rec || r->rec->rows)
    return false;
  LLVMIntPredicate p = LLVMGetICmpPredicate(test);
  if (p != LLVMIntNE && p != LLVMIntEQ)
    return false;
  site s = {.region = r,
            .block = k,
            .success = number_of(g, LLVMGetSuccessor(end, p == LLVMIntEQ)),
            .failure = number_of(g, LLVMGetSuccessor(end, p == LLVMIntNE))};
  g->blocks.at[k].site = g->sites.n;
  vec_push(g->a, &g->sites, s);
  add_arrays(g, r, i);
  return true;
}

// Finds the blocks, and the successors of each.
static void
find_blocks(graph *g) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(g->function); b;
       b = LLVMGetNextBasicBlock(b)) {
    block one = {.at = b, .site = -1};
    vec_push(g->a, &g->blocks, one);
  }
  for (int k = 0; k < g->blocks.n; k++) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(g->blocks.at[k].at);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
      int next = number_of(g, LLVMGetSuccessor(end, i));
      vec_push(g->a, &g->blocks.at[k].behind, next);
      vec_push(g->a, &g->blocks.at[next].before, k);
    }
  }
}

// Whether the region is called in one place only.
static bool
is_called_once(LLVMValueRef call) {
  LLVMUseRef first = LLVMGetFirstUse(LLVMGetCalledValue(call));
  return !LLVMGetNextUse(first);
}

// Finds the region calls. False: one is used in a way that is not known.
static bool
find_sites(graph *g) {
  for (int k = 0; k < g->blocks.n; k++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(g->blocks.at[k].at); i;
         i = LLVMGetNextInstruction(i)) {
      plugin_region *r = region_called(g->state, i);
      if (r && !(is_called_once(i) && find_site(g, k, i, r)))
        return false;
    }
  return true;
}

// Which way to walk.
typedef enum way { FORWARD, BACKWARD } way;

// Marks in "seen" the blocks that are reached from "from", but for block
// "without" and, unless "sites" is set, blocks that may leave results.
static void
reach(const graph *g, int from, way w, int without, bool sites, bool *seen) {
  ints todo = {0};
  if (seen[from] || from == without)
    return;
  seen[from] = true;
  vec_push(g->a, &todo, from);
  while (todo.n > 0) {
    const block *b = &g->blocks.at[todo.at[--todo.n]];
    const ints *next = w == FORWARD ? &b->behind : &b->before;
    for (int k = 0; k < next->n; k++) {
      int to = next->at[k];
      if (seen[to] || to == without || (!sites && g->blocks.at[to].leaves))
        continue;
      seen[to] = true;
      vec_push(g->a, &todo, to);
    }
  }
}

// Marks the original loop of a region: what is reached only where the region
// does not run.
static void
mark_original(graph *g, const site *s) {
  bool *seen = NEW_ARRAY(g->a, bool, g->blocks.n);
  if (g->blocks.at[s->failure].before.n != 1 || s->failure == s->success)
    return;
  reach(g, 0, FORWARD, s->failure, true, seen);
  for (int k = 0; k < g->blocks.n; k++)
    g->blocks.at[k].original |= !seen[k];
}

// Finds the blocks that touch arrays.
static void
find_touches(graph *g) {
  for (int k = 0; k < g->blocks.n; k++) {
    block *b = &g->blocks.at[k];
    int parts = 0;
    b->leaves = b->site >= 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(b->at); i && !b->original;
         i = LLVMGetNextInstruction(i)) {
      touch t = touch_in(g, b, i);
      parts += t == PART;
      b->touches |= t != NOTHING;
      b->ends |= ends_stay(t);
      b->leaves |= may_leave(g, i);
    }
    b->many = parts > MOST_PARTS;
    b->ends |= b->many;
  }
}

// Whether blocks "in" of a loop are one of few iterations, without others in
// it.
static bool
is_short(const graph *g, const bool *in) {
  int header = -1, before = -1;
  for (int k = 0; k < g->blocks.n; k++)
    for (int i = 0; in[k] && i < g->blocks.at[k].before.n; i++) {
      int from = g->blocks.at[k].before.at[i];
      if (!in[from] && header >= 0)
        return false;
      header = in[from] ? header : k;
      before = in[from] ? before : from;
    }
  if (header < 0 ||
      !plugin_is_short_loop(g->blocks.at[before].at, g->blocks.at[header].at))
    return false;
  for (int k = 0; k < g->blocks.n; k++) {
    if (!in[k] || k == header)
      continue;
    bool *seen = NEW_ARRAY(g->a, bool, g->blocks.n);
    for (int i = 0; i < g->blocks.at[k].behind.n; i++)
      reach(g, g->blocks.at[k].behind.at[i], FORWARD, header, true, seen);
    if (seen[k])
      return false;
  }
  return true;
}

// Finds the loops without regions in which arrays are touched, but for short
// ones: in each all blocks reach one another.
static void
find_loops(graph *g) {
  int n = g->blocks.n, number = 0;
  for (int k = 0; k < n; k++) {
    block *b = &g->blocks.at[k];
    if (!b->touches || b->loop > 0 || b->leaves)
      continue;
    bool *to = NEW_ARRAY(g->a, bool, n), *from = NEW_ARRAY(g->a, bool, n);
    reach(g, k, FORWARD, -1, false, to);
    reach(g, k, BACKWARD, -1, false, from);
    for (int i = 0; i < n; i++)
      to[i] &= from[i];
    number++;
    if (is_short(g, to))
      continue;
    for (int i = 0; i < n; i++)
      if (to[i]) {
        g->blocks.at[i].loop = number;
        g->blocks.at[i].in_loop |= i != k;
        b->in_loop |= i != k;
      }
    for (int i = 0; i < b->behind.n; i++)
      b->in_loop |= b->behind.at[i] == k;
  }
}

// -- Which regions stay -------------------------------------------------------

// Marks in "reached" the region calls that are reached from block "from" before
// all results are to come back; whether there are any.
static bool
reach_regions(const graph *g, int from, bool *reached) {
  bool *seen = NEW_ARRAY(g->a, bool, g->blocks.n), any = false;
  ints todo = {0};
  vec_push(g->a, &todo, from);
  while (todo.n > 0) {
    int k = todo.at[--todo.n];
    const block *b = &g->blocks.at[k];
    if (seen[k] || b->original || b->ends || b->in_loop)
      continue;
    seen[k] = true;
    if (b->site >= 0) {
      reached[b->site] = any = true;
      continue;
    }
    for (int i = 0; i < b->behind.n; i++)
      vec_push(g->a, &todo, b->behind.at[i]);
  }
  return any;
}

// Decides which regions stay: those from which others are reached, and these,
// so that all comes back at once; whether any does.
static bool
find_stays(graph *g) {
  bool *reached = NEW_ARRAY(g->a, bool, g->sites.n), any = false;
  for (int k = 0; k < g->sites.n; k++) {
    site *s = &g->sites.at[k];
    s->stays = reach_regions(g, s->success, reached);
    any |= s->stays;
  }
  for (int k = 0; k < g->sites.n; k++)
    g->sites.at[k].stays |= reached[k];
  return any;
}

// -- Where results come back --------------------------------------------------

// Whether results may stay where the block at the end of an edge begins.
static bool
is_dirty_behind(const graph *g, int from, int to, bool dirty) {
  const block *b = &g->blocks.at[from];
  const site *s = b->site >= 0 ? &g->sites.at[b->site] : NULL;
  return (s && s->stays && to == s->success) || dirty;
}

// Puts a call that brings results back before "i", which meets them so.
static void
bring_back(LLVMValueRef i, touch t) {
  if (t == PART)
    plugin_bring_back_part(i);
  else
    plugin_bring_back_all(i, t == UNKNOWN);
}

// Whether "i" is a call of the runtime's function "name".
static bool
is_call(LLVMValueRef i, const char *name) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
  return callee && LLVMIsAFunction(callee) && plugin_is_named(callee, name);
}

// Whether results may stay at the end of block "k"; "kept" says whether a
// statement that keeps arrays may have begun. "change": calls that bring
// results back are put where they are needed.
static bool
flow(const graph *g, int k, bool change, bool *kept) {
  const block *b = &g->blocks.at[k];
  bool dirty = b->dirty && !b->in_loop; // brought back before it is entered
  LLVMValueRef i = LLVMGetFirstInstruction(b->at);
  *kept = b->kept;
  for (; i && !b->original; i = LLVMGetNextInstruction(i)) {
    touch t = dirty ? touch_in(g, b, i) : NOTHING;
    if (t != NOTHING && change)
      bring_back(i, t);
    dirty = dirty && !ends_stay(t) && !is_call(i, "loft_keep_end");
    dirty |= *kept && may_leave(g, i);
    *kept |= is_call(i, "loft_keep_begin");
  }
  return dirty;
}

// Whether the edge enters a loop before which results come back.
static bool
enters_loop(const graph *g, int from, int to) {
  const block *b = &g->blocks.at[to];
  return b->in_loop && g->blocks.at[from].loop != b->loop;
}

// Finds where results may stay.
static void
find_dirty(graph *g) {
  for (bool changed = true; changed;) {
    changed = false;
    for (int k = 0; k < g->blocks.n; k++) {
      bool kept, dirty = flow(g, k, false, &kept);
      const ints *behind = &g->blocks.at[k].behind;
      for (int i = 0; i < behind->n; i++) {
        block *to = &g->blocks.at[behind->at[i]];
        bool now = is_dirty_behind(g, k, behind->at[i], dirty);
        changed |= (now && !to->dirty) || (kept && !to->kept);
        to->dirty |= now;
        to->kept |= kept;
      }
    }
  }
}

// Puts the calls where they are needed.
static void
insert(const graph *g) {
  for (int k = 0; k < g->blocks.n; k++) {
    const block *b = &g->blocks.at[k];
    bool kept, dirty = flow(g, k, true, &kept), enters = false;
    for (int i = 0; i < b->behind.n; i++) {
      int to = b->behind.at[i];
      enters |= enters_loop(g, k, to) && is_dirty_behind(g, k, to, dirty);
    }
    if (enters)
      bring_back(LLVMGetBasicBlockTerminator(b->at), TOUCHES);
  }
}

// Decides for the regions that function "f" calls.
static void
look_at(plugin_state *s, LLVMValueRef f, arena *a) {
  graph g = {.state = s, .a = a, .function = f};
  if (LLVMCountBasicBlocks(f) > MOST_BLOCKS)
    return;
  g.kept = plugin_find_kept(a, f);
  bool keeps = g.kept.arrays.n > 0;
  find_blocks(&g);
  bool known = find_sites(&g);
  if (!keeps && (!known || g.sites.n == 0))
    return;
  for (int k = 0; k < g.sites.n; k++)
    mark_original(&g, &g.sites.at[k]);
  find_touches(&g);
  find_loops(&g);
  if (!keeps && !find_stays(&g))
    return;
  find_dirty(&g);
  insert(&g);
  for (int k = 0; k < g.sites.n; k++)
    g.sites.at[k].region->may_stay = g.sites.at[k].stays;
}

void
plugin_find_stays(plugin_state *s, LLVMModuleRef m) {
  arena *a = arena_create();
  bool keeps = LLVMGetNamedFunction(m, "loft_keep_begin") != NULL;
  for (LLVMValueRef f = LLVMGetFirstFunction(m);
       f && (keeps || s->regions.n > 0); f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f))
      look_at(s, f, a);
  arena_destroy(a);
}
