/* Layer by layer: the report's own example, what each stage promises, and the distribution of a million
 * cubes. */
#include "steps/layers.h"

#include "support/read.h"
#include "support/support.h"
#include "support/tally.h"

/* Annex E.5 of the report. */
static const char golden_cube[] = "BYGBWGBBGBOOWRRWBROORYBROYRYWGWGRYOGYWOOOGBYRWRWGYGYBW";
static const unsigned golden_end[N_LAYERS_STAGES] = {24, 113, 187, 219, 367};
static const char golden_moves[] =
	"2R;W;-R;O;G;2Y;2O;B;-W;O;W;O;-W;G;W;-B;-Y;B;Y;-B;-Y;B;Y;-B;-Y;B;Y;-B;-Y;B;2Y;-R;-Y;R;Y;-R;-Y;R;Y;-R;-Y;R;Y;-R;-Y;R;"
	"Y;-R;-Y;R;Y;-G;Y;G;-Y;-O;-Y;O;-Y;G;-Y;-G;-Y;-R;Y;R;O;-Y;-O;-Y;-G;Y;G;2Y;-B;Y;B;Y;R;-Y;-R;B;-Y;-B;-Y;-O;Y;O;B;2Y;-B;"
	"-Y;B;-Y;2Y;-B;-Y;B;-Y;-B;G;-B;Y;-G;-Y;B;Y;G;-Y;-B;Y;-G;-Y;B;Y;G;-Y;-G;-R;-W;R;W;-R;-W;R;W;-Y;-R;-W;R;W;-R;-W;R;W;-Y;"
	"-R;-W;R;W;-R;-W;R;W;-R;-W;R;W;-R;-W;R;W;-Y;-R;-W;R;W;-R;-W;R;W;-R;-W;R;W;-R;-W;R;W;-Y;";

static struct method_result solve(const struct method *method, const struct cube *c)
{
	struct method_result result;
	method_solve(method, NULL, &(struct search_request){.cube = *c}, &result);
	return result;
}

/* ---- the stages ---- */

Test(layers, the_report_s_example_move_for_move)
{
	const struct cube c = position_of(golden_cube, 0).cube;
	const struct method_result result = solve(&layers_method, &c);
	char text[3 * METHOD_MAX_MOVES + 1];
	for (unsigned stage = 0, n = 0; stage < N_LAYERS_STAGES; stage++)
		cr_expect_eq(n += result.stages[stage].n_moves, golden_end[stage], "%s: %u turns",
		             result.stages[stage].name, n);
	layers_write(result.moves, result.n_moves, text);
	cr_expect_eq(result.n_moves, 170);
	cr_expect_str_eq(text, golden_moves);
	cr_expect(method_result_solves(&result, &c));
}

Test(layers, a_run_of_four_vanishes_and_nothing_is_merged_across_it)
{
	uint8_t moves[] = {9, 9, 15, 15, 15, 15, 9, 9, 9, 0, 12, 12, 12, 12, 12};  /* D, B, U and L */
	char text[3 * sizeof moves + 1];
	layers_write(moves, method_merge_runs(moves, sizeof moves), text);
	cr_expect_str_eq(text, "2Y;-Y;W;B;");
	cr_expect_eq(method_merge_runs(moves, 0), 0);
}

/* What each stage must have solved, on the cubie level: edges and corners of the upper, the middle, the lower
 * layer. */
static bool is_stage_done(const struct cube *c, unsigned stage)
{
	static const uint16_t edges[N_LAYERS_STAGES] = {0x00F, 0x00F, 0xF0F, 0xFFF, 0xFFF};
	static const uint8_t corners[N_LAYERS_STAGES] = {0x00, 0x0F, 0x0F, 0x0F, 0xFF};
	for (unsigned i = 0; i < N_EDGES; i++)
		if ((edges[stage] >> i & 1) != 0 && (c->edge_perm[i] != i || c->edge_ori[i] != 0))
			return false;
	for (unsigned i = 0; i < N_CORNERS; i++)
		if ((corners[stage] >> i & 1) != 0 && (c->corner_perm[i] != i || c->corner_ori[i] != 0))
			return false;
	return true;
}

Test(layers, ten_thousand_cubes_are_solved_stage_by_stage_filtered_and_folded)
{
	struct dice dice = {14};
	for (unsigned i = 0; i < 20000; i++) {
		const bool is_folded = i % 2 != 0;
		struct cube c = i == 1 ? cube_solved : dice_cube(&dice);
		const struct method_result r = solve(is_folded ? &layers_folded_method : &layers_method, &c);
		cr_assert(method_result_solves(&r, &c) && r.outcome == SEARCH_SOLVED && !r.is_optimal,
		          "seed 14, cube %u", i);
		for (unsigned stage = 0, begin = 0; stage < N_LAYERS_STAGES && !is_folded;
		     begin += r.stages[stage++].n_moves) {
			c = cube_after_moves(c, &r.stage_moves[begin], r.stages[stage].n_moves);
			cr_assert(is_stage_done(&c, stage), "seed 14, cube %u: %s", i, r.stages[stage].name);
		}
	}
}

/* Lengths of cubes scrambled by quarter turns. */
struct lengths {
	struct tally stage[N_LAYERS_STAGES], stage_filtered[N_LAYERS_STAGES], turns, filtered;
};

static void add_scrambled(struct lengths *l, struct dice *dice, unsigned n_faces, unsigned n_turns)
{
	static const uint8_t turns[] = {0, 15, 12, 3, 6, 9};
	struct cube c = cube_solved;
	for (unsigned i = 0; i < n_turns; i++)
		c = cube_after(&c, turns[dice_below(dice, n_faces)]);
	struct method_result r = solve(&layers_method, &c);
	tally_add(&l->turns, r.n_stage_moves);
	tally_add(&l->filtered, r.n_moves);
	for (unsigned stage = 0, begin = 0; stage < N_LAYERS_STAGES; begin += r.stages[stage++].n_moves) {
		tally_add(&l->stage[stage], r.stages[stage].n_moves);
		tally_add(&l->stage_filtered[stage],
		          method_merge_runs(&r.stage_moves[begin], r.stages[stage].n_moves));
	}
}

/* Within three standard errors, of ours and of a mean of n_reference cubes, and what was rounded. */
static void expect_mean(const struct tally *t, double mean, double n_reference, double rounded,
                        const char *of)
{
	const double n = (double)t->n, error = tally_deviation(t) / sqrt(n) * sqrt(1 + n / n_reference);
	cr_expect_float_eq(tally_mean(t), mean, 3 * error + rounded,
	                   "%s: mean %f instead of %f, standard error %f", of, tally_mean(t), mean, error);
}

static void expect_figures(unsigned n, uint64_t seed, bool with_maxima)
{
	static const double stage_mean[] = {25.1, 100.5, 72.3, 47.7, 107.6},
						filtered_mean[] = {14.3, 48.7, 32.4, 19.9, 49.9};
	static const unsigned stage_max[] = {53, 186, 152, 89, 168};
	static struct lengths l;
	struct dice dice = {seed};
	for (unsigned i = 0; i < n; i++)
		add_scrambled(&l, &dice, 5, 42);
	for (unsigned stage = 0; stage < N_LAYERS_STAGES; stage++) {
		const char *const name = (const char *[]){"1", "2", "3", "4", "5"}[stage];
		expect_mean(&l.stage[stage], stage_mean[stage], 1e6, 0.05, name);
		expect_mean(&l.stage_filtered[stage], filtered_mean[stage], 1e6, 0.05, name);
		cr_expect(with_maxima ? tally_quantile(&l.stage[stage], 1) == stage_max[stage]
		                      : tally_quantile(&l.stage[stage], 1) <= stage_max[stage],
		          "stage %s: at most %u turns", name, tally_quantile(&l.stage[stage], 1));
	}
	expect_mean(&l.turns, 353.24, 1e6, 0.005, "quarter turns");
	expect_mean(&l.filtered, 163.14, 1e6, 0.005, "moves after the filter");
	cr_expect_float_eq(tally_deviation(&l.turns), 47.2, with_maxima ? 0.15 : 1.5, "%f",
	                   tally_deviation(&l.turns));
}

Test(layers, cubes_of_five_faces_have_the_lengths_of_the_reference)
{
	const bool is_slow = are_slow_wanted();
	expect_figures(is_slow ? 1000000 : 20000, is_slow ? 16 : 15, is_slow);
}

Test(layers, cubes_of_six_faces_have_the_lengths_of_the_reference)
{
	static struct lengths l;
	struct dice dice = {17};
	for (unsigned i = 0; i < 20000; i++)
		add_scrambled(&l, &dice, 6, 100);
	expect_mean(&l.filtered, 163.22, 300000, 0.005, "moves after the filter");
	cr_expect_float_eq(tally_deviation(&l.filtered), 22.97, 0.5, "%f", tally_deviation(&l.filtered));
	static const struct {
		double share;
		unsigned moves, tolerance;
	} reference[] = {{0.01, 110, 2}, {0.5, 163, 1}, {0.99, 216, 2}};
	array_foreach(row, reference) {
		const unsigned moves = tally_quantile(&l.filtered, row->share);
		cr_expect(moves + row->tolerance >= row->moves && moves <= row->moves + row->tolerance,
		          "quantile %g: %u moves, not %u", row->share, moves, row->moves);
	}
}
