/* The filter blocks of groups whose bitmaps are in tiles: their members are listed and their equations
 * solved. */
#include "coset/build/build.h"

enum { AT_ONCE = 3 };                /* members of a word */

/* Members for tests after the first, by tile. */
struct deeper {
	uint32_t first_tile, n_tiles;
	uint32_t *begin;                    /* of each tile, and where the last one ends */
	struct deeper_member { uint32_t member; uint16_t filter_block; } *of;
};

/* The members of a set, once for each of the n_tests tests after the first: counted, or written to their
 * tile. */
static void add_deeper(const struct coset_build *m, struct deeper *d, unsigned p, const struct coset_set *set,
                       unsigned n_tests, bool is_counted)
{
	const uint32_t begin = (uint32_t)first_entry(m, p);
	const unsigned axes = coset_cell(&m->resolution, p).axes;
	uint32_t cosets[COSET_MAPPED_AT_ONCE];
	if (!is_recorded(m, p))
		return;
	coset_set_foreach(set, cosets, n) {
		n = coset_keep_canonical(&m->resolution, p, cosets, n);
		items_foreach(coset, cosets, n) {
			const uint32_t entry = begin + entry_of(m, *coset);
			const uint32_t slot = (uint32_t)((uint64_t)entry * m->filter.reciprocal >> m->filter.shift);
			const uint32_t filter_block = entry - slot * m->filter.group_filter_blocks;
			const uint32_t tile = filter_block / TILE_FILTER_BLOCKS - d->first_tile;
			if (tile >= d->n_tiles)
				continue;
			const unsigned label =
				m->resolution.n_axes == 1 ? 0 : coset_label(axes, *coset % (1 << COSET_SUBCOSET_BITS));
			if (is_counted)
				d->begin[tile + 2] += n_tests;
			for (unsigned test = 1; test <= n_tests && !is_counted; test++)
				d->of[d->begin[tile + 1]++] = (struct deeper_member){
					coset_member(slot, test, label),
					filter_block % TILE_FILTER_BLOCKS,
				};
		}
	}
}

static void add_all_deeper(const struct coset_build *m, struct deeper *d, uint32_t group, bool is_counted)
{
	for (unsigned i = 0; i < COSET_GROUP_CELLS * m->resolution.n_axes; i++) {
		const unsigned p = cell_of(m, group, i / m->resolution.n_axes, i % m->resolution.n_axes);
		for (unsigned depth = 0; depth <= m->filter.base + 1; depth++)
			add_deeper(m, d, p, &m->level[depth].cell[p],
			           (depth <= m->filter.base ? 2 : 1) * m->filter.n_equations, is_counted);
	}
}

/* A counting sort: a tile's items are counted two places after it; then what is one place after it is where
 * they begin and, once they are written, where they end. */
static bool list_deeper(const struct coset_build *m, uint32_t group, struct deeper *d)
{
	d->begin = calloc(d->n_tiles + 2, sizeof *d->begin);
	if (d->begin == NULL)
		return false;
	add_all_deeper(m, d, group, true);
	for (uint32_t i = 0; i < d->n_tiles; i++)
		d->begin[i + 2] += d->begin[i + 1];
	d->of = malloc((d->begin[d->n_tiles + 1] + 1) * sizeof *d->of);
	if (d->of == NULL)
		return false;
	add_all_deeper(m, d, group, false);
	return true;
}

/* Add a member that may be listed already for another subcoset. */
static void add_deeper_member(struct workspace *workspace, unsigned filter_block, uint32_t member)
{
	const uint32_t same = (1u << 24) - 1, n_all = workspace->n_members[filter_block];
	const uint32_t n = n_all < MAX_BLOCK_MEMBERS ? n_all : MAX_BLOCK_MEMBERS;
	uint32_t i = workspace->n_first[filter_block];
	while (i < n && (workspace->member[filter_block][i] & same) != (member & same))
		i++;
	if (i >= n) {
		workspace->member[filter_block][n < MAX_BLOCK_MEMBERS ? n : MAX_BLOCK_MEMBERS - 1] = member;
		workspace->n_members[filter_block]++;
	} else if (workspace->member[filter_block][i] != member) {
		workspace->member[filter_block][i] = (member & same) | (uint32_t)COSET_LABEL_ANY << 24;
	}
}

/* The members in a word of a bitmap, for filter blocks from number filter_block on.  Their number cannot be
 * predicted: up to AT_ONCE are written unconditionally, and only the valid ones are kept. */
static ALWAYS_INLINE void list_word(uint64_t word, unsigned slot, unsigned filter_block, unsigned bits,
                                    struct workspace *workspace)
{
	uint64_t has = bits == 1 ? word : (word | word >> 1 | word >> 2 | word >> 3) & UINT64_MAX / 15;
	do {
		for (unsigned k = 0; k < AT_ONCE; k++, has &= has - 1) {
			const unsigned at = (unsigned)__builtin_ctzll(has | UINT64_C(1) << (64 - bits)),
			               to = filter_block + at / bits;
			const unsigned label = bits == 1 ? 0 : (unsigned)(word >> at & 15) - 1;
			const uint32_t n = workspace->n_members[to];
			workspace->member[to][n < MAX_BLOCK_MEMBERS ? n : MAX_BLOCK_MEMBERS - 1] =
				coset_member(slot, 0, label);
			workspace->n_members[to] = n + (has != 0);
		}
	} while (has != 0);
}

/* The members of a tile. */
static ALWAYS_INLINE void list_bitmap(const struct coset_build *m, const uint64_t *tile, unsigned bits,
                                      struct workspace *workspace)
{
	const unsigned words_per_slot = TILE_FILTER_BLOCKS * bits / 64;  /* words of a slot; slot_words() as a
	                                                                  * constant */
	const uint32_t n_words = m->n_slots * words_per_slot;
	enum { WORDS_AT_ONCE = 512 };
	uint32_t words[WORDS_AT_ONCE];
	for (uint32_t w = 0; w < n_words;) {
		unsigned n = 0;
		for (const uint32_t end = n_words - w < WORDS_AT_ONCE ? n_words : w + WORDS_AT_ONCE; w < end; w++) {
			words[n] = w;
			n += tile[w] != 0;
		}
		items_foreach(word, words, n)
			list_word(tile[*word], *word / words_per_slot, *word % words_per_slot * (64 / bits),
			          bits, workspace);
	}
}

/* A filter block with too many members to be solved: those of the first test are dropped. */
static void solve_deeper_only(uint32_t *member, uint32_t n, uint8_t *filter_block)
{
	uint32_t n_kept = 0;
	for (uint32_t i = 0; i < n && i < MAX_BLOCK_MEMBERS; i++) {
		member[n_kept] = member[i];
		n_kept += (member[i] >> 16 & 255) != 0;
	}
	const struct coset_batch batch = {
		.n_filter_blocks = 1, .stride = MAX_BLOCK_MEMBERS, .member = member, .n = &n_kept};
	if (n <= MAX_BLOCK_MEMBERS)  /* none was dropped */
		coset_solvers[processor_level()](&batch, filter_block);
	filter_block[COSET_WIDTH_AT] |= COSET_DEEPER_ONLY;
}

static void solve_tile(const struct coset_build *m, uint32_t group, uint32_t tile, const struct deeper *d,
                       struct workspace *workspace)
{
	const uint32_t first = tile * TILE_FILTER_BLOCKS, n_filter_blocks = m->filter.group_filter_blocks;
	const uint64_t *const bitmap = tile_of(m, group - m->begin, tile);
	memset(workspace->n_members, 0, sizeof workspace->n_members);
	if (m->bits_per_entry == 1)
		list_bitmap(m, bitmap, 1, workspace);
	else
		list_bitmap(m, bitmap, 4, workspace);
	memcpy(workspace->n_first, workspace->n_members, sizeof workspace->n_first);
	for (uint32_t i = d->begin[tile - d->first_tile]; i < d->begin[tile - d->first_tile + 1]; i++)
		add_deeper_member(workspace, d->of[i].filter_block, d->of[i].member);
	const struct coset_batch batch = {
		.n_filter_blocks =
			n_filter_blocks - first < TILE_FILTER_BLOCKS ? n_filter_blocks - first : TILE_FILTER_BLOCKS,
		.stride = MAX_BLOCK_MEMBERS,
		.member = workspace->member[0],
		.n = workspace->n_members,
	};
	uint8_t *const filter_blocks =
		m->filter_blocks + ((size_t)group * n_filter_blocks + first) * COSET_FILTER_BLOCK_BYTES;
	coset_solvers[processor_level()](&batch, filter_blocks);
	for (uint32_t i = 0; i < batch.n_filter_blocks; i++)
		if (filter_blocks[i * COSET_FILTER_BLOCK_BYTES + COSET_WIDTH_AT] == 0)
			solve_deeper_only(workspace->member[i], workspace->n_members[i],
			                  filter_blocks + i * COSET_FILTER_BLOCK_BYTES);
}

void build_solve_filter_blocks(void *context, uint32_t task)
{
	struct coset_build *const m = context;
	const uint32_t group = m->begin + task / m->group_tasks, share = task % m->group_tasks;
	const uint32_t first = share * m->n_tiles / m->group_tasks,
	               end = (share + 1) * m->n_tiles / m->group_tasks;
	struct deeper deeper = {.first_tile = first, .n_tiles = end - first};
	struct workspace *const workspace = &m->workspaces[parallel_thread()];
	if (list_deeper(m, group, &deeper))
		for (uint32_t tile = first; tile < end; tile++)
			solve_tile(m, group, tile, &deeper, workspace);
	else
		atomic_store(&m->has_no_memory, true);
	free(deeper.of);
	free(deeper.begin);
}
