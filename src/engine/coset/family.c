#include "coset/family.h"

#include "coset/build/build_coset.h"

/* ---- the coordinate ---- */
static bool is_valid(const uint32_t *p)
{
	return p[0] == 0 && p[3] == COSET_FLIP_BITS - 8 && (p[4] == 0 || p[4] == COSET_SUBCOSETS)
	       && coset_shape_is_valid(coset_shape_of_parameters(p));
}

#define NAMED(name, size, ...) {name, {__VA_ARGS__}},
const struct coset_named_size coset_sizes[COSET_N_SIZES] = {COSET_NAMED_SIZES(NAMED)};

static const char prefix[] = "coset-";

/* "coset-300m" etc. (coset_sizes) or, for other sizes, "coset-" and the filter blocks of a group, then "p"
 * for COSET_PARITY or "h" for COSET_HTR, "n" (nine flip bits), and "l" for subcosets. */
static void name(const uint32_t *p, char text[COORDINATE_NAME_MAX])
{
	const struct coset_shape shape = coset_shape_of_parameters(p);
	items_foreach(known, coset_sizes, COSET_N_SIZES)
		if (coordinate_equal(coset_coordinate(known->shape), coset_coordinate(shape))) {
			snprintf(text, COORDINATE_NAME_MAX, "%s", known->name);
			return;
		}
	snprintf(text, COORDINATE_NAME_MAX, "%s%" PRIu32 "%sn%s", prefix, shape.filter_blocks,
	         shape.corners == COSET_HTR ? "h" : "p", shape.has_subcosets ? "l" : "");
}

/* Skip the letter if the text begins with it. */
static bool takes(const char **text, char letter)
{
	const bool is_there = **text == letter;
	*text += is_there;
	return is_there;
}

static bool parse(const char *text, uint32_t *p)
{
	if (strncmp(text, prefix, sizeof prefix - 1) != 0)
		return false;
	items_foreach(known, coset_sizes, COSET_N_SIZES)
		if (strcmp(known->name, text) == 0) {
			memcpy(p, coset_coordinate(known->shape).parameter, sizeof *p * COORDINATE_N_PARAMETERS);
			return true;
		}
	const char *const digits = text + sizeof prefix - 1;
	if (*digits < '1' || *digits > '9')
		return false;
	char *end;
	const unsigned long filter_blocks = strtoul(digits, &end, 10);
	const char *rest = end;
	p[1] = filter_blocks <= COSET_MAX_FILTER_BLOCKS ? (uint32_t)filter_blocks : 0;
	p[2] = takes(&rest, 'h') ? COSET_HTR : takes(&rest, 'p') ? COSET_PARITY : UINT32_MAX;
	p[3] = takes(&rest, 'n');
	p[4] = takes(&rest, 'l') ? COSET_SUBCOSETS : 0;
	return *rest == '\0' && is_valid(p);
}

static uint64_t size(const struct coordinate_key *coordinate)
{
	return coset_size(coset_shape_of(coordinate));
}

static uint64_t rank(const struct coordinate_key *coordinate, const struct cube *c)
{
	return coset_rank(coset_shape_of(coordinate), c);
}

/* ---- its tables ---- */
static bool has_steps_of(const struct turn_costs *costs, unsigned metric)
{
	bool has = true;
	for (unsigned t = 0; t < N_AXIS_TURNS; t++)
		has &= costs->of[t] == coset_is_step(metric, axis_turns_first(t), axis_turns_second(t));
	return has;
}

unsigned coset_metric(const struct pdb_key *key)
{
	unsigned metric = key->metric;
	while (key->metric == METRIC_OF_TURNS && metric < N_COSET_METRICS && !has_steps_of(&key->costs, metric))
		metric++;
	return metric;
}

/* The kernel for turn sets knows no subcosets. */
static bool serves(const struct pdb_key *key)
{
	const unsigned metric = coset_metric(key);
	return metric < N_METRICS
	       || (metric < N_COSET_METRICS && !coset_shape_of(&key->coordinate).has_subcosets);
}

static unsigned base(const struct pdb_key *key)
{
	return coset_base(coset_shape_of(&key->coordinate), coset_metric(key));
}

static uint64_t data_bytes(const struct pdb_key *key)
{
	return coset_table_bytes(coset_shape_of(&key->coordinate), coset_metric(key));
}

static enum status build(const struct build *b)
{
	return build_coset(b, coset_shape_of(&b->image->key.coordinate), coset_metric(&b->image->key));
}

static uint64_t builder_bytes(const struct pdb_key *key, unsigned n_threads)
{
	return coset_builder_bytes(coset_shape_of(&key->coordinate), coset_metric(key), n_threads);
}

static unsigned get(const struct pdb *pdb, uint64_t index)
{
	const struct coset_filter filter = coset_filter_of_key(pdb->entries, pdb->key);
	return coset_filter_get(&filter, index);
}

static void coding(const struct pdb_key *key, char text[PDB_CODING_MAX])
{
	snprintf(text, PDB_CODING_MAX, "%" PRIu64 " filter blocks of %d bytes",
	         coset_table_filter_blocks(coset_shape_of(&key->coordinate)), COSET_FILTER_BLOCK_BYTES);
}

/* ---- entries by depth: those of a sample of filter blocks ---- */
static uint64_t n_counted(const struct pdb_key *key)
{
	return coset_sampled_entries(coset_shape_of(&key->coordinate));
}

/* The side table, by hash, cannot tell how many entries have each depth up to the base. */
static unsigned merged_depth(const struct pdb_key *key)
{
	return base(key) + 1;
}

/* The sampled filter blocks within a chunk of the file, by the values that a reader gets; chunks do not split
 * filter blocks.
 * @param entries  the table with its side table; NULL: by threshold sets alone */
static void count_chunk(const struct pdb_key *key, const uint8_t *entries, const uint8_t *bytes,
                        size_t n_bytes, uint64_t offset, uint64_t by_depth[PDB_MAX_DEPTHS])
{
	const struct coset_shape shape = coset_shape_of(&key->coordinate);
	const struct coset_filter t = coset_filter_of_key(entries, *key);
	const uint64_t begin = coset_filter_begin(t.side_log2), one_in = coset_sampled_one_in(shape);
	uint64_t number = ((offset < begin ? begin : offset) - begin) / COSET_FILTER_BLOCK_BYTES;
	number = (number + one_in - 1) / one_in * one_in;
	for (uint64_t at; (at = begin + number * COSET_FILTER_BLOCK_BYTES) < offset + n_bytes;
	     number += one_in) {
		const uint64_t first = number / t.group_filter_blocks << 32 | number % t.group_filter_blocks;
		for (unsigned slot = 0; slot < coset_filter_block_slots(shape); slot++)
			for (unsigned subcoset = 0;
			     subcoset < t.n_subcosets && coset_slot_is_counted(shape, number, slot); subcoset++)
				by_depth[coset_filter_block_value(&t, bytes + (at - offset),
				                                  first + slot * t.group_filter_blocks, subcoset)]++;
	}
}

static void count(const struct pdb_key *key, const uint8_t *bytes, size_t n_bytes, uint64_t offset,
                  uint64_t by_depth[PDB_MAX_DEPTHS])
{
	count_chunk(key, NULL, bytes, n_bytes, offset, by_depth);
}

static void summarize(const struct pdb *image, uint64_t by_depth[PDB_MAX_DEPTHS])
{
	count_chunk(&image->key, image->entries, image->entries, image->size_bytes, 0, by_depth);
}

/* No publication has their entries by depth. */
#define KNOWN(name, size, ...) {COSET_COORDINATE(__VA_ARGS__), "slice-free cosets, " size, {{0}, {0}}},
static const struct pdb_known known[COSET_N_SIZES] = {COSET_NAMED_SIZES(KNOWN)};

const struct pdb_family pdb_family_coset = {
	.id = COORDINATE_COSET,
	.format_version = 4, /* earlier versions encoded filter blocks differently */
	.bits_per_entry = 0,
	.serves_quarter_turns = true,
	.is_valid = is_valid,
	.name = name,
	.parse = parse,
	.size = size,
	.rank = rank,
	.serves = serves,
	.build = build,
	.builder_bytes = builder_bytes,
	.data_bytes = data_bytes,
	.base = base,
	.get = get,
	.coding = coding,
	.count = count,
	.merged_depth = merged_depth,
	.summarize = summarize,
	.n_counted = n_counted,
	.counted = "of a sample",
	.building_reads = coset_building_reads,
	.solving_s = coset_solving_s,
	.known = known,
	.n_known = COSET_N_SIZES,
};
