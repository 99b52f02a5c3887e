/* The five stages.  All turns are clockwise quarter turns; X3 in a row of moves stands for three of them.
 *
 * No stage makes more turns than this:
 * - white cross: 5 + 7 + 8 + 9 for the places, as the table has them, and four flips of 6: 53;
 * - white corners: each is taken out of the upper layer (5), brought below its place (3) and turned in, at
 *   most six times 8 turns: 224;
 * - middle layer: four useless turns, an edge taken out (16), three turns, an edge put in (16), four times:
 *   156;
 * - yellow cross: three times 12 to flip edges, then 4 + 16 if no turn puts exactly one right, 3 to put it
 *   right, twice 16: 91;
 * - yellow corners: three times 20, then twists, at most twelve times 8, and four times Y3: 168. */
#include "steps/layers.h"

#include "cube/layout.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>

const char *const layers_stage_name[N_LAYERS_STAGES] = {
	"white cross", "white corners", "middle layer", "yellow cross", "yellow corners",
};

enum { MAX_TURNS = 53 + 224 + 156 + 91 + 168 };
static_assert((unsigned)MAX_TURNS <= METHOD_MAX_MOVES, "a result holds every turn");

/* ---- stickers ---- */

const char sticker_letter[N_STICKER_COLOURS + 1] = "WRBGOY";
const uint8_t sticker_face[N_STICKER_COLOURS] = {FACE_U, FACE_B, FACE_L, FACE_R, FACE_F, FACE_D};

const uint8_t sticker_edge[N_EDGES][2] = {
	{1, 16},  {3, 23},  {5, 30},  {7, 37},  {12, 19}, {14, 28},
	{10, 52}, {25, 39}, {21, 48}, {34, 41}, {32, 50}, {43, 46},
};
const uint8_t sticker_corner[N_CORNERS][3] = {
	{0, 15, 20}, {2, 17, 27}, {6, 26, 36}, {8, 33, 38}, {9, 18, 51}, {11, 29, 53}, {24, 42, 45}, {35, 44, 47},
};

struct stickers stickers_of_cube(const struct cube *c)
{
	static const uint8_t colour_of_face[N_FACES] = {STICKER_W, STICKER_G, STICKER_O, STICKER_Y, STICKER_B,
		STICKER_R};
	uint8_t origins[N_FACELETS];
	struct stickers s;
	facelet_origins(c, origins);
	for (unsigned i = 0; i < N_FACELETS; i++)
		s.colour[layout_index(ORDER_VECTOR, i)] = colour_of_face[origins[i] / FACE_FACELETS];
	return s;
}

/* [face][place]: where its sticker was before a clockwise turn. */
static uint8_t from[N_STICKER_COLOURS][N_STICKERS];

static void fill_turns(void)
{
	for (unsigned face = 0; face < N_STICKER_COLOURS; face++) {
		uint8_t origins[N_FACELETS];
		facelet_origins(&move_cube[sticker_face[face] * 3], origins);
		for (unsigned i = 0; i < N_FACELETS; i++)
			from[face][layout_index(ORDER_VECTOR, i)] = (uint8_t)layout_index(ORDER_VECTOR, origins[i]);
	}
}

void stickers_turn(struct stickers *s, enum sticker_colour face)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	const struct stickers before = *s;
	pthread_once(&once, fill_turns);
	for (unsigned i = 0; i < N_STICKERS; i++)
		s->colour[i] = before.colour[from[face][i]];
}

/* ---- turns, and where pieces are ---- */

/* The cube while it is being solved. */
struct solving {
	struct stickers s;
	struct method_result *out;
};

enum { W = STICKER_W, R = STICKER_R, B = STICKER_B, G = STICKER_G, O = STICKER_O, Y = STICKER_Y };

static unsigned colour_at(const struct solving *c, unsigned sticker)
{
	return c->s.colour[sticker];
}

static void turn(struct solving *c, unsigned face, unsigned n_quarters)
{
	for (; n_quarters > 0; n_quarters--) {
		assert(c->out->n_stage_moves < MAX_TURNS);
		stickers_turn(&c->s, face);
		c->out->stage_moves[c->out->n_stage_moves++] = (uint8_t)(sticker_face[face] * 3);
	}
}

/* Turns as a text: "R2 W3".  The letters a and b stand for two faces given. */
static void play(struct solving *c, const char *moves, unsigned a, unsigned b)
{
	for (; *moves != '\0'; moves++) {
		if (*moves == ' ')
			continue;
		const unsigned face = *moves == 'a'   ? a
		                      : *moves == 'b' ? b
		                                      : (unsigned)(strchr(sticker_letter, *moves) - sticker_letter);
		const bool has_number = moves[1] == '2' || moves[1] == '3';
		turn(c, face, has_number ? (unsigned)(moves[1] - '0') : 1);
		moves += has_number;
	}
}

/* Whether a sticker has the colour of its face. */
static bool is_home(const struct solving *c, unsigned sticker)
{
	return colour_at(c, sticker) == sticker / FACE_FACELETS;
}

/* The colours at a corner, a bit each, and those of the faces that meet there. */
static unsigned corner_colours(const struct solving *c, unsigned corner)
{
	const uint8_t *const at = sticker_corner[corner];
	return 1u << colour_at(c, at[0]) | 1u << colour_at(c, at[1]) | 1u << colour_at(c, at[2]);
}

static unsigned corner_faces(unsigned corner)
{
	const uint8_t *const at = sticker_corner[corner];
	return 1u << at[0] / FACE_FACELETS | 1u << at[1] / FACE_FACELETS | 1u << at[2] / FACE_FACELETS;
}

static bool is_corner_home(const struct solving *c, unsigned corner)
{
	const uint8_t *const at = sticker_corner[corner];
	return is_home(c, at[0]) && is_home(c, at[1]) && is_home(c, at[2]);
}

/* ---- 1: white cross ---- */
static void solve_white_cross(struct solving *c)
{
	/* Turns that bring the white edge with each colour home, from each of the twelve places; then the flips
	 * in place. */
	static const char *const from_place[4][N_EDGES] = {
		{"", "W", "W3", "W2", "R3", "R", "R2", "O W2", "B2 W", "G W3", "G2 W3", "O2 W2"},
		{"", "", "R W2 R3", "R W R3", "B", "R W3 R3", "Y B2", "B3", "B2", "O2 B3", "Y2 B2", "Y3 B2"},
		{"", "", "", "O G", "B3 Y2 G2 B", "G3", "Y3 G2", "O2 G", "Y2 G2", "G", "G2", "Y G2"},
		{"", "", "", "", "B3 Y O2 B", "G Y3 O2 G3", "Y2 O2", "O", "Y O2", "O3", "Y3 O2", "O2"},
	};
	static const char *const flip[4] = {"R W3 B W", "B W3 O W", "G W3 R W", "O W3 G W"};
	for (unsigned i = 0; i < 4; i++) {
		/* Where the edge is, either way round. */
		const unsigned wanted = 1u << W | 1u << sticker_edge[i][1] / FACE_FACELETS;
		unsigned at = 0;
		while ((1u << colour_at(c, sticker_edge[at][0]) | 1u << colour_at(c, sticker_edge[at][1])) != wanted)
			at++;
		play(c, from_place[i][at], W, W);
	}
	for (unsigned i = 0; i < 4; i++)
		if (!is_home(c, sticker_edge[i][0]))
			play(c, flip[i], W, W);
}

/* ---- 2: white corners ---- */
static void solve_white_corners(struct solving *c)
{
	static const uint8_t turned[4] = {B, R, O, G};
	for (unsigned place = 0; place < 4; place++)
		while (!is_corner_home(c, place)) {
			unsigned at = 0;
			while (corner_colours(c, at) != corner_faces(place))
				at++;
			if (at % 4 == place)
				for (unsigned i = 0; i < 6 && !is_corner_home(c, place); i++)
					play(c, "a3 Y3 a Y", turned[place], W);
			else if (at < 4)
				play(c, "a3 Y a", turned[at], W);
			else
				turn(c, Y, 1);
		}
}

/* ---- 3: middle layer ---- */

/* In the order in which they are looked at; an edge's first sticker is on the side, of the lower ones the
 * second is below. */
static const uint8_t lower_edge[4] = {6, 10, 8, 11}, middle_edge[4] = {4, 5, 7, 9};

/* Their "manchot": the edge of the lower layer at face a, with b below, goes into the middle layer between a
 * and b. */
static void put_into_middle(struct solving *c, unsigned a, unsigned b)
{
	static const uint8_t around[N_STICKER_COLOURS] = {[R] = 1, [B] = 2, [O] = 3, [G] = 4};  /* the sides in a row */
	const bool is_left = (around[a] + 4u - around[b]) % 4 == 1;
	play(c, is_left ? "Y b Y3 b3 Y3 a3 Y a" : "Y3 b3 Y b Y a Y3 a3", a, b);
}

/* The stickers of the first edge of the lower layer that is at its side and belongs to the middle; NULL:
 * none. */
static const uint8_t *find_ready_edge(const struct solving *c)
{
	for (unsigned i = 0; i < 4; i++) {
		const uint8_t *const at = sticker_edge[lower_edge[i]];
		if (is_home(c, at[0]) && colour_at(c, at[1]) != Y)
			return at;
	}
	return NULL;
}

static void solve_middle(struct solving *c)
{
	for (;;) {
		/* An edge that is in the middle layer but not where, or as, it belongs. */
		unsigned n_right = 0, wrong = 4;
		for (unsigned i = 4; i-- > 0;) {
			const uint8_t *const at = sticker_edge[middle_edge[i]];
			const bool is_right = is_home(c, at[0]) && is_home(c, at[1]);
			n_right += is_right;
			wrong = !is_right && colour_at(c, at[0]) != Y && colour_at(c, at[1]) != Y ? i : wrong;
		}
		if (n_right == 4)
			return;
		for (unsigned i = 0; i < 4 && find_ready_edge(c) == NULL; i++)
			turn(c, Y, 1);
		const uint8_t *const ready = find_ready_edge(c), *const out = sticker_edge[middle_edge[wrong % 4]];
		if (ready != NULL)
			put_into_middle(c, ready[0] / FACE_FACELETS, colour_at(c, ready[1]));
		else
			put_into_middle(c, out[0] / FACE_FACELETS, out[1] / FACE_FACELETS);
	}
}

/* ---- 4: yellow cross ---- */
static bool is_yellow(const struct solving *c, unsigned sticker_a, unsigned sticker_b)
{
	return colour_at(c, sticker_a) == Y && colour_at(c, sticker_b) == Y;
}

static unsigned count_at_their_side(const struct solving *c)
{
	unsigned n = 0;
	for (unsigned i = 0; i < 4; i++)
		n += is_home(c, sticker_edge[lower_edge[i]][0]);
	return n;
}

/* Their "chaise": three edges of the lower layer change places. */
static void cycle_yellow_edges(struct solving *c, unsigned a)
{
	play(c, "a Y2 a3 Y3 a Y3 a3", a, W);
}

static void solve_yellow_cross(struct solving *c)
{
	static const struct { uint8_t sticker, turned; } first_right[3] = {{43, B}, {21, R}, {10, G}};
	/* Their "croix jaune": which two yellow edges show says from where the turns are made. */
	static const uint8_t from_where[4][4] = {{52, 48, O, G}, {48, 46, G, R}, {46, 50, R, B}, {52, 50, B, O}};
	while (!is_yellow(c, 52, 48) || !is_yellow(c, 46, 50)) {
		unsigned i = 0;
		while (i < 4 && !is_yellow(c, from_where[i][0], from_where[i][1]))
			i++;
		play(c, "a3 Y3 b3 Y b a", from_where[i % 4][2], from_where[i % 4][3]);
	}
	while (count_at_their_side(c) != 1) {
		for (unsigned i = 0; i < 4 && count_at_their_side(c) != 1; i++)
			turn(c, Y, 1);
		if (count_at_their_side(c) != 1)
			cycle_yellow_edges(c, R);
	}
	while (count_at_their_side(c) != 4) {
		unsigned i = 0;
		while (i < 3 && !is_home(c, first_right[i].sticker))
			i++;
		cycle_yellow_edges(c, i < 3 ? first_right[i].turned : O);
	}
}

/* ---- 5: yellow corners ---- */
static void solve_yellow_corners(struct solving *c)
{
	static const uint8_t cycle[4][2] = {{R, O}, {G, B}, {B, G}, {O, R}};
	for (;;) {
		unsigned n_right = 0, first_right = 4;
		for (unsigned i = 4; i-- > 0;)
			if (corner_colours(c, 4 + i) == corner_faces(4 + i)) {
				n_right++;
				first_right = i;
			}
		if (n_right == 4)
			break;
		play(c, "a b3 Y a3 Y3 b Y a Y3 a3", cycle[first_right % 4][0], cycle[first_right % 4][1]);
	}
	/* Each in turn at the first corner, where no other one has yellow meanwhile. */
	for (unsigned i = 0; i < 4; i++) {
		while (!is_home(c, sticker_corner[4][2]))
			play(c, "R3 W3 R W", W, W);
		turn(c, Y, 3);
	}
}

/* ---- the method ---- */

void layers_write(const uint8_t *moves, unsigned n, char *out)
{
	static const char *const mark[] = {"", "2", "-"};
	for (unsigned i = 0; i < n; i++) {
		unsigned colour = 0;
		while (sticker_face[colour] != move_face(moves[i]))
			colour++;
		out = stpcpy(out, mark[move_turns(moves[i]) - 1]);
		*out++ = sticker_letter[colour];
		*out++ = ';';
	}
	*out = '\0';
}

/* The stages keep all quarter turns; the solution is what the filter leaves. */
static void solve_filtered(struct method_run *run)
{
	static void (*const solve_stage[N_LAYERS_STAGES])(struct solving *c) = {
		solve_white_cross, solve_white_corners, solve_middle, solve_yellow_cross, solve_yellow_corners,
	};
	struct method_result *const out = run->result;
	struct solving solving = {.s = stickers_of_cube(&run->request->cube), .out = out};
	out->n_stages = N_LAYERS_STAGES;
	for (unsigned stage = 0; stage < N_LAYERS_STAGES; stage++) {
		const unsigned begin = out->n_stage_moves;
		solve_stage[stage](&solving);
		out->stages[stage] =
			(struct method_stage){.name = layers_stage_name[stage], .n_moves = out->n_stage_moves - begin};
	}
	out->merge = method_merge_runs;
	memcpy(out->moves, out->stage_moves, out->n_stage_moves);
	out->n_moves = method_merge_runs(out->moves, out->n_stage_moves);
}

static void solve_folded(struct method_run *run)
{
	solve_filtered(run);
	run->result->merge = method_fold_moves;
	run->result->n_moves = method_fold_moves(run->result->moves, run->result->n_moves);
}

const struct method layers_method = {
	{"layers", "layer by layer, as a beginner solves (Boulanger & Ardisson): about 163 moves",
	 .has_stages = true},
	.solve = solve_filtered,
};
const struct method layers_folded_method = {
	{"layers-folded", "the same with all turns merged that can be merged: about 161 moves",
	 .has_stages = true},
	.solve = solve_folded,
};
