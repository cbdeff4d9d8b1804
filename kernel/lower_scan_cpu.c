// kernel/lower_scan_cpu.c: the fixed scan on CPU threads, tile by tile, so that
// its values are in the caches when they are read a second time:
//
//   groups  body -> the folds of the tile's groups
//   prefix  these become the running values of all groups so far, one by one,
//           by the state of levels (scan_prefix.skel)
//   then    body again -> running values -> the second region
//
// One thread runs all groups in turn instead, where their folds stand apart:
//
//   line    body -> folds -> running values -> the second region
//
// A reduction has one tile, and no "then". The kernels are scan_cpu.skel and
// scan_prefix.skel; here are their numbers and holes.
#include "kernel/lower_scan_private.h"

static const char skeleton[] = {
#include "scan_cpu_text.h" // made of scan_cpu.skel by CMakeLists.txt
    0};

static const char prefix_skeleton[] = {
#include "scan_prefix_text.h" // made of scan_prefix.skel by CMakeLists.txt
    0};

enum {
  RUNS = IR_SCAN_GROUP / IR_SCAN_RUN,
  STATE = 10 // elements of each array S
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

// Gives names to what scan_prefix.skel needs, with "state", and puts it.
static void
put_prefix(kn_skeleton *t, kn_scan_pass *p, kn_buf **state) {
  kn_let_number(t, "GROUP", IR_SCAN_GROUP);
  kn_let_reg(t, "groups", kn_capture_reg(p->k, p->scan->n_groups));
  kn_let_arrays(t, "S", state);
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
    put_prefix(t, p, kn_fold_arrays(p->k, p->s, KN_PRIVATE, STATE));
  kn_put_skeleton(t, "scan_cpu.skel", skeleton);
}

// -- Launches -----------------------------------------------------------------
// GROUPS or THEN, over "items" groups.
static void
put_pass(kn_scan *scan, kn_scan_kind kind, kn_reg *items) {
  kn_scan_pass *p = kn_scan_pass_new(scan, kind);
  put_kernel(p);
  kn_put_scan_launch(p, items, kn_scan_group(scan));
}

// PREFIX of a tile.
static void
put_tile_prefix(kn_scan *scan) {
  kn_fn *h = scan->host;
  kn_scan_pass *p = kn_scan_pass_new(scan, KN_SCAN_PREFIX);
  kn_skeleton *t = kn_skeleton_new(p->k, p->s);
  kn_let_scan(t, p);
  kn_let_number(t, "SHORT", is_brief(p->s));
  put_prefix(t, p, kn_capture_bufs(p->k, scan->state, p->s->n_red));
  kn_let_reg(t, "size", kn_capture_reg(p->k, scan->tile));
  kn_put_part(t, "tile");
  kn_finish(p->k);
  kn_put_launch(p->k, (kn_reg *[3]){kn_put_i64(h, 1)}, kn_put_i64(h, -1),
                scan->tile);
}

// LINE.
static void
put_line(kn_scan *scan) {
  kn_fn *h = scan->host;
  kn_scan_pass *p = kn_scan_pass_new(scan, KN_SCAN_LINE);
  put_kernel(p);
  kn_finish(p->k);
  kn_put_launch(p->k, (kn_reg *[3]){kn_put_i64(h, 1)}, kn_put_i64(h, -1),
                kn_put2(h, IR_OP_MUL, scan->n, kn_put_scan_work(scan), NULL));
}

// -- The host -----------------------------------------------------------------
kn_reg *
kn_put_tile_room(kn_scan *scan) {
  enum {
    EACH = 1024, // groups a thread has of a tile: 1 MiB of f32
    MOST = 64    // tiles, whose launches wait in memory
  };
  kn_fn *h = scan->host;
  scan->n_groups = kn_put_ceil_div(h, scan->n, kn_scan_group(scan), "n_groups");
  scan->tile = scan->n_groups;
  if (scan->s.then) {
    scan->threads = kn_put_scan_threads(scan);
    kn_reg *cached = kn_put2i(h, IR_OP_MUL, scan->threads, EACH, NULL);
    kn_reg *least = kn_put_ceil_div(h, scan->n_groups, MOST, NULL);
    scan->tile = kn_put2(h, IR_OP_MAX, cached, least, NULL);
    scan->tile = kn_put2(h, IR_OP_MIN, scan->tile, scan->n_groups, "tile");
  }
  return kn_put2i(h, IR_OP_ADD, scan->tile, 1, NULL);
}

// first = 0; do { groups, prefix, then; first += tile } while (first < groups)
static void
put_tiles(kn_scan *scan) {
  kn_fn *h = scan->host;
  scan->first = kn_put_variable(h, kn_put_i64(h, 0), "first");
  kn_stmt *loop =
      kn_put_while(h, kn_put2i(h, IR_OP_EQ, scan->first, 0, "more"));
  kn_block *back = kn_enter(h, &loop->body[0]);
  kn_reg *rest = kn_put2(h, IR_OP_SUB, scan->n_groups, scan->first, NULL);
  kn_reg *items = kn_put2(h, IR_OP_MIN, rest, scan->tile, "items");
  put_pass(scan, KN_SCAN_GROUPS, items);
  put_tile_prefix(scan);
  if (scan->s.then)
    put_pass(scan, KN_SCAN_THEN, items);
  kn_put_increase(h, scan->first, scan->tile);
  kn_put_copy(h, loop->cond,
              kn_put2(h, IR_OP_LT, scan->first, scan->n_groups, NULL));
  kn_enter(h, back);
}

// Arrays for the state of levels.
static void
init_state(kn_scan *scan) {
  kn_fn *h = scan->host;
  scan->state = NEW_ARRAY(h->low->arena, kn_buf *, scan->s.n_red);
  for (int k = 0; k < scan->s.n_red; k++)
    scan->state[k] = kn_put_alloc(h, kn_red_type(&scan->s, k),
                                  kn_put_i64(h, STATE), "state");
}

void
kn_put_tiles(kn_scan *scan) {
  kn_fn *h = scan->host;
  kn_block *back = h->at;
  if (stands_apart(&scan->s)) {
    kn_stmt *one =
        kn_put_if(h, kn_put2i(h, IR_OP_LE, scan->threads, 1, "alone"));
    kn_enter(h, &one->body[0]);
    put_line(scan);
    kn_enter(h, &one->body[1]);
  }
  init_state(scan);
  put_tiles(scan);
  for (int k = 0; k < scan->s.n_red; k++)
    kn_put_free(h, scan->state[k]);
  kn_enter(h, back);
}
