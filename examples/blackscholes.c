// Prices of European options by the formula of Black and Scholes.
#include "demo.h"

#include <math.h>

// Cumulative normal distribution (Abramowitz and Stegun 26.2.17).
static float
normal(float d) {
  float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
  float poly =
      k * (0.31938153f +
           k * (-0.356563782f +
                k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  float c = 0.39894228040143267794f * expf(-0.5f * d * d) * poly;
  return d > 0 ? 1.0f - c : c;
}

static void
black_scholes(int n, float rate, float volatility, const float *restrict price,
              const float *restrict strike, const float *restrict years,
              float *restrict call, float *restrict put) {
#pragma loft map
  for (int i = 0; i < n; i++) {
    float root = sqrtf(years[i]);
    float d1 = (logf(price[i] / strike[i]) +
                (rate + 0.5f * volatility * volatility) * years[i]) /
               (volatility * root);
    float d2 = d1 - volatility * root;
    float c1 = normal(d1), c2 = normal(d2);
    float discount = expf(-rate * years[i]);
    call[i] = price[i] * c1 - strike[i] * discount * c2;
    put[i] = strike[i] * discount * (1.0f - c2) - price[i] * (1.0f - c1);
  }
}

int
main(void) {
  const int options = demo_scaled(1 << 20, 1);
  size_t bytes = (size_t)options * sizeof(float);
  float *price = demo_alloc(bytes), *strike = demo_alloc(bytes);
  float *years = demo_alloc(bytes), *call = demo_alloc(bytes);
  float *put = demo_alloc(bytes);
  for (int i = 0; i < options; i++) {
    price[i] = 5.0f + 25.0f * (float)demo_random();
    strike[i] = 1.0f + 99.0f * (float)demo_random();
    years[i] = 0.25f + 9.75f * (float)demo_random();
  }
  DEMO_RUN("black_scholes", black_scholes(options, 0.02f, 0.3f, price, strike,
                                          years, call, put));
  demo_result("black_scholes", call, options, sizeof *call, 'f');
  demo_result("black_scholes", put, options, sizeof *put, 'f');
  free(price);
  free(strike);
  free(years);
  free(call);
  free(put);
  return 0;
}
