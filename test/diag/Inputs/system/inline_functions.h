int unknown(int);
static inline int deep(int x) {
  return unknown(x);
}
static inline int parse(int x) { return deep(x) + 1; }
#define TABLE(x) (unknown(x))
static inline void shift(int *x, int i) { x[i] = x[i - 1] / 9; }
