#include "pieces/block_moves.h"

#include "pieces/families.h"
#include "pieces/kernels.h"

#include <pthread.h>
#include <stdlib.h>

static struct orbit inner_orbit(const struct pattern *p)
{
	struct orbit edges, corners;
	orbit_fill(p, true, &edges);
	orbit_fill(p, false, &corners);
	return orbit_size(&edges) > 1 ? edges : corners;
}

static uint64_t outer_size(const struct pattern *p, const struct orbit *inner)
{
	struct orbit corners;
	orbit_fill(p, false, &corners);
	return inner->is_of_edges ? orbit_size(&corners) : 1;
}

struct block_shape block_shape_of(struct coordinate_key coordinate)
{
	if (coordinate.family == COORDINATE_CLOSURE)
		return (struct block_shape){closure_n_outer(coordinate.parameter),
		                            closure_class_size(coordinate.parameter)};
	const struct pattern pattern = pieces_pattern(coordinate);
	const struct orbit inner = inner_orbit(&pattern);
	return (struct block_shape){inner.n_arrangements * outer_size(&pattern, &inner), inner.n_orientations};
}

/* All corners, whose permutations and twists have ranks of their own (coord/corners.h). */
static bool fill_corners(struct orbit_moves *out)
{
	const struct korf_tables *const t = korf_tables();
	*out = (struct orbit_moves){
		.after = malloc(N_CORNER_PERMS * sizeof *out->after),
		.row = malloc(N_CORNER_PERMS * sizeof *out->row),
		.rows = malloc(N_MOVES * N_TWISTS * sizeof *out->rows),
		.n_rows = N_MOVES,
	};
	if (out->after == NULL || out->row == NULL || out->rows == NULL)
		return false;
	for (unsigned m = 0; m < N_MOVES; m++) {
		for (unsigned p = 0; p < N_CORNER_PERMS; p++) {
			out->after[p][m] = t->perm_after[p][m];
			out->row[p][m] = (uint16_t)m;
		}
		for (unsigned twist = 0; twist < N_TWISTS; twist++)
			out->rows[m * N_TWISTS + twist] = t->twist_after[twist][m];
	}
	return true;
}

/* The whole index after each move. */
static bool fill_outer(const struct pattern *p, uint32_t (**out)[N_MOVES])
{
	struct orbit corners;
	struct orbit_moves moves;
	orbit_fill(p, false, &corners);
	if (orbit_size(&corners) == 1)
		return true;
	if (!orbit_moves_fill(&corners, &moves))
		return false;
	uint32_t (*const after)[N_MOVES] = malloc(orbit_size(&corners) * sizeof *after);
	for (uint32_t i = 0; after != NULL && i < orbit_size(&corners); i++)
		for (unsigned m = 0; m < N_MOVES; m++) {
			const uint32_t arrangement = i / corners.n_orientations;
			const uint16_t *const row =
				moves.rows + (size_t)moves.row[arrangement][m] * corners.n_orientations;
			after[i][m] =
				moves.after[arrangement][m] * corners.n_orientations + row[i % corners.n_orientations];
		}
	orbit_moves_free(&moves);
	*out = after;
	return after != NULL;
}

bool block_moves_fill(struct coordinate_key coordinate, struct block_moves *out)
{
	const struct block_shape shape = block_shape_of(coordinate);
	struct block_moves m = {.n_orientations = shape.n_orientations};
	bool is_filled;
	if (coordinate.family == COORDINATE_CLOSURE) {
		m.n_arrangements = (uint32_t)shape.n_blocks;
		m.closure = closure_make(coordinate.parameter);
		is_filled = m.closure != NULL && closure_moves_fill(m.closure, &m.inner);
	} else {
		const struct pattern pattern = pieces_pattern(coordinate);
		const struct orbit inner = inner_orbit(&pattern);
		m.n_arrangements = (uint32_t)inner.n_arrangements;
		is_filled = coordinate.family == COORDINATE_CORNERS
		                ? fill_corners(&m.inner)
		                : orbit_moves_fill(&inner, &m.inner)
		                      && (!inner.is_of_edges || fill_outer(&pattern, &m.outer));
	}
	if (is_filled)
		*out = m;
	else
		block_moves_free(&m);
	return is_filled;
}

void block_moves_free(struct block_moves *m)
{
	orbit_moves_free(&m->inner);
	free(m->outer);
	closure_free(m->closure);
	m->outer = NULL;
}

uint64_t block_moves_bytes(struct coordinate_key coordinate)
{
	if (coordinate.family == COORDINATE_CLOSURE)
		return CLOSURE_MOVES_BYTES;
	const struct pattern pattern = pieces_pattern(coordinate);
	const struct orbit inner = inner_orbit(&pattern);
	return orbit_moves_bytes(&inner) + outer_size(&pattern, &inner) * 2 * N_MOVES * sizeof(uint32_t);
}

/* ---- one copy for all who use it ---- */

static pthread_mutex_t uses_lock = PTHREAD_MUTEX_INITIALIZER;
static struct block_moves_use *uses;    /* guarded by it */

struct block_moves_use *block_moves_acquire(struct coordinate_key coordinate)
{
	pthread_mutex_lock(&uses_lock);
	struct block_moves_use *use = uses;
	while (use != NULL && !coordinate_equal(use->coordinate, coordinate))
		use = use->next;
	if (use == NULL && (use = calloc(1, sizeof *use)) != NULL) {
		*use = (struct block_moves_use){.coordinate = coordinate, .next = uses};
		if (block_moves_fill(coordinate, &use->moves)) {
			uses = use;
		} else {
			free(use);
			use = NULL;
		}
	}
	if (use != NULL)
		use->n_users++;
	pthread_mutex_unlock(&uses_lock);
	return use;
}

void block_moves_release(struct block_moves_use *use)
{
	if (use == NULL)
		return;
	pthread_mutex_lock(&uses_lock);
	if (--use->n_users == 0) {
		struct block_moves_use **at = &uses;
		while (*at != use)
			at = &(*at)->next;
		*at = use->next;
		block_moves_free(&use->moves);
		free(use);
	}
	pthread_mutex_unlock(&uses_lock);
}
