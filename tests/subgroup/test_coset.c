/* Whole cosets, to the depths that seconds reach.  Each test fills the move-pruning table, which takes a few
 * seconds. */
#include "subgroup/coset.h"

#include "pieces/families.h"
#include "search/search.h"
#include "subgroup/fixture.h"
#include "support/tables.h"

#include <sys/resource.h>

/* Forum cubeman.org, node 129, from distance 0 on. */
static const char vector_1[] = "B' L F L2 D B2 R B L' U2", vector_2[] = "L' F2 R D' U B' U' F2 U'";
static const uint64_t counts_1[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 14, 534, 11657, 196080};
static const uint64_t counts_2[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 12, 283, 3909, 50440, 625227};
/* T. Rokicki, "Twenty-five moves suffice for Rubik's Cube" (2008), Table 1: H itself, by all 18 moves. */
static const uint64_t counts_of_h[] = {1,      10,     67,      456,      3079,      20076,
                                       125218, 756092, 4331124, 23639531, 122749840, 582017108};

static void open_coset(const char *moves, unsigned n_threads, struct subgroup_coset *out)
{
	const struct cube c = cube_of_moves(moves);
	cr_assert_eq(subgroup_coset_open(&c, n_threads, NULL, out), STATUS_OK, "3.6 GB of memory are needed");
}

static void expect_counts(struct subgroup_coset *coset, const uint64_t *published, unsigned n_depths)
{
	while (coset->n_depths < n_depths)
		cr_assert_eq(subgroup_coset_next_depth(coset, true), STATUS_OK);
	for (unsigned d = 0; d < n_depths; d++)
		cr_expect_eq(coset->count[d], published[d], "%lu positions at distance %u, published are %lu",
		             coset->count[d], d, published[d]);
}

Test(whole_coset, counts_are_those_that_others_have_published)
{
	skip_unless_slow();
	for (unsigned n_threads = 1; n_threads <= 2; n_threads++) {
		struct subgroup_coset coset;
		open_coset(vector_1, n_threads, &coset);
		expect_counts(&coset, counts_1, 14);
		const struct cube second = cube_of_moves(vector_2);
		subgroup_coset_restart(&coset, &second);
		expect_counts(&coset, counts_2, 14);
		subgroup_coset_close(&coset);
	}
}

/* From distance 9 on the set is extended and joined to its inverses; of the other sequences one of 16 is
 * searched. */
Test(whole_coset, extending_joining_and_searching_together_find_what_is_published_of_h)
{
	skip_unless_slow();
	for (unsigned n_threads = 1; n_threads <= 2; n_threads++) {
		struct subgroup_coset coset;
		open_coset("", n_threads, &coset);
		expect_counts(&coset, counts_of_h, 12);
		cr_expect(coset.extend_s > 0 && coset.join_s > 0, "the last depth was extended and joined");
		cr_expect_eq(coset.n_found, bitmap_count(&coset.bitmap, n_threads));
		subgroup_coset_close(&coset);
	}
}

/* The first depths after the set is large enough to be extended, with symmetries from there on, or
 * without. */
static void count_with(struct subgroup_coset *coset, const struct cube *c, bool with_symmetries,
                       uint64_t counts[SUBGROUP_MAX_DEPTH + 1])
{
	subgroup_coset_restart(coset, c);
	coset->symmetries_from = with_symmetries ? 0 : SUBGROUP_MAX_DEPTH + 1;
	while (coset->extend_s == 0)
		cr_assert_eq(subgroup_coset_next_depth(coset, true), STATUS_OK);
	const bool has_some = coset->symmetries.keeping != 1 || coset->symmetries.inverts;
	cr_expect_eq(coset->automorphisms != NULL, with_symmetries && has_some);
	memcpy(counts, coset->count, sizeof coset->count);
}

/* Cosets with all symmetries, with some, and with some but none that inverts. */
Test(whole_coset, counts_are_the_same_with_symmetries_and_without)
{
	skip_unless_slow();
	static const char *const moves[] = {"U R2 F B2 D U2 L2 F2", "R", "R L", "R L' F2 R"};
	struct subgroup_coset coset;
	open_coset("", 2, &coset);
	struct cube superflip = cube_of_moves(moves[0]);
	for (unsigned i = 0; i < N_EDGES; i++)
		superflip.edge_ori[i] ^= 1;
	for (unsigned i = 0; i < sizeof moves / sizeof *moves; i++) {
		const struct cube c = i == 0 ? superflip : cube_of_moves(moves[i]);
		uint64_t plain[SUBGROUP_MAX_DEPTH + 1], symmetric[SUBGROUP_MAX_DEPTH + 1];
		count_with(&coset, &c, false, plain);
		count_with(&coset, &c, true, symmetric);
		cr_expect_arr_eq(plain, symmetric, sizeof plain, "coset of %s", i == 0 ? "the superflip" : moves[i]);
	}
	subgroup_coset_close(&coset);
}

struct visited {
	struct cube position[100];
	unsigned n;
};

static bool note_visit(void *context, const struct cube *position)
{
	struct visited *const v = context;
	cr_assert_lt(v->n, 100u);
	v->position[v->n++] = *position;
	return true;
}

static bool are_equivalent(const struct cube *a, const struct cube *b)
{
	for (unsigned inverted = 0; inverted < 2; inverted++)
		for (unsigned s = 0; s < N_AXIS_SYMMETRIES; s++) {
			const struct cube back = cube_inverse(b), image = cube_conjugate(inverted != 0 ? &back : b, s);
			if (cube_equal(a, &image))
				return true;
		}
	return false;
}

/* Of H: positions are equivalent if a symmetry of the axis, or inversion, takes one to the other. */
Test(whole_coset, of_equivalent_missing_positions_one_is_visited_and_all_are_marked)
{
	skip_unless_slow();
	enum { N = 50 };
	struct dice dice = {3};
	struct subgroup_coset coset;
	struct visited v = {.n = 0};
	open_coset("", 2, &coset);
	coset.automorphisms = automorphisms_create(&coset.cube, coset.symmetries, 2);
	cr_assert_not_null(coset.automorphisms);
	for (unsigned page = 0; page < N_PAGES; page++)
		memset(coset.bitmap.page[page], 0xFF, PAGE_BYTES);
	struct cube missing[N];
	for (unsigned i = 0; i < N; i++) {
		missing[i] = element_cube(dice_position(&dice));
		for (unsigned s = 0; s < 2 * N_AXIS_SYMMETRIES; s++) {
			const struct cube back = cube_inverse(&missing[i]);
			const struct cube image = cube_conjugate(s < N_AXIS_SYMMETRIES ? &missing[i] : &back, s % N_AXIS_SYMMETRIES);
			const struct bit_position at = bit_position_of_cube(&image);
			coset.bitmap.page[at.page][at.byte] &= (uint8_t)~(1u << at.bit);
		}
	}
	cr_expect_eq(subgroup_coset_visit_missing(&coset, note_visit, &v), N);
	for (unsigned i = 0; i < N; i++) {
		unsigned n_equivalent = 0;
		for (unsigned k = 0; k < v.n; k++)
			n_equivalent += are_equivalent(&missing[i], &v.position[k]);
		cr_expect_eq(n_equivalent, 1u, "missing position %u of seed 3", i);
	}
	for (unsigned k = 0; k < v.n; k++)
		subgroup_coset_set(&coset, &v.position[k]);
	cr_expect_eq(bitmap_count(&coset.bitmap, 2), N_H_ELEMENTS);
	subgroup_coset_close(&coset);
}

/* The shortest solution, by corners alone: quick enough for ten moves. */
static unsigned solved_length(struct pool *pool, const struct cube *c)
{
	const struct search_request request = search_request_default(c);
	struct search_result result;
	pool_solve(pool, &request, &result);
	cr_assert(result.is_optimal);
	const unsigned length = result.length;
	search_result_free(&result);
	return length;
}

Test(whole_coset, positions_have_the_distance_that_the_optimal_solver_finds)
{
	skip_unless_slow();
	const struct heuristic h = {
		.spec = heuristic_find("corners"), .metric = METRIC_HTM,
		.table = {shared_table(pdb_key_in((struct coordinate_key)CORNERS_COORDINATE, METRIC_HTM))},
	};
	struct pool *const pool = pool_create(&h, 2);
	struct subgroup_coset coset;
	open_coset(vector_2, 2, &coset);
	expect_counts(&coset, counts_2, 11);
	uint64_t n_at[11] = {0};
	for (unsigned page = 0; page < N_PAGES; page++)
		for (uint32_t byte = 0; byte < PAGE_BYTES; byte++)
			for (unsigned left = coset.bitmap.page[page][byte]; left != 0; left &= left - 1) {
				const struct cube element =
					element_cube((struct bit_position){(uint16_t)page, (uint8_t)__builtin_ctz(left), byte});
				const struct cube inverse = cube_inverse(&element),
				                  position = cube_product(&inverse, &coset.cube);
				cr_assert(subgroup_coset_has(&coset, &position));
				const unsigned length = solved_length(pool, &position);
				cr_assert_leq(length, 10u);
				n_at[length]++;
			}
	cr_expect_eq(n_at[9], 12u);
	cr_expect_eq(n_at[10], 283u);
	subgroup_coset_close(&coset);
	pool_destroy(pool);
}

/* A coset with a journal, whose work can be interrupted after some reports. */
struct interrupted {
	struct subgroup_coset coset;
	struct pdb_progress progress;
	unsigned n_left;              /* reports until then; 0: never */
	char journal[64];
};

static struct interrupted *open_interrupted(const char *moves, unsigned n_threads)
{
	static struct interrupted i = {.progress = {interrupt_later, &i.n_left}};
	const struct cube c = cube_of_moves(moves);
	strcpy(i.journal, "/tmp/superflip-journal-XXXXXX");
	const int fd = mkstemp(i.journal);
	cr_assert_geq(fd, 0);
	close(fd);
	unlink(i.journal);
	cr_assert_eq(subgroup_coset_open(&c, n_threads, &i.progress, &i.coset), STATUS_OK);
	return &i;
}

static void close_interrupted(struct interrupted *i)
{
	unlink(i->journal);
	subgroup_coset_close(&i->coset);
}

static enum status interrupt_depth(struct interrupted *i, unsigned n_reports)
{
	i->n_left = n_reports;
	const enum status status = subgroup_coset_next_depth(&i->coset, true);
	i->n_left = 0;
	return status;
}

static enum status restart_from_journal(struct interrupted *i, const struct cube *c)
{
	subgroup_coset_restart(&i->coset, c);
	return subgroup_coset_journal_read(&i->coset, i->journal);
}

Test(whole_coset, a_journal_goes_on_where_a_search_was_interrupted)
{
	skip_unless_slow();
	struct dice dice = {1};
	struct interrupted *const i = open_interrupted(vector_1, 2);
	const struct cube c = i->coset.cube, other = cube_of_moves(vector_2);
	for (unsigned trial = 0; trial < 4; trial++) {
		subgroup_coset_restart(&i->coset, &c);
		expect_counts(&i->coset, counts_1, 12);
		cr_assert_eq(interrupt_depth(i, 2 + dice_below(&dice, 40)), STATUS_INTERRUPTED, "trial %u of seed 1",
		             trial);
		cr_assert_eq(subgroup_coset_journal_write(&i->coset, i->journal), STATUS_OK);
		cr_assert_eq(restart_from_journal(i, &c), STATUS_OK);
		cr_expect_eq(i->coset.n_depths, 12u);
		expect_counts(&i->coset, counts_1, 14);
	}
	cr_expect_eq(restart_from_journal(i, &other), STATUS_DIFFERENT);
	cr_assert_eq(truncate(i->journal, 5000), 0);
	cr_expect_eq(restart_from_journal(i, &c), STATUS_DAMAGED);
	unlink(i->journal);
	cr_expect_eq(restart_from_journal(i, &c), STATUS_MISSING);
	close_interrupted(i);
}

/* As the command does it: the journal is written after each depth and after each interruption, unless the set
 * is lost. */
Test(whole_coset, interruptions_at_random_moments_change_no_count)
{
	skip_unless_slow();
	struct dice dice = {34};
	struct interrupted *const i = open_interrupted("", 1);
	unsigned n_interrupted = 0, n_lost = 0;
	while (i->coset.n_depths < 11) {
		/* Within an extension, which reports 5,040 times, or in the join or the search after it.  One thread,
		 * so that the reports do not depend on the machine. */
		const unsigned within = n_interrupted % 2 == 0 ? 5000 : 7000;
		const bool is_soon = i->coset.n_depths >= 9 && n_interrupted < 12;
		const enum status status = interrupt_depth(i, is_soon ? 2 + dice_below(&dice, within) : 0);
		cr_assert(status == STATUS_OK || status == STATUS_INTERRUPTED);
		n_interrupted += status == STATUS_INTERRUPTED;
		n_lost += i->coset.is_lost;
		if (!i->coset.is_lost)
			cr_assert_eq(subgroup_coset_journal_write(&i->coset, i->journal), STATUS_OK);
		if (status == STATUS_INTERRUPTED) {
			const enum status read = restart_from_journal(i, &cube_solved);
			cr_assert(read == STATUS_OK || read == STATUS_MISSING);
		}
	}
	expect_counts(&i->coset, counts_of_h, 11);
	cr_expect_geq(n_interrupted, 5u);
	cr_expect_gt(n_lost, 0u, "an extension was interrupted, too");
	close_interrupted(i);
}

/* What --within does with the journal of an exact run: nothing may be found at a smaller distance than it
 * has. */
Test(whole_coset, a_depth_that_was_begun_is_not_extended_twice)
{
	skip_unless_slow();
	struct interrupted *const i = open_interrupted("", 1);
	for (unsigned depth = 7; depth <= 9; depth += 2) {
		subgroup_coset_restart(&i->coset, &cube_solved);
		expect_counts(&i->coset, counts_of_h, depth);
		/* One thread reports 5,040 times while it extends, and some more while it joins. */
		cr_assert_eq(interrupt_depth(i, depth == 9 ? 5042 : 5), STATUS_INTERRUPTED);
		cr_assert_eq(i->coset.begun, depth == 9 ? SUBGROUP_BEGUN_EXTENDED : SUBGROUP_BEGUN_PLAIN);
		cr_assert_eq(subgroup_coset_next_depth(&i->coset, false), STATUS_OK);
		cr_expect_leq(i->coset.count[depth], counts_of_h[depth]);
		cr_expect_gt(i->coset.count[depth], counts_of_h[depth] / 2);
	}
	close_interrupted(i);
}

Test(whole_coset, takes_the_memory_that_is_stated)
{
	skip_unless_slow();
	struct rusage usage;
	struct subgroup_coset coset;
	open_coset("", 2, &coset);
	expect_counts(&coset, counts_of_h, 10);
	cr_assert_eq(getrusage(RUSAGE_SELF, &usage), 0);
	const uint64_t stated = subgroup_coset_memory_bytes(&cube_solved, 2),
	               taken = (uint64_t)usage.ru_maxrss * 1024;
	cr_expect_leq(taken, stated);
	cr_expect_geq(taken, stated / 100 * 90, "%lu bytes are taken, %lu stated", taken, stated);
	subgroup_coset_close(&coset);
}
