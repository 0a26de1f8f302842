// What a process behind a fence can still do.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CFenceTrial.h"

#include <CFence.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Between `fork` and `_exit` only what a signal handler may do, as other threads held locks.
static int attempt(enum ambit_trial trial, const char *path, const char *missing, int open_file) {
    struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_len = 1};
    switch (trial) {
    case AMBIT_TRIAL_READ_FILE: return open(path, O_RDONLY | O_CLOEXEC) < 0;
    case AMBIT_TRIAL_WRITE_FILE: return open(path, O_WRONLY | O_CLOEXEC) < 0;
    case AMBIT_TRIAL_MAKE_FILE: return open(missing, O_RDONLY | O_CREAT, 0600) < 0;
    case AMBIT_TRIAL_REMOVE_FILE: return unlink(path) != 0;
    case AMBIT_TRIAL_SOCKET: return socket(AF_INET, SOCK_STREAM, 0) < 0;
    case AMBIT_TRIAL_FORK: {
        // Not glibc's, which runs what the process has registered.
        long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
        if (child == 0) _exit(0);
        return child < 0;
    }
    case AMBIT_TRIAL_SIGNAL: return kill(getppid(), 0) != 0;
    case AMBIT_TRIAL_THREAD_SIGNAL: return syscall(SYS_tgkill, 1, 1, 0) != 0;
    case AMBIT_TRIAL_OWN_SIGNAL: return syscall(SYS_tgkill, getpid(), getpid(), 0) != 0;
    case AMBIT_TRIAL_LOCK: return fcntl(open_file, F_SETLK, &lock) != 0;
    case AMBIT_TRIAL_READ_OPEN: {
        char byte;
        return pread(open_file, &byte, 1, 1) != 1;
    }
    case AMBIT_TRIAL_OWNER: return fcntl(open_file, F_SETOWN, 1) != 0;
    case AMBIT_TRIAL_MEMORY:
        return mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED;
    }
    return 1;
}

static int close_fence(enum ambit_fence_kind kind) {
    switch (kind) {
    case AMBIT_FENCE_COMPUTING: return ambit_worker_fence();
    case AMBIT_FENCE_OPEN_FILES: return ambit_worker_fence_open_files();
    case AMBIT_FENCE_READING: return ambit_worker_fence_reading();
    }
    return -1;
}

int ambit_fence_trial(
    enum ambit_fence_kind kind, enum ambit_trial trial, const char *path, const char *missing
) {
    enum { NO_FENCE = 255 };
    pid_t child = fork();
    if (child < 0) return -2;
    if (child == 0) {
        int file = open(path, O_RDONLY | O_CLOEXEC);
        if (file < 0 || close_fence(kind) != 0) _exit(NO_FENCE);
        errno = 0;
        _exit(attempt(trial, path, missing, file) == 0 ? 0 : errno);
    }
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -2;
    if (!WIFEXITED(status)) return -2;
    return WEXITSTATUS(status) == NO_FENCE ? -1 : WEXITSTATUS(status);
}
