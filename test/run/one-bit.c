// Products with x & 1 and sums of it and bools, plainly and in disguise, in
// kernels that also divide f64 or 64-bit integers: NVIDIA's compiler compares the
// bit with a 64-bit zero whose high half is anything, unless x is screened.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: env LOFT_TEST_HIDE=1 %three %t
#include <stdint.h>
#include <stdio.h>

typedef uint32_t u32;
typedef uint64_t u64;
typedef int64_t i64;
typedef struct {
  int x, y, z;
} triple;

enum { N = 500 };
static u64 a[N], b[N], quotients[N], y[N];
static u32 table[16];
static triple triples[2];
static double f[N + 1];
static int c[N];

// y[i] = "e", of the random 64 bits "h", beside the quotient "q".
#define PRODUCT(name, q, e)                                                    \
  static void name(int n, const u64 *a, const u64 *b, const int *c,            \
                   const double *f, const u32 *t, const triple *s, u64 *v,     \
                   u64 *y) {                                                   \
    _Pragma("loft map required") for (int i = 0; i < n; i++) {                 \
      u64 h = a[i] * 2654435761u ^ a[i] >> 40;                                 \
      v[i] = q;                                                                \
      h -= v[i];                                                               \
      y[i] = e;                                                                \
    }                                                                          \
  }

// After a division of f64 and one of 64-bit integers.
#define TWICE(name, e)                                                         \
  PRODUCT(name##_f64, (u64)(f[i] / f[i + 1]), e)                               \
  PRODUCT(name##_u64, h / (b[i] | 1), e)

TWICE(plain, b[i] * (h & 1))
TWICE(constant, (h & 1) * 7)
TWICE(index, (u32)c[i] * (i & 1))
TWICE(row, t[(i & 1) * 5 + (i & 3)])
TWICE(field, (u64)s[h & 1].y)
TWICE(demanded, ((u32)c[i] * (u32)(h & 97)) & 3)
TWICE(remainder, b[i] * (h % 2))
TWICE(signed_remainder, (u64)((i64)b[i] * ((i64)(h >> 1) % -2)))
TWICE(quotient, (h - h / 2 * 2) * b[i])
TWICE(shifts, b[i] * (h << 63 >> 63))
TWICE(narrow, (u32)c[i] * ((unsigned char)(h << 7) >> 7))
TWICE(narrow_quotient, (u32)c[i] * ((unsigned short)(h << 15) / 32768u))
TWICE(kth, b[i] * (h >> (i & 63) & 1))
TWICE(gray, ((h >> 1 ^ h) & 1) * 3)
TWICE(ones, ((h | ~(u64)1) + 2) * b[i])
TWICE(difference, (h - (h & ~(u64)1)) * b[i])
TWICE(less_bool, ((u32)h - (u32)(a[i] < b[i])) & 1)
TWICE(more_bool, (h + (h < b[i])) & 1)
TWICE(nested, ((((h & 1) ^ (a[i] < b[i])) & 1) - (c[i] < 3)) & 1)

// Prints what both forms do.
#define SHOW(name)                                                             \
  do {                                                                         \
    name##_f64(N, a, b, c, f, table, triples, quotients, y);                   \
    print(#name, y);                                                           \
    name##_u64(N, a, b, c, f, table, triples, quotients, y);                   \
    print(#name, y);                                                           \
  } while (0)

// Random bits (xorshift).
static u64
next(void) {
  static u64 state = 88172645463325252u;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

// Prints one number for the array.
static void
print(const char *name, const u64 *values) {
  u64 h = 5;
  for (int i = 0; i < N; i++) {
    h = (h ^ values[i]) * 1099511628211u;
    h ^= h >> 31;
  }
  printf("%s %llx\n", name, (unsigned long long)h);
}

int
main(void) {
  for (int i = 0; i < N; i++) {
    a[i] = next();
    b[i] = next();
    c[i] = (int)next();
    f[i] = (double)(next() >> 20);
  }
  f[N] = 3;
  for (int i = 0; i < 16; i++)
    table[i] = (u32)next();
  for (int i = 0; i < 2; i++)
    triples[i] = (triple){i, i + 5, i + 9};
  SHOW(plain);
  SHOW(constant);
  SHOW(index);
  SHOW(row);
  SHOW(field);
  SHOW(demanded);
  SHOW(remainder);
  SHOW(signed_remainder);
  SHOW(quotient);
  SHOW(shifts);
  SHOW(narrow);
  SHOW(narrow_quotient);
  SHOW(kth);
  SHOW(gray);
  SHOW(ones);
  SHOW(difference);
  SHOW(less_bool);
  SHOW(more_bool);
  SHOW(nested);
}
