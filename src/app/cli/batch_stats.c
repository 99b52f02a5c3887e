/* superflip batch --stats: how long the shortest solutions are, and from which sides. */
#include "cli/output.h"
#include "cli/solving.h"
#include "report/lengths.h"

enum { MAX_SIDES = 64 };

static struct lengths lengths;

static struct side {
	char name[REACHED_BYTES];
	uint64_t n;
	double sum;                  /* of their lengths */
} sides[MAX_SIDES];

void batch_stats_add(const struct record *r)
{
	if (r->result == NULL || r->result->n_solutions == 0)
		return;
	const struct solution s = record_solution_of(r, 0);
	struct side *side = sides;
	lengths.unit = superflip_problem_cost(problem, 1);
	lengths.n[s.length <= SUPERFLIP_MAX_MOVES ? s.length : SUPERFLIP_MAX_MOVES]++;
	while (side < sides + MAX_SIDES - 1 && side->n > 0 && !text_equal(side->name, s.reached))
		side++;
	strcpy(side->name, s.reached);
	side->n++;
	side->sum += superflip_problem_cost(problem, s.length);
}

bool batch_stats_print(void)
{
	const enum table_format format = solve_options_table_format();
	FILE *const out = output.path == NULL && (solve_options.stats & STATS_ONLY) == 0 ? stderr : stdout;
	json_t *const facts =
		json_pack("{s:I, s:o*}", "unsolved", (json_int_t)(totals.n_cubes - totals.n_complete),
	              "of_earlier_runs",
		          output.n_resumed > 0 ? json_integer((json_int_t)output.n_resumed) : NULL);
	if (!lengths_print(&lengths, "cubes", facts, format, out))
		return false;
	if (sides[0].name[0] == '\0')
		return true;
	struct table *const by_side = table_create("side,cubes,mean");
	array_foreach(side, sides)
		if (side->n > 0)
			TABLE_ROW(by_side, cell_text(side->name), cell_count(side->n),
			          cell_real(side->sum / (double)side->n, 4));
	fputs(format == TABLE_JSONL ? "" : "\n", out);
	return table_write(by_side, format, out);
}
