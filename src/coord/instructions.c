#include "coord/instructions.h"

#ifdef __x86_64__
bool instructions_have_avx2(void)
{
	/* gcc 12 cannot ask for lzcnt; it came with bmi. */
	return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")
	       && __builtin_cpu_supports("popcnt");
}

bool instructions_have_avx512(void)
{
	return instructions_have_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")
	       && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq")
	       && __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2")
	       && __builtin_cpu_supports("avx512bitalg") && __builtin_cpu_supports("avx512vpopcntdq");
}
#else
bool instructions_have_avx2(void)
{
	return false;
}

bool instructions_have_avx512(void)
{
	return false;
}
#endif

const char *instructions_widest(void)
{
	return instructions_have_avx512() ? "AVX-512" : instructions_have_avx2() ? "AVX2" : "portable";
}
