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
 * Shared options are in one table, in tools/cli/options.c. A program selects groups of them. */
#ifndef CLI_START_H
#define CLI_START_H

#include "tools/cli/cli.h"

/* Result of cli_start after it printed --help or --version. */
#define CLI_DONE 1

/* Start the process (sn_process_start) and read the command line. Returns 0, CLI_DONE or an error. In each
 * case call cli_finish at the end. */
int cli_start(struct cli *cli, const struct cli_program *program, int argc, char **argv) SN_MUST_USE;

/* Close stdout and wipe the secrets. Print the error if `ret` is one, or if stdout could not be written.
 * Returns the exit status. */
int cli_finish(struct cli *cli, int ret) SN_MUST_USE;

/* Handle the result `ret` of cli_confine or cli_confine_threads, whose message is in cli->err. Returns an
 * error with a hint on --allow-unconfined. With that option, prints a warning and returns 0. */
int cli_confined(struct cli *cli, int ret) SN_MUST_USE;

#endif
