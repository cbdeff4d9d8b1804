// rewrites/pipelines.c: named lists of passes.
#include "rewrites/rewrites.h"

const rw_pipeline rw_pipelines[] = {
    {"common", "simplify", "device independent, before a device is chosen"},
    {"gpu", "map-gpu,simplify", "levels for Vulkan"},
    {"cpu", "map-cpu,simplify", "levels for threads and vectors"},
};
const int rw_n_pipelines = LOFT_COUNT(rw_pipelines);
