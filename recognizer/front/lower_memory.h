// recognizer/front/lower_memory.h: the objects of C, and where they lie.
//
//   lower_capture.c   new objects: local ones and captures
//   lower_table.c     arrays of pointers to rows
//   lower_object.c    C objects and how they are captured
//   lower_held.c      loops that count by what is in memory
//   lower_work.c      arrays that nothing reads behind the region
//   lower_relate.c    pointers from outside that C compares or joins
//   lower_parts.c     numbers in arrays of smaller ones
//   lower_bitfield.c  bit-fields in memory, by their bytes
//   lower_mem.c       pointers, arrays, loads and stores
//   lower_needed.c    the parts of large structures that the region needs
//   lower_struct.c    structures as values
//   lower_bytes.c     memset, memcpy, memmove, memcmp of arrays
//   lower_blocks.c    the same of structures
//   lower_pieces.c    their scalars, and what lies between
//   lower_strings.c   strlen and strcmp of arrays of bytes
//   lower_numeral.c   numbers that are written in texts
//   lower_random.c    rand_r, erand48, rand and drand48
//   lower_said.c      texts that are written behind the region
//   lower_alloc.c     functions that return what malloc gives them
//   lower_heap.c      memory that the region allocates and frees
#ifndef LOFT_REC_LOWER_MEMORY_H
#define LOFT_REC_LOWER_MEMORY_H

#include "recognizer/front/lower_private.h"

// -- lower_capture.c: new objects -----------------------------------------
// A new local object, alive until the enclosing scope ends.
rec_obj *rec_lower_local(rec_lower *lower, rec_obj_kind kind, const char *name,
                         const lt_type *type);
// Lets messages about "o", which is "path", name the complex number that it is
// a part of.
void rec_lower_name_part(rec_lower *lower, const rec_obj *o,
                         const lt_expr *path);
// A new local bool with value "on".
rec_obj *rec_lower_flag(rec_lower *lower, const char *name, bool on);
// A new object for the C lvalue "text".
rec_obj *rec_lower_captured(rec_lower *lower, rec_obj_kind kind,
                            const char *text, const lt_type *type,
                            ir_scalar elem);
// The next parameter: "elem", got from C as "kind" of "expr", is what "o" is.
void rec_lower_capture(rec_lower *lower, rec_obj *o, rec_capture_kind kind,
                       lt_expr *expr);
// The hidden counter "v", which starts at 0; NULL where nothing moves it on.
rec_obj *rec_lower_start_count(rec_lower *lower, const lt_var *v);
// A hidden array, a new parameter, that calls such as "e" read or write.
rec_obj *rec_lower_capture_hidden(rec_lower *lower, rec_capture_kind kind,
                                  ir_scalar elem, const char *name,
                                  const lt_expr *e);
// True when "e" is reached without following a pointer: a variable, or a part
// of one.
bool rec_lower_is_direct(const lt_expr *e);
// The pointers in memory that are followed to the place "e"; *from: the place
// of the first one, or "e". Their number; -1: too many.
int rec_lower_find_loads(arena *a, lt_expr *e, lt_expr **from,
                         rec_load loads[REC_LOADS]);
// Makes array "o", which was captured last, one of rows behind "t".
void rec_lower_capture_rows(rec_lower *lower, rec_obj *o, rec_table *t);
// The structures "record" in "m".
rec_obj *rec_lower_structs(rec_lower *lower, rec_memory *m,
                           const lt_struct *record);
// The array that the scalars of "m" like "elem" are in.
rec_obj *rec_lower_view(rec_lower *lower, rec_memory *m, ir_scalar elem);
// Makes all arrays that "m" can be seen as. False when it is no array that a
// pointer was captured from.
bool rec_lower_complete(rec_lower *lower, rec_memory *m);

// -- lower_table.c --------------------------------------------------------
// The array of pointers "type" that "expr" gives the address of.
rec_obj *rec_lower_table(rec_lower *lower, rec_capture_kind kind, lt_expr *expr,
                         const lt_type *type, const char *text);
// The place of the pointer that field "f" is, in the structure at "base" of an
// array. No place where that is not captured, or points to no rows.
rec_ptr rec_lower_field_row(rec_lower *lower, rec_ptr base, const lt_field *f);
// The same of number "k" of the array of pointers that field "f" is.
rec_ptr rec_lower_element_row(rec_lower *lower, rec_ptr base, const lt_field *f,
                              int64_t k);
// Captures what field "f", a pointer, is in the elements of arrays that are
// copied; the region is lowered again for that. False where it is already.
bool rec_lower_copy_rows(rec_lower *lower, const lt_field *f);
// The target of the pointer at "place" of a table.
rec_ptr rec_lower_row(rec_lower *lower, rec_ptr place);
// True unless "x" and "y" are places in an array of rows that are in different
// rows, as far as can be seen: these are not where C has them.
bool rec_lower_in_one_row(const rec_lower *lower, rec_ptr x, rec_ptr y);
// The array, or structures, of the rows behind "o", if that is a table that no
// pointer of one leads to; else NULL.
const rec_obj *rec_lower_rows_of(const rec_obj *o);
// The i64 of the two halves, u32, of an address, the low one first.
ir_val *rec_lower_join_halves(rec_lower *lower, ir_val *const half[2]);
// The address in the pointer of a table to whose row "p" points, an i64; NULL
// where that pointer is unknown, or "p" points into the row.
ir_val *rec_lower_row_address(rec_lower *lower, rec_ptr p);
// Whether the pointer "offset" bytes behind the beginning of the structure at
// "base", of an array or a row, is not null; NULL where there is no such
// structure.
ir_val *rec_lower_field_is_set(rec_lower *lower, rec_ptr base, int64_t offset);
// Whether the pointer of a table whose row "p" points to is not null; NULL
// where it cannot be told which pointer that is.
ir_val *rec_lower_row_is_set(rec_lower *lower, rec_ptr p);

// -- lower_object.c: the objects of C's names -----------------------------
// The address that pointer "p" from outside has, behind which nothing is
// touched, as an i64; NULL where that is not known.
ir_val *rec_lower_address(rec_lower *lower, rec_ptr p);
// How many bytes the pointer, or array, to->var is behind from->var at the
// region's start: an i64.
ir_val *rec_lower_distance(rec_lower *lower, const lt_expr *from,
                           const lt_expr *to);
// Place "p", which C compares with place "base", as one in the array or the row
// of that, by the addresses that both have at the region's start; "p" itself
// where these are unknown. Sets *meet to whether "p" is a whole number of
// elements from the array's start, where no guard of the region can ask for
// that: where it is not, it equals no element of the array, and C defines no
// order.
rec_ptr rec_lower_place_in(rec_lower *lower, rec_ptr base, rec_ptr p,
                           ir_val **meet);
// Whether pointer "p" is not null, a bool; NULL where that cannot be told.
ir_val *rec_lower_is_set(rec_lower *lower, rec_ptr p);
// Lets pointer variable "o", new in the region, be a place in the array that it
// is joined with, or null, if it is joined with one.
void rec_lower_join_local(rec_lower *lower, rec_obj *o);
// Sets the joined pointer "o" to "p", or null.
void rec_lower_set_joined(rec_lower *lower, rec_obj *o, rec_ptr p);
// The object of variable e->var; captures it when it is declared outside. NULL
// for structures, and after a refusal.
rec_obj *rec_lower_var(rec_lower *lower, const lt_expr *e);
// The object of the scalar, array or pointer field (or other constant lvalue
// over variables at the region) "lvalue". NULL after a refusal.
rec_obj *rec_lower_field(rec_lower *lower, lt_expr *lvalue);
// The memory a pointer to void at the region's start points to, accessed as
// "pointee"; as other types it is other arrays, which must not meet where one
// is written. NULL after a refusal.
rec_obj *rec_lower_memory(rec_lower *lower, lt_expr *pointer,
                          const lt_type *pointee);
// Makes "o" the object of the lvalue "path".
void rec_lower_set_field(rec_lower *lower, const lt_expr *path, rec_obj *o);
// The object of the lvalue "path" as far as it was met; else NULL.
rec_obj *rec_lower_find_field(rec_lower *lower, const lt_expr *path);
// Whether the pointer "path" to objects of type "to" is one to elements of an
// array: a pointer to structures with scalars of several types is so only where
// more than the first is used.
bool rec_lower_is_indexed(rec_lower *lower, const lt_expr *path,
                          const lt_type *to);
// Whether the pointer "path" in memory leads to a single structure, of which
// each scalar is captured.
bool rec_lower_is_followed(rec_lower *lower, const lt_expr *path);
// Lets it be so; the region is lowered again for that. False where it cannot
// be, or was tried before.
bool rec_lower_follow_path(rec_lower *lower, lt_expr *path);
// A text that only the lvalue "e" has.
const char *rec_lower_place_key(rec_lower *lower, const lt_expr *e);
// True when "e" is the same place during the region: it is reached from a
// variable of outside by fields and addresses, and that is not assigned.
bool rec_lower_stays_in_place(const rec_lower *lower, const lt_expr *e);
// The pointer at "path", memory of the region's start, where the region assigns
// it; NULL: it does not.
rec_obj *rec_lower_moved(rec_lower *lower, lt_expr *path);
// Takes the array "o" for one of numbers of "type", which are smaller than its
// elements; the region is lowered again for that. False where it cannot be one.
bool rec_lower_see_smaller(rec_lower *lower, const rec_obj *o,
                           const lt_type *type);
// Makes a variable of the pointer at "path"; the region is lowered again for
// that. False where it can be none.
bool rec_lower_move_path(rec_lower *lower, const lt_expr *path);
// Makes an array of what the pointer "path" to structures points to; the region
// is lowered again for that. False where it can be none.
bool rec_lower_index_path(rec_lower *lower, const lt_expr *path,
                          const lt_type *to);

// -- lower_held.c ---------------------------------------------------------
// Makes variables of the places in memory that the annotated loop "s" may count
// by. False where there are none; else the region is lowered again.
bool rec_lower_hold(rec_lower *lower, const lt_stmt *s);

// -- lower_work.c ---------------------------------------------------------
// Finds the arrays from outside that the region has written and nothing reads
// behind it. The region is lowered again where there are new ones.
void rec_lower_find_work(rec_lower *lower);
// The region's own array that starts as a copy of "from", at its start.
rec_obj *rec_lower_copy_work(rec_lower *lower, rec_obj *from);

// -- lower_relate.c -------------------------------------------------------
// Fills lower->related.
void rec_lower_find_related(rec_lower *lower);
// Notes that pointer variable "o" is set to place "off" in array "to": another
// reading may take it for a place in that array from the start, or null, if one
// pointer from outside leads to the array in all of the region.
void rec_lower_note_join(rec_lower *lower, const rec_obj *o, const rec_obj *to,
                         ir_val *off);

// -- lower_parts.c --------------------------------------------------------
// How many elements of "o" a number of "type" has that lies in it; 0: it is no
// array of numbers that are as small, or more may lie between its elements.
int rec_lower_parts_of(const rec_obj *o, const lt_type *type);
// The same where "p" is, which may be in a union in a structure.
int rec_lower_parts_at(rec_ptr p, const lt_type *type);
// The part "f" of the union of "type" that lies where "base" is, in an array of
// numbers that are no larger. Null: no such array.
rec_ptr rec_lower_union_part(rec_lower *lower, rec_ptr base,
                             const lt_type *type, const lt_field *f);
// The number of type "elem" whose digits are the elements from "place" on.
ir_val *rec_lower_join(rec_lower *lower, rec_ptr place, ir_scalar elem);
// Stores the digits of "v" in the elements from "place" on.
void rec_lower_split(rec_lower *lower, rec_ptr place, ir_val *v);
// The place of the number "e", "bytes" behind the variable that "p" points to,
// some of whose bytes it is; null, and refused, where it is not.
rec_ptr rec_lower_digits(rec_lower *lower, rec_ptr p, ir_val *bytes,
                         const lt_expr *e);
// The number of type "elem" there, and what the variable is with "v" there.
ir_val *rec_lower_load_digits(rec_lower *lower, rec_ptr place, ir_scalar elem);
ir_val *rec_lower_set_digits(rec_lower *lower, rec_ptr place, ir_val *v);

// -- lower_bitfield.c -----------------------------------------------------
// The bit-field at "place" as a value of "elem": only bytes that it has bits in
// are read, which no other array of the structure has.
ir_val *rec_lower_load_bits(rec_lower *lower, rec_ptr place, ir_scalar elem);
// Stores "v" in the bit-field at "place": bytes that it shares with others are
// read before.
void rec_lower_store_bits(rec_lower *lower, rec_ptr place, ir_val *v,
                          loft_loc loc);

// -- lower_mem.c ----------------------------------------------------------
// The field "f" of the structure of "type" at "base"; "e" is reported.
rec_ptr rec_lower_member(rec_lower *lower, rec_ptr base, const lt_type *type,
                         const lt_field *f, const lt_expr *e);
// The element "k", of "type", of the array at "base"; "e" is reported.
rec_ptr rec_lower_element(rec_lower *lower, rec_ptr base, int64_t k,
                          const lt_type *type, const lt_expr *e);
// The place "n" objects of "type" behind "base", in an array.
rec_ptr rec_lower_behind(rec_lower *lower, rec_ptr base, ir_val *n,
                         const lt_type *type, loft_loc loc);
// Where an lvalue lies.
rec_ptr rec_lower_place(rec_lower *lower, const lt_expr *e);
ir_val *rec_lower_load(rec_lower *lower, rec_ptr place, const lt_type *type,
                       loft_loc loc);
void rec_lower_store(rec_lower *lower, rec_ptr place, ir_val *v, loft_loc loc);
// Sets a pointer variable.
void rec_lower_set_pointer(rec_lower *lower, rec_obj *o, rec_ptr p);
// How many scalars an object of the type has (a constant, or a VLA's).
ir_val *rec_lower_count(rec_lower *lower, const lt_type *type, loft_loc loc);
// The same where pointer "p" moves by objects of "type".
ir_val *rec_lower_stride(rec_lower *lower, rec_ptr p, const lt_type *type,
                         loft_loc loc);
// Comparison or difference of two pointers; bool, or i64 for LT_SUB.
ir_val *rec_lower_pointer_binary(rec_lower *lower, const lt_expr *e);
// Whether "e", a pointer in a structure behind a pointer of a table, or an
// array of pointers in one, is not null, what it points to aside; NULL: it is
// none.
ir_val *rec_lower_member_is_set(rec_lower *lower, const lt_expr *e);
// Notes that pointers may point into the structure "var".
void rec_lower_expose(rec_lower *lower, const lt_var *var);
// The value of pointer (or array) expression "e", of its kind.
rec_ptr rec_lower_kind_pointer(rec_lower *lower, const lt_expr *e);

// -- lower_needed.c -------------------------------------------------------
// Whether "type" is an array of so many scalars that it is copied by a loop.
bool rec_lower_is_long(const lt_type *type);
// Whether "type" is a structure of which a variable of the region only has the
// parts that are needed: one of many scalars, or with what is no value.
bool rec_lower_is_large(const lt_type *type);
// How many scalars, pointers and loops that copy arrays a value of the large
// "type" is made of, as far as it is needed. *bad: something that is no value.
int64_t rec_lower_count_needed(const rec_lower *lower, const lt_type *type,
                               const lt_type **bad);
// Whether field "f" of large structures is needed, as an earlier reading found.
bool rec_lower_is_needed(const rec_lower *lower, const lt_field *f);
// Notes that field "f" of large structures, and all in it, is needed; the
// region is lowered again where that is new.
void rec_lower_need(rec_lower *lower, const lt_field *f);
// Whether field "f" of the structure at "place" is one of a variable that does
// not have it.
bool rec_lower_is_left_out(const rec_lower *lower, rec_ptr place,
                           const lt_field *f);
// Notes that the region needs "path", a part of a variable; the region is
// lowered again for that. False where the variable has it, or can not.
bool rec_lower_need_part(rec_lower *lower, const lt_expr *path);

// -- lower_struct.c -------------------------------------------------------
// The values in the structure of "type" at "place", which "e" is. NULL after a
// refusal.
rec_leaves *rec_lower_load_struct(rec_lower *lower, rec_ptr place,
                                  const lt_type *type, const lt_expr *e);
// Stores them to the structure at "place", which "e" is.
void rec_lower_store_struct(rec_lower *lower, rec_ptr place,
                            const lt_type *type, rec_leaves *x,
                            const lt_expr *e);
// Makes the objects of the structure "var", uninitialised; its place.
rec_ptr rec_lower_declare_struct(rec_lower *lower, lt_var *var, loft_loc loc);
// The same for a variable without a name in C.
rec_ptr rec_lower_new_struct(rec_lower *lower, const char *name,
                             const lt_type *type, loft_loc loc);
// Makes the array "name" of variable "var". NULL after a refusal.
rec_obj *rec_lower_local_array(rec_lower *lower, const lt_var *var,
                               const char *name, const lt_type *type,
                               loft_loc loc);
// Makes an array of "count" scalars, or units of structures, of type var->type,
// or what that is an array of.
rec_obj *rec_lower_new_array(rec_lower *lower, const lt_var *var, ir_val *count,
                             loft_loc loc);
// Gives the object of "type" at "place" the value of initializer "e".
void rec_lower_init(rec_lower *lower, rec_ptr place, const lt_type *type,
                    const lt_expr *e);

// Adds the values in "x" (may be NULL) to "out". False, after a refusal, when
// one is a pointer.
bool rec_lower_scalars(rec_lower *lower, const rec_leaves *x, ir_vals *out);
// The values of a structure of "n" scalars.
rec_leaves *rec_lower_leaves(rec_lower *lower, ir_val *const *scalars, int n);
// Where the structure "e" lies, which is no number that is computed.
rec_ptr rec_lower_kind_struct(rec_lower *lower, const lt_expr *e);
// Loads the two parts of the number of "type" at "place", which "e" is; stores
// them.
void rec_lower_load_parts(rec_lower *lower, rec_ptr place, const lt_type *type,
                          const lt_expr *e, ir_val *x[2]);
void rec_lower_store_parts(rec_lower *lower, rec_ptr place, const lt_type *type,
                           const lt_expr *e, ir_val *const x[2]);

// -- lower_bytes.c ----------------------------------------------------
// memset, memcpy or memmove of elements of arrays, or of one scalar; *p (p may
// be NULL) gets its result. False when the call is none.
bool rec_lower_bytes(rec_lower *lower, const lt_expr *e, rec_ptr *p);
// The memory that an argument points to: elements of an array.
typedef struct rec_bytes {
  rec_ptr at;
  ir_scalar elem;
} rec_bytes;
// Pointer "arg" without casts of pointers and arrays.
const lt_expr *rec_lower_uncast_pointer(const lt_expr *arg);
// The elements of an array that "arg" points to. False when it does not.
bool rec_lower_find_bytes(rec_lower *lower, const lt_expr *arg, rec_bytes *out);
// Element "k" behind "from" as an unsigned number.
ir_val *rec_lower_load_word(rec_lower *lower, const rec_bytes *from, ir_val *k,
                            loft_loc loc);
// The sign of x - y, which differ, an i32: not 0, and no more unless "ordered".
ir_val *rec_lower_sign_of(rec_lower *lower, ir_val *x, ir_val *y, bool ordered);
// The call of memcmp that "e" is, looking through conversions; NULL: it is
// none.
const lt_expr *rec_lower_find_memcmp(const lt_expr *e);
// Expression "e", looking through conversions, as memcmp of elements: an i32
// with its sign or, unless "ordered", that is 0 where it is. NULL: it is none.
ir_val *rec_lower_memcmp(rec_lower *lower, const lt_expr *e, bool ordered);

// The value of type "elem" whose bytes are all that of integer "v".
ir_val *rec_lower_repeat_byte(rec_lower *lower, ir_val *v, ir_scalar elem);
// A loop over "n" elements; "i" gets its index.
rec_frame *rec_lower_begin_elements(rec_lower *lower, ir_val *n, ir_val **i);

// -- lower_pieces.c ---------------------------------------------------
enum { REC_MOST_PIECES = 64 };
// A scalar of a structure, or what lies between two.
typedef struct rec_piece {
  ir_scalar elem;
  int64_t at; // bytes from the start of the structure
  bool is_padding;
} rec_piece;
typedef struct rec_block {
  const lt_type *type; // the structure
  int n;
  rec_piece pieces[REC_MOST_PIECES];
  int64_t end; // bytes listed so far
  bool fits;   // all of it is in the list
} rec_block;
// Lists the pieces of the structure "type". False where that cannot be.
bool rec_lower_list_pieces(rec_block *b, const lt_type *type);
// Whether there is something between the fields of "b".
bool rec_lower_has_padding(const rec_block *b);
// Lets another reading have what lies between the fields of variable "var",
// too. False where this one has.
bool rec_lower_pad(rec_lower *lower, const lt_var *var);
// The same of structures "b" in memory "m". *done: it has.
bool rec_lower_pad_memory(rec_lower *lower, const rec_memory *m,
                          const rec_block *b, bool *done);

// -- lower_blocks.c ---------------------------------------------------
// memset, memcpy or memmove of structures with scalars of several types, or of
// variables; *p (p may be NULL) gets its result. False where the call is none.
bool rec_lower_block(rec_lower *lower, const lt_expr *e, rec_ptr *p);
// Expression "e", looking through conversions, as memcmp of two such
// structures: an i32 that is 0 where all bytes are the same. NULL: it is none.
ir_val *rec_lower_compare_blocks(rec_lower *lower, const lt_expr *e);

// -- lower_strings.c --------------------------------------------------
// Fills *out with the bytes that "arg" points to; false where it does not.
bool rec_lower_find_text(rec_lower *lower, const lt_expr *arg, rec_bytes *out);
// The call "e" as strlen of an array; NULL: it is none.
ir_val *rec_lower_strlen(rec_lower *lower, const lt_expr *e);
// The same as rec_lower_memcmp, of strcmp or memcmp.
ir_val *rec_lower_compare(rec_lower *lower, const lt_expr *e, bool ordered);

// -- lower_numeral.c --------------------------------------------------
// The number that the call "e" reads from a text; NULL: it reads none.
ir_val *rec_lower_numeral(rec_lower *lower, const lt_expr *e);

// -- lower_said.c ---------------------------------------------------------
// Keeps the message of call "e", if it is such: a value, which is not used;
// else NULL.
ir_val *rec_lower_say(rec_lower *lower, const lt_expr *e);

// -- lower_random.c ---------------------------------------------------
// The call "e" of rand; NULL: it is none.
ir_val *rec_lower_rand(rec_lower *lower, const lt_expr *e);
// The call "e" of erand48, nrand48 or jrand48; NULL: it is none, or not known
// where its state is.
ir_val *rec_lower_rand_48(rec_lower *lower, const lt_expr *e);
// The call "e" of rand_r; NULL: it is none.
ir_val *rec_lower_rand_r(rec_lower *lower, const lt_expr *e);

// How many elements of "size" bytes "e" bytes are; NULL when the region cannot
// check that there is such a number.
ir_val *rec_lower_elements(rec_lower *lower, const lt_expr *e, int size);

// -- lower_alloc.c ----------------------------------------------------
// The call of malloc or calloc whose result "e" is, also where a function that
// does no more returns it; NULL: it is none.
const lt_expr *rec_lower_allocation(rec_lower *lower, const lt_expr *e);

// -- lower_heap.c -----------------------------------------------------
// Lets pointer variable "o" point to an array that the call "e" allocates.
void rec_lower_allocate(rec_lower *lower, rec_obj *o, const lt_expr *e);
// Ends the life of the array that "e" frees. False when it frees none.
bool rec_lower_free(rec_lower *lower, const lt_expr *e);
// Sets the first "n" elements, or units of structures, of "o" to zero.
void rec_lower_fill_zero(rec_lower *lower, rec_obj *o, ir_val *n, loft_loc loc);

#endif
