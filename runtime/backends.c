// runtime/backends.c: the back ends there are, in the order of LOFT_ON_*. The
// one file that names them all.
#include "runtime/core/backend.h"
#include "runtime/cpu/backend.h"
#include "runtime/vk/vk.h"

const rt_backend *const rt_backends[RT_PLACES] = {
    [LOFT_ON_CPU] = &rt_cpu_backend,
    [LOFT_ON_VULKAN] = &rt_vk_backend,
};
