#include "pieces/tables.h"

#include <pthread.h>

static struct korf_tables the_tables;

static void fill_tables(void)
{
	corners_fill_twist_moves(the_tables.twist_after);
	corners_fill_perm_moves(the_tables.perm_after);
}

const struct korf_tables *korf_tables(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, fill_tables);
	return &the_tables;
}
