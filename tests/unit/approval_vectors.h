/* The keys, messages and signature files of tests/vectors/approvals.txt. */
#ifndef TESTS_UNIT_APPROVAL_VECTORS_H
#define TESTS_UNIT_APPROVAL_VECTORS_H

#include "base/bytes.h"

/* The lines that follow `name`, each with its newline, and then a NUL that `len` does not count. Free it. */
struct sn_buf approval_file(const char *name);

/* The same for one line without its newline: a key, or a message in hexadecimal. */
char *approval_line(const char *name);

/* The decoded bytes of a message. */
struct sn_buf approval_message(const char *name);

#endif
