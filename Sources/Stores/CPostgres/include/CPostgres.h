#ifndef CPOSTGRES_H
#define CPOSTGRES_H

// libpq, PostgreSQL's own library for clients, loaded when the first of its functions is called.
//
// A function of libpq that is not in postgres.c does not link: add it there.

#include <postgresql/libpq-fe.h>

// Characters in libpq's header, which other languages do not see as numbers.
static const int ambit_postgres_state = PG_DIAG_SQLSTATE;
static const int ambit_postgres_message = PG_DIAG_MESSAGE_PRIMARY;

/// Whether libpq is there; it is loaded if that has not happened yet.
int ambit_postgres_exists(void);

#endif
