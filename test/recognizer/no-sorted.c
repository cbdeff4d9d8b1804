// Places that are not known without counting: of other keys than were counted,
// with other counts, other sums, or more places than keys.
// RUN: %clang -c %s -o %t.o 2>&1 | FileCheck %s

void
other_keys(int *out, const int *x, const unsigned char *key, int n)
{
#pragma loft region
  {
    int count[256] = {0}, sum = 0;
    for (int i = 0; i < n; i++)
      count[key[i]]++;
    for (int k = 0; k < 256; k++) {
      int s = count[k];
      count[k] = sum;
      sum += s;
    }
    for (int i = 0; i < n; i++)
      // CHECK: [[@LINE+1]]:{{[0-9]+}}: warning: loop stays as it is: which elements of 'out' it touches {{.*}}[LOFT161]
      out[count[x[i] & 255]++] = x[i];
  }
}

void
next_keys(int *out, const int *x, const unsigned char *key, int n)
{
#pragma loft region
  {
    int count[256] = {0}, sum = 0;
    for (int i = 0; i < n; i++)
      count[key[i]]++;
    for (int k = 0; k < 256; k++) {
      int s = count[k];
      count[k] = sum;
      sum += s;
    }
    for (int i = 0; i < n; i++)
      // CHECK: [[@LINE+1]]:{{[0-9]+}}: warning: loop stays as it is: which elements of 'out' it touches {{.*}}[LOFT161]
      out[count[key[i + 1]]++] = x[i];
  }
}

void
two_each(int *out, const int *x, const unsigned char *key, int n)
{
#pragma loft region
  {
    int count[256] = {0}, sum = 0;
    for (int i = 0; i < n; i++)
      count[key[i]] += 2;
    for (int k = 0; k < 256; k++) {
      int s = count[k];
      count[k] = sum;
      sum += s;
    }
    for (int i = 0; i < n; i++)
      // CHECK: [[@LINE+1]]:{{[0-9]+}}: warning: loop stays as it is: which elements of 'out' it touches {{.*}}[LOFT161]
      out[count[key[i]]++] = x[i];
  }
}

void
some(int *out, const int *x, const unsigned char *key, int n)
{
#pragma loft region
  {
    int count[256] = {0}, sum = 0;
    for (int i = 0; i < n; i++)
      if (x[i] > 0)
        count[key[i]]++;
    for (int k = 0; k < 256; k++) {
      int s = count[k];
      count[k] = sum;
      sum += s;
    }
    for (int i = 0; i < n; i++)
      // CHECK: [[@LINE+1]]:{{[0-9]+}}: warning: loop stays as it is: which elements of 'out' it touches {{.*}}[LOFT161]
      out[count[key[i]]++] = x[i];
  }
}

void
more(int *out, const int *x, const unsigned char *key, int n, int m)
{
#pragma loft region
  {
    int count[256] = {0}, sum = 0;
    for (int i = 0; i < n; i++)
      count[key[i]]++;
    for (int k = 0; k < 256; k++) {
      int s = count[k];
      count[k] = sum;
      sum += s;
    }
    for (int i = 0; i < n + m; i++)
      // CHECK: [[@LINE+1]]:{{[0-9]+}}: warning: loop stays as it is: which elements of 'out' it touches {{.*}}[LOFT161]
      out[count[key[i]]++] = x[i];
  }
}

void
inclusive(int *out, const int *x, const unsigned char *key, int n)
{
#pragma loft region
  {
    int count[256] = {0}, sum = 0;
    for (int i = 0; i < n; i++)
      count[key[i]]++;
    for (int k = 0; k < 256; k++) {
      sum += count[k];
      count[k] = sum;
    }
    for (int i = 0; i < n; i++)
      // CHECK: [[@LINE+1]]:{{[0-9]+}}: warning: loop stays as it is: which elements of 'out' it touches {{.*}}[LOFT161]
      out[count[key[i]]++] = x[i];
  }
}

void
from_one(int *out, const int *x, const unsigned char *key, int n)
{
#pragma loft region
  {
    int count[256] = {0}, sum = 0;
    for (int i = 0; i < n; i++)
      count[key[i]]++;
    for (int k = 0; k < 256; k++) {
      int s = count[k];
      count[k] = sum;
      sum += s + 1;
    }
    for (int i = 0; i < n; i++)
      // CHECK: [[@LINE+1]]:{{[0-9]+}}: warning: loop stays as it is: which elements of 'out' it touches {{.*}}[LOFT161]
      out[count[key[i]]++] = x[i];
  }
}

void
by_two(int *out, const int *x, const unsigned char *key, int n)
{
#pragma loft region
  {
    int count[256] = {0}, sum = 0;
    for (int i = 0; i < n; i++)
      count[key[i]]++;
    for (int k = 0; k < 256; k++) {
      int s = count[k];
      count[k] = sum;
      sum += s;
    }
    for (int i = 0; i < n; i++)
      // CHECK: [[@LINE+1]]:{{[0-9]+}}: warning: loop stays as it is: which elements of 'out' it touches {{.*}}[LOFT161]
      out[(count[key[i]] += 2) - 2] = x[i];
  }
}
