#ifndef CREADOSM_H
#define CREADOSM_H

#include <readosm.h>

#endif
