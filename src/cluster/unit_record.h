/* What a journal of units has after its header: records, little-endian, each with a checksum of its own. */
#ifndef SUPERFLIP_CLUSTER_UNIT_RECORD_H
#define SUPERFLIP_CLUSTER_UNIT_RECORD_H
#include "cluster/unit_journal.h"

#include <assert.h>
#include <stddef.h>

enum unit_record_kind { UNIT_RECORD_CUBE = 1, UNIT_RECORD_UNIT = 2, UNIT_RECORD_SOLUTION = 3 };

/* Begins every record; after it come the bytes of one of the structures below. */
struct unit_record_head {
	uint64_t checksum;        /* XXH3-64 of the rest of the record, with the journal's seed */
	uint32_t kind, n_bytes;   /* of what follows */
};

/* A cube is known by the number of such records before its own. */
struct unit_record_cube {
	uint8_t cube[40];         /* corner_perm, corner_ori, edge_perm, edge_ori of struct cube */
	uint32_t min_moves, zero;
};

struct unit_record_unit {
	uint32_t cube, threshold, unit, zero;
	uint64_t n_generated, n_expanded, n_lookups, cpu_ns;
};

struct unit_record_solution {
	uint32_t cube, threshold;
	uint8_t path[SEARCH_MAX_LENGTH];  /* the first `threshold` are used */
};

static_assert(sizeof(struct unit_record_head) == 16 && sizeof(struct unit_record_cube) == 48
              && sizeof(struct unit_record_unit) == 48 && sizeof(struct unit_record_solution) == 48
              && sizeof(struct cube) == 40, "as doc/cluster.md says");
enum { UNIT_RECORD_BYTES = 64 };  /* of every kind */

/** The checksum of a record of UNIT_RECORD_BYTES. */
uint64_t unit_record_checksum(const void *record, uint64_t seed);

/** The header that identifies a journal; text, padded with spaces. */
void unit_journal_header(const struct unit_journal *journal, char text[UNIT_JOURNAL_HEADER_BYTES]);

/** Read header and records of an open file.  @param end  set to where the last sound record ends */
enum unit_journal_status unit_journal_load(int fd, struct unit_journal *out, uint64_t *end, char *detail);

/** Room for one more item. @return false without memory */
bool unit_journal_make_room(void **items, uint64_t n, uint64_t *capacity, size_t size);
#endif
