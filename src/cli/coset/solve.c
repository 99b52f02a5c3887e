/* superflip coset SCRAMBLE: depth by depth, exactly or within a length. */
#include "base/clock.h"
#include "base/words.h"
#include "cli/cli.h"
#include "cli/coset/coset.h"
#include "cli/new_file.h"
#include "cube/facelet.h"
#include "cube/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double journal_every_s = 20;  /* writing 2.4 GB takes seconds; what took less is done again */

/* ---- --positions FILE: random positions with the distance at which each was found, to compare with what a solver finds ---- */

/* Random positions of a coset, and at which distance each was found. */
struct positions {
	uint64_t n;
	struct cube *position;        /* owned */
	int *distance;                /* owned; POSITION_NOT_FOUND, POSITION_FOUND_BEFORE */
};
enum { POSITION_NOT_FOUND = -1, POSITION_FOUND_BEFORE = -2 };

enum { USUAL_NUMBER = 1000 };

static void positions_free(struct positions *p)
{
	free(p->position);
	free(p->distance);
}

/* h c, for any h of H. */
static struct cube random_position(struct random_source *source, const struct cube *c)
{
	const struct bit_position place = {
		(uint16_t)random_below(source, N_PAGES), (uint8_t)random_below(source, N_CORNER_BITS),
		(uint32_t)random_below(source, PAGE_BYTES),
	};
	const struct cube h = element_cube(place);
	return cube_product(&h, c);
}

/* Draw positions, each of the coset equally likely; those that are found already are noted as such.
 * @return false without memory */
static bool positions_draw(const struct coset_options *options, const struct subgroup_coset *coset, struct positions *out)
{
	struct positions p = {.n = options->n_samples != 0 ? options->n_samples : USUAL_NUMBER};
	struct random_source source;
	p.position = malloc(p.n * sizeof *p.position);
	p.distance = malloc(p.n * sizeof *p.distance);
	if (p.position == NULL || p.distance == NULL) {
		positions_free(&p);
		return false;
	}
	if (options->has_seed)
		random_from_seed(&source, options->seed);
	else
		random_from_system(&source);
	for (uint64_t i = 0; i < p.n; i++) {
		p.position[i] = random_position(&source, &coset->cube);
		p.distance[i] = subgroup_coset_has(coset, &p.position[i]) ? POSITION_FOUND_BEFORE : POSITION_NOT_FOUND;
	}
	*out = p;
	return true;
}

/* Note that distance for those that are found now, and were not. */
static void positions_note(struct positions *p, const struct subgroup_coset *coset, unsigned distance)
{
	for (uint64_t i = 0; i < p->n; i++)
		if (p->distance[i] == POSITION_NOT_FOUND && subgroup_coset_has(coset, &p->position[i]))
			p->distance[i] = (int)distance;
}

static void write_all(const struct positions *p, unsigned n_depths, FILE *file)
{
	for (uint64_t i = 0; i < p->n; i++) {
		char facelets[FACELET_TEXT_SIZE];
		facelet_write(&p->position[i], facelets);
		if (p->distance[i] == POSITION_NOT_FOUND)
			fprintf(file, "%s # more than %d\n", facelets, (int)n_depths - 1);
		else if (p->distance[i] == POSITION_FOUND_BEFORE)
			fprintf(file, "%s # in the journal\n", facelets);
		else
			fprintf(file, "%s # %d\n", facelets, p->distance[i]);
	}
}

/* Write them as a list for `superflip batch`, labelled with their distances; n_depths are done.
 * @return EXIT_SOLVED, or the exit status, having complained */
static int positions_write(const struct positions *p, unsigned n_depths, const struct coset_options *options)
{
	struct new_file file;
	const int status = new_file_begin(options->positions_path, options->replaces_positions, &file);
	if (status != EXIT_SOLVED)
		return status;
	write_all(p, n_depths, file.file);
	return new_file_end(&file, true);
}

/* ---- the run ---- */

struct run {
	const struct coset_options *options;
	struct coset_work work;
	struct table *table;          /* of formats other than text */
	struct positions positions;   /* of --positions */
	double start_s, written_s;
	double extend_s, search_s, join_s;    /* of all depths */
	unsigned n_extended;          /* depths with an extension */
};

static double share(uint64_t n)
{
	return 100.0 * (double)n / (double)N_H_ELEMENTS;
}

static const char *const columns[] = {"distance", "positions", "exact", "share_percent", "within_percent", "seconds", NULL};

static void print_head(struct run *run)
{
	char facelets[FACELET_TEXT_SIZE];
	facelet_write(&run->work.coset.cube, facelets);
	if (run->table == NULL) {
		const char *const name = run->options->is_random ? facelets : "the solved cube (H itself)";
		print_line_to(stdout, "coset of %s", run->options->name[0] != '\0' ? run->options->name : name);
		printf("%8s  %16s  %12s  %12s  %9s\n", "distance", "positions", "share, %", "within, %", "seconds");
		return;
	}
	table_add_fact(run->table, "coset_of", run->options->name);
	table_add_fact(run->table, "facelets", facelets);
}

static void print_depth(struct run *run, unsigned depth, double seconds)
{
	const uint64_t n = run->work.coset.count[depth];
	const bool is_exact = depth < run->work.coset.n_exact;
	uint64_t n_within = 0;
	for (unsigned d = 0; d <= depth; d++)
		n_within += run->work.coset.count[d];
	if (run->table == NULL) {
		char text[32];
		printf("%8u  %16s%c %12.8f  %12.8f  %9.2f\n", depth, table_count_text(n, text), is_exact ? ' ' : '+', share(n),
		       share(n_within), seconds);
		fflush(stdout);
		return;
	}
	TABLE_ROW(run->table, cell_count(depth), cell_count(n), cell_text(is_exact ? "yes" : "no"), cell_real(share(n), 8),
	          cell_real(share(n_within), 8), cell_real(seconds, 2));
}

static int keep_journal(struct run *run, bool is_last)
{
	const double now_s = clock_monotonic_s();
	if (run->options->journal == NULL || run->work.coset.is_lost || (!is_last && now_s - run->written_s < journal_every_s))
		return EXIT_SOLVED;
	/* Writing is not to be interrupted by the signal that ended the search. */
	const struct pdb_progress *const progress = run->work.coset.progress;
	run->work.coset.progress = NULL;
	const enum subgroup_status status = subgroup_coset_journal_write(&run->work.coset, run->options->journal);
	run->work.coset.progress = progress;
	run->written_s = clock_monotonic_s();
	return status == SUBGROUP_OK ? EXIT_SOLVED : coset_complain(status, run->options->journal);
}

static int run_depth(struct run *run)
{
	const int status = coset_run_depth(run->options, &run->work);
	run->extend_s += run->work.coset.extend_s;
	run->search_s += run->work.coset.search_s;
	run->join_s += run->work.coset.join_s;
	run->n_extended += run->work.coset.extend_s > 0;
	return status;
}

static int run_depths(struct run *run)
{
	while (run->work.coset.n_depths <= coset_last_depth(run->options) && !subgroup_coset_is_complete(&run->work.coset)) {
		const double start_s = clock_monotonic_s();
		int status = run_depth(run);
		if (status != EXIT_SOLVED) {
			const int written = keep_journal(run, true);
			return written != EXIT_SOLVED ? written : status;
		}
		positions_note(&run->positions, &run->work.coset, run->work.coset.n_depths - 1);
		print_depth(run, run->work.coset.n_depths - 1, clock_monotonic_s() - start_s);
		status = keep_journal(run, false);
		if (status != EXIT_SOLVED)
			return status;
	}
	return keep_journal(run, true);
}

static int solve_left_over(struct run *run)
{
	const uint64_t n_left = N_H_ELEMENTS - run->work.coset.n_found;
	char text[2][32];
	const int status = coset_solve_left_over(run->options, &run->work.coset, run->options->within, false);
	if (status != EXIT_SOLVED)
		return status;
	run->work.coset.n_found = bitmap_count(&run->work.coset.bitmap, run->options->n_threads);
	if (run->table == NULL)
		printf("%s positions were left over; %s of them are solved one by one in %u moves\n", table_count_text(n_left, text[0]),
		       table_count_text(n_left - (N_H_ELEMENTS - run->work.coset.n_found), text[1]), run->options->within);
	return EXIT_SOLVED;
}

static void print_end(const struct run *run)
{
	const struct subgroup_coset *const c = &run->work.coset;
	char text[32];
	if (run->table != NULL)
		return;
	if (subgroup_coset_is_complete(c))
		printf("every position of the coset is solved in %u moves or less (htm)\n",
		       run->options->within != 0 ? run->options->within : c->n_depths - 1);
	else
		printf("%s positions are further away\n", table_count_text(N_H_ELEMENTS - c->n_found, text));
	if (run->n_extended > 0)
		printf("extended %s in %.2f s each, %s GB/s; ", words_of(run->n_extended, "time"), run->extend_s / run->n_extended,
		       words_rate(1e-9 * (double)subgroup_coset_bytes_moved() * run->n_extended / run->extend_s, (char[WORDS_BYTES]){0}));
	if (run->join_s > 0)
		printf("joined to the inverses in %.2f s; ", run->join_s);
	printf("searched in %.2f s; %.2f s in all\n", run->search_s, clock_monotonic_s() - run->start_s);
}

static int read_journal(struct run *run)
{
	if (run->options->journal == NULL)
		return EXIT_SOLVED;
	const enum subgroup_status status = subgroup_coset_journal_read(&run->work.coset, run->options->journal);
	if (status != SUBGROUP_OK && status != SUBGROUP_NO_JOURNAL)
		return coset_complain(status, run->options->journal);
	for (unsigned d = 0; d < run->work.coset.n_depths; d++)
		print_depth(run, d, 0);
	return EXIT_SOLVED;
}

static int run_coset(struct run *run)
{
	print_head(run);
	int status = read_journal(run);
	if (status != EXIT_SOLVED)
		return status;
	if (run->options->positions_path != NULL && !positions_draw(run->options, &run->work.coset, &run->positions))
		return coset_complain(SUBGROUP_NO_MEMORY, NULL);
	coset_prepare(run->options, &run->work.coset);
	run->written_s = clock_monotonic_s();
	status = run_depths(run);
	if (status == EXIT_SOLVED && run->options->within != 0 && !subgroup_coset_is_complete(&run->work.coset))
		status = solve_left_over(run);
	if (status == EXIT_SOLVED)
		print_end(run);
	if (status == EXIT_SOLVED && run->options->positions_path != NULL)
		status = positions_write(&run->positions, run->work.coset.n_depths, run->options);
	positions_free(&run->positions);
	return status;
}

/* What can be said before minutes of work. */
static int check_files(const struct coset_options *o)
{
	const enum subgroup_status journal = o->journal != NULL ? subgroup_coset_journal_check(&o->cube, o->journal) : SUBGROUP_NO_JOURNAL;
	if (journal != SUBGROUP_OK && journal != SUBGROUP_NO_JOURNAL)
		return coset_complain(journal, o->journal);
	return o->positions_path != NULL ? new_file_check(o->positions_path, o->replaces_positions) : EXIT_SOLVED;
}

int coset_command_solve(const struct coset_options *options)
{
	struct run run = {.options = options, .start_s = clock_monotonic_s()};
	int status = check_files(options);
	if (status == EXIT_SOLVED)
		status = coset_open(options, &options->cube, &run.work);
	if (status != EXIT_SOLVED)
		return status;
	if (options->format != TABLE_TEXT && (run.table = table_create(columns)) == NULL)
		status = coset_complain(SUBGROUP_NO_MEMORY, NULL);
	else
		status = run_coset(&run);
	if (run.table != NULL && !table_write(run.table, (enum table_format)options->format, stdout))
		status = coset_complain(SUBGROUP_NO_MEMORY, NULL);
	if (status == EXIT_SOLVED && !coset_stops_early(options) && !subgroup_coset_is_complete(&run.work.coset))
		status = EXIT_NOT_SOLVED;
	subgroup_coset_close(&run.work.coset);
	return status;
}
