/* Filter blocks read bit by bit, by what doc/pdb-format.md says of them alone: nothing here is of the code under test. */
#ifndef SUPERFLIP_TESTS_COSET_FILTER_SLOW_READING_H
#define SUPERFLIP_TESTS_COSET_FILTER_SLOW_READING_H
#include <stdbool.h>
#include <stdint.h>

enum { NOWHERE = -1 };

/** The byte of a filter block that has byte `i` of a solution column, or NOWHERE: there are as many columns as 63 bytes have room
 * for, and the last bytes of one more. */
int byte_of_filter_block(unsigned width, unsigned column, unsigned i);

/** How many solution columns are looked at for an equation that begins there: eight at most. */
unsigned columns_from(unsigned width, unsigned begin);

/** Whether a slot passes a test, without subcosets. */
bool passes_slowly(const uint8_t *filter_block, uint64_t slot, uint64_t test);

/** The subcosets in which a slot passes a test: solution columns 2 to 5 are a label's, the others must be right. Of labels that look
 * alike, all may be meant. */
uint32_t subcosets_slowly(const uint8_t *filter_block, uint64_t slot, uint64_t test);
#endif
