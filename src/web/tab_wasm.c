/* The table of the tab, and those that it may have. */
#include "web/tab_wasm.h"

#include "base/threads.h"
#include "report/prediction.h"

#include <emscripten.h>
#include <stdio.h>
#include <string.h>

static const char tab_directory[] = "/tables";

/* Measured in tabs of Chromium (doc/results.md): the smallest table was built in 8 to 18 s where 1.5 are expected of the machine's own
 * instructions, ten random positions took 66 s where 35 are. */
static const double slower_to_build = 8, slower_to_solve = 1.9;

struct tab tab = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

EM_JS(void, ask_how_far, (void), { Module["howFar"](); })

void tab_tell(void)
{
	if (!HAS_THREADS)
		ask_how_far();
}

const double *tab_numbers(unsigned n, const double *numbers)
{
	memcpy(tab.numbers, numbers, n * sizeof *numbers);
	return tab.numbers;
}

static bool hear_progress(void *context, const char *table, const char *stage, uint64_t done, uint64_t total)
{
	(void)context, (void)table;
	atomic_store(&tab.stage, stage);
	atomic_store(&tab.share, total > 0 ? (double)done / (double)total : 1);
	tab_tell();
	return true;
}

superflip_tables_options tab_options(superflip_metric metric, const superflip_goal *goal, const superflip_turns *turns)
{
	const bool is_plain = goal == NULL && turns == NULL;
	superflip_tables_options o;
	superflip_tables_options_init(&o);
	o.metric = metric;
	o.heuristic = is_plain ? tab.heuristic : NULL;
	o.goal = goal;
	o.turns = turns;
	o.directory = tab_directory;
	o.n_threads = tab.n_threads;
	o.progress = is_plain ? hear_progress : NULL;  /* the page shows how far its one table is */
	return o;
}

/* Open the table; a wrong byte is found before anything is searched. */
static superflip_status open_sound(const superflip_tables_options *o, superflip_tables **out, superflip_error *error)
{
	superflip_tables *tables = NULL;
	superflip_status status = superflip_tables_open(o, &tables, error);
	if (status == SUPERFLIP_OK)
		status = superflip_tables_await_check(tables, o->progress, NULL, error);
	if (status == SUPERFLIP_OK)
		*out = tables;
	else
		superflip_tables_close(tables);
	return status;
}

static bool must_be_built(superflip_status status)
{
	return status == SUPERFLIP_TABLE_MISSING || status == SUPERFLIP_TABLE_DAMAGED || status == SUPERFLIP_TABLE_FOREIGN;
}

static void *open_tables(void *nothing)
{
	superflip_tables *tables = NULL;
	superflip_error error = {0};
	superflip_tables_options o = tab_options(SUPERFLIP_HTM, NULL, NULL);
	o.builds_again = true;
	superflip_status status = tab.builds ? superflip_tables_build(&o, &error) : SUPERFLIP_OK;
	if (status == SUPERFLIP_OK)
		status = open_sound(&o, &tables, &error);
	pthread_mutex_lock(&tab.lock);
	tab.fault = error;
	tab.fault.status = status;
	tab.tables[SUPERFLIP_HTM] = tables;
	if (status == SUPERFLIP_OK)
		tab.prediction[SUPERFLIP_HTM] = prediction_start(tables);
	tab.state = status == SUPERFLIP_OK ? TAB_READY : !tab.builds && must_be_built(status) ? TAB_UNSOUND : TAB_FAILED;
	pthread_cond_broadcast(&tab.changed);
	pthread_mutex_unlock(&tab.lock);
	return nothing;
}

/** Open a table, or build it, with so many threads: begin with it, or, without threads, do it.
 * @return 0, or why there is no thread (errno) */
EXPORTED int tab_open(unsigned n_threads, const char *heuristic, bool builds)
{
	pthread_t thread;
	tab.n_threads = n_threads;
	tab.builds = builds;
	tab.state = TAB_OPENING;
	snprintf(tab.heuristic, sizeof tab.heuristic, "%s", heuristic);
	atomic_store(&tab.stage, builds ? "building" : "checking");
	atomic_store(&tab.share, 0);
	if (!HAS_THREADS) {
		open_tables(NULL);
		return 0;
	}
	const int fault = pthread_create(&thread, NULL, open_tables, NULL);
	return fault != 0 ? fault : pthread_detach(thread);
}

/** There will be no table, and why: a search that waits for it ends with that. */
EXPORTED void tab_fail(const char *why)
{
	pthread_mutex_lock(&tab.lock);
	if (tab.state != TAB_READY) {
		tab.state = TAB_FAILED;
		tab.fault.status = SUPERFLIP_IO;
		snprintf(tab.fault.text, sizeof tab.fault.text, "%s", why);
	}
	pthread_cond_broadcast(&tab.changed);
	pthread_mutex_unlock(&tab.lock);
}

/** Of the table called so: bytes; bytes of memory while it is built; seconds to build it, and of one thread for a random state, as
 * expected here.  NULL: there is none. */
EXPORTED const double *tab_table_facts(const char *heuristic)
{
	static superflip_catalogue *catalogue;
	const superflip_tables_options o = tab_options(SUPERFLIP_HTM, NULL, NULL);
	if (catalogue == NULL && superflip_catalogue_make(&o, SUPERFLIP_MEASURE, &catalogue, &tab.error) != SUPERFLIP_OK)
		return NULL;
	const superflip_heuristic *const found = superflip_catalogue_find(catalogue, heuristic);
	if (found == NULL)
		return NULL;
	return tab_numbers(4, (const double[]){
		(double)found->file_bytes, (double)found->build_bytes, slower_to_build * found->build_s, slower_to_solve * found->solve_s,
	});
}

/** State of the table (enum tab_tables_state), share of the stage that is done, bytes, status (superflip_status). */
EXPORTED const double *tab_table(void)
{
	superflip_table_info info;
	superflip_table_info_init(&info);
	pthread_mutex_lock(&tab.lock);
	const bool is_open = tab.state == TAB_READY && superflip_tables_table(tab.tables[0], 0, &info, NULL) == SUPERFLIP_OK;
	const double numbers[] = {tab.state, atomic_load(&tab.share), is_open ? (double)info.file_bytes : 0, tab.fault.status};
	pthread_mutex_unlock(&tab.lock);
	return tab_numbers(4, numbers);
}

/** "building", "writing", "verifying", "checking"; of a table that failed, or is not sound, why. */
EXPORTED const char *tab_table_text(void)
{
	return tab.state == TAB_FAILED || tab.state == TAB_UNSOUND ? tab.fault.text : atomic_load(&tab.stage);
}

superflip_tables *tab_await_tables(superflip_metric metric, superflip_error *error)
{
	pthread_mutex_lock(&tab.lock);
	while (tab.state == TAB_OPENING || tab.state == TAB_UNSOUND)
		pthread_cond_wait(&tab.changed, &tab.lock);
	if (tab.state == TAB_FAILED)
		*error = tab.fault;
	else if (tab.tables[metric] == NULL) {
		const superflip_tables_options o = tab_options(metric, NULL, NULL);
		if (superflip_tables_open(&o, &tab.tables[metric], error) == SUPERFLIP_OK)
			tab.prediction[metric] = prediction_start(tab.tables[metric]);
	}
	superflip_tables *const tables = tab.state == TAB_READY ? tab.tables[metric] : NULL;
	pthread_mutex_unlock(&tab.lock);
	return tables;
}
