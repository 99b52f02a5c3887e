# The objects of the program and its libraries.  Files named ..._wasm.c are of the build for browsers only (mk/tab.mk).
# What the system has is in one file for Linux, and in a plain one for others.
ALL_SRC    := $(filter-out %_wasm.c src/engine/base/system_%.c,$(wildcard src/*/*.c src/*/*/*.c src/*/*/*/*.c))
SOURCES    := $(ALL_SRC) src/engine/base/system_$(if $(IS_LINUX),linux,plain).c
LIB_SRC    := $(filter-out $(addprefix src/app/,cli/% mpi/% web/%),$(SOURCES))
HTTP_SRC   := $(if $(HAS_HTTP),,src/app/web/http.c)
CLI_SRC    := $(filter-out $(HTTP_SRC),$(filter src/app/cli/%,$(SOURCES)))
WEB_SRC    := $(filter-out $(HTTP_SRC),$(filter src/app/web/%,$(SOURCES)))
# What include/superflip.h promises, without lists and reports.
PUBLIC_SRC := $(filter-out src/app/%,$(LIB_SRC))
# What a search spends its time in is compiled twice, for fixed addresses and for the shared library; the rest once, for both. So are
# kernels for any processor: one that has no AVX2 loses a few per cent.
HOT        := $(addprefix src/engine/,search/% heuristic/% pieces/kernel_% coset/kernel/% coset/filter/% coset/math/% subgroup/extend%)
HOT_SRC    := $(if $(FIXED_$(FLAVOUR)),$(filter-out %_portable.c,$(filter $(HOT),$(PUBLIC_SRC))))

objects    = $(patsubst %.c,$(BUILD)/%.o,$(1))
LIB_OBJ    := $(call objects,$(LIB_SRC))
WEB_OBJ    := $(call objects,$(WEB_SRC))
CLI_OBJ    := $(call objects,$(CLI_SRC)) $(WEB_OBJ) $(addprefix $(BUILD)/web/,file.o page.o policy.o openapi.o)
BOTH_OBJ   := $(call objects,$(filter-out $(HOT_SRC),$(PUBLIC_SRC)))
PIC_OBJ    := $(HOT_SRC:%.c=$(BUILD)/pic/%.o)
BENCHES    := $(patsubst %.c,$(BUILD)/%,$(wildcard bench/*.c))
CONTEST_OBJ := $(call objects,$(wildcard bench/contest/*.c))

FLAGS = $(FIXED_$(FLAVOUR))
$(BOTH_OBJ) $(PIC_OBJ): FLAGS = $(FOR_LIBRARY)
$(call objects,$(filter-out src/app/mpi/%,$(filter src/app/%,$(SOURCES)))): FLAGS = $(FIXED_$(FLAVOUR)) $(OUTER_$(FLAVOUR))

$(BUILD)/%.o: %.c $(COMPILE_STAMP)
	@mkdir -p $(@D)
	$(call show,CC,$<) $(call compile,$(CC))

$(BUILD)/pic/%.o: %.c $(COMPILE_STAMP)
	@mkdir -p $(@D)
	$(call show,PIC,$<) $(call compile,$(CC))

$(BUILD)/superflip: $(CLI_OBJ) $(BUILD)/libsuperflip.a $(LINK_STAMP)
	$(call show,LD,$@) $(call link,$(CC)) $(LDLIBS)

$(eval $(call stamp,sources,$(LIB_SRC)))
$(BUILD)/libsuperflip.a: $(LIB_OBJ) $(BUILD)/stamps/sources $(BUILD)/stamps/tables
	@rm -f $@
	$(call show,AR,$@) $(AR) rcs $@ $(LIB_OBJ)

# The tables that tests share are never older than their builders (tests/support/tables.h): they are removed
# when the code that makes tables becomes other code.
NOT_OF_TABLES := $(addprefix src/engine/,coset/kernel/% families.c goal/sets.c heuristic/% pocket/% search/% steps/%) src/session/% src/app/%
TABLE_OBJ     := $(call objects,$(filter-out $(NOT_OF_TABLES),$(LIB_SRC)))
$(BUILD)/stamps/tables: $(TABLE_OBJ)
	@mkdir -p $(@D)
	@cat $(TABLE_OBJ) | cksum >$@.new; cmp -s $@.new $@ || rm -rf $(BUILD)/test-tables; mv $@.new $@

# What measurements say of the program that made them; not in which directory, so that a build elsewhere has the same bytes.
BUILT_COMMIT := $(shell git describe --always --dirty --abbrev=12 2>/dev/null || echo unknown)
BUILD_INFO   := $(BUILD)/generated/cli/build_info.h
$(BUILD)/src/app/cli/bench/bench.o: FLAGS += -I$(BUILD)/generated
$(BUILD)/src/app/cli/bench/bench.o: $(BUILD_INFO)
$(BUILD_INFO): always
	@mkdir -p $(@D)
	@printf '#define BUILD_COMMIT "%s"\n#define BUILD_COMPILER "%s"\n#define BUILD_FLAGS "%s"\n' '$(BUILT_COMMIT)' \
		"$$($(CC) --version | head -n 1 | tr -d '\"\\')" \
		'$(filter-out -ffile-prefix-map=%,$(filter -O% -f% -m% -D%,$(FLAGS_$(FLAVOUR)) $(FIXED_$(FLAVOUR)) $(CPPFLAGS) $(CFLAGS)))' >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

# The lists of steps that the program has, as strings.
STEP_LISTS := $(wildcard doc/steps/*.steps)
STEP_TEXTS := $(BUILD)/generated/steps/known_texts.h
$(BUILD)/src/engine/steps/known.o: FLAGS += -I$(BUILD)/generated
$(BUILD)/src/engine/steps/known.o: $(STEP_TEXTS)
$(STEP_TEXTS): $(STEP_LISTS) mk/objects.mk
	@mkdir -p $(@D)
	@{ echo '#define KNOWN_LISTS \'; for list in $(STEP_LISTS); do echo "{\"$$(basename $$list .steps)\", \\"; \
		sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/"&\\n" \\/' $$list; echo '}, \'; done; echo; } >$@

# The prices of `algs --rank hand`, likewise.
PRICES_TEXT := $(BUILD)/generated/cli/prices_texts.h
$(BUILD)/src/app/cli/algs_rank.o: FLAGS += -I$(BUILD)/generated
$(BUILD)/src/app/cli/algs_rank.o: $(PRICES_TEXT)
$(PRICES_TEXT): doc/prices/hand.prices mk/objects.mk
	@mkdir -p $(@D)
	@{ echo '#define HAND_PRICES \'; sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/"&\\n" \\/' $<; echo; } >$@

# The names of cases: of each set the rows "NAME ALGORITHM".
CASES_TEXT := $(BUILD)/generated/goal/case_rows.h
$(BUILD)/src/engine/goal/sets.o: FLAGS += -I$(BUILD)/generated
$(BUILD)/src/engine/goal/sets.o: $(CASES_TEXT)
$(CASES_TEXT): doc/cases.tsv mk/objects.mk
	@mkdir -p $(@D)
	@awk -F'\t' 'NR > 1 { rows[$$1] = rows[$$1] "\"" $$2 " " $$3 "\", " } \
		END { for (set in rows) print "#define CASES_" set " " rows[set] "NULL" }' $< >$@

# The words of the commands in other languages, a row of the table for each line.
WORDS_TEXT := $(BUILD)/generated/report/words_texts.h
$(BUILD)/src/app/report/say.o: FLAGS += -I$(BUILD)/generated
$(BUILD)/src/app/report/say.o: $(WORDS_TEXT)
$(WORDS_TEXT): doc/words.tsv mk/objects.mk
	@mkdir -p $(@D)
	@{ echo '#define WORDS \'; sed 's/"/\\"/g; s/\t/", "/g; s/.*/{"&"}, \\/' $<; echo; } >$@

# What depends on libmicrohttpd is compiled again when it comes or goes.
$(BUILD)/src/app/cli/serve.o: $(BUILD)/stamps/http
$(BUILD)/src/app/cli/serve.o: FLAGS += $(if $(HAS_HTTP),-DSUPERFLIP_HAS_HTTP)

$(CONTEST_OBJ) $(BUILD)/bench/compare.o: FLAGS += -Ibench
$(BUILD)/bench/compare: $(CONTEST_OBJ)
$(BUILD)/bench/%: $(BUILD)/bench/%.o $(BUILD)/libsuperflip.a $(LINK_STAMP)
	$(call show,LD,$@) $(call link,$(CC)) $(LDLIBS)
.PHONY: benches
.SECONDARY: $(BENCHES:=.o)
benches: $(BENCHES)

# What the compiler found included.
-include $(patsubst %.o,%.d,$(LIB_OBJ) $(CLI_OBJ) $(PIC_OBJ) $(CONTEST_OBJ) $(BENCHES:=.o))
