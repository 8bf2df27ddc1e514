#include "optic/code.h"

#include "base/secret.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <qrencode.h>

/* Number of data code words, by version and correction. */
static const uint16_t data_words[SN_CODE_VERSION_MAX][4] = {
	{19, 16, 13, 9},          {34, 28, 22, 16},         {55, 44, 34, 26},
	{80, 64, 48, 36},         {108, 86, 62, 46},        {136, 108, 76, 60},
	{156, 124, 88, 66},       {194, 154, 110, 86},      {232, 182, 132, 100},
	{274, 216, 154, 122},     {324, 254, 180, 140},     {370, 290, 206, 158},
	{428, 334, 244, 180},     {461, 365, 261, 197},     {523, 415, 295, 223},
	{589, 453, 325, 253},     {647, 507, 367, 283},     {721, 563, 397, 313},
	{795, 627, 445, 341},     {861, 669, 485, 385},     {932, 714, 512, 406},
	{1006, 782, 568, 442},    {1094, 860, 614, 464},    {1174, 914, 664, 514},
	{1276, 1000, 718, 538},   {1370, 1062, 754, 596},   {1468, 1128, 808, 628},
	{1531, 1193, 871, 661},   {1631, 1267, 911, 701},   {1735, 1373, 985, 745},
	{1843, 1455, 1033, 793},  {1955, 1541, 1115, 845},  {2071, 1631, 1171, 901},
	{2191, 1725, 1231, 961},  {2306, 1812, 1286, 986},  {2434, 1914, 1354, 1054},
	{2566, 1992, 1426, 1096}, {2702, 2102, 1502, 1142}, {2812, 2216, 1582, 1222},
	{2956, 2334, 1666, 1276},
};

size_t sn_code_size(int version)
{
	return 17 + 4 * (size_t)version;
}

/* Mode and character count come first. Two characters take 11 bits; a last single one takes 6. */
size_t sn_code_capacity(int version, enum sn_code_correction correction)
{
	size_t count_bits = version < 10 ? 9 : version < 27 ? 11 : 13;
	size_t bits = 8 * (size_t)data_words[version - 1][correction] - 4 - count_bits;
	return bits / 11 * 2 + (bits % 11 >= 6);
}

size_t sn_code_capacity_bytes(int version, enum sn_code_correction correction)
{
	return data_words[version - 1][correction] - (version < 10 ? 2 : 3);
}

static QRencodeMode mode_of(const char *text, size_t len)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
	QRencodeMode mode = QR_MODE_NUM;
	for (size_t i = 0; i < len; i++) {
		if (text[i] >= '0' && text[i] <= '9')
			continue;
		if (!memchr(letters, text[i], sizeof letters - 1))
			return QR_MODE_8;
		mode = QR_MODE_AN;
	}
	return mode;
}

static int copy_modules(struct sn_code *code, const QRcode *made)
{
	code->version = made->version;
	code->size = (size_t)made->width;
	code->modules = malloc(code->size * code->size);
	for (size_t i = 0; code->modules && i < code->size * code->size; i++)
		code->modules[i] = made->data[i] & 1;
	return code->modules ? SN_OK : SN_IO;
}

int sn_code_encode(struct sn_code *code, const char *text, size_t len, enum sn_code_correction correction,
		   int least_version, int greatest_version, struct sn_error *err)
{
	/* No code holds more than 7,089 digits, and the library takes an int. */
	static const size_t most = 7089;
	static const QRecLevel levels[] = {
		[SN_CODE_L] = QR_ECLEVEL_L,
		[SN_CODE_M] = QR_ECLEVEL_M,
		[SN_CODE_Q] = QR_ECLEVEL_Q,
		[SN_CODE_H] = QR_ECLEVEL_H,
	};
	QRcode *made = NULL;
	int ret = SN_OK;
	*code = (struct sn_code){0};
	if (!greatest_version)
		greatest_version = SN_CODE_VERSION_MAX;
	if (!len)
		return sn_error_set(err, SN_USAGE, "the text for the code is empty");
	QRinput *input = QRinput_new2(least_version, levels[correction]);
	errno = 0;
	if (!input || (len <= most &&
		       QRinput_append(input, mode_of(text, len), (int)len, (const unsigned char *)text))) {
		ret = sn_error_memory(err);
		goto out;
	}
	if (len <= most)
		made = QRcode_encodeInput(input);
	if (!made && len <= most && errno != ERANGE)
		ret = sn_error_memory(err);
	else if (!made || made->version > greatest_version)
		ret = sn_error_set(err, SN_REFUSED,
				   "a text of %zu characters does not fit one code of version %d", len,
				   greatest_version);
	else if (copy_modules(code, made))
		ret = sn_error_memory(err);
out:
	if (made)
		sn_wipe(made->data, (size_t)made->width * (size_t)made->width);
	QRcode_free(made);
	QRinput_free(input);
	return ret;
}

void sn_code_free(struct sn_code *code)
{
	if (code->modules)
		sn_wipe(code->modules, code->size * code->size);
	free(code->modules);
	*code = (struct sn_code){0};
}

bool sn_code_is_dark(const struct sn_code *code, long x, long y)
{
	long size = (long)code->size;
	return x >= 0 && y >= 0 && x < size && y < size && code->modules[y * size + x];
}
