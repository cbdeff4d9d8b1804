// plugin/worth.c: from which size on lifted code runs by default.
//
// Calls with little work run the original loop (LOFT_SMALL_WORK). Where one
// number that the region is given decides how much there is, as a trip count
// does, the remark says from which one on.
#include "analysis/analysis.h"
#include "loft/loft_abi.h"
#include "plugin/region_private.h"

enum { LARGEST = 1 << 30 };

// The work of the original, as the region's entry takes it, where parameter "p"
// of "f", its footprint or the estimate of that, is "x". False where it depends
// on other things.
static bool
work_at(const ir_func *f, const ir_val *p, int64_t x, double *work) {
  const ir_vals *told = &f->body->last->ins;
  ir_bits bits = (ir_bits)x, own, all;
  bits = ir_eval_scalar(IR_OP_CONVERT, IR_I64, p->type.elem, &bits);
  if (!an_estimate_given(told->at[4], f->body, p, bits, &own) ||
      !an_estimate_given(told->at[1], f->body, p, bits, &all))
    return false;
  *work = (double)ir_float_value(IR_F64, own);
  if (!(*work > 0))
    *work = (double)ir_float_value(IR_F64, all);
  return true;
}

// Whether "p" alone decides how much work there is: *least is where it is
// enough; 0: nowhere.
static bool
find_least(const ir_func *f, const ir_val *p, int64_t *least) {
  int64_t low = 0, high = 1;
  double work;
  if (!work_at(f, p, low, &work))
    return false;
  *least = 0;
  while (work_at(f, p, high, &work) && work < LOFT_SMALL_WORK) {
    if (high >= LARGEST)
      return true;
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    int64_t middle = low + (high - low) / 2;
    bool enough = work_at(f, p, middle, &work) && work >= LOFT_SMALL_WORK;
    *(enough ? &high : &low) = middle;
  }
  *least = high;
  return true;
}

const char *
plugin_least_size(arena *a, const rec_region *r) {
  const ir_func *f = r->estimate ? r->estimate : r->footprint;
  for (int k = 0; f && !r->rows && k < r->n_captures; k++) {
    const ir_val *p = f->body->params.at[k];
    int64_t least;
    if (p->type.array || !ir_is_int(p->type.elem) || !find_least(f, p, &least))
      continue;
    if (least == 0)
      return "always";
    return least > 1 ? arena_printf(a, "below %s = %lld", r->captures[k].name,
                                    (long long)least)
                     : NULL;
  }
  return NULL;
}
