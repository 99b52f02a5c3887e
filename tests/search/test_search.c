/* What a search answers: the lengths of patterns and of random states. */
#include "support/support.h"
#include "search/fixture.h"

static void expect_length(const struct heuristic *h, const char *name, const struct cube *c, unsigned length)
{
	const struct search_request request = search_request_default(c);
	const struct search_result result = fixture_solve(h, NULL, 2, &request);
	cr_expect(result.is_optimal && result.length == length && result.lower_bound == length
	          && result.n_solutions == 1, "%s: %u %s", name, result.length, metric_name[h->metric]);
}

/* M. Reid's list of patterns, proved optimal there; T-perm and the triggers by exhaustive two-sided
 * search. */
static const struct named_position {
	const char *name;
	unsigned length[N_METRICS];  /* 0: not known */
	const char *moves;
} patterns[] = {
	{"sexy move", {4, 4}, "R U R' U'"},
	{"F trigger", {6, 6}, "F R U R' U' F'"},
	{"pons asinorum", {6, 12}, "F2 B2 R2 L2 U2 D2"},
	{"sune", {7, 0}, "R U R' U R U2 R'"},
	{"six spot", {8, 8}, "U D' R L' F B' U D'"},
	{"four spot", {8, 12}, "F2 B2 U D' R2 L2 U D'"},
	{"six Ts", {9, 14}, "F2 R2 U2 F' B D2 L2 F B"},
	{"corners cycled", {9, 0}, "R' F R' B2 R F' R' B2 R2"},
	{"edges cycled", {9, 0}, "R2 U R U R' U' R' U' R' U R'"},
	{"F perm with a turn", {10, 0}, "R U R' F' R U R' U' R' F R2 U' R'"},
	{"T perm", {11, 0}, "R U R' U' R' F R2 U' R' U' R U R' F'"},
	{"T perm and a turn", {10, 0}, "R U R' U' R' F R2 U' R' U' R U R' F' U"},
	{"christman cross", {11, 16}, "U F B' L2 U2 L2 F' B U2 L2 U"},
	{"six-two-one", {11, 15}, "U B2 D2 L B' L' U' L' B D2 B2"},
	{"female boa", {12, 16}, "R U' R2 U2 F D2 R2 U' D' R D' F'"},
	{"male boa", {12, 16}, "F D R' U D R2 D2 F' U2 R2 U R'"},
	{"Ron's cube in a cube", {13, 17}, "L2 D2 L' D2 B2 L2 B2 L' D2 L2 B2 L' B2"},
	{"green mamba", {13, 14}, "R D R F R' F' B D R' U' B' U D2"},
	{"anaconda", {14, 14}, "L U B' U' R L' B R' F B' D R D' F'"},
	{"black mamba", {14, 14}, "R D L F' R L' D R' U D' B U' R' D'"},
	{"orthogonal bars", {14, 14}, "F R' U L F' L' F U' R U L' U' L F'"},
	{"python", {14, 16}, "F2 R' B' U R' L F' L' F B D' R B L2"},
	{"edge hexagon order 3", {14, 16}, "F L B U L F2 B2 R' F2 B2 U' B' L' F'"},
	{"exchanged rings", {15, 18}, "F U D' L' B2 L U' D F U R2 L2 U' L2 F2"},
	{"cube in a cube", {15, 18}, "F L F U' R U F2 L2 U' L' B D' B' L2 U"},
};
enum { N_PATTERNS = sizeof patterns / sizeof *patterns };

static void expect_patterns(enum metric metric, unsigned min_length, unsigned max_length)
{
	const struct heuristic korf = fixture_named("korf", metric);
	for (unsigned i = 0; i < N_PATTERNS; i++) {
		const struct cube c = cube_of_moves(patterns[i].moves);
		const unsigned length = patterns[i].length[metric];
		if (length >= min_length && length <= max_length)
			expect_length(&korf, patterns[i].name, &c, length);
	}
}

Test(search, patterns_have_their_known_lengths)
{
	expect_patterns(METRIC_HTM, 1, 11);
	expect_patterns(METRIC_QTM, 1, 14);
}

Test(search, patterns_of_12_and_13_moves_have_their_known_lengths)
{
	skip_under_tsan_unless_slow();
	expect_patterns(METRIC_HTM, 12, 13);
}

Test(search, longer_patterns_have_their_known_lengths)
{
	skip_unless_slow();
	expect_patterns(METRIC_QTM, 15, 17);
	expect_patterns(METRIC_HTM, 14, 15);
}

Test(search, random_states_have_their_known_length_15)
{
	skip_unless_slow();
	FILE *const f = fopen(shared_data("random_state_depth15.txt"), "r");
	cr_assert_not_null(f);
	const struct heuristic korf = fixture_named("korf", METRIC_HTM);
	char line[256];
	for (unsigned i = 0; i < 2; i++) {
		cr_assert_not_null(fgets(line, sizeof line, f));
		const struct cube c = cube_of_moves(line);
		expect_length(&korf, line, &c, 15);
	}
	fclose(f);
}
