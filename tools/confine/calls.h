/* tools/confine/calls.h - the allow list: system calls and arguments that a confined program may use.
 *
 * Exists only on the architectures of confine/kernel.h. filter.c compiles the list. It also has the checks
 * that are not a list of values: the flags of F_SETFL, clone and the send calls. */
#ifndef CLI_CONFINE_CALLS_H
#define CLI_CONFINE_CALLS_H

#include <stddef.h>
#include <stdint.h>

/* The needs of a program beyond files, a terminal and threads. */
enum cli_confine_use {
	CLI_CONFINE_CAMERA = 1 << 0, /* the commands of Video4Linux */
	CLI_CONFINE_SERVER = 1 << 1, /* accept connections on an existing listening socket, and use them */
};

/* As a value: the number of the calling process. */
enum { CLI_CONFINE_SELF = -1 };

/* The filter compares the lower 32 bits. */
struct cli_confine_values {
	const int64_t *list;
	size_t n;
};

/* A call with one restricted argument. With another value it fails with `error`. */
struct cli_confine_rule {
	int number;
	unsigned uses; /* enum cli_confine_use: for these programs only; 0: for all */
	unsigned argument;
	int error;
	struct cli_confine_values values;
};

struct cli_confine_calls {
	const int *always; /* with any arguments */
	size_t n_always;
	const int *server; /* the same, with CLI_CONFINE_SERVER */
	size_t n_server;
	const struct cli_confine_rule *rules;
	size_t n_rules;
	struct cli_confine_values terminal, camera; /* ioctl commands; `camera` with CLI_CONFINE_CAMERA */
	struct cli_confine_values descriptor;       /* fcntl commands */
};

extern const struct cli_confine_calls cli_confine_calls;

#endif
