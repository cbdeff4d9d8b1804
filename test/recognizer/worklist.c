// A loop that takes elements from a list that it appends to is one over rounds,
// of what the rounds before appended.
// COVERS: shape-worklist
// RUN: %clang -O2 -c %s -o %t.o -fplugin-arg-loft-remarks 2>&1 | FileCheck %s

// CHECK: worklist.c:[[@LINE+5]]:3: remark: lifted to loop of (map
int bfs(int tail, int *restrict q, const int *restrict ptr,
        const int *restrict to, int *restrict d) {
  int head = 0;
#pragma loft
  while (head < tail) {
    int v = q[head++];
    for (int e = ptr[v]; e < ptr[v + 1]; e++)
      if (d[to[e]] < 0) {
        d[to[e]] = d[v] + 1;
        q[tail++] = to[e];
      }
  }
  return tail;
}

// Nothing says how much is appended.
// CHECK: worklist.c:[[@LINE+4]]:9: warning: loop stays as it is: which elements of 'q' it touches
int free_growth(int tail, int *restrict q, const int *restrict ptr,
                const int *restrict to) {
  int head = 0;
#pragma loft
  while (head < tail) {
    int v = q[head++];
    for (int e = ptr[v]; e < ptr[v + 1]; e++)
      if (to[e] & 1)
        q[tail++] = to[e];
  }
  return tail;
}

// Some nodes are shut.
// CHECK: worklist.c:[[@LINE+6]]:3: remark: lifted to loop of (map
int open_only(int tail, int *restrict q, const int *restrict ptr,
              const int *restrict to, const char *restrict shut,
              int *restrict d) {
  int head = 0;
#pragma loft
  while (head < tail) {
    int v = q[head++];
    for (int e = ptr[v]; e < ptr[v + 1]; e++)
      if (!shut[to[e]] && d[to[e]] < 0) {
        d[to[e]] = d[v] + 1;
        q[tail++] = to[e];
      }
  }
  return tail;
}

// The first iteration that finds an element is the only one that writes it: one
// array of stamps tells, and the element needs none of its own.
// RUN: %clang -w -c %s -o %t.o -fplugin-arg-loft-emit=lower \
// RUN:   -fplugin-arg-loft-emit-to=%t.1
// RUN: %loft-opt --passes=soac %t.1 | FileCheck %s --check-prefix=STAMPS
// STAMPS-LABEL: func @bfs(
// STAMPS: combine min
// STAMPS-NOT: combine max
// STAMPS-LABEL: func @open_only(
// STAMPS: combine min
// STAMPS-NOT: combine max
