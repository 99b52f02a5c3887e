#include "base/processor.h"

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
	return processor_has_avx2() && HAS("avx512f") && HAS("avx512bw") && HAS("avx512vl") && HAS("avx512dq")
	       && HAS("avx512vbmi") && HAS("avx512vbmi2") && HAS("avx512bitalg") && HAS("avx512vpopcntdq")
	       && HAS("gfni");
}

const char *const processor_level_name[PROCESSOR_LEVELS] = {"AVX-512", "AVX2", "portable"};

unsigned processor_level(void)
{
	return processor_has_avx512() ? PROCESSOR_AVX512
	       : processor_has_avx2() ? PROCESSOR_AVX2
	                              : PROCESSOR_PORTABLE;
}
