// Calibration of a local volatility: for each strike a parabolic equation in
// the price and the volatility, by alternating directions (Crank-Nicolson).
#include "../demo.h"

enum { NX = 48, NY = 24 }; // points of the grid: log price, log volatility

// What all strikes share: the grid and its difference operators, three
// coefficients a point.
typedef struct grid {
  int nt;             // points in time
  int spot_x, spot_y; // the point of today's price and volatility
  double x[NX], y[NY];
  double dx[NX][3], dxx[NX][3];
  double dy[NY][3], dyy[NY][3];
  double *t;
} grid;

// Central differences, first and second, on the points "x"; none at the ends.
static void
differences(int n, const double *x, double (*d)[3], double (*dd)[3]) {
  memset(d, 0, (size_t)n * sizeof *d);
  memset(dd, 0, (size_t)n * sizeof *dd);
  for (int i = 1; i < n - 1; i++) {
    double left = x[i] - x[i - 1], right = x[i + 1] - x[i];
    d[i][0] = -right / left / (left + right);
    d[i][1] = (right / left - left / right) / (left + right);
    d[i][2] = left / right / (left + right);
    dd[i][0] = 2 / left / (left + right);
    dd[i][1] = -2 * (1 / left + 1 / right) / (left + right);
    dd[i][2] = 2 / right / (left + right);
  }
}

// Solves a tridiagonal system of "n" rows for u: a is below the diagonal b,
// c above it; "work" has room for n numbers.
static void
tridag(int n, const double *a, const double *b, const double *c,
       const double *r, double *u, double *work) {
  u[0] = r[0];
  work[0] = b[0];
  for (int i = 1; i < n; i++) {
    double beta = a[i] / work[i - 1];
    work[i] = b[i] - beta * c[i - 1];
    u[i] = r[i] - beta * u[i - 1];
  }
  u[n - 1] = u[n - 1] / work[n - 1];
  for (int i = n - 2; i >= 0; i--)
    u[i] = (u[i] - c[i] * u[i + 1]) / work[i];
}

// One step of time, from t + dt to t, for the values "v" of one strike.
static void
step(const grid *g, double v[NX][NY], double t, double dt, double alpha,
     double beta, double nu) {
  double varx[NX][NY], u[NY][NX], w[NX][NY];
  double a[NX], b[NX], c[NX], r[NX], work[NX];
  double inv = 1 / dt, vary = nu * nu;

  for (int i = 0; i < NX; i++)
    for (int j = 0; j < NY; j++)
      varx[i][j] =
          exp(2 * (beta * g->x[i] + g->y[j] - 0.5 * nu * nu * t)) * alpha;

  // Explicit in x.
  for (int i = 0; i < NX; i++)
    for (int j = 0; j < NY; j++) {
      double s = inv * v[i][j];
      if (i > 0)
        s += 0.25 * varx[i][j] * g->dxx[i][0] * v[i - 1][j];
      s += 0.25 * varx[i][j] * g->dxx[i][1] * v[i][j];
      if (i < NX - 1)
        s += 0.25 * varx[i][j] * g->dxx[i][2] * v[i + 1][j];
      u[j][i] = s;
    }

  // Explicit in y.
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++) {
      double s = 0;
      if (j > 0)
        s += 0.5 * vary * g->dyy[j][0] * v[i][j - 1];
      s += 0.5 * vary * g->dyy[j][1] * v[i][j];
      if (j < NY - 1)
        s += 0.5 * vary * g->dyy[j][2] * v[i][j + 1];
      w[i][j] = s;
      u[j][i] += s;
    }

  // Implicit in x.
  for (int j = 0; j < NY; j++) {
    for (int i = 0; i < NX; i++) {
      a[i] = -0.25 * varx[i][j] * g->dxx[i][0];
      b[i] = inv - 0.25 * varx[i][j] * g->dxx[i][1];
      c[i] = -0.25 * varx[i][j] * g->dxx[i][2];
    }
    tridag(NX, a, b, c, u[j], u[j], work);
  }

  // Implicit in y.
  for (int i = 0; i < NX; i++) {
    for (int j = 0; j < NY; j++) {
      a[j] = -0.25 * vary * g->dyy[j][0];
      b[j] = inv - 0.25 * vary * g->dyy[j][1];
      c[j] = -0.25 * vary * g->dyy[j][2];
      r[j] = inv * u[j][i] - 0.5 * w[i][j];
    }
    tridag(NY, a, b, c, r, v[i], work);
  }
}

// The value of a call with this strike.
static double
value(const grid *g, double strike, double alpha, double beta, double nu) {
  double v[NX][NY];
  for (int i = 0; i < NX; i++) {
    double payoff = exp(g->x[i]) - strike;
    for (int j = 0; j < NY; j++)
      v[i][j] = payoff > 0 ? payoff : 0;
  }
  for (int k = g->nt - 2; k >= 0; k--)
    step(g, v, g->t[k], g->t[k + 1] - g->t[k], alpha, beta, nu);
  return v[g->spot_x][g->spot_y];
}

static void
locvolcalib(const grid *g, int strikes, double *result) {
#pragma loft
  for (int k = 0; k < strikes; k++)
    result[k] = value(g, 0.5 + 1.0 * k / strikes, 0.2, 0.6, 0.2);
}

// The grid around today's price 1 and volatility 1 for "years" years.
static void
make_grid(grid *g, int nt, double years) {
  g->nt = nt;
  g->spot_x = NX / 2;
  g->spot_y = NY / 2;
  g->t = demo_alloc((size_t)nt * sizeof *g->t);
  for (int k = 0; k < nt; k++)
    g->t[k] = years * k / (nt - 1);
  for (int i = 0; i < NX; i++)
    g->x[i] = 4.0 * (i - g->spot_x) / NX;
  for (int j = 0; j < NY; j++)
    g->y[j] = 3.0 * (j - g->spot_y) / NY;
  differences(NX, g->x, g->dx, g->dxx);
  differences(NY, g->y, g->dy, g->dyy);
}

int
main(void) {
  const int strikes = demo_scaled(64, 1);
  grid *g = demo_alloc(sizeof *g);
  make_grid(g, 32, 1);
  double *result = demo_alloc((size_t)strikes * sizeof *result);
  DEMO_RUN("locvolcalib", locvolcalib(g, strikes, result));
  demo_result("locvolcalib", result, (size_t)strikes, sizeof *result, 'd');
  free(result);
  free(g->t);
  free(g);
  return 0;
}
