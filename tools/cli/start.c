#include "tools/cli/start.h"

#include "base/secret.h"
#include "kernel/kernel.h"
#include "tools/cli/components.h"
#include "tools/cli/config.h"
#include "tools/cli/help.h"
#include "tools/cli/log.h"
#include "tools/cli/option_groups.h"
#include "tools/cli/options.h"
#include "tools/cli/rules.h"
#include "tools/cli/target.h"
#include "tools/cli/text.h"
#include "tools/confine/confine.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* If a program starts with descriptor 0, 1 or 2 closed, its wallet file could get that number, and the report
 * would be written into it. Fill the gap with a descriptor for which the standard use is an error. */
static int fill_descriptors(struct sn_error *err)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 &&
		    open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
			return sn_error_errno(err, "cannot open /dev/null");
	return SN_OK;
}

static void add_inputs(struct cli *cli, const struct cli_options *table)
{
	for (size_t i = 0; i < table->n; i++) {
		const struct cli_option *option = &table->options[i];
		if (option->is_input && option->text && *option->text)
			cli_target_add_input(cli, *option->text);
		for (size_t j = 0; option->is_input && option->list && j < option->list->n; j++)
			cli_target_add_input(cli, option->list->items[j]);
	}
}

static int check_operands(struct cli *cli)
{
	if (cli->n_operands <= cli->program->max_operands)
		return SN_OK;
	/* The message does not show the operand: it may be a password after an accidental space. */
	return cli_usage_error(cli, "%zu argument%s besides the options; at most %zu allowed",
			       cli->n_operands, SN_PLURAL(cli->n_operands), cli->program->max_operands);
}

int cli_start(struct cli *cli, const struct cli_program *program, int argc, char **argv)
{
	memset(cli, 0, sizeof *cli);
	cli->program = program;
	int ret = cli_log_open(cli); /* to stderr, until the options are known */
	if (ret)
		return ret;
	if ((ret = fill_descriptors(&cli->err)) || (ret = sn_process_start(&cli->err)) ||
	    (ret = sn_kernel_check(&cli->err)))
		return ret;
	/* Before anything is read. A failure counts after the options are known: --allow-unconfined permits
	 * it, and --help and --version do not need confinement. */
	struct sn_error unconfined;
	const int confined =
		program->groups & CLI_OFFLINE
			? cli_confine(program->groups & CLI_CAMERA ? CLI_CONFINE_CAMERA : 0, &unconfined)
			: SN_OK;
	/* A reader that exits must not end this process between reserving outputs and releasing them. */
	signal(SIGPIPE, SIG_IGN);
	/* If a file grows beyond a limit, write(2) fails, and the program cleans up. */
	signal(SIGXFSZ, SIG_IGN);

	struct cli_options table = {0};
	cli_options_init(&table, cli);
	ret = cli_options_read(cli, &table, argc, argv);
	if (ret)
		return ret;
	if (table.help) {
		cli_help_print(cli, &table);
		return CLI_DONE;
	}
	if (table.version) {
		printf("%s (%s) %s\n", program->name, PACKAGE_NAME, PACKAGE_VERSION);
		if (program->groups & CLI_OFFLINE)
			puts(cli_confine_state());
		if (table.verbose)
			cli_components_print(program);
		return CLI_DONE;
	}
	if ((ret = cli_config_apply(cli, &table)) || (ret = cli_rules_check(cli, &table)) ||
	    (ret = check_operands(cli)) ||
	    (ret = cli_number(cli, "wait", cli->wait_seconds, 0, UINT32_MAX, &cli->wait)))
		return ret;
	add_inputs(cli, &table);
	if (confined) {
		cli->err = unconfined;
		if ((ret = cli_confined(cli, confined)))
			return ret;
	}
	if ((program->groups & (CLI_WALLET | CLI_NEW)) && !sn_secret_can_lock()) {
		cli_say(cli, "warning: cannot lock memory: secrets may be swapped to disk");
		cli_say(cli, "hint: raise the limit 'ulimit -l'");
	}
	return cli_log_open(cli);
}

int cli_confined(struct cli *cli, int ret)
{
	if (!ret)
		return SN_OK;
	if (!cli->allow_unconfined)
		return sn_error_hint(&cli->err, ret,
				     "use --allow-unconfined to continue without confinement");
	cli_say(cli,
		"WARNING: NOT CONFINED: %s; an attacker who takes over this program can use the network and other programs",
		cli->err.text);
	return SN_OK;
}

int cli_finish(struct cli *cli, int ret)
{
	bool lost = ferror(stdout);
	if ((fclose(stdout) || lost) && ret >= 0)
		ret = sn_error_errno(&cli->err, "cannot write standard output");
	if (ret < 0) {
		cli_print_error(cli);
		/* SN_NEEDS_REPAIR is already in the log. */
		if (cli_log_has_file(cli) && ret != SN_NEEDS_REPAIR)
			sn_log(&cli->log, SN_LOG_ERROR, "%s", cli->err.text);
	}
	cli_log_close(cli);
	sn_secret_free(cli->password);
	sn_secret_free(cli->watch_password);
	sn_secret_free(cli->daemon_login);
	cli_config_free(cli);
	return ret < 0 ? -ret : 0;
}
