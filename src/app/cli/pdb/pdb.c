/* superflip pdb: the tables that are installed, and those that could be. */
#include "base/memory_speed.h"
#include "cli/pdb/request.h"

enum { MAX_THREADS = 1024 };

struct request pdb_request = {.limits.building_s = INFINITY};

enum { LIST = 2 * FOR_TABLES, BUILD = 2 * LIST, VERIFY = 2 * BUILD, INFO = 2 * VERIFY, PATH = 2 * INFO,
       ALL = LIST | BUILD | VERIFY | INFO | PATH };

static const struct verb {
	const char *name, *arguments, *summary;
	unsigned user;                /* of its options */
	int (*run)(void);
} verbs[] = {
	{"list", "", "known and installed tables, and what to expect of them on this machine", LIST,
	 pdb_command_list},
	{"build", " NAME...", "build what is not there yet; NAME: a table, a heuristic, a goal, `default`", BUILD,
	 pdb_command_build},
	{"verify", " [NAME|FILE...]", "check every byte and the entries by depth; without a name, all tables",
	 VERIFY, pdb_command_verify},
	{"info", " NAME|FILE...", "a table's header and its entries by depth", INFO, pdb_command_info},
	{"path", " [NAME...]", "the directory of the tables, or their files", PATH, pdb_command_path},
};

static const struct option_row rows[] = {
	{0, BUILD, "budget", "SIZE",
	 "build the best tables, of a goal if it is named, whose files fit in SIZE: 3G, or\n"
	 "25% of the machine's memory",
	 OPTION_SIZE, IN(limits.file_bytes), .expected = "a size such as 3G, or 25%"},
	{0, BUILD, "build-time", "SECONDS",
	 "with --budget: only tables that take at most SECONDS to build (also 10m, 2h)", OPTION_SECONDS,
	 IN(limits.building_s)},
	ROW_TEXT(0, ALL, "pdb-dir", "DIR",
             "where the tables are; else $SUPERFLIP_PDB_DIR, else pdb/ of a source build,\n"
             "else superflip/ in $XDG_CACHE_HOME or ~/.cache",
             directory),
	ROW_THREADS(LIST | BUILD, "threads that build (also -j); 0, the default: all usable processors",
                n_threads, MAX_THREADS),
	ROW_FLAG(0, BUILD, "force", "build again and replace what is there", is_forced),
	ROW_FLAG(0, BUILD, "wait", "wait for another process that is building the same table", waits),
	ROW_FORMAT(LIST),
	ROW_QUIET(BUILD | VERIFY, "print only errors"),
};
static void print_verbs(unsigned user)
{
	putchar('\n');
	array_foreach(verb, verbs) {
		char call[32];
		if ((verb->user & user) == 0)
			continue;
		snprintf(call, sizeof call, "%s%s", verb->name, verb->arguments);
		option_print_entry(call, 27, verb->summary);
	}
}

/* Of a turn set a goal is named, or the solved cube is meant. */
static bool read_turns(void)
{
	static char solved[] = "solved", *names[] = {solved};
	superflip_problem *const p = &pdb_request.problem;
	struct turn_set set;
	struct input_error error;
	pdb_request.metric = (enum metric)p->metric;
	if (p->moves == NULL && p->costs == NULL && p->metric <= TURNS_QTM)
		return true;
	pdb_request.metric = METRIC_OF_TURNS;
	pdb_request.names = pdb_request.n_names == 0 ? names : pdb_request.names;
	pdb_request.n_names = pdb_request.n_names == 0 ? 1 : pdb_request.n_names;
	if (!option_read_costs(&p->costs, pdb_request.costs_read, sizeof pdb_request.costs_read))
		return false;
	if (!turn_set_read(p->metric, p->moves, p->costs, 0, &set, &error))
		complain("pdb: %s", error.message);
	else if (!turn_automaton_make(&set, &pdb_request.turns))
		complain_of_memory();
	return pdb_request.turns.n_states > 0;
}

static bool is_there(struct pdb_key key, const void *context)
{
	char path[PATH_MAX];
	return !pdb_request.is_forced && pdb_path(pdb_request.own, key, path) == STATUS_OK
	       && access(path, F_OK) == 0;
}

/* `pdb VERB OPTION...`, and `pdb --help`. */
static int run(int argc, char **argv)
{
	const struct verb *verb = NULL;
	array_foreach(known, verbs)
		verb = argc > 1 && text_equal(argv[1], known->name) ? known : verb;
	const struct option_set set = {
		OPTION_SET(rows, FOR_TABLES | (verb != NULL ? verb->user : ALL)),
		.has_problem = true,
		.print_more = print_verbs,
		.usage =
			"pdb VERB [OPTION...] [ARGUMENT...]\n\n"
			"Pattern databases: the tables that the lower bounds come from.  With --moves, --cost, or a --metric other than\n"
			"htm and qtm, those of these turns, for the goals that are named, else for the solved cube.  list --metric has\n"
			"only the tables of that metric.",
		.more =
			"exit status: 0 done, 2 usage, 4 table or I/O error, 5 not enough memory, 128 + n after signal n",
	};
	if (argc > 1 && verb == NULL && argv[1][0] != '-')
		return usage_error("pdb: unknown verb '%s'; `superflip pdb --help` lists them", argv[1]);
	char command[24];
	snprintf(command, sizeof command, "pdb%s%s", verb != NULL ? " " : "", verb != NULL ? verb->name : "");
	argc -= verb != NULL;
	argv += verb != NULL;
	argv[0] = command;
	const int first = option_set_read(&set, argc, argv, &pdb_request);
	if (first < 0)
		return ~first;
	if (verb == NULL)
		return usage_error("pdb: a verb is missing; `superflip pdb --help` lists them");
	pdb_request.n_threads = pdb_request.n_threads == 0 ? processors_usable() : pdb_request.n_threads;
	pdb_request.names = argv + first;
	pdb_request.n_names = argc - first;
	if (pdb_request.n_names != 0 && *verb->arguments == '\0')
		return usage_error("pdb %s takes no names", verb->name);
	if (!read_turns())
		return EXIT_USAGE;
	if ((verb->user & (LIST | BUILD) || pdb_request.n_names == 0)
	    && pdb_directory(pdb_request.directory, pdb_request.own) != STATUS_OK)
		return tables_complain_of_directory();
	if (verb->user == LIST || (pdb_request.limits.file_bytes != 0 && pdb_request.n_names > 0)) {
		pdb_request.machine = machine_here(pdb_request.n_threads);  /* takes a fifth of a second */
		pdb_request.limits.metric = pdb_request.metric;
		pdb_request.limits.machine = &pdb_request.machine;
		pdb_request.limits.memory_bytes = memory_available_bytes();
		pdb_request.limits.is_installed = is_there;
	}
	return verb->run();
}

const struct command command_pdb = {
	"pdb", "list, build, verify and describe pattern databases", .run = run,
};
