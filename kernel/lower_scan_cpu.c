// kernel/lower_scan_cpu.c: the fixed scan on CPU threads. The kernels are
// scan_cpu.skel; here are their numbers and holes.
#include "kernel/lower_scan_private.h"

static const char skeleton[] = {
#include "scan_cpu_text.h" // made of scan_cpu.skel by CMakeLists.txt
    0};

enum { RUNS = IR_SCAN_GROUP / IR_SCAN_RUN };

// How many values a group of pass "p" has: those of a level are folds.
static int64_t
group_size(const kn_scan_pass *p) {
  bool body = p->kind == KN_SCAN_GROUPS || p->kind == KN_SCAN_THEN;
  return body ? kn_scan_group(p->scan) : IR_SCAN_GROUP;
}

// -- Holes: "user" is the kn_scan_pass ----------------------------------------
// A tuple becomes the fold of a whole group by a choice.
static kn_reg *
put_choice(void *user, const kn_hole_arg *args) {
  kn_scan_pass *p = user;
  kn_put_choice_group(p, p->scan->choice, args[0].reg, args[1].tuple);
  return NULL;
}

// THEN, for a whole group.
static kn_reg *
put_then_group(void *user, const kn_hole_arg *args) {
  kn_put_then_group(user, args[0].reg, args[1].reg, args[2].tuple);
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

// Says how groups are done.
static void
let_ways(kn_skeleton *t, kn_scan_pass *p) {
  enum { APART = 2 }; // folds at most that go through memory in between
  const ir_soac *s = p->s;
  bool shortly = is_short(s->body) && is_short(s->then) && is_short(s->combine);
  bool line = s->n_dims == 1, groups = p->kind == KN_SCAN_GROUPS;
  bool chosen = groups && p->scan->choice;
  bool abreast = groups && !chosen && s->combine && line;
  kn_let_number(t, "SHORT", shortly);
  kn_let_number(t, "CHOSEN", chosen);
  kn_let_number(t, "ABREAST", abreast);
  kn_let_number(t, "THENS",
                p->kind == KN_SCAN_THEN && line && s->n_red <= APART);
  kn_let_number(t, "VECTORS", kn_is_vectorisable(s->body));
  if (abreast && shortly)
    kn_let_arrays(t, "R", kn_fold_arrays(p->k, s, KN_PRIVATE, RUNS));
}

// Puts the kernel.
static void
put_kernel(kn_scan_pass *p) {
  kn_skeleton *t = kn_skeleton_new(p->k, p->s);
  kn_let_scan(t, p);
  let_ways(t, p);
  kn_let_number(t, "SIZE", group_size(p));
  kn_let_number(t, "RUNS", RUNS);
  kn_let_hole(t, "put_choice", put_choice, p);
  kn_let_hole(t, "put_then_group", put_then_group, p);
  kn_put_skeleton(t, "scan_cpu.skel", skeleton);
}

void
kn_scan_cpu(kn_scan_pass *p) {
  kn_fn *h = p->scan->host;
  put_kernel(p);
  bool body = p->kind == KN_SCAN_GROUPS || p->kind == KN_SCAN_THEN;
  kn_reg *items = body ? p->scan->n_groups
                       : kn_put_ceil_div(h, p->scan->m, IR_SCAN_GROUP, NULL);
  if (p->kind == KN_SCAN_TOP)
    items = kn_put_i64(h, 1); // also without values
  kn_put_scan_launch(p, items, group_size(p));
}
