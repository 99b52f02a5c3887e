/* Numbers as people read them. */
#include "base/words.h"

#include "support/test.h"

static char text[WORDS_BYTES];

Test(words, one_thing_is_singular_and_any_other_number_plural)
{
	cr_expect_str_eq(words_count(1, "node", text), "1 node");
	cr_expect_str_eq(words_count(0, "node", text), "0 nodes");
	cr_expect_str_eq(words_count(20, "thread", text), "20 threads");
	cr_expect_str_eq(words_count(1, "entry", text), "1 entry");
	cr_expect_str_eq(words_count(2, "entry", text), "2 entries");
	cr_expect_str_eq(words_count(2, "day", text), "2 days");
}

Test(words, bytes_are_told_in_units_of_1024)
{
	cr_expect_str_eq(words_bytes(1023, text), "1023 bytes");
	cr_expect_str_eq(words_bytes(10310, text), "10.1 KiB");
	cr_expect_str_eq(words_bytes(52428800, text), "50.0 MiB");
	cr_expect_str_eq(words_bytes(UINT64_C(3) << 32, text), "12.0 GiB");
}

Test(words, large_numbers_have_words_and_small_ones_all_digits)
{
	cr_expect_str_eq(words_large(0, text), "0");
	cr_expect_str_eq(words_large(0.0412, text), "0.041");
	cr_expect_str_eq(words_large(999999, text), "999999");
	cr_expect_str_eq(words_large(12345678, text), "12.3 million");
	cr_expect_str_eq(words_large(1.234e12, text), "1234.00 billion");
}

Test(words, rates_below_one_have_digits)
{
	cr_expect_str_eq(words_rate(0.0412, text), "0.041");
	cr_expect_str_eq(words_rate(12.34, text), "12.3");
	cr_expect_str_eq(words_rate(0, text), "0.0");
}

Test(words, durations_have_hours_only_if_they_are_that_long)
{
	cr_expect_str_eq(words_duration(0.4, text), "0:00");
	cr_expect_str_eq(words_duration(65, text), "1:05");
	cr_expect_str_eq(words_duration(3600 + 120 + 3, text), "1:02:03");
}
