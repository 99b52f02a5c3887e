#include "search/search.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Whole processors that a cgroup grants: quota / period, rounded up; 0 if there is no limit. */
static unsigned cgroup_quota(void)
{
	long long quota = 0, period = 0;
	int n_read = 0;
	FILE *f = fopen("/sys/fs/cgroup/cpu.max", "re");  /* version 2: "max 100000" or "150000 100000" */
	if (f != NULL) {
		n_read = fscanf(f, "%lld %lld", &quota, &period);
		fclose(f);
	}
	if (n_read != 2 || quota <= 0 || period <= 0)
		return 0;
	return (unsigned)((quota + period - 1) / period);
}

unsigned usable_processors(void)
{
	cpu_set_t set;
	CPU_ZERO(&set);
	unsigned n = 0;
	if (sched_getaffinity(0, sizeof set, &set) == 0)
		n = (unsigned)CPU_COUNT(&set);
	if (n == 0) {  /* more processors than the set holds */
		const long online = sysconf(_SC_NPROCESSORS_ONLN);
		n = online > 0 ? (unsigned)online : 1;
	}
	const unsigned quota = cgroup_quota();
	return quota != 0 && quota < n ? quota : n;
}
