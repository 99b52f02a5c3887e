#include "cli/method.h"

#include "cli/cli.h"

#include <string.h>

void method_names(char *out, size_t size)
{
	*out = '\0';
	for (unsigned i = 0; superflip_method_at(i) != NULL; i++)
		snprintf(out + strlen(out), size - strlen(out), "%s%s", i > 0 ? ", " : "", superflip_method_at(i)->name);
}

void method_print_help(void)
{
	puts("\nmethods:");
	for (unsigned i = 0; superflip_method_at(i) != NULL; i++)
		printf("  %-15s %s\n", superflip_method_at(i)->name, superflip_method_at(i)->summary);
}

static bool refuse(const struct solve_options *o, const char *option, const char *why)
{
	complain("--method %s: %s %s", o->method_name, option, why);
	return false;
}

bool method_options_agree(const struct solve_options *o)
{
	const superflip_request *const r = &o->request;
	if (o->method_name == NULL)
		return !o->explains || (complain("--explain prints the stages of --method two-phase, thistlethwaite or layers"), false);
	const superflip_method *const method = superflip_method_find(o->method_name);
	const bool is_pocket = o->puzzle == SUPERFLIP_2X2;
	if (is_pocket && strcmp(o->method_name, "random-walk") != 0)
		return refuse(o, "--puzzle 2x2", "is solved by its table, or by --method random-walk");
	if (r->n_solutions != 1 || r->over_optimal != 0 || r->min_length != 0)
		return refuse(o, "-n, --all, --over and --min", "are for the search for shortest solutions; it finds one solution");
	if (!method->counts_quarter_turns && !is_pocket && o->metric != SUPERFLIP_HTM)
		return refuse(o, "--metric qtm", "is not counted; leave it out");
	if (!method->searches && r->max_length != SUPERFLIP_MAX_LENGTH)
		return refuse(o, "--max", "has no effect");
	if (!method->searches && r->time_limit_s > 0)
		return refuse(o, "--time-limit", "has no effect: the method searches nothing");
	if (!method->counts_nodes && r->node_limit != 0)
		return refuse(o, "--node-limit", "has no effect: the method counts no nodes");
	if (o->heuristic_name != NULL && !method->takes_tables)
		return refuse(o, "--heuristic", "has no effect: the method uses none");
	if (o->explains && !method->has_stages)
		return refuse(o, "--explain", "has no effect: the method has no stages");
	if (o->explains && o->format == RECORD_CSV)
		return refuse(o, "--explain", "has no form in CSV; --json has one");
	return true;
}
