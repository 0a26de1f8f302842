#ifndef CCAIRO_H
#define CCAIRO_H

#include <cairo/cairo.h>

#endif
