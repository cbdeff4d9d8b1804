// Cells of a heart: for each the model of Beeler and Reuter, eight coupled
// equations, by Fehlberg's embedded formulas with steps of their own size.
#include "../demo.h"

enum { STATES = 8, V = 0, CA, M, H, J, D, F, X1 };

// The rate (c0 * exp(c1 * (v + c2)) + c3 * (v + c4)) / (exp(c5 * (v + c2)) +
// c6).
static double
rate(double v, double c0, double c1, double c2, double c3, double c4, double c5,
     double c6) {
  return (c0 * exp(c1 * (v + c2)) + c3 * (v + c4)) / (exp(c5 * (v + c2)) + c6);
}

// How fast a gate at "g" opens and closes.
static double
gate(double g, double alpha, double beta) {
  return alpha * (1 - g) - beta * g;
}

// The derivatives of the states "y" of a cell at time t in milliseconds, which
// gets a current in the first two.
static void
derivatives(double t, const double *y, double current, double *dy) {
  double v = y[V];
  double slow = -82.3 - 13.0287 * log(y[CA]);
  double is = 0.09 * y[D] * y[F] * (v - slow);
  double ina = (4 * y[M] * y[M] * y[M] * y[H] * y[J] + 0.003) * (v - 50);
  double ix1 = 0.8 * y[X1] * (exp(0.04 * (v + 77)) - 1) / exp(0.04 * (v + 35));
  double ik1 = 0.35 * (4 * (exp(0.04 * (v + 85)) - 1) /
                           (exp(0.08 * (v + 53)) + exp(0.04 * (v + 53))) +
                       0.2 * (v + 23) / (1 - exp(-0.04 * (v + 23))));
  double applied = t < 2 ? current : 0;

  dy[V] = applied - ik1 - ix1 - ina - is;
  dy[CA] = -1e-7 * is + 0.07 * (1e-7 - y[CA]);
  dy[M] = gate(y[M], rate(v, 0, 0, 47, -1, 47, -0.1, -1),
               rate(v, 40, -0.056, 72, 0, 0, 0, 0));
  dy[H] = gate(y[H], rate(v, 0.126, -0.25, 77, 0, 0, 0, 0),
               rate(v, 1.7, 0, 22.5, 0, 0, -0.082, 1));
  dy[J] = gate(y[J], rate(v, 0.055, -0.25, 78, 0, 0, -0.2, 1),
               rate(v, 0.3, 0, 32, 0, 0, -0.1, 1));
  dy[D] = gate(y[D], rate(v, 0.095, -0.01, -5, 0, 0, -0.072, 1),
               rate(v, 0.07, -0.017, 44, 0, 0, 0.05, 1));
  dy[F] = gate(y[F], rate(v, 0.012, -0.008, 28, 0, 0, 0.15, 1),
               rate(v, 0.0065, -0.02, 30, 0, 0, -0.2, 1));
  dy[X1] = gate(y[X1], rate(v, 0.0005, 0.083, 50, 0, 0, 0.057, 1),
                rate(v, 0.0013, -0.06, 20, 0, 0, -0.04, 1));
}

// A step of length h of order 5, from y to "to"; returns how far the one of
// order 4 is away, in units of what is allowed.
static double
fehlberg(double t, double h, const double *y, double current, double *to) {
  static const double at[6] = {0, 1. / 4, 3. / 8, 12. / 13, 1, 1. / 2};
  static const double a[6][5] = {
      {0},
      {1. / 4},
      {3. / 32, 9. / 32},
      {1932. / 2197, -7200. / 2197, 7296. / 2197},
      {439. / 216, -8, 3680. / 513, -845. / 4104},
      {-8. / 27, 2, -3544. / 2565, 1859. / 4104, -11. / 40},
  };
  static const double b5[6] = {16. / 135,      0,        6656. / 12825,
                               28561. / 56430, -9. / 50, 2. / 55};
  static const double b4[6] = {25. / 216,    0,       1408. / 2565,
                               2197. / 4104, -1. / 5, 0};
  double k[6][STATES], worst = 0;
  for (int s = 0; s < 6; s++) {
    double mid[STATES];
    for (int i = 0; i < STATES; i++) {
      mid[i] = y[i];
      for (int r = 0; r < s; r++)
        mid[i] += h * a[s][r] * k[r][i];
    }
    derivatives(t + at[s] * h, mid, current, k[s]);
  }
  for (int i = 0; i < STATES; i++) {
    double sum = 0, error = 0;
    for (int s = 0; s < 6; s++) {
      sum += b5[s] * k[s][i];
      error += (b5[s] - b4[s]) * k[s][i];
    }
    to[i] = y[i] + h * sum;
    error = fabs(h * error) / (1e-4 * fabs(y[i]) + 1e-7);
    if (error > worst)
      worst = error;
  }
  return worst;
}

// Solves one cell from its states "y" on until time "end"; returns the number
// of steps.
static int
solve(double *y, double current, double end) {
  double t = 0, h = 0.01;
  int steps = 0;
  while (t < end && steps < 10000) {
    double next[STATES];
    if (h > end - t)
      h = end - t;
    double error = fehlberg(t, h, y, current, next);
    if (error <= 1) {
      t += h;
      for (int i = 0; i < STATES; i++)
        y[i] = next[i];
    }
    double scale = error > 0 ? 0.9 * pow(error, -0.2) : 4;
    h *= scale < 0.2 ? 0.2 : scale > 4 ? 4 : scale;
    steps++;
  }
  return steps;
}

static void
myocyte(int cells, double (*state)[STATES], const double *current, double end,
        int *steps) {
#pragma loft
  for (int c = 0; c < cells; c++)
    steps[c] = solve(state[c], current[c], end);
}

int
main(void) {
  static const double rest[STATES] = {-84.57, 1.782e-7, 0.011, 0.988,
                                      0.975,  0.003,    1.0,   0.0057};
  const int cells = demo_scaled(512, 1);
  double (*state)[STATES] = demo_alloc((size_t)cells * sizeof *state);
  double *current = demo_alloc((size_t)cells * sizeof *current);
  int *steps = demo_alloc((size_t)cells * sizeof *steps);
  for (int c = 0; c < cells; c++)
    current[c] = 40 * demo_random();
  DEMO_RUN("myocyte", {
    for (int c = 0; c < cells; c++)
      memcpy(state[c], rest, sizeof rest);
    myocyte(cells, state, current, 20, steps);
  });
  demo_result("myocyte", state, (size_t)cells * STATES, sizeof(double), 'd');
  demo_result("myocyte", steps, (size_t)cells, sizeof *steps, 'i');
  free(state);
  free(current);
  free(steps);
  return 0;
}
