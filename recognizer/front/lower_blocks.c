// recognizer/front/lower_blocks.c: memset, memcpy, memmove, memcmp of
// structures with scalars of several types.
//
//   memcpy(&q[i], &p[i], sizeof *q);   memcpy(bytes + 16 * i, &p[i], 16);
//
// A structure is a list of pieces: its scalars, and what lies between them,
// which is memory, too, of integers that no field shares. Pieces are read or
// written as elements of the arrays that the structure's memory is, of an array
// of its bytes or larger parts, or as the fields of a variable, which has
// nothing between them.
#include "recognizer/front/lower_flow.h"
#include "recognizer/front/lower_memory.h"
#include "recognizer/front/lower_number.h"

// What an argument points to.
typedef struct operand {
  rec_ptr at;
  bool in_memory; // an array of such structures
  bool in_parts;  // an array of elements of the size of pieces, or smaller
} operand;

// -- Operands -------------------------------------------------------------

// The structure that "arg" points to, or the first one in an array of such:
// with scalars of several types, or a variable; NULL: it does not.
static const lt_type *
structure_of(const lt_expr *arg) {
  arg = rec_lower_uncast_pointer(arg);
  const lt_type *to =
      rec_lower_is_pointer(arg->type) ? arg->type->to : arg->type;
  while (to->kind == LT_TYPE_ARRAY)
    to = to->to;
  bool is_variable =
      arg->kind == LT_ADDR && arg->a->kind == LT_VAR && arg->a->var->is_local;
  return to->kind == LT_TYPE_STRUCT && !rec_lower_is_number(to) &&
                 (rec_lower_mixed(to) || (is_variable && to->record))
             ? to
             : NULL;
}

// True when "arg" is the address of a variable; of one that has only its
// fields, which another reading will have in memory.
static bool
pads_variable(rec_lower *lower, const lt_expr *arg) {
  arg = rec_lower_uncast_pointer(arg);
  return arg->kind == LT_ADDR && arg->a->kind == LT_VAR &&
         rec_lower_mixed(arg->a->var->type) &&
         rec_lower_pad(lower, arg->a->var);
}

// Fills in *out with what "arg" points to. False where it is no structure of
// "b", nor an array that may have one in it.
static bool
find_operand(rec_lower *lower, const rec_block *b, const lt_expr *arg,
             operand *out) {
  rec_bytes bytes;
  const lt_type *type = structure_of(arg);
  *out = (operand){0};
  arg = rec_lower_uncast_pointer(arg);
  if (type && arg->type->kind == LT_TYPE_ARRAY) {
    out->at = rec_lower_pointer(lower, arg);
    if (!out->at.obj || out->at.obj->kind != REC_OBJ_RECORD)
      return false;
  } else if (type) {
    out->at = rec_lower_struct(lower, rec_lower_pointee(lower, arg));
  } else if (rec_lower_find_bytes(lower, arg, &bytes)) {
    int size = ir_size(bytes.elem);
    bool fits = bytes.elem != IR_BOOL && b->type->size % size == 0;
    for (int k = 0; k < b->n && fits; k++)
      fits = b->pieces[k].at % size == 0 && ir_size(b->pieces[k].elem) >= size;
    *out = (operand){.at = bytes.at, .in_parts = fits};
    return fits;
  }
  if (!type || type->record != b->type->record)
    return false;
  out->in_memory = out->at.obj && out->at.obj->kind == REC_OBJ_RECORD;
  return out->in_memory || out->at.path;
}

// The place of piece "k" of the structure number "i" at "o", and the type that
// it is read as.
static rec_ptr
piece_place(rec_lower *lower, const rec_block *b, const operand *o, int k,
            ir_val *i, const lt_expr *e, const lt_type **type) {
  const rec_piece *x = &b->pieces[k];
  *type = lt_scalar_type(x->elem);
  if (o->in_memory) {
    lt_field *f = NEW(lower->a, lt_field);
    *f = (lt_field){.name = "piece", .type = *type, .offset = x->at};
    rec_ptr base = rec_lower_behind(lower, o->at, i, b->type, e->loc);
    return rec_lower_member(lower, base, b->type, f, e);
  }
  int size = ir_size(o->at.obj->elem);
  ir_val *off = rec_lower_op2(
      lower, IR_OP_MUL, i, rec_lower_int(lower, IR_I64, b->type->size / size));
  off = rec_lower_op2(lower, IR_OP_ADD, off,
                      rec_lower_int(lower, IR_I64, x->at / size));
  rec_ptr at = o->at;
  at.off = rec_lower_op2(lower, IR_OP_ADD, at.off, off);
  at.in_parts = ir_size(x->elem) > size;
  if (!at.in_parts)
    *type = lt_scalar_type(o->at.obj->elem);
  return at;
}

// Loads the pieces of the structure number "i" at "o" to "v", NULL where there
// is none in a variable. False where those of a variable are not known.
static bool
load_pieces(rec_lower *lower, const rec_block *b, const operand *o, ir_val *i,
            const lt_expr *e, ir_val **v) {
  ir_vals fields = {0};
  if (!o->in_memory && !o->in_parts) {
    rec_leaves *x = rec_lower_load_struct(lower, o->at, b->type, e);
    if (!rec_lower_scalars(lower, x, &fields))
      return false;
    int at = 0;
    for (int k = 0; k < b->n; k++)
      v[k] = b->pieces[k].is_padding ? NULL
             : at < fields.n         ? fields.at[at++]
                                     : NULL;
    return at == fields.n;
  }
  for (int k = 0; k < b->n; k++) {
    const lt_type *type;
    rec_ptr at = piece_place(lower, b, o, k, i, e, &type);
    v[k] = rec_lower_same_bits(lower, rec_lower_load(lower, at, type, e->loc),
                               b->pieces[k].elem);
  }
  return true;
}

// Stores them.
static void
store_pieces(rec_lower *lower, const rec_block *b, const operand *o, ir_val *i,
             const lt_expr *e, ir_val **v) {
  ir_vals fields = {0};
  for (int k = 0; k < b->n; k++) {
    const lt_type *type;
    if (!o->in_memory && !o->in_parts) {
      if (!b->pieces[k].is_padding)
        vec_push(lower->a, &fields, v[k]);
      continue;
    }
    rec_ptr at = piece_place(lower, b, o, k, i, e, &type);
    rec_lower_store(lower, at, rec_lower_same_bits(lower, v[k], type->elem),
                    e->loc);
  }
  if (fields.n)
    rec_lower_store_struct(lower, o->at, b->type,
                           rec_lower_leaves(lower, fields.at, fields.n), e);
}

// -- Calls ----------------------------------------------------------------

// The values of the pieces of "b" where all bytes are that of "byte".
static void
repeat(rec_lower *lower, const rec_block *b, ir_val *byte, ir_val **v) {
  for (int k = 0; k < b->n; k++)
    v[k] = rec_lower_repeat_byte(lower, byte, b->pieces[k].elem);
}

// The structure that the call "e" is about, of which "b" gets the pieces; NULL:
// there is none.
static const lt_type *
find_block(const lt_expr *e, bool sets, rec_block *b) {
  const lt_type *x = structure_of(e->args[0]),
                *y = sets ? NULL : structure_of(e->args[1]);
  const lt_type *type = x ? x : y;
  bool is_one = type && (!x || !y || x->record == y->record);
  return is_one && rec_lower_list_pieces(b, type) ? type : NULL;
}

// One structure of the call "e", number "i": of "from", or of "byte" where that
// is not NULL.
static bool
copy_one(rec_lower *lower, const rec_block *b, const operand *to,
         const operand *from, ir_val *byte, ir_val *i, const lt_expr *e) {
  ir_val *v[REC_MOST_PIECES];
  if (byte)
    repeat(lower, b, byte, v);
  else if (!load_pieces(lower, b, from, i, e, v))
    return false;
  store_pieces(lower, b, to, i, e, v);
  return true;
}

// Which structure a memmove from "from" to "to", of "n" ones in the same
// array, copies in step "i": from the last one on where a copy from the first
// one on would read what it wrote.
static ir_val *
move_order(rec_lower *lower, const operand *to, const operand *from, ir_val *n,
           ir_val *i) {
  ir_val *one = rec_lower_int(lower, IR_I64, 1),
         *last = rec_lower_op2(lower, IR_OP_SUB, n, one),
         *up = rec_lower_op2(lower, IR_OP_LE, to->at.off, from->at.off);
  return rec_lower_op3(lower, IR_OP_SELECT, up, i,
                       rec_lower_op2(lower, IR_OP_SUB, last, i));
}

// The structures of "b" that the call "e" of memset, memcpy or memmove sets;
// *p (p may be NULL) gets its result. False where it is not known how.
static bool
lower_block(rec_lower *lower, const lt_expr *e, const rec_block *b,
            rec_ptr *p) {
  bool sets = !strcmp(e->func->name, "memset"),
       moves = !strcmp(e->func->name, "memmove");
  operand to, from = {0};
  if (!find_operand(lower, b, e->args[0], &to) ||
      (!sets && !find_operand(lower, b, e->args[1], &from)))
    return false;
  bool is_variable = !to.in_memory && !to.in_parts,
       of_variable = !sets && !from.in_memory && !from.in_parts;
  if (of_variable && !is_variable && rec_lower_has_padding(b))
    return pads_variable(lower, e->args[1]);
  bool has_to = true, has_from = true;
  if ((to.in_memory &&
       !rec_lower_pad_memory(lower, to.at.obj->memory, b, &has_to)) ||
      (from.in_memory &&
       !rec_lower_pad_memory(lower, from.at.obj->memory, b, &has_from)))
    return false;
  if (!has_to || !has_from)
    return true; // it is read again
  ir_val *byte = sets ? rec_lower_expr(lower, e->args[1]) : NULL;
  ir_val *n = rec_lower_elements(lower, e->args[2], (int)b->type->size);
  int64_t known = 0;
  bool is_one = n && rec_lower_is_int(n, &known) && known == 1;
  ir_val *i = rec_lower_int(lower, IR_I64, 0);
  if (p)
    *p = to.at;
  if (is_one)
    return copy_one(lower, b, &to, &from, byte, i, e);
  bool meets = moves && to.at.obj == from.at.obj;
  if (!n || is_variable || of_variable ||
      (meets && (!to.at.off || !from.at.off)))
    return false;
  rec_frame *fr = rec_lower_begin_elements(lower, n, &i);
  if (meets)
    i = move_order(lower, &to, &from, n, i);
  copy_one(lower, b, &to, &from, byte, i, e);
  rec_lower_end_loop(lower, fr, NULL);
  return true;
}

bool
rec_lower_block(rec_lower *lower, const lt_expr *e, rec_ptr *p) {
  const char *name = e->func->name;
  rec_block b;
  bool sets = !strcmp(name, "memset");
  bool is_known = sets || !strcmp(name, "memcpy") || !strcmp(name, "memmove");
  if (!is_known || e->n_args != 3 || !find_block(e, sets, &b))
    return false;
  if (!lower_block(lower, e, &b, p))
    rec_lower_refuse(lower, e->loc, REC_CALL_BYTES,
                     rec_lower_callee(lower->a, e));
  return true;
}

ir_val *
rec_lower_compare_blocks(rec_lower *lower, const lt_expr *e) {
  rec_block b;
  operand x, y;
  ir_val *v[REC_MOST_PIECES], *w[REC_MOST_PIECES];
  e = rec_lower_find_memcmp(e);
  if (!e)
    return NULL;
  const lt_type *type = find_block(e, false, &b);
  const lt_expr *size = e->args[2];
  if (!type || size->kind != LT_INT || size->bits != (uint64_t)type->size ||
      !find_operand(lower, &b, e->args[0], &x) ||
      !find_operand(lower, &b, e->args[1], &y))
    return NULL;
  bool has_x = true, has_y = true;
  if ((x.in_memory &&
       !rec_lower_pad_memory(lower, x.at.obj->memory, &b, &has_x)) ||
      (y.in_memory &&
       !rec_lower_pad_memory(lower, y.at.obj->memory, &b, &has_y)))
    return NULL;
  ir_val *i = rec_lower_int(lower, IR_I64, 0);
  if (!has_x || !has_y)
    return rec_lower_int(lower, IR_I32, 0); // it is read again
  if (!load_pieces(lower, &b, &x, i, e, v) ||
      !load_pieces(lower, &b, &y, i, e, w))
    return NULL;
  ir_val *same = rec_lower_int(lower, IR_BOOL, 1);
  for (int k = 0; k < b.n; k++) {
    ir_scalar bits = ir_unsigned(ir_size(b.pieces[k].elem));
    if (!v[k] || !w[k])
      return NULL;
    ir_val *eq =
        rec_lower_op2(lower, IR_OP_EQ, rec_lower_same_bits(lower, v[k], bits),
                      rec_lower_same_bits(lower, w[k], bits));
    same = rec_lower_op2(lower, IR_OP_AND, same, eq);
  }
  return rec_lower_op3(lower, IR_OP_SELECT, same,
                       rec_lower_int(lower, IR_I32, 0),
                       rec_lower_int(lower, IR_I32, 1));
}
