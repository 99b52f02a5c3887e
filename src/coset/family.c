#include "coset/family.h"

#include "coset/build/build_coset.h"
#include "coset/build/memory.h"
#include "coset/expect.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct coset_shape shape_of(const uint32_t *p)
{
	struct coordinate_key coordinate = {.family = COORDINATE_COSET};
	memcpy(coordinate.parameter, p, sizeof coordinate.parameter);
	return coset_shape_of(&coordinate);
}

/* ---- the coordinate ---- */
static bool is_valid(const uint32_t *p)
{
	return p[0] == 0 && p[3] == COSET_FLIP_BITS - 8 && (p[4] == 0 || p[4] == COSET_LAYERS)
	       && coset_shape_is_valid(shape_of(p));
}

#define NAMED(name, size, ...) {name, {__VA_ARGS__}},
const struct coset_named_size coset_sizes[COSET_N_SIZES] = {COSET_NAMED_SIZES(NAMED)};

static const char prefix[] = "coset-";
static const char nine_flip_bits[] = "n";

/* "coset-300m" etc. (coset_sizes) or, for other sizes, "coset-" and the lines, then "p" for COSET_PARITY or "h" for
 * COSET_HTR, then "n", and "l" for layers. */
static void name(const uint32_t *p, char text[COORDINATE_NAME_MAX])
{
	const struct coset_shape shape = shape_of(p);
	for (unsigned i = 0; i < COSET_N_SIZES; i++)
		if (coset_shape_equal(coset_sizes[i].shape, shape)) {
			snprintf(text, COORDINATE_NAME_MAX, "%s", coset_sizes[i].name);
			return;
		}
	snprintf(text, COORDINATE_NAME_MAX, "%s%" PRIu32 "%s%s%s", prefix, shape.lines, shape.corners == COSET_HTR ? "h" : "p",
	         nine_flip_bits, shape.has_layers ? "l" : "");
}

/* The letter, if the text begins with it, is passed over. */
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
	for (unsigned i = 0; i < COSET_N_SIZES; i++)
		if (strcmp(coset_sizes[i].name, text) == 0) {
			memcpy(p, coset_coordinate(coset_sizes[i].shape).parameter, sizeof *p * COORDINATE_N_PARAMETERS);
			return true;
		}
	const char *const digits = text + sizeof prefix - 1;
	if (*digits < '1' || *digits > '9')
		return false;
	char *end;
	const unsigned long lines = strtoul(digits, &end, 10);
	const char *rest = end;
	p[1] = lines <= COSET_MAX_LINES ? (uint32_t)lines : 0;
	p[2] = takes(&rest, 'h') ? COSET_HTR : takes(&rest, 'p') ? COSET_PARITY : UINT32_MAX;
	p[3] = takes(&rest, *nine_flip_bits);
	p[4] = takes(&rest, 'l') ? COSET_LAYERS : 0;
	return *rest == '\0' && is_valid(p);
}

static uint64_t size(const uint32_t *p)
{
	return coset_size(shape_of(p));
}

static uint64_t rank(const uint32_t *p, const struct cube *c)
{
	return coset_rank(shape_of(p), c);
}

static struct cube unrank(const uint32_t *p, uint64_t index)
{
	return coset_unrank(shape_of(p), index);
}

/* ---- its tables ---- */
static unsigned base(const struct pdb_key *key)
{
	return coset_base(coset_shape_of(&key->coordinate), key->metric);
}

static uint64_t data_bytes(const struct pdb_key *key)
{
	return coset_table_bytes(coset_shape_of(&key->coordinate), key->metric);
}

static enum pdb_status build(const struct build *b)
{
	return build_coset(b, coset_shape_of(&b->image->key.coordinate));
}

static uint64_t builder_bytes(const struct pdb_key *key, unsigned n_threads)
{
	return coset_builder_bytes(coset_shape_of(&key->coordinate), key->metric, n_threads);
}

static unsigned get(const struct pdb *pdb, uint64_t index)
{
	const struct coset_lines lines = coset_lines_of_key(pdb->entries, pdb->key);
	return coset_lines_get(&lines, index);
}

static void coding(const struct pdb_key *key, char text[PDB_CODING_MAX])
{
	const struct coset_shape shape = coset_shape_of(&key->coordinate);
	snprintf(text, PDB_CODING_MAX, "%" PRIu64 " filter blocks of %d bytes", coset_table_lines(shape), COSET_LINE_BYTES);
}

/* ---- entries by depth: those of a sample of lines ---- */
static uint64_t n_counted(const struct pdb_key *key)
{
	return coset_sampled_entries(coset_shape_of(&key->coordinate));
}

/* How much is nearer than the cap - 2 exactly, the side table tells by index, not by count. */
static unsigned merged_depth(const struct pdb_key *key)
{
	return base(key) + 1;
}

/* The sampled lines among bytes of the file; no line is cut in two. */
static void count(const struct pdb_key *key, const uint8_t *bytes, size_t n_bytes, uint64_t offset,
                  uint64_t by_depth[PDB_MAX_DEPTHS])
{
	const struct coset_shape shape = coset_shape_of(&key->coordinate);
	const struct coset_lines t = coset_lines_of_key(NULL, *key);
	const uint64_t lines_begin = coset_lines_begin(t.side_log2), one_in = coset_sampled_one_in(shape);
	uint64_t line = ((offset < lines_begin ? lines_begin : offset) - lines_begin) / COSET_LINE_BYTES;
	line = (line + one_in - 1) / one_in * one_in;
	for (; lines_begin + line * COSET_LINE_BYTES < offset + n_bytes; line += one_in) {
		const uint8_t *const here = bytes + (lines_begin + line * COSET_LINE_BYTES - offset);
		for (unsigned slot = 0; slot < coset_line_slots(shape); slot++)
			for (unsigned layer = 0; layer < t.n_layers && coset_slot_is_counted(shape, line, slot); layer++) {
				const unsigned n_levels = coset_line_levels(t.symbols, here, slot, layer, t.n_rows);
				by_depth[t.base + COSET_LEVELS - (n_levels < COSET_LEVELS ? n_levels : COSET_LEVELS - 1)]++;
			}
	}
}

/* The sample by the values that are read. */
static void summarize(const struct pdb_image *image, struct pdb_histogram *out)
{
	const struct coset_shape shape = coset_shape_of(&image->key.coordinate);
	const struct coset_lines t = coset_lines_of_key(image->entries, image->key);
	*out = (struct pdb_histogram){.max_depth = 0};
	for (uint64_t line = 0; line < coset_table_lines(shape); line += coset_sampled_one_in(shape)) {
		const uint64_t group = line / t.group_lines;
		for (unsigned slot = 0; slot < coset_line_slots(shape); slot++) {
			const uint64_t entry = group << 32 | (line % t.group_lines + slot * t.group_lines);
			for (unsigned layer = 0; layer < t.n_layers && coset_slot_is_counted(shape, line, slot); layer++)
				out->count[coset_lines_value(&t, entry, layer)]++;
		}
	}
	for (unsigned d = 0; d < PDB_MAX_DEPTHS; d++)
		if (out->count[d] != 0)
			out->max_depth = d;
}

/* No source has their entries by depth. */
#define KNOWN(name, size, ...) {COSET_COORDINATE(__VA_ARGS__), "slice-free cosets, " size, {{0}, {0}}},
static const struct pdb_known known[COSET_N_SIZES] = {COSET_NAMED_SIZES(KNOWN)};

const struct pdb_family pdb_family_coset = {
	.id = COORDINATE_COSET,
	.format_version = 4,  /* earlier ones had other codes */
	.bits_per_entry = 0,
	.serves_quarter_turns = true,
	.is_valid = is_valid, .name = name, .parse = parse, .size = size, .rank = rank, .unrank = unrank,
	.build = build, .builder_bytes = builder_bytes, .data_bytes = data_bytes, .base = base, .get = get,
	.coding = coding,
	.count = count, .merged_depth = merged_depth, .summarize = summarize, .n_counted = n_counted,
	.counted = "of a sample",
	.building_reads = coset_building_reads, .solving_s = coset_solving_s,
	.known = known, .n_known = COSET_N_SIZES,
};
