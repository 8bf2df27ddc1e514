#include "crypto/detached_signature.h"

#include "approval_vectors.h"
#include "crypto_helpers.h"

#include <criterion/criterion.h>

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

TestSuite(crypto_detached_signature, .timeout = 60);

static struct sn_error err;

static struct sn_detached_key key_of(const char *name)
{
	struct sn_detached_key key;
	char *line = approval_line(name);
	cr_assert(!sn_detached_key_parse(&key, line, &err), "%s: %s", name, err.text);
	free(line);
	return key;
}

/* Parse a copy of exactly these bytes, so that the sanitizers see a read beyond them; the comment of the
 * result points into it. Free *copy. */
static int parse(struct sn_detached_signature *s, const void *file, size_t len, char **copy)
{
	err = (struct sn_error){0};
	*copy = malloc(len + !len);
	cr_assert_not_null(*copy);
	memcpy(*copy, file, len);
	int ret = sn_detached_signature_parse(s, *copy, len, &err);
	cr_assert(ret == SN_OK || (ret == SN_BAD_INPUT && *err.text));
	return ret;
}

/* Whether the file parses, and is a valid signature of the message. */
static bool is_valid(const void *file, size_t len, const struct sn_detached_key *key,
		     const struct sn_buf *message)
{
	struct sn_detached_signature s;
	char *copy;
	bool valid = !parse(&s, file, len, &copy) &&
		     sn_detached_signature_is_valid(&s, key, message->data, message->len);
	free(copy);
	return valid;
}

static const char *const files[] = {"alice_hashed", "alice_again", "alice_plain", "alice_other",
				    "alice_hash",   "bob_hashed",  "carol_plain", "carol_other"};
#define N_FILES (sizeof files / sizeof *files)

Test(crypto_detached_signature, is_valid_for_its_message_and_its_key_only)
{
	static const char *const keys[] = {"alice", "bob", "carol"};
	static const char *const messages[] = {"message", "other", "hash"};
	size_t n_valid = 0;
	for (size_t f = 0; f < N_FILES; f++) {
		struct sn_buf file = approval_file(files[f]);
		const bool is_other = strstr(files[f], "other"),
			   is_hash = strstr(files[f], "_hash") && !strstr(files[f], "_hashed");
		for (size_t k = 0; k < 3; k++) {
			const struct sn_detached_key key = key_of(keys[k]);
			for (size_t m = 0; m < 3; m++) {
				struct sn_buf message = approval_message(messages[m]);
				/* A message as short as a hash has no signature, not even by minisign. */
				const bool expected = !strncmp(files[f], keys[k], strlen(keys[k])) &&
						      !is_hash && m == is_other;
				cr_assert_eq(is_valid(file.data, file.len, &key, &message), expected,
					     "%s, %s, %s", files[f], keys[k], messages[m]);
				n_valid += expected;
				sn_buf_free(&message);
			}
		}
		sn_buf_free(&file);
	}
	cr_assert_eq(n_valid, 7);
}

Test(crypto_detached_signature, has_the_number_that_minisign_prints)
{
	char text[SN_DETACHED_NUMBER_TEXT_MAX];
	const uint8_t number[] = {0xef, 0xcd, 0xab, 0x89, 0x67, 0x45, 0x23, 0x01};
	sn_detached_number_format(text, number);
	cr_assert_str_eq(text, "0123456789ABCDEF");
}

Test(crypto_detached_signature, truncated_files_and_trailing_text_are_refused)
{
	struct sn_buf message = approval_message("message");
	for (size_t f = 0; f < N_FILES; f++) {
		struct sn_buf file = approval_file(files[f]);
		struct sn_detached_signature s;
		char *copy;
		/* Two lines by "Ed" are a file of signify. */
		const char *third = strstr((char *)file.data, "trusted comment: ") + 2;
		third = strstr(third, "\ntrusted comment: ");
		const size_t two_lines = third ? (size_t)(third + 1 - (char *)file.data) : file.len;
		const bool is_hashed = strstr(files[f], "_hashed") || !strcmp(files[f], "alice_again") ||
				       !strcmp(files[f], "alice_other");
		for (size_t len = 0; len < file.len; len++) {
			cr_assert_eq(!parse(&s, file.data, len, &copy), len == two_lines && !is_hashed,
				     "%s, %zu bytes", files[f], len);
			free(copy);
		}
		for (unsigned c = 0; c < 256; c++) {
			struct sn_buf longer = {0};
			sn_put_bytes(&longer, file.data, file.len);
			sn_put_u8(&longer, (uint8_t)c);
			cr_assert(parse(&s, longer.data, longer.len, &copy), "%s, byte %u", files[f], c);
			free(copy);
			sn_buf_free(&longer);
		}
		sn_buf_free(&file);
	}
	sn_buf_free(&message);
}

Test(crypto_detached_signature, a_flipped_bit_is_detected)
{
	struct sn_buf message = approval_message("message");
	static const char *const all[] = {"alice_hashed", "alice_plain", "carol_plain"};
	for (size_t f = 0; f < 3; f++) {
		const struct sn_detached_key key = key_of(f < 2 ? "alice" : "carol");
		struct sn_buf file = approval_file(all[f]);
		const size_t comment = strlen("untrusted comment: "),
			     comment_end = (size_t)(strchr((char *)file.data, '\n') - (char *)file.data);
		cr_assert(is_valid(file.data, file.len, &key, &message));
		for (size_t i = 0; i < 8 * file.len; i++) {
			if (i / 8 >= comment && i / 8 < comment_end)
				continue; /* nobody signs it */
			file.data[i / 8] ^= (uint8_t)(1 << i % 8);
			cr_assert_not(is_valid(file.data, file.len, &key, &message), "%s, bit %zu", all[f],
				      i);
			file.data[i / 8] ^= (uint8_t)(1 << i % 8);
		}
		for (size_t i = 0; i < 8 * message.len; i++) {
			message.data[i / 8] ^= (uint8_t)(1 << i % 8);
			cr_assert_not(is_valid(file.data, file.len, &key, &message));
			message.data[i / 8] ^= (uint8_t)(1 << i % 8);
		}
		sn_buf_free(&file);
	}
	sn_buf_free(&message);
}

/* The algorithm is not signed: a file that claims the other one must not be valid. */
Test(crypto_detached_signature, the_other_algorithm_is_not_valid)
{
	struct sn_buf message = approval_message("message");
	static const char *const all[] = {"alice_hashed", "alice_plain", "alice_again"};
	for (size_t f = 0; f < 3; f++) {
		const struct sn_detached_key key = key_of("alice");
		struct sn_buf file = approval_file(all[f]);
		char *second = strchr((char *)file.data, '\n') + 1;
		cr_assert(!memcmp(second, f == 1 ? "RWT" : "RUT", 2));
		second[1] = f == 1 ? 'U' : 'W';
		cr_assert_not(is_valid(file.data, file.len, &key, &message), "%s", all[f]);
		sn_buf_free(&file);
	}
	sn_buf_free(&message);
}

Test(crypto_detached_signature, the_comment_of_another_file_is_not_valid)
{
	struct sn_buf message = approval_message("message"), first = approval_file("alice_hashed"),
		      second = approval_file("alice_again"), mixed = {0};
	const struct sn_detached_key key = key_of("alice");
	const char *tail = strstr((char *)second.data, "\ntrusted comment: ");
	const size_t head = (size_t)(strstr((char *)first.data, "\ntrusted comment: ") - (char *)first.data);
	sn_put_bytes(&mixed, first.data, head);
	sn_put_bytes(&mixed, tail, strlen(tail));
	/* Both sign the same hash, so the signature above is the same one. */
	cr_assert(is_valid(mixed.data, mixed.len, &key, &message));
	sn_buf_free(&second);
	second = approval_file("alice_other");
	tail = strstr((char *)second.data, "\ntrusted comment: ");
	mixed.len = head;
	sn_put_bytes(&mixed, tail, strlen(tail));
	cr_assert_not(is_valid(mixed.data, mixed.len, &key, &message));
	sn_buf_free(&mixed);
	sn_buf_free(&second);
	sn_buf_free(&first);
	sn_buf_free(&message);
}

Test(crypto_detached_signature, lines_may_end_as_on_windows)
{
	struct sn_buf message = approval_message("message"), file = approval_file("alice_hashed"), dos = {0};
	const struct sn_detached_key key = key_of("alice");
	for (size_t i = 0; i < file.len; i++) {
		if (file.data[i] == '\n')
			sn_put_u8(&dos, '\r');
		sn_put_u8(&dos, file.data[i]);
	}
	cr_assert(is_valid(dos.data, dos.len, &key, &message));
	sn_put_u8(&dos, '\n');
	cr_assert_not(is_valid(dos.data, dos.len, &key, &message));
	sn_buf_free(&dos);
	sn_buf_free(&file);
	sn_buf_free(&message);
}

Test(crypto_detached_signature, too_large_files_are_refused)
{
	struct sn_buf file = {0};
	struct sn_detached_signature s;
	sn_put_bytes(&file, "untrusted comment: ", 19);
	while (file.len <= SN_DETACHED_FILE_MAX)
		sn_put_u8(&file, 'x');
	cr_assert_eq(sn_detached_signature_parse(&s, file.data, file.len, &err), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "more than 10240 bytes"), "%s", err.text);
	sn_buf_free(&file);
}

static int parse_point(const struct sn_point *point)
{
	struct sn_detached_key key;
	uint8_t bytes[42] = "Ed12345678";
	char text[100];
	memcpy(bytes + 10, point->b, sizeof point->b);
	sodium_bin2base64(text, sizeof text, bytes, sizeof bytes, sodium_base64_VARIANT_ORIGINAL);
	err = (struct sn_error){0};
	return sn_detached_key_parse(&key, text, &err);
}

Test(crypto_detached_signature, keys_outside_the_prime_order_group_are_refused)
{
	struct sn_point p = key_of("alice").point;
	cr_assert_eq(parse_point(&p), SN_OK);
	for (size_t i = 0; i < 8; i++) {
		p = point_from_hex(torsion_hex[i]);
		cr_assert_eq(parse_point(&p), SN_BAD_INPUT);
		cr_assert(strstr(err.text, "not a valid point"), "%s", err.text);
	}
	/* A good key plus a point of order 8. */
	struct sn_ge sum, torsion = torsion_point(1);
	const struct sn_point good = key_of("alice").point;
	cr_assert(!sn_ge_decode(&sum, &good));
	sn_ge_add(&sum, &sum, &torsion);
	sn_ge_encode(&p, &sum);
	cr_assert_eq(parse_point(&p), SN_BAD_INPUT);
	/* No point at all; y = p + 1, which is 1 in another encoding. */
	p = (struct sn_point){{2}};
	cr_assert_eq(parse_point(&p), SN_BAD_INPUT);
	p = point_from_hex("eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f");
	cr_assert_eq(parse_point(&p), SN_BAD_INPUT);
}

Test(crypto_detached_signature, texts_that_are_no_key_are_refused)
{
	struct sn_detached_key key;
	char *line = approval_line("alice"), text[100];
	const size_t len = strlen(line);
	cr_assert_eq(len, 56);
	for (size_t n = 0; n < len; n++) {
		strcpy(text, line);
		text[n] = 0;
		cr_assert_eq(sn_detached_key_parse(&key, text, &err), SN_BAD_INPUT, "%zu characters", n);
		strcpy(text, line);
		text[n] = n % 3 ? ' ' : '-';
		cr_assert_eq(sn_detached_key_parse(&key, text, &err), SN_BAD_INPUT, "character %zu", n);
	}
	static const char *const tails[] = {" ", "\n", "=", "==", "A", "AAAA"};
	for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
		strcat(strcpy(text, line), tails[i]);
		cr_assert_eq(sn_detached_key_parse(&key, text, &err), SN_BAD_INPUT);
	}
	strcpy(text, line);
	text[1] = 'U'; /* "ED": of a signature, not of a key */
	cr_assert_eq(sn_detached_key_parse(&key, text, &err), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "not a public key") && strstr(err.hint, "RW"));
	free(line);
}

/* The number of a key is not signed. */
Test(crypto_detached_signature, another_number_is_not_valid)
{
	struct sn_buf message = approval_message("message"), file = approval_file("alice_hashed");
	struct sn_detached_key key = key_of("alice"), bob = key_of("bob");
	memcpy(key.number, bob.number, sizeof key.number);
	cr_assert_not(is_valid(file.data, file.len, &key, &message));
	memcpy(bob.number, key_of("alice").number, sizeof bob.number);
	cr_assert_not(is_valid(file.data, file.len, &bob, &message));
	sn_buf_free(&file);
	sn_buf_free(&message);
}
