// runtime/core/trace.c: LOFT_TRACE; see trace.h.
//
// Events are gathered in a buffer, which is written behind the last event of
// the file, over the end of the list, with a new end.
#include "runtime/core/trace.h"
#include "loft/loft_text.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "runtime/core/env.h"
#include "runtime/core/file.h"
#include "runtime/core/log.h"

enum {
  ROOM = 1 << 16,
  EVENT = 4096 // the longest event
};

static struct {
  pthread_mutex_t lock;
  pid_t owner;         // whose file it is; all: under lock
  int fd;              // -1: none
  bool tried;          // to open it, for this generation of the setting
  unsigned generation; // of the setting
  off_t at;            // where the next event goes
  size_t used;
  char text[ROOM + EVENT];
} trace = {.lock = PTHREAD_MUTEX_INITIALIZER, .fd = -1};

bool
rt_trace_wanted(void) {
  return rt_env_has_text(RT_ENV_TRACE);
}

// -- The file -----------------------------------------------------------------

// Gives the file up, with one line.
static void
give_up(const char *what, int error) {
  char path[RT_TEXT_MAX];
  rt_env_text(RT_ENV_TRACE, path);
  rt_say(RT_LOG_WARNING, "no trace: %s %.500s: %s", what, path,
         strerror(error));
  if (trace.fd >= 0)
    close(trace.fd);
  trace.fd = -1;
}

// Writes the gathered events. When that fails, those before stay a list.
static void
flush(void) {
  static const char end[] = "\n]\n";
  enum { END = sizeof end - 1 };
  if (trace.fd < 0 || trace.used == 0)
    return;
  memcpy(trace.text + trace.used, end, END);
  int error = rt_file_write(trace.fd, trace.text, trace.used + END, trace.at);
  if (error != 0) {
    bool some =
        trace.at > 0 && rt_file_write(trace.fd, end, END, trace.at) == 0;
    int cut = ftruncate(trace.fd, some ? trace.at + END : 0);
    (void)cut; // impossible where it is no file
    give_up("cannot write", error);
    return;
  }
  trace.at += (off_t)trace.used;
  trace.used = 0;
}

// Adds text; cut when it does not fit, which EVENT prevents.
static void add(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
// Adds to the text, as much as there is room for.
static void
add(const char *fmt, ...) {
  va_list ap;
  size_t room = sizeof trace.text - 8 - trace.used;
  va_start(ap, fmt);
  int n = vsnprintf(trace.text + trace.used, room, fmt, ap);
  va_end(ap);
  if (n > 0)
    trace.used += (size_t)n < room ? (size_t)n : room - 1;
}

// Adds a string, cut at 300 bytes, with its quotes. What is no UTF-8 becomes
// U+FFFD.
static void
add_string(const char *s) {
  const unsigned char *c = (const unsigned char *)(s ? s : ""), *from = c;
  add("\"");
  for (int n; *c && c - from < 300; c += n ? n : 1) {
    n = loft_utf8_length(c);
    if (n == 0)
      add("\\ufffd");
    else if (*c < ' ' || *c == 127 || *c == '"' || *c == '\\')
      add("\\u%04x", *c);
    else
      add("%.*s", n, (const char *)c);
  }
  add("\"");
}

// Opens the file that the setting names, unless another process writes it.
static void
open_file(void) {
  char path[RT_TEXT_MAX];
  if (trace.fd >= 0)
    close(trace.fd);
  trace.owner = getpid();
  trace.tried = true;
  trace.generation = rt_env_generation(RT_ENV_TRACE);
  trace.at = 0;
  trace.used = 0;
  rt_env_text(RT_ENV_TRACE, path);
  trace.fd = rt_file_open(path, O_WRONLY | O_CREAT | O_NONBLOCK, 0666);
  if (trace.fd < 0) {
    give_up("cannot open", errno);
    return;
  }
  if (flock(trace.fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    give_up("another process writes", errno);
    return;
  }
  int cut = ftruncate(trace.fd, 0);
  (void)cut; // impossible where it is no file
  add("[\n{\"name\": \"thread_name\", \"ph\": \"M\", \"pid\": %d, \"tid\": 0, "
      "\"args\": {\"name\": \"Vulkan device\"}}",
      (int)trace.owner);
}

// Takes the lock, for an event that fits the buffer. False: there is no file,
// and the lock is free.
static bool
begin(void) {
  pthread_mutex_lock(&trace.lock);
  if (!trace.tried || trace.generation != rt_env_generation(RT_ENV_TRACE))
    open_file();
  if (trace.used > ROOM)
    flush();
  if (trace.fd >= 0)
    return true;
  pthread_mutex_unlock(&trace.lock);
  return false;
}

// Whether the trace belongs to this process: the first that had one. Without
// the lock, which a forked child may find taken.
static bool
is_ours(void) {
  static atomic_int first;
  int none = 0, own = getpid();
  return atomic_compare_exchange_strong(&first, &none, own) || none == own;
}

// -- Events -------------------------------------------------------------------

// The members that every event has.
static void
add_head(const char *name, const char *what, double start, int tid) {
  add(",\n{\"name\": ");
  add_string(name);
  add(", \"cat\": \"%s\", \"ts\": %.3f, \"pid\": %d, \"tid\": %d", what,
      start * 1e6, (int)trace.owner, tid);
}

// Where it is in the source.
static void
add_place(const char *file, uint32_t line) {
  add("\"file\": ");
  add_string(file);
  add(", \"line\": %u", line);
}

void
rt_trace_span(const loft_run *run, const rt_span *s) {
  if (!rt_trace_wanted() || !is_ours() || !begin())
    return;
  add_head(s->name, s->what, s->start, s->on_device ? 0 : gettid());
  add(", \"ph\": \"X\", \"dur\": %.3f, \"args\": {", s->seconds * 1e6);
  add_place(run->region->file, s->line ? s->line : run->region->line);
  if (s->bytes)
    add(", \"bytes\": %llu", (unsigned long long)s->bytes);
  add("}}");
  pthread_mutex_unlock(&trace.lock);
}

void
rt_trace_region(const loft_region_report *r, double start) {
  if (!rt_trace_wanted() || !is_ours() || !begin())
    return;
  add_head(r->name, "region", start, gettid());
  if (r->where == LOFT_RAN_ORIGINAL)
    add(", \"ph\": \"i\", \"s\": \"t\", \"args\": {");
  else
    add(", \"ph\": \"X\", \"dur\": %.3f, \"args\": {", r->ms * 1e3);
  add_place(r->file, r->line);
  add(", \"where\": \"%s\", \"device\": ", rt_where_name((int)r->where));
  add_string(r->device);
  add(", \"why\": ");
  add_string(r->why);
  add(", \"bytes_up\": %llu, \"bytes_down\": %llu, \"launches\": %u}}",
      (unsigned long long)r->bytes_up, (unsigned long long)r->bytes_down,
      r->launches);
  flush();
  pthread_mutex_unlock(&trace.lock);
}
