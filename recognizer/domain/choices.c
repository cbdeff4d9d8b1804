// recognizer/domain/choices.c: the constraints on values that are one of two
// others, or one where a condition holds: extrema, choices, bools, magnitudes.
//
// Each of the two is read under the condition that chooses it, which may keep
// it from wrapping.
#include "recognizer/domain/domain.h"

void
rec_add_extremum(rec_dom *d, const an_poly *x, ir_op *def, bool max) {
  rec_an *an = d->an;
  an_poly y = rec_read_exact(d, def->ins.at[0]);
  an_poly z = rec_read_exact(d, def->ins.at[1]);
  rec_dom_add(d, max ? rec_form_ge2(an, x, &y, 0) : rec_form_ge2(an, &y, x, 0));
  rec_dom_add(d, max ? rec_form_ge2(an, x, &z, 0) : rec_form_ge2(an, &z, x, 0));
  rec_dom_add(
      d, rec_form_or(an, rec_form_eq2(an, x, &y), rec_form_eq2(an, x, &z)));
}

// Says that x = c ? y : z is no larger (smaller) than either, if it is the
// minimum (maximum). That helps where y or z is not affine.
static void
add_ordered(rec_dom *d, const an_poly *x, const ir_val *c, const an_poly *y,
            const an_poly *z) {
  rec_an *an = d->an;
  const ir_op *op = c->def;
  if (!op || !rec_is_int_compare(op) || op->code == IR_OP_EQ ||
      op->code == IR_OP_NE)
    return;
  bool may_assume = an->may_assume;
  an->may_assume = false;
  an_poly a = rec_read_exact(d, op->ins.at[0]);
  an_poly b = rec_read_exact(d, op->ins.at[1]);
  an->may_assume = may_assume;
  bool same = an_poly_eq(&a, y) && an_poly_eq(&b, z);
  if (!same && !(an_poly_eq(&a, z) && an_poly_eq(&b, y)))
    return;
  bool less = op->code == IR_OP_LT || op->code == IR_OP_LE;
  bool min = less == same;
  rec_dom_add(d, min ? rec_form_ge2(an, y, x, 0) : rec_form_ge2(an, x, y, 0));
  rec_dom_add(d, min ? rec_form_ge2(an, z, x, 0) : rec_form_ge2(an, x, z, 0));
}

// How deep choices in choices are taken apart: each is looked at again for
// every one it is in.
enum { CHOICES = 6 };

// True when none of what "v" is chosen from, down to "depth" choices further,
// wraps where it is chosen, with nothing assumed.
static bool
chosen_fits(rec_dom *d, ir_val *v, rec_form *path, int depth) {
  rec_an *an = d->an;
  bool may_assume = an->may_assume;
  an_choice c;
  an_poly p;
  if (depth < 0)
    return true;
  if (rec_match_choice(v, &c))
    return chosen_fits(d, c.y, rec_read_cond(d, c.c, false), depth - 1) &&
           chosen_fits(d, c.z, rec_read_cond(d, c.c, true), depth - 1);
  rec_read(d, v); // its parts as ever
  an->may_assume = false;
  bool fits = rec_fits_if(d, v, path, &p);
  an->may_assume = may_assume;
  return fits;
}

// True when "v", chosen where "path" holds, has to be taken apart: what keeps a
// part of it from wrapping is a condition that "v" itself depends on.
static bool
is_nested(rec_dom *d, ir_val *v, rec_form *path, int depth) {
  an_choice c;
  return rec_match_choice(v, &c) && !chosen_fits(d, v, path, depth);
}

// The polynomial that "v" is where "path" holds.
static an_poly
read_chosen(rec_dom *d, ir_val *v, rec_form *path) {
  an_poly p;
  return rec_fits_if(d, v, path, &p) ? p : rec_read_exact(d, v);
}

// x = v where "path" holds.
static rec_form *
form_chosen(rec_dom *d, const an_poly *x, ir_val *v, rec_form *path,
            int depth) {
  rec_an *an = d->an;
  an_choice c;
  if (!is_nested(d, v, path, depth)) {
    an_poly p = read_chosen(d, v, path);
    return rec_form_and(an, path, rec_form_eq2(an, x, &p));
  }
  rec_match_choice(v, &c);
  rec_form *yes = rec_form_and(an, path, rec_read_cond(d, c.c, false));
  rec_form *no = rec_form_and(an, path, rec_read_cond(d, c.c, true));
  return rec_form_or(an, form_chosen(d, x, c.y, yes, depth - 1),
                     form_chosen(d, x, c.z, no, depth - 1));
}

void
rec_add_choice(rec_dom *d, const an_poly *x, const an_choice *c) {
  rec_an *an = d->an;
  rec_form *yes = rec_read_cond(d, c->c, false);
  rec_form *no = rec_read_cond(d, c->c, true);
  if (!is_nested(d, c->y, yes, CHOICES) && !is_nested(d, c->z, no, CHOICES)) {
    an_poly y = read_chosen(d, c->y, yes), z = read_chosen(d, c->z, no);
    add_ordered(d, x, c->c, &y, &z);
  }
  rec_form *then = form_chosen(d, x, c->y, yes, CHOICES);
  rec_form *other = form_chosen(d, x, c->z, no, CHOICES);
  rec_dom_add(d, rec_form_or(an, then, other));
}

void
rec_add_bool(rec_dom *d, const an_poly *x, ir_val *c) {
  rec_an *an = d->an;
  an_poly one = an_poly_const(an->a, 1), zero = an_poly_const(an->a, 0);
  rec_form *yes =
      rec_form_and(an, rec_read_cond(d, c, false), rec_form_eq2(an, x, &one));
  rec_form *no =
      rec_form_and(an, rec_read_cond(d, c, true), rec_form_eq2(an, x, &zero));
  rec_dom_add(d, rec_form_or(an, yes, no));
}

void
rec_add_abs(rec_dom *d, const an_poly *x, ir_val *v) {
  rec_an *an = d->an;
  an_poly y = rec_read_exact(d, v), zero = an_poly_const(an->a, 0);
  an_poly minus = an_poly_scale(an->a, &y, -1);
  rec_form *pos =
      rec_form_and(an, rec_form_ge(an, &y), rec_form_eq2(an, x, &y));
  rec_form *neg = rec_form_and(an, rec_form_ge2(an, &zero, &y, 1),
                               rec_form_eq2(an, x, &minus));
  rec_dom_add(d, rec_form_or(an, pos, neg));
}
