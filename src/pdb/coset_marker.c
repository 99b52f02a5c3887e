#include "pdb/coset_marker.h"

const struct coset_marker *const coset_markers[COSET_N_MARKERS] = {
	&coset_marker_avx512, &coset_marker_avx2, &coset_marker_portable,
};

const struct coset_marker *coset_marker_best(void)
{
	unsigned i = 0;
	while (!coset_markers[i]->runs_here())
		i++;
	return coset_markers[i];
}
