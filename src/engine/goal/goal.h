/* Goals: what a solution has to reach, by name.
 *
 * A goal is one pattern, or any of several, each seen from a side of its own: the cross on F is the cross on
 * D of the cube turned over. */
#pragma once
#include "cube/facelet.h"
#include "cube/turn_set.h"
#include "goal/pattern.h"

enum { GOAL_MAX_VIEWS = 64, GOAL_MAX_TURNS = 54, GOAL_NAME_SIZE = 96, GOAL_SIDE_SIZE = 2 * GOAL_NAME_SIZE,
       GOAL_IDENTITY_SIZE = GOAL_MAX_VIEWS * (PATTERN_NAME_SIZE + 5) + 64 };

/** A cube c is at the goal if goal_view_see(view, &c) is at the pattern's. */
struct goal_view {
	struct pattern pattern;
	uint8_t symmetry;
	uint8_t rotation;            /* by which "neutral" has turned it */
	uint8_t free_before;         /* 1 + the face, as it is seen, whose turns cost nothing before the first
	                              * move; 0: none */
	bool is_renamed;             /* pieces, as they are seen from there, stand for others: */
	struct cube names;           /* then the product of this cube and what is seen has those */
};

struct goal {
	char name[GOAL_NAME_SIZE];   /* as it was written, without spaces */
	unsigned n_views;            /* any of them will do */
	struct goal_view view[GOAL_MAX_VIEWS];
};

#define goal_foreach_view(from, goal) \
	for (const struct goal_view *from = (goal)->view; from < (goal)->view + (goal)->n_views; from++)

/** Whether a text means to be a goal rather than a cube: it begins with the name of one, or with what is
 * nearly one, or is stickers some of which do not matter. */
bool goal_is_named(const char *text);

/** The goal that the stickers that are seen have the faces of their colours (stickers.c).  Its name is those
 * stickers, with "home:" before them if some piece may end in places that no other shares.
 * @param c     the cube whose stickers they are, for messages
 * @param seen  as in struct position
 * @return false with *error filled if that would take more than GOAL_MAX_VIEWS views */
bool goal_of_seen(const struct cube *c, uint64_t seen, struct goal *out, struct input_error *error);

/** Whether a text is stickers, some of which do not matter, perhaps with "home:" before them. */
bool goal_is_stickers(const char *text);

/** The goal of such a text, which shows some of the solved cube: to look so, or, with "home:", that of
 * goal_of_seen().
 * @return false with *error filled if it shows something else, or as goal_of_seen() */
bool goal_parse_stickers(const char *text, struct goal *out, struct input_error *error);

/** Whether all cubes that look like this one, as far as it is seen, are at the goal after the same turns;
 * never if its centres count and turns are free.
 * @return false with *error filled */
bool goal_is_decided(const struct goal *goal, const struct cube *c, uint64_t seen, struct input_error *error);

/** Read a goal: names with arguments, joined by +, as in "eo:FB+cross:D", or stickers.  Valid after
 * cube_init().
 * @param out  on success filled, otherwise untouched
 * @return false with *error filled */
bool goal_parse(const char *text, struct goal *out, struct input_error *error);

/** A cube as a view has it for its pattern, and back. */
struct cube goal_view_see(const struct goal_view *view, const struct cube *c);
struct cube goal_view_unsee(const struct goal_view *view, const struct cube *seen);

/** The pattern of a view, seen from another side.  @return false as pattern_conjugate() */
bool goal_view_from(const struct goal_view *view, unsigned symmetry, struct pattern *out);

/** Add a view, unless it is one of those that are there.  @return false: there are GOAL_MAX_VIEWS */
bool goal_add_view(struct goal *goal, const struct goal_view *view);

/** Whether turns of some face cost nothing before the first move; false for NULL. */
bool goal_frees_before(const struct goal *goal);

/** The views, a bit each, that a solution may reach after a free turn.
 * @param before  1 + the turn, whose face is theirs; 0: there is none, and all may be reached */
uint64_t goal_views_after(const struct goal *goal, unsigned before);

/** Whether a cube is at the goal, and whether a solution with this free turn (as above) may end there. */
bool goal_holds(const struct goal *goal, const struct cube *c);
bool goal_holds_after(const struct goal *goal, const struct cube *c, unsigned before);

/** The rotation from which a cube at the goal is at what it is without "neutral"; of several the first. */
unsigned goal_rotation(const struct goal *goal, const struct cube *c, unsigned before);

/** Name what a cube is at that is at a goal of this name, without "neutral", when seen from a rotation:
 * "cross:L" (read.c). */
void goal_name_from(const char *name, unsigned rotation, char out[GOAL_SIDE_SIZE]);

/** The turn that brings a cube at the goal to where it holds without free turns at the end: 1 + a move; 0:
 * none is needed. */
unsigned goal_turn_after(const struct goal *goal, const struct cube *c, unsigned before);

/** The symmetries that take the goal to itself, as a set of bits.  Seen from there a cube is as far away. */
uint64_t goal_symmetries(const struct goal *goal);

/** What the goal sees of a cube, hashed: if it is the same of two cubes, the same moves lead both to it. */
struct goal_look {
	uint64_t words[2];
};

/** Of cube_conjugate(c, symmetry), one of goal_symmetries(). */
struct goal_look goal_look(const struct goal *goal, const struct cube *c, unsigned symmetry);

/** What is done to a cube on the way back from a goal, and what undoing it costs. */
struct goal_step {
	struct cube cube;
	unsigned cost;
};

/** How far from the goal what it sees is, of all cubes that some steps make of the solved one: breadth-first,
 * by no table and no bound (spread.c).
 * @param n_looks  filled: how many looks are so far away
 * @param cubes    set to one cube of each look, freed by the caller; NULL: nobody wants them
 * @return false without memory, or if there are more than GOAL_MAX_LOOKS */
enum { GOAL_MAX_DISTANCE = 63, GOAL_MAX_LOOKS = 1 << 22 };
bool goal_spread(const struct goal *goal, const struct goal_step *steps, unsigned n_steps,
                 uint64_t n_looks[GOAL_MAX_DISTANCE + 1], struct cube **cubes);

/** What keeps the turns of a set from leading cubes to a goal, known without a search (reach.c).
 * @param goal  NULL: the solved cube
 * @return NULL without memory; released by reach_free() */
struct reach *reach_make(const struct turn_set *set, const struct goal *goal);
void reach_free(struct reach *reach);  /* NULL is ignored */

/** As a part of a sentence about the turns: "they never bring ..."; a constant text.  NULL: nothing that is
 * known. */
const char *reach_obstacle(const struct reach *reach, const struct cube *c);

/** Whether the goal is the solved cube. */
bool goal_is_solved_cube(const struct goal *goal);

/** Whether all cubes that are n quarter turns away from the goal have the parity of n. */
bool goal_fixes_parity(const struct goal *goal);

/** Draw it as 54 stickers: grey, '.', where not all cubes at the goal have the same colour. */
void goal_draw(const struct goal *goal, char out[FACELET_TEXT_SIZE]);

/** How many cubes are at the goal; one that is so in several ways, by free turns or from several sides, may
 * count for more. */
double goal_n_completions(const struct goal *goal);

/** All cubes that are at the goal, each once, in an order that only depends on the goal.
 * @return freed by the caller; NULL without memory */
struct cube *goal_completions(const struct goal *goal, size_t *n);

/** A cube that is at the goal, each equally likely (random.c); all views are to have equally many cubes, as
 * those of one name have. */
struct random_source;
struct cube goal_random(const struct goal *goal, struct random_source *source);

/** The patterns and sides themselves, which tell two goals apart that have one name in different versions. */
void goal_identity(const struct goal *goal, char text[GOAL_IDENTITY_SIZE]);

/** A goal that has a name. */
struct goal_word {
	const char *name;
	const char *usage;           /* the arguments, as in ":FACE"; "" if it takes none */
	const char *picture;         /* one line for lists; of GOAL_ALIAS what it stands for */
	const char *pattern;         /* as pattern_read() reads it, at home on the sides of `home` */
	const char *home;
	/* The last three: so many pairs are solved beside the pattern. */
	enum goal_argument {
		GOAL_FIXED, GOAL_SIDES, GOAL_CORNER, GOAL_BEFORE, GOAL_MODIFIER, GOAL_ALIAS,
		GOAL_LEAVE, GOAL_SLOT, GOAL_TWO_SLOTS, GOAL_THREE_SLOTS
	} argument;
};
extern const struct goal_word goal_words[];
extern const unsigned n_goal_words;

/** A named set of cases, which `superflip algs` derives as the orbits of states (steps/case_set.h): what a
 * step to its goal may meet. */
enum { CASE_SET_GENERATORS = 4, CASE_SET_SETUPS = 3 };

struct case_set_name {
	const char *name, *summary, *goal;
	const char *generators[CASE_SET_GENERATORS];  /* maneuvers that make all its states; then NULL */
	bool is_layer;              /* from every side of U it is the same case */
	bool has_inverses;          /* what the goal sees of a cube decides what it sees of the inverse */
	const char *const *names;   /* of all cases, in their order, each "NAME ALGORITHM",
		then NULL; NULL: they have none */
	const char *around, *solved;  /* patterns: what all cases have solved, and what they are when they are
	                             * solved; NULL: nobody asks which case a cube is */
	const char *sees;           /* what tells them apart, if that is less than the goal; else NULL */
	const char *setup[CASE_SET_SETUPS];  /* the cases are what these make of the generated states; then NULL;
		none: the states themselves */
	const char *moves;          /* the turns of its algorithms; NULL: all of faces */
};
extern const struct case_set_name case_set_names[];
extern const unsigned n_case_set_names;
