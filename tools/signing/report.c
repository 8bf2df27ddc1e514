#include "tools/signing/report.h"

#include "base/hex.h"
#include "base/text.h"
#include "cold/review_print.h"
#include "tools/cli/data.h"
#include "tools/cli/text.h"

#include <stdlib.h>
#include <string.h>

static const char *const words[] = {
	[COLD_SIGN_SIGNED] = "signed",         [COLD_SIGN_ALREADY_SIGNED] = "already-signed",
	[COLD_SIGN_REFUSED] = "refused",       [COLD_SIGN_BAD_INPUT] = "bad-input",
	[COLD_SIGN_UNREADABLE] = "unreadable", [COLD_SIGN_SKIPPED] = "skipped",
	[COLD_SIGN_FAILED] = "failed",
};

/* File names are arbitrary bytes, but a JSON text is UTF-8: replace each invalid byte by U+FFFD. */
static void put_utf8(struct sn_buf *out, const char *text)
{
	for (size_t left = strlen(text), len; left; text += len, left -= len) {
		len = sn_text_utf8_len(text, left);
		if (len) {
			sn_put_bytes(out, text, len);
		} else {
			sn_put_bytes(out, "\xef\xbf\xbd", 3);
			len = 1;
		}
	}
	sn_put_u8(out, 0);
}

static int put_json(struct sn_buf *out, const struct cold_sign_outcome *o, const char *name,
		    const struct sn_error *why)
{
	struct sn_buf text = {0}, error = {0}, hint = {0};
	cJSON *root = cJSON_CreateObject();
	put_utf8(&text, name);
	put_utf8(&error, why ? why->text : "");
	put_utf8(&hint, why ? why->hint : "");
	int ret = text.failed || error.failed || hint.failed ||
				  !cli_json_text(root, "file", (char *)text.data) ||
				  !cli_json_text(root, "status", words[o->status]) ||
				  (why && !cli_json_text(root, "error", (char *)error.data)) ||
				  (why && why->hint[0] && !cli_json_text(root, "hint", (char *)hint.data)) ||
				  (cold_sign_is_signed(o) &&
				   sn_signed_json(root, &o->review, o->hashes, o->review.n, NULL)) ||
				  sn_json_print(out, root, false)
			  ? SN_IO
			  : SN_OK;
	sn_json_free(root);
	sn_buf_free(&text);
	sn_buf_free(&error);
	sn_buf_free(&hint);
	return ret;
}

static int put_plain(struct sn_buf *out, const char *text)
{
	char *plain = strdup(text);
	if (!plain)
		return SN_IO;
	cli_text_make_plain(plain);
	sn_put_bytes(out, plain, strlen(plain));
	free(plain);
	return SN_OK;
}

/* STATUS, NAME, and the hashes or the reason, separated by tabs. */
static int put_text(struct sn_buf *out, const struct cold_sign_outcome *o, const char *name,
		    const struct sn_error *why)
{
	sn_put_bytes(out, words[o->status], strlen(words[o->status]));
	sn_put_u8(out, '\t');
	if (put_plain(out, name))
		return SN_IO;
	sn_put_u8(out, '\t');
	for (size_t i = 0; cold_sign_is_signed(o) && i < o->review.n; i++) {
		char hash[2 * sizeof *o->hashes + 1];
		sn_hex_encode(hash, &o->hashes[i], sizeof *o->hashes);
		sn_put_bytes(out, i ? " " : "", i ? 1 : 0);
		sn_put_bytes(out, hash, strlen(hash));
	}
	return why ? put_plain(out, why->text) : SN_OK;
}

int cold_sign_report(struct cli *cli, const struct cold_sign_outcome *o, const char *name,
		     const struct sn_error *why)
{
	struct sn_buf line = {0};
	int ret = cli->json ? put_json(&line, o, name, why) : put_text(&line, o, name, why);
	sn_put_u8(&line, '\n');
	ret = ret || line.failed ? sn_error_memory(&cli->err)
				 : cli_data_print(cli, (char *)line.data, line.len);
	sn_buf_free(&line);
	return ret;
}
