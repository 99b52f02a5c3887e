/* A sheet of algorithms: of each case those that differ, the best first, as rows of a table and on a page. */
#include "cli/algs.h"

#include "cli/solve_options.h"
#include "report/net.h"
#include "report/say.h"
#include "search/roots.h"

#define SAY(text) say(problem->read_options, text)

enum { KEY_BYTES = SUPERFLIP_MAX_MOVES + 1 };

struct algorithm {
	uint64_t number;            /* of the solution */
	uint8_t side;               /* from which it is done */
	double price;
	unsigned length;
	bool is_padded;
	uint8_t key[KEY_BYTES];     /* the same of those that are one algorithm; its length comes first */
};

/* ---- which are one algorithm ---- */

/* The moves without turns at both ends that are free, seen from whichever side makes the least key. */
static void make_key(const uint8_t *moves, unsigned n, uint8_t key[KEY_BYTES])
{
	const unsigned face =
		sheet.free_face != NULL ? (unsigned)(strchr(face_letter, *sheet.free_face) - face_letter) : N_FACES;
	while (n > 0 && move_face(moves[n - 1]) == face)
		n--;
	for (; n > 0 && move_face(moves[0]) == face; n--)
		moves++;
	memset(key, 0xff, KEY_BYTES);
	for (uint64_t left = sheet.symmetries; left != 0; left &= left - 1) {
		uint8_t seen[KEY_BYTES] = {(uint8_t)n};
		for (unsigned i = 0; i < n; i++)
			seen[i + 1] = symmetry_move[__builtin_ctzll(left)][moves[i]];
		moves_sort_commuting(seen + 1, n);
		if (memcmp(seen, key, sizeof seen) < 0)
			memcpy(key, seen, sizeof seen);
	}
}

static int compare_prices(const void *a, const void *b)
{
	const struct algorithm *const x = a, *const y = b;
	return x->is_padded != y->is_padded ? x->is_padded - y->is_padded
	     : x->price > y->price ? 1 : x->price < y->price ? -1
	     : x->length > y->length ? 1 : x->length < y->length ? -1
	     : (x->number > y->number) - (x->number < y->number);
}

static int compare_only_keys(const void *a, const void *b)
{
	const struct algorithm *const x = a, *const y = b;
	return memcmp(x->key, y->key, sizeof x->key);
}

static int compare_keys(const void *a, const void *b)
{
	const int order = compare_only_keys(a, b);
	return order != 0 ? order : compare_prices(a, b);
}

/* ---- algorithms by any turns, from a side from which they use the permitted ones ---- */

/* Have solutions begin without a free turn of U, seen from where it leads. */
static void drop_turns_before(struct result *r)
{
	const uint64_t n = r->public.n_solutions;
	items_foreach(s, r->solutions, n) {
		for (unsigned turns = s->n_before > 0 ? move_turns(s->moves[0]) : 0; turns > 0; turns--)
			*s = solution_image(s, symmetry_quarter_turn[0]);
		s->n_moves = (uint8_t)(s->n_moves - s->n_before);
		memmove(s->moves, s->moves + s->n_before, s->n_moves);
		s->n_before = 0;
	}
	qsort(r->solutions, n, sizeof *r->solutions, search_compare_solutions);
}

/* @return N_SYMMETRIES: there is none */
static uint8_t find_side(const struct solution *s)
{
	if (sheet.permitted == 0)
		return 0;
	for (uint8_t side = 0; side < N_SYMMETRIES; side += 2) {
		unsigned n = 0;
		while (n < s->n_moves && sheet.permitted >> symmetry_move[side][s->moves[n]] & 1)
			n++;
		if (n == s->n_moves && sheet.symmetries >> side & 1)
			return side;
	}
	return N_SYMMETRIES;
}

static void write_turn(unsigned quarters, char text[FREE_TEXT_BYTES])
{
	const uint8_t move = (uint8_t)(FACE_U * 3 + quarters - 1);
	superflip_moves_write(&move, quarters > 0, problem->read_options, text,
	                      FREE_TEXT_BYTES);
}

/* The solution as it is done from its side, with turns of U before and after as they are needed there. */
static struct solution solution_from(const struct record *r,
                                     const struct algorithm *a, uint8_t moves[SUPERFLIP_MAX_MOVES])
{
	struct solution s = record_solution_of(r, a->number);
	if (sheet.permitted == 0)
		return s;
	for (unsigned i = 0; i < s.n_moves; i++)
		moves[i] = symmetry_move[a->side][s.moves[i]];
	s.moves = s.whole = moves;
	s.n_whole = s.n_moves;
	struct cube c = sheet.set.of[sheet.first + r->id - 1].cube, end;
	for (unsigned before = 0; before < 4; before++, c = cube_after(&c, FACE_U * 3)) {
		end = cube_after_moves(c, moves, s.n_moves);
		if (goal_holds(sheet.goal, &end)) {
			const unsigned after = goal_turn_after(sheet.goal, &end, 0);
			write_turn(before, s.before);
			write_turn(after > 0 ? move_turns(after - 1) : 0, s.after);
			break;
		}
	}
	return s;
}

/* @return how many there are, the best first */
static uint64_t list_algorithms(const struct record *r, struct algorithm *all)
{
	uint64_t n = 0, n_kept = 0;
	for (uint64_t i = 0; i < r->result->n_solutions; i++) {
		uint8_t moves[SUPERFLIP_MAX_MOVES];
		struct solution s = record_solution_of(r, i);
		struct algorithm *const a = &all[n];
		*a = (struct algorithm){.number = i, .length = s.length, .side = find_side(&s)};
		if (a->side == N_SYMMETRIES)
			continue;
		s = solution_from(r, a, moves);
		a->price = sheet.has_rank ? rank_price(r, &s) : s.length;
		make_key(s.moves, s.n_moves, a->key);
		n++;
	}
	qsort(all, n, sizeof *all, compare_keys);
	for (uint64_t i = 0; i < n; i++)
		if (i == 0 || compare_only_keys(&all[i], &all[n_kept - 1]) != 0)
			all[n_kept++] = all[i];
	items_foreach(one, all, n_kept) {
		/* Its first move undoes its last, and what is between is an algorithm of its own: D A D'.  Either may
		 * stand beside a turn of the opposite face: U D A D'. */
		const struct solution s = record_solution_of(r, one->number);
		for (unsigned ends = 0; ends < 4 && s.n_moves >= 3 && !one->is_padded; ends++) {
			const unsigned first = ends % 2, last = s.n_moves - 1u - ends / 2;
			const uint8_t *const m = s.moves;
			uint8_t moves[SUPERFLIP_MAX_MOVES];
			struct algorithm inner;
			unsigned n_inner = 0;
			for (unsigned i = 0; i < s.n_moves; i++)
				if (i != first && i != last)
					moves[n_inner++] = m[i];
			if (first >= last || m[first] != move_inverse(m[last]) || move_face(m[first]) % 3 != move_face(*m) % 3
			    || move_face(m[last]) % 3 != move_face(m[s.n_moves - 1]) % 3)
				continue;
			make_key(moves, n_inner, inner.key);
			one->is_padded = bsearch(&inner, all, n_kept, sizeof *all, compare_only_keys) != NULL;
		}
	}
	qsort(all, n_kept, sizeof *all, compare_prices);
	while (n_kept > 0 && all[n_kept - 1].is_padded)
		n_kept--;
	return n_kept;
}

/* ---- rows ---- */

/* What all rows of a case have. */
struct case_row {
	const struct record *record;
	char own[CASE_NAME_SIZE], mirror[CASE_NAME_SIZE], inverse[CASE_NAME_SIZE], stickers[FACELET_TEXT_SIZE];
};

/* @param number  0: there is none */
static void name_case(unsigned number, char name[CASE_NAME_SIZE])
{
	*name = '\0';
	if (number != 0)
		case_set_write_name(sheet.set.about, number, name);
}

static struct case_row row_of(const struct record *r)
{
	struct case_row row = {.record = r};
	const unsigned i = sheet.first + (unsigned)r->id - 1;
	if (sheet.set.about != NULL) {
		name_case(i + 1, row.own);
		name_case(sheet.set.of[i].mirror, row.mirror);
		name_case(sheet.set.of[i].inverse, row.inverse);
		facelet_write_seen(&sheet.set.of[i].cube, sheet.set.seen, row.stickers);
		return row;
	}
	snprintf(row.own, sizeof row.own, "%" PRIu64, r->id);
	struct position p;
	if (position_parse(SUPERFLIP_3X3, r->scramble, READ_GREY, &p, NULL) == SUPERFLIP_OK)
		facelet_write_seen(&p.cube, p.seen, row.stickers);
	return row;
}

static void add_row(const struct case_row *row, struct cell length,
                    enum record_status status, double price, struct cell moves)
{
	struct table *const t = sheet.table;
	TABLE_ROW(t, cell_text(row->record->label != NULL ? row->record->label : row->own), length,
	          cell_shown(cell_text(record_status_name[status]), SAY(record_status_name[status])));
	if (sheet.has_rank)
		TABLE_ROW(t, cell_real(price, 1));
	TABLE_ROW(t, moves);
	if (sheet.set.about != NULL)
		TABLE_ROW(t, cell_text(*row->mirror != '\0' ? row->mirror : NULL),
		          cell_text(*row->inverse != '\0' ? row->inverse : NULL));
	TABLE_ROW(t, cell_text(sheet.set.about != NULL ? row->stickers : row->record->scramble));
}

/* @param least  length of the shortest */
static void add_algorithm(const struct case_row *row, const struct algorithm *a,
                          unsigned least)
{
	const struct record *const r = row->record;
	uint8_t turned[SUPERFLIP_MAX_MOVES];
	const struct solution s = solution_from(r, a, turned);
	char text[RECORD_LENGTH_BYTES], moves[MOVES_TEXT_BYTES];
	record_length(problem, a->length, text);
	record_format_whole(r, &s, true, moves);
	const bool is_optimal = record_is_optimal_solution(r, &s)
	                        || (sheet.permitted != 0 && a->length == least && record_is_complete(r));
	add_row(row, problem_units(problem) == NULL ? cell_count(a->length)
	             : cell_shown(cell_real(superflip_problem_cost(problem, a->length), 0), text),
	        is_optimal ? RECORD_OPTIMAL : RECORD_SOLVED, a->price, cell_text(moves));
	if (sheet.html != NULL)
		fprintf(sheet.html, "<li>%s <small>%s</small></li>\n", moves, text);
}

static void write_escaped(const char *text, FILE *html)
{
	for (; *text != '\0'; text++)
		if (strchr("<>&", *text) != NULL)
			fprintf(html, "&#%d;", *text);
		else
			fputc(*text, html);
}

bool sheet_lacks(const struct record *record)
{
	struct algorithm *const all = malloc((record->result->n_solutions + 1) * sizeof *all);
	const bool lacks = all != NULL && list_algorithms(record, all) < sheet.keep;
	free(all);
	return lacks;
}

bool sheet_add(const struct record *record)
{
	const struct case_row row = row_of(record);
	const uint64_t n = record->result != NULL ? record->result->n_solutions : 0;
	if (n > 0 && sheet.permitted != 0)
		drop_turns_before((void *)(uintptr_t)record->result);
	struct algorithm *const all = malloc((n + 1) * sizeof *all);
	if (all == NULL)
		return false;
	if (sheet.html != NULL) {
		fputs("<section><h2>", sheet.html);
		write_escaped(record->label != NULL ? record->label : row.own, sheet.html);
		fputs("</h2>\n", sheet.html);
		if (*row.stickers != '\0')
			net_draw_case_svg(sheet.html, row.stickers);
		fprintf(sheet.html, "<p>%s%s%s%s</p><ol>\n", *row.mirror != '\0' ? SAY("mirror: ") : "", row.mirror,
		        *row.inverse != '\0' ? SAY(" inverse: ") : "", row.inverse);
	}
	const uint64_t n_kept = n > 0 ? list_algorithms(record, all) : 0;
	unsigned least = UINT_MAX;
	items_foreach(one, all, n_kept)
		least = one->length < least ? one->length : least;
	items_foreach(one, all, n_kept < sheet.keep ? n_kept : sheet.keep)
		add_algorithm(&row, one, least);
	if (n_kept == 0) {
		/* A case without an algorithm, and why. */
		const superflip_result *const a = record->result;
		char none[80];
		snprintf(none, sizeof none, SAY("none of at most %u moves"), problem->search.max_length);
		const char *const why = a == NULL                       ? record->error->text
		                        : a->is_unreachable             ? SAY("none by these turns")
		                        : record_stop_reason(a) != NULL ? record_stop_reason(a)
		                                                        : none;
		/* A solved one has algorithms, by other turns. */
		add_row(&row, cell_text(NULL),
		        a != NULL && a->outcome == SUPERFLIP_SOLVED ? RECORD_NONE : record_status(record), NAN,
		        cell_shown(cell_text(NULL), why));
		if (sheet.html != NULL) {
			fputs("<li>", sheet.html);
			write_escaped(why, sheet.html);
			fputs("</li>\n", sheet.html);
		}
	}
	if (sheet.html != NULL)
		fputs("</ol></section>\n", sheet.html);
	free(all);
	return true;
}
