// Starts programs that work for this one behind a socket, and bounds them.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CFence.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

extern char **environ;

int ambit_worker_start(
    const char *path, char *const arguments[], int *descriptor, pid_t *process
) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return errno;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int failure = posix_spawn_file_actions_init(&actions);
    if (failure == 0) {
        failure = posix_spawnattr_init(&attributes);
        if (failure == 0) {
            // Signals that are meant for this program, as by Ctrl-C on a terminal, are not for it:
            // it ends with its socket.
            failure = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
            if (failure == 0) failure = posix_spawn_file_actions_adddup2(&actions, ends[1], 0);
            if (failure == 0) failure = posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
            if (failure == 0)
                failure = posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
#ifdef __GLIBC__
            if (failure == 0) failure = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
#endif
            if (failure == 0)
                failure = posix_spawn(process, path, &actions, &attributes, arguments, environ);
            posix_spawnattr_destroy(&attributes);
        }
        posix_spawn_file_actions_destroy(&actions);
    }
    close(ends[1]);
    if (failure != 0) {
        close(ends[0]);
        return failure;
    }
    *descriptor = ends[0];
    return 0;
}

static int limit(int resource, uint64_t value) {
    struct rlimit limits = {value, value};
    return setrlimit(resource, &limits) == 0 ? 0 : errno;
}

int ambit_worker_limit(uint64_t memory_bytes, uint64_t seconds) {
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) != 0) return errno;
    int failure = limit(RLIMIT_DATA, memory_bytes);
    if (failure == 0) failure = limit(RLIMIT_CPU, usage.ru_utime.tv_sec + seconds);
    if (failure == 0) failure = limit(RLIMIT_CORE, 0);
    if (failure == 0) failure = limit(RLIMIT_FSIZE, 0);
    return failure;
}

static void *watch(void *unused) {
    (void)unused;
    while (1) {
        struct pollfd entry = {0, POLLRDHUP, 0};
        if (poll(&entry, 1, -1) > 0 && (entry.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0)
            _exit(0);
    }
    return 0;
}

int ambit_worker_watch(void) {
    pthread_t thread;
    return pthread_create(&thread, 0, watch, 0);
}
