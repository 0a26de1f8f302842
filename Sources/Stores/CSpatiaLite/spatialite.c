// SpatiaLite: functions for SQLite, and its reader of shapefiles.
//
// What Ambit calls of it. A function that is not here does not link: add it.

#include "CSpatiaLite.h"

#include <CDeferred.h>

static const char *const names[] = {
    "libspatialite.so", "libspatialite.so.8", "libspatialite.so.7", 0
};
static struct ambit_library spatialite = {names, "libspatialite7", 0};

AMBIT_DEFERRED_0(spatialite, void *, spatialite_alloc_connection)
AMBIT_DEFERRED_1(spatialite, void, spatialite_cleanup_ex, const void *)
AMBIT_DEFERRED_3(spatialite, void, spatialite_init_ex, sqlite3 *, const void *, int)
AMBIT_DEFERRED_1(spatialite, void, spatialite_set_silent_mode, const void *)
