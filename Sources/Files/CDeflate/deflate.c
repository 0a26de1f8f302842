#include "CDeflate.h"

#include <CDeferred.h>

static const char *const names[] = {"libdeflate.so.0", 0};
static struct ambit_library deflate = {names, "libdeflate0", 0};

int ambit_deflate_exists(void) { return ambit_library_exists(&deflate); }

AMBIT_DEFERRED_1(deflate, struct libdeflate_compressor *, libdeflate_alloc_compressor, int)
AMBIT_DEFERRED_5(
    deflate, size_t, libdeflate_gzip_compress, struct libdeflate_compressor *, const void *, size_t, void *, size_t
)
AMBIT_DEFERRED_1(deflate, void, libdeflate_free_compressor, struct libdeflate_compressor *)
