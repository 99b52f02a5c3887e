#include "table_file.h"

#include "pieces/families.h"

char table_directory[SCRATCH_MAX], table_path[PATH_MAX];

const struct pdb_key twist = {{.family = COORDINATE_TWIST}, .metric = METRIC_HTM},
                     corner_perm = {{.family = COORDINATE_CORNER_PERM}, .metric = METRIC_QTM},
                     five_edges = {EDGES_COORDINATE(0x1F), .metric = METRIC_HTM};

void table_enter(void)
{
	scratch_make(table_directory);
	snprintf(table_path, sizeof table_path, "%s/table.pdb", table_directory);
}

void table_leave(void)
{
	scratch_remove(table_directory);
}

struct pdb table_image(struct pdb_key key)
{
	struct pdb image = {.key = key, .n_entries = coordinate_size(key.coordinate)};
	image.size_bytes = (size_t)((image.n_entries + 1) / 2);
	image.entries = calloc(image.size_bytes, 1);
	uint32_t state = 1;
	for (uint64_t i = 0; i < image.n_entries; i++) {
		state = state * 1664525u + 1013904223u;
		const unsigned depth = (state >> 16) % 15;
		image.entries[i / 2] |= (uint8_t)(depth << i % 2 * 4);
		image.histogram.count[depth]++;
		image.histogram.max_depth = depth > image.histogram.max_depth ? depth : image.histogram.max_depth;
	}
	return image;
}

void table_file_write(struct pdb_key key, uint32_t chunk_bytes)
{
	struct pdb image = table_image(key);
	cr_assert_eq(pdb_write_chunked(table_path, &image, chunk_bytes, false, NULL), STATUS_OK);
	free(image.entries);
}

enum status table_open(struct pdb_key want)
{
	struct pdb pdb;
	const enum status status = pdb_open(table_path, want, true, NULL, &pdb);
	if (status == STATUS_OK)
		pdb_close(&pdb);
	return status;
}

void table_overwrite(uint64_t offset, const void *bytes, size_t size)
{
	const int fd = open(table_path, O_WRONLY);
	cr_assert_geq(fd, 0);
	cr_assert_eq(pwrite(fd, bytes, size, (off_t)offset), (ssize_t)size);
	close(fd);
}

void table_flip_bit(uint64_t offset)
{
	uint8_t byte;
	const int fd = open(table_path, O_RDWR);
	cr_assert_geq(fd, 0);
	cr_assert_eq(pread(fd, &byte, 1, (off_t)offset), 1);
	byte ^= 1;
	cr_assert_eq(pwrite(fd, &byte, 1, (off_t)offset), 1);
	close(fd);
}

bool table_stop_at_stage(void *stage, const char *now, uint64_t done, uint64_t total)
{
	return strcmp(now, stage) != 0;
}

void table_forge(size_t offset, uint32_t value)
{
	struct pdb_header header;
	const int fd = open(table_path, O_RDWR);
	cr_assert_eq(pread(fd, &header, sizeof header, 0), sizeof header);
	memcpy((char *)&header + offset, &value, sizeof value);
	header.header_checksum = 0;
	header.header_checksum = pdb_checksum(&header, sizeof header);
	cr_assert_eq(pwrite(fd, &header, sizeof header, 0), sizeof header);
	close(fd);
}
