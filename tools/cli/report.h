/* tools/cli/report.h - print the reports of hot/report.h. */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "tools/cli/cli.h"

#include "base/bytes.h"
#include "base/json.h"

/* Each function takes the result of a report function, and frees the report:
 *
 *     struct sn_buf text = {0};
 *     return cli_report_text(cli, &text, sn_report_balance_text(&text, wallet, now));
 */

/* JSON to stdout. */
int cli_report_json(struct cli *cli, cJSON *root, int failed) SN_MUST_USE;

/* Text to stdout. */
int cli_report_text(struct cli *cli, struct sn_buf *text, int failed) SN_MUST_USE;

/* Text to stderr, each line by cli_say. */
int cli_report_say(struct cli *cli, struct sn_buf *text, int failed) SN_MUST_USE;

#endif
