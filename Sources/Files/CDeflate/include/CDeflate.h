#ifndef CDEFLATE_H
#define CDEFLATE_H

#include <stddef.h>

// Of libdeflate, loaded when it is first called. Its header comes with a package that nothing else needs, and these
// have been the same since its version 1.0.

/// What compresses, one text at a time.
struct libdeflate_compressor;

/// Makes one that takes trouble by a level from 1 to 12; null without memory.
struct libdeflate_compressor *libdeflate_alloc_compressor(int level);
/// Compresses into the gzip format (RFC 1952); returns how many bytes that are, or 0 where there is no room for them.
size_t libdeflate_gzip_compress(
    struct libdeflate_compressor *compressor, const void *from, size_t length, void *to, size_t room
);
/// Frees what was made.
void libdeflate_free_compressor(struct libdeflate_compressor *compressor);

/// Whether libdeflate is there; it is loaded if that has not happened yet.
int ambit_deflate_exists(void);

#endif
