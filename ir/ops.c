// ir/ops.c: the op table (from ir_ops.def) and the table of scalar types.
#include "ir/ir.h"

#define COMM IR_F_COMM
#define INT IR_F_INT
#define FLT IR_F_FLT
#define LOGIC IR_F_LOGIC
#define ANYT IR_F_ANYT
#define LONG IR_F_LONG
const ir_op_info ir_op_table[IR_OP__COUNT] = {
#define IR_OP(ID, mnemonic, cls, flags, doc)                                   \
  [IR_OP_##ID] = {#ID, mnemonic, IR_CLASS_##cls, flags, doc},
#include "ir/ir_ops.def"
#undef IR_OP
};

// One row a scalar type, in the order of ir_scalar.
static const struct {
  const char *name;
  int size;
} scalars[IR_SCALAR__COUNT] = {
    [IR_BOOL] = {"bool", 1}, [IR_I8] = {"i8", 1},   [IR_I16] = {"i16", 2},
    [IR_I32] = {"i32", 4},   [IR_I64] = {"i64", 8}, [IR_U8] = {"u8", 1},
    [IR_U16] = {"u16", 2},   [IR_U32] = {"u32", 4}, [IR_U64] = {"u64", 8},
    [IR_F32] = {"f32", 4},   [IR_F64] = {"f64", 8}, [IR_F80] = {"f80", 16},
};
_Static_assert(IR_I8 < IR_I64 && IR_I64 < IR_U8 && IR_U8 < IR_U64 &&
                   IR_U64 < IR_F32 && IR_F64 == IR_F32 + 1 &&
                   IR_F80 == IR_F32 + 2,
               "ORDER SCALAR");

bool
ir_is_signed(ir_scalar s) {
  return s >= IR_I8 && s <= IR_I64; // ORDER SCALAR
}

bool
ir_is_unsigned(ir_scalar s) {
  return s >= IR_U8 && s <= IR_U64; // ORDER SCALAR
}

bool
ir_is_float(ir_scalar s) {
  return s >= IR_F32 && s <= IR_F80; // ORDER SCALAR
}

bool
ir_is_int(ir_scalar s) {
  return s >= IR_I8 && s <= IR_U64; // ORDER SCALAR
}

int
ir_size(ir_scalar s) {
  return scalars[s].size;
}

size_t
ir_value_bytes(ir_scalar s) {
  return s == IR_F80 ? IR_F80_BYTES : (size_t)ir_size(s);
}

int
ir_slots(ir_type t) {
  return !t.array && t.elem == IR_F80 ? 2 : 1;
}

int
ir_slots_of(const ir_vals *vals, int n) {
  int slots = 0;
  for (int k = 0; k < n; k++)
    slots += ir_slots(vals->at[k]->type);
  return slots;
}

ir_scalar
ir_unsigned(int size) {
  static const ir_scalar types[] = {
      [1] = IR_U8, [2] = IR_U16, [4] = IR_U32, [8] = IR_U64};
  return types[size];
}

int
ir_width(ir_scalar s) {
  return s == IR_BOOL ? 1 : 8 * (int)ir_value_bytes(s);
}

const char *
ir_scalar_name(ir_scalar s) {
  return scalars[s].name;
}

bool
ir_scalar_from_name(const char *name, ir_scalar *out) {
  for (int s = 0; s < IR_SCALAR__COUNT; s++)
    if (strcmp(scalars[s].name, name) == 0 && (s != IR_F80 || IR_HAS_F80)) {
      *out = (ir_scalar)s;
      return true;
    }
  return false;
}

// The partner of "code" in one of the "n" pairs, else "none".
static ir_opcode
partner(const ir_opcode pairs[][2], int n, ir_opcode code, ir_opcode none) {
  for (int k = 0; k < n; k++)
    for (int side = 0; side < 2; side++)
      if (pairs[k][side] == code)
        return pairs[k][!side];
  return none;
}

ir_opcode
ir_exchanged(ir_opcode code) {
  static const ir_opcode pairs[][2] = {{IR_OP_LT, IR_OP_GT},
                                       {IR_OP_LE, IR_OP_GE}};
  return partner(pairs, LOFT_COUNT(pairs), code, code);
}

ir_opcode
ir_negated(ir_opcode code, ir_scalar s) {
  static const ir_opcode pairs[][2] = {
      {IR_OP_EQ, IR_OP_NE}, {IR_OP_LT, IR_OP_GE}, {IR_OP_GT, IR_OP_LE}};
  int n = ir_is_float(s) ? 1 : LOFT_COUNT(pairs);
  return partner(pairs, n, code, IR_OP__COUNT);
}

int
ir_shared_size(ir_scalar s) {
  return s == IR_BOOL ? 4 : ir_size(s);
}

bool
ir_is_scalar_op(ir_opcode code) {
  return ir_op_table[code].cls <= IR_CLASS_MATH2; // ORDER CLASS
}
_Static_assert(IR_CLASS_MATH2 + 1 == IR_CLASS_IF, "ORDER CLASS");

bool
ir_is_defined_on(ir_opcode code, ir_scalar type) {
  const ir_op_info *info = &ir_op_table[code];
  bool is_math = info->cls == IR_CLASS_MATH1 || info->cls == IR_CLASS_MATH2;
  bool is_long = is_math ? info->flags & IR_F_LONG : code != IR_OP_FMA;
  if (ir_is_float(type))
    return info->flags & (IR_F_FLT | IR_F_ANYT) && (type != IR_F80 || is_long);
  if (type == IR_BOOL)
    return info->flags & IR_F_LOGIC;
  return info->flags & (IR_F_INT | IR_F_LOGIC | IR_F_ANYT);
}

ir_weight
ir_weight_of(ir_opcode code) {
  ir_class cls = ir_op_table[code].cls;
  if (cls == IR_CLASS_MATH1 || cls == IR_CLASS_MATH2)
    return IR_WEIGHT_MATH;
  if (code == IR_OP_CALL)
    return IR_WEIGHT_CALL;
  if (code == IR_OP_DIV || code == IR_OP_REM || code == IR_OP_SQRT)
    return IR_WEIGHT_DIVISION;
  return code == IR_OP_CONST || code == IR_OP_YIELD ? IR_WEIGHT_NONE
                                                    : IR_WEIGHT_LIGHT;
}

ir_opcode
ir_opcode_of(const char *word) {
  int k = 0;
  while (k < IR_OP__COUNT && strcmp(ir_op_table[k].mnemonic, word) != 0)
    k++;
  return (ir_opcode)k;
}

bool
ir_combines_floats(const ir_op *op) {
  return op->code == IR_OP_COMBINE && op->combiner != IR_OP_UPDATE &&
         ir_is_float(op->ins.at[2]->type.elem);
}

bool
ir_writes_element(const ir_op *op) {
  return ir_op_table[op->code].cls == IR_CLASS_UPDATE;
}

bool
ir_reads_element(const ir_op *op) {
  return op->code == IR_OP_INDEX ||
         (op->code == IR_OP_COMBINE && op->combiner != IR_OP_UPDATE);
}

bool
ir_accesses_element(const ir_op *op) {
  return op->code == IR_OP_INDEX || ir_writes_element(op);
}

const char *
ir_level_name(ir_level level) {
  static const char *const names[IR_LEVEL__COUNT] = {
      [IR_LEVEL_NONE] = "none",     [IR_LEVEL_GRID] = "grid",
      [IR_LEVEL_THREAD] = "thread", [IR_LEVEL_VEC] = "vec",
      [IR_LEVEL_SEQ] = "seq",       [IR_LEVEL_GROUP] = "group",
      [IR_LEVEL_HOST] = "host",
  };
  return names[level];
}

bool
ir_is_in_mathlib(ir_opcode code, ir_scalar type) {
  return ir_weight_of(code) == IR_WEIGHT_MATH && type != IR_F80;
}
