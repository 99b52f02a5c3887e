/* superflip coset SCRAMBLE: depth by depth, exactly or within a length. */
#include "cli/coset/coset.h"

static const double journal_every_s = 20;  /* writing 2.4 GB takes seconds; what took less is done again */

/* ---- --positions FILE: random positions with the distance at which each was found, to compare with what a
 * solver finds ---- */

/* Random positions of a coset, and at which distance each was found. */
struct drawn {
	struct cube cube;
	int distance;             /* or POSITION_NOT_FOUND, POSITION_FOUND_BEFORE */
};
enum { POSITION_NOT_FOUND = -1, POSITION_FOUND_BEFORE = -2 };

/* Write the drawn positions as a list for `superflip batch`, labelled with their distances.
 * @return EXIT_SOLVED, or the exit status, having complained */
static int positions_write(void)
{
	struct new_file file;
	const int status = new_file_begin(coset_run.positions_path, coset_run.replaces_positions, &file);
	if (status != EXIT_SOLVED)
		return status;
	items_foreach(p, coset_run.drawn, coset_run.n_samples) {
		char facelets[FACELET_TEXT_SIZE];
		facelet_write(&p->cube, facelets);
		if (p->distance == POSITION_FOUND_BEFORE)
			fprintf(file.file, "%s # in the journal\n", facelets);
		else if (p->distance == POSITION_NOT_FOUND)
			fprintf(file.file, "%s # more than %u\n", facelets, coset_run.coset.n_depths - 1);
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

static void print_depth(unsigned depth, double seconds)
{
	const uint64_t n = coset_run.coset.count[depth];
	const bool is_exact = depth < coset_run.coset.n_exact;
	uint64_t n_within = 0;
	for (unsigned d = 0; d <= depth; d++)
		n_within += coset_run.coset.count[d];
	if (coset_run.format == TABLE_TEXT) {
		char text[32];
		printf("%8u  %16s%c %12.8f  %12.8f  %9.2f\n", depth, table_count_text((double)n, text),
		       is_exact ? ' ' : '+', share(n), share(n_within), seconds);
		fflush(stdout);
		return;
	}
	TABLE_ROW(coset_run.table, cell_count(depth), cell_count(n), cell_text(is_exact ? "yes" : "no"),
	          cell_real(share(n), 8), cell_real(share(n_within), 8), cell_real(seconds, 2));
}

/* A depth is done, unless it has another status than EXIT_SOLVED.  @return the one to go on with */
static int end_depth(int status)
{
	struct subgroup_coset *const coset = &coset_run.coset;
	coset_run.extend_s += coset->extend_s;
	coset_run.search_s += coset->search_s;
	coset_run.join_s += coset->join_s;
	coset_run.n_extended += coset->extend_s > 0;
	if (status == EXIT_SOLVED) {
		/* Those that are found now, and were not. */
		items_foreach(p, coset_run.drawn, coset_run.drawn != NULL ? coset_run.n_samples : 0)
			if (p->distance == POSITION_NOT_FOUND && subgroup_coset_has(coset, &p->cube))
				p->distance = (int)coset->n_depths - 1;
		print_depth(coset->n_depths - 1, clock_monotonic_s() - coset_run.depth_s);
	}
	/* Write the journal, where there is one, now and then. */
	if (coset_run.journal != NULL && !coset->is_lost
	    && (status != EXIT_SOLVED || coset_is_over()
	        || clock_monotonic_s() - coset_run.written_s >= journal_every_s)) {
		/* Writing is not to be interrupted by the signal that ended the search. */
		const struct pdb_progress *const progress = coset->progress;
		coset->progress = NULL;
		const enum status fault = subgroup_coset_journal_write(coset, coset_run.journal);
		const int written = coset_status(fault, coset_run.journal);
		coset->progress = progress;
		coset_run.written_s = clock_monotonic_s();
		status = written != EXIT_SOLVED ? written : status;
	}
	coset_run.depth_s = clock_monotonic_s();
	return status;
}

static void print_end(void)
{
	const struct subgroup_coset *const c = &coset_run.coset;
	const unsigned within = coset_run.within;
	const uint64_t n_left = N_H_ELEMENTS - c->n_found + coset_run.n_singly;
	char text[2][32];
	if (within != 0 && n_left > 0)
		printf("%s positions were left over; %s of them are solved one by one in %u moves\n",
		       table_count_text((double)n_left, text[0]),
		       table_count_text((double)coset_run.n_singly, text[1]), within);
	if (subgroup_coset_is_complete(c))
		printf("every position of the coset is solved in %u moves or less (htm)\n",
		       within != 0 ? within : c->n_depths - 1);
	else
		printf("%s positions are further away\n",
		       table_count_text((double)(N_H_ELEMENTS - c->n_found), text[0]));
	if (coset_run.n_extended > 0)
		printf("extended %s in %.2f s each, %s GB/s; ", words_of(coset_run.n_extended, "time"),
		       coset_run.extend_s / coset_run.n_extended,
		       words_rate(1e-9 * (double)SUBGROUP_BYTES_MOVED * coset_run.n_extended / coset_run.extend_s,
		                  (char[WORDS_BYTES]){0}));
	if (coset_run.join_s > 0)
		printf("joined to the inverses in %.2f s; ", coset_run.join_s);
	printf("searched in %.2f s; %.2f s in all\n", coset_run.search_s,
	       clock_monotonic_s() - coset_run.start_s);
}

static int run_coset(void)
{
	struct subgroup_coset *const coset = &coset_run.coset;
	char facelets[FACELET_TEXT_SIZE];
	int status = EXIT_SOLVED;
	facelet_write(&coset->cube, facelets);
	if (coset_run.format == TABLE_TEXT) {
		const char *const name = coset_run.is_random ? facelets : "the solved cube (H itself)";
		print_line_to(stdout, "coset of %s", coset_run.name[0] != '\0' ? coset_run.name : name);
		printf("%8s  %16s  %12s  %12s  %9s\n", "distance", "positions", "share, %", "within, %", "seconds");
	} else {
		table_add_fact(coset_run.table, "coset_of", json_text(coset_run.name), NULL);
		table_add_fact(coset_run.table, "facelets", json_string(facelets), NULL);
	}
	if (coset_run.journal != NULL)
		status = coset_status(subgroup_coset_journal_read(coset, coset_run.journal), coset_run.journal);
	if (status != EXIT_SOLVED)
		return status;
	for (unsigned d = 0; coset_run.journal != NULL && d < coset->n_depths; d++)
		print_depth(d, 0);
	/* Draw positions, each of the coset equally likely; those that are found already are noted as such. */
	if (coset_run.positions_path != NULL) {
		struct random_source source = coset_random_source(0);
		coset_run.drawn = allocate(coset_run.n_samples, sizeof *coset_run.drawn);
		items_foreach(p, coset_run.drawn, coset_run.n_samples) {
			/* h c, for any h of H */
			const struct cube h = element_cube((struct bit_position){
				(uint16_t)random_below(&source, N_PAGES), (uint8_t)random_below(&source, N_CORNER_BITS),
				(uint32_t)random_below(&source, PAGE_BYTES),
			});
			p->cube = cube_product(&h, &coset_run.coset.cube);
			p->distance =
				subgroup_coset_has(&coset_run.coset, &p->cube) ? POSITION_FOUND_BEFORE : POSITION_NOT_FOUND;
		}
	}
	coset_run.depth_s = coset_run.written_s = clock_monotonic_s();
	while (status == EXIT_SOLVED && !coset_is_over())
		status = end_depth(coset_next_depth());
	if (status == EXIT_SOLVED)
		status = coset_finish();
	if (status == EXIT_SOLVED && coset_run.format == TABLE_TEXT)
		print_end();
	return status == EXIT_SOLVED && coset_run.drawn != NULL ? positions_write() : status;
}

int coset_command_solve(void)
{
	coset_run.start_s = clock_monotonic_s();
	/* What can be said before minutes of work. */
	int status = coset_run.journal != NULL ? coset_status(
					 subgroup_coset_journal_check(&coset_run.cube, coset_run.journal), coset_run.journal)
	                                       : EXIT_SOLVED;
	if (status == EXIT_SOLVED && coset_run.positions_path != NULL)
		status = new_file_check(coset_run.positions_path, coset_run.replaces_positions);
	if (status == EXIT_SOLVED)
		status = coset_open(&coset_run.cube);
	if (status != EXIT_SOLVED)
		return status;
	if (coset_run.format != TABLE_TEXT)
		coset_run.table = table_create("distance,positions,exact,share_percent,within_percent,seconds");
	status = run_coset();
	if (coset_run.format != TABLE_TEXT)
		print_table(coset_run.table, coset_run.format);
	if (status == EXIT_SOLVED && !coset_run.stops_early && !subgroup_coset_is_complete(&coset_run.coset))
		status = EXIT_NOT_SOLVED;
	return status;
}
