/* Numbers as people read them. */
#pragma once
#include <stdint.h>

enum { WORDS_BYTES = 48 };

/** "1 cube", "2 cubes", "0 entries".  @param noun  singular, shorter than 24 characters  @return text */
const char *words_count(uint64_t n, const char *noun, char text[WORDS_BYTES]);

/** The same where a message is put together: the text lasts as long as the block. */
#define words_of(n, noun) words_count((n), (noun), (char[WORDS_BYTES]){0})

/** "0.04", "999999", "12.3 million", "1.23 billion".  @return text */
const char *words_large(double n, char text[WORDS_BYTES]);

/** "8 bytes", "10.1 KiB", "82.7 MiB", "7.9 GiB".  @return text */
const char *words_bytes(uint64_t n, char text[WORDS_BYTES]);

/** "12.3", "0.04", "0.0": what there is a second.  @return text */
const char *words_rate(double n, char text[WORDS_BYTES]);

/** "0:05", "1:02:03".  @return text */
const char *words_duration(double seconds, char text[WORDS_BYTES]);
