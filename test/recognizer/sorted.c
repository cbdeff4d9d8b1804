// The places of sorts by counting are known without counting: counts from 0 on,
// their running sums, in place or apart, and keys in either order.
// RUN: %clang -c %s -o %t.o -fplugin-arg-loft-remarks -Werror=pass-failed 2>&1 | FileCheck %s

void
up(int *out, const int *x, int n)
{
  // CHECK: [[@LINE+2]]:3: remark: lifted to map + map + scan add + map + loop + map + reduce and + map + map + map; x read, out read and written
#pragma loft region
  {
    int count[256] = {0}, sum = 0;
    for (int i = 0; i < n; i++)
      count[x[i] & 255]++;
    for (int k = 0; k < 256; k++) {
      int s = count[k];
      count[k] = sum;
      sum += s;
    }
    for (int i = 0; i < n; i++)
      out[count[x[i] & 255]++] = x[i];
  }
}

void
down(int *out, const int *x, const int *key, int *count, int n, int m)
{
  // CHECK: [[@LINE+2]]:3: remark: lifted to map + scan add + map + loop + map + reduce and + map + map + map; count read and written
#pragma loft region
  {
    for (int i = 0; i < n; i++)
      count[key[i]]++;
    for (int k = 1; k < m; k++)
      count[k] += count[k - 1];
    for (int i = n - 1; i >= 0; i--)
      out[--count[key[i]]] = x[i];
  }
}

void
behind(int *out, const int *x, const int *key, int *start, int n, int m)
{
  // CHECK: [[@LINE+2]]:3: remark: lifted to map + map + scan add + map + loop + map + reduce and + map + map + map; start read and written
#pragma loft region
  {
    for (int k = 0; k <= m; k++)
      start[k] = 0;
    for (int i = 0; i < n; i++)
      start[key[i] + 1]++;
    for (int k = 0; k < m; k++)
      start[k + 1] += start[k];
    for (int i = 0; i < n; i++)
      out[start[key[i]]++] = x[i];
  }
}

void
swapped(unsigned *a, unsigned *b, int n)
{
  // CHECK: [[@LINE+2]]:3: remark: lifted to loop of (map + map + scan add + map + loop + map + reduce and + map + map + map); a read and written, b read and written
#pragma loft
  for (int shift = 0; shift < 32; shift += 8) {
    unsigned count[256] = {0}, sum = 0;
    for (int i = 0; i < n; i++)
      count[a[i] >> shift & 255]++;
    for (int k = 0; k < 256; k++) {
      unsigned s = count[k];
      count[k] = sum;
      sum += s;
    }
    for (int i = 0; i < n; i++)
      b[count[a[i] >> shift & 255]++] = a[i];
    unsigned *t = a;
    a = b;
    b = t;
  }
}
