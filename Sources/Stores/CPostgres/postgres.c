// libpq's functions that Ambit calls.

#include "CPostgres.h"

#include <CDeferred.h>

static const char *const names[] = {"libpq.so.5", 0};
static struct ambit_library postgres = {names, "libpq5", 0};

int ambit_postgres_exists(void) { return ambit_library_exists(&postgres); }

AMBIT_DEFERRED_2(postgres, PQconninfoOption *, PQconninfoParse, const char *, char **)
AMBIT_DEFERRED_1(postgres, void, PQconninfoFree, PQconninfoOption *)
AMBIT_DEFERRED_1(postgres, void, PQfreemem, void *)
AMBIT_DEFERRED_3(
    postgres, PGconn *, PQconnectdbParams, const char *const *, const char *const *, int
)
AMBIT_DEFERRED_1(postgres, ConnStatusType, PQstatus, const PGconn *)
AMBIT_DEFERRED_1(postgres, char *, PQerrorMessage, const PGconn *)
AMBIT_DEFERRED_1(postgres, int, PQconnectionNeedsPassword, const PGconn *)
AMBIT_DEFERRED_1(postgres, int, PQserverVersion, const PGconn *)
AMBIT_DEFERRED_1(postgres, void, PQfinish, PGconn *)
AMBIT_DEFERRED_1(postgres, int, PQsocket, const PGconn *)
AMBIT_DEFERRED_8(
    postgres, int, PQsendQueryParams, PGconn *, const char *, int, const Oid *, const char *const *,
    const int *, const int *, int
)
AMBIT_DEFERRED_2(postgres, int, PQsendQuery, PGconn *, const char *)
AMBIT_DEFERRED_1(postgres, int, PQflush, PGconn *)
AMBIT_DEFERRED_2(postgres, int, PQsetnonblocking, PGconn *, int)
AMBIT_DEFERRED_1(postgres, int, PQconsumeInput, PGconn *)
AMBIT_DEFERRED_1(postgres, int, PQisBusy, PGconn *)
AMBIT_DEFERRED_1(postgres, PGresult *, PQgetResult, PGconn *)
AMBIT_DEFERRED_3(postgres, int, PQgetCopyData, PGconn *, char **, int)
AMBIT_DEFERRED_1(postgres, ExecStatusType, PQresultStatus, const PGresult *)
AMBIT_DEFERRED_2(postgres, char *, PQresultErrorField, const PGresult *, int)
AMBIT_DEFERRED_1(postgres, void, PQclear, PGresult *)
AMBIT_DEFERRED_1(postgres, int, PQntuples, const PGresult *)
AMBIT_DEFERRED_1(postgres, int, PQnfields, const PGresult *)
AMBIT_DEFERRED_3(postgres, char *, PQgetvalue, const PGresult *, int, int)
AMBIT_DEFERRED_3(postgres, int, PQgetlength, const PGresult *, int, int)
AMBIT_DEFERRED_3(postgres, int, PQgetisnull, const PGresult *, int, int)
AMBIT_DEFERRED_3(
    postgres, PQnoticeReceiver, PQsetNoticeReceiver, PGconn *, PQnoticeReceiver, void *
)
