#include "base/processor.h"

#include <sched.h>
#include <stdio.h>
#include <unistd.h>

#ifdef __x86_64__
#define HAS(feature) __builtin_cpu_supports(feature)
#else
#define HAS(feature) false
#endif

bool processor_has_avx2(void)
{
	/* gcc 12 cannot ask for lzcnt; it came with bmi. */
	return HAS("avx2") && HAS("bmi") && HAS("bmi2") && HAS("popcnt");
}

bool processor_has_avx512(void)
{
	return processor_has_avx2() && HAS("avx512f") && HAS("avx512bw") && HAS("avx512vl") && HAS("avx512dq") && HAS("avx512vbmi")
	       && HAS("avx512vbmi2") && HAS("avx512bitalg") && HAS("avx512vpopcntdq");
}

const char *processor_instructions(void)
{
	return processor_has_avx512() ? "AVX-512" : processor_has_avx2() ? "AVX2" : "portable";
}

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

unsigned processors_usable(void)
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
