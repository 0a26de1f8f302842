#include "CZstd.h"

#include <CDeferred.h>

static const char *const names[] = {"libzstd.so.1", 0};
static struct ambit_library zstd = {names, "libzstd1", 0};

int ambit_zstd_exists(void) {
    // Both functions are found before a fence is closed behind which none can be loaded.
    if (!ambit_library_exists(&zstd)) return 0;
    return !ZSTD_isError(0);
}

AMBIT_DEFERRED_4(zstd, size_t, ZSTD_decompress, void *, size_t, const void *, size_t)
AMBIT_DEFERRED_1(zstd, unsigned, ZSTD_isError, size_t)
