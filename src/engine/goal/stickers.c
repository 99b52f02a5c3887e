/* Goals of what is seen of a cube, if some of its stickers do not matter. */
#include "cube/choices.h"
#include "goal/goal.h"

static const char home[] = "home:";

/* Which sticker of a cubie, turned so, lies on the face that letter k of its place names. */
static unsigned sticker_at(unsigned place, unsigned k, unsigned turns)
{
	const unsigned n = cubie_n_stickers(place);
	return (k + n - turns) % n;
}

/* ---- where pieces may end, and where they may be ---- */

/* @param c  whose look is asked for; NULL: what is at home */
static void find_choices(const struct cube *c, uint64_t seen, struct choices *out)
{
	struct cube one;
	unsigned ignored;
	*out = (struct choices){{{0}}};
	for (unsigned place = 0; place < N_CUBIES; place++)
		cubie_foreach_of_kind(cubie, place)
			for (unsigned t = 0; t < cubie_n_stickers(place); t++) {
				/* Of a look, whether it shows what is seen of the cubie that is there; else, whether all of
				 * its stickers that are seen are on the faces of their colours. */
				bool fits = true;
				for (unsigned k = 0; k < cubie_n_stickers(place); k++) {
					const unsigned sticker = sticker_at(place, k, t);
					const unsigned there = c != NULL ? cube_cubie(c, place) : place;
					const unsigned shown = c != NULL ? sticker_at(place, k, cube_ori(c, place)) : k;
					fits &= !(c != NULL ? position_sees(seen, there, shown)
					    : position_sees(seen, cubie, sticker))
					        || cubie_name[cubie][sticker] == cubie_name[there][shown];
				}
				out->turns[place][cubie] |= (uint8_t)(fits << t);
			}
	struct choices narrowed = *out;
	choices_narrow(&narrowed, &one, &ignored);  /* the cube itself, or the solved one, is among them */
	for (unsigned place = 0; place < N_CUBIES; place++)
		for (unsigned cubie = 0; cubie < N_CUBIES; cubie++) {
			const unsigned turns = narrowed.turns[place][cubie];
			if (turns == 0 || (turns & (turns - 1)) == 0)  /* else one or all stay */
				out->turns[place][cubie] = (uint8_t)turns;
		}
}

/* The same choices as a view has them. */
static struct choices seen_from(const struct choices *choices, const struct goal_view *view)
{
	struct choices out = {{{0}}};
	for (unsigned place = 0; place < N_CUBIES; place++)
		cubie_foreach_of_kind(cubie, place)
			set_foreach(t, choices->turns[place][cubie]) {
				struct cube c = cube_solved;
				cube_put(&c, cubie, place, 0);
				cube_put(&c, place, cubie, t);
				c = goal_view_see(view, &c);
				const unsigned to = cube_cubie(&symmetry_cube[view->symmetry], place);
				out.turns[to][cube_cubie(&c, to)] |= (uint8_t)(1u << cube_ori(&c, to));
			}
	return out;
}

/* ---- any of several patterns ---- */

/* The choices from one side.  Cubies that have the same choices, turned alike in all places, are a group.  A
 * reading says which group each place has: then the places of a group are a class of a pattern. */
struct readings {
	struct choices choices;
	uint8_t symmetry;
	uint8_t group[N_CUBIES];                       /* of a cubie: the first one of its group */
	uint8_t n_left[N_CUBIES];                      /* of a group: cubies that have no place yet */
	uint8_t at[N_CUBIES];                          /* the group that a place has */
	uint64_t n[2];                                 /* of corners, of edges */
	uint8_t first_at[2][GOAL_MAX_VIEWS][N_CUBIES]; /* of the first readings */
};

static bool are_of_one_group(const struct choices *choices, unsigned a, unsigned b)
{
	unsigned either = 0, both = 7;
	array_foreach(place, choices->turns) {
		const unsigned turns = (*place)[a];
		if (turns != (*place)[b])
			return false;
		either |= turns;
		both &= turns != 0 ? turns : both;
	}
	return either == both;
}

static void give_places(struct readings *r, unsigned place, unsigned end)
{
	if (place == end) {
		const bool is_of_edges = end == N_CUBIES;
		if (r->n[is_of_edges] < GOAL_MAX_VIEWS)
			memcpy(r->first_at[is_of_edges][r->n[is_of_edges]], r->at, sizeof r->at);
		r->n[is_of_edges]++;
		return;
	}
	for (unsigned group = cubie_kind_begin(place); group < end; group++) {
		if (r->n_left[group] == 0 || r->choices.turns[place][group] == 0)
			continue;
		r->at[place] = (uint8_t)group;
		r->n_left[group]--;
		give_places(r, place + 1, end);
		r->n_left[group]++;
	}
}

/* @param looks  whether cubes at the goal look as the solved cube where it is seen; else their stickers are
 *   at home
 * @return false: no cube is so */
static bool view_of_reading(const struct readings *r, const uint8_t at[N_CUBIES], bool looks,
                            struct goal_view *view)
{
	struct choices left = r->choices;
	struct cube one = cube_solved;
	unsigned ignored;
	*view = (struct goal_view){.symmetry = r->symmetry};
	for (unsigned place = 0; place < N_CUBIES; place++) {
		for (unsigned cubie = 0; cubie < N_CUBIES; cubie++)
			left.turns[place][cubie] = r->group[cubie] == at[place] ? left.turns[place][cubie] : 0;
		view->is_renamed |= (left.turns[place][place] & 1) == 0;
		/* The class of a place is that of the first one with the same group. */
		const uint8_t *const group_at = looks ? r->group : at;
		const unsigned group = group_at[place];
		unsigned first = 0, other = 0;
		while (group_at[first] != group)
			first++;
		while (at[other] != group)
			other++;
		const unsigned turns = r->choices.turns[other][group];
		view->pattern.of[place] = (uint8_t)((first - cubie_kind_begin(place))
		                                    | ((turns & (turns - 1)) == 0 ? (unsigned)PATTERN_ORIENTED : 0));
	}
	if (choices_narrow(&left, &one, &ignored) != CUBE_OK)
		return false;
	if (view->is_renamed)
		view->names = looks ? one : cube_inverse(&one);
	return true;
}

#define refuse(error, ...) \
	(*(error) = (struct input_error){.column = 1}, input_error_say((error), __VA_ARGS__))

/* Name the first piece with another number of places than there are pieces of its group. */
static bool refuse_many(const struct readings *r, const struct cube *c, uint64_t seen,
                        struct input_error *error)
{
	unsigned cubie = 0;
	for (bool has_as_many = true; has_as_many; cubie += has_as_many) {
		const unsigned from_there = cube_cubie(&symmetry_cube[r->symmetry], cubie);
		int n_more = 0;
		for (unsigned i = 0; i < N_CUBIES; i++)
			n_more += (r->choices.turns[i][from_there] != 0) - (r->group[i] == r->group[from_there]);
		has_as_many = n_more == 0 || (seen >> 3 * cubie & 7) == 0;
	}
	unsigned place = 0;
	while (cube_cubie(c, place) != cubie)
		place++;
	return refuse(error,
	              "what is seen at %s fits several pieces, of which not all are seen so; of %" PRIu64
	              " readings at most %d are searched for; show more of its stickers",
	              cubie_name[place], r->n[0] * r->n[1], GOAL_MAX_VIEWS);
}

/* The goal of what is seen of a cube. @param looks  as of view_of_reading() */
static bool make_goal(const struct cube *c, uint64_t seen, bool looks, struct goal *out,
                      struct input_error *error)
{
	struct goal goal = {.n_views = 0};
	struct choices choices;
	struct readings all, best = {.n = {0}};
	uint64_t n = UINT64_MAX;
	find_choices(NULL, seen, &choices);
	for (unsigned symmetry = 0; symmetry < N_SYMMETRIES && n > 1; symmetry += 2) {
		all = (struct readings){.symmetry = (uint8_t)symmetry};
		all.choices = seen_from(&choices, &(struct goal_view){.symmetry = all.symmetry});
		for (unsigned cubie = 0; cubie < N_CUBIES; cubie++) {
			unsigned first = cubie_kind_begin(cubie);
			while (first < cubie && !are_of_one_group(&all.choices, first, cubie))
				first++;
			all.group[cubie] = (uint8_t)first;
			all.n_left[first]++;
		}
		give_places(&all, 0, N_CORNERS);
		give_places(&all, N_CORNERS, N_CUBIES);
		if (all.n[0] * all.n[1] >= n)
			continue;
		best = all;
		n = all.n[0] * all.n[1];
	}
	if (n > GOAL_MAX_VIEWS)
		return refuse_many(&best, c, seen, error);
	for (unsigned i = 0; i < n; i++) {
		struct goal_view view;
		uint8_t at[N_CUBIES];
		memcpy(at, best.first_at[1][i % best.n[1]], sizeof at);
		memcpy(at, best.first_at[0][i / best.n[1]], N_CORNERS);
		if (view_of_reading(&best, at, looks, &view))
			goal_add_view(&goal, &view);
	}
	char stickers[FACELET_TEXT_SIZE];
	facelet_write_seen(&cube_solved, seen, stickers);
	snprintf(goal.name, sizeof goal.name, "%s%s", looks || goal.n_views == 1 ? "" : home, stickers);
	*out = goal;
	return true;
}

bool goal_of_seen(const struct cube *c, uint64_t seen, struct goal *out, struct input_error *error)
{
	return make_goal(c, seen, false, out, error);
}

/* ---- texts ---- */

static const char *skip_home(const char *text)
{
	return text + text_begins(text, home);
}

bool goal_is_stickers(const char *text)
{
	return position_is_grey(skip_home(text));
}

bool goal_parse_stickers(const char *text, struct goal *out, struct input_error *error)
{
	const char *const stickers = skip_home(text);
	struct position p;
	if (!position_read(stickers, READ_GREY, &p, error)) {
		error->column += (unsigned)(stickers - text);
		return false;
	}
	uint64_t seen = 0;
	cubie_foreach_sticker(place, k) {
		const unsigned cubie = cube_cubie(&p.cube, place),
		               sticker = sticker_at(place, k, cube_ori(&p.cube, place));
		if (!position_sees(p.seen, cubie, sticker))
			continue;
		if (cubie_name[cubie][sticker] != cubie_name[place][k])
			return refuse(error, "the stickers at %s are not those of the solved cube; a goal of"
			              " stickers is a part of that", cubie_name[place]);
		seen |= UINT64_C(1) << (3 * place + k);
	}
	return make_goal(&cube_solved, p.seen == POSITION_WHOLE ? POSITION_WHOLE : seen, stickers == text, out,
	                 error);
}

/* ---- a goal and a cube of which not all is seen ---- */

/* Whether all cubies that may be in a place are the same to a pattern: of one class, and turned alike if that
 * counts. */
static bool is_decided(const struct pattern *p, const struct choices *choices, unsigned place)
{
	unsigned first = UINT_MAX;
	for (unsigned cubie = 0; cubie < N_CUBIES; cubie++)
		set_foreach(t, choices->turns[place][cubie]) {
			const unsigned of = pattern_asks_numbers(p) ? cubie | PATTERN_ORIENTED
			                    : p->half_turns && cubie < N_CORNERS
			                        ? cubie | (p->of[cubie] & PATTERN_ORIENTED)
			                        : p->of[cubie];
			const unsigned known = 3 * of + (of & PATTERN_ORIENTED ? t : 0);
			if (first != UINT_MAX && known != first)
				return false;
			first = known;
		}
	return true;
}

bool goal_is_decided(const struct goal *goal, const struct cube *c, uint64_t seen, struct input_error *error)
{
	struct choices choices;
	struct goal own = {.n_views = 0};
	struct input_error ignored;
	bool is_renamed = false;
	goal_foreach_view(view, goal)
		is_renamed |= view->is_renamed;
	/* It may be the goal that what is seen is solved, some of whose views know more of the cube than is
	 * seen. */
	if (is_renamed && goal_of_seen(c, seen, &own, &ignored) && own.n_views == goal->n_views
	    && memcmp(own.view, goal->view, own.n_views * sizeof *own.view) == 0)
		return true;
	find_choices(c, seen, &choices);
	goal_foreach_view(view, goal) {
		if (c->centres != 0 && (view->free_before != 0 || view->pattern.free_face != 0))
			return input_error_say(error, "a free turn (auf) would turn a centre that counts");
		const struct choices turned = seen_from(&choices, view);
		for (unsigned place = 0; place < N_CUBIES; place++)
			if (!is_decided(&view->pattern, &turned, cube_cubie(&symmetry_cube[view->symmetry], place)))
				return refuse(error, "which piece is at %s, or how it is turned, matters to the goal;"
				              " show more of its stickers", cubie_name[place]);
	}
	return true;
}
