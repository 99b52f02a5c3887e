#include "cli/turn_options.h"

#include "cli/cli.h"
#include "cli/option.h"

const char *const turn_option_metrics[N_TURN_OPTION_METRICS] = {"htm", "qtm", "stm", "atm", "stqm", "etm"};

bool turn_options_read_file(struct turn_options *o)
{
	if (o->costs == NULL || *o->costs != '@')
		return true;
	const char *const path = o->costs + 1;
	o->costs = o->costs_read;
	return option_read_file("--cost", path, "costs of turns", o->costs_read, sizeof o->costs_read);
}

bool turn_options_open(const struct turn_options *o, superflip_turns **out)
{
	superflip_error error;
	const char *const metric = turn_option_metrics[o->metric];
	if (superflip_turns_parse(metric, o->moves, o->costs, 0, out, &error) == SUPERFLIP_OK)
		return true;
	if (error.column > 0)
		complain("--moves, --cost: column %u: %s", error.column, error.text);
	else
		complain("--metric %s: %s", metric, error.text);
	return false;
}
