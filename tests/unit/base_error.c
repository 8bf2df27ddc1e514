#include "base/error.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <string.h>

Test(base_error, set_returns_its_code)
{
	struct sn_error e;
	cr_assert_eq(sn_error_set(&e, SN_REFUSED, "fee %d is above %d", 3, 2), SN_REFUSED);
	cr_assert_str_eq(e.text, "fee 3 is above 2");
	cr_assert_eq(sn_error_set(NULL, SN_DAEMON, "%s", "x"), SN_DAEMON);
}

Test(base_error, codes_are_the_exit_statuses)
{
	cr_assert_eq(SN_OK, 0);
	cr_assert_eq(SN_REFUSED, -1);
	cr_assert_eq(SN_USAGE, -2);
	cr_assert_eq(SN_BAD_INPUT, -3);
	cr_assert_eq(SN_BAD_PASSWORD, -4);
	cr_assert_eq(SN_DAEMON, -5);
	cr_assert_eq(SN_NEEDS_REPAIR, -6);
	cr_assert_eq(SN_IO, -7);
}

Test(base_error, control_characters_become_question_marks)
{
	struct sn_error e;
	cr_assert_eq(sn_error_set(&e, SN_DAEMON, "daemon says: %s", "a\nb\r\x1b[2J\x7f"), SN_DAEMON);
	cr_assert_str_eq(e.text, "daemon says: a?b??[2J?");
}

Test(base_error, c1_control_characters_become_question_marks)
{
	struct sn_error e;
	sn_error_set(&e, SN_DAEMON, "%s",
		     "a\xc2\x9b"
		     "2Jb\xc2\x80\xc2\x9f");
	cr_assert_str_eq(e.text, "a??2Jb????");
	/* Neighbours of control characters stay: U+00A0, U+007E, U+039B (same second byte), a lone C2. */
	sn_error_set(&e, SN_DAEMON, "%s", "\xc2\xa0~\xce\x9b\xc2");
	cr_assert_str_eq(e.text, "\xc2\xa0~\xce\x9b\xc2");
	e = (struct sn_error){.text = "\xc2\x85"};
	sn_error_prefix(&e, SN_DAEMON, "x");
	cr_assert_str_eq(e.text, "x: ??");
}

Test(base_error, a_long_message_is_truncated)
{
	char huge[2 * sizeof(struct sn_error)];
	memset(huge, 'x', sizeof huge - 1);
	huge[sizeof huge - 1] = 0;
	struct sn_error e;
	cr_assert_eq(sn_error_set(&e, SN_IO, "%s", huge), SN_IO);
	cr_assert_eq(strlen(e.text), sizeof e.text - 1);
	cr_assert_eq(sn_error_prefix(&e, SN_IO, "%s", huge), SN_IO);
	cr_assert_eq(strlen(e.text), sizeof e.text - 1);
	errno = ENOSPC;
	cr_assert_eq(sn_error_errno(&e, "%s", huge), SN_IO);
	cr_assert_eq(strlen(e.text), sizeof e.text - 1);
}

Test(base_error, prefix_comes_before_the_message)
{
	struct sn_error e;
	int ret = sn_error_set(&e, SN_BAD_INPUT, "no amount");
	cr_assert_eq(sn_error_prefix(&e, ret, "destination %d", 2), SN_BAD_INPUT);
	cr_assert_str_eq(e.text, "destination 2: no amount");
	cr_assert_eq(sn_error_prefix(NULL, SN_IO, "x"), SN_IO);
}

Test(base_error, appended_text_follows_the_message)
{
	struct sn_error e;
	int ret = sn_error_because(&e, SN_REFUSED, SN_REASON_SPENT, "spent");
	cr_assert_eq(sn_error_append(&e, ret, ", %d times", 2), SN_REFUSED);
	cr_assert_str_eq(e.text, "spent, 2 times");
	cr_assert_eq(e.reason, SN_REASON_SPENT);
	for (size_t i = 0; i < sizeof e.text; i++)
		cr_assert_eq(sn_error_append(&e, SN_IO, "%s", "more"), SN_IO);
	cr_assert_eq(strlen(e.text), sizeof e.text - 1);
	cr_assert_eq(sn_error_append(NULL, SN_IO, "x"), SN_IO);
}

Test(base_error, reason_stays_until_the_next_error)
{
	struct sn_error e;
	int ret = sn_error_because(&e, SN_DAEMON, SN_REASON_REJECTED, "no: %s", "double spend\n");
	cr_assert_eq(ret, SN_DAEMON);
	cr_assert_str_eq(e.text, "no: double spend?");
	cr_assert_eq(e.reason, SN_REASON_REJECTED);
	cr_assert_eq(sn_error_prefix(&e, ret, "transaction 2"), SN_DAEMON);
	cr_assert_eq(e.reason, SN_REASON_REJECTED);
	sn_error_errno(&e, "x");
	cr_assert_eq(e.reason, SN_REASON_NONE);
	sn_error_because(&e, SN_REFUSED, SN_REASON_SPENT, "x");
	sn_error_set(&e, SN_REFUSED, "another");
	cr_assert_eq(e.reason, SN_REASON_NONE);
	cr_assert_eq(sn_error_because(NULL, SN_REFUSED, SN_REASON_SPENT, "x"), SN_REFUSED);
}

Test(base_error, errno_becomes_text)
{
	struct sn_error e;
	errno = ENOSPC;
	cr_assert_eq(sn_error_errno(&e, "cannot write %s", "w"), SN_IO);
	cr_assert_str_eq(e.text, "cannot write w: No space left on device");
	cr_assert_eq(sn_error_memory(&e), SN_IO);
	cr_assert_str_eq(e.text, "out of memory");
}

Test(base_error, a_hint_stays_until_the_next_error)
{
	struct sn_error e;
	cr_assert_eq(sn_error_hint(&e, sn_error_set(&e, SN_REFUSED, "no"), "use %s", "--yes\x1b[2J"),
		     SN_REFUSED);
	cr_assert_str_eq(e.text, "no");
	cr_assert_str_eq(e.hint, "use --yes?[2J");
	cr_assert_eq(sn_error_prefix(&e, SN_REFUSED, "file"), SN_REFUSED);
	cr_assert_str_eq(e.text, "file: no");
	cr_assert_str_eq(e.hint, "use --yes?[2J");
	cr_assert_eq(sn_error_append(&e, SN_REFUSED, "; really"), SN_REFUSED);
	cr_assert_str_eq(e.text, "file: no; really");
	cr_assert_str_eq(e.hint, "use --yes?[2J");
	sn_error_set(&e, SN_IO, "other");
	cr_assert_str_eq(e.hint, "");
	cr_assert_eq(sn_error_hint(NULL, SN_IO, "x"), SN_IO);
}
