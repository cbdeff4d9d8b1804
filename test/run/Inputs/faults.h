// faults.h: runs a program with each of its Vulkan calls, or requests for
// memory, failing in turn.
//
// program() runs regions on data it sets up itself and returns a hash of all
// results. Each failure happens in a process of its own: the answer must be the
// original's, there must be one line about the failure and no other warning,
// and with the failure gone everything runs as without it.
#ifndef FAULTS_H
#define FAULTS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "loft/loft.h"

static uint64_t program(void);
// Where its last region runs without faults, LOFT_RAN_*; 0: varies.
static int wanted;

typedef struct fault_log {
  int injected, warnings;
  char line[300]; // the last warning
} fault_log;

// Adds "n" bytes to a hash.
static inline uint64_t
hash(uint64_t h, const void *data, size_t n) {
  for (const unsigned char *c = data; n-- > 0; c++)
    h = (h ^ *c) * 1099511628211u;
  return h;
}

// Counts what the runtime says without being asked.
static void
count_line(void *user, const char *line) {
  fault_log *l = user;
  if (!strncmp(line, "loft: test: ", 12)) {
    l->injected++;
  } else {
    l->warnings++;
    snprintf(l->line, sizeof l->line, "%s", line);
  }
}

// Says what is wrong with fault "what" and ends the process.
static void
wrong(const char *what, const char *why, const fault_log *l) {
  printf("FAILED %s: %s; %s\n", what, why, l->line);
  fflush(stdout);
  _exit(1);
}

// The child: exits with 0 when the fault was harmless, 2 when there is no such
// call any more.
static void
one_fault(const char *what, uint64_t right) {
  fault_log l = {0};
  loft_set_log_sink(count_line, &l);
  loft_set("LOFT_TEST_FAULT", what);
  uint64_t answer = program();
  loft_set("LOFT_TEST_FAULT", NULL);
  if (answer != right)
    wrong(what, "wrong answer", &l);
  if (l.injected == 0)
    _exit(2);
  if (l.warnings > 1)
    wrong(what, "more than one line", &l);
  // what costs nothing but time need not be told
  if (l.warnings < 1 && wanted && loft_last_region(NULL, 0) != wanted)
    wrong(what, "not a word", &l);
  l = (fault_log){0};
  if (program() != right)
    wrong(what, "wrong answer afterwards", &l);
  if (l.warnings > 0)
    wrong(what, "trouble afterwards", &l);
  exit(0); // leaks are looked for
}

// Runs one_fault in a child; its exit status, or -1 when it crashed.
static int
in_child(const char *what, uint64_t right) {
  int status;
  pid_t pid = fork();
  if (pid == 0)
    one_fault(what, right);
  if (waitpid(pid, &status, 0) != pid || !WIFEXITED(status)) {
    printf("FAILED %s: crashed\n", what);
    return -1;
  }
  return WEXITSTATUS(status);
}

// The failure to try after the n-th: the first ones are tried all, those behind
// them every FAULTS_EVERY, as the suite wants it, from one on that COMMIT_NUMBER
// says. Regions that run again and again make thousands of calls alike.
static int
next_fault(int n) {
  enum { ALL = 8 };
  const char *every = getenv("FAULTS_EVERY"), *number = getenv("COMMIT_NUMBER");
  int step = every && atoi(every) > 0 ? atoi(every) : 1;
  if (n == ALL)
    return n + 1 + (number ? atoi(number) % step : 0);
  return n < ALL ? n + 1 : n + step;
}

// Runs under LOFT_OFFLOAD=mode, and lets the N-th "kind" ("" or "mem:") fail
// for all N, or those of next_fault, with each of "results" results (0: the
// device is lost). Returns how many calls there are at most; -1: not all failures
// that were tried were harmless.
static int
all_faults(const char *mode, const char *kind, int results) {
  loft_set("LOFT_OFFLOAD", "disabled");
  uint64_t right = program();
  loft_set("LOFT_OFFLOAD", mode);
  int n_calls = 0, n_bad = 0;
  for (int n = 1, any = 1; any; n = next_fault(n)) {
    any = 0;
    n_calls = n - 1;
    for (int k = results ? 0 : -1; k < results; k++) {
      char what[32];
      if (k < 0)
        snprintf(what, sizeof what, "%s%d:lost", kind, n);
      else
        snprintf(what, sizeof what, "%s%d:%d", kind, n, k);
      int status = in_child(what, right);
      any |= status != 2;
      n_bad += status != 0 && status != 2;
      if (status == 2)
        break; // the results of a call are numbered without gaps
    }
  }
  return n_bad ? -1 : n_calls;
}

#endif
