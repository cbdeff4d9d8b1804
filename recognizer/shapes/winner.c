// recognizer/shapes/winner.c: what sets values where one comparison wins.
//
//   if (ok[i] && x[i] < x[at]) at = i;
//
// The conditions around what is set, and what && joins in them, are terms. One
// of them compares a number of the iteration, the rival, with a carried scalar
// or with what is computed from those that are set. That is the same
// computation as the rival's, of the values they would be set to, so that best
// can be carried beside them. The other terms know nothing of what is carried.
// In `at < 0 || x[i] < x[at]` the first part holds until something was set.
// Several comparisons are a ranking (ranking.c), of as many rivals.
#include "recognizer/shapes/winner.h"
#include "recognizer/shapes/folds.h"
#include "recognizer/shapes/nests.h"
#include "analysis/analysis.h"

// -- Conditions ---------------------------------------------------------------
// The condition under which a bool, "p" otherwise, is set as "v", and *to: to
// what; NULL: it is no such one. A choice of a constant is an op: p || c.
static ir_val *
match_flag(const ir_val *v, const ir_val *p, bool *to) {
  const ir_op *op = v->def;
  if (!op || (op->code != IR_OP_OR && op->code != IR_OP_AND) ||
      v->type.elem != IR_BOOL || (op->ins.at[0] == p) == (op->ins.at[1] == p))
    return NULL;
  *to = op->code == IR_OP_OR;
  return op->ins.at[op->ins.at[0] == p];
}

// The value that carried scalar "k" is set to, and the conditions around that,
// outermost first.
static ir_val *
follow_choices(const rec_contest *c, int k, rec_terms *out) {
  arena *a = c->f->module->arena;
  const ir_val *p = c->l.carried[k];
  ir_val *v = c->l.yields[k];
  an_choice x;
  while (an_match_either(v, &x) && (x.y == p) != (x.z == p)) {
    vec_push(a, out, ((rec_term){x.c, x.z == p}));
    v = x.z == p ? x.y : x.z;
  }
  bool to;
  ir_val *cond = match_flag(v, p, &to);
  if (!cond)
    return v;
  vec_push(a, out, ((rec_term){cond, to}));
  ir_builder b = ir_before(c->l.body->first);
  return ir_build_int(&b, IR_BOOL, to);
}

// True when "x" and "y" are the same conditions.
static bool
are_equal(const rec_terms *x, const rec_terms *y) {
  bool equal = x->n == y->n;
  for (int i = 0; i < x->n && equal; i++)
    equal = x->at[i].v == y->at[i].v && x->at[i].holds == y->at[i].holds;
  return equal;
}

// True when "v" is the bool constant "on".
static bool
is_bool(const ir_val *v, bool on) {
  int64_t k;
  return ir_match_int(v, &k) && (k != 0) == on;
}

// -- Dependence ---------------------------------------------------------------
// The values of the body that follow from carried scalars: those that are set
// ("set"), or the others and arrays.
static map *
find_followers(const rec_contest *c, bool set) {
  arena *a = c->f->module->arena;
  map *all = map_new(a);
  for (int k = 0; k < c->l.n_carried; k++) {
    bool is_set = false;
    for (int i = 0; i < c->set.n; i++)
      is_set |= c->set.at[i] == k;
    map *own = is_set == set ? rec_find_needs(a, &c->l, k) : NULL;
    for (int at = 0; own && at < map_count(own); at++) {
      const void *key;
      void *value;
      map_at(own, at, &key, &value);
      map_put(all, key, value);
    }
  }
  return all;
}

// True when "v" is computed from scalars that are set and from values outside
// of the loop alone, by scalar ops and reads.
static bool
is_of_set(const rec_contest *c, const ir_val *v) {
  const ir_op *op = v->def;
  if (ir_is_outside(v, c->l.body))
    return true;
  for (int i = 0; i < c->set.n; i++)
    if (c->l.carried[c->set.at[i]] == v)
      return true;
  bool ok = op && (ir_is_scalar_op(op->code) || op->code == IR_OP_INDEX ||
                   op->code == IR_OP_IF);
  for (int i = 0; ok && i < op->ins.n; i++)
    ok = is_of_set(c, op->ins.at[i]);
  for (int i = 0; ok && i < op->n_regions; i++)
    ok = is_of_set(c, op->regions[i]->last->ins.at[v->index]);
  return ok;
}

// -- The comparison -----------------------------------------------------------
// True when comparison "none", of a carried scalar that is set, does not hold
// of what it is set to.
static bool
is_over_once_set(const rec_contest *c, const rec_term *none) {
  const ir_op *op = none->v->def;
  const ir_val *p = op ? op->ins.at[0] : none->v;
  ir_val *v = NULL;
  an_poly x;
  int64_t k = 0;
  for (int i = 0; i < c->set.n; i++)
    if (c->l.carried[c->set.at[i]] == p)
      v = c->values.at[i];
  if (!v ||
      (op && (!rec_is_int_compare(op) || !ir_match_int(op->ins.at[1], &k))))
    return false;
  if (!op)
    return is_bool(v, !none->holds);
  if (!rec_fits_if(c->d, v, NULL, &x))
    return false;
  ir_opcode code = none->holds ? op->code : ir_negated(op->code, p->type.elem);
  an_poly y = an_poly_const(c->f->module->arena, k);
  return rec_prove_not(c->d, code, &x, &y);
}

// A walk that finds the types carried scalars are converted to.
typedef struct pairing {
  const rec_contest *c;
  ir_vals given;
} pairing;

// Adds the bounds of the indices of the nest "flat" to "d".
static void
add_bounds(rec_dom *d, const rec_flat *flat) {
  rec_an *an = d->an;
  for (int k = 0; k < flat->indices.n; k++) {
    an_poly i = rec_read(d, flat->indices.at[k]);
    an_poly n = rec_read(d, flat->extents.at[k]);
    rec_dom_add(d, rec_form_ge(an, &i));
    rec_dom_add(d, rec_form_ge2(an, &n, &i, 1));
  }
}

// True when "v", converted from "wide", has the same value.
static bool
keeps_value(const rec_contest *c, ir_val *wide, ir_val *v) {
  an_poly x = rec_read(c->d, wide), y;
  return rec_fits_if(c->d, v, NULL, &y) && an_poly_eq(&x, &y);
}

// ir_walk_fn: pairs the conversion "op" of a scalar that is set with the value
// before the conversion to what it is set to.
static bool
pair_convert(void *user, ir_op *op) {
  pairing *p = user;
  const rec_contest *c = p->c;
  arena *a = c->f->module->arena;
  for (int i = 0; op->code == IR_OP_CONVERT && i < c->set.n; i++) {
    const ir_op *to = c->values.at[i]->def;
    if (op->ins.at[0] != c->l.carried[c->set.at[i]] || !to ||
        to->code != IR_OP_CONVERT)
      continue;
    ir_val *wide = to->ins.at[0];
    if (!ir_type_eq(wide->type, op->outs.at[0]->type) ||
        !ir_is_int(wide->type.elem))
      continue;
    if (!keeps_value(c, wide, c->values.at[i]))
      continue;
    vec_push(a, &p->given, op->outs.at[0]);
    vec_push(a, &p->given, wide);
  }
  return true;
}

// True when "best" is to the scalars that are set what "rival" is to their
// values.
static bool
is_counterpart(const rec_contest *c, const ir_val *best, const ir_val *rival) {
  arena *a = c->f->module->arena;
  pairing p = {.c = c};
  for (int i = 0; i < c->set.n; i++) {
    vec_push(a, &p.given, c->l.carried[c->set.at[i]]);
    vec_push(a, &p.given, c->values.at[i]);
  }
  ir_walk(c->l.body, pair_convert, &p);
  return an_same_value_given(a, best, rival, &p.given);
}

// Takes "rival" and "best" from comparison "op", one side of which is of
// scalars that are set; "sets" are the values that follow from these. *right:
// that is the right side.
static bool
match_sides(rec_contest *c, const ir_op *op, const map *sets, bool *right) {
  arena *a = c->f->module->arena;
  if (!op || ir_op_table[op->code].cls != IR_CLASS_CMP)
    return false;
  *right = map_has(sets, op->ins.at[1]);
  if (*right == map_has(sets, op->ins.at[0]))
    return false;
  c->rival = op->ins.at[!*right];
  c->best = op->ins.at[*right];
  c->key = -1;
  for (int i = 0; i < c->set.n; i++)
    if (c->best == c->l.carried[c->set.at[i]] &&
        an_same_value(a, c->values.at[i], c->rival))
      c->key = c->set.at[i];
  return c->key >= 0 ||
         (is_of_set(c, c->best) && is_counterpart(c, c->best, c->rival));
}

// Takes comparison "op", which "holds" where values are set, apart.
static bool
match_comparison(rec_contest *c, const ir_op *op, bool holds, const map *sets) {
  bool right;
  if (!op || op->code == IR_OP_EQ || op->code == IR_OP_NE ||
      !match_sides(c, op, sets, &right))
    return false;
  c->beats = right ? op->code : ir_exchanged(op->code);
  if (!holds)
    c->beats = ir_negated(c->beats, c->rival->type.elem);
  return c->beats != IR_OP__COUNT;
}

// Adds the pairs that "v" compares. False: it compares what is set with
// something else.
static bool
add_pairs(rec_contest *c, const ir_val *v, const map *sets, const map *others) {
  arena *a = c->f->module->arena;
  const ir_op *op = v->def;
  an_choice x;
  bool right;
  if (!map_has(sets, v))
    return true;
  if (an_match_either(v, &x))
    return add_pairs(c, x.c, sets, others) && add_pairs(c, x.y, sets, others) &&
           add_pairs(c, x.z, sets, others);
  if (op && (op->code == IR_OP_AND || op->code == IR_OP_OR))
    return add_pairs(c, op->ins.at[0], sets, others) &&
           add_pairs(c, op->ins.at[1], sets, others);
  if (op && op->code == IR_OP_NOT)
    return add_pairs(c, op->ins.at[0], sets, others);
  if (op && ir_op_table[op->code].cls == IR_CLASS_CMP &&
      an_same_value(a, op->ins.at[0], op->ins.at[1]))
    return true; // a test for NaN
  if (!match_sides(c, op, sets, &right) || map_has(others, c->rival) ||
      map_has(others, c->best))
    return false;
  for (int i = 0; i < c->pairs.n; i += 2)
    if (an_same_value(a, c->pairs.at[i], c->best) &&
        an_same_value(a, c->pairs.at[i + 1], c->rival))
      return true;
  vec_push(a, &c->pairs, c->best);
  vec_push(a, &c->pairs, c->rival);
  return true;
}

// Takes "terms" about what is carried, of which "all" or any must hold, as a
// ranking. Other terms of "c" that are of rivals alone become part of it.
static bool
match_ranking(rec_contest *c, rec_terms terms, bool all, const map *sets,
              const map *others) {
  arena *a = c->f->module->arena;
  rec_terms rest = {0};
  int n_before = 0;
  c->pairs = (ir_vals){0};
  for (int i = 0; i < terms.n; i++)
    if (!add_pairs(c, terms.at[i].v, sets, others))
      return false;
  for (int i = 0; i < c->terms.n && all; i++) {
    bool of_pair = rec_compares_pair(a, &c->pairs, c->terms.at[i].v);
    if (of_pair)
      vec_push(a, &terms, c->terms.at[i]);
    if (!of_pair || c->none.v) { // the first one to be set is found by terms
      n_before += i < c->n_before;
      vec_push(a, &rest, c->terms.at[i]);
    }
  }
  if (!rec_read_ranking(a, &c->pairs, &terms, all, &c->ranking))
    return false;
  if (all) {
    c->terms = rest;
    c->n_before = n_before;
  }
  return c->ranks = true;
}

// True when there is a number that loses against all, for rivals that terms
// leave out.
static bool
has_loser(const rec_contest *c) {
  bool strict = c->beats == IR_OP_LT || c->beats == IR_OP_GT;
  return strict || ir_is_float(c->rival->type.elem) || !c->terms.n ||
         ir_size(c->rival->type.elem) < 8;
}

// Takes the terms "about" what is carried apart, each of which must hold.
static bool
match_decision(rec_contest *c, const rec_terms *about, const map *sets,
               const map *others) {
  arena *a = c->f->module->arena;
  rec_term t = about->at[0];
  rec_terms any = {0};
  if (about->n > 1)
    return match_ranking(c, *about, true, sets, others);
  rec_add_terms(a, &any, t.v, !t.holds, sets);
  for (int i = 0; i < any.n; i++)
    any.at[i].holds = !any.at[i].holds;
  if (any.n > 1 && is_over_once_set(c, &any.at[0])) {
    c->none = any.at[0];
    any.at++;
    any.n--;
  }
  t = any.at[0];
  if (any.n == 1 && match_comparison(c, t.v->def, t.holds, sets) &&
      has_loser(c))
    return true;
  return match_ranking(c, any, any.n == 1, sets, others);
}

// -- Contests -----------------------------------------------------------------
// Sorts "all" into terms and what is compared. False: it is no contest.
static bool
sort_terms(rec_contest *c, const rec_terms *all, const map *sets) {
  arena *a = c->f->module->arena;
  const map *others = find_followers(c, false);
  rec_terms about = {0};
  for (int i = 0; i < c->set.n; i++)
    if (map_has(sets, c->values.at[i]) || map_has(others, c->values.at[i]))
      return false;
  for (int i = 0; i < all->n; i++) {
    if (map_has(others, all->at[i].v))
      return false;
    bool compares = map_has(sets, all->at[i].v);
    c->n_before += !compares && !about.n;
    vec_push(a, compares ? &about : &c->terms, all->at[i]);
  }
  return about.n && match_decision(c, &about, sets, others) &&
         (c->ranks ||
          (!map_has(others, c->rival) && !map_has(others, c->best)));
}

// True when "v" is there at the end of the body.
static bool
is_there(const rec_contest *c, const ir_val *v) {
  return ir_is_outside(v, c->l.body) || v->param_of == c->l.body ||
         (v->def && v->def->parent == c->l.body);
}

// True when best number "i" of the ranking is a scalar that is set.
static bool
is_carried(const rec_contest *c, int i) {
  bool carried = false;
  for (int k = 0; k < c->set.n; k++)
    carried |=
        c->pairs.at[2 * c->ranking.pair[i]] == c->l.carried[c->set.at[k]];
  return carried;
}

// True when all values are there at the end of the body, and compared with
// scalars: nothing is to be changed.
static bool
is_plain(const rec_contest *c, const rec_terms *chain) {
  bool plain = chain->n == 1 && !c->none.v && !c->ranking.numbers;
  plain = plain && (c->ranks || (!c->terms.n && c->key >= 0));
  for (int i = 0; i < c->terms.n && plain; i++)
    plain = is_there(c, c->terms.at[i].v);
  for (int i = 0; i < c->ranking.n_keys && plain; i++)
    plain = is_carried(c, i);
  for (int i = 0; i < c->values.n && plain; i++) {
    const ir_val *v = c->values.at[i];
    plain = is_there(c, v) ||
            (!c->ranks && an_same_value(c->f->module->arena, v, c->rival));
  }
  return plain;
}

bool
rec_match_contest(rec_contest *c, int k) {
  arena *a = c->f->module->arena;
  rec_terms chain = {0}, all = {0};
  if (!c->l.extent || c->l.op->has_while || c->l.carried[k]->type.array)
    return false;
  follow_choices(c, k, &chain);
  for (int j = 0; j < c->l.n_carried && chain.n; j++) {
    rec_terms other = {0};
    ir_val *v =
        c->l.carried[j]->type.array ? NULL : follow_choices(c, j, &other);
    if (!v || !are_equal(&chain, &other))
      continue;
    vec_push(a, &c->set, j);
    vec_push(a, &c->values, v);
  }
  if (!chain.n || c->set.at[0] != k)
    return false;
  const map *sets = find_followers(c, true);
  for (int i = 0; i < chain.n; i++)
    rec_add_terms(a, &all, chain.at[i].v, chain.at[i].holds, sets);
  rec_an *an = rec_an_new(c->cx, c->f, c->l.body);
  c->d = rec_dom_new(an, c->l.body->last, false);
  if (c->flat)
    add_bounds(c->d, c->flat);
  bool found = sort_terms(c, &all, sets);
  rec_an_free(an);
  return found && !is_plain(c, &chain);
}
