/* Inside the coset's mathematics: how cubies are labelled, and what the files that fill coset_tables
 * share. */
#pragma once
#include "coset/math/coset.h"

/* In the order of cube/cube.h: URF UFL ULB UBR DFR DLF DBL DRB; UR UF UL UB DR DF DL DB FR FL BL BR. */
static const uint8_t corner_label[N_CORNERS] = {0, 4, 1, 5, 6, 2, 7, 3};
static const uint8_t edge_label[N_EDGES] = {0, 4, 1, 5, 2, 6, 3, 7, 8, 9, 10, 11};
enum { N_TETRADS = 70 };

extern const uint8_t coset_corner_of_label[N_CORNERS], coset_edge_of_label[N_EDGES];

static inline uint8_t corner_code(unsigned label, unsigned twist)
{
	return (uint8_t)(label | twist << 3);
}

static inline uint8_t edge_code(unsigned label, unsigned flip)
{
	return (uint8_t)(32 | flip << 4 | label);
}

/* The corners with the arrangement within tetrads of another corner coset. */
uint64_t coset_corners_of_corner_coset(uint64_t corners, struct coset_shape shape, unsigned corner_coset);

/* Whether a symmetry permutes the axes oddly. */
static inline bool coset_permutes_axes_oddly(unsigned symmetry)
{
	return coset_tables.even_axes[coset_tables.axes_after_left[symmetry][0]] == COSET_ODD_AXES;
}

/* coset_init() calls these in this order. */
void coset_fill_turns(void);            /* turns.c: moves, edges, flips, subcosets */
void coset_fill_classes(void);          /* classes.c: corner cosets, classes, steps */
