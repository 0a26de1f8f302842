#ifndef CFENCE_H
#define CFENCE_H

#include <stdint.h>
#include <sys/types.h>

/// Starts a program with one end of a socket as its standard input and output, and nothing else that
/// is open here; what it says to standard error is lost.
///
/// - Parameters:
///   - path: The program.
///   - arguments: Its arguments, the name first, NULL last.
///   - descriptor: The other end of the socket, closed in programs that are started later.
///   - process: Its number.
/// - Returns: 0, or the system's errno.
int ambit_worker_start(
    const char *path, char *const arguments[], int *descriptor, pid_t *process
);

/// Ends this process as soon as the other end of standard input, a socket, is closed, whatever it is
/// doing then.
///
/// - Returns: 0, or the system's errno.
int ambit_worker_watch(void);

/// Bounds what this process may use from now on.
///
/// - Parameters:
///   - memory_bytes: How much memory it may have that it can write to.
///   - seconds: How much more time of a core it may take.
/// - Returns: 0, or the system's errno.
int ambit_worker_limit(uint64_t memory_bytes, uint64_t seconds);

/// Takes from this process all that computing does not need: files, sockets, other processes.
///
/// It can read and write what is open, ask for memory and the time, and end. Anything else fails with
/// EPERM. There is no way back.
///
/// - Returns: 0; ENOSYS where there is no such fence, or else the system's errno.
int ambit_worker_fence(void);

/// Takes the same from this process, and leaves it the files that are open, to read from any place in them.
///
/// It can open none.
///
/// - Returns: 0; ENOSYS where there is no such fence, or else the system's errno.
int ambit_worker_fence_open_files(void);

/// Takes the same from this process, but for files, which it may still open to read, and look for.
///
/// It can make, change and remove none.
///
/// - Returns: 0; ENOSYS where there is no such fence, or else the system's errno.
int ambit_worker_fence_reading(void);

#endif
