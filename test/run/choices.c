// Choices that depend on choices: knowing less is better than proving for hours.
// RUN: %clang -O1 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
static int x[64], y[64];
int main(void) {
  for (int i = 0; i < 64; i++)
    x[i] = (i * 37) % 64;
#pragma loft map
  for (int i = 0; i < 64; i++) {
    int a = x[i], b = i;
    a = (a > b ? a - 1 : b) < 20 ? a + 0 : b - a / 2;
    b = a > 0 ? (b > a ? a : b) : b + 0;
    a = (a > b ? a - 2 : b) < 21 ? a + 1 : b - a / 3;
    b = a > 1 ? (b > a ? a : b) : b + 1;
    a = (a > b ? a - 3 : b) < 22 ? a + 2 : b - a / 4;
    b = a > 2 ? (b > a ? a : b) : b + 2;
    a = (a > b ? a - 4 : b) < 23 ? a + 3 : b - a / 5;
    b = a > 3 ? (b > a ? a : b) : b + 3;
    a = (a > b ? a - 5 : b) < 24 ? a + 4 : b - a / 6;
    b = a > 4 ? (b > a ? a : b) : b + 4;
    a = (a > b ? a - 6 : b) < 25 ? a + 5 : b - a / 7;
    b = a > 5 ? (b > a ? a : b) : b + 5;
    a = (a > b ? a - 7 : b) < 26 ? a + 6 : b - a / 8;
    b = a > 6 ? (b > a ? a : b) : b + 6;
    a = (a > b ? a - 8 : b) < 27 ? a + 7 : b - a / 9;
    b = a > 7 ? (b > a ? a : b) : b + 7;
    a = (a > b ? a - 9 : b) < 28 ? a + 8 : b - a / 10;
    b = a > 8 ? (b > a ? a : b) : b + 8;
    a = (a > b ? a - 10 : b) < 29 ? a + 9 : b - a / 11;
    b = a > 9 ? (b > a ? a : b) : b + 9;
    y[i] = a < 0 ? -a % 64 : a % 64;
    y[i] += x[(a & 31) + (b & 31)];
  }
  for (int i = 0; i < 64; i++)
    printf("%d\n", y[i]);
}
