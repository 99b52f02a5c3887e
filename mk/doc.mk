# Manual pages, and what the shells complete, made from the options that the program lists.
PAGES := $(patsubst %.scd,$(BUILD_DIR)/%,$(wildcard doc/*.1.scd doc/*.3.scd))
.PHONY: pages completions
pages: $(PAGES)
# Names of functions are not hyphenated: .TH switches that on again.
$(BUILD_DIR)/doc/%: doc/%.scd include/superflip.h
	@mkdir -p $(@D)
	$(call show,MAN,$@) sed 's/@VERSION@/$(VERSION)/' $< | scdoc | sed '/^\.TH/a .nh' > $@.new
	@mv $@.new $@

COMPLETIONS := $(addprefix $(BUILD_DIR)/completions/,superflip.bash _superflip superflip.fish)
completions: $(COMPLETIONS)
$(BUILD_DIR)/completions/superflip.bash: SHELL_NAME := bash
$(BUILD_DIR)/completions/_superflip: SHELL_NAME := zsh
$(BUILD_DIR)/completions/superflip.fish: SHELL_NAME := fish
$(COMPLETIONS): scripts/make-completions $(BUILD)/superflip
	@mkdir -p $(@D)
	$(call show,GEN,$@) scripts/make-completions $(SHELL_NAME) $(BUILD)/superflip > $@.new
	@mv $@.new $@
