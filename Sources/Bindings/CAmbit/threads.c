#define _GNU_SOURCE
#include "ambit_threads.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

#include "ambit.h"

enum { most_threads = 1024 };

struct run {
    _Atomic int64_t next;
    int64_t parts;
    void *context;
    void (*body)(void *context, int64_t part);
};

static void *work(void *argument) {
    struct run *run = argument;
    while (1) {
        int64_t part = atomic_fetch_add_explicit(&run->next, 1, memory_order_relaxed);
        if (part >= run->parts) return NULL;
        run->body(run->context, part);
    }
}

void ambit_run_parts(int64_t parts, int32_t threads, void *context, void (*body)(void *context, int64_t part)) {
    struct run run = {0, parts, context, body};
    pthread_t others[most_threads];
    int started = 0;
    int64_t wanted = threads < parts ? threads : parts;
    if (wanted > most_threads) wanted = most_threads;
    if (wanted > 1) {
        // Signals go to a thread that knows what to do with them.
        sigset_t all, before;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        while (started < wanted - 1 && pthread_create(&others[started], NULL, work, &run) == 0) started++;
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    work(&run);
    for (int index = 0; index < started; index++) pthread_join(others[index], NULL);
}

int32_t ambit_usable_processors(void) {
#ifdef __linux__
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
#endif
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > most_threads ? most_threads : (int32_t)count;
}
