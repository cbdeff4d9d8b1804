// Whether the pointer to a row is null is asked of the pointer as data: the two
// halves of it, among the fields of its structure or in an array.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=lower 2>&1 | FileCheck %s
// RUN: %clang -fsyntax-only -Xclang -verify %s
struct row {
  float *p;
  float w;
};

// CHECK-LABEL: func @fields(
// CHECK-SAME:  %t: []u32 {read}
// CHECK:       loop
// CHECK:       %[[UNIT:.*]]: i64 = const 4
// CHECK-NEXT:  %[[AT:.*]]: i64 = mul %i, %[[UNIT]]
// CHECK-NEXT:  %[[LOW:.*]]: u32 = index %t, %[[AT]]
// CHECK-NEXT:  %[[NEXT:.*]]: i64 = add %[[AT]], %c{{$}}
// CHECK-NEXT:  %[[HIGH:.*]]: u32 = index %t, %[[NEXT]]
// CHECK-NEXT:  %[[ALL:.*]]: u32 = or %[[LOW]], %[[HIGH]]
// CHECK:       %[[SET:.*]]: bool = ne %[[ALL]],
// CHECK:       if %[[SET]] {
// CHECK-NEXT:  {{.*}} = index %t_p,
void fields(int n, const struct row *t, float *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (t[i].p)
      y[i] = t[i].p[0];
}

// CHECK-LABEL: func @array(
// CHECK-SAME:  %address_t: []u32 {read}
// CHECK:       %[[UNIT:.*]]: i64 = const 2
// CHECK-NEXT:  %[[AT:.*]]: i64 = mul %i, %[[UNIT]]
// CHECK-NEXT:  {{.*}} = index %address_t, %[[AT]]
void array(int n, float **t, float *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (t[i])
      y[i] = t[i][0];
}

// The table is as any other pointer.
// CHECK-LABEL: func @table(
// CHECK-SAME:  %address_t: bool
void table(int n, float **t, float *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = t ? t[i][0] : 2;
}

// Which pointer it is, or that it is one in memory, is not seen here.
void chosen(int n, float **t, float *y) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    float *p = y[i] > 0 ? t[i] : t[0];
    if (p) // expected-warning{{LOFT130}}
      y[i] = p[0];
  }
}

void second(int n, float ***t, float *y) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    if (t[1][i]) // expected-warning{{LOFT130}}
      y[i] = t[1][i][0];
}
