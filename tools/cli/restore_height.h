/* tools/cli/restore_height.h - the options --restore-height and --restore-date. */
#ifndef CLI_RESTORE_HEIGHT_H
#define CLI_RESTORE_HEIGHT_H

#include "tools/cli/cli.h"

#include "chain/network.h"

/* Whether one of the two options was given. */
bool cli_restore_is_given(const struct cli *cli);

/* Store the Unix time of --restore-date. SN_USAGE for a text that is no date, and for a day after today.
 * The clock counts as wrong if it is before the end of the table of chain/restore_height.h. */
int cli_restore_date(struct cli *cli, uint64_t *time) SN_MUST_USE;

/* Store the height of --restore-height, or that of --restore-date by the table. Without these options,
 * *height does not change. SN_USAGE, also for a date on a network without a table. */
int cli_restore_height(struct cli *cli, enum sn_network network, uint64_t *height) SN_MUST_USE;

#endif
