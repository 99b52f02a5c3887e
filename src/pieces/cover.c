#include "pieces/cover.h"

#include "pieces/families.h"

#include <string.h>

/* The largest tables that are built for a goal: 128 MB. */
#define COVER_MAX_STATES (UINT64_C(1) << 28)
enum { SET_EDGES = 6, PAIR_EDGES = 5, ORIENTED_EDGES = 4, PAIR_CORNERS = 4, SMALL_CORNERS = 4096 };

/* Edges in Korf's order: his two sets of six are the first and the last of them. */
static const uint8_t edge_order[N_EDGES] = {UR, UF, UL, UB, FR, FL, DR, DF, DL, DB, BL, BR};

/* ---- parts of a pattern ---- */

enum { ALL_CORNERS = (1 << N_CORNERS) - 1, ALL_EDGES = (1 << N_EDGES) - 1 };

/* The pieces of two sets and nothing else. */
static struct pattern part_of(const struct pattern *p, unsigned corners, unsigned edges)
{
	char name[PATTERN_NAME_SIZE];
	struct pattern part;
	pattern_write(p, name);
	for (unsigned c = 0; c < N_CORNERS; c++)
		if ((corners >> c & 1) == 0)
			name[c] = '_';
	for (unsigned e = 0; e < N_EDGES; e++)
		if ((edges >> e & 1) == 0)
			name[N_CORNERS + 1 + e] = '_';
	pattern_read(name, &part);
	return part;
}

static bool has_all_edges_oriented(const struct pattern *p)
{
	bool is_oriented = true;
	for (unsigned e = 0; e < N_EDGES; e++)
		is_oriented &= (p->edge[e] & PATTERN_ORIENTED) != 0;
	return is_oriented;
}

/* A part, and all edges oriented. */
static struct pattern with_orientations(const struct pattern *part)
{
	struct pattern oriented;
	pattern_read("________-oooooooooooo", &oriented);
	return pattern_join(part, &oriented);
}

/* A part, whose edges need only be in place. */
static struct pattern without_orientations(const struct pattern *part)
{
	struct pattern placed = *part;
	for (unsigned e = 0; e < N_EDGES; e++)
		placed.edge[e] &= PATTERN_CLASS;
	return placed;
}

/* Pieces that are not interchangeable, as a set. */
static unsigned single_pieces(const uint8_t *of, unsigned n)
{
	unsigned set = 0;
	for (unsigned i = 0; i < n; i++) {
		bool is_single = true;
		for (unsigned j = 0; j < n; j++)
			is_single &= j == i || of[j] != of[i];
		set |= is_single ? 1u << i : 0;
	}
	return set;
}

static unsigned n_members(unsigned set)
{
	return (unsigned)__builtin_popcount(set);
}

/* ---- tables ---- */

/* The table of a part, or of one that is the same from another side; added if there is none.
 * @return false: there is none, and no room for one more */
static bool find_table(struct cover *cover, const struct pattern *part, struct heuristic_look *look)
{
	struct heuristic_spec *const spec = &cover->spec;
	struct pattern same;
	for (unsigned t = 0; t < spec->n_tables; t++)
		for (uint8_t s = 0; s < N_SYMMETRIES; s++) {
			struct coordinate_key key;
			if (pattern_conjugate(part, s, &same) && pieces_coordinate(&same, &key) && coordinate_equal(key, spec->table[t])) {
				*look = (struct heuristic_look){.table = (uint8_t)t, .symmetry = s};
				return true;
			}
		}
	if (spec->n_tables == HEURISTIC_MAX_TABLES || !pieces_coordinate(part, &spec->table[spec->n_tables]))
		return false;
	*look = (struct heuristic_look){.table = (uint8_t)spec->n_tables++, .symmetry = 0};
	return true;
}

/* Have a part bound a view, if it has a table. */
static bool add_part(struct cover *cover, unsigned view, const struct pattern *part)
{
	struct heuristic_goal *const g = &cover->goal;
	struct heuristic_look look;
	const bool counts = !pattern_equal(part, &pattern_of_nothing) && pieces_n_states(part) > 1;
	if (!counts || pieces_n_states(part) > COVER_MAX_STATES || !find_table(cover, part, &look))
		return false;
	look.symmetry = symmetry_product[look.symmetry][g->goal.view[view].symmetry];
	look.views = UINT64_C(1) << view;
	for (unsigned i = 0; i < g->n_looks; i++)
		if (g->look[i].table == look.table && g->look[i].symmetry == look.symmetry) {
			g->look[i].views |= look.views;
			return true;
		}
	if (g->n_looks == HEURISTIC_MAX_LOOKS)
		return false;
	g->look[g->n_looks++] = look;
	return true;
}

/* ---- parts of a view ---- */

/* How near an edge is to a corner: faces that they share. */
static unsigned n_shared_faces(unsigned corner, unsigned edge)
{
	const bool has_first = strchr(corner_name[corner], edge_name[edge][0]) != NULL;
	const bool has_second = strchr(corner_name[corner], edge_name[edge][1]) != NULL;
	return (unsigned)has_first + has_second;
}

/* Each corner with the edges that are nearest to it. */
static void add_pairs(struct cover *cover, unsigned view, const struct pattern *p)
{
	const unsigned corners = single_pieces(p->corner, N_CORNERS), edges = single_pieces(p->edge, N_EDGES);
	for (unsigned c = 0; c < N_CORNERS && edges != 0; c++) {
		unsigned near = 0;
		if ((corners >> c & 1) == 0)
			continue;
		for (unsigned shared = 3; shared-- > 0;)
			for (unsigned e = 0; e < N_EDGES; e++)
				if ((edges >> e & 1) != 0 && n_shared_faces(c, e) == shared && n_members(near) < PAIR_EDGES)
					near |= 1u << e;
		const struct pattern part = part_of(p, 1u << c, near);
		add_part(cover, view, &part);
	}
}

/* The first and the last edges of those that are placed; with `oriented` all others are to be oriented as well. */
static void add_edge_sets(struct cover *cover, unsigned view, const struct pattern *p, unsigned n, bool oriented)
{
	const unsigned edges = single_pieces(p->edge, N_EDGES);
	unsigned set[2] = {0, 0};
	for (unsigned i = 0; i < N_EDGES; i++) {
		set[0] |= n_members(set[0]) < n ? edges & 1u << edge_order[i] : 0;
		set[1] |= n_members(set[1]) < n ? edges & 1u << edge_order[N_EDGES - 1 - i] : 0;
	}
	for (unsigned i = 0; i < 2; i++) {
		const struct pattern placed = part_of(p, 0, set[i]), part = oriented ? with_orientations(&placed) : placed;
		add_part(cover, view, &part);
	}
}

static void add_edges(struct cover *cover, unsigned view, const struct pattern *p)
{
	const unsigned n_placed = n_members(single_pieces(p->edge, N_EDGES));
	const struct pattern edges = part_of(p, 0, ALL_EDGES);
	if (add_part(cover, view, &edges))
		return;
	add_edge_sets(cover, view, p, SET_EDGES, false);
	if (has_all_edges_oriented(p) && n_placed < N_EDGES)
		add_edge_sets(cover, view, p, ORIENTED_EDGES, true);
}

/* Few states of the corners have room beside some of the edges. */
static void add_corners(struct cover *cover, unsigned view, const struct pattern *p)
{
	const struct pattern corners = part_of(p, ALL_CORNERS, 0), oriented = with_orientations(&corners);
	const struct pattern placed = without_orientations(p);
	bool has_more = false;
	if (pieces_n_states(&corners) <= SMALL_CORNERS && has_all_edges_oriented(p))
		has_more |= add_part(cover, view, &oriented);
	if (pieces_n_states(&corners) <= SMALL_CORNERS)
		has_more |= add_part(cover, view, &placed);
	if (!has_more)
		add_part(cover, view, &corners);
}

static void add_parts(struct cover *cover, unsigned view, const struct pattern *p)
{
	if (n_members(single_pieces(p->corner, N_CORNERS)) <= PAIR_CORNERS)
		add_pairs(cover, view, p);
	add_edges(cover, view, p);
	add_corners(cover, view, p);
}

static bool has_bound(const struct heuristic_goal *g, unsigned view)
{
	bool is_bounded = false;
	for (unsigned i = 0; i < g->n_looks; i++)
		is_bounded |= (g->look[i].views >> view & 1) != 0;
	return is_bounded;
}

bool cover_fill(const struct goal *goal, struct cover *out)
{
	*out = (struct cover){.goal = {.goal = *goal, .is_exact = true}};
	for (unsigned view = 0; view < goal->n_views; view++) {
		const struct pattern *const p = &out->goal.goal.view[view].pattern;
		if (!add_part(out, view, p)) {
			out->goal.is_exact = false;
			add_parts(out, view, p);
		}
		if (!has_bound(&out->goal, view) && pieces_n_states(p) > 1)
			return false;
	}
	out->spec.name = out->goal.goal.name;
	out->spec.summary = "piece tables of a goal";
	out->spec.evaluate = heuristic_goal_bound;
	out->spec.n_lookups = out->goal.n_looks;
	out->spec.goal = &out->goal;
	return true;
}
