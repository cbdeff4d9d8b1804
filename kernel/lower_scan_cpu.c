// kernel/lower_scan_cpu.c: the fixed scan on CPU threads.
//
//   groups  body -> the folds of groups
//   prefix  these become the running values up to each group, one by one, by
//   the
//           state of levels (scan_prefix.skel)
//   then    of a scan: body again -> running values -> the second region
//
// One thread runs all groups of a scan in turn instead, where their folds stand
// apart, and reads each value once:
//
//   line    body -> folds -> running values -> the second region
//
// The kernels are scan_cpu.skel and scan_prefix.skel; here are their numbers
// and holes.
#include "kernel/lower_scan_private.h"

static const char skeleton[] = {
#include "scan_cpu_text.h" // made of scan_cpu.skel by CMakeLists.txt
    0};

static const char prefix_skeleton[] = {
#include "scan_prefix_text.h" // made of scan_prefix.skel by CMakeLists.txt
    0};

enum {
  RUNS = IR_SCAN_GROUP / IR_SCAN_RUN,
  STATE = 9 // elements of each array S
};

// -- Holes: "user" is the kn_scan_pass ----------------------------------------
// A tuple becomes the fold of a whole group by a choice.
static kn_reg *
put_choice(void *user, const kn_hole_arg *args) {
  kn_scan_pass *p = user;
  kn_put_choice_group(p, p->scan->choice, args[0].reg, args[1].tuple);
  return NULL;
}

// The folds of a whole group, and the group's.
static kn_reg *
put_folds(void *user, const kn_hole_arg *args) {
  kn_put_group_folds(user, args[0].reg, args[1].tuple);
  return NULL;
}

// The second region for a whole group.
static kn_reg *
put_all(void *user, const kn_hole_arg *args) {
  kn_put_group_then(user, args[0].reg, args[1].tuple, args[2].tuple);
  return NULL;
}

// -- The kernel ---------------------------------------------------------------
// Whether region "r" (may be NULL) is so short that it may stand there several
// times.
static bool
is_short(const ir_region *r) {
  enum { MOST = 24 };
  int n = 0;
  for (const ir_op *op = r ? r->first : NULL; op; op = op->next)
    n += op->n_regions > 0 ? MOST : 1;
  return n < MOST;
}

// Whether the operations of "s" are so few that they may stand there several
// times.
static bool
is_brief(const ir_soac *s) {
  return is_short(s->body) && is_short(s->then) && is_short(s->combine);
}

// Whether the folds of a whole group stand apart from the rest: they go through
// memory in between.
static bool
stands_apart(const ir_soac *s) {
  enum { MOST = 2 }; // folds
  return s->then && s->n_dims == 1 && s->n_red <= MOST && is_brief(s);
}

// Gives the numbers that say how groups are done.
static void
let_ways(kn_skeleton *t, kn_scan_pass *p) {
  const ir_soac *s = p->s;
  bool groups = p->kind == KN_SCAN_GROUPS;
  bool chosen = groups && p->scan->choice;
  bool abreast = groups && !chosen && s->combine && s->n_dims == 1;
  kn_let_number(t, "CHOSEN", chosen);
  kn_let_number(t, "ABREAST", abreast);
  kn_let_number(t, "APART", !groups && stands_apart(s));
  kn_let_number(t, "LINE", p->kind == KN_SCAN_LINE);
  kn_let_number(t, "VECTORS", kn_is_vectorisable(s->body));
  if (abreast && is_brief(s))
    kn_let_arrays(t, "R", kn_fold_arrays(p->k, s, KN_PRIVATE, RUNS));
}

// Defines the numbers, registers and arrays of scan_prefix.skel, and its parts.
static void
put_prefix(kn_skeleton *t, kn_scan_pass *p) {
  kn_let_number(t, "GROUP", IR_SCAN_GROUP);
  kn_let_reg(t, "groups", kn_capture_reg(p->k, p->scan->n_groups));
  kn_let_arrays(t, "S", kn_fold_arrays(p->k, p->s, KN_PRIVATE, STATE));
  kn_put_skeleton(t, "scan_prefix.skel", prefix_skeleton);
}

// Puts the kernel of GROUPS, THEN or LINE.
static void
put_kernel(kn_scan_pass *p) {
  kn_skeleton *t = kn_skeleton_new(p->k, p->s);
  kn_let_scan(t, p);
  kn_let_number(t, "SHORT", is_brief(p->s));
  let_ways(t, p);
  kn_let_number(t, "SIZE", kn_scan_group(p->scan));
  kn_let_number(t, "RUNS", RUNS);
  kn_let_hole(t, "put_choice", put_choice, p);
  kn_let_hole(t, "put_folds", put_folds, p);
  kn_let_hole(t, "put_all", put_all, p);
  if (p->kind == KN_SCAN_LINE)
    put_prefix(t, p);
  kn_put_skeleton(t, "scan_cpu.skel", skeleton);
}

// -- Launches -----------------------------------------------------------------
// GROUPS or THEN.
static void
put_pass(kn_scan *scan, kn_scan_kind kind) {
  kn_scan_pass *p = kn_scan_pass_new(scan, kind);
  put_kernel(p);
  kn_put_scan_launch(p, scan->n_groups, kn_scan_group(scan));
}

// Launches the complete kernel of "p", one item that does so much work.
static void
put_alone(kn_scan_pass *p, kn_reg *work) {
  kn_fn *h = p->scan->host;
  kn_finish(p->k);
  kn_put_launch(p->k, (kn_reg *[3]){kn_put_i64(h, 1)}, kn_put_i64(h, -1), work);
}

// PREFIX.
static void
put_all_groups(kn_scan *scan) {
  kn_scan_pass *p = kn_scan_pass_new(scan, KN_SCAN_PREFIX);
  kn_skeleton *t = kn_skeleton_new(p->k, p->s);
  kn_let_scan(t, p);
  kn_let_number(t, "SHORT", is_brief(p->s));
  put_prefix(t, p);
  kn_put_part(t, "all_groups");
  put_alone(p, scan->n_groups);
}

// LINE.
static void
put_line(kn_scan *scan) {
  kn_scan_pass *p = kn_scan_pass_new(scan, KN_SCAN_LINE);
  put_kernel(p);
  put_alone(
      p, kn_put2(scan->host, IR_OP_MUL, scan->n, kn_put_scan_work(scan), NULL));
}

// -- The host -----------------------------------------------------------------
kn_reg *
kn_put_group_room(kn_scan *scan) {
  kn_fn *h = scan->host;
  scan->n_groups = kn_put_ceil_div(h, scan->n, kn_scan_group(scan), "n_groups");
  return kn_put2i(h, IR_OP_ADD, scan->n_groups, 1, NULL);
}

void
kn_put_groups(kn_scan *scan) {
  kn_fn *h = scan->host;
  kn_block *back = h->at;
  if (stands_apart(&scan->s)) {
    kn_reg *threads = kn_put_scan_threads(scan);
    kn_stmt *one = kn_put_if(h, kn_put2i(h, IR_OP_LE, threads, 1, "alone"));
    kn_enter(h, &one->body[0]);
    put_line(scan);
    kn_enter(h, &one->body[1]);
  }
  put_pass(scan, KN_SCAN_GROUPS);
  put_all_groups(scan);
  if (scan->s.then)
    put_pass(scan, KN_SCAN_THEN);
  kn_enter(h, back);
}
