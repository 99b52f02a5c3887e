# Pages that the program carries, each a single file made of src/app/web/page: file.html plays solutions without a server (--html),
# page.html is that of superflip serve. The shell's tools are enough. `make web` puts <twisty-player> of cubing.js into the latter, by
# npm, in place of our cube.
PAGE_SRC := $(wildcard src/app/web/page/*)
BUNDLE   := $(wildcard $(BUILD_DIR)/web/bundle.js)
NPM_DIR  := $(BUILD_DIR)/web/npm
# $(call npm-ci,DIRECTORY): what its package-lock.json pins.
npm-ci = npm ci --prefix $(1) --no-audit --no-fund --loglevel=error

$(BUILD_DIR)/web/file.html $(BUILD_DIR)/web/page.html: $(BUILD_DIR)/web/%: src/app/web/page/% $(PAGE_SRC) $(BUNDLE) scripts/inline-page
	@mkdir -p $(@D)
	$(call show,PAGE,$@) scripts/inline-page $< $(if $(filter %/page.html,$@),$(BUNDLE)) > $@.new
	@mv $@.new $@

.PHONY: page-with-cubing
page-with-cubing: deps-page
	$(MAKE) $(BUILD_DIR)/web/bundle.js
	$(MAKE) $(BUILD_DIR)/web/page.html all

$(BUILD_DIR)/web/bundle.js: $(PAGE_SRC) src/app/web/package.json src/app/web/package-lock.json
	@mkdir -p $(NPM_DIR)
	cp src/app/web/package.json src/app/web/package-lock.json $(NPM_DIR)
	$(call npm-ci,$(NPM_DIR))
	NODE_PATH=$(NPM_DIR)/node_modules $(NPM_DIR)/node_modules/.bin/esbuild src/app/web/page/with-cubing.js --bundle --minify \
		--format=esm --target=es2022 --legal-comments=inline --log-level=warning --outfile=$@.new
	mv $@.new $@

# The description of the interface is carried, too.
.SECONDARY: $(addprefix $(BUILD)/web/,file.c page.c policy.c openapi.c)
$(BUILD)/web/%.c: $(BUILD_DIR)/web/%.html scripts/embed-file
	@mkdir -p $(@D)
	@scripts/embed-file web_$* $< > $@
# The page's policy, for the header.
$(BUILD)/web/policy.c: $(BUILD_DIR)/web/page.html
	@mkdir -p $(@D)
	@sed -n "s/^<meta http-equiv=.*content=\"\([^\"]*\)\".*/extern const char web_policy[];\
	const char web_policy[] = \"\1; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\";/p" $< > $@
$(BUILD)/web/openapi.c: doc/openapi.yaml scripts/embed-file
	@mkdir -p $(@D)
	@scripts/embed-file web_openapi $< > $@
$(BUILD)/web/%.o: $(BUILD)/web/%.c $(COMPILE_STAMP)
	$(call show,CC,$<) $(call compile,$(CC))
