// test/unit/unit_base.c: arena, vectors, maps, string builder, diagnostics.
#include "base/base.h"

#include "unit.h"

// Memory is zeroed and aligned, big and small, and keeps what is written.
static void
test_arena(void) {
  arena *a = arena_create();
  unsigned char *seen[300];
  for (int k = 0; k < 300; k++) {
    size_t size = (size_t)k * (size_t)k;
    seen[k] = arena_alloc(a, size);
    CHECK((uintptr_t)seen[k] % 16 == 0);
    for (size_t i = 0; i < size; i++)
      CHECK(seen[k][i] == 0);
    memset(seen[k], k & 255, size);
  }
  for (int k = 1; k < 300; k++)
    CHECK(seen[k][0] == (k & 255) && seen[k][k * k - 1] == (k & 255));
  CHECK(strcmp(arena_strndup(a, "abcdef", 3), "abc") == 0);
  CHECK(strcmp(arena_strdup(a, ""), "") == 0);
  CHECK(strcmp(arena_printf(a, "%d-%s", 7, "x"), "7-x") == 0);
  arena_destroy(a);
  arena_destroy(NULL);
}

// A vector grows, keeps its elements, and new room is zero.
static void
test_vec(void) {
  arena *a = arena_create();
  VEC(int) v = {0};
  for (int k = 0; k < 1000; k++)
    vec_push(a, &v, k);
  CHECK(v.n == 1000 && v.cap >= 1000 && vec_last(&v) == 999);
  for (int k = 0; k < 1000; k++)
    CHECK(v.at[k] == k);
  for (int k = v.n; k < v.cap; k++)
    CHECK(v.at[k] == 0);
  arena_destroy(a);
}

// Pointer maps: present, absent, NULL values, replaced, in insertion order.
static void
test_map(void) {
  arena *a = arena_create();
  static int keys[5000];
  map *m = map_new(a);
  CHECK(!map_get(m, keys) && !map_has(m, keys) && map_count(m) == 0);
  for (int k = 4999; k >= 0; k--)
    map_put(m, &keys[k], k ? &keys[k] : NULL);
  map_put(m, &keys[7], &keys[8]);
  CHECK(map_count(m) == 5000);
  CHECK(map_get(m, &keys[7]) == &keys[8] && map_get(m, &keys[9]) == &keys[9]);
  CHECK(map_has(m, &keys[0]) && !map_get(m, &keys[0]));
  const void *key;
  void *value;
  map_at(m, 0, &key, &value);
  CHECK(key == &keys[4999] && value == &keys[4999]);
  map *copy = map_copy(a, m);
  map_put(copy, &keys[1], NULL);
  map_at(copy, 0, &key, &value);
  CHECK(map_count(copy) == 5000 && key == &keys[4999]);
  CHECK(!map_get(copy, &keys[1]) && map_get(m, &keys[1]) == &keys[1]);
  arena_destroy(a);
}

// String maps copy their keys.
static void
test_smap(void) {
  arena *a = arena_create();
  smap *m = smap_new(a);
  char name[16];
  for (intptr_t k = 0; k < 2000; k++) {
    snprintf(name, sizeof name, "k%d", (int)k);
    smap_put(m, name, (void *)(k + 1));
  }
  CHECK(smap_count(m) == 2000 && !smap_has(m, "k2000") && !smap_get(m, ""));
  CHECK(smap_get(m, "k0") == (void *)1 && smap_get(m, "k1999") == (void *)2000);
  const char *key;
  void *value;
  smap_at(m, 17, &key, &value);
  CHECK(strcmp(key, "k17") == 0 && value == (void *)18);
  arena_destroy(a);
}

// Text of any length, and none.
static void
test_sb(void) {
  arena *a = arena_create();
  sb s;
  sb_init(&s, a);
  CHECK(strcmp(sb_str(&s), "") == 0);
  for (int k = 0; k < 1000; k++)
    sb_printf(&s, "%d,", k);
  sb_printf(&s, "%0500d", 1);
  CHECK(s.n == 10 * 2 + 90 * 3 + 900 * 4 + 500 && strlen(s.at) == (size_t)s.n);
  arena_destroy(a);
}

// diag_fn: keeps what was reported.
static void
keep(void *user, diag_level level, loft_loc loc, const char *id,
     const char *message) {
  snprintf(user, 100, "%d %d %s %s", level, loc.line, id, message);
}

// Errors are counted, warnings are not; the id goes behind the first line.
static void
test_diag(void) {
  char text[200] = "";
  loft_cx cx = {.arena = arena_create(), .diag = keep, .diag_user = text};
  loft_loc loc = {.file = "a.c", .line = 3, .col = 5};
  diag_report(&cx, DIAG_WARNING, loc, "LOFT001", "%s", "w");
  CHECK(cx.n_errors == 0 && strcmp(text, "2 3 LOFT001 w") == 0);
  diag_report(&cx, DIAG_ERROR, loc, NULL, "e");
  diag_report(&cx, DIAG_INTERNAL, loc, NULL, "i");
  CHECK(cx.n_errors == 2);
  FILE *out = fmemopen(text, sizeof text, "w");
  diag_to_file(out, DIAG_WARNING, loc, "LOFT001", "one\n  two");
  diag_to_file(out, DIAG_REMARK, (loft_loc){0}, NULL, "three");
  fclose(out);
  CHECK(strcmp(text, "a.c:3:5: warning: one [LOFT001]\n  two\n"
                     "loft: remark: three\n") == 0);
  arena_destroy(cx.arena);
}

int
main(void) {
  test_arena();
  test_vec();
  test_map();
  test_smap();
  test_sb();
  test_diag();
  return 0;
}
