/* What names on the command line stand for. */
#include "cli/pdb/request.h"
#include "pdb/message.h"

int pdb_complain(enum status status, const char *path, const struct pdb_key *want)
{
	char message[PDB_MESSAGE_MAX];
	pdb_message(status, path, want, message);
	return tables_complain_with_advice(status == STATUS_NO_MEMORY ? EXIT_MEMORY : status == STATUS_INTERRUPTED
	                    ? interrupted_by() : EXIT_TABLE,
	                    error_status_of_pdb(status), message, want != NULL ? path : "");
}

/* What consults which table: all heuristics and goals, listed at first use. */
enum { MAX_USES = 128 * 2 * HEURISTIC_MAX_TABLES };
static struct use {
	const char *name;
	struct coordinate_key table;
} uses[MAX_USES];
static unsigned n_uses;

static void add_uses(const char *name, const struct heuristic_spec *spec)
{
	items_foreach(table, spec->table, n_uses < MAX_USES ? spec->n_tables : 0)
		uses[n_uses++] = (struct use){name, *table};
}

void users_text(struct coordinate_key coordinate, char *text, size_t size)
{
	const bool are_listed = n_uses > 0;
	heuristic_foreach(spec)
		if (!are_listed)
			add_uses(spec->name, spec);
	items_foreach(word, goal_words, !are_listed ? n_goal_words : 0) {
		struct goal goal;
		struct cover cover;
		struct input_error error;
		if (word->argument == GOAL_MODIFIER || word->argument == GOAL_LEAVE || word->argument == GOAL_ALIAS
		    || heuristic_find(word->name) != NULL || !goal_parse(word->name, &goal, &error)
		    || goal_is_solved_cube(&goal))
			continue;
		if (cover_fill(&goal, NULL, COVER_SMALL, &cover))
			add_uses(word->name, &cover.spec);
		if (cover_fill(&goal, NULL, COVER_LARGE, &cover))
			add_uses(word->name, &cover.spec);
	}
	size_t n = 0;
	const char *last = "";
	snprintf(text, size, "-");
	items_foreach(use, uses, n_uses)
		if (coordinate_equal(use->table, coordinate) && n < size && last != use->name) {
			n += (size_t)snprintf(text + n, size - n, "%s%s", n == 0 ? "" : ",", use->name);
			last = use->name;
		}
}

static bool add_table(struct table_list *list, struct pdb_key key)
{
	items_foreach(known, list->key, list->n)
		if (pdb_key_equal(*known, key))
			return true;
	if (list->n == MAX_TABLES)
		return complain_and(false, "at most %d tables at once", MAX_TABLES);
	list->key[list->n++] = key;
	return true;
}

static bool add_tables(const struct heuristic_spec *spec, struct table_list *list)
{
	for (unsigned t = 0; t < spec->n_tables; t++)
		if (!add_table(list, heuristic_table_key(spec, t, pdb_request.metric)))
			return false;
	return true;
}

/* The tables of a goal: with a budget the large ones if they fit, else those that are used now. */
static bool add_goal(const char *name, struct table_list *list)
{
	struct goal goal;
	struct cover cover;
	if (!option_read_goal(name, &goal))
		return false;
	const struct turn_automaton *const turns = has_turns() ? &pdb_request.turns : NULL;
	const bool is_large =
		pdb_request.limits.file_bytes != 0 && cover_fill(&goal, turns, COVER_LARGE, &cover)
		&& expect_fits(&cover.spec, &pdb_request.limits);
	if (!is_large
	    && !cover_choose(&goal, turns, pdb_request.metric, pdb_request.directory, UINT64_MAX, &cover))
		return complain_and(false, "no tables are small enough for the goal '%s'", name);
	return add_tables(&cover.spec, list);
}

bool add_name(const char *name, struct table_list *list)
{
	const struct heuristic_spec *const spec =
		heuristic_find(text_equal(name, "default") ? heuristic_standard : name);
	struct pdb_key key = {.metric = pdb_request.metric};
	struct goal slot;
	struct input_error ignored;
	if (has_turns()) {
		/* A table of whole cubes, or those of a goal. */
		if (!coordinate_parse(name, &key.coordinate) || pdb_family_of(key.coordinate.family)->serves == NULL)
			return add_goal(name, list);
		if (heuristic_serves_turns(key.coordinate, &pdb_request.turns))
			return add_table(list,
			                 (struct pdb_key){key.coordinate, METRIC_OF_TURNS, pdb_request.turns.costs});
		return complain_and(false, "there is no table '%s' for these turns", name);
	}
	/* A heuristic may have the name of its only table. */
	if (coordinate_parse(name, &key.coordinate))
		return add_table(list, key);
	if (spec == NULL && (goal_is_named(name) || goal_parse(name, &slot, &ignored)))
		return add_goal(name, list);
	if (spec == NULL)
		return complain_and(false, "no table or heuristic '%s'; `superflip pdb list` lists them", name);
	if (spec->n_tables == 0)
		return complain_and(false, "the heuristic '%s' needs no tables", name);
	return add_tables(spec, list);
}

bool key_of_file_name(const char *path, struct pdb_key *out)
{
	const char *const slash = strrchr(path, '/');
	char name[COORDINATE_NAME_MAX + 8];
	snprintf(name, sizeof name, "%s", slash == NULL ? path : slash + 1);
	for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++) {
		char ending[16];
		snprintf(ending, sizeof ending, "-%s.pdb", metric_name[metric]);
		char *const end = strstr(name, ending);
		if (end == NULL || end[strlen(ending)] != '\0')
			continue;
		*end = '\0';
		out->metric = metric;
		return coordinate_parse(name, &out->coordinate);
	}
	return false;
}

int for_each_file(act_fn *act)
{
	int result = EXIT_SOLVED;
	items_foreach(argument, pdb_request.names, interrupted_by() == 0 ? pdb_request.n_names : 0) {
		struct table_list tables = {.n = 0};
		struct pdb_key key;
		int one = EXIT_SOLVED;
		const char *const name = *argument;
		const size_t n = strlen(name);
		if (strchr(name, '/') != NULL || (n > 4 && text_equal(name + n - 4, ".pdb")))
			one = act(name, key_of_file_name(name, &key) ? &key : NULL);
		else if (!add_name(name, &tables))
			return EXIT_USAGE;
		items_foreach(table, tables.key, interrupted_by() == 0 ? tables.n : 0) {
			char path[PATH_MAX];
			if (pdb_find(pdb_request.directory, *table, path) == STATUS_IO)
				return tables_complain_of_directory();
			one = act(path, table);
			result = one == EXIT_SOLVED ? result : one;
		}
		result = one == EXIT_SOLVED ? result : one;
	}
	return result;
}

int files_find(const char *directory, glob_t *out)
{
	return file_find(directory, "/*.pdb", out) || errno == 0 || errno == ENOENT ? EXIT_SOLVED
	       : complain_of_errno(directory);
}
