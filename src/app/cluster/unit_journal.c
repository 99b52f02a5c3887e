/* Records are "cube FACELETS MIN_MOVES [CENTRES]", "unit CUBE MOVES UNIT GENERATED EXPANDED LOOKUPS
 * NANOSECONDS", "solution CUBE MOVE..." with moves as searched; cubes are numbered from 0 in the order of
 * their records. */
#include "cluster/unit_journal.h"

#include <sys/stat.h>

#define FORMAT "superflip-units/2"

enum { RECORD_MAX = 200, IDENTITY_MAX = 400 + GOAL_IDENTITY_SIZE };

/* ---- reading ---- */

static enum status add_cube(struct unit_journal *j, const char *text)
{
	char facelets[FACELET_TEXT_SIZE];
	struct unit_journal_cube c;
	struct input_error error;
	struct position p;
	int end = 0;
	uint16_t centres = 0;
	if (sscanf(text, "cube %54[URFDLB] %u%n %" SCNu16 "%n", facelets, &c.min_moves, &end, &centres,
	           &end)
	        < 2
	    || text[end] != '\0' || !position_read(facelets, 0, &p, &error) || p.form != POSITION_FACELETS
	    || p.rotation != 0)
		return STATUS_FOREIGN;
	c.cube = p.cube;
	c.cube.centres = centres;
	if (cube_check(&c.cube) != CUBE_OK)
		return STATUS_FOREIGN;
	return array_append(&j->cube, &j->n_cubes, &j->cubes_capacity, &c, sizeof c) ? STATUS_OK
	    : STATUS_NO_MEMORY;
}

static enum status add_unit(struct unit_journal *j, const char *text)
{
	struct unit_entry e;
	int end = 0;
	if (sscanf(text,
	           "unit %u %u %u %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 "%n",
	           &e.cube, &e.threshold, &e.unit, &e.account.counts.n_generated, &e.account.counts.n_expanded,
	           &e.account.counts.n_lookups, &e.account.cpu_ns, &end)
	        != 7
	    || text[end] != '\0' || e.cube >= j->n_cubes || e.threshold > SEARCH_MAX_LENGTH)
		return STATUS_FOREIGN;
	return array_append(&j->entry, &j->n_entries, &j->entries_capacity, &e, sizeof e) ? STATUS_OK
	    : STATUS_NO_MEMORY;
}

static enum status add_solution(struct unit_journal *j, const char *text)
{
	struct unit_solution s = {.threshold = 0};
	int n = 0;
	if (sscanf(text, "solution %u%n", &s.cube, &n) != 1 || s.cube >= j->n_cubes)
		return STATUS_FOREIGN;
	for (const char *at = text + n; *at != '\0'; s.threshold++) {
		char *end;
		const unsigned long move = strtoul(at, &end, 10);
		if (end == at || move >= N_MOVES || s.threshold == SEARCH_MAX_LENGTH)
			return STATUS_FOREIGN;
		s.path[s.threshold] = (uint8_t)move;
		at = end;
	}
	items_foreach(known, j->solution, j->n_solutions)
		if (memcmp(known, &s, sizeof s) == 0)
			return STATUS_OK;  /* a later run has found it again */
	return array_append(&j->solution, &j->n_solutions, &j->solutions_capacity, &s, sizeof s) ? STATUS_OK
	    : STATUS_NO_MEMORY;
}

/* @param status  of the log; if it is open, it is read, and closed again unless all is well */
static enum status take(struct unit_journal *j, enum status status, bool appends, char *detail)
{
	const char *record;
	size_t size;
	struct stat file;
	while (status == STATUS_OK && (status = record_log_next(&j->log, &record, &size)) == STATUS_OK) {
		/* STATUS_FOREIGN: the checksum is right, but this program has not written it. */
		status = strlen(record) != size ? STATUS_FOREIGN : *record == 'c' ? add_cube(j, record)
		    : *record == 'u' ? add_unit(j, record) : *record == 's' ? add_solution(j, record)
		    : STATUS_FOREIGN;
		if (status == STATUS_FOREIGN)
			snprintf(detail, RECORD_LOG_DETAIL_MAX, "the record that ends at byte %" PRIu64 " makes no sense",
			         j->log.end);
	}
	if (status == STATUS_END)
		status = fstat(j->log.fd, &file) == 0 ? STATUS_OK : STATUS_IO;
	if (status == STATUS_OK)
		j->n_torn_bytes = (uint64_t)file.st_size - j->log.end;
	if (status == STATUS_OK && appends)
		status = record_log_cut(&j->log);
	if (status != STATUS_OK)
		unit_journal_close(j);
	return status;
}

/* ---- opening ---- */

enum status unit_journal_open(const char *path, const struct heuristic *h, struct unit_journal *out,
                              char *detail)
{
	const struct heuristic_goal *const goal = h->spec->goal;
	char identity[IDENTITY_MAX], patterns[GOAL_IDENTITY_SIZE] = "";
	if (goal != NULL)
		goal_identity(&goal->goal, patterns);
	size_t n = (size_t)snprintf(identity, IDENTITY_MAX, "heuristic=%s\n%s%s%smetric=%s\ntables=%s",
	                            goal != NULL ? "pieces" : h->spec->name, goal != NULL ? "goal=" : "",
	                            patterns, goal != NULL ? "\n" : "", metric_name[h->metric],
	                            h->spec->n_tables == 0 ? "none" : "");
	for (unsigned i = 0; i < h->spec->n_tables; i++)
		n += (size_t)snprintf(identity + n, IDENTITY_MAX - n, "%s%016" PRIx64, i > 0 ? " " : "",
		                      h->table[i].checksum);
	snprintf(identity + n, IDENTITY_MAX - n, "\n");
	*out = (struct unit_journal){.log.fd = -1, .tables_of = h};
	return take(out, record_log_open(path, FORMAT, identity, &out->log, detail), true, detail);
}

enum status unit_journal_read(const char *path, struct unit_journal *out, char *detail)
{
	*out = (struct unit_journal){.log.fd = -1};
	return take(out, record_log_read(path, FORMAT, NULL, &out->log, detail), false, detail);
}

void unit_journal_close(struct unit_journal *journal)
{
	record_log_close(&journal->log);
	free(journal->cube);
	free(journal->entry);
	free(journal->solution);
	*journal = (struct unit_journal){.log.fd = -1};
}

/* ---- appending ---- */

static bool append(struct unit_journal *journal, const char *text, int n)
{
	const bool is_added = record_log_append(&journal->log, text, (size_t)n) == STATUS_OK;
	journal->n_pending += is_added && journal->log.fd >= 0;
	return is_added;
}

static uint64_t find_cube(const struct unit_journal *journal, const struct cube *c)
{
	uint64_t i = 0;
	while (i < journal->n_cubes && !cube_equal(&journal->cube[i].cube, c))
		i++;
	return i;
}

unsigned unit_journal_min_moves(const struct unit_journal *journal, const struct cube *c)
{
	const uint64_t i = find_cube(journal, c);
	return i < journal->n_cubes ? journal->cube[i].min_moves : 0;
}

uint32_t unit_journal_cube(struct unit_journal *journal, const struct cube *c, unsigned min_moves)
{
	const uint64_t i = find_cube(journal, c);
	char text[RECORD_MAX], facelets[FACELET_TEXT_SIZE];
	if (i < journal->n_cubes)
		return (uint32_t)i;
	facelet_write(c, facelets);
	int n = snprintf(text, sizeof text, "cube %s %u", facelets, min_moves);
	if (c->centres != 0)
		n += snprintf(text + n, sizeof text - (size_t)n, " %u", c->centres);
	return add_cube(journal, text) == STATUS_OK && append(journal, text, n) ? (uint32_t)i : UINT32_MAX;
}

bool unit_journal_add(struct unit_journal *journal, const struct unit_entry *e)
{
	char text[RECORD_MAX];
	const struct node_counts *const counts = &e->account.counts;
	return append(journal, text,
	              snprintf(text, sizeof text,
	                       "unit %u %u %u %" PRIu64 " %" PRIu64 " %" PRIu64
	                       " %" PRIu64,
	                       e->cube, e->threshold, e->unit, counts->n_generated, counts->n_expanded,
	                       counts->n_lookups, e->account.cpu_ns));
}

bool unit_journal_add_solution(struct unit_journal *journal, const struct unit_solution *solution)
{
	char text[RECORD_MAX];
	int n = snprintf(text, sizeof text, "solution %u", solution->cube);
	items_foreach(move, solution->path, solution->threshold)
		n += snprintf(text + n, sizeof text - (size_t)n, " %u", *move);
	return append(journal, text, n);
}

enum status unit_journal_flush(struct unit_journal *journal)
{
	if (journal->log.error != 0)
		return STATUS_IO;
	if (journal->n_pending == 0)
		return STATUS_OK;
	/* In this order: a fault is looked for after the last chunk was found sound. */
	const bool is_checked = heuristic_checked_share(journal->tables_of) >= 1;
	if (heuristic_fault(journal->tables_of, NULL) != STATUS_OK) {
		journal->n_dropped += journal->n_pending;
		journal->n_pending = 0;
		journal->log.n_buffer = 0;
		return STATUS_DAMAGED;
	}
	if (!is_checked)
		return STATUS_OK;
	const enum status status = record_log_flush(&journal->log, true);
	journal->n_pending = status == STATUS_OK ? 0 : journal->n_pending;
	return status;
}
