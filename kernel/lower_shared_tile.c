// kernel/lower_shared_tile.c: loads that are the same in all work-items of
// a group go through shared memory.
//
//   for (j < n) { .. x[4 * j] .. x[4 * j + 3] .. }
// =>
//   for (t < (n + 63) / 64) {
//     left = min(n - 64 * t, 64)
//     barrier
//     for (r < 2) {
//       e = 128 * r + local
//       if (e < 4 * left) tile[e] = x[256 * t + e]
//     }
//     barrier
//     if (inside) for (q < left) {
//       j = 64 * t + q; .. tile[4 * q] .. tile[4 * q + 3] .. }
//   }
//
// Groups are of 128 work-items then, and those beyond the map's extent help to
// copy. Nothing is read that the loop would not read. Source: Nyland, Harris,
// Prins, Fast N-Body Simulation with CUDA (GPU Gems 3, 31.3).
#include "kernel/kernel_private.h"

enum {
  GROUP = 128,          // work-items
  STEPS = 64,           // iterations that one tile serves at most
  LEAST = 4,            // elements of an array that an iteration reads
  MAX_TILES = 8 * 1024, // bytes of a kernel's tiles: groups share a core
};

// An index in the loop: scale * j + offset + base.
typedef struct form {
  int64_t scale, offset;
  kn_reg *base; // the same for all work-items; or NULL
} form;

// One array that has a tile, from one base on.
typedef struct source {
  kn_buf *buf, *tile;
  form at;       // scale: elements an iteration takes; offset 0
  bool *is_read; // each of these
  kn_reg *begin; // of an iteration in the tile
} source;

typedef struct tiler {
  kn_fn *k;
  kn_block body;  // the kernel's, as it was
  kn_stmt *loop;  // in it
  map *defs;      // kn_reg* -> kn_stmt* that assigns it in body or loop
  map *unsettled; // kn_reg*: assigned more than once, or deeper
  VEC(source) sources;
  int64_t steps; // iterations of a tile
  int64_t bytes; // of the tiles of earlier loops
  kn_reg *inside, *local;
  kn_reg *more; // host: iterations that tiles add to a work-item's
} tiler;

// -- Conditions -------------------------------------------------------------

// Notes the assignments in "b"; those under control are no definitions.
static void
note_defs(tiler *z, const kn_block *b, bool at_top) {
  for (int i = 0; i < b->n; i++) {
    kn_stmt *s = b->at[i];
    if (s->dst && (!at_top || s->kind == KN_LOOP || map_has(z->defs, s->dst)))
      map_put(z->unsettled, s->dst, s);
    else if (s->dst)
      map_put(z->defs, s->dst, s);
    note_defs(z, &s->body[0], at_top && s == z->loop);
    note_defs(z, &s->body[1], false);
  }
}

// True for a register that has one value in all work-items of a launch.
static bool
is_uniform(const tiler *z, const kn_reg *r) {
  for (int i = 0; i < z->k->fn->params.n; i++)
    if (z->k->fn->params.at[i].reg == r)
      return true;
  return false;
}

// The form of "r" in the loop; false when it has none, or a number in it is too
// large.
static bool
form_of(const tiler *z, kn_reg *r, form *out) {
  const kn_stmt *def = map_get(z->defs, r);
  form x, y;
  *out = (form){0};
  if (r == z->loop->dst) {
    out->scale = 1;
    return true;
  }
  if (is_uniform(z, r)) {
    out->base = r;
    return true;
  }
  if (!def || map_has(z->unsettled, r))
    return false;
  if (def->kind == KN_CONST) {
    out->offset = (int64_t)def->bits;
    return true;
  }
  if (def->kind != KN_OP || (def->op != IR_OP_ADD && def->op != IR_OP_MUL) ||
      !form_of(z, def->args[0], &x) || !form_of(z, def->args[1], &y))
    return false;
  if (def->op == IR_OP_ADD) {
    out->base = x.base ? x.base : y.base;
    return (!x.base || !y.base) &&
           !__builtin_add_overflow(x.scale, y.scale, &out->scale) &&
           !__builtin_add_overflow(x.offset, y.offset, &out->offset);
  }
  if (x.scale || x.base) {
    form swap = x;
    x = y;
    y = swap;
  }
  return !x.scale && !x.base && !y.base &&
         !__builtin_mul_overflow(x.offset, y.scale, &out->scale) &&
         !__builtin_mul_overflow(x.offset, y.offset, &out->offset);
}

// The source that serves "load", new if need be; NULL: none can. *at is the
// form of its index.
static source *
source_of(tiler *z, const kn_stmt *load, form *at) {
  if (!form_of(z, load->args[0], at) || at->scale < LEAST ||
      at->scale > MAX_TILES || at->offset < 0 || at->offset >= at->scale ||
      load->buf->is_written)
    return NULL;
  for (int i = 0; i < z->sources.n; i++) {
    source *s = &z->sources.at[i];
    if (s->buf == load->buf && s->at.base == at->base)
      return s->at.scale == at->scale ? s : NULL;
  }
  source s = {.buf = load->buf,
              .at = {at->scale, 0, at->base},
              .is_read = NEW_ARRAY(z->k->low->arena, bool, at->scale)};
  vec_push(z->k->low->arena, &z->sources, s);
  return &z->sources.at[z->sources.n - 1];
}

// kn_test: "s" waits, writes an array, or reads one that is not private.
static bool
shares(const kn_stmt *s, const void *of) {
  (void)of;
  return s->kind == KN_BARRIER || s->kind == KN_STORE ||
         s->kind == KN_COMBINE ||
         (s->kind == KN_LOAD && s->buf->space != KN_PRIVATE);
}

// True when the loop reads every element of the iterations' runs.
static bool
reads_all(const tiler *z) {
  for (int i = 0; i < z->sources.n; i++)
    for (int64_t e = 0; e < z->sources.at[i].at.scale; e++)
      if (!z->sources.at[i].is_read[e])
        return false;
  return true;
}

// Decides on the steps of a tile; false when too few fit.
static bool
choose_steps(tiler *z) {
  int64_t bytes = 0, room = MAX_TILES - z->bytes;
  for (int i = 0; i < z->sources.n; i++)
    bytes +=
        z->sources.at[i].at.scale * ir_shared_size(z->sources.at[i].buf->elem);
  for (z->steps = STEPS; z->steps * bytes > room;)
    z->steps /= 2;
  return z->steps >= LEAST;
}

// True when all elements that z->loop reads are the same for all work-items and
// read in each iteration, in whole runs. Fills z->sources.
static bool
match_loop(tiler *z) {
  kn_stmt *s = z->loop;
  const kn_block *b = &s->body[0];
  z->defs = map_new(z->k->low->arena);
  z->unsettled = map_new(z->k->low->arena);
  z->sources.n = 0;
  if (s->kind != KN_LOOP || s->cond || !s->count || !s->dst ||
      !is_uniform(z, s->count))
    return false;
  note_defs(z, &z->k->entry, true);
  note_defs(z, &z->body, true);
  for (int i = 0; i < b->n; i++) {
    const kn_stmt *load = b->at[i];
    kn_block one = {.at = &b->at[i], .n = 1};
    form at;
    source *from = NULL;
    if (load->kind == KN_LOAD && load->buf->space == KN_GLOBAL
            ? !(from = source_of(z, load, &at))
            : kn_any(&one, shares, NULL))
      return false;
    if (from)
      from->is_read[at.offset] = true;
  }
  return z->sources.n && reads_all(z) && choose_steps(z);
}

// -- Building -----------------------------------------------------------------

// The tiles' loads of element "e", from "first" on of each array.
static void
put_copies(tiler *z, int64_t scale, kn_reg *e, kn_reg *first) {
  kn_fn *k = z->k;
  kn_reg *from = kn_put2(k, IR_OP_ADD, first, e, NULL);
  for (int i = 0; i < z->sources.n; i++) {
    source *s = &z->sources.at[i];
    if (s->at.scale != scale)
      continue;
    kn_reg *at =
        s->at.base ? kn_put2(k, IR_OP_ADD, s->at.base, from, NULL) : from;
    kn_put_store(k, s->tile, e, kn_put_load(k, s->buf, at, NULL));
  }
}

// How many elements of each tile one work-item copies at most.
static int64_t
rounds_of(const tiler *z, int64_t scale) {
  return (scale * z->steps + GROUP - 1) / GROUP;
}

// Fills the tiles of the arrays of which an iteration takes "scale" elements,
// from iteration "first" on.
static void
put_fill(tiler *z, int64_t scale, kn_reg *first, kn_reg *left) {
  kn_fn *k = z->k;
  kn_reg *end = kn_put2i(k, IR_OP_MUL, left, scale, NULL);
  kn_reg *from = kn_put2i(k, IR_OP_MUL, first, scale, NULL);
  kn_stmt *loop =
      kn_put_loop(k, kn_put_i64(k, rounds_of(z, scale)), false, "r");
  kn_block *outer = kn_enter(k, &loop->body[0]);
  kn_reg *e = kn_put2i(k, IR_OP_MUL, loop->dst, GROUP, NULL);
  e = kn_put2(k, IR_OP_ADD, e, z->local, "e");
  kn_stmt *some = kn_put_if(k, kn_put2(k, IR_OP_LT, e, end, NULL));
  kn_enter(k, &some->body[0]);
  put_copies(z, scale, e, from);
  kn_enter(k, outer);
}

// True for the first source of its scale.
static bool
is_first(const tiler *z, int i) {
  for (int j = 0; j < i; j++)
    if (z->sources.at[j].at.scale == z->sources.at[i].at.scale)
      return false;
  return true;
}

// Fills all tiles, those with one scale together.
static void
put_fills(tiler *z, kn_reg *first, kn_reg *left) {
  for (int i = 0; i < z->sources.n; i++)
    if (is_first(z, i))
      put_fill(z, z->sources.at[i].at.scale, first, left);
}

// Where in the tiles iteration "q" begins, once for each scale.
static void
put_begins(tiler *z, kn_reg *q) {
  for (int i = 0; i < z->sources.n; i++) {
    source *s = &z->sources.at[i];
    s->begin = NULL;
    for (int j = 0; j < i && !s->begin; j++)
      if (z->sources.at[j].at.scale == s->at.scale)
        s->begin = z->sources.at[j].begin;
    if (!s->begin)
      s->begin = kn_put2i(z->k, IR_OP_MUL, q, s->at.scale, NULL);
  }
}

// Makes a load read the tile instead of the array.
static void
redirect(tiler *z, kn_stmt *load) {
  form at;
  const source *from = source_of(z, load, &at);
  load->args[0] = at.offset
                      ? kn_put2i(z->k, IR_OP_ADD, from->begin, at.offset, NULL)
                      : from->begin;
  load->buf = from->tile;
  load->buf->is_read = true;
}

// The old loop's body over "left" iterations from "first" on, with tiles.
static void
put_body(tiler *z, kn_reg *first, kn_reg *left) {
  kn_fn *k = z->k;
  const kn_block *old = &z->loop->body[0];
  kn_stmt *loop = kn_put_loop(k, left, false, "q");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_put_copy(k, z->loop->dst, kn_put2(k, IR_OP_ADD, first, loop->dst, NULL));
  put_begins(z, loop->dst);
  for (int i = 0; i < old->n; i++) {
    kn_stmt *s = old->at[i];
    if (s->kind == KN_LOAD && s->buf->space == KN_GLOBAL)
      redirect(z, s);
    vec_push(k->low->arena, k->at, s);
  }
  kn_enter(k, back);
}

// Host: adds the iterations of tiles and copies, and the passes that leave the
// loops in a tile, to z->more.
static void
put_more(tiler *z) {
  kn_fn *h = z->k->host;
  kn_reg *n = NULL;
  int64_t each = 2;
  for (int i = 0; i < z->sources.n; i++)
    if (is_first(z, i))
      each += rounds_of(z, z->sources.at[i].at.scale) + 1;
  for (int i = 0; i < z->k->args.n; i++)
    if (z->k->fn->params.at[i].reg == z->loop->count)
      n = z->k->args.at[i].reg;
  n = kn_put2i(h, IR_OP_MAX, n, 0, NULL);
  n = kn_put_ceil_div(h, n, z->steps, NULL);
  n = kn_put2i(h, IR_OP_MUL, n, each, NULL);
  z->more = z->more ? kn_put2(h, IR_OP_ADD, z->more, n, NULL) : n;
}

// The loop in tiles.
static void
put_tiles(tiler *z) {
  kn_fn *k = z->k;
  kn_reg *steps = kn_put_i64(k, z->steps);
  kn_reg *n = z->loop->count;
  for (int i = 0; i < z->sources.n; i++) {
    source *s = &z->sources.at[i];
    s->tile = kn_buf_new(k->low->arena, k->fn, s->buf->elem, KN_SHARED,
                         s->at.scale * z->steps, s->buf->name);
    z->bytes += s->at.scale * z->steps * ir_shared_size(s->buf->elem);
  }
  kn_reg *tiles = kn_put_ceil_div(k, n, z->steps, "tiles");
  kn_stmt *loop = kn_put_loop(k, tiles, false, "t");
  kn_block *back = kn_enter(k, &loop->body[0]);
  kn_reg *first = kn_put2(k, IR_OP_MUL, loop->dst, steps, "first");
  kn_reg *left = kn_put2(k, IR_OP_SUB, n, first, NULL);
  left = kn_put2(k, IR_OP_MIN, left, steps, "left");
  kn_put(k, KN_BARRIER);
  put_fills(z, first, left);
  kn_put(k, KN_BARRIER);
  kn_enter(k, &kn_put_if(k, z->inside)->body[0]);
  put_body(z, first, left);
  kn_enter(k, back);
}

// Whether some loop at the top of the body can have tiles.
static bool
match_body(tiler *z) {
  for (int i = 0; i < z->body.n; i++) {
    z->loop = z->body.at[i];
    if (match_loop(z))
      return true;
  }
  return false;
}

kn_reg *
kn_put_shared_tile(kn_fn *k, kn_reg *item, const ir_soac *s) {
  tiler z = {.k = k, .body = k->fn->body};
  if (!match_body(&z))
    return NULL;
  k->fn->local[0] = GROUP;
  k->fn->local[1] = k->fn->local[2] = 1;
  k->fn->body = (kn_block){0};
  z.local = kn_put_builtin(k, KN_LOCAL_X, "local");
  z.inside = kn_put2(k, IR_OP_LT, item, kn_scalar(k, s->extents[0]), "inside");
  kn_block *part = NULL;
  for (int i = 0; i < z.body.n; i++) {
    z.loop = z.body.at[i];
    if (match_loop(&z)) {
      put_tiles(&z);
      put_more(&z);
      part = NULL;
    } else {
      if (!part)
        part = &kn_put_if(k, z.inside)->body[0];
      vec_push(k->low->arena, part, z.loop);
    }
  }
  return z.more;
}
