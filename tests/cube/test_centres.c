/* Centres against a cube that keeps them as six numbers, and their text. */
#include "cube/canonical.h"
#include "cube/centres.h"
#include "cube/facelet.h"

#include "support/support.h"

static struct cube marked(void)
{
	struct cube c = cube_solved;
	c.centres = CENTRES_MARKED;
	return c;
}

Test(centres, products_inverses_and_images_are_those_of_moves)
{
	struct dice dice = {1};
	for (unsigned n = 0; n < 500; n++) {
		uint8_t a[40], b[40], image[40];
		const unsigned n_a = dice_walk(&dice, METRIC_HTM, 30, a), n_b = dice_walk(&dice, METRIC_HTM, 30, b);
		const unsigned s = dice_below(&dice, N_SYMMETRIES);
		unsigned turns[N_FACES] = {0};
		for (unsigned i = 0; i < n_a; i++) {
			turns[move_face(a[i])] += move_turns(a[i]);
			image[i] = symmetry_move[s][a[i]];
		}
		const struct cube of_a = cube_after_moves(marked(), a, n_a),
		                  of_b = cube_after_moves(marked(), b, n_b);
		const struct cube of_both = cube_after_moves(of_a, b, n_b), product = cube_product(&of_a, &of_b);
		const struct cube of_image = cube_after_moves(marked(), image, n_a),
		                  conjugate = cube_conjugate(&of_a, s);
		const struct cube inverse = cube_inverse(&of_a);
		for (unsigned face = 0; face < N_FACES; face++)
			cr_assert_eq(centres_turns(of_a.centres, face), turns[face] % 4);
		moves_invert(a, n_a);
		const struct cube undone = cube_after_moves(marked(), a, n_a);
		cr_assert(cube_equal(&product, &of_both) && cube_equal(&conjugate, &of_image)
		          && cube_equal(&inverse, &undone));
		cr_assert_eq(cube_check(&of_a), CUBE_OK);
		cr_assert_eq(cube_after_moves(cube_solved, b, n_b).centres, 0, "without marks they stay so");
	}
}

/* The classes of 2,048 are 80, by Burnside's lemma: with the identity of 2,048 states those that each of the
 * 48 symmetries leaves alone. */
Test(centres, there_are_80_classes)
{
	unsigned n_fixed = 0, n_states = 0;
	for (unsigned centres = 0; centres < N_CENTRES; centres++) {
		if (centres_are_odd(centres))
			continue;
		n_states++;
		for (unsigned s = 0; s < N_SYMMETRIES; s++)
			n_fixed += centres_image(CENTRES_MARKED | centres, s) == (CENTRES_MARKED | centres);
	}
	cr_expect_eq(n_states, 2048);
	cr_expect_eq(n_fixed, 80 * N_SYMMETRIES);
}

Test(centres, texts_are_read_as_they_are_written)
{
	for (unsigned centres = 0; centres < N_CENTRES; centres++) {
		char text[CENTRES_TEXT_SIZE];
		uint16_t again;
		centres_write(CENTRES_MARKED | centres, text);
		cr_assert(centres_read(text, &again) && again == (CENTRES_MARKED | centres), "%s", text);
	}
	static const char *const wrong[] = {"U", "U+ U2", "U3", "X+", "U++", "U+R2", "u+", "U + ", "+"};
	array_foreach(row, wrong)
		cr_expect_not(centres_read(*row, &(uint16_t){0}), "%s", *row);
}

Test(centres, positions_are_read_with_their_marks)
{
	static const struct { const char *text, *centres; bool is_right;
	} cases[] = {
		{"U F2 D' D", "U+ F2", true},
		{"x U", "U+", true},
		{"M", "R+ L-", true},
		{"U2 R2", "U2 R2", true},
		{"", "", true},
		{"UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB", "", true},
		{"UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB R+ U2 L'", "U2 R+ L-", true},
		{"UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR\nU2 D2", "U2 D2", true},
		{"UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB U+", "", false},
		{"UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB U+ U+", "", false},
		{"UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB U4", "", false},
		{"UUUUUUUUU....R........F........D........L........B.... U2", "", false},
		{"U+", "", false},
		{"R U+", "", false},
	};
	array_foreach(row, cases) {
		struct position p;
		struct input_error error;
		char text[CENTRES_TEXT_SIZE] = "";
		const bool is_read = position_read(row->text, READ_CENTERS | READ_GREY, &p, &error);
		cr_expect_eq(is_read, row->is_right, "%s", row->text);
		if (is_read)
			centres_write(p.cube.centres, text);
		cr_expect_str_eq(text, row->centres, "%s", row->text);
	}
}

Test(centres, moves_reach_them_by_the_faces_that_they_turn)
{
	static const struct { const char *centres; uint32_t moves; bool are;
	} cases[] = {
		{"", 0, true},    {"U+ R2", 07 | 020, true}, {"U+", 02, false},     {"U2", 02, true},
		{"U2", 01, true}, {"B-", 0777777, true},     {"B2", 077777, false},
	};
	array_foreach(row, cases) {
		uint16_t centres;
		cr_assert(centres_read(row->centres, &centres));
		cr_expect_eq(centres_are_in_reach(centres, row->moves), row->are, "%s", row->centres);
	}
}

/* ---- states by distance ---- */
/* Facelets, and each centre's turns after them. */
struct state { char text[N_FACELETS + N_FACES]; uint8_t depth; };

static int compare_states(const void *a, const void *b)
{
	const struct state *const x = a, *const y = b;
	const int order = memcmp(x->text, y->text, sizeof x->text);
	return order != 0 ? order : (int)x->depth - (int)y->depth;
}

struct states { struct state *state; size_t n; };

static void add_state(void *context, const struct cube *c, const uint8_t *path, unsigned n)
{
	struct states *const all = context;
	struct state *const state = &all->state[all->n++];
	char facelets[FACELET_TEXT_SIZE];
	facelet_write(c, facelets);
	*state = (struct state){.depth = (uint8_t)n};
	memcpy(state->text, facelets, N_FACELETS);
	for (unsigned i = 0; i < n; i++) {
		char *const turns = &state->text[N_FACELETS + move_face(path[i])];
		*turns = (char)((*turns + (int)move_turns(path[i])) % 4);
	}
}

/* Of the cube without marks 574,908 are at distance 5.  The 10 moves that turn two centres by a half turn
 * tell some of these apart. */
Test(centres, marked_cubes_by_distance_to_five)
{
	enum { CAPACITY = 700000, DEPTH = 5 };
	struct state *const states = malloc(CAPACITY * sizeof *states);
	struct states all = {states, 0};
	unsigned n_at[DEPTH + 1] = {0};
	cr_assert_not_null(states);
	each_path(METRIC_HTM, (1u << N_MOVES) - 1, &cube_solved, DEPTH, add_state, &all);
	qsort(states, all.n, sizeof *states, compare_states);
	for (size_t i = 0; i < all.n; i++)
		n_at[states[i].depth] += i == 0 || memcmp(states[i].text, states[i - 1].text, sizeof states->text) != 0;
	static const unsigned expected[DEPTH + 1] = {1, 18, 243, 3240, 43239, 575256};
	for (unsigned depth = 0; depth <= DEPTH; depth++)
		cr_expect_eq(n_at[depth], expected[depth]);
	free(states);
}
