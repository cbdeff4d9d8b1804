// A pointer in memory that a loop moves is a value that the loop carries, from
// the start of the array that it points into.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=lower 2>&1 | FileCheck %s
typedef struct sink {
  int *next;
} sink;

// CHECK-LABEL: func @f(
// CHECK-SAME:  %n: i32, %x: []i32 {read}, %s_next: []i32 {write}) -> ([]i32, i64)
// CHECK:       loop (%i < {{.*}}) (%s_next3 = %s_next, %s_next4 = %c)
// CHECK:       %add: i64 = add %s_next4, %c1
// CHECK:       update %s_next3, %s_next4
void
f(int n, const int *x, sink *s)
{
#pragma loft
  for (int i = 0; i < n; i++)
    *s->next++ = x[i];
}

static inline void
put(int **to, int v)
{
  *(*to)++ = v;
}

// CHECK-LABEL: func @variable(
// CHECK-SAME:  %n: i32, %to: []i32 {write}, %x: []i32 {read}) -> ([]i32, i64)
int *
variable(int n, const int *x, int *to)
{
#pragma loft
  for (int i = 0; i < n; i++)
    put(&to, x[i]);
  return to;
}
