// base/base.h: arena, vectors, maps, string builder, diagnostics.
//
// Everything the compiler allocates lives in an arena and is freed with it;
// there are no single frees and hence no ownership comments. Vectors and maps
// take their arena too. Nothing here knows the IR.
#ifndef LOFT_BASE_H
#define LOFT_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define LOFT_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#define LOFT_NORETURN __attribute__((noreturn))
#define LOFT_COUNT(a) ((int)(sizeof(a) / sizeof *(a)))

// -- arena.c ------------------------------------------------------------
typedef struct arena arena;

// A new, empty arena. Never returns NULL: out of memory aborts with a message
// (a compiler without memory has nothing better to do).
arena *arena_create(void);
// Frees "a" and everything allocated from it. NULL is allowed.
void arena_destroy(arena *a);
// "size" zeroed bytes, aligned for any type; size 0 gives a valid pointer.
void *arena_alloc(arena *a, size_t size);
// A copy of the "len" bytes at "s", NUL-terminated.
char *arena_strndup(arena *a, const char *s, size_t len);
// A copy of the C string "s".
char *arena_strdup(arena *a, const char *s);
// printf into the arena.
char *arena_printf(arena *a, const char *fmt, ...) LOFT_PRINTF(2, 3);
char *arena_vprintf(arena *a, const char *fmt, va_list ap);

#define NEW(a, T) ((T *)arena_alloc((a), sizeof(T)))
#define NEW_ARRAY(a, T, n) ((T *)arena_alloc((a), sizeof(T) * (size_t)(n)))

// -- growable arrays (arena.c)  ---------------------------------------------
// VEC(int) v = {0};  vec_push(a, &v, 3);  v.at[0], v.n
// The typed struct is anonymous: give it a typedef to pass it around.
#define VEC(T)                                                                 \
  struct {                                                                     \
    T *at;                                                                     \
    int n, cap;                                                                \
  }
#define vec_push(a, v, x)                                                      \
  (vec_grow((a), (void **)&(v)->at, &(v)->cap, (v)->n + 1,                     \
            (int)sizeof *(v)->at),                                             \
   (void)((v)->at[(v)->n++] = (x)))
#define vec_last(v) ((v)->at[(v)->n - 1])

// Makes room for "want" elements of "size" bytes in *data, growing *cap by
// doubling; old contents are kept, new room is zeroed.
void vec_grow(arena *a, void **data, int *cap, int want, int size);

// -- map.c: hash maps ---------------------------------------------------
// Keys are pointers (map_) or C strings (smap_, the key is copied). Iteration
// is in insertion order, so nothing printed depends on hash order.
typedef struct map map;

map *map_new(arena *a);
// The value stored under "key", or NULL.
void *map_get(const map *m, const void *key);
// True when "key" is present (its value may be NULL).
bool map_has(const map *m, const void *key);
// Stores "value" under "key", replacing the one there.
void map_put(map *m, const void *key, void *value);
int map_count(const map *m);
// The i-th entry in insertion order, 0 <= i < map_count(m).
void map_at(const map *m, int i, const void **key, void **value);
// A map of "a" with the entries of "m".
map *map_copy(arena *a, const map *m);

typedef struct smap smap;
smap *smap_new(arena *a);
void *smap_get(const smap *m, const char *key);
bool smap_has(const smap *m, const char *key);
void smap_put(smap *m, const char *key, void *value);
int smap_count(const smap *m);
void smap_at(const smap *m, int i, const char **key, void **value);

// -- sb.c: string builder -----------------------------------------------
typedef struct sb {
  arena *a;
  char *at; // NUL-terminated once anything was added, else NULL
  int n, cap;
} sb;

void sb_init(sb *s, arena *a);
void sb_add(sb *s, const char *text);
void sb_printf(sb *s, const char *fmt, ...) LOFT_PRINTF(2, 3);
// The text so far; "" when nothing was added. Valid until the next add.
const char *sb_str(const sb *s);

// -- diag.c: diagnostics ------------------------------------------------
// A place in some text. "file" may be NULL (unknown); line and col from 1.
typedef struct loft_loc {
  const char *file;
  int line, col;
  uint32_t raw; // Clang's own source location, 0 outside the plugin
} loft_loc;

typedef enum diag_level {
  DIAG_REMARK,
  DIAG_NOTE, // on the diagnostic before it
  DIAG_WARNING,
  DIAG_ERROR,
  DIAG_INTERNAL, // our bug: the user's program is fine
  DIAG_FIX // comes before the diagnostic that it belongs to: the message is to
           // replace the word at the place; an empty one removes it
} diag_level;

// Receives every diagnostic. "id" is a stable number such as "LOFT012", or
// NULL for messages without one.
typedef void (*diag_fn)(void *user, diag_level level, loft_loc loc,
                        const char *id, const char *message);

// The context every compiler part takes first: no mutable globals, Clang may
// host us several times.
typedef struct loft_cx {
  arena *arena;
  diag_fn diag;
  void *diag_user;
  bool remarks;   // remarks are read, too
  int n_errors;   // DIAG_ERROR and DIAG_INTERNAL reported so far
  int n_shares;   // how often n_steps of a small region it may take; 0: once
  long n_steps;   // spent on the function at hand by a part that counts them
  smap *asked;    // answers of isl, kept by the part that asks; or NULL
  smap *written;  // names of values -> what C writes for them; or NULL
  smap *assigned; // scalars of loops -> where C assigns them; or NULL
  map *tables;    // arrays that are constant tables -> their range; or NULL
  bool trusts;    // some loop is independent by C's word alone
  map *partners;  // places that are their own inverses -> their origin; or NULL
  int rows;       // a rec_meeting: how the recognizer takes rows that may meet
  int offsets;    // a rec_offsets: whether invariants may be small
} loft_cx;

// Sends a formatted diagnostic to cx->diag.
void diag_report(loft_cx *cx, diag_level level, loft_loc loc, const char *id,
                 const char *fmt, ...) LOFT_PRINTF(5, 6);
// A diag_fn that prints "file:line:col: level: message [id]" to the FILE* in
// "user" (stderr when NULL).
void diag_to_file(void *user, diag_level level, loft_loc loc, const char *id,
                  const char *message);
// A diag_fn that keeps the first message in the const char * at "user", which
// is NULL until then: why something failed whose failure is no error.
void diag_keep_first(void *user, diag_level level, loft_loc loc, const char *id,
                     const char *message);

#endif
