#include "coord/orbit.h"

#include "base/once.h"

/* Pieces of a cube that an orbit ranks. */
struct pieces {
	uint8_t *perm, *ori;
};

static struct pieces pieces_of(const struct orbit *o, struct cube *c)
{
	return o->is_of_edges ? (struct pieces){c->edge_perm, c->edge_ori}
	                      : (struct pieces){c->corner_perm, c->corner_ori};
}

static unsigned class_size(const struct orbit *o, unsigned class)
{
	return o->begin[class + 1] - o->begin[class];
}

/* Pascal's triangle: how many ways there are to choose k of n. */
static uint16_t choose[ORBIT_MAX + 1][ORBIT_MAX + 1];

/* The size of a set of places: without an instruction for it a function is called. */
static uint8_t n_below[1 << ORBIT_MAX];

static void fill_choose(void)
{
	for (unsigned set = 1; set < 1 << ORBIT_MAX; set++)
		n_below[set] = (uint8_t)(n_below[set >> 1] + (set & 1));
	for (unsigned n = 0; n <= ORBIT_MAX; n++)
		for (unsigned k = 0; k <= n; k++)
			choose[n][k] = k == 0 ? 1 : (uint16_t)(choose[n - 1][k - 1] + choose[n - 1][k]);
}

/* ---- the order of classes ---- */

/* Single pieces if `alone`, else the others. */
static void add_classes(struct orbit *o, const uint8_t *of, bool alone)
{
	for (unsigned first = 0; first < o->n; first++) {
		unsigned n_members = 0;
		items_foreach(member, of, o->n)
			n_members += (*member & PATTERN_CLASS) == first;
		if (n_members == 0 || (n_members == 1) != alone)
			continue;
		for (unsigned i = 0; i < o->n; i++)
			if ((of[i] & PATTERN_CLASS) == first)
				o->class_of[i] = o->n_classes;
		o->begin[o->n_classes + 1] = (uint8_t)(o->begin[o->n_classes] + n_members);
		o->n_classes++;
	}
}

void orbit_fill(const struct pattern *p, bool is_of_edges, struct orbit *out)
{
	const uint8_t *const of = is_of_edges ? p->edge : p->corner;
	struct orbit o = {
		.is_of_edges = is_of_edges, .n = is_of_edges ? N_EDGES : N_CORNERS, .modulus = is_of_edges ? 2 : 3,
		.n_arrangements = 1, .n_orientations = 1,
	};
	ONCE(fill_choose);
	add_classes(&o, of, true);
	add_classes(&o, of, false);
	o.is_by_place = true;
	items_foreach(piece, of, o.n)
		o.is_by_place &= (*piece & PATTERN_ORIENTED) != 0;
	memset(o.digit, ORBIT_MAX, sizeof o.digit);
	for (unsigned class = 0; class < o.n_classes && !o.is_by_place; class++) {
		unsigned member = 0;
		while (o.class_of[member] != class)
			member++;
		for (unsigned i = o.begin[class]; i < o.begin[class + 1] && of[member] & PATTERN_ORIENTED; i++)
			o.digit[i] = o.n_digits++;
	}
	if (o.is_by_place)
		o.n_digits = (uint8_t)(o.n - 1);
	for (unsigned class = 0; class < o.n_classes; class++)
		o.n_arrangements *= choose[o.n - o.begin[class]][class_size(&o, class)];
	for (unsigned i = 0; i < o.n_digits; i++)
		o.n_orientations *= o.modulus;
	*out = o;
}

/* ---- ranks ---- */

/* The places of a class among those that are left, ascending.  @return them as a set */
static unsigned unrank_class(const struct orbit *o, unsigned class, uint32_t number, unsigned left,
                             uint8_t *place)
{
	unsigned taken = 0, below = o->n - o->begin[class];
	for (unsigned k = class_size(o, class); k > 0; k--) {
		while (choose[below][k] > number)
			below--;
		number -= choose[below][k];
		/* The place in `left` below which there are so many others. */
		unsigned from_there = left;
		for (unsigned n = below; n > 0; n--)
			from_there &= from_there - 1;
		place[k - 1] = (uint8_t)__builtin_ctz(from_there);
		taken |= 1u << place[k - 1];
	}
	return taken;
}

/* The place whose orientation digit i is, the least significant first. */
static void find_digits(const struct orbit *o, const uint8_t *place, uint8_t *place_of_digit)
{
	for (unsigned i = 0; i < o->n_digits && o->is_by_place; i++)
		place_of_digit[i] = (uint8_t)(o->is_of_edges ? i : o->n_digits - 1u - i);
	for (unsigned i = 0; i < o->n && !o->is_by_place; i++)
		if (o->digit[i] < ORBIT_MAX)
			place_of_digit[o->digit[i]] = place[i];
}

uint64_t orbit_rank(const struct orbit *o, const struct cube *c)
{
	struct cube copy = *c;
	const struct pieces pieces = pieces_of(o, &copy);
	uint8_t place[ORBIT_MAX], place_of_digit[ORBIT_MAX];
	uint8_t next[ORBIT_MAX];
	uint32_t orientation = 0;
	memcpy(next, o->begin, sizeof next);
	for (uint8_t p = 0; p < o->n; p++)
		place[next[o->class_of[pieces.perm[p]]]++] = p;
	find_digits(o, place, place_of_digit);
	for (unsigned i = o->n_digits; i-- > 0;)
		orientation = orientation * o->modulus + pieces.ori[place_of_digit[i]];
	unsigned left = (1u << o->n) - 1;
	uint64_t rank = 0;
	for (unsigned class = 0; class + 1 < o->n_classes; class++) {
		uint32_t number = 0;
		unsigned taken = 0;
		for (unsigned i = o->begin[class]; i < o->begin[class + 1]; i++) {
			number += choose[n_below[left & ((1u << place[i]) - 1)]][i - o->begin[class] + 1];
			taken |= 1u << place[i];
		}
		rank = rank * choose[o->n - o->begin[class]][class_size(o, class)] + number;
		left &= ~taken;
	}
	return rank * o->n_orientations + orientation;
}

void orbit_unrank(const struct orbit *o, uint64_t index, struct cube *c)
{
	const struct pieces pieces = pieces_of(o, c);
	uint8_t place[ORBIT_MAX], next[ORBIT_MAX], place_of_digit[ORBIT_MAX];
	uint32_t orientation = (uint32_t)(index % o->n_orientations), number[ORBIT_MAX];
	unsigned sum = 0, left = (1u << o->n) - 1;
	index /= o->n_orientations;
	for (unsigned class = o->n_classes; class-- > 0;) {
		const uint32_t ways = choose[o->n - o->begin[class]][class_size(o, class)];
		number[class] = (uint32_t)(index % ways);
		index /= ways;
	}
	for (unsigned class = 0; class < o->n_classes; class++)
		left &= ~unrank_class(o, class, number[class], left, &place[o->begin[class]]);
	find_digits(o, place, place_of_digit);
	memcpy(next, o->begin, sizeof next);
	for (uint8_t piece = 0; piece < o->n; piece++)
		pieces.perm[place[next[o->class_of[piece]]++]] = piece;
	memset(pieces.ori, 0, o->n);
	items_foreach(at, place_of_digit, o->n_digits) {
		pieces.ori[*at] = (uint8_t)(orientation % o->modulus);
		sum += orientation % o->modulus;
		orientation /= o->modulus;
	}
	if (o->is_by_place)
		pieces.ori[o->n - 1] = (uint8_t)((o->modulus - sum % o->modulus) % o->modulus);
}

/* ---- moves ---- */

/* A row says what a move does to the digits.  Five bits of its name are of a digit: the digit that it becomes,
 * and below these, in modulus - 1 bits, what is added to it. */

enum { ROW_SLOTS = 1 << 14, MAX_ROWS = ROW_SLOTS / 2 };

/* Rows that are known. */
struct row_list {
	const struct orbit *orbit;
	struct orbit_moves *moves;
	size_t n, rows_capacity;
	uint64_t name[MAX_ROWS];
	uint32_t slots[ROW_SLOTS];          /* 1 + number of the row; open addressing */
};

/* @return UINT16_MAX without memory, or if there are too many */
static uint16_t number_of_row(struct row_list *list, uint64_t name)
{
	const struct orbit *const o = list->orbit;
	uint64_t slot = name * UINT64_C(0x9E3779B97F4A7C15) >> 50;
	for (; list->slots[slot] != 0; slot = (slot + 1) % ROW_SLOTS)
		if (list->name[list->slots[slot] - 1] == name)
			return (uint16_t)(list->slots[slot] - 1);
	struct orbit_moves *const m = list->moves;
	if (list->n == MAX_ROWS)
		return UINT16_MAX;
	uint16_t *const rows =
		array_reserve(m->rows, (list->n + 1) * o->n_orientations, &list->rows_capacity, sizeof *rows);
	if (rows == NULL)
		return UINT16_MAX;
	m->rows = rows;
	list->name[list->n] = name;
	uint32_t weight[ORBIT_MAX + 1] = {1};
	for (unsigned i = 0; i < o->n_digits; i++)
		weight[i + 1] = weight[i] * o->modulus;
	for (uint32_t orientation = 0; orientation < o->n_orientations; orientation++) {
		uint32_t after = 0;
		for (unsigned i = 0; i < o->n_digits; i++) {
			const unsigned digit = name >> 5 * i & 31, turn = digit & (o->is_of_edges ? 1 : 3);
			after += (orientation / weight[i] + turn) % o->modulus * weight[digit >> (o->modulus - 1)];
		}
		m->rows[list->n * o->n_orientations + orientation] = (uint16_t)after;
	}
	list->slots[slot] = (uint32_t)++list->n;
	return (uint16_t)(list->n - 1);
}

/* All arrangements in the order of their ranks, class by class, and beside them what each move makes of
 * them. */
struct walk {
	const struct orbit *orbit;
	struct row_list *list;
	uint8_t to[N_MOVES][ORBIT_MAX], turn[N_MOVES][ORBIT_MAX];
	uint32_t arrangement;               /* the next one */
};

/* The classes before one, after a move: their rank, the places that are left, and their part of the name of
 * the row. */
struct placed {
	uint32_t rank, left;
	uint64_t name;
};

/* Move the pieces of a class, which are in ascending order again, and say what becomes of their
 * orientations. */
static void move_class(struct walk *w, unsigned class, const uint8_t *place, unsigned move,
                       const struct placed *before, struct placed *after)
{
	const struct orbit *const o = w->orbit;
	const unsigned first = o->begin[class], size = class_size(o, class);
	uint32_t taken = 0, number = 0;
	uint64_t name = before->name;
	items_foreach(p, place, size)
		taken |= 1u << w->to[move][*p];
	for (unsigned i = 0; i < size; i++) {
		const unsigned to = w->to[move][place[i]], rank = n_below[taken & ((1u << to) - 1)];
		number += choose[n_below[before->left & ((1u << to) - 1)]][rank + 1];
		if (o->digit[first + i] < ORBIT_MAX)
			name |= (uint64_t)(o->digit[first + rank] << (o->modulus - 1) | w->turn[move][place[i]])
			        << 5 * o->digit[first + i];
	}
	*after = (struct placed){before->rank * choose[o->n - first][size] + number, before->left & ~taken, name};
}

static bool walk_class(struct walk *w, unsigned class, unsigned left, const struct placed *before)
{
	const struct orbit *const o = w->orbit;
	if (class == o->n_classes || (class + 1u == o->n_classes && o->digit[o->begin[class]] == ORBIT_MAX)) {
		struct orbit_moves *const m = w->list->moves;
		const uint32_t arrangement = w->arrangement++;
		bool has_room = true;
		for (unsigned move = 0; move < N_MOVES && has_room; move++) {
			m->after[arrangement][move] = before[move].rank;
			m->row[arrangement][move] = o->is_by_place ? (uint16_t)move
			    : number_of_row(w->list, before[move].name);
			has_room = m->row[arrangement][move] != UINT16_MAX;
		}
		return has_room;
	}
	const uint32_t ways = choose[o->n - o->begin[class]][class_size(o, class)];
	for (uint32_t number = 0; number < ways; number++) {
		uint8_t place[ORBIT_MAX];
		struct placed after[N_MOVES];
		const unsigned taken = unrank_class(o, class, number, left, place);
		for (unsigned move = 0; move < N_MOVES; move++)
			move_class(w, class, place, move, &before[move], &after[move]);
		if (!walk_class(w, class + 1, left & ~taken, after))
			return false;
	}
	return true;
}

bool orbit_moves_alloc(uint64_t n_arrangements, size_t n_rows, size_t n_orientations, struct orbit_moves *out)
{
	*out = (struct orbit_moves){
		.after = malloc(n_arrangements * sizeof *out->after),
		.row = malloc(n_arrangements * sizeof *out->row),
		.rows = malloc(n_rows * n_orientations * sizeof *out->rows),
	};
	return out->after != NULL && out->row != NULL && out->rows != NULL;
}

bool orbit_moves_fill(const struct orbit *o, struct orbit_moves *out)
{
	struct row_list *const list = calloc(1, sizeof *list);
	bool is_filled = orbit_moves_alloc(o->n_arrangements, N_MOVES, o->n_orientations, out) && list != NULL;
	if (is_filled) {
		list->orbit = o;
		list->moves = out;
		list->rows_capacity = N_MOVES * o->n_orientations;
		struct walk walk = {.orbit = o, .list = list};
		struct placed nothing[N_MOVES];
		for (unsigned move = 0; move < N_MOVES; move++) {
			/* Where the move takes each place, and what it adds to an orientation on the way. */
			struct cube c = move_cube[move];
			const struct pieces pieces = pieces_of(o, &c);
			for (uint8_t place = 0; place < o->n; place++) {
				walk.to[move][pieces.perm[place]] = place;
				walk.turn[move][pieces.perm[place]] = pieces.ori[place];
			}
			nothing[move] = (struct placed){.left = (1u << o->n) - 1};
		}
		is_filled = walk_class(&walk, 0, (1u << o->n) - 1, nothing);
	}
	/* By place, a row is what a move does to all places, whatever the arrangement.  The last digit is
	 * dropped; where it goes, the others follow from the sum. */
	for (uint32_t i = 0; i < o->n_orientations && is_filled && o->is_by_place; i++) {
		struct cube c = cube_solved;
		orbit_unrank(o, i, &c);
		for (unsigned move = 0; move < N_MOVES; move++) {
			const struct cube after = cube_after(&c, move);
			out->rows[move * o->n_orientations + i] = (uint16_t)(orbit_rank(o, &after) % o->n_orientations);
		}
	}
	free(list);
	if (!is_filled)
		orbit_moves_free(out);
	return is_filled;
}

void orbit_moves_free(struct orbit_moves *m)
{
	free(m->after);
	free(m->row);
	free(m->rows);
	*m = (struct orbit_moves){.after = NULL};
}
