#ifndef CCAIRO_H
#define CCAIRO_H

#include <cairo/cairo.h>
#include <cairo/cairo-pdf.h>

#endif
