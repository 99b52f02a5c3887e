#include "pdb/message.h"

#include "pdb/file.h"
#include "pdb/generate.h"

#include <sys/stat.h>

const char *pdb_status_text(enum status status)
{
	static const char *const status_text[N_STATUS] = {
		[STATUS_OK] = "sound",
		[STATUS_MISSING] = "no such table",
		[STATUS_IO] = "input/output error",
		[STATUS_FOREIGN] = "not a pattern database",
		[STATUS_BAD_VERSION] = "another format version",
		[STATUS_BAD_HEADER] = "the header is damaged",
		[STATUS_DIFFERENT] = "not the table that its name says",
		[STATUS_TRUNCATED] = "truncated or extended",
		[STATUS_UNFINISHED] = "half written, with zeros for data",
		[STATUS_DAMAGED] = "the entries do not match their checksum",
		[STATUS_CHANGED] = "was written to while it was in use",
		[STATUS_WRONG_DEPTHS] = "the entries by depth are not as expected",
		[STATUS_LOCKED] = "being built by another process",
		[STATUS_NO_SPACE] = "not enough disk space",
		[STATUS_NO_MEMORY] = "not enough memory",
		[STATUS_INTERRUPTED] = "interrupted",
	};
	return status_text[status];
}

void pdb_message_of(const char *fault, enum status status, const char *path, const struct pdb_key *want,
                    char message[PDB_MESSAGE_MAX])
{
	const int n = snprintf(message, PDB_MESSAGE_MAX, "%.*s: %s", PATH_MAX, path, fault);
	if (status == STATUS_NO_SPACE && want != NULL)
		snprintf(message + n, (size_t)(PDB_MESSAGE_MAX - n), "; %" PRIu64 " bytes are needed",
		         pdb_key_file_bytes(*want));
	else if (status == STATUS_NO_MEMORY && want != NULL)
		snprintf(message + n, (size_t)(PDB_MESSAGE_MAX - n), "; about %" PRIu64 " MB are needed",
		         pdb_generate_memory_bytes(*want, 1) / 1000000 + 1);
}

void pdb_message(enum status status, const char *path, const struct pdb_key *want,
                 char message[PDB_MESSAGE_MAX])
{
	char fault[256];
	if (status == STATUS_IO) {
		pdb_message_of(strerror(errno), status, path, want, message);
		return;
	}
	/* What the message quotes from the file is read again. */
	struct pdb_header header;
	struct stat file;
	const enum status now = pdb_describe(path, &header);
	const uint64_t file_bytes = stat(path, &file) == 0 && S_ISREG(file.st_mode) ? (uint64_t)file.st_size : 0;
	/* A file that ends within its header is STATUS_TRUNCATED, too, but leaves nothing to quote. */
	const bool has_header = (now == STATUS_OK || now == STATUS_TRUNCATED) && file_bytes >= PDB_HEADER_BYTES;
	if (status == STATUS_BAD_VERSION) {
		snprintf(fault, sizeof fault, "format version %" PRIu32 ", this build reads %u", header.version,
		         pdb_format_version(header.coordinate));
	} else if (status == STATUS_TRUNCATED && has_header) {
		const uint64_t expected = pdb_header_file_bytes(&header);
		snprintf(fault, sizeof fault, "%s, %" PRIu64 " bytes instead of %" PRIu64,
		         file_bytes < expected ? "truncated" : "too long", file_bytes, expected);
	} else if (status == STATUS_TRUNCATED) {
		snprintf(fault, sizeof fault, "truncated after %" PRIu64 " bytes, within the header", file_bytes);
	} else if (status == STATUS_DIFFERENT && has_header) {
		char name[COORDINATE_NAME_MAX];
		coordinate_name(pdb_header_key(&header).coordinate, name);
		snprintf(fault, sizeof fault, "holds the table %s in the metric %s", name,
		         metric_name[header.metric]);
	} else {
		snprintf(fault, sizeof fault, "%s", status == STATUS_DIFFERENT
		         ? "holds a table that this build does not know" : pdb_status_text(status));
	}
	pdb_message_of(fault, status, path, want, message);
}
