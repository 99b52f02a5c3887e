/* Kociemba's two-phase method: short solutions at once, shorter ones the longer it runs (doc/methods-two-phase.md). */
#ifndef SUPERFLIP_METHOD_TWO_PHASE_H
#define SUPERFLIP_METHOD_TWO_PHASE_H
#include "method/method.h"

extern const struct method two_phase_method;
#endif
