#include "cube/choices.h"

enum { N_SETS = 1 << N_EDGES };

/* One kind of cubie, put into its places in their order.  What makes a difference later is which cubies are
 * used up, and, as a set of bits 2 * sum + parity, the sums of orientations and the parities of permutations
 * that lead there. */
struct filling {
	const struct choices *choices;
	unsigned begin, n, n_turns;
	uint8_t before[N_SETS];            /* by cubies that are used up, in as many first places: sums and
	                                    * parities that occur */
	uint8_t after[N_SETS];             /* those from which the other places can be filled */
};

/* Sums and parities after another cubie, or, with n_turns - turns, before it. */
static unsigned step(const struct filling *f, unsigned states, unsigned turns, bool is_odd)
{
	const unsigned n_bits = 2 * f->n_turns, shift = 2 * (turns % f->n_turns);
	states = (states << shift | states >> (n_bits - shift)) & ((1u << n_bits) - 1);
	return is_odd ? (states & 0x15) << 1 | (states >> 1 & 0x15) : states;
}

static unsigned turns_of(const struct filling *f, unsigned set, unsigned cubie)
{
	return f->choices->turns[f->begin + (unsigned)__builtin_popcount(set)][f->begin + cubie];
}

/* Whether a cubie makes the permutation of those that were put before it odd. */
static bool is_odd_after(unsigned set, unsigned cubie)
{
	return __builtin_popcount(set >> cubie) & 1;
}

/* @return how many places can be filled, from the first on */
static unsigned fill_forward(struct filling *f)
{
	unsigned n_filled = 0;
	for (unsigned set = 0; set < 1u << f->n; set++)
		f->before[set] = set == 0;
	for (unsigned set = 0; set < 1u << f->n; set++) {
		const unsigned n = (unsigned)__builtin_popcount(set);
		n_filled = f->before[set] != 0 && n > n_filled ? n : n_filled;
		set_foreach(cubie, f->before[set] != 0 ? ~set & ((1u << f->n) - 1) : 0)
			set_foreach(t, turns_of(f, set, cubie))
				f->before[set | 1u << cubie] |=
					(uint8_t)step(f, f->before[set], t, is_odd_after(set, cubie));
	}
	return n_filled;
}

/* From the sums and parities that are permitted at the end; choices that lead nowhere are left out. */
static void fill_backward(struct filling *f, unsigned at_end, struct choices *kept)
{
	const unsigned all = (1u << f->n) - 1;
	for (unsigned set = all + 1; set-- > 0;) {
		f->after[set] = set == all ? (uint8_t)at_end : 0;
		set_foreach(cubie, f->before[set] != 0 ? all & ~set : 0)
			set_foreach(t, turns_of(f, set, cubie)) {
				const unsigned back =
					step(f, f->after[set | 1u << cubie], f->n_turns - t, is_odd_after(set, cubie));
				f->after[set] |= (uint8_t)back;
				if (back & f->before[set])
					kept->turns[f->begin + (unsigned)__builtin_popcount(set)][f->begin + cubie] |=
						(uint8_t)(1u << t);
			}
	}
}

static void take_cube(const struct filling *f, unsigned state, struct cube *cube)
{
	for (unsigned set = (1u << f->n) - 1; set != 0;) {
		/* The cubie of the last place of the set, and what was before it. */
		bool is_taken = false;
		set_foreach(cubie, set)
			set_foreach(t, is_taken ? 0 : turns_of(f, set & ~(1u << cubie), cubie)) {
				const unsigned rest = set & ~(1u << cubie), back = step(f, state, f->n_turns - t,
					is_odd_after(rest, cubie));
				if (is_taken || (back & f->before[rest]) == 0)
					continue;
				cube_put(cube, f->begin + (unsigned)__builtin_popcount(rest), f->begin + cubie, t);
				set = rest;
				state = back;
				is_taken = true;
			}
	}
}

enum cube_fault choices_narrow(struct choices *choices, struct cube *cube, unsigned *place)
{
	struct filling corners = {.choices = choices, .begin = 0, .n = N_CORNERS, .n_turns = 3};
	struct filling edges = {.choices = choices, .begin = N_CORNERS, .n = N_EDGES, .n_turns = 2};
	const unsigned n_corners = fill_forward(&corners), n_edges = fill_forward(&edges);
	*place = n_corners < N_CORNERS ? n_corners : N_CORNERS + n_edges;
	if (*place < N_CUBIES)
		return *place < N_CORNERS ? CUBE_CORNER_RANGE : CUBE_EDGE_RANGE;
	/* The sums are 0 at the end, and both permutations are even, or both odd. */
	const unsigned of_corners = corners.before[(1u << N_CORNERS) - 1] & 3,
		of_edges = edges.before[(1u << N_EDGES) - 1] & 3;
	const unsigned both = of_corners & of_edges;
	if (both == 0)
		return of_corners == 0 ? CUBE_TWIST : of_edges == 0 ? CUBE_FLIP : CUBE_PARITY;
	struct choices kept = {{{0}}};
	fill_backward(&corners, both, &kept);
	fill_backward(&edges, both, &kept);
	take_cube(&corners, both & -both, cube);
	take_cube(&edges, both & -both, cube);
	*choices = kept;
	return CUBE_OK;
}
