/* review WALLET PASSWORD-FILE UNSIGNED - review an unsigned file with the library of sneakernote.
 *
 *     cc -o review review.c $(pkg-config --cflags --libs libwallet-0.2)
 *
 * WALLET is a master wallet or a watch-only wallet. The program prints what cold-show prints, and signs
 * nothing. Standard error has the reason of a failure, and the exit status its kind. */
#include "base/file.h"
#include "base/secret.h"
#include "cold/files.h"
#include "cold/review_print.h"
#include "handoff/envelope.h"
#include "store/wallet.h"

#include <stdio.h>
#include <string.h>

/* The first line of the file, as a text. It is secret. */
static int read_password(const char *path, struct sn_buf *password, struct sn_error *err)
{
	int ret = sn_file_read(path, 4096, password, err);
	if (ret)
		return ret;
	sn_put_u8(password, 0);
	if (password->failed)
		return sn_error_memory(err);
	password->data[strcspn((char *)password->data, "\n")] = 0;
	return SN_OK;
}

static int review(const char *wallet_file, const char *password_file, const char *unsigned_file,
		  struct sn_error *err)
{
	struct sn_buf password = {0}, file = {0}, text = {0};
	struct sn_wallet *wallet = NULL;
	struct sn_cold_set set = {0};
	struct sn_review found = {0};
	struct sn_limits limits = {.allow_unlock_time = true, .allow_dust = true};
	int ret;

	if ((ret = read_password(password_file, &password, err)) ||
	    (ret = sn_wallet_open(&wallet, wallet_file, SN_WALLET_READ, (char *)password.data, NULL, err)) ||
	    (ret = sn_file_read(unsigned_file, SN_ENVELOPE_MAX, &file, err)))
		goto out;
	limits.names = &wallet->names;
	if ((ret = sn_cold_set_open_and_review(&set, NULL, &found, wallet->account, &limits, file.data,
					       file.len, 1, err)))
		goto out;
	if (sn_review_text(&text, &found, SN_REVIEW_TO_LOOK) || text.failed)
		ret = sn_error_memory(err);
	else
		fwrite(text.data, 1, text.len, stdout);
out:
	sn_review_free(&found);
	sn_cold_set_free(&set);
	sn_wallet_close(wallet);
	sn_buf_free(&text);
	sn_buf_free(&file);
	sn_buf_free(&password);
	return ret;
}

int main(int argc, char **argv)
{
	struct sn_error err = {0};
	if (argc != 4) {
		fprintf(stderr, "usage: review WALLET PASSWORD-FILE UNSIGNED\n");
		return -SN_USAGE;
	}
	int ret = sn_process_start(&err);
	if (!ret)
		ret = review(argv[1], argv[2], argv[3], &err);
	if (ret)
		fprintf(stderr, "review: error: %s\n", err.text);
	return -ret;
}
