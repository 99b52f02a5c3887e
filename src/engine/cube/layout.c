#include "cube/layout.h"

#include "cube/text.h"

#include <string.h>
#include <strings.h>

const char *const layout_order_name[N_LAYOUT_ORDERS] = {
	[ORDER_FACES] = "facelets",
	[ORDER_NET] = "a net",
	[ORDER_DIGITS] = "digits in the order U L F R B D",
	[ORDER_VECTOR] = "a vector of stickers W R B G O Y",
	[ORDER_HEADS] = "faces with heads",
};

static const char digit_faces[] = "ULFRBD";  /* faces 0 to 5 of digits */

/* "Face U :" or "Face 0 :" begins the stickers of a face. @return the bytes of the head with its line end,
 * else 0 */
static size_t head_bytes(const char *line, uint8_t *face)
{
	const char *at = line + strspn(line, " \t");
	if (strncasecmp(at, "face", 4) != 0 || (at[4] != ' ' && at[4] != '\t'))
		return 0;
	at += 4 + strspn(at + 4, " \t");
	const char name = *at >= '0' && *at <= '5' ? digit_faces[*at - '0'] : text_capital(*at);
	const char *const letter = name != '\0' ? strchr(face_letter, name) : NULL;
	if (letter == NULL)
		return 0;
	*face = (uint8_t)(letter - face_letter);
	at++;
	at += strspn(at, " \t");
	at += *at == ':';
	at += strspn(at, " \t");
	return *at == '\0' || text_line_end_bytes(at) > 0 ? (size_t)(at - line) : 0;
}

/* ESC [ ... m, by which a terminal is told a colour; and the selectors that follow coloured squares. */
static size_t decoration_bytes(const char *at)
{
	if (at[0] == '\x1B' && at[1] == '[') {
		const size_t n = strspn(at + 2, "0123456789;");
		return at[2 + n] == 'm' ? n + 3 : 0;
	}
	return strncmp(at, "\uFE0F", 3) == 0 || strncmp(at, "\uFE0E", 3) == 0 ? 3 : 0;
}

static void end_word(struct layout *l, unsigned length)
{
	if (length == 0)
		return;
	l->n_words++;
	l->shortest_word = l->n_words == 1 || length < l->shortest_word ? length : l->shortest_word;
	l->longest_word = length > l->longest_word ? length : l->longest_word;
}

/* The symbols of one line; returns its end. */
static const char *collect_line(struct layout *l, const char *at)
{
	unsigned word = 0, row = 0;
	while (*at != '\0' && text_line_end_bytes(at) == 0) {
		const size_t n_decoration = decoration_bytes(at);
		const bool is_punctuation = l->is_vector && strchr("[|\";]", *at) != NULL;
		if (text_space_bytes(at) > 0) {
			end_word(l, word);
			word = 0;
			at += text_space_bytes(at);
		} else if (n_decoration > 0 || is_punctuation) {
			at += n_decoration > 0 ? n_decoration : 1;
		} else {
			if (l->n < LAYOUT_SYMBOLS)
				l->at[l->n] = at;
			l->n++;
			word++;
			row++;
			at += text_char_bytes(at);
		}
	}
	end_word(l, word);
	if (row > 0) {
		if (l->n_rows < LAYOUT_ROWS)
			l->row_length[l->n_rows] = (uint8_t)(row < UINT8_MAX ? row : UINT8_MAX);
		l->n_rows++;
	}
	return at;
}

void layout_collect(const char *text, struct layout *out)
{
	*out = (struct layout){.text = text, .is_vector = strncmp(text_skip_space(text), "[|", 2) == 0};
	for (const char *at = text; *at != '\0'; at += text_line_end_bytes(at)) {
		uint8_t face;
		const size_t n_head = head_bytes(at, &face);
		if (n_head == 0) {
			at = collect_line(out, at);
			continue;
		}
		if (out->n_heads < N_FACES)
			out->head[out->n_heads] = face;
		out->n_heads++;
		at += n_head;
	}
}

bool layout_is_net(const struct layout *l)
{
	if (l->n_rows != 9)
		return false;
	for (unsigned row = 0; row < 9; row++)
		if (l->row_length[row] != (row / 3 == 1 ? 12 : 3))
			return false;
	return true;
}

bool layout_has_rows(const struct layout *l, unsigned n, unsigned n_symbols)
{
	if (l->n_rows != n || n > LAYOUT_ROWS)
		return false;
	for (unsigned row = 0; row < n; row++)
		if (l->row_length[row] != n_symbols)
			return false;
	return true;
}

/* Boulanger and Ardisson, TIPE report (2014), "numérotation des facettes". */
static const uint8_t vector_index[N_FACELETS] = {
	0, 1, 2, 3, 4, 5, 6, 7, 8,
	33, 30, 27, 34, 31, 28, 35, 32, 29,
	36, 37, 38, 39, 40, 41, 42, 43, 44,
	45, 46, 47, 48, 49, 50, 51, 52, 53,
	20, 23, 26, 19, 22, 25, 18, 21, 24,
	17, 16, 15, 14, 13, 12, 11, 10, 9,
};

unsigned layout_index(enum layout_order order, unsigned facelet)
{
	const unsigned i = facelet % FACE_FACELETS;
	const unsigned place =
		(unsigned)(strchr(digit_faces, face_letter[facelet / FACE_FACELETS]) - digit_faces);
	switch (order) {
	case ORDER_DIGITS:
		return place * FACE_FACELETS + i;
	case ORDER_NET:  /* the middle of a net is 36 stickers, row by row over four faces */
		return place == 0 ? i : place == 5 ? 45 + i : 9 + i / 3 * 12 + (place - 1) * 3 + i % 3;
	case ORDER_VECTOR:
		return vector_index[facelet];
	default:
		return facelet;
	}
}

bool layout_read(const struct layout *l, enum layout_order order, struct position *out,
	struct input_error *error)
{
	const char *at[N_FACELETS];
	if (order == ORDER_HEADS && l->n_heads != N_FACES)
		return input_error_refuse(error, l->text, "%u heads such as 'Face U :'; expected six", l->n_heads);
	for (unsigned face = 0; face < N_FACES && order == ORDER_HEADS; face++)
		if (memchr(l->head, (int)face, N_FACES) == NULL)
			return input_error_refuse(error, l->text, "the head 'Face %c :' is missing", face_letter[face]);
	if (l->n != N_FACELETS)
		return input_error_refuse(error, l->text, "%u facelets; expected 54, nine for each face%s", l->n,
		                          order == ORDER_FACES ? " in the order U R F D L B" : "");
	for (unsigned i = 0; i < N_FACELETS; i++) {
		const uint8_t *const head =
			order == ORDER_HEADS ? memchr(l->head, (int)(i / FACE_FACELETS), N_FACES) : NULL;
		at[i] = l->at[head != NULL ? (unsigned)(head - l->head) * FACE_FACELETS + i % FACE_FACELETS
		                           : layout_index(order, i)];
	}
	return facelet_read(l->text, at, out, error);
}
