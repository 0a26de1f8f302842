#include "include/CFaultyDisk.h"

#include <sqlite3.h>
#include <stdatomic.h>

static sqlite3_mem_methods real;
static bool is_installed;
static _Atomic bool is_armed;
static _Atomic int64_t seen;
static int64_t first, last;

static bool fails(void) {
    if (!atomic_load_explicit(&is_armed, memory_order_acquire)) return false;
    int64_t number = atomic_fetch_add(&seen, 1) + 1;
    return number >= first && number <= last;
}

static void *allocate(int size) { return fails() ? NULL : real.xMalloc(size); }
static void *reallocate(void *memory, int size) {
    return fails() ? NULL : real.xRealloc(memory, size);
}

static void install_memory(void) {
    if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real) != SQLITE_OK) return;
    sqlite3_mem_methods methods = real;
    methods.xMalloc = allocate;
    methods.xRealloc = reallocate;
    is_installed = sqlite3_config(SQLITE_CONFIG_MALLOC, &methods) == SQLITE_OK;
}

/// Before any test. SQLite takes no other allocator once it is in use, and PROJ, which reads its own
/// database through the file system that is SQLite's default, must find the same one whenever it
/// opens and closes.
__attribute__((constructor)) static void install(void) {
    install_memory();
    faulty_disk_install();
}

bool faulty_memory_is_installed(void) { return is_installed; }

void faulty_memory_arm(int64_t n, int64_t count) {
    atomic_store(&seen, 0);
    first = n;
    last = n + count - 1;
    atomic_store_explicit(&is_armed, true, memory_order_release);
}

int64_t faulty_memory_disarm(void) {
    atomic_store_explicit(&is_armed, false, memory_order_release);
    return atomic_load(&seen);
}
