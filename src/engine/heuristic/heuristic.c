#include "heuristic/heuristic.h"

#include "pdb/check.h"
#include "pdb/directory.h"
#include "pdb/file.h"

const struct heuristic_spec *heuristic_find(const char *name)
{
	heuristic_foreach(spec)
		if (strcmp(spec->name, name) == 0)
			return spec;
	return NULL;
}

unsigned heuristic_largest_value(const struct heuristic *h)
{
	unsigned largest = 0;
	items_foreach(table, h->table, h->spec->n_tables)
		if (table->histogram.max_depth > largest)
			largest = table->histogram.max_depth;
	return h->spec->n_tables == 0 ? UINT8_MAX : largest;
}

struct pdb_key heuristic_table_key(const struct heuristic_spec *spec, unsigned i, enum metric metric)
{
	if (heuristic_turns(spec) == NULL)
		return pdb_key_in(spec->table[i], metric);
	return (struct pdb_key){spec->table[i], METRIC_OF_TURNS, spec->goal->costs[i]};
}

bool heuristic_serves_turns(struct coordinate_key table, const struct turn_automaton *turns)
{
	return turns->n_classes == 1 && pdb_family_of(table.family)->serves != NULL
	       && pdb_is_served((struct pdb_key){table, METRIC_OF_TURNS, turns->costs});
}

enum status heuristic_open(const struct heuristic_spec *spec, enum metric metric, const char *directory,
                           struct heuristic *out, struct pdb_key *failed)
{
	struct heuristic h = {.spec = spec, .metric = metric};
	for (unsigned i = 0; i < spec->n_tables; i++) {
		const struct pdb_key key = heuristic_table_key(spec, i, metric);
		char path[PATH_MAX];
		enum status status = pdb_find(directory, key, path);
		if (status == STATUS_OK)
			status = pdb_open(path, key, false, NULL, &h.table[i]);
		if (status == STATUS_OK)
			continue;
		heuristic_close(&h);
		if (failed != NULL)
			*failed = key;
		return status;
	}
	*out = h;
	return STATUS_OK;
}

/* The first fault of a table.  @param waits  until each is checked; else what is known by now */
static enum status find_fault(const struct heuristic *h, bool waits, const struct pdb_progress *progress,
                              unsigned *failed)
{
	for (unsigned i = 0; i < h->spec->n_tables; i++) {
		struct pdb_check *const check = h->table[i].check;
		const enum status status = check == NULL ? STATUS_OK : waits ? pdb_check_await(check, progress)
		    : pdb_check_fault(check);
		if (status == STATUS_OK)
			continue;
		if (failed != NULL)
			*failed = i;
		return status;
	}
	return STATUS_OK;
}

enum status heuristic_await_check(const struct heuristic *h, const struct pdb_progress *progress,
                                  unsigned *failed)
{
	return find_fault(h, true, progress, failed);
}

enum status heuristic_fault(const struct heuristic *h, unsigned *failed)
{
	return find_fault(h, false, NULL, failed);
}

double heuristic_checked_share(const struct heuristic *h)
{
	uint64_t done = 0, all = 0, total;
	items_foreach(table, h->table, h->spec->n_tables)
		if (table->check != NULL) {
			done += pdb_check_done_bytes(table->check, &total);
			all += total;
		}
	return all > 0 ? (double)done / (double)all : 1;
}

void heuristic_close(struct heuristic *h)
{
	items_foreach(table, h->table, h->spec->n_tables)
		pdb_close(table);
}

unsigned heuristic_largest_entry(const struct heuristic *h, const struct cube *c)
{
	unsigned bound = 0;
	items_foreach(table, h->table, h->spec->n_tables) {
		const unsigned entry = pdb_value(table, c);
		bound = entry > bound ? entry : bound;
	}
	return bound;
}

/* Lookups of the inverse: it is as far from solved as the cube itself, but has other entries (A. Felner,
 * U. Zahavi, J. Schaeffer, R. Holte, "Dual lookups in pattern databases", IJCAI-05).  Admissible, but not
 * consistent: one more move after the cube is one more move before its inverse, which brings other cubies
 * into the set of a table. */
unsigned heuristic_largest_entry_dual(const struct heuristic *h, const struct cube *c)
{
	const struct cube inverse = cube_inverse(c);
	unsigned bound = heuristic_largest_entry(h, c);
	items_foreach(table, h->table, h->spec->n_tables) {
		if (table->family->is_same_for_inverse)
			continue;
		const unsigned entry = pdb_value(table, &inverse);
		bound = entry > bound ? entry : bound;
	}
	return bound;
}

/* ---- goals ---- */

struct cube heuristic_look_see(const struct heuristic_goal *g, unsigned i, const struct cube *c)
{
	const struct goal_view *const view = &g->goal.view[__builtin_ctzll(g->look[i].views)];
	if (!view->is_renamed)
		return cube_conjugate(c, g->look[i].symmetry);
	const struct cube seen = goal_view_see(view, c);
	return cube_conjugate(&seen, symmetry_product[g->look[i].symmetry][symmetry_inverse[view->symmetry]]);
}

unsigned heuristic_goal_bound(const struct heuristic *h, const struct cube *c)
{
	const struct heuristic_goal *const g = h->spec->goal;
	const unsigned entry_cost = heuristic_entry_cost(h->spec);
	unsigned bound_of[GOAL_MAX_VIEWS] = {0}, nearest = UINT_MAX;
	for (unsigned i = 0; i < g->n_looks; i++) {
		const struct cube seen = heuristic_look_see(g, i, c);
		const unsigned entry = pdb_value(&h->table[g->look[i].table], &seen) * entry_cost;
		set64_foreach(v, g->look[i].views)
			bound_of[v] = entry > bound_of[v] ? entry : bound_of[v];
	}
	items_foreach(of_view, bound_of, g->goal.n_views)
		nearest = *of_view < nearest ? *of_view : nearest;
	return nearest;
}

bool heuristic_is_reached(const struct heuristic *h, const struct cube *c)
{
	return h->spec->goal != NULL ? goal_holds(&h->spec->goal->goal, c) : cube_is_solved(c);
}

uint64_t heuristic_symmetries(const struct heuristic *h, const struct cube *c)
{
	return h->spec->goal != NULL ? 1 : cube_symmetries(c);
}
