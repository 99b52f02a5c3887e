/* What every test includes. */
#ifndef SUPERFLIP_TESTS_SUPPORT_TEST_H
#define SUPERFLIP_TESTS_SUPPORT_TEST_H
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** For each row of an array, of a table of cases mostly: `row` points to it. */
#define array_foreach(row, rows) \
	for (const __typeof__(*(rows)) *row = (rows); row < (rows) + sizeof(rows) / sizeof *(rows); row++)

/** For half turns and for quarter turns. */
#define metric_foreach(m) for (enum metric m = METRIC_HTM; m < N_METRICS; m++)
#endif
