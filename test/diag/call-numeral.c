// Texts that the loop itself writes, or goes through, cannot be looked at before
// it; what is named is the function that the program calls.
// COVERS: CALL_NUMERAL
// RUN: %clang -O2 -c %s -o /dev/null -Xclang -verify
#include <stdlib.h>
void written(int n, char *s) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    int x = atoi(s + i * 16); // expected-warning{{what text 'atoi' reads depends on what the loop itself computes; read the numbers in a loop of its own before this one, at places that are known before it, and keep them in an array [LOFT178]}}
    s[i * 16 + 15] = (char)x;
  }
}
long walked(int n, char *const *s) {
  long sum = 0;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    for (const char *p = s[i]; *p; p++)
      if (*p == ',')
        sum += strtol(p + 1, NULL, 10); // expected-warning{{what text 'strtol' reads}}
  return sum;
}
