#ifndef CPOSTGRES_SHIM_H
#define CPOSTGRES_SHIM_H

#include <libpq-fe.h>

// Characters in macros, which Swift sees as no integer.
static const int cpostgres_sqlstate = PG_DIAG_SQLSTATE;
static const int cpostgres_message = PG_DIAG_MESSAGE_PRIMARY;
static const int cpostgres_function = PG_DIAG_SOURCE_FUNCTION;

#endif
