/// Work in numbered parts on several threads.
#ifndef AMBIT_THREADS_H
#define AMBIT_THREADS_H

#include <stdint.h>

/// Calls `body` once for each part from 0 on, in that order, on up to `threads` threads with the calling one
/// among them, and returns when all are done.
///
/// Where the system gives fewer threads, those that there are do all the work. The others get no signals.
void ambit_run_parts(int64_t parts, int32_t threads, void *context, void (*body)(void *context, int64_t part));

#endif
