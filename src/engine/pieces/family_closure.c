/* The states of a small set of turns (pieces/closure.h), each with its exact cost as far as a byte tells
 * it. */
#include "pieces/block_moves.h"
#include "pieces/families.h"

enum { LARGEST_COUNTED = 25 };          /* the last depth that a header counts has all that are farther,
                                         * too */

static bool is_valid(const uint32_t *p)
{
	return p[1] <= UINT16_MAX && p[2] >> N_MOVES == 0 && closure_class_size(p) >= 1
	       && closure_class_size(p) <= CLOSURE_MAX_CLASS && closure_n_outer(p) >= 1
	       && closure_n_outer(p) <= CLOSURE_MAX_STATES / closure_class_size(p);
}

static void name(const uint32_t *p, char text[COORDINATE_NAME_MAX])
{
	snprintf(text, COORDINATE_NAME_MAX, "group-%08x%04x-%05x", p[0], p[1] & UINT16_MAX, p[2]);
}

static uint64_t size(const struct coordinate_key *coordinate)
{
	return (uint64_t)closure_n_outer(coordinate->parameter) * closure_class_size(coordinate->parameter);
}

/* Without memory all is near, which is no wrong bound. */
static uint64_t rank(const struct coordinate_key *coordinate, const struct cube *c)
{
	const struct block_moves *const m = block_moves_acquire(*coordinate);
	const uint64_t index = m != NULL ? closure_rank(m->closure, c) : 0;
	block_moves_release(m);
	return index;
}

static uint64_t data_bytes(const struct pdb_key *key)
{
	return size(&key->coordinate);
}

static unsigned get(const struct pdb *pdb, uint64_t index)
{
	return pdb->entries[index];
}

static void coding(const struct pdb_key *key, char text[PDB_CODING_MAX])
{
	char turns[PDB_CODING_MAX - 16];
	closure_write_turns(key->coordinate.parameter, turns, sizeof turns);
	snprintf(text, PDB_CODING_MAX, "8 bits each: %s", turns);
}

static void count(const struct pdb_key *key, const uint8_t *bytes, size_t size_bytes, uint64_t offset,
                  uint64_t of_depth[PDB_MAX_DEPTHS])
{
	items_foreach(byte, bytes, size_bytes)
		of_depth[*byte < LARGEST_COUNTED ? *byte : LARGEST_COUNTED]++;
}

const struct pdb_family pdb_family_closure = {
	.id = COORDINATE_CLOSURE,
	.format_version = 1,
	.bits_per_entry = 8,
	.is_valid = is_valid,
	.name = name,
	.parse = NULL,  /* a name does not tell the costs, without which it stands for no table */
	.size = size,
	.rank = rank,
	.build = build_closure,
	.builder_bytes = blocks_builder_bytes,
	.data_bytes = data_bytes,
	.get = get,
	.coding = coding,
	.count = count,
};
