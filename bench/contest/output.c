#include "contest/contest.h"

#include "cube/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sequence {
	struct cube turns;
	unsigned n, cost;
};

/* Find the cube that the sequence solves: the next in order if it can be, else any without a solution, else
 * any. */
static void take_solution(struct solver *s, const struct cubes *cubes, const struct sequence *found,
                          size_t *next)
{
	const struct cube solved_by_it = cube_inverse(&found->turns);
	size_t best = cubes->n;
	for (size_t i = 0; i < cubes->n; i++) {
		const size_t k = (*next + i) % cubes->n;
		if (!cube_equal(&cubes->cube[k], &solved_by_it))
			continue;
		best = best == cubes->n ? k : best;
		if (s->length[k] == NO_SOLUTION) {
			best = k;
			break;
		}
	}
	if (best == cubes->n)
		return;
	if (found->cost < s->length[best])
		s->length[best] = found->cost;
	*next = (best + 1) % cubes->n;
}

/* Add a word to the sequence; false if it is no turns of faces. */
static bool add_turns(struct sequence *q, const char *word, enum metric metric)
{
	struct maneuver m;
	struct input_error error;
	if (strchr(face_letter, *word) == NULL || !notation_read(word, 0, &m, &error))
		return false;
	const bool has_still_centres = m.rotation == 0 && m.n_moves < 1000;
	if (has_still_centres) {
		const struct cube turns = cube_after_moves(cube_solved, m.moves, (unsigned)m.n_moves);
		q->turns = cube_product(&q->turns, &turns);
		q->n += (unsigned)m.n_moves;
		q->cost += moves_cost(metric, m.moves, (unsigned)m.n_moves);
	}
	maneuver_free(&m);
	return has_still_centres;
}

/* Words are parted by spaces; anything else that is no turn parts sequences. */
static void read_line(struct solver *s, const struct cubes *cubes, char *line, enum metric metric,
                      size_t *next)
{
	struct sequence q = {.turns = cube_solved};
	for (char *p = line; *p != '\0';) {
		const size_t n = strcspn(p, " \t\r\n,;:=|()[]{}<>\"");
		const char end = p[n];
		p[n] = '\0';
		const bool is_turns = n > 0 && add_turns(&q, p, metric);
		if ((n > 0 && !is_turns) || end != ' ') {
			if (q.n > 0)
				take_solution(s, cubes, &q, next);
			q = (struct sequence){.turns = cube_solved};
		}
		p += n + (end != '\0');
	}
}

void contest_read_output(struct solver *s, const struct cubes *cubes, enum metric metric)
{
	FILE *const f = fopen(contest_directory.file[FILE_OUTPUT], "re");
	char *line = NULL;
	size_t capacity = 0, next = 0, n_solved = 0, n_trivial = 0;
	if (f == NULL)
		contest_fail(STATUS_SYSTEM, contest_directory.file[FILE_OUTPUT]);
	for (size_t i = 0; i < cubes->n; i++)
		s->length[i] = NO_SOLUTION;
	while (getline(&line, &capacity, f) >= 0)
		read_line(s, cubes, line, metric, &next);
	free(line);
	fclose(f);
	for (size_t i = 0; i < cubes->n; i++) {
		const bool is_trivial = cube_is_solved(&cubes->cube[i]);
		n_trivial += is_trivial;
		n_solved += !is_trivial && s->length[i] != NO_SOLUTION;
		if (is_trivial)
			s->length[i] = 0;  /* whatever is printed about it, or nothing */
	}
	n_solved += n_solved > 0 || n_trivial == cubes->n ? n_trivial : 0;
	s->n_solved = n_solved < s->n_solved ? n_solved : s->n_solved;
}
