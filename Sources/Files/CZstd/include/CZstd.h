#ifndef CZSTD_H
#define CZSTD_H

#include <stddef.h>

// Of libzstd, loaded when it is first called. Its header comes with a package that nothing else needs, and these
// have been the same since its version 1.0.

/// Decompresses a frame, or several; returns how many bytes that are, or an error.
size_t ZSTD_decompress(void *to, size_t room, const void *from, size_t length);
/// Whether what a function returned is an error.
unsigned ZSTD_isError(size_t code);

/// Whether libzstd is there; it is loaded if that has not happened yet.
int ambit_zstd_exists(void);

#endif
