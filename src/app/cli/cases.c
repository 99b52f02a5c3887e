#include "cli/cases.h"

#include "cli/solve_options.h"
#include "report/say.h"

enum { SETS_MAX = 32 };

const struct case_set *cases_of(const struct case_set_name *about)
{
	static struct case_set made[SETS_MAX];
	struct case_set *const set = &made[about - case_set_names];
	if (set->about == NULL && !case_set_make(about, set))
		end_without_memory();
	return set;
}

const struct case_set_name *cases_find(const char *text, int (*compare)(const char *, const char *, size_t),
                                       uint64_t *number)
{
	*number = 0;
	items_foreach(set, case_set_names, n_case_set_names) {
		const size_t n = strlen(set->name);
		const char *const name = text + n + 1;
		if (compare(text, set->name, n) != 0 || (text[n] != '\0' && text[n] != '-'))
			continue;
		if (text[n] == '\0' || (set->names == NULL && number_read(name, 1, UINT32_MAX, number)))
			return set;
		if (set->names == NULL)
			continue;
		for (*number = 1; set->names[*number - 1] != NULL; ++*number) {
			const char *const known = set->names[*number - 1];
			if (strncasecmp(name, known, strlen(name)) == 0 && known[strlen(name)] == ' ')
				return set;
		}
		*number = UINT32_MAX;
		return set;
	}
	return NULL;
}

bool cases_draw(const char *name, char facelets[FACELET_TEXT_SIZE])
{
	uint64_t number;
	const struct case_set_name *const about = cases_find(name, strncmp, &number);
	if (about == NULL || number == 0 || number > cases_of(about)->n)
		return false;
	facelet_write_seen(&cases_of(about)->of[number - 1].cube, cases_of(about)->seen, facelets);
	return true;
}

static bool is_at(const char *pattern, const struct cube *seen)
{
	struct pattern p;
	return pattern_read(pattern, &p) && pattern_holds(&p, seen);
}

char *cases_name(const struct cube *c, const struct cube *end, unsigned letters, unsigned *slot)
{
	enum { N_UPRIGHT = 8 };  /* symmetries that leave U where it is come first */
	char *text = NULL, name[CASE_NAME_SIZE];
	size_t size;
	bool is_pll = false;
	FILE *const out = memory_stream(&text, &size);
	*slot = N_SYMMETRIES;
	items_foreach(about, case_set_names, out != NULL && !is_pll ? n_case_set_names : 0) {
		unsigned number = 0, before, after;
		for (unsigned side = 0; number == 0 && about->around != NULL
		                        && side < (about->is_layer ? N_SYMMETRIES : N_UPRIGHT);
		     side += 2) {
			struct cube seen = cube_conjugate(c, side);
			const struct cube later = cube_conjugate(end, side);
			seen.centres = 0;
			if (!is_at(about->around, &seen) || is_at(about->solved, &seen) || !is_at(about->solved, &later))
				continue;
			*slot = about->is_layer ? *slot : side;  /* also of a pair whose pieces are in other slots */
			number = case_set_find(cases_of(about), &seen, &before, &after);
			if (number == 0)
				continue;
			is_pll = text_equal(about->name, "pll");  /* the sets below say no more */
			case_set_write_name(about, number, name);
			const uint8_t *const turn = &symmetry_move[symmetry_inverse[side]][FACE_U * 3];
			fputs(ftell(out) > 0 ? ", " : "", out);
			fprintf(out, before > 0 ? "(%s) %s" : "%.0s%s",
			        say(letters, move_name[turn[(before + 3) % 4 % 3]]), name);
			fprintf(out, after > 0 ? " (%s)" : "%.0s", say(letters, move_name[turn[(after + 3) % 4 % 3]]));
		}
	}
	if (memory_stream_end(out, &text) == NULL)
		end_without_memory();
	return text;
}

/* ---- superflip algs --which ---- */

static struct table *table;
static int status_of_entries;

static int print_entry(const char *name, const struct list_entry *entry)
{
	struct scramble s;
	unsigned slot;
	const int status = entry_read_scramble(name, entry, SUPERFLIP_3X3, problem->read_options, &s);
	if (status != EXIT_SOLVED) {
		status_of_entries = status;
		return EXIT_SOLVED;
	}
	char *const cases = cases_name(&s.cube, &cube_solved, problem->read_options, &slot);
	TABLE_ROW(table, cell_text(entry->scramble), cell_text(cases));
	free(cases);
	return EXIT_SOLVED;
}

int cases_print(char **arguments, int n)
{
	const struct entry_reader reader = {.take = print_entry, .list_options = problem->read_options};
	table = table_create("scramble,cases");
	const int status = n > 0 ? entries_of_arguments(&reader, arguments, n) : entries_of_file(&reader, "-");
	print_table(table, solve_options_table_format());
	return status != EXIT_SOLVED ? status : status_of_entries;
}
