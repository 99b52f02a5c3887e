/* superflip coset --list: what there is. */
#include "cli/cli.h"
#include "cli/coset/coset.h"
#include "cube/notation.h"
#include "subgroup/distance.h"

#include <stdlib.h>
#include <string.h>

static uint8_t *search(const struct coset_options *options, int *status)
{
	uint8_t *const distance = malloc(DISTANCE_BYTES);
	if (distance == NULL) {
		*status = coset_complain(SUBGROUP_NO_MEMORY, NULL);
		return NULL;
	}
	struct progress_bar bar = progress_bar_start("coset", options->is_quiet, interrupted_by, status_is_wanted);
	const struct pdb_progress progress = progress_bar_callback(&bar);
	const struct distance_search search = {
		.moves = (1u << N_MOVES) - 1, .n_threads = options->n_threads, .distance = distance, .progress = &progress, .stage = "cosets of H",
	};
	const bool is_complete = distance_search_run(&search);
	progress_bar_finish(&bar);
	if (is_complete)
		return distance;
	free(distance);
	*status = coset_complain(SUBGROUP_INTERRUPTED, NULL);
	return NULL;
}

static bool print_levels(const struct coset_options *options, const uint8_t *distance)
{
	static const char *const columns[] = {"distance", "cosets", "classes", NULL};
	uint64_t n_cosets[DISTANCE_MAX_LEVELS], n_classes[DISTANCE_MAX_LEVELS], cosets = 0, classes = 0;
	struct table *const table = table_create(columns);
	distance_count_cosets(distance, n_cosets);
	distance_count_classes(distance, n_classes);
	for (unsigned d = 0; d < DISTANCE_MAX_LEVELS; d++) {
		if (n_cosets[d] == 0)
			continue;
		TABLE_ROW(table, cell_count(d), cell_count(n_cosets[d]), cell_count(n_classes[d]));
		cosets += n_cosets[d];
		classes += n_classes[d];
	}
	TABLE_ROW(table, cell_text("all"), cell_count(cosets), cell_count(classes));
	return table_write(table, (enum table_format)options->format, stdout);
}

/* A coset is told by the shortest sequence that makes one of its positions. */
static bool print_examples(const struct coset_options *options, const uint8_t *distance)
{
	static const char *const columns[] = {"distance", "flip", "slice", "twist", "moves", NULL};
	struct table *const table = table_create(columns);
	for (uint64_t i = 0; i < options->n_samples; i++) {
		const struct cube c = coset_random_cube(options, i);
		const struct phase1_coset coset = phase1_rank(&c);
		uint8_t moves[DISTANCE_MAX_LEVELS], inverse[DISTANCE_MAX_LEVELS];
		char text[3 * DISTANCE_MAX_LEVELS + 1];
		const unsigned n = distance_descend(distance, (1u << N_MOVES) - 1, &c, moves);
		for (unsigned k = 0; k < n; k++)
			inverse[k] = (uint8_t)move_inverse(moves[n - 1 - k]);
		notation_write(inverse, n, text, sizeof text);
		TABLE_ROW(table, cell_count(n), cell_count(coset.flip), cell_count(coset.slice), cell_count(coset.twist), cell_text(text));
	}
	return table_write(table, (enum table_format)options->format, stdout);
}

int coset_command_list(const struct coset_options *options)
{
	int status = EXIT_SOLVED;
	uint8_t *const distance = search(options, &status);
	if (distance == NULL)
		return status;
	bool is_written = print_levels(options, distance);
	if (is_written && options->format == TABLE_TEXT)
		puts("\nClasses are under the 16 symmetries that keep the U-D axis.  Inversion takes a coset H c to c^-1 H, which is no\n"
		     "coset of this kind; but with it, and with the other two axes, a position is in six cosets, and 55,882,296 of them\n"
		     "hold a copy of every position: so many were run for God's number (Rokicki et al. 2013).");
	if (is_written && options->n_samples > 0) {
		putchar('\n');
		is_written = print_examples(options, distance);
	}
	free(distance);
	return is_written ? EXIT_SOLVED : coset_complain(SUBGROUP_NO_MEMORY, NULL);
}
