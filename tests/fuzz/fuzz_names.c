/* Any bytes as the owner's names: refused with a sentence, or decoded and encoded again to the same bytes.
 * What is accepted can be found, and recognizes its own addresses. */
#include "chain/lookalike.h"
#include "chain/names_bytes.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_names names;
	struct sn_buf again = {0};
	struct sn_error err = {0};
	int ret = sn_names_decode(&names, SN_MAINNET, data, len, &err);
	if (ret) {
		fuzz_check_refusal(ret, &err);
		FUZZ_CHECK(!names.n_contacts && !names.n_labels && !names.contacts && !names.labels);
		return 0;
	}
	fuzz_accept();
	for (size_t i = 0; i < names.n_contacts; i++) {
		const struct sn_contact *contact = &names.contacts[i], *found;
		FUZZ_CHECK(!sn_name_check(contact->name, &err));
		FUZZ_CHECK(sn_names_find(&names, contact->name) == contact);
		FUZZ_CHECK(sn_names_recognize(&found, &names, &contact->address) == SN_CONTACT);
		FUZZ_CHECK(found == contact);
	}
	for (size_t i = 0; i < names.n_labels; i++)
		FUZZ_CHECK(sn_names_label(&names, names.labels[i].at) == names.labels[i].text);
	sn_names_put(&again, &names);
	FUZZ_CHECK(fuzz_is_same(&again, data, len));
	sn_buf_free(&again);
	sn_names_free(&names);
	return 0;
}
