#include "pieces/families.h"
#include "support/support.h"
#include "support/tables.h"

#define SET6(a, b, c, d, e, f) (1u << a | 1u << b | 1u << c | 1u << d | 1u << e | 1u << f)
#define KORF_UPPER SET6(UR, UF, UL, UB, FR, FL)
#define KORF_LOWER SET6(DR, DF, DL, DB, BL, BR)
#define CORNERS ((struct coordinate_key){.family = COORDINATE_CORNERS})
#define EDGES(set) ((struct coordinate_key)EDGES_COORDINATE(set))

static struct pdb build(struct coordinate_key coordinate, enum metric metric, unsigned n_threads)
{
	struct pdb image;
	cr_assert_eq(pdb_build(pdb_key_in(coordinate, metric), n_threads, NULL, &image), STATUS_OK);
	cr_assert_eq(image.n_entries, coordinate_size(coordinate));
	cr_assert_eq(image.size_bytes, (image.n_entries + 1) / 2);
	return image;
}

/* Numbers by depth from 0, as printed; beyond them there must be none. */
static void expect_histogram(const struct pdb_histogram *h, const char *expected)
{
	char text[PDB_MAX_DEPTHS * 21] = "";
	size_t end = 0;
	for (unsigned d = 0; d <= h->max_depth; d++)
		end += (size_t)snprintf(text + end, sizeof text - end, d == 0 ? "%lu" : " %lu", h->count[d]);
	cr_expect_str_eq(text, expected);
	for (unsigned d = h->max_depth + 1; d < PDB_MAX_DEPTHS; d++)
		cr_expect_eq(h->count[d], 0u, "depth %u is beyond the largest, %u", d, h->max_depth);
}

/* A turn changes a distance by at most 1, and every position but the solved one has a neighbour that is
 * closer. */
static void expect_distances(const struct pdb *table)
{
	struct dice dice = {7};
	for (unsigned n = 0; n < 20000; n++) {
		const struct cube c = dice_cube(&dice);
		const uint64_t index = coordinate_rank(table->key.coordinate, &c);
		const unsigned depth = pdb_get(table, index);
		bool is_closer = depth == 0;
		for (unsigned m = 0; m < N_MOVES; m++) {
			if (move_cost(table->key.metric, m) > 1)
				continue;
			const struct cube after = cube_after(&c, m);
			const unsigned neighbour = pdb_value(table, &after);
			is_closer |= neighbour + 1 == depth;
			if (neighbour + 1 < depth || neighbour > depth + 1)
				cr_assert_fail("index %lu is %u away, after %s %u", index, depth, move_name[m], neighbour);
		}
		if (!is_closer)
			cr_assert_fail("index %lu, %u away, has no closer neighbour", index, depth);
	}
}

static void expect_table(struct coordinate_key coordinate, enum metric metric, const char *histogram)
{
	struct pdb image = build(coordinate, metric, 2);
	expect_histogram(&image.histogram, histogram);
	expect_distances(&image);
	pdb_close(&image);
}

/* ---- published and recomputed numbers of positions by depth ---- */
/* Corners: J. Bryan, Cube-Lovers, 4 December 1993.  Korf 1997 prints the means in HTM; his two sets of edges
 * are images of each other under a symmetry. */
static const struct {
	struct coordinate_key coordinate;
	enum metric metric;
	double mean;
	const char *histogram;
} published[] = {
	{{.family = COORDINATE_CORNERS},
	 METRIC_HTM,
	 8.764134,
	 "1 18 243 2874 28000 205416 1168516 5402628 20776176 45391616 15139616 64736"},
	{{.family = COORDINATE_CORNERS},
	 METRIC_QTM,
	 10.667576,
	 "1 12 114 924 6539 39528 199926 806136 2761740 8656152 22334112 32420448 18780864 2166720 6624"},
	{EDGES_COORDINATE(KORF_UPPER), METRIC_HTM, 7.667970,
	 "1 15 182 2208 25329 258827 2165560 12222708 24596752 3305973 365"},
	{EDGES_COORDINATE(KORF_LOWER), METRIC_HTM, 7.667970,
	 "1 15 182 2208 25329 258827 2165560 12222708 24596752 3305973 365"},
	{EDGES_COORDINATE(KORF_UPPER), METRIC_QTM, 8.761862,
	 "1 10 83 688 5566 43540 321819 2129750 10695605 23399492 5974788 6578"},
	{EDGES_COORDINATE(KORF_LOWER), METRIC_QTM, 8.761862,
	 "1 10 83 688 5566 43540 321819 2129750 10695605 23399492 5974788 6578"},
};

/* Other tests want these tables, too. */
Test(build, korfs_tables_have_the_published_depths)
{
	skip_under_tsan_unless_slow();
	array_foreach(p, published) {
		const struct pdb table = shared_table(pdb_key_in(p->coordinate, p->metric));
		expect_histogram(&table.histogram, p->histogram);
		expect_distances(&table);
		cr_expect_float_eq(pdb_histogram_mean(&table.histogram), p->mean, 5e-7, "%f",
		                   pdb_histogram_mean(&table.histogram));
	}
}

/* One of each of the 30 symmetry classes of sets of six edges; the numbers are from an independent
 * program. */
static const struct { const char *edges, *histogram; } edge_classes[] = {
	{"UR UF UL UB DR DF", "1 18 230 2747 30847 308783 2508618 13189082 23497569 3039786 239"},
	{"UR UF UL UB DR DL", "1 18 231 2782 31425 315668 2557256 13262054 23395739 3012606 140"},
	{"UR UF UL UB DR FR", "1 18 224 2635 29370 292175 2358799 12646901 23978298 3269150 349"},
	{"UR UF UL UB DR FL", "1 18 224 2664 29993 301344 2450136 13075225 23807734 2910396 185"},
	{"UR UF UL UB FR FL", "1 15 182 2208 25329 258827 2165560 12222708 24596752 3305973 365"},
	{"UR UF UL UB FR BL", "1 15 184 2246 25935 267096 2237667 12528018 24495540 3020908 310"},
	{"UR UF UL DR DF DL", "1 15 190 2362 27243 283439 2407532 13170548 23781718 2904806 66"},
	{"UR UF UL DR DF DB", "1 18 228 2757 31286 315432 2586482 13557092 23379123 2705424 77"},
	{"UR UF UL DR DF FR", "1 15 184 2256 25909 266101 2239790 12567043 24415346 3061105 170"},
	{"UR UF UL DR DF FL", "1 15 188 2325 26771 276220 2328624 12934970 24174478 2834239 89"},
	{"UR UF UL DR DF BL", "1 18 230 2802 31829 321843 2630119 13823794 23359180 2408062 42"},
	{"UR UF UL DR DF BR", "1 18 227 2744 30983 310518 2527389 13388261 23591672 2726020 87"},
	{"UR UF UL DR DL DB", "1 18 229 2804 31705 320373 2613348 13570707 23294275 2744386 74"},
	{"UR UF UL DR DL FR", "1 15 190 2360 27139 281416 2380459 13065209 23961831 2859244 56"},
	{"UR UF UL DR DL BL", "1 18 229 2805 31652 319010 2596742 13533826 23381575 2712032 30"},
	{"UR UF UL DR DB FR", "1 18 225 2706 30622 308212 2508748 13329993 23736608 2660709 78"},
	{"UR UF UL DR DB FL", "1 18 230 2772 31491 318991 2606303 13741952 23494757 2381358 47"},
	{"UR UF UL DR DB BL", "1 18 232 2811 31829 320976 2614445 13707879 23426473 2473182 74"},
	{"UR UF UL DR DB BR", "1 18 227 2714 30661 308010 2506555 13304805 23730952 2693876 101"},
	{"UR UF UL DR FL BL", "1 18 225 2706 30646 309008 2525750 13408082 23674707 2626726 51"},
	{"UR UF UL DF DB BL", "1 18 232 2813 31972 322843 2636975 13792597 23364182 2426253 34"},
	{"UR UF UL DF FR BL", "1 18 224 2690 30484 306267 2486140 13284000 23805418 2662597 81"},
	{"UR UF UL DF FR BR", "1 18 222 2644 29751 297093 2405813 12965597 23932908 2943763 110"},
	{"UR UF UL DF BL BR", "1 18 229 2779 31550 319049 2603658 13746985 23466120 2407504 27"},
	{"UR UF UL DB FR FL", "1 18 217 2617 29888 303158 2480255 13352819 23889331 2519495 121"},
	{"UR UF UL DB FR BL", "1 18 229 2742 31188 315755 2566282 13602485 23653185 2405972 63"},
	{"UR UF UL DB BL BR", "1 18 225 2717 30681 306766 2485139 13233052 23761534 2757623 164"},
	{"UR UF DR DB FL BL", "1 18 237 2862 32517 330792 2696525 14075759 23249853 2189346 10"},
	{"UR UF DL DB FR BL", "1 18 237 2772 31419 322985 2629477 13922475 23562110 2106314 112"},
	{"UR UF DL DB FL BR", "1 18 237 2838 32235 328031 2658071 13902168 23404078 2250088 155"},
};

Test(build, all_thirty_classes_of_six_edges_and_seven_edges)
{
	skip_unless_slow();
	array_foreach(row, edge_classes) {
		unsigned set = 0;
		for (unsigned edge = 0; edge < N_EDGES; edge++)
			if (strstr(row->edges, edge_name[edge]) != NULL)
				set |= 1u << edge;
		expect_table(EDGES(set), METRIC_HTM, row->histogram);
	}
	expect_table(EDGES(KORF_UPPER | 1u << BL), METRIC_HTM,
	             "1 15 191 2455 30519 356462 3766700 32719467 186297009 274719633 13042507 81");
}

/* ---- small coordinates against a breadth-first search on the cubie level ---- */
/* Distances by a queue of cubes, to be freed. */
static uint8_t *distances_by_queue(struct coordinate_key coordinate, enum metric metric)
{
	const uint64_t size = coordinate_size(coordinate);
	uint8_t *const depth = malloc(size);
	struct cube *const queue = malloc(size * sizeof *queue);
	cr_assert(depth != NULL && queue != NULL);
	memset(depth, UINT8_MAX, size);
	depth[coordinate_rank(coordinate, &cube_solved)] = 0;
	queue[0] = cube_solved;
	for (uint64_t begin = 0, end = 1; begin < end; begin++)
		for (unsigned m = 0; m < N_MOVES; m++) {
			const struct cube after = cube_after(&queue[begin], m);
			uint8_t *const there = &depth[coordinate_rank(coordinate, &after)];
			if (move_cost(metric, m) == 1 && *there == UINT8_MAX) {
				*there = (uint8_t)(depth[coordinate_rank(coordinate, &queue[begin])] + 1);
				queue[end++] = after;
			}
		}
	free(queue);
	return depth;
}

/* Pieces of all kinds, blocks of even and odd sizes and numbers. */
Test(build, small_tables_hold_the_distances_of_a_search_cube_by_cube)
{
	static const char *const names[] = {
		"twist", "flip", "corner-perm", "edges-DF", "edges-URBL", "edges-URUFBL", "edges-URDFDBBL",
		"pieces-________-p___________", "pieces-_p______-____________", "pieces-x_______-____________",
		"pieces-xx______-____________", "pieces-x_______-x___________", "pieces-________-xp_o_o______",
		"pieces-aa______-oo__________", "pieces-pp______-__________oo", "pieces-oooooooo-p___________",
		"pieces-x_______-a_________a_", "pieces-o_______-oooooooooooo",
		"pieces-p_______-ooooxooooooo", "pieces-________-ooooooooooo_",
	};
	array_foreach(row, names) {
		struct coordinate_key coordinate;
		cr_assert(coordinate_parse(*row, &coordinate), "%s", *row);
		metric_foreach(metric) {
			struct pdb image = build(coordinate, metric, 3);
			uint8_t *const depth = distances_by_queue(coordinate, metric);
			uint64_t n_wrong = 0;
			for (uint64_t i = 0; i < image.n_entries; i++)
				n_wrong += pdb_nibble(image.entries, i) != depth[i];
			cr_expect_eq(n_wrong, 0u, "%lu entries of %s, %s", n_wrong, *row, metric_name[metric]);
			free(depth);
			pdb_close(&image);
		}
	}
}

/* ---- what holds for every table ---- */
/* The shared table was built by two threads. */
static void expect_same_for_all_thread_counts(struct coordinate_key coordinate, enum metric metric)
{
	const struct pdb by_two = shared_table(pdb_key_in(coordinate, metric));
	for (unsigned n_threads = 1; n_threads <= (are_slow_wanted() ? 3 : 1); n_threads += 2) {
		struct pdb image = build(coordinate, metric, n_threads);
		cr_expect_eq(memcmp(by_two.entries, image.entries, image.size_bytes), 0, "%u threads", n_threads);
		cr_expect_eq(memcmp(&by_two.histogram, &image.histogram, sizeof image.histogram), 0, "%u threads",
		             n_threads);
		pdb_close(&image);
	}
}

/* Corners are slow; small tables of the same builder are those of a queue, with three threads. */
Test(build, tables_are_the_same_for_one_two_and_three_threads)
{
	expect_same_for_all_thread_counts(EDGES(KORF_LOWER & ~(1u << DB)), METRIC_HTM);
	if (!are_slow_wanted())
		return;
	expect_same_for_all_thread_counts(CORNERS, METRIC_HTM);
	expect_same_for_all_thread_counts(EDGES(KORF_LOWER), METRIC_QTM);
}

/* ---- interruption ---- */
struct patience { unsigned n_left, n_told; uint64_t last_done; bool grows; };

static bool tell(void *context, const char *stage, uint64_t done, uint64_t total)
{
	struct patience *const p = context;
	p->grows &= done >= p->last_done && done <= total && stage != NULL;
	p->last_done = done;
	p->n_told++;
	return p->n_left-- > 0;
}

static void expect_interruption(struct coordinate_key coordinate)
{
	char untouched[sizeof(struct pdb)];
	memset(untouched, 0x5A, sizeof untouched);
	struct pdb image;
	memcpy(&image, untouched, sizeof image);
	struct patience p = {.n_left = 2, .grows = true};
	const struct pdb_progress progress = {.tell = tell, .context = &p};
	cr_expect_eq(pdb_build(pdb_key_in(coordinate, METRIC_HTM), 2, &progress, &image), STATUS_INTERRUPTED);
	cr_expect_eq(p.n_told, 3u, "the watcher is not asked again");
	cr_expect_eq(memcmp(&image, untouched, sizeof image), 0, "the result is left alone");
}

Test(build, the_watcher_can_interrupt_every_builder)
{
	expect_interruption(CORNERS);
	expect_interruption(EDGES(KORF_UPPER));
	expect_interruption((struct coordinate_key){.family = COORDINATE_TWIST});
}

Test(build, progress_grows_up_to_the_number_of_entries)
{
	struct patience p = {.n_left = UINT32_MAX, .grows = true};
	const struct pdb_progress progress = {.tell = tell, .context = &p};
	const struct pdb_key key = pdb_key_in(EDGES(KORF_UPPER & ~(1u << FL)), METRIC_HTM);
	struct pdb image;
	cr_assert_eq(pdb_build(key, 2, &progress, &image), STATUS_OK);
	cr_expect(p.grows);
	cr_expect_eq(p.last_done, image.n_entries);
	pdb_close(&image);
}
