/* What superflip show says of a position: its pieces as people who turn by hand see them, coordinates,
 * bounds. */
#include "cli/cases.h"
#include "cli/show.h"

#include "cli/tables.h"
#include "coord/phase1.h"
#include "cube/group.h"
#include "cube/sticker_cycles.h"

enum { HALF_TURNS = 0x12492 };  /* bit m for move m */

/* As people name the places; in the order of enum corner. */
static const char *const corner_place[N_CORNERS] = {"UFR", "UFL", "UBL", "UBR", "DFR", "DFL", "DBL", "DBR"};

/* "corners     UFR DFR twisted clockwise, UBL UBR" */
static void print_cycles(const struct cube *c, bool are_edges)
{
	static const char *const turned[2][3] = {{"", " twisted clockwise", " twisted anticlockwise"},
	                                         {"", " flipped"}};
	const uint8_t *const perm = are_edges ? c->edge_perm : c->corner_perm,
	              *const ori = are_edges ? c->edge_ori : c->corner_ori;
	const unsigned n = are_edges ? N_EDGES : N_CORNERS;
	uint32_t done = 0;
	const char *separator = "";
	fputs(SAY(are_edges ? "edges       " : "corners     "), stdout);
	for (unsigned first = 0; first < n; first++) {
		unsigned turns = 0, place = first;
		if (done >> first & 1 || (perm[first] == first && ori[first] == 0))
			continue;
		fputs(separator, stdout);
		do {
			unsigned to = 0;  /* where the piece goes that belongs to the place */
			printf(place == first ? "%s" : " %s", SAY((are_edges ? edge_name : corner_place)[place]));
			done |= 1u << place;
			while (perm[to] != place)
				to++;
			place = to;
			turns += ori[place];
		} while (place != first);
		fputs(SAY(turned[are_edges][turns % (are_edges ? 2 : 3)]), stdout);
		separator = ", ";
	}
	puts(*separator == '\0' ? SAY("solved") : "");
}

/* By axis, with the cube seen so that it comes to the place of `to`: at F the edges that quarter turns of F
 * and B must flip, at U what
 * keeps the cube out of <U, D, R2, L2, F2, B2>. */
static void print_by_axis(const char *label, const struct cube *c, enum face to)
{
	static const struct {
		const char *name;
		enum face face;
	} axes[] = {{"FB", FACE_F}, {"RL", FACE_R}, {"UD", FACE_U}};
	printf("%-12s", label);
	array_foreach(axis, axes) {
		unsigned s = 0, n_corners = 0, n_bad = 0, n_outside = 0;
		while (move_face(symmetry_move[s][axis->face * 3]) != to)
			s += 2;  /* rotations only */
		const struct cube turned = cube_conjugate(c, s);
		array_foreach(twist, turned.corner_ori)
			n_corners += *twist != 0;
		for (unsigned e = 0; e < N_EDGES; e++) {
			n_bad += turned.edge_ori[e];
			n_outside += turned.edge_ori[e] != 0 || (e >= FR) != (turned.edge_perm[e] >= FR);
		}
		printf("%s%s ", axis > axes ? ", " : "", SAY(axis->name));
		if (to == FACE_F && n_bad > 0)
			printf(SAY("%u bad edges"), n_bad);
		else if (to == FACE_U && n_corners + n_outside > 0)
			printf(SAY("%uc %ue"), n_corners, n_outside);
		else
			fputs(SAY("solved"), stdout);
	}
	putchar('\n');
}

/* ---- bounds ---- */

superflip_tables **show_bounds_open(int *status)
{
	superflip_tables **const all = allocate(n_heuristic_specs + 1, sizeof *all), **next = all;
	char told[sizeof ((superflip_error *)NULL)->path] = "";
	*status = EXIT_SOLVED;
	heuristic_foreach(spec) {
		const struct tables_options options = {.directory = show_request.pdb_directory,
		                                       .heuristic = spec->name};
		superflip_tables *t;
		superflip_error error;
		const superflip_status opened = tables_open(&options, &t, &error);
		if (opened == SUPERFLIP_TABLE_MISSING)
			continue;
		if (opened == SUPERFLIP_OK) {
			/* To check a large table takes longer than to draw a cube. */
			if (tables_checked_share(t) < 1 || tables_fault(t, NULL) != SUPERFLIP_OK)
				superflip_tables_close(t);
			else
				*next++ = t;
		} else if (error.path[0] == '\0' || !text_equal(error.path, told)) {
			/* Each table that is there but cannot be read is told once: several heuristics may have it. */
			*status = tables_complain(&error);
			strcpy(told, error.path);
		}
	}
	return all;
}

void show_bounds_close(void)
{
	for (superflip_tables **at = show_request.bounds; at != NULL && *at != NULL; at++)
		superflip_tables_close(*at);
}

/* ---- the rest ---- */

void show_moves(const uint8_t *moves, size_t n)
{
	char text[8];
	for (size_t i = 0; i < n; i++) {
		notation_write_in(show_problem->read_options, &moves[i], 1, text, sizeof text);
		printf(i > 0 ? " %s" : "%s", text);
	}
	putchar('\n');
}

void show_position(const struct scramble *position)
{
	const bool is_pocket = show_problem->puzzle == SUPERFLIP_2X2;
	const struct cube *const c = &position->cube;
	superflip_cube whole = {.puzzle = show_problem->puzzle, .cube = *c, .seen = position->seen};
	char facelets[FACELET_TEXT_SIZE], cubies[CUBIES_TEXT_SIZE];
	whole.cube.centres = 0;
	superflip_cube_write(&whole, SUPERFLIP_FORM_FACELETS, facelets, sizeof facelets);
	superflip_cube_write(&whole, SUPERFLIP_FORM_CUBIES, cubies, sizeof cubies);
	if (show_request.is_svg) {
		net_draw_svg(stdout, facelets);
		return;
	}
	net_draw_text(stdout, facelets, show_request.is_coloured);
	printf(SAY("facelets    %s\n"), facelets);
	printf(is_pocket ? SAY("numbers     %s\n") : SAY("cubies      %s\n"), cubies);
	if (c->centres != 0) {
		centres_write(c->centres, cubies);
		printf("centres     %s\n", *cubies != '\0' ? cubies : SAY("upright"));
	}
	if (position->form == POSITION_MOVES) {
		const struct maneuver *const m = &position->moves;
		const char *const gap = m->n_moves > 0 ? " " : "";
		printf(SAY("moves      %s"), gap);
		show_moves(m->moves, m->n_moves);
		moves_invert(m->moves, m->n_moves);
		printf("inverse    %s", gap);
		show_moves(m->moves, m->n_moves);
	}
	if (position->rotation != 0 && !is_pocket) {
		/* Which faces stood where U R F are now says how the cube is held. */
		fputs(SAY("turned      U R F are where"), stdout);
		for (unsigned face = FACE_U; face <= FACE_F; face++)
			printf(" %s", SAY(move_name[move_face(symmetry_move[position->rotation][face * 3]) * 3]));
		puts(SAY(" were"));
	}
	if (position->seen != POSITION_WHOLE) {
		/* What of it is to be solved. */
		struct goal goal;
		struct input_error error;
		const bool has_goal = goal_of_seen(c, position->seen, &goal, &error);
		printf(SAY("goal        %s%s\n"), has_goal ? "" : SAY("none: "),
		       has_goal ? goal.name : error.message);
		return;
	}
	if (is_pocket) {
		const struct cube home = pocket_turned_home(c, DBL);
		uint8_t moves[SHORT_MOVES_MAX];
		unsigned distance;
		print_cycles(&home, false);
		if (short_moves_make(SUPERFLIP_2X2, c, moves, &distance) != EXIT_SOLVED)
			end_without_memory();
		printf("distance    %u\n", distance);
		return;
	}
	printf(SAY("symmetries  %d of %d\nparity      %s\norder       %u\n"),
	       __builtin_popcountll(cube_symmetries(c)), N_SYMMETRIES, SAY(cube_is_odd(c) ? "odd" : "even"),
	       cube_order(c));
	/* The cycles of the pieces ("corners UFL UBL twisted clockwise"), and by axis the edges that are not oriented
	 * (EO) and the corners and edges outside of domino reduction (DR: "4c 2e"); and whether half turns suffice
	 * (HTR). */
	print_cycles(c, false);
	print_cycles(c, true);
	print_by_axis("EO", c, FACE_F);
	print_by_axis("DR", c, FACE_U);
	struct group *const half_turns = group_generate(HALF_TURNS);
	if (half_turns == NULL)
		end_without_memory();
	printf("HTR         %s\n", SAY(group_has(half_turns, group_permutation_of(c)) ? "solved" : "no"));
	free(half_turns);
	unsigned slot;
	char *const cases = cases_name(c, &cube_solved, show_problem->read_options, &slot);
	printf(*cases != '\0' ? SAY("cases       %s\n") : "%s", cases);
	free(cases);
	const struct position_numbers n = numbers_of_cube(c);
	const struct phase1_coset coset = phase1_rank(c);
	char cycles[STICKER_CYCLES_TEXT_SIZE];
	sticker_cycles_write(c, cycles);
	printf(SAY("coordinates edges %u, flips %u, corners %u, twists %u\n"), n.edges, n.flips, n.corners,
	       n.twists);
	printf("phase 1     flip %u, slice %u, twist %u\n", coset.flip, coset.slice, coset.twist);
	printf(SAY("cycles      %s\nbounds      "), cycles);
	for (superflip_tables *const *at = show_request.bounds; *at != NULL; at++)
		printf("%s%s %u", at > show_request.bounds ? ", " : "", tables_heuristic(*at),
		       superflip_tables_bound(*at, &(superflip_cube){.cube = *c}));
	putchar('\n');
}
