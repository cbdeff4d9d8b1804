// rewrites/runner.c: runs passes by name, with checks around each.
//
// Around every pass: skip list, the pass itself over each function, ir_check,
// print, round trip, the caller's own check (evaluate before and after).
#include "rewrites/rewrites.h"

#define RW_PASS(id, name, doc)                                                 \
  bool pass_##id(loft_cx *cx, ir_func *f, rw_options *o);
#include "rewrites/passes.def"
#undef RW_PASS

const rw_pass_info rw_pass_table[] = {
#define RW_PASS(id, name, doc) {name, doc, pass_##id},
#include "rewrites/passes.def"
#undef RW_PASS
};
const int rw_n_passes = LOFT_COUNT(rw_pass_table);

// Far above what any real region needs; a compile must end all the same.
enum { RW_DEFAULT_BUDGET = 200000 };

// True when "name" (of "len" characters) is an element of the comma-separated
// "list".
static bool
has_name(const char *list, const char *name, size_t len) {
  while (list && *list) {
    size_t n = strcspn(list, ",");
    if (n == len && !memcmp(list, name, n))
      return true;
    list += n + (list[n] == ',');
  }
  return false;
}

// Prints "m" under a heading naming the pass.
static void
print_after(loft_cx *cx, ir_module *m, const rw_pass_info *p, rw_options *o) {
  sb text;
  sb_init(&text, cx->arena);
  ir_print_module(&text, m, NULL);
  fprintf(o->out ? o->out : stderr, "// after %s\n%s", p->name, sb_str(&text));
}

// Prints, parses and prints again: both texts must agree.
static bool
check_roundtrip(loft_cx *cx, ir_module *m, const rw_pass_info *p) {
  sb one, two;
  sb_init(&one, cx->arena);
  sb_init(&two, cx->arena);
  ir_print_module(&one, m, NULL);
  ir_module *again = ir_parse(cx, "roundtrip", sb_str(&one));
  if (again)
    ir_print_module(&two, again, NULL);
  if (again && !strcmp(sb_str(&one), sb_str(&two)))
    return true;
  diag_report(cx, DIAG_INTERNAL, (loft_loc){0}, NULL,
              "IR text does not round-trip after %s", p->name);
  return false;
}

// The checks and prints that follow a pass.
static bool
finish_pass(loft_cx *cx, ir_module *m, const rw_pass_info *p, bool changed,
            rw_options *o) {
  bool all = o->print_after && !strcmp(o->print_after, "all");
  if (all || (o->print_after && !strcmp(o->print_after, p->name)) ||
      (o->print_changed && changed))
    print_after(cx, m, p, o);
  if (o->verify && changed && !ir_check(cx, m, p->name))
    return false;
  if (o->roundtrip && !check_roundtrip(cx, m, p))
    return false;
  return !o->after || o->after(o->after_user, p->name, m);
}

// Runs one pass over the functions asked for; none when the steps are spent.
static bool
run_pass(loft_cx *cx, ir_module *m, const rw_pass_info *p, rw_options *o) {
  if (o->budget < 0 || has_name(o->skip, p->name, strlen(p->name)))
    return true;
  bool changed = false;
  for (ir_func *f = m->funcs; f; f = f->next)
    if (!o->only || o->only == f)
      changed |= p->run(cx, f, o);
  return finish_pass(cx, m, p, changed, o);
}

// Runs the pass or pipeline whose name is the "len" characters at "name".
static bool run_name(loft_cx *cx, ir_module *m, const char *name, size_t len,
                     rw_options *o);

// Runs each name of the comma-separated "list".
static bool
run_list(loft_cx *cx, ir_module *m, const char *list, rw_options *o) {
  while (*list) {
    size_t n = strcspn(list, ",");
    if (n && !run_name(cx, m, list, n, o))
      return false;
    list += n + (list[n] == ',');
  }
  return true;
}

static bool
run_name(loft_cx *cx, ir_module *m, const char *name, size_t len,
         rw_options *o) {
  for (int k = 0; k < rw_n_passes; k++)
    if (strlen(rw_pass_table[k].name) == len &&
        !memcmp(rw_pass_table[k].name, name, len))
      return run_pass(cx, m, &rw_pass_table[k], o);
  for (int k = 0; k < o->n_extra; k++)
    if (strlen(o->extra[k].name) == len && !memcmp(o->extra[k].name, name, len))
      return run_pass(cx, m, &o->extra[k], o);
  for (int k = 0; k < rw_n_pipelines; k++)
    if (strlen(rw_pipelines[k].name) == len &&
        !memcmp(rw_pipelines[k].name, name, len))
      return run_list(cx, m, rw_pipelines[k].passes, o);
  diag_report(cx, DIAG_ERROR, (loft_loc){0}, NULL,
              "no pass or pipeline is called '%.*s'", (int)len, name);
  return false;
}

bool
rw_run(loft_cx *cx, ir_module *m, const char *passes, rw_options *o) {
  if (o->budget == 0)
    o->budget = RW_DEFAULT_BUDGET;
  return run_list(cx, m, passes, o);
}
