# test/lit.cfg.py: the lit suites of loft. Run through scripts/lit.sh, which
# gives the build folder as --param build=DIR.
import os
import platform
import shutil
import subprocess

import lit.formats

config.name = "loft"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".loft", ".c", ".kn", ".test"]
config.excludes = ["CMakeLists.txt", "Inputs", "fuzz", "unit"]
config.test_source_root = os.path.dirname(__file__)
root = os.path.dirname(config.test_source_root)

build = lit_config.params.get("build")
if not build:
    lit_config.fatal("give the build folder: --param build=DIR")
config.test_exec_root = os.path.join(build, "test-out")


def cache(name):
    """The value of "name" in the build's CMake cache, '' when absent."""
    with open(os.path.join(build, "CMakeCache.txt")) as f:
        for line in f:
            if line.startswith(name + ":"):
                return line.split("=", 1)[1].strip()
    return ""


llvm = cache("LOFT_LLVM") or "22"
sanitized = cache("LOFT_SANITIZE") == "ON"
bindir = os.path.join(build, "bin")
libdir = os.path.join(build, "lib")
plugin = os.path.join(libdir, "libloft.so")
config.environment["PATH"] = os.pathsep.join(
    ["/usr/lib/llvm-22/bin", bindir, os.environ["PATH"]]
)

# What is sampled, others at each commit: failures (run/Inputs/faults.h), and
# runs of large shaders (run/Inputs/three.sh).
every = "11" if llvm == "22" and not sanitized else "29"
config.environment["FAULTS_EVERY"] = os.environ.get("FAULTS_EVERY", every)
config.environment["SHADERS_EVERY"] = os.environ.get("SHADERS_EVERY", "1")
config.environment["COMMIT_NUMBER"] = lit_config.params.get("number", "0")
# A clang that loads sanitized libraries needs their runtime first.
preload = ""
if sanitized:
    asan = subprocess.run(
        ["clang-22", "-print-file-name=libclang_rt.asan.so"],
        capture_output=True, text=True,
    ).stdout.strip()
    if not os.path.exists(asan):
        asan = subprocess.run(
            ["clang-22", "-print-file-name=libclang_rt.asan-x86_64.so"],
            capture_output=True, text=True,
        ).stdout.strip()
    preload = "env LD_PRELOAD=%s " % asan
    config.available_features.add("asan")
    # Clang's own allocators poison what is free when instrumented code (the
    # plugin's copy of their templates) fills them, and not when Clang's does.
    # Mesa's exit handler (of util_queue, in libvulkan_lvp.so) joins its threads
    # in children of fork as well, which have none of them. The C library lets
    # it; the sanitizer's list of threads, copied in the midst of a change now
    # and then, does not.
    config.environment["ASAN_OPTIONS"] = \
        "detect_leaks=0:allow_user_poisoning=0:detect_invalid_join=0"
    config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1"

clang = "clang-" + llvm
link = "-I%s/include -L%s -Wl,-rpath,%s -lloftrt -lm" % (root, libdir, libdir)
if sanitized: # the sanitizers' symbols come with the preloaded library
    link += " -Wl,--allow-shlib-undefined"
# Longer names first: lit replaces in order. %lift compiles and links a program
# through the plugin, %run starts one.
config.substitutions += [
    ("%clang-plain", clang),
    ("%clang", "%s%s -fplugin=%s" % (preload, clang, plugin)),
    ("%link", link),
    ("%three", "%ssh %s/run/Inputs/three.sh" % (
        preload, config.test_source_root)),
    ("%run", preload),
    ("%ranks", "sh %s/mpi/Inputs/ranks.sh" % config.test_source_root),
    ("%mpi-include", cache("MPI_C_HEADER_DIR")),
    ("%loft-opt", "loft-opt"),
    ("%loft-run", "loft-run"),
    ("%loft-info", "loft-info"),
    ("%plugin", plugin),
    ("%libdir", libdir),
    ("%root", root),
    ("%build", os.path.abspath(build)),
    ("%llvm", llvm),
    ("%other", "19" if llvm == "22" else "22"),
]
config.available_features.add("llvm" + llvm)
for feature, tool in [("clang-14", "clang-14"), ("ccache", "ccache"),
                      ("clangd", "clangd-22"), ("gdb", "gdb"),
                      ("valgrind", "valgrind"),
                      ("lto", "/usr/lib/llvm-%s/lib/LLVMgold.so" % llvm)]:
    if shutil.which(tool) or os.path.exists(tool):
        config.available_features.add(feature)

# A program of MPI starts without the sanitizers' library, and leaks of MPI's own
# are none of ours.
if os.path.exists(os.path.join(libdir, "libloftmpi.so")) and not sanitized \
        and shutil.which("mpiexec"):
    config.available_features.add("mpi")

if platform.machine() == "x86_64":
    config.available_features.add("x86")
    with open("/proc/cpuinfo") as f:
        if " fma " in f.read():
            config.available_features.add("fma")

# Tests run on lavapipe: a real Vulkan device that every machine can have.
lavapipe = "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json"
if os.path.exists(lavapipe):
    config.available_features.add("vulkan")
    config.environment["VK_DRIVER_FILES"] = lavapipe
    config.environment["VK_ICD_FILENAMES"] = lavapipe
    config.substitutions.append(("%lavapipe", lavapipe))
# Mesa's driver for AMD compiles shaders without hardware, too.
radv = "/usr/share/vulkan/icd.d/radeon_icd.x86_64.json"
if os.path.exists(radv):
    config.available_features.add("radv")
    config.substitutions.insert(0, ("%radv", radv))
if os.path.exists("/usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json"):
    config.available_features.add("validation")
    config.substitutions.append(
        ("%validated",
         "env VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation ")
    )
for var in list(os.environ):
    if var.startswith(("LOFT_", "OMP_")):
        config.environment.pop(var, None)
config.environment["OMP_NUM_THREADS"] = "2"

# What a test writes is below the build folder, also what it does not name: a
# home, caches, temporary files.
for var, folder in [("HOME", "home"), ("XDG_CACHE_HOME", "cache"),
                    ("TMPDIR", "tmp")]:
    path = os.path.join(os.path.abspath(config.test_exec_root), folder)
    os.makedirs(path, exist_ok=True)
    config.environment[var] = path

# What lavapipe has compiled serves all builds, whose shaders are alike: it takes
# two thirds of the time of test/run.
shaders = os.path.join(root, "build", "shaders")
os.makedirs(shaders, exist_ok=True)
config.environment["MESA_SHADER_CACHE_DIR"] = shaders
