/* Every array reader of this machine reads the same of coset tables. */
#include "coset/filter/read_filter_blocks.h"
#include "random_tables.h"
#include "slow_reading.h"

/* Slots that are no entries have values, too. */
enum { ANY_VALUE = UINT8_MAX };

/* Entries, and what is asked for of them. */
static struct {
	unsigned n;
	uint64_t entry[READ_MAX];
	uint16_t subcosets[READ_MAX];
	uint8_t value[READ_MAX], second[READ_MAX];
	uint32_t near[READ_MAX];
} asked;

enum { NO_SUBCOSET = 31 };

/* Without subcosets. */
static void expect_values(const struct random_table *t)
{
	static uint8_t value[READ_MAX];
	for (unsigned k = processor_level(); k < PROCESSOR_LEVELS; k++) {
		const char *const name = processor_level_name[k];
		cr_assert(readers[k]->read(&t->filter, asked.entry, asked.n, value), "%s, %u entries", name, asked.n);
		cr_assert(memcmp(value, asked.value, asked.n) == 0, "%s, %u entries", name, asked.n);
	}
}

/* Of subcosets that are not asked for nothing is said. */
static void expect_values_of_subcosets(const struct random_table *t)
{
	static uint8_t value[READ_MAX], second[READ_MAX];
	static uint32_t near[READ_MAX];
	for (unsigned k = processor_level(); k < PROCESSOR_LEVELS; k++) {
		const char *const name = processor_level_name[k];
		const bool is_clean = readers[k]->read_subcosets(&t->filter, asked.entry, asked.subcosets, asked.n,
		                                                 value, second, near);
		cr_assert(is_clean, "%s, %u entries", name, asked.n);
		for (unsigned i = 0; i < asked.n; i++) {
			const bool has_first = (asked.subcosets[i] & 255) != NO_SUBCOSET,
			           has_second = asked.subcosets[i] >> 8 != NO_SUBCOSET;
			if ((has_first && value[i] != asked.value[i]) || (has_second && second[i] != asked.second[i]))
				cr_assert_fail("%s, %u entries, number %u", name, asked.n, i);
			if (near[i] != asked.near[i])
				cr_assert_fail("%s, %u entries, number %u: near in %06x", name, asked.n, i, near[i]);
		}
	}
}

static unsigned random_subcoset(struct dice *dice)
{
	return dice_below(dice, 8) == 0 ? NO_SUBCOSET : dice_below(dice, COSET_SUBCOSETS);
}

/* Entries that all have the value, or any. */
static void expect_same_values(struct dice *dice, const struct random_table *t, unsigned wanted, unsigned n)
{
	asked.n = n;
	for (unsigned i = 0; i < n;) {
		const bool is_wanted = wanted != ANY_VALUE;
		const unsigned first = is_wanted || !t->shape.has_subcosets ? dice_below(dice, t->filter.n_subcosets)
		                                                            : random_subcoset(dice);
		const unsigned second = random_subcoset(dice);
		const uint64_t group = dice_below(dice, coset_table_groups(t->shape));
		const uint64_t entry = asked.entry[i] = group << 32 | dice_below(dice, group_entries(t->shape));
		asked.subcosets[i] = (uint16_t)(first | second << 8);
		asked.value[i] = first == NO_SUBCOSET ? 0 : (uint8_t)coset_filter_value(&t->filter, entry, first);
		if (is_wanted && asked.value[i] != wanted)
			continue;
		if (t->shape.has_subcosets) {
			asked.second[i] =
				second == NO_SUBCOSET ? 0 : (uint8_t)coset_filter_value(&t->filter, entry, second);
			const uint64_t n_blocks = t->shape.filter_blocks, slot = (uint32_t)entry / n_blocks;
			asked.near[i] = subcosets_slowly(
				t->filter.filter_block + (group * n_blocks + (uint32_t)entry % n_blocks) * 64, slot, 0);
		}
		i++;
	}
	if (t->shape.has_subcosets)
		expect_values_of_subcosets(t);
	else
		expect_values(t);
}

Test(coset_readers, every_reader_reads_arrays_of_all_lengths)
{
	static const unsigned sizes[] = {0, 1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 300, 1000, 1535, READ_MAX};
	struct dice dice = {7};
	for (unsigned k = 0; k < N_RANDOM_TABLES; k += are_slow_wanted() ? 1 : 2) {
		struct random_table t = random_table_of(&dice, k);
		array_foreach(row, sizes)
			expect_same_values(&dice, &t, ANY_VALUE, *row);
		free(t.data);
	}
}

/* Where none passes a level, or all pass all of them and are in the side table. */
Test(coset_readers, every_reader_reads_arrays_of_one_value)
{
	struct dice dice = {8};
	static const unsigned shapes[] = {0, 1, LAYERED_SHAPE};
	array_foreach(shape, shapes) {
		struct random_table t = random_table(&dice, &random_shapes[*shape], FILTER_BLOCKS_SOLVED);
		for (unsigned value = 0; value <= t.filter.base + COSET_THRESHOLD_SETS; value++)
			for (unsigned n = 0; n <= 64; n += 1 + n / 16)
				expect_same_values(&dice, &t, value, n);
		free(t.data);
	}
}

/* ---- packed cubes ---- */
Test(coset_readers, every_instruction_set_makes_the_same_of_packed_cubes, .init = coset_init)
{
	struct dice dice = {10};
	for (unsigned n = 0; n < 50000; n++) {
		const struct cube c = dice_cube(&dice);
		const struct coset_cube packed = coset_pack(&c);
		const uint32_t transform =
			coset_transform(dice_below(&dice, N_SYMMETRIES), dice_below(&dice, COSET_LEFTS), 0, 0);
		const unsigned move = dice_below(&dice, N_MOVES);
		const uint64_t expected = filter_block_reader_portable.digest(&packed, transform, move);
		for (unsigned k = processor_level(); k < PROCESSOR_LEVELS; k++)
			if (readers[k]->digest(&packed, transform, move) != expected)
				cr_assert_fail("%s, cube %u of seed 10", processor_level_name[k], n);
	}
}
