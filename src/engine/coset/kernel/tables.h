/* Constant tables of the coset kernel for one metric: which turns of an axis are children, and how they
 * combine. */
#pragma once
#include "coset/kernel/node.h"

enum {
	N_PASSING = 16,
	N_COMBINATIONS = 11,
	MAX_SIBLINGS = N_AXES_LEFT * AXIS_STEPS,
	MAX_COMBINED = 4,                       /* moves of an axis at once: two faces twice, in quarter turns */
};

/* One way to turn both faces of an axis, or one face twice, as a sequence of single turns. */
struct combination {
	uint8_t n;                              /* turns, and moves */
	bool is_odd[2];                         /* an odd number of quarter turns of that face */
	uint8_t turn[2][MAX_COMBINED];          /* 0-5; the first face first, and the second */
	uint16_t needed;                        /* bits of combining_row() */
};

/* Node axes that are reached from one source: those of a node, or of all children by steps of a node, two of
 * each child.  The tables are by the last axis of the source. */
struct node_axes {
	unsigned n, reciprocal;                 /* the latter: 2^16 divided by n, rounded up */
	/* Of each child: record_number_after(); whether quarter turns of an odd number lead to its node axes. */
	uint8_t number[MAX_SIBLINGS], parity[MAX_SIBLINGS];
	uint8_t axis[COSET_AXES + 1][N_AXES_LEFT * MAX_SIBLINGS];
	/* As coset_tables.quarter_relabel, from the source's codes, and those of corner labels alone. */
	_Alignas(64) uint8_t labels[COSET_AXES + 1][N_AXES_LEFT * MAX_SIBLINGS + 4][N_CORNERS];
	_Alignas(64) uint8_t relabel[COSET_AXES + 1][N_AXES_LEFT * MAX_SIBLINGS][64];
};

/* The source of a node axis. */
static inline unsigned node_axes_source(const struct node_axes *t, unsigned node_axis)
{
	return node_axis * t->reciprocal >> 16;
}

struct kernel_tables {
	uint8_t single_turns;                   /* of an axis, as bits */
	unsigned batch;                         /* nodes that go through the stages together */
	/* Steps of an axis, as bits, whose inverse is within the bound, by bits: 0 quarter turns of the first
	 * face, 1 half turns, 2 quarter turns of the second face; 3 says that the faces change places in the
	 * frame. */
	uint16_t passing_steps[N_PASSING];
	struct combination combination[N_COMBINATIONS];
	uint16_t passing_combinations[1 << 10]; /* as bits, by combining_row() */
	uint8_t sibling_turn[MAX_SIBLINGS];     /* the steps after a node: axis << 4 | step of the axis */
	struct node_axes of_node, of_siblings;
	uint8_t written[COSET_TURNS], number[N_AXIS_TURNS];  /* how a turn stands in a unit of work
	                                                      * (search/work.h), and back */
};

/** Fill tables that are all 0 for a metric (enum coset_metric), after coset_init(). */
void kernel_tables_fill(struct kernel_tables *t, unsigned metric);
