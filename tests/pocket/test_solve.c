#include "pocket/solve.h"

#include "pdb/table_file.h"
#include "pocket/proof.h"
#include "pocket/text.h"
#include "pocket/walk.h"
#include "support/support.h"

static uint8_t distances[N_METRICS][POCKET_STATES];

static void find_distances(void)
{
	struct pdb_histogram ignored;
	metric_foreach(m)
		pocket_distances(m, distances[m], &ignored);
}

static struct search_solution solve(enum metric m, const struct cube *c)
{
	const struct search_request request = {.cube = *c, .metric = m, .n_solutions = 1,
	                                       .max_length = SEARCH_MAX_LENGTH};
	struct search_result found;
	pocket_search(distances[m], &request, &found);
	cr_assert_eq(found.n_solutions, 1);
	cr_assert(found.is_optimal && found.outcome == SEARCH_SOLVED && found.length == found.lower_bound);
	const struct search_solution solution = *found.solutions;
	search_result_free(&found);
	return solution;
}

TestSuite(pocket_solve, .init = find_distances);
TestSuite(pocket_read, .init = pocket_init);
TestSuite(pocket_walk, .init = pocket_init);

/* The independent model: the corners of the 3x3x3.  They are solved if some rotation of the solved cube has
 * them so. */
static bool corners_are_solved(const struct cube *c)
{
	for (unsigned s = 0; s < N_SYMMETRIES; s += 2)
		if (memcmp(c->corner_perm, symmetry_cube[s].corner_perm, N_CORNERS) == 0 &&
		    memcmp(c->corner_ori, symmetry_cube[s].corner_ori, N_CORNERS) == 0)
			return true;
	return false;
}

/* n random turns of all six faces, as text and as a cube. */
static struct cube random_scramble(struct dice *dice, unsigned n, char *text)
{
	struct cube c = cube_solved;
	*text = '\0';
	for (unsigned i = 0; i < n; i++) {
		const unsigned move = dice_below(dice, N_MOVES);
		c = cube_after(&c, move);
		text = stpcpy(stpcpy(text, move_name[move]), " ");
	}
	return c;
}

static struct cube read_scramble(const char *text)
{
	struct cube c;
	struct input_error error;
	cr_assert(pocket_read_any(text, 0, NULL, &c, &error), "%s: %s", text, error.message);
	return c;
}

Test(pocket_solve, solutions_solve_the_cube_as_it_is_held_and_turn_only_u_r_f)
{
	struct dice dice = {20240607};
	for (unsigned i = 0; i < 20000; i++) {
		char scramble[128];
		const struct cube c = random_scramble(&dice, i % 25, scramble), read = read_scramble(scramble);
		metric_foreach(m) {
			const struct search_solution solution = solve(m, &read);
			const struct cube end = cube_after_moves(c, solution.moves, solution.n_moves);
			cr_assert(corners_are_solved(&end), "scramble %s", scramble);
			cr_assert_eq(solution.length, moves_cost(m, solution.moves, solution.n_moves));
			for (unsigned k = 0; k < solution.n_moves; k++)
				cr_assert_leq(move_face(solution.moves[k]), FACE_F, "scramble %s", scramble);
		}
	}
}

Test(pocket_read, all_ways_to_write_a_turn_are_read)
{
	static const struct spelling {
		const char *text;
		uint8_t moves[4], n_moves;
	} spellings[] = {
		{"U R2 F' ", {0, 4, 8}, 3}, {"UR2F'", {0, 4, 8}, 3},  {"U3 R2' F3'", {2, 4, 6}, 3},
		{"D\u2019L", {11, 12}, 2},  {"r b d", {3, 15, 9}, 3}, {"r2b'd3", {4, 17, 11}, 3},
		{"\tB\r\n", {15}, 1},       {"D'B", {11, 15}, 2},
	};
	array_foreach(row, spellings) {
		const struct cube c = read_scramble(row->text),
		                  want = cube_after_moves(cube_solved, row->moves, row->n_moves);
		cr_expect(cube_equal(&c, &want), "'%s'", row->text);
	}
}

Test(pocket_read, errors_name_the_column_and_the_token)
{
	static const struct mistake {
		const char *text;
		unsigned column;
		const char *token;
	} mistakes[] = {
		{"U R X", 5, "X"},
		{"Q", 1, "Q"},
		{"D'S", 3, "S"},
		{"Rw U", 1, "Rw"},
		{"U  4R F", 4, "4R"},
		{"u", 1, "u"},
		{"L\u2019 \u00e9t\u00e9 R", 4, "\u00e9"},
		{"R''", 1, "R''"},
		{"U (R)", 3, "("},
		{"R \u00e9~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~", 3,
	     "\u00e9~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~..."},
	};
	array_foreach(row, mistakes) {
		struct cube c = cube_solved;
		struct input_error error;
		cr_expect_not(pocket_read_any(row->text, 0, NULL, &c, &error), "'%s'", row->text);
		cr_expect_eq(error.column, row->column, "'%s': column %u", row->text, error.column);
		cr_expect_str_eq(error.token, row->token);
		cr_expect(cube_is_solved(&c), "the cube is not touched");
	}
}

Test(pocket_walk, comes_home_and_repeats_itself)
{
	for (uint64_t seed = 1; seed <= 2; seed++) {
		struct pocket_walk walk = pocket_walk_from(POCKET_STATES - 1, seed), again = walk;
		struct pocket p = pocket_unrank(POCKET_STATES - 1);
		unsigned last_face = 3;
		uint64_t n_steps = 0;
		while (!pocket_walk_is_home(&walk) && n_steps < 100000000) {
			const unsigned move = pocket_walk_step(&walk);
			cr_assert_neq(move / 3, last_face);
			cr_assert_eq(move, pocket_walk_step(&again), "seed %lu", seed);
			p = pocket_after(&p, move);
			last_face = move / 3;
			n_steps++;
		}
		cr_expect_eq(pocket_rank(&p), POCKET_SOLVED, "seed %lu", seed);
	}
}

Test(pocket_walk, takes_every_turn_equally_often)
{
	struct pocket_walk walk = pocket_walk_from(POCKET_SOLVED, 3);
	unsigned count[POCKET_MOVES] = {0};
	for (unsigned i = 0; i < 900000; i++)
		count[pocket_walk_step(&walk)]++;
	for (unsigned move = 0; move < POCKET_MOVES; move++)
		cr_expect(count[move] > 98000 && count[move] < 102000, "move %u: %u times", move, count[move]);
}

/* The 729 orientations by distance, counted by a breadth-first search of the moves printed in Tiago Eche's
 * TIPE; his text does not give the counts. */
Test(pocket_proof, untwisting_takes_as_many_moves_as_eche_found)
{
	static const unsigned published[7] = {1, 2, 12, 64, 274, 336, 40};
	static struct pocket_proof proof;
	pocket_proof_init(&proof, METRIC_HTM, 11);
	unsigned count[7] = {0};
	for (unsigned i = 0; i < POCKET_ORIS; i++)
		count[proof.untwist[i]]++;
	cr_expect_arr_eq(count, published, sizeof count);
}

/* A sample of the cosets; `superflip pocket prove` takes all. */
Test(pocket_proof, cosets_have_the_distances_that_the_table_has)
{
	uint8_t *const distance = malloc(POCKET_STATES);
	cr_assert_not_null(distance);
	metric_foreach(m) {
		struct pdb_histogram all;
		pocket_distances(m, distance, &all);
		static struct pocket_proof_space space;
		static struct pocket_proof proof;
		pocket_proof_init(&proof, m, all.max_depth);
		for (unsigned ori_index = 0; ori_index < POCKET_ORIS; ori_index += 91) {
			struct pdb_histogram reached = {0}, want = {0};
			cr_expect_eq(pocket_prove_coset(&proof, &space, ori_index, &reached), (unsigned)POCKET_PERMS);
			for (unsigned perm_index = 0; perm_index < POCKET_PERMS; perm_index++)
				want.count[distance[pocket_index(perm_index, ori_index)]]++;
			cr_expect_arr_eq(reached.count, want.count, sizeof want.count, "%s, coset %u", metric_name[m],
			                 ori_index);
		}
	}
	free(distance);
}

Test(pocket_proof, too_small_a_bound_does_not_prove)
{
	static struct pocket_proof_space space;
	static struct pocket_proof proof;
	pocket_proof_init(&proof, METRIC_HTM, 8);
	struct pdb_histogram reached = {0};
	cr_expect_lt(pocket_prove_coset(&proof, &space, 700, &reached), (unsigned)POCKET_PERMS);
	cr_expect_leq(reached.max_depth, 8u);
}

Test(pocket_proof, whoever_started_it_can_stop_it)
{
	static struct pocket_proof proof;
	static struct pocket_coset cosets[POCKET_ORIS];
	struct pdb_histogram reached;
	pocket_proof_init(&proof, METRIC_HTM, 5);
	cr_expect_not(
		pocket_prove_all(&proof, 2, cosets, &reached, &(struct pdb_progress){table_stop_at_stage, "cosets"}));
}
