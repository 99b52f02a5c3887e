# The studies of bench/ (bench/README.md): C programs are built, Python scripts run with this tree's library.
SCRIPT := $(wildcard bench/$(NAME).py)
STUDY  := $(if $(NAME),$(if $(SCRIPT),python3 $(SCRIPT),$(BUILD)/bench/$(NAME)))
.PHONY: run-study
run-study: $(if $(SCRIPT),lib $(BUILD)/superflip,$(STUDY))
	$(if $(NAME),,$(error NAME=... is missing: a study of bench/README.md))
	@SUPERFLIP=$(BUILD)/superflip SUPERFLIP_LIBRARY=$(SHARED) PYTHONPATH=bindings/python/src $(STUDY) $(ARGS)
