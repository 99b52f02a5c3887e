/* Any pattern: the index is that of the corners (coord/orbit.h), times the number of the edges', and that of
 * the edges. */
#include "pieces/families.h"

/* ---- patterns as parameters ---- */

/* Corners: four bits each, the class and, in the highest, whether it is oriented.  Edges: five bits each, six
 * in a word. */
enum { CORNER_BITS = 4, EDGE_BITS = 5, WORD_EDGES = 6 };

static struct pattern read_parameters(const uint32_t *p)
{
	struct pattern pattern = {.free_face = (uint8_t)p[3]};
	for (unsigned i = 0; i < N_CORNERS; i++)
		pattern.corner[i] = (uint8_t)((p[0] >> CORNER_BITS * i & 7) | (p[0] >> CORNER_BITS * i & 8) << 1);
	for (unsigned i = 0; i < N_EDGES; i++)
		pattern.edge[i] = (uint8_t)(p[1 + i / WORD_EDGES] >> EDGE_BITS * (i % WORD_EDGES) & 31);
	return pattern;
}

/* The pattern of a set of edges, all of them in place and oriented. */
static struct pattern pattern_of_edges(uint32_t set)
{
	struct pattern pattern = pattern_of_nothing;
	char name[] = "________-____________";
	set_foreach(e, set)
		name[N_CORNERS + 1 + e] = 'x';
	pattern_read(name, &pattern);
	return pattern;
}

/* Patterns that have families of their own. */
static const struct { uint32_t family; const char *pattern;
} own[] = {
	{COORDINATE_CORNERS, "xxxxxxxx-____________"},
	{COORDINATE_TWIST, "oooooooo-____________"},
	{COORDINATE_FLIP, "________-oooooooooooo"},
};

struct pattern pieces_pattern(struct coordinate_key coordinate)
{
	struct pattern pattern = pattern_of_nothing;
	if (coordinate.family == COORDINATE_PIECES)
		return read_parameters(coordinate.parameter);
	if (coordinate.family == COORDINATE_EDGES)
		return pattern_of_edges(coordinate.parameter[0]);
	array_foreach(o, own)
		if (o->family == coordinate.family)
			pattern_read(o->pattern, &pattern);
	return pattern;
}

/* ---- which tables there are ---- */

static uint64_t size_of(const struct pattern *pattern, bool of_edges)
{
	struct orbit orbit;
	orbit_fill(pattern, of_edges, &orbit);
	return orbit_size(&orbit);
}

uint64_t pieces_n_states(const struct pattern *pattern)
{
	const uint64_t n_corners = size_of(pattern, false), n_edges = size_of(pattern, true);
	return !pattern->half_turns && !pattern_asks_numbers(pattern) && n_corners < PIECES_MAX_STATES
	               && n_edges < PIECES_MAX_STATES
	           ? n_corners * n_edges
	           : UINT64_MAX;
}

/* The set of edges that count, if no other pieces do and all of them are placed and oriented; 0: it is
 * another pattern. */
static uint16_t set_of_edges(const struct pattern *pattern)
{
	uint16_t set = 0;
	for (unsigned e = 0; e < N_EDGES; e++)
		if (pattern->edge[e] & PATTERN_ORIENTED)
			set |= (uint16_t)(1u << e);
	const struct pattern same = pattern_of_edges(set);
	return pattern_equal(pattern, &same) && edges_set_is_usable(set) ? set : 0;
}

bool pieces_coordinate(const struct pattern *pattern, struct coordinate_key *out)
{
	char name[PATTERN_NAME_SIZE];
	struct coordinate_key key = {.family = COORDINATE_PIECES};
	pattern_write(pattern, name);
	array_foreach(o, own)
		if (strcmp(o->pattern, name) == 0) {
			*out = (struct coordinate_key){.family = o->family};
			return true;
		}
	if (set_of_edges(pattern) != 0) {
		*out = (struct coordinate_key)EDGES_COORDINATE(set_of_edges(pattern));
		return true;
	}
	if (pieces_n_states(pattern) > PIECES_MAX_STATES
	    || (size_of(pattern, true) > 1 && size_of(pattern, false) > PIECES_MAX_CORNERS))
		return false;
	for (unsigned i = 0; i < N_CORNERS; i++)
		key.parameter[0] |=
			(uint32_t)((pattern->corner[i] & 7) | (pattern->corner[i] & PATTERN_ORIENTED) >> 1)
			<< CORNER_BITS * i;
	for (unsigned i = 0; i < N_EDGES; i++)
		key.parameter[1 + i / WORD_EDGES] |= (uint32_t)pattern->edge[i] << EDGE_BITS * (i % WORD_EDGES);
	key.parameter[3] = pattern->free_face;
	*out = key;
	return true;
}

/* ---- the family ---- */

/* A pattern of another family has no second name. */
static bool is_valid(const uint32_t *p)
{
	if (p[3] > N_FACES || p[4] != 0)
		return false;
	const struct pattern pattern = read_parameters(p);
	struct pattern same;
	struct coordinate_key key;
	char name[PATTERN_NAME_SIZE];
	for (unsigned i = 0; i < N_EDGES; i++)
		if ((pattern.edge[i] & PATTERN_CLASS) > i
		    || (i < N_CORNERS && (pattern.corner[i] & PATTERN_CLASS) > i))
			return false;
	pattern_write(&pattern, name);
	return pattern_read(name, &same) && pattern_equal(&pattern, &same) && pieces_coordinate(&pattern, &key)
	       && key.family == COORDINATE_PIECES && memcmp(key.parameter, p, sizeof key.parameter) == 0;
}

static const char prefix[] = "pieces-";

static void name(const uint32_t *p, char text[COORDINATE_NAME_MAX])
{
	static_assert(sizeof prefix + PATTERN_NAME_SIZE - 1 <= COORDINATE_NAME_MAX, "a name has room");
	const struct pattern pattern = read_parameters(p);
	char of_pattern[PATTERN_NAME_SIZE];
	pattern_write(&pattern, of_pattern);
	snprintf(text, COORDINATE_NAME_MAX, "%s%s", prefix, of_pattern);
}

static bool parse(const char *text, uint32_t *p)
{
	struct pattern pattern;
	struct coordinate_key key;
	if (strncmp(text, prefix, sizeof prefix - 1) != 0 || !pattern_read(text + sizeof prefix - 1, &pattern)
	    || !pieces_coordinate(&pattern, &key) || key.family != COORDINATE_PIECES)
		return false;
	memcpy(p, key.parameter, sizeof key.parameter);
	return true;
}

struct orbits {
	struct coordinate_key coordinate;
	struct orbit corners, edges;
	uint64_t n_corners, n_edges;        /* states */
};

/* Those of a pattern; a thread keeps some, since all cubes of a list are ranked by the same. */
static const struct orbits *orbits_of(const struct coordinate_key *coordinate)
{
	enum { N_KEPT = 7 };
	static _Thread_local struct orbits kept[N_KEPT];
	const uint32_t *const p = coordinate->parameter;
	struct orbits *const o = &kept[(coordinate->family + p[0] + p[1] + p[2]) % N_KEPT];
	if (o->n_edges == 0 || !coordinate_equal(o->coordinate, *coordinate)) {
		const struct pattern pattern = pieces_pattern(*coordinate);
		o->coordinate = *coordinate;
		orbit_fill(&pattern, false, &o->corners);
		orbit_fill(&pattern, true, &o->edges);
		o->n_corners = orbit_size(&o->corners);
		o->n_edges = orbit_size(&o->edges);
	}
	return o;
}

uint64_t pieces_size(const struct coordinate_key *coordinate)
{
	const struct orbits *const o = orbits_of(coordinate);
	return o->n_corners * o->n_edges;
}

uint64_t pieces_rank(const struct coordinate_key *coordinate, const struct cube *c)
{
	const struct orbits *const o = orbits_of(coordinate);
	const uint64_t of_corners = o->n_corners > 1 ? orbit_rank(&o->corners, c) : 0;
	return of_corners * o->n_edges + (o->n_edges > 1 ? orbit_rank(&o->edges, c) : 0);
}

const struct pdb_family pdb_family_pieces = {
	PIECES_FAMILY(COORDINATE_PIECES), .is_valid = is_valid,
	.name = name, .parse = parse, .size = pieces_size, .rank = pieces_rank,
	.build = build_blocks, .builder_bytes = blocks_builder_bytes,
};
