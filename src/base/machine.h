/* The properties of a machine that estimates of running times depend on. */
#ifndef SUPERFLIP_BASE_MACHINE_H
#define SUPERFLIP_BASE_MACHINE_H
struct machine {
	double read_ns;            /* of one thread for a random cache line of a large memory, with many reads in flight */
	const char *instructions;  /* that the kernels use, as processor_instructions() names them */
	unsigned n_threads;        /* that build */
};
#endif
