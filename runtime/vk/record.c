// runtime/vk/record.c: recording the commands of one run.
//
// Each command buffer of kernels starts with a barrier, so that order within
// the queue is all that counts.
//
// Note [Deferred]. A device takes some 5 us from one command buffer to the
// next, and drivers as long to make one. So the first dispatches of a run whose
// results stay are noted, and recorded when something else is, or when they are
// submitted: those of all runs that are held back in one command buffer, which
// belongs to the last of them.
#include <stdlib.h>
#include <string.h>

#include "runtime/vk/commands.h"

enum { ARGS_CHUNK = 64 << 10 };

// Allocates a command buffer.
static VkResult
allocate(rt_vk_device *d, VkCommandPool pool, VkCommandBuffer *out) {
  VkCommandBufferAllocateInfo info = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
      .commandPool = pool,
      .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
      .commandBufferCount = 1,
  };
  VkResult r = RT_VK(d->fn, AllocateCommandBuffers, d->handle, &info, out);
  if (r != VK_SUCCESS)
    *out = NULL;
  return r;
}

// Makes sure that one more command buffer than those in use is there.
static VkResult
have_another(rt_vk_device *d, rt_vk_commands *c) {
  if (c->used < c->n_buffers)
    return VK_SUCCESS;
  VkCommandBuffer *more =
      rt_realloc(c->buffers, (c->n_buffers + 1) * sizeof *more);
  if (!more)
    return VK_ERROR_OUT_OF_HOST_MEMORY;
  c->buffers = more;
  VkResult r = allocate(d, c->pool, &more[c->n_buffers]);
  c->n_buffers += r == VK_SUCCESS;
  return r;
}

// Begins a command buffer.
static VkResult
begin(rt_vk_device *d, VkCommandBuffer cb) {
  VkCommandBufferBeginInfo info = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
      .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT,
  };
  return RT_VK(d->fn, BeginCommandBuffer, cb, &info);
}

VkResult
rt_vk_begin_again(rt_vk_device *d, VkCommandPool pool, VkCommandBuffer *cb) {
  VkResult r = *cb ? VK_SUCCESS : allocate(d, pool, cb);
  return r == VK_SUCCESS ? begin(d, *cb) : r;
}

VkResult
rt_vk_commands_begin(rt_vk_device *d, rt_vk_commands *c, VkCommandBuffer *out) {
  VkResult r = have_another(d, c);
  if (r == VK_SUCCESS)
    r = begin(d, c->buffers[c->used]);
  *out = r == VK_SUCCESS ? c->buffers[c->used++] : NULL;
  return r;
}

// Creates and resets the time stamps of a run that is to be timed; without
// them the run goes on untimed.
static void
begin_stamps(rt_vk_run *run, VkCommandBuffer cb) {
  rt_vk_device *d = run->device;
  rt_vk_commands *c = run->commands;
  VkQueryPoolCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
      .queryType = VK_QUERY_TYPE_TIMESTAMP,
      .queryCount = 2 * RT_VK_STAMPED,
  };
  if (!c->queries && RT_VK(d->fn, CreateQueryPool, d->handle, &info, NULL,
                           &c->queries) != VK_SUCCESS)
    c->queries = VK_NULL_HANDLE;
  if (c->queries)
    d->fn.CmdResetQueryPool(cb, c->queries, 0, 2 * RT_VK_STAMPED);
}

// Records a barrier between all commands before and after it.
static void
order_all(const rt_vk_device *d, VkCommandBuffer cb) {
  VkMemoryBarrier all = {
      .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
      .srcAccessMask =
          VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT,
      .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT |
                       VK_ACCESS_TRANSFER_READ_BIT |
                       VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_HOST_READ_BIT,
  };
  VkPipelineStageFlags device =
      VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;
  d->fn.CmdPipelineBarrier(cb, device, device | VK_PIPELINE_STAGE_HOST_BIT, 0,
                           1, &all, 0, NULL, 0, NULL);
}

void
rt_vk_order(const rt_vk_run *run, VkCommandBuffer cb) {
  order_all(run->device, cb);
}

void
rt_vk_barrier(rt_vk_run *run, VkCommandBuffer cb) {
  rt_vk_order(run, cb);
  run->epoch++;
}

// Records a dispatch.
static void
record(const rt_vk_device *d, VkCommandBuffer cb, const rt_vk_dispatch *x) {
  d->fn.CmdBindPipeline(cb, VK_PIPELINE_BIND_POINT_COMPUTE, x->pipeline);
  d->fn.CmdPushConstants(cb, d->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                         sizeof x->push, x->push);
  d->fn.CmdDispatchBase(cb, x->base[0], x->base[1], x->base[2], x->count[0],
                        x->count[1], x->count[2]);
}

void
rt_vk_record_deferred(const rt_vk_device *d, rt_vk_commands *c,
                      VkCommandBuffer cb) {
  order_all(d, cb);
  for (uint32_t k = 0; k < c->n_deferred; k++) {
    if (c->deferred[k].ordered)
      order_all(d, cb);
    record(d, cb, &c->deferred[k]);
  }
  c->n_deferred = 0;
}

VkResult
rt_vk_begin_current(rt_vk_run *run) {
  rt_vk_device *d = run->device;
  rt_vk_commands *c = run->commands;
  bool first = c->used == 0;
  VkResult r = rt_vk_commands_begin(d, c, &c->current);
  if (r != VK_SUCCESS)
    return r;
  run->epoch += c->n_deferred == 0;
  rt_vk_record_deferred(d, c, c->current);
  if (first && c->n_stamped == 0 && run->base.kernels &&
      d->phys->timestamp_bits)
    begin_stamps(run, c->current);
  return r;
}

VkCommandBuffer
rt_vk_record(rt_vk_run *run) {
  rt_vk_commands *c = run->commands;
  VkResult r = c->current ? VK_SUCCESS : rt_vk_begin_current(run);
  if (r != VK_SUCCESS)
    rt_vk_check_failed(&run->base, run->device, "recording commands", r);
  return c->current;
}

// Whether the next dispatch of the run may be deferred.
static bool
may_defer(const rt_vk_run *run) {
  const rt_vk_commands *c = run->commands;
  return !c->current && run->base.stays && !run->base.kernels &&
         c->n_deferred < RT_VK_DEFERRED;
}

bool
rt_vk_begin_launch(rt_vk_run *run) {
  if (!may_defer(run))
    return rt_vk_record(run) != NULL;
  run->epoch += run->commands->n_deferred == 0; // the barrier before them
  return true;
}

void
rt_vk_order_launch(rt_vk_run *run) {
  rt_vk_commands *c = run->commands;
  run->epoch++;
  if (c->current)
    rt_vk_order(run, c->current);
  else
    c->order_next = true;
}

bool
rt_vk_record_dispatch(rt_vk_run *run, rt_vk_dispatch *x) {
  rt_vk_commands *c = run->commands;
  x->ordered = c->order_next;
  if (may_defer(run))
    c->deferred[c->n_deferred++] = *x;
  else if (rt_vk_record(run))
    record(run->device, c->current, x);
  else
    return false;
  c->order_next = false;
  return true;
}

bool
rt_vk_stamp(rt_vk_run *run, uint32_t k, bool end) {
  rt_vk_commands *c = run->commands;
  VkCommandBuffer cb = run->base.kernels ? rt_vk_record(run) : NULL;
  if (!cb)
    return !run->base.kernels;
  if (!c->queries || c->n_stamped >= RT_VK_STAMPED)
    return true;
  run->device->fn.CmdWriteTimestamp(cb, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT,
                                    c->queries, 2 * c->n_stamped + end);
  c->stamped[c->n_stamped] = k;
  c->n_stamped += end;
  return true;
}

bool
rt_vk_args(rt_vk_run *run, uint64_t size, char **host, rt_vk_buffer **buffer,
           uint64_t *offset) {
  rt_vk_commands *c = run->commands;
  size = (size + 15) / 16 * 16;
  if (!c->args || c->args->used + size > c->args->buffer->size) {
    rt_vk_args_chunk *a = rt_calloc(1, sizeof *a);
    VkResult r = VK_ERROR_OUT_OF_HOST_MEMORY;
    if (a)
      a->buffer = rt_vk_buffer_get(run->device, RT_MEM_ARGS,
                                   size > ARGS_CHUNK ? size : ARGS_CHUNK, &r);
    if (!a || !a->buffer) {
      free(a);
      rt_vk_check_failed(&run->base, run->device, "memory for arguments", r);
      return false;
    }
    a->next = c->args;
    c->args = a;
  }
  *buffer = c->args->buffer;
  *offset = c->args->used;
  *host = c->args->buffer->mapped + c->args->used;
  c->args->used += size;
  return true;
}
