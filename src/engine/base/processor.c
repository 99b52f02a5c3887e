#include "base/processor.h"

#ifdef __x86_64__
#define HAS(feature) __builtin_cpu_supports(feature)
#else
#define HAS(feature) false
#endif

const char *const processor_level_name[PROCESSOR_LEVELS] = {"AVX-512", "AVX2", "portable"};

unsigned processor_level(void)
{
	/* gcc 12 cannot ask for lzcnt; it came with bmi. */
	if (!(HAS("avx2") && HAS("bmi") && HAS("bmi2") && HAS("popcnt")))
		return PROCESSOR_PORTABLE;
	return HAS("avx512f") && HAS("avx512bw") && HAS("avx512vl") && HAS("avx512dq") && HAS("avx512vbmi")
	               && HAS("avx512vbmi2") && HAS("avx512bitalg") && HAS("avx512vpopcntdq") && HAS("gfni")
	           ? PROCESSOR_AVX512 : PROCESSOR_AVX2;
}
