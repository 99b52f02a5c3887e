/* Which maneuvers turn centres and leave all else as it is?
 *
 *     make study NAME=centers ARGS="[-M LENGTH] [-m htm|qtm] [-t THREADS]"
 *
 * The 2,048 ways to turn the centres of an otherwise solved cube, up to symmetry, each with its shortest
 * maneuver if that has at most LENGTH (12) moves, and a lower bound otherwise.  By the ball in the middle:
 * all positions within LENGTH / 2 moves, up to symmetry and inversion; two ways to the same cubies that
 * turn centres differently are a maneuver, one way backwards and then the other.  12 takes 0.3 s, 16 about
 * 100 seconds of a core and 600 MB, 18 about 200 times as long: the last level is made in parts that fit
 * in 1 GB. */
#include "base/array.h"
#include "base/parallel.h"
#include "base/processor.h"
#include "cube/canonical.h"
#include "cube/centres.h"
#include "cube/notation.h"
#include "search/search.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

enum {
	MAX_CENTERS_LENGTH = 24, MOVE_BITS = 5, MAX_HALF = MAX_CENTERS_LENGTH / 2, N_CHUNKS = 256,
	PASS_ELEMENTS = 1 << 25,  /* about so many of 16 bytes at once: the last level is made in parts */
};

/* A position with marked centres, of the canonical cubies of its class: their hash with the centres as the
 * low bits, and a shortest solution, the first move as the low bits, each counted from 1. */
struct element {
	uint64_t key, solution;
};

struct elements {
	struct element *at;
	size_t n, capacity;
};

/* Up to symmetry. */
struct centre_class {
	uint16_t centres;
	unsigned n_states, length;        /* length 0: none was found */
	uint8_t moves[MAX_CENTERS_LENGTH];
};

struct balls {
	enum metric metric;
	unsigned max_length, n_threads;
	struct elements level[MAX_HALF + 1];
	uint64_t first_key, last_key;     /* of the part that is made */
	const struct elements *before;
	struct elements made[N_CHUNKS];
	uint16_t class_of[N_CENTRES];
	struct centre_class class[N_CENTRES];
	unsigned n_classes;
};

/* ---- elements ---- */

static void keep(struct elements *to, const struct element *e)
{
	if (array_append(&to->at, &to->n, &to->capacity, e, sizeof *e))
		return;
	perror("centers");
	exit(EXIT_FAILURE);
}

static uint64_t pack(const uint8_t *moves, unsigned n)
{
	uint64_t packed = 0;
	while (n-- > 0)
		packed = packed << MOVE_BITS | (moves[n] + 1u);
	return packed;
}

static unsigned unpack(uint64_t packed, uint8_t *moves)
{
	unsigned n = 0;
	for (; packed != 0; packed >>= MOVE_BITS)
		moves[n++] = (uint8_t)((packed & ((1u << MOVE_BITS) - 1)) - 1);
	return n;
}

static struct cube marked_cube(const uint8_t *moves, unsigned n)
{
	struct cube c = cube_solved;
	c.centres = CENTRES_MARKED;
	return cube_after_moves(c, moves, n);
}

/* Add a position with all ways to its canonical cubies. */
static void add(const struct balls *b, struct elements *out, const struct cube *c, const uint8_t *solution,
                unsigned n)
{
	struct cube cubies = *c, canonical;
	struct cube_transform how[MAX_CUBE_TRANSFORMS];
	cubies.centres = 0;
	const unsigned n_ways = cube_canonical_ways(&cubies, &canonical, how);
	const uint64_t hash = XXH3_64bits(&canonical, offsetof(struct cube, centres)) / N_CENTRES * N_CENTRES;
	for (unsigned i = 0; i < n_ways && hash >= b->first_key && hash <= b->last_key; i++) {
		const unsigned centres = how[i].is_inverted ? centres_inverse(c->centres) : c->centres;
		uint8_t moves[MAX_HALF];
		memcpy(moves, solution, n);
		cube_transform_moves(how[i], (struct cube_transform){0, false}, moves, n);
		const struct element e = {hash | centres_image(centres, how[i].symmetry) % N_CENTRES, pack(moves, n)};
		keep(out, &e);
	}
}

/* Add what a turn makes of an element and of its inverse. */
static void add_neighbours(const struct balls *b, struct elements *out, const struct element *e)
{
	const enum metric metric = b->metric;
	uint8_t solution[MAX_HALF + 1];
	const unsigned n = unpack(e->solution, solution + 1);
	for (unsigned inverted = 0; inverted < 2; inverted++) {
		const struct cube solved_by = marked_cube(solution + 1, n), c = cube_inverse(&solved_by);
		for (unsigned move = 0; move < N_MOVES; move++) {
			const bool repeats = metric == METRIC_HTM && n > 0 && move_face(move) == move_face(solution[1]);
			if (move_cost(metric, move) != 1 || repeats)
				continue;
			const struct cube next = cube_after(&c, move);
			solution[0] = (uint8_t)move_inverse(move);
			add(b, out, &next, solution, n + 1);
		}
		moves_invert(solution + 1, n);
	}
}

static void make_chunk(void *context, uint32_t chunk)
{
	struct balls *const b = context;
	const uint64_t n = b->before->n;
	for (uint64_t i = n * chunk / N_CHUNKS; i < n * (chunk + 1) / N_CHUNKS; i++)
		add_neighbours(b, &b->made[chunk], &b->before->at[i]);
}

static int compare(const void *a, const void *b)
{
	const struct element *const x = a, *const y = b;
	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return (x->solution > y->solution) - (x->solution < y->solution);
}

/* Append what is in the part that is made. */
static void append(const struct balls *b, struct elements *to, const struct elements *from)
{
	for (size_t i = 0; i < from->n; i++)
		if (from->at[i].key >= b->first_key && from->at[i].key <= (b->last_key | (N_CENTRES - 1)))
			keep(to, &from->at[i]);
}

/* Of sorted elements keep one of each key that is in neither of the two levels before. */
static void keep_new(struct elements *e, const struct elements *known[2])
{
	size_t n = 0, at[2] = {0, 0};
	for (size_t i = 0; i < e->n; i++) {
		bool is_new = n == 0 || e->at[n - 1].key != e->at[i].key;
		for (unsigned k = 0; k < 2; k++) {
			while (at[k] < known[k]->n && known[k]->at[at[k]].key < e->at[i].key)
				at[k]++;
			is_new &= at[k] == known[k]->n || known[k]->at[at[k]].key != e->at[i].key;
		}
		if (is_new)
			e->at[n++] = e->at[i];
	}
	e->n = n;
}

/* Make a part of a level. */
static void make_level(struct balls *b, unsigned depth, struct elements *out)
{
	static const struct elements none;
	b->before = &b->level[depth - 1];
	parallel_for(b->n_threads, N_CHUNKS, make_chunk, b);
	*out = none;
	for (unsigned i = 0; i < N_CHUNKS; i++) {
		append(b, out, &b->made[i]);
		free(b->made[i].at);
		b->made[i] = none;
	}
	qsort(out->at, out->n, sizeof *out->at, compare);
	keep_new(out, (const struct elements *[]){b->before, depth >= 2 ? &b->level[depth - 2] : &none});
}

/* ---- pairs ---- */

static void fill_classes(struct balls *b)
{
	for (unsigned centres = 0; centres < N_CENTRES; centres++) {
		uint16_t least = (uint16_t)(CENTRES_MARKED | centres);
		for (unsigned s = 0; s < N_SYMMETRIES; s++) {
			const uint16_t image = centres_image(CENTRES_MARKED | centres, s);
			least = image < least ? image : least;
		}
		if (centres_are_odd(centres))
			continue;
		if (least % N_CENTRES == centres) {
			b->class[b->n_classes].centres = least;
			b->class_of[centres] = (uint16_t)b->n_classes++;
		}
		b->class_of[centres] = b->class_of[least % N_CENTRES];
		b->class[b->class_of[centres]].n_states++;
	}
}

/* One way backwards, then the other.  Hashes may be equal by chance. */
static void try_pair(struct balls *b, const struct element *from, const struct element *to)
{
	uint8_t moves[2 * MAX_HALF];
	const unsigned n_from = unpack(from->solution, moves), n = n_from + unpack(to->solution, moves + n_from);
	moves_invert(moves, n_from);
	const uint16_t difference = centres_sum(from->key % N_CENTRES, centres_inverse(to->key % N_CENTRES));
	struct centre_class *const class = &b->class[b->class_of[difference]];
	if (n > b->max_length || (class->length != 0 && class->length <= n))
		return;
	struct cube c = marked_cube(moves, n);
	unsigned s = 0;
	while (centres_image(c.centres, s) != class->centres)
		s++;
	c.centres = 0;
	if (!cube_is_solved(&c))
		return;
	class->length = n;
	for (unsigned i = 0; i < n; i++)
		class->moves[i] = symmetry_move[s][moves[i]];
	moves_sort_commuting(class->moves, n);
}

/* Of all levels, as far as they are in the part that is made. */
static void find_pairs(struct balls *b, unsigned depth, const struct elements *last)
{
	struct elements all = {.n = 0};
	for (unsigned i = 0; i < depth; i++)
		append(b, &all, &b->level[i]);
	append(b, &all, last);
	qsort(all.at, all.n, sizeof *all.at, compare);
	for (size_t begin = 0, end = 0; begin < all.n; begin = end) {
		while (end < all.n && all.at[end].key / N_CENTRES == all.at[begin].key / N_CENTRES)
			end++;
		for (size_t i = begin; i < end; i++)
			for (size_t k = begin; k < end; k++)
				if (all.at[i].key != all.at[k].key)
					try_pair(b, &all.at[i], &all.at[k]);
	}
	free(all.at);
}

static void search(struct balls *b)
{
	const unsigned half = (b->max_length + 1) / 2;
	const struct cube solved = marked_cube(NULL, 0);
	b->last_key = UINT64_MAX;
	add(b, &b->level[0], &solved, NULL, 0);
	keep_new(&b->level[0], (const struct elements *[]){&b->made[0], &b->made[0]});
	for (unsigned depth = 1; depth < half; depth++)
		make_level(b, depth, &b->level[depth]);
	const uint64_t n_parts = 1 + b->level[half - 1].n * 2 * N_MOVES / PASS_ELEMENTS;
	for (uint64_t part = 0; part < n_parts; part++) {
		struct elements last;
		b->first_key = part * (UINT64_MAX / n_parts + 1);
		b->last_key = part + 1 == n_parts ? UINT64_MAX : b->first_key + UINT64_MAX / n_parts;
		make_level(b, half, &last);
		find_pairs(b, half, &last);
		free(last.at);
	}
}

/* ---- the table ---- */

static int compare_classes(const void *a, const void *b)
{
	const struct centre_class *const x = a, *const y = b;
	if (x->length != y->length)
		return x->length - 1 < y->length - 1 ? -1 : 1;  /* those that were not found are last */
	return (int)x->centres - (int)y->centres;
}

static void print_row(const struct balls *b, const struct centre_class *class)
{
	char centres[CENTRES_TEXT_SIZE], maneuver[3 * MAX_CENTERS_LENGTH + 1], length[16] = "";
	const unsigned step = b->metric == METRIC_QTM ? 2 : 1;
	const unsigned at_least = class->length != 0 ? class->length : b->max_length / step * step + step;
	const struct search_solution made = search_solution_of_path(class->moves, class->length);
	if (class->length != 0)
		snprintf(length, sizeof length, "%u", class->length);
	centres_write(class->centres, centres);
	notation_write(made.moves, made.n_moves, maneuver, sizeof maneuver);
	printf("%s,%u,%s,%u,%s\n", centres, class->n_states, length, at_least, maneuver);
}

int main(int argc, char **argv)
{
	static struct balls b = {.max_length = 12};
	b.n_threads = processors_usable();
	for (int letter; (letter = getopt(argc, argv, "M:m:t:")) != -1;)
		switch (letter) {
		case 'M': b.max_length = (unsigned)atoi(optarg); break;
		case 'm': b.metric = strcmp(optarg, metric_name[METRIC_QTM]) == 0 ? METRIC_QTM : METRIC_HTM; break;
		case 't': b.n_threads = (unsigned)atoi(optarg); break;
		default: return 2;
		}
	if (b.max_length < 2 || b.max_length > MAX_CENTERS_LENGTH || b.n_threads < 1 || b.n_threads > 1024) {
		fprintf(stderr, "centers: expected -M from 2 to %d and -t from 1 to 1024\n", MAX_CENTERS_LENGTH);
		return 2;
	}
	cube_init();
	fill_classes(&b);
	search(&b);
	qsort(b.class, b.n_classes, sizeof *b.class, compare_classes);
	puts("centers,states,length,at_least,maneuver");
	for (unsigned i = 0; i < b.n_classes; i++)
		if (!centres_are_upright(b.class[i].centres))
			print_row(&b, &b.class[i]);
}
