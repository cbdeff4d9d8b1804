// runtime/core/env.h: the LOFT_* settings.
//
// Read from the environment once, at the first region; loft_set changes them
// later. A value that does not fit gives one warning line and the default.
#ifndef RT_ENV_H
#define RT_ENV_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum rt_env_id {
#define RT_ENV_CHOICE(id, var, def, words, doc) RT_ENV_##id,
#define RT_ENV_TEXT(id, var, def, doc) RT_ENV_##id,
#define RT_ENV_INT(id, var, def, lo, hi, doc) RT_ENV_##id,
#define RT_ENV_SECONDS(id, var, def, lo, hi, doc) RT_ENV_##id,
#define RT_ENV_SIZE(id, var, def, lo, hi, doc) RT_ENV_##id,
#include "runtime/core/env.def"
#undef RT_ENV_CHOICE
#undef RT_ENV_TEXT
#undef RT_ENV_INT
#undef RT_ENV_SECONDS
#undef RT_ENV_SIZE
  RT_ENV_COUNT
} rt_env_id;

typedef enum rt_offload { // ORDER OFFLOAD: env.def, loft.h
  RT_OFFLOAD_DEFAULT,
  RT_OFFLOAD_MANDATORY,
  RT_OFFLOAD_DISABLED,
  RT_OFFLOAD_CPU
} rt_offload;

enum { RT_TEXT_MAX = 4096 }; // as long as names of files may be

// The value of a choice or an integer setting. Reads the environment at the
// first call.
int rt_env_int(rt_env_id id);
// The value of a setting in seconds.
double rt_env_seconds(rt_env_id id);
// The value of a setting that is a size.
uint64_t rt_env_bytes(rt_env_id id);
// Copies the value of a text setting to "out".
void rt_env_text(rt_env_id id, char out[RT_TEXT_MAX]);
// Whether a text setting is not empty (cheaper than copying it).
bool rt_env_has_text(rt_env_id id);
// Whether the environment has been read.
bool rt_env_is_known(void);

extern atomic_bool rt_env_plain;

// Whether that is so, nothing is asked for and nobody listens: where regions
// run is the runtime's choice, and neither a log of regions nor a trace is
// wanted. Takes no lock.
static inline bool
rt_env_is_plain(void) {
  return atomic_load_explicit(&rt_env_plain, memory_order_relaxed);
}

// Counts the changes of a setting by loft_set, so that decisions taken from it
// can be kept until it changes.
unsigned rt_env_generation(rt_env_id id);
// Around fork: a child must not find the lock held by a thread it lacks.
void rt_env_before_fork(void);
void rt_env_after_fork(void); // in parent and child
// Variable and documentation of setting "id", and its value as text.
void rt_env_describe(rt_env_id id, const char **var, const char **doc,
                     char value[RT_TEXT_MAX]);

#endif
