/* superflip pdb list */
#include "cli/pdb/request.h"
#include "heuristic/predict.h"

/* "44.1 MB"; decimal, as disks are sold. */
static const char *size_text(uint64_t bytes, char text[16])
{
	const unsigned unit = bytes < 100000 ? 0 : bytes < 1000000000 ? 1 : 2;
	snprintf(text, 16, "%.1f %cB", (double)bytes / (const double[]){1e3, 1e6, 1e9}[unit], "kMG"[unit]);
	return text;
}

static bool lists_metric(enum metric metric)
{
	return !pdb_request.problem.has_metric || pdb_request.metric == metric;
}

/* @param mean  NAN: not known
 * @param solving_s, building_s  INFINITY: not known */
static void add_row(struct table *table, const char *name, enum metric metric, const char *state,
                    uint64_t bytes, double mean, double solving_s, double building_s, const char *users)
{
	char size[16], mean_text[16] = "-", solving[DURATION_TEXT_MAX], building[DURATION_TEXT_MAX];
	if (!isnan(mean))
		snprintf(mean_text, sizeof mean_text, "%.6f", mean);
	TABLE_ROW(table, cell_text(name), cell_text(metric_name[metric]), cell_text(state),
	          cell_shown(cell_count(bytes), size_text(bytes, size)),
	          cell_shown(cell_real(mean, 6), mean_text),
	          cell_shown(cell_real(solving_s, 2), duration_text(solving_s, solving)),
	          cell_shown(cell_real(building_s, 2), duration_text(building_s, building)), cell_text(users));
}

/* One line of the list; false after complaining of a table that is installed but not sound. */
static bool list_known(struct table *table, struct pdb_key key)
{
	char name[COORDINATE_NAME_MAX], path[PATH_MAX], users[256];
	struct pdb_histogram histogram;
	coordinate_name(key.coordinate, name);
	users_text(key.coordinate, users, sizeof users);
	bool has_mean = pdb_known_histogram(key, &histogram);
	uint64_t bytes = pdb_key_file_bytes(key);
	enum status status = pdb_find(pdb_request.directory, key, path);
	struct pdb pdb;
	if (status == STATUS_OK)
		status = pdb_open(path, key, false, NULL, &pdb);
	if (status == STATUS_OK) {
		histogram = pdb.histogram;
		has_mean = true;
		bytes = PDB_HEADER_BYTES + pdb.size_bytes;
		pdb_close(&pdb);
	}
	add_row(table, name, key.metric,
	        status == STATUS_OK ? "installed" : status == STATUS_MISSING ? "-" : "unusable", bytes,
	        has_mean ? pdb_histogram_mean(&histogram) : NAN,
	        key.metric < N_METRICS ? expect_table_solving_s(key, &pdb_request.machine) : INFINITY,
	        key.metric < N_METRICS ? expect_building_s(key, &pdb_request.machine) : INFINITY, users);
	return status == STATUS_OK || status == STATUS_MISSING || pdb_complain(status, path, &key) == EXIT_SOLVED;
}

/* A file that is not one of the known tables. */
static bool list_other(struct table *table, const char *path)
{
	struct pdb_header header;
	char users[256];
	const enum status status = pdb_describe(path, &header);
	if (status != STATUS_OK)
		return pdb_complain(status, path, NULL) == EXIT_SOLVED;
	if (!lists_metric((enum metric)header.metric))
		return true;
	const struct pdb_histogram histogram = pdb_header_histogram(&header);
	users_text(pdb_header_key(&header).coordinate, users, sizeof users);
	add_row(table, strrchr(path, '/') + 1, (enum metric)header.metric, "installed",
	        pdb_header_file_bytes(&header), pdb_histogram_mean(&histogram), INFINITY, INFINITY, users);
	return true;
}

/* A heuristic of several tables, which together are worth more than each alone. */
static void list_several(struct table *table, const struct heuristic_spec *spec,
                         enum metric metric)
{
	struct pdb_histogram histograms[HEURISTIC_MAX_TABLES];
	struct distribution values;
	char users[32], path[PATH_MAX];
	const char *state = "installed";
	uint64_t bytes = 0;
	double building_s = 0;
	bool has_all = true;
	for (unsigned i = 0; i < spec->n_tables; i++) {
		const struct pdb_key key = pdb_key_in(spec->table[i], metric);
		bytes += pdb_key_file_bytes(key);
		building_s += expect_building_s(key, &pdb_request.machine);
		has_all &= pdb_known_histogram(key, &histograms[i]);
		if (pdb_find(pdb_request.directory, key, path) != STATUS_OK)
			state = "-";
	}
	has_all = has_all && distribution_of_spec(spec, metric, histograms, &values);
	snprintf(users, sizeof users, "%u tables together", spec->n_tables);
	add_row(table, spec->name, metric, state, bytes, has_all ? distribution_mean(&values) : NAN,
	        expect_solving_s(spec, metric, &pdb_request.machine), building_s, users);
}

static void complain_of_leftover(void *context, const char *path, uint64_t bytes, const char *table)
{
	char size[16], name[COORDINATE_NAME_MAX] = "TABLE";
	struct pdb_key key = {.metric = METRIC_HTM};
	if (key_of_file_name(table, &key))
		coordinate_name(key.coordinate, name);
	complain("%s: left by a build that was killed, %s; `superflip pdb build %s%s` removes it", path,
	         size_text(bytes, size), name, key.metric == METRIC_QTM ? " --metric qtm" : "");
}

int pdb_command_list(void)
{
	static const char *const layout[] = {"%-22s ", "%-6s ", "%-10s ", "%9s  ",
	                                     "%9s  ",  "%7s  ", "%7s  ",  "%s"};
	struct table *const table = table_create("table,metric,state,size,mean,solve,build,used by");
	struct table_list of_turns = {.n = 0};
	table_set_layout(table, layout);
	bool all_sound = !has_turns() || add_name("solved", &of_turns);
	items_foreach(key, of_turns.key, of_turns.n)
		all_sound &= list_known(table, *key);
	for (unsigned i = 0; pdb_known_at(i) != NULL; i++)
		for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++)
			all_sound &= !lists_metric(metric)
			             || list_known(table, pdb_key_in(pdb_known_at(i)->coordinate, metric));
	heuristic_foreach(spec)
		for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++)
			if (lists_metric(metric) && spec->n_tables > 1 && !spec->for_comparison)
				list_several(table, spec, metric);
	glob_t found;
	const int of_files = files_find(pdb_request.own, &found);
	items_foreach(path, found.gl_pathv, found.gl_pathc) {
		struct pdb_key key = {.metric = METRIC_HTM};
		char known[PATH_MAX];
		if (!has_turns()
		    && (!key_of_file_name(*path, &key) || pdb_known_find(key.coordinate) == NULL
		        || pdb_path(pdb_request.own, key, known) != STATUS_OK
		        || !text_equal(*path, known)))
			all_sound &= list_other(table, *path);
	}
	globfree(&found);
	pdb_each_leftover(pdb_request.own, complain_of_leftover, NULL);
	print_table(table, pdb_request.format);
	if (pdb_request.format == TABLE_TEXT)
		printf(
			"solve: a random position with 1 thread; build: with %u. Both are estimates, good to a factor of two, from\n"
			"a random read of memory, %.1f ns on this machine, and reference timings of the %s kernels.\n",
			pdb_request.n_threads, pdb_request.machine.read_ns,
			processor_level_name[pdb_request.machine.level]);
	return of_files != EXIT_SOLVED ? of_files : all_sound ? EXIT_SOLVED : EXIT_TABLE;
}
