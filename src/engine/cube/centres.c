#include "cube/centres.h"

#include "cube/turn.h"

/* A centre is turned as its face is. */
uint16_t centres_image(unsigned a, unsigned symmetry)
{
	uint16_t image = a & CENTRES_MARKED;
	for (unsigned face = 0; face < N_FACES && !centres_are_upright(a); face++)
		if (centres_turns(a, face) != 0)
			image = centres_after(image, symmetry_move[symmetry][3 * face + centres_turns(a, face) - 1]);
	return image;
}

bool centres_are_in_reach(unsigned a, uint32_t moves)
{
	bool are = true;
	for (unsigned face = 0; face < N_FACES; face++) {
		const uint32_t of_face = moves >> 3 * face & 7, wanted = centres_turns(a, face) == 0   ? 8
		                                                         : centres_turns(a, face) == 2 ? 7
		                                                                                       : 5;
		are &= ((of_face | 8) & wanted) != 0;
	}
	return are;
}

size_t centres_write(unsigned a, char out[CENTRES_TEXT_SIZE])
{
	char *end = out;
	for (unsigned face = 0; face < N_FACES; face++) {
		const unsigned turns = centres_turns(a, face);
		if (turns == 0)
			continue;
		if (end > out)
			*end++ = ' ';
		*end++ = face_letter[face];
		*end++ = " +2-"[turns];
	}
	*end = '\0';
	return (size_t)(end - out);
}

bool centres_read(const char *text, uint16_t *out)
{
	unsigned centres = CENTRES_MARKED, seen = 0;
	text_foreach_word(at, end, text) {
		const char *const face = strchr(face_letter, *at);
		const size_t n_prime = turn_prime_bytes(at + 1);
		const unsigned turns = n_prime != 0 && at + 1 + n_prime == end ? 3
		                       : end - at != 2                         ? 0
		                       : at[1] == '+'                          ? 1
		                       : at[1] == '2'                          ? 2
		                                                               : 0;
		if (face == NULL || turns == 0 || seen >> (face - face_letter) & 1)
			return false;
		seen |= 1u << (face - face_letter);
		centres |= turns << 2 * (face - face_letter);
	}
	*out = (uint16_t)centres;
	return true;
}

const char *centres_find(const char *text, uint16_t *out)
{
	const char *at = text_skip_space(text);
	*out = CENTRES_MARKED;
	while (*at != '\0' && !centres_read(at, out))
		at = text_skip_space(text_skip_word(at));
	return at;
}
