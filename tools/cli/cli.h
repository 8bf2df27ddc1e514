/* tools/cli/cli.h - one run of a program: its options, its operands, its error.
 *
 * Functions of tools/cli/ return 0 or a negative enum sn_err with the sentence in `cli->err`. Only cli_finish
 * (tools/cli/start.h) turns it into a line and an exit status; nothing else calls exit(). */
#ifndef CLI_H
#define CLI_H

#include "base/error.h"
#include "base/log.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One option. Its value goes to exactly one of the three places; without `argument` it is a switch. */
struct cli_option {
	const char *name;     /* without the dashes; NULL ends a table */
	char letter;          /* its short form, or 0 */
	const char *argument; /* what --help calls the value, or NULL */
	const char *help;     /* one or a few phrases */
	const char **text;    /* into argv */
	char **secret;        /* a copy in sn_secret_alloc memory; the one in argv is blanked */
	bool *flag;
};

/* Groups of shared options. */
enum cli_group {
	CLI_WALLET = 1 << 0, /* --wallet-file, which must be given, --password, --password-file */
	CLI_WATCH = 1 << 1,  /* --watch-password, --watch-password-file */
	CLI_OUTPUT = 1 << 2, /* --output */
	CLI_HEX = 1 << 3,    /* --hex */
	CLI_JSON = 1 << 4,   /* --json */
	CLI_YES = 1 << 5,    /* --yes */
	CLI_DAEMON =
		1 << 6, /* --daemon-address, --daemon-login, --daemon-ca-file, --proxy, --allow-plain-http */
	CLI_MAX_FEE = 1 << 7,      /* --max-fee */
	CLI_OFFLINE = 1 << 8,      /* --allow-unconfined; the process gives up what reaches a network, see
				      confine/confine.h */
	CLI_WALLET_MAYBE = 1 << 9, /* with CLI_WALLET: --wallet-file need not be given */
	CLI_NEW = 1 << 10,        /* --network, --restore-height, --seed-out, --kdf: of a new master wallet */
	CLI_LOG = 1 << 11,        /* --log-level, --log-file */
	CLI_ALLOW_LOCK = 1 << 12, /* --allow-unlock-time */
	CLI_POLICY = 1 << 13,     /* --policy */
	CLI_SEED = 1 << 14,       /* with CLI_WALLET: --seed-file and --network instead of --wallet-file */
	CLI_ALLOW_DUST = 1 << 15, /* --allow-dust */
	CLI_CAMERA = 1 << 16,     /* with CLI_OFFLINE: a camera is used */
	CLI_UNCONFINED = 1 << 17, /* --allow-unconfined: cli_confine is called later, by the program */
	CLI_LOOKAHEAD = 1 << 18,  /* --subaddress-lookahead */
};

/* What a rule says of the options that it names. */
enum cli_relation {
	CLI_EXCLUDES = 1, /* none of `options` together with one of `others` */
	CLI_AT_MOST_ONE,  /* of `options` */
	CLI_AT_LEAST_ONE, /* of `options` */
	CLI_REQUIRES,     /* each of `options` only with one of `others` */
};

/* A rule about options that are given together (tools/cli/rules.h). Lists have a space between names, which
 * are without their dashes; a name in capitals stands for the operands. */
struct cli_rule {
	enum cli_relation relation; /* 0 ends a table */
	const char *options, *others;
	const char *why; /* appended to the error, or NULL */
};

struct cli_program {
	const char *name;
	const char *usage;    /* what follows the name */
	const char *about;    /* one or a few sentences */
	const char *examples; /* command lines, each with its newline; or NULL */
	const char *hints;    /* the same of sentences */
	const struct cli_option *options;
	const struct cli_rule *rules; /* or NULL */
	unsigned groups;
	size_t max_operands;
};

/* What one run knows. The strings point into argv unless they are secret. */
struct cli {
	const struct cli_program *program;
	struct sn_error err;
	struct sn_log log; /* of the library: warnings to stderr, unless CLI_LOG's options say otherwise */
	int log_fd;        /* where its lines go: cli/log.h */
	char **operands;
	size_t n_operands;
	bool stdin_taken; /* something is or was read from standard input: nothing else may be */
	const char *help; /* what a usage error points to; NULL: --help */

	const char *wallet_file;
	char *password; /* secret */
	const char *password_file;
	char *watch_password; /* secret */
	const char *watch_password_file;
	const char *output;
	bool keeps_existing; /* what is at `output`, however late it came there, is not replaced */
	bool hex, json, yes, allow_unconfined;
	const char *max_fee;
	bool allow_unlock_time, allow_dust;
	const char *policy_file;
	const char *seed_file;
	const char *daemon_address;
	char *daemon_login; /* secret */
	const char *daemon_ca_file;
	const char *proxy;
	bool allow_plain_http;
	const char *network, *restore_height, *seed_out, *kdf;
	const char *lookahead;
	const char *log_level, *log_file;
};

/* SN_USAGE with the message, and a hint that names --help (or `cli->help`). */
int cli_usage_error(struct cli *cli, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Print `cli->err` to standard error: "NAME: error: MESSAGE" and, with a hint, "NAME: hint: HINT". */
void cli_print_error(struct cli *cli);

/* Print "NAME: MESSAGE" to standard error. For warnings and reports; errors go to `cli->err`. */
void cli_say(const struct cli *cli, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* The first operand, or NULL. */
const char *cli_operand(const struct cli *cli);

/* Read a plain decimal number from `min` to `max`. False leaves *number as it is. */
bool cli_is_number(const char *text, uint64_t min, uint64_t max, uint64_t *number) SN_MUST_USE;

/* Read the value of `--option`, a plain decimal number from `min` to `max`. When `text` is NULL the option
 * was not given and *number stays as it is. */
int cli_number(struct cli *cli, const char *option, const char *text, uint64_t min, uint64_t max,
	       uint64_t *number) SN_MUST_USE;

/* The same for decimal XMR, in piconero. */
int cli_amount(struct cli *cli, const char *option, const char *text, uint64_t *pico) SN_MUST_USE;

#endif
