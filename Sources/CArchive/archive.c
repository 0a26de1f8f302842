// libarchive: zip archives.
//
// What Ambit calls of it. A function that is not here does not link: add it.

#include "CArchive.h"

#include <CDeferred.h>

static const char *const names[] = {"libarchive.so.13", 0};
static struct ambit_library archive = {names, "libarchive13", 0};

AMBIT_DEFERRED_1(archive, mode_t, archive_entry_filetype, struct archive_entry *)
AMBIT_DEFERRED_1(archive, const char *, archive_entry_pathname, struct archive_entry *)
AMBIT_DEFERRED_1(archive, const char *, archive_error_string, struct archive *)
AMBIT_DEFERRED_2(archive, la_int64_t, archive_filter_bytes, struct archive *, int)
AMBIT_DEFERRED_3(archive, la_ssize_t, archive_read_data, struct archive *, void *, size_t)
AMBIT_DEFERRED_1(archive, int, archive_read_free, struct archive *)
AMBIT_DEFERRED_0(archive, struct archive *, archive_read_new)
AMBIT_DEFERRED_2(archive, int, archive_read_next_header, struct archive *, struct archive_entry **)
AMBIT_DEFERRED_3(archive, int, archive_read_open_filename, struct archive *, const char *, size_t)
AMBIT_DEFERRED_1(archive, int, archive_read_support_format_zip, struct archive *)
