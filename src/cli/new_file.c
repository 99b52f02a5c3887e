#include "cli/new_file.h"

#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int fail(const char *path, int error)
{
	errno = error;
	return complain_of_errno(path);
}

/* What the umask permits; mkstemp() would permit the owner alone. */
static mode_t usual_mode(void)
{
	const mode_t mask = umask(0);
	umask(mask);
	return 0666 & ~mask;
}

static int open_descriptor(struct new_file *f, bool is_device)
{
	if (is_device)
		return open(f->path, O_WRONLY | O_CLOEXEC);
	if (asprintf(&f->temporary, "%s.XXXXXX", f->path) < 0) {
		f->temporary = NULL;
		return -1;
	}
	const int fd = mkostemp(f->temporary, O_CLOEXEC);
	if (fd >= 0)
		fchmod(fd, usual_mode());
	return fd;
}

/* What bears the name already. */
static int check_name(const char *path, bool may_overwrite, bool *is_device)
{
	struct stat there;
	const bool exists = stat(path, &there) == 0;
	*is_device = exists && !S_ISREG(there.st_mode);
	if (exists && S_ISDIR(there.st_mode))
		complain("%s: is a directory; name a file", path);
	else if (exists && !*is_device && !may_overwrite)
		complain("%s: exists; --force replaces it", path);
	else
		return EXIT_SOLVED;
	return EXIT_TABLE;
}

int new_file_check(const char *path, bool may_overwrite)
{
	bool is_device;
	const int status = check_name(path, may_overwrite, &is_device);
	char *const copy = strdup(path);
	if (status != EXIT_SOLVED || is_device || copy == NULL || access(dirname(copy), W_OK) == 0) {
		free(copy);
		return status;
	}
	const int error = errno;
	free(copy);
	return fail(path, error);
}

int new_file_begin(const char *path, bool may_overwrite, struct new_file *out)
{
	bool is_device;
	const int status = check_name(path, may_overwrite, &is_device);
	if (status != EXIT_SOLVED)
		return status;
	struct new_file f = {.path = path};
	const int fd = open_descriptor(&f, is_device);
	f.file = fd >= 0 ? fdopen(fd, "w") : NULL;
	if (f.file != NULL) {
		*out = f;
		return EXIT_SOLVED;
	}
	const int error = errno;
	if (fd >= 0) {
		close(fd);
		if (f.temporary != NULL)
			unlink(f.temporary);
	}
	free(f.temporary);
	return fail(path, error);
}

/* A rename survives a power cut once its directory is on the disk. */
static void sync_directory_of(const char *path)
{
	char *const copy = strdup(path);
	const int fd = copy != NULL ? open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
	if (fd >= 0) {
		fsync(fd);
		close(fd);
	}
	free(copy);
}

int new_file_end(struct new_file *f, bool keeps)
{
	int error = keeps && (fflush(f->file) != 0 || ferror(f->file)) ? errno : 0;
	if (keeps && error == 0 && f->temporary != NULL && fsync(fileno(f->file)) != 0)
		error = errno;
	if (fclose(f->file) != 0 && keeps && error == 0)
		error = errno;
	if (keeps && error == 0 && f->temporary != NULL) {
		if (rename(f->temporary, f->path) == 0)
			sync_directory_of(f->path);
		else
			error = errno;
	}
	if (f->temporary != NULL && (!keeps || error != 0))
		unlink(f->temporary);
	free(f->temporary);
	return error != 0 ? fail(f->path, error) : EXIT_SOLVED;
}
