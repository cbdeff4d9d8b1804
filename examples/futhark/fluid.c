// Stable fluids in a box (Stam): forces, diffusion and advection of velocity
// and smoke, by rounds of Jacobi's method, on a grid with walls.
#include "../demo.h"

enum { ROUNDS = 20 };
enum wall { SMOOTH, ACROSS, DOWN }; // what a wall does to a quantity

#define AT(x, y) ((y) * (n + 2) + (x))

typedef struct fluid {
  int n; // n by n cells, and walls around them
  float *u, *v, *smoke;
  float *u0, *v0, *smoke0; // what is added, and then room
  float *scratch;
} fluid;

// The cells of the wall, from those beside them.
static void
set_wall(int n, enum wall wall, float *x) {
  for (int i = 1; i <= n; i++) {
    x[AT(0, i)] = wall == ACROSS ? -x[AT(1, i)] : x[AT(1, i)];
    x[AT(n + 1, i)] = wall == ACROSS ? -x[AT(n, i)] : x[AT(n, i)];
    x[AT(i, 0)] = wall == DOWN ? -x[AT(i, 1)] : x[AT(i, 1)];
    x[AT(i, n + 1)] = wall == DOWN ? -x[AT(i, n)] : x[AT(i, n)];
  }
  x[AT(0, 0)] = 0.5f * (x[AT(1, 0)] + x[AT(0, 1)]);
  x[AT(0, n + 1)] = 0.5f * (x[AT(1, n + 1)] + x[AT(0, n)]);
  x[AT(n + 1, 0)] = 0.5f * (x[AT(n, 0)] + x[AT(n + 1, 1)]);
  x[AT(n + 1, n + 1)] = 0.5f * (x[AT(n, n + 1)] + x[AT(n + 1, n)]);
}

// Solves c x - a (sum of the four neighbours of x) = x0 by ROUNDS rounds.
static void
solve(int n, enum wall wall, float *x, const float *x0, float a, float c,
      float *scratch) {
#pragma loft
  for (int k = 0; k < ROUNDS; k++) {
    for (int j = 1; j <= n; j++)
      for (int i = 1; i <= n; i++)
        scratch[AT(i, j)] =
            (x0[AT(i, j)] + a * (x[AT(i - 1, j)] + x[AT(i + 1, j)] +
                                 x[AT(i, j - 1)] + x[AT(i, j + 1)])) /
            c;
    for (int j = 1; j <= n; j++)
      for (int i = 1; i <= n; i++)
        x[AT(i, j)] = scratch[AT(i, j)];
    set_wall(n, wall, x);
  }
}

// x after x0 has flowed along (u, v) for the time "dt".
static void
advect(int n, enum wall wall, float *x, const float *x0, const float *u,
       const float *v, float dt) {
  float far = dt * (float)n;
#pragma loft map
  for (int j = 1; j <= n; j++)
    for (int i = 1; i <= n; i++) {
      float px = (float)i - far * u[AT(i, j)];
      float py = (float)j - far * v[AT(i, j)];
      if (px < 0.5f)
        px = 0.5f;
      if (px > (float)n + 0.5f)
        px = (float)n + 0.5f;
      if (py < 0.5f)
        py = 0.5f;
      if (py > (float)n + 0.5f)
        py = (float)n + 0.5f;
      int i0 = (int)px, j0 = (int)py;
      float s = px - (float)i0, t = py - (float)j0;
      x[AT(i, j)] =
          (1 - s) * ((1 - t) * x0[AT(i0, j0)] + t * x0[AT(i0, j0 + 1)]) +
          s * ((1 - t) * x0[AT(i0 + 1, j0)] + t * x0[AT(i0 + 1, j0 + 1)]);
    }
  set_wall(n, wall, x);
}

// Takes from (u, v) its divergence; p and "div" are room.
static void
project(int n, float *u, float *v, float *p, float *div, float *scratch) {
#pragma loft region
  {
    for (int j = 1; j <= n; j++)
      for (int i = 1; i <= n; i++) {
        div[AT(i, j)] = -0.5f *
                        (u[AT(i + 1, j)] - u[AT(i - 1, j)] + v[AT(i, j + 1)] -
                         v[AT(i, j - 1)]) /
                        (float)n;
        p[AT(i, j)] = 0;
      }
    set_wall(n, SMOOTH, div);
    set_wall(n, SMOOTH, p);
    solve(n, SMOOTH, p, div, 1, 4, scratch);
    for (int j = 1; j <= n; j++)
      for (int i = 1; i <= n; i++) {
        u[AT(i, j)] -= 0.5f * (float)n * (p[AT(i + 1, j)] - p[AT(i - 1, j)]);
        v[AT(i, j)] -= 0.5f * (float)n * (p[AT(i, j + 1)] - p[AT(i, j - 1)]);
      }
    set_wall(n, ACROSS, u);
    set_wall(n, DOWN, v);
  }
}

// Adds what comes in.
static void
add_source(int n, float *x, const float *source, float dt) {
  for (int k = 0; k < (n + 2) * (n + 2); k++)
    x[k] += dt * source[k];
}

// One step of velocity and smoke.
static void
step(fluid *f, float dt, float viscosity, float diffusion) {
  int n = f->n;
  float a = dt * viscosity * (float)(n * n),
        b = dt * diffusion * (float)(n * n);
  add_source(n, f->u, f->u0, dt);
  add_source(n, f->v, f->v0, dt);
  solve(n, ACROSS, f->u0, f->u, a, 1 + 4 * a, f->scratch);
  solve(n, DOWN, f->v0, f->v, a, 1 + 4 * a, f->scratch);
  project(n, f->u0, f->v0, f->u, f->v, f->scratch);
  advect(n, ACROSS, f->u, f->u0, f->u0, f->v0, dt);
  advect(n, DOWN, f->v, f->v0, f->u0, f->v0, dt);
  project(n, f->u, f->v, f->u0, f->v0, f->scratch);
  add_source(n, f->smoke, f->smoke0, dt);
  solve(n, SMOOTH, f->smoke0, f->smoke, b, 1 + 4 * b, f->scratch);
  advect(n, SMOOTH, f->smoke, f->smoke0, f->u, f->v, dt);
}

// "steps" steps, of which the first gets what is in u0, v0 and smoke0.
static void
simulate(fluid *f, int steps, float dt, float viscosity, float diffusion) {
  for (int k = 0; k < steps; k++) {
    step(f, dt, viscosity, diffusion);
    for (int i = 0; i < (f->n + 2) * (f->n + 2); i++)
      f->u0[i] = f->v0[i] = f->smoke0[i] = 0;
  }
}

// Still air with two jets of smoke.
static void
start(fluid *f) {
  int n = f->n;
  size_t bytes = (size_t)(n + 2) * (size_t)(n + 2) * sizeof(float);
  float *all[] = {f->u, f->v, f->smoke, f->u0, f->v0, f->smoke0, f->scratch};
  for (int k = 0; k < 7; k++)
    memset(all[k], 0, bytes);
  for (int y = 1; y <= n; y++)
    for (int x = 1; x <= n; x++) {
      int left = x < n / 8 && abs(y - n / 2) < n / 16;
      int below = y > n - n / 8 && abs(x - n / 2) < n / 16;
      f->u0[AT(x, y)] = left ? 50 : 0;
      f->v0[AT(x, y)] = below ? -30 : 0;
      f->smoke0[AT(x, y)] = left || below ? 10 : 0;
    }
}

int
main(void) {
  const int n = demo_scaled(126, 2);
  size_t count = (size_t)(n + 2) * (size_t)(n + 2);
  fluid f = {.n = n};
  float **all[] = {&f.u, &f.v, &f.smoke, &f.u0, &f.v0, &f.smoke0, &f.scratch};
  for (int k = 0; k < 7; k++)
    *all[k] = demo_alloc(count * sizeof(float));
  start(&f);
  simulate(&f, 8, 0.1f, 1e-5f, 1e-5f);
  demo_result("simulated", f.smoke, count, sizeof(float), 'f');

  DEMO_RUN("solve", solve(n, SMOOTH, f.smoke0, f.smoke, 0.1f, 1.4f, f.scratch));
  demo_result("solve", f.smoke0, count, sizeof(float), 'f');
  DEMO_RUN("advect", advect(n, SMOOTH, f.smoke, f.smoke0, f.u, f.v, 0.1f));
  demo_result("advect", f.smoke, count, sizeof(float), 'f');
  DEMO_RUN("project", project(n, f.u, f.v, f.u0, f.v0, f.scratch));
  demo_result("project", f.u, count, sizeof(float), 'f');
  demo_result("project", f.v, count, sizeof(float), 'f');
  for (int k = 0; k < 7; k++)
    free(*all[k]);
  return 0;
}
