/* Inside `superflip algs`: cases, what ranks their solutions, and the sheet that they make. */
#pragma once
#include "cli/cli.h"
#include "report/record.h"
#include "steps/case_set.h"

/** The sets, for --help. */
void algs_print_sets(void);

/* ---- what ranks solutions (algs_rank.c) ---- */

enum { RANK_MAX_PRICES = 100, RANK_WORD_SIZE = 8 };

extern struct rank {
	struct turns *metric;    /* lengths in this metric; owned */
	unsigned n_prices;          /* or prices of turns and of pairs of them; without both the length that was
	                             * searched for */
	struct price {
		char first[RANK_WORD_SIZE], second[RANK_WORD_SIZE];  /* second "": a turn alone */
		double price;
	} price[RANK_MAX_PRICES];
} rank;

/** @param name  htm, qtm, stm, hand or a file of prices
 * @return EXIT_SOLVED; else another status, having complained */
int rank_open(const char *name);

/** What a solution costs without turns that are free. */
double rank_price(const struct record *r, const struct solution *s);

/* ---- the sheet (algs_sheet.c) ---- */

extern struct sheet {
	struct case_set set;        /* owned; about NULL: cases of a list */
	char **facelets;            /* of the cases that are asked for; owned */
	unsigned first;             /* of the set's cases, from 0 */
	const char *free_face;      /* turns of it before and after make no other algorithm; NULL: none */
	uint64_t symmetries;        /* nor do these */
	const struct goal *goal;
	uint32_t permitted;         /* of the algorithms found those by these turns only, from some side of U, are
	                             * shown, from the first of these sides; 0: all, as they were found */
	bool has_rank;              /* else they are ranked by length */
	uint64_t keep;              /* algorithms of a case */
	bool finds_longer;          /* whatever their length */
	struct table *table;        /* NULL: no sheet is made */
	FILE *html;                 /* NULL: no page is made */
} sheet;

/** Add a case with its algorithms, each kind once, the best first.  @return false without memory */
bool sheet_add(const struct record *record);

/** Whether fewer algorithms were found than are to be kept of a case. */
bool sheet_lacks(const struct record *record);
