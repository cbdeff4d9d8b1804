// kernel/lower_scan_private.h: shared by the files of the scan.
#ifndef LOFT_LOWER_SCAN_PRIVATE_H
#define LOFT_LOWER_SCAN_PRIVATE_H

#include "kernel/kernel_private.h"

// The lowering of one scan, or reduce by a region; registers and handles are
// the host's.
typedef struct kn_scan {
  ir_soac s;
  kn_fn *host;
  const char *text; // "add f32"
  kn_reg **extents; // max(extent, 0)
  kn_reg *n, *n_groups;
  kn_reg *size;   // of a group, where they are free
  ir_val *choice; // the condition of a choice whose groups are larger, or NULL
  kn_reg *offset, *m; // GPU: where the level at hand begins, its folds
  kn_reg *depth;      // GPU: its number
  kn_buf **folds;     // of groups, on a GPU of all levels, one array a value
  kn_buf **results;   // of one element
} kn_scan;

typedef enum kn_scan_kind { // ORDER SCAN: from TOP on the initial value counts
  KN_SCAN_GROUPS,
  KN_SCAN_LEVEL,
  KN_SCAN_TOP,
  KN_SCAN_CHAIN,
  KN_SCAN_SPREAD,
  KN_SCAN_PREFIX,
  KN_SCAN_THEN,
  KN_SCAN_LINE
} kn_scan_kind;

// What a kernel has of a whole group: lower_scan_then.c.
typedef struct kn_apart kn_apart;

// One of its kernels; registers and buffers are the kernel's.
typedef struct kn_scan_pass {
  kn_scan *scan;
  const ir_soac *s;
  kn_scan_kind kind;
  kn_fn *k;
  kn_reg *count;  // values, or folds of the level
  kn_reg *offset; // of the level; NULL: the values are the body's
  kn_buf **folds;
  kn_reg **inits; // from TOP on
  kn_reg **extents;
  kn_reg **idx; // of the value at hand where values come in order; NULL: each
                // finds its own
  kn_apart *apart; // of a whole group, where its folds stand apart
} kn_scan_pass;

// -- lower_scan_pass.c --------------------------------------------------------
// How many values a group of the body's has.
int64_t kn_scan_group(const kn_scan *scan);
// True when the values may be folded in any order, on a CPU.
bool kn_scan_is_free(const kn_scan *scan);
// Starts the kernel of "kind".
kn_scan_pass *kn_scan_pass_new(kn_scan *scan, kn_scan_kind kind);
// Completes the pass and launches it over "items", each of which has "times"
// values.
void kn_put_scan_launch(kn_scan_pass *p, kn_reg *items, int64_t times);
// Host: how many threads share out the values of a scan.
kn_reg *kn_put_scan_threads(kn_scan *scan);
// Host: scalar operations of a value, of the body and the second region.
kn_reg *kn_put_scan_work(kn_scan *scan);
// Values number "i" of the pass, into the variables "out".
void kn_put_scan_values(kn_scan_pass *p, kn_reg *i, kn_reg **out);
// From value "i" on, the cursor's values come in order, each followed by
// kn_put_scan_step; it matters in several dimensions, where a division is
// spared.
void kn_put_scan_order(kn_scan_pass *p, kn_reg *i);
// "count" values on, which are in one row of the last dimension.
void kn_put_scan_step(kn_scan_pass *p, int64_t count);
// Runs the second region for iteration "i".
void kn_put_then(kn_scan_pass *p, kn_reg *i, kn_reg *const *before,
                 kn_reg *const *after);
// The left operand of group number "group", whose own fold is at "at": the fold
// of the groups before, or the initial values.
void kn_put_left(kn_scan_pass *p, kn_reg *group, kn_reg *at, kn_reg **left);
// Lets the tuple be the scan's result.
void kn_put_scan_results(kn_scan_pass *p, kn_reg *const *tuple);
// Whether "i" is the last of its group, or of all "count".
kn_reg *kn_put_is_last(kn_fn *k, kn_reg *i, kn_reg *count);
// Element "i" of the level at hand, as an index of "folds".
kn_reg *kn_put_in_level(kn_scan_pass *p, kn_reg *i);
// The element of "folds" for the fold of group number "group": in the level
// above the one at hand.
kn_reg *kn_put_above(kn_scan_pass *p, kn_reg *group);

// Gives names to what the skeletons of scans have in common: numbers RUN, and
// GROUPS, LEVEL, TOP, THEN, of which one is 1, THEN of LINE too; count; the
// tuple inits from TOP on; arrays F, the folds; holes put_value(i, t),
// put_then(i, before, after), put_left(group, t), is_last(i), above(group),
// in_level(i), put_order(i), put_step(), put_results(t).
void kn_let_scan(kn_skeleton *t, kn_scan_pass *p);

// How many values with variables of "s" a work-item works on at a time, where
// "r" (NULL: loads alone) runs for each: a divisor of the run.
int kn_n_at_once(const ir_soac *s, ir_region *r);

// -- lower_scan_choice.c ------------------------------------------------------
// Values in a group of a fold by a choice, on CPU threads and on a GPU.
enum {
  KN_CHOICE_GROUP = 16 * IR_SCAN_GROUP,
  KN_GPU_CHOICE_GROUP = 32 * IR_SCAN_GROUP
};
// The condition on which the operator of "s", a reduce, takes the right one of
// two tuples instead of the left one, when that compares a value of them in an
// order; else NULL.
ir_val *kn_choice_of(const ir_soac *s);
// Whether the operator of "s" takes "right", given "left".
kn_reg *kn_put_choice(kn_fn *f, const ir_soac *s, ir_val *cond,
                      kn_reg *const *left, kn_reg *const *right);
// Whether "y" is taken rather than "x", which it may come before or behind:
// "far" is by how many values it is behind.
kn_reg *kn_put_better(kn_fn *f, const ir_soac *s, ir_val *cond,
                      kn_reg *const *x, kn_reg *const *y, kn_reg *far);
// out = the fold of a whole group of a fold by choice, from value "base" on.
void kn_put_choice_group(kn_scan_pass *p, ir_val *cond, kn_reg *base,
                         kn_reg **out);

// -- lower_scan_then.c --------------------------------------------------------
// The folds within the runs of a whole group, in one dimension, from value
// "base" on; total = the group's.
void kn_put_group_folds(kn_scan_pass *p, kn_reg *base, kn_reg **total);
// The second region for the values of that group: "left" are the running
// values before it, "last" those of its last value.
void kn_put_group_then(kn_scan_pass *p, kn_reg *base, kn_reg *const *left,
                       kn_reg *const *last);

// -- The ways of a scan -------------------------------------------------------
// Each has a function that divides the values into groups and gives how many
// folds there is to be room for, and one that puts its kernels and launches.
// lower_scan_levels.c: on a GPU
kn_reg *kn_put_level_room(kn_scan *scan);
void kn_put_levels(kn_scan *scan);
// lower_scan_cpu.c: on CPU threads
kn_reg *kn_put_group_room(kn_scan *scan);
void kn_put_groups(kn_scan *scan);
// lower_scan_free.c: on CPU threads, in any order
kn_reg *kn_put_free_room(kn_scan *scan);
void kn_put_free_scan(kn_scan *scan);

// -- lower_scan_gpu.c ---------------------------------------------------------
// Fills in and launches the kernel of a pass.
void kn_scan_gpu(kn_scan_pass *p);

// -- lower_scan_choice_gpu.c --------------------------------------------------
// Fills in and launches GROUPS of a fold by a choice.
void kn_scan_gpu_choice(kn_scan_pass *p);

#endif
