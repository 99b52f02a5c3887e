#include "cube/layout.h"

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
	return text_begins(at, "\uFE0F") + text_begins(at, "\uFE0E");
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
			l->row_lengths[l->n_rows] = (char)('0' + (row < LAYOUT_SYMBOLS ? row : LAYOUT_SYMBOLS));
		l->n_rows++;
	}
	return at;
}

void layout_collect(const char *text, struct layout *out)
{
	*out = (struct layout){.text = text, .is_vector = text_begins(text_skip_space(text), "[|") > 0};
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

/* Of each face the number of its first facelet, and what a column and a row further add.  The vector is that
 * of Boulanger and Ardisson, TIPE report (2014), "numérotation des facettes". */
static const struct { int8_t first, column, row; } numbering[N_LAYOUT_ORDERS][N_FACES] = {
	[ORDER_NET] = {{0, 1, 3}, {15, 1, 12}, {12, 1, 12}, {45, 1, 3}, {9, 1, 12}, {18, 1, 12}},
	[ORDER_DIGITS] = {{0, 1, 3}, {27, 1, 3}, {18, 1, 3}, {45, 1, 3}, {9, 1, 3}, {36, 1, 3}},
	[ORDER_VECTOR] = {{0, 1, 3}, {33, -3, 1}, {36, 1, 3}, {45, 1, 3}, {20, 3, -1}, {17, -1, -3}},
};

unsigned layout_index(enum layout_order order, unsigned facelet)
{
	const int i = (int)facelet % FACE_FACELETS, face = (int)facelet / FACE_FACELETS;
	if (order == ORDER_FACES || order == ORDER_HEADS)
		return facelet;
	return (unsigned)(numbering[order][face].first + numbering[order][face].column * (i % 3)
	                  + numbering[order][face].row * (i / 3));
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
