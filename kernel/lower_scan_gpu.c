// kernel/lower_scan_gpu.c: the fixed scan on a GPU. The kernels are
// scan_gpu.skel; here are their numbers.
#include "kernel/lower_scan_private.h"

static const char skeleton[] = {
#include "scan_gpu_text.h" // made of scan_gpu.skel by CMakeLists.txt
    0};

// How many elements of shared memory the runs of "items" work-items take.
static int64_t
n_shared(int items) {
  return (int64_t)items * (IR_SCAN_RUN + 1);
}

// How many work-items a group has: as many as have room for their runs, up to a
// number; a multiple of the runs of a group of values. Of 2^27 i32 on an H200
// groups of 128, 64, 32 take 0.163, 0.148, 0.165 ms for GROUPS, and 0.372,
// 0.325, 0.315 ms for THEN.
static int
n_items(const kn_scan_pass *p) {
  enum { MOST = 64, LEAST = IR_SCAN_GROUP / IR_SCAN_RUN };
  int n = p->kind == KN_SCAN_THEN ? MOST / 2 : MOST;
  if (p->kind == KN_SCAN_TOP)
    return LEAST;
  while (n > LEAST && n_shared(n) * kn_tuple_bytes(p->s) > KN_LEAST_SHARED)
    n /= 2;
  return n;
}

// -- The kernel ---------------------------------------------------------------
// Gives the numbers of the skeleton that lower_scan.c does not.
static void
let_numbers(kn_skeleton *t, const kn_scan_pass *p, int items) {
  const ir_soac *s = p->s;
  kn_let_number(t, "items", items);
  kn_let_number(t, "GROUP", IR_SCAN_GROUP);
  kn_let_number(t, "n_value", kn_n_at_once(s, p->offset ? NULL : s->body));
  kn_let_number(t, "n_then", kn_n_at_once(s, s->then));
  kn_let_number(t, "n_op", kn_n_at_once(s, s->combine));
}

void
kn_scan_gpu(kn_scan_pass *p) {
  kn_fn *k = p->k, *h = p->scan->host;
  if (p->kind == KN_SCAN_GROUPS && p->scan->choice) {
    kn_scan_gpu_choice(p);
    return;
  }
  int items = n_items(p);
  kn_skeleton *t = kn_skeleton_new(k, p->s);
  k->fn->local[0] = items;
  k->fn->local[1] = k->fn->local[2] = 1;
  kn_let_scan(t, p);
  let_numbers(t, p, items);
  kn_let_arrays(t, "S", kn_fold_arrays(k, p->s, KN_SHARED, n_shared(items)));
  kn_put_skeleton(t, "scan_gpu.skel", skeleton);
  kn_reg *n = p->offset ? p->scan->m : p->scan->n;
  kn_reg *groups =
      kn_put_ceil_div(h, n, (int64_t)items * IR_SCAN_RUN, "groups");
  if (p->kind == KN_SCAN_TOP)
    groups = kn_put_i64(h, 1); // also without values
  kn_put_scan_launch(p, kn_put2i(h, IR_OP_MUL, groups, items, "items"),
                     IR_SCAN_RUN);
}
