#include "cli/cli.h"

#include "session/session.h"

/* How long to wait for input before looking around. */
enum { WAIT_MS = 200 };

/* ---- lists ---- */

int entries_complain_of_list(const struct list *list, enum list_status status, const char *name)
{
	if (status == LIST_IO)
		return complain_of_errno(name);
	if (status == LIST_NO_MEMORY)
		return complain_and(EXIT_MEMORY, "%s: not enough memory for the list", name);
	return status == LIST_BAD_EXPORT ? complain_and(EXIT_INPUT, "%s: %s", name, list_fault(list))
	                                 : EXIT_SOLVED;
}

static int read_and_close(const struct entry_reader *reader, struct list *list, const char *name)
{
	char skipped[LIST_SKIPPED_SIZE];
	if (list == NULL)
		return complain_of_memory();
	enum list_status status = LIST_ENTRY;
	int result = EXIT_SOLVED;
	while (result == EXIT_SOLVED && (status == LIST_ENTRY || status == LIST_LATER)) {
		struct list_entry entry;
		status = list_next(list, WAIT_MS, &entry);
		if (interrupted_by() != 0)
			result = interrupted_by();
		else if (status == LIST_ENTRY)
			result = reader->take(name, &entry);
		if (result == EXIT_SOLVED && reader->look_around != NULL)
			reader->look_around();
	}
	if (result == EXIT_SOLVED)
		result = entries_complain_of_list(list, status, name);
	/* A list without a scramble is an error, and says what it has instead. */
	if (result == EXIT_SOLVED && list_describe_skipped(list, skipped) > 0)
		complain("%s: skipped: %s", name, skipped);
	list_close(list);
	return result;
}

int entries_of_file(const struct entry_reader *reader, const char *path)
{
	const bool is_stdin = text_equal(path, "-");
	const int fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return complain_of_errno(path);
	const int status = read_and_close(reader, list_open(fd, reader->source, reader->list_options),
	                                  is_stdin ? "standard input" : path);
	if (!is_stdin)
		close(fd);
	return status;
}

int entries_of_arguments(const struct entry_reader *reader, char *const *arguments, int n)
{
	return read_and_close(reader, list_open_arguments(arguments, (uint64_t)n, reader->list_options), NULL);
}

/* ---- entries ---- */

void entry_complain(const char *name, uint64_t number, uint64_t line, const superflip_error *e)
{
	char place[48] = "";
	if (e->column > 0 && line > 0)
		snprintf(place, sizeof place, ":%u", e->column);
	else if (e->column > 0 && e->row > 0)
		snprintf(place, sizeof place, ": line %u, column %u", e->row + 1, e->column);
	else if (e->column > 0)
		snprintf(place, sizeof place, ": column %u", e->column);
	if (name == NULL)
		complain("argument %" PRIu64 "%s: %s", number, place, e->text);
	else if (line > 0)
		complain("%s:%" PRIu64 "%s: %s", name, line + e->row, place, e->text);
	else
		complain("%s: scramble %" PRIu64 "%s: %s", name, number, place, e->text);
}

int entry_refuse(const char *name, const struct list_entry *entry, const superflip_error *error)
{
	superflip_error e = *error;
	e.column += e.row == 0 ? entry->column - 1 : 0;
	entry_complain(name, entry->number, entry->line, &e);
	return e.status == SUPERFLIP_NO_MEMORY ? EXIT_MEMORY : EXIT_INPUT;
}

int argument_refuse(int i, const superflip_error *error)
{
	return entry_refuse(NULL, &(struct list_entry){.number = (uint64_t)i + 1, .column = 1}, error);
}

bool scramble_read(superflip_puzzle puzzle, const char *text, unsigned read_options, struct scramble *out,
                   superflip_error *error)
{
	const unsigned options = read_options & ~(unsigned)SCRAMBLE_MOVES;
	struct position p;
	if (position_parse(puzzle, text, options, &p, error) != SUPERFLIP_OK)
		return false;
	*out = (struct scramble){.cube = p.cube, .form = p.form, .rotation = p.rotation, .seen = p.seen};
	return p.form != POSITION_MOVES || options == read_options
	       || maneuver_parse(puzzle, text, options, &out->moves, error) == SUPERFLIP_OK;
}

int entry_read_scramble(const char *name, const struct list_entry *entry, superflip_puzzle puzzle,
                        unsigned read_options, struct scramble *out)
{
	superflip_error error = {.column = 1};
	if (entry->fault != NULL)
		snprintf(error.text, sizeof error.text, "%s", entry->fault);
	else if (scramble_read(puzzle, entry->scramble, read_options, out, &error))
		return EXIT_SOLVED;
	return entry_refuse(name, entry, &error);
}

int argument_read_scramble(char *const *arguments, int i, superflip_puzzle puzzle, unsigned read_options,
                           struct scramble *out)
{
	const struct list_entry entry = {.number = (uint64_t)i + 1, .column = 1, .scramble = arguments[i]};
	return entry_read_scramble(NULL, &entry, puzzle, read_options, out);
}

/* ---- few moves ---- */

static bool was_interrupted(void *context)
{
	return interrupted_by() != 0;
}

uint32_t short_moves_not_first, short_moves_not_last;

int short_moves_make(superflip_puzzle puzzle, const struct cube *c, uint8_t moves[SHORT_MOVES_MAX],
                     unsigned *n)
{
	static void *tables;
	if (puzzle == SUPERFLIP_2X2) {
		static uint8_t distance[POCKET_STATES];  /* 0 of others than the solved one: not yet found */
		const struct search_request request = {.cube = *c, .n_solutions = 1, .max_length = SHORT_MOVES_MAX,
		                                       .stopped = was_interrupted};
		struct search_result found;
		if (distance[POCKET_SOLVED + 1] == 0)
			pocket_distances(METRIC_HTM, distance, &(struct pdb_histogram){.max_depth = 0});
		pocket_search(distance, &request, &found);
		if (found.n_solutions == 0)
			return complain_of_memory();
		*n = found.solutions->n_moves;
		memcpy(moves, found.solutions->moves, *n);
		search_result_free(&found);
		moves_invert(moves, *n);
		return EXIT_SOLVED;
	}
	/* What solves the inverse is the cube itself. */
	const struct cube inverse = cube_inverse(c);
	const struct search_request request = {
		.cube = inverse, .n_threads = 1, .max_length = SHORT_MOVES_MAX, .stopped = was_interrupted,
		.not_first = short_moves_not_first, .not_last = short_moves_not_last,
	};
	struct method_result result = {.outcome = SEARCH_NO_MEMORY};
	if (tables != NULL
	    || method_create(&two_phase_method, &(struct method_setup){.n_threads = processors_usable()},
	                     &tables))
		method_solve(&two_phase_method, tables, &request, &result);
	if (result.outcome == SEARCH_SOLVED && method_result_solves(&result, &inverse)) {
		memcpy(moves, result.moves, result.n_moves);
		*n = result.n_moves;
		return EXIT_SOLVED;
	}
	return interrupted_by() != 0 ? interrupted_by() : complain_of_memory();
}
