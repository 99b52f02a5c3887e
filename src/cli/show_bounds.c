#include "cli/show.h"

#include <stdio.h>
#include <stdlib.h>

struct show_bounds {
	unsigned n;
	struct heuristic heuristics[];
};

struct show_bounds *show_bounds_open(const char *directory)
{
	struct show_bounds *const b = malloc(sizeof *b + n_heuristic_specs * sizeof *b->heuristics);
	if (b == NULL)
		return NULL;
	b->n = 0;
	for (unsigned i = 0; i < n_heuristic_specs; i++) {
		struct heuristic *const h = &b->heuristics[b->n];
		if (heuristic_open(&heuristic_specs[i], METRIC_HTM, directory, h, NULL) != PDB_OK)
			continue;
		if (heuristic_checked_share(h) < 1 || heuristic_fault(h, NULL) != PDB_OK)
			heuristic_close(h);
		else
			b->n++;
	}
	return b;
}

void show_bounds_close(struct show_bounds *b)
{
	if (b == NULL)
		return;
	while (b->n > 0)
		heuristic_close(&b->heuristics[--b->n]);
	free(b);
}

void show_bounds_print(const struct show_bounds *b, const struct cube *c)
{
	fputs("bounds      ", stdout);
	for (unsigned i = 0; i < b->n; i++)
		printf("%s%s %u", i > 0 ? ", " : "", b->heuristics[i].spec->name, heuristic_evaluate(&b->heuristics[i], c));
	putchar('\n');
}
