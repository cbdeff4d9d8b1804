// runtime/core/env.c: the LOFT_* settings; see env.h.
//
// Numbers live in atomics, so regions read them without a lock; texts under
// the lock of this file.
#include "runtime/core/env.h"

#include <ctype.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "loft/loft.h"
#include "runtime/core/busy.h"
#include "runtime/core/log.h"
#include "runtime/core/process.h"

typedef enum kind { CHOICE, TEXT, INT, SECONDS, SIZE } kind;

typedef struct setting {
  const char *var;
  kind kind;
  double def, lo, hi;
  const char *words; // CHOICE: "a|b|c"
  const char *doc;
} setting;

static const setting settings[RT_ENV_COUNT] = {
#define RT_ENV_CHOICE(id, var, def, words, doc)                                \
  {var, CHOICE, def, 0, 0, words, doc},
#define RT_ENV_TEXT(id, var, def, doc) {var, TEXT, 0, 0, 0, def, doc},
#define RT_ENV_INT(id, var, def, lo, hi, doc)                                  \
  {var, INT, def, lo, hi, NULL, doc},
#define RT_ENV_SECONDS(id, var, def, lo, hi, doc)                              \
  {var, SECONDS, def, lo, hi, NULL, doc},
#define RT_ENV_SIZE(id, var, def, lo, hi, doc)                                 \
  {var, SIZE, def, lo, hi, NULL, doc},
#include "runtime/core/env.def"
};

// The current values; "number" holds microseconds for SECONDS, bytes for SIZE.
static struct {
  pthread_mutex_t lock;
  atomic_bool loaded;
  atomic_uint generation[RT_ENV_COUNT];
  atomic_llong number[RT_ENV_COUNT];
  atomic_bool has_text[RT_ENV_COUNT];
  char text[RT_ENV_COUNT][RT_TEXT_MAX]; // under lock
} env = {.lock = PTHREAD_MUTEX_INITIALIZER};

atomic_bool rt_env_plain;

// The index of "value" among the words "a|b|c", or -1.
static int
find_word(const char *words, const char *value) {
  size_t len = strlen(value);
  int k = 0;
  for (const char *w = words;; k++) {
    size_t n = strcspn(w, "|");
    if (n == len && strncasecmp(w, value, n) == 0)
      return k;
    if (w[n] == '\0')
      return -1;
    w += n + 1;
  }
}

// Reads a decimal number, 12 or 0.5, that is the whole of "value" and within
// the setting's range. Not by strtod: the program's locale must not matter.
static bool
parse_number(const setting *s, const char *value, double *out) {
  double number = 0, digit = 1;
  bool point = false;
  if (!isdigit((unsigned char)value[0]))
    return false;
  for (const char *c = value; *c; c++) {
    if (*c == '.' && !point && s->kind != INT) {
      point = true;
    } else if (!isdigit((unsigned char)*c)) {
      return false;
    } else if (point) {
      digit /= 10;
      number += (*c - '0') * digit;
    } else {
      number = number * 10 + (*c - '0');
    }
  }
  *out = number;
  return number >= s->lo && number <= s->hi;
}

// Reads a size, 12, 0.5 or 64K, in MiB.
static bool
parse_size(const setting *s, const char *value, double *out) {
  static const char units[] = "KMGT";
  char number[32];
  size_t n = strlen(value);
  const char *unit =
      n > 0 ? strchr(units, toupper((unsigned char)value[n - 1])) : NULL;
  if (n >= sizeof number)
    return false;
  snprintf(number, sizeof number, "%.*s", (int)(unit ? n - 1 : n), value);
  setting any = {.kind = SIZE, .hi = 1e30};
  if (!parse_number(&any, number, out))
    return false;
  static const double scale[] = {1.0 / 1024, 1, 1024, 1048576};
  *out *= unit ? scale[unit - units] : 1;
  return *out >= s->lo && *out <= s->hi;
}

// Whether "c" is a control character. Names of files may have all else, in
// whatever encoding; the program's locale must not matter.
static bool
is_control(char c) {
  return (unsigned char)c < ' ' || c == 127;
}

// Whether "value" is short enough and without control characters, as a text
// setting must be.
static bool
text_fits(const char *value) {
  size_t n = strlen(value);
  if (n >= RT_TEXT_MAX)
    return false;
  for (size_t i = 0; i < n; i++)
    if (is_control(value[i]))
      return false;
  return true;
}

enum { SHOWN = 40 }; // bytes of the user's that a line shows

// Copies the first "n" bytes of "from", cut and in ASCII, to "out".
static void
show(char out[SHOWN + 4], const char *from, size_t n) {
  size_t k = 0;
  for (; k < n && k < SHOWN; k++)
    out[k] =
        (unsigned char)from[k] > 127 || is_control(from[k]) ? '?' : from[k];
  snprintf(out + k, 4, "%s", k < n ? "..." : "");
}

// Says in one line that "value" does not fit, what would, and what is used.
static void
warn_value(const setting *s, const char *value, const char *instead) {
  char shown[SHOWN + 4], range[96];
  show(shown, value, strlen(value));
  if (s->kind == CHOICE)
    snprintf(range, sizeof range, "one of %s", s->words);
  else if (s->kind == TEXT)
    snprintf(range, sizeof range,
             "text without control characters of less than %d bytes",
             RT_TEXT_MAX);
  else if (s->kind == SIZE)
    snprintf(range, sizeof range,
             "a number from %g to %.10g of MiB, or with K, M, G or T behind it",
             s->lo, s->hi);
  else
    snprintf(range, sizeof range, "a%s number from %g to %g",
             s->kind == INT ? " whole" : "", s->lo, s->hi);
  rt_say(RT_LOG_WARNING, "%s=%s is not %s: %s", s->var, shown, range, instead);
}

// -- Names that do not exist --------------------------------------------------

enum { LONGEST_NAME = 32, MAX_UNKNOWN = 8 };

// How many characters must be added, left out or replaced to make "b" of the
// "n" bytes at "a"; both are short.
static int
edits(const char *a, size_t n, const char *b) {
  int row[LONGEST_NAME + 1];
  size_t m = strlen(b);
  for (size_t j = 0; j <= m; j++)
    row[j] = (int)j;
  for (size_t i = 0; i < n; i++) {
    int diagonal = row[0]++;
    for (size_t j = 0; j < m; j++) {
      int best = diagonal + (a[i] != b[j]);
      diagonal = row[j + 1];
      if (row[j] + 1 < best)
        best = row[j] + 1;
      row[j + 1] = diagonal + 1 < best ? diagonal + 1 : best;
    }
  }
  return row[m];
}

// The setting whose name is most like the "n" bytes at "name", or NULL.
static const char *
most_like(const char *name, size_t n) {
  const char *best = NULL;
  int fewest = 4; // more is another word
  for (int id = 0; id < RT_ENV_COUNT && n < LONGEST_NAME; id++) {
    int k = edits(name, n, settings[id].var);
    if (k >= fewest)
      continue;
    fewest = k;
    best = settings[id].var;
  }
  return best;
}

// Says that there is no setting of that name, "n" bytes, and which one may be
// meant.
static void
warn_unknown(const char *before, const char *name, size_t n) {
  char shown[SHOWN + 4];
  const char *like = most_like(name, n);
  show(shown, name, n);
  rt_say(RT_LOG_WARNING, "%sthere is no setting %s%s%s%s", before, shown,
         like ? "; did you mean " : "", like ? like : "", like ? "?" : "");
}

// Whether the "n" bytes at "name" are a setting.
static bool
is_setting(const char *name, size_t n) {
  for (int id = 0; id < RT_ENV_COUNT; id++)
    if (strlen(settings[id].var) == n && !strncmp(settings[id].var, name, n))
      return true;
  return false;
}

// Warns of variables LOFT_* that nothing reads. (None is read in a program that
// runs with other rights than its user's.)
static void
warn_environment(void) {
  int warned = getauxval(AT_SECURE) ? MAX_UNKNOWN : 0;
  for (char **e = environ; e && *e && warned < MAX_UNKNOWN; e++) {
    size_t n = strcspn(*e, "=");
    if (strncmp(*e, "LOFT_", 5) == 0 && !is_setting(*e, n)) {
      warn_unknown("", *e, n);
      warned++;
    }
  }
}

// The factor from the unit that users write to the one that the value is kept
// in: microseconds, bytes.
static double
scale_of(const setting *s) {
  return s->kind == SECONDS ? 1e6 : s->kind == SIZE ? 0x1p20 : 1;
}

// Stores the default of setting "id". Needs env.lock.
static void
store_default(int id) {
  const setting *s = &settings[id];
  atomic_store(&env.number[id], (long long)(s->def * scale_of(s)));
  if (s->kind == TEXT) {
    snprintf(env.text[id], RT_TEXT_MAX, "%s", s->words);
    atomic_store(&env.has_text[id], s->words[0] != '\0');
  }
}

// Stores "value" as setting "id"; false when it does not fit. Needs env.lock.
static bool
store_value(int id, const char *value) {
  const setting *s = &settings[id];
  double number = 0;
  switch (s->kind) {
  case CHOICE:
    number = find_word(s->words, value);
    if (number < 0)
      return false;
    break;
  case TEXT:
    if (!text_fits(value))
      return false;
    snprintf(env.text[id], RT_TEXT_MAX, "%s", value);
    atomic_store(&env.has_text[id], value[0] != '\0');
    return true;
  case INT:
  case SECONDS:
    if (!parse_number(s, value, &number))
      return false;
    break;
  case SIZE:
    if (!parse_size(s, value, &number))
      return false;
    break;
  }
  atomic_store(&env.number[id], (long long)(number * scale_of(s)));
  return true;
}

// Stores the answer of rt_env_is_plain. Needs env.lock.
static void
store_plain(void) {
  long long mode = atomic_load(&env.number[RT_ENV_OFFLOAD]);
  bool unheard = atomic_load(&env.number[RT_ENV_LOG]) == 0 &&
                 atomic_load(&env.number[RT_ENV_CHECK]) == 0 &&
                 !atomic_load(&env.has_text[RT_ENV_TRACE]);
  bool plain = mode == RT_OFFLOAD_DEFAULT && unheard &&
               !atomic_load(&env.has_text[RT_ENV_DEVICE]);
  atomic_store(&rt_env_plain, plain);
  rt_busy_set(RT_BUSY_OFF, mode == RT_OFFLOAD_DISABLED && unheard);
  rt_busy_set(RT_BUSY_SETTINGS, !plain);
}

void
rt_env_before_fork(void) {
  pthread_mutex_lock(&env.lock);
}

void
rt_env_after_fork(void) {
  pthread_mutex_unlock(&env.lock);
}

// Reads all variables, once.
static void
load(void) {
  const char *bad[RT_ENV_COUNT] = {0};
  pthread_mutex_lock(&env.lock);
  bool first = !atomic_load(&env.loaded);
  for (int id = 0; first && id < RT_ENV_COUNT; id++) {
    const char *value = secure_getenv(settings[id].var);
    store_default(id);
    if (value && value[0] && !store_value(id, value))
      bad[id] = value;
  }
  store_plain();
  atomic_store(&env.loaded, true);
  pthread_mutex_unlock(&env.lock);
  for (int id = 0; id < RT_ENV_COUNT; id++)
    if (bad[id])
      warn_value(&settings[id], bad[id], "using the default");
  if (first)
    warn_environment();
}

// Reads the variables unless that was done.
static inline void
need(void) {
  if (!atomic_load_explicit(&env.loaded, memory_order_acquire))
    load();
}

int
rt_env_int(rt_env_id id) {
  need();
  return (int)atomic_load_explicit(&env.number[id], memory_order_relaxed);
}

double
rt_env_seconds(rt_env_id id) {
  need();
  return (double)atomic_load(&env.number[id]) * 1e-6;
}

uint64_t
rt_env_bytes(rt_env_id id) {
  need();
  return (uint64_t)atomic_load(&env.number[id]);
}

void
rt_env_text(rt_env_id id, char out[RT_TEXT_MAX]) {
  need();
  pthread_mutex_lock(&env.lock);
  memcpy(out, env.text[id], RT_TEXT_MAX);
  pthread_mutex_unlock(&env.lock);
}

bool
rt_env_has_text(rt_env_id id) {
  need();
  return atomic_load_explicit(&env.has_text[id], memory_order_relaxed);
}

bool
rt_env_is_known(void) {
  return atomic_load_explicit(&env.loaded, memory_order_acquire);
}

unsigned
rt_env_generation(rt_env_id id) {
  return atomic_load(&env.generation[id]);
}

void
rt_env_describe(rt_env_id id, const char **var, const char **doc,
                char value[RT_TEXT_MAX]) {
  const setting *s = &settings[id];
  need();
  *var = s->var;
  *doc = s->doc;
  if (s->kind == TEXT) {
    rt_env_text(id, value);
  } else if (s->kind == CHOICE) {
    const char *w = s->words;
    for (int k = rt_env_int(id); k > 0; k--)
      w += strcspn(w, "|") + 1;
    snprintf(value, RT_TEXT_MAX, "%.*s", (int)strcspn(w, "|"), w);
  } else if (s->kind == SECONDS) {
    snprintf(value, RT_TEXT_MAX, "%g", rt_env_seconds(id));
  } else if (s->kind == SIZE) {
    snprintf(value, RT_TEXT_MAX, "%.10g",
             (double)rt_env_bytes(id) / scale_of(s));
  } else {
    snprintf(value, RT_TEXT_MAX, "%d", rt_env_int(id));
  }
}

// -- Public -------------------------------------------------------------------

// loft_set, with signal handlers on this thread kept out of the runtime.
static int
set(const char *name, const char *value) {
  int id = 0;
  need();
  while (id < RT_ENV_COUNT && (!name || strcmp(settings[id].var, name) != 0))
    id++;
  if (id == RT_ENV_COUNT) {
    if (!name)
      name = "(null)";
    warn_unknown("loft_set: ", name, strlen(name));
    return -1;
  }
  pthread_mutex_lock(&env.lock);
  bool fits = true;
  if (value)
    fits = store_value(id, value);
  else
    store_default(id);
  store_plain();
  pthread_mutex_unlock(&env.lock);
  if (!fits) {
    warn_value(&settings[id], value, "nothing changed");
    return -1;
  }
  atomic_fetch_add(&env.generation[id], 1);
  return 0;
}

int
loft_set(const char *name, const char *value) {
  bool outermost = rt_process_begin();
  int result = set(name, value);
  if (outermost)
    rt_process_end();
  return result;
}

int
loft_set_offload(loft_offload mode) {
  static const char *const words[] = {"default", "mandatory", "disabled",
                                      "cpu"};
  if ((unsigned)mode >= sizeof words / sizeof *words)
    return loft_set("LOFT_OFFLOAD", "?");
  return loft_set("LOFT_OFFLOAD", words[mode]);
}

int
loft_set_device(const char *device) {
  return loft_set("LOFT_DEVICE", device);
}

int
loft_set_log(int level) {
  char text[16];
  snprintf(text, sizeof text, "%d", level);
  return loft_set("LOFT_LOG", text);
}
