/* How often entries that are far read as if they were near, and how full filter blocks are: as the format promises. */
#include "coset/build/levels.h"
#include "coset/math/coset.h"
#include "expect_table.h"
#include "support/support.h"
#include "support/tables.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

TestSuite(coset_mistakes, .init = coset_transitions_init);

/* All that is nearer than the cap, and some that is not, as the table has it. */
struct comparison {
	uint64_t n_near[PDB_MAX_DEPTHS], n_exact[PDB_MAX_DEPTHS];  /* by depth */
	uint64_t n_far, n_of_value[PDB_MAX_DEPTHS];                /* of the cap or more, by value */
	double expected[COSET_THRESHOLD_SETS];                             /* of these, as many should pass at each level and all before */
	uint64_t n_tests;                                          /* that what is near must pass */
};

/* The share of other slots that pass a test in a filter block: half for each solution that is looked at. */
static double share_of_width(unsigned width)
{
	double sum = 0;
	for (unsigned begin = 0; begin < width - 3; begin++)
		sum += exp2(-(double)coset_equation_columns(width, begin));
	return sum / (width - 3);
}

/* Values in a cell: of what the levels have there, and of some entries that none has. */
static void compare_block(struct comparison *c, const struct coset_filter *t, struct coset_shape shape,
                          const struct coset_level *level, unsigned p, uint64_t *is_near, struct dice *dice)
{
	enum { FAR_ENTRIES = 1500 };
	const unsigned cap = t->base + COSET_THRESHOLD_SETS;
	const uint64_t begin = (uint64_t)p * t->cell_entries;
	uint32_t coset;
	for (unsigned d = 0; d < cap; d++)
		for (struct coset_set_reader r = coset_set_begin(&level[d].cell[p]); coset_set_read(&r, 1, &coset) == 1;) {
			is_near[coset / 64] |= UINT64_C(1) << coset % 64;
			if (!is_canonical(shape, begin + coset))
				continue;
			const unsigned value = coset_filter_get(t, begin + coset);
			if (value > d)
				cr_assert_fail("cell %u, coset %u: %u moves, not %u", p, coset, d, value);
			c->n_near[d]++;
			c->n_exact[d] += value == d;
			c->n_tests += coset_first_test(t->n_equations, d <= t->base ? 3 : d == t->base + 1 ? 2 : 1);
		}
	for (unsigned n = 0; n < FAR_ENTRIES; n++) {
		coset = dice_below(dice, t->cell_entries);
		if (is_near[coset / 64] >> coset % 64 & 1)
			continue;
		const double share = share_of_width(width_of(t, p, coset));
		for (unsigned i = 0; i < COSET_THRESHOLD_SETS; i++)
			c->expected[i] += pow(share, coset_first_test(t->n_equations, i + 1));
		c->n_far++;
		c->n_of_value[coset_filter_get(t, begin + coset)]++;
	}
	for (unsigned d = 0; d < cap; d++)
		for (struct coset_set_reader r = coset_set_begin(&level[d].cell[p]); coset_set_read(&r, 1, &coset) == 1;)
			is_near[coset / 64] = 0;
}

/* Of every stride-th class of edge sets, and its complement: these share filter blocks. */
static struct comparison compare(const struct pdb *table, unsigned stride)
{
	const unsigned cap = table->base + COSET_THRESHOLD_SETS;
	const struct coset_shape shape = coset_shape_of(&table->key.coordinate);
	const struct coset_filter filter = coset_filter_of_key(table->entries, table->key);
	struct coset_resolution resolution;
	coset_resolution_fill(&resolution, shape);
	const struct coset_space space = {&resolution, turns_of(table->key)};
	struct coset_level *const level = levels_made(&space, cap - 1);
	uint64_t *const is_near = calloc(filter.cell_entries / 64, sizeof *is_near);
	struct comparison c = {.n_far = 0};
	struct dice dice = {11};
	for (unsigned p = 0; p < coset_n_cells(&resolution); p++)
		if (p / filter.n_corner_cosets % 35 % stride == 0)
			compare_block(&c, &filter, shape, level, p, is_near, &dice);
	free(is_near);
	levels_free(level, cap - 1);
	return c;
}

/* Entries that are far: none of them should pass.  Of the last level some are one more than the base, by the side table. */
static void expect_mistakes(const struct comparison *c, const struct coset_filter *t)
{
	const unsigned cap = t->base + COSET_THRESHOLD_SETS;
	uint64_t n_passing = c->n_far;
	for (unsigned level = 0; level + 1 < COSET_THRESHOLD_SETS; level++) {
		n_passing -= c->n_of_value[cap - level];
		const double expected = c->expected[level], passing = (double)n_passing;
		cr_expect(fabs(passing - expected) < 0.1 * expected + 5 * sqrt(expected) + 1, "%f pass at level %u, not %f", passing,
		          level, expected);
	}
}

/* Filter blocks have no more columns than they need: about 15 % more than tests. */
static void expect_loads(const struct comparison *c, const struct coset_filter *t, uint64_t n_filter_blocks, unsigned stride)
{
	uint64_t n_columns = 0;
	for (uint64_t filter_block = 0; filter_block < n_filter_blocks; filter_block++) {
		if (filter_block / t->group_filter_blocks / t->n_corner_cosets % stride != 0)
			continue;
		const unsigned width = t->filter_block[filter_block * COSET_FILTER_BLOCK_BYTES + COSET_FILTER_BLOCK_BYTES - 1];
		cr_assert(width >= COSET_MIN_WIDTH && width <= COSET_MAX_WIDTH, "filter block %lu", filter_block);
		n_columns += width > COSET_MIN_WIDTH ? 8 * width : 0;
	}
	cr_expect_gt((double)c->n_tests, 0.85 * (double)n_columns, "%lu tests, %lu columns", c->n_tests, n_columns);
}

static void expect_rare_mistakes(enum metric metric, unsigned stride)
{
	const struct pdb table = shared_table(pdb_key_in((struct coordinate_key)COSET_COORDINATE(4874, COSET_PARITY, false), metric));
	const struct coset_filter filter = coset_filter_of_key(table.entries, table.key);
	const struct comparison c = compare(&table, stride);
	expect_mistakes(&c, &filter);
	expect_loads(&c, &filter, coset_table_filter_blocks(coset_shape_of(&table.key.coordinate)), stride);
	for (unsigned d = 0; d <= table.base; d++)
		cr_expect_geq((double)c.n_exact[d], 0.97 * (double)c.n_near[d], "%lu of %lu at depth %u", c.n_exact[d], c.n_near[d], d);
	cr_expect_eq(c.n_exact[0], c.n_near[0]);
}

Test(coset_mistakes, are_as_rare_as_promised)
{
	skip_unless_slow();  /* 10 s, as is the next; what follows takes some classes of edge sets */
	expect_rare_mistakes(METRIC_HTM, 1);
}

Test(coset_mistakes, are_as_rare_as_promised_in_quarter_turns)
{
	skip_unless_slow();
	expect_rare_mistakes(METRIC_QTM, 1);
}

Test(coset_mistakes, are_as_rare_as_promised_in_some_classes)
{
	skip_unless_slow();
	expect_rare_mistakes(METRIC_QTM, 6);
}
