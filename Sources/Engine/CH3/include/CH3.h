#ifndef CH3_H
#define CH3_H

#include <stdint.h>

// H3: hexagonal cells of the whole Earth, in sixteen resolutions.
//
// No Debian package has its header; what stands here is what versions 4 of h3api.h say.

typedef uint64_t H3Index;
/// 0 for success.
typedef uint32_t H3Error;

/// A place in radians.
typedef struct {
    double lat;
    double lng;
} LatLng;

/// The corners of a cell, counterclockwise, each once: five or six, and others where an edge crosses one of the
/// icosahedron's.
typedef struct {
    int numVerts;
    LatLng verts[10];
} CellBoundary;

/// Whether the library is there; it is loaded if that has not happened yet. Safe to call from any thread, as all of
/// these functions are: none of them keeps anything, or hands out memory.
int ambit_h3_exists(void);

double degsToRads(double degrees);
double radsToDegs(double radians);
H3Error latLngToCell(const LatLng *place, int resolution, H3Index *cell);
H3Error cellToLatLng(H3Index cell, LatLng *center);
H3Error cellToBoundary(H3Index cell, CellBoundary *boundary);

#endif
