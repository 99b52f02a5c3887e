/* The verification stamp: a small file beside a table that says which file was checked. */
#include "base/file.h"
#include "base/system.h"
#include "pdb/check.h"
#include "pdb/directory.h"

#include <time.h>

enum { TEXT_MAX = 512 };
static const int64_t max_age_s = 7 * 86400;

/* What must be found again byte for byte; the time of the check follows.  False: this machine has no
 * stamps. */
static bool describe(const char *path, const struct pdb_header *header, const struct stat *file,
                     char text[TEXT_MAX])
{
	char boot_id[SYSTEM_BOOT_ID_SIZE];
	if (!system_boot_id(boot_id))
		return false;
	snprintf(text, TEXT_MAX,
	         "superflip-checked/2 header %016" PRIx64 " size %" PRIu64 " inode %" PRIu64 " mtime %" PRId64
	         ".%09ld ctime %" PRId64 ".%09ld boot %s mount %" PRIu64 " at ",
	         header->header_checksum, (uint64_t)file->st_size, (uint64_t)file->st_ino,
	         (int64_t)file->st_mtim.tv_sec, file->st_mtim.tv_nsec, (int64_t)file->st_ctim.tv_sec,
	         file->st_ctim.tv_nsec, boot_id, system_mount_of(path));
	return true;
}

enum { MAX_PLACES = 2 };

/* Where the stamp of a table may be: beside it, else in the cache directory, where tables of one name are
 * told apart by the place where they are.  @return how many places there are */
static unsigned find_places(const char *table, char places[MAX_PLACES][PATH_MAX])
{
	char directory[PATH_MAX];
	unsigned n = snprintf(places[0], PATH_MAX, "%s.checked", table) < PATH_MAX;
	char *const real = pdb_cache_directory(directory) == STATUS_OK ? realpath(table, NULL) : NULL;
	if (real != NULL)
		n += snprintf(places[n], PATH_MAX, "%s/%s.%016" PRIx64 ".checked", directory, strrchr(real, '/') + 1,
		              pdb_checksum(real, strlen(real))) < PATH_MAX;
	free(real);
	return n;
}

/* Whether a stamp has the text, and is not older than a week. */
static bool holds(const char *path, const char *text)
{
	char found[TEXT_MAX];
	const size_t n_text = strlen(text);
	const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return false;
	const ptrdiff_t n = file_read_at(fd, found, sizeof found - 1, 0);
	close(fd);
	if (n <= (ptrdiff_t)n_text || memcmp(found, text, n_text) != 0)
		return false;
	found[n] = '\0';
	char *end;
	const int64_t age_s = (int64_t)time(NULL) - strtoll(found + n_text, &end, 10);
	return strcmp(end, "\n") == 0 && age_s >= 0 && age_s <= max_age_s;
}

bool pdb_stamp_is_valid(const char *path, const struct pdb_header *header, const struct stat *file)
{
	char text[TEXT_MAX], places[MAX_PLACES][PATH_MAX];
	if (!describe(path, header, file, text))
		return false;
	for (unsigned n = find_places(path, places), i = 0; i < n; i++)
		if (holds(places[i], text))
			return true;
	return false;
}

void pdb_stamp_write(const char *path, const struct pdb_header *header, const struct stat *file, bool is_ours)
{
	char text[TEXT_MAX], places[MAX_PLACES][PATH_MAX], directory[PATH_MAX];
	unsigned n_made;
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	/* A file that is being written to may get other bytes without another time. */
	const bool may_still_change = now.tv_sec - file->st_mtim.tv_sec < 2 && now.tv_sec >= file->st_mtim.tv_sec;
	if ((!is_ours && may_still_change) || !describe(path, header, file, text))
		return;
	const size_t n_text = strlen(text);
	snprintf(text + n_text, sizeof text - n_text, "%" PRId64 "\n", (int64_t)time(NULL));
	for (unsigned n = find_places(path, places), i = 0; i < n; i++) {
		if (i > 0 && (pdb_cache_directory(directory) != STATUS_OK
		              || pdb_directory_make(directory, &n_made) != STATUS_OK))
			return;
		if (file_write_whole(places[i], true, text, strlen(text)) == 0)
			return;
	}
}

void pdb_stamp_remove(const char *path)
{
	char places[MAX_PLACES][PATH_MAX];
	for (unsigned n = find_places(path, places), i = 0; i < n; i++)
		unlink(places[i]);
}
