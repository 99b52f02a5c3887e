/* Lines made from members: these are found, little else is, and every solver of this machine makes the same lines. */
#include "support/support.h"
#include "coset/filter/solve.h"
#include "coset/filter/symbols.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { N_LINES = COSET_BATCH_LINES, STRIDE = COSET_MAX_MEMBERS + 8, N_TESTS = 5, WITH_SYMBOLS = COSET_SYMBOL_ANY + 1 };

/* Some lines and their members. */
struct lines {
	unsigned n_lines;
	uint32_t n[N_LINES], member[N_LINES][STRIDE];
	uint8_t line[N_LINES][COSET_LINE_BYTES];
};

static struct coset_batch batch_of(const struct lines *l)
{
	return (struct coset_batch){.n_lines = l->n_lines, .stride = STRIDE, .member = l->member[0], .n = l->n};
}

static void solve_with(const struct coset_solver *solver, struct lines *l)
{
	const struct coset_batch batch = batch_of(l);
	memset(l->line, 0x5A, sizeof l->line);
	solver->solve(&batch, l->line[0]);
}

static unsigned slot_of(uint32_t member) { return member & UINT16_MAX; }
static unsigned test_of(uint32_t member) { return member >> 16 & 255; }
static unsigned symbol_of(uint32_t member) { return member >> 24; }

/* Slots below n_slots for tests below n_tests, all different, with symbols below n_symbols: without layers that is 1. */
static void random_members(struct dice *dice, unsigned n, unsigned n_slots, unsigned n_tests, unsigned n_symbols,
                           uint32_t *member)
{
	static bool is_taken[N_TESTS][UINT16_MAX + 1];
	for (unsigned i = 0; i < n;) {
		const unsigned slot = dice_below(dice, n_slots), test = dice_below(dice, n_tests);
		if (is_taken[test][slot])
			continue;
		is_taken[test][slot] = true;
		member[i++] = coset_member(slot, test, dice_below(dice, n_symbols));
	}
	for (unsigned i = 0; i < n; i++)
		is_taken[test_of(member[i])][slot_of(member[i])] = false;
}

static void random_lines(struct dice *dice, unsigned n_lines, unsigned min_members, unsigned max_members,
                         unsigned n_symbols, struct lines *l)
{
	static const unsigned n_slots[] = {512, 1638, 8000, UINT16_MAX + 1};
	l->n_lines = n_lines;
	for (unsigned i = 0; i < n_lines; i++) {
		l->n[i] = min_members + dice_below(dice, max_members + 1 - min_members);
		/* Only so many are there to be read. */
		const unsigned n = l->n[i] < STRIDE ? l->n[i] : STRIDE;
		const unsigned n_tests = 2 + dice_below(dice, N_TESTS - 1);
		random_members(dice, n, n_slots[dice_below(dice, 4)], n_tests, n_symbols, l->member[i]);
	}
}

static unsigned width_of(const uint8_t *line)
{
	return line[COSET_WIDTH_AT];
}

/* Without layers. */
static bool line_passes(const uint8_t *line, unsigned slot, unsigned test)
{
	const uint32_t layers = coset_line_layers(NULL, line, slot, test);
	cr_assert(layers == 0 || layers == 0xFFFFFF);
	return layers != 0;
}

Test(coset_solve, every_solver_makes_the_same_lines)
{
	static struct lines l;
	static uint8_t expected[N_LINES][COSET_LINE_BYTES];
	struct dice dice = {1};
	for (unsigned round = 0; round < 40; round++) {
		const unsigned most[] = {8, 120, 240, STRIDE + 20};
		const unsigned n_symbols = round % 3 == 0 ? 1 : WITH_SYMBOLS;
		random_lines(&dice, round % 4 == 0 ? N_LINES : 1 + dice_below(&dice, 40), 0, most[round / 4 % 4], n_symbols, &l);
		solve_with(&coset_solver_portable, &l);
		memcpy(expected, l.line, sizeof expected);
		for (unsigned k = 0; k < COSET_N_SOLVERS; k++) {
			if (!coset_solvers[k]->runs_here())
				continue;
			solve_with(coset_solvers[k], &l);
			for (unsigned i = 0; i < N_LINES; i++)  /* and what is behind the lines stays as it is */
				cr_assert(memcmp(l.line[i], expected[i], COSET_LINE_BYTES) == 0,
				          "%s, round %u of seed 1, line %u of %u: %u members", coset_solvers[k]->name, round, i,
				          l.n_lines, l.n[i]);
		}
	}
}

Test(coset_solve, members_pass)
{
	static struct lines l;
	struct dice dice = {2};
	for (unsigned round = 0; round < 4; round++) {
		random_lines(&dice, N_LINES, 0, STRIDE, 1, &l);
		solve_with(coset_solver_best(), &l);
		for (unsigned i = 0; i < N_LINES; i++)
			for (unsigned k = 0; k < l.n[i]; k++)
				cr_assert(line_passes(l.line[i], slot_of(l.member[i][k]), test_of(l.member[i][k])),
				          "round %u of seed 2, line %u: member %u of %u", round, i, k, l.n[i]);
	}
}

/* ---- widths ---- */
/* Whether the rows of all members are independent: Gauss's elimination of 504 columns, bit by bit. */
static bool are_independent(const uint32_t *member, unsigned n, unsigned width)
{
	static bool row[COSET_MAX_MEMBERS][8 * COSET_MAX_WIDTH];
	memset(row, 0, sizeof row);
	for (unsigned i = 0; i < n; i++) {
		const struct coset_row r = coset_row(slot_of(member[i]), test_of(member[i]));
		for (unsigned bit = 0; bit < 32; bit++)
			row[i][8 * coset_row_begin(&r, width) + bit] = r.coefficients >> bit & 1;
	}
	for (unsigned i = 0; i < n; i++) {
		unsigned pivot = 0;
		while (pivot < 8 * width && !row[i][pivot])
			pivot++;
		if (pivot == 8 * width)
			return false;
		for (unsigned other = i + 1; other < n; other++)
			if (row[other][pivot])
				for (unsigned bit = 0; bit < 8 * width; bit++)
					row[other][bit] ^= row[i][bit];
	}
	return true;
}

static unsigned first_width(unsigned n)
{
	unsigned width = COSET_MIN_WIDTH;
	while (8 * width < n + n / 32 + 3)
		width++;
	return width;
}

static unsigned expected_width(const uint32_t *member, unsigned n)
{
	unsigned width = first_width(n);
	while (width <= COSET_MAX_WIDTH && !are_independent(member, n, width))
		width++;
	return width <= COSET_MAX_WIDTH ? width : 0;
}

Test(coset_solve, a_width_is_the_first_with_independent_rows)
{
	static struct lines l;
	struct dice dice = {3};
	random_lines(&dice, 200, 0, 504, WITH_SYMBOLS, &l);
	solve_with(coset_solver_best(), &l);
	for (unsigned i = 0; i < l.n_lines; i++) {
		const unsigned expected = expected_width(l.member[i], l.n[i]);
		cr_assert_eq(width_of(l.line[i]), expected, "line %u of seed 3, %u members: width %u, not %u", i, l.n[i],
		             width_of(l.line[i]), expected);
	}
}

/* Up to some hundred rows at one byte, of which but 32 can be independent. */
Test(coset_solve, members_that_begin_at_the_same_bytes_do_no_harm)
{
	static struct lines l;
	static unsigned expected[N_LINES];
	struct dice dice = {8};
	l.n_lines = 90;
	for (unsigned i = 0; i < l.n_lines; i++) {
		const unsigned range = 1u << (10 + i % 6), last = 65536 - range;
		const unsigned begin = i % 3 == 0 ? 0 : i % 3 == 1 ? last : dice_below(&dice, last);
		const unsigned most = range / 2 < COSET_MAX_MEMBERS ? range / 2 : COSET_MAX_MEMBERS;
		l.n[i] = dice_below(&dice, i % 2 == 0 ? 64 : most + 1);
		unsigned n = 0;
		for (unsigned slot = dice_below(&dice, 1000); n < l.n[i]; slot++) {
			const struct coset_row row = coset_row(slot % 65536, slot / 65536);
			if (row.start - begin < range)
				l.member[i][n++] = coset_member(slot % 65536, slot / 65536, 0);
		}
		expected[i] = expected_width(l.member[i], l.n[i]);
	}
	for (unsigned k = 0; k < COSET_N_SOLVERS; k++) {
		if (!coset_solvers[k]->runs_here())
			continue;
		solve_with(coset_solvers[k], &l);
		for (unsigned i = 0; i < l.n_lines; i++) {
			cr_assert_eq(width_of(l.line[i]), expected[i], "%s, line %u of seed 8, %u members: width %u, not %u",
			             coset_solvers[k]->name, i, l.n[i], width_of(l.line[i]), expected[i]);
			for (unsigned m = 0; m < l.n[i]; m++)
				cr_assert(line_passes(l.line[i], slot_of(l.member[i][m]), test_of(l.member[i][m])),
				          "%s, line %u of seed 8: member %u", coset_solvers[k]->name, i, m);
		}
	}
}

Test(coset_solve, a_line_has_a_bit_for_every_member_and_few_more)
{
	static struct lines l;
	struct dice dice = {4};
	for (unsigned n = 0; n <= 360; n += 20) {
		double bits = 0;
		random_lines(&dice, N_LINES, n, n, n / 20 % 2 == 0 ? 1 : WITH_SYMBOLS, &l);
		solve_with(coset_solver_best(), &l);
		for (unsigned i = 0; i < N_LINES; i++) {
			const unsigned width = width_of(l.line[i]);
			cr_assert(width >= COSET_MIN_WIDTH && width <= COSET_MAX_WIDTH && 8 * width >= n, "%u members: %u", n,
			          width);
			bits += 8 * width;
		}
		cr_expect_lt(bits / N_LINES, fmax(1.09 * n + 10, 8 * COSET_MIN_WIDTH + 0.1), "%u members: %f bits", n,
		             bits / N_LINES);
	}
}

/* ---- all else ---- */
/* What of the rows that are no members should pass, by the planes that are looked at. */
static double expected_share(unsigned width)
{
	if (width == 0)
		return 1;
	const unsigned n_begins = width - COSET_ROW_BYTES + 1;
	double share = 0;
	for (unsigned begin = 0; begin < n_begins; begin++)
		share += exp2(-(double)coset_row_planes(width, begin)) / n_begins;
	return share;
}

Test(coset_solve, of_all_else_passes_what_the_planes_promise)
{
	static struct lines l;
	static const unsigned sizes[] = {20, 57, 106, 180, 210, 240, 300, 440};
	struct dice dice = {5};
	for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++)
		for (unsigned test = 0; test < N_TESTS; test++) {
			double expected = 0, passed = 0;
			l.n_lines = N_LINES;
			for (unsigned i = 0; i < N_LINES; i++) {
				l.n[i] = sizes[s];
				random_members(&dice, sizes[s], 1638, N_TESTS, 1, l.member[i]);
			}
			solve_with(coset_solver_best(), &l);
			for (unsigned i = 0; i < N_LINES; i++) {
				expected += 1000 * expected_share(width_of(l.line[i]));
				for (unsigned slot = 1638; slot < 2638; slot++)
					passed += line_passes(l.line[i], slot, test);
			}
			cr_expect(passed > 0.9 * expected && passed < 1.3 * expected, "%u members, test %u: %.0f pass, not %.0f",
			          sizes[s], test, passed, expected);
		}
}

/* ---- symbols ---- */
static unsigned planes_of(uint32_t member, unsigned width)
{
	const struct coset_row row = coset_row(slot_of(member), test_of(member));
	return coset_row_planes(width, coset_row_begin(&row, width));
}

/* In their layers, and in others only as far as the planes do not tell these apart: dense lines have few. */
Test(coset_solve, members_pass_in_the_layers_of_their_symbols, .init = coset_init)
{
	static struct lines l;
	const struct coset_symbols *const symbols = coset_symbols();
	unsigned n_of_planes[COSET_MAX_PLANES + 1] = {0};
	struct dice dice = {9};
	for (unsigned round = 0; round < 6; round++) {
		random_lines(&dice, N_LINES, 0, round % 2 == 0 ? 80 : STRIDE, WITH_SYMBOLS, &l);
		solve_with(round % 3 == 0 ? &coset_solver_portable : coset_solver_best(), &l);
		for (unsigned i = 0; i < N_LINES; i++)
			for (unsigned k = 0; k < l.n[i] && l.n[i] <= STRIDE; k++) {
				const uint32_t member = l.member[i][k];
				const unsigned width = width_of(l.line[i]), n_planes = width == 0 ? 0 : planes_of(member, width);
				const uint32_t layers = coset_line_layers(symbols, l.line[i], slot_of(member), test_of(member));
				cr_assert_eq(layers, symbol_layers_seen(n_planes, symbol_of(member)),
				             "round %u of seed 9, line %u: member %u of %u, symbol %u, layers %06x", round, i, k, l.n[i],
				             symbol_of(member), layers);
				cr_assert_eq(symbol_layers(symbol_of(member)) & ~layers, 0u);
				n_of_planes[n_planes]++;
			}
	}
	for (unsigned n_planes = 0; n_planes <= COSET_MAX_PLANES; n_planes++)
		cr_expect_gt(n_of_planes[n_planes], 100u, "%u planes: %u", n_planes, n_of_planes[n_planes]);
}

/* Its even layer, and three odd ones; each odd layer is in three even ones' reach. */
Test(coset_solve, symbols_stand_for_an_even_layer_and_its_neighbours, .init = coset_init)
{
	const struct coset_symbols *const symbols = coset_symbols();
	unsigned n_of_layer[COSET_LAYERS] = {0};
	for (unsigned symbol = 0; symbol < 12; symbol++) {
		const uint32_t layers = symbols->layers[coset_symbol_seen(COSET_SYMBOL_BITS, symbol)];
		cr_expect_eq(layers, symbol_layers(symbol), "symbol %u: %06x", symbol, layers);
		cr_expect_eq(__builtin_popcount(layers), 4, "symbol %u: %06x", symbol, layers);
		for (unsigned layer = 0; layer < COSET_LAYERS; layer++)
			n_of_layer[layer] += layers >> layer & 1;
	}
	for (unsigned layer = 0; layer < COSET_LAYERS; layer++) {
		const bool is_even = coset_tables.even_axes[layer / 4] != COSET_ODD_AXES;
		cr_expect_eq(n_of_layer[layer], is_even ? 1u : 3u, "layer %u: %u", layer, n_of_layer[layer]);
	}
	for (unsigned symbol = 12; symbol < 16; symbol++)
		cr_expect_eq(symbols->layers[coset_symbol_seen(COSET_SYMBOL_BITS, symbol)], symbol == 12 ? 0xFFFFFFu : 0u);
}

Test(coset_solve, of_all_else_passes_in_a_layer_what_the_planes_promise, .init = coset_init)
{
	static struct lines l;
	static const unsigned sizes[] = {20, 57, 80, 106, 180, 240, 300, 440};
	const struct coset_symbols *const symbols = coset_symbols();
	struct dice dice = {10};
	for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
		static double share[COSET_WIDTHS][COSET_LAYERS];
		double expected[COSET_LAYERS] = {0}, passed[COSET_LAYERS] = {0};
		for (unsigned width = 0; width < COSET_WIDTHS && s == 0; width++)
			for (unsigned layer = 0; layer < COSET_LAYERS && (width == 0 || width >= COSET_MIN_WIDTH); layer++)
				share[width][layer] = symbol_share(width, layer);
		l.n_lines = N_LINES;
		for (unsigned i = 0; i < N_LINES; i++) {
			l.n[i] = sizes[s];
			random_members(&dice, sizes[s], 1638, N_TESTS, WITH_SYMBOLS, l.member[i]);
		}
		solve_with(coset_solver_best(), &l);
		for (unsigned i = 0; i < N_LINES; i++)
			for (unsigned slot = 1638; slot < 2638; slot++) {
				const uint32_t layers = coset_line_layers(symbols, l.line[i], slot, s % N_TESTS);
				for (unsigned layer = 0; layer < COSET_LAYERS; layer++) {
					expected[layer] += share[width_of(l.line[i])][layer];
					passed[layer] += layers >> layer & 1;
				}
			}
		for (unsigned layer = 0; layer < COSET_LAYERS; layer++)
			cr_expect(passed[layer] > 0.85 * expected[layer] && passed[layer] < 1.3 * expected[layer],
			          "%u members, layer %u: %.0f pass, not %.0f", sizes[s], layer, passed[layer], expected[layer]);
	}
}

static bool is_zero(const uint8_t *line)
{
	static const uint8_t zero[COSET_LINE_BYTES];
	return memcmp(line, zero, sizeof zero) == 0;
}

Test(coset_solve, with_too_many_members_all_pass)
{
	static struct lines l;
	struct dice dice = {6};
	for (unsigned k = 0; k < COSET_N_SOLVERS; k++) {
		if (!coset_solvers[k]->runs_here())
			continue;
		l.n_lines = 0;
		for (unsigned n = 480; n < 520; n++) {
			l.n[l.n_lines] = n < 518 ? n : n == 518 ? UINT16_MAX : UINT32_MAX;
			random_members(&dice, n < STRIDE ? n : STRIDE, 1638, 2, WITH_SYMBOLS, l.member[l.n_lines++]);
		}
		solve_with(coset_solvers[k], &l);
		for (unsigned i = 0; i < l.n_lines; i++) {
			const unsigned width = width_of(l.line[i]);
			cr_assert(width == 0 ? is_zero(l.line[i]) : l.n[i] <= 8 * width, "%s: %u members",
			          coset_solvers[k]->name, l.n[i]);
			cr_assert(width == 0 || first_width(l.n[i]) <= COSET_MAX_WIDTH, "%s: %u members",
			          coset_solvers[k]->name, l.n[i]);
			for (unsigned slot = 0; slot < 1000 && width == 0; slot++)
				cr_assert(line_passes(l.line[i], slot, slot % N_TESTS));
		}
	}
}

/* Their bits are zero and the slot's are chance, so but one of 256 fails by one of eight planes. */
Test(coset_solve, without_members_hardly_any_slot_passes)
{
	static struct lines l;
	l.n_lines = 3;
	memset(l.n, 0, sizeof l.n);
	for (unsigned k = 0; k < COSET_N_SOLVERS; k++) {
		if (!coset_solvers[k]->runs_here())
			continue;
		solve_with(coset_solvers[k], &l);
		unsigned n_passed = 0;
		for (unsigned slot = 0; slot <= UINT16_MAX; slot++)
			n_passed += line_passes(l.line[slot % 3], slot, 0);
		cr_expect(n_passed > 256 * 0.8 && n_passed < 256 * 1.2, "%s: %u", coset_solvers[k]->name, n_passed);
		for (unsigned i = 0; i < 3; i++)
			cr_expect_eq(width_of(l.line[i]), (unsigned)COSET_MIN_WIDTH);
	}
}

/* ---- order ---- */
Test(coset_solve, the_order_of_members_and_of_lines_does_not_matter)
{
	static struct lines l, shuffled;
	static unsigned from[N_LINES];
	struct dice dice = {7};
	random_lines(&dice, N_LINES, 0, COSET_MAX_MEMBERS, WITH_SYMBOLS, &l);
	solve_with(coset_solver_best(), &l);
	for (unsigned k = 0; k < COSET_N_SOLVERS; k++) {
		if (!coset_solvers[k]->runs_here())
			continue;
		shuffled.n_lines = l.n_lines;
		for (unsigned i = 0; i < N_LINES; i++) {  /* Fisher and Yates: lines, and members within each */
			const unsigned j = dice_below(&dice, i + 1);
			from[i] = from[j];
			from[j] = i;
		}
		for (unsigned i = 0; i < N_LINES; i++) {
			shuffled.n[i] = l.n[from[i]];
			for (unsigned a = 0; a < l.n[from[i]]; a++) {
				const unsigned b = dice_below(&dice, a + 1);
				shuffled.member[i][a] = shuffled.member[i][b];
				shuffled.member[i][b] = l.member[from[i]][a];
			}
		}
		solve_with(coset_solvers[k], &shuffled);
		for (unsigned i = 0; i < N_LINES; i++)
			cr_assert(memcmp(shuffled.line[i], l.line[from[i]], COSET_LINE_BYTES) == 0,
			          "%s, line %u of seed 7: %u members", coset_solvers[k]->name, i, shuffled.n[i]);
	}
}
