/* loft/loft_check.h: the interface of libloftrt and libloftcheck.
 *
 * Not for users (see loft.h). libloftcheck evaluates the IR of a region op by
 * op and watches which iteration touches which element. The runtime opens it
 * where LOFT_CHECK=1 asks for that. */
#ifndef LOFT_CHECK_H
#define LOFT_CHECK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An array parameter: of elements lo <= i < hi, "base" being the address of the
 * one with C index 0. */
typedef struct loft_check_array {
  const void *base;
  int64_t lo, hi;
} loft_check_array;

enum {
  LOFT_CHECK_FINE = 0,   /* no iteration touches what another one writes */
  LOFT_CHECK_MEET = 1,   /* two do */
  LOFT_CHECK_UNKNOWN = 2 /* that cannot be told */
};

/* Evaluates the only function of module "ir" on copies of "arrays", one for
 * each array parameter in order; "args" has the bits of each parameter,
 * zero-extended, of which those of arrays are not used. Unless that is fine,
 * "why" gets the reason in English, cut to "size" bytes. */
typedef int loft_check_fn(const char *ir, const uint64_t *args,
                          const loft_check_array *arrays, char *why,
                          size_t size);
loft_check_fn loft_check;

#ifdef __cplusplus
}
#endif
#endif
