#ifndef CFENCETRIAL_H
#define CFENCETRIAL_H

/// What a process behind a fence may try.
enum ambit_trial {
    AMBIT_TRIAL_READ_FILE,
    AMBIT_TRIAL_WRITE_FILE,
    AMBIT_TRIAL_MAKE_FILE,
    AMBIT_TRIAL_REMOVE_FILE,
    AMBIT_TRIAL_SOCKET,
    AMBIT_TRIAL_FORK,
    AMBIT_TRIAL_SIGNAL,
    AMBIT_TRIAL_THREAD_SIGNAL,
    AMBIT_TRIAL_OWN_SIGNAL,
    AMBIT_TRIAL_LOCK,
    AMBIT_TRIAL_READ_OPEN,
    AMBIT_TRIAL_OWNER,
    AMBIT_TRIAL_MEMORY,
};

/// What a fence leaves besides computing.
enum ambit_fence_kind { AMBIT_FENCE_COMPUTING, AMBIT_FENCE_OPEN_FILES, AMBIT_FENCE_READING };

/// Tries something in a process of its own, behind a fence.
///
/// - Parameters:
///   - kind: Which fence.
///   - path: A file that is there and may be read and written.
///   - missing: The path of a file that is not there, in a folder that may be written.
/// - Returns: 0 where it was done, or else its errno; -1 where there is no fence here, and -2 where
///   the process could not be started or was killed.
int ambit_fence_trial(
    enum ambit_fence_kind kind, enum ambit_trial trial, const char *path, const char *missing
);

#endif
