/* tools/cli/start.h - the skeleton of every program: start, work, finish.
 *
 *     int main(int argc, char **argv)
 *     {
 *             const char *depth = NULL;
 *             const struct cli_option options[] = {
 *                     {"depth", 0, "N", "how deep", .text = &depth},
 *                     {0},
 *             };
 *             const struct cli_program program = {
 *                     .name = "dig",
 *                     .usage = "-w WALLET [OPTION]... [FILE]",
 *                     .about = "Dig for FILE.",
 *                     .options = options,
 *                     .groups = CLI_WALLET,
 *                     .max_operands = 1,
 *             };
 *             struct cli cli;
 *             int ret = cli_start(&cli, &program, argc, argv);
 *             if (!ret)
 *                     ret = dig(&cli, depth);
 *             return cli_finish(&cli, ret);
 *     }
 *
 * Options that several programs share are in one table, in tools/cli/options.c; a program asks for them by
 * group. */
#ifndef CLI_START_H
#define CLI_START_H

#include "tools/cli/cli.h"

/* cli_start's answer when --help or --version was asked for and given. */
#define CLI_DONE 1

/* Start the process (sn_process_start) and read the command line. 0, CLI_DONE, or an error; in every case
 * end with cli_finish. */
int cli_start(struct cli *cli, const struct cli_program *program, int argc, char **argv) SN_MUST_USE;

/* Close stdout, report an error if `ret` is one or if stdout could not take everything, wipe the secrets, and
 * return the exit status. */
int cli_finish(struct cli *cli, int ret) SN_MUST_USE;

/* `ret` is what cli_confine or cli_confine_threads answered, with the sentence in cli->err. Where it is an
 * error, it stays one and names --allow-unconfined; with that option it becomes a warning. */
int cli_confined(struct cli *cli, int ret) SN_MUST_USE;

#endif
