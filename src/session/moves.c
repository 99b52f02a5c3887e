#include "session/session.h"

#include "cube/group.h"

size_t superflip_moves_write(const uint8_t *moves, size_t n, unsigned options, char *out, size_t size)
{
	return notation_write_in(options, moves, n, out, size);
}

unsigned superflip_moves_length(superflip_metric metric, const uint8_t *moves, size_t n)
{
	return metric <= SUPERFLIP_QTM ? moves_cost((enum metric)metric, moves, (unsigned)n) : 0;
}

superflip_status maneuver_parse(superflip_puzzle puzzle, const char *text, unsigned options,
                                struct maneuver *out, superflip_error *error)
{
	struct input_error fault = {.column = 0};
	if (options_check_text(puzzle, text, options, error) != SUPERFLIP_OK)
		return SUPERFLIP_BAD_ARGUMENT;
	return notation_read(text, read_options_of(puzzle, options), out, &fault) ? SUPERFLIP_OK
	                                                                          : error_of_input(error, &fault);
}

superflip_status superflip_moves_parse(superflip_puzzle puzzle, const char *text, unsigned options,
                                       uint8_t *moves, size_t capacity, size_t *n, superflip_error *error)
{
	struct maneuver m;
	const superflip_status status = maneuver_parse(puzzle, text, options, &m, error);
	if (status != SUPERFLIP_OK)
		return status;
	maneuver_write_out(&m);
	if (capacity > 0 && m.n_moves > 0)
		memcpy(moves, m.moves, m.n_moves < capacity ? m.n_moves : capacity);
	*n = m.n_moves;
	maneuver_free(&m);
	return SUPERFLIP_OK;
}

char *moves_standard(superflip_puzzle puzzle, const char *text, unsigned options)
{
	return notation_standard(text, read_options_of(puzzle, options));
}

bool text_is_turn(const char *text, unsigned options)
{
	if (text == NULL)
		return false;
	struct turn ignored;
	const char *const end = turn_token_end(text);
	return *text != '\0' && *end == '\0'
	       && turn_read(text, end, read_options_of(SUPERFLIP_3X3, options), &ignored);
}

/* ---- sets ---- */

superflip_status moves_parse_set(const char *text, unsigned options, uint32_t *moves, superflip_error *error)
{
	if (options_check_text(SUPERFLIP_3X3, text, options, error) != SUPERFLIP_OK)
		return SUPERFLIP_BAD_ARGUMENT;
	static const char between[] = " \t,<>";
	uint32_t set = 0;
	for (const char *at = text + strspn(text, between); *at != '\0'; at += strspn(at, between)) {
		const char *end = turn_token_end(at);
		while (end > at + 1 && strchr(between, end[-1]) != NULL)
			end--;
		struct turn t;
		const unsigned move = turn_read(at, end, read_options_of(SUPERFLIP_3X3, options), &t) ? turn_move(&t)
		                                                                                    : N_MOVES;
		if (move == N_MOVES) {
			error_say(
				error, SUPERFLIP_BAD_TEXT,
				"'%.*s' is not a turn of a face; expected some of U R F D L B, each perhaps with 2 or '",
				(int)(end - at), at);
			if (error != NULL)
				snprintf(error->token, sizeof error->token, "%.*s", (int)(end - at), at);
			return SUPERFLIP_BAD_TEXT;
		}
		set |= end == at + 1 ? 7u << move / 3 * 3 : 1u << move;  /* a letter alone is all three turns */
		at = end;
	}
	if (set == 0)
		return error_say(error, SUPERFLIP_BAD_TEXT, "expected turns of faces, such as \"U R2 F\"");
	*moves = set;
	return SUPERFLIP_OK;
}

size_t moves_group_order(uint32_t moves, char *out, size_t size)
{
	api_init(SUPERFLIP_3X3);
	struct group *const group = group_generate(moves & ALL_MOVES);
	if (group == NULL)
		return 0;
	const long double order = group_order(group);
	free(group);
	return (size_t)snprintf(out, size, "%.0Lf", order);
}
