// tools/opt_absent.c: what loft-opt says of parts it was built without.
#include "tools/opt.h"

#if !LOFT_HAVE_REWRITES
bool
opt_run_passes(loft_cx *cx, ir_module *m, const opt_options *o,
               opt_checker *checker, FILE *out) {
  (void)m, (void)o, (void)checker, (void)out;
  diag_report(cx, DIAG_ERROR, (loft_loc){0}, NULL, "built without rewrites/");
  return false;
}

void
opt_list_passes(FILE *out) {
  (void)out;
}

void
opt_list_rules(FILE *out) {
  (void)out;
}
#endif

#if !LOFT_HAVE_KERNEL
bool
opt_emit(loft_cx *cx, ir_module *m, const opt_options *o, FILE *out) {
  (void)m, (void)o, (void)out;
  diag_report(cx, DIAG_ERROR, (loft_loc){0}, NULL, "built without kernel/");
  return false;
}

void
opt_check_kernels(loft_cx *cx, ir_module *m, const opt_options *o,
                  const tool_inputs *inputs, FILE *out) {
  (void)inputs;
  opt_emit(cx, m, o, out);
}
#endif
