// recognizer/front/layout.c: how the scalars of a structure lie.
#include "recognizer/loop_tree.h"

bool
lt_is_padding(const lt_field *f) {
  return !f->name[0] && (f->width || f->type->kind == LT_TYPE_SCALAR);
}

// Bytes of the largest scalar of a field of "t" that can be reached in an array
// of structures: what its offset is to be a multiple of.
static int
unit_of(const lt_type *t) {
  while (t->kind == LT_TYPE_ARRAY)
    t = t->to;
  if (t->kind == LT_TYPE_SCALAR)
    return ir_size(t->elem);
  if (t->kind == LT_TYPE_POINTER)
    return (int)t->size;
  return t->record && t->record->unit ? t->record->unit : 1;
}

// How many scalars "t" is made of, all of type *elem, which is set by the first
// of them; -1 when it is made of anything else.
static int64_t
count_scalars(const lt_type *t, ir_scalar *elem) {
  if (t->is_volatile)
    return -1;
  if (t->kind == LT_TYPE_ARRAY) {
    int64_t n = t->count < 0 ? -1 : count_scalars(t->to, elem);
    return n < 0 ? n : n * t->count;
  }
  bool is_uniform = t->record && t->record->is_uniform;
  if (t->kind != LT_TYPE_SCALAR && !is_uniform)
    return -1;
  ir_scalar s = is_uniform ? t->record->elem : t->elem;
  if (*elem == IR_SCALAR__COUNT)
    *elem = s;
  return *elem == s ? t->size / ir_size(s) : -1;
}

// Whether "s" is laid out as an array of scalars of one type, *elem.
static bool
find_uniform(const lt_struct *s, ir_scalar *elem) {
  int64_t total = 0;
  *elem = IR_SCALAR__COUNT;
  for (int k = 0; k < s->n_fields; k++) {
    const lt_field *f = &s->fields[k];
    int64_t n = f->width ? -1 : count_scalars(f->type, elem);
    if (n < 0)
      return false;
    total += n;
  }
  return total > 0 && total * ir_size(*elem) == s->size;
}

// Whether "t" is a structure of bit-fields alone, which are reached by bytes.
static bool
is_bit_fields(const lt_type *t) {
  const lt_struct *s = t->is_volatile ? NULL : t->record;
  bool ok = s && s->unit == 1 && !s->is_union && s->n_fields;
  for (int k = 0; ok && k < s->n_fields; k++)
    ok = s->fields[k].width && !s->fields[k].type->is_volatile;
  return ok;
}

// How many scalars the member "f" of a union is made of, all of type *elem; -1
// when it is made of anything else.
static int64_t
count_member(const lt_field *f, ir_scalar *elem) {
  *elem = IR_SCALAR__COUNT;
  if (f->width || !is_bit_fields(f->type))
    return f->width ? -1 : count_scalars(f->type, elem);
  *elem = IR_U8;
  return f->type->size;
}

// Whether each member of union "s" is made of scalars as large as those of the
// others: the union is an array of them, *elem, unsigned where their types
// differ. A small one may have larger scalars, too, and arrays of these: they
// are several elements.
static bool
find_union(const lt_struct *s, ir_scalar *elem) {
  enum { SMALL = 64 };
  int large = 0;
  *elem = IR_SCALAR__COUNT;
  for (int k = 0; k < s->n_fields; k++) {
    const lt_field *f = &s->fields[k];
    ir_scalar own;
    if (count_member(f, &own) <= 0)
      return false;
    bool first = *elem == IR_SCALAR__COUNT;
    bool mixes = !first && own != *elem;
    if (mixes && (own == IR_BOOL || *elem == IR_BOOL || own == IR_F80 ||
                  *elem == IR_F80))
      return false;
    int size = ir_size(own), least = first ? size : ir_size(*elem);
    large = size > large ? size : large;
    if (first || own != *elem)
      *elem = first ? own : ir_unsigned(size < least ? size : least);
  }
  for (int k = 0; k < s->n_fields && large > ir_size(*elem); k++) {
    const lt_type *t = s->fields[k].type;
    ir_scalar own;
    count_member(&s->fields[k], &own);
    while (t->kind == LT_TYPE_ARRAY)
      t = t->to;
    if (s->size > SMALL ||
        (t->kind != LT_TYPE_SCALAR && ir_size(own) > ir_size(*elem)))
      return false;
  }
  return s->n_fields && s->size % ir_size(*elem) == 0;
}

// Whether "s", of which something is not aligned, can be seen as bytes: its
// members are numbers, or other such structures, or arrays of them.
static bool
is_bytes(const lt_struct *s) {
  bool ok = s->size > 0 && s->n_fields && !s->is_union;
  for (int k = 0; k < s->n_fields && ok; k++) {
    const lt_type *t = s->fields[k].type;
    ok = !t->is_volatile;
    while (ok && t->kind == LT_TYPE_ARRAY) {
      ok = t->count >= 0;
      t = t->to;
    }
    bool is_number =
        t->kind == LT_TYPE_SCALAR && t->elem != IR_BOOL && t->elem != IR_F80;
    ok = ok && !t->is_volatile &&
         (is_number || (t->record && t->record->is_packed));
  }
  return ok;
}

const lt_type *
lt_scalar_type(ir_scalar elem) {
#define SCALAR(ELEM, BYTES, TEXT)                                              \
  [ELEM] = {.kind = LT_TYPE_SCALAR, .elem = ELEM, .size = BYTES, .text = TEXT }
  static const lt_type types[IR_SCALAR__COUNT] = {
      SCALAR(IR_BOOL, 1, "_Bool"),         SCALAR(IR_I8, 1, "signed char"),
      SCALAR(IR_I16, 2, "short"),          SCALAR(IR_I32, 4, "int"),
      SCALAR(IR_I64, 8, "long"),           SCALAR(IR_U8, 1, "unsigned char"),
      SCALAR(IR_U16, 2, "unsigned short"), SCALAR(IR_U32, 4, "unsigned"),
      SCALAR(IR_U64, 8, "unsigned long"),  SCALAR(IR_F32, 4, "float"),
      SCALAR(IR_F64, 8, "double"),         SCALAR(IR_F80, 16, "long double")};
#undef SCALAR
  return &types[elem];
}

const lt_struct *
lt_complex_struct(ir_scalar elem) {
  static const lt_type parts[2] = {
      {.kind = LT_TYPE_SCALAR, .elem = IR_F32, .size = 4, .text = "float"},
      {.kind = LT_TYPE_SCALAR, .elem = IR_F64, .size = 8, .text = "double"}};
  static const lt_field f32[2] = {{.name = "re", .type = &parts[0]},
                                  {"im", &parts[0], .offset = 4}};
  static const lt_field f64[2] = {{.name = "re", .type = &parts[1]},
                                  {"im", &parts[1], .offset = 8}};
  static const lt_struct structs[2] = {
      {f32, 2, .size = 8, .align = 4, .unit = 4, .is_uniform = true,
       .elem = IR_F32, .is_complex = true},
      {f64, 2, .size = 16, .align = 8, .unit = 8, .is_uniform = true,
       .elem = IR_F64, .is_complex = true}};
  return &structs[elem == IR_F64];
}

const lt_struct *
lt_wide_struct(bool is_signed) {
  static const lt_type part = {.kind = LT_TYPE_SCALAR,
                               .elem = IR_U64,
                               .size = 8,
                               .text = "unsigned long"};
  static const lt_field words[2] = {{.name = "low", .type = &part},
                                    {"high", &part, .offset = 8}};
  static const lt_struct structs[2] = {
      {words, 2, .size = 16, .align = 16, .unit = 8, .is_uniform = true,
       .elem = IR_U64, .is_wide = true},
      {words, 2, .size = 16, .align = 16, .unit = 8, .is_uniform = true,
       .elem = IR_U64, .is_wide = true, .is_signed = true}};
  return &structs[is_signed];
}

void
lt_settle_struct(lt_struct *s) {
  int unit = 1;
  bool aligned = true;
  for (int k = 0; k < s->n_fields; k++) {
    const lt_field *f = &s->fields[k];
    int u = f->width ? 1 : unit_of(f->type);
    unit = u > unit ? u : unit;
    aligned &= f->offset % u == 0;
  }
  aligned &= s->size > 0 && s->size % unit == 0 && s->align % unit == 0;
  s->unit = aligned ? unit : 0;
  s->is_uniform = aligned && (s->is_union ? find_union(s, &s->elem)
                                          : find_uniform(s, &s->elem));
  s->is_packed = !aligned && is_bytes(s);
  if (s->is_packed) {
    s->is_uniform = true;
    s->elem = IR_U8;
  }
  if (s->is_uniform && (s->is_union || s->is_packed))
    s->unit = ir_size(s->elem);
}
