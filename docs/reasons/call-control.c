// The function jumps elsewhere, or waits for other threads: iterations at the
// same time would wait for each other.
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int f(int n, const int *x) {
  int s = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    pthread_mutex_lock(&lock);
    s += x[i];
    pthread_mutex_unlock(&lock);
  }
  return s;
}
// -- instead
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int f(int n, const int *x) {
  int s = 0;
  pthread_mutex_lock(&lock);
#pragma loft
  for (int i = 0; i < n; i++)
    s += x[i];
  pthread_mutex_unlock(&lock);
  return s;
}
