#include "method/two_phase_near.h"
#include "base/memory.h"

#include <string.h>

struct near_table *near_table_create(const struct coset_distances *d, const uint32_t *numbers, unsigned n_numbers)
{
	struct near_table *const t = memory_alloc_huge(sizeof *t);
	if (t == NULL)
		return NULL;
	memset(t, 0, sizeof *t);
	for (unsigned i = 0; i < n_numbers; i++) {
		uint32_t slot = near_slot(numbers[i]);
		while (t->slots[slot] != 0)
			slot = (slot + 1) & ((1u << NEAR_SLOT_BITS) - 1);
		t->slots[slot] = (uint64_t)numbers[i] << NEAR_MOVES_BITS | coset_moves_nearer(d, coset_of_number(numbers[i]));
	}
	return t;
}
