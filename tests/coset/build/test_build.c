/* The builder of coset tables: whatever its threads it makes one table, in the memory that it says, and can
 * be stopped. */
#include "coset/family.h"
#include "coset/math/map.h"
#include "pdb/generate.h"
#include "support/support.h"
#include "support/tables.h"

#include <sys/resource.h>
#include <sys/wait.h>

TestSuite(build_coset, .init = coset_transitions_init);

/* 22 to 66 MB each; those with subcosets are of 5.4e11 entries. */
static const struct pdb_key
	parity = {COSET_COORDINATE(4874, COSET_PARITY, false), .metric = METRIC_HTM},
	parity_qtm = {COSET_COORDINATE(4874, COSET_PARITY, false), .metric = METRIC_QTM},
	htr = {COSET_COORDINATE(4874, COSET_HTR, false), .metric = METRIC_HTM},
	subcosets = {COSET_COORDINATE(5003, COSET_PARITY, true), .metric = METRIC_HTM},
	subcosets_qtm = {COSET_COORDINATE(5003, COSET_PARITY, true), .metric = METRIC_QTM};

/* ---- threads, memory ---- */
/* Whether a sanitizer's memory, or an emulator's, is counted as ours. */
static bool is_instrumented(void)
{
	if (getenv("SUPERFLIP_EMULATED") != NULL)
		return true;
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
	return true;
#else
	return false;
#endif
}

/* Resident memory of this process so far, at most. */
static uint64_t peak_bytes(void)
{
	struct rusage usage;
	getrusage(RUSAGE_SELF, &usage);
	return (uint64_t)usage.ru_maxrss * 1024;
}

enum { CANNOT_BUILD = 1, TAKES_TOO_MUCH, IS_ANOTHER };

/* In a process of its own, so that nothing else counts as the builder's memory. */
static int build_and_compare(const struct pdb *expected, unsigned n_threads)
{
	const uint64_t before = peak_bytes();
	struct pdb image;
	if (pdb_build(expected->key, n_threads, NULL, &image) != STATUS_OK)
		return CANNOT_BUILD;
	if (!is_instrumented() && peak_bytes() - before > pdb_generate_memory_bytes(expected->key, n_threads))
		return TAKES_TOO_MUCH;
	const bool is_same =
		image.size_bytes == expected->size_bytes
		&& memcmp(image.entries, expected->entries, image.size_bytes) == 0
		&& memcmp(image.histogram.count, expected->histogram.count, sizeof image.histogram.count) == 0;
	pdb_close(&image);
	return is_same ? 0 : IS_ANOTHER;
}

/* The shared table was built by two threads. */
static void expect_builds(struct pdb_key key, unsigned n_threads)
{
	static const char *const fault[] = {"", "it cannot be built", "more memory than it may take",
	                                    "another table"};
	const struct pdb expected = shared_table(key);
	const pid_t child = fork();
	int status;
	if (child == 0)
		_exit(build_and_compare(&expected, n_threads));
	cr_assert_eq(waitpid(child, &status, 0), child);
	cr_assert(WIFEXITED(status), "signal %d", WTERMSIG(status));
	cr_assert_eq(WEXITSTATUS(status), 0, "%u threads: %s", n_threads, fault[WEXITSTATUS(status) & 3]);
	cr_expect_eq(pdb_data_bytes(key),
	             coset_filter_begin(coset_side_log2(key.metric, pdb_base(key)))
	                 + coset_table_filter_blocks(coset_shape_of(&key.coordinate)) * COSET_FILTER_BLOCK_BYTES);
}

Test(build_coset, any_threads_build_the_same_table_in_the_memory_that_they_may_take)
{
	expect_builds(parity_qtm, 1);
	if (!are_slow_wanted())
		return;
	expect_builds(parity_qtm, 3);
	expect_builds(htr, 3);
	expect_builds(subcosets, 3);
	expect_builds(subcosets_qtm, 1);
}

/* ---- interruption ---- */
static bool stop_at_once(void *context, const char *stage, uint64_t done, uint64_t total)
{
	cr_expect_leq(done, total);
	++*(unsigned *)context;
	return false;
}

Test(build_coset, the_watcher_can_interrupt)
{
	unsigned n_told = 0;
	struct pdb image = {.entries = NULL};
	const struct pdb_progress progress = {stop_at_once, &n_told};
	cr_expect_eq(pdb_build(parity, 2, &progress, &image), STATUS_INTERRUPTED);
	cr_expect_eq(n_told, 1u);
	cr_expect_null(image.entries);
}

/* A watcher that refuses to go on once `share` of the work is done. */
struct told {
	double share;
	uint64_t done;
	bool has_refused, was_told_again;
};

static bool stop_at_share(void *context, const char *stage, uint64_t done, uint64_t total)
{
	struct told *const told = context;
	cr_expect(done <= total && done >= told->done, "%lu of %lu after %lu", done, total, told->done);
	told->was_told_again |= told->has_refused;
	told->done = done;
	told->has_refused = (double)done >= told->share * (double)total;
	return !told->has_refused;
}

static void expect_interruption(struct pdb_key key, unsigned n_threads, double share)
{
	struct pdb image = {.entries = NULL};
	struct told told = {.share = share};
	const struct pdb_progress progress = {stop_at_share, &told};
	cr_expect_eq(pdb_build(key, n_threads, &progress, &image), STATUS_INTERRUPTED);
	cr_expect(told.has_refused && !told.was_told_again);
	cr_expect_null(image.entries);
}

Test(build_coset, progress_only_rises_and_any_moment_can_be_the_last)
{
	expect_interruption(parity, 1, are_slow_wanted() ? 0.25 : 0.1);
	expect_interruption(subcosets, 2, 0.05);
	if (are_slow_wanted())
		expect_interruption(parity, 1, 0.999);
}
