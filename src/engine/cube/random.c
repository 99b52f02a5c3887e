#include "cube/random.h"

#include "base/system.h"

static void refill(struct random_source *source)
{
	source->error = system_random(source->buffer, sizeof source->buffer);
	source->n_buffered = RANDOM_BUFFER_WORDS;
}

bool random_from_system(struct random_source *out)
{
	*out = (struct random_source){.is_seeded = false};
	refill(out);
	return out->error == 0;
}

uint64_t random_splitmix64(uint64_t *state)
{
	uint64_t z = *state += 0x9E3779B97F4A7C15;
	z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
	z = (z ^ z >> 27) * 0x94D049BB133111EB;
	return z ^ z >> 31;
}

void random_from_seed(struct random_source *out, uint64_t seed)
{
	*out = (struct random_source){.is_seeded = true};
	items_foreach(word, out->state, 4)
		*word = random_splitmix64(&seed);
}

static uint64_t rotate_left(uint64_t x, unsigned n_bits)
{
	return x << n_bits | x >> (64 - n_bits);
}

static uint64_t xoshiro256starstar(uint64_t *s)
{
	const uint64_t result = rotate_left(s[1] * 5, 7) * 9;
	const uint64_t t = s[1] << 17;
	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = rotate_left(s[3], 45);
	return result;
}

uint64_t random_u64(struct random_source *source)
{
	if (source->is_seeded)
		return xoshiro256starstar(source->state);
	if (source->n_buffered == 0)
		refill(source);
	return source->buffer[--source->n_buffered];
}

uint64_t random_below(struct random_source *source, uint64_t n)
{
	/* The numbers of 64 bits fall into blocks of n; one from the last, incomplete block is drawn again. */
	uint64_t x;
	do
		x = random_u64(source);
	while (x - x % n > UINT64_MAX - (n - 1));
	return x % n;
}

void random_shuffle(struct random_source *source, const uint8_t *of, uint8_t *perm, unsigned n)
{
	for (unsigned i = n; i-- > 1;) {
		unsigned others[N_EDGES], n_others = 0;
		for (unsigned other = 0; other <= i; other++)
			if (of == NULL || of[other] == of[i])
				others[n_others++] = other;
		const unsigned j = others[random_below(source, n_others)];
		const uint8_t moved = perm[i];
		perm[i] = perm[j];
		perm[j] = moved;
	}
}

/* All but the last at random; the last makes the sum divisible by n_ori. */
static void orient(struct random_source *source, uint8_t *ori, unsigned n, unsigned n_ori)
{
	unsigned sum = 0;
	items_foreach(o, ori, n - 1) {
		*o = (uint8_t)random_below(source, n_ori);
		sum += *o;
	}
	ori[n - 1] = (uint8_t)((n_ori - sum % n_ori) % n_ori);
}

struct cube random_cube(struct random_source *source)
{
	struct cube c = cube_solved;
	random_shuffle(source, NULL, c.corner_perm, N_CORNERS);
	random_shuffle(source, NULL, c.edge_perm, N_EDGES);
	if (cube_is_odd(&c) != permutation_is_odd(c.edge_perm, N_EDGES)) {
		/* Swapping two edges pairs the impossible arrangements off with the possible ones: all stay equally
		 * likely. */
		const uint8_t moved = c.edge_perm[BL];
		c.edge_perm[BL] = c.edge_perm[BR];
		c.edge_perm[BR] = moved;
	}
	orient(source, c.corner_ori, N_CORNERS, 3);
	orient(source, c.edge_ori, N_EDGES, 2);
	return c;
}

unsigned random_move(struct random_source *source, uint32_t permitted, unsigned *last)
{
	uint32_t moves = permitted & move_successors[METRIC_HTM][*last];
	for (uint64_t n = random_below(source, (uint64_t)__builtin_popcount(moves)); n > 0; n--)
		moves &= moves - 1;
	const unsigned move = (unsigned)__builtin_ctz(moves);
	*last = move_last_after[METRIC_HTM][*last][move];
	return move;
}
