/* Which versions of the files that are compiled once for each instruction set this processor runs. */
#ifndef SUPERFLIP_COORD_INSTRUCTIONS_H
#define SUPERFLIP_COORD_INSTRUCTIONS_H
#include <stdbool.h>

/** Whether it has everything that the Makefile lets the compiler use in files *_avx2.c, or *_avx512.c: some processors have
 * only a part. */
bool instructions_have_avx2(void);
bool instructions_have_avx512(void);

/** The widest of them: "AVX-512", "AVX2" or "portable". */
const char *instructions_widest(void);
#endif
