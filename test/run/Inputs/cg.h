// Conjugate gradients: five functions in two other files than the loop that
// calls them. Rows of the matrix have WIDTH elements.
#ifndef CG_H
#define CG_H

enum { SIDE = 208, N = SIDE * SIDE, WIDTH = 5 };

// y = A x
void product(int n, const int *column, const double *value, const double *x,
             double *y);
// r = b - y
void residual(int n, const double *b, const double *y, double *r);
// The sum of x[i] * y[i].
double dot(int n, const double *x, const double *y);
// y += a x
void add_scaled(int n, double a, const double *x, double *y);
// y = x + a y
void scale_and_add(int n, double a, const double *x, double *y);

#endif
