// Which rows a connection changes, by SQLite's session extension.

#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1

#include <stdlib.h>

#include "Changes.h"

void *ambit_changes_begin(sqlite3 *connection, void *context, ambit_table_filter filter) {
    sqlite3_session *session = 0;
    if (sqlite3session_create(connection, "main", &session) != SQLITE_OK) { return 0; }
    sqlite3session_table_filter(session, filter, context);
    if (sqlite3session_attach(session, 0) != SQLITE_OK) {
        sqlite3session_delete(session);
        return 0;
    }
    return session;
}

static int visit_row(
    sqlite3_changeset_iter *row, void *context, ambit_change_visitor visit
) {
    const char *table = 0;
    int count = 0, kind = 0, code = SQLITE_OK;
    unsigned char *key = 0;
    code = sqlite3changeset_op(row, &table, &count, &kind, 0);
    if (code == SQLITE_OK) { code = sqlite3changeset_pk(row, &key, &count); }
    if (code != SQLITE_OK) { return code; }
    sqlite3_value **values = calloc((size_t)count, sizeof *values);
    if (values == 0) { return SQLITE_NOMEM; }
    for (int column = 0; column < count && code == SQLITE_OK; column++) {
        if (!key[column]) { continue; }
        code = kind == SQLITE_INSERT ? sqlite3changeset_new(row, column, &values[column])
                                     : sqlite3changeset_old(row, column, &values[column]);
    }
    if (code == SQLITE_OK) { code = visit(context, table, count, values); }
    free(values);
    return code;
}

int ambit_changes_visit(void *changes, void *context, ambit_change_visitor visit) {
    sqlite3_session *session = changes;
    if (sqlite3session_isempty(session)) { return SQLITE_OK; }
    int size = 0;
    void *bytes = 0;
    int code = sqlite3session_changeset(session, &size, &bytes);
    if (code != SQLITE_OK || size == 0) {
        sqlite3_free(bytes);
        return code;
    }
    sqlite3_changeset_iter *row = 0;
    code = sqlite3changeset_start(&row, size, bytes);
    while (code == SQLITE_OK) {
        code = sqlite3changeset_next(row);
        if (code == SQLITE_DONE) {
            code = SQLITE_OK;
            break;
        }
        if (code == SQLITE_ROW) { code = visit_row(row, context, visit); }
    }
    int end = sqlite3changeset_finalize(row);
    sqlite3_free(bytes);
    return code == SQLITE_OK ? end : code;
}

void ambit_changes_end(void *changes) { sqlite3session_delete(changes); }
