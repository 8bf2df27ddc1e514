/* The answers of the daemon of app_chain.h. */
#ifndef TESTS_UNIT_APP_CHAIN_ANSWERS_H
#define TESTS_UNIT_APP_CHAIN_ANSWERS_H

#include "app_chain.h"

/* Answer a request: the callback of the server. */
bool app_chain_respond(void *context, const char *request, size_t len, struct sn_buf *answer);

#endif
