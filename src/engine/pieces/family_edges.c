#include "pieces/families.h"

static const char prefix[] = "edges-";

static bool is_valid(const uint32_t *p)
{
	for (unsigned i = 1; i < COORDINATE_N_PARAMETERS; i++)
		if (p[i] != 0)
			return false;
	return p[0] <= UINT16_MAX && edges_set_is_usable((uint16_t)p[0]);
}

/* "edges-URUFULUBFRFL": in Kociemba's order when written, in any when read. */
static void name(const uint32_t *p, char text[COORDINATE_NAME_MAX])
{
	int end = snprintf(text, COORDINATE_NAME_MAX, "%s", prefix);
	set_foreach(e, p[0])
		end += snprintf(text + end, (size_t)(COORDINATE_NAME_MAX - end), "%s", edge_name[e]);
}

static bool parse(const char *text, uint32_t *p)
{
	const size_t n = sizeof prefix - 1;
	if (strncmp(text, prefix, n) != 0)
		return false;
	for (const char *letters = text + n; *letters != '\0'; letters += 2) {
		unsigned e = 0;
		while (e < N_EDGES && strncmp(letters, edge_name[e], 2) != 0)
			e++;
		if (e == N_EDGES || (p[0] >> e & 1))
			return false;
		p[0] |= 1u << e;
	}
	return is_valid(p);
}

/* Computed independently of this program.  The six-edge set is the only one, but for symmetry, with the mean
 * that R. Korf gives (AAAI-97). */
#define SIX_EDGES \
	{1, 15, 182, 2208, 25329, 258827, 2165560, 12222708, 24596752, 3305973, 365}, \
	{1, 10, 83, 688, 5566, 43540, 321819, 2129750, 10695605, 23399492, 5974788, 6578}
#define SEVEN_EDGES \
	{1, 15, 191, 2455, 30519, 356462, 3766700, 32719467, 186297009, 274719633, 13042507, 81}, {0}

/* Symmetries of the cube take each first set to its second (half a turn about the axis through R and L; the
 * mirror between R and L as well for the seven): hence the same depths. */
static const struct pdb_known known[] = {
	{EDGES_COORDINATE(KORF_UPPER), "six edges: Korf's first set", {SIX_EDGES}},
	{EDGES_COORDINATE(KORF_LOWER), "six edges: Korf's second set", {SIX_EDGES}},
	{EDGES_COORDINATE(KORF_UPPER | 1 << BL), "seven edges: the first set and BL", {SEVEN_EDGES}},
	{EDGES_COORDINATE(KORF_LOWER | 1 << FR), "seven edges: the second set and FR", {SEVEN_EDGES}},
};

const struct pdb_family pdb_family_edges = {
	PIECES_FAMILY(COORDINATE_EDGES), .is_valid = is_valid,
	.name = name, .parse = parse, .size = pieces_size, .rank = pieces_rank, .build = build_edges,
	.known = known, .n_known = sizeof known / sizeof *known,
};
