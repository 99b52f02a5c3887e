/* A position as people who turn by hand see it: cycles of pieces, edge orientation, domino and half-turn reduction. */
#include "cli/show.h"

#include "cube/group.h"
#include "cube/symmetry.h"

#include <stdio.h>
#include <stdlib.h>

enum { HALF_TURNS = 0x12492 };  /* bit m for move m */

/* As people name the places; in the order of enum corner. */
static const char *const corner_place[N_CORNERS] = {"UFR", "UFL", "UBL", "UBR", "DFR", "DFL", "DBL", "DBR"};

/* Pieces of one kind. */
struct pieces {
	const uint8_t *perm, *ori;
	const char *const *name;
	const char *const *turned;    /* what they are if a tour of a cycle turns them so often */
	unsigned n, n_orientations;
};

/* Where the piece goes that belongs to a place. */
static unsigned next_place(const struct pieces *p, unsigned place)
{
	unsigned to = 0;
	while (p->perm[to] != place)
		to++;
	return to;
}

/* The cycle from its first place on, if it is not done already. */
static void print_cycle(const struct pieces *p, unsigned first, uint32_t *done, const char **separator)
{
	unsigned turns = 0, place = first;
	if ((*done >> first & 1) != 0 || (p->perm[first] == first && p->ori[first] == 0))
		return;
	fputs(*separator, stdout);
	do {
		printf("%s%s", place == first ? "" : " ", p->name[place]);
		*done |= 1u << place;
		place = next_place(p, place);
		turns += p->ori[place];
	} while (place != first);
	fputs(p->turned[turns % p->n_orientations], stdout);
	*separator = ", ";
}

static void print_cycles(const char *label, const struct pieces *p)
{
	uint32_t done = 0;
	const char *separator = "";
	printf("%-12s", label);
	for (unsigned i = 0; i < p->n; i++)
		print_cycle(p, i, &done, &separator);
	puts(*separator == '\0' ? "solved" : "");
}

/* The cube turned so that the face comes to another one. */
static struct cube seen_from(const struct cube *c, enum face face, enum face to)
{
	unsigned s = 0;
	while (move_face(symmetry_move[s][face * 3]) != to)
		s += 2;  /* rotations only */
	return cube_conjugate(c, s);
}

static const struct { const char *name; enum face face; } axes[] = {{"FB", FACE_F}, {"RL", FACE_R}, {"UD", FACE_U}};
enum { N_AXES = 3 };

/* Edges that quarter turns of F and B must flip. */
static void print_edge_orientation(const struct cube *c)
{
	printf("%-12s", "EO");
	for (unsigned i = 0; i < N_AXES; i++) {
		const struct cube turned = seen_from(c, axes[i].face, FACE_F);
		unsigned n_bad = 0;
		for (unsigned e = 0; e < N_EDGES; e++)
			n_bad += turned.edge_ori[e];
		printf("%s%s ", i > 0 ? ", " : "", axes[i].name);
		if (n_bad == 0)
			fputs("solved", stdout);
		else
			printf("%u bad edges", n_bad);
	}
	putchar('\n');
}

/* What keeps a cube out of <U, D, R2, L2, F2, B2>. */
static void print_domino_reduction(const struct cube *c)
{
	printf("%-12s", "DR");
	for (unsigned i = 0; i < N_AXES; i++) {
		const struct cube turned = seen_from(c, axes[i].face, FACE_U);
		unsigned n_corners = 0, n_edges = 0;
		for (unsigned k = 0; k < N_CORNERS; k++)
			n_corners += turned.corner_ori[k] != 0;
		for (unsigned e = 0; e < N_EDGES; e++)
			n_edges += turned.edge_ori[e] != 0 || (e >= FR) != (turned.edge_perm[e] >= FR);
		printf("%s%s ", i > 0 ? ", " : "", axes[i].name);
		if (n_corners + n_edges == 0)
			fputs("solved", stdout);
		else
			printf("%uc %ue", n_corners, n_edges);
	}
	putchar('\n');
}

static bool print_half_turn_reduction(const struct cube *c)
{
	struct group *const half_turns = group_generate(HALF_TURNS);
	if (half_turns != NULL)
		printf("%-12s%s\n", "HTR", group_contains(half_turns, c) ? "solved" : "no");
	free(half_turns);
	return half_turns != NULL;
}

bool show_pieces_print(const struct cube *c)
{
	static const char *const twisted[] = {"", " twisted clockwise", " twisted anticlockwise"}, *const flipped[] = {"", " flipped"};
	print_cycles("corners", &(struct pieces){c->corner_perm, c->corner_ori, corner_place, twisted, N_CORNERS, 3});
	print_cycles("edges", &(struct pieces){c->edge_perm, c->edge_ori, edge_name, flipped, N_EDGES, 2});
	print_edge_orientation(c);
	print_domino_reduction(c);
	return print_half_turn_reduction(c);
}
