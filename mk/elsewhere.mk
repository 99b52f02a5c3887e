# Called from another directory (make -f .../superflip/Makefile): built there, in build/.
GOALS := $(patsubst build/%,$(CURDIR)/build/%,$(MAKECMDGOALS))
.PHONY: $(or $(MAKECMDGOALS),all) in-source
$(or $(MAKECMDGOALS),all): in-source
	@:
in-source:
	+@$(MAKE) -C $(TOP) BUILD_DIR=$(abspath $(BUILD_DIR)) $(GOALS)
