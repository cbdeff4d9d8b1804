// recognizer/shapes/gf2.c: scalars whose bits are sums of bits, modulo 2.
//
//   for (i < n)
//     c = T[(c ^ x[i]) & 255] ^ c >> 8;
//
// becomes
//
//   for (j < 32) M[j] = T[1 << j & 255] ^ (1 << j) >> 8;
//   for (e times) M = M * M;
//   for (b < n / 2^e)                            // at once
//     for (v = 0; 2^e iterations i) v = T[(v ^ x[i]) & 255] ^ v >> 8;
//     r[b] = v;
//   for (b < n / 2^e) c = M * c ^ r[b];
//   for (the other iterations i) ..
//
// Where iterations store what they make of c, as generators do, the joined
// states that the blocks start with are written down, and another loop goes
// through each block from there, which stores.
//
// A step c -> A * c ^ k[i], with a matrix A of bits that is the same in all
// iterations, is linear over GF(2): cyclic redundancy checks and feedback shift
// registers. Iterations from c on leave what those from 0 on leave, and the
// power of A applied to c (Sarwate 1988, Computation of cyclic redundancy
// checks via table look-up; zlib's crc32_combine). So blocks of iterations run
// apart, each from 0, and are joined in order. Column j of A is the difference
// of a step from 1 << j and one from 0, and powers of two of A are its squares.
// Exclusive ors, shifts, masks, and choices by a bit are linear; that a table
// is (T[x] = T[x without its lowest bit] ^ T[its lowest bit]) is looked at
// before.
#include "analysis/analysis.h"
#include "recognizer/shapes/driver.h"
#include "recognizer/shapes/independent.h"

enum { MOST_TABLES = 4, MOST_TABLE_BITS = 16, LEAST_BLOCK_BITS = 10 };

// A table that is to be linear in this many bits of its index.
typedef struct table {
  ir_val *array;
  int bits;
} table;

// A loop that carries such a scalar.
typedef struct linear {
  arena *a;
  ir_loop whole; // with arrays that it writes ...
  int k;         // ... besides the scalar
  ir_loop l;     // the same, of the scalar alone
  map *late;     // the ops of the body that need the scalar
  map *masks;    // of values that are linear in it: the bits that may be set
  table tables[MOST_TABLES];
  int n_tables;
  bool mixes; // bits move, or come from a table
} linear;

// -- Matching -----------------------------------------------------------------
// How many bits type "t" has.
static int
width_of(ir_scalar t) {
  return t == IR_BOOL ? 1 : 8 * ir_size(t);
}

// The bits of type "t".
static uint64_t
all_bits(ir_scalar t) {
  return UINT64_MAX >> (64 - width_of(t));
}

// The bits that may be set in "v", an integer or a bool.
static uint64_t
bits_in_range(const ir_val *v) {
  ir_scalar t = v->type.elem;
  if (t == IR_BOOL)
    return 1;
  an_range r = an_range_of(v);
  uint64_t bits = 0;
  while (r.lo >= 0 && bits < (uint64_t)r.hi)
    bits = bits << 1 | 1;
  return r.lo < 0 ? all_bits(t) : bits & all_bits(t);
}

// True when "mask" has one bit.
static bool
is_bit(uint64_t mask) {
  return mask && (mask & (mask - 1)) == 0;
}

static bool find_mask(linear *z, const ir_val *v, uint64_t *mask);

// "v" before conversions that leave its lowest "n" bits.
static const ir_val *
before_conversions(const ir_val *v, int n) {
  while (v->def && v->def->code == IR_OP_CONVERT &&
         ir_is_int(v->def->ins.at[0]->type.elem) &&
         width_of(v->def->ins.at[0]->type.elem) >= n)
    v = v->def->ins.at[0];
  return v;
}

// True when the lowest "n" bits of linear values "x" and "y" differ by what no
// iteration changes.
static bool
differ_by_invariant(const linear *z, const ir_val *x, const ir_val *y, int n) {
  x = before_conversions(x, n);
  y = before_conversions(y, n);
  const ir_op *p = x->def, *q = y->def;
  if (an_same_value(z->a, x, y) ||
      (an_is_invariant(x, z->l.body) && an_is_invariant(y, z->l.body)))
    return true;
  if (p && p->code == IR_OP_XOR && an_is_invariant(p->ins.at[1], z->l.body))
    return differ_by_invariant(z, p->ins.at[0], y, n);
  if (q && q->code == IR_OP_XOR && an_is_invariant(q->ins.at[1], z->l.body))
    return differ_by_invariant(z, x, q->ins.at[0], n);
  if (!p || !q || p->code != q->code || x->type.elem != y->type.elem ||
      !p->ins.n || p->ins.at[0]->type.elem != q->ins.at[0]->type.elem)
    return false;
  ir_scalar from = p->ins.at[0]->type.elem;
  if (p->code == IR_OP_CONVERT)
    return ir_is_int(from) && ir_is_int(x->type.elem) &&
           differ_by_invariant(z, p->ins.at[0], q->ins.at[0], width_of(from));
  bool low = p->code == IR_OP_SHL || p->code == IR_OP_AND;
  bool alike = ((low || p->code == IR_OP_SHR) &&
                an_is_invariant(p->ins.at[1], z->l.body)) ||
               p->code == IR_OP_XOR;
  n = p->code == IR_OP_SHR ? width_of(from) : n;
  return alike && an_same_value(z->a, p->ins.at[1], q->ins.at[1]) &&
         differ_by_invariant(z, p->ins.at[0], q->ins.at[0], n);
}

// The bits of a shift by "n" of bits "x" in type "t".
static uint64_t
shifted(ir_scalar t, uint64_t x, int64_t n, bool left) {
  uint64_t all = all_bits(t), top = all ^ all >> 1;
  if (left)
    return x << n & all;
  bool spreads = ir_is_signed(t) && (x & top);
  return x >> n | (spreads ? all ^ all >> n : 0);
}

// The bits of the conversion of bits "x" in type "from" to type "to".
static bool
convert_bits(ir_scalar from, ir_scalar to, uint64_t x, uint64_t *mask) {
  uint64_t all = all_bits(from), top = all ^ all >> 1;
  if (to == IR_BOOL)
    return *mask = 1, is_bit(x);
  bool spreads = from != IR_BOOL && ir_is_signed(from) && (x & top);
  *mask = (x | (spreads ? ~all : 0)) & all_bits(to);
  return ir_is_int(to);
}

// True when "op" compares bits "x" of its first operand so that the result is a
// bit of it, or the opposite of one.
static bool
asks_bit(const ir_op *op, uint64_t x) {
  ir_scalar t = op->ins.at[0]->type.elem;
  uint64_t top = all_bits(t) ^ all_bits(t) >> 1;
  int64_t c;
  if (!ir_match_int(op->ins.at[1], &c))
    return false;
  if (op->code == IR_OP_EQ || op->code == IR_OP_NE)
    return is_bit(x) && (c == 0 || ((uint64_t)c & all_bits(t)) == x);
  return (op->code == IR_OP_LT || op->code == IR_OP_GE) && c == 0 &&
         ir_is_signed(t) && (x & top);
}

// Finds the bits of the result of "op", an op of two operands, the first of
// which has bits "p".
static bool
find_binary(linear *z, const ir_op *op, uint64_t p, uint64_t *mask) {
  const ir_val *v = op->outs.at[0], *y = op->ins.at[1];
  ir_opcode code = op->code;
  uint64_t q;
  int64_t c;
  bool is_const = ir_match_int(y, &c);
  if (code == IR_OP_SHL || code == IR_OP_SHR) {
    z->mixes = true;
    if (!is_const || c < 0 || c >= width_of(v->type.elem))
      return false;
    return *mask = shifted(v->type.elem, p, c, code == IR_OP_SHL), true;
  }
  if (code == IR_OP_AND) {
    *mask = p & (is_const ? (uint64_t)c : bits_in_range(y));
    return an_is_invariant(y, z->l.body);
  }
  if (code == IR_OP_MUL) {
    bool shifts = is_const && c > 0 && is_bit((uint64_t)c);
    if (shifts)
      *mask = p * (uint64_t)c & *mask;
    return shifts || (p == 1 && an_is_invariant(y, z->l.body));
  }
  if (v->type.elem == IR_BOOL && code != IR_OP_XOR)
    return *mask = 1, asks_bit(op, p);
  if ((code != IR_OP_XOR && code != IR_OP_OR && code != IR_OP_ADD) ||
      !find_mask(z, y, &q))
    return false;
  *mask = p | q;
  return code == IR_OP_XOR || (p & q) == 0;
}

// Finds the bits of the element that "op" reads of a table.
static bool
find_element(linear *z, const ir_op *op, uint64_t *mask) {
  uint64_t index;
  int bits = 0;
  if (!ir_is_outside(op->ins.at[0], z->l.body) ||
      !ir_is_int(op->outs.at[0]->type.elem) ||
      !find_mask(z, op->ins.at[1], &index))
    return false;
  while (bits <= MOST_TABLE_BITS && index >> bits)
    bits++;
  if (!bits || bits > MOST_TABLE_BITS)
    return false;
  z->mixes = true;
  *mask = all_bits(op->outs.at[0]->type.elem);
  for (int i = 0; i < z->n_tables; i++)
    if (z->tables[i].array == op->ins.at[0]) {
      if (z->tables[i].bits < bits)
        z->tables[i].bits = bits;
      return true;
    }
  if (z->n_tables == MOST_TABLES)
    return false;
  z->tables[z->n_tables++] = (table){op->ins.at[0], bits};
  return true;
}

// Notes that "v" is linear, of bits "mask".
static void
note_mask(linear *z, const ir_val *v, uint64_t mask) {
  uint64_t *at = NEW(z->a, uint64_t);
  *at = mask;
  map_put(z->masks, v, at);
}

// True when what inner loop "op" carries is linear.
static bool
is_linear_loop(linear *z, ir_op *op) {
  ir_loop in;
  uint64_t mask;
  if (!ir_match_loop(op, &in) || !in.extent || op->has_while ||
      !an_is_invariant(in.extent, z->l.body))
    return false;
  for (int k = 0; k < in.n_carried; k++) {
    if (in.carried[k]->type.array || !find_mask(z, in.inits[k], &mask))
      return false;
    note_mask(z, in.carried[k], all_bits(in.carried[k]->type.elem));
  }
  for (int k = 0; k < in.n_carried; k++)
    if (!find_mask(z, in.yields[k], &mask))
      return false;
  return true;
}

// Finds the bits of "v", which needs the scalar.
static bool
find_late(linear *z, const ir_val *v, uint64_t *mask) {
  an_choice c;
  uint64_t x, y;
  ir_op *op = v->def;
  if (an_match_either(v, &c)) {
    if (!find_mask(z, c.c, mask) || !find_mask(z, c.y, &x) ||
        !find_mask(z, c.z, &y) ||
        !differ_by_invariant(z, c.y, c.z, width_of(v->type.elem)))
      return false;
    *mask = x | y;
    return true;
  }
  if (op->code == IR_OP_LOOP)
    return *mask = all_bits(v->type.elem), is_linear_loop(z, op);
  if (op->code == IR_OP_INDEX)
    return find_element(z, op, mask);
  if (op->code == IR_OP_CONVERT) {
    const ir_val *x0 = op->ins.at[0];
    return find_mask(z, x0, &x) &&
           convert_bits(x0->type.elem, v->type.elem, x, mask);
  }
  *mask = all_bits(v->type.elem);
  if (!ir_is_scalar_op(op->code) || !op->ins.n ||
      !find_mask(z, op->ins.at[0], &x))
    return false;
  return op->code == IR_OP_NOT || (op->code == IR_OP_NEG && x == 1) ||
         (op->ins.n == 2 && find_binary(z, op, x, mask));
}

// True when "v" does not need the scalar.
static bool
is_early(const linear *z, const ir_val *v) {
  if (ir_is_outside(v, z->l.body) || v == z->l.i)
    return true;
  if (!v->def)
    return v->param_of != z->l.body && !map_has(z->masks, v) &&
           v == v->param_of->params.at[0];
  return !map_has(z->late, v->def);
}

// Finds the bits of "v" that may be set, if it is linear in the scalar: in all
// iterations the same but for a constant part.
static bool
find_mask(linear *z, const ir_val *v, uint64_t *mask) {
  const uint64_t *known = map_get(z->masks, v);
  if (v->type.array || (!ir_is_int(v->type.elem) && v->type.elem != IR_BOOL))
    return false;
  if (known)
    return *mask = *known, true;
  if (is_early(z, v))
    return *mask = bits_in_range(v), true;
  if (!v->def || !find_late(z, v, mask))
    return false;
  note_mask(z, v, *mask);
  return true;
}

// Adds the ops in "r" that need the scalar, as "late" says of those before;
// true when there are any.
static bool
note_late(map *late, ir_region *r) {
  bool any = false;
  ir_foreach_op (op, r) {
    bool needs = map_has(late, op);
    for (int i = 0; i < op->ins.n; i++) {
      const ir_val *v = op->ins.at[i];
      needs |= v->def ? map_has(late, v->def)
                      : v != v->param_of->params.at[0] &&
                            map_has(late, v->param_of->parent_op);
    }
    if (needs)
      map_put(late, op, op);
    for (int k = 0; k < op->n_regions; k++)
      if (note_late(late, op->regions[k]) && !needs) {
        needs = true;
        map_put(late, op, op);
        k = -1; // what the loop carries may need it, too
      }
    any |= needs;
  }
  return any;
}

// Finds the number of the one scalar that the whole loop carries; false where
// there are several, or none.
static bool
find_scalar(linear *z) {
  int n = 0;
  for (int k = 0; k < z->whole.n_carried; k++)
    if (!z->whole.carried[k]->type.array) {
      z->k = k;
      n++;
    }
  return n == 1;
}

// The loop in front of the whole one that carries the scalar alone.
static ir_op *
build_alone(const linear *z) {
  ir_builder b = ir_before(z->whole.op);
  ir_op *op = ir_clone_op(&b, z->whole.op, map_new(z->a));
  ir_loop l;
  ir_match_loop(op, &l);
  for (int k = 0; k < l.n_carried; k++)
    if (k != z->k)
      op->regions[0]->last->ins.at[k] = l.carried[k];
  rec_remove_unused(op->regions[0]);
  for (int k = l.n_carried - 1; k >= 0; k--)
    if (k != z->k) {
      ir_replace_uses(z->whole.op->parent->func, l.carried[k], l.inits[k]);
      ir_drop_result(op, k);
    }
  return op;
}

// Finds the loop "op", which carries one integer, linear in itself, and may be
// as long as a block.
static bool
match(linear *z, ir_op *op) {
  uint64_t mask;
  if (!ir_match_loop(op, &z->l) || !z->l.extent || op->has_while ||
      op->n_dims != 1 || z->l.n_carried != 1 ||
      an_range_of(z->l.extent).hi >> LEAST_BLOCK_BITS == 0 ||
      !ir_is_int(z->l.carried[0]->type.elem))
    return false;
  z->late = map_new(z->a);
  map_put(z->late, op, op);
  note_late(z->late, z->l.body);
  z->masks = map_new(z->a);
  note_mask(z, z->l.carried[0], all_bits(z->l.carried[0]->type.elem));
  return find_mask(z, z->l.yields[0], &mask);
}

// -- Building -----------------------------------------------------------------
// What iteration "i" makes of "c", at "b".
static ir_val *
build_step(const linear *z, ir_builder *b, ir_val *i, ir_val *c) {
  map *subst = map_new(z->a);
  ir_val *next;
  map_put(subst, z->l.i, i);
  map_put(subst, z->l.carried[0], c);
  ir_clone_region_ops(b, z->l.body, subst, &next);
  return next;
}

// A loop of "n" iterations at "b" that carries "v": its body, and what it
// carries in *p.
static ir_region *
start_carrying(ir_builder *b, ir_val *n, const char *index, ir_val *v,
               ir_val **p) {
  ir_op *op = ir_start_loop(b, IR_OP_LOOP, n, index);
  *p = ir_add_carried(op, v, v->name, v->name);
  return op->regions[0];
}

// Ends the loop at "in" with what it goes on with, "v": what it leaves.
static ir_val *
end_carrying(ir_builder *in, ir_val *v) {
  ir_build_yield(in, &v, 1);
  return in->region->parent_op->outs.at[0];
}

// The iterations at "b", "n" from "first" on, of the scalar from "c" on.
static ir_val *
build_steps(const linear *z, ir_builder *b, ir_val *first, ir_val *n,
            ir_val *c) {
  ir_val *p;
  ir_region *r = start_carrying(b, n, "k", c, &p);
  p->name = z->l.carried[0]->name;
  ir_builder in = ir_at_end(r);
  ir_val *i = ir_build2(&in, IR_OP_ADD, first, r->params.at[0]);
  return end_carrying(&in, build_step(z, &in, i, p));
}

// "x" times the matrix with columns "m", at "b".
static ir_val *
build_product(const linear *z, ir_builder *b, ir_val *m, ir_val *x) {
  ir_scalar t = z->l.carried[0]->type.elem;
  ir_val *width = ir_build_int(b, IR_I64, width_of(t)), *p;
  ir_val *zero = ir_build_int(b, t, 0);
  ir_region *r = start_carrying(b, width, "bit", zero, &p);
  ir_builder in = ir_at_end(r);
  ir_val *j = r->params.at[0];
  ir_val *bit = ir_build2(&in, IR_OP_SHR, x, ir_build_convert(&in, j, t));
  bit = ir_build2(&in, IR_OP_AND, bit, ir_build_int(&in, t, 1));
  bit = ir_build2(&in, IR_OP_NE, bit, ir_build_int(&in, t, 0));
  ir_val *column = ir_build_index(&in, m, j);
  column = ir_build3(&in, IR_OP_SELECT, bit, column, ir_build_int(&in, t, 0));
  return end_carrying(&in, ir_build2(&in, IR_OP_XOR, p, column));
}

// The matrix of a step at "b", as an array of its columns.
static ir_val *
build_matrix(const linear *z, ir_builder *b) {
  ir_scalar t = z->l.carried[0]->type.elem;
  ir_val *width = ir_build_int(b, IR_I64, width_of(t)), *p;
  ir_val *all = ir_build_alloc(b, t, width, IR_SPACE_GLOBAL, "matrix");
  ir_region *r = start_carrying(b, width, "column", all, &p);
  ir_builder in = ir_at_end(r);
  ir_val *j = r->params.at[0], *zero = ir_build_int(&in, IR_I64, 0);
  ir_val *x = ir_build_int(&in, t, 1);
  x = ir_build2(&in, IR_OP_SHL, x, ir_build_convert(&in, j, t));
  x = build_step(z, &in, zero, x);
  ir_val *none = build_step(z, &in, zero, ir_build_int(&in, t, 0));
  x = ir_build2(&in, IR_OP_XOR, x, none);
  return end_carrying(&in, ir_build_update(&in, p, j, x));
}

// Matrix "m", squared "n" times, at "b".
static ir_val *
build_power(const linear *z, ir_builder *b, ir_val *m, ir_val *n) {
  ir_scalar t = z->l.carried[0]->type.elem;
  ir_val *width = ir_build_int(b, IR_I64, width_of(t)), *p;
  ir_val *all = ir_build_alloc(b, t, width, IR_SPACE_GLOBAL, "square");
  ir_op *op = ir_start_loop(b, IR_OP_LOOP, n, "squared");
  ir_val *own = ir_add_carried(op, m, "power", "power");
  ir_val *other = ir_add_carried(op, all, "square", "square");
  ir_builder in = ir_at_end(op->regions[0]);
  ir_val *columns = ir_build_int(&in, IR_I64, width_of(t));
  ir_region *r = start_carrying(&in, columns, "column", other, &p);
  ir_builder each = ir_at_end(r);
  ir_val *j = r->params.at[0];
  ir_val *x = build_product(z, &each, own, ir_build_index(&each, own, j));
  other = end_carrying(&each, ir_build_update(&each, p, j, x));
  ir_build_yield(&in, (ir_val *[]){other, own}, 2);
  return op->outs.at[0];
}

// Whether "t" is linear, at "b".
static ir_val *
build_is_linear(const table *t, ir_builder *b) {
  ir_val *n = ir_build_int(b, IR_I64, INT64_C(1) << t->bits), *p;
  ir_val *yes = ir_build_int(b, IR_BOOL, 1);
  ir_region *r = start_carrying(b, n, "entry", yes, &p);
  ir_builder in = ir_at_end(r);
  ir_val *x = r->params.at[0], *one = ir_build_int(&in, IR_I64, 1);
  ir_val *zero = ir_build_int(&in, IR_I64, 0);
  ir_val *below = ir_build2(&in, IR_OP_SUB, x, one);
  ir_val *rest = ir_build2(&in, IR_OP_AND, x, below);
  rest = ir_build2(&in, IR_OP_MAX, rest, zero);
  rest = ir_build2(&in, IR_OP_MIN, rest, x);
  ir_val *lowest = ir_build2(&in, IR_OP_SUB, x, rest);
  ir_val *sum = ir_build_index(&in, t->array, rest);
  sum = ir_build2(&in, IR_OP_XOR, sum, ir_build_index(&in, t->array, lowest));
  ir_val *same =
      ir_build2(&in, IR_OP_EQ, sum, ir_build_index(&in, t->array, x));
  return end_carrying(&in, ir_build2(&in, IR_OP_AND, p, same));
}

// The binary logarithm of the number of iterations of a block, at "b": such
// that joining the blocks is about as much as one of them.
static ir_val *
build_block_bits(const linear *z, ir_builder *b) {
  int width = width_of(z->l.carried[0]->type.elem), log = 0;
  while (width >> log > 1)
    log++;
  ir_val *n = ir_build_convert(b, z->l.extent, IR_F32);
  ir_val *bits = ir_build_bitcast(b, n, IR_I32), *by;
  by = ir_build_int(b, IR_I32, 23); // the exponent of n, which has a bias
  bits = ir_build2(b, IR_OP_SHR, bits, by);
  by = ir_build_int(b, IR_I32, log - 127 + 1);
  bits = ir_build2(b, IR_OP_ADD, bits, by);
  by = ir_build_int(b, IR_I32, 1);
  bits = ir_build2(b, IR_OP_SHR, bits, by);
  by = ir_build_int(b, IR_I32, LEAST_BLOCK_BITS);
  bits = ir_build2(b, IR_OP_MAX, bits, by);
  return ir_build_convert(b, bits, IR_I64);
}

// The loop over blocks of 2^"bits" iterations at "b", which writes what each
// makes of 0; *n is their number.
static ir_op *
build_blocks(const linear *z, ir_builder *b, ir_val *bits, ir_val *n) {
  ir_scalar t = z->l.carried[0]->type.elem;
  ir_val *all = ir_build_alloc(b, t, n, IR_SPACE_GLOBAL, "blocks"), *p;
  ir_region *r = start_carrying(b, n, "block", all, &p);
  ir_builder in = ir_at_end(r);
  in.loc = b->loc;
  ir_val *j = r->params.at[0], *one = ir_build_int(&in, IR_I64, 1);
  ir_val *zero = ir_build_int(&in, IR_I64, 0);
  ir_val *first = ir_build2(&in, IR_OP_SHL, j, bits);
  first = ir_build2(&in, IR_OP_MAX, first, zero);
  ir_val *left = ir_build2(&in, IR_OP_SUB, z->l.extent, first);
  ir_val *size = ir_build2(&in, IR_OP_SHL, one, bits);
  size = ir_build2(&in, IR_OP_MIN, size, left);
  ir_val *v = build_steps(z, &in, first, size, ir_build_int(&in, t, 0));
  end_carrying(&in, ir_build_update(&in, p, j, v));
  return r->parent_op;
}

// Ends "choice", where "yes" gives scalar "c" and how many iterations made it,
// and "no" what it starts from; *done gets that number.
static ir_val *
end_choice(const linear *z, ir_op *choice, ir_builder *yes, ir_builder *no,
           ir_val *c, ir_val **done) {
  ir_build_yield(yes, (ir_val *[]){c, *done}, 2);
  ir_val *zero = ir_build_int(no, IR_I64, 0);
  ir_build_yield(no, (ir_val *[]){z->l.inits[0], zero}, 2);
  c = ir_add_out(choice, c->type, z->l.carried[0]->name);
  *done = ir_add_out(choice, ir_ty(IR_I64), "done");
  return c;
}

// The whole loop's iterations at "b", "n" from "first" on, of what it carries
// from "from" on; "out" gets what they leave.
static void
build_whole(const linear *z, ir_builder *b, ir_val *first, ir_val *n,
            ir_val *const *from, ir_val **out) {
  const ir_loop *l = &z->whole;
  ir_op *op = ir_start_loop(b, IR_OP_LOOP, n, "k");
  ir_region *r = op->regions[0];
  map *subst = map_new(z->a);
  for (int k = 0; k < l->n_carried; k++)
    map_put(subst, l->carried[k],
            ir_add_carried(op, from[k], l->outs[k]->name, l->carried[k]->name));
  ir_builder in = ir_at_end(r);
  map_put(subst, l->i, ir_build2(&in, IR_OP_ADD, first, r->params.at[0]));
  ir_val **next = NEW_ARRAY(z->a, ir_val *, l->n_carried);
  ir_clone_region_ops(&in, l->body, subst, next);
  ir_build_yield(&in, next, l->n_carried);
  for (int k = 0; k < l->n_carried; k++)
    out[k] = op->outs.at[k];
}

// The loop over "n" blocks of 2^"bits" iterations at "b", each from its state
// in "starts", which writes what the whole loop writes; "out" gets the arrays.
static ir_op *
build_stores(const linear *z, ir_builder *b, ir_val *bits, ir_val *n,
             ir_val *starts, ir_val **out) {
  const ir_loop *l = &z->whole;
  ir_val *one = ir_build_int(b, IR_I64, 1);
  ir_val *size = ir_build2(b, IR_OP_SHL, one, bits);
  ir_op *op = ir_start_loop(b, IR_OP_LOOP, n, "block");
  ir_region *r = op->regions[0];
  ir_val **from = NEW_ARRAY(z->a, ir_val *, l->n_carried);
  ir_val **left = NEW_ARRAY(z->a, ir_val *, l->n_carried);
  ir_vals outs = {0};
  for (int k = 0; k < l->n_carried; k++)
    if (k != z->k)
      from[k] = ir_add_carried(op, l->inits[k], l->outs[k]->name,
                               l->carried[k]->name);
  ir_builder in = ir_at_end(r);
  in.loc = b->loc;
  ir_val *j = r->params.at[0];
  from[z->k] = ir_build_index(&in, starts, j);
  ir_val *first = ir_build2(&in, IR_OP_MUL, j, size);
  build_whole(z, &in, first, size, from, left);
  for (int k = 0; k < l->n_carried; k++)
    if (k != z->k)
      vec_push(z->a, &outs, left[k]);
  ir_build_yield(&in, outs.at, outs.n);
  for (int k = 0, i = 0; k < l->n_carried; k++)
    if (k != z->k)
      out[k] = op->outs.at[i++];
  return op;
}

// Adds the arrays that "yes" gives, "out", to "choice", which has them from
// before the loop on its other side.
static void
add_arrays(const linear *z, ir_op *choice, ir_val **out) {
  for (int k = 0; k < z->whole.n_carried; k++) {
    if (k == z->k)
      continue;
    ir_add_in(choice->regions[0]->last, out[k]);
    ir_add_in(choice->regions[1]->last, z->whole.inits[k]);
    out[k] = ir_add_out(choice, out[k]->type, z->whole.carried[k]->name);
  }
}

// The loop over "n" blocks at "b" that carries the state from block to block:
// "power", that of a whole block, times it, and what "blocks" adds; "keeps": an
// array of the states that blocks start from, too.
static ir_op *
build_states(const linear *z, ir_builder *b, ir_val *n, ir_val *power,
             const ir_op *blocks, bool keeps) {
  ir_scalar elem = z->l.inits[0]->type.elem;
  ir_val *room =
      keeps ? ir_build_alloc(b, elem, n, IR_SPACE_GLOBAL, "starts") : NULL;
  ir_val *p, *starts = NULL;
  ir_region *r = start_carrying(b, n, "block", z->l.inits[0], &p);
  if (keeps)
    starts = ir_add_carried(r->parent_op, room, "starts", "starts");
  ir_builder in = ir_at_end(r);
  ir_val *c = build_product(z, &in, power, p);
  ir_val *own = ir_build_index(&in, blocks->outs.at[0], r->params.at[0]);
  if (keeps)
    starts = ir_build_update(&in, starts, r->params.at[0], p);
  c = ir_build2(&in, IR_OP_XOR, c, own);
  ir_build_yield(&in, (ir_val *[]){c, starts}, 1 + keeps);
  return r->parent_op;
}

ir_op *
rec_try_gf2(rec_driver *d, ir_op *op, rec_why *why) {
  linear z = {.a = d->cx->arena};
  if (!ir_match_loop(op, &z.whole) || op->has_while || !z.whole.extent ||
      op->n_dims != 1 || !find_scalar(&z))
    return NULL;
  rec_trial t = rec_start(d, op);
  ir_op *alone = build_alone(&z), *stores = NULL;
  bool keeps = z.whole.n_carried > 1;
  ir_val **out = NEW_ARRAY(z.a, ir_val *, z.whole.n_carried);
  if (!match(&z, alone) || (keeps && !z.mixes))
    return rec_finish(&t, NULL);
  ir_builder b = ir_before(op), yes, no, holds, fails;
  b.loc = op->loc;
  ir_val *zero = ir_build_int(&b, IR_I64, 0);
  ir_val *bits = build_block_bits(&z, &b);
  ir_val *n = ir_build2(&b, IR_OP_SHR, z.l.extent, bits);
  ir_val *any = ir_build2(&b, IR_OP_GT, n, zero);
  ir_op *outer = ir_build_if(&b, any, &yes, &no);
  ir_val *all = ir_build_int(&yes, IR_BOOL, 1), *asked[MOST_TABLES];
  for (int i = 0; i < z.n_tables; i++) {
    asked[i] = build_is_linear(&z.tables[i], &yes);
    all = ir_build2(&yes, IR_OP_AND, all, asked[i]);
  }
  ir_op *inner = ir_build_if(&yes, all, &holds, &fails);
  ir_val *matrix = build_matrix(&z, &holds);
  ir_val *power = build_power(&z, &holds, matrix, bits);
  ir_op *blocks = build_blocks(&z, &holds, bits, n);
  const ir_op *states = build_states(&z, &holds, n, power, blocks, keeps);
  if (keeps)
    stores = build_stores(&z, &holds, bits, n, states->outs.at[1], out);
  ir_val *done = ir_build2(&holds, IR_OP_SHL, n, bits);
  ir_val *c = end_choice(&z, inner, &holds, &fails, states->outs.at[0], &done);
  add_arrays(&z, inner, out);
  c = end_choice(&z, outer, &yes, &no, c, &done);
  add_arrays(&z, outer, out);
  done = ir_build2(&b, IR_OP_MAX, done, zero);
  ir_val *left = ir_build2(&b, IR_OP_SUB, z.l.extent, done);
  out[z.k] = c;
  build_whole(&z, &b, done, left, out, out);
  rec_use_instead(&t, out);
  ir_remove(alone);
  rec_why unused = {0};
  ir_op *found = rec_try_alone(d, blocks, why);
  if (found && stores && !rec_try_alone(d, stores, why))
    found = NULL;
  for (int i = 0; i < z.n_tables && found; i++) {
    rec_note_probes(d->cx, d->f, asked[i]->def->regions[0]);
    rec_try_loop(d, asked[i]->def, &unused);
  }
  if (found) {
    rec_try_loop(d, matrix->def, &unused);
    rec_search_loops(d, power->def->regions[0], false);
  }
  return rec_finish(&t, found);
}
