// rewrites/pass_last.c: values that iterations set under a condition are those
// of the last iteration that sets them.
//
//   j, any = reduce (i < n) [j0, f0 by   =>  l = reduce (i < n) [max -1] {
//     (j, f, e, c) { c ? e : j, f | c }]           c(i) ? i : -1 }
//   { e(i), c(i) }                           j = l >= 0 ? e(l) : j0
//                                            any = f0 | l >= 0
//
// The operator is a choice by order, which folds run by run; that of the place
// is an opcode, for vectors, and in any order. Other folds of the op, and what
// a scan does beside these values, stay; fuse puts the folds together again.
#include "rewrites/rw_private.h"

bool pass_last(loft_cx *cx, ir_func *f, rw_options *o);

typedef struct setter {
  arena *a;
  ir_func *f;
  ir_soac s;
  ir_opcode *codes; // of the values that stay
  int *flag;        // which value tells whether value k was set; -1: it stays
} setter;

// -- Matching -------------------------------------------------------------
// The left and the right operand of fold "k" in its operator.
static ir_val *
left_of(const setter *z, int k) {
  return z->s.combine->params.at[k];
}

static ir_val *
right_of(const setter *z, int k) {
  return z->s.combine->params.at[z->s.n_red + k];
}

// What the operator makes of value "k", or NULL where that is one of its
// parameters.
static const ir_op *
op_of(const setter *z, int k) {
  return z->s.combine->last->ins.at[k]->def;
}

// True when fold "k" is l | r, and nothing else asks for l.
static bool
is_flag(const setter *z, int k) {
  const ir_op *op = op_of(z, k);
  return op && op->code == IR_OP_OR && left_of(z, k)->type.elem == IR_BOOL &&
         op->ins.at[0] == left_of(z, k) && op->ins.at[1] == right_of(z, k) &&
         left_of(z, k)->n_uses == 1 && op->outs.at[0]->n_uses == 1;
}

// The flag that fold "k" is chosen by: r's where that is set, else l's; -1:
// there is none.
static int
chosen_by(const setter *z, int k) {
  const ir_op *op = op_of(z, k);
  if (!op || op->code != IR_OP_SELECT || op->ins.at[1] != right_of(z, k) ||
      op->ins.at[2] != left_of(z, k) || left_of(z, k)->n_uses != 1 ||
      right_of(z, k)->n_uses != 1 || op->outs.at[0]->n_uses != 1)
    return -1;
  for (int q = 0; q < z->s.n_red; q++)
    if (op->ins.at[0] == right_of(z, q) && is_flag(z, q))
      return q;
  return -1;
}

// True when fold "k" is by an opcode alone, of which z->codes takes note.
static bool
is_plain(setter *z, int k) {
  const ir_op *op = op_of(z, k);
  if (!op || !ir_is_fold(op->code) || op->ins.n != 2 ||
      op->ins.at[0] != left_of(z, k) || op->ins.at[1] != right_of(z, k))
    return false;
  z->codes[k] = op->code;
  return true;
}

// True when no running value of fold "k" is asked for.
static bool
is_unseen(const setter *z, int k) {
  return !z->s.then || (!z->s.before[k]->n_uses && !z->s.after[k]->n_uses);
}

// ir_walk_fn: stops at what cannot be computed again.
static bool
is_repeatable(void *user, ir_op *op) {
  const setter *z = user;
  return op->code == IR_OP_IF || an_is_repeatable(&z->s, op);
}

// True when uses of flag "q" in the operator are those of values chosen by it.
static bool
is_only_chosen_by(const setter *z, int q) {
  int n = 1; // its own
  for (int k = 0; k < z->s.n_red; k++)
    n += z->flag[k] == q && k != q;
  return right_of(z, q)->n_uses == n;
}

// Sees "op" as a fold that chooses, with other folds by opcodes alone.
static bool
match_chosen(setter *z, ir_op *op) {
  bool any = false;
  if ((op->code != IR_OP_REDUCE && op->code != IR_OP_SCAN) ||
      op->level != IR_LEVEL_NONE || op->n_dims != 1 ||
      !ir_match_fold(op, &z->s) || !z->s.combine ||
      (op->code == IR_OP_REDUCE && z->s.n_dests))
    return false;
  ir_count_uses(z->f);
  z->codes = NEW_ARRAY(z->a, ir_opcode, z->s.n_red);
  z->flag = NEW_ARRAY(z->a, int, z->s.n_red);
  for (int k = 0; k < z->s.n_red; k++) {
    z->flag[k] = chosen_by(z, k);
    z->codes[k] = IR_OP_OR;
  }
  for (int k = 0; k < z->s.n_red; k++)
    if (z->flag[k] >= 0)
      z->flag[z->flag[k]] = z->flag[k];
  for (int k = 0; k < z->s.n_red; k++) {
    if (z->flag[k] < 0 ? !is_plain(z, k) : !is_unseen(z, k))
      return false;
    if (z->flag[k] == k && !is_only_chosen_by(z, k))
      return false;
    any |= z->flag[k] >= 0;
  }
  return any && ir_walk(z->s.body, is_repeatable, z);
}

// -- Building -----------------------------------------------------------------
// The last iteration that sets flag "q", or -1, at "b".
static ir_val *
build_place(setter *z, ir_builder *b, int q) {
  ir_val *none = ir_build_int(b, IR_I64, -1);
  ir_val **values = NEW_ARRAY(z->a, ir_val *, z->s.n_red);
  map *subst = map_new(z->a);
  ir_op *op = ir_build_raw(b, IR_OP_REDUCE);
  ir_region *body = ir_add_region(op);
  rw_add_dim(op, z->s.extents[0], z->s.idx[0], z->s.idx[0]->name, subst);
  op->n_red = 1;
  op->red_ops = NEW_ARRAY(z->a, ir_opcode, 1);
  op->red_ops[0] = IR_OP_MAX;
  ir_add_in(op, none);
  ir_builder in = ir_at_end(body);
  ir_clone_region_ops(&in, z->s.body, subst, values);
  ir_val *i = ir_substituted(subst, z->s.idx[0]);
  ir_val *v = ir_build3(&in, IR_OP_SELECT, values[q], i, none);
  ir_build_yield(&in, &v, 1);
  return ir_add_out(op, none->type, "last");
}

// Replaces what is chosen by flag "q", at "b".
static void
replace_chosen(setter *z, ir_builder *b, int q) {
  ir_val *last = build_place(z, b, q);
  ir_val *is_set = ir_build2(b, IR_OP_GE, last, ir_build_int(b, IR_I64, 0));
  ir_builder yes, no;
  ir_op *choice = ir_build_if(b, is_set, &yes, &no);
  ir_val **values = NEW_ARRAY(z->a, ir_val *, z->s.n_red);
  ir_val **set = NEW_ARRAY(z->a, ir_val *, z->s.n_red);
  ir_val **old = NEW_ARRAY(z->a, ir_val *, z->s.n_red);
  map *subst = map_new(z->a);
  int n = 0;
  map_put(subst, z->s.idx[0], last);
  ir_clone_region_ops(&yes, z->s.body, subst, values);
  for (int k = 0; k < z->s.n_red; k++) {
    if (z->flag[k] != q || k == q)
      continue;
    set[n] = values[k];
    old[n++] = z->s.inits[k];
    ir_val *v =
        ir_add_out(choice, z->s.results[k]->type, z->s.results[k]->name);
    ir_replace_uses(z->f, z->s.results[k], v);
  }
  ir_build_yield(&yes, set, n);
  ir_build_yield(&no, old, n);
  ir_replace_uses(z->f, z->s.results[q],
                  ir_build2(b, IR_OP_OR, z->s.inits[q], is_set));
}

// reduce [by r's flag ? r : l, l's flag | r's flag] { e(i), c(i) } =>
//     l = reduce [max -1] { c(i) ? i : -1 }; l >= 0 ? e(l) : init
// when: the other folds are by opcodes, no running value of these is asked for,
//       and the body only reads and computes.
// why:  32,000 floats, the place of the last negative one: 17.6 us by a choice
//       in runs, C's loop in vectors 1.1 (AVX-512, one thread).
// src:  folklore (find last)
static bool
try_last(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  setter z = {.a = cx->arena, .f = f};
  if (!match_chosen(&z, op) || !rw_fired(o, RW_RULE_last))
    return false;
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  for (int q = 0; q < z.s.n_red; q++)
    if (z.flag[q] == q)
      replace_chosen(&z, &b, q);
  op->red_ops = z.codes;
  op->n_regions--; // the operator
  for (int k = z.s.n_red - 1; k >= 0; k--)
    if (z.flag[k] >= 0)
      rw_drop_red(op, k);
  if (!op->outs.n)
    ir_remove(op);
  return true;
}

bool
pass_last(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_try_all(cx, f, o, try_last);
}
