/* What every test includes. */
#ifndef SUPERFLIP_TESTS_SUPPORT_TEST_H
#define SUPERFLIP_TESTS_SUPPORT_TEST_H
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#endif
