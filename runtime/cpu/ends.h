// runtime/cpu/ends.h: rows of memory that end with their first element that is
// 0, such as texts, and short ones, such as structures.
#ifndef RT_ENDS_H
#define RT_ENDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/core/backend.h"

// The elements of the longest of the "n" rows at "rows", of that size each, its
// end included; *all: of all. Nothing faults: a row that is not there at all,
// or NULL, has 1. 0: of what can be read of one there is no end, or there is no
// memory.
size_t rt_ends_measure(char *const *rows, size_t n, uint32_t size, size_t *all);
// Copies such rows up to their ends, row k to to(user, k). Of one that is not
// there at all, the copy begins with a 0, NULL stays out. False where there is
// no memory.
bool rt_ends_copy(const rt_ended *rows, char *(*to)(const void *user, size_t k),
                  const void *user);
// Copies the first bytes(user, k) of row k of "n" at "rows" to to(user, k), and
// 0 for what cannot be read; NULL stays out. False where there is no memory.
bool rt_ends_gather(char *const *rows, size_t n,
                    size_t (*bytes)(const void *user, size_t k),
                    char *(*to)(const void *user, size_t k), const void *user);

#endif
