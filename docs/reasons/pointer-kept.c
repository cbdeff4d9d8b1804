// An address in memory may be moved along its array, as *s->next++ does: it is
// stored back behind the loop. Where another one takes its place, others may
// read that while the loop runs, by another name; nobody can see a local
// pointer, and buffers that such ones swap are lifted.
void f(int n, int steps, float **now, float **next) {
#pragma loft
  for (int k = 0; k < steps; k++) {
    for (int i = 1; i < n - 1; i++)
      (*next)[i] = 0.5f * ((*now)[i - 1] + (*now)[i + 1]);
    float *tmp = *now;
    *now = *next;
    *next = tmp;
  }
}
// -- instead
void f(int n, int steps, float **now, float **next) {
  float *a = *now, *b = *next;
#pragma loft
  for (int k = 0; k < steps; k++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5f * (a[i - 1] + a[i + 1]);
    float *tmp = a;
    a = b;
    b = tmp;
  }
  *now = a;
  *next = b;
}
