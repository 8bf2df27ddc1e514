/* tools/cli/data.h - data in from a file or stdin, data and reports out to stdout or a file. */
#ifndef CLI_DATA_H
#define CLI_DATA_H

#include "tools/cli/cli.h"

#include "base/bytes.h"
#include "base/json.h"

/* Open `path` (NULL or "-": standard input, which must not be a terminal, and is read by one reader only) for
 * reading. `what` names it in errors. */
int cli_data_open(struct cli *cli, const char *path, const char *what, int *fd) SN_MUST_USE;

/* Append what `path` holds (NULL or "-": standard input, which must not be a terminal) to `out`, `cap` bytes
 * at most. `what` names it in errors: "the unsigned file". */
int cli_data_read(struct cli *cli, const char *path, const char *what, size_t cap,
		  struct sn_buf *out) SN_MUST_USE;

/* Before any work: may the output go where the options say? Refuses binary to a terminal, and --output to the
 * file that is the input (`input` as for cli_data_read), and to what cli/target.h protects. */
int cli_data_check_output(struct cli *cli, const char *input) SN_MUST_USE;

/* Before work that leaves traces: can --output be written, as far as can be told? SN_IO. */
int cli_data_try_output(struct cli *cli) SN_MUST_USE;

/* True when --json makes a report that carries the data as a hexadecimal member, because no file takes it. */
bool cli_data_is_in_report(const struct cli *cli);

/* Write the result: to --output (complete or not at all, mode 0600) or stdout, as hexadecimal text with
 * --hex. Does nothing when it is in the report. */
int cli_data_write(struct cli *cli, const void *data, size_t len) SN_MUST_USE;

/* After a failure: make sure that nobody has the whole of what cli_data_write wrote, by removing the file,
 * which a symbolic link may lead to. False when it went where it cannot be taken back from, a pipe or a
 * device. */
bool cli_data_take_back(struct cli *cli);

/* Write text to stdout at once; trouble is noticed here, not at the end. */
int cli_data_print(struct cli *cli, const char *text, size_t len) SN_MUST_USE;

/* The same for a JSON report and a newline. `root` may be NULL (out of memory). */
int cli_data_print_json(struct cli *cli, const cJSON *root) SN_MUST_USE;

/* Writers for reports: add to `object` and return false when out of memory, or when `object` is NULL. */
bool cli_json_hex(cJSON *object, const char *key, const void *data, size_t len);
bool cli_json_u64(cJSON *object, const char *key, uint64_t value);
bool cli_json_text(cJSON *object, const char *key, const char *text);
bool cli_json_bool(cJSON *object, const char *key, bool value);

#endif
