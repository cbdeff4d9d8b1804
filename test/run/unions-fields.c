// Unions of numbers and structures of bit-fields, in the loop, in arrays, in
// structures, as values and from outside; unions of blocks of bytes and words.
// RUN: %clang -O2 -Wno-everything %s -o %t %link
// RUN: %three %t
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define FN __attribute__((noinline)) static
enum { N = 600 };

typedef union {
  float f;
  uint32_t u;
  struct {
    uint32_t mantissa : 23, exponent : 8, sign : 1;
  };
} single;
typedef union {
  uint16_t u;
  struct {
    unsigned mantissa : 10, exponent : 5, sign : 1;
  };
} half;
struct bits {
  unsigned low : 32, high : 20, exponent : 11, sign : 1;
};
typedef union {
  double d;
  struct bits b;
} number;
typedef union {
  int32_t v;
  struct {
    int a : 5, : 3, b : 11;
    unsigned c : 13;
  } b;
  uint8_t c[4];
} mixed;
typedef struct {
  int kind;
  single value;
} item;
typedef union {
  uint8_t c[64];
  uint32_t w[16];
} block;

static single widen(half h)
{
  single o = {0};
  if (h.exponent == 0 && h.mantissa == 0) {
    o.sign = h.sign;
  } else if (h.exponent == 0) {
    int e = 0;
    unsigned m = h.mantissa << 1;
    for (; e < 10 && (m & 0x400) == 0; e++)
      m <<= 1;
    o.mantissa = (m & 0x3ff) << 13;
    o.exponent = 127 - 15 - e;
    o.sign = h.sign;
  } else {
    o.mantissa = h.mantissa << 13;
    o.exponent = h.exponent == 0x1f ? 255 : 127 - 15 + h.exponent;
    o.sign = h.sign;
  }
  return o;
}

FN void widen_all(float *to, const uint16_t *from, int n)
{
#pragma loft map required
  for (int i = 0; i < n; i++) {
    half h;
    h.u = from[i];
    to[i] = widen(h).f;
  }
}

FN void shrink(double *to, const double *from, size_t n)
{
#pragma loft map required
  for (size_t i = 0; i < n; i++) {
    number x;
    x.d = from[i];
    struct bits b = x.b;
    b.low = 0;
    x.b = b;
    x.b.sign ^= 1;
    if (x.b.exponent > 1)
      x.b.exponent -= 1;
    to[i] = x.d;
  }
}

FN void in_place(single *x, unsigned n)
{
#pragma loft map required
  for (unsigned i = 0; i < n; i++) {
    x[i].sign ^= 1;
    x[i].f += 1;
    x[i].mantissa &= ~0xffu;
  }
}

FN void in_items(item *x, int n)
{
#pragma loft map required
  for (item *p = x; p < x + n; p++)
    if (p->kind & 1)
      p->value.exponent++;
    else
      p->value.f += p->kind;
}

FN long signs(mixed *x, int n)
{
  long sum = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    sum += x[i].b.a * 3 + x[i].b.b + (int)x[i].b.c;
    x[i].b.b += 3;
    x[i].c[3] ^= x[i].b.a;
    x[i].v ^= 1;
  }
  return sum;
}

FN void outside(int *to, float f, int n)
{
  single x;
  x.f = f;
#pragma loft map required
  for (int i = 0; i < n; i++)
    to[i] = (int)(x.exponent + x.mantissa) + i;
}

FN void blocks(uint32_t *to, const uint8_t *from, int n)
{
#pragma loft map required
  for (int i = 0; i < n; i++) {
    block b;
    uint32_t h = 7;
    for (int j = 0; j < 64; j++)
      b.c[j] = (uint8_t)(from[i] + 3 * j);
    for (int j = 0; j < 16; j++) {
      h = h * 31 + b.w[j];
      b.w[j] = h;
    }
    to[i] = h + b.c[i & 63];
  }
}

static void show(const void *p, size_t n)
{
  uint64_t h = 5;
  for (size_t k = 0; k < n; k++)
    h = h * 31 + ((const uint8_t *)p)[k];
  printf("%016llx ", (unsigned long long)h);
}
#define SHOW(x) show(x, sizeof x)

int main(void)
{
  static const int sizes[] = {0, 1, 2, 17, N};
  static uint16_t halves[N];
  static float f[N];
  static double d[N], e[N];
  static single s[N];
  static item items[N];
  static mixed m[N];
  static uint8_t bytes[N];
  static uint32_t words[N];
  static int to[N];
  for (int k = 0; k < 5; k++) {
    int n = sizes[k];
    for (int i = 0; i < N; i++) {
      halves[i] = (uint16_t)(i * 109);
      d[i] = i * -0.77;
      s[i].f = (float)i * 0.7f;
      items[i].kind = i / 2;
      items[i].value.f = (float)i * -0.17f;
      m[i].v = (int32_t)((uint32_t)i * 2654435761u);
      bytes[i] = (uint8_t)(i * 37);
    }
    widen_all(f, halves, n);
    shrink(e, d, (size_t)n);
    in_place(s, (unsigned)n);
    in_items(items, n);
    printf("%ld ", signs(m, n));
    outside(to, (float)n * 0.3f, n);
    blocks(words, bytes, n);
    SHOW(f), SHOW(e), SHOW(s), SHOW(items), SHOW(m), SHOW(to), SHOW(words);
    puts("");
  }
}
