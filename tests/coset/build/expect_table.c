#include "expect_table.h"

#include "coset/build/levels.h"
#include "cube/turn_automaton.h"
#include "support/support.h"

struct pdb_key key_of(struct coordinate_key coordinate, unsigned metric)
{
	struct pdb_key key = pdb_key_in(coordinate, metric < N_METRICS ? (enum metric)metric : METRIC_OF_TURNS);
	for (unsigned t = 0; t < N_AXIS_TURNS && key.metric == METRIC_OF_TURNS; t++)
		key.costs.of[t] = coset_is_step(metric, axis_turns_first(t), axis_turns_second(t));
	return key;
}

uint64_t turns_of(struct pdb_key key)
{
	return coset_steps(coset_metric(&key));
}

/* ---- cells ---- */
bool is_canonical(struct coset_shape shape, uint64_t index)
{
	const uint64_t cell = index / coset_n_subcosets(shape) / COSET_CELL_ENTRIES;
	const unsigned class = (unsigned)(cell / coset_n_corner_cosets(shape.corners));
	if (coset_tables.n_stabilizers[class] == 1)
		return true;
	const struct cube c = coset_unrank(shape, index);
	return coset_rank(shape, &c) == index;
}

unsigned width_of(const struct coset_filter *t, unsigned p, uint32_t coset)
{
	const unsigned class = p / t->n_corner_cosets;
	const uint64_t group = class % 35 * t->n_corner_cosets + p % t->n_corner_cosets;
	return t->filter_block[(group * t->group_filter_blocks + coset % t->group_filter_blocks + 1)
	                           * COSET_FILTER_BLOCK_BYTES
	                       - 1];
}

/* ---- bounds by levels ---- */
/* What steps make of a coset at a depth, with whole cubes. */
static void expect_bounds_of_children(const struct pdb *table, uint64_t index, unsigned depth)
{
	const struct cube c = coset_unrank(coset_shape_of(&table->key.coordinate), index);
	for (uint64_t turns = turns_of(table->key); turns != 0; turns &= turns - 1) {
		const struct cube child = cube_after_element(&c, coset_tables.element[__builtin_ctzll(turns)]);
		const unsigned value = pdb_value(table, &child);
		if (value > depth + 1)
			cr_assert_fail("index %lu at depth %u, turn %d: %u", index, depth, __builtin_ctzll(turns), value);
	}
}

/* Depths of cosets without subcosets: the side table knows no others. */
static struct known known_without_subcosets(struct pdb_key k, unsigned last)
{
	struct coset_shape shape = coset_shape_of(&k.coordinate);
	shape.has_subcosets = false;
	const struct coset_resolution resolution = coset_resolution_of(shape, turns_of(k));
	struct coset_level *const level = levels_made(&resolution, last);
	const struct known known = known_depths(&resolution, level, last);
	levels_free(level, last);
	return known;
}

void expect_bounds_by_parents(const struct pdb *table)
{
	const struct coset_filter filter = coset_filter_of_key(table->entries, table->key);
	const struct coset_resolution resolution =
		coset_resolution_of(coset_shape_of(&table->key.coordinate), turns_of(table->key));
	const unsigned last = table->base + 1, step = are_slow_wanted() ? 1 : 7;
	struct coset_level *const level = levels_made(&resolution, last);
	const bool has_subcosets = resolution.n_axes > 1;
	const struct known without =
		has_subcosets ? known_without_subcosets(table->key, last) : (struct known){NULL, 0};
	for (unsigned d = 0; d <= last; d++) {
		uint64_t n = 0, n_exact = 0;
		uint32_t coset;
		for (unsigned p = 0; p < coset_n_cells(&resolution); p += step)
			for (struct coset_set_reader r = coset_set_begin(&level[d].cell[p]);
			     coset_set_read(&r, 1, &coset) == 1;) {
				const uint64_t index = coset_index_of_cell(&resolution, p, coset);
				if (!is_canonical(coset_shape_of(&table->key.coordinate), index))
					continue;
				const unsigned value = coset_filter_get(&filter, index);
				if (value > d)
					cr_assert_fail("metric %u, index %lu: %u moves, not %u", table->key.metric, index, d,
					               value);
				n++;
				n_exact += value == (has_subcosets ? known_depth(&without, index / 24, UINT_MAX) : d);
				if (d == last && n % 1009 == 0)
					expect_bounds_of_children(table, index, d);
			}
		cr_expect(d == last || (double)n_exact >= 0.97 * (double)n, "metric %u: %lu of %lu at depth %u",
		          table->key.metric, n_exact, n, d);
	}
	levels_free(level, last);
	free(without.index_and_depth);
}

/* ---- walks ---- */
/* Depths of whole cubes, without frames or levels. */
struct walked {
	uint64_t index;
	unsigned depth;
};

static int compare_walked(const void *a, const void *b)
{
	const struct walked *const x = a, *const y = b;
	return x->index != y->index ? (x->index > y->index) - (x->index < y->index)
	                            : (int)x->depth - (int)y->depth;
}

static void note_walks(struct pdb_key k, const struct cube *c, unsigned depth, unsigned last,
                       struct walked *list, size_t *n)
{
	list[(*n)++] = (struct walked){coordinate_rank(k.coordinate, c), depth};
	for (uint64_t turns = depth < last ? turns_of(k) : 0; turns != 0; turns &= turns - 1) {
		const struct cube child = cube_after_element(c, coset_tables.element[__builtin_ctzll(turns)]);
		note_walks(k, &child, depth + 1, last, list, n);
	}
}

void expect_depths_of_walks(const struct pdb *table)
{
	enum { MAX_WALKS = 1 + 18 + 18 * 18 + 18 * 18 * 18 + 18 * 18 * 18 * 18 };
	const unsigned known_depth = coset_metric(&table->key) < N_METRICS ? 4 : 3;
	const struct coset_filter filter = coset_filter_of_key(table->entries, table->key);
	struct walked *const list = malloc(MAX_WALKS * sizeof *list);
	size_t n = 0, n_cosets = 0, n_exact = 0, first_of_coset = 0;
	unsigned nearest = 0;  /* of a coset's subcosets */
	note_walks(table->key, &cube_solved, 0, known_depth, list, &n);
	qsort(list, n, sizeof *list, compare_walked);
	for (size_t i = 0; i < n; i++) {
		if (i == 0 || list[i].index / filter.n_subcosets != list[first_of_coset].index / filter.n_subcosets) {
			first_of_coset = i;
			nearest = list[i].depth;
			for (size_t j = i; j < n && list[j].index / filter.n_subcosets == list[i].index / filter.n_subcosets; j++)
				nearest = list[j].depth < nearest ? list[j].depth : nearest;
		}
		if (i > 0 && list[i].index == list[i - 1].index)
			continue;
		const unsigned value = coset_filter_get(&filter, list[i].index);
		if (value > list[i].depth)
			cr_assert_fail("index %lu: %u moves, not %u", list[i].index, list[i].depth, value);
		n_cosets++;
		n_exact += value == nearest;
	}
	cr_expect_geq((double)n_exact, 0.97 * (double)n_cosets, "%zu of %zu", n_exact, n_cosets);
	free(list);
}

void expect_bounds_of_walks(const struct pdb *table)
{
	struct dice dice = {6};
	for (unsigned walk = 0; walk < 5000; walk++) {
		struct cube c = cube_solved;
		for (unsigned n = 1; n <= 12; n++) {
			const unsigned move = dice_below(&dice, N_MOVES);
			c = cube_after(&c, table->key.metric == METRIC_QTM && move % 3 == 1 ? move + 1 : move);
			const unsigned value = pdb_value(table, &c);
			if (value > n)
				cr_assert_fail("walk %u of seed 6, %u moves: %u", walk, n, value);
		}
	}
}

/* ---- histograms ---- */
void expect_counts_of_sample(const struct pdb *table)
{
	const struct coset_shape s = coset_shape_of(&table->key.coordinate);
	const struct coset_filter filter = coset_filter_of_key(table->entries, table->key);
	const uint64_t cell_entries = COSET_CELL_ENTRIES, n_corner_cosets = coset_n_corner_cosets(s.corners);
	const uint64_t n_subcosets = s.has_subcosets ? 24 : 1;
	uint64_t count[PDB_MAX_DEPTHS] = {0}, n = 0;
	for (uint64_t filter_block = 0; filter_block < coset_table_filter_blocks(s);
	     filter_block += coset_size(s) / 4194304)
		for (uint64_t class = filter_block / s.filter_blocks / n_corner_cosets; class < COSET_CLASSES;
		     class += 35)
			for (uint64_t coset = filter_block % s.filter_blocks; coset < cell_entries;
			     coset += s.filter_blocks) {
				const uint64_t cell =
					class * n_corner_cosets + filter_block / s.filter_blocks % n_corner_cosets;
				if (coset_tables.n_stabilizers[class] != 1)
					continue;
				for (uint64_t subcoset = 0; subcoset < n_subcosets; subcoset++, n++)
					count[coset_filter_get(&filter,
					                       (cell * cell_entries + coset) * n_subcosets + subcoset)]++;
			}
	cr_expect_eq(n, coset_sampled_entries(s));
	cr_expect_arr_eq(count, table->histogram.count, sizeof count);
	cr_expect_eq(table->histogram.max_depth, coset_cap(s, coset_metric(&table->key)));
}
