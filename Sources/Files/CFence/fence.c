// A filter on system calls (seccomp) that leaves what computing needs.
//
// Source: Linux documentation, "Seccomp BPF (SECure COMPuting with filters)".

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CFence.h"

#include <errno.h>
#include <fcntl.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __x86_64__
#define AMBIT_ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define AMBIT_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define LOAD(member) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, value)
#define ALLOW(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 1), ANSWER(SECCOMP_RET_ALLOW)
#define REFUSE ANSWER(SECCOMP_RET_ERRNO | EPERM)
// The lower half of an argument: both architectures keep it first.
#define LOAD_ARGUMENT(index) LOAD(args[index])
// A call that is allowed where its argument has this value.
#define ALLOW_WITH(call, index, value)                                                             \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 4), LOAD_ARGUMENT(index),                   \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1), ANSWER(SECCOMP_RET_ALLOW), REFUSE
// A call that is allowed where none of these bits is set in its argument.
#define ALLOW_WITHOUT(call, index, bits)                                                           \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 4), LOAD_ARGUMENT(index),                   \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0), ANSWER(SECCOMP_RET_ALLOW), REFUSE

#define BEGINNING                                                                                  \
    LOAD(arch), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AMBIT_ARCHITECTURE, 1, 0),                     \
        ANSWER(SECCOMP_RET_KILL_PROCESS), LOAD(nr)

// What came over the socket, and the answer.
#define MESSAGES                                                                                   \
    ALLOW(read), ALLOW(write), ALLOW(readv), ALLOW(writev), ALLOW(recvfrom), ALLOW(sendto),        \
        ALLOW(ppoll), ALLOW(close), ALLOW(fstat), ALLOW(lseek)

#define MEMORY                                                                                     \
    ALLOW(brk), ALLOW(mmap), ALLOW(munmap), ALLOW(mremap), ALLOW(mprotect), ALLOW(madvise)

// Locks, time, chance, and the end; a signal for this process alone, as abort() sends it.
#define RUNNING                                                                                    \
    ALLOW(futex), ALLOW(sched_yield), ALLOW(clock_gettime), ALLOW(clock_nanosleep),                \
        ALLOW(gettimeofday), ALLOW(getrandom), ALLOW(getpid), ALLOW(gettid), ALLOW(getrusage),     \
        ALLOW(rt_sigaction), ALLOW(rt_sigprocmask), ALLOW(rt_sigreturn), ALLOW(sigaltstack),       \
        ALLOW_WITH(tgkill, 0, (unsigned)getpid()), ALLOW(restart_syscall), ALLOW(exit),            \
        ALLOW(exit_group)

// What a thread tells the kernel as it begins: one may begin after the fence has closed.
#ifdef SYS_rseq
#define THREADS ALLOW(set_robust_list), ALLOW(rseq)
#else
#define THREADS ALLOW(set_robust_list)
#endif

// Files that are there, as SQLite and C++ read them.
#define READING                                                                                    \
    ALLOW_WITHOUT(openat, 2, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC), ALLOW(newfstatat),            \
        ALLOW(statx), ALLOW(faccessat), ALLOW(readlinkat), ALLOW(getcwd), OPEN_FILES

// Files that are open, from any place in them, as SQLite reads its own; and how long they are, which the
// C library asks of no path.
#define OPEN_FILES                                                                                 \
    ALLOW(pread64), ALLOW_WITH(fcntl, 1, F_SETLK), ALLOW_WITH(newfstatat, 3, AT_EMPTY_PATH)

// Calls that one architecture alone has, each list with a comma behind it.
#ifdef __x86_64__
#define OLD_CALLS ALLOW(poll), ALLOW(time),
#define OLD_READING ALLOW(stat), ALLOW(lstat), ALLOW(access), ALLOW(readlink),
#else
#define OLD_CALLS
#define OLD_READING
#endif

static int close_fence(struct sock_filter *filter, size_t length) {
    struct sock_fprog program = {(unsigned short)length, filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    // All threads, whoever began them.
    long failure = syscall(
        SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program
    );
    return failure == 0 ? 0 : failure > 0 ? EBUSY : errno;
}

int ambit_worker_fence(void) {
    struct sock_filter filter[] = {BEGINNING, MESSAGES, MEMORY, RUNNING, THREADS, OLD_CALLS REFUSE};
    return close_fence(filter, sizeof(filter) / sizeof(filter[0]));
}

int ambit_worker_fence_open_files(void) {
    struct sock_filter filter[] = {
        BEGINNING, MESSAGES, MEMORY, RUNNING, THREADS, OLD_CALLS OPEN_FILES, REFUSE
    };
    return close_fence(filter, sizeof(filter) / sizeof(filter[0]));
}

int ambit_worker_fence_reading(void) {
    struct sock_filter filter[] = {
        BEGINNING, MESSAGES, MEMORY, RUNNING, THREADS, OLD_CALLS READING, OLD_READING REFUSE
    };
    return close_fence(filter, sizeof(filter) / sizeof(filter[0]));
}

#else

int ambit_worker_fence(void) { return ENOSYS; }
int ambit_worker_fence_open_files(void) { return ENOSYS; }
int ambit_worker_fence_reading(void) { return ENOSYS; }

#endif
