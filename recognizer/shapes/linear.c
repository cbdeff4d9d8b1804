// recognizer/shapes/linear.c: carried scalars that are linear in one another.
//
//   s = a * s + x;                         one scalar
//   s = (s + x) / a;                       divided, each coefficient once
//   t = u * x - v * y; v = u * y + v * x; u = t;      two, complex factors
//
// An iteration applies an affine map to the scalars, whose coefficients need
// none of them. Maps are folded: op(l, r) is r after l. The values of an
// iteration are coefficients and constant parts, and what the scalars start as
// is a constant part in front of all. Coefficients that are 0 in every product
// of maps, or 1, are no values.
//
// Integers are computed modulo 2^n, or modulo a constant (modular.c), so that
// any order gives C's result. Floats are not, hence may_reorder in soac.c. What
// C cancels on purpose, as in (t - s) - y of a compensated sum, is not taken:
// it would be 0. Nor are floats that C lets go of (if (c) s = 0): in a product
// of maps 0 times an infinity or NaN would come after them.
#include "recognizer/shapes/folds.h"

// A value as sum of c[k] * carried scalar k, and of c[n_carried]; NULL is 0.
typedef struct form {
  ir_scalar type;
  ir_val **c;
  uint64_t modulus; // that this is modulo; 0: none
} form;

typedef struct reader {
  arena *a;
  const ir_loop *l;
  const map *needs; // the values that follow from carried scalars: themselves
  ir_scalar of;     // the type of the scalars
  ir_scalar type;   // what they are computed in
  map *forms;       // ir_val * -> form *, NULL where it has none
  bool keeps;       // a coefficient is 1 less something of the iteration's own
} reader;

// -- What needs carried scalars -------------------------------------------
// Adds "v" to "needs".
static void
add_need(map *needs, ir_val *v) {
  map_put(needs, v, v);
}

// Adds the results of the if "op" that follow from what is in "needs".
static void
mark_choice(map *needs, ir_op *op) {
  for (int k = 0; k < op->outs.n; k++)
    if (map_has(needs, op->ins.at[0]) ||
        map_has(needs, op->regions[0]->last->ins.at[k]) ||
        map_has(needs, op->regions[1]->last->ins.at[k]))
      add_need(needs, op->outs.at[k]);
}

// Adds what is computed in "r" from what is in "needs", all results of a loop
// that uses any of it. True when "r" does.
static bool
mark(map *needs, ir_region *r) {
  bool any = false;
  ir_foreach_op (op, r) {
    bool used = false;
    for (int k = 0; k < op->ins.n; k++)
      used |= map_has(needs, op->ins.at[k]);
    for (int k = 0; k < op->n_regions; k++)
      used |= mark(needs, op->regions[k]);
    any |= used;
    if (op->code == IR_OP_IF)
      mark_choice(needs, op);
    else
      for (int k = 0; k < op->outs.n && used; k++)
        add_need(needs, op->outs.at[k]);
  }
  return any;
}

map *
rec_find_needs(arena *a, const ir_loop *l, int k) {
  map *needs = map_new(a);
  add_need(needs, l->carried[k]);
  mark(needs, l->body);
  return needs;
}

map *
rec_find_all_needs(arena *a, const ir_loop *l) {
  map *needs = map_new(a);
  for (int k = 0; k < l->n_carried; k++)
    if (!l->carried[k]->type.array)
      add_need(needs, l->carried[k]);
  mark(needs, l->body);
  return needs;
}

bool
rec_is_read_by(const map *needs, const ir_op *op) {
  if (op->code == IR_OP_INDEX)
    return map_has(needs, op->ins.at[1]);
  int n = op->code == IR_OP_IF ? 1 : op->n_regions ? op->n_dims : 0;
  bool chosen =
      op->has_while && (map_has(needs, op->ins.at[op->n_dims]) ||
                        map_has(needs, op->regions[0]->last->ins.at[0]));
  for (int k = 0; k < n; k++)
    chosen |= map_has(needs, op->ins.at[k]);
  return chosen;
}

// A search for reads that values of a set choose.
typedef struct choosing {
  const map *needs;
  bool any;
} choosing;

// ir_walk_fn: stops at a read.
static bool
reads_nothing(void *user, ir_op *op) {
  (void)user;
  return op->code != IR_OP_INDEX;
}

// ir_walk_fn: stops at reads that such values choose.
static bool
check_reads(void *user, ir_op *op) {
  choosing *z = user;
  bool chosen = rec_is_read_by(z->needs, op);
  z->any = chosen && op->n_regions == 0;
  for (int r = 0; r < op->n_regions && chosen && !z->any; r++)
    z->any = !ir_walk(op->regions[r], reads_nothing, NULL);
  return !z->any;
}

bool
rec_chooses_reads(const map *needs, ir_region *r) {
  choosing z = {.needs = needs};
  ir_walk(r, check_reads, &z);
  return z.any;
}

// -- Forms ----------------------------------------------------------------
static form *read(reader *r, ir_val *v);

// The constant "value" of type "s".
static ir_val *
constant(ir_builder *b, ir_scalar s, int value) {
  return ir_is_float(s) ? ir_build_float(b, s, value)
                        : ir_build_int(b, s, value);
}

// "v", where NULL is 0 of type "s".
static ir_val *
or_zero(ir_builder *b, ir_scalar s, ir_val *v) {
  return v ? v : constant(b, s, 0);
}

// True when "v" is the constant 1.
static bool
is_one(const ir_val *v) {
  return v && v->def && v->def->code == IR_OP_CONST &&
         v->def->bits == ir_red_identity(IR_OP_MUL, v->type.elem);
}

// A form that is 0.
static form *
new_form(const reader *r) {
  form *f = NEW(r->a, form);
  f->type = r->type;
  f->c = NEW_ARRAY(r->a, ir_val *, r->l->n_carried + 1);
  return f;
}

// x + y, or x - y; NULL: 0.
static ir_val *
build_sum(ir_builder *b, ir_val *x, ir_val *y, bool minus) {
  if (!y)
    return x;
  if (!x)
    return minus ? ir_build1(b, IR_OP_NEG, y) : y;
  return ir_build2(b, minus ? IR_OP_SUB : IR_OP_ADD, x, y);
}

// x * y; NULL: 0.
static ir_val *
build_product(ir_builder *b, ir_val *x, ir_val *y) {
  if (!x || !y)
    return NULL;
  if (is_one(x) || is_one(y))
    return is_one(x) ? y : x;
  return ir_build2(b, IR_OP_MUL, x, y);
}

// True when "v" differs from one iteration to the next.
static bool
varies(const reader *r, const ir_val *v) {
  return v && !an_is_invariant(v, r->l->body);
}

// x + y, or x - y, at "b"; NULL when floats cancel.
static form *
add_forms(reader *r, ir_builder *b, const form *x, const form *y, bool minus) {
  int n = r->l->n_carried;
  form *f = x && y ? new_form(r) : NULL;
  for (int k = 0; k <= n && f; k++) {
    bool own = k < n && ir_is_float(r->type);
    if (own && is_one(x->c[k]) && is_one(y->c[k]))
      return NULL;
    if (own)
      r->keeps |= (is_one(x->c[k]) && varies(r, y->c[k])) ||
                  (is_one(y->c[k]) && varies(r, x->c[k]));
    f->c[k] = build_sum(b, x->c[k], y->c[k], minus);
  }
  return f;
}

// x times, or divided by, "factor", at "b".
static form *
scale_form(const reader *r, ir_builder *b, const form *x, ir_val *factor,
           bool divided) {
  form *f = x ? new_form(r) : NULL;
  for (int k = 0; k <= r->l->n_carried && f; k++)
    if (x->c[k])
      f->c[k] = divided ? ir_build2(b, IR_OP_DIV, x->c[k], factor)
                        : build_product(b, x->c[k], factor);
  return f;
}

// True when the bits of an integer of type "s" hold those of the scalars.
static bool
is_wide(const reader *r, ir_scalar s) {
  return ir_is_int(s) && ir_size(s) >= ir_size(r->of);
}

// True when values of type "s" can be computed in r->type.
static bool
fits(const reader *r, ir_scalar s) {
  return ir_is_float(r->type) ? ir_is_float(s) && ir_size(s) <= ir_size(r->type)
                              : is_wide(r, s);
}

// "v", which needs no carried scalar, as a factor; NULL when it is of another
// kind.
static ir_val *
factor_of(const reader *r, ir_val *v) {
  ir_builder b = ir_behind(v, r->l->body);
  return fits(r, v->type.elem) ? ir_build_convert(&b, v, r->type) : NULL;
}

// x * y, of which one needs no carried scalar.
static form *
read_product(reader *r, ir_builder *b, ir_val *x, ir_val *y) {
  bool swap = map_has(r->needs, y);
  ir_val *factor =
      swap && map_has(r->needs, x) ? NULL : factor_of(r, swap ? x : y);
  return factor ? scale_form(r, b, read(r, swap ? y : x), factor, false) : NULL;
}

// x / y of floats, where y needs no carried scalar.
static form *
read_quotient(reader *r, ir_builder *b, ir_val *x, ir_val *y) {
  ir_val *by =
      map_has(r->needs, y) || !ir_is_float(r->type) ? NULL : factor_of(r, y);
  return by ? scale_form(r, b, read(r, x), by, true) : NULL;
}

// x << y of integers, where y needs no carried scalar.
static form *
read_shift(reader *r, ir_builder *b, const ir_op *op) {
  ir_val *y = op->ins.at[1];
  if (map_has(r->needs, y) || ir_is_float(r->type))
    return NULL;
  y = ir_build2(b, IR_OP_SHL, ir_build_int(b, y->type.elem, 1), y);
  y = ir_build_convert(b, y, r->type);
  return scale_form(r, b, read(r, op->ins.at[0]), y, false);
}

// True when a choice of "x" or "y" needs the same scalars in both cases, or
// none of them can be an infinity or NaN.
static bool
may_choose(const reader *r, const form *x, const form *y) {
  bool same = x && y;
  for (int k = 0; same && ir_is_float(r->type) && k < r->l->n_carried; k++)
    same = !x->c[k] == !y->c[k];
  return same;
}

// The choice of "b" of "x" and "y" by "c".
static form *
read_select(reader *r, ir_builder *b, const ir_op *op) {
  form *x = read(r, op->ins.at[1]), *y = read(r, op->ins.at[2]);
  bool ok = may_choose(r, x, y) && !map_has(r->needs, op->ins.at[0]);
  form *f = ok ? new_form(r) : NULL;
  for (int k = 0; k <= r->l->n_carried && f; k++)
    if (x->c[k] != y->c[k])
      f->c[k] =
          ir_build3(b, IR_OP_SELECT, op->ins.at[0],
                    or_zero(b, r->type, x->c[k]), or_zero(b, r->type, y->c[k]));
    else
      f->c[k] = x->c[k];
  return f;
}

// Result "i" of the if "op": its branches give the coefficients too.
static form *
read_if(reader *r, ir_op *op, int i) {
  form *side[2], *f;
  for (int k = 0; k < 2; k++)
    side[k] = read(r, op->regions[k]->last->ins.at[i]);
  if (!may_choose(r, side[0], side[1]) || map_has(r->needs, op->ins.at[0]))
    return NULL;
  f = new_form(r);
  for (int k = 0; k <= r->l->n_carried; k++) {
    f->c[k] = side[0]->c[k];
    if (side[0]->c[k] == side[1]->c[k])
      continue;
    for (int j = 0; j < 2; j++) {
      ir_op *yield = op->regions[j]->last;
      ir_builder b = ir_before(yield);
      ir_add_in(yield, or_zero(&b, r->type, side[j]->c[k]));
    }
    f->c[k] = ir_add_out(op, ir_ty(r->type), op->outs.at[i]->name);
  }
  return f;
}

// The form of the result of "op" on carried scalars, or NULL.
static form *
read_op(reader *r, ir_op *op, ir_builder *b) {
  ir_val **in = op->ins.at;
  switch ((int)op->code) {
  case IR_OP_CONVERT:
    return read(r, in[0]);
  case IR_OP_ADD:
  case IR_OP_SUB:
    return add_forms(r, b, read(r, in[0]), read(r, in[1]),
                     op->code == IR_OP_SUB);
  case IR_OP_NEG:
    return add_forms(r, b, new_form(r), read(r, in[0]), true);
  case IR_OP_MUL:
    return read_product(r, b, in[0], in[1]);
  case IR_OP_DIV:
    return read_quotient(r, b, in[0], in[1]);
  case IR_OP_FMA:
    return add_forms(r, b, read_product(r, b, in[0], in[1]), read(r, in[2]),
                     false);
  case IR_OP_SHL:
    return read_shift(r, b, op);
  case IR_OP_SELECT:
    return read_select(r, b, op);
  default:
    return NULL;
  }
}

// The form of "v", whatever it is; NULL when it is not linear.
static form *
read_new(reader *r, ir_val *v) {
  ir_builder b = ir_behind(v, r->l->body);
  if (v->type.array || !fits(r, v->type.elem))
    return NULL;
  if (map_has(r->needs, v) && v->def)
    return v->def->code == IR_OP_IF ? read_if(r, v->def, v->index)
                                    : read_op(r, v->def, &b);
  form *f = new_form(r);
  if (!map_has(r->needs, v))
    f->c[r->l->n_carried] = factor_of(r, v);
  else
    f->c[v->index - 1] = constant(&b, r->type, 1);
  return f;
}

// The form of "v"; NULL when it is not linear.
static form *
read(reader *r, ir_val *v) {
  if (!map_has(r->forms, v))
    map_put(r->forms, v, read_new(r, v));
  return map_get(r->forms, v);
}

// -- Systems --------------------------------------------------------------
// The type in which forms of scalars of type "of" are computed: the widest
// float that C uses, and integers without sign.
static ir_scalar
computed_in(const ir_loop *l, const map *needs, ir_scalar of) {
  if (!ir_is_float(of))
    return ir_size(of) < 8 ? IR_U32 : IR_U64;
  ir_foreach_op (op, l->body)
    for (int k = 0; k < op->outs.n; k++) {
      ir_scalar s = op->outs.at[k]->type.elem;
      if (ir_is_float(s) && ir_size(s) > ir_size(of) &&
          map_has(needs, op->outs.at[k]))
        of = s;
    }
  return of;
}

// The form of "v" modulo a constant; NULL: it has none.
static form *
read_modular(const reader *r, ir_val *v) {
  uint64_t modulus;
  ir_val **c = rec_read_modular(r->a, r->l, r->needs, v, &modulus);
  form *f = c ? NEW(r->a, form) : NULL;
  if (f)
    *f = (form){IR_U64, c, modulus};
  return f;
}

// Fills "forms" with those of the next values of the carried scalars of "l", or
// NULL, with f32 as f64 where "wide". True when one in f32 keeps all but a
// varying part of a scalar.
static bool
read_in(arena *a, const ir_loop *l, bool wide, form **forms) {
  map *needs = rec_find_all_needs(a, l);
  bool keeps = false;
  for (int k = 0; k < l->n_carried; k++) {
    ir_type t = l->carried[k]->type;
    reader r = {.a = a, .l = l, .needs = needs, .of = t.elem};
    r.type = computed_in(l, needs, t.elem);
    if (wide && r.type == IR_F32)
      r.type = IR_F64;
    r.forms = map_new(a);
    forms[k] = t.array || t.elem == IR_BOOL ? NULL : read(&r, l->yields[k]);
    keeps |= r.keeps && r.type == IR_F32;
    if (!forms[k] && !t.array)
      forms[k] = read_modular(&r, l->yields[k]);
  }
  return keeps;
}

// The forms of the next values of the carried scalars of "l", or NULL. With
// 1 - 1/k in f32 the mean of a million numbers has three digits: C's order
// rounds what is added to the mean, and not 1 - 1/k.
static form **
read_all(arena *a, const ir_loop *l) {
  form **forms = NEW_ARRAY(a, form *, l->n_carried);
  if (read_in(a, l, false, forms))
    read_in(a, l, true, forms);
  return forms;
}

// Adds scalar "k", and all that it needs or that need it, to "s". False when
// there are too many, or of several types or moduli, or one is not linear.
static bool
gather(const ir_loop *l, form *const *forms, int k, rec_system *s) {
  for (int i = 0; i < s->n; i++)
    if (s->k[i] == k)
      return true;
  if (s->n == REC_MAX_STATES || !forms[k] || forms[k]->modulus != s->modulus ||
      l->carried[k]->type.elem != l->carried[s->k[0]]->type.elem)
    return false;
  s->k[s->n++] = k;
  for (int j = 0; j < l->n_carried; j++)
    if ((forms[k]->c[j] || (forms[j] && forms[j]->c[k])) &&
        !gather(l, forms, j, s))
      return false;
  return true;
}

// Whether what scalar number "i" of "s" becomes needs number "j", or what that
// became in the iterations before.
typedef bool paths[REC_MAX_STATES][REC_MAX_STATES];
static void
find_paths(form *const *forms, const rec_system *s, paths path) {
  for (int i = 0; i < s->n; i++)
    for (int j = 0; j < s->n; j++)
      path[i][j] = forms[s->k[i]]->c[s->k[j]];
  for (int m = 0; m < s->n; m++)
    for (int i = 0; i < s->n; i++)
      for (int j = 0; j < s->n; j++)
        path[i][j] |= path[i][m] && path[m][j];
}

// True when the coefficient of scalar number "i" in itself is always 1.
static bool
stays_one(form *const *forms, const rec_system *s, paths path, int i) {
  bool one = is_one(forms[s->k[i]]->c[s->k[i]]);
  for (int m = 0; m < s->n; m++)
    one = one && (m == i || !path[i][m] || !path[m][i]);
  return one;
}

// True when "f" is another scalar.
static bool
is_copy(const ir_loop *l, const form *f) {
  int n = f->c[l->n_carried] ? 2 : 0;
  for (int k = 0; k < l->n_carried; k++)
    if (f->c[k])
      n += is_one(f->c[k]) ? 1 : 2;
  return n == 1;
}

// True when no infinity or NaN that C lets go of comes back by products of
// maps: each scalar needs all that it depends on in every iteration. Copies
// (y[i - 2] of y[i - 1]) may not where some scalar needs all: that keeps them.
static bool
keeps_infinities(const ir_loop *l, form *const *forms, const rec_system *s,
                 paths path) {
  bool some_all = false, full = true, full_or_copy = true;
  for (int i = 0; i < s->n; i++) {
    const form *f = forms[s->k[i]];
    bool all = true, own = true;
    for (int j = 0; j < s->n; j++) {
      all = all && f->c[s->k[j]];
      own = own && (f->c[s->k[j]] || !path[i][j]);
    }
    some_all |= all;
    full = full && own;
    full_or_copy = full_or_copy && (own || is_copy(l, f));
  }
  return full || (some_all && full_or_copy);
}

void
rec_add_entry(arena *a, rec_tuple *t, int i, int j, bool is_scalar,
              ir_val *value) {
  int at = t->systems.n - 1;
  rec_system *s = &t->systems.at[at];
  rec_column c = {.k = is_scalar ? s->k[i] : -1,
                  .type = s->type,
                  .op = IR_OP_ADD,
                  .choice = -1,
                  .system = at,
                  .merge = -1,
                  .clamp = -1,
                  .row = i,
                  .part = j,
                  .reset = -1};
  s->column[i][j] = t->columns.n;
  vec_push(a, &t->columns, c);
  vec_push(a, &t->values, value);
}

// Adds system "s" with its columns, unless infinities forbid it.
static void
add_system(arena *a, rec_tuple *t, const ir_loop *l, form *const *forms,
           rec_system *s) {
  paths path;
  find_paths(forms, s, path);
  if (ir_is_float(s->type) && !keeps_infinities(l, forms, s, path))
    return;
  vec_push(a, &t->systems, *s);
  s = &vec_last(&t->systems);
  ir_builder b = ir_before(l->body->last);
  for (int i = 0; i < s->n; i++) {
    const form *f = forms[s->k[i]];
    for (int j = 0; j < s->n; j++)
      if (!path[i][j])
        s->column[i][j] = REC_ZERO;
      else if (i == j && stays_one(forms, s, path, i))
        s->column[i][j] = REC_ONE;
      else
        rec_add_entry(a, t, i, j, false, or_zero(&b, s->type, f->c[s->k[j]]));
    rec_add_entry(a, t, i, s->n, true,
                  or_zero(&b, s->type, f->c[l->n_carried]));
  }
}

bool
rec_is_in_system(const rec_tuple *t, int k) {
  for (int i = 0; i < t->systems.n; i++)
    for (int j = 0; j < t->systems.at[i].n; j++)
      if (t->systems.at[i].k[j] == k)
        return true;
  return false;
}

void
rec_add_systems(arena *a, const ir_loop *l, rec_tuple *t) {
  form **forms = read_all(a, l);
  for (int k = 0; k < l->n_carried; k++) {
    rec_system s = {.k = {k}, .modulus = forms[k] ? forms[k]->modulus : 0};
    if (!forms[k] || rec_is_in_system(t, k) || !gather(l, forms, k, &s))
      continue;
    s.type = forms[k]->type;
    if (s.n > 1 || s.modulus || !is_one(forms[k]->c[k]))
      add_system(a, t, l, forms, &s);
  }
}

// -- Building -------------------------------------------------------------
// Entry "i", "j" of the map of "s" with the given columns; NULL is 0.
static ir_val *
entry(ir_builder *b, const rec_system *s, ir_val *const *columns, int i,
      int j) {
  int c = s->column[i][j];
  return c == REC_ZERO  ? NULL
         : c == REC_ONE ? constant(b, s->type, 1)
                        : columns[c];
}

ir_val *
rec_build_system_init(ir_builder *b, const rec_system *s, const rec_column *c,
                      ir_val *const *inits) {
  return s->best || c->part == s->n
             ? ir_build_convert(b, inits[s->k[c->row]], s->type)
             : constant(b, s->type, c->part == c->row);
}

ir_val *
rec_build_system_fold(ir_builder *b, const rec_system *s, const rec_column *c,
                      ir_val *const *left, ir_val *const *right) {
  ir_val *sum = NULL;
  for (int m = 0; m < s->n; m++) {
    ir_val *p = build_product(b, entry(b, s, right, c->row, m),
                              entry(b, s, left, m, c->part));
    sum = build_sum(b, sum, p, false);
  }
  if (c->part == s->n)
    sum = build_sum(b, sum, right[s->column[c->row][s->n]], false);
  sum = or_zero(b, s->type, sum);
  return s->modulus ? ir_build2(b, IR_OP_REM, sum,
                                ir_build_int(b, s->type, (int64_t)s->modulus))
                    : sum;
}
