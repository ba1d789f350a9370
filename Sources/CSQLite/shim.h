#ifndef CSQLite_SHIM_H
#define CSQLite_SHIM_H

#include <sqlite3.h>

/* SQLITE_TRANSIENT is a cast of -1 to a function pointer, which Swift does not import. */
static inline int rund_bind_text(sqlite3_stmt *statement, int index, const char *bytes, int count) {
    return sqlite3_bind_text(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/* sqlite3_db_config is variadic, which Swift does not import. Corruption found early is salvaged
   early; a database from elsewhere must not run functions from its schema. */
static inline void rund_harden(sqlite3 *database) {
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
    sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}

#endif
