// runtime/core/log.c: log lines; see log.h.
#include "runtime/core/log.h"

#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "loft/loft.h"
#include "runtime/core/env.h"

// Where lines go; NULL: stderr. Replaced as a whole and never freed, so that
// writing a line takes no lock (a forked child could find it held).
typedef struct log_sink {
  void (*fn)(void *user, const char *line);
  void *user;
} log_sink;

static _Atomic(log_sink *) current_sink;

bool
rt_log_wants(rt_log_level level) {
  if (level <= RT_LOG_WARNING)
    return true;
  return rt_env_int(RT_ENV_LOG) >= (level == RT_LOG_REGION ? 1 : 2);
}

// Writes to stderr. What a failure sends to the thread, where nobody reads a
// pipe or a file is too long, is taken back: it would end the program.
static void
put(const char *line, size_t len) {
  static const int sent[] = {SIGPIPE, SIGXFSZ};
  sigset_t set, before, pending;
  sigemptyset(&set);
  for (int k = 0; k < 2; k++)
    sigaddset(&set, sent[k]);
  pthread_sigmask(SIG_BLOCK, &set, &before);
  sigpending(&pending);
  for (int k = 0; k < 2; k++)
    if (sigismember(&pending, sent[k]))
      sigdelset(&set, sent[k]);
  // A log that cannot be written is not worth an error of its own.
  if (write(STDERR_FILENO, line, len) < 0)
    while (sigtimedwait(&set, NULL, &(struct timespec){0}) > 0)
      continue;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

// Writes "line" to stderr in one go, or to the sink.
static void
put_line(char *line, size_t len) {
  log_sink *sink = atomic_load(&current_sink);
  if (sink) {
    sink->fn(sink->user, line);
    return;
  }
  line[len] = '\n';
  put(line, len + 1);
}

void
rt_say(rt_log_level level, const char *fmt, ...) {
  char line[1024];
  va_list ap;
  if (!rt_log_wants(level))
    return;
  size_t n = (size_t)snprintf(line, sizeof line, "loft: %s",
                              level == RT_LOG_ERROR ? "error: " : "");
  va_start(ap, fmt);
  int more = vsnprintf(line + n, sizeof line - n - 1, fmt, ap);
  va_end(ap);
  if (more > 0)
    n += strlen(line + n);
  for (size_t k = 0; k < n; k++) // of names of files
    if ((unsigned char)line[k] < ' ' || line[k] == 127)
      line[k] = '?';
  put_line(line, n);
}

const char *
rt_bytes(uint64_t bytes, char text[16]) {
  static const char *const unit[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  double value = (double)bytes;
  int k = 0;
  while (value >= 1000 && k < 4) {
    value /= 1024;
    k++;
  }
  snprintf(text, 16, k ? "%.3g %s" : "%.0f %s", value, unit[k]);
  return text;
}

double
rt_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void
loft_set_log_sink(void (*sink)(void *user, const char *line), void *user) {
  log_sink *next = sink ? malloc(sizeof *next) : NULL;
  if (sink && !next)
    return;
  if (next)
    *next = (log_sink){sink, user};
  atomic_store(&current_sink, next);
}
