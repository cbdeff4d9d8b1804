// A pointer that is set to places of an array behind a pointer in memory is a
// place in it: at the distance of both addresses, which are read where the loop
// runs. What may be null has a flag, where that is asked.
// RUN: %clang -fplugin-arg-loft-emit=lower -fsyntax-only %s 2>&1 | FileCheck %s
typedef struct {
  double key;
  int v;
} node;
struct list {
  node *first;
  int n;
};

// CHECK-LABEL: func @least(
// CHECK-SAME: %l_first: []f64 {read}, %address_best: i64, %address_l_first: []u32 {read}
// CHECK: %[[RUNS:.*]]: bool = gt %
// CHECK: %[[BYTES:.*]]: i64 = if %[[RUNS]] {
// CHECK: index %address_l_first
// CHECK: %[[START:.*]]: i64 = div %[[BYTES]], %
// CHECK: %[[BEST:.*]]: i64 = loop ({{.*}}) (%{{.*}} = %[[START]]) {
// CHECK: %[[SAME:.*]]: bool = eq %[[BEST]], %[[START]]
// CHECK: const -9223372036854775808
// CHECK: %[[OFF:.*]]: i64 = select %[[SAME]], %
// CHECK: return %l_first, %[[OFF]]
node *least(struct list *l, int n, node *best) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (l->first[i].key < best->key)
      best = &l->first[i];
  return best;
}

// CHECK-LABEL: func @or_null(
// CHECK: %best_is_set: bool, %best: i64 = loop
int or_null(node *p, int n) {
  node *best = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (!best || p[i].key < best->key)
      best = &p[i];
  return best ? best->v : 0;
}

// Of several arrays it may point into none is taken.
// CHECK: 'best' {{.*}} [LOFT157]
node *several(node *p, node *q, int n) {
  node *best = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    if (p[i].v)
      best = &p[i];
    else if (q[i].v)
      best = &q[i];
  return best;
}
