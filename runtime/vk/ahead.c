// runtime/vk/ahead.c: iterations that are recorded before it is known whether
// they run (loft_run_ask).
//
// Kernels of an iteration do nothing where the element of the one before is 0
// (kernel/speculate.c). On an H200 an answer takes 25 us or more, as long as an
// iteration of a few launches on little data, also one that does nothing. After
// n iterations the square root of 2 n wait for an answer together, so that
// there are few answers, and few iterations too many; one, where an iteration
// takes so long that nobody notices.
#include "runtime/core/env.h"
#include "runtime/core/log.h"
#include "runtime/vk/commands.h"

enum { SUBMITTED = 4 }; // iterations that the device gets together

// Seconds of an iteration from which on none goes ahead; scalar operations of
// those that do, by estimates, so that they end while anybody waits.
static const double longest = 1e-3, most_work = 1e10;

// Waits for the elements of "a", which *answers gets.
static int
look(rt_vk_run *run, const rt_vk_array *a, const uint32_t **answers) {
  rt_vk_buffer *from = a->buffer;
  VkBufferCopy copy = {a->at, 0, LOFT_ANSWERS * sizeof **answers};
  VkResult r;
  if (!from->mapped && !run->answers)
    run->answers = rt_vk_buffer_get(run->device, RT_MEM_STAGING, copy.size, &r);
  if (!from->mapped && !run->answers)
    return rt_vk_check_failed(&run->base, run->device, "staging memory", r);
  VkCommandBuffer cb = rt_vk_record(run);
  if (!cb)
    return LOFT_FAILED;
  rt_vk_barrier(run, cb);
  if (!from->mapped) {
    run->device->fn.CmdCopyBuffer(cb, from->handle, run->answers->handle, 1,
                                  &copy);
    rt_vk_barrier(run, cb);
  }
  *answers =
      (const uint32_t *)(const void *)(from->mapped ? from->mapped + a->at
                                                    : run->answers->mapped);
  return rt_vk_flush(run);
}

// Sets how many iterations wait for an answer together the next time, after
// "n", of which one has "ended" the loop or not.
static void
pace(rt_vk_run *run, uint32_t n, bool ended) {
  double now = rt_now(), each = (now - run->answered) / n;
  bool slow = run->answered > 0 && each > longest;
  run->answered = now;
  run->ran = ended ? 0 : run->ran + n;
  run->batch = 1;
  while (!slow && run->batch < LOFT_AHEAD &&
         (run->batch + 1) * (run->batch + 1) <= 2 * run->ran)
    run->batch++;
}

int
rt_vk_ask(loft_run *base, loft_handle h, int64_t i, uint32_t ahead, bool must,
          uint64_t answer[2]) {
  rt_vk_run *run = (rt_vk_run *)base;
  const rt_vk_array *a = (const rt_vk_array *)(uintptr_t)h;
  const uint32_t *answers;
  uint32_t n = ahead + 1, ran = 0;
  uint32_t batch = (uint32_t)rt_env_int(RT_ENV_TEST_AHEAD);
  if (base->failure.text[0])
    return LOFT_FAILED;
  answer[0] = 0;
  answer[1] = 1;
  batch = batch > 0 ? batch : run->batch;
  if (!must && n < batch && run->commands->work < most_work)
    return n % SUBMITTED == 0 ? rt_vk_submit(run) : LOFT_OK;
  if (look(run, a, &answers) != LOFT_OK)
    return LOFT_FAILED;
  for (answer[1] = 1; ran < n && answer[1]; ran++)
    answer[1] = answers[(uint64_t)(i - ahead + ran) % LOFT_ANSWERS];
  answer[0] = ran;
  pace(run, n, answer[1] == 0);
  return LOFT_OK;
}
