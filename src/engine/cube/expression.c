/* Maneuvers with brackets: (R U R' U')3, [A, B], [A: B], and NISS. */
#include "cube/turn.h"

/* Counts multiply when brackets are nested, so a short text could stand for more turns than fit in memory. */
enum { MAX_DEPTH = 64, MAX_COUNT = 1000, MAX_REPEATED_TURNS = 100000 };

struct reader {
	const char *text, *at;
	unsigned options, depth;
	struct turn_list list, inverse;  /* inverse: turns of NISS, in the order in which they are written */
	struct input_error *error;
};

static bool read_sequence(struct reader *r);

static bool has_room(struct turn_list *list, size_t n_more)
{
	struct turn *const turns = array_reserve(list->turns, list->n + n_more, &list->capacity, sizeof *turns);
	if (turns != NULL)
		list->turns = turns;
	return turns != NULL;
}

void turn_list_free(struct turn_list *list)
{
	free(list->turns);
	*list = (struct turn_list){0};
}

static bool fail_at(struct reader *r, const char *at, size_t n_bytes, const char *message)
{
	return input_error_at(r->error, r->text, at, n_bytes, "%s", message);
}

/* Append turns begin .. end - 1 of the list to itself, n times. */
static bool append_copies(struct reader *r, size_t begin, size_t end, unsigned n)
{
	const size_t length = end - begin;
	if (length == 0 || n == 0)
		return true;
	if (length * n > MAX_REPEATED_TURNS || r->list.n + length * n > MAX_REPEATED_TURNS)
		return fail_at(r, r->text, 0, "the brackets stand for more than 100,000 turns");
	if (!has_room(&r->list, length * n))
		return input_error_no_memory(r->error, r->text);
	for (; n > 0; n--) {
		memcpy(r->list.turns + r->list.n, r->list.turns + begin, length * sizeof *r->list.turns);
		r->list.n += length;
	}
	return true;
}

static void invert(struct turn *turns, size_t n)
{
	for (size_t i = 0; i < n - i; i++) {
		const struct turn first = turns[i];
		turns[i] = turn_times(turns[n - 1 - i], 3);
		turns[n - 1 - i] = turn_times(first, 3);
	}
}

static bool append_inverse(struct reader *r, size_t begin, size_t end)
{
	const size_t at = r->list.n;
	if (!append_copies(r, begin, end, 1))
		return false;
	invert(r->list.turns + at, end - begin);
	return true;
}

/* A number up to MAX_COUNT. @return false, having complained, if it is larger */
static bool read_count(struct reader *r, unsigned *out)
{
	const char *const begin = r->at;
	size_t n_raised;
	*out = 0;
	for (; *r->at >= '0' && *r->at <= '9'; r->at++) {
		*out = *out * 10 + (unsigned)(*r->at - '0');
		if (*out > MAX_COUNT)
			return fail_at(r, begin, strspn(begin, "0123456789"), "a count after a bracket is at most 1000");
	}
	if (r->at == begin && (n_raised = turn_count_bytes(r->at, out)) > 0)
		r->at += n_raised;
	return true;
}

struct suffix {
	bool is_there, is_inverse;
	unsigned count;
};

/* What follows a closing bracket: a count, a prime, or both in either order. */
static bool read_suffix(struct reader *r, struct suffix *out)
{
	*out = (struct suffix){.count = 1};
	/* "x3" may be three rotations or, to some, "three times". */
	const char *const begin = r->at, *const x = text_skip_space(begin);
	if (*x == 'x' && text_is_digit(x[1]))
		return input_error_at(r->error, r->text, x, 1 + strspn(x + 1, "0123456789"),
			"'%s' after a bracket has two readings: repeat it (write *%s) or turn the whole cube (write x x)",
			r->error->token, r->error->token + 1);
	const size_t n_times =
		text_begins(r->at, "\u00D7") + (*r->at == '*' || *r->at == '^');
	r->at += n_times;
	unsigned count;
	for (unsigned part = 0; part < 2; part++) {
		const char *const before = r->at;
		if (!read_count(r, &count))
			return false;
		if (r->at > before)
			out->count = count;
		else if (!out->is_inverse && turn_prime_bytes(r->at) > 0) {
			r->at += turn_prime_bytes(r->at);
			out->is_inverse = true;
		}
	}
	out->is_there = r->at > begin + n_times;
	if (n_times > 0 && !out->is_there)
		return fail_at(r, begin, n_times, "a number must follow: how often the bracket is done");
	return true;
}

static bool apply_suffix(struct reader *r, size_t begin, const struct suffix *s)
{
	const size_t end = r->list.n;
	if (s->is_inverse)
		invert(r->list.turns + begin, end - begin);
	if (s->count == 0)
		r->list.n = begin;
	return s->count <= 1 || append_copies(r, begin, end, s->count - 1);
}

static bool expect(struct reader *r, char closing, const char *opening)
{
	r->at = text_skip_space(r->at);
	if (*r->at == closing) {
		r->at++;
		return true;
	}
	if (*r->at == '\0') {
		return input_error_at(r->error, r->text, opening, 1,
			"'%s' is never closed by '%c'", r->error->token, closing);
	}
	return input_error_at(r->error, r->text, r->at, 1,
		"'%s' where '%c' was expected", r->error->token, closing);
}

static bool read_parentheses(struct reader *r)
{
	const char *const opening = r->at++;
	const size_t begin = r->list.n;
	struct suffix suffix;
	r->depth++;
	if (!read_sequence(r) || !expect(r, ')', opening) || !read_suffix(r, &suffix))
		return false;
	r->depth--;
	if (suffix.is_there || r->depth > 0)
		return apply_suffix(r, begin, &suffix);
	if (!r->list.has_bare_parentheses)
		r->list.bare = opening;
	r->list.has_bare_parentheses = true;
	const size_t n = r->list.n - begin;
	if ((r->options & READ_NISS) == 0 || n == 0)
		return true;
	/* These are turns on the inverse. */
	if (!has_room(&r->inverse, n))
		return input_error_no_memory(r->error, r->text);
	memcpy(r->inverse.turns + r->inverse.n, r->list.turns + begin, n * sizeof *r->list.turns);
	r->inverse.n += n;
	r->list.n = begin;
	return true;
}

/* [A, B] and [A: B]. */
static bool read_brackets(struct reader *r)
{
	const char *const opening = r->at++;
	const size_t a = r->list.n;
	struct suffix suffix;
	r->depth++;
	if (!read_sequence(r))
		return false;
	const size_t b = r->list.n;
	const char separator = *r->at;
	if (separator != ',' && separator != ':')
		return fail_at(r, opening, 1,
		               "'[' begins a commutator [A, B] or a conjugate [A: B]; the ',' or ':' is missing");
	r->at++;
	if (!read_sequence(r))
		return false;
	const size_t end = r->list.n;
	if (!expect(r, ']', opening) || !read_suffix(r, &suffix))
		return false;
	r->depth--;
	return append_inverse(r, a, b) && (separator == ':' || append_inverse(r, b, end))
	       && apply_suffix(r, a, &suffix);
}

/* Up to what closes or separates, which is left to the caller. */
static bool read_sequence(struct reader *r)
{
	for (;;) {
		r->at = text_skip_space(r->at);
		if (*r->at == '\0' || (r->depth > 0 && strchr(")],:", *r->at) != NULL))
			return true;
		if (*r->at == '(' || *r->at == '[') {
			if (r->depth == MAX_DEPTH)
				return fail_at(r, r->at, 1, "brackets are nested more than 64 deep");
			if (!(*r->at == '(' ? read_parentheses : read_brackets)(r))
				return false;
			continue;
		}
		struct turn t;
		const char *const begin = r->at, *const end = turn_token_end(begin);
		if (!turn_read(begin, end, r->options, &t))
			return turn_explain(r->text, begin, end, r->options, r->error);
		r->at = end;
		if (!has_room(&r->list, 1))
			return input_error_no_memory(r->error, r->text);
		r->list.turns[r->list.n++] = t;
	}
}

/* Put the turns on the inverse, undone, before the others.  What they turn the whole cube by is taken
 * back. */
static bool put_inverse_first(struct reader *r)
{
	struct turn_list *const inverse = &r->inverse;
	const size_t n_turns = r->list.n, n_written = inverse->n;
	if (n_written == 0)
		return true;
	if (!has_room(inverse, n_written) || !has_room(&r->list, 2 * n_written))
		return input_error_no_memory(r->error, r->text);
	for (size_t i = n_written; i-- > 0;)
		if (inverse->turns[i].middle != 0) {
			struct turn whole = turn_times(inverse->turns[i], 3);
			whole.near = whole.far = whole.middle;
			inverse->turns[inverse->n++] = whole;
		}
	invert(inverse->turns, inverse->n);
	memmove(r->list.turns + inverse->n, r->list.turns, n_turns * sizeof *r->list.turns);
	memcpy(r->list.turns, inverse->turns, inverse->n * sizeof *r->list.turns);
	r->list.n_inverse = inverse->n;
	r->list.n += inverse->n;
	return true;
}

bool expression_read(const char *text, unsigned options, struct turn_list *out, struct input_error *error)
{
	struct reader r = {.text = text, .at = text, .options = options, .error = error};
	const bool is_read = read_sequence(&r) && put_inverse_first(&r);
	turn_list_free(&r.inverse);
	if (!is_read) {
		turn_list_free(&r.list);
		return false;
	}
	*out = r.list;
	return true;
}
