/* What the coset kernel keeps: nodes and their queues, groups in work, and tables of its own. */
#ifndef SUPERFLIP_COSET_KERNEL_STATE_H
#define SUPERFLIP_COSET_KERNEL_STATE_H
#include "coset/family.h"
#include "coset/filter/read.h"
#include "coset/kernel/asking.h"
#include "coset/kernel/sequences.h"
#include "search/kernels.h"

#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>

enum {
	GROUP = 128,                            /* nodes; half of it is 5 % slower, twice as many are not faster */
	MAX_LEFT = 23,                          /* as many moves as a node has room for */
	ALL_NEIGHBOURS = (1 << COSET_AXES) - 1,
	N_AXES_LEFT = 2,
	N_BRANCHES = N_AXES_LEFT * GROUP,       /* a node and one of its axes */
	TURNS = 6,                              /* of an axis */
	N_COMBINATIONS = 11,
	MAX_LIST = N_BRANCHES * TURNS,
	APPENDED_AT_ONCE = (12 + 2) * GROUP,    /* survivors of a group, and what waited untested */
	/* A queue is expanded as soon as it has a group, after which two groups above may have sent 12 or 22 times as many,
	 * tested and untested: 45 groups.  It has room for as many before them where there are no nodes any more, for one
	 * under way, and for what is appended before and after a gap could be closed. */
	QUEUE_MOVED_AT = 16 * GROUP,
	QUEUE_NODES = (2 * 45 + 1) * GROUP + 2 * APPENDED_AT_ONCE + 64,
	QUEUE_UNTESTED = 48 * GROUP + 64,
	N_PASSING = 16, N_ROWS = 1024,
	MAX_COMBINED = 4,                       /* turns of an axis: two faces twice, in quarter turns */
	ROOTS_AT_ONCE = 2 * GROUP,
	MAX_COMPARED = 4,                       /* copies of a class that are compared each time */
	COMPARED_LOG2 = 14, TIED_LOG2 = 12,
	N_CHILDREN = N_AXES_LEFT * TURNS,       /* of a family, at most */
	MAX_FAMILIES = 4 * GROUP,               /* a power of two; two groups of parents may be under way, and few others wait */
	HUGE_PAGE = 2 << 20,
	/* Tables from here on, until trials tell (coset/kernel/asking.h): addresses are translated so slowly that asking for a few
	 * lines at a time hides nothing. */
	ASKED_AT_ONCE_GIB = 4,
	CLASS_BITS = 12, CLASS_MASK = (1 << CLASS_BITS) - 1, ORIGIN_MASK = (1 << ORIGIN_BITS) - 1,
};
static_assert((int)COSET_CLASSES <= (int)CLASS_MASK && CLASS_BITS + (int)ORIGIN_BITS == 32, "they share four bytes");
static_assert((int)MAX_LIST <= (int)COSET_READ_MAX, "all candidates are read at once");

/* One cache line; cubes are packed as in coset/math/coset.h. */
struct node {
	_Alignas(64) uint8_t edges[12];         /* in the frame */
	uint8_t value;                          /* of the inverse */
	uint8_t axis;                           /* of the last moves */
	uint8_t frame;                          /* the symmetry from the right that leads there */
	uint8_t place;                          /* in the frame: the table's part, and, with layers, axes << 3 */
	uint32_t class : CLASS_BITS, origin : ORIGIN_BITS;  /* the latter as in struct subtree */
	uint8_t path_a[12];
	uint8_t inverse_edges[12], path_b[4];
	uint8_t inverse_corners[8], path_c[7];
	uint8_t near;                           /* with layers: of the inverse's neighbours, those that may be near */
};

static_assert(sizeof(struct node) == OPENING_NODE_BYTES, "nodes are copied to the frontier and back");

/* Where in a node its moves since the subtree's root are. */
static const uint8_t path_byte[MAX_LEFT] = {
	20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 44, 45, 46, 47, 56, 57, 58, 59, 60, 61, 62,
};

/* A cube and its inverse, not in a frame. */
struct loose_cube {
	_Alignas(16) uint8_t edges[16], inverse_edges[16];
	uint64_t corners, inverse_corners;
};

struct queue {
	struct node *node;                      /* tested: node[head] to before node[tail] */
	struct node *untested;                  /* see make_untested() */
	unsigned head, tail, n_untested;
};

/* A node with one move left more than the cap, and what is known of its children by a single turn.  By their bounds all of
 * them survive, but few have children that do, and only these are made (make_passing_children()). */
struct family {
	struct node parent;
	uint8_t value[N_CHILDREN];              /* of their inverses; */
	uint8_t near[N_AXES_LEFT][2];           /* with layers, behind quarter turns of either face of an axis */
	bool has_origins;                       /* one for each turn, by next_turn() */
	uint32_t origin;                        /* the first of them, or that of all */
};

/* Families first in, first out. */
struct families {
	unsigned head, tail;                    /* numbers of families, which are here modulo MAX_FAMILIES */
	struct family family[MAX_FAMILIES];
};

/* What the stages of one group hand to each other. */
struct group {
	unsigned left, n, n_untested, n_candidates, n_survivors;
	bool is_split;                          /* its nodes are parts of openings (coset/kernel/frontier.h) */
	bool is_swept;                          /* a sweep has found its nodes, and the values of their inverses (sweep.h) */
	unsigned n_families, first_family;      /* if any, its nodes are their children in turn, made if they are needed */
	const struct node *node;                /* n of them, in their queue, or here: */
	struct node made[GROUP];
	struct node untested[N_BRANCHES];
	/* Group << 32 | index within it; once located, where that stands (coset/filter/read.h). */
	uint64_t inverse_entry[N_BRANCHES + 64], entry[MAX_LIST + 64], untested_entry[N_BRANCHES + 64];
	uint32_t inverse_slot[N_BRANCHES + 64], slot[MAX_LIST + 64], untested_slot[N_BRANCHES + 64];
	struct coset_low inverse_low, low, untested_low;
	bool inverses_are_begun, candidates_are_begun;  /* to be read */
	/* With layers: as coset_two_layers() has them, at first some bits only; values of the inverses behind quarter turns of
	 * an axis' second face; and in which layers these cosets are near at all. */
	uint16_t inverse_layers[N_BRANCHES + 64], layers[MAX_LIST + 64], untested_layers[N_BRANCHES + 64];
	_Alignas(64) uint8_t second_value[N_BRANCHES], no_value[MAX_LIST + 64];
	uint32_t inverse_near[N_BRANCHES + 64], no_near[MAX_LIST + 64];
	/* Where an inverse's coset is in several of its layers: those in the frame, and what each of these counts as. */
	bool is_tied[N_BRANCHES];
	uint16_t layers_there[N_BRANCHES], tied[N_BRANCHES + 64];  /* the latter: numbers of branches */
	uint8_t axis[N_BRANCHES];               /* of each branch */
	uint8_t least_layer[N_BRANCHES][COSET_LAYERS];
	/* Ways into frames: of the inverses, of the untested, of the candidates. */
	_Alignas(64) uint32_t inverse_word[N_BRANCHES], word[MAX_LIST + 16];
	_Alignas(64) uint64_t inverse_corners[N_BRANCHES];  /* a quarter turn away */
	uint64_t inverse_begin[N_BRANCHES];
	_Alignas(64) uint8_t node_value[N_BRANCHES];  /* of the inverse of each branch's node */
	_Alignas(64) uint8_t inverse_value[N_BRANCHES], value[MAX_LIST + 64], untested_value[N_BRANCHES];
	_Alignas(64) uint16_t candidate[MAX_LIST + 64], survivor[MAX_LIST + 64];  /* branch << 5 | move, as seen in the frame */
	uint16_t passing[N_BRANCHES + 64];      /* branches of which some turns may pass */
	/* Those of a list whose classes have stabilisers, one and more than one. */
	uint16_t with_copies[MAX_LIST + 64], with_more[MAX_LIST + 64];
	uint8_t seen_axis[N_BRANCHES];          /* of the branch, in the frame */
	bool is_swapped[N_BRANCHES];            /* its first face there is really the second one */
	uint8_t surviving_turns[N_BRANCHES];    /* of its axis: bits 0-2 the first face, 3-5 the second; */
	uint8_t turns_of_other_parts[N_BRANCHES];  /* those of these that are behind other parts of the node */
	const struct node *children;            /* the survivors, and which of them is behind a turn of a branch */
	uint16_t child[N_BRANCHES][TURNS];
	uint8_t swept_near[N_BRANCHES][2];      /* of swept nodes: neighbours of the inverses behind turns of either face */
	uint32_t combining[N_BRANCHES + 1];     /* branch << 16 | row of passing_combinations */
};

/* Copies that are still to be compared. */
struct second_copies {
	uint16_t number[MAX_LIST + 64];         /* of the entry */
	uint32_t word[MAX_LIST + 64];           /* the way to the copy, */
	uint64_t begin[MAX_LIST + 64];          /* and where its class and part begin */
};

struct coset {
	struct group group[2];
	struct coset_parts parts;
	uint64_t class_begin[COSET_CLASSES];    /* the first entry of each class's part 0 (coset/filter/read.h) */
	const struct pdb *table;
	struct sweep *sweep;                    /* NULL so far */
	struct loose_cube beginning[N_MOVES][N_MOVES];  /* see find_beginnings() */
	const struct coset_words *words[WORDS_MAX_MOVES + 1];  /* see words_of() */
	unsigned led_closeness;                 /* leads have led to nodes whose inverse is as close (coset/kernel/pairs.h), and sweeps */
	                                        /* leave these alone; N_CLOSENESS: there are no leads */
	unsigned noted_closeness;               /* the same of the next iteration */
	struct coset_reader reader;
	struct coset_scratch scratch;
	struct second_copies second_copies;     /* for one stage */
	unsigned cap;
	struct queue queue[MAX_LEFT + 1];
	struct families families;               /* whose children have `cap` moves left */
	bool keeps_families;                    /* not while roots are opened: the frontier wants nodes */
	unsigned n_children;                    /* of each family, */
	uint8_t child_turn[N_CHILDREN];         /* the turns that lead to them, by next_turn(), */
	uint8_t child_value[N_CHILDREN];        /* and which of its values it has, see add_families() */
	uint8_t family_of_branch[N_BRANCHES], branch_in_family[N_BRANCHES];
	unsigned full_group[MAX_LEFT + 1];      /* of nodes with so many moves left */
	unsigned top;                           /* moves left at the subtree's root, */
	unsigned split_left;                    /* and where nodes are parts of openings; more than top: nowhere; */
	unsigned deep_left;                     /* the same, where nodes have deep origins behind them */
	const struct subtree *root;
	struct node *nodes;                     /* of all queues */
	enum metric metric;
	/* Entries of classes with more copies, and the least of these. */
	struct compared {
		uint64_t entry, least;
		uint8_t number;                     /* of the copy that is the least */
		bool is_known, is_tied;             /* several are */
	} compared[1 << COMPARED_LOG2];
	struct tied {                           /* see least_layers() */
		uint64_t entry;
		uint8_t least[COSET_LAYERS];
		bool is_known;
	} tied[1 << TIED_LOG2];
	/* Single turns that pass, by bits: 0 quarter turns of the first face, 1 half turns, 2 quarter turns of the second
	 * face; 3 says that the faces change places in the frame. */
	uint8_t n_passing[N_PASSING];
	_Alignas(32) uint32_t passing_turns[N_PASSING][8];
	bool has_layers;
	struct asking asking;                   /* for lines */
#ifdef COSET_AVX512
	/* Layers for sixteen entries at a time.  Of a symmetry it counts only how it permutes the axes, [right << 3 | before];
	 * as which slice an axis is seen, [axis << 3 | permutation]; neighbours, [slice << 5 | layer]. */
	struct layer_tables {
		_Alignas(64) uint8_t axes_of_left[128], axes_of_right[64], axes_after[64], seen_slice[64], neighbour[128];
	} layer_tables;
#endif
	struct root first_roots[N_FIRST_ROOTS];
	unsigned parent_number;                 /* of a search's root over one axis, */
	struct node parent;                     /* and its node */
	bool is_swept;                          /* the iteration is sweeps: these count all nodes above the cap */
	uint32_t *work;                         /* look-ups by origin: the frontier's, or one of these: */
	uint32_t work_of_roots[MAX_ROOTS];      /* nobody asks for it */
	uint32_t *own_work;                     /* where several threads count; MAX_ORIGINS zeros otherwise */
	uint8_t seen_axis[N_SYMMETRIES][COSET_AXES];  /* in a frame; */
	bool is_swapped[N_SYMMETRIES][COSET_AXES];    /* whether its first face is the second there */
	_Alignas(16) uint8_t quarter_labels[COSET_AXES + 1][N_AXES_LEFT * N_CORNERS];  /* codes of labels after their turns */
	/* What the branches of a family are after its parent: whether quarter turns of an odd number lead there, and, by the
	 * parent's last axis, their axes, codes of corners' labels, and tables as coset_tables.quarter_relabel. */
	uint8_t branch_parity[N_AXES_LEFT * N_CHILDREN], branch_axis[COSET_AXES][N_AXES_LEFT * N_CHILDREN];
	_Alignas(64) uint8_t branch_labels[COSET_AXES][N_AXES_LEFT * N_CHILDREN][N_CORNERS];
	_Alignas(64) uint8_t branch_relabel[COSET_AXES][N_AXES_LEFT * N_CHILDREN][64];
	/* All ways to combine turns of an axis, as sequences of single turns, in either order of the faces. */
	struct combination {
		uint8_t n, cost;
		bool is_odd[2];                     /* an odd number of quarter turns of that face */
		uint8_t turn[2][MAX_COMBINED];      /* 0-5; the first face first, and the second */
	} combination[N_COMBINATIONS];
	/* Their numbers, by surviving single turns and what combining_row() adds. */
	struct { _Alignas(16) uint8_t n, number[15]; } passing_combinations[N_ROWS];
};

/* Turns of an axis that are looked up one by one, by which of the three may pass: in the quarter-turn metric a half
 * turn is a combination. */
static const uint8_t passing_turns_of[N_METRICS][3] = {{0x05, 0x12, 0x28}, {0x05, 0, 0x28}};
static const uint8_t single_turns[N_METRICS] = {0x3F, 0x2D};  /* of an axis */
static const uint8_t turn_bit[N_MOVES] = {1, 2, 4, 8, 16, 32, 1, 2, 4, 8, 16, 32, 1, 2, 4, 8, 16, 32};
static const uint8_t other_axes[COSET_AXES + 1][N_AXES_LEFT] = {{1, 2}, {0, 2}, {0, 1}, {0, 0}};

/* Stages stay functions of their own: in one, compilers spill the loops' constants.  noipa: gcc 12 drops calls of
 * stages whose results it believes unused. */
#ifdef __clang__
#define STAGE static __attribute__((noinline))
#else
#define STAGE static __attribute__((noipa))
#endif

static inline bool turn_is_quarter(unsigned move)
{
	return QUARTER_TURNS >> move & 1;
}

static inline bool turn_is_of_second_face(unsigned move)
{
	return 0x38E38 >> move & 1;
}

/* Whether nodes with so many moves left begin families. */
static inline bool begins_families(const struct coset *k, unsigned left)
{
	return k->keeps_families && left == k->cap + 1 && left != k->split_left;
}

static inline unsigned part_of(unsigned place) { return place & 7; }
static inline unsigned axes_of(unsigned place) { return place >> 3; }
#endif
