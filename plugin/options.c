// plugin/options.c: the options -fplugin-arg-loft-NAME.
#include "plugin/plugin.h"
#include "rewrites/rewrites.h"

// The text of "arg" behind "name" and "="; NULL when it is no such option, or
// has nothing there.
static const char *
value_of(const char *arg, const char *name) {
  size_t n = strlen(name);
  return !strncmp(arg, name, n) && arg[n] == '=' && arg[n + 1] ? arg + n + 1
                                                               : NULL;
}

// The names of all stages in words.
static const char *
stage_names(arena *a) {
  sb out;
  sb_init(&out, a);
  plugin_stage_names(&out);
  return sb_str(&out);
}

const char *
plugin_set_option(arena *a, plugin_options *o, const char *arg) {
  const char *value;
  if (!strcmp(arg, "remarks"))
    o->remarks = true;
  else if (!strcmp(arg, "ranks"))
    o->ranks = true;
  else if (!strcmp(arg, "off"))
    o->off = true;
  else if ((value = value_of(arg, "emit-to")))
    o->emit_to = value;
  else if ((value = value_of(arg, "report")))
    o->report = value;
  else if ((value = value_of(arg, "division")) &&
           rw_division(value, &o->division))
    return NULL;
  else if ((value = value_of(arg, "fail")) &&
           (!strcmp(value, "gpu") || !strcmp(value, "cpu") ||
            !strcmp(value, "steps")))
    o->fail = value;
  else if (!strncmp(arg, "emit=", 5) && plugin_is_stage(arg + 5))
    o->emit = arg + 5;
  else if (!strncmp(arg, "emit=", 5))
    return arena_printf(a, "unknown stage '%s'; the stages are %s", arg + 5,
                        stage_names(a));
  else
    return arena_printf(
        a,
        "unknown option '%s'; the options are remarks, off, ranks, "
        "report=FILE, emit=STAGE, emit-to=FILE, "
        "division=auto|lane|scan|shuffled|ROWS",
        arg);
  return NULL;
}
