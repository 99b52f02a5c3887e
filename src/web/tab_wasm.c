/* The table of the tab. */
#include "web/tab_wasm.h"

#include "base/threads.h"
#include "report/prediction.h"

#include <emscripten.h>
#include <string.h>

static const char heuristic[] = "coset-30m";
static const char tab_directory[] = "/tables";

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

superflip_tables_options tab_options(superflip_metric metric, const superflip_goal *goal)
{
	superflip_tables_options o;
	superflip_tables_options_init(&o);
	o.metric = metric;
	o.heuristic = goal == NULL ? heuristic : NULL;
	o.goal = goal;
	o.directory = tab_directory;
	o.n_threads = tab.n_threads;
	o.progress = goal == NULL ? hear_progress : NULL;  /* the page shows how far its one table is */
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

/* The table that the page kept; it is built if there is none, or if what was kept is not sound. */
static superflip_status open_or_build(superflip_tables **out, bool *was_built, superflip_error *error)
{
	superflip_tables_options o = tab_options(SUPERFLIP_HTM, NULL);
	superflip_status status = open_sound(&o, out, error);
	*was_built = status == SUPERFLIP_TABLE_MISSING || status == SUPERFLIP_TABLE_DAMAGED || status == SUPERFLIP_TABLE_FOREIGN;
	if (!*was_built)
		return status;
	o.builds_again = true;
	status = superflip_tables_build(&o, error);
	return status == SUPERFLIP_OK ? open_sound(&o, out, error) : status;
}

static void *open_tables(void *nothing)
{
	superflip_tables *tables = NULL;
	superflip_error error = {0};
	bool was_built;
	const superflip_status status = open_or_build(&tables, &was_built, &error);
	pthread_mutex_lock(&tab.lock);
	tab.was_built = was_built;
	tab.fault = error;
	tab.fault.status = status;
	tab.tables[SUPERFLIP_HTM] = tables;
	if (status == SUPERFLIP_OK)
		tab.prediction[SUPERFLIP_HTM] = prediction_start(tables);
	tab.state = status == SUPERFLIP_OK ? TAB_READY : TAB_FAILED;
	pthread_cond_broadcast(&tab.changed);
	pthread_mutex_unlock(&tab.lock);
	return nothing;
}

/** Open the table, or build it, with so many threads: begin with it, or, without threads, do it.
 * @return 0, or why there is no thread (errno) */
EXPORTED int tab_open(unsigned n_threads)
{
	pthread_t thread;
	tab.n_threads = n_threads;
	atomic_store(&tab.stage, "checking");
	if (!HAS_THREADS) {
		open_tables(NULL);
		return 0;
	}
	const int fault = pthread_create(&thread, NULL, open_tables, NULL);
	return fault != 0 ? fault : pthread_detach(thread);
}

/** State of the table (0 not yet, 1 open, 2 failed), share of the stage that is done, whether the table was built here, bytes. */
EXPORTED const double *tab_table(void)
{
	superflip_table_info info;
	superflip_table_info_init(&info);
	pthread_mutex_lock(&tab.lock);
	const bool is_open = tab.state == TAB_READY && superflip_tables_table(tab.tables[0], 0, &info, NULL) == SUPERFLIP_OK;
	const double numbers[] = {tab.state, atomic_load(&tab.share), tab.was_built, is_open ? (double)info.file_bytes : 0};
	pthread_mutex_unlock(&tab.lock);
	return tab_numbers(4, numbers);
}

/** "building", "writing", "verifying", "checking"; of a table that failed, why. */
EXPORTED const char *tab_table_text(void)
{
	return tab.state == TAB_FAILED ? tab.fault.text : atomic_load(&tab.stage);
}

superflip_tables *tab_await_tables(superflip_metric metric, superflip_error *error)
{
	pthread_mutex_lock(&tab.lock);
	while (tab.state == TAB_OPENING)
		pthread_cond_wait(&tab.changed, &tab.lock);
	if (tab.state == TAB_FAILED)
		*error = tab.fault;
	else if (tab.tables[metric] == NULL) {
		const superflip_tables_options o = tab_options(metric, NULL);
		if (superflip_tables_open(&o, &tab.tables[metric], error) == SUPERFLIP_OK)
			tab.prediction[metric] = prediction_start(tab.tables[metric]);
	}
	superflip_tables *const tables = tab.state == TAB_READY ? tab.tables[metric] : NULL;
	pthread_mutex_unlock(&tab.lock);
	return tables;
}
