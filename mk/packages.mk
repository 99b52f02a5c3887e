# The Python package: a wheel that carries the library, a clean virtual environment, pytest, types.
PYTHON_TABLES := $(BUILD)/test-tables/python
.PHONY: python-test python-wheel python-wheel-aarch64 python-sdist python-aarch64-test python-sdist-test run-python-test dist deb
python-test: deps-python
	$(MAKE) run-python-test
run-python-test: lib $(BUILD)/superflip
	mkdir -p $(PYTHON_TABLES)
	$(BUILD)/superflip pdb build -q korf --pdb-dir $(PYTHON_TABLES)
	$(BUILD)/superflip pdb build -q coset-30m --pdb-dir $(PYTHON_TABLES)
	$(BUILD)/superflip pdb build -q coset-30m --metric qtm --pdb-dir $(PYTHON_TABLES)
	$(MAKE) FLAVOUR=wheel lib
	SUPERFLIP_INCLUDE=$(abspath include) scripts/test-python $(WHEEL_LIBRARY) $(PYTHON_TABLES)
	$(MAKE) python-aarch64-test python-sdist-test

WHEEL_LIBRARY := $(BUILD_DIR)/wheel/lib/$(SONAME)
WHEELS := $(BUILD_DIR)/python/wheel
python-wheel:
	$(MAKE) FLAVOUR=wheel lib
	scripts/build-wheel $(WHEELS) $(WHEEL_LIBRARY)
python-wheel-aarch64: deps-cross
	$(MAKE) FLAVOUR=wheel-aarch64 CC=aarch64-linux-gnu-gcc AR=aarch64-linux-gnu-ar lib
	scripts/build-wheel $(WHEELS) $(BUILD_DIR)/wheel-aarch64/lib/$(SONAME)
python-sdist: dist
	scripts/build-sdist $(WHEELS) $(DIST)
python-aarch64-test: python-wheel-aarch64
	scripts/test-wheel-aarch64 $(WHEELS)/superflip-*_aarch64.whl
python-sdist-test: python-sdist
	scripts/test-sdist $(WHEELS)/superflip-$(VERSION).tar.gz

# The npm package: modules, and the page without a server (mk/tab.mk) with its workers, which are the package's, too. Node reads what
# lies in `worker` as scripts.
NPM     := $(BUILD_DIR)/npm
NPM_TGZ := $(NPM)/superflip-$(VERSION).tgz
NPM_SRC := $(wildcard bindings/npm/*)
# Where the project is: packages and the source archive name it.
HOMEPAGE ?= https://example.org/superflip
$(eval $(call stamp,homepage,$(HOMEPAGE)))
.PHONY: npm npm-test run-npm-test npm-node-test
npm: deps-npm
	$(MAKE) $(NPM_TGZ)
$(NPM_TGZ): $(NPM_SRC) $(TAB_MODULES:%=src/app/web/tab/%) $(TAB_PAGE) LICENSE $(BUILD)/stamps/homepage
	@rm -rf $(NPM)/package && mkdir -p $(NPM)/package/worker
	cp $(NPM_SRC) $(TAB_MODULES:%=src/app/web/tab/%) LICENSE $(NPM)/package
	sed 's/@VERSION@/$(VERSION)/; s|@HOMEPAGE@|$(HOMEPAGE)|' bindings/npm/package.json >$(NPM)/package/package.json
	mv $(addprefix $(NPM)/package/,in-node.js places.js) $(NPM)/package/worker
	cp $(filter-out %/_headers,$(TAB_PAGE)) $(addprefix $(TAB)/,superflip.worker.js superflip.wasm superflip-alone.wasm) $(NPM)/package/worker
	echo '{"type": "commonjs"}' >$(NPM)/package/worker/package.json
	cd $(NPM) && npm pack --silent ./package

# Installed in an empty folder, and driven in Node and in Chromium.
npm-test: deps-browser
	@if scripts/install-deps tab; then $(MAKE) run-npm-test; else echo "npm-test: skipped, there is no emscripten" >&2; fi
run-npm-test: npm
	$(MAKE) all
	@mkdir -p $(NPM)/test $(PAGE_TABLES)
	cp tests/npm/* tests/browser/browser.mjs $(NPM)/test
	$(call npm-ci,$(NPM)/test)
	$(BUILD)/superflip pdb build -q default --pdb-dir $(PAGE_TABLES)
	$(NPM_TEST) node --test --test-concurrency=1 $(NPM)/test/*.test.mjs
	$(MAKE) npm-node-test

# The same, but for Chromium, with other versions of Node, from npm; without those that npm does not have.
NPM_TEST := $(PAGE_ENV) PACKAGE=$(abspath $(NPM_TGZ)) SERVE_STATIC=$(abspath scripts/serve-static)
NODE_VERSIONS := 18 20 22
npm-node-test:
	for version in $(NODE_VERSIONS); do \
		npm install --prefix $(NPM)/node-$$version --no-audit --no-fund --loglevel=error node@$$version || \
			{ echo "npm-node-test: skipped, npm has no Node $$version here" >&2; continue; }; \
		echo "Node $$($(NPM)/node-$$version/node_modules/.bin/node --version)"; \
		$(NPM_TEST) NODE=$(abspath $(NPM))/node-$$version/node_modules/.bin/node node --test --test-concurrency=1 $(NPM)/test/*.test.mjs || exit 1; \
	done

# The source of the last commit: of one commit always the same bytes. It is signed if there is a secret key: SIGN_KEY=ID names one of
# several, SIGN_KEY=none signs nothing. Homebrew's formula for it is written beside it.
DIST       := $(BUILD_DIR)/dist/superflip-$(VERSION).tar.xz
MAINTAINER ?=
dist:
	@mkdir -p $(dir $(DIST))
	git archive --prefix=superflip-$(VERSION)/ HEAD | xz -T1 >$(DIST).new
	mv $(DIST).new $(DIST)
	@rm -f $(DIST).asc
	@if [ '$(SIGN_KEY)' = none ] || ! gpg --batch --list-secret-keys --with-colons $(SIGN_KEY) 2>/dev/null | grep -q '^sec'; then \
		echo "$(DIST) is not signed: there is no secret key" >&2; \
	else \
		gpg --batch --yes --armor $(SIGN_KEY:%=--local-user '%') --detach-sign $(DIST); \
	fi
	@sed "s|@HOMEPAGE@|$(HOMEPAGE)|; s|@VERSION@|$(VERSION)|; s|@SHA256@|$$(sha256sum $(DIST) | cut -d ' ' -f 1)|" \
		packaging/homebrew/superflip.rb >$(dir $(DIST))superflip.rb

# Debian's packages of the last commit, built, installed and tested in temporary Debians. MAINTAINER="NAME <ADDRESS>" and HOMEPAGE are
# those of who publishes them.
deb: deps-deb
	scripts/build-deb -o $(BUILD_DIR)/deb $(if $(MAINTAINER),--maintainer '$(MAINTAINER)') --homepage '$(HOMEPAGE)'

# What other systems make packages of, read by their own tools.
.PHONY: packaging-test
packaging-test: deps-packaging
	bats tests/packaging
