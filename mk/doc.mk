# Manual pages, and what the shells complete, made from the options that the program lists.  What is built for another machine does not
# run here: `make RUN_SUPERFLIP=PROGRAM` then names one of the same version that does.
RUN_SUPERFLIP ?= $(BUILD)/superflip
PAGES := $(patsubst %.scd,$(BUILD_DIR)/%,$(wildcard doc/*.1.scd doc/*.3.scd))
.PHONY: pages completions
pages: $(PAGES)
# Names of functions are not hyphenated: .TH switches that on again.
$(BUILD_DIR)/doc/%: $(BUILD_DIR)/doc/%.scd
	$(call show,MAN,$@) scdoc < $< > $@.new && sed -i '/^\.TH/a .nh' $@.new
	@mv $@.new $@

$(BUILD_DIR)/doc/%.scd: doc/%.scd scripts/make-manual scripts/list-options include/superflip.h $(BUILD)/superflip
	@mkdir -p $(@D)
	@scripts/make-manual $(RUN_SUPERFLIP) $< > $@.new && sed -i 's/@VERSION@/$(VERSION)/' $@.new
	@mv $@.new $@
.PRECIOUS: $(BUILD_DIR)/doc/%.scd

COMPLETIONS := $(addprefix $(BUILD_DIR)/completions/,superflip.bash _superflip superflip.fish)
completions: $(COMPLETIONS)
$(BUILD_DIR)/completions/superflip.bash: SHELL_NAME := bash
$(BUILD_DIR)/completions/_superflip: SHELL_NAME := zsh
$(BUILD_DIR)/completions/superflip.fish: SHELL_NAME := fish
$(COMPLETIONS): scripts/make-completions scripts/list-options $(BUILD)/superflip
	@mkdir -p $(@D)
	$(call show,GEN,$@) scripts/make-completions $(SHELL_NAME) $(RUN_SUPERFLIP) > $@.new
	@mv $@.new $@
