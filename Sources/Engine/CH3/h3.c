// H3: hexagonal cells of the whole Earth.
//
// What Ambit calls of it. A function that is not here does not link: add it, and to `functions` too.

#include "CH3.h"

#include <CDeferred.h>
#include <dlfcn.h>

// Beside the program, where scripts/make-h3 puts it; where the Debian package of Ambit has it; and where the system
// looks for libraries.
static const char *const names[] = {
    "$ORIGIN/libh3.so.1", "/usr/lib/ambit/libh3.so.1", "libh3.so.1", 0
};
static struct ambit_library h3 = {names, "ambit", 0};

AMBIT_DEFERRED_1(h3, double, degsToRads, double)
AMBIT_DEFERRED_1(h3, double, radsToDegs, double)
AMBIT_DEFERRED_3(h3, H3Error, latLngToCell, const LatLng *, int, H3Index *)
AMBIT_DEFERRED_2(h3, H3Error, cellToLatLng, H3Index, LatLng *)
AMBIT_DEFERRED_2(h3, H3Error, cellToBoundary, H3Index, CellBoundary *)

static const char *const functions[] = {
    "degsToRads", "radsToDegs", "latLngToCell", "cellToLatLng", "cellToBoundary", 0
};

int ambit_h3_exists(void) {
    if (!ambit_library_exists(&h3)) return 0;
    // Versions before 4 call them by other names.
    for (const char *const *function = functions; *function; function++)
        if (!dlsym(atomic_load(&h3.handle), *function)) return 0;
    return 1;
}
