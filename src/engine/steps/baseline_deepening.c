/* Depth-first searches with a growing threshold, in memory for one path.  Without bounds every node within the threshold
 * is visited; with them this is IDA* (R. Korf, "Depth-first iterative-deepening", AIJ 27, 1985). */
#include "steps/baseline.h"

struct child {
	struct cube cube;
	uint8_t move, last, bound;
};

struct descent {
	struct method_run *run;
	bool is_ordered;                       /* children by their bounds, the most promising first */
	unsigned n_path;
	uint8_t path[SEARCH_MAX_LENGTH];
};

/* The children that may lead to a solution with `left` more moves. */
static unsigned expand(struct descent *d, const struct cube *c, unsigned last, unsigned left, struct child *children)
{
	unsigned n = 0;
	for (uint32_t moves = d->run->successors[last]; moves != 0; moves &= moves - 1) {
		const unsigned move = (unsigned)__builtin_ctz(moves);
		const struct cube cube = cube_after(c, move);
		const struct child child = {
			.cube = cube, .move = (uint8_t)move, .last = (uint8_t)baseline_last_after(d->run, last, move),
			.bound = (uint8_t)baseline_bound(d->run, &cube),
		};
		d->run->result->n_generated++;
		if (child.bound > left)
			continue;
		/* Insertion keeps the order of the moves among equals. */
		unsigned at = n++;
		for (; d->is_ordered && at > 0 && children[at - 1].bound > child.bound; at--)
			children[at] = children[at - 1];
		children[at] = child;
	}
	return n;
}

/* True when there is nothing more to do: a solution is found, or a limit has struck. */
static bool descend(struct descent *d, const struct cube *c, unsigned last, unsigned left)
{
	if (left == 0) {
		if (!cube_is_solved(c))
			return false;
		baseline_found(d->run, d->path, d->n_path);
		return true;
	}
	if (!baseline_may_expand(d->run))
		return true;
	struct child children[N_MOVES];
	const unsigned n = expand(d, c, last, left - 1, children);
	for (unsigned i = 0; i < n; i++) {
		d->path[d->n_path++] = children[i].move;
		if (descend(d, &children[i].cube, children[i].last, left - 1))
			return true;
		d->n_path--;
	}
	return false;
}

static void deepen(struct method_run *run)
{
	/* A quarter turn flips the permutation parity: in QTM only every second threshold can be a length. */
	const unsigned step = run->request->metric == METRIC_QTM ? 2 : 1;
	unsigned threshold = baseline_bound(run, &run->request->cube);
	if (step == 2 && threshold % 2 != cube_is_odd(&run->request->cube))
		threshold++;
	struct descent d = {.run = run, .is_ordered = run->method == &ida_ordered_method};
	for (bool is_over = false; !is_over && threshold <= run->max_length; threshold += step) {
		run->result->n_generated++;
		run->result->lower_bound = threshold;
		run->result->peak_bytes = (uint64_t)threshold * N_MOVES * sizeof(struct child);
		is_over = descend(&d, &run->request->cube, LAST_NONE, threshold);
	}
}

const struct method dfs_method = {{"dfs", "depth-first search with a growing limit", TEXTBOOK},
    .solve = deepen};
const struct method ida_method = {{"ida", "IDA* as in the textbook, on one thread", TEXTBOOK,
    .takes_tables = true}, .solve = deepen};
const struct method ida_ordered_method = {
	{"ida-pq", "the same with children in the order of their bounds", TEXTBOOK, .takes_tables = true},
	    .solve = deepen,
};
