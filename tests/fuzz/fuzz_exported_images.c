/* Any bytes as the contents of an output export, after a 0: its outputs are refused with a message, or get
 * key images that are proved for them. After a 1, a number n and n one-time keys: any bytes as a key image
 * export, whose signatures are verified with these keys; no byte of an accepted one can be changed. */
#include "cold/exported_images.h"
#include "fuzz.h"
#include "interop/output_export.h"

#include <string.h>

enum { OUTPUTS_MAX = 16 };

/* The wallet of tests/vectors/interop/0.18.4.0, whose files are in the corpus. */
static const struct sn_account *account(void)
{
	static const struct sn_scalar view_secret = {{0x54, 0x6f, 0x33, 0xab, 0x1c, 0x18, 0x4d, 0x45,
						      0x46, 0x86, 0x9c, 0xf3, 0x25, 0x35, 0x51, 0x83,
						      0xa3, 0x65, 0xe3, 0xe6, 0xb9, 0x00, 0x26, 0x64,
						      0x36, 0xae, 0xc4, 0x7e, 0x87, 0x11, 0xdc, 0x0b}},
				      spend_secret = {{0x53, 0xd8, 0x88, 0xe8, 0xb6, 0xf9, 0x34, 0x95,
						       0x05, 0x6a, 0x31, 0x8f, 0xbd, 0xa5, 0x70, 0x11,
						       0xeb, 0x31, 0xb0, 0x2e, 0x36, 0x4a, 0x48, 0x65,
						       0x62, 0xa8, 0xc8, 0xe5, 0xef, 0xfa, 0x53, 0x0f}};
	static struct sn_account made;
	static bool is_made;
	if (!is_made)
		FUZZ_CHECK(!sn_account_from_secrets(&made, SN_MAINNET, &view_secret, &spend_secret, NULL));
	is_made = true;
	return &made;
}

static void check_images(const struct sn_signed_key_image *images,
			 const struct sn_exported_transfer_details *outputs, size_t n)
{
	for (size_t i = 0; i < n; i++)
		FUZZ_CHECK(!sn_key_image_signature_verify(&images[i].signature, &images[i].image,
							  &outputs[i].pubkey));
}

static void answer(const uint8_t *data, size_t len)
{
	struct sn_output_export outputs;
	struct sn_signed_key_image images[OUTPUTS_MAX];
	struct sn_error err = {0};
	const struct sn_exported_transfers *transfers = &outputs.transfers;
	if (sn_output_export_decode(&outputs, data, len, &err))
		return;
	/* A table of subaddresses, which version 0 needs, takes too long to make. */
	if (transfers->n && transfers->n <= OUTPUTS_MAX && transfers->version) {
		int ret = sn_exported_images_compute(images, account(), transfers, NULL, &err);
		FUZZ_CHECK(!ret || ret == SN_REFUSED);
		if (ret) {
			fuzz_check_sentence(&err);
		} else {
			check_images(images, transfers->outputs, transfers->n);
			fuzz_accept();
		}
	}
	sn_output_export_free(&outputs);
}

static void verify(const uint8_t *data, size_t len)
{
	struct sn_key_image_export images;
	struct sn_point keys[OUTPUTS_MAX];
	struct sn_error err = {0};
	const size_t n = len ? data[0] : 0;
	if (n > OUTPUTS_MAX || len < 1 + n * sizeof *keys)
		return;
	memcpy(keys, data + 1, n * sizeof *keys);
	data += 1 + n * sizeof *keys;
	len -= 1 + n * sizeof *keys;
	if (sn_key_image_export_decode(&images, data, len, &err))
		return;
	int ret = sn_key_image_export_verify(&images, keys, n, &err);
	if (ret) {
		fuzz_check_refusal(ret, &err);
	} else if (n) {
		fuzz_accept();
		images.images[n / 2].signature.r.b[len % 32] ^= 1;
		FUZZ_CHECK(sn_key_image_export_verify(&images, keys, n, &err) == SN_BAD_INPUT);
	}
	sn_key_image_export_free(&images);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	if (len && data[0] == 0)
		answer(data + 1, len - 1);
	else if (len && data[0] == 1)
		verify(data + 1, len - 1);
	return 0;
}
