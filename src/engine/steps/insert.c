/* The best insertions into a skeleton.
 *
 * All maneuvers that move few pieces are found once, as two halves that meet in the middle: both do the same
 * with the pieces that stay.  What is to be inserted at a place follows from the moves after it, and is
 * looked up. */
#include "steps/insert.h"

#include "steps/method.h"

#include <xxhash.h>

/* ---- maneuvers that move few pieces ---- */

enum { FEW_PIECES = 3, MOST_PIECES = 5, MOST_OF_EACH = 2, CORNERS = 0xFF };

/* Pieces that stay, bit n for cubie n: the edges, the corners, or one of three sets of either.  Two moved
 * pieces leave one of three sets alone. */
static const uint32_t staying[] = {
	0xFFF00, 0x000FF,
	0x00F07, 0x00F38, 0x00FC0, 0x0F007, 0x0F038, 0x0F0C0, 0xF0007, 0xF0038, 0xF00C0,
};
enum { N_STAYING = sizeof staying / sizeof *staying };

struct half {
	uint64_t hash;                 /* of what it does with the pieces that stay */
	uint8_t n, moves[INSERT_MAX_TURNS / 2];
};

struct row {
	struct cube cube;              /* that the maneuver makes of the solved one */
	uint8_t n, moves[INSERT_MAX_TURNS];
	uint32_t next;                 /* 1 + the next row with its hash; 0: none */
};

struct table {
	unsigned max_turns;
	struct half *half;
	struct row *row;
	size_t n_halves, half_capacity, n_rows, row_capacity, mask;
	uint32_t *first;               /* 1 + the first row with a hash & mask; 0: none */
};

/* The pieces that a cube moves or turns. */
static uint32_t moved_pieces(const struct cube *c)
{
	uint32_t moved = 0;
	for (unsigned place = 0; place < N_CUBIES; place++)
		moved |= (uint32_t)(cube_cubie(c, place) != place || cube_ori(c, place) != 0) << place;
	return moved;
}

static bool are_few(uint32_t moved)
{
	const int n_corners = __builtin_popcount(moved & CORNERS), n = __builtin_popcount(moved);
	return n_corners == 0 || n_corners == n ? n <= MOST_PIECES
	                                        : n_corners <= MOST_OF_EACH && n - n_corners <= MOST_OF_EACH;
}

/* Add a half, and all that continue it. */
static bool collect(struct table *t, unsigned set, const struct cube *c, unsigned last, struct half half)
{
	uint8_t seen[N_CUBIES];
	for (unsigned place = 0; place < N_CUBIES; place++) {
		const unsigned cubie = cube_cubie(c, place);
		seen[place] = (uint8_t)(staying[set] >> cubie & 1 ? 1 + 3 * cubie + cube_ori(c, place) : 0);
	}
	half.hash = XXH3_64bits(seen, sizeof seen);
	bool is_added = array_append(&t->half, &t->n_halves, &t->half_capacity, &half, sizeof half);
	uint32_t moves = half.n < (t->max_turns + 1) / 2 ? move_successors[METRIC_HTM][last] : 0;
	for (half.n++; moves != 0 && is_added; moves &= moves - 1) {
		const uint8_t move = half.moves[half.n - 1] = (uint8_t)__builtin_ctz(moves);
		const struct cube next = cube_after(c, move);
		is_added = collect(t, set, &next, move_last_after[METRIC_HTM][last][move], half);
	}
	return is_added;
}

/* Add the first half and then the second undone, once for each way to write it, if it moves few pieces. */
static bool add_row(struct table *t, unsigned set, const struct half *a, const struct cube *after_a,
                    struct half b)
{
	struct row row = {.n = a->n};
	if ((a->n != b.n && a->n != b.n + 1u) || a->n + b.n > t->max_turns)
		return true;
	moves_invert(b.moves, b.n);
	moves_sort_commuting(b.moves, b.n);
	memcpy(row.moves, a->moves, a->n);
	memcpy(row.moves + a->n, b.moves, b.n);
	row.n = (uint8_t)(row.n + b.n);
	for (unsigned i = 0, last = LAST_NONE; i < row.n; i++) {
		if ((move_successors[METRIC_HTM][last] >> row.moves[i] & 1) == 0)
			return true;
		last = move_last_after[METRIC_HTM][last][row.moves[i]];
	}
	row.cube = cube_after_moves(*after_a, b.moves, b.n);
	const uint32_t moved = moved_pieces(&row.cube);
	const bool has_both = moved & CORNERS && moved > CORNERS;  /* those of one kind are found by the
	                                                                   * first two sets */
	return moved == 0 || moved & staying[set] || !are_few(moved) || has_both != (set > 1)
	       || array_append(&t->row, &t->n_rows, &t->row_capacity, &row, sizeof row);
}

/* Of halves, and of beginnings: by their first member. */
static int compare_numbers(const void *a, const void *b)
{
	const uint64_t *const x = a, *const y = b;
	return (*x > *y) - (*x < *y);
}

static uint32_t *slot_of(const struct table *t, const struct cube *c)
{
	return &t->first[XXH3_64bits(c, offsetof(struct cube, centres)) & t->mask];
}

/* Once stopped, the rest is left out: follow() then ends, too.
 * @param wrong  the pieces to solve */
static bool fill_table(struct table *t, uint32_t wrong, int (*stopped)(void))
{
	const unsigned begin = (wrong & CORNERS) == 0,
				   end_set = begin == 1 || wrong <= CORNERS ? begin + 1 : N_STAYING;
	bool is_filled = true;
	for (unsigned set = begin; set < end_set && is_filled && (stopped == NULL || stopped() == 0); set++) {
		t->n_halves = 0;
		is_filled = collect(t, set, &cube_solved, LAST_NONE, (struct half){.n = 0});
		qsort(t->half, t->n_halves, sizeof *t->half, compare_numbers);
		for (const struct half *a = t->half, *b, *end = a + t->n_halves; a < end && is_filled; a++) {
			const struct cube after_a = cube_after_moves(cube_solved, a->moves, a->n);
			for (b = a; b > t->half && b[-1].hash == a->hash; b--)
				;
			for (; b < end && b->hash == a->hash && is_filled; b++)
				is_filled = add_row(t, set, a, &after_a, *b);
		}
	}
	while (t->mask < t->n_rows)
		t->mask = 2 * t->mask + 1;
	t->first = is_filled ? calloc(t->mask + 1, sizeof *t->first) : NULL;
	for (uint32_t i = 0; i < t->n_rows && t->first != NULL; i++) {
		uint32_t *const slot = slot_of(t, &t->row[i].cube);
		t->row[i].next = *slot;
		*slot = i + 1;
	}
	return t->first != NULL;
}

/* ---- places ---- */

/* Where a maneuver may be inserted, and what it is to do there. */
struct place {
	unsigned at;
	bool is_swapped;               /* between the move there and the one before it in the other order */
	struct cube wanted;
};

static unsigned axis_of(unsigned move)
{
	return move / 3 % 3;
}

/* m c m^-1 */
static struct cube conjugate(const struct cube *c, unsigned move)
{
	const struct cube begun = cube_product(&move_cube[move], c);
	return cube_after(&begun, move_inverse(move));
}

/* @param wanted  what is to be done after all moves
 * @return how many there are */
static unsigned list_places(const struct inserted *s, struct cube wanted,
                            struct place out[2 * INSERT_MAX_MOVES])
{
	unsigned n = 0;
	for (unsigned at = s->n_moves;; wanted = conjugate(&wanted, s->moves[--at])) {
		out[n++] = (struct place){at, false, wanted};
		if (at == 0)
			return n;
		if (at > 1 && axis_of(s->moves[at - 1]) == axis_of(s->moves[at - 2]))
			out[n++] = (struct place){at - 1, true, conjugate(&wanted, s->moves[at - 2])};
	}
}

static struct inserted insert_row(const struct inserted *s, const struct place *place, const struct row *row)
{
	const unsigned at = place->at;
	struct inserted out = *s;
	struct insertion *const i = &out.insertion[out.n_insertions++];
	*i = (struct insertion){.n = row->n, .at = (uint8_t)at, .n_into = (uint8_t)s->n_moves};
	memcpy(i->moves, row->moves, row->n);
	memcpy(i->into, s->moves, s->n_moves);
	if (place->is_swapped) {
		i->into[at - 1] = s->moves[at];
		i->into[at] = s->moves[at - 1];
	}
	memcpy(out.moves, i->into, at);
	memcpy(out.moves + at, row->moves, row->n);
	memcpy(out.moves + at + row->n, i->into + at, s->n_moves - at);
	out.n_moves = method_fold_moves(out.moves, s->n_moves + row->n);
	moves_sort_commuting(out.moves, out.n_moves);
	return out;
}

/* Whether a maneuver begins or ends on the axis of the move beside it; else nothing is cancelled. */
static bool row_meets(const struct inserted *s, const struct place *place, const struct row *row)
{
	const unsigned at = place->at;
	const bool is_swapped = place->is_swapped;
	return (at > 0 && axis_of(s->moves[at - !is_swapped]) == axis_of(row->moves[0]))
	       || (at < s->n_moves && axis_of(s->moves[at - is_swapped]) == axis_of(row->moves[row->n - 1]));
}

/* ---- the search ---- */

enum { WIDTH = 50 };

struct inserting {
	const struct insert_request *request;
	struct insert_result *result;
	size_t capacity;               /* of the solutions */
	unsigned limit;                /* longer ones are not wanted */
	bool is_complete;              /* all beginnings go on, not only the best */
	struct table table;
};

/* The order of solutions. */
static int compare(const struct inserted *a, const struct inserted *b)
{
	return a->n_moves != b->n_moves ? (int)a->n_moves - (int)b->n_moves
	                                : memcmp(a->moves, b->moves, a->n_moves);
}

static unsigned n_inserted(const struct inserted *s)
{
	unsigned n = 0;
	items_foreach(insertion, s->insertion, s->n_insertions)
		n += insertion->n;
	return n;
}

/* Keep a solution if it is one of the best, and new.  @return false without memory */
static bool keep(struct inserting *s, const struct inserted *solution)
{
	struct insert_result *const r = s->result;
	const size_t n_wanted = s->request->n_solutions;
	size_t i = r->n;
	while (i > 0 && compare(&r->found[i - 1], solution) > 0)
		i--;
	if (solution->n_moves > s->limit)
		return true;
	if (i > 0 && compare(&r->found[i - 1], solution) == 0) {
		/* The same by other insertions: those of fewer moves say best what is done. */
		r->found[i - 1] = n_inserted(solution) < n_inserted(&r->found[i - 1]) ? *solution : r->found[i - 1];
		return true;
	}
	if (!array_append(&r->found, &r->n, &s->capacity, solution, sizeof *solution))
		return false;
	memmove(&r->found[i + 1], &r->found[i], (r->n - 1 - i) * sizeof *solution);
	r->found[i] = *solution;
	while (n_wanted == 0 ? r->found[r->n - 1].n_moves > r->found[0].n_moves : r->n > n_wanted)
		r->n--;
	s->limit = r->n >= n_wanted ? r->found[r->n - 1].n_moves : UINT_MAX;
	return true;
}

/* An insertion that others may follow. */
struct beginning {
	uint64_t made;                 /* how many moves, and their hash */
	uint32_t place, row;
};

/* Solve what moves have left by one insertion, or by up to n_left. */
static enum status follow(struct inserting *s, const struct inserted *from, unsigned n_left)
{
	const struct table *const t = &s->table;
	const struct insert_request *const r = s->request;
	const struct cube end = cube_after_moves(r->start, from->moves, from->n_moves);
	struct place places[2 * INSERT_MAX_MOVES];
	const unsigned n_places = list_places(from, cube_inverse(&end), places);
	struct beginning *all = NULL;
	size_t n = 0, capacity = 0, n_followed = 0;
	enum status status = STATUS_OK;
	items_foreach(p, places, status == STATUS_OK ? n_places : 0) {
		for (uint32_t i = *slot_of(t, &p->wanted); i != 0; i = t->row[i - 1].next) {
			const struct row *const row = &t->row[i - 1];
			if (!cube_equal(&row->cube, &p->wanted)
			    || (from->n_moves + row->n > s->limit && !row_meets(from, p, row)))
				continue;
			const struct inserted solution = insert_row(from, p, row);
			status = keep(s, &solution) ? status : STATUS_NO_MEMORY;
		}
		/* Before the last insertion few pieces are left to solve; before two of them fewer than now. */
		const struct cube wrong = cube_inverse(&p->wanted);
		const int n_wrong = __builtin_popcount(moved_pieces(&wrong));
		for (uint32_t i = 0; i < t->n_rows && n_left > 1 && status == STATUS_OK; i++) {
			const struct cube rest = cube_product(&wrong, &t->row[i].cube);
			const uint32_t moved = moved_pieces(&rest);
			if (n_left == 2 ? !are_few(moved) : __builtin_popcount(moved) >= n_wrong)
				continue;
			const struct inserted made = insert_row(from, p, &t->row[i]);
			const struct beginning b = {
				(uint64_t)made.n_moves << 56 | XXH3_64bits(made.moves, made.n_moves) >> 8,
				(uint32_t)(p - places), i};
			status = array_append(&all, &n, &capacity, &b, sizeof b) ? status : STATUS_NO_MEMORY;
		}
		status = status == STATUS_OK && r->stopped != NULL && r->stopped() != 0 ? STATUS_INTERRUPTED : status;
	}
	if (n > 0)
		qsort(all, n, sizeof *all, compare_numbers);
	for (size_t i = 0; i < n && (s->is_complete || n_followed < WIDTH) && status == STATUS_OK; i++) {
		if (i > 0 && all[i - 1].made == all[i].made)
			continue;
		const struct inserted made = insert_row(from, &places[all[i].place], &t->row[all[i].row]);
		status = follow(s, &made, n_left - 1);
		n_followed++;
	}
	free(all);
	return status;
}

enum status insert_search(const struct insert_request *request, struct insert_result *out)
{
	struct inserting s = {.request = request, .result = out, .limit = UINT_MAX,
	                      .table.max_turns = request->max_turns};
	struct inserted skeleton = {.n_insertions = 0};
	*out = (struct insert_result){.found = NULL};
	memcpy(skeleton.moves, request->skeleton, request->n_moves);
	skeleton.n_moves = method_fold_moves(skeleton.moves, request->n_moves);
	moves_sort_commuting(skeleton.moves, skeleton.n_moves);
	const struct cube end = cube_after_moves(request->start, skeleton.moves, skeleton.n_moves);
	const uint32_t wrong = moved_pieces(&end);
	const unsigned n_wrong = (unsigned)__builtin_popcount(wrong), usual = n_wrong > FEW_PIECES ? 2 : 1,
	               most = request->max_insertions != 0 ? request->max_insertions : INSERT_MAX,
	               needed = (n_wrong + MOST_PIECES - 1) / MOST_PIECES;
	enum status status = STATUS_OK;
	if (wrong == 0 ? !keep(&s, &skeleton) : needed <= most && !fill_table(&s.table, wrong, request->stopped))
		status = STATUS_NO_MEMORY;
	out->n_insertions = wrong != 0 ? most : 0;
	for (unsigned n = request->max_insertions != 0 ? most : usual > needed ? usual : needed;
	     n <= most && needed <= most && out->n == 0 && status == STATUS_OK; n++) {
		out->n_insertions = n;
		s.is_complete = n < INSERT_MAX;
		status = follow(&s, &skeleton, n);
	}
	if (status != STATUS_OK)
		free(out->found);
	free(s.table.half);
	free(s.table.row);
	free(s.table.first);
	return status;
}
