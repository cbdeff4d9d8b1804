// runtime/core/alias.h: do two addresses of a region lead to one byte?
//
// Memory of a file, or that processes share, may be mapped at several
// addresses. Arrays that lie apart may be one array then, and one array that
// goes through several mappings may hold an element twice.
#ifndef RT_ALIAS_H
#define RT_ALIAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "loft/loft_abi.h"
#include "runtime/core/mapping.h"
#include "runtime/core/why.h"

enum { RT_ALIAS_FILES = 32, RT_ALIAS_SEEN = 8 };

// What a region touches of one mapping of a file: bytes [from, to) of the file
// and all that it touches are among them.
typedef struct rt_alias_part {
  const loft_bind *bind; // an array of these
  uint64_t inode, device, from, to;
  uint64_t shift; // from the file to the address space, modulo 2^64
  bool shared, written;
} rt_alias_part;

// What a region touches of files; all zeros at first, as far as it counts.
typedef struct rt_aliases {
  uint32_t n_parts, n_seen;
  bool unknown; // the system does not tell, or there are too many parts
  rt_alias_part parts[RT_ALIAS_FILES];
  rt_mapping seen[RT_ALIAS_SEEN]; // the last ones found
} rt_aliases;

// Begins with nothing.
void rt_alias_begin(rt_aliases *a);
// Whether bytes [from, to), of which there are some, are memory of the
// process's own, which has one address.
bool rt_alias_is_private(rt_aliases *a, uintptr_t from, uintptr_t to);
// Adds bytes [from, to) of bind "b".
void rt_alias_add(rt_aliases *a, const loft_bind *b, uintptr_t from,
                  uintptr_t to, bool written);
// Whether no byte that is written has several addresses among those added.
// False with the reason.
bool rt_alias_check(const rt_aliases *a, rt_why *why);

#endif
