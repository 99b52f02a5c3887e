#include "support.h"

#include "base/system.h"
#include "coord/corners.h"

/* Each test is a process; that the library does it by itself is tested of programs (tests/library). */
__attribute__((constructor)) static void begin(void)
{
	cube_init();
}

const uint64_t n_canonical[KORF_MAX_MOVES + 1] = {
	1, 18, 243, 3240, 43254, 577368, 7706988, 102876480, 1373243544, 18330699168, 244686773808, 3266193870720,
	43598688377184, 581975750199168, 7768485393179328, 103697388221736960, 1384201395738071424,
};

uint64_t dice_roll(struct dice *dice)
{
	uint64_t z = dice->state += 0x9E3779B97F4A7C15;
	z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
	z = (z ^ z >> 27) * 0x94D049BB133111EB;
	return z ^ z >> 31;
}

/* 2^64 is so large that the bias cannot be seen. */
unsigned dice_below(struct dice *dice, unsigned n)
{
	return (unsigned)(dice_roll(dice) % n);
}

static void swap(uint8_t *a, uint8_t *b)
{
	const uint8_t kept = *a;
	*a = *b;
	*b = kept;
}

static void shuffle(struct dice *dice, uint8_t *perm, unsigned n)
{
	for (unsigned i = n - 1; i > 0; i--)
		swap(&perm[i], &perm[dice_below(dice, i + 1)]);
}

unsigned half_turn_cosets(uint16_t coset_of[N_CORNER_PERMS])
{
	static uint16_t queue[N_CORNER_PERMS];
	unsigned n_cosets = 0;
	memset(coset_of, 0xFF, N_CORNER_PERMS * sizeof *coset_of);
	for (unsigned perm = 0; perm < N_CORNER_PERMS; perm++) {
		if (coset_of[perm] != UINT16_MAX)
			continue;
		unsigned begin = 0, end = 0;
		coset_of[perm] = (uint16_t)n_cosets;
		queue[end++] = (uint16_t)perm;
		for (; begin < end; begin++)
			for (unsigned face = 0; face < N_FACES; face++) {
				struct cube c = cube_solved;
				corners_unrank_perm(queue[begin], &c);
				c = cube_product(&move_cube[face * 3 + 1], &c);
				const unsigned next = corners_rank_perm(&c);
				if (coset_of[next] == UINT16_MAX)
					queue[end++] = (uint16_t)next;
				coset_of[next] = (uint16_t)n_cosets;
			}
		n_cosets++;
	}
	return n_cosets;
}

/* The last orientation follows from the others. */
static void orient(struct dice *dice, uint8_t *ori, unsigned n, unsigned n_ori)
{
	unsigned sum = 0;
	for (unsigned i = 0; i + 1 < n; i++) {
		ori[i] = (uint8_t)dice_below(dice, n_ori);
		sum += ori[i];
	}
	ori[n - 1] = (uint8_t)((n_ori - sum % n_ori) % n_ori);
}

struct cube dice_cube(struct dice *dice)
{
	struct cube c = cube_solved;
	shuffle(dice, c.corner_perm, N_CORNERS);
	shuffle(dice, c.edge_perm, N_EDGES);
	if (cube_is_odd(&c) != permutation_is_odd(c.edge_perm, N_EDGES))
		swap(&c.edge_perm[UR], &c.edge_perm[UF]);
	orient(dice, c.corner_ori, N_CORNERS, 3);
	orient(dice, c.edge_ori, N_EDGES, 2);
	return c;
}

unsigned dice_walk(struct dice *dice, enum metric metric, unsigned length, uint8_t *moves)
{
	unsigned n = 0;
	for (unsigned cost = 0; cost < length;) {
		const unsigned move = dice_below(dice, N_MOVES);
		if ((n > 0 && move_face(move) == move_face(moves[n - 1])) || cost + move_cost(metric, move) > length)
			continue;
		moves[n++] = (uint8_t)move;
		cost += move_cost(metric, move);
	}
	return n;
}

struct cube dice_walked(struct dice *dice, enum metric metric, unsigned length)
{
	uint8_t moves[64];
	return cube_after_moves(cube_solved, moves, dice_walk(dice, metric, length, moves));
}

struct paths {
	enum metric metric;
	uint32_t permitted;
	unsigned length;
	visit_path_fn *visit;
	void *context;
	uint8_t path[64];
};

static void go_on(struct paths *p, const struct cube *c, unsigned n, unsigned last)
{
	p->visit(p->context, c, p->path, n);
	for (uint32_t moves = n < p->length ? move_successors[p->metric][last] & p->permitted : 0; moves != 0;
	     moves &= moves - 1) {
		const unsigned move = (unsigned)__builtin_ctz(moves);
		const struct cube after = cube_after(c, move);
		p->path[n] = (uint8_t)move;
		go_on(p, &after, n + 1, move_last_after[p->metric][last][move]);
	}
}

void each_path(enum metric metric, uint32_t permitted, const struct cube *start, unsigned length,
               visit_path_fn *visit, void *context)
{
	struct paths p = {metric, permitted, length, visit, context, {0}};
	go_on(&p, start, 0, LAST_NONE);
}

struct cube dice_symmetric(struct dice *dice, unsigned n_turns)
{
	static const uint8_t faces[4][2] = {{0, 0}, {3, 3}, {1, 4}, {2, 5}};  /* U, D, R and L, F and B */
	struct cube c = cube_solved;
	for (unsigned i = 0; i < n_turns; i++) {
		const unsigned which = dice_below(dice, 4), quarters = dice_below(dice, 3);
		c = cube_after(&c, faces[which][0] * 3 + quarters);
		if (which >= 2)
			c = cube_after(&c, faces[which][1] * 3 + quarters);
	}
	return c;
}

static unsigned move_of_token(const char *token, size_t length)
{
	unsigned move = 0;
	while (move < N_MOVES
	       && !(strlen(move_name[move]) == length && strncmp(move_name[move], token, length) == 0))
		move++;
	cr_assert_lt(move, (unsigned)N_MOVES, "'%.*s' is no move", (int)length, token);
	return move;
}

struct cube dice_cube_after(struct dice *dice, uint32_t permitted, unsigned n)
{
	struct cube c = cube_solved;
	while (n > 0) {
		const unsigned move = dice_below(dice, N_MOVES);
		if ((permitted >> move & 1) == 0)
			continue;
		c = cube_after(&c, move);
		n--;
	}
	return c;
}

struct cube cube_of_moves(const char *text)
{
	struct cube c = cube_solved;
	for (size_t length; *(text += strspn(text, " \r\n")) != '\0'; text += length) {
		length = strcspn(text, " \r\n");
		c = cube_after(&c, move_of_token(text, length));
	}
	return c;
}

int compare_cubes(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct cube));
}

unsigned count_in(const char *text, const char *part)
{
	unsigned n = 0;
	for (; (text = strstr(text, part)) != NULL; text += strlen(part))
		n++;
	return n;
}

bool at_once(void *context)
{
	return true;
}

bool are_slow_wanted(void)
{
	const char *const wish = getenv("SUPERFLIP_SLOW_TESTS");
	return wish != NULL && strcmp(wish, "1") == 0;
}

void skip_unless_slow(void)
{
	if (!are_slow_wanted())
		cr_skip_test("slow; SUPERFLIP_SLOW_TESTS=1 runs it");
}

void skip_under_tsan_unless_slow(void)
{
#ifdef __SANITIZE_THREAD__
	skip_unless_slow();
#endif
}

void needs_linux(void)
{
	char boot_id[SYSTEM_BOOT_ID_SIZE];
	if (!system_boot_id(boot_id))
		cr_skip_test("this system does not tell");
}

const char *shared_data(const char *name)
{
	static char path[1024];
	const char *const directory = getenv("SUPERFLIP_SHARED_DATA");
	snprintf(path, sizeof path, "%s/%s", directory != NULL ? directory : "../shared/data", name);
	if (access(path, R_OK) != 0)
		cr_skip_test("%s is not there", path);
	return path;
}

#ifdef __SANITIZE_THREAD__
/* ThreadSanitizer admits mappings in a few ranges only.  Criterion (BoxFort) maps its memory at
 * 0x200000000000 plus 16 MiB times the low 22 bits of a rand_r(), which this one takes to the free end of the
 * range of programs. */
int rand_r(unsigned *seed)
{
	*seed = *seed * 1103515245 + 12345;
	return (int)(0x366000 + (*seed >> 16) % 0x2000);
}
#endif
