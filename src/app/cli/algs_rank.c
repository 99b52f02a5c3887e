/* What ranks algorithms: a metric, or prices of turns and pairs of turns (doc/algs.md). */
#include "cli/algs.h"

#include "cli/prices_texts.h"

struct rank rank;

/* ---- reading prices ---- */

/* "turn R R' = 1", "pair R* F = 0.5".  @return false if it is neither */
static bool read_price(char *line)
{
	char *rest, *end, *const amount = strchr(line, '=');
	const char *const kind = strtok_r(line, " \t=", &rest);
	if (amount == NULL || kind == NULL)
		return false;
	*amount = '\0';
	const double price = strtod(amount + 1, &end);
	const bool is_pair = text_equal(kind, "pair");
	const char *word = strtok_r(NULL, " \t", &rest);
	if (end == amount + 1 || end[strspn(end, " \t\r")] != '\0' || (!is_pair && !text_equal(kind, "turn")))
		return false;
	const char *const second = is_pair ? strtok_r(NULL, " \t", &rest) : "";
	do {
		if (word == NULL || second == NULL || rank.n_prices == RANK_MAX_PRICES
		    || strlen(word) >= RANK_WORD_SIZE || strlen(second) >= RANK_WORD_SIZE)
			return false;
		struct price *const p = &rank.price[rank.n_prices++];
		strcpy(p->first, word);
		strcpy(p->second, second);
		p->price = price;
		word = strtok_r(NULL, " \t", &rest);
	} while (!is_pair && word != NULL);
	return word == NULL;
}

int rank_open(const char *name)
{
	char text[8192];
	superflip_error error;
	for (unsigned i = 0; i <= TURNS_STM; i++)
		if (text_equal(name, turn_metric_name[i]))
			return turns_parse((enum turn_metric)i, NULL, NULL, 0, &rank.metric, &error) == SUPERFLIP_OK
			           ? EXIT_SOLVED
			           : complain_of_memory();
	if (text_equal(name, "hand"))
		strcpy(text, (const char[]){HAND_PRICES});
	else if (!option_read_file("--rank", name, "a list of prices", text, sizeof text))
		return EXIT_USAGE;
	unsigned row = 0;
	for (char *rest = text, *line; (line = strsep(&rest, "\n")) != NULL;) {
		row++;
		line += strspn(line, " \t\r");
		if (*line != '\0' && *line != '#' && !read_price(line))
			return complain_and(
				EXIT_INPUT,
				"%s:%u: expected \"turn TURN... = PRICE\" or \"pair TURN TURN = PRICE\", at most %d prices",
				name, row, RANK_MAX_PRICES);
	}
	return EXIT_SOLVED;
}

/* ---- prices of solutions ---- */

/* Whether a pattern stands for a turn: itself, "R*", or "*". */
static bool is_of(const char *pattern, const char *turn)
{
	const size_t n = strlen(pattern) - 1;
	const bool is_of_letter = pattern[n] == '*' && strncmp(pattern, turn, n) == 0
	                          && (n == 0 || strspn(turn + n, "2'") == strlen(turn + n));
	return is_of_letter || text_equal(pattern, turn);
}

double rank_price(const struct record *r, const struct solution *s)
{
	char text[MOVES_TEXT_BYTES], *rest;
	unsigned units;
	double price = 0;
	if (rank.metric != NULL) {
		turns_write(rank.metric, s->moves, s->n_moves, &units, NULL, 0);
		return turns_cost(rank.metric, units);
	}
	record_format_moves(r->problem, s->moves, s->n_moves, 0, text);
	const char *before = "";
	for (const char *turn = strtok_r(text, " ()", &rest); turn != NULL; turn = strtok_r(NULL, " ()", &rest)) {
		double alone = 0, together = 0;
		items_foreach(p, rank.price, rank.n_prices)
			if (p->second[0] == '\0' && is_of(p->first, turn))
				alone = p->price;
			else if (p->second[0] != '\0' && is_of(p->second, turn) && is_of(p->first, before))
				together += p->price;
		price += alone + together;
		before = turn;
	}
	return price;
}
