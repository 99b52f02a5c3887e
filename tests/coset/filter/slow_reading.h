/* Filter blocks read bit by bit, by what doc/pdb-format.md says of them alone: nothing here is of the code
 * under test. */
#ifndef SUPERFLIP_TESTS_COSET_FILTER_SLOW_READING_H
#define SUPERFLIP_TESTS_COSET_FILTER_SLOW_READING_H
#include <stdbool.h>
#include <stdint.h>

/** Whether a slot passes a test, without subcosets. */
bool passes_slowly(const uint8_t *filter_block, uint64_t slot, uint64_t test);

/** The subcosets that a label stands for: the even one with its number and that one's neighbours, or all. */
uint32_t label_subcosets(unsigned label);

/** The subcosets in which a slot passes a test: solution columns 2 to 5 are a label's, the others must be
 * right. Of labels that look alike, all may be meant. */
uint32_t subcosets_slowly(const uint8_t *filter_block, uint64_t slot, uint64_t test);
#endif
