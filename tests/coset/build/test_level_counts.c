/* How many cosets each level has: those of the prototype, and those of another definition of cosets. */
#include "cube/turn_automaton.h"
#include "levels.h"
#include "support/support.h"

TestSuite(coset_level_counts, .init = coset_transitions_init);

static bool is_first_of_its_copies(const struct coset_resolution *resolution, unsigned p, uint32_t coset)
{
	for (unsigned s = 1; s < coset_tables.n_stabilizers[coset_cell(resolution, p).class]; s++) {
		unsigned cell;
		const uint32_t equivalent = equivalent_of(resolution, p, coset, s, &cell);
		if (cell < p || (cell == p && equivalent < coset))
			return false;
	}
	return true;
}

/* How many cosets a level has, each counted once. */
static size_t count_cosets(const struct coset_resolution *resolution, const struct coset_level *level)
{
	size_t n = 0;
	uint32_t coset;
	for (unsigned p = 0; p < coset_n_cells(resolution); p++)
		for (struct coset_set_reader r = coset_set_begin(&level->cell[p]);
		     coset_set_read(&r, 1, &coset) == 1;)
			n += is_first_of_its_copies(resolution, p, coset);
	return n;
}

Test(coset_level_counts, cosets_by_depth_are_those_of_the_prototype)
{
	enum { DEPTH = 7 };
	static const size_t expected[WITH_SUBCOSETS][DEPTH + 1] = {
		{1, 1, 2, 14, 128, 1500, 18607, 235851}, {1, 1, 2, 14, 128, 1502, 18662, 237092},
	};
	for (unsigned kind = 0; kind < WITH_SUBCOSETS; kind++) {
		const struct coset_resolution resolution = coset_resolution_of(kinds[kind], coset_steps(METRIC_HTM));
		struct coset_level *const level = levels_made(&resolution, DEPTH);
		for (unsigned d = 0; d <= DEPTH; d++) {
			const size_t n = count_cosets(&resolution, &level[d]);
			cr_expect_eq(n, expected[kind][d], "kind %u, depth %u: %zu", kind, d, n);
		}
		levels_free(level, DEPTH);
	}
}

/* ---- the cosets once more, by another definition ---- */
/* The group that a kind divides by is made of 24 cosets, 48 with 8 flip bits, of those of its positions which
 * keep each edge in its slice unflipped and each corner in its tetrad untwisted (and the corners even, or as
 * half turns leave them).  With subcosets it is these positions alone.  What these cannot change is read off
 * directly; the smallest reading from all cosets and symmetries is that of the class.  No frames, no
 * stabilisers, no tables. */
enum { MAX_LEFT_FACTORS = 48 };

struct oracle {
	struct coset_shape kind;
	uint16_t half_turn_coset[N_CORNER_PERMS];
	struct cube left[MAX_LEFT_FACTORS];
	unsigned n_left;
};

static uint64_t reading(const struct oracle *o, const struct cube *c)
{
	static const uint8_t slice_of[N_EDGES] = {0, 1, 0, 1, 0, 1, 0, 1, 2, 2, 2, 2};
	static const uint8_t tetrad_of[N_CORNERS] = {0, 1, 0, 1, 1, 0, 1, 0};
	uint64_t r = 0;
	if (o->kind.corners == COSET_HTR) {
		r = o->half_turn_coset[corners_rank_perm(c)];
	} else {
		for (unsigned i = 0; i < N_CORNERS; i++)
			r |= (uint64_t)tetrad_of[c->corner_perm[i]] << i;
		r |= (uint64_t)cube_is_odd(c) << 8;
	}
	r = r * N_TWISTS + corners_rank_twist(c);
	for (unsigned i = 0; i < N_EDGES; i++)
		r = r * 3 + slice_of[c->edge_perm[i]];
	for (unsigned i = 0; i < N_EDGES; i++)
		r = r * 2 + c->edge_ori[i];
	return r;
}

static void add_left_factor(struct oracle *o, const struct cube *c)
{
	for (unsigned i = 0; i < o->n_left; i++)
		if (reading(o, &o->left[i]) == reading(o, c))
			return;
	cr_assert_lt(o->n_left, (unsigned)MAX_LEFT_FACTORS);
	o->left[o->n_left++] = *c;
}

static void fill_oracle(struct oracle *o, struct coset_shape kind)
{
	*o = (struct oracle){.kind = kind, .n_left = 1, .left = {cube_solved}};
	half_turn_cosets(o->half_turn_coset);
	for (unsigned i = 0; i < o->n_left && !kind.has_subcosets; i++) {
		for (unsigned axis = 0; axis < 3; axis++) {  /* a slice's turn */
			const struct cube c = cube_after(&o->left[i], axis * 3), d = cube_after(&c, (axis + 3) * 3 + 2);
			add_left_factor(o, &d);
		}
	}
	cr_assert_eq(o->n_left, kind.has_subcosets ? 1u : 24u);
}

static uint64_t smallest_reading(const struct oracle *o, const struct cube *c)
{
	uint64_t smallest = UINT64_MAX;
	for (unsigned s = 0; s < N_SYMMETRIES; s++) {
		const struct cube seen = cube_conjugate(c, s);
		for (unsigned i = 0; i < o->n_left; i++) {
			const struct cube image = cube_product(&o->left[i], &seen);
			const uint64_t r = reading(o, &image);
			smallest = r < smallest ? r : smallest;
		}
	}
	return smallest;
}

struct class {
	uint64_t reading;
	struct cube cube;
};

static int compare_classes(const void *a, const void *b)
{
	const uint64_t x = ((const struct class *)a)->reading, y = ((const struct class *)b)->reading;
	return (x > y) - (x < y);
}

static void expect_counts_of_oracle(unsigned kind, unsigned metric, unsigned depth)
{
	static struct oracle o;
	const uint64_t turns = coset_steps(metric);
	const struct coset_resolution resolution = coset_resolution_of(kinds[kind], turns);
	struct coset_level *const level = levels_made(&resolution, depth);
	fill_oracle(&o, kinds[kind]);
	struct class *before = malloc(sizeof *before), *now = malloc(sizeof *now);
	size_t n_before = 0, n_now = 1;
	now[0] = (struct class){smallest_reading(&o, &cube_solved), cube_solved};
	for (unsigned d = 1; d <= depth; d++) {
		struct class *const next = malloc(n_now * COSET_TURNS * sizeof *next);
		size_t n_next = 0;
		for (size_t i = 0; i < n_now * COSET_TURNS; i++) {
			if (!(turns >> i % COSET_TURNS & 1))
				continue;
			next[n_next].cube =
				cube_after_element(&now[i / COSET_TURNS].cube, coset_tables.element[i % COSET_TURNS]);
			next[n_next].reading = smallest_reading(&o, &next[n_next].cube);
			n_next++;
		}
		/* Those that are at no depth before, each once. */
		size_t n_new = 0;
		qsort(next, n_next, sizeof *next, compare_classes);
		for (size_t i = 0; i < n_next; i++) {
			if (n_new > 0 && next[n_new - 1].reading == next[i].reading)
				continue;
			if (bsearch(&next[i], now, n_now, sizeof *now, compare_classes) == NULL &&
			    bsearch(&next[i], before, n_before, sizeof *before, compare_classes) == NULL)
				next[n_new++] = next[i];
		}
		const size_t n_found = count_cosets(&resolution, &level[d]);
		cr_expect_eq(n_new, n_found, "kind %u, metric %u, depth %u: %zu, not %zu", kind, metric,
		             d, n_found, n_new);
		free(before);
		before = now;
		n_before = n_now;
		now = next;
		n_now = n_new;
	}
	free(before);
	free(now);
	levels_free(level, depth);
}

Test(coset_level_counts, cosets_are_those_of_the_definition)
{
	static const struct { unsigned kind, metric, depth; } rows[] = {
		{0, METRIC_HTM, 4}, {1, METRIC_HTM, 4}, {2, METRIC_HTM, 4}, {3, METRIC_HTM, 4},
		{0, METRIC_QTM, 5}, {1, METRIC_QTM, 5}, {3, METRIC_QTM, 4},
		{0, COSET_STM, 3}, {1, COSET_STM, 3}, {0, COSET_ATM, 3}, {1, COSET_ATM, 3},
	};
	array_foreach(row, rows)
		expect_counts_of_oracle(row->kind, row->metric, row->depth + are_slow_wanted());
}

/* Eight and nine flip bits differ from depth 7 on. */
Test(coset_level_counts, cosets_are_those_of_the_definition_to_depth_7)
{
	skip_unless_slow();
	for (unsigned kind = 0; kind < WITH_SUBCOSETS; kind++)
		expect_counts_of_oracle(kind, METRIC_HTM, 7);
}
