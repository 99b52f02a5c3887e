/* superflip coset SCRAMBLE: depth by depth, exactly or within a length. */
#include "base/clock.h"
#include "base/words.h"
#include "cli/cli.h"
#include "cli/coset/coset.h"
#include "cli/new_file.h"
#include "cube/facelet.h"
#include "cube/random.h"
#include "report/json.h"

#include <stdlib.h>
#include <string.h>

static const double journal_every_s = 20;  /* writing 2.4 GB takes seconds; what took less is done again */

/* ---- --positions FILE: random positions with the distance at which each was found, to compare with what a solver finds ---- */

/* Random positions of a coset, and at which distance each was found. */
struct positions {
	uint64_t n;
	struct drawn {
		struct cube cube;
		int distance;         /* or POSITION_NOT_FOUND, POSITION_FOUND_BEFORE */
	} *of;                        /* owned */
};
enum { POSITION_NOT_FOUND = -1, POSITION_FOUND_BEFORE = -2 };

enum { USUAL_NUMBER = 1000 };

/* Draw positions, each of the coset equally likely; those that are found already are noted as such.
 * @return false without memory */
static bool positions_draw(const struct coset_options *options, const struct subgroup_coset *coset,
                           struct positions *p)
{
	struct random_source source;
	p->n = options->n_samples != 0 ? options->n_samples : USUAL_NUMBER;
	p->of = malloc(p->n * sizeof *p->of);
	if (p->of == NULL)
		return false;
	if (options->has_seed)
		random_from_seed(&source, options->seed);
	else
		random_from_system(&source);
	for (uint64_t i = 0; i < p->n; i++) {
		const struct bit_position place = {
			(uint16_t)random_below(&source, N_PAGES), (uint8_t)random_below(&source, N_CORNER_BITS),
			(uint32_t)random_below(&source, PAGE_BYTES),
		};
		const struct cube h = element_cube(place);  /* h c, for any h of H */
		p->of[i].cube = cube_product(&h, &coset->cube);
		p->of[i].distance = subgroup_coset_has(coset, &p->of[i].cube) ? POSITION_FOUND_BEFORE
		    : POSITION_NOT_FOUND;
	}
	return true;
}

/* Write them as a list for `superflip batch`, labelled with their distances; n_depths are done.
 * @return EXIT_SOLVED, or the exit status, having complained */
static int positions_write(const struct positions *p, unsigned n_depths, const struct coset_options *options)
{
	struct new_file file;
	const int status = new_file_begin(options->positions_path, options->replaces_positions, &file);
	if (status != EXIT_SOLVED)
		return status;
	for (uint64_t i = 0; i < p->n; i++) {
		char facelets[FACELET_TEXT_SIZE];
		facelet_write(&p->of[i].cube, facelets);
		if (p->of[i].distance == POSITION_FOUND_BEFORE)
			fprintf(file.file, "%s # in the journal\n", facelets);
		else if (p->of[i].distance == POSITION_NOT_FOUND)
			fprintf(file.file, "%s # more than %d\n", facelets, (int)n_depths - 1);
		else
			fprintf(file.file, "%s # %d\n", facelets, p->of[i].distance);
	}
	return new_file_end(&file, true);
}

/* ---- the run ---- */

struct run {
	const struct coset_options *options;
	struct coset_work work;
	struct table *table;          /* of formats other than text */
	struct positions positions;   /* of --positions */
	double start_s, depth_s, written_s;   /* of the run, of the depth; when the journal was written */
	double extend_s, search_s, join_s;    /* of all depths */
	unsigned n_extended;          /* depths with an extension */
};

static double share(uint64_t n)
{
	return 100.0 * (double)n / (double)N_H_ELEMENTS;
}

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
	table_add_fact(run->table, "coset_of", json_text(run->options->name), NULL);
	table_add_fact(run->table, "facelets", json_string(facelets), NULL);
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
	struct subgroup_coset *const coset = &run->work.coset;
	const double now_s = clock_monotonic_s();
	if (run->options->journal == NULL || coset->is_lost
	    || (!is_last && now_s - run->written_s < journal_every_s))
		return EXIT_SOLVED;
	/* Writing is not to be interrupted by the signal that ended the search. */
	const struct pdb_progress *const progress = coset->progress;
	coset->progress = NULL;
	const enum status status = subgroup_coset_journal_write(coset, run->options->journal);
	coset->progress = progress;
	run->written_s = clock_monotonic_s();
	return status == STATUS_OK ? EXIT_SOLVED : coset_complain(status, run->options->journal);
}

/* A depth is done, unless it has another status than EXIT_SOLVED. */
static int end_depth(void *context, int status)
{
	struct run *const run = context;
	const struct subgroup_coset *const coset = &run->work.coset;
	const double now_s = clock_monotonic_s();
	struct positions *const p = &run->positions;
	run->extend_s += coset->extend_s;
	run->search_s += coset->search_s;
	run->join_s += coset->join_s;
	run->n_extended += coset->extend_s > 0;
	/* Those that are found now, and were not. */
	for (uint64_t i = 0; i < p->n && status == EXIT_SOLVED; i++)
		if (p->of[i].distance == POSITION_NOT_FOUND && subgroup_coset_has(coset, &p->of[i].cube))
			p->of[i].distance = (int)coset->n_depths - 1;
	if (status == EXIT_SOLVED)
		print_depth(run, coset->n_depths - 1, now_s - run->depth_s);
	const int written = keep_journal(run, status != EXIT_SOLVED || coset_is_over(run->options, coset));
	run->depth_s = clock_monotonic_s();
	return written != EXIT_SOLVED ? written : status;
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

static int run_coset(struct run *run)
{
	const struct coset_options *const o = run->options;
	struct subgroup_coset *const coset = &run->work.coset;
	print_head(run);
	const enum status journal = o->journal != NULL ? subgroup_coset_journal_read(coset, o->journal)
	    : STATUS_MISSING;
	if (journal != STATUS_OK && journal != STATUS_MISSING)
		return coset_complain(journal, o->journal);
	for (unsigned d = 0; o->journal != NULL && d < coset->n_depths; d++)
		print_depth(run, d, 0);
	if (o->positions_path != NULL && !positions_draw(o, coset, &run->positions))
		return complain_of_memory();
	uint64_t n_singly;
	char text[2][32];
	run->depth_s = run->written_s = clock_monotonic_s();
	int status = coset_run(o, &run->work, end_depth, run, &n_singly);
	const uint64_t n_left = N_H_ELEMENTS - coset->n_found + n_singly;
	if (status == EXIT_SOLVED && o->within != 0 && n_left > 0 && run->table == NULL)
		printf("%s positions were left over; %s of them are solved one by one in %u moves\n",
		       table_count_text(n_left, text[0]), table_count_text(n_singly, text[1]), o->within);
	if (status == EXIT_SOLVED)
		print_end(run);
	if (status == EXIT_SOLVED && o->positions_path != NULL)
		status = positions_write(&run->positions, coset->n_depths, o);
	return status;
}

int coset_command_solve(const struct coset_options *options)
{
	struct run run = {.options = options, .start_s = clock_monotonic_s()};
	/* What can be said before minutes of work. */
	const enum status journal = options->journal != NULL
	    ? subgroup_coset_journal_check(&options->cube, options->journal)
	                                                              : STATUS_MISSING;
	if (journal != STATUS_OK && journal != STATUS_MISSING)
		return coset_complain(journal, options->journal);
	int status = options->positions_path != NULL
	    ? new_file_check(options->positions_path, options->replaces_positions) : EXIT_SOLVED;
	if (status == EXIT_SOLVED)
		status = coset_open(options, &options->cube, &run.work);
	if (status != EXIT_SOLVED)
		return status;
	if (options->format != TABLE_TEXT)
		run.table = table_create("distance,positions,exact,share_percent,within_percent,seconds");
	if (options->format != TABLE_TEXT && run.table == NULL)
		status = complain_of_memory();
	else
		status = run_coset(&run);
	if (run.table != NULL && !table_write(run.table, options->format, stdout))
		status = complain_of_memory();
	if (status == EXIT_SOLVED && !options->stops_early && !subgroup_coset_is_complete(&run.work.coset))
		status = EXIT_NOT_SOLVED;
	free(run.positions.of);
	subgroup_coset_close(&run.work.coset);
	return status;
}
