/* Goals of what is seen of a cube, if some of its stickers do not matter. */
#include "cube/choices.h"
#include "cube/facelet.h"
#include "cube/text.h"
#include "goal/goal.h"

#include <limits.h>

static bool is_corner(unsigned cubie) { return cubie < N_CORNERS; }

/* Which sticker of a cubie, turned so, lies on the face that letter k of its place names. */
static unsigned sticker_at(unsigned place, unsigned k, unsigned turns)
{
	const unsigned n = cubie_n_stickers(place);
	return (k + n - turns) % n;
}

/* ---- where pieces may end, and where they may be ---- */

/* Whether a cubie, turned so in a place, has all of its stickers that are seen on the faces of their colours. */
static bool is_at_home(uint64_t seen, unsigned place, unsigned cubie, unsigned turns)
{
	for (unsigned k = 0; k < cubie_n_stickers(place); k++) {
		const unsigned sticker = sticker_at(place, k, turns);
		if (position_sees(seen, cubie, sticker) && cubie_name[cubie][sticker] != cubie_name[place][k])
			return false;
	}
	return true;
}

/* Whether it shows what is seen of the cubie that is there. */
static bool looks_alike(const struct cube *c, uint64_t seen, unsigned place, unsigned cubie, unsigned turns)
{
	const unsigned there = cube_cubie(c, place);
	for (unsigned k = 0; k < cubie_n_stickers(place); k++) {
		const unsigned sticker = sticker_at(place, k, cube_ori(c, place));
		if (position_sees(seen, there, sticker) && cubie_name[cubie][sticker_at(place, k, turns)] != cubie_name[there][sticker])
			return false;
	}
	return true;
}

/* @param c  whose look is asked for; NULL: what is at home */
static void find_choices(const struct cube *c, uint64_t seen, struct choices *out)
{
	struct cube one;
	unsigned ignored;
	*out = (struct choices){{{0}}};
	for (unsigned place = 0; place < N_CUBIES; place++)
		for (unsigned cubie = cubie_kind_begin(place); cubie < cubie_kind_end(place); cubie++)
			for (unsigned t = 0; t < cubie_n_stickers(place); t++)
				if (c != NULL ? looks_alike(c, seen, place, cubie, t) : is_at_home(seen, place, cubie, t))
					out->turns[place][cubie] |= (uint8_t)(1u << t);
	choices_narrow(out, &one, &ignored);  /* the cube itself, or the solved one, is among them */
}

/* The same choices as they are from another side. */
static struct choices seen_from(const struct choices *choices, unsigned symmetry)
{
	struct choices out = {{{0}}};
	for (unsigned place = 0; place < N_CUBIES; place++)
		for (unsigned cubie = cubie_kind_begin(place); cubie < cubie_kind_end(place); cubie++)
			for (unsigned t = 0; t < cubie_n_stickers(place); t++) {
				struct cube c = cube_solved;
				if ((choices->turns[place][cubie] >> t & 1) == 0)
					continue;
				cube_put(&c, cubie, place, 0);
				cube_put(&c, place, cubie, t);
				c = cube_conjugate(&c, symmetry);
				const unsigned to = cube_cubie(&symmetry_cube[symmetry], place);
				out.turns[to][cube_cubie(&c, to)] |= (uint8_t)(1u << cube_ori(&c, to));
			}
	return out;
}

/* ---- a pattern of them ---- */

static bool refuse(struct input_error *error, const char *before, unsigned place, const char *after)
{
	*error = (struct input_error){.column = 1};
	return input_error_say(error, "%s %s%s", before, cubie_name[place], after);
}

static unsigned place_of(const struct cube *c, unsigned cubie)
{
	unsigned place = 0;
	while (cube_cubie(c, place) != cubie)
		place++;
	return place;
}

/* Whether the places of cubies that may be in one place all have the choice of the same ones. */
static bool are_classes(const struct choices *choices, const struct cube *c, struct input_error *error)
{
	for (unsigned i = 0; i < N_CUBIES; i++)
		for (unsigned j = 0; j < N_CUBIES; j++)
			for (unsigned cubie = 0; cubie < N_CUBIES && choices->turns[i][j] != 0; cubie++)
				if ((choices->turns[i][cubie] != 0) != (choices->turns[j][cubie] != 0))
					return refuse(error, "what is seen at", place_of(c, cubie), " fits several pieces, of which not all are seen so; show more "
					              "of its stickers, or the same of the others");
	return true;
}

/* A class of the pattern for each place. @return false if the orientation of a place counts in another way than in patterns */
static bool take_classes(const struct choices *choices, struct pattern *out, unsigned *at_fault)
{
	for (unsigned place = 0; place < N_CUBIES; place++) {
		const unsigned begin = cubie_kind_begin(place);
		unsigned first = N_CUBIES, either = 0, both = 7;
		for (unsigned cubie = N_CUBIES; cubie-- > 0;)
			if (choices->turns[place][cubie] != 0) {
				first = cubie;
				either |= choices->turns[place][cubie];
				both &= choices->turns[place][cubie];
			}
		*at_fault = place;
		if (either != 1 && both + 1 != 1u << cubie_n_stickers(place))
			return false;
		*(is_corner(place) ? &out->corner[place] : &out->edge[place - N_CORNERS]) =
			(uint8_t)((first - begin) | (either == 1 ? (unsigned)PATTERN_ORIENTED : 0));
	}
	return true;
}

bool goal_of_seen(const struct cube *c, uint64_t seen, struct goal *out, struct input_error *error)
{
	struct goal goal = {.n_views = 1};
	struct choices choices;
	unsigned at_fault;
	find_choices(NULL, seen, &choices);
	facelet_write_seen(&cube_solved, seen, goal.name);
	if (!are_classes(&choices, c, error))
		return false;
	for (unsigned symmetry = 0; symmetry < N_SYMMETRIES; symmetry += 2) {
		const struct choices turned = seen_from(&choices, symmetry);
		goal.view[0].symmetry = (uint8_t)symmetry;
		if (take_classes(&turned, &goal.view[0].pattern, &at_fault)) {
			*out = goal;
			return true;
		}
	}
	take_classes(&choices, &goal.view[0].pattern, &at_fault);
	return refuse(error, "how pieces are turned is seen of faces of different axes, among them at", place_of(c, at_fault),
	              "; show more of their stickers");
}

bool goal_parse_stickers(const char *text, struct goal *out, struct input_error *error)
{
	struct position p;
	if (!position_read(text, READ_GREY, &p, error))
		return false;
	uint64_t seen = 0;
	for (unsigned place = 0; place < N_CUBIES; place++)
		for (unsigned k = 0; k < cubie_n_stickers(place); k++) {
			const unsigned cubie = cube_cubie(&p.cube, place), sticker = sticker_at(place, k, cube_ori(&p.cube, place));
			if (!position_sees(p.seen, cubie, sticker))
				continue;
			if (cubie_name[cubie][sticker] != cubie_name[place][k])
				return refuse(error, "the stickers at", place, " are not those of the solved cube; a goal of stickers is a part of that");
			seen |= UINT64_C(1) << (3 * place + k);
		}
	return goal_of_seen(&cube_solved, p.seen == POSITION_WHOLE ? POSITION_WHOLE : seen, out, error);
}

/* ---- a goal and a cube of which not all is seen ---- */

/* What a view knows of a cubie that is turned so: its class, and how it is turned if that counts. */
static unsigned known_of(const struct pattern *p, unsigned cubie, unsigned turns)
{
	const unsigned of = !is_corner(cubie) ? p->edge[cubie - N_CORNERS]
		: p->half_turns ? cubie | (p->corner[cubie] & PATTERN_ORIENTED) : p->corner[cubie];
	return (of & PATTERN_ORIENTED) != 0 ? 3 * of + turns : 3 * of;
}

static bool is_decided(const struct pattern *p, const struct choices *choices, unsigned place)
{
	unsigned first = UINT_MAX;
	for (unsigned cubie = 0; cubie < N_CUBIES; cubie++)
		for (unsigned t = 0; t < cubie_n_stickers(place); t++) {
			if ((choices->turns[place][cubie] >> t & 1) == 0)
				continue;
			const unsigned known = known_of(p, cubie, t);
			if (first != UINT_MAX && known != first)
				return false;
			first = known;
		}
	return true;
}

bool goal_is_decided(const struct goal *goal, const struct cube *c, uint64_t seen, struct input_error *error)
{
	struct choices choices;
	find_choices(c, seen, &choices);
	for (unsigned i = 0; i < goal->n_views; i++) {
		const struct goal_view *const view = &goal->view[i];
		if (c->centres != 0 && (goal->free_before != 0 || view->pattern.free_face != 0))
			return input_error_say(error, "a free turn (auf) would turn a centre that counts");
		const struct choices turned = seen_from(&choices, view->symmetry);
		for (unsigned place = 0; place < N_CUBIES; place++)
			if (!is_decided(&view->pattern, &turned, cube_cubie(&symmetry_cube[view->symmetry], place)))
				return refuse(error, "which piece is at", place, ", or how it is turned, matters to the goal; show more of its stickers");
	}
	return true;
}
