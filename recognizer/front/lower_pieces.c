// recognizer/front/lower_pieces.c: structures as their scalars, and what lies
// between them.
//
// That is memory, too, of integers that no field shares. A variable has none,
// unless it is in memory as an array of one: where its bytes are copied out.
#include "recognizer/front/lower_memory.h"
#include "recognizer/front/lower_number.h"

// Adds a piece to "b".
static void
add_piece(rec_block *b, ir_scalar elem, int64_t at, bool is_padding) {
  b->fits &= b->n < REC_MOST_PIECES;
  if (b->fits)
    b->pieces[b->n++] = (rec_piece){elem, at, is_padding};
  b->end = at + ir_size(elem);
}

// Adds what lies from the end of "b" to "to".
static void
add_padding(rec_block *b, int64_t to) {
  while (b->fits && b->end < to) {
    int size = b->type->record->unit;
    while (b->end % size || b->end + size > to)
      size /= 2;
    add_piece(b, ir_unsigned(size), b->end, true);
  }
}

// Adds the scalars of "type", which lies at byte "at". Numbers alone have their
// bytes for values.
static void
add_pieces(rec_block *b, const lt_type *type, int64_t at) {
  b->fits &= !type->is_volatile && !type->is_atomic;
  for (int64_t k = 0; type->kind == LT_TYPE_ARRAY && k < type->count && b->fits;
       k++)
    add_pieces(b, type->to, at + k * type->to->size);
  if (type->kind == LT_TYPE_ARRAY) {
    b->fits &= type->count >= 0;
    return;
  }
  if (!type->record) {
    b->fits &= type->kind == LT_TYPE_SCALAR && type->elem != IR_BOOL &&
               type->elem != IR_F80 && at >= b->end;
    if (b->fits) {
      add_padding(b, at);
      add_piece(b, type->elem, at, false);
    }
    return;
  }
  b->fits &= !type->record->is_union;
  for (int k = 0; k < type->record->n_fields && b->fits; k++) {
    const lt_field *f = &type->record->fields[k];
    b->fits &= !f->width && f->name && !lt_is_padding(f);
    if (b->fits)
      add_pieces(b, f->type, at + f->offset);
  }
}

bool
rec_lower_list_pieces(rec_block *b, const lt_type *type) {
  b->type = type;
  b->n = 0;
  b->end = 0;
  b->fits = true;
  add_pieces(b, type, 0);
  add_padding(b, type->size);
  return b->fits;
}

bool
rec_lower_has_padding(const rec_block *b) {
  bool any = false;
  for (int k = 0; k < b->n; k++)
    any |= b->pieces[k].is_padding;
  return any;
}

// -- Memory -------------------------------------------------------------------
// True when memory "m", of the region's own, has arrays of what lies between
// the fields of "b".
static bool
has_views(const rec_memory *m, const rec_block *b) {
  bool all = true;
  for (int k = 0; k < b->n && all; k++) {
    bool found = !b->pieces[k].is_padding;
    for (int i = 0; i < m->views.n && !found; i++)
      found = rec_lower_is_alike(m->views.at[i]->elem, b->pieces[k].elem);
    all = found;
  }
  return all;
}

bool
rec_lower_pad(rec_lower *lower, const lt_var *var) {
  enum { MOST = 64 };
  if (!var || map_has(lower->padded, var) || map_count(lower->padded) == MOST)
    return false;
  map_put(lower->padded, var, lower->padded);
  return lower->again = true;
}

bool
rec_lower_pad_memory(rec_lower *lower, const rec_memory *m, const rec_block *b,
                     bool *done) {
  *done = m->expr || m->table || has_views(m, b);
  return *done || (m->views.n && rec_lower_pad(lower, m->views.at[0]->var));
}
