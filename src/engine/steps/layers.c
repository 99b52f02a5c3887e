/* The five stages.  All turns are clockwise quarter turns; X3 in a row of moves stands for three of them.
 *
 * No stage makes more turns than this:
 * - white cross: 5 + 7 + 8 + 9 for the places, as the table has them, and four flips of 6: 53;
 * - white corners: each is taken out of the upper layer (5), brought below its place (3) and turned in, at most six times
 *   8 turns: 224;
 * - middle layer: four useless turns, an edge taken out (16), three turns, an edge put in (16), four times: 156;
 * - yellow cross: three times 12 to flip edges, then 4 + 16 if no turn puts exactly one right, 3 to put it right, twice 16: 91;
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
	{1, 16}, {3, 23}, {5, 30}, {7, 37}, {12, 19}, {14, 28}, {10, 52}, {25, 39}, {21, 48}, {34, 41}, {32, 50}, {43, 46},
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
		const unsigned face = *moves == 'a' ? a : *moves == 'b' ? b : (unsigned)(strchr(sticker_letter, *moves) - sticker_letter);
		const bool has_number = moves[1] == '2' || moves[1] == '3';
		turn(c, face, has_number ? (unsigned)(moves[1] - '0') : 1);
		moves += has_number;
	}
}

static unsigned corner_colours(const struct solving *c, unsigned corner)
{
	const uint8_t *const at = sticker_corner[corner];
	return 1u << colour_at(c, at[0]) | 1u << colour_at(c, at[1]) | 1u << colour_at(c, at[2]);
}

static bool corner_shows(const struct solving *c, unsigned corner, const uint8_t colours[3])
{
	for (unsigned i = 0; i < 3; i++)
		if (colour_at(c, sticker_corner[corner][i]) != colours[i])
			return false;
	return true;
}

/* ---- 1: white cross ---- */
static void solve_white_cross(struct solving *c)
{
	/* Turns that bring the white edge with each colour home, from each of the twelve places; then the flips in place. */
	static const struct { uint8_t colour; const char *from[N_EDGES]; } place[4] = {
		{R, {"", "W", "W3", "W2", "R3", "R", "R2", "O W2", "B2 W", "G W3", "G2 W3", "O2 W2"}},
		{B, {"", "", "R W2 R3", "R W R3", "B", "R W3 R3", "Y B2", "B3", "B2", "O2 B3", "Y2 B2", "Y3 B2"}},
		{G, {"", "", "", "O G", "B3 Y2 G2 B", "G3", "Y3 G2", "O2 G", "Y2 G2", "G", "G2", "Y G2"}},
		{O, {"", "", "", "", "B3 Y O2 B", "G Y3 O2 G3", "Y2 O2", "O", "Y O2", "O3", "Y3 O2", "O2"}},
	};
	static const struct { uint8_t sticker; const char *moves; } flip[4] = {
		{1, "R W3 B W"}, {3, "B W3 O W"}, {5, "G W3 R W"}, {7, "O W3 G W"},
	};
	for (unsigned i = 0; i < 4; i++) {
		/* Where the edge is, either way round. */
		const unsigned wanted = 1u << W | 1u << place[i].colour;
		unsigned at = 0;
		while ((1u << colour_at(c, sticker_edge[at][0]) | 1u << colour_at(c, sticker_edge[at][1])) != wanted)
			at++;
		play(c, place[i].from[at], W, W);
	}
	for (unsigned i = 0; i < 4; i++)
		if (colour_at(c, flip[i].sticker) != W)
			play(c, flip[i].moves, W, W);
}

/* ---- 2: white corners ---- */
static void solve_white_corners(struct solving *c)
{
	static const struct { uint8_t colours[3], turned; } corner[4] = {
		{{W, R, B}, B}, {{W, R, G}, R}, {{W, B, O}, O}, {{W, G, O}, G},
	};
	static const uint8_t takes_out[4] = {B, R, O, G};
	for (unsigned place = 0; place < 4; place++) {
		const uint8_t *const wanted = corner[place].colours;
		while (!corner_shows(c, place, wanted)) {
			unsigned at = 0;
			while (corner_colours(c, at) != (1u << wanted[0] | 1u << wanted[1] | 1u << wanted[2]))
				at++;
			if (at == place || at == place + 4)
				for (unsigned i = 0; i < 6 && !corner_shows(c, place, wanted); i++)
					play(c, "a3 Y3 a Y", corner[place].turned, W);
			else if (at < 4)
				play(c, "a3 Y a", takes_out[at], W);
			else
				turn(c, Y, 1);
		}
	}
}

/* ---- 3: middle layer ---- */

/* The stickers of the lower layer's edges: on the side, and below.  In the order in which they are looked at. */
static const struct { uint8_t colour, side, below; } lower_edge[4] = {{R, 10, 52}, {G, 32, 50}, {B, 21, 48}, {O, 43, 46}};

/* Their "manchot": the edge of the lower layer at face a, with b below, goes into the middle layer between a and b. */
static void put_into_middle(struct solving *c, unsigned a, unsigned b)
{
	static const uint8_t around[N_STICKER_COLOURS] = {[R] = 1, [B] = 2, [O] = 3, [G] = 4};  /* the sides in a row */
	const bool is_left = (around[a] + 4u - around[b]) % 4 == 1;
	play(c, is_left ? "Y b Y3 b3 Y3 a3 Y a" : "Y3 b3 Y b Y a Y3 a3", a, b);
}

/* The first edge of the lower layer that is at its side and belongs to the middle; 4: none. */
static unsigned find_ready_edge(const struct solving *c)
{
	unsigned i = 0;
	while (i < 4 && (colour_at(c, lower_edge[i].side) != lower_edge[i].colour || colour_at(c, lower_edge[i].below) == Y))
		i++;
	return i;
}

static void solve_middle(struct solving *c)
{
	static const struct { uint8_t edge, colours[2]; } middle[4] = {{4, {R, B}}, {5, {R, G}}, {7, {B, O}},
		{9, {G, O}}};
	static const uint8_t right[8][2] = {{14, R}, {28, G}, {34, G}, {41, O}, {39, O}, {25, B}, {19, B}, {12, R}};
	for (;;) {
		unsigned n_right = 0;
		while (n_right < 8 && colour_at(c, right[n_right][0]) == right[n_right][1])
			n_right++;
		if (n_right == 8)
			return;
		for (unsigned i = 0; i < 4 && find_ready_edge(c) == 4; i++)
			turn(c, Y, 1);
		const unsigned ready = find_ready_edge(c);
		if (ready < 4) {
			put_into_middle(c, lower_edge[ready].colour, colour_at(c, lower_edge[ready].below));
			continue;
		}
		/* Bring an edge out that is in the middle layer but not where, or as, it belongs. */
		unsigned i = 0;
		for (; i < 4; i++) {
			const unsigned first = colour_at(c, sticker_edge[middle[i].edge][0]);
			const unsigned second = colour_at(c, sticker_edge[middle[i].edge][1]);
			if (first != Y && second != Y && (first != middle[i].colours[0]
				|| second != middle[i].colours[1]))
				break;
		}
		put_into_middle(c, middle[i % 4].colours[0], middle[i % 4].colours[1]);
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
		n += colour_at(c, lower_edge[i].side) == lower_edge[i].colour;
	return n;
}

/* Their "chaise": three edges of the lower layer change places. */
static void cycle_yellow_edges(struct solving *c, unsigned a)
{
	play(c, "a Y2 a3 Y3 a Y3 a3", a, W);
}

static void solve_yellow_cross(struct solving *c)
{
	static const struct { uint8_t colour, sticker, turned; } first_right[3] = {{O, 43, B}, {B, 21, R}, {R, 10, G}};
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
		while (i < 3 && colour_at(c, first_right[i].sticker) != first_right[i].colour)
			i++;
		cycle_yellow_edges(c, i < 3 ? first_right[i].turned : O);
	}
}

/* ---- 5: yellow corners ---- */
static void solve_yellow_corners(struct solving *c)
{
	static const uint8_t yellow_corner[4][3] = {{R, B, Y}, {R, G, Y}, {B, O, Y}, {G, O, Y}};
	static const uint8_t cycle[4][2] = {{R, O}, {G, B}, {B, G}, {O, R}};
	static const uint8_t shown[4][3] = {{R, B, Y}, {B, O, Y}, {O, G, Y}, {G, R, Y}};  /* in the order in which Y3 brings them */
	for (;;) {
		unsigned n_right = 0, first_right = 4;
		for (unsigned i = 4; i-- > 0;)
			if (corner_colours(c, 4 + i) == (1u << yellow_corner[i][0] | 1u << yellow_corner[i][1] | 1u << yellow_corner[i][2])) {
				n_right++;
				first_right = i;
			}
		if (n_right == 4)
			break;
		play(c, "a b3 Y a3 Y3 b Y a Y3 a3", cycle[first_right % 4][0], cycle[first_right % 4][1]);
	}
	for (unsigned i = 0; i < 4; i++) {
		while (!corner_shows(c, 4, shown[i]))
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
		out->stages[stage] = (struct method_stage){.name = layers_stage_name[stage], .n_moves = out->n_stage_moves - begin};
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
	{"layers", "layer by layer, as a beginner solves (Boulanger & Ardisson): about 163 moves", .has_stages = true}, .solve = solve_filtered,
};
const struct method layers_folded_method = {
	{"layers-folded", "the same with all turns merged that can be merged: about 161 moves", .has_stages = true}, .solve = solve_folded,
};
