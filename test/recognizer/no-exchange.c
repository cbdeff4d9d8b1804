// No exchanges by key: which element, or what is stored, depends on elements, or
// other elements are read.
// RUN: not %clang -c %s -o %t.o -Werror=pass-failed 2>&1 | FileCheck %s

void
older(int *next, int *head, const int *key, int n) {
#pragma loft
  for (int i = 0; i < n; i++) {
    next[i] = head[key[i]];
    if (next[i] < 100)
      head[key[i]] = i; // CHECK: [[@LINE]]:{{.*}}'head'{{.*}}LOFT083
  }
}

void
halves(int *next, int *head, const int *key, int n) {
#pragma loft
  for (int i = 0; i < n; i++) {
    next[i] = head[key[i]];
    head[key[i]] = head[key[i]] / 2 + i; // CHECK: [[@LINE]]:{{.*}}'head'{{.*}}LOFT083
  }
}

void
neighbour(int *next, int *head, const int *key, int n) {
#pragma loft
  for (int i = 0; i < n; i++) {
    next[i] = head[key[i] + 1];
    head[key[i] + next[i] % 2] = i; // CHECK: [[@LINE]]:{{.*}}'head'{{.*}}LOFT083
  }
}

void
own_keys(int *key, int *head, int n) {
#pragma loft
  for (int i = 1; i < n; i++) {
    int k = key[i - 1] & 7;
    key[i] = head[k]; // CHECK: [[@LINE]]:{{.*}}'key'{{.*}}LOFT140
    head[k] = i;
  }
}
