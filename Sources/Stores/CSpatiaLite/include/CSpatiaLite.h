#ifndef CSPATIALITE_H
#define CSPATIALITE_H

#include <sqlite3.h>
#include <spatialite.h>
#include <spatialite/gaiageo.h>

#include "Changes.h"

/// Lets a connection leave the write-ahead log as it is when it closes as the last one.
///
/// `sqlite3_db_config` is variadic, which Swift cannot call.
static inline void ambit_keep_log_on_close(sqlite3 *connection) {
    sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

/// Lets a connection run triggers, or run none.
static inline void ambit_set_triggers(sqlite3 *connection, int isOn) {
    sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, isOn, (int *)0);
}

#endif
