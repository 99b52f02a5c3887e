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
 * - yellow corners: three times 20, then twists, at most twelve times 8, and four times D3: 168. */
#include "steps/layers.h"

#include "pocket/pocket.h"

enum { MAX_TURNS = 53 + 224 + 156 + 91 + 168 };
static_assert((unsigned)MAX_TURNS <= METHOD_MAX_MOVES, "a result holds every turn");

/* ---- turns ---- */

/* The cube while it is being solved.  The report's faces W R B G O Y are U B L R F D. */
struct solving {
	struct cube cube;
	struct method_result *out;
};

/* Edges and corners in the report's order; of corners the lower ones are below the upper ones. */
static const uint8_t edges[N_EDGES] = {UB, UL, UR, UF, BL, BR, DB, FL, DL, FR, DR, DF};
static const uint8_t corners[N_CORNERS] = {ULB, UBR, UFL, URF, DBL, DRB, DLF, DFR};

/* Turns as a text: "B2 U3".  The letters a and b stand for the first two of `faces`. */
static void play(struct solving *c, const char *moves, const char *faces)
{
	for (; *moves != '\0'; moves++) {
		if (*moves == ' ')
			continue;
		const char letter = *moves == 'a' ? faces[0] : *moves == 'b' ? faces[1] : *moves;
		const unsigned move = (unsigned)(strchr(face_letter, letter) - face_letter) * 3;
		const bool has_number = moves[1] == '2' || moves[1] == '3';
		for (int n = has_number ? moves[1] - '0' : 1; n > 0; n--) {
			assert(c->out->n_stage_moves < MAX_TURNS);
			c->cube = cube_after(&c->cube, move);
			c->out->stage_moves[c->out->n_stage_moves++] = (uint8_t)move;
		}
		moves += has_number;
	}
}

static bool is_edge_home(const struct solving *c, unsigned edge)
{
	return c->cube.edge_perm[edge] == edge && c->cube.edge_ori[edge] == 0;
}

/* ---- 1: white cross ---- */
static void solve_white_cross(struct solving *c)
{
	/* Turns that bring the white edge with each colour home, from each of the twelve places; then the flips
	 * in place. */
	static const char *const from_place[4][N_EDGES] = {
		{"", "U", "U3", "U2", "B3", "B", "B2", "F U2", "L2 U", "R U3", "R2 U3", "F2 U2"},
		{"", "", "B U2 B3", "B U B3", "L", "B U3 B3", "D L2", "L3", "L2", "F2 L3", "D2 L2", "D3 L2"},
		{"", "", "", "F R", "L3 D2 R2 L", "R3", "D3 R2", "F2 R", "D2 R2", "R", "R2", "D R2"},
		{"", "", "", "", "L3 D F2 L", "R D3 F2 R3", "D2 F2", "F", "D F2", "F3", "D3 F2", "F2"},
	};
	static const char *const flip[4] = {"B U3 L U", "L U3 F U", "R U3 B U", "F U3 R U"};
	for (unsigned i = 0; i < 4; i++) {
		unsigned at = 0;
		while (c->cube.edge_perm[edges[at]] != edges[i])
			at++;
		play(c, from_place[i][at], NULL);
	}
	for (unsigned i = 0; i < 4; i++)
		if (!is_edge_home(c, edges[i]))
			play(c, flip[i], NULL);
}

/* ---- 2: white corners ---- */
static void solve_white_corners(struct solving *c)
{
	static const char turned[] = "LBFR";
	for (unsigned i = 0; i < 4; i++) {
		const unsigned corner = corners[i];
		while (c->cube.corner_perm[corner] != corner || c->cube.corner_ori[corner] != 0) {
			unsigned at = 0;
			while (c->cube.corner_perm[corners[at]] != corner)
				at++;
			if (at % 4 == i)
				play(c, "a3 D3 a D", &turned[i]);
			else if (at < 4)
				play(c, "a3 D a", &turned[at]);
			else
				play(c, "D", NULL);
		}
	}
}

/* ---- 3: middle layer ---- */

/* Their "manchot": the edge of the lower layer at the first face, with the second below, goes into the middle
 * layer between them. */
static void put_into_middle(struct solving *c, const char faces[2])
{
	/* The sides in a row. */
	const bool is_left = strstr("BLFRB", (char[]){faces[1], faces[0], '\0'}) != NULL;
	play(c, is_left ? "D b D3 b3 D3 a3 D a" : "D3 b3 D b D a D3 a3", faces);
}

/* Put the first edge of the lower layer into the middle that is at its side and belongs there.  @return
 * whether there is one */
static bool put_ready_edge(struct solving *c)
{
	static const uint8_t lower[4] = {DB, DR, DL, DF};
	array_foreach(place, lower) {
		const unsigned is_flipped = c->cube.edge_ori[*place];
		const char *const cubie = edge_name[c->cube.edge_perm[*place]];
		const char shown[] = {cubie[!is_flipped], cubie[is_flipped]};  /* at the side, and below */
		if (shown[0] == edge_name[*place][1] && shown[1] != 'D') {
			put_into_middle(c, shown);
			return true;
		}
	}
	return false;
}

static void solve_middle(struct solving *c)
{
	/* In the order in which they are looked at, and how one that is there is taken out. */
	static const struct { uint8_t edge; char faces[3]; } middle[4] = {
		{BL, "BL"}, {BR, "BR"}, {FL, "LF"}, {FR, "RF"},
	};
	for (;;) {
		/* An edge that is in the middle layer but not where, or as, it belongs. */
		unsigned n_right = 0, wrong = 0;
		for (unsigned i = 4; i-- > 0;) {
			const bool is_right = is_edge_home(c, middle[i].edge);
			n_right += is_right;
			wrong = !is_right && c->cube.edge_perm[middle[i].edge] >= FR ? i : wrong;
		}
		if (n_right == 4)
			return;
		bool is_put = put_ready_edge(c);
		for (unsigned i = 0; i < 4 && !is_put; i++) {
			play(c, "D", NULL);
			is_put = put_ready_edge(c);
		}
		if (!is_put)
			put_into_middle(c, middle[wrong].faces);
	}
}

/* ---- 4: yellow cross, of edges that are all in the lower layer ---- */
static unsigned count_at_their_side(const struct solving *c)
{
	unsigned n = 0;
	for (unsigned edge = DR; edge <= DB; edge++)
		n += is_edge_home(c, edge);
	return n;
}

/* Their "chaise": three edges of the lower layer change places. */
static void cycle_yellow_edges(struct solving *c, const char *face)
{
	play(c, "a D2 a3 D3 a D3 a3", face);
}

static void solve_yellow_cross(struct solving *c)
{
	static const struct { uint8_t edge; char turned[2]; } first_right[3] = {{DF, "L"}, {DL, "B"}, {DB, "R"}};
	/* Their "croix jaune": which two yellow edges show says from where the turns are made. */
	static const struct { uint8_t edge[2]; char faces[3]; } from_where[4] = {
		{{DB, DL}, "FR"}, {{DL, DF}, "RB"}, {{DF, DR}, "BL"}, {{DB, DR}, "LF"},
	};
	const uint8_t *const flips = c->cube.edge_ori;
	while ((flips[DR] | flips[DF] | flips[DL] | flips[DB]) != 0) {
		unsigned i = 0;
		while (i < 4 && (flips[from_where[i].edge[0]] | flips[from_where[i].edge[1]]) != 0)
			i++;
		play(c, "a3 D3 b3 D b a", from_where[i % 4].faces);
	}
	while (count_at_their_side(c) != 1) {
		for (unsigned i = 0; i < 4 && count_at_their_side(c) != 1; i++)
			play(c, "D", NULL);
		if (count_at_their_side(c) != 1)
			cycle_yellow_edges(c, "B");
	}
	while (count_at_their_side(c) != 4) {
		unsigned i = 0;
		while (i < 3 && !is_edge_home(c, first_right[i].edge))
			i++;
		cycle_yellow_edges(c, i < 3 ? first_right[i].turned : "F");
	}
}

/* ---- 5: yellow corners ---- */
static void solve_yellow_corners(struct solving *c)
{
	static const char cycle[4][2] = {"BF", "RL", "LR", "FB"};
	if (cube_is_odd(&c->cube))  /* only without edges */
		play(c, "D", NULL);
	for (;;) {
		unsigned n_right = 0, first_right = 0;
		for (unsigned i = 4; i-- > 0;)
			if (c->cube.corner_perm[corners[4 + i]] == corners[4 + i]) {
				n_right++;
				first_right = i;
			}
		if (n_right == 4)
			break;
		play(c, "a b3 D a3 D3 b D a D3 a3", cycle[first_right]);
	}
	/* Each in turn at the first corner, where no other one has yellow meanwhile. */
	for (unsigned i = 0; i < 4; i++) {
		while (c->cube.corner_perm[DBL] < DFR || c->cube.corner_ori[DBL] != 0)
			play(c, "B3 U3 B U", NULL);
		play(c, "D3", NULL);
	}
}

/* ---- the method ---- */

void layers_write(const uint8_t *moves, unsigned n, char *out)
{
	static const char *const mark[] = {"", "2", "-"};
	items_foreach(move, moves, n) {
		out = stpcpy(out, mark[move_turns(*move) - 1]);
		*out++ = "WGOYBR"[move_face(*move)];
		*out++ = ';';
	}
	*out = '\0';
}

/* The stages keep all quarter turns; the solution is what the filter leaves.  A 2x2x2 has those of the
 * corners. */
static void solve_filtered(struct method_run *run)
{
	static const struct {
		const char *name;
		void (*solve)(struct solving *c);
		bool is_of_edges;
	} stages[N_LAYERS_STAGES] = {
		{"white cross", solve_white_cross, true}, {"white corners", solve_white_corners, false},
		{"middle layer", solve_middle, true},     {"yellow cross", solve_yellow_cross, true},
		{"yellow corners", solve_yellow_corners, false},
	};
	const bool is_pocket = run->method->pocket == NULL;
	const struct cube *const c = &run->request->cube;
	struct method_result *const out = run->result;
	struct solving solving = {.cube = is_pocket ? pocket_turned_home(c, DBL) : *c, .out = out};
	array_foreach(stage, stages) {
		const unsigned begin = out->n_stage_moves;
		if (is_pocket && stage->is_of_edges)
			continue;
		stage->solve(&solving);
		out->stages[out->n_stages++] =
			(struct method_stage){.name = stage->name, .n_moves = out->n_stage_moves - begin};
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

static const struct method pocket_layers = {{"layers", "layer by layer", .has_stages = true},
	.solve = solve_filtered},
	pocket_layers_folded = {{"layers-folded", "the same, folded", .has_stages = true}, .solve = solve_folded};

const struct method layers_method = {
	{"layers", "layer by layer, as a beginner solves (Boulanger & Ardisson): about 163 moves",
	 .has_stages = true},
	.solve = solve_filtered, .pocket = &pocket_layers,
};
const struct method layers_folded_method = {
	{"layers-folded", "the same with all turns merged that can be merged: about 161 moves",
	 .has_stages = true},
	.solve = solve_folded, .pocket = &pocket_layers_folded,
};
