/* Table files are little-endian and are mapped as they are (doc/pdb-format.md). */
#ifndef SUPERFLIP_BASE_BYTE_ORDER_H
#define SUPERFLIP_BASE_BYTE_ORDER_H
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "superflip needs a little-endian machine: its tables are little-endian files that are mapped as they are"
#endif
#endif
