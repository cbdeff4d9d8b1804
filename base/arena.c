// base/arena.c: the compiler's only malloc, and growable arrays.
//
// An arena is a list of chunks, freed together. Small requests are cut off the
// newest chunk; a request larger than a quarter of the largest chunk gets a
// chunk of its own, so that it does not waste the rest of the current one. Each
// chunk is twice the one before, up to the largest: many arenas live for one
// question (zeros of 64 KiB each were 80 MB for examples/colours.c). Under ASan
// every request gets its own chunk: overruns are then seen at the exact byte.
#include "base/base.h"

#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARENA_EXACT 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define ARENA_EXACT 1
#endif
#ifndef ARENA_EXACT
#define ARENA_EXACT 0
#endif

enum { ARENA_ALIGN = 16, ARENA_FIRST = 1024, ARENA_CHUNK = 64 * 1024 };

// Bytes of an element. Arrays of larger ones begin with one of them, as many
// polynomials have one term.
enum { LARGE = 32 };

typedef struct chunk chunk;
struct chunk {
  chunk *next;
  size_t used, size;
  _Alignas(ARENA_ALIGN) char data[];
};

struct arena {
  chunk *current; // small requests are cut off this one; NULL at the start
  chunk *full;    // everything else, in no order
  size_t room;    // of the next chunk that requests are cut off
};

// Ends the process: "size" bytes could not be had.
LOFT_NORETURN static void
die_out_of_memory(size_t size) {
  fprintf(stderr, "loft: out of memory (%zu bytes)\n", size);
  abort();
}

// A chunk with room for "size" bytes, zeros if "zeroed", on no list yet.
static chunk *
chunk_new(size_t size, bool zeroed) {
  if (size > PTRDIFF_MAX - sizeof(chunk))
    die_out_of_memory(size);
  size_t all = sizeof(chunk) + size;
  chunk *c = zeroed ? calloc(1, all) : malloc(all);
  if (!c)
    die_out_of_memory(size);
  c->next = NULL;
  c->used = 0;
  c->size = size;
  return c;
}

// Frees the list of chunks starting at "c".
static void
chunks_free(chunk *c) {
  while (c) {
    chunk *next = c->next;
    free(c);
    c = next;
  }
}

arena *
arena_create(void) {
  arena *a = calloc(1, sizeof *a);
  if (!a)
    die_out_of_memory(sizeof *a);
  a->room = ARENA_FIRST;
  return a;
}

void
arena_destroy(arena *a) {
  if (!a)
    return;
  chunks_free(a->current);
  chunks_free(a->full);
  free(a);
}

// Makes a chunk the current one that has room for "size" bytes, which are few.
static chunk *
start_chunk(arena *a, size_t size) {
  if (a->current) {
    a->current->next = a->full;
    a->full = a->current;
  }
  while (a->room < size)
    a->room *= 2;
  a->current = chunk_new(a->room, false);
  if (a->room < ARENA_CHUNK)
    a->room *= 2;
  return a->current;
}

// A chunk for "size" bytes alone, zeros if "zeroed".
static void *
alloc_alone(arena *a, size_t size, bool zeroed) {
  chunk *c = chunk_new(size, zeroed);
  c->used = size;
  c->next = a->full;
  a->full = c;
  return c->data;
}

// "size" bytes, zeros if "zeroed": those that the caller fills need not be.
static void *
alloc(arena *a, size_t size, bool zeroed) {
  if (ARENA_EXACT || size > ARENA_CHUNK / 4)
    return alloc_alone(a, size, zeroed);
  size = (size + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1);
  chunk *c = a->current;
  if (!c || c->size - c->used < size)
    c = start_chunk(a, size);
  void *p = c->data + c->used;
  c->used += size;
  return zeroed ? memset(p, 0, size) : p;
}

void *
arena_alloc(arena *a, size_t size) {
  return alloc(a, size, true);
}

char *
arena_strndup(arena *a, const char *s, size_t len) {
  char *p = alloc(a, len + 1, false);
  if (len)
    memcpy(p, s, len);
  p[len] = '\0';
  return p;
}

char *
arena_strdup(arena *a, const char *s) {
  return arena_strndup(a, s, strlen(s));
}

char *
arena_vprintf(arena *a, const char *fmt, va_list ap) {
  va_list again;
  va_copy(again, ap);
  int n = vsnprintf(NULL, 0, fmt, ap);
  size_t room = n < 0 ? 1 : (size_t)n + 1;
  char *p = alloc(a, room, false);
  *p = '\0';
  vsnprintf(p, room, fmt, again);
  va_end(again);
  return p;
}

char *
arena_printf(arena *a, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  char *p = arena_vprintf(a, fmt, ap);
  va_end(ap);
  return p;
}

void
vec_grow(arena *a, void **data, int *cap, int want, int size) {
  if (want <= *cap)
    return;
  int64_t room = *cap ? (int64_t)*cap * 2 : size > LARGE ? 1 : 4;
  if (room < want)
    room = want;
  if (room > INT32_MAX)
    die_out_of_memory((size_t)room);
  size_t old = (size_t)*cap * (size_t)size, all = (size_t)room * (size_t)size;
  char *p = alloc(a, all, false);
  if (old)
    memcpy(p, *data, old);
  memset(p + old, 0, all - old);
  *data = p;
  *cap = (int)room;
}
