#include "cli/cli.h"

int new_file_complain(const char *path, int error)
{
	if (error == ENXIO && interrupted_by() != 0)
		return interrupted_by();
	const char *const why = error == EEXIST        ? "exists; --force replaces it"
	                        : error == EISDIR      ? "is a directory; name a file"
	                        : error == EWOULDBLOCK ? "another run is writing it; wait for its end"
	                                               : strerror(error);
	return complain_and(error == ENOMEM ? EXIT_MEMORY : EXIT_TABLE, "%s: %s", path, why);
}

int new_file_complain_of_log(const struct log_words words[N_STATUS], const char *path, enum status status,
                             const char *detail)
{
	if (status == STATUS_OK)
		return EXIT_SOLVED;
	if (words[status].format != NULL)
		return complain_and(words[status].exit_status, words[status].format, path, detail);
	return status == STATUS_NO_MEMORY ? complain_of_memory() : complain_of_errno(path);
}

int new_file_check(const char *path, bool may_overwrite)
{
	const int error = file_check(path, may_overwrite);
	return error == 0 ? EXIT_SOLVED : new_file_complain(path, error);
}

int new_file_stage(const char *path, bool may_overwrite, struct staged_file *out)
{
	static const struct timespec pause = {.tv_nsec = 50000000};
	struct stat there;
	int error;
	while ((error = file_stage(path, may_overwrite, out)) == ENXIO && interrupted_by() == 0
	       && stat(path, &there) == 0 && S_ISFIFO(there.st_mode))
		nanosleep(&pause, NULL);
	return error;
}

int new_file_begin(const char *path, bool may_overwrite, struct new_file *out)
{
	struct new_file f = {.path = path};
	int error = new_file_stage(path, may_overwrite, &f.staged);
	if (error != 0)
		return new_file_complain(path, error);
	const int copy = fcntl(f.staged.fd, F_DUPFD_CLOEXEC, 0);
	f.file = copy >= 0 ? fdopen(copy, "w") : NULL;
	if (f.file != NULL) {
		*out = f;
		return EXIT_SOLVED;
	}
	error = errno;
	if (copy >= 0)
		close(copy);
	file_discard(&f.staged);
	return new_file_complain(path, error);
}

int new_file_end(struct new_file *f, bool keeps)
{
	errno = EIO;  /* of ferror(), where the reason is no longer known */
	int error = keeps && (fflush(f->file) != 0 || ferror(f->file)) ? errno : 0;
	if (fclose(f->file) != 0 && keeps && error == 0)
		error = errno;
	if (keeps && error == 0)
		error = file_publish(&f->staged);
	else
		file_discard(&f->staged);
	return error == 0 ? EXIT_SOLVED : new_file_complain(f->path, error);
}
