#include "search/roots.h"

/* Turns of the two faces of an axis, 0 to 3 clockwise quarter turns each, not both 0. */
struct axis_turns { uint8_t axis, first, second; };

static unsigned number_of(struct axis_turns t)
{
	return t.axis * 16u + t.first * 4u + t.second;
}

static struct axis_turns image_of(struct axis_turns t, unsigned symmetry)
{
	struct axis_turns image = {.axis = 0};
	const uint8_t turns[2] = {t.first, t.second};
	for (unsigned side = 0; side < 2; side++) {
		if (turns[side] == 0)
			continue;
		const unsigned move = symmetry_move[symmetry][(t.axis + 3 * side) * 3 + turns[side] - 1];
		image.axis = (uint8_t)(move_face(move) % 3);
		*(move_face(move) < 3 ? &image.first : &image.second) = (uint8_t)move_turns(move);
	}
	return image;
}

static void append_turns(struct root *root, enum metric metric, unsigned face, unsigned turns)
{
	/* In QTM a half turn is searched as two clockwise quarter turns. */
	const bool doubled = metric == METRIC_QTM && turns == 2;
	for (unsigned i = 0; turns != 0 && i < (doubled ? 2u : 1u); i++)
		root->path[root->n_path++] = (uint8_t)(face * 3 + (doubled ? 1 : turns) - 1);
}

static struct root behind(const struct root *before, enum metric metric, struct axis_turns t)
{
	struct root root = *before;
	/* The second face closes the axis, whether or not it was turned. */
	root.last = (uint8_t)(1 + t.axis + 3);
	append_turns(&root, metric, t.axis, t.first);
	append_turns(&root, metric, t.axis + 3u, t.second);
	return root;
}

/* Append all ways to turn an axis behind `before`, or one of those that symmetries exchange. */
static void fill_behind(struct roots *roots, enum metric metric, const struct root *before, uint64_t symmetries)
{
	const bool is_first = before->n_path == 0;
	bool is_covered[3 * 16] = {false};
	for (unsigned n = 0; n < 3 * 16; n++) {
		const struct axis_turns t = {(uint8_t)(n / 16), n / 4 % 4, n % 4};
		if (is_covered[n] || n % 16 == 0 || (!is_first && (before->last - 1u) % 3 == t.axis))
			continue;
		uint64_t remaining = 0;  /* symmetries that keep these turns, too */
		for (unsigned s = 0; s < N_SYMMETRIES; s++)
			if (symmetries >> s & 1) {
				const unsigned image = number_of(image_of(t, s));
				is_covered[image] = true;
				remaining |= (uint64_t)(image == n) << s;
			}
		struct root *const root = &roots->root[roots->n];
		*root = behind(before, metric, t);
		root->parent = is_first ? (uint16_t)roots->n : before->parent;
		roots->n++;
		if (is_first)
			fill_behind(roots, metric, root, remaining);
	}
}

void roots_fill(struct roots *roots, enum metric metric, uint64_t symmetries)
{
	const struct root nothing = {.n_path = 0};
	roots->n = 0;
	fill_behind(roots, metric, &nothing, symmetries);
}

void roots_fill_first(struct root roots[N_FIRST_ROOTS], enum metric metric)
{
	const struct root nothing = {.n_path = 0};
	unsigned n_roots = 0;
	for (unsigned n = 0; n < 3 * 16; n++)
		if (n % 16 != 0)
			roots[n_roots++] = behind(&nothing, metric, (struct axis_turns){(uint8_t)(n / 16), n / 4 % 4, n % 4});
}

unsigned roots_evaluate(struct roots *roots, const struct heuristic *h, const struct cube *c, unsigned threshold)
{
	const unsigned largest = heuristic_largest_value(h);
	unsigned n = 0, longest = 0;
	for (unsigned i = 0; i < roots->n; i++)
		longest = roots->root[i].n_path > longest ? roots->root[i].n_path : longest;
	if (longest + largest <= threshold)
		return 0;
	struct cube behind = *c;  /* what the path of the latest root over one axis makes */
	for (unsigned i = 0; i < roots->n; i++) {
		struct root *const root = &roots->root[i];
		const struct root *const parent = &roots->root[root->parent];
		const bool is_first = root->parent == i;
		struct cube cube = is_first ? *c : behind;
		root->bound = is_first ? 0 : parent->bound;
		for (unsigned m = is_first ? 0 : parent->n_path; m < root->n_path; m++) {
			cube = cube_after(&cube, root->path[m]);
			root->bound_before = root->bound;
			if (m + 1 + largest <= threshold)
				continue;
			const unsigned bound = heuristic_evaluate(h, &cube) + m + 1;
			root->bound = (uint8_t)(bound > root->bound ? bound : root->bound);
			n++;
		}
		if (is_first)
			behind = cube;
	}
	return n;
}

struct search_solution solution_image(const struct search_solution *solution, unsigned symmetry)
{
	struct search_solution image = *solution;
	for (unsigned i = 0; i < image.n_moves; i++) {
		image.moves[i] = symmetry_move[symmetry][image.moves[i]];
		const unsigned face = move_face(image.moves[i]);
		if (i > 0 && move_face(image.moves[i - 1]) == face + 3) {
			const uint8_t second = image.moves[i - 1];
			image.moves[i - 1] = image.moves[i];
			image.moves[i] = second;
		}
	}
	return image;
}
