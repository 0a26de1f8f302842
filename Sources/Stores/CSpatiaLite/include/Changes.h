#ifndef AMBIT_CHANGES_H
#define AMBIT_CHANGES_H

#include <sqlite3.h>

/// Whether changes of a table are noted.
typedef int (*ambit_table_filter)(void *context, const char *table);

/// Takes a row that was added, changed or removed.
///
/// `values` has an entry for each of the `count` columns: the value where the column belongs to the table's
/// primary key, else null. Other than SQLITE_OK ends the visit.
typedef int (*ambit_change_visitor)(
    void *context, const char *table, int count, sqlite3_value *const *values);

/// Notes which rows a connection changes from now on, in tables that have a primary key.
///
/// Null where there is no memory. By SQLite's session extension, which Debian's build has.
void *ambit_changes_begin(sqlite3 *connection, void *context, ambit_table_filter filter);

/// Visits each row once that is another than when the noting began.
int ambit_changes_visit(void *changes, void *context, ambit_change_visitor visit);

/// Ends the noting.
void ambit_changes_end(void *changes);

#endif
