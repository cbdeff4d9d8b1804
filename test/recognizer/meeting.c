// Rows that may meet are combined into where they do; those whose ends are the
// next one's beginnings are guarded, and those that are only stored in.
// COVERS: shape-meeting
// RUN: %clang -fsyntax-only -fplugin-arg-loft-remarks %s 2>&1 | FileCheck %s
struct iv {
  int start, end;
};

void
cover(int n, const int *s, const int *e, int *count) {
#pragma loft
  // CHECK: [[@LINE+1]]:3: remark: lifted to reduce and + map 2d or map of loop;
  for (int i = 0; i < n; i++)
    for (int t = s[i]; t < e[i]; t++)
      count[t]++;
}

void
weigh(int n, const struct iv *v, const int *w, double *sum) {
#pragma loft
  // CHECK: [[@LINE+1]]:3: remark: lifted to reduce and + map 2d or map of loop;
  for (int i = 0; i < n; i++)
    for (int t = v[i].start; t < v[i].end; t++)
      sum[t] += w[i];
}

// The ends are not told alone by the index.
void
boxes(int n, const int *x0, const int *x1, const int *y0, const int *y1,
      int *image) {
#pragma loft
  // CHECK: [[@LINE+1]]:3: remark: lifted to map 3d;
  for (int i = 0; i < n; i++)
    for (int y = y0[i]; y < y1[i]; y++)
      for (int x = x0[i]; x < x1[i]; x++)
        image[y * 640 + x]++;
}

void
rows(int n, const int *ptr, const int *s, int *val) {
#pragma loft
  // CHECK: [[@LINE+1]]:3: remark: lifted to map 2d;
  for (int i = 0; i < n; i++)
    for (int k = ptr[i]; k < ptr[i + 1]; k++)
      val[k] += s[i];
}

void
fill(int n, const int *s, const int *e, int *val) {
#pragma loft
  // CHECK: [[@LINE+1]]:3: remark: lifted to map 2d;
  for (int i = 0; i < n; i++)
    for (int k = s[i]; k < e[i]; k++)
      val[k] = i;
}
