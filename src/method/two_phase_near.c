#include "method/two_phase_near.h"
#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The numbers of all cosets that are met, level after level. */
struct meeting {
	const struct coset_distances *cosets;
	struct near_table *table;
	uint32_t *numbers;
	unsigned n_numbers, room;
	bool is_full;                 /* there were more than the table of distances can have */
};

static struct coset_node node_of_number(uint32_t number)
{
	return (struct coset_node){.flipslice_class = number / N_TWISTS, .twist = (uint16_t)(number % N_TWISTS)};
}

static unsigned distance_mod_3(const struct coset_distances *d, struct coset_node node)
{
	return *coset_byte(d, node) >> node.twist % 4 * 2 & 3;
}

/* The moves that lead nearer, as the table of distances has them. */
static uint32_t find_moves(const struct coset_distances *d, struct coset_node node)
{
	const unsigned nearer = (distance_mod_3(d, node) + 2) % 3;
	uint32_t moves = 0;
	for (unsigned m = 0; m < N_MOVES; m++)
		moves |= (uint32_t)(distance_mod_3(d, coset_after(d, node, m)) == nearer) << m;
	return moves;
}

/* Enter a coset under one of its numbers unless it is there. */
static void enter(struct meeting *m, struct coset_node node)
{
	const uint32_t number = node.flipslice_class * N_TWISTS + node.twist;
	uint32_t slot = near_slot(number);
	for (; m->table->slots[slot] != 0; slot = (slot + 1) & ((1u << NEAR_SLOT_BITS) - 1))
		if (m->table->slots[slot] >> NEAR_MOVES_BITS == number)
			return;
	if (m->n_numbers == m->room) {
		m->is_full = true;
		return;
	}
	m->numbers[m->n_numbers++] = number;
	m->table->slots[slot] = (uint64_t)number << NEAR_MOVES_BITS | find_moves(m->cosets, node);
}

/* Enter the neighbours of a coset that are farther, under all numbers that they have. */
static void enter_farther(struct meeting *m, struct coset_node node)
{
	const struct phase1_tables *const t = m->cosets->coordinates;
	const unsigned farther = (distance_mod_3(m->cosets, node) + 1) % 3;
	for (unsigned move = 0; move < N_MOVES; move++) {
		const struct coset_node next = coset_after(m->cosets, node, move);
		if (distance_mod_3(m->cosets, next) != farther)
			continue;
		for (unsigned s = t->stabiliser[next.flipslice_class]; s != 0; s &= s - 1)
			enter(m, (struct coset_node){
				.flipslice_class = next.flipslice_class, .twist = t->twist_conjugate[next.twist][__builtin_ctz(s)]});
	}
}

struct near_table *near_table_create(const struct coset_distances *d)
{
	enum { ROOM = (1 << NEAR_SLOT_BITS) * 3 / 4 };
	struct meeting m = {
		.cosets = d, .table = memory_alloc_huge(sizeof *m.table), .numbers = malloc(ROOM * sizeof *m.numbers), .room = ROOM,
	};
	if (m.table == NULL || m.numbers == NULL) {
		free(m.numbers);
		free(m.table);
		return NULL;
	}
	memset(m.table, 0, sizeof *m.table);
	enter_farther(&m, coset_of_cube(d, &cube_solved));
	unsigned first = 0;
	for (unsigned level = 1; level < NEAR_DISTANCE; level++) {
		const unsigned end = m.n_numbers;
		for (; first < end; first++)
			enter_farther(&m, node_of_number(m.numbers[first]));
	}
	free(m.numbers);
	if (m.is_full) {
		errno = EINVAL;
		free(m.table);
		return NULL;
	}
	return m.table;
}
