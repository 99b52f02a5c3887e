/* What moves do to the blocks of a piece table (build_blocks.c). */
#pragma once
#include "coord/phase1.h"
#include "pieces/closure.h"
#include "pdb/pdb.h"

struct block_shape {
	uint64_t n_blocks;
	unsigned n_orientations;            /* entries of a block */
	uint64_t moves_bytes;               /* that struct block_moves takes, at most */
};

/** Of a table that pieces_coordinate() gives, of a closure, or of the cosets of H. */
struct block_shape block_shape_of(struct coordinate_key coordinate);

struct block_moves {
	struct orbit_moves inner;           /* of the orbit whose orientations a block has */
	uint32_t n_arrangements, n_orientations;
	uint32_t (*outer)[N_MOVES];         /* [corners' index], where the inner orbit is that of the edges; NULL:
	                                     * there is no outer one */
	struct closure *closure;            /* of such a table, whose moves are turns of its own; owned */
	const struct phase1_tables *cosets; /* of the table of cosets, some of which have several indices */
	struct coordinate_key coordinate;
	unsigned n_users;
	struct block_moves *next;
};

/** Where a search begins: the solved cube and, where turns of a face are free, what these make of it.
 * @return the index of number i; UINT64_MAX: there are no more */
uint64_t block_start(struct coordinate_key coordinate, unsigned i);

/** Those of a table, one copy for all who use it.
 * @return NULL without memory; else to be released, by the last user for good */
const struct block_moves *block_moves_acquire(struct coordinate_key coordinate);
void block_moves_release(const struct block_moves *m);  /* NULL is ignored */

/** Where a move takes a block: orientations r go to row[r] there. */
struct block_step {
	uint64_t block;
	const uint16_t *row;
};

static inline const uint16_t *block_moves_row(const struct block_moves *m, uint32_t arrangement,
                                              unsigned move)
{
	return m->inner.rows + (size_t)m->inner.row[arrangement][move] * m->n_orientations;
}

static inline struct block_step block_moves_step(const struct block_moves *m, uint64_t block, unsigned move)
{
	const uint32_t outer = m->outer != NULL ? (uint32_t)(block / m->n_arrangements) : 0;
	const uint32_t arrangement = (uint32_t)(block - (uint64_t)outer * m->n_arrangements);
	const uint32_t outer_after = m->outer != NULL ? m->outer[outer][move] : 0;
	return (struct block_step){
		(uint64_t)outer_after * m->n_arrangements + m->inner.after[arrangement][move],
		block_moves_row(m, arrangement, move),
	};
}

/* An index in three parts, which moves change each by a table of its own. */
struct block_place {
	uint32_t outer, arrangement, orientations;
};

static inline struct block_place block_place_of(const struct block_moves *m, const struct cube *c)
{
	const uint64_t index =
					   m->closure != NULL ? closure_rank(m->closure, c) : coordinate_rank(m->coordinate, c),
				   block = index / m->n_orientations;
	return (struct block_place){
		(uint32_t)(block / m->n_arrangements),
		(uint32_t)(block % m->n_arrangements),
		(uint32_t)(index % m->n_orientations),
	};
}

static inline uint64_t block_place_index(const struct block_moves *m, struct block_place p)
{
	return ((uint64_t)p.outer * m->n_arrangements + p.arrangement) * m->n_orientations + p.orientations;
}

static inline struct block_place block_place_after(const struct block_moves *m, struct block_place p,
                                                   unsigned move)
{
	return (struct block_place){
		m->outer != NULL ? m->outer[p.outer][move] : 0,
		m->inner.after[p.arrangement][move],
		block_moves_row(m, p.arrangement, move)[p.orientations],
	};
}
