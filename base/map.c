// base/map.c: hash maps over pointers and over strings.
//
// Entries lie in a vector in insertion order; the hash table holds positions
// in it (0: empty, k: entry k-1), probed linearly, at most half full. Nothing
// is ever removed. Both kinds share the table; they differ in hash and
// equality.
#include "base/base.h"

typedef struct entry {
  const void *key;
  void *value;
} entry;

typedef struct table {
  arena *arena;
  bool strings;
  VEC(entry) entries;
  int *slots;
  uint32_t n_slots; // a power of two, or 0 before the first put
} table;

struct map {
  table t;
};
struct smap {
  table t;
};

// Finaliser of MurmurHash3: spreads pointers, whose low bits are alike.
static uint32_t
hash_pointer(const void *p) {
  uint64_t h = (uintptr_t)p;
  h = (h ^ (h >> 33)) * 0xff51afd7ed558ccdULL;
  h = (h ^ (h >> 33)) * 0xc4ceb9fe1a85ec53ULL;
  return (uint32_t)(h ^ (h >> 33));
}

// FNV-1a.
static uint32_t
hash_string(const char *s) {
  uint32_t h = 2166136261u;
  for (; *s; s++)
    h = (h ^ (unsigned char)*s) * 16777619u;
  return h ^ (h >> 15);
}

// The hash of "key", as the kind of "t" says.
static uint32_t
hash_key(const table *t, const void *key) {
  return t->strings ? hash_string(key) : hash_pointer(key);
}

// True when "x" and "y" are the same key of "t".
static bool
key_eq(const table *t, const void *x, const void *y) {
  return x == y || (t->strings && strcmp(x, y) == 0);
}

// The slot where "key" is, or the empty one where it would go; the table must
// have slots.
static int *
find_slot(const table *t, const void *key) {
  uint32_t i = hash_key(t, key) & (t->n_slots - 1);
  while (t->slots[i] && !key_eq(t, t->entries.at[t->slots[i] - 1].key, key))
    i = (i + 1) & (t->n_slots - 1);
  return &t->slots[i];
}

// The entry of "key", or NULL.
static entry *
find_entry(const table *t, const void *key) {
  if (!t->n_slots)
    return NULL;
  int slot = *find_slot(t, key);
  return slot ? &t->entries.at[slot - 1] : NULL;
}

// Doubles the slots and places all entries again.
static void
grow_slots(table *t) {
  t->n_slots = t->n_slots ? t->n_slots * 2 : 16;
  t->slots = NEW_ARRAY(t->arena, int, t->n_slots);
  for (int i = 0; i < t->entries.n; i++)
    *find_slot(t, t->entries.at[i].key) = i + 1;
}

// Stores "value" under "key"; a new string key is copied.
static void
table_put(table *t, const void *key, void *value) {
  entry *e = find_entry(t, key);
  if (e) {
    e->value = value;
    return;
  }
  if ((uint32_t)(t->entries.n + 1) * 2 > t->n_slots)
    grow_slots(t);
  if (t->strings)
    key = arena_strdup(t->arena, key);
  entry added = {key, value};
  vec_push(t->arena, &t->entries, added);
  *find_slot(t, key) = t->entries.n;
}

map *
map_new(arena *a) {
  map *m = NEW(a, map);
  m->t.arena = a;
  return m;
}

void *
map_get(const map *m, const void *key) {
  entry *e = find_entry(&m->t, key);
  return e ? e->value : NULL;
}

bool
map_has(const map *m, const void *key) {
  return find_entry(&m->t, key) != NULL;
}

void
map_put(map *m, const void *key, void *value) {
  table_put(&m->t, key, value);
}

int
map_count(const map *m) {
  return m->t.entries.n;
}

void
map_at(const map *m, int i, const void **key, void **value) {
  *key = m->t.entries.at[i].key;
  *value = m->t.entries.at[i].value;
}

map *
map_copy(arena *a, const map *m) {
  map *c = map_new(a);
  for (int i = 0; i < m->t.entries.n; i++)
    map_put(c, m->t.entries.at[i].key, m->t.entries.at[i].value);
  return c;
}

smap *
smap_new(arena *a) {
  smap *m = NEW(a, smap);
  m->t.arena = a;
  m->t.strings = true;
  return m;
}

void *
smap_get(const smap *m, const char *key) {
  entry *e = find_entry(&m->t, key);
  return e ? e->value : NULL;
}

bool
smap_has(const smap *m, const char *key) {
  return find_entry(&m->t, key) != NULL;
}

void
smap_put(smap *m, const char *key, void *value) {
  table_put(&m->t, key, value);
}

int
smap_count(const smap *m) {
  return m->t.entries.n;
}

void
smap_at(const smap *m, int i, const char **key, void **value) {
  *key = m->t.entries.at[i].key;
  *value = m->t.entries.at[i].value;
}
