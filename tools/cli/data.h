/* tools/cli/data.h - read data from a file or stdin; write data and reports to stdout or a file.
 *
 * As an input, `path` NULL or "-" is standard input. It must not be a terminal, and has one reader. `what`
 * names the input in errors: "the unsigned file". */
#ifndef CLI_DATA_H
#define CLI_DATA_H

#include "tools/cli/cli.h"

#include "base/bytes.h"
#include "base/json.h"

/* Open `path` for reading. */
int cli_data_open(struct cli *cli, const char *path, const char *what, int *fd) SN_MUST_USE;

/* Append the contents of `path`, at most `cap` bytes, to `out`. An empty file is SN_BAD_INPUT. */
int cli_data_read(struct cli *cli, const char *path, const char *what, size_t cap,
		  struct sn_buf *out) SN_MUST_USE;

/* Check the destination of the output before any work. Refuses binary data on a terminal, an --output that is
 * the input, and the files of cli/target.h. `input` is a path as above. */
int cli_data_check_output(struct cli *cli, const char *input) SN_MUST_USE;

/* Before work with lasting effects: returns SN_IO if it is certain that --output cannot be written. */
int cli_data_try_output(struct cli *cli) SN_MUST_USE;

/* Whether the JSON report contains the data as a hexadecimal member: --json without --output. */
bool cli_data_is_in_report(const struct cli *cli);

/* Write the result to --output (complete or not at all, mode 0600) or stdout; with --hex as hexadecimal text.
 * Does nothing if the report contains the data. */
int cli_data_write(struct cli *cli, const void *data, size_t len) SN_MUST_USE;

/* After an error: remove the file of cli_data_write, through a symbolic link too. Returns false if the data
 * cannot be taken back: they went to a pipe or a device. */
bool cli_data_take_back(struct cli *cli);

/* Write text to stdout and flush it, so that an error is reported here. */
int cli_data_print(struct cli *cli, const char *text, size_t len) SN_MUST_USE;

/* Print a JSON report and a newline. `root` may be NULL: out of memory. */
int cli_data_print_json(struct cli *cli, const cJSON *root) SN_MUST_USE;

/* Add a member to the report `object`. Return false when out of memory, or if `object` is NULL. */
bool cli_json_hex(cJSON *object, const char *key, const void *data, size_t len);
bool cli_json_u64(cJSON *object, const char *key, uint64_t value);
bool cli_json_text(cJSON *object, const char *key, const char *text);
bool cli_json_bool(cJSON *object, const char *key, bool value);

#endif
