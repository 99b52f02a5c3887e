# The program as one file that needs no library of the system (make static), for each of STATIC_MACHINES, and images with it and
# nothing else (make image). The C library is musl; what else is linked in is built from Debian's sources, once.
STATIC_MACHINES := x86_64 aarch64
STATIC_OUT   := $(BUILD_DIR)/static
STATIC_NAME  := superflip-$(VERSION)-linux
STATIC_FILES := $(STATIC_MACHINES:%=$(STATIC_OUT)/$(STATIC_NAME)-%)
IMAGE_FILES  := $(STATIC_MACHINES:%=$(STATIC_OUT)/superflip-$(VERSION)-image-%.tar)
STATIC_LIBS   = $(STATIC_OUT)/lib-$(1)/licences
static-make   = $(MAKE) FLAVOUR=static-$(1) CC=$(1)-linux-musl-gcc AR=$(1)-linux-gnu-ar MPICC= \
	CPPFLAGS=-I$(abspath $(STATIC_OUT))/lib-$(1)/include LDFLAGS=-L$(abspath $(STATIC_OUT))/lib-$(1)/lib

.PHONY: static static-test image image-test static-files
static: deps-static
	$(MAKE) static-files
static-files: $(STATIC_OUT)/SHA256SUMS
$(STATIC_OUT)/SHA256SUMS: $(STATIC_FILES)
	cp $(call STATIC_LIBS,x86_64) $(STATIC_OUT)/$(STATIC_NAME)-licences.txt
	cd $(STATIC_OUT) && sha256sum $(STATIC_NAME)-* >$(@F)
$(STATIC_FILES): $(STATIC_OUT)/$(STATIC_NAME)-%: $(STATIC_OUT)/lib-%/licences always
	$(call static-make,$*) $(BUILD_DIR)/static-$*/superflip
	@cmp -s $(BUILD_DIR)/static-$*/superflip $@ || cp $(BUILD_DIR)/static-$*/superflip $@
# One after the other: they share sources, and the pages that the program carries.
$(STATIC_OUT)/$(STATIC_NAME)-aarch64: | $(STATIC_OUT)/$(STATIC_NAME)-x86_64
$(STATIC_OUT)/lib-aarch64/licences: | $(STATIC_OUT)/lib-x86_64/licences
$(STATIC_OUT)/lib-%/licences: scripts/static-libraries scripts/debian-source scripts/jansson-source
	CC=$*-linux-musl-gcc AR=$*-linux-gnu-ar scripts/static-libraries $* $(STATIC_OUT)/source $(@D)

# What musl lacks.
$(BUILD)/src/engine/base/system_linux.o: FLAGS += $(if $(filter static-%,$(FLAVOUR)),-include packaging/static/statx.h)

STATIC_TEST := SUPERFLIP=$(abspath $(BUILD)/superflip) STATIC_OUT=$(abspath $(STATIC_OUT))
static-test: deps-static deps-test
	$(MAKE) static-files $(BUILD)/superflip
	$(STATIC_TEST) bats tests/static/static.bats

image: deps-image
	$(MAKE) static-files
	$(MAKE) $(IMAGE_FILES)
$(IMAGE_FILES): $(STATIC_OUT)/superflip-$(VERSION)-image-%.tar: $(STATIC_OUT)/$(STATIC_NAME)-% scripts/make-image
	scripts/make-image $< $(STATIC_OUT)/$(STATIC_NAME)-licences.txt $* $(VERSION) $@
image-test: image deps-test
	$(MAKE) $(BUILD)/superflip
	$(STATIC_TEST) bats tests/static/image.bats
