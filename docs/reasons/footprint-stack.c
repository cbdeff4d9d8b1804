// The elements of a stack are taken one by one, since each of them puts others
// in front of the rest. Those of a queue are taken at once, and the same ones
// are marked in the end.
void f(int sp, int *stack, char *seen, const int *first, const int *to) {
#pragma loft
  while (sp > 0) {
    int v = stack[--sp];
    for (int e = first[v]; e < first[v + 1]; e++)
      if (!seen[to[e]]) {
        seen[to[e]] = 1;
        stack[sp++] = to[e];
      }
  }
}
// -- instead
void f(int tail, int *queue, char *seen, const int *first, const int *to) {
  int head = 0;
#pragma loft
  while (head < tail) {
    int v = queue[head++];
    for (int e = first[v]; e < first[v + 1]; e++)
      if (!seen[to[e]]) {
        seen[to[e]] = 1;
        queue[tail++] = to[e];
      }
  }
}
