/* The list of superflip coset --cosets. */
#include "base/array.h"
#include "cli/cli.h"
#include "cli/coset/coset.h"
#include "cli/cubes.h"
#include "report/printable.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

void coset_list_free(struct coset_list *list)
{
	for (uint64_t i = 0; i < list->n; i++)
		free(list->item[i].name);
	free(list->item);
}

/* "R U F # label", on one line, as a terminal may show it. @return NULL without memory */
static char *name_of(const struct list_entry *entry)
{
	char *name = NULL;
	size_t size;
	char *const scramble = strdup(entry->scramble);
	FILE *const file = scramble != NULL ? open_memstream(&name, &size) : NULL;
	if (file == NULL) {
		free(scramble);
		return NULL;
	}
	for (char *c = scramble; *c != '\0'; c++)
		*c = *c == '\n' || *c == '\r' || *c == '\t' ? ' ' : *c;
	printable_write(scramble, file);
	if (entry->label != NULL) {
		fputs(" # ", file);
		printable_write(entry->label, file);
	}
	free(scramble);
	return fclose(file) == 0 ? name : NULL;
}

struct reading {
	struct coset_list *list;
	size_t capacity;
};

/* A coset takes minutes or hours: what is wrong with a list is told before the first one. */
static int add_entry(void *context, const char *name, const struct list_entry *entry)
{
	struct reading *const r = context;
	struct coset_list *const out = r->list;
	struct scramble position;
	const int status = entry_read_scramble(name, entry, SUPERFLIP_3X3, 0, &position);
	if (status != EXIT_SOLVED)
		return status;
	maneuver_free(&position.moves);
	struct coset_item *const items = array_reserve(out->item, out->n + 1, &r->capacity, sizeof *items);
	if (items == NULL)
		return coset_complain(SUBGROUP_NO_MEMORY, NULL);
	out->item = items;
	struct coset_item *const item = &out->item[out->n];
	*item = (struct coset_item){.cube = position.cube, .name = name_of(entry)};
	if (item->name == NULL)
		return coset_complain(SUBGROUP_NO_MEMORY, NULL);
	out->source = XXH3_64bits_withSeed(&item->cube, sizeof item->cube, out->source);
	out->source = XXH3_64bits_withSeed(item->name, strlen(item->name), out->source);
	out->n++;
	return EXIT_SOLVED;
}

int coset_list_read(const char *path, struct coset_list *out)
{
	*out = (struct coset_list){0};
	const struct entry_reader reader = {.take = add_entry, .context = &(struct reading){.list = out}};
	const int status = entries_of_file(&reader, path);
	if (status != EXIT_SOLVED)
		coset_list_free(out);
	return status;
}
