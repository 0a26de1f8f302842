#include "CDeferred.h"

#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

static void *opened(struct ambit_library *library) {
    void *handle = atomic_load_explicit(&library->handle, memory_order_acquire);
    if (handle) return handle;
    for (const char *const *name = library->names; *name && !handle; name++)
        handle = dlopen(*name, RTLD_NOW | RTLD_LOCAL);
    // Two threads may both come here: the second dlopen only counts one more.
    if (handle) atomic_store_explicit(&library->handle, handle, memory_order_release);
    return handle;
}

int ambit_library_exists(struct ambit_library *library) { return opened(library) != 0; }

void *ambit_deferred(struct ambit_library *library, const char *function) {
    void *handle = opened(library);
    void *address = handle ? dlsym(handle, function) : 0;
    if (!address) {
        const char *why = dlerror();
        fprintf(
            stderr, "error: %s; install the package %s\n",
            why ? why : "a library cannot be loaded", library->package
        );
        _exit(127);
    }
    return address;
}
