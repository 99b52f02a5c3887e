/* musl 1.2.3 has no statx(2): what system_mount_of() reads of it, the mask and the mount (linux/stat.h, offsets 0 and 0x90). */
#ifndef SUPERFLIP_STATX_H
#define SUPERFLIP_STATX_H
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef STATX_MNT_ID
#define STATX_MNT_ID 0x1000U

struct statx {
	uint32_t stx_mask;
	uint8_t before[140];
	uint64_t stx_mnt_id;
	uint8_t after[104];
};

static inline int statx(int directory, const char *path, int flags, unsigned mask, struct statx *out)
{
	return (int)syscall(SYS_statx, directory, path, flags, mask, out);
}
#endif
#endif
