# The page for a static host, with the library in it: WebAssembly by emscripten (Debian), from the portable sources. A page whose
# memory threads may share takes superflip.js, another one superflip-alone.js.
# Sizes fit 32 bits there, so 64-bit ones may be cut; NDEBUG leaves variables unused.
TAB_DIR    := $(BUILD_DIR)/tab
TAB        := $(TAB_DIR)/site
TAB_SRC    := $(filter-out src/base/memory_map.c src/base/system_%.c,$(PUBLIC_SRC)) src/base/system_plain.c $(wildcard src/base/*_wasm.c src/web/*_wasm.c) src/report/prediction.c
TAB_FLAGS  := -std=c17 -D_GNU_SOURCE -DSUPERFLIP_VERSION='"$(VERSION)"' -Iinclude -Isrc -I$(TAB_DIR)/include $(WARNINGS) \
	-Wno-shorten-64-to-32 -Wno-unused-variable -O3 -DNDEBUG -msimd128 -DXXH_INLINE_ALL
TAB_LINK   := -O3 -sMODULARIZE=1 -sEXPORT_NAME=createSuperflip -sENVIRONMENT=web,worker,node -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=64MB \
	-sMAXIMUM_MEMORY=4GB -sEXPORTED_RUNTIME_METHODS=FS,UTF8ToString,stringToUTF8,lengthBytesUTF8,HEAPU8,HEAPF64 \
	-sEXPORTED_FUNCTIONS=_superflip_version,_superflip_cube_free,_superflip_goal_free,_superflip_turns_free,_superflip_goal_is_solved,_malloc,_free
# Threads of the search, and a few that come and go, are there before they are asked for.
TAB_THREADS := -pthread -sPTHREAD_POOL_SIZE=Module.nThreads+4 -Wno-pthreads-mem-growth
TAB_OBJ     := $(TAB_SRC:%.c=$(TAB_DIR)/threads/%.o)
TAB_ALONE   := $(TAB_SRC:%.c=$(TAB_DIR)/alone/%.o)
TAB_WORKER  := superflip.js superflip-alone.js worker.js tables.js in-browser.js
TAB_MODULES := engine.js library.js
TAB_PAGE    := $(addprefix $(TAB)/,index.html isolate.js _headers $(TAB_WORKER))
XXHASH_COPY := $(addprefix $(TAB_DIR)/include/,xxhash.h xxh3.h)
EMCC := NODE_PATH=$${NODE_PATH-/usr/share/nodejs} emcc
$(eval $(call stamp,tab,$(TAB_FLAGS) $(TAB_LINK) $(TAB_THREADS)))
TAB_STAMP   := $(BUILD)/stamps/tab

.PHONY: tab-page
tab-page: deps-tab
	$(MAKE) $(TAB_PAGE)
	@echo "$(TAB) is a page for any static host; scripts/serve-static $(TAB) shows it here"

$(XXHASH_COPY): $(TAB_DIR)/include/%.h: /usr/include/%.h
	@mkdir -p $(@D)
	@cp $< $@
$(TAB_DIR)/threads/src/steps/known.o $(TAB_DIR)/alone/src/steps/known.o: TAB_FLAGS += -I$(BUILD)/generated
$(TAB_DIR)/threads/src/steps/known.o $(TAB_DIR)/alone/src/steps/known.o: $(STEP_TEXTS)
$(TAB_DIR)/threads/%.o: %.c $(TAB_STAMP) | $(XXHASH_COPY)
	@mkdir -p $(@D)
	$(call show,EMCC,$<) $(EMCC) $(TAB_FLAGS) -pthread -MMD -MP -c $< -o $@
$(TAB_DIR)/alone/%.o: %.c $(TAB_STAMP) | $(XXHASH_COPY)
	@mkdir -p $(@D)
	$(call show,EMCC,$<) $(EMCC) $(TAB_FLAGS) -MMD -MP -c $< -o $@
$(TAB)/superflip.js: $(TAB_OBJ)
	@mkdir -p $(@D)
	$(call show,LD,$@) $(EMCC) $(TAB_LINK) $(TAB_THREADS) $^ -o $@
$(TAB)/superflip-alone.js: $(TAB_ALONE)
	@mkdir -p $(@D)
	$(call show,LD,$@) $(EMCC) $(TAB_LINK) $^ -o $@
$(TAB)/index.html: src/web/page/tab.html $(PAGE_SRC) $(TAB_MODULES:%=src/web/tab/%) scripts/inline-page
	@mkdir -p $(@D)
	scripts/inline-page $< > $@.new
	mv $@.new $@
$(TAB)/%: src/web/tab/%
	@mkdir -p $(@D)
	cp $< $@

-include $(TAB_OBJ:.o=.d) $(TAB_ALONE:.o=.d)
