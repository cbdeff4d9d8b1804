// What was refused is not refused again for being compared.
// RUN: %clang -fsyntax-only -Xclang -verify %s
typedef struct node {
  struct node *next;
  float w;
} node;
node *follow(node *);
void
f(int n, float *y, node *o)
{
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    node *p = follow(o); // expected-warning{{call to 'follow'}}
    if (p != 0 && p < o)
      y[i] = 1;
  }
}
