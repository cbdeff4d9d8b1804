# The commands a newcomer types; CMake and Ninja do the work. See README.md.
LLVM ?= 22
PRESET := $(if $(filter 19,$(LLVM)),llvm19,release)
BUILD := $(if $(filter 19,$(LLVM)),build-19,build)

.PHONY: build demo test test-san test-san-sample test-faults test-faults-san bench setup check fuzz fuzz-ir clean

setup:
	@scripts/setup.sh

# libloft.so, libloftrt.so and the tools, in build/.
build: setup
	@cmake --preset $(PRESET) >/dev/null
	@cmake --build $(BUILD)

# Annotated C programs: original, lifted CPU, Vulkan, side by side.
demo: build
	@examples/demo.sh $(BUILD)

# Everything on LLVM 22, then what touches the plugin on LLVM 19.
test: build
	@scripts/test.sh

# The same suites with ASan and UBSan in all C parts, and the seeds of the IR
# fuzzers.
test-san: setup
	@cmake --preset sanitize >/dev/null
	@cmake --build build-san
	@scripts/lit.sh build-san
	@LOFT_FUZZ_BIN=build-san/bin scripts/fuzz-ir.sh

# ... but a quarter of the tests, one in 16 of the end-to-end tests: what
# .ci/run has time for.
test-san-sample: setup
	@cmake --preset sanitize >/dev/null
	@cmake --build build-san
	@LIT_SAMPLE=4 scripts/sample.sh build-san 16
	@LOFT_FUZZ_BIN=build-san/bin scripts/fuzz-ir.sh

# Every Vulkan call and request for memory of every example failing in turn, and
# through staging memory, and of the tests that sample them in `make test`;
# test-faults-san: a sample with ASan, leaks looked for.
test-faults: build
	@FAULTS_EVERY=1 LIT_TIMEOUT=3600 scripts/lit.sh $(BUILD) \
	  test/run/*faults*.c
	@scripts/faults.py $(BUILD)
	@scripts/faults.py $(BUILD) --staging
	@scripts/faults.py $(BUILD) --staging --onwards

test-faults-san: setup
	@cmake --preset sanitize >/dev/null
	@cmake --build build-san
	@scripts/faults.py build-san --staging --every 5

# Medians and ratios of runs side by side, with the floors; JSON beside it.
bench: build
	@bench/bench.sh $(BUILD)

# Random programs, original against lifted: make fuzz N=5000 SEED=1 J=2
N ?= 300
SEED ?= 1
J ?= 1
GENERATOR ?= generate
fuzz: build
	@test/fuzz/fuzz.py --build $(BUILD) --generator $(GENERATOR) \
	  --count $(N) --seed $(SEED) -j $(J)

# IR through parser and passes under libFuzzer: make fuzz-ir T=600 J=2
T ?= 60
fuzz-ir: setup
	@scripts/fuzz-ir.sh $(T) $(J)

# Format, folder rules, coverage of tables by tests.
check:
	@scripts/check.sh

clean:
	@rm -rf build build-19 build-san build-fuzz
