/* The shortest solutions of cubes, without anything of the solver.
 *
 *     shortest htm|qtm one|all [MAX [LEVELS]]
 *
 * reads a cube a line, a scramble of face turns or 54 facelets (URFDLB, row by row), and prints its length
 * and one or all shortest solutions, tabs between them; ">MAX" if there is none of at most MAX moves.
 * Solutions that differ in the order of turns of opposite faces are one: U before D, R before L, F before B.
 * In qtm two equal quarter turns are printed as a half turn.  A line that is no cube ends the program.
 *
 * A cube is 48 stickers in space.  The search is IDA* (Korf 1985), bounded by the distances to the group
 * <U, D, R2, L2, F2, B2> and to those of the other two axes (Kociemba).  The table of these distances is
 * filled up to a level (9, in qtm 10), and what is farther away counts as one more. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { N_PLACES = 48, FIRST_EDGE = 24, N_EDGES = 12, N_FACELETS = 54, CENTRE = N_PLACES, N_IMAGES = 16 };
enum { N_TURNS = 18, N_AXES = 3, MAX_LENGTH = 30 };
enum { N_TWISTS = 2187, N_FLIPS = 2048, N_SLICES = 495, N_CLASSES = 64430 };

static void die(const char *what, const char *text)
{
	fprintf(stderr, "shortest: %s '%s'\n", what, text);
	exit(2);
}

/* ---- the cube in space: x to the right, y up, z to the front ---- */
/* A sticker is on a cubie, on the side along an axis.  The places of a corner are 3c to 3c + 2, clockwise,
 * that on U or D first; those of an edge are even and odd, that on U or D first, or else that on R or L. */
struct sticker { int at[3], axis; };
static struct sticker stickers[N_PLACES];
static uint8_t place_of_facelet[N_FACELETS];
static const char faces[] = "URFDLB";
static const int axis_of_face[] = {1, 0, 2, 1, 0, 2};

/* Where each sticker goes, or comes to be seen. */
struct map { uint8_t to[N_PLACES]; };
static struct map turn[N_TURNS];                /* 3 * face + quarter turns clockwise - 1 */
static struct map along[N_AXES];                /* rotations that bring this axis upright */
static struct map image[N_IMAGES];              /* all that keep y upright; from 8 on they exchange x and z */

static unsigned find_place(const struct sticker *s)
{
	unsigned p = 0;
	while (memcmp(&stickers[p], s, sizeof *s) != 0)
		p++;
	return p;
}

static void make_stickers(void)
{
	struct sticker *corner = stickers, *edge = stickers + FIRST_EDGE;
	for (int i = 0; i < 27; i++) {
		const int at[3] = {i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1}, volume = at[0] * at[1] * at[2];
		const int axes[3] = {1, volume > 0 ? 2 : 0, volume > 0 ? 0 : 2};
		struct sticker **const next = volume != 0 ? &corner : &edge;
		for (int k = 0; k < 3 && abs(at[0]) + abs(at[1]) + abs(at[2]) >= 2; k++)
			if (at[axes[k]] != 0)
				*(*next)++ = (struct sticker){{at[0], at[1], at[2]}, axes[k]};
	}
	for (unsigned f = 0; f < N_FACELETS; f++) {
		const int axis = axis_of_face[f / 9], row = (int)(f / 3 % 3) - 1, column = (int)(f % 3) - 1;
		int normal[3] = {0, 0, 0};
		normal[axis] = f / 9 < 3 ? 1 : -1;
		const int down[3] = {0, axis == 1 ? 0 : -1, normal[1]};
		struct sticker s = {.axis = axis};
		for (int k = 0; k < 3; k++) {           /* to the right is normal x down */
			const int b = (k + 1) % 3, c = (k + 2) % 3, right = normal[b] * down[c] - normal[c] * down[b];
			s.at[k] = normal[k] + row * down[k] + column * right;
		}
		place_of_facelet[f] = (uint8_t)(row == 0 && column == 0 ? CENTRE : find_place(&s));
	}
}

/* Coordinate from[k] times sign[k] becomes coordinate k.  @param face  whose stickers alone move; -1: all */
static struct map make_map(const int from[3], const int sign[3], int face)
{
	struct map m;
	for (unsigned p = 0; p < N_PLACES; p++) {
		const struct sticker s = stickers[p];
		struct sticker to = s;
		const bool stays = face >= 0 && s.at[axis_of_face[face]] != (face < 3 ? 1 : -1);
		for (int k = 0; k < 3 && !stays; k++) {
			to.at[k] = sign[k] * s.at[from[k]];
			to.axis = from[k] == s.axis ? k : to.axis;
		}
		m.to[p] = (uint8_t)find_place(&to);
	}
	return m;
}

static struct map then(const struct map *first, const struct map *second)
{
	struct map m;
	for (unsigned p = 0; p < N_PLACES; p++)
		m.to[p] = second->to[first->to[p]];
	return m;
}

static void make_maps(void)
{
	for (int face = 0; face < 6; face++) {
		/* A quarter turn of U brings F to L and R to F. */
		const int axis = axis_of_face[face], b = (axis + 1) % 3, c = (axis + 2) % 3, side = face < 3 ? 1 : -1;
		int from[3], sign[3];
		from[axis] = axis, from[b] = c, from[c] = b;
		sign[axis] = 1, sign[b] = side, sign[c] = -side;
		struct map *const t = &turn[3 * face];
		t[0] = make_map(from, sign, face);
		t[1] = then(&t[0], &t[0]);
		t[2] = then(&t[1], &t[0]);
	}
	for (int a = 0; a < N_AXES; a++)
		along[a] = make_map((const int[]){(a + 2) % 3, a, (a + 1) % 3}, (const int[]){1, 1, 1}, -1);
	for (unsigned s = 0; s < N_IMAGES; s++)
		image[s] = make_map((const int[]){s < 8 ? 0 : 2, 1, s < 8 ? 2 : 0},
		                    (const int[]){s & 1 ? -1 : 1, s & 2 ? -1 : 1, s & 4 ? -1 : 1}, -1);
}

/* ---- what the group keeps: the cube with the stickers of U and D painted, and of edges without them those
 * of R and L in one colour and those of F and B in another ---- */
enum paint { PLAIN, UPRIGHT, ACROSS, DEEP };    /* stickers along y, along x and along z */
struct numbers { uint16_t slice, flips, twists; };  /* of the painted cube */
static uint16_t slice_number[1 << N_EDGES], slice_mask[N_SLICES];
static struct numbers after_turn[N_TWISTS][N_TURNS];  /* each number after a turn; the others do not matter */

static uint8_t paint_of(const struct sticker *s)
{
	return s->axis == 1 ? UPRIGHT : s->at[1] != 0 ? PLAIN : s->axis == 0 ? ACROSS : DEEP;
}

static struct numbers number(const uint8_t paint[N_PLACES])
{
	unsigned slice = 0, flips = 0, twists = 0;
	for (unsigned p = FIRST_EDGE - 3; p-- > 0;)     /* seven corners tell the eighth, eleven edges the last */
		twists = paint[p] == UPRIGHT ? 3 * twists + p % 3 : twists;
	for (unsigned e = 0; e < N_EDGES; e++) {
		const unsigned first = paint[FIRST_EDGE + 2 * e], second = paint[FIRST_EDGE + 2 * e + 1];
		slice |= (unsigned)(first + second == ACROSS + DEEP) << e;
		flips |= (unsigned)(second == UPRIGHT || second == ACROSS) << e;
	}
	return (struct numbers){slice_number[slice], flips % N_FLIPS, (uint16_t)twists};
}

/* @param exchanges  whether the stickers of R and L go to F and B */
static struct numbers carry(const struct map *m, bool exchanges, struct numbers n)
{
	uint8_t paint[N_PLACES] = {PLAIN}, carried[N_PLACES];
	const unsigned flips = n.flips | (__builtin_popcount(n.flips) % 2 != 0 ? 1u << (N_EDGES - 1) : 0);
	for (unsigned p = 0, twist, sum = 0; p < FIRST_EDGE; p += 3, n.twists /= 3, sum += twist) {
		twist = p < FIRST_EDGE - 3 ? n.twists % 3 : (24 - sum) % 3;
		paint[p + twist] = UPRIGHT;
	}
	for (unsigned e = 0; e < N_EDGES; e++) {
		uint8_t *const edge = &paint[FIRST_EDGE + 2 * e];
		const bool is_flipped = flips >> e & 1, is_of_slice = slice_mask[n.slice] >> e & 1;
		edge[is_flipped] = is_of_slice ? ACROSS : UPRIGHT;
		edge[!is_flipped] = is_of_slice ? DEEP : PLAIN;
	}
	for (unsigned p = 0; p < N_PLACES; p++)
		carried[m->to[p]] = exchanges && paint[p] >= ACROSS ? (uint8_t)(ACROSS + DEEP - paint[p]) : paint[p];
	return number(carried);
}

static void make_coordinates(void)
{
	for (unsigned mask = 0, n = 0; mask < 1 << N_EDGES; mask++)
		if (__builtin_popcount(mask) == 4) {
			slice_number[mask] = (uint16_t)n;
			slice_mask[n++] = (uint16_t)mask;
		}
	for (uint16_t i = 0; i < N_TWISTS; i++)
		for (unsigned t = 0; t < N_TURNS; t++)
			after_turn[i][t] = carry(&turn[t], false, (struct numbers){i % N_SLICES, i % N_FLIPS, i});
}

static inline struct numbers turned(struct numbers n, unsigned t)
{
	return (struct numbers){after_turn[n.slice][t].slice, after_turn[n.flips][t].flips,
	                        after_turn[n.twists][t].twists};
}

/* ---- the table: a row of all twists for each class of states of the edges, images of each other ---- */
static uint8_t table[N_CLASSES * N_TWISTS] __attribute__((aligned(1 << 21)));
static uint32_t row_of[N_SLICES * N_FLIPS];     /* 16 * its begin, and the image of the class's first state */
static struct numbers first_of[N_CLASSES];
static uint16_t same[N_CLASSES];                /* images that leave the first state as it is, as bits */
static uint16_t twists_before[N_IMAGES][N_TWISTS];  /* that an image makes these */
static uint32_t permitted;                      /* turns, as bits */

static inline uint8_t *entry_of(struct numbers n)
{
	const uint32_t row = row_of[n.slice * N_FLIPS + n.flips];
	return &table[(row >> 4) + twists_before[row & 15][n.twists]];
}

static void make_classes(void)
{
	memset(row_of, 0xff, sizeof row_of);
	for (unsigned i = 0, n = 0; i < N_SLICES * N_FLIPS; i++)
		for (unsigned s = 0, is_new = row_of[i] == UINT32_MAX; s < N_IMAGES && is_new; s++) {
			first_of[n] = (struct numbers){(uint16_t)(i / N_FLIPS), i % N_FLIPS, 0};
			const struct numbers seen = carry(&image[s], s >= 8, first_of[n]);
			const unsigned to = seen.slice * (unsigned)N_FLIPS + seen.flips;
			row_of[to] = row_of[to] == UINT32_MAX ? n * N_TWISTS << 4 | s : row_of[to];
			same[n] |= (uint16_t)((to == i) << s);
			n += s == N_IMAGES - 1;
		}
	for (unsigned s = 0; s < N_IMAGES; s++)
		for (uint16_t i = 0; i < N_TWISTS; i++)
			twists_before[s][carry(&image[s], s >= 8, (struct numbers){0, 0, i}).twists] = i;
}

/* By breadth-first search from the group. */
static void fill_table(unsigned levels)
{
	const uint8_t *const end = table + sizeof table;
	uint8_t paint[N_PLACES];
	for (unsigned p = 0; p < N_PLACES; p++)
		paint[p] = paint_of(&stickers[p]);
	madvise(table, sizeof table, MADV_HUGEPAGE);
	memset(table, (int)levels + 1, sizeof table);
	*entry_of(number(paint)) = 0;
	for (unsigned level = 0; level < levels; level++)
		for (const uint8_t *at = table; (at = memchr(at, (int)level, (size_t)(end - at))) != NULL; at++) {
			struct numbers n = first_of[(at - table) / N_TWISTS];
			n.twists = (uint16_t)((at - table) % N_TWISTS);
			for (uint32_t turns = permitted; turns != 0; turns &= turns - 1) {
				const uint8_t *const to = entry_of(turned(n, (unsigned)__builtin_ctz(turns)));
				const size_t twists = (size_t)(to - table) % N_TWISTS, row = (size_t)(to - table) - twists;
				/* The same state of the edges, seen otherwise, has the corners twisted otherwise. */
				for (uint32_t s = *to > level + 1 ? same[row / N_TWISTS] : 0; s != 0; s &= s - 1)
					table[row + twists_before[__builtin_ctz(s)][twists]] = (uint8_t)(level + 1);
			}
		}
}

/* ---- the search ---- */
struct node { struct numbers along[N_AXES]; uint8_t distance[N_AXES]; };
static uint8_t seen[N_AXES][N_TURNS];           /* the turn as it is seen with this axis upright */
static uint32_t after[N_TURNS];                 /* turns that may follow */
static struct map scrambled;                    /* by place: the sticker there */
static unsigned path[MAX_LENGTH], n_found;
static bool wants_all;

static void make_turns(bool has_half_turns)
{
	for (unsigned t = 0; t < N_TURNS; t++)
		for (unsigned next = 0; next < N_TURNS; next++) {
			if (t / 3 % 3 != next / 3 % 3 || t / 3 < next / 3 || (!has_half_turns && next == t && t % 3 == 0))
				after[t] |= permitted & 1u << next;
			for (unsigned a = 0; a < N_AXES; a++) {
				const struct map there = then(&turn[t], &along[a]), here = then(&along[a], &turn[next]);
				if (memcmp(&there, &here, sizeof there) == 0)
					seen[a][t] = (uint8_t)next;
			}
		}
}

/* A path that leads into the groups of all axes.  @return whether the search is over */
static bool end_path(unsigned length)
{
	for (unsigned p = 0; p < N_PLACES; p++) {
		unsigned at = p;
		for (unsigned i = 0; i < length; i++)
			at = turn[path[i]].to[at];
		if (at != scrambled.to[p])
			return false;
	}
	if (n_found++ == 0)
		printf("%u", length);
	for (unsigned i = 0; i < length; i++) {
		const bool is_pair = i + 1 < length && path[i] == path[i + 1];
		const unsigned amount = is_pair ? 1 : path[i] % 3;
		printf("%c%c%s", i > 0 ? ' ' : '\t', faces[path[i] / 3], amount == 1 ? "2" : amount == 2 ? "'" : "");
		i += is_pair;
	}
	return !wants_all;
}

/* A cube that is not solved in fewer turns.  The last turn of a solution is in the group of its axis, so
 * there is a group that is nearer than `left`.  @return whether the search is over */
static bool descend(const struct node *n, unsigned depth, unsigned left)
{
	struct node child[N_TURNS];
	const uint8_t *const d = n->distance;
	const unsigned first = d[0] >= d[1] && d[0] >= d[2] ? 0 : d[1] >= d[2] ? 1 : 2;
	uint32_t turns = depth > 0 ? after[path[depth - 1]] : permitted;
	if (left-- == 0)
		return end_path(depth);
	if (depth > 1 && path[depth - 1] == path[depth - 2])
		turns &= ~(1u << path[depth - 1]);
	for (unsigned k = 0; k < N_AXES; k++) {     /* the axis that keeps most turns away, then the others */
		const unsigned a = (first + k) % N_AXES;
		for (uint32_t rest = turns; rest != 0; rest &= rest - 1) {
			const unsigned t = (unsigned)__builtin_ctz(rest);
			child[t].along[a] = turned(n->along[a], seen[a][t]);
			__builtin_prefetch(entry_of(child[t].along[a]));
		}
		for (uint32_t rest = turns; rest != 0; rest &= rest - 1) {
			struct node *const c = &child[__builtin_ctz(rest)];
			c->distance[a] = *entry_of(c->along[a]);
			turns &= c->distance[a] > left ? ~(rest & -rest) : ~0u;
		}
	}
	for (; turns != 0; turns &= turns - 1) {
		const struct node *const c = &child[path[depth] = (unsigned)__builtin_ctz(turns)];
		const bool is_nearer = c->distance[0] < left || c->distance[1] < left || c->distance[2] < left;
		if ((is_nearer || left == 0) && descend(c, depth + 1, left))
			return true;
	}
	return false;
}

static void solve(unsigned max_length)
{
	struct node root = {.distance = {0}};
	for (unsigned a = 0; a < N_AXES; a++) {
		uint8_t paint[N_PLACES];
		for (unsigned p = 0; p < N_PLACES; p++)
			paint[along[a].to[p]] = paint_of(&stickers[along[a].to[scrambled.to[p]]]);
		root.along[a] = number(paint);
	}
	n_found = 0;
	for (unsigned length = 0; length <= max_length && n_found == 0; length++)
		descend(&root, 0, length);
	if (n_found == 0)
		printf(">%u", max_length);
	printf("\n");
	fflush(stdout);
}

/* ---- reading ---- */
static void read_moves(const char *text)
{
	for (const char *at = text + strspn(text, " "); *at != '\0'; at += strspn(at, " ")) {
		const char *const face = strchr(faces, *at++);
		const unsigned amount = *at == '2' ? 1 : *at == '\'' ? 2 : 0;
		const struct map before = scrambled;
		if (face == NULL)
			die("no turns:", text);
		for (unsigned p = 0; p < N_PLACES; p++)
			scrambled.to[turn[3 * (face - faces) + amount].to[p]] = before.to[p];
		at += amount > 0;
	}
}

/* The next sticker of a piece, clockwise. */
static unsigned next_to(unsigned p)
{
	return p >= FIRST_EDGE ? p ^ 1 : p / 3 * 3 + (p + 1) % 3;
}

static void read_facelets(const char *text)
{
	char home[N_PLACES + 1], colour[N_PLACES + 1];
	bool is_there[N_PLACES + 1] = {false};
	for (unsigned f = 0; f < N_FACELETS; f++) {
		home[place_of_facelet[f]] = faces[f / 9];
		colour[place_of_facelet[f]] = text[f];
	}
	for (unsigned p = 0, s; p < N_PLACES; p++) {
		const unsigned second = next_to(p), third = next_to(second);
		for (s = 0; s < N_PLACES; s++)
			if (home[s] == colour[p] && home[next_to(s)] == colour[second]
			    && home[next_to(next_to(s))] == colour[third])
				break;
		if (s == N_PLACES || is_there[s])
			die("no cube:", text);
		is_there[s] = true;
		scrambled.to[p] = (uint8_t)s;
	}
}

int main(int argc, char **argv)
{
	const bool is_qtm = argc > 1 && strcmp(argv[1], "qtm") == 0;
	const unsigned max_length = argc > 3 ? (unsigned)atoi(argv[3]) : MAX_LENGTH;
	wants_all = argc > 2 && strcmp(argv[2], "all") == 0;
	if (argc < 3 || (!is_qtm && strcmp(argv[1], "htm") != 0) || max_length > MAX_LENGTH)
		die("expected htm|qtm one|all [MAX [LEVELS]], not", argc > 1 ? argv[1] : "");
	permitted = is_qtm ? 0555555 : 0777777;
	make_stickers();
	make_maps();
	make_coordinates();
	make_classes();
	make_turns(!is_qtm);
	fill_table(argc > 4 ? (unsigned)atoi(argv[4]) : is_qtm ? 10 : 9);
	for (char line[1024]; fgets(line, sizeof line, stdin) != NULL; solve(max_length)) {
		line[strcspn(line, "\n")] = '\0';
		for (unsigned p = 0; p < N_PLACES; p++)
			scrambled.to[p] = (uint8_t)p;
		(strlen(line) == N_FACELETS && strspn(line, faces) == N_FACELETS ? read_facelets : read_moves)(line);
	}
	return 0;
}
