// rewrites/sort.h: sums by key as IR text.
#ifndef LOFT_SORT_H
#define LOFT_SORT_H

// sort.loft, NUL-terminated: @sums for f32 and `add`.
extern const char rw_sort_text[];

#endif
