/* superflip coset --positions FILE: random positions of a coset with the distance at which each was found, for comparing
 * them with what a solver finds. */
#include "cli/cli.h"
#include "cli/coset/coset.h"
#include "cli/new_file.h"
#include "cube/facelet.h"
#include "cube/random.h"

#include <stdio.h>
#include <stdlib.h>

enum { USUAL_NUMBER = 1000 };

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

bool positions_draw(const struct coset_options *options, const struct subgroup_coset *coset, struct positions *out)
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

void positions_free(struct positions *p)
{
	free(p->position);
	free(p->distance);
}

void positions_note(struct positions *p, const struct subgroup_coset *coset, unsigned distance)
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

int positions_write(const struct positions *p, unsigned n_depths, const struct coset_options *options)
{
	struct new_file file;
	const int status = new_file_begin(options->positions_path, options->replaces_positions, &file);
	if (status != EXIT_SOLVED)
		return status;
	write_all(p, n_depths, file.file);
	return new_file_end(&file, true);
}
