#include "cli/show.h"

#include "cli/cli.h"
#include "pdb/directory.h"
#include "pdb/message.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

struct show_bounds {
	unsigned n;
	struct heuristic heuristics[];
};

/* A table that is there but cannot be read, once: several heuristics may have it. */
static int complain_of_table(const char *directory, struct pdb_key key, enum pdb_status status, struct pdb_key *last)
{
	char path[PATH_MAX], message[PDB_MESSAGE_MAX];
	if (!pdb_key_equal(key, *last) && pdb_find(directory, key, path) == PDB_OK) {
		pdb_message(status, path, &key, message);
		complain("%s", message);
		*last = key;
	}
	return status == PDB_NO_MEMORY ? EXIT_MEMORY : EXIT_TABLE;
}

struct show_bounds *show_bounds_open(const char *directory, int *status)
{
	struct show_bounds *const b = malloc(sizeof *b + n_heuristic_specs * sizeof *b->heuristics);
	if (b == NULL)
		return NULL;
	struct pdb_key last = {.metric = N_METRICS};
	*status = EXIT_SOLVED;
	b->n = 0;
	for (unsigned i = 0; i < n_heuristic_specs; i++) {
		struct heuristic *const h = &b->heuristics[b->n];
		struct pdb_key failed;
		const enum pdb_status opened = heuristic_open(&heuristic_specs[i], METRIC_HTM, directory, h, &failed);
		if (opened == PDB_MISSING)
			continue;
		if (opened != PDB_OK)
			*status = complain_of_table(directory, failed, opened, &last);
		else if (heuristic_checked_share(h) < 1 || heuristic_fault(h, NULL) != PDB_OK)
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
