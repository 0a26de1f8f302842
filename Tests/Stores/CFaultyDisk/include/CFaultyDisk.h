// A disk that tells what was written to it, loses power at any moment, and fails when it is told to:
// a layer over SQLite's own file system ("VFS", <https://www.sqlite.org/vfs.html>) for tests.
//
// It is SQLite's default in a process that installs it, and passes everything through but for the
// files of one database at a time, the watched one: the database, its log and its journal. The log's
// index is memory and is not recorded, as it is never read after a loss of power.
#ifndef AMBIT_FAULTY_DISK_H
#define AMBIT_FAULTY_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Kinds of calls that SQLite makes, to be combined.
enum {
    FAULTY_DISK_OPEN = 1 << 0,
    FAULTY_DISK_READ = 1 << 1,
    FAULTY_DISK_WRITE = 1 << 2,
    FAULTY_DISK_TRUNCATE = 1 << 3,
    FAULTY_DISK_SYNC = 1 << 4,
    /// Locks of the file and of the log's index.
    FAULTY_DISK_LOCK = 1 << 5,
    FAULTY_DISK_DELETE = 1 << 6,
    /// Mapping the log's index into memory.
    FAULTY_DISK_MAP = 1 << 7,
    FAULTY_DISK_SIZE = 1 << 8,
};

/// How a call fails.
enum {
    /// Not at all.
    FAULTY_DISK_NOTHING,
    /// With the I/O error of its kind; opening with "cannot open".
    FAULTY_DISK_IO_ERROR,
    /// With a full disk.
    FAULTY_DISK_FULL,
    /// As when another process has the lock.
    FAULTY_DISK_BUSY,
};

/// Becomes SQLite's default file system, as it does when the program begins; later calls do nothing.
bool faulty_disk_install(void);

// MARK: Recording

/// What was done to the files of a database, in order, with all that was written.
typedef struct faulty_disk_trace faulty_disk_trace;

/// Watches a database's files, by the real path, and records from now on what is done to them. What
/// stands in them is taken to be safely on disk.
void faulty_disk_watch(const char *path, bool records);

/// Enters a mark into the record: what was acknowledged until now must outlive what comes.
void faulty_disk_mark(void);

/// Watches no more.
///
/// Returns the record, to be freed by `faulty_disk_free`; null when none was made.
faulty_disk_trace *faulty_disk_unwatch(void);

void faulty_disk_free(faulty_disk_trace *trace);
size_t faulty_disk_event_count(const faulty_disk_trace *trace);
/// How many events of a record are syncs.
size_t faulty_disk_sync_count(const faulty_disk_trace *trace);
/// How many bytes were written.
size_t faulty_disk_byte_count(const faulty_disk_trace *trace);

// MARK: Power loss

/// The state of a disk after the first events of a record.
typedef struct crash_disk crash_disk;

/// - is_syncing: whether what was synced is safe; no disk for anybody where it is not.
crash_disk *crash_disk_make(const faulty_disk_trace *trace, bool is_syncing);
void crash_disk_free(crash_disk *disk);

/// Goes on to the state after the first `count` events, which are no fewer than before.
///
/// Returns how many marks are among them.
size_t crash_disk_advance(crash_disk *disk, size_t count);

/// Writes what may be found after a loss of power in this state: what was synced, and of the rest what
/// the seed chooses: all, nothing, some writes, some sectors, a beginning that ends in a torn write.
/// A file whose directory entry was not synced may be there or not.
///
/// `path` names the database; its log and journal lie beside it.
bool crash_disk_write(const crash_disk *disk, uint64_t seed, const char *path);

/// Opens a database, writes its log back and closes it, without SpatiaLite and without syncs.
///
/// Returns a hash of the file's bytes, so that an image that was examined before is known again; of the
/// files as they are where SQLite cannot open them.
uint64_t crash_disk_recover(const char *path);

// MARK: Faults

/// Has the n-th call (1 is the next) of some kinds to the watched files fail.
///
/// - calls: kinds of calls that count.
/// - failure: how it fails.
/// - is_lasting: whether those that follow fail, too.
/// - at: called before the n-th call, and once; null for nothing.
void faulty_disk_arm(
    uint32_t calls, int64_t n, int failure, bool is_lasting, void (*at)(void *), void *context);

/// Ends what was armed.
///
/// Returns how many calls have counted: the n-th was among them when this is n or more.
int64_t faulty_disk_disarm(void);

#endif
