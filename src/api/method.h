/* The methods by their public names. */
#ifndef SUPERFLIP_API_METHOD_H
#define SUPERFLIP_API_METHOD_H
#include "superflip.h"

#include "method/baseline.h"
#include "method/method.h"

/** The textbook search of that name; N_BASELINES: none. */
unsigned method_baseline(const char *name);
#endif
