#include "cli/tables_engine.h"

#include "session/session.h"
#include "cli/cli.h"
#include "cli/advice.h"
#include "pdb/check.h"
#include "pdb/message.h"

#include <stdio.h>

int tables_open_heuristic(const struct tables_options *where, bool is_quiet, struct heuristic *out)
{
	const struct solve_options o = {.is_quiet = is_quiet};
	struct superflip_problem p;
	superflip_tables *tables;
	problem_init(&p);
	p.heuristic = where->heuristic;
	p.metric = where->metric;
	const int status = tables_open_shared(&o, where, &p, &tables);
	if (status == EXIT_SOLVED)
		*out = tables_give_up(tables);
	return status;
}

int tables_open_goal(const struct tables_options *where, const char *goal, bool is_quiet, const struct heuristic_spec *spec,
                     struct heuristic *out)
{
	const struct solve_options o = {.is_quiet = is_quiet};
	struct superflip_problem p;
	superflip_tables *tables;
	superflip_error error;
	problem_init(&p);
	p.goal = goal;
	p.metric = where->metric;
	if (!problem_complete(&p, &error))
		return option_complain(&error);
	const int status = tables_open_shared(&o, where, &p, &tables);
	problem_free(&p);
	if (status != EXIT_SOLVED)
		return status;
	superflip_tables_close(tables);
	const bool is_open = heuristic_open(spec, (enum metric)where->metric, where->directory, out,
	                                    NULL) == STATUS_OK;
	return is_open ? EXIT_SOLVED : complain_of_errno(goal);
}

int tables_complain_of_fault(const struct heuristic *h)
{
	char message[PDB_MESSAGE_MAX], advice[ADVICE_MAX];
	unsigned failed;
	const enum status status = heuristic_fault(h, &failed);
	if (status != STATUS_OK) {
		pdb_check_message(h->table[failed].check, status, message);
		complain("%s%s", message,
		         table_advice(error_status_of_pdb(status), pdb_check_path(h->table[failed].check), advice));
	}
	return EXIT_TABLE;
}
