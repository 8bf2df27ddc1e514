/* tools/cli/cli.h - one run of a program: its options, its operands, its error.
 *
 * Functions in tools/cli/ return 0, or a negative enum sn_err with the message in `cli->err`. Only cli_finish
 * (tools/cli/start.h) prints it and makes it an exit status. No function calls exit(). */
#ifndef CLI_H
#define CLI_H

#include "base/error.h"
#include "base/log.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CLI_LIST_MAX 256

/* The values of an option that can be repeated. */
struct cli_list {
	const char *items[CLI_LIST_MAX]; /* into argv */
	size_t n;
};

/* One option. Its value is stored in exactly one of `text`, `list`, `secret` and `flag`. Without `argument`
 * the option is a switch. */
struct cli_option {
	const char *name;      /* without the dashes; NULL ends a table */
	char letter;           /* its short form, or 0 */
	const char *argument;  /* name of the value in --help, or NULL */
	const char *help;      /* one or a few phrases */
	const char **text;     /* into argv */
	struct cli_list *list; /* the option can be repeated */
	char **secret;         /* a copy in sn_secret_alloc memory; the value in argv is blanked */
	bool *flag;
	bool is_input; /* `text` or `list` names files that the program reads; no output may overwrite them */
};

/* Groups of shared options. */
enum cli_group {
	CLI_WALLET = 1 << 0, /* --wallet-file (required), --password, --password-file */
	CLI_WATCH = 1 << 1,  /* --watch-password, --watch-password-file */
	CLI_OUTPUT = 1 << 2, /* --output */
	CLI_HEX = 1 << 3,    /* --hex */
	CLI_JSON = 1 << 4,   /* --json */
	CLI_YES = 1 << 5,    /* --yes */
	CLI_DAEMON =
		1 << 6, /* --daemon-address, --daemon-login, --daemon-ca-file, --proxy, --allow-plain-http */
	CLI_MAX_FEE = 1 << 7,      /* --max-fee */
	CLI_OFFLINE = 1 << 8,      /* --allow-unconfined; the process is confined: confine/confine.h */
	CLI_WALLET_MAYBE = 1 << 9, /* with CLI_WALLET: --wallet-file is optional */
	CLI_NEW = 1 << 10,         /* for a new master wallet: --network, --restore-height, --restore-date,
			      --seed-out, --kdf */
	CLI_LOG = 1 << 11,         /* --log-level, --log-file, --log-format */
	CLI_ALLOW_LOCK = 1 << 12,  /* --allow-unlock-time */
	CLI_POLICY = 1 << 13,      /* --policy */
	CLI_SEED = 1 << 14, /* with CLI_WALLET: --seed-file or --seed-prompt, and --network, instead of -w;
			       CLI_PASSPHRASE */
	CLI_ALLOW_DUST = 1 << 15, /* --allow-dust */
	CLI_CAMERA = 1 << 16,     /* with CLI_OFFLINE: may use a camera */
	CLI_UNCONFINED = 1 << 17, /* --allow-unconfined; the program itself calls cli_confine */
	CLI_LOOKAHEAD = 1 << 18,  /* --subaddress-lookahead */
	CLI_PASSPHRASE = 1 << 19, /* --seed-passphrase, --seed-passphrase-file, --seed-password-file */
	CLI_APPROVAL = 1 << 21,   /* with CLI_POLICY: --approval */
	CLI_WAIT = 1 << 20,       /* with CLI_WALLET, for a program that locks a file: --wait */
};

/* Libraries that not every program is linked with: tools/cli/components.h. */
enum {
	CLI_LINKS_CURL = 1 << 0,
	CLI_LINKS_SERVER = 1 << 1, /* libmicrohttpd, libmd, libedit */
	CLI_LINKS_QRENCODE = 1 << 2,
	CLI_LINKS_PNG = 1 << 3,    /* and zlib */
	CLI_LINKS_CAMERA = 1 << 4, /* ZBar, libjpeg */
};

enum cli_relation {
	CLI_EXCLUDES = 1, /* no option of `options` together with one of `others` */
	CLI_AT_MOST_ONE,  /* of `options` */
	CLI_AT_LEAST_ONE, /* of `options` */
	CLI_REQUIRES,     /* each of `options` only together with one of `others` */
};

/* A rule on combinations of options (tools/cli/rules.h). A list contains option names without dashes,
 * separated by spaces. A name in capitals means the operands. */
struct cli_rule {
	enum cli_relation relation; /* 0 ends a table */
	const char *options, *others;
	const char *why;  /* a clause that is appended to the message, or NULL */
	const char *hint; /* replaces the hint on --help, or NULL */
};

struct cli_program {
	const char *name;
	const char *usage;    /* the text after the name */
	const char *about;    /* one or a few sentences */
	const char *examples; /* command lines, each with its newline; or NULL */
	const char *hints;    /* sentences, in the same form */
	const struct cli_option *options;
	const struct cli_rule *rules; /* or NULL */
	unsigned groups;
	unsigned links; /* CLI_LINKS_... */
	size_t max_operands;
};

#define CLI_INPUTS_MAX (16 + CLI_LIST_MAX)
#define CLI_DEFAULTS_MAX 32

/* The state of one run. Strings point into argv or `defaults`, except secrets. */
struct cli {
	const struct cli_program *program;
	struct sn_error err;
	struct sn_log log; /* of the library: warnings to stderr, unless options of CLI_LOG change that */
	int log_fd;        /* destination of the log: cli/log.h */
	char **operands;
	size_t n_operands;
	bool stdin_taken;                   /* standard input already has a reader */
	const char *inputs[CLI_INPUTS_MAX]; /* cli_target_add_input: values of options with `is_input` */
	size_t n_inputs;
	const char *help; /* command named in the hint of a usage error; NULL: NAME --help */

	const char *wallet_file;
	char *password; /* secret */
	const char *password_file;
	char *watch_password; /* secret */
	const char *watch_password_file;
	const char *output;
	bool keeps_existing; /* do not replace an existing file `output`, even if it appeared during the run
			      */
	bool hex, json, yes, allow_unconfined;
	const char *max_fee;
	bool allow_unlock_time, allow_dust;
	const char *policy_file;
	struct cli_list approvals;
	const char *seed_file, *seed_passphrase_file, *seed_password_file;
	bool seed_prompt, seed_passphrase;
	const char *daemon_address;
	char *daemon_login; /* secret */
	const char *daemon_ca_file;
	const char *proxy;
	bool allow_plain_http;
	const char *network, *restore_height, *restore_date, *seed_out, *kdf;
	const char *lookahead;
	const char *log_level, *log_file, *log_format;
	const char *wait_seconds;
	uint64_t wait;                    /* --wait as a number */
	uint64_t wait_until;              /* of sn_monotonic_ms; 0: the program does not wait yet */
	char *defaults[CLI_DEFAULTS_MAX]; /* values of options: tools/cli/config.h */
	size_t n_defaults;
};

/* Set the message and a hint that names --help, or `cli->help`. Returns SN_USAGE. */
int cli_usage_error(struct cli *cli, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Print `cli->err` to standard error: "NAME: error: MESSAGE" and, with a hint, "NAME: hint: HINT". */
void cli_print_error(struct cli *cli);

/* Print "NAME: MESSAGE" to standard error: warnings, notes, hints. Errors go to `cli->err`. */
void cli_say(const struct cli *cli, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* The first operand, or NULL. */
const char *cli_operand(const struct cli *cli);

/* Read a decimal number from `min` to `max`. Returns false, and does not change *number, for other texts. */
bool cli_is_number(const char *text, uint64_t min, uint64_t max, uint64_t *number) SN_MUST_USE;

/* Read the value `text` of `--option`, a decimal number from `min` to `max`. If `text` is NULL, the option
 * was not given: *number does not change. */
int cli_number(struct cli *cli, const char *option, const char *text, uint64_t min, uint64_t max,
	       uint64_t *number) SN_MUST_USE;

/* The same for an amount in decimal XMR. The result is in piconero. */
int cli_amount(struct cli *cli, const char *option, const char *text, uint64_t *pico) SN_MUST_USE;

#endif
