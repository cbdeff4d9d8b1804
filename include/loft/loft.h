/* loft/loft.h: loft for the programs that use it.
 *
 * None of this is needed: "#pragma loft" and the LOFT_* variables are enough.
 * The macros are for code that other compilers build with -Wall -Werror; the
 * functions ask the runtime (-lloftrt) what happened, or set at run time what
 * the variables set at start. C90 may include this, hence these comments. */
#ifndef LOFT_H
#define LOFT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LOFT_VERSION_MAJOR 0
#define LOFT_VERSION_MINOR 1
#define LOFT_VERSION_PATCH 0
#define LOFT_VERSION "0.1.0"

/* -- Pragmas as macros ----------------------------------------------------
 * LOFT() before a loop is "#pragma loft"; LOFT(map), LOFT(reduce(+: s)),
 * LOFT(combine(merge: acc)), LOFT(region) likewise. Compilers that are not
 * Clang see nothing; Clang without the plugin does not warn. */
#define LOFT_STRING_(x) #x
#if defined(__clang__)
#define LOFT_PRAGMA_(...) _Pragma(LOFT_STRING_(__VA_ARGS__))
#define LOFT(...)                                                              \
  _Pragma("clang diagnostic push")                                             \
      _Pragma("clang diagnostic ignored \"-Wunknown-pragmas\"")                \
          LOFT_PRAGMA_(loft __VA_ARGS__) _Pragma("clang diagnostic pop")
#else
#define LOFT(...)
#endif

/* -- What happened ------------------------------------------------------- */
typedef enum loft_where {
  LOFT_RAN_NOTHING = -1, /* no region was entered on this thread yet */
  LOFT_RAN_ORIGINAL = 0, /* the loop as written */
  LOFT_RAN_CPU = 1,      /* lifted, on the CPU */
  LOFT_RAN_VULKAN = 2    /* lifted, on a Vulkan device */
} loft_where;

typedef struct loft_region_report {
  const char *name, *file; /* of the region; until this thread's next one */
  uint32_t line;
  loft_where where;
  char device[64];               /* what ran it: a device's name, or "cpu" */
  char why[192];                 /* why there */
  uint64_t bytes_up, bytes_down; /* moved to and from the device */
  uint32_t launches;             /* kernels launched */
  uint32_t threads;              /* CPU threads used at most */
  double ms; /* whole region; 0 for the original loop (not measured), and on the
                CPU where neither the choice nor loft_report_all() needs it */
  double ms_up, ms_device, ms_down;
  uint64_t bytes_host; /* of arrays for which the device's memory had no room:
                          kernels reached them in the host's */
} loft_region_report;

/* The version of the library, "0.1.0". */
const char *loft_version(void);
/* What became of the last call of a region on this thread that was reported.
 * Writes at most "size" bytes of the report (pass sizeof *report) and returns
 * report->where. */
loft_where loft_last_reported(loft_region_report *report, size_t size);
/* From now on all calls are reported, for which those with too little work to
 * be lifted pay some nanoseconds. */
void loft_report_all(void);
/* What became of the last region this thread entered: where a file calls this,
 * all calls are reported from the program's start on. (A program that finds the
 * function in another way, by dlsym, calls loft_report_all() first.) */
#if defined(__GNUC__) && defined(__ELF__) && !defined(LOFT_LIBRARY)
static __inline__ __attribute__((unused)) loft_where
loft_last_region(loft_region_report *report, size_t size) {
  static void (*const at_start)(void)
      __attribute__((section(".init_array"), used)) = loft_report_all;
  return loft_last_reported(report, size);
}
#else
loft_where loft_last_region(loft_region_report *report, size_t size);
#endif
/* How many regions ran elsewhere than on Vulkan under LOFT_OFFLOAD=mandatory,
 * since the program started, over all threads. */
unsigned long loft_offload_failures(void);

/* -- Settings ------------------------------------------------------------
 * Each LOFT_* variable can be set here as well, from now on, for all threads;
 * a NULL value brings back the default. Returns 0; -1 with one warning line
 * when there is no such setting or the value does not fit (then nothing
 * changes). */
int loft_set(const char *name, const char *value);

typedef enum loft_offload {
  LOFT_OFFLOAD_DEFAULT,   /* whatever is fastest */
  LOFT_OFFLOAD_MANDATORY, /* Vulkan; anything else is reported as an error */
  LOFT_OFFLOAD_DISABLED,  /* the original loops */
  LOFT_OFFLOAD_CPU        /* lifted code on the CPU */
} loft_offload;

/* loft_set("LOFT_OFFLOAD", ...). */
int loft_set_offload(loft_offload mode);
/* loft_set("LOFT_DEVICE", ...): index, part of the name, or UUID; NULL: the
 * runtime's choice. */
int loft_set_device(const char *device);
/* loft_set("LOFT_LOG", ...): 0 warnings only, 1 a line a region, 2 a line a
 * kernel too. */
int loft_set_log(int level);
/* Sends log lines (without newline) to "sink" instead of stderr; NULL: stderr.
 * It may be called from any thread. */
void loft_set_log_sink(void (*sink)(void *user, const char *line), void *user);

#ifdef __cplusplus
}
#endif
#endif
