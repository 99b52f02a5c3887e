/* The family of coset tables: slice-free cosets (coset/math/coset.h), kept as filters
 * (coset/filter/filter.h). */
#pragma once
#include "coset/filter/filter.h"
#include "pdb/pdb.h"

enum { COORDINATE_COSET = 6 };

extern const struct pdb_family pdb_family_coset;

/* The parameters of the file format: 0, filter blocks of a group, corners, flip bits - 8, subcosets (24) or
 * 0. */
#define COSET_COORDINATE(filter_blocks, corners, has_subcosets) \
	{.family = COORDINATE_COSET, \
	 .parameter = {0, (filter_blocks), (corners), COSET_FLIP_BITS - 8, (has_subcosets) ? COSET_SUBCOSETS : 0}}

/* The named tables: X(name, size, filter_blocks, corners, has_subcosets), smallest first. */
#define COSET_NAMED_SIZES(X) \
	X("coset-30m", "32 MB", 6973, COSET_PARITY, false) \
	X("coset-125m", "129 MB", 27965, COSET_PARITY, false) \
	X("coset-300m", "318 MB", 69949, COSET_PARITY, false) \
	X("coset-1g", "1.3 GB", 95549, COSET_HTR, false) \
	X("coset-2.6g", "2.7 GB", 195389, COSET_HTR, false) \
	X("coset-5g", "5.1 GB", 374589, COSET_HTR, false) \
	X("coset-8g", "8.0 GB", 586557, COSET_HTR, true)
enum { COSET_N_SIZES = 7 };
struct coset_named_size {
	const char *name;
	struct coset_shape shape;
};
extern const struct coset_named_size coset_sizes[COSET_N_SIZES];

static inline struct coordinate_key coset_coordinate(struct coset_shape s)
{
	return (struct coordinate_key)COSET_COORDINATE(s.filter_blocks, s.corners, s.has_subcosets);
}

static inline struct coset_shape coset_shape_of_parameters(const uint32_t *p)
{
	return (struct coset_shape){p[1], (uint8_t)p[2], p[4] != 0};
}

static inline struct coset_shape coset_shape_of(const struct coordinate_key *coordinate)
{
	return coset_shape_of_parameters(coordinate->parameter);
}

/** What is one step of a key (enum coset_metric); N_COSET_METRICS if no table has such steps. */
unsigned coset_metric(const struct pdb_key *key);

/** The filter of a table, given its entries. */
static inline struct coset_filter coset_filter_of_key(const uint8_t *entries, struct pdb_key key)
{
	return coset_filter_of(entries, coset_shape_of(&key.coordinate), coset_metric(&key));
}

/* As in struct pdb_family (expect.c): what searches and building take, by constants measured with superflip
 * 0.1.0. */
double coset_building_reads(const struct pdb_key *key);
double coset_solving_s(const struct pdb_key *key, const struct machine *machine);
