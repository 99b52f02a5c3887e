/* Constant tables of the coset kernel for one metric: which turns of an axis are children, and how they
 * combine. */
#ifndef SUPERFLIP_COSET_KERNEL_TABLES_H
#define SUPERFLIP_COSET_KERNEL_TABLES_H
#include "coset/kernel/node.h"
#include "cube/move.h"

enum {
	N_PASSING = 16, N_ROWS = 1024,
	N_COMBINATIONS = 11,
	MAX_SIBLINGS = N_AXES_LEFT * AXIS_STEPS,
	MAX_COMBINED = 4,                       /* moves of an axis at once: two faces twice, in quarter turns */
};

/* One way to turn both faces of an axis, or one face twice, as a sequence of single turns. */
struct combination {
	uint8_t n;                              /* turns, and moves */
	bool is_odd[2];                         /* an odd number of quarter turns of that face */
	uint8_t turn[2][MAX_COMBINED];          /* 0-5; the first face first, and the second */
};

struct kernel_tables {
	unsigned metric;                        /* enum coset_metric */
	uint8_t single_turns;                   /* of an axis, as bits */
	unsigned batch;                         /* nodes that go through the stages together */
	/* Single turns whose inverse is within the bound, by bits: 0 quarter turns of the first face, 1 half
	 * turns, 2 quarter turns of the second face; 3 says that the faces change places in the frame. */
	uint8_t n_passing[N_PASSING], passing_turns[N_PASSING][TURNS];
	/* The same of turns of both faces that are one step, by their numbers among those of the axis. */
	uint8_t n_passing_pairs[N_PASSING], passing_pairs[N_PASSING][COSET_AXIS_PAIRS];
	struct combination combination[N_COMBINATIONS];
	/* Numbers of the combinations that may pass, by the unpruned single turns and what combining_row()
	 * adds. */
	struct { _Alignas(16) uint8_t n, number[15]; } passing_combinations[N_ROWS];
	_Alignas(16) uint8_t quarter_labels[COSET_AXES + 1][N_AXES_LEFT * 8];  /* codes of corner labels after
	                                                                        * their turns */
	/* Siblings: the steps after a node, axis << 4 | step of the axis, and which of its inverse's values each
	 * child has. */
	unsigned n_siblings;
	uint8_t sibling_turn[MAX_SIBLINGS], sibling_value[MAX_SIBLINGS];
	/* What the node axes of siblings are after their parent: whether quarter turns of an odd number lead
	 * there, and, by the parent's last axis, their axes, codes of corner labels, and tables as
	 * coset_tables.quarter_relabel. */
	uint8_t node_axis_parity[N_AXES_LEFT * MAX_SIBLINGS],
		node_axis_axis[COSET_AXES][N_AXES_LEFT * MAX_SIBLINGS];
	_Alignas(64) uint8_t node_axis_labels[COSET_AXES][N_AXES_LEFT * MAX_SIBLINGS + 4][8];
	_Alignas(64) uint8_t node_axis_relabel[COSET_AXES][N_AXES_LEFT * MAX_SIBLINGS][64];
	uint8_t written[COSET_TURNS], number[N_AXIS_TURNS];  /* how a turn stands in a unit of work
	                                                      * (search/work.h), and back */
};

/** The tables of a metric (enum coset_metric): constant after the first call, which needs coset_init().
 * Thread-safe. */
const struct kernel_tables *kernel_tables(unsigned metric);
#endif
