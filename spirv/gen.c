// spirv/gen.c: one kernel as one SPIR-V 1.5 module for Vulkan 1.2.
//
// Everything is addressed through buffer device addresses, so there are no
// descriptors. Arguments come in the push constants, or through the address of
// the argument block when they are too many for the 128 bytes every device has
// (spirv.h has the layout).
// Registers are Function variables; drivers turn those into SSA themselves.
// Read gen_private.h for the split, gen_stmt.c for the statements.
#include "spirv/gen_private.h"

#include "ir/ir.h"

// -- Module variables -----------------------------------------------------

// A module-scope variable of "type" in "storage_class".
static uint32_t
module_variable(gen *g, uint32_t storage_class, uint32_t type) {
  uint32_t pointer = gen_pointer_type(g, storage_class, type);
  uint32_t id = spvw_id(&g->w);
  spvw_emit(&g->w, SPVW_TYPES, SpvOpVariable,
            SPVW_WORDS(pointer, id, storage_class));
  return id;
}

// The type uvec3 of the built-in ids.
static uint32_t
uvec3(gen *g) {
  return spvw_type(&g->w, SpvOpTypeVector, SPVW_WORDS(gen_type(g, IR_U32), 3));
}

// An Input variable holding "builtin".
static uint32_t
builtin_variable(gen *g, uint32_t builtin, const char *name) {
  uint32_t id = module_variable(g, SpvStorageClassInput, uvec3(g));
  spvw_decorate(&g->w, id, SpvDecorationBuiltIn, SPVW_WORDS(builtin));
  spvw_name(&g->w, id, name);
  return id;
}

// The work-group size as spec constants 0, 1, 2. Decorated WorkgroupSize: the
// form every Vulkan 1.2 driver takes, LocalSizeId needs maintenance4.
static uint32_t
group_size(gen *g) {
  uint32_t u32 = gen_type(g, IR_U32), ids[3];
  for (uint32_t d = 0; d < 3; d++) {
    int local = g->k->local[d] ? g->k->local[d] : d == 0 ? 64 : 1;
    ids[d] = spvw_id(&g->w);
    spvw_emit(&g->w, SPVW_TYPES, SpvOpSpecConstant,
              SPVW_WORDS(u32, ids[d], (uint32_t)local));
    spvw_decorate(&g->w, ids[d], SpvDecorationSpecId, SPVW_WORDS(d));
  }
  uint32_t vec = uvec3(g), id = spvw_id(&g->w);
  spvw_emit(&g->w, SPVW_TYPES, SpvOpSpecConstantComposite,
            SPVW_WORDS(vec, id, ids[0], ids[1], ids[2]));
  spvw_decorate(&g->w, id, SpvDecorationBuiltIn,
                SPVW_WORDS(SpvBuiltInWorkgroupSize));
  return id;
}

// How many u64 the push constants hold: the address of the argument block, and
// its slots themselves where they fit (spirv.h).
static uint32_t
push_members(const gen *g) {
  uint32_t slots = (uint32_t)g->k->params.n + 3;
  return slots < SPV_GEN_PUSH_SLOTS ? 1 + slots : 1;
}

// The push constants: a structure of u64.
static uint32_t
push_constants(gen *g) {
  uint32_t members[SPV_GEN_PUSH_SLOTS], n = push_members(g);
  for (uint32_t i = 0; i < n; i++)
    members[i] = gen_type(g, IR_U64);
  uint32_t block = spvw_type(&g->w, SpvOpTypeStruct, (int)n, members);
  spvw_decorate(&g->w, block, SpvDecorationBlock, 0, NULL);
  for (uint32_t i = 0; i < n; i++)
    spvw_emit(&g->w, SPVW_DECORATIONS, SpvOpMemberDecorate,
              SPVW_WORDS(block, i, SpvDecorationOffset, 8 * i));
  uint32_t id = module_variable(g, SpvStorageClassPushConstant, block);
  spvw_name(&g->w, id, "arguments");
  return id;
}

// The array type of a shared or private buffer. SPIR-V has no empty ones.
static uint32_t
array_type(gen *g, const kn_buf *b) {
  uint32_t elem = gen_memory_type(g, b->elem, b->space);
  return spvw_type(
      &g->w, SpvOpTypeArray,
      SPVW_WORDS(elem, gen_u32(g, b->count > 0 ? (uint32_t)b->count : 1)));
}

// -- The function -------------------------------------------------------------

// The Function variables: one a register, one a private buffer. They open
// the first block, as SPIR-V 2.4 asks.
static void
function_variables(gen *g) {
  for (int i = 0; i < g->k->regs.n; i++) {
    const kn_reg *r = g->k->regs.at[i];
    uint32_t ptr =
        gen_pointer_type(g, SpvStorageClassFunction, gen_type(g, r->type));
    g->regs[r->id].var = GEN(g, SpvOpVariable, ptr, SpvStorageClassFunction);
    if (r->name)
      spvw_name(&g->w, g->regs[r->id].var, r->name);
  }
  for (int i = 0; i < g->k->bufs.n; i++) {
    const kn_buf *b = g->k->bufs.at[i];
    if (b->space != KN_PRIVATE)
      continue;
    uint32_t ptr =
        gen_pointer_type(g, SpvStorageClassFunction, array_type(g, b));
    g->buf_ids[b->id] = GEN(g, SpvOpVariable, ptr, SpvStorageClassFunction);
    if (b->name)
      spvw_name(&g->w, g->buf_ids[b->id], b->name);
  }
}

// Member "k" of the push constants.
static uint32_t
load_push(gen *g, uint32_t k) {
  uint32_t u64 = gen_type(g, IR_U64);
  uint32_t type = gen_pointer_type(g, SpvStorageClassPushConstant, u64);
  uint32_t at = GEN(g, SpvOpAccessChain, type, g->push, gen_u32(g, k));
  return GEN(g, SpvOpLoad, u64, at);
}

// The u64 in slot "k" of the arguments.
static uint32_t
load_slot(gen *g, uint32_t k) {
  if (push_members(g) > 1)
    return load_push(g, 1 + k);
  uint32_t u64 = gen_type(g, IR_U64);
  uint32_t block = load_push(g, 0);
  uint32_t at = GEN(g, SpvOpIAdd, u64, block, gen_u64(g, 8 * (uint64_t)k));
  return gen_load_address(g, at, u64, 8);
}

// Reads the arguments: buffer addresses become ids, scalars go to their
// registers' variables.
static void
load_arguments(gen *g) {
  for (int i = 0; i < g->k->params.n; i++) {
    const kn_param *p = &g->k->params.at[i];
    uint32_t slot = load_slot(g, (uint32_t)i);
    if (p->buf) {
      g->buf_ids[p->buf->id] = slot;
      continue;
    }
    uint32_t value = gen_from_slot(g, slot, p->reg->type);
    spvw_emit(&g->w, SPVW_CODE, SpvOpStore,
              SPVW_WORDS(g->regs[p->reg->id].var, value));
    gen_open_reg(g, p->reg, NULL, 0);
  }
}

// Makes g->zero, of the number of items: it is below 2^59, or would not be done
// in a hundred years. And those of g->unknown.
static void
load_zero(gen *g) {
  uint32_t u64 = gen_type(g, IR_U64);
  bool hides = g->hides[SPV_GEN_SPEC_HIDE] || g->hides[SPV_GEN_SPEC_WIDE];
  if (g->has_zero || hides)
    g->zero = GEN(g, SpvOpShiftRightLogical, u64,
                  load_slot(g, (uint32_t)g->k->params.n), gen_u32(g, 59));
  for (uint32_t spec = 0; spec < SPV_GEN_SPEC__END; spec++)
    if (g->hides[spec])
      g->unknown[spec] =
          GEN(g, SpvOpSelect, u64, gen_spec(g, spec), g->zero, gen_u64(g, 0));
}

// Component "d" of the uvec3 "vec", widened to u64.
static uint32_t
component(gen *g, uint32_t vec, uint32_t d) {
  uint32_t narrow = GEN(g, SpvOpCompositeExtract, gen_type(g, IR_U32), vec, d);
  return GEN(g, SpvOpUConvert, gen_type(g, IR_U64), narrow);
}

// This work-item's index in each dimension of the grid: group * size + local.
static void
load_item(gen *g) {
  uint32_t u64 = gen_type(g, IR_U64), vec = uvec3(g);
  uint32_t group = GEN(g, SpvOpLoad, vec, g->group_id);
  uint32_t local = GEN(g, SpvOpLoad, vec, g->local_id);
  for (uint32_t d = 0; d < 3; d++) {
    uint32_t first = GEN(g, SpvOpIMul, u64, component(g, group, d),
                         component(g, g->group_size, d));
    g->item[d] = GEN(g, SpvOpIAdd, u64, first, component(g, local, d));
  }
}

// The condition that this work-item is inside the grid.
static uint32_t
inside_grid(gen *g) {
  uint32_t b = gen_type(g, IR_BOOL), all = 0;
  for (int d = 0; d < 3; d++) {
    uint32_t items = load_slot(g, (uint32_t)(g->k->params.n + d));
    uint32_t in = GEN(g, SpvOpULessThan, b, g->item[d], items);
    all = all ? GEN(g, SpvOpLogicalAnd, b, all, in) : in;
  }
  return all;
}

// The body; kernels that leave the work-group size open are guarded against
// items beyond the grid (they have no barriers; the others guard themselves).
static void
emit_body(gen *g) {
  if (g->k->local[0]) {
    gen_block(g, &g->k->body);
    return;
  }
  uint32_t in = inside_grid(g);
  uint32_t then = spvw_id(&g->w), merge = spvw_id(&g->w);
  spvw_emit(&g->w, SPVW_CODE, SpvOpSelectionMerge, SPVW_WORDS(merge, 0));
  spvw_emit(&g->w, SPVW_CODE, SpvOpBranchConditional,
            SPVW_WORDS(in, then, merge));
  spvw_emit(&g->w, SPVW_CODE, SpvOpLabel, SPVW_WORDS(then));
  gen_block(g, &g->k->body);
  spvw_emit(&g->w, SPVW_CODE, SpvOpBranch, SPVW_WORDS(merge));
  spvw_emit(&g->w, SPVW_CODE, SpvOpLabel, SPVW_WORDS(merge));
}

// The entry point's function.
static uint32_t
emit_function(gen *g) {
  uint32_t void_type = spvw_type(&g->w, SpvOpTypeVoid, 0, NULL);
  uint32_t type = spvw_type(&g->w, SpvOpTypeFunction, SPVW_WORDS(void_type));
  uint32_t id =
      GEN(g, SpvOpFunction, void_type, SpvFunctionControlMaskNone, type);
  spvw_emit(&g->w, SPVW_CODE, SpvOpLabel, SPVW_WORDS(spvw_id(&g->w)));
  function_variables(g);
  load_arguments(g);
  load_item(g);
  load_zero(g);
  emit_body(g);
  spvw_emit(&g->w, SPVW_CODE, SpvOpReturn, 0, NULL);
  spvw_emit(&g->w, SPVW_CODE, SpvOpFunctionEnd, 0, NULL);
  return id;
}

// -- Assignments, looked at before emission -------------------------------

// Whether the value of "s" is, or may be, a zero that is hidden from drivers.
static bool
needs_zero(const kn_stmt *s) {
  if (s->kind == KN_CONST)
    return gen_is_zero(s->dst->type, s->bits);
  return s->kind == KN_OP && s->op == IR_OP_CONVERT &&
         ir_is_float(s->dst->type) && !ir_is_float(s->args[0]->type);
}

// Notes the features that the statement of a scalar op needs.
static void
scan_op(gen *g, const kn_stmt *s) {
  ir_scalar type = s->dst->type;
  bool orders = gen_op_orders(s->op, s->args[0]->type);
  g->hides[SPV_GEN_SPEC_HIDE] |=
      orders || gen_op_chooses(s->op, type) ||
      gen_op_negates(g, s->op, type, s->args) ||
      gen_op_widens(s->op, s->args[0]->type, type) ||
      gen_is_truth(g, s->op, type, s->args) ||
      gen_scaled_operand(g, s->op, type, s->args) >= 0;
  g->hides[SPV_GEN_SPEC_WIDE] |= orders;
  g->bits |= gen_op_works_on_bits(s->op, type);
  g->calls |= gen_op_calls(s->op, type);
}

// Counts the assignments of each register in "b", and keeps a constant one.
static void
scan_block(gen *g, const kn_block *b) {
  for (int i = 0; i < b->n; i++) {
    const kn_stmt *s = b->at[i];
    if (s->dst) {
      g->regs[s->dst->id].writes++;
      g->regs[s->dst->id].known = s->kind == KN_CONST ? s : NULL;
      g->has_zero |= needs_zero(s);
    }
    if (s->kind == KN_OP)
      scan_op(g, s);
    if (s->kind == KN_LOOP && s->count)
      g->hides[SPV_GEN_SPEC_WIDE] |= s->count->type == IR_I64;
    scan_block(g, &s->body[0]);
    scan_block(g, &s->body[1]);
  }
}

// Prepares the tables indexed by registers and buffers.
static void
scan_kernel(gen *g) {
  arena *a = g->cx->arena;
  g->regs = NEW_ARRAY(a, gen_reg, g->k->regs.n);
  g->buf_ids = NEW_ARRAY(a, uint32_t, g->k->bufs.n);
  for (int i = 0; i < g->k->params.n; i++)
    if (g->k->params.at[i].reg)
      g->regs[g->k->params.at[i].reg->id].writes++;
  scan_block(g, &g->k->body);
  g->hides[SPV_GEN_SPEC_HIDE] |= g->bits && g->calls;
}

// The module's head: memory model and the capabilities of every kernel.
static void
emit_head(gen *g) {
  spvw_capability(&g->w, SpvCapabilityShader);
  spvw_capability(&g->w, SpvCapabilityPhysicalStorageBufferAddresses);
  g->glsl = spvw_id(&g->w);
  spvw_begin(&g->w, SPVW_IMPORTS, SpvOpExtInstImport);
  spvw_word(&g->w, g->glsl);
  spvw_string(&g->w, "GLSL.std.450");
  spvw_end(&g->w);
  spvw_emit(&g->w, SPVW_MEMORY_MODEL, SpvOpMemoryModel,
            SPVW_WORDS(SpvAddressingModelPhysicalStorageBuffer64,
                       SpvMemoryModelGLSL450));
}

// Without this mode drivers take x + 0 for x, which it is not for -0.
static void
emit_float_mode(gen *g, uint32_t function, unsigned feature, uint32_t bits) {
  if (!(g->features & feature))
    return;
  spvw_capability(&g->w, SpvCapabilitySignedZeroInfNanPreserve);
  spvw_emit(
      &g->w, SPVW_EXECUTION_MODES, SpvOpExecutionMode,
      SPVW_WORDS(function, SpvExecutionModeSignedZeroInfNanPreserve, bits));
}

// The entry point with its interface: every module variable (SPIR-V 1.4+).
static void
emit_entry_point(gen *g, uint32_t function) {
  spvw_begin(&g->w, SPVW_ENTRY_POINTS, SpvOpEntryPoint);
  spvw_word(&g->w, SpvExecutionModelGLCompute);
  spvw_word(&g->w, function);
  spvw_string(&g->w, "main");
  spvw_word(&g->w, g->local_id);
  spvw_word(&g->w, g->group_id);
  spvw_word(&g->w, g->push);
  for (int i = 0; i < g->k->bufs.n; i++)
    if (g->k->bufs.at[i]->space == KN_SHARED)
      spvw_word(&g->w, g->buf_ids[g->k->bufs.at[i]->id]);
  spvw_end(&g->w);
  spvw_emit(&g->w, SPVW_EXECUTION_MODES, SpvOpExecutionMode,
            SPVW_WORDS(function, SpvExecutionModeLocalSize,
                       (uint32_t)(g->k->local[0] ? g->k->local[0] : 64),
                       (uint32_t)(g->k->local[1] ? g->k->local[1] : 1),
                       (uint32_t)(g->k->local[2] ? g->k->local[2] : 1)));
  emit_float_mode(g, function, SPV_GEN_ZEROS32, 32);
  emit_float_mode(g, function, SPV_GEN_ZEROS64, 64);
  spvw_name(&g->w, function, g->k->name);
}

bool
spv_gen(loft_cx *cx, const kn_func *k, const spv_gen_options *o,
        spv_gen_module *out) {
  gen g = {.cx = cx, .k = k, .options = o, .features = SPV_GEN_I64};
  spvw_init(&g.w, cx->arena);
  scan_kernel(&g);
  emit_head(&g);
  g.local_id = builtin_variable(&g, SpvBuiltInLocalInvocationId, "local_id");
  g.group_id = builtin_variable(&g, SpvBuiltInWorkgroupId, "group_id");
  g.group_size = group_size(&g);
  g.push = push_constants(&g);
  for (int i = 0; i < k->bufs.n; i++)
    if (k->bufs.at[i]->space == KN_SHARED)
      g.buf_ids[k->bufs.at[i]->id] = module_variable(
          &g, SpvStorageClassWorkgroup, array_type(&g, k->bufs.at[i]));
  uint32_t function = emit_function(&g);
  gen_exact_functions(&g);
  emit_entry_point(&g, function);
  out->words = spvw_finish(&g.w, 0x00010500, &out->n_words);
  out->features = g.features;
  out->args_size = 8 * (k->params.n + 3);
  return !g.failed;
}
