#include "pieces/block_moves.h"

#include "pieces/families.h"
#include "pieces/kernels.h"

enum { COSET_MOVES_BYTES = 16 << 20, MOST_ROWS = 4096 };

/* The orbit whose orientations a block has, and the corners. */
static void find_orbits(struct coordinate_key coordinate, struct orbit *inner, struct orbit *corners)
{
	const struct pattern pattern = pieces_pattern(coordinate);
	orbit_fill(&pattern, false, corners);
	orbit_fill(&pattern, true, inner);
	if (orbit_size(inner) == 1)
		*inner = *corners;
}

struct block_shape block_shape_of(struct coordinate_key coordinate)
{
	struct orbit inner, corners;
	if (coordinate.family == COORDINATE_CLOSURE)
		return (struct block_shape){closure_n_outer(coordinate.parameter),
		                            closure_class_size(coordinate.parameter), CLOSURE_MOVES_BYTES};
	if (coordinate.family == COORDINATE_FLIPSLICE_TWIST)
		return (struct block_shape){N_FLIPSLICE_CLASSES, N_TWISTS, COSET_MOVES_BYTES};
	if (coordinate.family == COORDINATE_CORNER_PERM)
		return (struct block_shape){N_CORNER_PERMS, 1, COSET_MOVES_BYTES};
	find_orbits(coordinate, &inner, &corners);
	const uint64_t n_outer = inner.is_of_edges ? orbit_size(&corners) : 1;
	return (struct block_shape){
		inner.n_arrangements * n_outer, inner.n_orientations,
		inner.n_arrangements * N_MOVES * 6 + (uint64_t)MOST_ROWS * inner.n_orientations * 2
			+ n_outer * N_MOVES * 8,
	};
}

uint64_t block_start(struct coordinate_key coordinate, unsigned i)
{
	const unsigned free_face = pieces_pattern(coordinate).free_face;
	return i > (free_face != 0 ? 3u : 0u) ? UINT64_MAX
	       : coordinate_rank(coordinate, i == 0 ? &cube_solved : &move_cube[(free_face - 1) * 3 + i - 1]);
}

/* Blocks of twists: of all corners, whose permutations have ranks of their own (coord/corners.h), also alone,
 * and of cosets, where the symmetry that leads to the class's own flipslice permutes them as well. */
static bool fill_twists(struct block_moves *m)
{
	const struct korf_tables *const t = korf_tables();
	const unsigned n_seen = m->cosets != NULL ? N_AXIS_SYMMETRIES : 1;
	if (!orbit_moves_alloc(m->n_arrangements, N_MOVES * n_seen, m->n_orientations, &m->inner))
		return false;
	for (unsigned move = 0; move < N_MOVES; move++) {
		for (unsigned i = 0; i < m->n_arrangements; i++) {
			const uint32_t after = m->cosets != NULL ? phase1_class_after(m->cosets, i, move)
			                                         : (uint32_t)t->perm_after[i][move] << 4;
			m->inner.after[i][move] = after >> 4;
			m->inner.row[i][move] = (uint16_t)(move * n_seen + (after & 15));
		}
		for (unsigned s = 0; s < n_seen; s++)
			for (unsigned twist = 0; twist < m->n_orientations; twist++) {
				const uint16_t after = m->n_orientations > 1 ? t->twist_after[twist][move] : 0;
				m->inner.rows[(move * n_seen + s) * m->n_orientations + twist] =
					m->cosets != NULL ? m->cosets->twist_conjugate[after][s] : after;
			}
	}
	return true;
}

/* The whole index after each move. */
static bool fill_outer(const struct orbit *corners, uint32_t (**out)[N_MOVES])
{
	struct orbit_moves moves;
	if (orbit_size(corners) == 1)
		return true;
	if (!orbit_moves_fill(corners, &moves))
		return false;
	uint32_t (*const after)[N_MOVES] = malloc(orbit_size(corners) * sizeof *after);
	for (uint32_t i = 0; after != NULL && i < orbit_size(corners); i++)
		for (unsigned m = 0; m < N_MOVES; m++) {
			const uint32_t arrangement = i / corners->n_orientations;
			const uint16_t *const row =
				moves.rows + (size_t)moves.row[arrangement][m] * corners->n_orientations;
			after[i][m] =
				moves.after[arrangement][m] * corners->n_orientations + row[i % corners->n_orientations];
		}
	orbit_moves_free(&moves);
	*out = after;
	return after != NULL;
}

static bool fill(struct block_moves *m)
{
	const struct block_shape shape = block_shape_of(m->coordinate);
	const uint32_t family = m->coordinate.family;
	struct orbit inner, corners;
	m->n_arrangements = (uint32_t)shape.n_blocks;
	m->n_orientations = shape.n_orientations;
	m->cosets = family == COORDINATE_FLIPSLICE_TWIST ? phase1_tables() : NULL;
	if (family == COORDINATE_CORNERS || family == COORDINATE_CORNER_PERM || m->cosets != NULL)
		return fill_twists(m);
	if (family == COORDINATE_CLOSURE)
		return (m->closure = closure_make(m->coordinate.parameter)) != NULL
		       && closure_moves_fill(m->closure, &m->inner);
	find_orbits(m->coordinate, &inner, &corners);
	m->n_arrangements = (uint32_t)inner.n_arrangements;
	return orbit_moves_fill(&inner, &m->inner) && (!inner.is_of_edges || fill_outer(&corners, &m->outer));
}

static void discard(struct block_moves *m)
{
	orbit_moves_free(&m->inner);
	free(m->outer);
	closure_free(m->closure);
	free(m);
}

/* ---- one copy for all who use it ---- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct block_moves *in_use;      /* guarded by it */

const struct block_moves *block_moves_acquire(struct coordinate_key coordinate)
{
	pthread_mutex_lock(&lock);
	struct block_moves *m = in_use;
	while (m != NULL && !coordinate_equal(m->coordinate, coordinate))
		m = m->next;
	if (m == NULL && (m = calloc(1, sizeof *m)) != NULL) {
		m->coordinate = coordinate;
		m->next = in_use;
		if (fill(m)) {
			in_use = m;
		} else {
			discard(m);
			m = NULL;
		}
	}
	if (m != NULL)
		m->n_users++;
	pthread_mutex_unlock(&lock);
	return m;
}

void block_moves_release(const struct block_moves *m)
{
	struct block_moves **at = &in_use;
	if (m == NULL)
		return;
	pthread_mutex_lock(&lock);
	while (*at != m)
		at = &(*at)->next;
	struct block_moves *const last = *at;
	if (--last->n_users == 0) {
		*at = last->next;
		discard(last);
	}
	pthread_mutex_unlock(&lock);
}
