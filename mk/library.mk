# The public libraries.  Of the archive nothing but superflip_... is visible either: it is one object.
SONAME  := libsuperflip.so.1
SHARED  := $(BUILD)/lib/libsuperflip.so.$(VERSION)
STATIC  := $(BUILD)/lib/libsuperflip.a
OBJCOPY ?= $(patsubst %ar,%objcopy,$(AR))
$(eval $(call stamp,public,$(PUBLIC_SRC)))

$(SHARED): $(BOTH_OBJ) $(PIC_OBJ) src/session/libsuperflip.map $(BUILD)/stamps/public $(LINK_STAMP)
	@mkdir -p $(@D)
	$(call show,LD,$@) $(CC) $(COMPILE_FLAGS) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(SONAME) \
		-Wl,--version-script,src/session/libsuperflip.map -Wl,-z,defs -Wl,--as-needed $(BOTH_OBJ) $(PIC_OBJ) -o $@ -pthread -lxxhash -lm
	@ln -sf $(@F) $(@D)/$(SONAME)
	@ln -sf $(SONAME) $(@D)/libsuperflip.so

$(STATIC): $(BOTH_OBJ) $(PIC_OBJ) $(BUILD)/stamps/public
	@mkdir -p $(@D)
	$(call show,AR,$@) $(CC) $(CFLAGS) -r -nostdlib $(BOTH_OBJ) $(PIC_OBJ) -o $(@D)/superflip.o
	@$(OBJCOPY) --localize-hidden $(@D)/superflip.o
	@rm -f $@
	@$(AR) rcs $@ $(@D)/superflip.o
	@rm $(@D)/superflip.o

# Written again each time: PREFIX and LIBDIR may be others.
.PHONY: $(BUILD)/lib/superflip.pc
$(BUILD)/lib/superflip.pc: src/session/superflip.pc.in
	@mkdir -p $(@D)
	$(call show,GEN,$@) sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@VERSION@|$(VERSION)|' $< > $@

# The binary interface, as the slow tests compare it.  Write it again when the interface grows.
.PHONY: abi
abi: deps-abi
	$(MAKE) FLAVOUR=abi lib
	abidw --headers-dir include --drop-private-types --no-corpus-path --no-comp-dir-path --no-show-locs --no-elf-needed \
		--out-file src/session/libsuperflip.abi $(BUILD_DIR)/abi/lib/libsuperflip.so.$(VERSION)
