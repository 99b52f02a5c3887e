#include "pdb/reading.h"

#include "pdb/file.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int pdb_open_for_reading(const char *path)
{
	return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

enum pdb_status pdb_status_of_reading(void)
{
	return errno == ENOENT || errno == ENOTDIR ? PDB_MISSING : errno == ENOMEM ? PDB_NO_MEMORY : PDB_IO;
}

enum pdb_status pdb_describe(const char *path, struct pdb_header *out)
{
	const int fd = pdb_open_for_reading(path);
	if (fd < 0)
		return pdb_status_of_reading();
	const enum pdb_status status = pdb_header_read(fd, out);
	const int error = errno;
	close(fd);
	errno = error;
	return status;
}
