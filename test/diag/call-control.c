// A call that meets other threads, and one that does not return where the loop
// decides; the names are those that the program writes.
// COVERS: CALL_CONTROL CALL_TRAP
// RUN: %clang -fsyntax-only -Xclang -verify %s
#include <assert.h>
#include <pthread.h>
void abort(void);
void locked(int n, int *x, pthread_mutex_t *m) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    pthread_mutex_lock(m); // expected-warning{{call to 'pthread_mutex_lock' jumps elsewhere or meets other threads; call it before or after the loop [LOFT047]}}
    x[i]++;
  }
}
void ended(int n, int *x, const int *k) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    if (x[k[i]] < 0)
      abort(); // expected-warning{{whether 'abort' is reached depends on what the loop itself computes; keep in a variable whether it is, and look at that after the loop [LOFT159]}}
    else
      x[k[i]]++;
}
void checked(int n, int *x, const int *k) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    assert(x[k[i]] > 0); // expected-warning{{whether 'assert' is reached}}
    x[k[i]]--;
  }
}
