// Arrays of pointers in a copy of a structure are no rows, nor stored; nor are
// they copied to memory.
// RUN: %clang -fsyntax-only -Xclang -verify %s
struct node {
  int *next[2];
  int value[2];
} kept;
void f(int n, int *x, struct node *to, const struct node *a) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    struct node v = a[i];
    x[i] = v.next[1][i]; // expected-warning{{'v.next' is an address loaded from memory that changes in the loop}}
  }
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    struct node v = a[i];
    to[i] = v; // expected-warning{{the address 'to[i]' is stored in memory}}
  }
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    kept = a[i]; // expected-warning{{the address 'kept' is stored in memory}}
    x[i] = kept.value[0];
  }
}
