#ifndef CPROJ_H
#define CPROJ_H

#include <proj.h>
#include <geodesic.h>

#endif
