# The pictures of doc/figures, from the recorded results of bench/results, and measurements of the page.
# The cube of doc/methods.md: annex E.5 of Boulanger and Ardisson's report.
EXAMPLE := LDRLURLLRDUDFRURBRDUFFFRLDBUBURDRDLUBBBFLDFDFBLUBBUFFL
.PHONY: figures page-figures tab-bench
figures: deps-figures $(BUILD)/superflip
	scripts/plot-nodes bench/results/predict.csv doc/figures/nodes
	scripts/plot-values bench/results/heuristic.csv doc/figures/values
	scripts/plot-people bench/results/people.csv doc/figures/people
	scripts/plot-pair bench/results/pair.csv doc/figures/pair
	scripts/plot-sample bench/results/sample.csv doc/figures/sample
	SUPERFLIP=$(BUILD)/superflip scripts/draw-stages layers $(EXAMPLE) > doc/figures/layers.svg
	SUPERFLIP=$(BUILD)/superflip scripts/draw-stages thistlethwaite $(EXAMPLE) > doc/figures/thistlethwaite.svg

# Pictures of the page, with the tables that are installed: a position of 18 moves should take some seconds.
page-figures: deps-browser
	$(MAKE) all
	@mkdir -p $(BUILD_DIR)/browser/figures
	cp scripts/draw-page.mjs $(NPM_FILES) $(BUILD_DIR)/browser/figures
	$(call npm-ci,$(BUILD_DIR)/browser/figures)
	$(PAGE_PROGRAM) node $(BUILD_DIR)/browser/figures/draw-page.mjs doc/figures

# Times of the page without a server, of the server and of the command, for doc/results.md; on two cores a quarter of an hour. In
# pieces, and with one thread: make tab-bench POSITIONS=5 WAYS='tab-1 alone command-1'; with another table: TABLE=coset-300m
tab-bench: POSITIONS = 1-10
tab-bench: TABLE = coset-30m
tab-bench: WAYS = tab-2 serve-2 command-2
tab-bench: deps-browser tab
	$(MAKE) all
	@mkdir -p $(TAB_DIR)/test
	cp bench/tab.mjs $(NPM_FILES) $(TAB_DIR)/test
	$(call npm-ci,$(TAB_DIR)/test)
	$(BUILD)/superflip pdb build -q $(TABLE)
	$(PAGE_PROGRAM) $(STATIC_ENV) TABLE=$(TABLE) node $(TAB_DIR)/test/tab.mjs bench/scrambles/random.txt $(POSITIONS) $(WAYS)
