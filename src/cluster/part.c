#include "cluster/part.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char infix[] = ".part-", infix_of_temporary[] = ".tmp";  /* of shard_create() */

/* The parts of a shard are all files of its directory that begin with its name and an infix. */
struct place {
	char directory[PATH_MAX], name[NAME_MAX + 1];
};

static bool find_place(const char *shard_path, struct place *out)
{
	const char *const slash = strrchr(shard_path, '/');
	const char *const name = slash != NULL ? slash + 1 : shard_path;
	const int length = slash == NULL ? 1 : slash == shard_path ? 1 : (int)(slash - shard_path);
	errno = ENAMETOOLONG;
	return snprintf(out->directory, sizeof out->directory, "%.*s", length, slash != NULL ? shard_path : ".") < PATH_MAX
	       && snprintf(out->name, sizeof out->name, "%s", name) < (int)sizeof out->name;
}

static bool join(const struct place *place, const char *name, const char *suffix, char path[PATH_MAX])
{
	errno = ENAMETOOLONG;
	return snprintf(path, PATH_MAX, "%s/%s%s", place->directory, name, suffix) < PATH_MAX;
}

static bool ends_with(const char *text, const char *end)
{
	const size_t n = strlen(text), n_end = strlen(end);
	return n >= n_end && strcmp(text + n - n_end, end) == 0;
}

/* Call a function with the name of each file that has this infix. */
static bool for_each(const struct place *place, const char *wanted, void (*visit)(void *context, const char *name), void *context)
{
	DIR *const directory = opendir(place->directory);
	const size_t n = strlen(place->name);
	if (directory == NULL)
		return false;
	for (const struct dirent *entry; (entry = readdir(directory)) != NULL;)
		if (strncmp(entry->d_name, place->name, n) == 0 && strncmp(entry->d_name + n, wanted, strlen(wanted)) == 0)
			visit(context, entry->d_name);
	closedir(directory);
	return true;
}

/* ---- the longest part of another run ---- */

struct choice {
	const struct place *place;
	const char *companion, *own;
	char longest[NAME_MAX + 1];
	off_t size;                   /* 0: none */
};

static void choose_longer(void *context, const char *name)
{
	struct choice *const c = context;
	char path[PATH_MAX];
	struct stat part, beside;
	if ((c->companion != NULL && ends_with(name, c->companion)) || !join(c->place, name, "", path) || strcmp(path, c->own) == 0
	    || stat(path, &part) != 0 || part.st_size <= c->size)
		return;
	if (c->companion != NULL && (!join(c->place, name, c->companion, path) || stat(path, &beside) != 0))
		return;
	snprintf(c->longest, sizeof c->longest, "%s", name);
	c->size = part.st_size;
}

static bool copy_bytes(int from, int to)
{
	enum { COPY_BYTES = 1 << 16 };
	char buffer[COPY_BYTES];
	for (ssize_t n; (n = read(from, buffer, sizeof buffer)) != 0;) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		for (ssize_t done = 0; done < n;) {
			const ssize_t now = write(to, buffer + done, (size_t)(n - done));
			if (now < 0 && errno != EINTR)
				return false;
			done += now > 0 ? now : 0;
		}
	}
	return true;
}

/* Copy a file that may still grow. */
static bool copy_file(const char *from_path, const char *to_path)
{
	const int from = open(from_path, O_RDONLY | O_CLOEXEC);
	const int to = from >= 0 ? open(to_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : -1;
	bool is_copied = to >= 0 && copy_bytes(from, to);
	const int error = errno;
	if (from >= 0)
		close(from);
	if (to >= 0)
		is_copied &= close(to) == 0;
	errno = error;
	return is_copied;
}

/* A part that nobody writes any more is not needed beside its copy.  Where locks do not reach other hosts, one may be removed that
 * is still written there: its owner fails or finds the shard whole, and nothing is lost. */
static void remove_if_abandoned(const char *path, const char *lock_path)
{
	const int fd = open(lock_path, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return;
	if (flock(fd, LOCK_EX | LOCK_NB) == 0) {
		unlink(path);
		unlink(lock_path);
	}
	close(fd);
}

static bool adopt(const struct choice *c)
{
	char from[PATH_MAX], from_beside[PATH_MAX], to_beside[PATH_MAX];
	if (!join(c->place, c->longest, "", from))
		return false;
	if (c->companion == NULL) {
		if (!copy_file(from, c->own))
			return false;
		remove_if_abandoned(from, from);
		return true;
	}
	if (!join(c->place, c->longest, c->companion, from_beside)
	    || snprintf(to_beside, sizeof to_beside, "%s%s", c->own, c->companion) >= PATH_MAX)
		return false;
	/* The companion first: what it tells of is then in the part. */
	if (copy_file(from_beside, to_beside) && copy_file(from, c->own)) {
		remove_if_abandoned(from, from_beside);
		return true;
	}
	const int error = errno;
	unlink(to_beside);
	errno = error;
	return false;
}

/* ---- our own ---- */

/* The host's name tells people where a part comes from; that the name is new makes it ours. */
static bool create_own(const char *shard_path, char path[PATH_MAX])
{
	char host[65] = "";
	gethostname(host, sizeof host - 1);
	for (char *c = host; *c != '\0'; c++)
		*c = *c == '/' ? '-' : *c;
	for (unsigned i = 0; i < 10000; i++) {
		errno = ENAMETOOLONG;
		if (snprintf(path, PATH_MAX, "%s%s%s-%ld-%u", shard_path, infix, host, (long)getpid(), i) >= PATH_MAX)
			return false;
		const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd >= 0)
			return close(fd) == 0;
		if (errno != EEXIST)
			return false;
	}
	return false;
}

enum shard_status part_begin(const char *shard_path, const char *companion, char path[PATH_MAX])
{
	struct place place;
	if (!find_place(shard_path, &place) || !create_own(shard_path, path))
		return SHARD_IO;
	/* As part_remove_all() finds it: with the directory. */
	char own[PATH_MAX];
	const char *const slash = strrchr(path, '/');
	if (!join(&place, slash != NULL ? slash + 1 : path, "", own))
		return SHARD_IO;
	struct choice choice = {.place = &place, .companion = companion, .own = own};
	if (!for_each(&place, infix, choose_longer, &choice))
		return SHARD_IO;
	/* A part that vanishes meanwhile was somebody's who is done with it. */
	if (choice.size > 0 && !adopt(&choice) && errno != ENOENT && errno != ESTALE)
		return errno == ENOMEM ? SHARD_NO_MEMORY : SHARD_IO;
	return SHARD_OK;
}

static void remove_one(void *context, const char *name)
{
	char path[PATH_MAX];
	if (join(context, name, "", path))
		unlink(path);
}

void part_remove_all(const char *shard_path)
{
	struct place place;
	if (!find_place(shard_path, &place))
		return;
	for_each(&place, infix, remove_one, &place);
	for_each(&place, infix_of_temporary, remove_one, &place);
}
