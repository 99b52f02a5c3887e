/* What every test includes, and of the system what many do. */
#ifndef SUPERFLIP_TESTS_SUPPORT_TEST_H
#define SUPERFLIP_TESTS_SUPPORT_TEST_H
#include "base/array.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/** For half turns and for quarter turns. */
#define metric_foreach(m) for (enum metric m = METRIC_HTM; m < N_METRICS; m++)
#endif
