/* Nodes at the ends of paths that were not searched to get there. */
#ifndef SUPERFLIP_COSET_KERNEL_PATHS_H
#define SUPERFLIP_COSET_KERNEL_PATHS_H
#include "coset/kernel/node.h"
#include "coset/kernel/sequences.h"

/* Moves as nodes have them, the first `n_before` of them to the cube that the beginnings are behind (find_beginnings()). */
struct path {
	uint8_t n, n_before, move[MAX_LEFT];
};

/* All sequences of so many moves, for the table.  @return NULL without memory */
static inline const struct coset_words *words_of(struct coset *k, unsigned n_moves)
{
	const struct coset_shape shape = coset_shape_of(&k->table->key.coordinate);
	if (k->words[n_moves] == NULL)
		k->words[n_moves] = coset_words(shape.corners, shape.flip_bits, n_moves);
	return k->words[n_moves];
}

static inline void append_axis_turns(struct path *p, unsigned turns)
{
	const unsigned axis = axis_turns_axis(turns);
	p->move[p->n] = (uint8_t)(axis * TURNS + axis_turns_first(turns) - 1);
	p->n = (uint8_t)(p->n + (axis_turns_first(turns) != 0));
	p->move[p->n] = (uint8_t)(axis * TURNS + 3 + axis_turns_second(turns) - 1);
	p->n = (uint8_t)(p->n + (axis_turns_second(turns) != 0));
}

/* The image of a sequence. */
static inline void append_image(struct path *p, const struct coset_words *words, uint32_t image)
{
	const struct words_sequence *const q = &words->sequence[image / N_SYMMETRIES];
	const uint8_t *const real = symmetry_axis_turns[image % N_SYMMETRIES];
	for (unsigned i = 0; i < q->n_turns; i++)
		append_axis_turns(p, real[q->turns[i]]);
}

static inline struct loose_cube loose_cube_after(const struct loose_cube *c, unsigned move)
{
	const struct coset_turn *const turn = &coset_tables.turn[move];
	const coset_edges edges = coset_edges_after(coset_edges_load(c->edges), &coset_tables.edge_turn[move]);
	const coset_edges inverse_edges = coset_edges_relabelled(coset_edges_load(c->inverse_edges), turn->relabel);
	struct loose_cube after = {.corners = coset_corners_after(c->corners, turn),
	                           .inverse_corners = coset_corners_relabelled(c->inverse_corners, turn->relabel)};
	memcpy(after.edges, &edges, sizeof after.edges);
	memcpy(after.inverse_edges, &inverse_edges, sizeof after.inverse_edges);
	return after;
}

/* The cubes behind two moves, with which many paths begin. */
static void find_beginnings(struct coset *k, const struct cube *from)
{
	struct loose_cube c = {.edges = {0}};
	const struct cube inverse = cube_inverse(from);
	coset_pack(from, c.edges, (uint8_t *)&c.corners);
	coset_pack(&inverse, c.inverse_edges, (uint8_t *)&c.inverse_corners);
	for (unsigned first = 0; first < N_MOVES; first++) {
		const struct loose_cube behind = loose_cube_after(&c, first);
		for (unsigned second = 0; second < N_MOVES; second++)
			k->beginning[first][second] = loose_cube_after(&behind, second);
	}
}

/* At most GROUP nodes at the ends of paths of two moves and more behind that cube; what is known of their inverses is the
 * caller's to set. */
static void make_nodes(const struct coset *k, const struct path *path, unsigned n, struct node *to)
{
	struct loose_cube cube[GROUP];
	uint32_t word[GROUP];
	for (unsigned i = 0; i < n; i++) {
		const struct path *const p = &path[i];
		cube[i] = k->beginning[p->move[p->n_before]][p->move[p->n_before + 1]];
		for (unsigned m = p->n_before + 2u; m < p->n; m++)
			cube[i] = loose_cube_after(&cube[i], p->move[m]);
		word[i] = coset_corner_state(cube[i].corners);
		memset(&to[i], 0, sizeof to[i]);
		for (unsigned m = 0; m < p->n; m++)
			set_move(&to[i], m, p->move[m]);
		to[i].axis = p->move[p->n - 1] / TURNS;
	}
	coset_frames(word, n);
	for (unsigned i = 0; i < n; i++) {
		const coset_edges framed = coset_edges_framed(coset_edges_load(cube[i].edges), word[i]);
		memcpy(to[i].edges, &framed, sizeof to[i].edges);
		memcpy(to[i].inverse_edges, cube[i].inverse_edges, sizeof to[i].inverse_edges);
		memcpy(to[i].inverse_corners, &cube[i].inverse_corners, sizeof to[i].inverse_corners);
		set_frame(k, &to[i], word[i], raw_part(k, cube[i].corners));
	}
}
#endif
