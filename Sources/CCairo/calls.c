#include "CCairo.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static CairoCalls calls;
static const CairoCalls *loaded = NULL;

static void load(void) {
    void *library = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
#define CAIRO_CALL(name)                                                                           \
    void *name = dlsym(library, "cairo_" #name);                                                   \
    if (name == NULL) return;                                                                      \
    calls.name = (__typeof__(cairo_##name) *)name;
    CAIRO_CALLS(CAIRO_CALL)
#undef CAIRO_CALL
    loaded = &calls;
}

const CairoCalls *load_cairo(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return loaded;
}
