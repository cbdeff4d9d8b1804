// kernel/lower_bound.c: loop bounds and work of a launch, as host code.
//
// The cost of a kernel's loops is a host expression: extents that the host
// knows are used as they are, extents that depend on indices of the kernel are
// bounded by interval arithmetic over the index ranges; extents that are data,
// by the elements of an array that the loop walks along. All of it is f64, so
// that nothing overflows, and becomes an i64 (saturating) at the end.
//   bound: most loop iterations, nested ones multiplied, the larger branch;
//          unknown as soon as one loop is. The pass that leaves a loop counts,
//          as it does for the drivers that ask (lavapipe), but for the last one
//   work:  scalar ops, loops at their middle extent, unknown ones guessed, and
//          those that only a limit is known of, if that is not below the guess
#include "analysis/analysis.h"
#include "kernel/kernel_private.h"

enum { GUESSED_TRIPS = 16 };

// -- Expressions ------------------------------------------------------------
// A host number: unknown, or a register, if any, plus a constant. So the many
// constants of a sum are added here and not by the host.
typedef struct num {
  bool known;
  kn_reg *reg; // f64, or NULL
  double value;
} num;

// Numbers lo <= x <= hi.
typedef struct interval {
  num lo, hi;
  bool loose; // hi is a limit of data: it bounds x, but says nothing of it
} interval;

static const num unknown = {0};
static const interval anything = {{0}, {0}, false};

// The numbers from "lo" to "hi".
static interval
between(num lo, num hi) {
  return (interval){lo, hi, false};
}

// The number "value".
static num
constant(double value) {
  return (num){true, NULL, value};
}

// The register of a known "x".
static kn_reg *
as_reg(kn_fn *h, num x) {
  uint64_t bits;
  if (x.reg && x.value == 0)
    return x.reg;
  memcpy(&bits, &x.value, sizeof bits);
  kn_reg *value = kn_put_const(h, IR_F64, bits, NULL);
  return x.reg ? kn_put2(h, IR_OP_ADD, x.reg, value, NULL) : value;
}

// x op y, of f64.
static double
compute(ir_opcode op, double x, double y) {
  ir_bits args[2] = {0}, bits;
  memcpy(&args[0], &x, sizeof x);
  memcpy(&args[1], &y, sizeof y);
  bits = ir_eval_scalar(op, IR_F64, IR_F64, args);
  memcpy(&x, &bits, sizeof x);
  return x;
}

// Whether "x" is known now to be "value".
static bool
is_value(num x, double value) {
  return x.known && !x.reg && x.value == value;
}

// Whether "x" and "y" are the same register plus the same constant.
static bool
is_same(num x, num y) {
  return x.reg == y.reg && x.value == y.value;
}

// x op y of ADD SUB, where the registers leave one at most.
static bool
combine(ir_opcode op, num x, num y, num *result) {
  bool cancel = op == IR_OP_SUB && x.reg == y.reg;
  if ((op != IR_OP_ADD || (x.reg && y.reg)) &&
      (op != IR_OP_SUB || (y.reg && !cancel)))
    return false;
  kn_reg *reg = cancel ? NULL : x.reg ? x.reg : y.reg;
  *result = (num){true, reg, compute(op, x.value, y.value)};
  return true;
}

// x op y of ADD SUB MUL DIV MIN MAX; unknown when an operand is.
static num
apply(kn_fn *h, ir_opcode op, num x, num y) {
  num result;
  if (!x.known || !y.known)
    return unknown;
  if (combine(op, x, y, &result))
    return result;
  if (x.reg == y.reg && (!x.reg || op == IR_OP_MIN || op == IR_OP_MAX))
    return (num){true, x.reg, compute(op, x.value, y.value)};
  if (op == IR_OP_MUL && is_value(y, 1))
    return x;
  if (op == IR_OP_MUL && is_value(x, 1))
    return y;
  if (op == IR_OP_MUL && (is_value(x, 0) || is_value(y, 0)))
    return constant(0);
  kn_reg *a = as_reg(h, x), *b = as_reg(h, y);
  return (num){true, kn_put2(h, op, a, b, NULL), 0};
}

// -- Intervals of values ------------------------------------------------------
static interval range_of(kn_fn *h, const ir_val *v);

// x * y; the factor of a constant sign is common and cheap.
static interval
multiply(kn_fn *h, interval x, interval y) {
  if (x.lo.known && !x.lo.reg && x.lo.value >= 0 && y.lo.known && !y.lo.reg &&
      y.lo.value >= 0)
    return between(apply(h, IR_OP_MUL, x.lo, y.lo),
                   apply(h, IR_OP_MUL, x.hi, y.hi));
  num p[4] = {apply(h, IR_OP_MUL, x.lo, y.lo), apply(h, IR_OP_MUL, x.lo, y.hi),
              apply(h, IR_OP_MUL, x.hi, y.lo), apply(h, IR_OP_MUL, x.hi, y.hi)};
  interval r = between(p[0], p[0]);
  for (int k = 1; k < 4; k++) {
    r.lo = apply(h, IR_OP_MIN, r.lo, p[k]);
    r.hi = apply(h, IR_OP_MAX, r.hi, p[k]);
  }
  return r;
}

// x / n, truncated, for a constant n > 0.
static interval
divide(kn_fn *h, interval x, double n) {
  num lo = apply(h, IR_OP_DIV, x.lo, constant(n));
  num hi = apply(h, IR_OP_DIV, x.hi, constant(n));
  return between(apply(h, IR_OP_SUB, lo, constant(1)),
                 apply(h, IR_OP_MAX, hi, constant(0)));
}

// Both or either of "x" and "y".
static interval
unite(kn_fn *h, interval x, interval y) {
  return between(apply(h, IR_OP_MIN, x.lo, y.lo),
                 apply(h, IR_OP_MAX, x.hi, y.hi));
}

// The least (MIN) or greatest (MAX) of "x" and "y", of which one alone bounds
// it from above, or from below.
static interval
extreme(kn_fn *h, ir_opcode op, interval x, interval y) {
  interval r = between(apply(h, op, x.lo, y.lo), apply(h, op, x.hi, y.hi));
  if (op == IR_OP_MIN && !r.hi.known) {
    r.hi = x.hi.known ? x.hi : y.hi;
    r.loose = r.hi.known;
  }
  if (op == IR_OP_MAX && !r.lo.known)
    r.lo = x.lo.known ? x.lo : y.lo;
  return r;
}

// "x" as a value of type "to"; unknown when it may wrap. Signed types do not
// wrap (ir_ops.def).
static interval
clip(interval x, ir_scalar to) {
  bool negative = !x.lo.known || x.lo.reg || x.lo.value < 0;
  return ir_is_signed(to) || (ir_is_unsigned(to) && !negative) ? x : anything;
}

// The value of scalar op "op".
static interval
range_of_op(kn_fn *h, const ir_op *op) {
  interval x = {0}, y = {0};
  ir_scalar type = op->outs.at[0]->type.elem;
  bool binary = op->ins.n == 2;
  if (!ir_is_int(type) || op->code == IR_OP_BITCAST)
    return anything;
  if (op->code == IR_OP_SELECT)
    return unite(h, range_of(h, op->ins.at[1]), range_of(h, op->ins.at[2]));
  if (op->code == IR_OP_CONVERT)
    return clip(range_of(h, op->ins.at[0]), type);
  int64_t n;
  if (op->code == IR_OP_DIV && ir_match_int(op->ins.at[1], &n) && n > 0)
    return divide(h, range_of(h, op->ins.at[0]), (double)n);
  if (op->code == IR_OP_REM && ir_match_int(op->ins.at[1], &n) && n > 0)
    return between(constant(1 - (double)n), constant((double)n - 1));
  if (!binary ||
      (op->code != IR_OP_ADD && op->code != IR_OP_SUB &&
       op->code != IR_OP_MUL && op->code != IR_OP_MIN && op->code != IR_OP_MAX))
    return anything;
  x = range_of(h, op->ins.at[0]);
  y = range_of(h, op->ins.at[1]);
  if (op->code == IR_OP_SUB)
    return clip(between(apply(h, IR_OP_SUB, x.lo, y.hi),
                        apply(h, IR_OP_SUB, x.hi, y.lo)),
                type);
  if (op->code == IR_OP_MUL)
    return clip(multiply(h, x, y), type);
  if (op->code == IR_OP_MIN || op->code == IR_OP_MAX)
    return clip(extreme(h, op->code, x, y), type);
  return clip(
      between(apply(h, op->code, x.lo, y.lo), apply(h, op->code, x.hi, y.hi)),
      type);
}

// A parameter: an index is 0 to extent - 1.
static interval
range_of_param(kn_fn *h, const ir_val *v) {
  if (!ir_is_index(v))
    return anything;
  const ir_op *op = v->param_of->parent_op;
  num last =
      apply(h, IR_OP_SUB, range_of(h, op->ins.at[v->index]).hi, constant(1));
  return between(constant(0), apply(h, IR_OP_MAX, last, constant(0)));
}

// range_of, computed.
static interval
find_range(kn_fn *h, const ir_val *v) {
  int64_t value;
  if (ir_match_int(v, &value))
    return between(constant((double)value), constant((double)value));
  kn_reg *r = map_get(h->regs, v);
  if (r && ir_is_int(r->type)) {
    num x = {true, kn_put_op(h, IR_OP_CONVERT, IR_F64, &r, 1, NULL), 0};
    return between(x, x);
  }
  if (v->param_of)
    return range_of_param(h, v);
  return v->def && ir_is_scalar_op(v->def->code) ? range_of_op(h, v->def)
                                                 : anything;
}

// Bounds of "v" that the host knows; computed once per value and call.
static interval
range_of(kn_fn *h, const ir_val *v) {
  interval *found = map_get(h->ranges, v);
  if (!found) {
    found = NEW(h->low->arena, interval);
    *found = find_range(h, v);
    const ir_op *op = found->hi.known && !map_get(h->regs, v) ? v->def : NULL;
    for (int k = 0; op && k < op->ins.n; k++)
      found->loose |= range_of(h, op->ins.at[k]).loose;
    map_put(h->ranges, v, found);
  }
  return *found;
}

// True when "access", in the body of a loop, is to other elements of an array
// of the caller's in each iteration of its index, or of what it carries and
// steps, "i".
static bool
walks_array(kn_fn *h, const ir_op *access, const ir_val *i) {
  int64_t stride;
  bool is_access = ir_accesses_element(access);
  if (!is_access || !kn_has_footprint(h, access->ins.at[0]) ||
      ir_storage_root(access->ins.at[0], NULL)->def)
    return false;
  an_affine at = an_affine_of(h->low->arena, access->ins.at[1]);
  if (an_affine_stride(&at, i, &stride) != 1 || stride == 0)
    return false;
  for (int k = 0; k < at.terms.n; k++)
    for (int f = 0; f < at.terms.at[k].n_factors; f++) {
      const ir_val *v = at.terms.at[k].factors[f];
      if (v != i && !ir_is_outside(v, i->param_of))
        return false;
    }
  return true;
}

// Iterations of "op", of unknown extent, with another value "i" in each: at
// most as many as there are elements of an array that it walks along. On CPUs
// no loop needs a bound, and the pass that finds the arrays' bounds runs before
// these are known.
static num
trips_by_elements(kn_fn *h, ir_op *op, const ir_val *i) {
  if (h->low->target == KN_CPU)
    return unknown;
  ir_foreach_op (access, op->regions[0]) {
    if (!walks_array(h, access, i))
      continue;
    ir_val *array = access->ins.at[0];
    kn_reg *end = kn_put_footprint(h, array, IR_OP_END, NULL);
    kn_reg *begin = kn_put_footprint(h, array, IR_OP_BEGIN, NULL);
    kn_reg *n = kn_put2(h, IR_OP_SUB, end, begin, NULL);
    return (num){true, kn_put_op(h, IR_OP_CONVERT, IR_F64, &n, 1, NULL), 0};
  }
  return unknown;
}

// True when loop "op" carries "v" and adds a constant to it in each iteration,
// so that no two have the same.
static bool
is_stepped(const ir_op *op, const ir_val *v) {
  const ir_op *step = op->regions[0]->last->ins.at[v->index]->def;
  int64_t by;
  return ir_is_int(v->type.elem) && !v->type.array &&
         (ir_is_signed(v->type.elem) || ir_size(v->type.elem) == 8) && step &&
         step->code == IR_OP_ADD && step->ins.at[0] == v &&
         ir_match_int(step->ins.at[1], &by) && by != 0;
}

// Iterations of "op", a loop that only memory ends.
static num
trips_by_steps(kn_fn *h, ir_op *op) {
  num t = unknown;
  for (int k = 0; k < op->regions[0]->params.n && !t.known; k++)
    if (is_stepped(op, op->regions[0]->params.at[k]))
      t = trips_by_elements(h, op, op->regions[0]->params.at[k]);
  return t;
}

// Iterations of a fold of pieces: those of its pieces, in each of which there
// are "inner", one for each piece, and the passes that leave the loops.
static num
bound_of_pieces(kn_fn *h, const an_pieces *p, num inner) {
  const double each = 1 + 2.0 / IR_PIECE;
  num n = range_of(h, p->all.extents[0]).hi;
  n = n.known
          ? apply(h, IR_OP_MUL, n, constant(IR_PIECE))
          : trips_by_elements(h, p->fold, p->fold->regions[0]->params.at[0]);
  inner = apply(h, IR_OP_ADD, inner, constant(each));
  return apply(h, IR_OP_ADD, apply(h, IR_OP_MUL, n, inner), constant(3));
}

// Iterations of dimension "d" of "op": at most, or in the middle.
static num
trips(kn_fn *h, ir_op *op, int d, bool middle) {
  interval r = range_of(h, op->ins.at[d]);
  num t = r.hi;
  if (!t.known && !middle)
    t = trips_by_elements(h, op, op->regions[0]->params.at[d]);
  if (middle && r.loose)
    t = apply(h, IR_OP_MIN, t, constant(GUESSED_TRIPS));
  else if (middle && r.lo.known && r.hi.known && !is_same(r.lo, r.hi))
    t = apply(h, IR_OP_MUL, apply(h, IR_OP_ADD, r.lo, r.hi), constant(0.5));
  return apply(h, IR_OP_MAX, t, constant(0));
}

// -- Bound ------------------------------------------------------------------
static num bound_of(kn_fn *h, ir_region *r);

// Iterations of a loop that runs "t" times, with "inner" in each, and the pass
// that leaves it.
static num
repeat(kn_fn *h, num t, num inner) {
  inner = apply(h, IR_OP_ADD, inner, constant(1));
  return apply(h, IR_OP_ADD, apply(h, IR_OP_MUL, t, inner), constant(1));
}

// Iterations of the loops that "op" becomes, and the passes that leave them.
static num
bound_of_op(kn_fn *h, ir_op *op) {
  bool loops = ir_iterates(op);
  if (op->code == IR_OP_IF)
    return apply(h, IR_OP_MAX, bound_of(h, op->regions[0]),
                 bound_of(h, op->regions[1]));
  if (!loops)
    return constant(0);
  an_pieces p;
  if (an_match_pieces(op, &p))
    return bound_of_pieces(h, &p, bound_of(h, p.fold->regions[0]));
  num inner = constant(0);
  for (int k = 0; k < op->n_regions; k++)
    inner = apply(h, IR_OP_ADD, inner, bound_of(h, op->regions[k]));
  if (!op->n_dims)
    inner = repeat(h, trips_by_steps(h, op), inner);
  for (int d = op->n_dims - 1; d >= 0; d--)
    inner = repeat(h, trips(h, op, d, false), inner);
  if (!kn_needs_tree(op))
    return inner;
  // blocks and the end of the tree: see tree_item.skel
  num share = constant(1 + (double)KN_TREE_BLOCK_LOOPS / IR_TREE_BLOCK);
  return apply(h, IR_OP_ADD, apply(h, IR_OP_MUL, inner, share),
               constant(3 * KN_TREE_BLOCK_LOOPS));
}

// Loop iterations in one run of "r".
static num
bound_of(kn_fn *h, ir_region *r) {
  num sum = constant(0);
  ir_foreach_op (op, r) {
    sum = apply(h, IR_OP_ADD, sum, bound_of_op(h, op));
  }
  return sum;
}

// "x" as an i64 register, -1 when unknown.
static kn_reg *
finish(kn_fn *h, num x) {
  ir_bits bits = 0;
  if (!x.known)
    return kn_put_i64(h, -1);
  if (x.reg) {
    kn_reg *sum = as_reg(h, x);
    return kn_put_op(h, IR_OP_CONVERT, IR_I64, &sum, 1, NULL);
  }
  memcpy(&bits, &x.value, sizeof x.value);
  return kn_put_i64(
      h, (int64_t)ir_eval_scalar(IR_OP_CONVERT, IR_F64, IR_I64, &bits));
}

kn_reg *
kn_put_bound(kn_fn *h, ir_region *r, int64_t times, int64_t own) {
  h->ranges = map_new(h->low->arena);
  num x = bound_of(h, r);
  if (own == 0) {
    x = apply(h, IR_OP_SUB, x, constant(1));
    return finish(h, apply(h, IR_OP_MAX, x, constant(0)));
  }
  x = apply(h, IR_OP_ADD, x, constant((double)own));
  return finish(h, apply(h, IR_OP_MUL, x, constant((double)times)));
}

kn_reg *
kn_put_walk(kn_fn *h, ir_op *op) {
  return finish(h, trips_by_elements(h, op, op->regions[0]->params.at[0]));
}

// -- Work -------------------------------------------------------------------
static num work_of(kn_fn *h, ir_region *r);

// Scalar ops that "op" stands for.
static num
work_of_op(kn_fn *h, ir_op *op) {
  if (op->code == IR_OP_IF)
    return apply(h, IR_OP_ADD, constant(1),
                 apply(h, IR_OP_MAX, work_of(h, op->regions[0]),
                       work_of(h, op->regions[1])));
  if (!op->n_regions)
    return constant(an_work(op));
  num inner = constant(1 + op->n_red);
  for (int k = 0; k < op->n_regions; k++)
    inner = apply(h, IR_OP_ADD, inner, work_of(h, op->regions[k]));
  an_pieces p;
  if (an_match_pieces(op, &p)) // a row has one, as a rule
    return inner;
  for (int d = 0; d < op->n_dims; d++) {
    num t = trips(h, op, d, true);
    inner = apply(h, IR_OP_MUL, inner, t.known ? t : constant(GUESSED_TRIPS));
  }
  return op->n_dims ? inner
                    : apply(h, IR_OP_MUL, inner, constant(GUESSED_TRIPS));
}

// Scalar ops in one run of "r".
static num
work_of(kn_fn *h, ir_region *r) {
  num sum = constant(0);
  ir_foreach_op (op, r) {
    sum = apply(h, IR_OP_ADD, sum, work_of_op(h, op));
  }
  return sum;
}

kn_reg *
kn_put_work(kn_fn *h, ir_region *r, int64_t times) {
  h->ranges = map_new(h->low->arena);
  num x = apply(h, IR_OP_MAX, work_of(h, r), constant(1));
  return finish(h, apply(h, IR_OP_MUL, x, constant((double)times)));
}
