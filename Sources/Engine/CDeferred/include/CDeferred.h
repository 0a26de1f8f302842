#ifndef CDEFERRED_H
#define CDEFERRED_H

#include <stdatomic.h>

// A shared library that is loaded when the first of its functions is called.
//
// A program that names a library to the linker pays for it at every start: the loader maps it and
// all that it needs, and looks up each of their symbols. PROJ, SpatiaLite and Cairo
// bring 68 libraries with them, which is most of the time that a short command takes, and most
// commands call none of them. So Ambit defines their functions itself, each of them a jump to the
// library's own, which it finds by name at the first call.

/// A library: the names to look for in this order, the last followed by null, and the Debian
/// package that has it.
struct ambit_library {
    const char *const *names;
    const char *package;
    _Atomic(void *) handle;
};

/// The address of a function of a library, which is loaded if that has not happened yet. When it
/// cannot be had, says why on standard error and ends the process with 127, as the loader itself
/// would have done at the start. Safe to call from any thread.
void *ambit_deferred(struct ambit_library *library, const char *function);

/// Whether a library is there; it is loaded if that has not happened yet. Safe to call from any thread.
int ambit_library_exists(struct ambit_library *library);

/// Defines a function with the parameters and the arguments, each in parentheses. The compiler
/// holds the parameters against the library's own header.
#define AMBIT_DEFERRED(library, result, name, parameters, arguments)                               \
    result name parameters {                                                                       \
        static _Atomic(__typeof__(&name)) known;                                                   \
        __typeof__(&name) function = atomic_load_explicit(&known, memory_order_relaxed);           \
        if (!function) {                                                                           \
            function = (__typeof__(&name))ambit_deferred(&library, #name);                         \
            atomic_store_explicit(&known, function, memory_order_relaxed);                         \
        }                                                                                          \
        return function arguments;                                                                 \
    }

// The same by the number and the types of the parameters.
#define AMBIT_DEFERRED_0(library, result, name) AMBIT_DEFERRED(library, result, name, (void), ())
#define AMBIT_DEFERRED_1(library, result, name, A)                                                 \
    AMBIT_DEFERRED(library, result, name, (A a), (a))
#define AMBIT_DEFERRED_2(library, result, name, A, B)                                              \
    AMBIT_DEFERRED(library, result, name, (A a, B b), (a, b))
#define AMBIT_DEFERRED_3(library, result, name, A, B, C)                                           \
    AMBIT_DEFERRED(library, result, name, (A a, B b, C c), (a, b, c))
#define AMBIT_DEFERRED_4(library, result, name, A, B, C, D)                                        \
    AMBIT_DEFERRED(library, result, name, (A a, B b, C c, D d), (a, b, c, d))
#define AMBIT_DEFERRED_5(library, result, name, A, B, C, D, E)                                     \
    AMBIT_DEFERRED(library, result, name, (A a, B b, C c, D d, E e), (a, b, c, d, e))
#define AMBIT_DEFERRED_6(library, result, name, A, B, C, D, E, F)                                  \
    AMBIT_DEFERRED(library, result, name, (A a, B b, C c, D d, E e, F f), (a, b, c, d, e, f))
#define AMBIT_DEFERRED_7(library, result, name, A, B, C, D, E, F, G)                               \
    AMBIT_DEFERRED(                                                                                \
        library, result, name, (A a, B b, C c, D d, E e, F f, G g), (a, b, c, d, e, f, g)          \
    )
#define AMBIT_DEFERRED_8(library, result, name, A, B, C, D, E, F, G, H)                            \
    AMBIT_DEFERRED(                                                                                \
        library, result, name, (A a, B b, C c, D d, E e, F f, G g, H h), (a, b, c, d, e, f, g, h)  \
    )
#define AMBIT_DEFERRED_10(library, result, name, A, B, C, D, E, F, G, H, I, J)                     \
    AMBIT_DEFERRED(                                                                                \
        library, result, name, (A a, B b, C c, D d, E e, F f, G g, H h, I i, J j),                 \
        (a, b, c, d, e, f, g, h, i, j)                                                             \
    )
#define AMBIT_DEFERRED_11(library, result, name, A, B, C, D, E, F, G, H, I, J, K)                  \
    AMBIT_DEFERRED(                                                                                \
        library, result, name, (A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k),            \
        (a, b, c, d, e, f, g, h, i, j, k)                                                          \
    )

#endif
