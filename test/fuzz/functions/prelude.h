/* Written in front of every batch of programs: their random data, and how they
 * show what they computed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma clang diagnostic ignored "-Weverything"
#define DRIVER __attribute__((noinline, optnone)) static void
#define KERNEL __attribute__((noinline)) static void

static unsigned long draw_state, shown;

/* The next random number. */
static unsigned long
draw(void) {
  unsigned long z = draw_state += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

/* A random integer from "lo" to "lo" + "span", often near a border. */
static unsigned long
draw_int(unsigned long lo, unsigned long span) {
  static const unsigned long borders[] = {
      0x80, 0x8000, 0x80000000, 0x8000000000000000, 0x100, 0x10000, 0x100000000,
      0, 0, 40};
  unsigned long x = draw(), kind = draw() % 8;
  if (kind == 0) {
    unsigned long at = borders[x % 10] + x / 16 % 5 - 2;
    if (at - lo <= span)
      return at;
  }
  if (kind == 1)
    x = x & 1 ? span - x / 2 % 2 : x / 2 % 3;
  if (kind == 2)
    x = x % 16 - lo;
  return lo + (span + 1 ? x % (span + 1) : x);
}

/* A random float: a multiple of 1/4 up to 16, if "plain", or any of some. */
static double
draw_float(int plain) {
  static const double special[] = {
      0.0, -0.0, 1.0 / 3, 1e9, -3e18, 0.1, -0.7, 1e-3, 127.5, -128.5};
  unsigned long x = draw();
  if (plain || x % 4)
    return (double)(long)(x / 4 % 129 - 64) / 4;
  return special[x / 4 % 10];
}

/* Adds "bits" to what is shown. */
static void
mix(unsigned long bits) {
  shown = (shown ^ bits) * 0x100000001b3;
  shown ^= shown >> 29;
}

/* Adds "x" to what is shown; all NaNs are the same. */
static void
mix_float(double x) {
  unsigned long bits;
  memcpy(&bits, &x, 8);
#ifdef NO_SUBNORMALS
  if (x < 1.2e-38 && x > -1.2e-38)
    bits &= 0x8000000000000000;
#endif
  mix(x == x ? bits : 1);
}

/* Prints what was shown since the last time, under a "name". */
static void
print(const char *name) {
  printf("%s %016lx\n", name, shown);
  shown = 0;
}

/* Begins the output of the program of this "number". */
static void
begin(const char *number) {
  printf("program %s\n", number);
  fflush(stdout); /* it is known where a crash was */
}

/* True when "number" is among the "words" of the command line, or none is. */
static int
wanted(const char *number, int count, char **words) {
  for (int i = 1; i < count; i++)
    if (!strcmp(number, words[i]))
      return 1;
  return count < 2;
}

/* Fills "count" elements "p", integers of "size" bytes that are "stride" apart,
 * with numbers from "lo" to "lo" + "span". */
static void
fill(void *p, int count, int stride, int size, long lo, unsigned long span) {
  for (int i = 0; i < count; i++) {
    unsigned long x = draw_int(lo, span);
    memcpy((char *)p + (long)i * stride, &x, size);
  }
}

/* Fills "count" floats "p" of "size" bytes that are "stride" apart. */
static void
fill_float(void *p, int count, int stride, int size, int plain) {
  for (int i = 0; i < count; i++) {
    double x = draw_float(plain);
    float narrow = x;
    memcpy((char *)p + (long)i * stride,
           size == 4 ? (void *)&narrow : (void *)&x, size);
  }
}

/* Adds "count" integers "p" to what is shown: parameters as fill()'s. */
static void
show(void *p, int count, int stride, int size) {
  for (int i = 0; i < count; i++) {
    unsigned long x = 0;
    memcpy(&x, (char *)p + (long)i * stride, size);
    mix(x);
  }
}

/* Adds "count" floats "p" to what is shown. */
static void
show_float(void *p, int count, int stride, int size) {
  for (int i = 0; i < count; i++) {
    double x = 0;
    float narrow;
    memcpy(size == 4 ? (void *)&narrow : (void *)&x,
           (char *)p + (long)i * stride, size);
    mix_float(size == 4 ? narrow : x);
  }
}
