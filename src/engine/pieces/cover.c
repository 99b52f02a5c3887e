#include "pieces/cover.h"

#include "pdb/directory.h"
#include "pdb/file.h"
#include "pieces/closure.h"
#include "pieces/families.h"

enum {
	SET_EDGES = 6, PAIR_EDGES = 5, COUPLE_EDGES = 4, ORIENTED_EDGES = 4, PAIR_CORNERS = 4,
	SMALL_CORNERS = 4096,
	MAX_PARTS = 512,
};

/* Edges in Korf's order: his two sets of six are the first and the last of them. */
static const uint8_t edge_order[N_EDGES] = {UR, UF, UL, UB, FR, FL, DR, DF, DL, DB, BL, BR};

/* ---- parts of a pattern ---- */

enum { ALL_CORNERS = (1 << N_CORNERS) - 1, ALL_EDGES = (1 << N_EDGES) - 1 };

/* The pieces of two sets and nothing else. */
static struct pattern part_of(const struct pattern *p, unsigned corners, unsigned edges)
{
	char name[PATTERN_NAME_SIZE];
	struct pattern part = pattern_plain(p);
	pattern_write(&part, name);
	set_foreach(c, ALL_CORNERS & ~corners)
		name[c] = '_';
	set_foreach(e, ALL_EDGES & ~edges)
		name[N_CORNERS + 1 + e] = '_';
	pattern_read(name, &part);
	return part;
}

/* A part, and all edges oriented. */
static struct pattern with_orientations(const struct pattern *part)
{
	struct pattern oriented;
	pattern_read("________-oooooooooooo", &oriented);
	return pattern_join(part, &oriented);
}

static bool has_all_edges_oriented(const struct pattern *p)
{
	const struct pattern oriented = with_orientations(p);
	return pattern_equal(&oriented, p);
}

static unsigned class_of(const uint8_t *of, unsigned n, unsigned piece)
{
	unsigned set = 0;
	for (unsigned i = 0; i < n; i++)
		set |= of[i] == of[piece] ? 1u << i : 0;
	return set;
}

/* Pieces that are not interchangeable, as a set. */
static unsigned single_pieces(const uint8_t *of, unsigned n)
{
	unsigned set = 0;
	for (unsigned i = 0; i < n; i++)
		set |= class_of(of, n, i) == 1u << i ? 1u << i : 0;
	return set;
}

static unsigned n_members(unsigned set)
{
	return (unsigned)__builtin_popcount(set);
}

/* ---- tables ---- */

/* A cover being filled. */
struct filling {
	struct cover *cover;
	struct turn_costs costs;                     /* of the turns; in a metric 0 */
	uint64_t max_states;
	unsigned view;                               /* whose parts are being added */
	unsigned n_parts;
	struct { unsigned view; struct pattern pattern; } part[MAX_PARTS];  /* that have a look */
};

/* What turns cost, seen from another side. */
static struct turn_costs costs_from(const struct turn_costs *costs, unsigned symmetry)
{
	struct turn_costs seen;
	for (unsigned element = 0; element < N_AXIS_TURNS; element++)
		seen.of[symmetry_axis_turns[symmetry][element]] = costs->of[element];
	return seen;
}

/* The coordinate of a part of the view as a symmetry shows it, if turns cost the same there as in a table. */
static bool coordinate_from(const struct filling *f, const struct pattern *part, unsigned table,
                            unsigned symmetry, unsigned seen_from, struct coordinate_key *key)
{
	struct pattern same;
	const struct turn_costs costs = costs_from(&f->costs, seen_from);
	return memcmp(&costs, &f->cover->goal.costs[table], sizeof costs) == 0
	       && pattern_conjugate(part, symmetry, &same) && pieces_coordinate(&same, key);
}

/* The table of a part of a view, or of one that is the same from another side, where turns cost the same;
 * added if there is none.
 * @return false: there is none, and no room for one more */
static bool find_look(const struct filling *f, const struct pattern *part, struct heuristic_look *look)
{
	struct heuristic_spec *const spec = &f->cover->spec;
	struct heuristic_goal *const g = &f->cover->goal;
	const unsigned side = g->goal.view[f->view].symmetry, n = spec->n_tables;
	struct coordinate_key key;
	for (unsigned t = 0; t < n; t++)
		for (uint8_t s = 0; s < N_SYMMETRIES; s++) {
			const uint8_t seen_from = symmetry_product[s][side];
			if (coordinate_from(f, part, t, s, seen_from, &key) && coordinate_equal(key, spec->table[t])) {
				*look = (struct heuristic_look){.table = (uint8_t)t, .symmetry = seen_from};
				return true;
			}
		}
	if (n == HEURISTIC_MAX_TABLES || !pieces_coordinate(part, &spec->table[n]))
		return false;
	g->costs[n] = costs_from(&f->costs, side);
	*look = (struct heuristic_look){.table = (uint8_t)spec->n_tables++, .symmetry = (uint8_t)side};
	/* Of all sides from which turns cost the same, the one with the least parameters, so that other goals
	 * have the same table. */
	for (uint8_t s = 0; s < N_SYMMETRIES; s++) {
		const uint8_t seen_from = symmetry_product[s][side];
		if (coordinate_from(f, part, n, s, seen_from, &key)
		    && memcmp(&key, &spec->table[n], sizeof key) < 0) {
			spec->table[n] = key;
			look->symmetry = seen_from;
		}
	}
	return true;
}

static bool add_look(struct cover *cover, struct heuristic_look look)
{
	struct heuristic_goal *const g = &cover->goal;
	const struct coordinate_key table = cover->spec.table[look.table];
	const struct cube solved = goal_view_unsee(&g->goal.view[__builtin_ctzll(look.views)], &cube_solved);
	for (unsigned i = 0; i < g->n_looks; i++) {
		if (g->look[i].table != look.table || g->look[i].symmetry != look.symmetry)
			continue;
		/* Two looks read the same entry, whatever the cube, if pieces that the table tells apart have the
		 * same names in both views. */
		const struct cube seen = heuristic_look_see(g, i, &solved);
		if (coordinate_rank(table, &seen) == coordinate_rank(table, &cube_solved)) {
			g->look[i].views |= look.views;
			return true;
		}
	}
	if (g->n_looks == HEURISTIC_MAX_LOOKS)
		return false;
	g->look[g->n_looks++] = look;
	return true;
}

/* Have a part bound a view, if it has a table.  @return false: it has none */
static bool add_part(struct filling *f, const struct pattern *part)
{
	struct heuristic_look look;
	const unsigned n_tables = f->cover->spec.n_tables;
	const uint64_t n_states = pieces_n_states(part);
	if (pattern_equal(part, &pattern_of_nothing) || n_states <= 1 || n_states > f->max_states)
		return false;
	items_foreach(known, f->part, f->n_parts) {
		/* What is there may bound all that this part does. */
		const struct pattern both = pattern_join(&known->pattern, part);
		if (known->view == f->view && pattern_equal(&both, &known->pattern))
			return true;
	}
	if (f->n_parts == MAX_PARTS || !find_look(f, part, &look))
		return false;
	look.views = UINT64_C(1) << f->view;
	if (!add_look(f->cover, look)) {
		f->cover->spec.n_tables = n_tables;
		return false;
	}
	f->part[f->n_parts].view = f->view;
	f->part[f->n_parts++].pattern = *part;
	return true;
}

/* ---- parts of a view ---- */

/* How near an edge is to all corners of a set: faces that it shares with them. */
static unsigned nearness(unsigned corners, unsigned edge)
{
	unsigned n = 0;
	set_foreach(c, corners)
		for (unsigned k = 0; k < 2; k++)
			n += strchr(corner_name[c], edge_name[edge][k]) != NULL;
	return n;
}

/* The n edges of a set that are nearest to corners. */
static unsigned nearest_edges(unsigned corners, unsigned edges, unsigned n)
{
	unsigned near = 0;
	for (unsigned best = 2 * N_CORNERS + 1; best-- > 0;)
		set_foreach(e, edges)
			if (nearness(corners, e) == best && n_members(near) < n)
				near |= 1u << e;
	return near;
}

/* Corners with the n edges that are nearest to them, or as many as fit. */
static void add_near(struct filling *f, const struct pattern *p, unsigned corners, unsigned n)
{
	const unsigned edges = single_pieces(p->edge, N_EDGES);
	struct pattern part = part_of(p, corners, nearest_edges(corners, edges, n));
	while (pieces_n_states(&part) > f->max_states && n > 0)
		part = part_of(p, corners, nearest_edges(corners, edges, --n));
	add_part(f, &part);
}

/* The corners, if they are few and there are edges to go with them. */
static unsigned corners_to_pair(const struct pattern *p)
{
	const unsigned corners = single_pieces(p->corner, N_CORNERS);
	return single_pieces(p->edge, N_EDGES) != 0 && n_members(corners) <= PAIR_CORNERS ? corners : 0;
}

/* Each corner with the edges that are nearest to it, and with one more where that is not too large. */
static void add_pairs(struct filling *f, const struct pattern *p)
{
	set_foreach(c, corners_to_pair(p)) {
		const unsigned edges = single_pieces(p->edge, N_EDGES),
					   near = nearest_edges(1u << c, edges, PAIR_EDGES), others = edges & ~near,
					   next = nearest_edges(1u << c, others, 1);
		set_foreach(e, others) {
			const struct pattern more = part_of(p, 1u << c, near | 1u << e);
			if (nearness(1u << c, e) == nearness(1u << c, (unsigned)__builtin_ctz(next)))
				add_part(f, &more);
		}
		add_near(f, p, 1u << c, PAIR_EDGES);
	}
}

/* Each two corners with the edges that are nearest to both. */
static void add_couples(struct filling *f, const struct pattern *p)
{
	const unsigned corners = corners_to_pair(p);
	set_foreach(c, corners)
		set_foreach(d, corners & ~0u << (c + 1))
			add_near(f, p, 1u << c | 1u << d, COUPLE_EDGES);
}

/* The first and the last edges of those that are placed; with `oriented` all others are to be oriented as
 * well. */
static void add_edge_sets(struct filling *f, const struct pattern *p, unsigned n, bool oriented)
{
	const unsigned edges = single_pieces(p->edge, N_EDGES);
	unsigned set[2] = {0, 0};
	for (unsigned i = 0; i < N_EDGES; i++) {
		set[0] |= n_members(set[0]) < n ? edges & 1u << edge_order[i] : 0;
		set[1] |= n_members(set[1]) < n ? edges & 1u << edge_order[N_EDGES - 1 - i] : 0;
	}
	items_foreach(chosen, set, 2) {
		const struct pattern placed = part_of(p, 0, *chosen),
		                     part = oriented ? with_orientations(&placed) : placed;
		add_part(f, &part);
	}
}

static void add_edges(struct filling *f, const struct pattern *p)
{
	const unsigned n_placed = n_members(single_pieces(p->edge, N_EDGES));
	const struct pattern edges = part_of(p, 0, ALL_EDGES);
	if (add_part(f, &edges))
		return;
	add_edge_sets(f, p, SET_EDGES, false);
	if (has_all_edges_oriented(p) && n_placed < N_EDGES)
		add_edge_sets(f, p, ORIENTED_EDGES, true);
}

/* Few states of the corners have room beside some of the edges. */
static void add_corners(struct filling *f, const struct pattern *p)
{
	const struct pattern corners = part_of(p, ALL_CORNERS, 0), oriented = with_orientations(&corners);
	struct pattern placed = pattern_plain(p);  /* its edges need only be in place */
	bool has_more = false;
	items_foreach(edge, placed.edge, N_EDGES)
		*edge &= PATTERN_CLASS;
	if (pieces_n_states(&corners) <= SMALL_CORNERS) {
		has_more = has_all_edges_oriented(p) && add_part(f, &oriented);
		/* Beside couples of corners it prunes little, and a step is not searched often (doc/notebook.md). */
		if (corners_to_pair(p) == 0 || f->max_states != COVER_STEP)
			has_more |= add_part(f, &placed);
	}
	if (!has_more)
		add_part(f, &corners);
}

/* The view itself, if it is small enough: then it needs nothing else. */
static void add_view(struct filling *f, const struct pattern *p)
{
	f->cover->goal.is_exact &= add_part(f, p) || pieces_n_states(p) == 1;
}

/* Each class of pieces by itself: weak, but few tables serve all views. */
static void add_classes(struct filling *f, const struct pattern *p)
{
	for (unsigned i = 0; i < N_EDGES; i++) {
		const struct pattern corners = part_of(p, i < N_CORNERS ? class_of(p->corner, N_CORNERS, i) : 0, 0);
		const struct pattern edges = part_of(p, 0, class_of(p->edge, N_EDGES, i));
		add_part(f, &corners);
		add_part(f, &edges);
	}
}

/* In the order in which a search reads them.  With many views there may be no room for the last. */
static void (*const kinds[])(struct filling *f, const struct pattern *p) = {add_view, add_pairs, add_couples,
                                                                            add_edges, add_corners};
enum { N_KINDS = sizeof kinds / sizeof *kinds };

/* @param is_retry  with fewer tables: those of classes first, and all by the least cost of a turn seen from
 *   any side
 * @return false: some view has no bound */
static bool fill(const struct goal *goal, const struct turn_automaton *turns, uint64_t max_states,
                 bool is_retry, struct cover *out)
{
	struct filling filling = {.cover = out, .max_states = max_states};
	*out = (struct cover){.goal = {.goal = *goal, .turns = turns, .is_exact = turns == NULL}};
	for (unsigned s = 0; s < (is_retry ? N_SYMMETRIES : 1u) && turns != NULL; s++) {
		const struct turn_costs seen = costs_from(&turns->costs, s);
		for (unsigned t = 0; t < N_AXIS_TURNS; t++)
			if (filling.costs.of[t] == 0 || (seen.of[t] != 0 && seen.of[t] < filling.costs.of[t]))
				filling.costs.of[t] = seen.of[t];
	}
	out->goal.costs[0] = filling.costs;
	/* The table of all that the turns make of the solved cube, if they make little. */
	const bool is_closure = max_states > 0 && turns != NULL && goal_is_solved_cube(goal)
	                        && closure_coordinate(&turns->set, &out->spec.table[0], out->goal.costs);
	if (is_closure) {
		out->spec.n_tables = 1;
		out->goal.is_exact = turns->set.n_rows == 0 && pdb_scale_of(out->goal.costs).is_exact;
		add_look(out, (struct heuristic_look){.views = 1});
	}
	for (unsigned kind = is_retry ? 0 : 1; kind <= N_KINDS && !is_closure; kind++)
		for (filling.view = 0; filling.view < goal->n_views; filling.view++)
			(kind == 0 ? add_classes : kinds[kind - 1])(&filling, &goal->view[filling.view].pattern);
	bool are_bounded = true;
	uint64_t bounded = 0;
	items_foreach(look, out->goal.look, out->goal.n_looks)
		bounded |= look->views;
	for (unsigned view = 0; view < goal->n_views && max_states > 0; view++)
		are_bounded &= bounded >> view & 1 || pieces_n_states(&goal->view[view].pattern) == 1;
	return are_bounded;
}

bool cover_fill(const struct goal *goal, const struct turn_automaton *turns, uint64_t max_states,
                struct cover *out)
{
	if (!fill(goal, turns, max_states, false, out) && !fill(goal, turns, max_states, true, out))
		return false;
	out->spec.name = out->goal.goal.name;
	out->spec.summary = "piece tables of a goal";
	out->spec.evaluate = heuristic_goal_bound;
	out->spec.n_lookups = out->goal.n_looks;
	out->spec.goal = &out->goal;
	return true;
}

bool cover_choose(const struct goal *goal, const struct turn_automaton *turns, enum metric metric,
                  const char *directory, uint64_t limit_bytes, struct cover *out)
{
	bool is_usable = cover_fill(goal, turns, COVER_LARGE, out);
	uint64_t bytes = 0;
	for (unsigned t = 0; t < out->spec.n_tables && is_usable; t++) {
		const struct pdb_key key = heuristic_table_key(&out->spec, t, metric);
		char path[PATH_MAX];
		bytes += pdb_key_file_bytes(key);
		is_usable = bytes <= limit_bytes && pdb_find(directory, key, path) == STATUS_OK;
	}
	return is_usable || cover_fill(goal, turns, COVER_SMALL, out);
}
