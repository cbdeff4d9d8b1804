// runtime/core/mapping.h: the mappings of this process (/proc/self/maps).
#ifndef RT_MAPPING_H
#define RT_MAPPING_H

#include <stdbool.h>
#include <stdint.h>

// Bytes [start, end) of the address space, which are memory of the process's
// own, or bytes of a file from "offset" on. "shared": the file's, and not a
// private copy of them.
typedef struct rt_mapping {
  uint64_t start, end;
  uint64_t offset, inode, device; // inode 0: of no file
  bool shared;
  char name[128]; // only if asked for, and of no file
} rt_mapping;

// Finds the first mapping that ends behind "at"; its start is UINT64_MAX where
// there is none. False where the system does not tell.
bool rt_mapping_find(uintptr_t at, bool named, rt_mapping *m);
// Whether bytes [from, to) are known to have one address without asking the
// system: variables of the program, and the heap that grows by brk. A program
// must not map anything over its variables, or over what malloc gave out.
bool rt_mapping_is_known(uintptr_t from, uintptr_t to);
// In a forked child, whose mappings are others than those of its parent.
void rt_mapping_after_fork(void);

#endif
