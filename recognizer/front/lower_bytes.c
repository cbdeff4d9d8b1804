// recognizer/front/lower_bytes.c: memset, memcpy, memmove, memcmp of arrays.
//
// They are loops over elements; how many that are is read off the count of
// bytes, n * sizeof *p, or the region checks that it is a multiple of a size.
// A scalar that is copied from an array or into one is made of its elements, or
// divided into them: the target is little-endian.
#include "recognizer/front/lower_private.h"

// What an argument points to.
typedef struct bytes {
  rec_ptr at;
  ir_scalar elem;
} bytes;

// The elements of an array that "arg" points to. False when it does not.
static bool
find_array(rec_low *lx, const lt_expr *arg, bytes *out) {
  while (
      arg->kind == LT_CAST && rec_low_is_pointer(arg->type) &&
      (rec_low_is_pointer(arg->a->type) || arg->a->type->kind == LT_TYPE_ARRAY))
    arg = arg->a;
  const lt_type *to = rec_low_is_pointer(arg->type) ? arg->type->to : arg->type;
  ir_scalar elem;
  if (!rec_low_elem(to, &elem))
    return false;
  out->at = rec_low_pointer(lx, arg);
  const rec_obj *o = out->at.obj;
  if (!o || o->kind != REC_OBJ_ARRAY || !rec_low_is_alike(o->elem, elem))
    return false;
  out->elem = o->elem;
  if (!out->at.off)
    out->at.off = rec_low_int(lx, IR_I64, 0);
  return true;
}

// True when arithmetic of "type" does not wrap: what overflows is undefined, or
// more than there is memory.
static bool
is_exact(const rec_low *lx, const lt_type *type) {
  bool is_signed = type->kind == LT_TYPE_SCALAR && ir_is_signed(type->elem);
  return type->size == 8 || (is_signed && !lx->src->wrapv);
}

// True when "e" is a multiple of "size" as it is written.
static bool
is_multiple(const rec_low *lx, const lt_expr *e, int size) {
  if (e->kind == LT_INT)
    return e->bits % (uint64_t)size == 0;
  if (e->kind == LT_CAST)
    return e->a->type->kind == LT_TYPE_SCALAR &&
           !ir_is_float(e->a->type->elem) &&
           e->type->size >= e->a->type->size && is_multiple(lx, e->a, size);
  if (e->kind != LT_BINARY || !is_exact(lx, e->type))
    return false;
  bool x = is_multiple(lx, e->a, size), y = is_multiple(lx, e->b, size);
  if (e->op == LT_MUL)
    return x || y;
  return (e->op == LT_ADD || e->op == LT_SUB) && x && y;
}

// "e" divided by "size", which it is a multiple of as it is written.
static ir_val *
divide(rec_low *lx, const lt_expr *e, int size) {
  if (e->kind == LT_INT)
    return rec_low_int(lx, IR_I64, (int64_t)e->bits / size);
  if (e->kind == LT_CAST)
    return divide(lx, e->a, size);
  if (e->op == LT_MUL) {
    bool first = is_multiple(lx, e->a, size);
    ir_val *x = divide(lx, first ? e->a : e->b, size);
    ir_val *y = rec_low_widen(lx, rec_low_expr(lx, first ? e->b : e->a));
    return rec_low_op2(lx, IR_OP_MUL, x, y);
  }
  ir_val *x = divide(lx, e->a, size), *y = divide(lx, e->b, size);
  return rec_low_op2(lx, e->op == LT_ADD ? IR_OP_ADD : IR_OP_SUB, x, y);
}

// How many elements of "size" bytes "e" bytes are; NULL when the region cannot
// check that there is such a number.
static ir_val *
count_elements(rec_low *lx, const lt_expr *e, int size) {
  if (is_multiple(lx, e, size))
    return divide(lx, e, size);
  ir_val *n = rec_low_widen(lx, rec_low_expr(lx, e));
  if (size == 1)
    return n;
  ir_val *by = rec_low_int(lx, IR_I64, size);
  ir_val *rest = rec_low_op2(lx, IR_OP_REM, n, by);
  ir_val *none = rec_low_op2(lx, IR_OP_EQ, rest, rec_low_int(lx, IR_I64, 0));
  return rec_low_require(lx, none) ? rec_low_op2(lx, IR_OP_DIV, n, by) : NULL;
}

static const ir_scalar words[] = {
    [1] = IR_U8, [2] = IR_U16, [4] = IR_U32, [8] = IR_U64};

// The value of type "elem" whose bytes are all that of integer "v".
static ir_val *
repeat_byte(rec_low *lx, ir_val *v, ir_scalar elem) {
  v = rec_low_convert(lx, rec_low_convert(lx, v, IR_U8), IR_U64);
  v = rec_low_op2(lx, IR_OP_MUL, v,
                  rec_low_bits(lx, IR_U64, UINT64_C(0x0101010101010101)));
  if (elem == IR_BOOL)
    return rec_low_convert(lx, v, IR_BOOL);
  return rec_low_same_bits(lx, rec_low_convert(lx, v, words[ir_size(elem)]),
                           elem);
}

// The place "i" elements behind "p".
static rec_ptr
place_behind(rec_low *lx, rec_ptr p, ir_val *i) {
  return (rec_ptr){.obj = p.obj, .off = rec_low_op2(lx, IR_OP_ADD, p.off, i)};
}

// A loop over "n" elements; "i" gets its index.
static rec_frame *
begin_elements(rec_low *lx, ir_val *n, ir_val **i) {
  rec_effects *fx = NEW(lx->a, rec_effects);
  rec_effects_init(lx, fx);
  fx->stores = true;
  return rec_low_begin_loop(lx, fx, n, NULL, "b", i);
}

// memset(to, v, n)
static bool
lower_set(rec_low *lx, const lt_expr *e, const bytes *to) {
  ir_val *v = repeat_byte(lx, rec_low_expr(lx, e->args[1]), to->elem);
  ir_val *n = count_elements(lx, e->args[2], ir_size(to->elem)), *i;
  if (!n)
    return false;
  rec_frame *fr = begin_elements(lx, n, &i);
  rec_low_store(lx, place_behind(lx, to->at, i), v, e->loc);
  rec_low_end_loop(lx, fr, NULL);
  return true;
}

// memcpy(to, from, n), or memmove: from the last element on where a copy from
// the first one on would read what it wrote.
static bool
lower_copy(rec_low *lx, const lt_expr *e, const bytes *to, bool moves) {
  bytes from;
  if (!find_array(lx, e->args[1], &from) ||
      ir_size(from.elem) != ir_size(to->elem) ||
      (from.elem == IR_BOOL) != (to->elem == IR_BOOL))
    return false;
  ir_val *n = count_elements(lx, e->args[2], ir_size(to->elem)), *i;
  if (!n)
    return false;
  rec_frame *fr = begin_elements(lx, n, &i);
  if (moves && from.at.obj == to->at.obj) {
    ir_val *last = rec_low_op2(lx, IR_OP_SUB, n, rec_low_int(lx, IR_I64, 1));
    ir_val *up = rec_low_op2(lx, IR_OP_LE, to->at.off, from.at.off);
    i = rec_low_op3(lx, IR_OP_SELECT, up, i,
                    rec_low_op2(lx, IR_OP_SUB, last, i));
  }
  const lt_type *type = lt_scalar_type(from.elem);
  ir_val *v = rec_low_load(lx, place_behind(lx, from.at, i), type, e->loc);
  rec_low_store(lx, place_behind(lx, to->at, i),
                rec_low_same_bits(lx, v, to->elem), e->loc);
  rec_low_end_loop(lx, fr, NULL);
  return true;
}

// -- One scalar -----------------------------------------------------------

// The scalar lvalue, of type *elem and as large as "size" says, that "arg" is
// the address of; NULL when it is no such address.
static const lt_expr *
addressed_scalar(const lt_expr *arg, const lt_expr *size, ir_scalar *elem) {
  while (arg->kind == LT_CAST && rec_low_is_pointer(arg->type))
    arg = arg->a;
  if (arg->kind != LT_ADDR || arg->a->type->kind != LT_TYPE_SCALAR ||
      !rec_low_elem(arg->a->type, elem) || *elem == IR_BOOL ||
      size->kind != LT_INT || size->bits != (uint64_t)ir_size(*elem))
    return NULL;
  return arg->a;
}

// Element "k" behind "from" as an unsigned number.
static ir_val *
load_word(rec_low *lx, const bytes *from, int64_t k, loft_loc loc) {
  rec_ptr at = place_behind(lx, from->at, rec_low_int(lx, IR_I64, k));
  ir_val *v = rec_low_load(lx, at, lt_scalar_type(from->elem), loc);
  return rec_low_same_bits(lx, v, words[ir_size(from->elem)]);
}

// memcpy(&x, from, size): the elements as digits of one number.
static void
join_scalar(rec_low *lx, const lt_expr *e, const lt_expr *x, ir_scalar elem,
            const bytes *from) {
  int part = ir_size(from->elem), n = ir_size(elem) / part;
  ir_scalar word = words[ir_size(elem)];
  ir_val *all = NULL;
  for (int k = 0; k < n; k++) {
    ir_val *v = rec_low_convert(lx, load_word(lx, from, k, e->loc), word);
    if (k)
      v = rec_low_op2(lx, IR_OP_SHL, v, rec_low_int(lx, word, 8 * part * k));
    all = all ? rec_low_op2(lx, IR_OP_OR, all, v) : v;
  }
  rec_low_store(lx, rec_low_place(lx, x), rec_low_same_bits(lx, all, elem),
                e->loc);
}

// memcpy(to, &x, size)
static void
split_scalar(rec_low *lx, const lt_expr *e, const lt_expr *x, ir_scalar elem,
             const bytes *to) {
  int part = ir_size(to->elem), n = ir_size(elem) / part;
  ir_scalar word = words[ir_size(elem)];
  ir_val *v = rec_low_load(lx, rec_low_place(lx, x), x->type, x->loc);
  v = rec_low_same_bits(lx, v, word);
  for (int k = 0; k < n; k++) {
    ir_val *digit = v;
    if (k)
      digit =
          rec_low_op2(lx, IR_OP_SHR, v, rec_low_int(lx, word, 8 * part * k));
    digit = rec_low_convert(lx, digit, words[part]);
    rec_ptr at = place_behind(lx, to->at, rec_low_int(lx, IR_I64, k));
    rec_low_store(lx, at, rec_low_same_bits(lx, digit, to->elem), e->loc);
  }
}

// memcpy, or memmove, of one scalar to or from another one of its size, or
// elements of an array. False when it is none.
static bool
lower_scalar(rec_low *lx, const lt_expr *e) {
  ir_scalar to, from;
  bytes array;
  const lt_expr *x = addressed_scalar(e->args[0], e->args[2], &to);
  const lt_expr *y = addressed_scalar(e->args[1], e->args[2], &from);
  if (!x && !y)
    return false;
  if (x && y) {
    ir_val *v = rec_low_load(lx, rec_low_place(lx, y), y->type, y->loc);
    rec_low_store(lx, rec_low_place(lx, x), rec_low_same_bits(lx, v, to),
                  e->loc);
    return true;
  }
  if (!find_array(lx, e->args[x ? 1 : 0], &array) || array.elem == IR_BOOL ||
      ir_size(array.elem) > ir_size(x ? to : from))
    return false;
  if (x)
    join_scalar(lx, e, x, to, &array);
  else
    split_scalar(lx, e, y, from, &array);
  return true;
}

// -- memcmp ---------------------------------------------------------------

// The sign of x - y, which differ, an i32; not 0 unless "ordered" asks for it.
static ir_val *
sign_of(rec_low *lx, ir_val *x, ir_val *y, bool ordered) {
  ir_val *one = rec_low_int(lx, IR_I32, 1), *less = rec_low_int(lx, IR_I32, -1);
  if (!ordered)
    return one;
  return rec_low_op3(lx, IR_OP_SELECT, rec_low_op2(lx, IR_OP_LT, x, y), less,
                     one);
}

ir_val *
rec_low_memcmp(rec_low *lx, const lt_expr *e, bool ordered) {
  enum { MOST = 64 };
  bytes x, y;
  while (e->kind == LT_CAST && e->type->kind == LT_TYPE_SCALAR &&
         e->type->size >= 4)
    e = e->a;
  if (e->kind != LT_CALL || !e->is_library || strcmp(e->func->name, "memcmp") ||
      e->n_args != 3 || e->args[2]->kind != LT_INT || e->args[2]->bits > MOST ||
      !find_array(lx, e->args[0], &x) || !find_array(lx, e->args[1], &y))
    return NULL;
  int size = ir_size(x.elem), n = (int)e->args[2]->bits / size;
  if (size != ir_size(y.elem) || (ordered && size > 1) || x.elem == IR_BOOL ||
      y.elem == IR_BOOL || e->args[2]->bits % (uint64_t)size)
    return NULL;
  ir_val *sign = rec_low_int(lx, IR_I32, 0);
  for (int k = n - 1; k >= 0; k--) {
    ir_val *p = load_word(lx, &x, k, e->loc), *q = load_word(lx, &y, k, e->loc);
    ir_val *same = rec_low_op2(lx, IR_OP_EQ, p, q);
    sign =
        rec_low_op3(lx, IR_OP_SELECT, same, sign, sign_of(lx, p, q, ordered));
  }
  return sign;
}

bool
rec_low_bytes(rec_low *lx, const lt_expr *e, rec_ptr *p) {
  const char *name = e->func->name;
  bool copies = !strcmp(name, "memcpy") || !strcmp(name, "memmove");
  if (copies && e->n_args == 3 && lower_scalar(lx, e))
    return true; // its result is never used
  bool sets = !strcmp(name, "memset"), moves = !strcmp(name, "memmove");
  bytes to;
  if ((!sets && !moves && strcmp(name, "memcpy")) || e->n_args != 3 ||
      !find_array(lx, e->args[0], &to))
    return false;
  if (p)
    *p = to.at;
  return sets ? lower_set(lx, e, &to) : lower_copy(lx, e, &to, moves);
}
