#include "pocket/pocket.h"

#include "base/once.h"
#include "cube/symmetry.h"

const struct pocket pocket_solved = {.perm = {0, 1, 2, 3, 4, 5, 6}};

uint16_t pocket_perm_after[POCKET_PERMS][POCKET_MOVES];
uint16_t pocket_ori_after[POCKET_ORIS][POCKET_MOVES];

const uint8_t pocket_steps[N_METRICS][POCKET_MOVES] = {{0, 1, 2, 3, 4, 5, 6, 7, 8}, {0, 2, 3, 5, 6, 8}};
const uint8_t pocket_n_steps[N_METRICS] = {POCKET_MOVES, POCKET_QUARTER_TURNS};

/* The corners at Théry's places 1..7. */
static const uint8_t corner_at[POCKET_PLACES] = {URF, DFR, DLF, UBR, DRB, DBL, ULB};

/* What a move makes of the solved state. */
static struct pocket move_state[POCKET_MOVES];

/* The cubie up front left must be in its solved place. */
static struct pocket from_corners(const struct cube *c)
{
	struct pocket p;
	for (unsigned i = 0; i < POCKET_PLACES; i++) {
		p.perm[i] = 0;
		while (corner_at[p.perm[i]] != c->corner_perm[corner_at[i]])
			p.perm[i]++;
		p.ori[i] = (uint8_t)((3 - c->corner_ori[corner_at[i]]) % 3);
	}
	return p;
}

struct cube pocket_turned_home(const struct cube *c, unsigned corner)
{
	for (unsigned s = 0; s < N_SYMMETRIES; s += 2) {
		const struct cube turned = cube_product(&symmetry_cube[symmetry_inverse[s]], c);
		if (turned.corner_perm[corner] == corner && turned.corner_ori[corner] == 0)
			return turned;
	}
	abort();  /* one of the 24 rotations brings any corner anywhere, in any twist */
}

struct pocket pocket_of_cube(const struct cube *c)
{
	const struct cube home = pocket_turned_home(c, UFL);
	return from_corners(&home);
}

struct cube pocket_to_cube(const struct pocket *p)
{
	struct cube c = cube_solved;
	for (unsigned i = 0; i < POCKET_PLACES; i++) {
		c.corner_perm[corner_at[i]] = corner_at[p->perm[i]];
		c.corner_ori[corner_at[i]] = (uint8_t)((3 - p->ori[i]) % 3);
	}
	return c;
}

struct pocket pocket_after(const struct pocket *p, unsigned move)
{
	const struct pocket *const m = &move_state[move];
	struct pocket after;
	for (unsigned i = 0; i < POCKET_PLACES; i++) {
		after.perm[i] = p->perm[m->perm[i]];
		after.ori[i] = (uint8_t)((p->ori[m->perm[i]] + m->ori[i]) % 3);
	}
	return after;
}

static void swap(uint8_t *a, uint8_t *b)
{
	const uint8_t old = *a;
	*a = *b;
	*b = old;
}

/* How far each cubie is from its place when all before it have been swapped into place; in mixed radix, the
 * first digit highest. */
static unsigned rank_perm(const struct pocket *p)
{
	struct pocket sorted = *p;
	unsigned index = 0;
	for (unsigned i = 0; i + 1 < POCKET_PLACES; i++) {
		unsigned distance = 0;
		while (sorted.perm[i + distance] != i)
			distance++;
		swap(&sorted.perm[i], &sorted.perm[i + distance]);
		index = index * (POCKET_PLACES - i) + distance;
	}
	return index;
}

/* The last of the seven twists is not counted, the first one is the lowest digit. */
static unsigned rank_ori(const struct pocket *p)
{
	unsigned index = 0;
	for (unsigned i = POCKET_PLACES - 1; i-- > 0;)
		index = index * 3 + p->ori[i];
	return index;
}

uint32_t pocket_rank(const struct pocket *p)
{
	return pocket_index(rank_perm(p), rank_ori(p));
}

struct pocket pocket_unrank(uint32_t index)
{
	struct pocket p = pocket_solved;
	unsigned perm_index = index / POCKET_ORIS, ori_index = index % POCKET_ORIS, twist = 0;
	for (unsigned i = POCKET_PLACES - 1; i-- > 0;) {
		swap(&p.perm[i], &p.perm[i + perm_index % (POCKET_PLACES - i)]);  /* the swaps of rank_perm(),
		                                                                   * backwards */
		perm_index /= POCKET_PLACES - i;
	}
	for (unsigned i = 0; i + 1 < POCKET_PLACES; i++) {
		p.ori[i] = (uint8_t)(ori_index % 3);
		twist += p.ori[i];
		ori_index /= 3;
	}
	p.ori[POCKET_PLACES - 1] = (uint8_t)((3 - twist % 3) % 3);
	return p;
}

static void fill_tables(void)
{
	static const uint8_t faces[] = {FACE_R, FACE_B, FACE_D};
	cube_init();
	for (unsigned m = 0; m < POCKET_MOVES; m++)
		move_state[m] = from_corners(&move_cube[faces[m / 3] * 3 + m % 3]);
	for (unsigned i = 0; i < POCKET_PERMS; i++) {
		const struct pocket p = pocket_unrank(pocket_index(i, i % POCKET_ORIS));
		for (unsigned m = 0; m < POCKET_MOVES; m++) {
			const struct pocket after = pocket_after(&p, m);
			pocket_perm_after[i][m] = (uint16_t)rank_perm(&after);
			pocket_ori_after[i % POCKET_ORIS][m] = (uint16_t)rank_ori(&after);
		}
	}
}

void pocket_init(void)
{
	ONCE(fill_tables);
}
