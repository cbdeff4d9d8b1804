// recognizer/shapes/known.c: values that follow from a condition.
//
//   %c = eq %x, %y            given that %go is true:
//   %go = not %c
//   %t = select %c, %a, %b    %t is %b
//
// A fact is the value that an integer or bool always has where the condition
// holds. Facts go down from the condition to its operands, as far as these
// follow from it; comparisons of the same operands follow in turn.
#include "recognizer/shapes/scalars.h"
#include "analysis/analysis.h"

typedef struct fact {
  const ir_val *v;
  int64_t value;
} fact;

typedef struct facts {
  ir_func *f;
  VEC(fact) list;
} facts;

// -- Facts ----------------------------------------------------------------
// Whether "code" holds of two integers in the ranges "x" and "y": 1, 0, or -1
// when that depends.
static int
compare_ranges(ir_opcode code, an_range x, an_range y) {
  if (code == IR_OP_GT || code == IR_OP_GE) {
    an_range t = x;
    x = y;
    y = t;
    code = code == IR_OP_GT ? IR_OP_LT : IR_OP_LE;
  }
  if (code == IR_OP_LT)
    return x.hi < y.lo ? 1 : x.lo >= y.hi ? 0 : -1;
  if (code == IR_OP_LE)
    return x.hi <= y.lo ? 1 : x.lo > y.hi ? 0 : -1;
  bool apart = x.hi < y.lo || x.lo > y.hi;
  bool same = x.lo == x.hi && y.lo == y.hi && x.lo == y.lo;
  return !apart && !same ? -1 : (code == IR_OP_EQ) == same;
}

static void note(facts *k, const ir_val *v, int64_t value);

// The choice "op", whose condition is an operand, gives "value" in branch
// number "b" alone.
static void
note_branch(facts *k, const ir_op *op, int b, const ir_val *of, int64_t value) {
  note(k, op->ins.at[0], b == 0);
  note(k, of, value);
}

// Notes the facts about the choice that "v" is which follow from its being
// "value".
static void
note_choice(facts *k, const ir_val *v, int64_t value) {
  const ir_op *op = v->def;
  for (int b = 0; b < 2; b++) {
    bool is_if = op->code == IR_OP_IF;
    const ir_val *x =
        is_if ? op->regions[b]->last->ins.at[v->index] : op->ins.at[1 + b];
    const ir_val *y =
        is_if ? op->regions[1 - b]->last->ins.at[v->index] : op->ins.at[2 - b];
    int64_t c;
    if (ir_match_int(x, &c) && c != value) {
      note_branch(k, op, 1 - b, y, value);
      return;
    }
  }
}

// Adds the facts of comparison "op" having the result "holds".
static void
note_comparison(facts *k, const ir_op *op, bool holds) {
  int64_t c;
  if (!ir_is_int(op->ins.at[0]->type.elem))
    return;
  for (int s = 0; s < 2; s++) {
    const ir_val *x = op->ins.at[s], *y = op->ins.at[1 - s];
    bool equal = op->code == (holds ? IR_OP_EQ : IR_OP_NE);
    if (equal && ir_match_int(y, &c))
      note(k, x, c);
    const ir_op *choice = x->def;
    for (int b = 0; choice && choice->code == IR_OP_SELECT && b < 2; b++) {
      ir_opcode code = s ? ir_exchanged(op->code) : op->code;
      int now = compare_ranges(code, an_range_of(choice->ins.at[1 + b]),
                               an_range_of(y));
      if (now == !holds)
        note(k, choice->ins.at[0], b == 1);
    }
  }
}

// Adds the facts of "op", a conversion to an integer, giving "value".
static void
note_convert(facts *k, const ir_op *op, int64_t value) {
  const ir_val *x = op->ins.at[0];
  ir_scalar from = x->type.elem, to = op->outs.at[0]->type.elem;
  if (!ir_is_int(to) || ir_size(from) > ir_size(to))
    return;
  if (from == IR_BOOL)
    note(k, x, value != 0);
  else if (ir_is_int(from) && value >= 0 &&
           value < INT64_C(1) << (8 * ir_size(from) - 1))
    note(k, x, value);
}

// "v", an integer or bool, is "value"; notes the consequences.
static void
note(facts *k, const ir_val *v, int64_t value) {
  const ir_op *op = v->def;
  bool is_bool = v->type.elem == IR_BOOL;
  if (v->type.array || !(is_bool || ir_is_int(v->type.elem)))
    return;
  vec_push(k->f->module->arena, &k->list, ((fact){v, value}));
  if (!op)
    return;
  if (op->code == IR_OP_NOT && is_bool)
    note(k, op->ins.at[0], !value);
  else if (is_bool && op->code == (value ? IR_OP_AND : IR_OP_OR)) {
    note(k, op->ins.at[0], value);
    note(k, op->ins.at[1], value);
  } else if (ir_op_table[op->code].cls == IR_CLASS_CMP)
    note_comparison(k, op, value);
  else if (op->code == IR_OP_CONVERT)
    note_convert(k, op, value);
  else if (op->code == IR_OP_SELECT || op->code == IR_OP_IF)
    note_choice(k, v, value);
}

// -- Use ------------------------------------------------------------------
// The result of comparison "op" where fact "x" is of one with its operands; -1:
// it is not.
static int
follows(const ir_op *op, const fact *x) {
  const ir_op *q = x->v->def;
  if (!q || ir_op_table[q->code].cls != IR_CLASS_CMP)
    return -1;
  ir_opcode code = q->code;
  bool same = q->ins.at[0] == op->ins.at[0] && q->ins.at[1] == op->ins.at[1];
  bool other = q->ins.at[0] == op->ins.at[1] && q->ins.at[1] == op->ins.at[0];
  if (other && !same)
    code = ir_exchanged(code);
  if (!same && !other)
    return -1;
  if (code == op->code)
    return (int)x->value;
  return ir_negated(op->code, op->ins.at[0]->type.elem) == code ? !x->value
                                                                : -1;
}

// True when "v" is known to be *value.
static bool
is_known(const facts *k, const ir_val *v, int64_t *value) {
  const ir_op *op = v->def;
  for (int i = 0; i < k->list.n; i++)
    if (k->list.at[i].v == v) {
      *value = k->list.at[i].value;
      return true;
    }
  if (op && op->code == IR_OP_NOT && v->type.elem == IR_BOOL &&
      is_known(k, op->ins.at[0], value)) {
    *value = !*value;
    return true;
  }
  if (!op || ir_op_table[op->code].cls != IR_CLASS_CMP)
    return false;
  int found = -1;
  for (int i = 0; i < k->list.n && found < 0; i++)
    found = follows(op, &k->list.at[i]);
  *value = found;
  return found >= 0;
}

// Puts region "b" of if "op" in its place; the first op of what takes it.
static ir_op *
take_branch(facts *k, ir_op *op, int b) {
  ir_region *r = op->regions[b];
  ir_op *after = op->next, *before = op->prev, *in = op->parent->first;
  for (int i = 0; i < op->outs.n; i++)
    ir_replace_uses(k->f, op->outs.at[i], r->last->ins.at[i]);
  ir_foreach_op_safe (inner, r)
    if (inner->code != IR_OP_YIELD)
      ir_move(inner, op->parent, op);
  in = before ? before->next : op->parent->first;
  if (in == op)
    in = after;
  ir_remove(op);
  return in;
}

// True when carried value "k" of loop "l" stays what it is wherever scalar "j"
// is left as, or set to, "c".
static bool
is_kept_with(arena *a, const ir_loop *l, int k, int j, int64_t c) {
  ir_val *v = l->yields[k], *flag = l->yields[j];
  an_choice own, of;
  int64_t set;
  if (v == l->carried[k])
    return true;
  if (!an_match_either(v, &own) ||
      (own.y == l->carried[k]) == (own.z == l->carried[k]))
    return false;
  bool where = own.z == l->carried[k]; // it changes where the condition is that
  if (an_match_either(flag, &of) && an_same_value(a, of.c, own.c))
    return ir_match_int(where ? of.y : of.z, &set) && set != c;
  return flag->type.elem == IR_BOOL &&
         (where != (c != 0) ? an_same_value(a, flag, own.c)
                            : an_are_opposite(a, flag, own.c));
}

// True when loop "l" leaves scalar "j" as "c" only if no iteration set it to
// another value.
static bool
is_never_set(arena *a, const ir_loop *l, int j, int64_t c) {
  an_choice of;
  int64_t start, set;
  const ir_val *flag = l->yields[j];
  if (an_match_either(flag, &of) &&
      (of.y == l->carried[j]) != (of.z == l->carried[j]))
    return ir_match_int(of.y == l->carried[j] ? of.z : of.y, &set) && set != c;
  return flag->type.elem == IR_BOOL && ir_match_int(l->inits[j], &start) &&
         start == c &&
         (c ? an_same_value(a, l->yields[0], flag)
            : an_are_opposite(a, l->yields[0], flag));
}

// Replaces the results of loop "op" that change only where it finds something
// by what they start as, where it is known that it finds nothing.
static void
replace_unfound(facts *k, ir_op *op) {
  arena *a = k->f->module->arena;
  ir_loop l;
  int64_t c;
  if (op->code != IR_OP_LOOP || !op->has_while || !ir_match_loop(op, &l))
    return;
  for (int j = 1; j < l.n_carried; j++) {
    if (l.outs[j]->type.array || !is_known(k, l.outs[j], &c) ||
        !is_never_set(a, &l, j, c))
      continue;
    for (int i = l.n_carried - 1; i > 0; i--) {
      if (i == j || !is_kept_with(a, &l, i, j, c))
        continue;
      ir_replace_uses(k->f, l.outs[i], l.inits[i]);
      ir_replace_uses(k->f, l.carried[i], l.inits[i]);
      ir_drop_result(op, i);
      ir_match_loop(op, &l);
      j -= i < j;
    }
  }
}

// Replaces the results of "op", which chooses nothing, that are known, or that
// follow from operands that have become constants.
static void
replace_results(facts *k, ir_op *op) {
  enum { LAWS = 4 }; // one after another
  int64_t c;
  ir_builder b = ir_before(op);
  if (op->code == IR_OP_CONST)
    return;
  for (int i = 0; i < op->outs.n; i++)
    if (is_known(k, op->outs.at[i], &c))
      ir_replace_uses(k->f, op->outs.at[i],
                      ir_build_int(&b, op->outs.at[i]->type.elem, c));
  ir_maker make = ir_maker_before(op, false);
  const ir_op *at = op, *before = op->prev;
  for (int n = 0; n < LAWS && ir_is_computed(op->code); n++) {
    ir_val *old = op->outs.at[0];
    int law;
    ir_val *v = ir_simplify(&make, op->code, old->type.elem, op->ins.n,
                            op->ins.at, &law);
    if (!v)
      return;
    ir_replace_uses(k->f, old, v);
    op = v->def;
    if (!op || op != at->prev || op == before) // what was there has other uses
      return;
  }
}

static void simplify(facts *k, ir_region *r);

// Simplifies the ops of region "b" of if "op", where its condition is known and
// each known result of the if is what the region yields.
static void
simplify_branch(facts *k, const ir_op *op, int b) {
  int64_t c;
  int n = k->list.n;
  ir_region *r = op->regions[b];
  note(k, op->ins.at[0], b == 0);
  for (int i = 0; i < op->outs.n; i++)
    if (is_known(k, op->outs.at[i], &c))
      note(k, r->last->ins.at[i], c);
  simplify(k, r);
  k->list.n = n;
}

// Simplifies the ops of "r" by the known facts.
static void
simplify(facts *k, ir_region *r) {
  for (ir_op *op = r->first, *next; op; op = next) {
    next = op->next;
    int64_t c;
    bool chooses = op->code == IR_OP_IF || op->code == IR_OP_SELECT;
    if (chooses &&
        (ir_match_int(op->ins.at[0], &c) || is_known(k, op->ins.at[0], &c))) {
      if (op->code == IR_OP_IF)
        next = take_branch(k, op, !c);
      else
        ir_replace_uses(k->f, op->outs.at[0], op->ins.at[c ? 1 : 2]);
      continue;
    }
    replace_unfound(k, op);
    replace_results(k, op);
    for (int i = 0; i < op->n_regions; i++)
      if (op->code == IR_OP_IF)
        simplify_branch(k, op, i);
      else
        simplify(k, op->regions[i]);
  }
}

void
rec_assume_true(ir_func *f, ir_region *r, const ir_val *v) {
  facts k = {.f = f};
  note(&k, v, 1);
  simplify(&k, r);
}

// -- Questions ---------------------------------------------------------------
// The facts at "at" that follow from the ifs around it, up to loop body "body".
static facts
facts_at(const ir_op *at, const ir_region *body) {
  facts k = {.f = body->func};
  for (const ir_region *r = at->parent; r != body && r->parent_op;
       r = r->parent_op->parent)
    if (r->parent_op->code == IR_OP_IF)
      note(&k, r->parent_op->ins.at[0], r == r->parent_op->regions[0]);
  return k;
}

int
rec_known_at(const ir_op *at, const ir_region *body, const ir_val *cond) {
  facts k = facts_at(at, body);
  int64_t value;
  if (is_known(&k, cond, &value))
    return value != 0;
  for (int i = 0; i < k.list.n; i++)
    if (an_same_value(k.f->module->arena, k.list.at[i].v, cond))
      return k.list.at[i].value != 0;
  return -1;
}

bool
rec_known_to_differ(const ir_op *at, const ir_region *body, const ir_val *x,
                    const ir_val *y) {
  facts k = facts_at(at, body);
  for (int i = 0; i < k.list.n; i++) {
    const ir_op *op = k.list.at[i].v->def;
    bool differ = op && op->code == (k.list.at[i].value ? IR_OP_NE : IR_OP_EQ);
    if (differ && ((op->ins.at[0] == x && op->ins.at[1] == y) ||
                   (op->ins.at[0] == y && op->ins.at[1] == x)))
      return true;
  }
  return false;
}

// -- Choices ------------------------------------------------------------------
// A condition, and whether it holds.
typedef struct branch {
  const ir_val *c;
  bool holds;
} branch;

// The conditions on the way to a value that choices make.
typedef struct way {
  arena *a;
  VEC(branch) of;
  const ir_val *c; // what is asked of all ways, ...
  bool holds;      // ... and whether it holds
  ir_val *found;   // the one value where it does
} way;

// True when bool "v" is "holds" on the way.
static bool
is_implied(const way *w, const ir_val *v, bool holds) {
  const ir_op *op = v->def;
  ir_val *both[2];
  if (op && op->code == IR_OP_NOT)
    return is_implied(w, op->ins.at[0], !holds);
  for (int i = 0; i < w->of.n; i++) {
    const branch *b = &w->of.at[i];
    if (b->holds == holds ? an_same_value(w->a, b->c, v)
                          : an_are_opposite(w->a, b->c, v))
      return true;
  }
  return an_match_both(v, !holds, both) && is_implied(w, both[0], holds) &&
         is_implied(w, both[1], holds);
}

// Adds that "v" is "holds", and what follows, to the way.
static void
add_branch(way *w, const ir_val *v, bool holds) {
  const ir_op *op = v->def;
  ir_val *both[2];
  if (op && op->code == IR_OP_NOT)
    add_branch(w, op->ins.at[0], !holds);
  vec_push(w->a, &w->of, ((branch){v, holds}));
  for (int i = 0; i < 2 && an_match_both(v, !holds, both); i++)
    add_branch(w, both[i], holds);
}

// Adds the values of "v" to the way where its condition may be as asked. False
// where there are several.
static bool
find_value(way *w, ir_val *v) {
  an_choice c;
  int n = w->of.n;
  if (is_implied(w, w->c, !w->holds))
    return true;
  if (!an_match_either(v, &c)) {
    bool one = !w->found || w->found == v || an_same_value(w->a, w->found, v);
    w->found = v;
    return one;
  }
  bool ok = true;
  for (int side = 0; side < 2 && ok; side++) {
    add_branch(w, c.c, side);
    ok = find_value(w, side ? c.y : c.z);
    w->of.n = n;
  }
  return ok;
}

ir_val *
rec_value_where(arena *a, ir_val *v, const ir_val *c, bool holds) {
  way w = {.a = a, .c = c, .holds = holds};
  return find_value(&w, v) ? w.found : NULL;
}

// ir_walk_fn: lets the conditions of if "op" take the place of its bool results
// that are true on one side and false on the other.
static bool
take_conditions(void *user, ir_op *op) {
  int64_t yes, no;
  an_choice c;
  for (int i = 0; i < op->outs.n && op->code == IR_OP_IF; i++) {
    ir_val *v = op->outs.at[i];
    if (v->type.elem != IR_BOOL || v->type.array || !an_match_either(v, &c) ||
        !ir_match_int(c.y, &yes) || !ir_match_int(c.z, &no) || !yes == !no)
      continue;
    ir_builder b = ir_before(op->next);
    ir_replace_uses(user, v, yes ? c.c : ir_build1(&b, IR_OP_NOT, c.c));
  }
  return true;
}

void
rec_take_conditions(ir_func *f, ir_region *r) {
  ir_builder b = ir_before(r->first);
  ir_walk(r, take_conditions, f);
  rec_assume_true(f, r, ir_build_int(&b, IR_BOOL, 1));
}
