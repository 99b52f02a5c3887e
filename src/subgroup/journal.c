/* The journal of a coset: a header, then the pages of the bitmap that are not empty, each after its number and checksum.
 * Little-endian, as the machine writes it; a machine of the other order finds a version it does not know. */
#include "subgroup/coset.h"

#include "subgroup/member.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

static const char magic[8] = "SFCOSET\n";
enum { JOURNAL_VERSION = 1 };

struct journal_header {
	char magic[8];
	uint32_t version, n_depths, n_exact, begun;
	uint32_t n_pages, reserved;
	uint8_t cube[sizeof(struct cube)];
	uint64_t count[COSET_MAX_DEPTH + 1];
	uint64_t n_found;
	uint64_t checksum;            /* XXH3 of the header before it */
};

struct journal_page {
	uint64_t number, checksum;    /* XXH3 of the PAGE_BYTES that follow */
};

static uint64_t header_checksum(const struct journal_header *h)
{
	return XXH3_64bits(h, offsetof(struct journal_header, checksum));
}

static bool write_all(int fd, const void *bytes, size_t n)
{
	for (size_t done = 0; done < n;) {
		const ssize_t now = write(fd, (const char *)bytes + done, n - done);
		if (now < 0 && errno == EINTR)
			continue;
		if (now <= 0)
			return false;
		done += (size_t)now;
	}
	return true;
}

static bool read_all(int fd, void *bytes, size_t n)
{
	for (size_t done = 0; done < n;) {
		const ssize_t now = read(fd, (char *)bytes + done, n - done);
		if (now < 0 && errno == EINTR)
			continue;
		if (now <= 0)
			return false;
		done += (size_t)now;
	}
	return true;
}

static bool is_empty(const uint8_t *page)
{
	return page[0] == 0 && memcmp(page, page + 1, PAGE_BYTES - 1) == 0;
}

static struct journal_header header_of(const struct coset *coset)
{
	struct journal_header h = {
		.version = JOURNAL_VERSION, .n_depths = coset->n_depths, .n_exact = coset->n_exact, .begun = coset->begun,
		.n_found = coset->n_found,
	};
	memcpy(h.magic, magic, sizeof magic);
	memcpy(h.cube, &coset->cube, sizeof h.cube);
	memcpy(h.count, coset->count, sizeof h.count);
	for (unsigned page = 0; page < N_PAGES; page++)
		h.n_pages += !is_empty(coset->bitmap.page[page]);
	h.checksum = header_checksum(&h);
	return h;
}

static enum coset_status write_pages(const struct coset *coset, int fd)
{
	for (unsigned page = 0; page < N_PAGES; page++) {
		const uint8_t *const bytes = coset->bitmap.page[page];
		if (is_empty(bytes))
			continue;
		const struct journal_page head = {page, XXH3_64bits(bytes, PAGE_BYTES)};
		if (!write_all(fd, &head, sizeof head) || !write_all(fd, bytes, PAGE_BYTES))
			return COSET_IO;
		if (coset->progress != NULL && !coset->progress->tell(coset->progress->context, "writing", page, N_PAGES))
			return COSET_INTERRUPTED;
	}
	return COSET_OK;
}

static enum coset_status write_to(const struct coset *coset, int fd)
{
	const struct journal_header header = header_of(coset);
	if (!write_all(fd, &header, sizeof header))
		return COSET_IO;
	const enum coset_status status = write_pages(coset, fd);
	if (status != COSET_OK)
		return status;
	return fsync(fd) == 0 ? COSET_OK : COSET_IO;
}

enum coset_status coset_journal_write(const struct coset *coset, const char *path)
{
	char temporary[PATH_MAX];
	if (snprintf(temporary, sizeof temporary, "%s.tmp", path) >= (int)sizeof temporary) {
		errno = ENAMETOOLONG;
		return COSET_IO;
	}
	const int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0)
		return COSET_IO;
	enum coset_status status = write_to(coset, fd);
	int error = errno;
	if (close(fd) != 0 && status == COSET_OK) {
		status = COSET_IO;
		error = errno;
	}
	if (status == COSET_OK && rename(temporary, path) == 0)
		return COSET_OK;
	if (status == COSET_OK) {
		status = COSET_IO;
		error = errno;
	}
	unlink(temporary);
	errno = error;
	return status;
}

static bool header_is_sound(const struct journal_header *h)
{
	uint64_t sum = 0;
	for (unsigned d = 0; d <= COSET_MAX_DEPTH; d++)
		sum += h->count[d];
	return memcmp(h->magic, magic, sizeof magic) == 0 && h->version == JOURNAL_VERSION && h->checksum == header_checksum(h) &&
	       h->n_depths <= COSET_MAX_DEPTH + 1 && h->n_exact <= h->n_depths && h->begun <= COSET_BEGUN_EXTENDED &&
	       h->n_pages <= N_PAGES && h->n_found == sum;
}

/* Whether two positions are in the same coset, and the same one of it: the bitmap belongs to the position. */
static bool is_same_cube(const struct journal_header *h, const struct coset *coset)
{
	return memcmp(h->cube, &coset->cube, sizeof h->cube) == 0;
}

static enum coset_status read_pages(struct coset *coset, int fd, unsigned n_pages)
{
	for (unsigned i = 0; i < n_pages; i++) {
		struct journal_page head;
		if (!read_all(fd, &head, sizeof head) || head.number >= N_PAGES)
			return COSET_BAD_JOURNAL;
		uint8_t *const bytes = coset->bitmap.page[head.number];
		if (!read_all(fd, bytes, PAGE_BYTES) || XXH3_64bits(bytes, PAGE_BYTES) != head.checksum)
			return COSET_BAD_JOURNAL;
		if (coset->progress != NULL && !coset->progress->tell(coset->progress->context, "reading", i, n_pages))
			return COSET_INTERRUPTED;
	}
	char more;
	return read(fd, &more, 1) == 0 ? COSET_OK : COSET_BAD_JOURNAL;
}

static enum coset_status read_from(struct coset *coset, int fd)
{
	struct journal_header h;
	if (!read_all(fd, &h, sizeof h) || !header_is_sound(&h))
		return COSET_BAD_JOURNAL;
	if (!is_same_cube(&h, coset))
		return COSET_OTHER_COSET;
	const enum coset_status status = read_pages(coset, fd, h.n_pages);
	if (status != COSET_OK)
		return status;
	coset->n_depths = h.n_depths;
	coset->n_exact = h.n_exact;
	coset->begun = (enum coset_begun)h.begun;
	coset->n_found = h.n_found;
	memcpy(coset->count, h.count, sizeof h.count);
	return COSET_OK;
}

enum coset_status coset_journal_read(struct coset *coset, const char *path)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return errno == ENOENT ? COSET_NO_JOURNAL : COSET_IO;
	const enum coset_status status = read_from(coset, fd);
	close(fd);
	return status;
}
