// plugin/tree_half.c: floats of 16 bits as loop_tree.h.
//
// Values of these types are bits. Clang computes sums, differences, products,
// quotients and signs of them in float, where their operands are such ones
// without rounding in between; whatever else has such a value rounds it:
//
//   h = a * b + c;    h = TO_HALF(FROM_HALF(a) * FROM_HALF(b) + FROM_HALF(c))
//
// Targets that have such arithmetic themselves round each of them. That gives
// the bits of the float rounded, which has more than twice as many: but not
// where they fuse a product into a sum, which has no loop tree.
#include "plugin/tree.h"

bool
tree_is_half(tree *t, const ast_node *n) {
  const ast_type *type = n && n->is_expr ? ast_type_of(t->ast, n) : NULL;
  return type && (type->kind == AST_HALF || type->kind == AST_BFLOAT);
}

// The node "kind" for "n" as a scalar "elem".
static lt_expr *
node(tree *t, lt_expr_kind kind, const ast_node *n, ir_scalar elem) {
  lt_expr *out = tree_expr_node(t, kind, n);
  out->type = tree_type(t, ast_c_type(t->ast, elem));
  out->op = n->op;
  out->fp = ast_float_options(t->ast, n);
  if (out->fp & LT_FP_ENVIRONMENT)
    out->text = ast_text(t->ast, n);
  return out;
}

// "a", a float of 16 bits that "n" has as an operand, as one of 32.
static lt_expr *
from_half(tree *t, const ast_node *n, lt_expr *a) {
  lt_expr *out = node(t, LT_UNARY, n, IR_F32);
  out->op = LT_FROM_HALF;
  out->a = a;
  return out;
}

// "a", a float, as the value of "n", a float of 16 bits.
static lt_expr *
to_half(tree *t, const ast_node *n, lt_expr *a) {
  lt_expr *out = node(t, LT_UNARY, n, IR_F32);
  out->type = tree_type(t, ast_type_of(t->ast, n));
  out->op = LT_TO_HALF;
  out->a = a;
  return out;
}

// Whether "n", a float of 16 bits, is computed from such ones.
static bool
is_computed(const ast_node *n) {
  if (n->kind == AST_UNARY)
    return n->op == LT_NEG || n->op == LT_PLUS;
  return n->kind == AST_BINARY && (n->op == LT_ADD || n->op == LT_SUB ||
                                   n->op == LT_MUL || n->op == LT_DIV);
}

static lt_expr *computed(tree *t, const ast_node *n);

// Whether the value of "n" may be that of a product, or its negative.
static bool
may_be_product(const ast_node *n) {
  switch ((int)n->kind) {
  case AST_CAST:
    return n->cast == AST_SAME && may_be_product(ast_bare(n->x));
  case AST_UNARY:
    return may_be_product(ast_bare(n->x));
  case AST_BINARY:
    return n->op == LT_MUL;
  case AST_FLOAT:
  case AST_REF:
  case AST_INDEX:
  case AST_MEMBER:
  case AST_DEREF:
  case AST_CALL:
  case AST_ASSIGN:
    return false;
  default:
    return true;
  }
}

// Whether "n", which a target computes in 16 bits, may be a sum that a product
// is fused into.
static bool
may_fuse(tree *t, const ast_node *n) {
  unsigned fp = ast_float_options(t->ast, n);
  if (n->op != LT_ADD && n->op != LT_SUB)
    return false;
  return fp & LT_FP_CONTRACT_FAST ||
         (fp & LT_FP_CONTRACT &&
          (may_be_product(ast_bare(n->x)) || may_be_product(ast_bare(n->y))));
}

// "n", an operand of arithmetic with floats of 16 bits, as a float: without
// rounding, if it is promoted.
static lt_expr *
promoted(tree *t, ast_node *n) {
  n = ast_bare(n);
  bool keeps = is_computed(n) && ast_type_of(t->ast, n)->is_promoted;
  return keeps ? computed(t, n) : from_half(t, n, t->expr(t, n));
}

// "n", which is computed from floats of 16 bits, as a float.
static lt_expr *
computed(tree *t, const ast_node *n) {
  if (!ast_type_of(t->ast, n)->is_promoted && may_fuse(t, n))
    return tree_unsupported_expr(t, "HALF", n);
  lt_expr *out =
      node(t, n->kind == AST_UNARY ? LT_UNARY : LT_BINARY, n, IR_F32);
  out->a = promoted(t, n->x);
  out->b = n->y ? promoted(t, n->y) : NULL;
  return out;
}

lt_expr *
tree_condition(tree *t, ast_node *n) {
  n = ast_bare(n);
  if (!tree_is_half(t, n))
    return t->expr(t, n);
  lt_expr *out = node(t, LT_BINARY, n, IR_I32);
  out->op = LT_NE;
  out->a = from_half(t, n, t->expr(t, n));
  out->b = node(t, LT_FLOAT, n, IR_F32);
  return out;
}

// (type)x, where one of them is a float of 16 bits. Integers of more than 16
// bits may be rounded twice on the way to a __bf16.
static lt_expr *
convert(tree *t, const ast_node *n) {
  const ast_type *from = ast_type_of(t->ast, n->x),
                 *to = ast_type_of(t->ast, n);
  if (to->kind == AST_VOID) {
    lt_expr *out = tree_expr_node(t, LT_CAST, n);
    out->a = t->expr(t, n->x);
    return out;
  }
  if (from->kind == AST_INT128)
    return tree_unsupported_expr(t, "INT128", n);
  lt_expr *x = t->expr(t, n->x);
  if (tree_is_half(t, n->x) && from->kind != to->kind)
    x = from_half(t, n->x, x);
  if (!tree_is_half(t, n) || from->kind == to->kind) {
    lt_expr *out = tree_expr_node(t, LT_CAST, n);
    out->a = x;
    return out;
  }
  bool is_integer = from->kind == AST_SCALAR && !ir_is_float(from->elem);
  ir_bits bits;
  if (x->kind == LT_INT && is_integer && ast_float(t->ast, n, &bits))
    return tree_constant(t, LT_INT, n, bits);
  if (is_integer && to->kind == AST_BFLOAT && ir_size(from->elem) > 2)
    return tree_unsupported_expr(t, "HALF", n);
  if (is_integer) {
    lt_expr *cast = node(t, LT_CAST, n, IR_F32);
    cast->a = x;
    x = cast;
  }
  return to_half(t, n, x);
}

// x op= y, where x, which has no side effects, or what is computed is a float
// of 16 bits.
static lt_expr *
assign_op(tree *t, const ast_node *n) {
  const ast_type *compute = ast_compute_type(t->ast, n);
  bool in_half = compute->kind == AST_HALF || compute->kind == AST_BFLOAT;
  bool fuses = in_half && !compute->is_promoted &&
               (may_fuse(t, n) || !tree_is_half(t, n->x));
  if (ast_has_side_effects(t->ast, n->x) || fuses ||
      (!in_half && compute->kind != AST_SCALAR))
    return tree_unsupported_expr(t, "HALF", n);
  ir_scalar elem = in_half ? IR_F32 : compute->elem;
  lt_expr *sum = node(t, LT_BINARY, n, elem);
  lt_expr *old = t->expr(t, n->x);
  if (tree_is_half(t, n->x))
    old = from_half(t, n->x, old);
  if (old->type->elem != elem) {
    lt_expr *cast = node(t, LT_CAST, n->x, elem);
    cast->a = old;
    old = cast;
  }
  sum->a = old;
  sum->b = in_half ? promoted(t, n->y) : t->expr(t, n->y);
  lt_expr *out = tree_expr_node(t, LT_ASSIGN, n);
  out->a = t->expr(t, n->x);
  if (tree_is_half(t, n)) {
    out->b = to_half(t, n, sum);
    return out;
  }
  lt_expr *cast = tree_expr_node(t, LT_CAST, n);
  cast->a = sum;
  out->b = cast;
  return out;
}

// A comparison.
static lt_expr *
compare(tree *t, const ast_node *n) {
  lt_expr *out = node(t, LT_BINARY, n, IR_I32);
  out->a = from_half(t, n->x, t->expr(t, n->x));
  out->b = from_half(t, n->y, t->expr(t, n->y));
  return out;
}

lt_expr *
tree_half(tree *t, ast_node *n) {
  bool gives = tree_is_half(t, n);
  if (n->kind == AST_ASSIGN_OP) {
    const ast_type *compute = ast_compute_type(t->ast, n);
    bool computes = compute->kind == AST_HALF || compute->kind == AST_BFLOAT;
    return gives || computes ? assign_op(t, n) : NULL;
  }
  if (n->kind == AST_STEP && gives)
    return tree_unsupported_expr(t, "HALF", n);
  if (n->kind == AST_CAST && n->cast == AST_CONVERT &&
      (gives || tree_is_half(t, n->x)))
    return convert(t, n);
  if (gives && is_computed(n))
    return to_half(t, n, computed(t, n));
  bool compares = n->kind == AST_BINARY && n->op != LT_LAND && n->op != LT_LOR;
  return compares && tree_is_half(t, n->x) && tree_is_half(t, n->y)
             ? compare(t, n)
             : NULL;
}
