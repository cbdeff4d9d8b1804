// runtime/cpu/estimate.c: the model of lifted CPU code; see estimate.h and
// docs/choice.md.
#include "runtime/cpu/estimate.h"

static const double wake_cost = 10e-6;     // of the threads, seconds
static const double wake_again = 2e-6;     // the same soon after
static const double launch_cost = 40e-9;   // of one kernel
static const double lifted_gain = 0.9;     // lifted code is no slower
static const double lifted_enter = 0.1e-6; // entering and leaving it, seconds
// What precedes a run whose footprint takes a pass: 1.4 us on a machine that
// does four operations in the time that the model gives to one.
static const double inspect_cost = 6e-6;

// The same with exactly that many threads, however long they take to wake.
static double
seconds_with(const rt_job *job, int threads) {
  const rt_job last = {.work = job->in_order, .in_order = job->in_order};
  double slow = rt_job_seconds(&last, 1); // gains nothing
  return (rt_job_seconds(job, threads) - slow) * lifted_gain + slow +
         rt_move_seconds(2 * job->copied, threads);
}

rt_estimate
rt_cpu_estimate(const rt_job *job, int threads) {
  double alone = seconds_with(job, 1), launching = job->launches * launch_cost;
  double all =
      seconds_with(job, threads) + wake_cost + (job->launches - 1) * wake_again;
  double entering = lifted_enter + job->staging[LOFT_ON_CPU] +
                    (job->inspects ? inspect_cost : 0);
  return (rt_estimate){.seconds = entering + launching +
                                  (threads > 1 && all < alone ? all : alone),
                       .launching = launching,
                       .variant = (uint32_t)threads};
}
