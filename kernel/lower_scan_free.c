// kernel/lower_scan_free.c: a scan of values that may be folded in any order,
// on CPU threads. The kernels are scan_free.skel; here are its numbers and the
// launches.
#include "kernel/lower_scan_private.h"

static const char skeleton[] = {
#include "scan_free_text.h" // made of scan_free.skel by CMakeLists.txt
    0};

// Host: ceil(x / y), where y is at least 1.
static kn_reg *
put_ceil(kn_fn *h, kn_reg *x, kn_reg *y, const char *name) {
  kn_reg *up =
      kn_put2(h, IR_OP_ADD, x, kn_put2i(h, IR_OP_SUB, y, 1, NULL), NULL);
  return kn_put2(h, IR_OP_DIV, up, y, name);
}

kn_reg *
kn_put_free_room(kn_scan *scan) {
  kn_fn *h = scan->host;
  kn_reg *threads = kn_put_scan_threads(scan);
  kn_reg *args[3] = {kn_put2i(h, IR_OP_GT, threads, 1, NULL),
                     kn_put2i(h, IR_OP_ADD, threads, 1, NULL),
                     kn_put_i64(h, 1)};
  kn_reg *most = kn_put_op(h, IR_OP_SELECT, IR_I64, args, 3, NULL);
  kn_reg *size = put_ceil(h, scan->n, most, NULL);
  scan->size = kn_put2i(h, IR_OP_MAX, size, 1, "size");
  scan->n_groups = put_ceil(h, scan->n, scan->size, "n_groups");
  return kn_put2i(h, IR_OP_MAX, scan->n_groups, 1, NULL);
}

// One of both passes, over "items" groups from number "first" on (NULL: 0);
// "last" is that of all.
static void
put_pass(kn_scan *scan, kn_scan_kind kind, kn_reg *items, kn_reg *first,
         kn_reg *last) {
  kn_fn *h = scan->host;
  kn_scan_pass *p = kn_scan_pass_new(scan, kind);
  kn_skeleton *t = kn_skeleton_new(p->k, p->s);
  kn_let_scan(t, p);
  kn_let_tuple(t, "identities", kn_put_identities(p->k, p->s));
  kn_let_reg(t, "size", kn_capture_reg(p->k, scan->size));
  if (first) {
    kn_let_reg(t, "first", kn_capture_reg(p->k, first));
    kn_let_reg(t, "last", kn_capture_reg(p->k, last));
  } else {
    kn_let_number(t, "first", 0);
  }
  kn_put_skeleton(t, "scan_free.skel", skeleton);
  kn_finish(p->k);
  kn_put_launch(
      p->k, (kn_reg *[3]){items}, kn_put_i64(h, -1),
      kn_put2(h, IR_OP_MUL, kn_put_scan_work(scan), scan->size, NULL));
}

void
kn_put_free_scan(kn_scan *scan) {
  kn_fn *h = scan->host;
  kn_reg *last = kn_put2i(h, IR_OP_SUB, scan->n_groups, 1, NULL);
  last = kn_put2i(h, IR_OP_MAX, last, 0, "last");
  put_pass(scan, KN_SCAN_GROUPS, last, NULL, last);
  put_pass(scan, KN_SCAN_THEN, kn_put2i(h, IR_OP_MAX, last, 1, NULL),
           kn_put2i(h, IR_OP_MIN, last, 1, "first"), last);
}
