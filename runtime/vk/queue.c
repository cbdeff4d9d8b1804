// runtime/vk/queue.c: submitting the commands of one run, and waiting.
//
// A region is one submission where possible: everything is recorded, then
// submitted. Long ones are cut by number of launches and by estimated work, so
// that neither command memory nor a watchdog becomes a problem; the pieces
// follow each other without waiting. Submissions are numbered, and a timeline
// semaphore tells which have ended.
#include <stdlib.h>
#include <string.h>

#include "runtime/core/env.h"
#include "runtime/core/log.h"
#include "runtime/core/thread.h"
#include "runtime/core/trace.h"
#include "runtime/vk/commands.h"

enum {
  MAX_LAUNCHES = 2048, // in one submission
  MAX_PENDING = 32     // submissions before waiting for them
};
static const double max_work = 4e11; // scalar operations in one submission
static const double held_most = 1e9; // that are held back
// Seconds: a driver that puts the thread to sleep wakes it late. On an H200 a
// launch takes 22 us from submission to end when it is polled for, else 45.
static const double longest_poll = 200e-6;

// -- Creating and keeping -------------------------------------------------

// Creates pool and semaphore.
static VkResult
create(rt_vk_device *d, rt_vk_commands *c) {
  VkCommandPoolCreateInfo pool = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
      .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
      .queueFamilyIndex = d->phys->family,
  };
  VkSemaphoreTypeCreateInfo type = {
      .sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
      .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE,
  };
  VkSemaphoreCreateInfo semaphore = {
      .sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
  VkResult r =
      RT_VK(d->fn, CreateCommandPool, d->handle, &pool, NULL, &c->pool);
  pool.queueFamilyIndex = d->phys->copy_family;
  if (r == VK_SUCCESS && d->phys->copy_family != d->phys->family)
    r = RT_VK(d->fn, CreateCommandPool, d->handle, &pool, NULL, &c->copy_pool);
  if (r == VK_SUCCESS)
    r = RT_VK(d->fn, CreateSemaphore, d->handle, &semaphore, NULL,
              &c->timeline);
  return r;
}

// Frees commands on which nothing is pending.
static void
destroy(rt_vk_device *d, rt_vk_commands *c) {
  d->fn.DestroyQueryPool(d->handle, c->queries, NULL);
  d->fn.DestroySemaphore(d->handle, c->timeline, NULL);
  d->fn.DestroyCommandPool(d->handle, c->copy_pool, NULL);
  d->fn.DestroyCommandPool(d->handle, c->pool, NULL);
  while (c->args) {
    rt_vk_args_chunk *a = c->args;
    c->args = a->next;
    rt_vk_buffer_put(d, a->buffer);
    free(a);
  }
  free(c->buffers);
  free(c);
}

bool
rt_vk_commands_take(rt_vk_run *run) {
  rt_vk_device *d = run->device;
  pthread_mutex_lock(&d->lock);
  rt_vk_commands *c = d->commands;
  if (c)
    d->commands = c->next;
  pthread_mutex_unlock(&d->lock);
  if (!c) {
    c = rt_calloc(1, sizeof *c);
    VkResult r = c ? create(d, c) : VK_ERROR_OUT_OF_HOST_MEMORY;
    if (r != VK_SUCCESS) {
      if (c)
        destroy(d, c);
      rt_vk_check_failed(&run->base, d, "creating a command pool", r);
      return false;
    }
  }
  c->n_listed = 0;
  run->commands = c;
  return true;
}

// Keeps one argument chunk, empties it, and makes all command buffers free
// again. Nothing may be pending.
static VkResult
reset(rt_vk_device *d, rt_vk_commands *c) {
  while (c->args && c->args->next) {
    rt_vk_args_chunk *a = c->args;
    c->args = a->next;
    rt_vk_buffer_put(d, a->buffer);
    free(a);
  }
  if (c->args)
    c->args->used = 0;
  c->before = c->current = c->after = NULL;
  c->used = 0;
  c->n_deferred = 0;
  c->is_due = c->order_next = false;
  c->launches = 0;
  c->work = 0;
  VkResult r = VK_SUCCESS;
  if (c->copies_aside)
    r = RT_VK(d->fn, ResetCommandPool, d->handle, c->copy_pool, 0);
  c->copies_aside = false;
  if (r == VK_SUCCESS)
    r = RT_VK(d->fn, ResetCommandPool, d->handle, c->pool, 0);
  return r;
}

// -- Submitting -----------------------------------------------------------

// Ends a command buffer and adds it to the submission being made.
static VkResult
add(rt_vk_device *d, rt_vk_commands *c, VkCommandBuffer *cb) {
  if (!*cb)
    return VK_SUCCESS;
  VkCommandBuffer next = c->list[c->n_listed++] = *cb;
  *cb = NULL;
  return RT_VK(d->fn, EndCommandBuffer, next);
}

// A batch of vkQueueSubmit, of the submissions of one or several commands.
typedef struct batch {
  VkCommandBuffer list[RT_VK_HELD * RT_VK_LISTED];
  VkCommandBuffer open;               // of what was deferred; NULL: none is
  VkSemaphore semaphores[RT_VK_HELD]; // to be signalled, with these numbers
  uint64_t numbers[RT_VK_HELD];
  uint32_t n_listed, n;
} batch;

// Ends the command buffer of deferred launches, if there is one.
static VkResult
end_open(rt_vk_device *d, batch *b) {
  if (!b->open)
    return VK_SUCCESS;
  VkCommandBuffer cb = b->list[b->n_listed++] = b->open;
  b->open = NULL;
  return RT_VK(d->fn, EndCommandBuffer, cb);
}

// Adds the submission that "c" is about to make; what it deferred goes into a
// command buffer of "last".
static VkResult
add_submission(rt_vk_device *d, batch *b, rt_vk_commands *c,
               rt_vk_commands *last) {
  VkResult r = VK_SUCCESS;
  b->semaphores[b->n] = c->timeline;
  b->numbers[b->n++] = c->submitted + 1;
  if (c->is_due && !b->open)
    r = rt_vk_commands_begin(d, last, &b->open);
  if (c->is_due && r == VK_SUCCESS)
    rt_vk_record_deferred(d, c, b->open);
  if (c->n_listed > 0)
    r = end_open(d, b);
  memcpy(b->list + b->n_listed, c->list, c->n_listed * sizeof *c->list);
  b->n_listed += c->n_listed;
  return r;
}

// Makes the submissions of "n" commands as one batch, since a device idles for
// some 10 us between two. The batch waits for what the queue that only copies
// has to do for the last of them; the others, held back, have nothing there.
// Needs d->lock.
static VkResult
submit_all(rt_vk_device *d, VkQueue queue, rt_vk_commands *const *all,
           uint32_t n) {
  static const VkPipelineStageFlags stages = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
  rt_vk_commands *last = all[n - 1];
  bool waits = last->copied > last->ended;
  batch b = {.n = 0};
  VkResult r = VK_SUCCESS;
  for (uint32_t k = 0; k < n && r == VK_SUCCESS; k++)
    r = add_submission(d, &b, all[k], last);
  if (r == VK_SUCCESS)
    r = end_open(d, &b);
  VkTimelineSemaphoreSubmitInfo values = {
      .sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
      .waitSemaphoreValueCount = waits,
      .pWaitSemaphoreValues = &last->copied,
      .signalSemaphoreValueCount = b.n,
      .pSignalSemaphoreValues = b.numbers,
  };
  VkSubmitInfo info = {
      .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
      .pNext = &values,
      .waitSemaphoreCount = waits,
      .pWaitSemaphores = &last->timeline,
      .pWaitDstStageMask = &stages,
      .commandBufferCount = b.n_listed,
      .pCommandBuffers = b.list,
      .signalSemaphoreCount = b.n,
      .pSignalSemaphores = b.semaphores,
  };
  if (r == VK_SUCCESS)
    r = RT_VK(d->fn, QueueSubmit, queue, 1, &info, NULL);
  d->submitted += queue == d->queue && r == VK_SUCCESS;
  for (uint32_t k = 0; k < n; k++) {
    all[k]->submitted += r == VK_SUCCESS;
    all[k]->place = queue == d->queue ? d->submitted : 0;
    all[k]->n_listed = 0;
    all[k]->is_due = false;
  }
  return r;
}

// Makes those that are held back, then that of "own", if any. Where it fails
// all that was held back is lost, and the device with it: a run that was held
// back has ended for the host. Needs d->lock.
static VkResult
submit_held(rt_vk_device *d, rt_vk_commands *own) {
  rt_vk_commands *all[RT_VK_HELD];
  uint32_t n = 0;
  for (uint32_t k = 0; k < d->n_held && !atomic_load(&d->lost); k++)
    all[n++] = d->held[k];
  bool any = n > 0;
  d->n_held = 0;
  d->held_work = 0;
  if (own)
    all[n++] = own;
  VkResult r = n > 0 ? submit_all(d, d->queue, all, n) : VK_SUCCESS;
  if (r != VK_SUCCESS && any)
    rt_vk_device_lose(d);
  return r;
}

// Makes the submission of "c" to a queue; drivers make threads as late as at
// the first time.
static VkResult
queue_submit(rt_vk_device *d, VkQueue queue, rt_vk_commands *c) {
  bool is_proven = atomic_load(&d->proven);
  sigset_t before;
  if (!is_proven)
    rt_thread_block_signals(&before);
  pthread_mutex_lock(&d->lock);
  VkResult r =
      queue == d->queue ? submit_held(d, c) : submit_all(d, queue, &c, 1);
  pthread_mutex_unlock(&d->lock);
  if (!is_proven)
    rt_thread_restore_signals(&before);
  return r;
}

// Whether what goes up does so in the queue that only copies: that of chunks,
// while results of another come back through the queue of kernels. One queue,
// also if it is one of several, does not use both directions of a bus.
static bool
copies_aside(const rt_vk_run *run) {
  return run->beside && run->commands->copy_pool;
}

// Submits "before" to the queue that only copies.
static VkResult
submit_aside(rt_vk_run *run) {
  rt_vk_device *d = run->device;
  rt_vk_commands *c = run->commands;
  bool any = c->before != NULL;
  VkResult r = add(d, c, &c->before);
  if (r == VK_SUCCESS && any)
    r = queue_submit(d, d->copy_queue, c);
  if (r == VK_SUCCESS && any)
    c->copied = c->submitted;
  return r;
}

// Ends the recorded commands: "before" and, when "all", those after it.
static VkResult
end_recorded(rt_vk_run *run, bool all) {
  rt_vk_device *d = run->device;
  rt_vk_commands *c = run->commands;
  VkResult r = copies_aside(run) ? submit_aside(run) : VK_SUCCESS;
  c->is_due = c->n_deferred > 0 && all && !c->before && !c->after;
  if (r == VK_SUCCESS && c->n_deferred > 0 && !c->is_due)
    r = rt_vk_begin_current(run);
  if (r == VK_SUCCESS)
    r = add(d, c, &c->before);
  if (r == VK_SUCCESS && all)
    r = add(d, c, &c->current);
  if (r == VK_SUCCESS && all)
    r = add(d, c, &c->after);
  return r;
}

// Notes that nothing is recorded.
static void
restart(rt_vk_commands *c) {
  c->first = c->first > 0 ? c->first : rt_now();
  c->launches = 0;
  c->work = 0;
}

// Submits "before" and, when "all", the commands after it.
static int
submit(rt_vk_run *run, bool all) {
  rt_vk_commands *c = run->commands;
  VkResult r = end_recorded(run, all);
  if (r == VK_SUCCESS && (c->n_listed > 0 || c->is_due))
    r = queue_submit(run->device, run->device->queue, c);
  c->n_listed = 0;
  if (all)
    restart(c);
  if (r != VK_SUCCESS)
    return rt_vk_check_failed(&run->base, run->device, "submitting", r);
  return LOFT_OK;
}

// Whether "work" is to be submitted now, with what is held back: with it that
// is as much as is held back at most, or as many runs as the device has got
// since somebody waited for it. Needs d->lock.
static bool
is_enough(const rt_vk_device *d, double work, uint32_t pending) {
  return 2 * (d->n_held + 1) > pending || d->n_held + 1 >= RT_VK_HELD ||
         d->held_work + work > held_most;
}

int
rt_vk_hold(rt_vk_run *run, uint32_t pending) {
  rt_vk_device *d = run->device;
  rt_vk_commands *c = run->commands;
  pthread_mutex_lock(&d->lock);
  bool enough = is_enough(d, c->work, pending);
  pthread_mutex_unlock(&d->lock);
  if (enough)
    return submit(run, true);
  double work = c->work;
  VkResult r = end_recorded(run, true);
  restart(c);
  if (r != VK_SUCCESS)
    return rt_vk_check_failed(&run->base, d, "recording commands", r);
  pthread_mutex_lock(&d->lock);
  d->held[d->n_held++] = c;
  d->held_work += work;
  pthread_mutex_unlock(&d->lock);
  run->held = true;
  return LOFT_OK;
}

// Makes the submission of "c" if it is held back, with the others.
static VkResult
release(rt_vk_device *d, const rt_vk_commands *c) {
  VkResult r = VK_SUCCESS;
  pthread_mutex_lock(&d->lock);
  for (uint32_t k = 0; k < d->n_held; k++)
    if (d->held[k] == c)
      r = submit_held(d, NULL);
  pthread_mutex_unlock(&d->lock);
  return r;
}

// Whether a submission is known to have ended, by itself or as one behind it in
// the queue has.
static bool
has_ended(const rt_vk_device *d, const rt_vk_commands *c, uint64_t submission) {
  return submission <= c->ended ||
         (c->place > 0 && c->place <= atomic_load(&d->ended));
}

// Notes that the submission has ended, and so all before it in the queue.
static void
note_ended(rt_vk_device *d, rt_vk_commands *c, uint64_t submission) {
  uint64_t place = submission == c->submitted ? c->place : 0;
  uint64_t ended = atomic_load(&d->ended);
  c->ended = submission;
  while (place > ended &&
         !atomic_compare_exchange_weak(&d->ended, &ended, place))
    continue;
}

// Polls until the submission has ended, for "longest_poll" at most; false: it
// has not. Software devices need the processor themselves.
static bool
ends_soon(rt_vk_device *d, const rt_vk_commands *c, uint64_t submission) {
  double until = rt_now() + longest_poll;
  uint64_t ended = 0;
  if (d->phys->class == RT_CLASS_SOFTWARE)
    return false;
  do {
    if (RT_VK(d->fn, GetSemaphoreCounterValue, d->handle, c->timeline,
              &ended) != VK_SUCCESS)
      return false;
  } while (ended < submission && rt_now() < until);
  return ended >= submission;
}

// Waits for a submission that was made, but not for ever.
static int
wait(rt_vk_run *run, uint64_t submission) {
  rt_vk_device *d = run->device;
  rt_vk_commands *c = run->commands;
  uint64_t ns = (uint64_t)(rt_env_seconds(RT_ENV_TIMEOUT) * 1e9);
  VkSemaphoreWaitInfo info = {
      .sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
      .semaphoreCount = 1,
      .pSemaphores = &c->timeline,
      .pValues = &submission,
  };
  VkResult r = VK_SUCCESS;
  if (!has_ended(d, c, submission) && !ends_soon(d, c, submission))
    r = RT_VK(d->fn, WaitSemaphores, d->handle, &info, ns);
  if (r != VK_SUCCESS)
    return rt_vk_check_failed(&run->base, d, "waiting for the device", r);
  note_ended(d, c, submission);
  return LOFT_OK;
}

int
rt_vk_submit(rt_vk_run *run) {
  if (rt_vk_upload(run) != LOFT_OK)
    return LOFT_FAILED;
  if (run->commands->submitted - run->commands->ended >= MAX_PENDING)
    return rt_vk_flush(run);
  return submit(run, true);
}

int
rt_vk_submit_before(rt_vk_run *run) {
  return submit(run, false);
}

VkCommandBuffer
rt_vk_record_copies(rt_vk_run *run, uint32_t k, bool before, uint64_t *ends) {
  rt_vk_commands *c = run->commands;
  bool aside = before && copies_aside(run);
  VkCommandBuffer *at = aside ? &c->aside[k] : &c->copies[k];
  // What is to be submitted aside takes a number of its own.
  if (!before && copies_aside(run) && rt_vk_submit_before(run) != LOFT_OK)
    return NULL;
  VkResult r =
      rt_vk_begin_again(run->device, aside ? c->copy_pool : c->pool, at);
  if (r != VK_SUCCESS) {
    rt_vk_check_failed(&run->base, run->device, "recording commands", r);
    return NULL;
  }
  VkCommandBuffer cb = *at;
  c->copies_aside |= aside;
  if (before && !aside && rt_vk_pending_n() > 0)
    rt_vk_order(run, cb);
  *(before ? &c->before : &c->after) = cb;
  *ends = c->submitted + 1;
  return cb;
}

// Notes the time since "start" as the device's.
static void
note_device_time(rt_vk_run *run, double start) {
  double seconds = rt_now() - start;
  run->base.account.device += seconds;
  rt_trace_span(&run->base, &(rt_span){.what = "submission",
                                       .name = "device",
                                       .start = start,
                                       .seconds = seconds});
}

int
rt_vk_wait(rt_vk_run *run, uint64_t submission) {
  rt_vk_commands *c = run->commands;
  double start = rt_now();
  if (submission <= c->ended)
    return LOFT_OK;
  if (submission > c->submitted && submit(run, true) != LOFT_OK)
    return LOFT_FAILED;
  if (rt_vk_pending_end(run) != LOFT_OK)
    return LOFT_FAILED;
  int result = wait(run, submission);
  note_device_time(run, start);
  return result;
}

bool
rt_vk_is_busy(const rt_vk_run *run) {
  const rt_vk_commands *c = run->commands;
  return c->before || c->current || c->after || c->n_deferred > 0 ||
         c->submitted > c->ended;
}

uint64_t
rt_vk_submitted(const rt_vk_run *run) {
  return run->commands->submitted;
}

int
rt_vk_flush(rt_vk_run *run) {
  rt_vk_commands *c = run->commands;
  if (rt_vk_upload(run) != LOFT_OK)
    return LOFT_FAILED;
  double start = rt_now();
  if (submit(run, true) != LOFT_OK || rt_vk_pending_end(run) != LOFT_OK ||
      wait(run, c->submitted) != LOFT_OK)
    return LOFT_FAILED;
  note_device_time(run, start);
  VkResult r = reset(run->device, c);
  if (r != VK_SUCCESS)
    return rt_vk_check_failed(&run->base, run->device, "resetting commands", r);
  return LOFT_OK;
}

int
rt_vk_count_launch(rt_vk_run *run, double work) {
  rt_vk_commands *c = run->commands;
  c->launches++;
  c->work += work;
  if (c->launches < MAX_LAUNCHES && c->work < max_work)
    return LOFT_OK;
  return rt_vk_submit(run);
}

// -- Ending ---------------------------------------------------------------

// Adds a launch of kernel "k" to the trace. The device's clock is its own: its
// first time stamp is taken to be when the first submission was.
static void
trace_kernel(const rt_vk_run *run, uint32_t k, double start, double seconds) {
  const loft_kernel_desc *d = &run->base.region->gpu_kernels[k];
  rt_trace_span(&run->base, &(rt_span){.what = "kernel",
                                       .name = d->name,
                                       .line = d->line,
                                       .start = start,
                                       .seconds = seconds,
                                       .on_device = true});
}

// Adds the time stamps to the times of the kernels. Launches without
// stamps are taken to be like those with.
static void
read_stamps(rt_vk_run *run, rt_vk_commands *c) {
  rt_vk_device *d = run->device;
  rt_kernel_time *kernels = run->base.kernels;
  uint64_t t[2];
  double period = (double)d->phys->props.limits.timestampPeriod * 1e-9;
  uint32_t bits = d->phys->timestamp_bits;
  uint64_t mask = bits >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << bits) - 1;
  uint32_t n = run->base.region->n_gpu_kernels;
  uint32_t *timed = rt_calloc(n + 1, sizeof *timed);
  uint64_t first = 0;
  for (uint32_t i = 0; timed && i < c->n_stamped; i++) {
    rt_kernel_time *k = &kernels[c->stamped[i]];
    if (RT_VK(d->fn, GetQueryPoolResults, d->handle, c->queries, 2 * i, 2,
              sizeof t, t, sizeof *t, VK_QUERY_RESULT_64_BIT) != VK_SUCCESS)
      continue;
    first = i == 0 ? t[0] : first;
    timed[c->stamped[i]]++;
    double seconds = (double)((t[1] - t[0]) & mask) * period;
    k->seconds += seconds;
    trace_kernel(run, c->stamped[i],
                 c->first + (double)((t[0] - first) & mask) * period, seconds);
  }
  for (uint32_t k = 0; k < n; k++) {
    if (!timed || timed[k] == 0)
      kernels[k].seconds = -1;
    else
      kernels[k].seconds *= (double)kernels[k].launches / timed[k];
  }
  free(timed);
}

// Makes sure that nothing of the run is held back, or pending any more. False:
// it cannot be known.
static bool
settle(rt_vk_run *run) {
  VkResult r = release(run->device, run->commands);
  if (r != VK_SUCCESS)
    rt_vk_check_failed(&run->base, run->device, "submitting", r);
  return r == VK_SUCCESS && wait(run, run->commands->submitted) == LOFT_OK;
}

void
rt_vk_commands_give(rt_vk_run *run) {
  rt_vk_device *d = run->device;
  rt_vk_commands *c = run->commands;
  if (!c)
    return;
  if (!atomic_load(&d->lost) && !settle(run))
    rt_vk_device_lose(d);
  run->commands = NULL;
  if (!atomic_load(&d->lost)) {
    if (run->base.kernels && !run->base.failure.text[0])
      read_stamps(run, c);
    c->n_stamped = 0;
    c->first = 0;
    if (reset(d, c) != VK_SUCCESS) {
      destroy(d, c);
      return;
    }
  }
  pthread_mutex_lock(&d->lock);
  c->next = d->commands;
  d->commands = c;
  pthread_mutex_unlock(&d->lock);
}

void
rt_vk_commands_destroy(rt_vk_device *d) {
  while (d->commands) {
    rt_vk_commands *c = d->commands;
    d->commands = c->next;
    destroy(d, c);
  }
}
