#include "search/kernel.h"

#include "search/kernels.h"

const struct kernel *const kernels[] = {
	&kernel_coset_avx512, &kernel_coset_avx2, &kernel_coset_portable,
	&kernel_korf_avx512, &kernel_korf_avx2, &kernel_korf_portable,
	&kernel_plain,
};
const unsigned n_kernels = sizeof kernels / sizeof *kernels;

const struct kernel *kernel_best(const struct heuristic *h)
{
	for (unsigned i = 0; i + 1 < n_kernels; i++)
		if (kernels[i]->is_for(h))
			return kernels[i];
	return kernels[n_kernels - 1];
}
