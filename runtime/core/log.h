// runtime/core/log.h: log lines, each "loft: ..." and written whole.
#ifndef RT_LOG_H
#define RT_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum rt_log_level {
  RT_LOG_ERROR,   // always
  RT_LOG_WARNING, // always
  RT_LOG_REGION,  // LOFT_LOG=1
  RT_LOG_KERNEL   // LOFT_LOG=2
} rt_log_level;

// Whether lines of that level are wanted.
bool rt_log_wants(rt_log_level level);
// Writes one line, prefixed "loft: " (errors "loft: error: "); cut at 1000
// characters.
void rt_say(rt_log_level level, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
// "bytes" as "12 B", "3.4 KiB", ... into "out".
const char *rt_bytes(uint64_t bytes, char out[16]);
// A monotonic clock in seconds.
double rt_now(void);

#endif
