#include "steps/cases.h"

#include "base/record_log.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { N_SLOTS = 2 * CASES_MAX };

struct entry {
	struct goal_look look;
	uint64_t n;
	struct search_solution *solutions;  /* owned; NULL: the slot is free */
};

struct cases {
	const struct goal *goal;
	uint64_t symmetries;
	unsigned n;
	struct record_log log;              /* fd -1: new cases are not kept on disk */
	struct entry entry[N_SLOTS];        /* open addressing */
};

struct cases *cases_make(const struct goal *goal, uint64_t symmetries)
{
	struct cases *const cases = calloc(1, sizeof *cases);
	if (cases != NULL) {
		cases->goal = goal;
		cases->symmetries = symmetries;
		cases->log.fd = -1;
	}
	return cases;
}

void cases_free(struct cases *cases)
{
	for (unsigned i = 0; cases != NULL && i < N_SLOTS; i++)
		free(cases->entry[i].solutions);
	if (cases != NULL && cases->log.fd >= 0)
		record_log_close(&cases->log);
	free(cases);
}

struct case_view cases_view(const struct cases *cases, const struct cube *c)
{
	struct case_view view = {.symmetry = 0};
	bool is_first = true;
	for (uint64_t left = cases->symmetries; left != 0; left &= left - 1, is_first = false) {
		const uint8_t symmetry = (uint8_t)__builtin_ctzll(left);
		const struct goal_look look = goal_look(cases->goal, c, symmetry);
		if (is_first || memcmp(&look, &view.look, sizeof look) < 0)
			view = (struct case_view){look, symmetry};
	}
	return view;
}

/* The slot of a case, or the free one where it belongs. */
static unsigned slot_of(const struct cases *cases, const struct goal_look *look)
{
	unsigned slot = (unsigned)(look->words[0] % N_SLOTS);
	while (cases->entry[slot].solutions != NULL && memcmp(&cases->entry[slot].look, look, sizeof *look) != 0)
		slot = (slot + 1) % N_SLOTS;
	return slot;
}

const struct search_solution *cases_find(const struct cases *cases, const struct case_view *view, uint64_t *n)
{
	const struct entry *const entry = &cases->entry[slot_of(cases, &view->look)];
	*n = entry->n;
	return entry->solutions;
}

static bool add_case(struct cases *cases, const struct goal_look *look, struct search_solution *solutions, uint64_t n)
{
	struct entry *const entry = &cases->entry[slot_of(cases, look)];
	if (cases->n == CASES_MAX || entry->solutions != NULL)
		return false;
	*entry = (struct entry){*look, n, solutions};
	cases->n++;
	return true;
}

/* ---- on disk ---- */

/* The record of a case: what the step sees of it, then its solutions, in the bytes that they have in memory. */
static void write_case(struct cases *cases, const struct goal_look *look, const struct search_solution *solutions, uint64_t n)
{
	const size_t size = sizeof *look + n * sizeof *solutions;
	char *const record = cases->log.fd >= 0 ? malloc(size) : NULL;
	if (record == NULL)
		return;
	memcpy(mempcpy(record, look, sizeof *look), solutions, size - sizeof *look);
	if (record_log_append(&cases->log, record, size) == RECORD_LOG_OK)
		record_log_flush(&cases->log, false);
	free(record);
}

static bool is_sound(const struct search_solution *s)
{
	bool is_sound = s->n_moves <= sizeof s->moves && s->n_before + s->n_after <= s->n_moves;
	for (unsigned i = 0; is_sound && i < s->n_moves; i++)
		is_sound = s->moves[i] < N_MOVES;
	return is_sound;
}

static void read_case(struct cases *cases, const char *record, size_t size)
{
	struct goal_look look;
	const uint64_t n = size > sizeof look ? (size - sizeof look) / sizeof(struct search_solution) : 0;
	struct search_solution *const solutions = malloc(n * sizeof *solutions);
	if (n == 0 || sizeof look + n * sizeof *solutions != size || solutions == NULL) {
		free(solutions);
		return;
	}
	memcpy(&look, record, sizeof look);
	memcpy(solutions, record + sizeof look, n * sizeof *solutions);
	bool is_taken = true;
	for (uint64_t i = 0; i < n; i++)
		is_taken &= is_sound(&solutions[i]);
	if (!is_taken || !add_case(cases, &look, solutions, n))
		free(solutions);
}

void cases_keep_in(struct cases *cases, const char *directory, const char *identity)
{
	static const char format[] = "superflip-cases/1";
	char path[PATH_MAX], detail[RECORD_LOG_DETAIL_MAX];
	const char *record;
	size_t size;
	struct record_log log;
	snprintf(path, sizeof path, "%s/cases-%016" PRIx64 ".log", directory, XXH3_64bits(identity, strlen(identity)));
	enum record_log_status status = record_log_open(path, format, identity, &log, detail);
	const bool may_write = status == RECORD_LOG_OK;
	if (status == RECORD_LOG_BUSY || status == RECORD_LOG_IO)
		status = record_log_read(path, format, &log, detail);
	if (status != RECORD_LOG_OK)
		return;
	while ((status = record_log_next(&log, &record, &size)) == RECORD_LOG_OK)
		read_case(cases, record, size);
	if (may_write && status == RECORD_LOG_END && record_log_cut(&log) == RECORD_LOG_OK)
		cases->log = log;
	else
		record_log_close(&log);
}

bool cases_keep(struct cases *cases, const struct case_view *view, struct search_solution *solutions, uint64_t n)
{
	if (!add_case(cases, &view->look, solutions, n))
		return false;
	write_case(cases, &view->look, solutions, n);
	return true;
}
