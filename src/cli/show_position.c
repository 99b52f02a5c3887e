/* What superflip show says of a position: its pieces as people who turn by hand see them, coordinates, bounds. */
#include "cli/show.h"

#include "cli/cli.h"
#include "coord/numbers.h"
#include "coord/phase1.h"
#include "cube/cubies.h"
#include "cube/group.h"
#include "cube/sticker_cycles.h"
#include "cube/symmetry.h"
#include "goal/goal.h"
#include "pdb/directory.h"
#include "pdb/message.h"
#include "report/net.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

enum { HALF_TURNS = 0x12492, AXIS_BYTES = 24 };  /* bit m for move m */

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

/* Edges that quarter turns of F and B must flip. */
static void write_bad_edges(const struct cube *c, char text[AXIS_BYTES])
{
	unsigned n_bad = 0;
	for (unsigned e = 0; e < N_EDGES; e++)
		n_bad += c->edge_ori[e];
	if (n_bad > 0)
		snprintf(text, AXIS_BYTES, "%u bad edges", n_bad);
}

/* What keeps a cube out of <U, D, R2, L2, F2, B2>. */
static void write_outside_of_domino(const struct cube *c, char text[AXIS_BYTES])
{
	unsigned n_corners = 0, n_edges = 0;
	for (unsigned k = 0; k < N_CORNERS; k++)
		n_corners += c->corner_ori[k] != 0;
	for (unsigned e = 0; e < N_EDGES; e++)
		n_edges += c->edge_ori[e] != 0 || (e >= FR) != (c->edge_perm[e] >= FR);
	if (n_corners + n_edges > 0)
		snprintf(text, AXIS_BYTES, "%uc %ue", n_corners, n_edges);
}

/* The cube is seen so that the axis comes to the place of `to`. */
static void print_by_axis(const char *label, const struct cube *c, enum face to, void (*write)(const struct cube *c, char text[AXIS_BYTES]))
{
	static const struct { const char *name; enum face face; } axes[] = {{"FB", FACE_F}, {"RL", FACE_R}, {"UD", FACE_U}};
	printf("%-12s", label);
	for (unsigned i = 0; i < sizeof axes / sizeof *axes; i++) {
		const struct cube turned = seen_from(c, axes[i].face, to);
		char text[AXIS_BYTES] = "solved";
		write(&turned, text);
		printf("%s%s %s", i > 0 ? ", " : "", axes[i].name, text);
	}
	putchar('\n');
}

/* The cycles of the pieces ("corners UFL UBL twisted clockwise"), and by axis the edges that are not oriented (EO) and the corners and
 * edges outside of domino reduction (DR: "4c 2e"); and whether half turns suffice (HTR). */
static int print_pieces(const struct cube *c)
{
	static const char *const twisted[] = {"", " twisted clockwise", " twisted anticlockwise"}, *const flipped[] = {"", " flipped"};
	print_cycles("corners", &(struct pieces){c->corner_perm, c->corner_ori, corner_place, twisted, N_CORNERS, 3});
	print_cycles("edges", &(struct pieces){c->edge_perm, c->edge_ori, edge_name, flipped, N_EDGES, 2});
	print_by_axis("EO", c, FACE_F, write_bad_edges);
	print_by_axis("DR", c, FACE_U, write_outside_of_domino);
	struct group *const half_turns = group_generate(HALF_TURNS);
	if (half_turns == NULL)
		return complain_and(EXIT_MEMORY, "not enough memory for the half-turn reduction");
	printf("%-12s%s\n", "HTR", group_contains(half_turns, c) ? "solved" : "no");
	free(half_turns);
	return EXIT_SOLVED;
}

/* ---- bounds ---- */

struct show_bounds {
	unsigned n;
	struct heuristic heuristics[];
};

/* A table that is there but cannot be read, once: several heuristics may have it. */
static int complain_of_table(const char *directory, struct pdb_key key, enum pdb_status status, struct pdb_key *last)
{
	char path[PATH_MAX], message[PDB_MESSAGE_MAX];
	if (!pdb_key_equal(key, *last) && pdb_find(directory, key, path) == PDB_OK) {
		pdb_message(status, path, &key, message);
		complain("%s", message);
		*last = key;
	}
	return status == PDB_NO_MEMORY ? EXIT_MEMORY : EXIT_TABLE;
}

struct show_bounds *show_bounds_open(const char *directory, int *status)
{
	struct show_bounds *const b = malloc(sizeof *b + n_heuristic_specs * sizeof *b->heuristics);
	if (b == NULL)
		return NULL;
	struct pdb_key last = {.metric = N_METRICS};
	*status = EXIT_SOLVED;
	b->n = 0;
	for (unsigned i = 0; i < n_heuristic_specs; i++) {
		struct heuristic *const h = &b->heuristics[b->n];
		struct pdb_key failed;
		const enum pdb_status opened = heuristic_open(&heuristic_specs[i], METRIC_HTM, directory, h, &failed);
		if (opened == PDB_MISSING)
			continue;
		if (opened != PDB_OK)
			*status = complain_of_table(directory, failed, opened, &last);
		else if (heuristic_checked_share(h) < 1 || heuristic_fault(h, NULL) != PDB_OK)
			heuristic_close(h);
		else
			b->n++;
	}
	return b;
}

void show_bounds_close(struct show_bounds *b)
{
	if (b == NULL)
		return;
	while (b->n > 0)
		heuristic_close(&b->heuristics[--b->n]);
	free(b);
}

/* A large table that was never checked is passed over: to check it takes longer than to draw a cube. */
static void print_bounds(const struct show_bounds *b, const struct cube *c)
{
	fputs("bounds      ", stdout);
	for (unsigned i = 0; i < b->n; i++)
		printf("%s%s %u", i > 0 ? ", " : "", b->heuristics[i].spec->name, heuristic_evaluate(&b->heuristics[i], c));
	putchar('\n');
}

/* ---- the rest ---- */

static void print_moves(const struct maneuver *m, enum move_letters letters)
{
	char text[8];
	for (unsigned is_inverse = 0; is_inverse < 2; is_inverse++) {
		fputs(is_inverse ? "\ninverse    " : "moves      ", stdout);
		for (size_t i = 0; i < m->n_moves; i++) {
			const uint8_t move = is_inverse ? (uint8_t)move_inverse(m->moves[m->n_moves - 1 - i]) : m->moves[i];
			notation_write_in(letters, &move, 1, text, sizeof text);
			printf(" %s", text);
		}
	}
	putchar('\n');
}

/* Which faces stood where U R F are now; that says how the cube is held. */
static void print_rotation(unsigned rotation)
{
	fputs("turned      U R F are where", stdout);
	for (unsigned face = FACE_U; face <= FACE_F; face++)
		printf(" %c", face_letter[move_face(symmetry_move[rotation][face * 3])]);
	puts(" were");
}

static void print_coordinates(const struct cube *c)
{
	const struct position_numbers n = numbers_of_cube(c);
	const struct phase1_coset coset = phase1_rank(c);
	char cycles[STICKER_CYCLES_TEXT_SIZE];
	sticker_cycles_write(c, cycles);
	printf("coordinates edges %u, flips %u, corners %u, twists %u\n", n.edges, n.flips, n.corners, n.twists);
	printf("phase 1     flip %u, slice %u, twist %u\n", coset.flip, coset.slice, coset.twist);
	printf("cycles      %s\n", cycles);
}

/* What of a cube not all of whose stickers matter is to be solved. */
static void print_goal(const struct scramble *position)
{
	struct goal goal;
	struct input_error error;
	if (goal_of_seen(&position->cube, position->seen, &goal, &error))
		printf("goal        %s\n", goal.name);
	else
		printf("goal        none: %s\n", error.message);
}

int show_position(const struct scramble *position, const struct show_bounds *b, enum move_letters letters,
                  bool is_coloured)
{
	const struct cube *const c = &position->cube;
	char facelets[FACELET_TEXT_SIZE], cubies[CUBIES_TEXT_SIZE];
	facelet_write_seen(c, position->seen, facelets);
	cubies_write(c, position->seen, cubies);
	net_draw_text(stdout, facelets, is_coloured);
	printf("facelets    %s\ncubies      %s\n", facelets, cubies);
	if (c->centres != 0) {
		centres_write(c->centres, cubies);
		printf("centres     %s\n", *cubies != '\0' ? cubies : "upright");
	}
	if (position->form == POSITION_MOVES)
		print_moves(&position->moves, letters);
	if (position->rotation != 0)
		print_rotation(position->rotation);
	if (position->seen != POSITION_WHOLE) {
		print_goal(position);
		return EXIT_SOLVED;
	}
	printf("symmetries  %d of %d\nparity      %s\norder       %u\n", __builtin_popcountll(cube_symmetries(c)), N_SYMMETRIES,
	       cube_is_odd(c) ? "odd" : "even", cube_order(c));
	const int status = print_pieces(c);
	if (status != EXIT_SOLVED)
		return status;
	print_coordinates(c);
	print_bounds(b, c);
	return EXIT_SOLVED;
}
