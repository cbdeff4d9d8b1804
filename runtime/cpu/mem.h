// runtime/cpu/mem.h: moving host memory: reading what may not be readable, and
// writing back changed bytes alone. See Note [Write-back].
#ifndef RT_MEM_H
#define RT_MEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Copies "n" bytes at "src" to "dst" without ever faulting on "src": pages the
// program could not read become zeros. Returns the bytes that were readable.
size_t rt_mem_read(void *dst, const void *src, size_t n);
// Whether all "n" bytes at "src" can be read. Costs little more than walking
// the page tables.
bool rt_mem_readable(const void *src, size_t n);
// memcpy, with several threads when large.
void rt_mem_copy(void *dst, const void *src, size_t n);
// The same, and to "log" too, which is not expected to be read soon.
void rt_mem_copy_and_log(void *dst, void *log, const void *src, size_t n);
// Writes to "dst" the elements of "was" that it does not hold any more; the
// others are not touched, and may not even be readable.
void rt_mem_restore(void *dst, const void *was, size_t n, uint32_t elem_size);
// Writes to "dst" the elements of "now" that differ from "before"; the others
// are not touched. Returns the bytes written. "changed", where it is not NULL:
// gets a bit set for each element written.
size_t rt_mem_write_changed(void *dst, const void *now, const void *before,
                            size_t n, uint32_t elem_size,
                            unsigned char *changed);
// Bytes of "changed" for "n" bytes.
size_t rt_mem_changed_bytes(size_t n, uint32_t elem_size);
// Sets in "same", a bit for each page of that size from that of "p" on, the
// bits of pages in which "q" holds what is at "p", of "n" bytes. Never faults
// on "p"; what cannot be read is not the same.
void rt_mem_compare(const void *p, const void *q, size_t n, size_t page,
                    uint64_t *same);
// Reads to "dst" the elements of "src" whose bits are set.
void rt_mem_take_changed(void *dst, const void *src,
                         const unsigned char *changed, size_t n,
                         uint32_t elem_size);
// Writes to "dst" the elements of "before" whose bits are set.
void rt_mem_undo_changed(void *dst, const void *before,
                         const unsigned char *changed, size_t n,
                         uint32_t elem_size);

#endif
