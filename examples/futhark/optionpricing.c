// The price of an option on several assets by quasi-random paths: Sobol
// numbers, their normal quantiles, a Brownian bridge, the mean payoff.
#include "../demo.h"

enum { ASSETS = 3, DATES = 5, DIMS = ASSETS * DATES, BITS = 30 };

// The bridge fixes date "at" after the dates "left" and "right" around it, -1
// for today.
typedef struct bridge {
  int at[DATES], left[DATES], right[DATES];
  double left_weight[DATES], right_weight[DATES], deviation[DATES];
} bridge;

// A market and a contract.
typedef struct option {
  uint32_t direction[DIMS][BITS]; // Sobol's direction numbers
  bridge bridge;
  double correlation[ASSETS][ASSETS]; // lower triangle of Cholesky's factor
  double start[ASSETS], volatility[DATES][ASSETS], drift[DATES][ASSETS];
  double strike, discount;
} option;

// Point "n" of the Sobol sequence, strictly between 0 and 1.
static void
sobol(const option *o, uint32_t n, double *point) {
  uint32_t gray = n ^ n >> 1;
  for (int d = 0; d < DIMS; d++) {
    uint32_t x = 0;
    for (int k = 0; k < BITS; k++)
      if (gray >> k & 1)
        x ^= o->direction[d][k];
    point[d] = (x + 0.5) / (1u << BITS);
  }
}

// A polynomial's value, the coefficient of the highest power first.
static double
horner(int n, const double *c, double x) {
  double y = c[0];
  for (int k = 1; k < n; k++)
    y = y * x + c[k];
  return y;
}

// The quantile of the standard normal distribution (Acklam's approximation).
static double
quantile(double p) {
  static const double a[] = {-39.69683028665376, 220.9460984245205,
                             -275.9285104469687, 138.3577518672690,
                             -30.66479806614716, 2.506628277459239};
  static const double b[] = {-54.47609879822406, 161.5858368580409,
                             -155.6989798598866, 66.80131188771972,
                             -13.28068155288572, 1};
  static const double c[] = {-0.007784894002430293, -0.3223964580411365,
                             -2.400758277161838,    -2.549732539343734,
                             4.374664141464968,     2.938163982698783};
  static const double d[] = {0.007784695709041462, 0.3224671290700398,
                             2.445134137142996, 3.754408661907416, 1};
  double low = p < 0.5 ? p : 1 - p;
  if (low < 0.02425) {
    double q = sqrt(-2 * log(low));
    double z = horner(6, c, q) / horner(5, d, q);
    return p < 0.5 ? z : -z;
  }
  double q = p - 0.5;
  return q * horner(6, a, q * q) / horner(6, b, q * q);
}

// Correlated increments of Brownian paths, from normal numbers.
static void
walk(const option *o, double normal[DATES][ASSETS],
     double step[DATES][ASSETS]) {
  const bridge *b = &o->bridge;
  double path[DATES][ASSETS];
  for (int k = 0; k < DATES; k++)
    for (int m = 0; m < ASSETS; m++) {
      double w = b->deviation[k] * normal[k][m];
      if (b->left[k] >= 0)
        w += b->left_weight[k] * path[b->left[k]][m];
      if (b->right[k] >= 0)
        w += b->right_weight[k] * path[b->right[k]][m];
      path[b->at[k]][m] = w;
    }
  for (int k = DATES - 1; k > 0; k--)
    for (int m = 0; m < ASSETS; m++)
      path[k][m] -= path[k - 1][m];
  for (int k = 0; k < DATES; k++)
    for (int m = 0; m < ASSETS; m++) {
      double s = 0;
      for (int i = 0; i <= m; i++)
        s += o->correlation[m][i] * path[k][i];
      step[k][m] = s;
    }
}

// What the contract pays: the mean over the dates of the worst asset, above
// the strike.
static double
payoff(const option *o, double step[DATES][ASSETS]) {
  double price[ASSETS], sum = 0;
  for (int m = 0; m < ASSETS; m++)
    price[m] = o->start[m];
  for (int k = 0; k < DATES; k++) {
    double worst = INFINITY;
    for (int m = 0; m < ASSETS; m++) {
      price[m] *= exp(o->drift[k][m] + o->volatility[k][m] * step[k][m]);
      worst = fmin(worst, price[m] / o->start[m]);
    }
    sum += worst;
  }
  return fmax(sum / DATES - o->strike, 0);
}

// The payoff of path "n".
static double
sample(const option *o, uint32_t n) {
  double normal[DATES][ASSETS], step[DATES][ASSETS];
  sobol(o, n, &normal[0][0]);
  for (int k = 0; k < DATES; k++)
    for (int m = 0; m < ASSETS; m++)
      normal[k][m] = quantile(normal[k][m]);
  walk(o, normal, step);
  return payoff(o, step);
}

static double
optionpricing(const option *o, int paths) {
  double sum = 0;
#pragma loft
  for (int n = 0; n < paths; n++)
    sum += sample(o, (uint32_t)n + 1);
  return o->discount * sum / paths;
}

// Direction numbers of random odd initial values, after a primitive polynomial
// of degree 5 in all dimensions but the first.
static void
make_directions(option *o) {
  for (int d = 0; d < DIMS; d++)
    for (int k = 0; k < BITS; k++) {
      uint32_t *v = o->direction[d];
      if (d == 0)
        v[k] = 1u << (BITS - 1 - k);
      else if (k < 5)
        v[k] = ((uint32_t)(demo_random() * (1 << k)) * 2 + 1) << (BITS - 1 - k);
      else
        v[k] = v[k - 5] >> 5 ^ v[k - 5] ^ v[k - 3];
    }
}

// The bridge over equal steps of a year: the end, then halves.
static void
make_bridge(bridge *b) {
  static const int at[DATES] = {4, 2, 1, 3, 0};
  static const int left[DATES] = {-1, -1, -1, 2, -1};
  static const int right[DATES] = {-1, 4, 2, 4, 1};
  for (int k = 0; k < DATES; k++) {
    double l = left[k] + 1, r = right[k] + 1, t = at[k] + 1;
    b->at[k] = at[k];
    b->left[k] = left[k];
    b->right[k] = right[k];
    b->left_weight[k] = right[k] < 0 ? 1 : (r - t) / (r - l);
    b->right_weight[k] = right[k] < 0 ? 0 : (t - l) / (r - l);
    b->deviation[k] =
        right[k] < 0 ? sqrt(t) : sqrt((t - l) * (r - t) / (r - l));
  }
}

int
main(void) {
  const int paths = demo_scaled(1 << 17, 1);
  option *o = demo_alloc(sizeof *o);
  double price = 0;
  make_directions(o);
  make_bridge(&o->bridge);
  o->strike = 0.8;
  o->discount = 0.9;
  for (int m = 0; m < ASSETS; m++) {
    o->start[m] = 1000 + 500 * m;
    for (int i = 0; i < ASSETS; i++)
      o->correlation[m][i] = i < m ? 0.4 : sqrt(1 - 0.16 * m);
    for (int k = 0; k < DATES; k++) {
      o->volatility[k][m] = 0.2 + 0.05 * m;
      o->drift[k][m] = 0.01 - 0.5 * o->volatility[k][m] * o->volatility[k][m];
    }
  }
  DEMO_RUN("optionpricing", price = optionpricing(o, paths));
  demo_result("optionpricing", &price, 1, sizeof price, 'd');
  free(o);
  return 0;
}
