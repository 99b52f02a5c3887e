# The page for a static host, with the server in it: WebAssembly by emscripten (Debian), from the portable sources and
# Debian's source of Jansson. A page whose memory threads may share takes superflip.js, another one superflip-alone.js.
# Sizes fit 32 bits there, so 64-bit ones may be cut; NDEBUG leaves variables unused.
TAB_DIR    := $(BUILD_DIR)/tab
TAB        := $(TAB_DIR)/site
TAB_SRC    := $(filter-out src/engine/base/memory_map.c src/engine/base/system_%.c,$(PUBLIC_SRC)) src/engine/base/system_plain.c \
	$(wildcard src/engine/base/*_wasm.c) \
	$(filter-out src/app/web/http%,$(wildcard src/app/web/*.c)) \
	$(addprefix src/app/report/,json.c prediction.c printable.c record.c record_json.c record_lines.c record_stages.c net.c say.c)
JANSSON    := $(TAB_DIR)/jansson
TAB_FLAGS  := -std=c17 -D_GNU_SOURCE -DSUPERFLIP_VERSION='"$(VERSION)"' -Iinclude -Isrc -Isrc/engine -Isrc/app -I$(TAB_DIR)/include -I$(JANSSON)/src $(WARNINGS) \
	-Wno-shorten-64-to-32 -Wno-unused-variable -O3 -DNDEBUG -msimd128 -DXXH_INLINE_ALL
# What cubes.js calls of the public interface, besides what tab_wasm.c exports.
TAB_PUBLIC := $(addprefix _superflip_,cube_parse cube_write cube_free cube_turned_by cube_inverse cube_random \
	random_from_system random_from_seed random_free problem_create problem_set problem_verify problem_cost problem_free)
comma      := ,
TAB_LINK   := -O3 -sMODULARIZE=1 -sEXPORT_NAME=createSuperflip -sENVIRONMENT=web,worker,node -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=64MB \
	-sMAXIMUM_MEMORY=4GB -sEXPORTED_RUNTIME_METHODS=FS,UTF8ToString,stringToUTF8,lengthBytesUTF8,HEAPU8 \
	-sEXPORTED_FUNCTIONS=_malloc,_free,$(subst $() $(),$(comma),$(TAB_PUBLIC))
# Threads of the search, that of the queue, and a few that come and go, are there before they are asked for.
TAB_THREADS := -pthread -sPTHREAD_POOL_SIZE=Module.nThreads+6 -Wno-pthreads-mem-growth
TAB_OBJ     := $(TAB_SRC:%.c=$(TAB_DIR)/threads/%.o)
TAB_ALONE   := $(TAB_SRC:%.c=$(TAB_DIR)/alone/%.o)
TAB_WORKER  := superflip.js superflip-alone.js worker.js tables.js cubes.js in-browser.js
TAB_MODULES := engine.js library.js
TAB_PAGE    := $(addprefix $(TAB)/,index.html isolate.js _headers LICENSE.jansson $(TAB_WORKER))
TAB_JANSSON := -I$(JANSSON)/src -DHAVE_CONFIG_H -DHAVE_STDINT_H -O3
XXHASH_COPY := $(addprefix $(TAB_DIR)/include/,xxhash.h xxh3.h)
# emscripten 3.1.6 takes addresses and offsets of files from 2 GiB on for negative numbers, and a disk has 2 GB.
TAB_WIDE := sed -i -e 's/var b=args>>3/var b=args>>>3/g' -e 's/ptr,len,offset)/ptr>>>0,len,offset)/g' \
	-e 's/offset_low)/offset_low>>>0)/g' -e 's/=5e5/=2147483647/g'
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
TAB_GENERATED := $(foreach object,src/engine/goal/sets.o src/engine/steps/known.o src/app/report/say.o,$(TAB_DIR)/threads/$(object) $(TAB_DIR)/alone/$(object))
$(TAB_GENERATED): TAB_FLAGS += -I$(BUILD)/generated
$(TAB_GENERATED): $(STEP_TEXTS) $(CASES_TEXT) $(WORDS_TEXT)
$(JANSSON)/src/jansson_config.h: scripts/jansson-source
	scripts/jansson-source $(JANSSON)
	@touch $@
$(TAB_DIR)/threads/libjansson.a: TAB_JANSSON += -pthread
$(TAB_DIR)/threads/libjansson.a $(TAB_DIR)/alone/libjansson.a: $(JANSSON)/src/jansson_config.h $(TAB_STAMP)
	@mkdir -p $(@:.a=) && rm -f $@
	$(call show,EMCC,$@) for file in $(JANSSON)/src/*.c; do \
		$(EMCC) $(TAB_JANSSON) -c $$file -o $(@:.a=)/$${file##*/}.o || exit; done
	@emar rcs $@ $(@:.a=)/*.o
$(TAB_DIR)/threads/%.o: %.c $(TAB_STAMP) | $(XXHASH_COPY) $(JANSSON)/src/jansson_config.h
	@mkdir -p $(@D)
	$(call show,EMCC,$<) $(EMCC) $(TAB_FLAGS) -pthread -MMD -MP -c $< -o $@
$(TAB_DIR)/alone/%.o: %.c $(TAB_STAMP) | $(XXHASH_COPY) $(JANSSON)/src/jansson_config.h
	@mkdir -p $(@D)
	$(call show,EMCC,$<) $(EMCC) $(TAB_FLAGS) -MMD -MP -c $< -o $@
$(TAB)/superflip.js: $(TAB_OBJ) $(TAB_DIR)/threads/libjansson.a
	@mkdir -p $(@D)
	$(call show,LD,$@) $(EMCC) $(TAB_LINK) $(TAB_THREADS) $^ -o $@ && $(TAB_WIDE) $@
$(TAB)/superflip-alone.js: $(TAB_ALONE) $(TAB_DIR)/alone/libjansson.a
	@mkdir -p $(@D)
	$(call show,LD,$@) $(EMCC) $(TAB_LINK) $^ -o $@ && $(TAB_WIDE) $@
$(TAB)/index.html: src/app/web/page/tab.html $(PAGE_SRC) $(TAB_MODULES:%=src/app/web/tab/%) scripts/inline-page
	@mkdir -p $(@D)
	scripts/inline-page $< > $@.new
	mv $@.new $@
$(TAB)/LICENSE.jansson: $(JANSSON)/src/jansson_config.h
	@mkdir -p $(@D)
	cp $(JANSSON)/LICENSE $@
$(TAB)/%: src/app/web/tab/%
	@mkdir -p $(@D)
	cp $< $@

-include $(TAB_OBJ:.o=.d) $(TAB_ALONE:.o=.d)
