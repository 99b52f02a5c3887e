/* The kernel of the slice-free coset tables.  One body, compiled once for every instruction set
 * (coset_avx512.c, coset_avx2.c, coset_portable.c), which define COSET_KERNEL, COSET_NAME and COSET_RUNS_HERE.
 *
 * A node's moves come in groups by axis: six single turns and nine pairs of commuting turns, of the two axes that the
 * last group left.  (In the quarter-turn metric: four singles, and eleven combinations of two to four of them.)  All
 * quarter turns of an axis are one left factor of the inverse, and half turns none: one look-up of the inverse an axis
 * decides about all its moves, then one look-up of each child that is left.
 *
 * With layers (coord/coset.h) the two faces' quarter turns lead to two of them, and one look-up tells of all layers of a
 * coset.  Half turns leave the layer, but quarter turns of both faces lead to the node's coset in a neighbour of its
 * layer: what the look-up that led to the node told of its neighbours, it keeps.
 *
 * A node is kept in its own frame (coord/coset.h): of the corners only the class is needed, and the frames of its
 * children are found in a small table.  Its inverse is kept as it is.
 *
 * Random reads take hundreds of cycles, so hundreds must be under way.  Nodes wait in a queue for each number of
 * moves left, first in, first out; a group of up to GROUP nodes of one queue goes through stages, each a plain loop
 * without unpredictable branches:
 *   1  for each node and axis: index of the inverse after a quarter turn
 *   2  read these; list the turns that pass
 *   3  for each of them: index of the child
 *   4  read; make the survivors and append them to the queue of one move less
 *   5  combinations of which all single turns survived: make them and append them UNTESTED to the queue of as many
 *      moves less, whose next group looks them up together with its stage 1
 * Most work are nodes with as many moves left as the cap, the first ones that can be cut, and most of these are cut at
 * stage 2.  So stage 4 of the nodes above them makes no survivors but appends the whole family; stage 1 finds the indices of
 * the children's inverses from the parent's, and stage 2 makes the few children that it lists turns of.
 * Two groups are under way: what stage 3 of the one found is asked for during stage 1 of the other, and what that found
 * while stage 4 of the first reads.  So lines are asked for between other work (those of large tables all at once), and
 * arrive during still other work.
 * Reading begins as soon as they may be there: a few values must be fetched from the side table, too.
 * The full queue with the fewest moves left goes first.  If none is full, the next nodes of the frontier (search/frontier.h)
 * are begun; at the end the queue with the most moves left is taken. */
#include "pdb/coset_lines_read.h"
#include "search/kernels.h"

#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>

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
	/* Tables from here on: addresses are translated so slowly that asking for a few lines at a time hides nothing. */
	ASKED_AT_ONCE_GIB = 4,
	CLASS_BITS = 12, CLASS_MASK = (1 << CLASS_BITS) - 1, ORIGIN_MASK = (1 << ORIGIN_BITS) - 1,
};
static_assert((int)COSET_CLASSES <= (int)CLASS_MASK && CLASS_BITS + (int)ORIGIN_BITS == 32, "they share four bytes");
static_assert((int)MAX_LIST <= (int)COSET_READ_MAX, "all candidates are read at once");

/* One cache line; cubes are packed as in coord/coset.h. */
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
	bool is_split;                          /* its nodes are parts of openings (search/frontier.h) */
	unsigned n_families, first_family;      /* if any, its nodes are their children in turn, made if they are needed */
	const struct node *node;                /* n of them, in their queue, or here: */
	struct node made[GROUP];
	struct node untested[N_BRANCHES];
	/* Group << 32 | index within it; once located, where that stands (pdb/coset_lines_read.h). */
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
	uint64_t class_begin[COSET_CLASSES];    /* the first entry of each class's part 0 (pdb/coset_lines_read.h) */
	const struct pdb *table;
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
	bool asks_at_once;                      /* for lines: as in struct coset_ahead */
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
	uint32_t *work;                         /* look-ups by origin: the frontier's, or one of these: */
	uint32_t work_of_roots[MAX_ROOTS];      /* nobody asks for it */
	uint32_t *own_work;                     /* in another thread's part; MAX_ORIGINS zeros otherwise */
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

/* ---- a node and its child ---- */
/* The inverse after a move: the cubies' codes are mapped; all else as it is. */
#ifdef COSET_AVX512
static inline void relabel_inverse(const struct node *from, const struct coset_turn *t, struct node *to)
{
	const __mmask64 inverse_bytes = 0x00FF0FFF00000000;
	const __m512i node = _mm512_load_si512(from);
	_mm512_store_si512(to, _mm512_mask_permutexvar_epi8(node, inverse_bytes, node, _mm512_load_si512(t->relabel)));
}
#elif defined COSET_AVX2
static inline void relabel_inverse(const struct node *from, const struct coset_turn *t, struct node *to)
{
	/* As in coset_*_relabelled(): the orientation that the table does not know joins afterwards. */
	const __m256i inverse = _mm256_load_si256((const void *)from->inverse_edges);
	const __m256i table = _mm256_set_m128i(_mm_load_si128((const void *)t->relabel),
	                                       _mm_load_si128((const void *)(t->relabel + 32)));
	const __m256i edge_flips = _mm256_setr_epi64x(0x1010101010101010, 0x10101010, 0, 0);
	const __m256i double_twists = _mm256_setr_epi64x(0, 0, 0x1010101010101010, 0);
	const __m256i three_twists = _mm256_setr_epi64x(0, 0, 0x1818181818181818, 0);
	const __m256i cubies = _mm256_setr_epi64x(-1, 0xFFFFFFFF, -1, 0);
	__m256i y = _mm256_shuffle_epi8(table, _mm256_and_si256(inverse, _mm256_set1_epi8(15)));
	y = _mm256_xor_si256(y, _mm256_and_si256(inverse, edge_flips));
	y = _mm256_add_epi8(y, _mm256_and_si256(inverse, double_twists));
	y = _mm256_min_epu8(y, _mm256_sub_epi8(y, three_twists));
	_mm256_store_si256((void *)to->edges, _mm256_load_si256((const void *)from->edges));
	_mm256_store_si256((void *)to->inverse_edges, _mm256_blendv_epi8(inverse, y, cubies));
}
#else
static inline void relabel_inverse(const struct node *from, const struct coset_turn *t, struct node *to)
{
	*to = *from;
	for (unsigned i = 0; i < N_EDGES; i++)
		to->inverse_edges[i] = t->relabel[from->inverse_edges[i]];
	for (unsigned i = 0; i < N_CORNERS; i++)
		to->inverse_corners[i] = t->relabel[from->inverse_corners[i]];
}
#endif

static inline unsigned place_after(const struct coset *k, uint32_t word, unsigned place)
{
	const unsigned part = k->parts.part_map[coset_word_map(word)][part_of(place)];
	return k->has_layers ? part | coset_axes_after(word, axes_of(place)) << 3 : part;
}

static inline void set_move(struct node *n, unsigned depth, unsigned move)
{
	((uint8_t *)n)[path_byte[depth]] = (uint8_t)move;
}

/* The child by a move as seen in the parent's frame, in a frame of its own.  Its value and its last axis are the
 * caller's to set.  Returns the move as it is. */
static inline unsigned make_child(const struct coset *k, const struct node *from, unsigned seen, struct node *to)
{
	const unsigned move = coset_tables.real_move[from->frame][seen];
	const uint32_t word = coset_tables.step[from->class][seen];
	relabel_inverse(from, &coset_tables.turn[move], to);
	const coset_edges edges = coset_edges_after(coset_edges_load(from->edges), &coset_tables.edge_turn[seen]);
	const coset_edges framed = coset_edges_framed(edges, word);
	memcpy(to->edges, &framed, sizeof to->edges);
	to->frame = symmetry_product[from->frame][coset_word_right(word)];
	to->place = (uint8_t)place_after(k, word, from->place);
	to->class = coset_word_class(word) & CLASS_MASK;
	return move;
}

/* A move that is seen in the frame of `a`, as seen in that of `b`. */
static inline unsigned seen_elsewhere(const struct node *a, const struct node *b, unsigned seen)
{
	return coset_tables.seen_move[b->frame][coset_tables.real_move[a->frame][seen]];
}

/* By the inverse, which is not in a frame. */
static bool node_is_solved(const struct node *n)
{
	uint8_t edges[N_EDGES], corners[N_CORNERS];
	coset_pack(&cube_solved, edges, corners);
	return memcmp(n->inverse_edges, edges, sizeof edges) == 0 && memcmp(n->inverse_corners, corners, sizeof corners) == 0;
}

/* The path from the search's root, in the numbers of cube/move.h. */
static void write_path(const struct coset *k, const struct node *n, unsigned depth, uint8_t path[SEARCH_MAX_LENGTH])
{
	memcpy(path, k->root->path, k->root->n_path);
	for (unsigned i = 0; i < depth; i++)
		path[k->root->n_path + i] = coset_tables.house_move[((const uint8_t *)n)[path_byte[i]]];
}

static void found(const struct coset *k, const struct node *n)
{
	uint8_t path[SEARCH_MAX_LENGTH];
	write_path(k, n, k->top, path);
	search_found(k->root->search, path, k->root->n_path + k->top);
}

/* ---- reading the table ---- */
/* Where the entries of a class and part begin. */
static inline uint64_t begin_of(const struct coset *k, unsigned class, unsigned part)
{
	return k->class_begin[class] + ((uint64_t)part << 32);
}

/* The same after the way of a word. */
static inline uint64_t begin_after(const struct coset *k, uint32_t word, unsigned part)
{
	return begin_of(k, coset_word_class(word), k->parts.part_map[coset_word_map(word)][part]);
}

static inline struct coset_ahead nothing_ahead(void)
{
	return (struct coset_ahead){.n = 0};
}

/* The entries of a group's candidates. */
static inline struct coset_ahead candidates_ahead(const struct coset *k, const struct group *g)
{
	const bool are_read = g != NULL && g->n != 0 && g->left <= k->cap;
	return are_read ? (struct coset_ahead){g->entry, g->n_candidates, k->asks_at_once} : nothing_ahead();
}

/* ---- copies ---- */
/* The numbers of words whose classes have stabilisers.  Returns how many they are. */
#ifdef COSET_AVX512
static inline unsigned list_with_copies(const uint32_t *word, unsigned n, uint16_t *number)
{
	unsigned n_listed = 0;
	__m256i numbers = _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
	for (unsigned i = 0; i < n; i += 16, numbers = _mm256_add_epi16(numbers, _mm256_set1_epi16(16))) {
		const __mmask16 has = _mm512_movepi32_mask(_mm512_loadu_si512(word + i)) & coset_in_use(n - i);
		_mm256_storeu_si256((void *)(number + n_listed), _mm256_maskz_compress_epi16(has, numbers));
		n_listed += (unsigned)_mm_popcnt_u32(has);
	}
	return n_listed;
}
#else
static inline unsigned list_with_copies(const uint32_t *word, unsigned n, uint16_t *number)
{
	unsigned n_listed = 0;
	for (unsigned i = 0; i < n; i += 16) {
		unsigned has = 0;
#ifdef COSET_AVX2
		for (unsigned half = 0; half < 2; half++) {
			const __m256i words = _mm256_loadu_si256((const void *)(word + i + 8 * half));
			has |= (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(words)) << 8 * half;
		}
#else
		for (unsigned k = 0; k < 16; k++)
			has |= (unsigned)coset_word_has_copies(word[i + k]) << k;
#endif
		has &= n - i >= 16 ? 0xFFFF : (1u << (n - i)) - 1;
		n_listed = coset_append_numbers(has, i, number, n_listed);
	}
	return n_listed;
}
#endif

/* The part of an entry in the frame that a word leads to, and of copy number i of it. */
static inline unsigned part_of_entry(const struct coset *k, uint32_t word, uint64_t entry)
{
	return (unsigned)((entry - k->class_begin[coset_word_class(word)]) >> 32);
}

static inline unsigned part_of_copy(const struct coset *k, uint32_t word, unsigned i, unsigned part)
{
	return k->parts.part_map[coset_stabilizer(coset_word_class(word), i).map][part];
}

/* An index without the bits of a layer. */
static inline uint32_t without_layer(const struct coset *k, uint32_t index)
{
	return index >> k->parts.layer_bits;
}

static inline unsigned bits_of_layer(uint32_t index)
{
	return index % (1 << COSET_LAYER_BITS);
}

/* A copy: its entry and, with layers, the bits of its layer and the way there. */
struct copy {
	uint64_t entry;
	uint32_t word;
	uint16_t bits;
};

/* Copy number i of an entry. */
static inline struct copy copy_of(const struct coset *k, coset_edges edges, uint32_t word, unsigned i, uint64_t entry)
{
	const unsigned class = coset_word_class(word), part = part_of_copy(k, word, i, part_of_entry(k, word, entry));
	const struct coset_stabilizer s = coset_stabilizer(class, i);
	const unsigned right = symmetry_product[coset_word_right(word)][s.right];
	const unsigned left = coset_tables.left_product[s.left][coset_word_left(word)];
	const uint32_t there = coset_word(right, left, class, 0), index = coset_entry(edges, there, k->parts.flip_bits);
	return (struct copy){begin_of(k, class, part) + without_layer(k, index), there, (uint16_t)bits_of_layer(index)};
}

/* Beside the bits of a layer: the least entry has several copies, so that one coset is in several of its layers.  What
 * counts then is the least of these, whatever the frame. */
enum { TIED = 1 << COSET_LAYER_BITS };

/* The least of all copies, and with layers the way there and its bits.  Symmetric positions have classes with up to 48
 * copies behind them, but few cosets of these: what was compared before is remembered. */
static uint64_t least_of_copies(struct coset *k, coset_edges edges, uint32_t *word, uint64_t entry, uint16_t *bits)
{
	const unsigned n = coset_tables.n_stabilizers[coset_word_class(*word)], part = part_of_entry(k, *word, entry);
	struct compared *const c = &k->compared[entry * 0x9E3779B97F4A7C15 >> (64 - COMPARED_LOG2)];
	struct compared here = {entry, entry, 0, true, false};
	if (n > MAX_COMPARED && c->entry == entry && c->is_known)
		here = *c;
	else
		for (uint8_t i = 1; i < n; i++) {
			if (part_of_copy(k, *word, i, part) > part_of_entry(k, *word, here.least))
				continue;
			const uint64_t other = copy_of(k, edges, *word, i, entry).entry;
			here.is_tied = other == here.least || (here.is_tied && other > here.least);
			here.number = other < here.least ? i : here.number;
			here.least = other < here.least ? other : here.least;
		}
	if (n > MAX_COMPARED)
		*c = here;
	if (k->has_layers && here.number != 0) {
		const struct copy least = copy_of(k, edges, *word, here.number, entry);
		*bits = least.bits;
		*word = least.word;
	}
	*bits |= here.is_tied ? TIED : 0;
	return here.least;
}

/* Edges in a frame with slices flipped two at a time: S and M by bit 0, E and M by bit 1.  The entry is the same. */
static coset_edges with_slices_flipped(coset_edges framed, unsigned flips)
{
	_Alignas(32) uint8_t codes[16];
	memcpy(codes, &framed, sizeof codes);
	for (unsigned i = 0; i < N_EDGES; i++) {
		const unsigned slice = codes[i] >> 2 & 3;
		const unsigned is_flipped = slice == 0 ? flips : slice == 1 ? flips ^ flips >> 1 : flips >> 1;
		codes[i] ^= (uint8_t)((is_flipped & 1) << 4);
	}
	return coset_edges_load(codes);
}

/* Of each layer of a least entry with copies that are that entry again, the least one that it is by these.  Remembered, as
 * symmetric positions have many of them. */
static const uint8_t *least_layers(struct coset *k, coset_edges edges, uint32_t word, uint64_t entry)
{
	struct tied *const t = &k->tied[entry * 0x9E3779B97F4A7C15 >> (64 - TIED_LOG2)];
	const unsigned class = coset_word_class(word), part = part_of_entry(k, word, entry), flip_bits = 9 + COSET_LAYER_BITS;
	const coset_edges framed = coset_edges_framed(edges, word);
	if (t->entry == entry && t->is_known)
		return t->least;
	*t = (struct tied){.entry = entry, .is_known = true};
	memset(t->least, COSET_NO_LAYER, sizeof t->least);
	for (unsigned flips = 0; flips < 1 << COSET_LAYER_BITS; flips++) {
		const coset_edges flipped = with_slices_flipped(framed, flips);
		const uint32_t index = coset_entry(flipped, 0, flip_bits);
		for (unsigned i = 0; i < coset_tables.n_stabilizers[class]; i++) {
			const struct coset_stabilizer s = coset_stabilizer(class, i);
			const uint32_t way = coset_word(s.right, s.left, class, s.map), there = coset_entry(flipped, way, flip_bits);
			const bool is_entry = part_of_copy(k, word, i, part) == part && without_layer(k, index) == without_layer(k, there);
			for (unsigned axes = 0; axes < COSET_N_AXES && is_entry; axes++) {
				uint8_t *const least = &t->least[coset_layer(axes, bits_of_layer(index))];
				const unsigned layer = coset_layer(coset_axes_after(way, axes), bits_of_layer(there));
				*least = layer < *least ? (uint8_t)layer : *least;
			}
		}
	}
	return t->least;
}

/* Of numbered entries those that may not be the least of their copies: of two copies, to `second`, those of which the other
 * one's part is not a later one; and apart those with more than two.  Returns how many the former are. */
static inline unsigned list_to_compare(const struct coset *k, const uint32_t *word, const uint64_t *entry,
                                       const uint16_t *number, unsigned n, struct second_copies *second, uint16_t *more,
                                       unsigned *n_more)
{
	unsigned n_two = 0;
	*n_more = 0;
	for (unsigned i = 0; i < n; i++) {
		const uint16_t c = number[i];
		const unsigned class = coset_word_class(word[c]);
		const struct coset_stabilizer s = coset_stabilizer(class, 1);
		const bool is_two = coset_tables.n_stabilizers[class] == 2;
		const unsigned part = part_of_entry(k, word[c], entry[c]), other_part = k->parts.part_map[s.map][part];
		const unsigned right = symmetry_product[coset_word_right(word[c])][s.right];
		const unsigned left = coset_tables.left_product[s.left][coset_word_left(word[c])];
		second->number[n_two] = c;
		second->word[n_two] = coset_word(right, left, class, 0);
		second->begin[n_two] = begin_of(k, class, other_part);
		n_two += is_two & (other_part <= part);
		more[*n_more] = c;
		*n_more += !is_two;
	}
	return n_two;
}

/* The less of an entry and its second copy, number i; with layers the word becomes the way there, and `bits` are those of
 * its layer, without they are left as they are. */
static inline __attribute__((always_inline))
void take_less(const struct coset *k, const struct second_copies *second, unsigned i, coset_edges edges, uint32_t *word,
               uint64_t *entry, uint16_t *bits, bool has_layers)
{
	const uint32_t there = second->word[i];
	const uint32_t index = coset_entry(edges, there, has_layers ? 9 + COSET_LAYER_BITS : k->parts.flip_bits);
	const uint64_t other = second->begin[i] + (has_layers ? index >> COSET_LAYER_BITS : index);
	if (has_layers) {
		*word = other < *entry ? there : *word;
		*bits = other < *entry ? (uint16_t)bits_of_layer(index) : *bits | (other == *entry ? TIED : 0);
	}
	*entry = other < *entry ? other : *entry;
}

/* With layers, the one that the way to an entry leads to from a place; the bits are those of the edges there. */
static inline uint16_t layer_after(struct coset *k, coset_edges edges, uint32_t word, uint64_t entry, unsigned axes,
                                   unsigned bits)
{
	const unsigned layer = coset_layer(coset_axes_after(word, axes), bits % TIED);
	return coset_two_layers(bits < TIED ? layer : least_layers(k, edges, word, entry)[layer], COSET_NO_LAYER);
}

/* ---- the stages ---- */
/* An untested node is its parent still, but for what is not in a frame: its own value, path, and so on; beside the axis is
 * the turn that leads to it, as it is seen in the frame.  Few of them pass, and only these are made. */
static inline unsigned untested_turn(const struct node *n) { return n->axis >> 2; }
static inline uint8_t untested_axis(unsigned axis, unsigned seen) { return (uint8_t)(axis | seen << 2); }

static inline void make_untested(const struct coset *k, const struct node *n, struct node *to)
{
	make_child(k, n, untested_turn(n), to);
	to->axis = n->axis & 3;
}

/* Entry number i of those that are read without a group's stages: that of edges which a word leads to a frame. */
static inline void index_apart(struct coset *k, struct group *g, unsigned i, coset_edges edges, uint32_t word, unsigned part,
                               unsigned axes)
{
	const uint32_t index = coset_entry(edges, word, k->parts.flip_bits);
	uint64_t entry = begin_after(k, word, part) + without_layer(k, index);
	uint16_t bits = (uint16_t)bits_of_layer(index);
	if (coset_word_has_copies(word))
		entry = least_of_copies(k, edges, &word, entry, &bits);
	g->untested_entry[i] = entry;
	g->untested_layers[i] = k->has_layers ? layer_after(k, edges, word, entry, axes, bits) : 0;
}

static inline void ask_apart(const struct coset *k, struct group *g, unsigned n)
{
	struct coset_ahead entries = {g->untested_entry, n, true};
	coset_locate(&k->reader, g->untested_entry, g->untested_slot, n);
	coset_ask_all(&k->reader, &entries);
}

static inline void read_apart(struct coset *k, struct group *g, unsigned n)
{
	struct coset_ahead nothing = nothing_ahead();
	if (k->has_layers) {
		coset_layers_read_begin(&k->reader, g->untested_entry, g->untested_slot, g->untested_layers, g->untested_value,
		                        g->no_value, g->no_near, n, &k->scratch, &g->untested_low, &nothing);
		coset_layers_read_end(&k->reader, &g->untested_low, g->untested_value, g->no_value);
	} else {
		coset_read_begin(&k->reader, g->untested_entry, g->untested_slot, g->untested_value, n, &k->scratch,
		                 &g->untested_low, &nothing);
		coset_read_end(&k->reader, &g->untested_low, g->untested_value);
	}
}

STAGE void index_untested(struct coset *k, struct group *g)
{
	for (unsigned i = 0; i < g->n_untested; i++) {
		const struct node *const n = &g->untested[i];
		const coset_edges edges =
			coset_edges_after(coset_edges_load(n->edges), &coset_tables.edge_turn[untested_turn(n)]);
		const uint32_t word = coset_tables.step[n->class][untested_turn(n)];
		index_apart(k, g, i, edges, word, part_of(n->place), axes_of(n->place));
	}
	ask_apart(k, g, g->n_untested);
}

STAGE void test_untested(struct coset *k, struct group *g)
{
	struct queue *const q = &k->queue[g->left];
	if (g->left < k->cap)
		read_apart(k, g, g->n_untested);
	else
		memset(g->untested_value, 0, g->n_untested);  /* no value is larger */
	for (unsigned i = 0; i < g->n_untested; i++)
		if (g->untested_value[i] <= g->left)
			make_untested(k, &g->untested[i], &q->node[q->tail++]);
}

/* ---- families ---- */
/* How many are a group. */
static inline unsigned full_families(const struct coset *k)
{
	return GROUP / k->n_children;
}

static inline unsigned n_families_waiting(const struct coset *k)
{
	return k->families.tail - k->families.head;
}

static inline bool has_full_families(const struct coset *k)
{
	return n_families_waiting(k) >= full_families(k);
}

static inline const struct family *family(const struct coset *k, unsigned number)
{
	return &k->families.family[number % MAX_FAMILIES];
}

/* That of a branch. */
static inline const struct family *family_of(const struct coset *k, const struct group *g, unsigned branch)
{
	return family(k, g->first_family + k->family_of_branch[branch]);
}

/* The first families for a group. */
static void take_families(struct coset *k, struct group *g)
{
	struct families *const all = &k->families;
	const unsigned n = n_families_waiting(k), n_children = k->n_children;
	g->n_families = n < full_families(k) ? n : full_families(k);
	g->first_family = all->head;
	for (unsigned i = 0; i < g->n_families; i++) {
		const struct family *const f = family(k, all->head++);
		if (!f->has_origins)
			frontier_count(k->work, f->origin, N_AXES_LEFT * n_children);
		for (unsigned c = 0; c < n_children && f->has_origins; c++)
			frontier_count(k->work, f->origin + k->child_turn[c], N_AXES_LEFT);
	}
	g->n = g->n_families * n_children;
	g->node = g->made;
}

/* Number i of a group. */
static void make_child_of_family(const struct coset *k, const struct group *g, unsigned i, struct node *to)
{
	const struct family *const f = family_of(k, g, N_AXES_LEFT * i);
	const unsigned child = k->branch_in_family[N_AXES_LEFT * i] / N_AXES_LEFT, turn = k->child_turn[child];
	const unsigned branch = turn / TURNS, axis = other_axes[f->parent.axis][branch], move = axis * TURNS + turn % TURNS;
	make_child(k, &f->parent, coset_tables.seen_move[f->parent.frame][move], to);
	to->value = f->value[child];
	to->axis = (uint8_t)axis;
	to->origin = (f->origin + (f->has_origins ? turn : 0)) & ORIGIN_MASK;
	if (k->has_layers && turn_is_quarter(move))
		to->near = f->near[branch][turn_is_of_second_face(move)];
	set_move(to, k->top - g->left - 1, move);
}

/* Where the inverse behind a branch comes from, and the table that leads there. */
static inline const struct node *inverse_of(const struct coset *k, const struct group *g, unsigned branch)
{
	return g->n_families == 0 ? &g->node[branch / 2] : &family_of(k, g, branch)->parent;
}

static inline const uint8_t *relabel_of(const struct coset *k, const struct group *g, unsigned branch)
{
	const unsigned axis = inverse_of(k, g, branch)->axis;
	return g->n_families == 0 ? coset_tables.quarter_relabel[other_axes[axis][branch & 1]]
	                          : k->branch_relabel[axis][k->branch_in_family[branch]];
}

/* States of the corners of the inverses after a quarter turn of each axis that is left, and their parts as they are:
 * what the table tells apart of these.  With vectors tables have the labels for eight or four branches, and the twists join
 * afterwards. */
#ifdef COSET_AVX512
/* Eight branches from number b on; bytes of the tables are looked up within sixteen. */
static inline __attribute__((always_inline))
void eight_corner_states(struct group *g, unsigned b, __m512i before, __m512i labels)
{
	const __m512i second = _mm512_set4_epi32(0x08080808, 0x08080808, 0, 0), three_twists = _mm512_set1_epi8(3 << 3);
	const __m512i at = _mm512_or_si512(_mm512_and_si512(before, _mm512_set1_epi8(7)), second);
	const __m512i sums = _mm512_add_epi8(_mm512_shuffle_epi8(labels, at), _mm512_and_si512(before, three_twists));
	const __m512i codes = _mm512_min_epu8(sums, _mm512_sub_epi8(sums, three_twists));
	_mm512_store_si512(&g->inverse_corners[b], codes);
	const __m128i masks = _mm_cvtsi64_si128((long long)_mm512_test_epi8_mask(codes, _mm512_set1_epi8(4)));
	const __m512i twists = _mm512_and_si512(_mm512_srli_epi16(codes, 3), _mm512_set1_epi8(3));
	const __m512i pairs = _mm512_maddubs_epi16(twists, _mm512_set1_epi64(0x0001030103010301));
	const __m512i halves = _mm512_madd_epi16(pairs, _mm512_set1_epi64(0x02D9005100090001));  /* 729, 81, 9, 1 */
	const __m512i all = _mm512_add_epi32(halves, _mm512_srli_epi64(halves, 32));
	const __m512i tetrads = _mm512_mul_epu32(_mm512_cvtepu8_epi64(masks), _mm512_set1_epi64(N_TWISTS));
	_mm256_store_si256((void *)&g->inverse_word[b], _mm512_cvtepi64_epi32(_mm512_add_epi32(all, tetrads)));
}

static inline void inverse_corner_states(const struct coset *k, struct group *g)
{
	for (unsigned i = 0; i < g->n; i += 4) {
		__m512i before = _mm512_setzero_si512(), labels = _mm512_setzero_si512();
#define NODE(lane) \
		do { \
			const struct node *const n = &g->node[i + (lane)]; \
			const __m128i both = _mm_castpd_si128(_mm_loaddup_pd((const double *)(const void *)n->inverse_corners)); \
			before = _mm512_inserti32x4(before, both, lane); \
			labels = _mm512_inserti32x4(labels, _mm_load_si128((const void *)k->quarter_labels[n->axis & 3]), lane); \
		} while (0)
		NODE(0);
		NODE(1);
		NODE(2);
		NODE(3);
#undef NODE
		eight_corner_states(g, 2 * i, before, labels);
	}
}

static inline void corner_states_of_families(const struct coset *k, struct group *g)
{
	const unsigned n_branches = N_AXES_LEFT * k->n_children;
	for (unsigned i = 0; i < g->n_families; i++) {
		const struct node *const n = &family(k, g->first_family + i)->parent;
		uint64_t corners;
		memcpy(&corners, n->inverse_corners, sizeof corners);
		const __m512i before = _mm512_set1_epi64((long long)corners);
		for (unsigned b = 0; b < n_branches; b += 8)
			eight_corner_states(g, i * n_branches + b, before, _mm512_load_si512(k->branch_labels[n->axis][b]));
	}
}
#elif defined COSET_AVX2
/* Four branches from number b on. */
static inline __attribute__((always_inline))
void four_corner_states(struct group *g, unsigned b, __m256i before, __m256i labels)
{
	const __m256i second = _mm256_setr_epi64x(0, 0x0808080808080808, 0, 0x0808080808080808);
	const __m256i three_twists = _mm256_set1_epi8(3 << 3), even = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
	const __m256i at = _mm256_or_si256(_mm256_and_si256(before, _mm256_set1_epi8(7)), second);
	const __m256i sums = _mm256_add_epi8(_mm256_shuffle_epi8(labels, at), _mm256_and_si256(before, three_twists));
	const __m256i codes = _mm256_min_epu8(sums, _mm256_sub_epi8(sums, three_twists));
	_mm256_store_si256((void *)&g->inverse_corners[b], codes);
	const __m256i masks = _mm256_cvtepu8_epi64(_mm_cvtsi32_si128(_mm256_movemask_epi8(_mm256_slli_epi16(codes, 5))));
	const __m256i twists = _mm256_and_si256(_mm256_srli_epi16(codes, 3), _mm256_set1_epi8(3));
	const __m256i pairs = _mm256_maddubs_epi16(twists, _mm256_set1_epi64x(0x0001030103010301));
	const __m256i halves = _mm256_madd_epi16(pairs, _mm256_set1_epi64x(0x02D9005100090001));  /* 729, 81, 9, 1 */
	const __m256i all = _mm256_add_epi32(halves, _mm256_srli_epi64(halves, 32));
	const __m256i states = _mm256_add_epi32(all, _mm256_mul_epu32(masks, _mm256_set1_epi64x(N_TWISTS)));
	_mm_store_si128((void *)&g->inverse_word[b], _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(states, even)));
}

static inline void inverse_corner_states(const struct coset *k, struct group *g)
{
	for (unsigned i = 0; i < g->n; i += 2) {
		const struct node *const n = &g->node[i];
		const __m128i first = _mm_castpd_si128(_mm_loaddup_pd((const double *)(const void *)n[0].inverse_corners));
		const __m128i second = _mm_castpd_si128(_mm_loaddup_pd((const double *)(const void *)n[1].inverse_corners));
		const __m256i labels = _mm256_set_m128i(_mm_load_si128((const void *)k->quarter_labels[n[1].axis & 3]),
		                                        _mm_load_si128((const void *)k->quarter_labels[n[0].axis & 3]));
		four_corner_states(g, 2 * i, _mm256_set_m128i(second, first), labels);
	}
}

static inline void corner_states_of_families(const struct coset *k, struct group *g)
{
	const unsigned n_branches = N_AXES_LEFT * k->n_children;
	for (unsigned i = 0; i < g->n_families; i++) {
		const struct node *const n = &family(k, g->first_family + i)->parent;
		uint64_t corners;
		memcpy(&corners, n->inverse_corners, sizeof corners);
		const __m256i before = _mm256_set1_epi64x((long long)corners);
		for (unsigned b = 0; b < n_branches; b += 4) {
			const __m256i labels = _mm256_load_si256((const void *)k->branch_labels[n->axis][b]);
			four_corner_states(g, i * n_branches + b, before, labels);
		}
	}
}
#else
static inline void inverse_corner_states(const struct coset *k, struct group *g)
{
	for (unsigned b = 0; b < N_AXES_LEFT * g->n; b++) {
		g->inverse_corners[b] = coset_corners_relabelled(inverse_of(k, g, b)->inverse_corners, relabel_of(k, g, b));
		g->inverse_word[b] = coset_corner_state(g->inverse_corners[b]);
	}
}

static inline void corner_states_of_families(const struct coset *k, struct group *g)
{
	inverse_corner_states(k, g);
}
#endif

static inline void inverse_begins(const struct coset *k, struct group *g)
{
	const unsigned n = N_AXES_LEFT * g->n, n_parts = k->parts.n_parts;
	if (n_parts == 1)
		for (unsigned i = 0; i < n; i++)
			g->inverse_begin[i] = k->class_begin[coset_word_class(g->inverse_word[i])];
	else if (n_parts == COSET_MAX_PARTS)
		for (unsigned i = 0; i < n; i++)
			g->inverse_begin[i] = begin_after(k, g->inverse_word[i], coset_raw_part(g->inverse_corners[i]));
	else if (g->n_families == 0)  /* the parity, a quarter turn away; */
		for (unsigned i = 0; i < n; i++)
			g->inverse_begin[i] = begin_after(k, g->inverse_word[i], part_of(g->node[i / 2].place) ^ 1u);
	else  /* one or two of them */
		for (unsigned i = 0; i < n; i++) {
			const unsigned parity = part_of(family_of(k, g, i)->parent.place) ^ k->branch_parity[k->branch_in_family[i]];
			g->inverse_begin[i] = begin_after(k, g->inverse_word[i], parity);
		}
}

static inline coset_edges turned_inverse(const struct coset *k, const struct group *g, unsigned branch)
{
	return coset_edges_relabelled(coset_edges_load(inverse_of(k, g, branch)->inverse_edges), relabel_of(k, g, branch));
}

/* Most classes with stabilisers have two copies: a loop for the second, another one for what few have. */
static inline __attribute__((always_inline)) void compare_inverses(struct coset *k, struct group *g, bool has_layers)
{
	uint32_t *const word = g->inverse_word;
	uint64_t *const entry = g->inverse_entry;
	struct second_copies *const second = &k->second_copies;
	unsigned n = list_with_copies(word, N_AXES_LEFT * g->n, g->with_copies), n_more;
	n = list_to_compare(k, word, entry, g->with_copies, n, second, g->with_more, &n_more);
	for (unsigned i = 0; i < n; i++) {
		const unsigned b = second->number[i];
		take_less(k, second, i, turned_inverse(k, g, b), &word[b], &entry[b], &g->inverse_layers[b], has_layers);
	}
	for (unsigned i = 0; i < n_more; i++) {
		const unsigned b = g->with_more[i];
		entry[b] = least_of_copies(k, turned_inverse(k, g, b), &word[b], entry[b], &g->inverse_layers[b]);
	}
}

STAGE void find_least_inverses(struct coset *k, struct group *g)
{
	if (k->has_layers)
		compare_inverses(k, g, true);
	else
		compare_inverses(k, g, false);
}

/* With layers, those of both faces' quarter turns: the second is the first after a turn of the slice between them.  Returns
 * how many are tied, and lists these. */
#ifdef COSET_AVX512
static inline unsigned find_two_layers(const struct coset *k, struct group *g)
{
	const struct layer_tables *const t = &k->layer_tables;
	const __mmask64 lowest = 0x1111111111111111;  /* all numbers are below 256, one in each lane of 32 bits */
	const __m512i edge_bits = _mm512_set1_epi32((1 << COSET_LAYER_BITS) - 1);
	const unsigned n = N_AXES_LEFT * g->n;
	unsigned n_tied = 0;
	__m256i numbers = _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
	for (unsigned i = 0; i < n; i += 16, numbers = _mm256_add_epi16(numbers, _mm256_set1_epi16(16))) {
		const __m256i bits = _mm256_loadu_si256((const void *)(g->inverse_layers + i));
		const __m512i words = _mm512_loadu_si512(g->inverse_word + i);
		const __m512i turned_axes = _mm512_cvtepu8_epi32(_mm_loadu_si128((const void *)(g->axis + i)));
		/* As in coset_word_left() and coset_word_right(): permutations look at the low seven and six bits. */
		const __m512i left = _mm512_maskz_permutex2var_epi8(lowest, _mm512_load_si512(t->axes_of_left),
		                                                    _mm512_srli_epi32(words, 13),
		                                                    _mm512_load_si512(t->axes_of_left + 64));
		const __m512i right = _mm512_maskz_permutexvar_epi8(lowest, _mm512_srli_epi32(words, 7),
		                                                    _mm512_load_si512(t->axes_of_right));
		const __m512i axes = _mm512_maskz_permutexvar_epi8(lowest, _mm512_or_si512(_mm512_slli_epi32(right, 3), left),
		                                                   _mm512_load_si512(t->axes_after));
		const __m512i first = _mm512_or_si512(_mm512_slli_epi32(axes, COSET_LAYER_BITS),
		                                      _mm512_and_si512(_mm512_cvtepu16_epi32(bits), edge_bits));
		/* As in coset_neighbour(). */
		const __m512i slices = _mm512_maskz_permutexvar_epi8(lowest, _mm512_or_si512(_mm512_slli_epi32(turned_axes, 3), left),
		                                                     _mm512_load_si512(t->seen_slice));
		const __m512i second = _mm512_maskz_permutex2var_epi8(lowest, _mm512_load_si512(t->neighbour),
		                                                      _mm512_or_si512(_mm512_slli_epi32(slices, 5), first),
		                                                      _mm512_load_si512(t->neighbour + 64));
		const __m512i two = _mm512_or_si512(first, _mm512_slli_epi32(second, 8));
		_mm256_storeu_si256((void *)(g->inverse_layers + i), _mm512_cvtepi32_epi16(two));
		const __m256i are_tied = _mm256_and_si256(bits, _mm256_set1_epi16(TIED));
		const __mmask16 tied = _mm256_test_epi16_mask(are_tied, are_tied) & coset_in_use(n - i);
		_mm_storeu_si128((void *)(g->is_tied + i), _mm256_cvtepi16_epi8(_mm256_srli_epi16(are_tied, COSET_LAYER_BITS)));
		_mm256_storeu_si256((void *)(g->tied + n_tied), _mm256_maskz_compress_epi16(tied, numbers));
		n_tied += (unsigned)_mm_popcnt_u32(tied);
	}
	return n_tied;
}

static void fill_layer_tables(struct layer_tables *t)
{
	for (unsigned left = 0; left < COSET_LEFTS; left++) {
		const unsigned permuted = coset_tables.axes_after_left[left][0];
		t->axes_of_left[left] = (uint8_t)permuted;
		for (unsigned axis = 0; axis < COSET_AXES; axis++)
			t->seen_slice[axis << 3 | permuted] = coset_tables.seen_slice[left][axis];
	}
	for (unsigned right = 0; right < N_SYMMETRIES; right++) {
		const unsigned permuted = coset_tables.axes_after_right[right][0];
		t->axes_of_right[right] = (uint8_t)permuted;
		for (unsigned axes = 0; axes < COSET_N_AXES; axes++)
			t->axes_after[permuted << 3 | axes] = coset_tables.axes_after_right[right][axes];
	}
	for (unsigned layer = 0; layer < COSET_LAYERS; layer++)
		for (unsigned slice = 0; slice < COSET_AXES; slice++)
			t->neighbour[slice << 5 | layer] = coset_tables.neighbour[layer][slice];
}
#else
static inline unsigned find_two_layers(const struct coset *k, struct group *g)
{
	unsigned n_tied = 0;
	(void)k;
	for (unsigned i = 0; i < N_AXES_LEFT * g->n; i++) {
		const unsigned bits = g->inverse_layers[i];
		const unsigned first = coset_layer(coset_axes_after(g->inverse_word[i], 0), bits % TIED);
		g->inverse_layers[i] = coset_two_layers(first, coset_neighbour(g->inverse_word[i], g->axis[i], first));
		g->is_tied[i] = bits >= TIED;
		g->tied[n_tied] = (uint16_t)i;
		n_tied += g->is_tied[i];
	}
	return n_tied;
}
#endif

STAGE void find_layers_of_inverses(struct coset *k, struct group *g)
{
	const unsigned n_tied = find_two_layers(k, g);
	for (unsigned i = 0; i < n_tied; i++) {
		const unsigned b = g->tied[i], both = g->inverse_layers[b];
		const uint8_t *const least = least_layers(k, turned_inverse(k, g, b), g->inverse_word[b], g->inverse_entry[b]);
		memcpy(g->least_layer[b], least, sizeof g->least_layer[b]);
		g->layers_there[b] = (uint16_t)both;
		g->inverse_layers[b] = coset_two_layers(least[both & 255], least[both >> 8]);
	}
}

/* An index is computed in loops of their own for corners, frames, edges: in one, the processor waits for a chain of
 * dependent steps, as its reorder buffer holds only a few of them. */
static inline __attribute__((always_inline))
void index_branch(const struct coset *k, struct group *g, unsigned b, coset_edges edges, const uint8_t *relabel,
                  bool has_layers)
{
	const unsigned flip_bits = has_layers ? 9 + COSET_LAYER_BITS : k->parts.flip_bits;
	const uint32_t index = coset_entry(coset_edges_relabelled(edges, relabel), g->inverse_word[b], flip_bits);
	g->inverse_entry[b] = g->inverse_begin[b] + (has_layers ? index >> COSET_LAYER_BITS : index);
	if (has_layers)
		g->inverse_layers[b] = (uint16_t)bits_of_layer(index);
}

static inline __attribute__((always_inline))
void index_inverse_edges(struct coset *k, struct group *g, struct coset_ahead *ahead, bool has_layers)
{
	const unsigned n_asked = coset_asked_a_step(ahead, g->n + 1);
	for (unsigned i = 0; i < g->n; i++) {
		const struct node *const n = &g->node[i];
		const uint8_t *const axes = other_axes[n->axis];
		const coset_edges edges = coset_edges_load(n->inverse_edges);
		frontier_count(k->work, n->origin, N_AXES_LEFT);
		g->node_value[2 * i] = g->node_value[2 * i + 1] = n->value;
		if (has_layers)
			memcpy(&g->axis[2 * i], axes, N_AXES_LEFT);
#pragma GCC unroll 2
		for (unsigned b = 0; b < N_AXES_LEFT; b++)
			index_branch(k, g, 2 * i + b, edges, coset_tables.quarter_relabel[axes[b]], has_layers);
		coset_ask(&k->reader, ahead, n_asked);
	}
}

STAGE void index_inverses(struct coset *k, struct group *g, const struct group *other)
{
	struct coset_ahead ahead = candidates_ahead(k, other);
	inverse_corner_states(k, g);
	coset_frames(g->inverse_word, N_AXES_LEFT * g->n);
	inverse_begins(k, g);
	if (k->has_layers)
		index_inverse_edges(k, g, &ahead, true);
	else
		index_inverse_edges(k, g, &ahead, false);
	coset_ask_all(&k->reader, &ahead);
}

static inline __attribute__((always_inline))
void index_edges_of_families(struct coset *k, struct group *g, struct coset_ahead *ahead, bool has_layers)
{
	const unsigned n_asked = coset_asked_a_step(ahead, g->n + 1), n_children = k->n_children;
	for (unsigned i = 0; i < g->n_families; i++) {
		const struct family *const f = family(k, g->first_family + i);
		const unsigned begin = i * N_AXES_LEFT * n_children;
		const uint8_t *relabel = k->branch_relabel[f->parent.axis][0];
		const coset_edges edges = coset_edges_load(f->parent.inverse_edges);
		memcpy(&g->axis[begin], k->branch_axis[f->parent.axis], N_AXES_LEFT * n_children);
		for (unsigned c = 0; c < n_children; c++) {
			const unsigned first = begin + 2 * c;
			g->node_value[first] = g->node_value[first + 1] = f->value[c];
#pragma GCC unroll 2
			for (unsigned b = 0; b < N_AXES_LEFT; b++, relabel += sizeof k->branch_relabel[0][0])
				index_branch(k, g, first + b, edges, relabel, has_layers);
			coset_ask(&k->reader, ahead, n_asked);
		}
	}
}

STAGE void index_inverses_of_families(struct coset *k, struct group *g, const struct group *other)
{
	struct coset_ahead ahead = candidates_ahead(k, other);
	corner_states_of_families(k, g);
	coset_frames(g->inverse_word, N_AXES_LEFT * g->n);
	inverse_begins(k, g);
	if (k->has_layers)
		index_edges_of_families(k, g, &ahead, true);
	else
		index_edges_of_families(k, g, &ahead, false);
	coset_ask_all(&k->reader, &ahead);
}

static void locate_inverses(struct coset *k, struct group *g)
{
	find_least_inverses(k, g);
	if (k->has_layers)
		find_layers_of_inverses(k, g);
	coset_locate(&k->reader, g->inverse_entry, g->inverse_slot, N_AXES_LEFT * g->n);
}

STAGE void ask_for_inverses(const struct coset *k, const struct group *g)
{
	struct coset_ahead inverses = {g->inverse_entry, N_AXES_LEFT * g->n, true};
	coset_ask_all(&k->reader, &inverses);
}

STAGE void ask_for_candidates(const struct coset *k, const struct group *g)
{
	struct coset_ahead candidates = candidates_ahead(k, g);
	coset_ask_all(&k->reader, &candidates);
}

/* What the side table is asked for here is used after another stage of the other group. */
STAGE void begin_reading_inverses(struct coset *k, struct group *g)
{
	struct coset_ahead nothing = nothing_ahead();
	if (k->has_layers)
		coset_layers_read_begin(&k->reader, g->inverse_entry, g->inverse_slot, g->inverse_layers, g->inverse_value,
		                        g->second_value, g->inverse_near, N_AXES_LEFT * g->n, &k->scratch, &g->inverse_low,
		                        &nothing);
	else
		coset_read_begin(&k->reader, g->inverse_entry, g->inverse_slot, g->inverse_value, N_AXES_LEFT * g->n, &k->scratch,
		                 &g->inverse_low, &nothing);
	g->inverses_are_begun = true;
}

/* While the other group's inverses are asked for, if there is one. */
STAGE void begin_reading_candidates(struct coset *k, struct group *g, const struct group *other)
{
	struct coset_ahead inverses = nothing_ahead();
	if (other != NULL)
		inverses = (struct coset_ahead){other->inverse_entry, N_AXES_LEFT * other->n, k->asks_at_once};
	if (k->has_layers)
		coset_layers_read_begin(&k->reader, g->entry, g->slot, g->layers, g->value, g->no_value, g->no_near,
		                        g->n_candidates, &k->scratch, &g->low, &inverses);
	else
		coset_read_begin(&k->reader, g->entry, g->slot, g->value, g->n_candidates, &k->scratch, &g->low, &inverses);
	g->candidates_are_begun = true;
}

/* Append the ways from a class through the turns of an axis that pass. */
#if defined COSET_AVX512 || defined COSET_AVX2
static inline void append_turns(const struct coset *k, struct group *g, unsigned at, unsigned passing, unsigned tag,
                                const uint32_t *ways)
{
	const __m256i turns = _mm256_load_si256((const void *)k->passing_turns[passing]);
	const __m256i words = _mm256_permutevar8x32_epi32(_mm256_loadu_si256((const void *)ways), turns);
	const __m256i tags = _mm256_add_epi32(turns, _mm256_set1_epi32((int)tag));
	const __m128i candidates = _mm_packus_epi32(_mm256_castsi256_si128(tags), _mm256_extracti128_si256(tags, 1));
	_mm256_storeu_si256((void *)&g->word[at], words);
	_mm_storeu_si128((void *)&g->candidate[at], candidates);
}
#else
static inline void append_turns(const struct coset *k, struct group *g, unsigned at, unsigned passing, unsigned tag,
                                const uint32_t *ways)
{
	for (unsigned i = 0; i < TURNS; i++) {
		const unsigned turn = k->passing_turns[passing][i];
		g->word[at + i] = ways[turn];
		g->candidate[at + i] = (uint16_t)(tag + turn);
	}
}
#endif

/* Of the quarter turns of each axis' second face. */
static inline const uint8_t *second_values(const struct coset *k, const struct group *g)
{
	return k->has_layers ? g->second_value : g->inverse_value;
}

/* Returns how many branches are listed. */
#ifdef COSET_AVX512
static inline unsigned list_passing(const uint8_t *second, struct group *g)
{
	static_assert(N_AXES_LEFT * GROUP % 64 == 0, "no array ends within 64 bytes");
	const unsigned n = N_AXES_LEFT * g->n;
	const __m512i left = _mm512_set1_epi8((char)g->left);
	unsigned n_listed = 0;
	for (unsigned i = 0; i < n; i += 64) {
		const __mmask64 in_use = _bzhi_u64(~UINT64_C(0), n - i < 64 ? n - i : 64);
		const __mmask64 quarter_turns = _mm512_cmplt_epu8_mask(_mm512_load_si512(&g->inverse_value[i]), left);
		const __mmask64 half_turns = _mm512_cmplt_epu8_mask(_mm512_load_si512(&g->node_value[i]), left);
		const __mmask64 second_quarters = _mm512_cmplt_epu8_mask(_mm512_load_si512(&second[i]), left);
		for (uint64_t pass = (quarter_turns | second_quarters | half_turns) & in_use; pass != 0; pass &= pass - 1)
			g->passing[n_listed++] = (uint16_t)(i + (unsigned)__builtin_ctzll(pass));
	}
	return n_listed;
}
#else
static inline unsigned list_passing(const uint8_t *second, struct group *g)
{
	unsigned n_listed = 0;
	for (unsigned i = 0; i < N_AXES_LEFT * g->n; i++) {
		g->passing[n_listed] = (uint16_t)i;
		n_listed += (g->inverse_value[i] < g->left) | (second[i] < g->left) | (g->node_value[i] < g->left);
	}
	return n_listed;
}
#endif

/* The path of an opening is short: at the end of its room is which part of it the node is. */
enum { NEXT_TURNS_AT = 60 };

static inline unsigned next_turns_of(const struct node *n)
{
	uint16_t turns;
	memcpy(&turns, (const uint8_t *)n + NEXT_TURNS_AT, sizeof turns);
	return turns;
}

static inline void set_next_turns(struct node *n, unsigned next_turns)
{
	const uint16_t turns = (uint16_t)next_turns;
	static_assert(NEXT_TURNS_AT + sizeof turns <= offsetof(struct node, near), "in the room of the path");
	memcpy((uint8_t *)n + NEXT_TURNS_AT, &turns, sizeof turns);
}

/* The number among a node's next turns of a branch's turn, as it is seen in the frame. */
static inline unsigned next_turn(const struct group *g, unsigned branch, unsigned seen)
{
	const unsigned move = coset_tables.real_move[g->node[branch / 2].frame][seen];
	return (branch & 1) * TURNS + move % TURNS;
}

/* How a branch looks in its node's frame. */
static inline void see_branch(const struct coset *k, struct group *g, unsigned branch)
{
	const struct node *const node = &g->node[branch / 2];
	const unsigned real_axis = other_axes[node->axis][branch & 1];
	g->seen_axis[branch] = k->seen_axis[node->frame][real_axis];
	g->is_swapped[branch] = k->is_swapped[node->frame][real_axis];
}

/* Of parts of openings only their own turns are candidates.  All would pass: openings are split where more moves are left
 * than any bound has. */
static void list_own_candidates(const struct coset *k, struct group *g)
{
	unsigned n = 0;
	assert(g->left > k->cap);
	for (unsigned i = 0; i < N_AXES_LEFT * g->n; i++) {
		const struct node *const node = &g->node[i / 2];
		const unsigned real_axis = other_axes[node->axis][i & 1];
		unsigned own = 0, left = next_turns_of(node) >> (i & 1) * TURNS & single_turns[k->metric];
		for (; left != 0; left &= left - 1) {
			const unsigned seen = coset_tables.seen_move[node->frame][real_axis * TURNS + (unsigned)__builtin_ctz(left)];
			g->word[n] = coset_tables.step[node->class][seen];
			g->candidate[n++] = (uint16_t)(i << 5 | seen);
			own |= turn_bit[seen];
		}
		see_branch(k, g, i);
		g->turns_of_other_parts[i] = (uint8_t)(single_turns[k->metric] & ~own);
	}
	g->n_candidates = n;
}

/* Children of families that have passing branches: those of one child stand together in the list. */
static void make_passing_children(const struct coset *k, struct group *g, unsigned n_passing)
{
	unsigned last = UINT_MAX;
	for (unsigned p = 0; p < n_passing; p++) {
		const unsigned i = g->passing[p] / 2;
		if (i != last)
			make_child_of_family(k, g, i, &g->made[i]);
		last = i;
	}
}

static void end_reading_inverses(struct coset *k, struct group *g)
{
	if (k->has_layers)
		coset_layers_read_end(&k->reader, &g->inverse_low, g->inverse_value, g->second_value);
	else
		coset_read_end(&k->reader, &g->inverse_low, g->inverse_value);
}

STAGE void list_candidates(struct coset *k, struct group *g)
{
	const unsigned left = g->left;
	const bool are_read = left <= k->cap;
	if (g->is_split) {
		list_own_candidates(k, g);
		return;
	}
	const uint8_t *const second = second_values(k, g);
	const unsigned n_passing = list_passing(second, g);
	if (g->n_families != 0)
		make_passing_children(k, g, n_passing);
	unsigned n = 0;
	for (unsigned p = 0; p < n_passing; p++) {
		const unsigned i = g->passing[p];
		const struct node *const node = &g->node[i / 2];
		see_branch(k, g, i);
		const unsigned axis = g->seen_axis[i];
		const unsigned passing = (g->inverse_value[i] < left) | (unsigned)(node->value < left) << 1
		                         | (unsigned)(second[i] < left) << 2 | (unsigned)g->is_swapped[i] << 3;
		append_turns(k, g, n, passing, i << 5 | axis * TURNS, &coset_tables.step[node->class][axis * TURNS]);
		n += k->n_passing[passing];
		frontier_count(k->work, node->origin, are_read ? k->n_passing[passing] : 0);
	}
	g->n_candidates = n;
}

static inline const struct node *parent_of(const struct group *g, unsigned candidate)
{
	return (const void *)((const uint8_t *)g->node + (candidate & ~63u));  /* one of 64 bytes */
}

static inline coset_edges child_edges(const struct group *g, unsigned candidate)
{
	return coset_edges_after(coset_edges_load(parent_of(g, candidate)->edges), &coset_tables.edge_turn[candidate & 31]);
}

static inline __attribute__((always_inline))
void index_children(const struct coset *k, struct group *g, unsigned flip_bits, bool has_parts, bool has_layers)
{
	const unsigned n = g->n_candidates;
	for (unsigned c = 0; c < n; c++) {
		const unsigned candidate = g->candidate[c];
		const struct node *const parent = parent_of(g, candidate);
		const uint32_t word = g->word[c];
		const coset_edges edges = child_edges(g, candidate);
		const uint64_t begin = has_parts ? begin_after(k, word, part_of(parent->place))
		                                 : k->class_begin[coset_word_class(word)];
		const uint32_t index = coset_entry(edges, word, flip_bits);
		g->entry[c] = begin + (has_layers ? index >> COSET_LAYER_BITS : index);
		if (has_layers)
			g->layers[c] = (uint16_t)bits_of_layer(index);
	}
}

static inline __attribute__((always_inline)) void compare_children(struct coset *k, struct group *g, bool has_layers)
{
	uint32_t *const word = g->word;
	uint64_t *const entry = g->entry;
	struct second_copies *const second = &k->second_copies;
	unsigned n = list_with_copies(word, g->n_candidates, g->with_copies), n_more;
	n = list_to_compare(k, word, entry, g->with_copies, n, second, g->with_more, &n_more);
	for (unsigned i = 0; i < n; i++) {
		const unsigned c = second->number[i];
		take_less(k, second, i, child_edges(g, g->candidate[c]), &word[c], &entry[c], &g->layers[c], has_layers);
	}
	for (unsigned i = 0; i < n_more; i++) {
		const unsigned c = g->with_more[i];
		entry[c] = least_of_copies(k, child_edges(g, g->candidate[c]), &word[c], entry[c], &g->layers[c]);
	}
}

STAGE void find_least_children(struct coset *k, struct group *g)
{
	if (k->has_layers)
		compare_children(k, g, true);
	else
		compare_children(k, g, false);
}

STAGE void find_layers_of_children(struct coset *k, struct group *g)
{
	for (unsigned c = 0; c < g->n_candidates; c++) {
		const unsigned axes = axes_of(parent_of(g, g->candidate[c])->place);
		g->layers[c] = layer_after(k, child_edges(g, g->candidate[c]), g->word[c], g->entry[c], axes, g->layers[c]);
	}
}

STAGE void index_candidates(struct coset *k, struct group *g)
{
	const unsigned flip_bits = k->parts.flip_bits;
	if (k->has_layers)
		index_children(k, g, 9 + COSET_LAYER_BITS, true, true);
	else if (k->parts.n_parts == 1)
		index_children(k, g, flip_bits, false, false);
	else
		index_children(k, g, flip_bits, true, false);
	find_least_children(k, g);
	if (k->has_layers)
		find_layers_of_children(k, g);
	coset_locate(&k->reader, g->entry, g->slot, g->n_candidates);
}

/* ---- parts of openings ---- */
/* What is behind next turns of parts of openings, and of nodes with deep origins behind them, is counted apart: */
static inline bool has_own_origins(const struct coset *k, const struct group *g)
{
	return g->is_split || g->left == k->deep_left;
}

/* the origin behind the first turn of a node, which those of the others follow. */
static inline uint32_t first_origin(const struct coset *k, const struct group *g, uint32_t origin)
{
	const struct frontier *const f = k->root->search->frontier;
	assert(g->left != k->deep_left || origin - 1u < f->n_short_origins - 1u);
	return g->left == k->deep_left ? deep_origin(f, origin, 0) : origin + 1;
}

static void set_origins(const struct coset *k, const struct group *g, struct node *children)
{
	for (unsigned i = 0; i < g->n_survivors; i++) {
		const unsigned turn = next_turn(g, g->survivor[i] >> 5, g->survivor[i] & 31);
		children[i].origin = (first_origin(k, g, children[i].origin) + turn) & ORIGIN_MASK;
	}
}

/* Combinations need to know which turns survived at all. */
static void finish_own_survivors(struct group *g)
{
	for (unsigned i = 0; i < N_AXES_LEFT * g->n; i++)
		g->surviving_turns[i] |= g->turns_of_other_parts[i];
}

/* How many openings the nodes of a group are that are not counted with other parts. */
static unsigned n_counted(const struct group *g)
{
	unsigned n = g->n;
	for (unsigned i = 0; i < g->n && g->is_split; i++)
		n -= (next_turns_of(&g->node[i]) & HAS_OPENING) == 0;
	return n;
}

/* ---- survivors ---- */
STAGE void keep_survivors(struct coset *k, struct group *g)
{
	const unsigned left = g->left;
	if (left > k->cap)
		memset(g->value, 0, g->n_candidates);  /* no value is larger */
	else if (k->has_layers)
		coset_layers_read_end(&k->reader, &g->low, g->value, g->no_value);
	else
		coset_read_end(&k->reader, &g->low, g->value);
	unsigned n = 0;
#ifdef COSET_AVX512
	for (unsigned c = 0; c < g->n_candidates; c += 64) {
		const __mmask64 in_use = g->n_candidates - c >= 64 ? ~0ull : (1ull << (g->n_candidates - c)) - 1;
		const __m512i values = _mm512_load_si512(&g->value[c]);
		const __mmask64 pass = _mm512_mask_cmplt_epu8_mask(in_use, values, _mm512_set1_epi8((char)left));
		const __m512i low = _mm512_load_si512(&g->candidate[c]), high = _mm512_load_si512(&g->candidate[c + 32]);
		_mm512_storeu_si512(&g->survivor[n], _mm512_maskz_compress_epi16((__mmask32)pass, low));
		n += (unsigned)_mm_popcnt_u32((uint32_t)pass);
		_mm512_storeu_si512(&g->survivor[n], _mm512_maskz_compress_epi16((__mmask32)(pass >> 32), high));
		n += (unsigned)_mm_popcnt_u32((uint32_t)(pass >> 32));
	}
#else
	for (unsigned c = 0; c < g->n_candidates; c++) {
		g->survivor[n] = g->candidate[c];
		n += g->value[c] < left;
	}
#endif
	g->n_survivors = n;
}

/* Keep the nodes at the front, where the caches know the memory, and room at the end.  A group of them that is under way
 * stays where it is, just before the head: what comes until it is done must not reach there. */
static inline void close_gap(struct queue *q, unsigned left, const struct group *under_way)
{
	const unsigned n = q->tail - q->head;
	const unsigned n_in_use = under_way != NULL && under_way->left == left ? under_way->n + APPENDED_AT_ONCE : 0;
	if ((n >= GROUP && q->tail <= QUEUE_MOVED_AT) || n + n_in_use > q->head)
		return;
	memcpy(q->node, q->node + q->head, n * sizeof *q->node);
	q->head = 0;
	q->tail = n;
}

/* The axis by whose turn the inverse behind a quarter turn is in a neighbour, as it is seen through the word of the first
 * face's turn: behind those of the second the two other axes have changed places. */
static inline unsigned axis_then(unsigned axis, unsigned turned_axis, bool is_second)
{
	return is_second && axis != turned_axis ? COSET_AXES - axis - turned_axis : axis;
}

/* With layers, of the inverse behind quarter turns of a face: which of its neighbours may be near. */
static inline uint8_t near_after(const struct group *g, unsigned branch, bool is_second)
{
	const uint32_t word = g->inverse_word[branch], near = g->inverse_near[branch];
	const unsigned turned_axis = other_axes[g->node[branch / 2].axis][branch & 1];
	const unsigned both = g->is_tied[branch] ? g->layers_there[branch] : g->inverse_layers[branch];
	const unsigned layer = is_second ? both >> 8 : both & 255;
	unsigned neighbours = 0;
	for (unsigned axis = 0; axis < COSET_AXES; axis++) {
		const unsigned there = coset_neighbour(word, axis_then(axis, turned_axis, is_second), layer);
		neighbours |= (near >> (g->is_tied[branch] ? g->least_layer[branch][there] : there) & 1) << axis;
	}
	return (uint8_t)neighbours;
}

/* The nodes of a group begin families: all their children survive. */
STAGE void add_families(struct coset *k, struct group *g)
{
	struct families *const all = &k->families;
	const uint8_t *const second = second_values(k, g);
	assert(n_families_waiting(k) + g->n + GROUP <= MAX_FAMILIES);  /* a group of them may be under way */
	for (unsigned i = 0; i < g->n; i++) {
		struct family *const f = &all->family[all->tail++ % MAX_FAMILIES];
		f->parent = g->node[i];
		f->has_origins = has_own_origins(k, g);
		f->origin = f->has_origins ? first_origin(k, g, f->parent.origin) : f->parent.origin;
		const uint8_t *const first = &g->inverse_value[2 * i];
		const uint8_t value[] = {first[0], first[1], second[2 * i], second[2 * i + 1], f->parent.value};
		for (unsigned c = 0; c < k->n_children; c++)
			f->value[c] = value[k->child_value[c]];
		for (unsigned b = 0; b < N_AXES_LEFT; b++) {
			see_branch(k, g, 2 * i + b);
			f->near[b][0] = k->has_layers ? near_after(g, 2 * i + b, false) : 0;
			f->near[b][1] = k->has_layers ? near_after(g, 2 * i + b, true) : 0;
		}
	}
	memset(g->surviving_turns, 0, sizeof g->surviving_turns);
	memset(g->surviving_turns, single_turns[k->metric], N_AXES_LEFT * g->n);
}

STAGE void make_survivors(struct coset *k, struct group *g, const struct group *other)
{
	struct queue *const next = &k->queue[g->left - 1];
	close_gap(next, g->left - 1, other);
	assert(next->tail + g->n_survivors <= QUEUE_NODES);
	struct node *const to = next->node + next->tail;
	const unsigned depth = k->top - g->left;
	const uint8_t *const second = second_values(k, g);
	unsigned near_branch = UINT_MAX;        /* branch << 1 | face of the last quarter turn: both lead to the same, and */
	uint8_t near = 0;                       /* which of its neighbours may be near is found once */
	g->children = to;
	memset(g->surviving_turns, 0, sizeof g->surviving_turns);
	for (unsigned i = 0; i < g->n_survivors; i++) {
		const unsigned branch = g->survivor[i] >> 5, seen = g->survivor[i] & 31;
		g->surviving_turns[branch] |= turn_bit[seen];
		g->child[branch][seen % TURNS] = (uint16_t)i;
		const struct node *const parent = &g->node[branch / 2];
		const unsigned move = make_child(k, parent, seen, &to[i]);
		const uint8_t *const turned = turn_is_of_second_face(move) ? second : g->inverse_value;
		to[i].value = turn_is_quarter(move) ? turned[branch] : parent->value;
		to[i].axis = other_axes[parent->axis][branch & 1];
		if (k->has_layers && turn_is_quarter(move)) {  /* else it is as the parent's */
			const bool is_second = turn_is_of_second_face(move);
			if (near_branch != (branch << 1 | is_second))
				near = near_after(g, branch, is_second);
			near_branch = branch << 1 | is_second;
			to[i].near = near;
		}
		set_move(&to[i], depth, move);
	}
	if (has_own_origins(k, g))
		set_origins(k, g, to);
	if (g->is_split)
		finish_own_survivors(g);
	next->tail += g->n_survivors;
}

/* The value behind quarter turns of both faces.  With layers it is that of a neighbour, two turns away. */
static inline unsigned both_faces_value(const struct coset *k, const struct group *g, unsigned branch)
{
	const struct node *const node = &g->node[branch / 2];
	if (!k->has_layers)
		return node->value;
	const bool may_be_near = node->near >> other_axes[node->axis][branch & 1] & 1;
	return !may_be_near ? k->cap : node->value < 2 ? 0 : node->value - 2u;
}

/* Which combinations may pass: by the turns that survived, and whether the inverse's value lets pass what takes one or
 * two moves more.  Bits that no single turn has tell the latter; those of quarter turns by the face, in the frame. */
static inline unsigned combining_row(const struct coset *k, const struct group *g, unsigned branch)
{
	const unsigned left = g->left, turned[2] = {g->inverse_value[branch], second_values(k, g)[branch]};
	const unsigned first = turned[g->is_swapped[branch]], second = turned[!g->is_swapped[branch]];
	const unsigned same = g->node[branch / 2].value, more = k->metric == METRIC_HTM ? 2 : 3;
	const unsigned turns = g->surviving_turns[branch] | (unsigned)(both_faces_value(k, g, branch) + 2 <= left) << 8
	                       | (unsigned)(first + more <= left) << 6 | (unsigned)(second + more <= left) << 9
	                       | (unsigned)(same + 2 <= left) << 7;
	return k->metric == METRIC_HTM ? turns : turns | (unsigned)(same + 4 <= left) << 1;
}

/* The branches with something to combine. */
static inline unsigned list_combining(const struct coset *k, struct group *g)
{
	unsigned n = 0;
	for (unsigned i = 0; i < N_AXES_LEFT * g->n; i += 8) {
		uint64_t turns;
		memcpy(&turns, &g->surviving_turns[i], sizeof turns);
		const uint64_t first = turns & 0x0707070707070707, second = turns >> 3 & 0x0707070707070707;
		/* 7 + 1 to 7 has bit 3: turns of both faces, or, where two of one will do, any */
		const uint64_t has_first = first + 0x0707070707070707, has_second = second + 0x0707070707070707;
		uint64_t has = (k->metric == METRIC_HTM ? has_first & has_second : has_first | has_second) & 0x0808080808080808;
		for (; has != 0; has &= has - 1) {
			const unsigned branch = i + (unsigned)__builtin_ctzll(has) / 8, row = combining_row(k, g, branch);
			g->combining[n] = branch << 16 | row;
			n += k->passing_combinations[row].n != 0;
		}
	}
	return n;
}

/* In the canonical order of faces, whatever the frame: so paths are written alike. */
static inline const uint8_t *turns_in_order(const struct group *g, unsigned branch, const struct combination *c)
{
	return c->turn[coset_tables.real_move[g->node[branch / 2].frame][g->seen_axis[branch] * TURNS] % TURNS >= 3];
}

/* Children of a family's parent, made for combinations that begin with them. */
struct first_turns {
	unsigned branch, made;                  /* turns of one branch, as bits */
	struct node child[TURNS];
};

/* The child by a single turn: a survivor, or one of a family.  Combinations have values of their own. */
static inline const struct node *child_by_turn(const struct coset *k, const struct group *g, unsigned branch, unsigned turn,
                                               unsigned depth, struct first_turns *first)
{
	if (!begins_families(k, g->left))
		return &g->children[g->child[branch][turn]];
	const unsigned made = first->branch == branch ? first->made : 0, seen = g->seen_axis[branch] * TURNS + turn;
	struct node *const child = &first->child[turn];
	first->branch = branch;
	first->made = made | 1u << turn;
	if (made >> turn & 1)
		return child;
	set_move(child, depth, make_child(k, &g->node[branch / 2], seen, child));
	if (has_own_origins(k, g))
		child->origin = (first_origin(k, g, child->origin) + next_turn(g, branch, seen)) & ORIGIN_MASK;
	return child;
}

/* Behind the first turn is a survivor. */
static inline void combine(const struct coset *k, const struct group *g, unsigned branch, const struct combination *c,
                           unsigned depth, struct first_turns *first_turns, struct node *child)
{
	const struct node *const parent = &g->node[branch / 2];
	const unsigned first = g->seen_axis[branch] * TURNS;
	const uint8_t *const turn = turns_in_order(g, branch, c);
	const struct node *from = child_by_turn(k, g, branch, turn[0], depth, first_turns);
	struct node half_way[2];
	for (unsigned i = 1; i + 1 < c->n; i++) {
		struct node *const to = &half_way[i & 1];
		const unsigned move = make_child(k, from, seen_elsewhere(parent, from, first + turn[i]), to);
		set_move(to, depth + i, move);
		from = to;
	}
	const unsigned seen = seen_elsewhere(parent, from, first + turn[c->n - 1]);
	*child = *from;
	set_move(child, depth + c->n - 1, coset_tables.real_move[from->frame][seen]);
	child->axis = untested_axis(other_axes[parent->axis][branch & 1], seen);
}

static inline unsigned value_after(const struct coset *k, const struct group *g, unsigned branch,
                                   const struct combination *c)
{
	const bool has_first = c->is_odd[g->is_swapped[branch]], has_second = c->is_odd[!g->is_swapped[branch]];
	if (has_first && has_second)
		return both_faces_value(k, g, branch);
	return has_first ? g->inverse_value[branch] : has_second ? second_values(k, g)[branch] : g->node[branch / 2].value;
}

static inline uint8_t near_after_combination(const struct group *g, unsigned branch, const struct combination *c)
{
	const bool has_first = c->is_odd[g->is_swapped[branch]], has_second = c->is_odd[!g->is_swapped[branch]];
	if (has_first && has_second)
		return ALL_NEIGHBOURS;
	return has_first || has_second ? near_after(g, branch, has_second) : g->node[branch / 2].near;
}

/* Returns their number. */
STAGE unsigned make_combinations(struct coset *k, struct group *g)
{
	const unsigned n_branches = list_combining(k, g), depth = k->top - g->left;
	struct first_turns first_turns;
	first_turns.branch = UINT_MAX;
	unsigned n = 0;
	for (unsigned l = 0; l < n_branches; l++) {
		const unsigned branch = g->combining[l] >> 16, row = g->combining[l] & UINT16_MAX;
		for (unsigned i = 0; i < k->passing_combinations[row].n; i++) {
			const struct combination *const c = &k->combination[k->passing_combinations[row].number[i]];
			if (g->is_split && (g->turns_of_other_parts[branch] >> turns_in_order(g, branch, c)[0] & 1) != 0)
				continue;
			struct queue *const to = &k->queue[g->left - c->cost];
			struct node *const child = &to->untested[to->n_untested++];
			combine(k, g, branch, c, depth, &first_turns, child);
			child->value = (uint8_t)value_after(k, g, branch, c);
			if (k->has_layers)
				child->near = near_after_combination(g, branch, c);
			n++;
		}
	}
	return n;
}

/* The nodes with no moves left are solutions or nothing. */
static void finish_leaves(struct coset *k)
{
	struct queue *const leaves = &k->queue[0];
	for (unsigned i = leaves->head; i < leaves->tail; i++)
		if (node_is_solved(&leaves->node[i]))
			found(k, &leaves->node[i]);
	leaves->head = leaves->tail = 0;
}

/* Stage 1 for the first nodes of the queue with `left` moves left and for what waits untested there; `other` has gone
 * through stage 3, or is NULL. */
static void begin_group(struct worker *w, struct group *g, unsigned left, struct group *other)
{
	struct coset *const k = w->kernel_state;
	struct queue *const q = &k->queue[left];
	g->left = left;
	g->is_split = left == k->split_left;
	g->n_untested = q->n_untested < N_BRANCHES ? q->n_untested : N_BRANCHES;
	q->n_untested -= g->n_untested;
	memcpy(g->untested, q->untested + q->n_untested, g->n_untested * sizeof *g->untested);
	g->n_families = 0;
	if (left == k->cap && n_families_waiting(k) != 0 && (has_full_families(k) || q->tail == q->head)) {
		take_families(k, g);
	} else {
		g->n = left == 0 ? 0 : q->tail - q->head < GROUP ? q->tail - q->head : GROUP;
		if (q->tail > QUEUE_MOVED_AT)
			close_gap(q, left, other);
		g->node = q->node + q->head;
		q->head += g->n;
	}
	if (g->n_untested != 0 && left < k->cap) {
		index_untested(k, g);
		w->counts.n_lookups += g->n_untested;
	}
	g->inverses_are_begun = g->candidates_are_begun = false;
	if (g->n_families != 0)
		index_inverses_of_families(k, g, other);
	else
		index_inverses(k, g, other);
	locate_inverses(k, g);
	if (other != NULL && other->n != 0 && other->left <= k->cap)
		begin_reading_candidates(k, other, g);
	else
		ask_for_inverses(k, g);
}

/* Stages 2 and 3. */
static void list_group(struct worker *w, struct group *g)
{
	struct coset *const k = w->kernel_state;
	if (g->n_untested != 0)
		test_untested(k, g);
	if (g->left == 0)
		finish_leaves(k);
	if (g->n == 0)
		return;
	if (!g->inverses_are_begun)
		begin_reading_inverses(k, g);
	end_reading_inverses(k, g);
	if (!begins_families(k, g->left))
		list_candidates(k, g);
	if (g->left <= k->cap) {
		index_candidates(k, g);
		w->counts.n_lookups += g->n_candidates;
	}
}

/* Stages 4 and 5; `other` has gone through stage 1, or is NULL.
 * Counted as generated: all children by a single turn, and the combinations that are made; as look-ups: entries of the
 * table, with or without the side table. */
static void finish_group(struct worker *w, struct group *g, struct group *other)
{
	struct coset *const k = w->kernel_state;
	if (g->n == 0)
		return;
	if (g->left <= k->cap && !g->candidates_are_begun)
		begin_reading_candidates(k, g, NULL);
	if (begins_families(k, g->left)) {
		add_families(k, g);
	} else {
		keep_survivors(k, g);
		make_survivors(k, g, other);
	}
	if (other != NULL)
		begin_reading_inverses(k, other);
	const unsigned n_combinations = g->left >= 2 ? make_combinations(k, g) : 0;
	if (g->left == 1)
		finish_leaves(k);
	const unsigned n = n_counted(g);
	w->counts.n_expanded += n;
	w->counts.n_generated += N_AXES_LEFT * k->n_passing[7] * n + n_combinations;
	w->counts.n_lookups += N_AXES_LEFT * g->n;
}

static inline unsigned n_queued(const struct queue *q)
{
	return q->tail - q->head + q->n_untested;
}

static inline unsigned n_waiting(const struct coset *k, unsigned left)
{
	return n_queued(&k->queue[left]) + (left == k->cap ? n_families_waiting(k) : 0);
}

/* How many nodes a queue must hold to be expanded.  Few nodes get close to the leaves: a solution waits there for others,
 * and while it waits the search goes on in vain, for 8,000 to 80,000 look-ups more with larger groups.  These save 2 to 7 %
 * of the time, and are worth it where an iteration is long, by how many the one before needed, or where all of it must be
 * searched. */
static unsigned full_group(const struct search *s, unsigned cap, unsigned left)
{
	enum { N_BELOW = 4 };
	static const uint8_t group_below_cap[3][N_BELOW] = {{64, 8, 1, 1}, {128, 64, 4, 1}, {128, 128, 32, 4}};
	static const uint64_t long_lookups = 250000, very_long_lookups = 4000000;
	const unsigned length = s->n_lookups_before >= very_long_lookups ? 2 : s->n_lookups_before >= long_lookups ? 1 : 0;
	if (left >= cap || search_wants_all(s))
		return GROUP;
	return cap - left <= N_BELOW ? group_below_cap[length][cap - left - 1] : 1;
}

/* ---- roots ---- */
/* Moves are numbered axis by axis here, house by house elsewhere. */
static inline unsigned number_of_move(unsigned move)
{
	return move_face(move) % 3 * TURNS + move_face(move) / 3 * 3 + move % 3;
}

/* The cube of a node, in the frame of its corners, and its inverse. */
static void pack_node(const struct coset *k, const struct cube *c, struct node *n)
{
	_Alignas(16) uint8_t edges[16] = {0};
	uint64_t corners;
	coset_pack(c, edges, (uint8_t *)&corners);
	const uint32_t word = coset_tables.corner[coset_corner_state(corners)];
	const coset_edges framed = coset_edges_framed(coset_edges_load(edges), word);
	memcpy(n->edges, &framed, sizeof n->edges);
	n->frame = (uint8_t)coset_word_right(word);
	n->class = coset_word_class(word) & CLASS_MASK;
	const unsigned part = k->parts.n_parts == COSET_MAX_PARTS ? coset_raw_part(corners) : cube_is_odd(c);
	n->place = (uint8_t)place_after(k, word, part);
	const struct cube inverse = cube_inverse(c);
	coset_pack(&inverse, n->inverse_edges, n->inverse_corners);
}

/* What a node knows of its inverse: whoever goes on must know no more and no less, or would count other nodes. */
static inline uint16_t note(unsigned value, unsigned near)
{
	return (uint16_t)(1u << 15 | near << 8 | value);
}

static void recall(struct node *n, unsigned noted)
{
	n->value = noted & UINT8_MAX;
	n->near = noted >> 8 & ALL_NEIGHBOURS;
}

static unsigned value_of_inverse(const struct coset *k, const struct cube *c)
{
	const struct cube inverse = cube_inverse(c);
	return pdb_get(k->table, coordinate_rank(k->table->key.coordinate, &inverse));
}

/* Append the node at a subtree's root; both faces of its last axis are done.  Its path has room for `n_own` moves more. */
static void push_root(struct coset *k, const struct subtree *t, unsigned n_own)
{
	const struct cube c = cube_after_moves(t->search->request.cube, t->path, t->n_path);
	struct queue *const q = &k->queue[t->search->threshold - t->n_path];
	struct node *const n = &q->node[q->tail++];
	pack_node(k, &c, n);
	n->axis = (uint8_t)((t->last - 1u) % 3);
	n->origin = t->origin & ORIGIN_MASK;
	recall(n, t->noted != 0 ? t->noted : note(value_of_inverse(k, &c), ALL_NEIGHBOURS));
	if (t->next_turns != 0)
		set_next_turns(n, t->next_turns);
	for (unsigned i = 0; i < n_own; i++) {
		set_move(n, i, number_of_move(t->path[t->n_path - n_own + i]));
	}
}

static void push_opening(struct coset *k, const struct frontier *f, struct part part)
{
	struct queue *const q = &k->queue[k->top - part.n_moves];
	struct node *const n = part.is_tested ? &q->node[q->tail++] : &q->untested[q->n_untested++];
	memcpy(n, f->node[part.opening], sizeof *n);
	if (part.is_split)
		set_next_turns(n, part.next_turns);
}

/* Offer half of the nodes with the most moves left to an idle thread. */
static void share(struct worker *w)
{
	struct coset *const k = w->kernel_state;
	unsigned left = k->top;
	while (left > 0 && k->queue[left].tail == k->queue[left].head)
		left--;
	if (left < k->cap + 2)
		return;
	struct queue *const q = &k->queue[left];
	const unsigned depth = k->top - left;
	struct subtree t = {.search = k->root->search, .n_path = (uint8_t)(k->root->n_path + depth)};
	for (unsigned n = (q->tail - q->head + 1) / 2; n > 0; n--) {
		const struct node *const node = &q->node[q->tail - 1];
		write_path(k, node, depth, t.path);
		t.origin = node->origin;
		t.noted = note(node->value, node->near);
		t.next_turns = (uint16_t)(left == k->split_left ? next_turns_of(node) : 0);
		t.last = (uint8_t)(1 + 3 + node->axis);  /* after the second face of an axis neither may follow */
		if (!worker_share(w, &t))
			return;
		q->tail--;
	}
}

static inline bool is_full(const struct coset *k, unsigned left)
{
	return n_queued(&k->queue[left]) >= k->full_group[left] || (left == k->cap && has_full_families(k));
}

/* The fewest moves left for which there is a full group, or `top` + 1. */
static inline unsigned full_queue(const struct coset *k)
{
	unsigned left = 0;
	while (left <= k->top && !is_full(k, left))
		left++;
	return left;
}

/* The same; without a full group openings are begun while there are any, then the most moves left for which there is
 * anything. */
static unsigned next_queue(struct coset *k, struct search *s, bool *has_openings)
{
	unsigned left = full_queue(k);
	for (struct part part; left > k->top && *has_openings;) {
		*has_openings = frontier_next(s->frontier, &part);
		if (*has_openings)
			push_opening(k, s->frontier, part);
		if (*has_openings && is_full(k, k->top - part.n_moves))
			left = k->top - part.n_moves;
	}
	if (left > k->top)
		for (left = k->top; left > 0 && n_waiting(k, left) == 0; left--)
			;
	return left;
}

static void run_queues(struct worker *w)
{
	struct coset *const k = w->kernel_state;
	struct search *const s = k->root->search;
	bool has_openings = k->root->takes_roots;
	struct group *now = &k->group[0], *next = &k->group[1];
	bool is_begun = false;
	while (!search_must_stop(s)) {
		if (!is_begun) {
			const unsigned left = next_queue(k, s, &has_openings);
			if (n_waiting(k, left) == 0)
				return;
			begin_group(w, now, left, NULL);
		}
		list_group(w, now);
		const unsigned left = full_queue(k);
		is_begun = left <= k->top;
		if (is_begun)
			begin_group(w, next, left, now);
		else
			ask_for_candidates(k, now);
		finish_group(w, now, is_begun ? next : NULL);
		struct group *const done = now;
		now = is_begun ? next : now;
		next = is_begun ? done : next;
		if (w->counts.n_generated >= REPORT_NODES)
			search_report(w, s);
		if (worker_should_share(w))
			share(w);
	}
}

static void run(struct worker *w, const struct subtree *t);

/* One move by hand, at a node whose last axis may go on or that has no room for all the moves that are left. */
static void run_children(struct worker *w, const struct subtree *t, const struct cube *c)
{
	const struct heuristic *const h = worker_heuristic(w);
	struct subtree child = *t;
	const unsigned left = t->search->threshold - t->n_path;
	child.n_path++;
	w->counts.n_expanded++;
	uint32_t moves = move_successors[h->metric][t->last];
	for (; moves != 0 && !search_must_stop(t->search); moves &= moves - 1) {
		const unsigned move = (unsigned)__builtin_ctz(moves);
		const struct cube after = cube_after(c, move);
		w->counts.n_generated++;
		w->counts.n_lookups += 2;
		if (heuristic_evaluate(h, &after) >= left)
			continue;
		child.path[t->n_path] = (uint8_t)move;
		child.last = move_last_after[h->metric][t->last][move];
		run(w, &child);
	}
}

/* Entry number i of those that are read without a group's stages: that of a cube. */
static void index_cube(struct coset *k, struct group *g, unsigned i, const struct cube *c)
{
	_Alignas(16) uint8_t edges[16] = {0};
	uint64_t corners;
	coset_pack(c, edges, (uint8_t *)&corners);
	const unsigned n_parts = k->parts.n_parts;
	const unsigned part = n_parts == 1 ? 0 : n_parts == COSET_MAX_PARTS ? coset_raw_part(corners) : cube_is_odd(c);
	index_apart(k, g, i, coset_edges_load(edges), coset_tables.corner[coset_corner_state(corners)], part, 0);
}

/* Begin with what is behind the turns of one axis, if its bound fits.  Short iterations are little else, so all entries are
 * read together. */
static void expand_root(struct worker *w, const struct subtree *t, const struct cube *c)
{
	struct coset *const k = w->kernel_state;
	struct group *const g = &k->group[0];
	static_assert(2 * (int)N_FIRST_ROOTS <= (int)N_BRANCHES, "a group has room to read as many");
	for (unsigned i = 0; i < N_FIRST_ROOTS; i++) {
		const struct cube after = cube_after_moves(*c, k->first_roots[i].path, k->first_roots[i].n_path);
		const struct cube inverse = cube_inverse(&after);
		index_cube(k, g, 2 * i, &after);
		index_cube(k, g, 2 * i + 1, &inverse);
	}
	ask_apart(k, g, 2 * N_FIRST_ROOTS);
	read_apart(k, g, 2 * N_FIRST_ROOTS);
	w->counts.n_expanded++;
	w->counts.n_generated += N_FIRST_ROOTS;
	w->counts.n_lookups += 2 * N_FIRST_ROOTS;
	for (unsigned i = 0; i < N_FIRST_ROOTS; i++) {
		const struct root *const root = &k->first_roots[i];
		const unsigned value = g->untested_value[2 * i], inverse_value = g->untested_value[2 * i + 1];
		if (root->n_path + (value > inverse_value ? value : inverse_value) > k->top)
			continue;
		struct subtree child = *t;
		memcpy(child.path, root->path, root->n_path);
		child.n_path = root->n_path;
		child.last = root->last;
		child.noted = note(inverse_value, ALL_NEIGHBOURS);
		push_root(k, &child, root->n_path);
	}
	finish_leaves(k);
}

static void report_own_origins(struct coset *k, struct frontier *f, unsigned begin, unsigned end)
{
	frontier_count_later(f, begin, end, k->own_work);
	memset(&k->own_work[begin], 0, (end - begin) * sizeof *k->own_work);
}

/* Those of a subtree that another thread has given away, and of what lies behind its next turns. */
static void report_own_work(struct coset *k, const struct subtree *t)
{
	struct frontier *const f = t->search->frontier;
	const bool has_turns = t->next_turns != 0 && f->split_moves == SPLIT_MOVES;
	const unsigned begin = t->origin, end = begin + (has_turns ? 1 + N_NEXT_TURNS : 1);
	report_own_origins(k, f, begin, end);
	if (f->counts_deep && begin != 0 && end <= f->n_short_origins)
		report_own_origins(k, f, deep_origin(f, begin, 0), deep_origin(f, end, 0));
}

static void begin_run(struct coset *k, const struct subtree *t)
{
	k->top = t->search->threshold - t->n_path;
	const struct frontier *const f = t->search->frontier;
	k->split_left = t->next_turns != 0 ? k->top : UINT_MAX;
	if (t->takes_roots && k->top >= f->split_moves)
		k->split_left = k->top - f->split_moves;
	k->deep_left = f != NULL && f->counts_deep && !t->opens_roots ? t->search->threshold - DEEP_SPLIT_MOVES : UINT_MAX;
	k->work = f == NULL || t->opens_roots ? k->work_of_roots : t->takes_roots ? f->work : k->own_work;
	k->root = t;
	k->keeps_families = !t->opens_roots;
	k->families.head = k->families.tail = 0;
	for (unsigned left = 0; left <= k->top; left++) {
		k->queue[left].head = k->queue[left].tail = k->queue[left].n_untested = 0;
		k->full_group[left] = full_group(t->search, k->cap, left);
	}
}

/* Of a node behind a root, by the turns of its last axis. */
static unsigned origin_of_opening(const struct search *s, const struct node *n, unsigned n_moves)
{
	const struct root *const root = &s->roots->root[n->origin];
	unsigned turns[2] = {0, 0};
	for (unsigned m = root->n_path; m < n_moves; m++) {
		const unsigned move = ((const uint8_t *)n)[path_byte[m]];
		turns[move / 3 % 2] += move % 3 + 1;
	}
	const unsigned axis = (n->axis & 3) != other_axes[(root->last - 1u) % 3][0];
	return s->frontier->origin[opening_number(n->origin, axis, turns[0], turns[1])];
}

/* Keep a node that the expansion of a root has made, or of an opening when the frontier is made deeper, as number i. */
static void keep_opening(const struct coset *k, struct search *s, unsigned i, const struct node *n, unsigned left,
                         bool is_tested)
{
	struct frontier *const f = s->frontier;
	const unsigned n_moves = k->top - left;
	const bool is_sharing = f->is_deepening && n_moves != DEEP_SPLIT_MOVES;
	struct node node = *n;
	if (!f->is_deepening)
		node.origin = origin_of_opening(s, n, n_moves) & ORIGIN_MASK;
	const bool is_split = n_moves == f->split_moves;
	frontier_set(f, i, (struct opening){node.origin, (uint8_t)n_moves, is_tested, is_split, is_sharing}, &node);
}

static void keep_openings(const struct coset *k, struct search *s, unsigned left)
{
	const struct queue *const q = &k->queue[left];
	if (!s->frontier->is_deepening && k->top - left <= s->frontier->lasting_moves)
		return;
	unsigned at = frontier_reserve(s->frontier, n_queued(q));
	for (unsigned i = q->head; i < q->tail; i++)
		keep_opening(k, s, at++, &q->node[i], left, true);
	for (unsigned i = 0; i < q->n_untested; i++)
		keep_opening(k, s, at++, &q->untested[i], left, false);
}

/* All that is in the queues below some number of moves left. */
static void keep_all_below(struct coset *k, struct search *s, unsigned left)
{
	for (unsigned below = left < MAX_COMBINED ? 0 : left - MAX_COMBINED; below < left; below++) {
		keep_openings(k, s, below);
		k->queue[below].head = k->queue[below].tail = k->queue[below].n_untested = 0;
	}
}

/* The fewest moves left for which there is anything, or `top` + 1. */
static unsigned lowest_queue(const struct coset *k)
{
	unsigned left = 0;
	while (left <= k->top && n_queued(&k->queue[left]) == 0)
		left++;
	return left;
}

/* Expand the roots in the queues, those with the fewest moves left first: below them there is nothing but what lies
 * behind roots. */
static void expand_roots(struct worker *w, struct search *s)
{
	struct coset *const k = w->kernel_state;
	struct group *now = &k->group[0], *next = &k->group[1];
	unsigned left = lowest_queue(k);
	if (left <= k->top)
		begin_group(w, now, left, NULL);
	while (left <= k->top) {
		list_group(w, now);
		left = lowest_queue(k);
		if (left <= k->top)
			begin_group(w, next, left, now);
		else
			ask_for_candidates(k, now);
		finish_group(w, now, left <= k->top ? next : NULL);
		keep_all_below(k, s, now->left);
		struct group *const done = now;
		now = next;
		next = done;
	}
}

/* A root as a node, but for what the table has of its inverse: made from the one before it, which is behind turns of one
 * axis only.  They come in the order of these. */
static void make_root(struct coset *k, const struct search *s, unsigned number, struct node *to)
{
	const struct root *const root = &s->roots->root[number], *const parent = &s->roots->root[root->parent];
	if (k->parent_number != root->parent) {
		const struct cube c = cube_after_moves(s->request.cube, parent->path, parent->n_path);
		pack_node(k, &c, &k->parent);
		k->parent_number = root->parent;
	}
	struct node from = k->parent;
	for (unsigned i = parent->n_path; i < root->n_path; i++) {
		make_child(k, &from, coset_tables.seen_move[from.frame][number_of_move(root->path[i])], to);
		from = *to;
	}
	for (unsigned i = 0; i < root->n_path; i++)
		set_move(to, i, number_of_move(root->path[i]));
	to->axis = (uint8_t)((root->last - 1u) % 3);
	to->origin = number & ORIGIN_MASK;
	to->near = ALL_NEIGHBOURS;
}

static void index_inverse_of_root(struct coset *k, struct group *g, unsigned i, const struct node *n)
{
	uint64_t corners;
	memcpy(&corners, n->inverse_corners, sizeof corners);
	const unsigned n_parts = k->parts.n_parts;
	const unsigned part = n_parts == 1 ? 0 : n_parts == COSET_MAX_PARTS ? coset_raw_part(corners) : part_of(n->place);
	const uint32_t word = coset_tables.corner[coset_corner_state(corners)];
	index_apart(k, g, i, coset_edges_load(n->inverse_edges), word, part, 0);
}

/* Put roots that nobody has begun into the queues.  Returns how many.  Where all openings behind a root are of an iteration
 * before, they count as made again. */
static unsigned push_roots(struct worker *w, struct search *s)
{
	struct coset *const k = w->kernel_state;
	struct frontier *const f = s->frontier;
	struct group *const g = &k->group[0];
	struct node *made[ROOTS_AT_ONCE];
	struct subtree t;
	const unsigned max_turns = k->metric == METRIC_HTM ? 2 : MAX_COMBINED;
	unsigned n, n_made = 0;
	static_assert((int)ROOTS_AT_ONCE <= (int)N_BRANCHES, "a group has room to read as many");
	for (n = 0; n < ROOTS_AT_ONCE && search_next_root(s, &t);) {
		if (t.n_path + max_turns <= f->lasting_moves) {
			w->counts.n_expanded++;
			w->counts.n_generated += N_AXES_LEFT * (0u + k->n_passing[7] + k->passing_combinations[N_ROWS - 1].n);
			continue;
		}
		n++;
		struct queue *const q = &k->queue[k->top - t.n_path];
		struct node *const node = &q->node[q->tail++];
		if (f->has_root[t.origin]) {
			memcpy(node, f->root[t.origin], sizeof *node);
		} else {
			make_root(k, s, t.origin, node);
			index_inverse_of_root(k, g, n_made, node);
			made[n_made++] = node;
		}
	}
	ask_apart(k, g, n_made);
	read_apart(k, g, n_made);
	for (unsigned i = 0; i < n_made; i++) {
		made[i]->value = g->untested_value[i];
		memcpy(f->root[made[i]->origin], made[i], sizeof *made[i]);
		f->has_root[made[i]->origin] = true;
	}
	return n;
}

/* Openings of SPLIT_MOVES moves that nobody has begun into the queue.  Returns how many. */
static unsigned push_short_openings(struct coset *k, struct frontier *f)
{
	struct queue *const q = &k->queue[k->split_left];
	unsigned n, opening;
	for (n = 0; n < ROOTS_AT_ONCE && frontier_next_short(f, &opening); n++) {
		struct node *const node = &q->node[q->tail++];
		memcpy(node, f->node[opening], sizeof *node);
		set_next_turns(node, ALL_NEXT_TURNS | HAS_OPENING);
	}
	return n;
}

/* Add the nodes behind the openings of SPLIT_MOVES moves to the frontier. */
static void deepen(struct worker *w, struct search *s)
{
	struct coset *const k = w->kernel_state;
	const struct node_counts before = w->counts;
	k->split_left = k->top - SPLIT_MOVES;
	k->work = s->frontier->work;
	while (push_short_openings(k, s->frontier) != 0)
		expand_roots(w, s);
	atomic_fetch_add(&s->frontier->n_deep_expanded, w->counts.n_expanded - before.n_expanded);
	atomic_fetch_add(&s->frontier->n_deep_generated, w->counts.n_generated - before.n_generated);
}

/* Several threads may do this at once: each takes some roots at a time. */
static void open_roots(struct worker *w, struct search *s)
{
	struct coset *const k = w->kernel_state;
	const struct subtree all = {.search = s, .opens_roots = true};
	if (s->threshold > MAX_LEFT)
		return;
	begin_run(k, &all);
	k->parent_number = MAX_ROOTS;
	if (s->frontier->is_deepening)
		deepen(w, s);
	else
		while (push_roots(w, s) != 0)
			expand_roots(w, s);
}

static void run(struct worker *w, const struct subtree *t)
{
	struct coset *const k = w->kernel_state;
	const struct cube c = cube_after_moves(t->search->request.cube, t->path, t->n_path);
	const unsigned top = t->search->threshold - t->n_path;
	if (top == 0) {
		if (cube_is_solved(&c))
			search_found(t->search, t->path, t->n_path);
		return;
	}
	struct subtree root;
	if (top > MAX_LEFT && t->takes_roots) {
		while (!search_must_stop(t->search) && search_next_root(t->search, &root))
			run(w, &root);
		return;
	}
	const bool is_open = !t->takes_roots && t->last != LAST_NONE && (t->last <= 3 || t->last > 6);
	if (top > MAX_LEFT || is_open) {
		run_children(w, t, &c);
		return;
	}
	begin_run(k, t);
	if (t->last != LAST_NONE)
		push_root(k, t, 0);
	else if (!t->takes_roots)
		expand_root(w, t, &c);
	run_queues(w);
	if (k->work == k->own_work)
		report_own_work(k, t);
}

/* ---- set-up ---- */
static bool is_for(const struct heuristic *h)
{
	const struct heuristic_design *const d = h->design;
	return COSET_RUNS_HERE && d->n_tables == 1 && d->table[0].kind == COORDINATE_COSET;
}

static void fill_passing(struct coset *k)
{
	for (unsigned passing = 0; passing < N_PASSING; passing++) {
		const bool is_swapped = passing >> 3;
		unsigned turns = 0;
		for (unsigned i = 0; i < 3; i++)
			turns |= passing >> i & 1 ? passing_turns_of[k->metric][is_swapped ? 2 - i : i] : 0;
		for (unsigned turn = 0; turn < TURNS; turn++)
			if (turns >> turn & 1)
				k->passing_turns[passing][k->n_passing[passing]++] = turn;
	}
}

/* Append the turns that make so many clockwise quarter turns (0 to 3) of a face: in quarter turns, one or two. */
static void append_turns_of_face(struct combination *c, unsigned order, unsigned *n, enum metric metric, unsigned face,
                                 unsigned quarters)
{
	const bool is_double = metric == METRIC_QTM && quarters == 2;
	for (unsigned i = 0; quarters != 0 && i < (is_double ? 2u : 1u); i++)
		c->turn[order][(*n)++] = (uint8_t)(3 * face + (is_double ? 1 : quarters) - 1);
}

static bool combination_passes(const struct combination *c, unsigned row)
{
	/* Two quarter turns are a half turn either way round: both ways must have survived. */
	unsigned needed = 0;
	for (unsigned i = 0; i < c->n; i++)
		needed |= i > 0 && c->turn[0][i] == c->turn[0][i - 1] ? 5u << c->turn[0][i] / 3 * 3 : 1u << c->turn[0][i];
	if ((row & needed) != needed)
		return false;
	if (c->is_odd[0] && c->is_odd[1])
		return row >> 8 & 1;
	if (c->is_odd[0] || c->is_odd[1])
		return row >> (c->is_odd[0] ? 6 : 9) & 1;
	return row >> (c->cost == 2 ? 7 : 1) & 1;
}

static void fill_combinations(struct coset *k)
{
	unsigned n = 0;
	for (unsigned first = 0; first < 4; first++)
		for (unsigned second = 0; second < 4; second++) {
			struct combination c = {.is_odd = {first % 2, second % 2}};
			unsigned n_moves[2] = {0, 0};
			append_turns_of_face(&c, 0, &n_moves[0], k->metric, 0, first);
			append_turns_of_face(&c, 0, &n_moves[0], k->metric, 1, second);
			append_turns_of_face(&c, 1, &n_moves[1], k->metric, 1, second);
			append_turns_of_face(&c, 1, &n_moves[1], k->metric, 0, first);
			c.n = c.cost = (uint8_t)n_moves[0];
			if (c.n >= 2)
				k->combination[n++] = c;
		}
	for (unsigned row = 0; row < N_ROWS; row++)
		for (unsigned i = 0; i < n; i++)
			if (combination_passes(&k->combination[i], row))
				k->passing_combinations[row].number[k->passing_combinations[row].n++] = (uint8_t)i;
}

static void fill_axes(struct coset *k)
{
	for (unsigned frame = 0; frame < N_SYMMETRIES; frame++)
		for (unsigned axis = 0; axis < COSET_AXES; axis++) {
			k->seen_axis[frame][axis] = coset_tables.seen_move[frame][axis * TURNS] / TURNS;
			k->is_swapped[frame][axis] = coset_tables.seen_move[frame][axis * TURNS] % TURNS >= 3;
		}
	for (unsigned last = 0; last <= COSET_AXES; last++)
		for (unsigned i = 0; i < N_AXES_LEFT * N_CORNERS; i++) {
			const unsigned axis = other_axes[last][i / N_CORNERS];
			k->quarter_labels[last][i] = coset_tables.quarter_relabel[axis][i % N_CORNERS];
		}
}

/* Tables for branches b behind child number `child`, and parents behind an axis. */
static void fill_branch(struct coset *k, unsigned last, unsigned child, unsigned b)
{
	const unsigned turn = k->child_turn[child], axis = other_axes[last][turn / TURNS], branch = N_AXES_LEFT * child + b;
	const uint8_t *const quarter = coset_tables.quarter_relabel[other_axes[axis][b]];
	const uint8_t *const move = coset_tables.turn[axis * TURNS + turn % TURNS].relabel;
	for (unsigned code = 0; code < 64; code++)
		k->branch_relabel[last][branch][code] = quarter[move[code] % 64];
	memcpy(k->branch_labels[last][branch], k->branch_relabel[last][branch], N_CORNERS);
	k->branch_axis[last][branch] = other_axes[axis][b];
	k->branch_parity[branch] = !turn_is_quarter(turn % TURNS);
}

static void fill_families(struct coset *k)
{
	for (unsigned turn = 0; turn < N_CHILDREN; turn++) {
		const unsigned of_axis = turn % TURNS, branch = turn / TURNS;
		if ((single_turns[k->metric] >> of_axis & 1) == 0)
			continue;
		k->child_value[k->n_children] = (uint8_t)(turn_is_quarter(of_axis) ? turn_is_of_second_face(of_axis) * 2 + branch : 4);
		k->child_turn[k->n_children++] = (uint8_t)turn;
	}
	for (unsigned b = 0; b < N_BRANCHES; b++) {
		k->family_of_branch[b] = (uint8_t)(b / (N_AXES_LEFT * k->n_children));
		k->branch_in_family[b] = (uint8_t)(b % (N_AXES_LEFT * k->n_children));
	}
	for (unsigned last = 0; last < COSET_AXES; last++)
		for (unsigned child = 0; child < k->n_children; child++)
			for (unsigned b = 0; b < N_AXES_LEFT; b++)
				fill_branch(k, last, child, b);
}

static void destroy(void *state)
{
	struct coset *const k = state;
	free(k->nodes);
	free(k->own_work);
	free(k);
}

static void *create(const struct heuristic *h)
{
	coset_init();
	const size_t nodes_bytes = sizeof(struct node) * (QUEUE_NODES + QUEUE_UNTESTED) * (MAX_LEFT + 1);
	const size_t nodes_room = (nodes_bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
	struct coset *const k = aligned_alloc(64, (sizeof *k + 63) / 64 * 64);
	struct node *const nodes = aligned_alloc(HUGE_PAGE, nodes_room);
	uint32_t *const own_work = calloc(MAX_ORIGINS, sizeof *own_work);
	if (k == NULL || nodes == NULL || own_work == NULL) {
		free(k);
		free(nodes);
		free(own_work);
		return NULL;
	}
	madvise(nodes, nodes_room, MADV_HUGEPAGE);
	memset(k, 0, sizeof *k);
	k->nodes = nodes;
	k->own_work = own_work;
	k->table = &h->table[0];
	const struct coset_lines lines = pdb_lines(k->table->entries, k->table->key);
	k->reader = coset_reader_of(&lines);
	k->cap = k->table->base + COSET_LEVELS;
	coset_parts_fill(&k->parts, k->table->key.coordinate.coset);
	for (unsigned class = 0; class < COSET_CLASSES; class++)
		k->class_begin[class] = coset_class_begin(&lines, class);
	k->has_layers = lines.n_layers > 1;
	k->asks_at_once = k->table->size_bytes >> 30 >= ASKED_AT_ONCE_GIB;
	k->metric = h->metric;
	fill_passing(k);
	fill_combinations(k);
	roots_fill_first(k->first_roots, k->metric);
	fill_axes(k);
	fill_families(k);
#ifdef COSET_AVX512
	fill_layer_tables(&k->layer_tables);
#endif
	for (unsigned left = 0; left <= MAX_LEFT; left++) {
		k->queue[left].node = nodes + (size_t)left * (QUEUE_NODES + QUEUE_UNTESTED);
		k->queue[left].untested = k->queue[left].node + QUEUE_NODES;
	}
	return k;
}

const struct kernel COSET_KERNEL = {
	.name = COSET_NAME,
	.is_for = is_for,
	.create = create,
	.destroy = destroy,
	.run = run,
	.share_min_left = 11,  /* of the smallest table; two more than the cap of each */
	.open = open_roots,
};
