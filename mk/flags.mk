# Compilers, flavours, flags. A user's CPPFLAGS, CFLAGS and LDFLAGS come last, so that they win.
ifeq ($(origin CC),default)
CC       := gcc
endif
# A callback need not use all that it is given.
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-unused-parameter
# What the compiler says of the machine: `CC="gcc -m32"` is no x86_64.
MACROS   := $(shell $(CC) $(CPPFLAGS) $(CFLAGS) -dM -E -x c /dev/null 2>/dev/null)
# Sizes of files and tables have 64 bits, those of memory here 32.
ifneq ($(findstring __SIZEOF_POINTER__ 4,$(MACROS)),)
WARNINGS += -Wno-conversion -Wno-psabi
endif

# `FLAVOUR=portable` is the build for other POSIX systems, made on Linux.
IS_LINUX := $(and $(findstring __linux__,$(MACROS)),$(if $(filter portable,$(FLAVOUR)),,yes))
FLAGS_portable   := -O2 -DNDEBUG
FLAGS_release    := -O3 -DNDEBUG
FLAGS_asan       := -O1 -g -fsanitize=address -fno-omit-frame-pointer
FLAGS_ubsan      := -O1 -g -fsanitize=undefined -fno-sanitize-recover=all
FLAGS_tsan       := -O1 -g -fsanitize=thread
FLAGS_coverage   := -O0 -g --coverage
FLAGS_fuzz       := -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
FLAGS_aarch64    := -O3 -DNDEBUG
LINK_aarch64     := -static
FLAGS_abi        := -O1 -g
# The library in a wheel stands alone: xxHash is in it, names for debuggers are not.
FLAGS_wheel      := -O3 -DNDEBUG -DXXH_INLINE_ALL -s
FLAGS_wheel-aarch64 := $(FLAGS_wheel)
FLAGS_lint-gcc   := -O2 -Werror
FLAGS_lint-clang := -O2 -Werror

# Code for fixed addresses needs fewer registers: 3 to 5 % of a search. What no search waits for is compiled in less time.
FIXED_release    := -fno-pie
LINK_release     := -no-pie
OUTER_release    := -O2
TEST_release     := -O1
# make static: threads of musl have 128 kB of stack unless the program says otherwise.
$(foreach machine,x86_64 aarch64,$(foreach kind,FLAGS FIXED OUTER,$(eval $(kind)_static-$(machine) := $$($(kind)_release))) \
	$(eval LINK_static-$(machine) := -static -no-pie -s -Wl,-z,stack-size=8388608))
FOR_LIBRARY      := -fPIC -fvisibility=hidden

COMPILE_FLAGS := -std=c17 -D_GNU_SOURCE -DSUPERFLIP_VERSION='"$(VERSION)"' -Iinclude -Isrc -Isrc/engine -Isrc/app -pthread $(WARNINGS) $(FLAGS_$(FLAVOUR))
# $(call compile,COMPILER): FLAGS are those of the file; position-independent code stays so, whatever the user says.
compile = $(1) $(COMPILE_FLAGS) $(FLAGS) $(ISA) $(CPPFLAGS) $(CFLAGS) $(filter -fPIC,$(FLAGS)) -MMD -MP -c $< -o $@
link     = $(1) $(COMPILE_FLAGS) $(LINK_$(FLAVOUR)) $(CFLAGS) $(LDFLAGS) $(filter %.o,$^) $(filter %.a,$^) -o $@
LDLIBS   := -pthread -lxxhash -ljansson -lm

# The kernels for newer processors are chosen at run time; everything else runs on any machine of its kind.
ifneq ($(filter __x86_64__,$(MACROS)),)
AVX2        := -mavx2 -mbmi -mbmi2 -mpopcnt -mlzcnt
%_avx2.o:   ISA := -mtune=haswell $(AVX2)
%_avx512.o: ISA := -mtune=icelake-server -mavx512f -mavx512bw -mavx512vl -mavx512dq -mavx512vbmi -mavx512vbmi2 -mavx512bitalg \
	-mavx512vpopcntdq -mgfni $(AVX2)
endif

# The server needs libmicrohttpd; without it everything else is built, and `superflip serve` says what is missing.
HAS_HTTP := $(shell echo 'int main(void) { return 0; }' | $(CC) $(CFLAGS) -x c - $(LDFLAGS) -lmicrohttpd -o /dev/null 2>/dev/null && echo yes)
LDLIBS   += $(if $(HAS_HTTP),-lmicrohttpd)

# What is shown: a word and a file, or, with V=1, the command.
ifeq ($(V),1)
show =
else
show = @printf '  %-4s %s\n' $(1) $(patsubst $(CURDIR)/%,%,$(2)) &&
endif

# $(eval $(call stamp,NAME,TEXT)): a file that holds TEXT and is written again only if TEXT changes. What depends on it is made again
# when flags are others, or the list of sources.
define stamp
$(BUILD)/stamps/$(1): always
	@mkdir -p $$(@D)
	@printf '%s\n' '$(subst ','\'',$(2))' >$$@.new; cmp -s $$@.new $$@ && rm $$@.new || mv $$@.new $$@
endef
.PHONY: always
$(eval $(call stamp,compile,$(CC) $(COMPILE_FLAGS) $(FIXED_$(FLAVOUR)) $(OUTER_$(FLAVOUR)) $(CPPFLAGS) $(CFLAGS) $(AVX2)))
$(eval $(call stamp,tests,$(TEST_$(FLAVOUR))))
$(eval $(call stamp,link,$(LINK_$(FLAVOUR)) $(LDFLAGS) $(LDLIBS)))
$(eval $(call stamp,http,$(HAS_HTTP)))
COMPILE_STAMP := $(BUILD)/stamps/compile
LINK_STAMP    := $(BUILD)/stamps/link
