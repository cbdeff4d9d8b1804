// runtime/core/undo.h: memory that the program's own code has touched among
// results that stay, and what it held before their log of runs (stay.c), whose
// runs may have to be run again from there.
//
// Needs the lock of stay.c.
#ifndef RT_UNDO_H
#define RT_UNDO_H

#include <stdbool.h>
#include <stdint.h>

// Such memory, bytes [from, to).
typedef struct rt_undo {
  struct rt_undo *next; // noted before
  uintptr_t from, to;
  bool current;           // it holds the newest values
  unsigned char *before;  // what it held when it was noted,
  unsigned char *changed; // and whether a byte has been written since
} rt_undo;

// Memory that has all these bytes, noted at need; NULL: out of memory, it is
// too much in all, or it cannot be read.
rt_undo *rt_undo_note(uintptr_t from, uintptr_t to);
// The program's memory has old values again in some of these bytes.
void rt_undo_outdate(uintptr_t from, uintptr_t to);
// Puts back what was written.
void rt_undo_all(void);
// Forgets all.
void rt_undo_clear(void);

#endif
