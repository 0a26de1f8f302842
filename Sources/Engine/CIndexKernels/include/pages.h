// Memory by the page, from the operating system: addresses first, memory for them when it is wanted.
//
// In C because each system has its own calls and constants for this, and Swift sees only those that
// are plain numbers.
#ifndef AMBIT_PAGES_H
#define AMBIT_PAGES_H

#include <stdbool.h>
#include <stddef.h>

/// Reserves addresses, of which none may be read or written yet.
///
/// `alignment` is a power of two; the first address is a multiple of it. Null when the system has no
/// such addresses for the process, or lets it have no more.
void *_Nullable ambit_pages_reserve(size_t bytes, size_t alignment);

/// Lets reserved pages be read and written; they are zero. False when the system has no memory.
bool ambit_pages_open(void *_Nonnull start, size_t bytes);

/// Gives the memory of open pages back, which stay open; what they hold afterwards is not said.
void ambit_pages_empty(void *_Nonnull start, size_t bytes);

/// Gives reserved addresses back, open or not: all that one call reserved.
void ambit_pages_release(void *_Nonnull start, size_t bytes);

/// Asks for large pages, of 2 MB mostly: fewer entries in the page tables, but memory in larger pieces.
void ambit_pages_prefer_large(void *_Nonnull start, size_t bytes);

/// Asks that pages stay small, whatever the system does by itself.
void ambit_pages_prefer_small(void *_Nonnull start, size_t bytes);

/// Memory for anything; null when the system has none. `alignment` is a power of two and at least that
/// of a pointer.
void *_Nullable ambit_allocate(size_t bytes, size_t alignment);

/// Gives back what `ambit_allocate` gave.
void ambit_free(void *_Nonnull start);

/// Lets another thread run.
void ambit_yield(void);

#endif
