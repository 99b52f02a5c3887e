#include "coord/coordinate.h"

#include "coset/math/coset.h"
#include "coord/edges.h"
#include "coord/corners.h"
#include "cube/move.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned rank_flip(const struct cube *c)
{
	unsigned flips = 0;
	for (unsigned i = 0; i < N_EDGES - 1; i++)
		flips |= (unsigned)c->edge_ori[i] << i;
	return flips;
}

/* The last orientation follows from the others. */
static void unrank_flip(unsigned flips, struct cube *c)
{
	for (unsigned i = 0; i < N_EDGES - 1; i++)
		c->edge_ori[i] = flips >> i & 1;
	c->edge_ori[N_EDGES - 1] = (uint8_t)(__builtin_popcount(flips) & 1);
}

uint64_t coordinate_size(struct coordinate_key key)
{
	switch (key.kind) {
	case COORDINATE_CORNERS:
		return (uint64_t)N_CORNER_PERMS * N_TWISTS;
	case COORDINATE_EDGES:
		return edges_size(key.edges);
	case COORDINATE_TWIST:
		return N_TWISTS;
	case COORDINATE_FLIP:
		return 1u << (N_EDGES - 1);
	case COORDINATE_CORNER_PERM:
		return N_CORNER_PERMS;
	case COORDINATE_COSET:
		return coset_size(key.coset);
	}
	return 0;
}

uint64_t coordinate_rank(struct coordinate_key key, const struct cube *c)
{
	switch (key.kind) {
	case COORDINATE_CORNERS:
		return (uint64_t)corners_rank_perm(c) * N_TWISTS + corners_rank_twist(c);
	case COORDINATE_EDGES:
		return edges_rank(key.edges, c);
	case COORDINATE_TWIST:
		return corners_rank_twist(c);
	case COORDINATE_FLIP:
		return rank_flip(c);
	case COORDINATE_CORNER_PERM:
		return corners_rank_perm(c);
	case COORDINATE_COSET:
		return coset_rank(key.coset, c);
	}
	return 0;
}

struct cube coordinate_unrank(struct coordinate_key key, uint64_t index)
{
	struct cube c = cube_solved;
	switch (key.kind) {
	case COORDINATE_CORNERS:
		corners_unrank_perm((unsigned)(index / N_TWISTS), &c);
		corners_unrank_twist((unsigned)(index % N_TWISTS), &c);
		break;
	case COORDINATE_EDGES:
		edges_unrank(key.edges, (uint32_t)index, &c);
		break;
	case COORDINATE_TWIST:
		corners_unrank_twist((unsigned)index, &c);
		break;
	case COORDINATE_FLIP:
		unrank_flip((unsigned)index, &c);
		break;
	case COORDINATE_CORNER_PERM:
		corners_unrank_perm((unsigned)index, &c);
		break;
	case COORDINATE_COSET:
		c = coset_unrank(key.coset, index);
		break;
	}
	return c;
}

static const struct {
	const char *name;
	enum coordinate_kind kind;
} plain_names[] = {
	{"corners", COORDINATE_CORNERS}, {"twist", COORDINATE_TWIST},
	{"flip", COORDINATE_FLIP},       {"corner-perm", COORDINATE_CORNER_PERM},
};
enum { N_PLAIN_NAMES = sizeof plain_names / sizeof *plain_names };
static const char edges_prefix[] = "edges-", coset_prefix[] = "coset-";

static const char *const coset_letter[N_COSET_CORNERS] = {"", "p", "h"};

static void name_coset(struct coset_shape shape, char name[COORDINATE_NAME_MAX])
{
	snprintf(name, COORDINATE_NAME_MAX, "%s%u%s%s%s", coset_prefix, shape.lines, coset_letter[shape.corners],
	         shape.flip_bits == 9 ? "n" : "", shape.has_layers ? "l" : "");
	for (unsigned i = 0; i < COSET_N_SIZES; i++)
		if (coset_shape_equal(coset_sizes[i].shape, shape))
			snprintf(name, COORDINATE_NAME_MAX, "%s", coset_sizes[i].name);
}

static bool parse_coset(const char *name, struct coordinate_key *out)
{
	*out = (struct coordinate_key){.kind = COORDINATE_COSET};
	for (unsigned i = 0; i < COSET_N_SIZES; i++)
		if (strcmp(coset_sizes[i].name, name) == 0) {
			out->coset = coset_sizes[i].shape;
			return true;
		}
	const char *const digits = name + sizeof coset_prefix - 1;
	if (*digits < '1' || *digits > '9')
		return false;
	char *end;
	const unsigned long lines = strtoul(digits, &end, 10);
	const uint8_t corners = *end == 'p' ? COSET_PARITY : *end == 'h' ? COSET_HTR : COSET_TETRAD;
	end += corners != COSET_TETRAD;
	const bool has_nine = *end == 'n';
	end += has_nine;
	const bool has_layers = *end == 'l';
	end += has_layers;
	out->coset = (struct coset_shape){(uint32_t)lines, corners, has_nine ? 9 : 8, has_layers};
	return *end == '\0' && lines <= COSET_MAX_LINES && coset_shape_is_valid(out->coset);
}

void coordinate_name(struct coordinate_key key, char name[COORDINATE_NAME_MAX])
{
	for (unsigned i = 0; i < N_PLAIN_NAMES; i++)
		if (plain_names[i].kind == key.kind) {
			memcpy(name, plain_names[i].name, strlen(plain_names[i].name) + 1);
			return;
		}
	if (key.kind == COORDINATE_COSET) {
		name_coset(key.coset, name);
		return;
	}
	size_t end = sizeof edges_prefix - 1;
	memcpy(name, edges_prefix, end);
	for (unsigned e = 0; e < N_EDGES; e++)
		if (key.edges >> e & 1) {
			memcpy(name + end, edge_name[e], 2);
			end += 2;
		}
	name[end] = '\0';
}

static bool parse_edges(const char *letters, uint16_t *out)
{
	unsigned set = 0;
	for (; *letters != '\0'; letters += 2) {
		unsigned e = 0;
		while (e < N_EDGES && strncmp(letters, edge_name[e], 2) != 0)
			e++;
		if (e == N_EDGES || (set >> e & 1))
			return false;
		set |= 1u << e;
	}
	*out = (uint16_t)set;
	return edges_set_is_usable(*out);
}

bool coordinate_parse(const char *name, struct coordinate_key *out)
{
	for (unsigned i = 0; i < N_PLAIN_NAMES; i++)
		if (strcmp(plain_names[i].name, name) == 0) {
			*out = (struct coordinate_key){.kind = plain_names[i].kind};
			return true;
		}
	struct coordinate_key coset;
	if (strncmp(name, coset_prefix, sizeof coset_prefix - 1) == 0 && parse_coset(name, &coset)) {
		*out = coset;
		return true;
	}
	uint16_t edges;
	if (strncmp(name, edges_prefix, sizeof edges_prefix - 1) != 0 || !parse_edges(name + sizeof edges_prefix - 1, &edges))
		return false;
	*out = (struct coordinate_key){.kind = COORDINATE_EDGES, .edges = edges};
	return true;
}
