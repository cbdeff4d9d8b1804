// test/fuzz/fuzz_mutate.c: mutation by words and lines, which keeps much of a
// text valid; for all targets whose input is IR.
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                               unsigned seed);

// ------------------ The start of the word or line ("line") around "at", and
// its length.
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

// Half of the time a word or line becomes a copy of another one, or a line is
// put in front of another; else libFuzzer's own mutations.
size_t
LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                        unsigned seed) {
  if (seed % 2 || size < 2)
    return LLVMFuzzerMutate(data, size, max_size);
  bool line = seed / 2 % 4 == 0, insert = line && seed / 8 % 2;
  size_t n, old, rest;
  srand(seed);
  size_t from = span_at(data, size, (size_t)rand() % size, line, &n);
  size_t to = span_at(data, size, (size_t)rand() % size, line, &old);
  if (insert)
    old = 0;
  if (size - old + n + insert > max_size)
    return size;
  uint8_t *copy = malloc(n + 1);
  memcpy(copy, data + from, n);
  copy[n] = '\n';
  rest = size - to - old;
  memmove(data + to + n + insert, data + to + old, rest);
  memcpy(data + to, copy, n + insert);
  free(copy);
  return to + n + insert + rest;
}
