/* superflip show --goal and --goals: a goal drawn, and how far a cube is from each goal that has a name. */
#include "cli/drawn.h"
#include "cli/show.h"

/* Tables of goals with at most so many states are built unasked, in a second or two for all of them. */
enum { FEW_STATES = 1 << 23, MAX_GOALS = 64 };

static unsigned n_goals;
static struct named_goal {
	const struct goal_word *word;
	struct goal sides;            /* seen from any side */
	struct pattern pattern;       /* what counts at home, or some of it */
	superflip_tables *tables;     /* of the goal at home; NULL: not installed */
	bool is_exact;
} goals[MAX_GOALS];

const char *goal_states_text(const char *name)
{
	static char text[48];
	struct goal goal;
	struct input_error ignored;
	if (!goal_parse(name, &goal, &ignored))
		return "";
	const struct pattern *const p = &goal.view[0].pattern;
	const bool has_sides = goal.n_views > 1 && p->number[LEFT_CORNERS] == 0;
	const double n = goal_n_completions(&goal) / (has_sides ? goal.n_views : 1);
	if (n >= DRAWN_CUBES)
		return "";
	table_count_text(pattern_asks_numbers(p) ? n : DRAWN_CUBES / n, text);
	strcat(text, SAY(pattern_asks_numbers(p) ? " cubes" : " states"));
	return strcat(text, has_sides ? SAY(" each") : "");
}

int show_goal(void)
{
	struct goal goal;
	char facelets[FACELET_TEXT_SIZE], patterns[GOAL_IDENTITY_SIZE];
	if (!option_read_goal(show_request.goal_text, &goal))
		return EXIT_USAGE;
	goal_draw(&goal, facelets);
	goal_identity(&goal, patterns);
	if (show_request.is_svg) {
		net_draw_svg(stdout, facelets);
		return EXIT_SOLVED;
	}
	net_draw_text(stdout, facelets, show_request.is_coloured);
	printf(SAY("goal        %s\nsize        %s\nfacelets    %s\npatterns    %s\n"), goal.name,
	       goal_states_text(goal.name), facelets, patterns);
	return EXIT_SOLVED;
}

/* The goals that have names, with their tables. */
static void open_goals(void)
{
	superflip_goal home;
	superflip_needs info;
	struct tables_options options = {.directory = show_request.pdb_directory, .goal = &home};
	cube_init();
	items_foreach(word, goal_words, n_goals < MAX_GOALS ? n_goal_words : 0) {
		struct named_goal *const g = &goals[n_goals];
		char name[GOAL_NAME_SIZE];
		struct input_error ignored;
		*g = (struct named_goal){.word = word};
		snprintf(name, sizeof name, "%s+neutral", word->name);
		if (word->argument == GOAL_LEAVE || word->pattern == NULL || !goal_parse(name, &g->sides, &ignored)
		    || goal_n_completions(&g->sides) >= DRAWN_CUBES || goal_is_solved_cube(&g->sides))
			continue;
		if (!pattern_read(word->pattern, &g->pattern))
			g->pattern = pattern_of_nothing;
		/* The tables of a goal that has some, or whose table is soon built. */
		if (goal_parse(word->name, &home.goal, &ignored)
		    && cover_measure(&options, &info, NULL) == SUPERFLIP_OK) {
			const bool is_soon_built = info.is_exact && info.n_states > 0 && info.n_states <= FEW_STATES;
			if (info.is_installed || (is_soon_built && tables_build(&options, NULL) == SUPERFLIP_OK))
				g->is_exact = tables_open(&options, &g->tables, NULL) == SUPERFLIP_OK && info.is_exact;
		}
		n_goals++;
	}
}

/* The entry of a goal's tables for a cube seen from a side. */
static unsigned entry_of(const struct named_goal *g, const struct cube *seen)
{
	return g->tables != NULL ? superflip_tables_bound(g->tables, &(superflip_cube){.cube = *seen}) : 0;
}

/* Whether a cube at a goal is always at the other one as well, both at home. */
static bool is_part(const struct pattern *part, const struct pattern *goal)
{
	const struct pattern both = pattern_join(goal, part);
	struct cube turned = cube_solved;
	if (goal->free_face > 0)
		turned = cube_after(&turned, (goal->free_face - 1u) * 3);
	return pattern_equal(&both, goal) && pattern_holds(part, &turned);
}

/* The goal from its nearest side, of those that what is seen of the cube decides; without any there is no
 * row. */
static void add_row(struct table *table, const struct named_goal *g, const struct scramble *position)
{
	const struct cube *const c = &position->cube;
	unsigned nearest = UINT_MAX, symmetry = 0;
	bool is_reached = false;
	char name[GOAL_SIDE_SIZE], shown[16];
	goal_foreach_view(view, &g->sides) {
		const struct goal side = {.n_views = 1, .view = {*view}};
		struct input_error ignored;
		if (position->seen != POSITION_WHOLE && !goal_is_decided(&side, c, position->seen, &ignored))
			continue;
		const struct cube seen = cube_conjugate(c, side.view[0].symmetry);
		/* By its own tables, or those of goals that are a part of it. */
		unsigned bound = entry_of(g, &seen);
		items_foreach(other, goals, !g->is_exact ? n_goals : 0) {
			const unsigned entry = other->is_exact && is_part(&other->pattern, &g->pattern)
			    ? entry_of(other, &seen) : 0;
			bound = entry > bound ? entry : bound;
		}
		is_reached |= goal_holds(&side, c);
		if (bound < nearest) {
			nearest = bound;
			symmetry = side.view[0].symmetry;
		}
	}
	if (nearest == UINT_MAX)
		return;
	const bool is_exact = g->is_exact || is_reached;
	nearest = nearest == 0 && !is_reached ? 1 : nearest;
	goal_name_from(g->word->name, symmetry, name);
	const char *const sides = strchrnul(name, ':');
	snprintf(shown, sizeof shown, "%s%u", is_exact ? "" : ">=", nearest);
	TABLE_ROW(table, cell_text(g->word->name), cell_shown(cell_count(nearest), shown),
	          is_exact ? cell_text("exact") : cell_shown(cell_text("bound"), SAY("bound")),
	          cell_text(sides + (*sides != '\0')));
}

void show_goals_close(void)
{
	while (n_goals > 0)
		superflip_tables_close(goals[--n_goals].tables);
}

void show_goals(const struct scramble *position)
{
	if (n_goals == 0)
		open_goals();
	struct table *const table = table_create(show_request.format == TABLE_TEXT ? SAY("goal,moves,proof,side")
	                                                                           : "goal,moves,proof,side");
	items_foreach(goal, goals, n_goals)
		add_row(table, goal, position);
	print_table(table, show_request.format);
}
