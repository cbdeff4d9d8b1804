// Where the numbers that rand gives decide how many are taken, or the loop sets
// the generator's state.
// RUN: %clang -O1 -c %s -o /dev/null -Xclang -verify
#include <stdlib.h>
void again(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    if (rand() % 2) // expected-warning{{'calls of rand' counts, and memory is touched at it otherwise than by appending}}
      x[i] = rand();
}
void reject(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    int u;
    do
      u = rand(); // expected-warning{{which elements of 'numbers of rand' it touches is not known before it runs}}
    while (u >= 1000000);
    x[i] = u;
  }
}
int stride(int n) {
  int i = 0, s = 0;
#pragma loft // expected-note{{by this pragma}}
  while (i < n) {
    i += rand() % 3 + 1; // expected-warning{{which elements of 'numbers of rand' it touches is not known before it runs}}
    s += i;
  }
  return s;
}
void shuffle(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = n - 1; i > 0; i--) {
    int j = rand() % (i + 1), t = x[i]; // expected-note{{it is read here}}
    x[i] = x[j];
    x[j] = t; // expected-warning{{an iteration may read what an earlier one wrote in 'x': a recurrence}}
  }
}
void seeded(int n, int *x) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    srand((unsigned)i); // expected-warning{{call to 'srand', a library function}}
    x[i] = rand();
  }
}
