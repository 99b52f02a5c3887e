/* superflip pdb: the tables that are installed, and those that could be. */
#include "base/processor.h"
#include "cli/cli.h"
#include "cli/number.h"
#include "cli/option.h"
#include "cli/pdb/request.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_THREADS = 1024 };

static const struct verb {
	const char *name, *arguments, *summary;
	const char *options;          /* those that it takes, by their letters */
	int (*run)(const struct request *r);
} verbs[] = {
	{"list", "", "known and installed tables, and what to expect of them on this machine", "mdt", pdb_command_list},
	{"build", " NAME...", "build what is not there yet; NAME: a table, a heuristic, `default`", "mdqtfwbB", pdb_command_build},
	{"verify", " [NAME|FILE...]", "check every byte and the entries by depth; without a name, all tables", "mdq", pdb_command_verify},
	{"info", " NAME|FILE...", "a table's header and its entries by depth", "md", pdb_command_info},
	{"path", " [NAME...]", "the directory of the tables, or their files", "md", pdb_command_path},
};
enum { N_VERBS = sizeof verbs / sizeof *verbs };

static const struct option long_options[] = {
	{"metric", required_argument, NULL, 'm'}, {"pdb-dir", required_argument, NULL, 'd'},
	{"budget", required_argument, NULL, 'b'}, {"build-time", required_argument, NULL, 'B'},
	{"threads", required_argument, NULL, 't'}, {"force", no_argument, NULL, 'f'}, {"wait", no_argument, NULL, 'w'},
	{"quiet", no_argument, NULL, 'q'}, {"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0},
};

static void print_help(void)
{
	puts("usage: superflip pdb VERB [OPTION...] [ARGUMENT...]\n\n"
	     "Pattern databases: the tables that the lower bounds come from.\n");
	for (unsigned i = 0; i < N_VERBS; i++) {
		char call[32];
		snprintf(call, sizeof call, "%s%s", verbs[i].name, verbs[i].arguments);
		printf("  %-24s %s\n", call, verbs[i].summary);
	}
	puts("\n  --budget SIZE            build the best tables whose files fit in SIZE: 3G, or 25% of the machine's memory\n"
	     "  --build-time SECONDS     with --budget: only tables that take at most SECONDS to build (also 10m, 2h)\n"
	     "  --metric htm|qtm         count half turns as one move (htm, the default) or two (qtm); list: only tables of it\n"
	     "  --pdb-dir DIR            where the tables are; else $SUPERFLIP_PDB_DIR, else pdb/ of a source build,\n"
	     "                           else superflip/ in $XDG_CACHE_HOME or ~/.cache\n"
	     "  -t, -j, --threads N      threads that build; 0, the default: all usable processors\n"
	     "  --force                  build again and replace what is there\n"
	     "  --wait                   wait for another process that is building the same table\n"
	     "  -q, --quiet              print only errors\n\n"
	     "exit status: 0 done, 2 usage, 4 table or I/O error, 5 not enough memory, 128 + n after signal n");
}

static bool read_threads(const char *text, unsigned *out)
{
	char *end;
	errno = 0;
	const long n = strtol(text, &end, 10);
	if (errno != 0 || end == text || *end != '\0' || n < 0 || n > MAX_THREADS)
		return false;
	*out = n == 0 ? processors_usable() : (unsigned)n;
	return true;
}

static bool read_metric(const char *text, enum metric *out)
{
	for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++)
		if (strcmp(text, metric_name[metric]) == 0) {
			*out = metric;
			return true;
		}
	return false;
}

/* One option with its argument; false after complaining. */
static bool take_option(struct request *r, const struct verb *verb, int option, const char *argument)
{
	if (strchr(verb->options, option) == NULL) {
		const struct option *known = long_options;
		while (known->val != option)
			known++;
		complain("pdb %s does not take --%s; `superflip pdb --help` lists the options", verb->name, known->name);
		return false;
	}
	switch (option) {
	case 'm':
		r->is_of_metric = true;
		if (read_metric(argument, &r->metric))
			return true;
		complain("pdb %s: metric '%s'; expected htm or qtm", verb->name, argument);
		return false;
	case 't':
		if (read_threads(argument, &r->n_threads))
			return true;
		complain("pdb %s: '%s' threads; expected a number from 0 to %d", verb->name, argument, MAX_THREADS);
		return false;
	case 'b':
		if (number_read_bytes(argument, &r->budget.bytes))
			return true;
		complain("pdb %s: --budget '%s'; expected a size such as 3G, or 25%%", verb->name, argument);
		return false;
	case 'B':
		if (number_read_seconds(argument, &r->budget.building_s))
			return true;
		complain("pdb %s: --build-time '%s'; expected seconds, or 10m, or 2h", verb->name, argument);
		return false;
	case 'd':
		r->directory = argument;
		return true;
	case 'f':
		r->is_forced = true;
		return true;
	case 'w':
		r->waits = true;
		return true;
	default:
		r->is_quiet = true;
		return true;
	}
}

static const struct verb *find_verb(const char *name)
{
	for (unsigned i = 0; i < N_VERBS; i++)
		if (strcmp(name, verbs[i].name) == 0)
			return &verbs[i];
	return NULL;
}

int command_pdb(int argc, char **argv)
{
	if (argc < 2) {
		complain("pdb: a verb is missing; `superflip pdb --help` lists them");
		return EXIT_USAGE;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
		print_help();
		return EXIT_SOLVED;
	}
	const struct verb *const verb = find_verb(argv[1]);
	if (verb == NULL) {
		complain("pdb: unknown verb '%s'; `superflip pdb --help` lists them", argv[1]);
		return EXIT_USAGE;
	}
	struct request r = {.metric = METRIC_HTM, .n_threads = processors_usable(), .budget.building_s = INFINITY};
	opterr = 0;
	optind = 0;
	for (int option; (option = getopt_long(argc - 1, argv + 1, ":qt:j:h", long_options, NULL)) != -1;) {
		if (option == 'h') {
			print_help();
			return EXIT_SOLVED;
		}
		if (option == '?' || option == ':')
			return option_refused(option, "pdb", argv + 1, long_options);
		if (!take_option(&r, verb, option == 'j' ? 't' : option, optarg))
			return EXIT_USAGE;
	}
	r.names = argv + 1 + optind;
	r.n_names = argc - 1 - optind;
	if (r.n_names != 0 && *verb->arguments == '\0') {
		complain("pdb %s takes no names", verb->name);
		return EXIT_USAGE;
	}
	return verb->run(&r);
}
