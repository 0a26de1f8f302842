// Swift's Mutex, as far as the thread sanitizer does not see it.
//
// What a program runs while nobody else has the lock is compiled into it, and the sanitizer sees it. Who
// has to wait does so in Swift's library, which was built without the sanitizer: it would take each
// change that was made under the lock before for one that nobody had waited for. So in programs that are
// built for it, this stands in the place of that function; whoever waits lets others run and looks again.
//
// Source: Swift, stdlib/public/Synchronization/Mutex/LinuxImpl.swift: the lock is a word, 0 or the number
// of the thread that has it.

#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>

#if defined(__linux__) && __has_feature(thread_sanitizer)

__attribute__((swiftcall)) void ambit_lock_slowly(
    uint32_t thread, __attribute__((swift_context)) _Atomic(uint32_t) *lock
) __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");

__attribute__((swiftcall)) void ambit_lock_slowly(
    uint32_t thread, __attribute__((swift_context)) _Atomic(uint32_t) *lock
) {
    uint32_t nobody = 0;
    while (!atomic_compare_exchange_strong_explicit(
        lock, &nobody, thread, memory_order_acquire, memory_order_relaxed
    )) {
        sched_yield();
        nobody = 0;
    }
}

#endif
