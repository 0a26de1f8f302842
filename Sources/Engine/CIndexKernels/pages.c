#if !defined(_WIN32)
#define _GNU_SOURCE
#endif
#include "pages.h"

#include <stdint.h>

#if defined(_WIN32)

#define WIN32_LEAN_AND_MEAN
#include <malloc.h>
#include <windows.h>

void *ambit_pages_reserve(size_t bytes, size_t alignment) {
    // What is reserved can only be given back whole: find a place, leave it, and take its aligned part.
    // Another thread may be quicker, so try some times.
    for (int attempt = 0; attempt < 16; attempt++) {
        void *start = VirtualAlloc(NULL, bytes + alignment, MEM_RESERVE, PAGE_NOACCESS);
        if (!start) return NULL;
        uintptr_t aligned = ((uintptr_t)start + alignment - 1) & ~(uintptr_t)(alignment - 1);
        VirtualFree(start, 0, MEM_RELEASE);
        void *taken = VirtualAlloc((void *)aligned, bytes, MEM_RESERVE, PAGE_NOACCESS);
        if (taken) return taken;
    }
    return NULL;
}

bool ambit_pages_open(void *start, size_t bytes) {
    return VirtualAlloc(start, bytes, MEM_COMMIT, PAGE_READWRITE) != NULL;
}

void ambit_pages_empty(void *start, size_t bytes) {
    VirtualAlloc(start, bytes, MEM_RESET, PAGE_READWRITE);
}

void ambit_pages_release(void *start, size_t bytes) {
    (void)bytes;
    VirtualFree(start, 0, MEM_RELEASE);
}

void ambit_pages_prefer_large(void *start, size_t bytes) { (void)start, (void)bytes; }
void ambit_pages_prefer_small(void *start, size_t bytes) { (void)start, (void)bytes; }

void *ambit_allocate(size_t bytes, size_t alignment) { return _aligned_malloc(bytes, alignment); }
void ambit_free(void *start) { _aligned_free(start); }

void ambit_yield(void) { SwitchToThread(); }

#else

#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>

#if !defined(MAP_ANONYMOUS)
#define MAP_ANONYMOUS MAP_ANON
#endif
#if !defined(MAP_NORESERVE)
#define MAP_NORESERVE 0
#endif

void *ambit_pages_reserve(size_t bytes, size_t alignment) {
    // More than is wanted, and what lies before and behind the aligned part goes back.
    size_t whole = bytes + alignment;
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *mapped = mmap(NULL, whole, PROT_NONE, flags, -1, 0);
    if (mapped == MAP_FAILED) return NULL;
    char *start = mapped;
    char *aligned = (char *)(((uintptr_t)start + alignment - 1) & ~(uintptr_t)(alignment - 1));
    if (aligned > start) munmap(start, (size_t)(aligned - start));
    size_t behind = (size_t)(start + whole - (aligned + bytes));
    if (behind > 0) munmap(aligned + bytes, behind);
    return aligned;
}

bool ambit_pages_open(void *start, size_t bytes) {
    return mprotect(start, bytes, PROT_READ | PROT_WRITE) == 0;
}

void ambit_pages_empty(void *start, size_t bytes) {
#if defined(MADV_FREE) && !defined(__linux__)
    madvise(start, bytes, MADV_FREE);
#else
    madvise(start, bytes, MADV_DONTNEED);
#endif
}

void ambit_pages_release(void *start, size_t bytes) { munmap(start, bytes); }

void ambit_pages_prefer_large(void *start, size_t bytes) {
#if defined(MADV_HUGEPAGE)
    madvise(start, bytes, MADV_HUGEPAGE);
#else
    (void)start, (void)bytes;
#endif
}

void ambit_pages_prefer_small(void *start, size_t bytes) {
#if defined(MADV_NOHUGEPAGE)
    madvise(start, bytes, MADV_NOHUGEPAGE);
#else
    (void)start, (void)bytes;
#endif
}


void *ambit_allocate(size_t bytes, size_t alignment) {
    void *start = NULL;
    return posix_memalign(&start, alignment, bytes) == 0 ? start : NULL;
}

void ambit_free(void *start) { free(start); }

void ambit_yield(void) { sched_yield(); }

#endif
