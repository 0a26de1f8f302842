// A filter on system calls (seccomp) that leaves what computing needs.
//
// Source: Linux documentation, "Seccomp BPF (SECure COMPuting with filters)".

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CFence.h"

#include <errno.h>

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

int ambit_worker_fence(void) {
    struct sock_filter filter[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AMBIT_ARCHITECTURE, 1, 0),
        ANSWER(SECCOMP_RET_KILL_PROCESS),
        LOAD(nr),
        // What came over the socket, and the answer.
        ALLOW(read), ALLOW(write), ALLOW(readv), ALLOW(writev), ALLOW(recvfrom), ALLOW(sendto),
        ALLOW(ppoll), ALLOW(close), ALLOW(fstat), ALLOW(lseek),
        // Memory.
        ALLOW(brk), ALLOW(mmap), ALLOW(munmap), ALLOW(mremap), ALLOW(mprotect), ALLOW(madvise),
        // Locks, time, chance, and the end.
        ALLOW(futex), ALLOW(sched_yield), ALLOW(clock_gettime), ALLOW(clock_nanosleep),
        ALLOW(gettimeofday), ALLOW(getrandom), ALLOW(getpid), ALLOW(gettid), ALLOW(getrusage),
        ALLOW(rt_sigaction), ALLOW(rt_sigprocmask), ALLOW(rt_sigreturn), ALLOW(sigaltstack),
        ALLOW(tgkill), ALLOW(restart_syscall), ALLOW(exit), ALLOW(exit_group),
        // What a thread tells the kernel as it begins: one may begin after the fence has closed.
        ALLOW(set_robust_list),
#ifdef SYS_rseq
        ALLOW(rseq),
#endif
#ifdef __x86_64__
        ALLOW(poll), ALLOW(time),
#endif
        ANSWER(SECCOMP_RET_ERRNO | EPERM),
    };
    struct sock_fprog program = {sizeof(filter) / sizeof(filter[0]), filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    // All threads, whoever began them.
    long failure = syscall(
        SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program
    );
    return failure == 0 ? 0 : failure > 0 ? EBUSY : errno;
}

#else

int ambit_worker_fence(void) { return ENOSYS; }

#endif
