# Nothing is fetched: what is not there (scdoc) leaves out what it would make (the manual pages).  Tables are not installed:
# pdb/README.md says how all users share a copy.
INSTALLED_PAGES = $(if $(shell command -v scdoc),$(if $(HAS_MPI),$(PAGES),$(filter-out %/superflip-mpi.1,$(PAGES))))
SHARE    := $(DESTDIR)$(PREFIX)/share
BASH_DIR := $(SHARE)/bash-completion/completions
ZSH_DIR  := $(SHARE)/zsh/site-functions
FISH_DIR := $(SHARE)/fish/vendor_completions.d

.PHONY: install-files uninstall-files
install-files: all lib completions
	$(if $(INSTALLED_PAGES),@$(MAKE) pages,@echo "make install: there is no scdoc, so no manual pages are installed" >&2)
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/include $(DESTDIR)$(LIBDIR)/pkgconfig $(SHARE)/man/man1 $(SHARE)/man/man3 \
		$(BASH_DIR) $(ZSH_DIR) $(FISH_DIR)
	install -m 644 $(BUILD_DIR)/completions/superflip.bash $(BASH_DIR)/superflip
	install -m 644 $(BUILD_DIR)/completions/_superflip $(ZSH_DIR)
	install -m 644 $(BUILD_DIR)/completions/superflip.fish $(FISH_DIR)
	install -m 755 $(BUILD)/superflip $(if $(HAS_MPI),$(BUILD)/superflip-mpi) $(DESTDIR)$(PREFIX)/bin
	install -m 644 include/superflip.h $(DESTDIR)$(PREFIX)/include
	install -m 755 $(SHARED) $(DESTDIR)$(LIBDIR)
	ln -sf $(notdir $(SHARED)) $(DESTDIR)$(LIBDIR)/$(SONAME)
	ln -sf $(SONAME) $(DESTDIR)$(LIBDIR)/libsuperflip.so
	install -m 644 $(STATIC) $(DESTDIR)$(LIBDIR)
	install -m 644 $(BUILD)/lib/superflip.pc $(DESTDIR)$(LIBDIR)/pkgconfig
	$(if $(INSTALLED_PAGES),install -m 644 $(filter %.1,$(INSTALLED_PAGES)) $(SHARE)/man/man1)
	$(if $(INSTALLED_PAGES),install -m 644 $(filter %.3,$(PAGES)) $(SHARE)/man/man3)
	$(if $(INSTALLED_PAGES),scripts/man-aliases | while read -r name page; do echo ".so man3/$$page.3" >$(SHARE)/man/man3/$$name.3; done)

uninstall-files:
	scripts/man-aliases | while read -r name page; do rm -f $(SHARE)/man/man3/$$name.3; done
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/,bin/superflip bin/superflip-mpi include/superflip.h) \
		$(addprefix $(SHARE)/man/man1/,$(notdir $(filter %.1,$(PAGES)))) $(addprefix $(SHARE)/man/man3/,$(notdir $(filter %.3,$(PAGES)))) \
		$(BASH_DIR)/superflip $(ZSH_DIR)/_superflip $(FISH_DIR)/superflip.fish
	rm -f $(addprefix $(DESTDIR)$(LIBDIR)/,$(notdir $(SHARED)) $(SONAME) libsuperflip.so libsuperflip.a pkgconfig/superflip.pc)
