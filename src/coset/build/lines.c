/* The lines of groups whose places are marked: their members are listed, and their equations solved. */
#include "coset/build/build.h"

#include <stdlib.h>
#include <string.h>

enum {
	STRETCH = 512,                  /* words of marks looked at at once */
	AT_ONCE = 3,                    /* marks of a word */
};

/* Where an entry of a group stands. */
struct spot {
	uint32_t line, slot;
};

static inline struct spot spot_of(const struct making *m, uint32_t entry)
{
	const uint32_t slot = (uint32_t)((uint64_t)entry * m->at.reciprocal >> m->at.shift);
	return (struct spot){entry - slot * m->at.group_lines, slot};
}

/* Members for tests after the first, by sheet. */
struct deeper {
	uint32_t first_sheet, n_sheets;
	uint32_t *begin;                    /* of each sheet, and behind the last */
	struct deeper_member { uint32_t member; uint16_t line; } *of;
};

static bool is_of_sheets(const struct deeper *d, uint32_t line)
{
	return line / SHEET_LINES - d->first_sheet < d->n_sheets;
}

/* The members of a set, once for each of `n_tests` tests after the first: counted, or written where they belong. */
static void add_deeper(const struct making *m, struct deeper *d, unsigned p, const struct coset_set *set,
                       unsigned n_tests, bool is_counted)
{
	const uint32_t begin = seat_of(m, p).begin;
	const unsigned axes = coset_place(&m->parts, p).axes;
	uint32_t cosets[MAPPED_AT_ONCE];
	if (!is_marked(m, p))
		return;
	struct coset_set_reader reader = coset_set_begin(set);
	for (unsigned n; (n = coset_set_read(&reader, MAPPED_AT_ONCE, cosets)) != 0;) {
		n = making_keep_least(m, p, cosets, n);
		for (unsigned i = 0; i < n; i++) {
			const struct spot s = spot_of(m, begin + entry_of(m, cosets[i]));
			if (!is_of_sheets(d, s.line))
				continue;
			uint32_t *const end = &d->begin[s.line / SHEET_LINES - d->first_sheet];
			if (is_counted)
				*end += n_tests;
			for (unsigned test = 1; test <= n_tests && !is_counted; test++)
				d->of[(*end)++] = (struct deeper_member){
					coset_member(s.slot, test, symbol_of(m, axes, cosets[i])), s.line % SHEET_LINES,
				};
		}
	}
}

static void add_all_deeper(const struct making *m, struct deeper *d, uint32_t group, bool is_counted)
{
	for (unsigned i = 0; i < COSET_GROUP_PLACES * m->parts.n_axes; i++) {
		const unsigned p = place_of(m, group, i / m->parts.n_axes, i % m->parts.n_axes);
		for (unsigned depth = 0; depth <= m->at.base + 1; depth++)
			add_deeper(m, d, p, &m->level[depth].place[p], (depth <= m->at.base ? 2 : 1) * m->at.n_rows,
			           is_counted);
	}
}

/* Sorted by counting. */
static bool list_deeper(const struct making *m, uint32_t group, struct deeper *d)
{
	d->begin = calloc(d->n_sheets + 1, sizeof *d->begin);
	if (d->begin == NULL)
		return false;
	add_all_deeper(m, d, group, true);
	uint32_t n = 0;
	for (uint32_t i = 0; i <= d->n_sheets; i++) {
		const uint32_t n_here = d->begin[i];
		d->begin[i] = n;
		n += n_here;
	}
	d->of = malloc((n + 1) * sizeof *d->of);
	if (d->of == NULL)
		return false;
	add_all_deeper(m, d, group, false);
	for (uint32_t i = d->n_sheets; i > 0; i--)  /* each has become the next one's */
		d->begin[i] = d->begin[i - 1];
	d->begin[0] = 0;
	return true;
}

static inline void add_member(struct desk *desk, unsigned line, uint32_t member)
{
	const uint32_t n = desk->n_members[line]++;
	desk->member[line][n < MAX_LINE ? n : MAX_LINE - 1] = member;
}

/* One that may be there already, as near in another layer. */
static void add_deeper_member(struct desk *desk, unsigned line, uint32_t member)
{
	const uint32_t same = (1u << 24) - 1, n = desk->n_members[line] < MAX_LINE ? desk->n_members[line] : MAX_LINE;
	uint32_t i = desk->n_first[line];
	while (i < n && (desk->member[line][i] & same) != (member & same))
		i++;
	if (i >= n)
		add_member(desk, line, member);
	else if (desk->member[line][i] != member)
		desk->member[line][i] = (member & same) | (uint32_t)COSET_SYMBOL_ANY << 24;
}

/* The members that a word of marks tells of, for lines from number `line` on.  How many they are cannot be predicted: up to
 * AT_ONCE are written in any case, and only what counts is kept. */
static inline __attribute__((always_inline))
void list_word(uint64_t word, unsigned slot, unsigned line, unsigned bits, struct desk *desk)
{
	uint64_t has = bits == 1 ? word : (word | word >> 1 | word >> 2 | word >> 3) & UINT64_MAX / 15;
	do {
		for (unsigned k = 0; k < AT_ONCE; k++, has &= has - 1) {
			const unsigned at = (unsigned)__builtin_ctzll(has | UINT64_C(1) << (64 - bits)), to = line + at / bits;
			const unsigned symbol = bits == 1 ? 0 : (unsigned)(word >> at & 15) - 1;
			const uint32_t n = desk->n_members[to];
			desk->member[to][n < MAX_LINE ? n : MAX_LINE - 1] = coset_member(slot, 0, symbol);
			desk->n_members[to] = n + (has != 0);
		}
	} while (has != 0);
}

/* Those of a sheet. */
static inline __attribute__((always_inline))
void list_marks(const struct making *m, const uint64_t *sheet, unsigned bits, struct desk *desk)
{
	const unsigned row = SHEET_LINES * bits / 64;  /* words: row_words(), a constant here */
	const size_t n_words = (size_t)m->n_slots * row;
	for (size_t begin = 0; begin < n_words; begin += STRETCH) {
		const unsigned n_here = n_words - begin < STRETCH ? (unsigned)(n_words - begin) : STRETCH;
		uint16_t number[STRETCH];
		unsigned n = 0;
		for (unsigned w = 0; w < n_here; w++) {
			number[n] = (uint16_t)w;
			n += sheet[begin + w] != 0;
		}
		for (unsigned i = 0; i < n; i++) {
			const size_t w = begin + number[i];
			list_word(sheet[w], (unsigned)(w / row), (unsigned)(w % row) * (64 / bits), bits, desk);
		}
	}
}

static void list_members(const struct making *m, const uint64_t *sheet, struct desk *desk)
{
	memset(desk->n_members, 0, sizeof desk->n_members);
	if (m->mark_bits == 1)
		list_marks(m, sheet, 1, desk);
	else
		list_marks(m, sheet, 4, desk);
	memcpy(desk->n_first, desk->n_members, sizeof desk->n_first);
}

/* A line that has too many members to be solved: those of the first test are given up. */
static void solve_deeper_only(uint32_t *member, uint32_t n, uint8_t *line)
{
	uint32_t n_kept = 0;
	for (uint32_t i = 0; i < n && i < MAX_LINE; i++) {
		member[n_kept] = member[i];
		n_kept += (member[i] >> 16 & 255) != 0;
	}
	const struct coset_batch batch = {.n_lines = 1, .stride = MAX_LINE, .member = member, .n = &n_kept};
	if (n <= MAX_LINE)  /* all of them are there */
		coset_solver_best()->solve(&batch, line);
	line[COSET_WIDTH_AT] |= COSET_DEEPER_ONLY;
}

static void solve_sheet(const struct making *m, uint32_t group, uint32_t sheet, const struct deeper *d, struct desk *desk)
{
	const uint32_t first = sheet * SHEET_LINES, n_lines = m->at.group_lines;
	list_members(m, sheet_of(m, group - m->begin, sheet), desk);
	for (uint32_t i = d->begin[sheet - d->first_sheet]; i < d->begin[sheet - d->first_sheet + 1]; i++)
		add_deeper_member(desk, d->of[i].line, d->of[i].member);
	const struct coset_batch batch = {
		.n_lines = n_lines - first < SHEET_LINES ? n_lines - first : SHEET_LINES,
		.stride = MAX_LINE, .member = desk->member[0], .n = desk->n_members,
	};
	uint8_t *const lines = m->lines + ((size_t)group * n_lines + first) * COSET_LINE_BYTES;
	coset_solver_best()->solve(&batch, lines);
	for (uint32_t i = 0; i < batch.n_lines; i++)
		if (lines[i * COSET_LINE_BYTES + COSET_WIDTH_AT] == 0)
			solve_deeper_only(desk->member[i], desk->n_members[i], lines + i * COSET_LINE_BYTES);
}

void making_solve_lines(void *context, uint32_t task)
{
	struct making *const m = context;
	const uint32_t group = m->begin + task / m->group_tasks, part = task % m->group_tasks;
	const uint32_t first = part * m->n_sheets / m->group_tasks, end = (part + 1) * m->n_sheets / m->group_tasks;
	struct deeper deeper = {.first_sheet = first, .n_sheets = end - first};
	struct desk *const desk = take_desk(m);
	if (list_deeper(m, group, &deeper))
		for (uint32_t sheet = first; sheet < end; sheet++)
			solve_sheet(m, group, sheet, &deeper, desk);
	else
		atomic_store(&m->has_no_memory, true);
	free(deeper.of);
	free(deeper.begin);
	give_back(desk);
}
