// analysis/values.c: tables of values by the computations that give them.
//
// A table has the latest value of each computation: in a walk or a build in
// program order, a value of a region that was left is never visible again.
#include "analysis/analysis.h"

typedef struct entry {
  an_key key;
  ir_val *val; // NULL: an empty slot
} entry;

struct an_values {
  arena *a;
  entry *slots;        // probed linearly, at most half full
  uint32_t n_slots, n; // n_slots: a power of two, or 0 before the first entry
};

an_values *
an_values_new(arena *a) {
  an_values *t = NEW(a, an_values);
  t->a = a;
  return t;
}

an_key
an_key_of(ir_opcode code, ir_scalar elem, ir_bits bits, int n,
          ir_val *const *ins) {
  bool swap = n == 2 && (ir_op_table[code].flags & IR_F_COMM) &&
              !ir_is_float(ins[0]->type.elem) &&
              (uintptr_t)ins[1] < (uintptr_t)ins[0];
  an_key k = {.code = code, .elem = elem, .bits = bits};
  for (int i = 0; i < n; i++)
    k.ins[i] = ins[swap ? n - 1 - i : i];
  return k;
}

// "h" with "x" mixed in.
static uint64_t
mix(uint64_t h, uint64_t x) {
  h = (h ^ x) * 0x9e3779b97f4a7c15ULL;
  return h ^ (h >> 32);
}

// The hash of "k".
static uint32_t
hash(const an_key *k) {
  uint64_t h = mix((uint64_t)k->code * 64 + k->elem, (uint64_t)k->bits);
  h = mix(h, (uint64_t)(k->bits >> 64));
  for (int i = 0; i < AN_KEY_INS; i++)
    h = mix(h, (uintptr_t)k->ins[i]);
  return (uint32_t)h;
}

// True when "x" and "y" are the same key.
static bool
is_key(const an_key *x, const an_key *y) {
  bool same = x->code == y->code && x->elem == y->elem && x->bits == y->bits;
  for (int i = 0; same && i < AN_KEY_INS; i++)
    same = x->ins[i] == y->ins[i];
  return same;
}

// The slot of "t" where "k" is, or the empty one where it would go; there must
// be slots.
static entry *
find_slot(const an_values *t, const an_key *k) {
  uint32_t i = hash(k) & (t->n_slots - 1);
  while (t->slots[i].val && !is_key(&t->slots[i].key, k))
    i = (i + 1) & (t->n_slots - 1);
  return &t->slots[i];
}

// Doubles the slots and places all entries again.
static void
grow(an_values *t) {
  an_values old = *t;
  t->n_slots = old.n_slots ? old.n_slots * 2 : 16;
  t->slots = NEW_ARRAY(t->a, entry, t->n_slots);
  for (uint32_t i = 0; i < old.n_slots; i++)
    if (old.slots[i].val)
      *find_slot(t, &old.slots[i].key) = old.slots[i];
}

ir_val *
an_values_find(const an_values *t, an_key k, const ir_region *r) {
  ir_val *v = t->n_slots ? find_slot(t, &k)->val : NULL;
  while (v && r && r != v->def->parent)
    r = r->parent_op ? r->parent_op->parent : NULL;
  return r ? v : NULL;
}

void
an_values_put(an_values *t, an_key k, ir_val *v) {
  if ((t->n + 1) * 2 > t->n_slots)
    grow(t);
  entry *e = find_slot(t, &k);
  t->n += !e->val;
  *e = (entry){k, v};
}
