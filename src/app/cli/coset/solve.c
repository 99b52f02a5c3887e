/* superflip coset SCRAMBLE: depth by depth, exactly or within a length. */
#include "base/clock.h"
#include "base/words.h"
#include "cli/cli.h"
#include "cli/coset/coset.h"
#include "cli/new_file.h"
#include "cube/facelet.h"
#include "cube/random.h"
#include "report/json.h"

static const double journal_every_s = 20;  /* writing 2.4 GB takes seconds; what took less is done again */

/* ---- --positions FILE: random positions with the distance at which each was found, to compare with what a
 * solver finds ---- */

/* Random positions of a coset, and at which distance each was found. */
struct drawn {
	struct cube cube;
	int distance;             /* or POSITION_NOT_FOUND, POSITION_FOUND_BEFORE */
};
enum { POSITION_NOT_FOUND = -1, POSITION_FOUND_BEFORE = -2 };

/* Draw positions, each of the coset equally likely; those that are found already are noted as such.
 * @return owned by the caller; NULL without memory */
static struct drawn *positions_draw(const struct coset_run *r)
{
	struct random_source source;
	if (r->has_seed)
		random_from_seed(&source, r->seed);
	else
		random_from_system(&source);
	struct drawn *const drawn = malloc(r->n_samples * sizeof *drawn);
	for (struct drawn *p = drawn; p != NULL && p < drawn + r->n_samples; p++) {
		/* h c, for any h of H */
		const struct cube h = element_cube((struct bit_position){
			(uint16_t)random_below(&source, N_PAGES), (uint8_t)random_below(&source, N_CORNER_BITS),
			(uint32_t)random_below(&source, PAGE_BYTES),
		});
		p->cube = cube_product(&h, &r->coset.cube);
		p->distance = subgroup_coset_has(&r->coset, &p->cube) ? POSITION_FOUND_BEFORE : POSITION_NOT_FOUND;
	}
	return drawn;
}

/* Write them as a list for `superflip batch`, labelled with their distances.
 * @return EXIT_SOLVED, or the exit status, having complained */
static int positions_write(const struct coset_run *r)
{
	struct new_file file;
	const int status = new_file_begin(r->positions_path, r->replaces_positions, &file);
	if (status != EXIT_SOLVED)
		return status;
	for (const struct drawn *p = r->drawn; p < r->drawn + r->n_samples; p++) {
		char facelets[FACELET_TEXT_SIZE];
		facelet_write(&p->cube, facelets);
		if (p->distance == POSITION_FOUND_BEFORE)
			fprintf(file.file, "%s # in the journal\n", facelets);
		else if (p->distance == POSITION_NOT_FOUND)
			fprintf(file.file, "%s # more than %u\n", facelets, r->coset.n_depths - 1);
		else
			fprintf(file.file, "%s # %d\n", facelets, p->distance);
	}
	return new_file_end(&file, true);
}

/* ---- the run ---- */

static double share(uint64_t n)
{
	return 100.0 * (double)n / (double)N_H_ELEMENTS;
}

static void print_depth(const struct coset_run *r, unsigned depth, double seconds)
{
	const uint64_t n = r->coset.count[depth];
	const bool is_exact = depth < r->coset.n_exact;
	uint64_t n_within = 0;
	for (unsigned d = 0; d <= depth; d++)
		n_within += r->coset.count[d];
	if (r->format == TABLE_TEXT) {
		char text[32];
		printf("%8u  %16s%c %12.8f  %12.8f  %9.2f\n", depth, table_count_text(n, text), is_exact ? ' ' : '+',
		       share(n), share(n_within), seconds);
		fflush(stdout);
		return;
	}
	TABLE_ROW(r->table, cell_count(depth), cell_count(n), cell_text(is_exact ? "yes" : "no"),
	          cell_real(share(n), 8), cell_real(share(n_within), 8), cell_real(seconds, 2));
}

/* Write the journal, where there is one, now and then.  @return EXIT_SOLVED; else complained */
static int keep_journal(struct coset_run *r, bool is_last)
{
	struct subgroup_coset *const coset = &r->coset;
	if (r->journal == NULL || coset->is_lost
	    || (!is_last && clock_monotonic_s() - r->written_s < journal_every_s))
		return EXIT_SOLVED;
	/* Writing is not to be interrupted by the signal that ended the search. */
	const struct pdb_progress *const progress = coset->progress;
	coset->progress = NULL;
	const enum status status = subgroup_coset_journal_write(coset, r->journal);
	coset->progress = progress;
	r->written_s = clock_monotonic_s();
	return coset_status(status, r->journal);
}

/* A depth is done, unless it has another status than EXIT_SOLVED.  @return the one to go on with */
static int end_depth(struct coset_run *r, int status)
{
	const struct subgroup_coset *const coset = &r->coset;
	r->extend_s += coset->extend_s;
	r->search_s += coset->search_s;
	r->join_s += coset->join_s;
	r->n_extended += coset->extend_s > 0;
	if (status == EXIT_SOLVED) {
		/* Those that are found now, and were not. */
		for (struct drawn *p = r->drawn; p != NULL && p < r->drawn + r->n_samples; p++)
			if (p->distance == POSITION_NOT_FOUND && subgroup_coset_has(coset, &p->cube))
				p->distance = (int)coset->n_depths - 1;
		print_depth(r, coset->n_depths - 1, clock_monotonic_s() - r->depth_s);
	}
	const int written = keep_journal(r, status != EXIT_SOLVED || coset_is_over(r));
	r->depth_s = clock_monotonic_s();
	return written != EXIT_SOLVED ? written : status;
}

static void print_end(const struct coset_run *r)
{
	const struct subgroup_coset *const c = &r->coset;
	const unsigned within = r->within;
	const uint64_t n_left = N_H_ELEMENTS - c->n_found + r->n_singly;
	char text[2][32];
	if (within != 0 && n_left > 0)
		printf("%s positions were left over; %s of them are solved one by one in %u moves\n",
		       table_count_text(n_left, text[0]), table_count_text(r->n_singly, text[1]), within);
	if (subgroup_coset_is_complete(c))
		printf("every position of the coset is solved in %u moves or less (htm)\n",
		       within != 0 ? within : c->n_depths - 1);
	else
		printf("%s positions are further away\n", table_count_text(N_H_ELEMENTS - c->n_found, text[0]));
	if (r->n_extended > 0)
		printf("extended %s in %.2f s each, %s GB/s; ", words_of(r->n_extended, "time"),
		       r->extend_s / r->n_extended,
		       words_rate(1e-9 * (double)SUBGROUP_BYTES_MOVED * r->n_extended / r->extend_s,
		                  (char[WORDS_BYTES]){0}));
	if (r->join_s > 0)
		printf("joined to the inverses in %.2f s; ", r->join_s);
	printf("searched in %.2f s; %.2f s in all\n", r->search_s, clock_monotonic_s() - r->start_s);
}

static int run_coset(struct coset_run *r)
{
	struct subgroup_coset *const coset = &r->coset;
	char facelets[FACELET_TEXT_SIZE];
	int status = EXIT_SOLVED;
	facelet_write(&coset->cube, facelets);
	if (r->format == TABLE_TEXT) {
		const char *const name = r->is_random ? facelets : "the solved cube (H itself)";
		print_line_to(stdout, "coset of %s", r->name[0] != '\0' ? r->name : name);
		printf("%8s  %16s  %12s  %12s  %9s\n", "distance", "positions", "share, %", "within, %", "seconds");
	} else {
		table_add_fact(r->table, "coset_of", json_text(r->name), NULL);
		table_add_fact(r->table, "facelets", json_string(facelets), NULL);
	}
	if (r->journal != NULL)
		status = coset_status(subgroup_coset_journal_read(coset, r->journal), r->journal);
	if (status != EXIT_SOLVED)
		return status;
	for (unsigned d = 0; r->journal != NULL && d < coset->n_depths; d++)
		print_depth(r, d, 0);
	if (r->positions_path != NULL && (r->drawn = positions_draw(r)) == NULL)
		return complain_of_memory();
	r->depth_s = r->written_s = clock_monotonic_s();
	while (status == EXIT_SOLVED && !coset_is_over(r))
		status = end_depth(r, coset_next_depth(r));
	if (status == EXIT_SOLVED)
		status = coset_finish(r);
	if (status == EXIT_SOLVED && r->format == TABLE_TEXT)
		print_end(r);
	return status == EXIT_SOLVED && r->drawn != NULL ? positions_write(r) : status;
}

int coset_command_solve(struct coset_run *r)
{
	r->start_s = clock_monotonic_s();
	/* What can be said before minutes of work. */
	int status = r->journal != NULL
	                 ? coset_status(subgroup_coset_journal_check(&r->cube, r->journal), r->journal)
	                 : EXIT_SOLVED;
	if (status == EXIT_SOLVED && r->positions_path != NULL)
		status = new_file_check(r->positions_path, r->replaces_positions);
	if (status == EXIT_SOLVED)
		status = coset_open(r, &r->cube);
	if (status != EXIT_SOLVED)
		return status;
	if (r->format != TABLE_TEXT)
		r->table = table_create("distance,positions,exact,share_percent,within_percent,seconds");
	status = run_coset(r);
	if (r->format != TABLE_TEXT && !table_write(r->table, r->format, stdout))
		status = complain_of_memory();
	if (status == EXIT_SOLVED && !r->stops_early && !subgroup_coset_is_complete(&r->coset))
		status = EXIT_NOT_SOLVED;
	free(r->drawn);
	subgroup_coset_close(&r->coset);
	return status;
}
