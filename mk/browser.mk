# Tests of the pages in Chromium, driven by puppeteer-core (npm); part of `make slow-test`. A wait ends after SUPERFLIP_LIMIT_MS,
# twenty minutes by default; those of the server's page, of which the longest test takes seconds, after four.
PAGE_TABLES  := $(BUILD)/test-tables/korf
PAGE_PROGRAM := SUPERFLIP=$(abspath $(BUILD)/superflip)
PAGE_ENV      = $(PAGE_PROGRAM) SUPERFLIP_PDB_DIR=$(abspath $(PAGE_TABLES))
STATIC_ENV   := STATIC=$(abspath $(TAB)) SERVE_STATIC=$(abspath scripts/serve-static)
NPM_FILES    := tests/browser/browser.mjs tests/browser/package.json tests/browser/package-lock.json

.PHONY: browser-test web-test tab-test run-tab-test
browser-test: deps-browser
	$(MAKE) all
	@mkdir -p $(BUILD_DIR)/browser $(PAGE_TABLES)
	cp tests/browser/*.mjs tests/browser/package.json tests/browser/package-lock.json $(BUILD_DIR)/browser
	$(call npm-ci,$(BUILD_DIR)/browser)
	$(BUILD)/superflip pdb build -q default reid --pdb-dir $(PAGE_TABLES)
	$(PAGE_ENV) SUPERFLIP_LIMIT_MS=$${SUPERFLIP_LIMIT_MS:-240000} node --test --test-concurrency=1 $(BUILD_DIR)/browser

# The server as pages of cubing.js ask it, on port 2023, by cubing.js (npm).
web-test: deps-page deps-web
	$(MAKE) all
	@mkdir -p $(BUILD_DIR)/cubing $(PAGE_TABLES)
	cp tests/cubing/*.mjs tests/cubing/package.json tests/cubing/package-lock.json $(BUILD_DIR)/cubing
	$(call npm-ci,$(BUILD_DIR)/cubing)
	$(BUILD)/superflip pdb build -q default --pdb-dir $(PAGE_TABLES)
	$(PAGE_ENV) node --test $(BUILD_DIR)/cubing/

# The page for static hosts (make tab): its table is built in the tab, its lengths are the command's.
tab-test: deps-browser
	@if scripts/install-deps tab; then $(MAKE) run-tab-test; else echo "tab-test: skipped, there is no emscripten" >&2; fi
# Not beside Korf's tables, which the examples of the documents are solved with.
run-tab-test: PAGE_TABLES := $(BUILD)/test-tables/tab
run-tab-test: tab
	$(MAKE) all
	@mkdir -p $(TAB_DIR)/test $(PAGE_TABLES)
	cp tests/tab/*.mjs $(NPM_FILES) $(TAB_DIR)/test
	$(call npm-ci,$(TAB_DIR)/test)
	$(BUILD)/superflip pdb build -q default --pdb-dir $(PAGE_TABLES)
	$(BUILD)/superflip pdb build -q coset-30m --pdb-dir $(PAGE_TABLES)
	$(PAGE_ENV) $(STATIC_ENV) node --test --test-concurrency=1 $(TAB_DIR)/test/*.test.mjs
