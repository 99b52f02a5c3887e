#include "session/options.h"

#include "session/tables.h"

#include <string.h>

static const superflip_tables_options tables_defaults = {.size = sizeof tables_defaults};
static const superflip_budget budget_defaults = {.size = sizeof budget_defaults};
static const superflip_solver_options solver_defaults = {.size = sizeof solver_defaults, .moves = SUPERFLIP_ALL_MOVES};
static const superflip_request request_defaults = {
	.size = sizeof request_defaults, .n_solutions = 1, .max_length = SUPERFLIP_MAX_LENGTH,
};
static const superflip_stream_options stream_defaults = {.size = sizeof stream_defaults, .window = 1024};
static const superflip_verdict verdict_defaults = {.size = sizeof verdict_defaults};
static const superflip_table_info table_info_defaults = {.size = sizeof table_info_defaults};
static const superflip_goal_info goal_info_defaults = {.size = sizeof goal_info_defaults};
static const superflip_progress progress_defaults = {.size = sizeof progress_defaults};

static size_t size_of(const void *structure)
{
	size_t size;
	memcpy(&size, structure, sizeof size);
	return size;
}

superflip_status options_read(void *defaults, const void *given, superflip_error *error)
{
	if (given == NULL)
		return SUPERFLIP_OK;
	const size_t known = size_of(defaults), size = size_of(given);
	/* A stack that was never written to may hold anything: 64 KiB of options are none. */
	if (size < sizeof(size_t) || size > 65536)
		return error_say(error, SUPERFLIP_BAD_ARGUMENT, "an option structure was not begun by its _init function");
	for (size_t i = known; i < size; i++)
		if (((const unsigned char *)given)[i] != 0)
			return error_say(error, SUPERFLIP_BAD_ARGUMENT, "an option is set that this version of the library (%s) does not know",
			                 superflip_version());
	memcpy(defaults, given, size < known ? size : known);
	memcpy(defaults, &known, sizeof known);
	return SUPERFLIP_OK;
}

void options_give(void *callers, const void *filled)
{
	const size_t size = size_of(callers), known = size_of(filled);
	if (size < sizeof size)
		return;
	memcpy((unsigned char *)callers + sizeof size, (const unsigned char *)filled + sizeof size,
	       (size < known ? size : known) - sizeof size);
}

static void init(void *out, size_t size, const void *defaults)
{
	const size_t known = size_of(defaults);
	memset(out, 0, size);
	memcpy(out, defaults, size < known ? size : known);
	if (size >= sizeof size)
		memcpy(out, &size, sizeof size);
}

/* Programs that were compiled with the header of 0.2.0 call the second one. */
#define INIT(type, defaults) \
	void (superflip_##type##_init)(superflip_##type *out, size_t size) { init(out, size, &(defaults)); } \
	SUPERFLIP_API void superflip_init_##type(superflip_##type *out, size_t size); \
	void superflip_init_##type(superflip_##type *out, size_t size) { init(out, size, &(defaults)); }
INIT(tables_options, tables_defaults)
INIT(budget, budget_defaults)
INIT(solver_options, solver_defaults)
INIT(request, request_defaults)
INIT(stream_options, stream_defaults)
INIT(verdict, verdict_defaults)
INIT(table_info, table_info_defaults)
INIT(goal_info, goal_info_defaults)
INIT(progress, progress_defaults)

bool options_is_puzzle(superflip_puzzle puzzle)
{
	return puzzle == SUPERFLIP_3X3 || puzzle == SUPERFLIP_2X2;
}

bool options_is_metric(superflip_metric metric)
{
	return metric == SUPERFLIP_HTM || metric == SUPERFLIP_QTM;
}

superflip_status options_check_text(superflip_puzzle puzzle, const char *text, unsigned options, superflip_error *error)
{
	const unsigned known = SUPERFLIP_READ_FRENCH | SUPERFLIP_READ_GROUPS | SUPERFLIP_READ_NISS | SUPERFLIP_READ_GREY
	                     | SUPERFLIP_READ_CENTERS;
	if (!options_is_puzzle(puzzle))
		return error_of_puzzle(error);
	if (text == NULL)
		return error_say(error, SUPERFLIP_BAD_ARGUMENT, "the text is NULL");
	if (puzzle == SUPERFLIP_2X2 && (options & SUPERFLIP_READ_CENTERS) != 0)
		return error_say(error, SUPERFLIP_BAD_ARGUMENT, "the 2x2x2 has no centres");
	if ((options & ~known) != 0)
		return error_say(error, SUPERFLIP_BAD_ARGUMENT, "the options 0x%x have unknown bits", options);
	return SUPERFLIP_OK;
}

superflip_status options_of_tables(const superflip_tables_options *given, superflip_tables_options *out, superflip_error *error)
{
	*out = tables_defaults;
	const superflip_status status = options_read(out, given, error);
	if (status == SUPERFLIP_OK && !options_is_metric(out->metric))
		return error_of_metric(error);
	if (status == SUPERFLIP_OK && out->turns != NULL && out->metric != SUPERFLIP_HTM)
		return error_say(error, SUPERFLIP_BAD_ARGUMENT, "a turn set has a metric of its own; leave out the other");
	if (status == SUPERFLIP_OK && out->turns != NULL && out->goal != NULL && out->goal->goal.free_before != 0)
		return error_say(error, SUPERFLIP_BAD_ARGUMENT, "with a turn set only turns at the end can be free; leave out preauf");
	return status;
}

superflip_status options_of_solver(const superflip_solver_options *given, superflip_solver_options *out, superflip_error *error)
{
	*out = solver_defaults;
	const superflip_status status = options_read(out, given, error);
	if (status != SUPERFLIP_OK)
		return status;
	if (!options_is_metric(out->metric))
		return error_of_metric(error);
	if (!options_is_puzzle(out->puzzle))
		return error_of_puzzle(error);
	if (out->moves == 0 || (out->moves & ~(uint32_t)SUPERFLIP_ALL_MOVES) != 0)
		return error_say(error, SUPERFLIP_BAD_ARGUMENT, "the set of moves is empty, or has bits above %d", SUPERFLIP_N_MOVES - 1);
	return SUPERFLIP_OK;
}

superflip_status options_of_request(const superflip_request *given, superflip_request *out, superflip_error *error)
{
	*out = request_defaults;
	const superflip_status status = options_read(out, given, error);
	if (status != SUPERFLIP_OK)
		return status;
	if (out->n_solutions != SUPERFLIP_ALL && out->n_solutions < 1)
		return error_say(error, SUPERFLIP_BAD_ARGUMENT, "n_solutions is neither SUPERFLIP_ALL nor at least 1");
	if (out->min_length > out->max_length)
		return error_say(error, SUPERFLIP_BAD_ARGUMENT, "min_length %u is greater than max_length %u", out->min_length,
		                 out->max_length);
	if (!(out->time_limit_s >= 0))
		return error_say(error, SUPERFLIP_BAD_ARGUMENT, "time_limit_s is negative");
	if (out->up_to_symmetry && out->n_solutions != SUPERFLIP_ALL)
		return error_say(error, SUPERFLIP_BAD_ARGUMENT, "up_to_symmetry needs all solutions: only they fall into whole classes");
	if (out->over_optimal > SUPERFLIP_MAX_LENGTH)
		out->over_optimal = SUPERFLIP_MAX_LENGTH;
	return SUPERFLIP_OK;
}

superflip_status options_of_stream(const superflip_stream_options *given, superflip_stream_options *out, superflip_error *error)
{
	*out = stream_defaults;
	const superflip_status status = options_read(out, given, error);
	if (status == SUPERFLIP_OK && (out->window == 0 || out->window > 1u << 24))
		return error_say(error, SUPERFLIP_BAD_ARGUMENT, "the window is not between 1 and 16777216 cubes");
	return status;
}

/* ---- the version ---- */

#define TEXT_OF(number) #number
#define VERSION_TEXT(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

const char *superflip_version(void)
{
	return VERSION_TEXT(SUPERFLIP_VERSION_MAJOR, SUPERFLIP_VERSION_MINOR, SUPERFLIP_VERSION_PATCH);
}

unsigned superflip_version_number(void)
{
	return SUPERFLIP_VERSION_NUMBER;
}
