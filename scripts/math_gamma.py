#!/usr/bin/env python3
"""scripts/math_gamma.py: the polynomials of mathlib/gamma.c, which Sollya
has no functions for: interpolation at Chebyshev points, in 100 digits (needs
mpmath). Prints each with its largest error, absolute."""
from mpmath import (cos, log, loggamma, lu_solve, matrix, mp, mpf, pi, polyval,
                    sqrt)

mp.dps = 100


def interpolate(name, f, n, a, b):
    """Prints a polynomial of degree n close to f over [a, b]; of a logarithm's,
    the last coefficient has a tail."""
    points = [(a + b) / 2 + (b - a) / 2 * cos(pi * (2 * k + 1) / (2 * n + 2))
              for k in range(n + 1)]
    solution = lu_solve(matrix([[x**k for k in range(n + 1)] for x in points]),
                        matrix([f(x) for x in points]))
    rounded = [mpf(float(c)) for c in solution]
    tail = solution[0] - rounded[0] if name.startswith("log") else mpf(0)
    trial = [a + (b - a) * (k + mpf(1) / 3) / 400 for k in range(400)]
    miss = max(abs(tail + polyval(rounded[::-1], x) - f(x)) for x in trial)
    print(name, "miss", float(miss))
    for c in rounded[::-1]:
        print("  ", float(c).hex())
    if tail:
        print("   tail", float(tail).hex())


def stirling(z):
    """x (log gamma(x) - (x - 1/2) log x + x - log(2 pi)/2), z = 1/x^2."""
    x = 1 / sqrt(z)
    return x * (loggamma(x) - (x - mpf(1) / 2) * log(x) + x - log(2 * pi) / 2)


interpolate("stirling", stirling, 9, mpf(2)**-40, mpf(1) / 64)
interpolate("stirling, float", stirling, 3, mpf(2)**-40, mpf(1) / 64)
interpolate("log gamma(1 + t) / t", lambda t: loggamma(1 + t) / t, 19,
            -mpf(1) / 4, mpf(1) / 4)
interpolate("log gamma(2 + t) / t", lambda t: loggamma(2 + t) / t, 19,
            -mpf(1) / 4, mpf(1) / 4)
