// What keeps a loop in order is told by how a scalar goes from one iteration to
// the next, at the assignment that does it.
// COVERS: CARRIED_CHOICE CARRIED_ORDER CARRIED_PLACE CARRIED_COUNT CARRIED_STATE
// COVERS: CARRIED_BITS CARRIED_LIST CARRIED_COMPLEX CARRIED_RANK
// RUN: %clang -fsyntax-only -Xclang -verify %s
int least(int n, const float *x) {
  int at = 0;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 1; i < n; i++)
    if (x[i] < x[at / 2])
      at = i; // expected-warning{{'at' is replaced where something compares with what is computed from it; carry that, too: if (v < least) { least = v; at = i; } [LOFT145]}}
  return at;
}
void places_of_two(int n, const float *x, int *at) {
  int a = 0, b = 0;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 1; i < n; i++)
    if (x[i] > x[a]) {
      b = a;
      a = i; // expected-warning{{'a' is one of several values that are put in order}}
    } else if (x[i] > x[b])
      b = i;
  at[0] = a;
  at[1] = b;
}
void places_of_two_or_none(int n, const float *x, int *at) {
  int a = -1, b = -1;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    if (a < 0 || x[i] > x[a]) {
      b = a;
      a = i; // expected-warning{{'a' is one of several values that are put in order}}
    } else if (b < 0 || x[i] > x[b])
      b = i;
  at[0] = a;
  at[1] = b;
}
float two_greatest(int n, const float *x) {
  float a = -1, b = -1;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    if (x[i] > a) {
      b = a;
      a = x[i]; // expected-warning{{'a' is one of several values that are put in order, such as the two greatest; put them into a structure, merge two of these by a function, and name it: combine(merge: s) [LOFT146]}}
    } else if (x[i] > b) {
      b = x[i];
    }
  return a + b;
}
// Compared by one value, replaced by another: nothing can be merged.
float not_the_greatest(int n, const float *x, const float *y) {
  float a = -1;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    if (x[i] > a)
      a = y[i]; // expected-warning{{LOFT149}}
  return a;
}
int less_in_both(int n, const int *x, const int *y) {
  int b = 100, c = 100;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    if (x[i] < b && y[i] < c) {
      b = x[i]; // expected-warning{{'b' is replaced by several comparisons that are no order, as the winner of three depends on which two meet first; its iterations run in order; compare by one number, and by the next one only where the first ones are equal (x < b || (x == b && y < c)), and set all of them together [LOFT179]}}
      c = y[i];
    }
  return b + c;
}
int partition(int n, int *a, int pivot) {
  int k = 0;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    if (a[i] < pivot) {
      int t = a[i];
      a[i] = a[k];
      a[k] = t;
      k++; // expected-warning{{'k' counts, and memory is touched at it otherwise than by appending; only append at it (out[k++] = v), to an array that the loop does not read; read at it from an array that the loop does not write [LOFT147]}}
    }
  return k;
}
int some(int n, int m, const int *x, int *out) {
  int k = 0;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    if (x[i] > 3 && k < m) {
      out[k++] = x[i]; // expected-warning{{'k' counts, and is compared with a bound; count on, let the bound guard the store alone (if (k < m) out[k] = v; k++), and cut the count off behind the loop [LOFT148]}}
      if (x[i] > 5)
        out[k++] = i;
    }
  return k;
}
void machine(int n, const int *x, int *y) {
  int state = 0;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    switch (state) {
    case 0:
      state = x[i] == 1 ? 100 : 0; // expected-warning{{what becomes of 'state' depends on what it is, as in state machines and recurrences with limits; its iterations run in order; up to 16 states may be numbered from 0, set as constants or by conditions, if which one is first is known when the region starts [LOFT149]}}
      break;
    case 100:
      state = x[i] == 2 ? 200 : 0;
      break;
    }
    y[i] = state;
  }
}
void by_table(int n, int s, const int *x, const int *table, int *y) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    s = table[s * 26 + x[i]]; // expected-warning{{LOFT149}}
    y[i] = s;
  }
}
struct player {
  int id, mood;
};
void in_memory(int n, const int *x, struct player *p, int *y) {
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    if (p->mood == 0 && x[i] > 3)
      p->mood = x[i] % 7; // expected-warning{{what becomes of 'p->mood' depends}}
    else if (p->mood > 4)
      p->mood = p->mood * x[i] % 11;
    y[i] = p->mood;
  }
}
unsigned mix(int n, const unsigned char *p) {
  unsigned c = ~0u;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    c ^= p[i]; // expected-warning{{the bits of 'c' go on into the next iteration, as in checksums, hashes, generators and filters of integers; its iterations run in order; annotate a loop around it, over several such [LOFT151]}}
    for (int k = 0; k < 8; k++)
      c = c & 3 ? c >> 1 ^ 0xedb88320u : c >> 1; // expected-note{{here too}}
  }
  return ~c;
}
void list(int n, const int *next, const int *x, int *y) {
  int at = 0;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    y[i] = x[at];
    at = next[at]; // expected-warning{{'at' follows a list, the next place of which is read at the one before; follow it once, keeping the places in an array, and loop over that [LOFT152]}}
  }
}
float product(int n, const float _Complex *z) {
  float _Complex r = 1;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++)
    r *= z[i]; // expected-warning{{'r' is a product of complex numbers, of which C mends infinities; put '#pragma STDC CX_LIMITED_RANGE ON' before it: then it is the formula [LOFT153]}}
  return __real__ r;
}
float traded(int n, const float *price) {
  float cash = 100, held = 0;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 1; i < n; i++)
    if (price[i] > price[i - 1] && cash > 0) {
      held = cash / price[i];
      cash = 0;
    } else if (price[i] < price[i - 1] && held > 0) {
      cash = held * price[i]; // expected-warning{{what becomes of 'cash' depends}}
      held = 0;
    }
  return cash + held;
}
// Neither rounded sums nor linear.
float hunters(int n, float a, float b) {
  float x = a, y = b;
#pragma loft // expected-note{{by this pragma}}
  for (int i = 0; i < n; i++) {
    float dx = x * (1 - y);
    y += 0.1f * y * (x - 1);
    x += 0.1f * dx; // expected-warning{{LOFT082}}
  }
  return x;
}
