// rewrites/pass_rounds.c: searches on GPUs begin with larger chunks.
#include "analysis/analysis.h"
#include "rewrites/rw_private.h"

bool pass_rounds(loft_cx *cx, ir_func *f, rw_options *o);

// What a GPU goes through in the time of a launch and of waiting for it.
enum { LEAST_CHUNK = 1 << 20 };

// loop (size = 2^14) while go { A(min(size, n - begin)); .. size * 4 } =>
//   loop (size = 2^20) while go { .. }
// when: at host level; the first chunk is smaller
// why:  the host waits for each round, 0.05 ms, and a million elements take no
//       longer; elements behind the hit are looked at in vain
// src:  none
static bool
try_rounds(loft_cx *cx, ir_func *f, rw_options *o, ir_op *op) {
  (void)cx;
  (void)f;
  an_growth g;
  if (!an_match_growth(op, &g) || g.first >= LEAST_CHUNK ||
      g.most < LEAST_CHUNK || !rw_fired(o, RW_RULE_rounds))
    return false;
  ir_builder b = ir_before(op);
  b.loc = op->loc;
  op->ins.at[g.carried] = ir_build_int(&b, g.size->type.elem, LEAST_CHUNK);
  return true;
}

bool
pass_rounds(loft_cx *cx, ir_func *f, rw_options *o) {
  return rw_try_host(cx, f, o, try_rounds);
}
