#include "pdb/file.h"

#include <inttypes.h>
#include <stdio.h>

bool pdb_pages(const struct pdb *pdb, struct pdb_pages *out)
{
	FILE *const maps = fopen("/proc/self/smaps", "re");
	if (maps == NULL)
		return false;
	char line[512];
	bool is_inside = false;
	uint64_t resident_kib = 0, huge_kib = 0;
	while (fgets(line, sizeof line, maps) != NULL) {
		uintptr_t from, to;
		uint64_t kib;
		if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " ", &from, &to) == 2) {
			if (from > (uintptr_t)pdb->mapping)
				break;
			is_inside = (uintptr_t)pdb->mapping < to;
		} else if (is_inside && sscanf(line, "Rss: %" SCNu64, &kib) == 1) {
			resident_kib += kib;
		} else if (is_inside && (sscanf(line, "FilePmdMapped: %" SCNu64, &kib) == 1
		                         || sscanf(line, "AnonHugePages: %" SCNu64, &kib) == 1)) {
			huge_kib += kib;
		}
	}
	fclose(maps);
	*out = (struct pdb_pages){.resident_bytes = resident_kib * 1024, .huge_bytes = huge_kib * 1024};
	return true;
}
