// test/fuzz/mutate.c: mutation of IR text for all targets: mostly of the IR
// (mutate_ir.c), else by words and lines, else by bytes.
#include "fuzz.h"

#include <stdlib.h>

// The start of the word or line ("line") around "at", and its length.
static size_t
span_at(const uint8_t *data, size_t size, size_t at, bool line, size_t *len) {
  const char *stops = line ? "\n" : " ,(){}:\n";
  size_t from = at, to = at;
  while (from && !strchr(stops, data[from - 1]))
    from--;
  while (to < size && !strchr(stops, data[to]))
    to++;
  *len = to - from;
  return from;
}

// A word or line becomes a copy of another one, or a line is put in front of
// another. The new size.
static size_t
mutate_words(uint8_t *data, size_t size, size_t max_size, fuzz_random *r) {
  bool line = fuzz_below(r, 4) == 0, insert = line && fuzz_below(r, 2);
  size_t n, old;
  size_t from = span_at(data, size, (size_t)fuzz_below(r, (int)size), line, &n);
  size_t to = span_at(data, size, (size_t)fuzz_below(r, (int)size), line, &old);
  if (insert)
    old = 0;
  if (size - old + n + insert > max_size)
    return size;
  uint8_t *copy = malloc(n + 1);
  memcpy(copy, data + from, n);
  copy[n] = '\n';
  size_t rest = size - to - old;
  memmove(data + to + n + insert, data + to + old, rest);
  memcpy(data + to, copy, n + insert);
  free(copy);
  return to + n + insert + rest;
}

// Copies "text" to "out" when it fits; the size, or 0.
static size_t
put(const char *text, uint8_t *out, size_t max_size) {
  size_t size = text ? strlen(text) : 0;
  if (size > max_size)
    return 0;
  if (size)
    memcpy(out, text, size);
  return size;
}

size_t
LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                        unsigned seed) {
  fuzz_random r = seed * 2654435761u + 1;
  int how = fuzz_below(&r, 16);
  if (how >= 3 && size) {
    loft_cx cx = fuzz_context();
    char *text = arena_strndup(cx.arena, (const char *)data, size);
    size_t n = put(fuzz_change(&cx, text, &r), data, max_size);
    arena_destroy(cx.arena);
    if (n)
      return n;
  }
  if (how == 0 || size < 2)
    return LLVMFuzzerMutate(data, size, max_size);
  return mutate_words(data, size, max_size, &r);
}

size_t
LLVMFuzzerCustomCrossOver(const uint8_t *one, size_t one_size,
                          const uint8_t *two, size_t two_size, uint8_t *out,
                          size_t max_size, unsigned seed) {
  fuzz_random r = seed * 2654435761u + 1;
  loft_cx cx = fuzz_context();
  char *a = arena_strndup(cx.arena, (const char *)one, one_size);
  char *b = arena_strndup(cx.arena, (const char *)two, two_size);
  size_t n = put(fuzz_graft(&cx, a, b, &r), out, max_size);
  arena_destroy(cx.arena);
  return n;
}
