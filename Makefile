# For frameworks that build an engine by `make EXE=name` and compare it by its bench.
#
#   make [EXE=tandem] [EVALFILE=net.nnue]    builds the program, and copies it here
#   make bench                               the node count of this source
#   make test                                all tests
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

.PHONY: all bench test clean

all:
	TANDEM_EVALFILE="$(abspath $(EVALFILE))" $(CARGO) build --release --locked --no-default-features --bin tandem
	cp "$(TARGET)/release/tandem$(SUFFIX)" "$(PROGRAM)"

bench: all
	"$(abspath $(PROGRAM))" bench

test:
	$(CARGO) test --workspace

clean:
	$(CARGO) clean
	rm -f "$(PROGRAM)"
