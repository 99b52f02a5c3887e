/* Corner move tables of the Korf kernels, one copy for the process. */
#ifndef SUPERFLIP_PIECES_TABLES_H
#define SUPERFLIP_PIECES_TABLES_H
#include "coord/corners.h"

/* Column m of a row is the coordinate after move m. */
struct korf_tables {
	_Alignas(64) uint16_t twist_after[N_TWISTS][MOVE_ROW];
	_Alignas(64) uint16_t perm_after[N_CORNER_PERMS][MOVE_ROW];
};

/** Made at first use (about 10 ms), thread-safe, kept to the end of the process. */
const struct korf_tables *korf_tables(void);
#endif
