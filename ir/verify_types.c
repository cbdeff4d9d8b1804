// ir/verify_types.c: types, counts and attributes of each op, by its class.
#include "ir/verify_private.h"

// -- Reporting ---------------------------------------------------------------

void
ir_report(verifier *v, const ir_op *op, const char *fmt, ...) {
  va_list ap;
  v->n_errors++;
  if (!v->notes)
    return;
  va_start(ap, fmt);
  ir_note note = {op, arena_vprintf(v->arena, fmt, ap)};
  va_end(ap);
  vec_push(v->arena, v->notes, note);
}

const char *
ir_report_name(verifier *v, const ir_val *val) {
  if (!v->named)
    ir_name_values(v->func);
  v->named = true;
  return val->name ? val->name : "?";
}

// The type as the text form writes it.
static const char *
type_text(verifier *v, ir_type t) {
  return arena_printf(v->arena, "%s%s", t.array ? "[]" : "",
                      ir_scalar_name(t.elem));
}

// Reports when "val" (called "what") does not have type "want".
static void
expect_type(verifier *v, const ir_op *op, const ir_val *val, ir_type want,
            const char *what) {
  if (!ir_type_eq(val->type, want))
    ir_report(v, op, "%s %%%s has type %s, expected %s", what,
              ir_report_name(v, val), type_text(v, val->type),
              type_text(v, want));
}

// Reports when "op" does not have "n_ins" operands and "n_outs" results;
// returns false then.
static bool
expect_arity(verifier *v, const ir_op *op, int n_ins, int n_outs) {
  if (op->ins.n == n_ins && op->outs.n == n_outs)
    return true;
  ir_report(v, op, "expected %d operands and %d results, found %d and %d",
            n_ins, n_outs, op->ins.n, op->outs.n);
  return false;
}

// Reports when the lists differ in length or types.
static void
expect_same_types(verifier *v, const ir_op *op, const ir_vals *got,
                  ir_val *const *want, int n_want, const char *what) {
  if (got->n != n_want) {
    ir_report(v, op, "expected %d %s, found %d", n_want, what, got->n);
    return;
  }
  for (int k = 0; k < n_want; k++)
    expect_type(v, op, got->at[k], want[k]->type, what);
}

// -- Types of scalar ops --------------------------------------------------

// All operands from "first" on have one allowed scalar type; the result has
// type "*out", or theirs when NULL.
static void
verify_uniform(verifier *v, const ir_op *op, int first, int n_ins,
               const ir_scalar *out) {
  const ir_op_info *info = &ir_op_table[op->code];
  if (!expect_arity(v, op, n_ins, 1))
    return;
  ir_scalar type = op->ins.at[first]->type.elem;
  if (!ir_is_defined_on(op->code, type))
    ir_report(v, op, "%s is not defined on %s", info->mnemonic,
              ir_scalar_name(type));
  for (int k = first; k < n_ins; k++)
    expect_type(v, op, op->ins.at[k], ir_ty(type), "operand");
  expect_type(v, op, op->outs.at[0], ir_ty(out ? *out : type), "result");
}

// Whether "bits" are an f80 as the x87 makes it: the first of the last 64 is
// set unless those before are 0. LLVM keeps no others.
static bool
is_canonical(ir_bits bits) {
  bool is_subnormal = (bits >> 64 & 0x7fff) == 0;
  return (bits >> 63 & 1) == !is_subnormal;
}

// CONST: bits fit the type.
static void
verify_const(verifier *v, const ir_op *op) {
  if (!expect_arity(v, op, 0, 1))
    return;
  ir_type type = op->outs.at[0]->type;
  int width = ir_width(type.elem);
  if (type.array)
    ir_report(v, op, "a constant is a scalar");
  if (op->bits >> width || (type.elem == IR_F80 && !is_canonical(op->bits)))
    ir_report(v, op, "the bits of the constant do not fit %s",
              ir_scalar_name(type.elem));
}

// CONV: scalars; a bitcast keeps the width.
static void
verify_conv(verifier *v, const ir_op *op) {
  if (!expect_arity(v, op, 1, 1))
    return;
  ir_type from = op->ins.at[0]->type, to = op->outs.at[0]->type;
  if (from.array || to.array)
    ir_report(v, op, "arrays cannot be converted");
  else if (op->code == IR_OP_BITCAST &&
           (ir_size(from.elem) != ir_size(to.elem) || from.elem == IR_BOOL ||
            to.elem == IR_BOOL))
    ir_report(v, op, "bitcast from %s to %s", ir_scalar_name(from.elem),
              ir_scalar_name(to.elem));
}

// SELECT: a bool and two of the result's type.
static void
verify_select(verifier *v, const ir_op *op) {
  if (op->ins.n == 3)
    expect_type(v, op, op->ins.at[0], ir_ty(IR_BOOL), "condition");
  verify_uniform(v, op, 1, 3, NULL);
}

// -- Array ops ------------------------------------------------------------

// Reports when "val" is no array.
static bool
expect_array(verifier *v, const ir_op *op, const ir_val *val) {
  if (val->type.array)
    return true;
  ir_report(v, op, "%%%s is no array", ir_report_name(v, val));
  return false;
}

// ALLOC: an i64 count, constant and not large for private arrays.
static void
verify_alloc(verifier *v, const ir_op *op) {
  int64_t count;
  if (!expect_arity(v, op, 1, 1))
    return;
  expect_type(v, op, op->ins.at[0], ir_ty(IR_I64), "count");
  expect_array(v, op, op->outs.at[0]);
  if (op->space != IR_SPACE_PRIVATE)
    return;
  if (!ir_match_int(op->ins.at[0], &count) || count < 0)
    ir_report(v, op, "a private array needs a constant size");
  else if (count > IR_MAX_PRIVATE / ir_size(op->outs.at[0]->type.elem))
    ir_report(v, op, "a private array has at most %d bytes", IR_MAX_PRIVATE);
}

// INDEX: array and i64 to element.
static void
verify_index(verifier *v, const ir_op *op) {
  if (!expect_arity(v, op, 2, 1) || !expect_array(v, op, op->ins.at[0]))
    return;
  expect_type(v, op, op->ins.at[1], ir_ty(IR_I64), "index");
  expect_type(v, op, op->outs.at[0], ir_ty(op->ins.at[0]->type.elem),
              "element");
}

// UPDATE: array, i64, element to array.
static void
verify_update(verifier *v, const ir_op *op) {
  if (!expect_arity(v, op, 3, 1) || !expect_array(v, op, op->ins.at[0]))
    return;
  ir_type type = op->ins.at[0]->type;
  expect_type(v, op, op->ins.at[1], ir_ty(IR_I64), "index");
  expect_type(v, op, op->ins.at[2], ir_ty(type.elem), "value");
  expect_type(v, op, op->outs.at[0], type, "result");
}

// COMBINE: an update by an operator that iterations may share elements by.
static void
verify_combine(verifier *v, const ir_op *op) {
  verify_update(v, op);
  if (op->ins.n == 3 && !ir_may_combine(op->combiner, op->ins.at[0]->type.elem))
    ir_report(v, op, "%s cannot combine %s", ir_op_table[op->combiner].mnemonic,
              type_text(v, ir_ty(op->ins.at[0]->type.elem)));
}

// CALL: scalars to a scalar.
static void
verify_call(verifier *v, const ir_op *op) {
  if (!op->callee || op->ins.n > IR_MAX_CALL)
    ir_report(v, op, "a call has a name and at most %d operands", IR_MAX_CALL);
  for (int k = 0; k < op->ins.n; k++)
    if (op->ins.at[k]->type.array)
      ir_report(v, op, "an operand of a call is an array");
  if (op->outs.n != 1 || op->outs.at[0]->type.array)
    ir_report(v, op, "a call gives one scalar");
}

// BEGIN, END: array to i64.
static void
verify_bound(verifier *v, const ir_op *op) {
  if (!expect_arity(v, op, 1, 1) || !expect_array(v, op, op->ins.at[0]))
    return;
  expect_type(v, op, op->outs.at[0], ir_ty(IR_I64), "bound");
}

// readable: an array, two indices, a truth value.
static void
verify_readable(verifier *v, const ir_op *op) {
  if (!expect_arity(v, op, 3, 1) || !expect_array(v, op, op->ins.at[0]))
    return;
  expect_type(v, op, op->ins.at[1], ir_ty(IR_I64), "first index");
  expect_type(v, op, op->ins.at[2], ir_ty(IR_I64), "last index");
  expect_type(v, op, op->outs.at[0], ir_ty(IR_BOOL), "result");
}

// -- Ops with regions -----------------------------------------------------

const ir_vals *
ir_yields_of(const ir_region *r) {
  return r->last && r->last->code == IR_OP_YIELD ? &r->last->ins : NULL;
}

// Reports when region 0 does not yield values of the types given.
static void
expect_yields(verifier *v, const ir_op *op, const ir_region *r,
              ir_val *const *want, int n) {
  const ir_vals *yields = ir_yields_of(r);
  if (yields)
    expect_same_types(v, op, yields, want, n, "yielded values");
}

// IF: a bool; both regions have no parameters and yield the results.
static void
verify_if(verifier *v, const ir_op *op) {
  if (op->ins.n != 1)
    ir_report(v, op, "if takes one condition");
  else
    expect_type(v, op, op->ins.at[0], ir_ty(IR_BOOL), "condition");
  for (int k = 0; k < op->n_regions; k++) {
    if (op->regions[k]->params.n)
      ir_report(v, op, "the regions of an if take no parameters");
    expect_yields(v, op, op->regions[k], op->outs.at, op->outs.n);
  }
}

// Extents are i64, and so are the first "n" region parameters.
static void
verify_extents(verifier *v, const ir_op *op, int n) {
  const ir_region *r = op->regions[0];
  for (int k = 0; k < n; k++) {
    expect_type(v, op, op->ins.at[k], ir_ty(IR_I64), "extent");
    if (k < r->params.n)
      expect_type(v, op, r->params.at[k], ir_ty(IR_I64), "loop index");
  }
}

// LOOP: extent? inits; params i? carried; yields and results as the inits.
static void
verify_loop(verifier *v, const ir_op *op) {
  const ir_region *r = op->regions[0];
  if (op->n_dims < 0 || op->n_dims > 1 || op->ins.n < op->n_dims) {
    ir_report(v, op, "a loop has one extent or none");
    return;
  }
  ir_val **inits = op->ins.at + op->n_dims;
  int n = op->ins.n - op->n_dims;
  verify_extents(v, op, op->n_dims);
  if (!op->n_dims && !op->has_while)
    ir_report(v, op, "a loop without extent needs a while condition");
  if (op->has_while && (n < 1 || !ir_type_eq(inits[0]->type, ir_ty(IR_BOOL))))
    ir_report(v, op, "the first carried value of a while loop is a bool");
  if (r->params.n != op->n_dims + n)
    ir_report(v, op, "expected %d region parameters, found %d", op->n_dims + n,
              r->params.n);
  else
    for (int k = 0; k < n; k++)
      expect_type(v, op, r->params.at[op->n_dims + k], inits[k]->type,
                  "carried parameter");
  expect_yields(v, op, r, inits, n);
  expect_same_types(v, op, &op->outs, inits, n, "results");
}

// The operator region of "op" takes two tuples of scalars of the types it
// folds, and gives one.
static void
verify_operator_region(verifier *v, const ir_op *op) {
  const ir_region *r = ir_operator_region(op);
  ir_val **inits = op->ins.at + op->n_dims;
  if (r->params.n != 2 * op->n_red)
    ir_report(v, op, "expected %d parameters of the operator, found %d",
              2 * op->n_red, r->params.n);
  else
    for (int k = 0; k < r->params.n; k++)
      expect_type(v, op, r->params.at[k], inits[k % op->n_red]->type,
                  "parameter of the operator");
  for (int k = 0; k < op->n_red; k++)
    if (inits[k]->type.array)
      ir_report(v, op, "%%%s is an array, only scalars are folded",
                ir_report_name(v, inits[k]));
  expect_yields(v, op, r, inits, op->n_red);
}

// True when a SOAC surrounds "op".
static bool
is_in_soac(const ir_op *op) {
  for (op = op->parent->parent_op; op; op = op->parent->parent_op)
    if (ir_is_soac(op))
      return true;
  return false;
}

// A fold by the fixed scan is at host level and not too wide.
static void
verify_scan_fold(verifier *v, const ir_op *op) {
  int bytes = 0;
  if (op->seq)
    return;
  if (is_in_soac(op))
    ir_report(v, op, "a %s like this is seq inside another combinator",
              ir_op_table[op->code].mnemonic);
  for (int k = 0; k < op->n_red; k++)
    bytes += ir_shared_size(op->ins.at[op->n_dims + k]->type.elem);
  if (bytes > IR_MAX_TUPLE)
    ir_report(v, op, "a fold by the scan has at most %d bytes", IR_MAX_TUPLE);
}

// The operators of a fold exist on the types they fold.
static void
verify_operators(verifier *v, const ir_op *op) {
  const char *mnemonic = ir_op_table[op->code].mnemonic;
  if (op->code == IR_OP_SCAN || ir_operator_region(op))
    verify_scan_fold(v, op);
  if (op->exact && !op->seq)
    ir_report(v, op, "an exact %s is seq", mnemonic);
  if (op->n_red < 1 || !op->red_ops == !ir_operator_region(op)) {
    ir_report(v, op, "a %s has at least one operator", mnemonic);
    return;
  }
  if (!op->red_ops) {
    verify_operator_region(v, op);
    return;
  }
  for (int k = 0; k < op->n_red; k++) {
    const ir_op_info *info = &ir_op_table[op->red_ops[k]];
    ir_type type = op->ins.at[op->n_dims + k]->type;
    if (!ir_is_fold(op->red_ops[k]))
      ir_report(v, op, "%s is no reduction operator", info->mnemonic);
    else if (type.array || !ir_is_defined_on(op->red_ops[k], type.elem))
      ir_report(v, op, "%s cannot reduce %s", info->mnemonic,
                type_text(v, type));
  }
}

// The second region of a scan: params idx before after dests, yields dests.
static void
verify_then(verifier *v, const ir_op *op) {
  const ir_region *r = op->regions[1];
  ir_val **inits = op->ins.at + op->n_dims, **dests = inits + op->n_red;
  int n_dests = op->ins.n - op->n_dims - op->n_red;
  int n = op->n_dims + 2 * op->n_red;
  if (r->params.n != n + n_dests) {
    ir_report(v, op, "expected %d parameters behind 'then', found %d",
              n + n_dests, r->params.n);
    return;
  }
  for (int k = 0; k < r->params.n; k++)
    expect_type(v, op, r->params.at[k],
                k < op->n_dims ? ir_ty(IR_I64)
                : k < n        ? inits[(k - op->n_dims) % op->n_red]->type
                               : dests[k - n]->type,
                "parameter behind 'then'");
  expect_yields(v, op, r, dests, n_dests);
}

// MAP, REDUCE, SCAN: extents inits dests; params idx dests; results values
// dests, and so the yields but of a scan.
static void
verify_soac(verifier *v, const ir_op *op) {
  const ir_region *r = op->regions[0];
  bool is_scan = op->code == IR_OP_SCAN, folds = op->code != IR_OP_MAP;
  int n_red = folds ? op->n_red : 0, skip = op->n_dims + n_red;
  if (op->n_dims < 1 || n_red < 0 || op->ins.n < skip) {
    ir_report(v, op, "too few operands for %d extents and %d initial values",
              op->n_dims, n_red);
    return;
  }
  verify_extents(v, op, op->n_dims);
  if (folds)
    verify_operators(v, op);
  else if (op->n_red || op->seq || op->exact)
    ir_report(v, op, "a map has no operators");
  for (int k = skip; k < op->ins.n; k++)
    expect_array(v, op, op->ins.at[k]);
  if (r->params.n != op->n_dims + op->ins.n - skip)
    ir_report(v, op, "expected %d region parameters, found %d",
              op->n_dims + op->ins.n - skip, r->params.n);
  else
    for (int k = skip; k < op->ins.n; k++)
      expect_type(v, op, r->params.at[k - n_red], op->ins.at[k]->type,
                  "dest parameter");
  expect_yields(v, op, r, op->ins.at + op->n_dims,
                is_scan ? n_red : op->ins.n - op->n_dims);
  expect_same_types(v, op, &op->outs, op->ins.at + op->n_dims,
                    op->ins.n - op->n_dims, "results");
  if (is_scan)
    verify_then(v, op);
}

bool
ir_verify_regions(verifier *v, const ir_op *op) {
  ir_class cls = ir_op_table[op->code].cls;
  int want = cls == IR_CLASS_LOOP || cls == IR_CLASS_SOAC;
  if (cls == IR_CLASS_IF || op->code == IR_OP_SCAN)
    want = 2;
  if (ir_operator_region(op))
    want++;
  if (op->n_regions == want)
    return true;
  ir_report(v, op, "expected %d regions, found %d", want, op->n_regions);
  return false;
}

// Types and counts of one op by its class.
static void
verify_class(verifier *v, const ir_op *op) {
  const ir_scalar boolean = IR_BOOL;
  switch (ir_op_table[op->code].cls) {
  case IR_CLASS_CONST:
    verify_const(v, op);
    break;
  case IR_CLASS_CONV:
    verify_conv(v, op);
    break;
  case IR_CLASS_UN:
  case IR_CLASS_MATH1:
    verify_uniform(v, op, 0, 1, NULL);
    break;
  case IR_CLASS_BIN:
  case IR_CLASS_MATH2:
    verify_uniform(v, op, 0, 2, NULL);
    break;
  case IR_CLASS_TERN:
    verify_uniform(v, op, 0, 3, NULL);
    break;
  case IR_CLASS_CMP:
    verify_uniform(v, op, 0, 2, &boolean);
    break;
  case IR_CLASS_SELECT:
    verify_select(v, op);
    break;
  case IR_CLASS_IF:
    verify_if(v, op);
    break;
  case IR_CLASS_LOOP:
    verify_loop(v, op);
    break;
  case IR_CLASS_YIELD:
    if (op->outs.n)
      ir_report(v, op, "a yield has no results");
    break;
  case IR_CLASS_ALLOC:
    verify_alloc(v, op);
    break;
  case IR_CLASS_INDEX:
    verify_index(v, op);
    break;
  case IR_CLASS_UPDATE:
    if (op->code == IR_OP_COMBINE)
      verify_combine(v, op);
    else
      verify_update(v, op);
    break;
  case IR_CLASS_BOUND:
    verify_bound(v, op);
    break;
  case IR_CLASS_READABLE:
    verify_readable(v, op);
    break;
  case IR_CLASS_CALL:
    verify_call(v, op);
    break;
  case IR_CLASS_SOAC:
    verify_soac(v, op);
    break;
  }
}

// Levels make sense on the op.
static void
verify_level(verifier *v, const ir_op *op) {
  bool is_loop = op->code == IR_OP_LOOP;
  bool ok = op->level == IR_LEVEL_NONE;
  ok |= is_loop && (op->level == IR_LEVEL_SEQ || op->level == IR_LEVEL_HOST);
  ok |= ir_is_soac(op) && op->level != IR_LEVEL_HOST &&
        op->level != IR_LEVEL_GROUP;
  ok |= op->level == IR_LEVEL_GROUP && op->n_dims == 1 &&
        (is_loop ? !op->has_while
                 : op->code == IR_OP_MAP ||
                       (op->code == IR_OP_REDUCE && op->n_red == op->outs.n));
  if (!ok)
    ir_report(v, op, "%s cannot have this level",
              ir_op_table[op->code].mnemonic);
  if (op->stride < 0)
    ir_report(v, op, "a stride of %d places", op->stride);
  if (op->rows && (op->level != IR_LEVEL_GROUP || op->rows < 0 ||
                   op->rows > IR_MAX_GROUP_ROWS || (op->rows & (op->rows - 1))))
    ir_report(v, op, "rows of a group, a power of two up to %d, not %d",
              IR_MAX_GROUP_ROWS, op->rows);
}

void
ir_verify_shape(verifier *v, const ir_op *op) {
  verify_class(v, op);
  verify_level(v, op);
}
