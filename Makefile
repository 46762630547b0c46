# For frameworks that build an engine by `make EXE=name` and compare it by its bench.
#
#   make [EXE=tandem] [EVALFILE=net.nnue]     builds the program, and copies it here
#   make pgo [EXE=tandem] [EVALFILE=net.nnue] the same, optimized by the profile of a bench: faster, but compiled twice
#   make bench                                the node count of this source
#   make test                                 all tests
#
# The program is the engine, `match` and `analyze`, without `serve` and training, so no C compiler is needed. Vector
# instructions are chosen when it starts, so it needs no flags of the machine.

EXE ?= tandem
EVALFILE ?=
CARGO ?= cargo
TARGET := $(or $(CARGO_TARGET_DIR),target)

ifeq ($(OS),Windows_NT)
	SUFFIX := .exe
endif
# A name that has the suffix gets no other one.
PROGRAM := $(basename $(EXE))$(or $(suffix $(EXE)),$(SUFFIX))

BUILD := TANDEM_EVALFILE="$(abspath $(EVALFILE))" $(CARGO) build --release --locked --no-default-features --bin tandem

# Reads the profile. It must not be older than the LLVM of the compiler: that of `rustup component add llvm-tools` is
# as old, otherwise `make pgo LLVM_PROFDATA=llvm-profdata-22` names one.
LLVM_PROFDATA ?= $(firstword $(wildcard $(shell rustc --print sysroot)/lib/rustlib/*/bin/llvm-profdata$(SUFFIX)) llvm-profdata)
PGO := $(abspath $(TARGET))/pgo

.PHONY: all pgo bench test clean

all:
	$(BUILD)
	cp "$(TARGET)/release/tandem$(SUFFIX)" "$(PROGRAM)"

# Two folders beside that of `all`, so that neither build throws away what another one has compiled.
pgo:
	rm -rf "$(PGO)/profiles"
	RUSTFLAGS="$(RUSTFLAGS) -Cprofile-generate=$(PGO)/profiles" $(BUILD) --target-dir "$(PGO)/counting"
	"$(PGO)/counting/release/tandem$(SUFFIX)" bench --depth 12
	$(LLVM_PROFDATA) merge --output="$(PGO)/bench.profdata" "$(PGO)/profiles"
	RUSTFLAGS="$(RUSTFLAGS) -Cprofile-use=$(PGO)/bench.profdata" $(BUILD) --target-dir "$(PGO)/using"
	cp "$(PGO)/using/release/tandem$(SUFFIX)" "$(PROGRAM)"

bench: all
	"$(abspath $(PROGRAM))" bench

test:
	$(CARGO) test --workspace

clean:
	$(CARGO) clean
	rm -f "$(PROGRAM)"
