// readosm: OpenStreetMap files.
//
// What Ambit calls of it. A function that is not here does not link: add it.

#include "CReadOSM.h"

#include <CDeferred.h>

static const char *const names[] = {"libreadosm.so.1", 0};
static struct ambit_library readosm = {names, "libreadosm1", 0};

AMBIT_DEFERRED_1(readosm, int, readosm_close, const void *)
AMBIT_DEFERRED_2(readosm, int, readosm_open, const char *, const void **)
AMBIT_DEFERRED_5(
    readosm, int, readosm_parse, const void *, const void *, readosm_node_callback,
    readosm_way_callback, readosm_relation_callback
)
