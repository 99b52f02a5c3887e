#include "pocket/table.h"

#include <xxhash.h>

enum { UNSEEN = 0xFF };

void pocket_distances(enum metric metric, uint8_t *distance, struct pdb_histogram *histogram)
{
	pocket_init();
	memset(distance, UNSEEN, POCKET_STATES);
	distance[POCKET_SOLVED] = 0;
	*histogram = (struct pdb_histogram){.count = {1}};
	uint32_t n_unseen = POCKET_STATES - 1;
	for (unsigned depth = 0; n_unseen > 0; depth++) {
		/* Direction-optimizing search (Beamer et al., SC 2012): the last levels are cheaper from the unseen
		 * side. */
		const bool is_forward = histogram->count[depth] < n_unseen;
		const uint8_t *const end = distance + POCKET_STATES;
		uint32_t n_found = 0;
		for (const uint8_t *p = distance; (p = memchr(p, is_forward ? (int)depth : UNSEEN,
			(size_t)(end - p))) != NULL; p++) {
			const uint32_t index = (uint32_t)(p - distance);
			const uint16_t *const perm_after = pocket_perm_after[index / POCKET_ORIS];
			const uint16_t *const ori_after = pocket_ori_after[index % POCKET_ORIS];
			for (unsigned i = 0; i < pocket_n_steps[metric]; i++) {
				const unsigned move = pocket_steps[metric][i];
				uint8_t *const neighbour = distance + pocket_index(perm_after[move], ori_after[move]);
				if (is_forward) {
					/* Without branches: half of them would be mispredicted. */
					n_found += *neighbour == UNSEEN;
					*neighbour = *neighbour <= depth ? *neighbour : (uint8_t)(depth + 1);
				} else if (*neighbour == depth) {  /* steps can be undone */
					distance[index] = (uint8_t)(depth + 1);
					n_found++;
					break;
				}
			}
		}
		assert(n_found > 0);  /* the turns reach every state */
		histogram->count[depth + 1] = n_found;
		histogram->max_depth = depth + 1;
		n_unseen -= n_found;
	}
}

struct pocket_table *pocket_table_build(enum metric metric)
{
	struct pocket_table *const table = malloc(sizeof *table);
	uint8_t *const distance = malloc(POCKET_STATES);
	if (table == NULL || distance == NULL) {
		free(table);
		free(distance);
		return NULL;
	}
	struct pdb_histogram histogram;
	pocket_distances(metric, distance, &histogram);
	table->metric = metric;
	for (uint32_t i = 0; i < POCKET_TABLE_BYTES; i++) {
		unsigned byte = 0;
		for (unsigned k = 4; k-- > 0;)
			byte = byte << 2 | distance[4 * i + k] % 3u;
		table->mod3[i] = (uint8_t)byte;
	}
	free(distance);
	return table;
}

/* ---- the file: a header, then the table ---- */

enum { FORMAT_VERSION = 1 };

/* Little-endian, like the machine (pdb/header.h). */
struct header {
	char     magic[8];            /* "POCKET3\n": the 2x2x2, distances mod 3 */
	uint32_t version, metric;     /* FORMAT_VERSION, enum metric */
	uint32_t n_states, n_bytes;   /* POCKET_STATES, POCKET_TABLE_BYTES */
	uint64_t checksum;            /* XXH3-64 of the table */
};
static_assert(sizeof(struct header) == 32, "the header has no gaps");

uint64_t pocket_table_checksum(const struct pocket_table *table)
{
	return XXH3_64bits(table->mod3, sizeof table->mod3);
}

void pocket_table_write(const struct pocket_table *table, FILE *out)
{
	const struct header header = {
		.magic = "POCKET3\n",
		.version = FORMAT_VERSION,
		.metric = table->metric,
		.n_states = POCKET_STATES,
		.n_bytes = POCKET_TABLE_BYTES,
		.checksum = pocket_table_checksum(table),
	};
	fwrite(&header, sizeof header, 1, out);
	fwrite(table->mod3, sizeof table->mod3, 1, out);
}
