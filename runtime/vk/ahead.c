// runtime/vk/ahead.c: iterations that are recorded before it is known whether
// they run (loft_run_ask).
//
// Launches of an iteration are made under the condition that the element of the
// one before is not 0 (VK_EXT_conditional_rendering, which dispatches obey, and
// copies do not). On an H200 an answer takes 25 us or more, an iteration of a
// few launches on little data less. So twice as many iterations go ahead each
// time, unless they take so long that nobody notices.
#include "runtime/core/env.h"
#include "runtime/core/log.h"
#include "runtime/vk/commands.h"

// Seconds of an iteration from which on none goes ahead.
static const double longest = 1e-3;

// -- Conditions ---------------------------------------------------------------

// Lets no launch depend on a condition any more.
static void
drop_condition(rt_vk_run *run) {
  rt_vk_condition_end(run->device, run->commands);
  run->commands->condition = VK_NULL_HANDLE;
}

// Records a barrier between launches and a condition that they decide.
static void
order_condition(rt_vk_run *run, VkCommandBuffer cb) {
  VkMemoryBarrier answer = {
      .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
      .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
      .dstAccessMask = VK_ACCESS_CONDITIONAL_RENDERING_READ_BIT_EXT,
  };
  run->device->fn.CmdPipelineBarrier(
      cb, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
      VK_PIPELINE_STAGE_CONDITIONAL_RENDERING_BIT_EXT, 0, 1, &answer, 0, NULL,
      0, NULL);
  rt_vk_barrier(run, cb);
}

// Lets launches from now on depend on element "i" of "a".
static int
set_condition(rt_vk_run *run, const rt_vk_array *a, int64_t i) {
  rt_vk_commands *c = run->commands;
  VkCommandBuffer cb = rt_vk_record(run);
  if (!cb)
    return LOFT_FAILED;
  drop_condition(run);
  order_condition(run, cb);
  c->condition = a->buffer->handle;
  c->condition_at = a->at + (uint64_t)i * sizeof(uint32_t);
  rt_vk_condition_begin(run->device, c);
  return LOFT_OK;
}

// -- Answers ------------------------------------------------------------------

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
  drop_condition(run);
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

// How many iterations go ahead the next time, after "n" of which "ran" have.
static void
pace(rt_vk_run *run, uint32_t n, uint32_t ran) {
  double now = rt_now(), each = (now - run->answered) / n;
  if (run->answered > 0 && each > longest)
    run->batch = run->batch > 1 ? run->batch / 2 : 1;
  else if (ran == n && n >= run->batch && run->batch < LOFT_AHEAD)
    run->batch = run->batch > 0 ? 2 * run->batch : 2;
  run->answered = now;
}

int
rt_vk_ask(loft_run *base, loft_handle h, int64_t i, uint32_t ahead, bool must,
          uint64_t answer[2]) {
  rt_vk_run *run = (rt_vk_run *)base;
  const rt_vk_array *a = (const rt_vk_array *)(uintptr_t)h;
  const uint32_t *answers;
  uint32_t n = ahead + 1, ran = 0;
  uint32_t batch = (uint32_t)rt_env_int(RT_ENV_TEST_AHEAD);
  bool can = run->device->fn.CmdBeginConditionalRenderingEXT != NULL;
  if (base->failure.text[0])
    return LOFT_FAILED;
  answer[0] = 0;
  answer[1] = 1;
  batch = batch > 0 ? batch : run->batch;
  if (can && !must && n < batch)
    return set_condition(run, a, i);
  if (look(run, a, &answers) != LOFT_OK)
    return LOFT_FAILED;
  for (answer[1] = 1; ran < n && answer[1]; ran++)
    answer[1] = answers[(uint64_t)(i - ahead + ran) % LOFT_ANSWERS];
  answer[0] = ran;
  pace(run, n, ran);
  return LOFT_OK;
}
