#include "subgroup/reid.h"

#include "coord/phase1.h"

static uint64_t size(const struct coordinate_key *coordinate)
{
	return N_COSET_NUMBERS;
}

static uint64_t rank(const struct coordinate_key *coordinate, const struct cube *c)
{
	return phase1_number(phase1_tables(), phase1_rank(c));
}

static void count(const struct pdb_key *key, const uint8_t *bytes, size_t n_bytes, uint64_t offset,
                  uint64_t n_cosets[PDB_MAX_DEPTHS])
{
	const struct phase1_tables *const t = phase1_tables();
	uint64_t index = offset * 2;
	unsigned size_of_class = phase1_class_size(t, (unsigned)(index / N_TWISTS)),
	         left_in_row = N_TWISTS - (unsigned)(index % N_TWISTS);
	for (size_t i = 0; i < 2 * n_bytes && index < N_COSET_NUMBERS; i++, index++) {
		if (left_in_row-- == 0) {
			size_of_class = phase1_class_size(t, (unsigned)(index / N_TWISTS));
			left_in_row = N_TWISTS - 1;
		}
		n_cosets[bytes[i / 2] >> i % 2 * 4 & 15] += size_of_class;
	}
}

static uint64_t n_counted(const struct pdb_key *key)
{
	return N_H_COSETS;
}

/* A row operation for each move of each level; most of it stays in the caches (measured: 4 s in one
 * thread). */
static double building_reads(const struct pdb_key *key)
{
	return 5.0 * N_COSET_NUMBERS;
}

void reid_count_classes(const uint8_t *entries, uint64_t n_classes[PDB_MAX_DEPTHS])
{
	const struct phase1_tables *const t = phase1_tables();
	memset(n_classes, 0, PDB_MAX_DEPTHS * sizeof *n_classes);
	for (unsigned k = 0; k < N_FLIPSLICE_CLASSES; k++)
		for (unsigned twist = 0; twist < N_TWISTS; twist++) {
			/* Numbers of one class that its stabiliser turns into each other are the same coset: the smallest
			 * one is counted. */
			bool is_smallest = true;
			set_foreach(other, t->stabiliser[k] & ~1u)
				is_smallest &= t->twist_conjugate[twist][other] >= twist;
			n_classes[pdb_nibble(entries, (uint64_t)k * N_TWISTS + twist)] += is_smallest;
		}
}

/* Source: M. Reid, "two stage filtration", Cube-Lovers, 7 January 1995; half turns first D. Winter, 28 May
 * 1992. */
static const struct pdb_known known = {
	FLIPSLICE_TWIST_COORDINATE,
	"cosets of <U,D,R2,L2,F2,B2>: flips, slice edges and twists (Reid 1995)",
	{
		{1, 4, 50, 592, 7156, 87236, 1043817, 12070278, 124946368, 821605960, 1199128738, 58202444, 476},
		{1, 4, 34, 312, 2772, 24996, 225949, 2017078, 17554890, 139132730, 758147361, 1182378518, 117594403,
         14072},
	},
};

const struct pdb_family pdb_family_flipslice_twist = {
	.id = COORDINATE_FLIPSLICE_TWIST,
	.format_version = 1,
	.bits_per_entry = 4,
	.only_name = "flipslice-twist",
	.size = size,
	.rank = rank,
	.build = build_blocks,
	.builder_bytes = blocks_builder_bytes,
	.count = count,
	.n_counted = n_counted,
	.counted = "cosets",
	.building_reads = building_reads,
	.known = &known,
	.n_known = 1,
};

unsigned heuristic_reid(const struct heuristic *h, const struct cube *c)
{
	/* Symmetries 0, 16 and 32 turn the axes into each other. */
	unsigned value[3], largest = 0;
	for (unsigned axis = 0; axis < 3; axis++) {
		const struct cube seen = cube_conjugate(c, axis * N_AXIS_SYMMETRIES);
		value[axis] = pdb_value(&h->table[0], &seen);
		largest = value[axis] > largest ? value[axis] : largest;
	}
	return largest + (largest != 0 && value[0] == value[1] && value[1] == value[2]);
}
