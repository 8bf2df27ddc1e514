#include "chain/names_bytes.h"

#include "chain/varint.h"

#include <string.h>

/* The shortest encodings. */
enum { CONTACT_BYTES = 2 + 1 + 2 * 32, LABEL_BYTES = 2 + 2 };

void sn_names_put_text(struct sn_buf *b, const char *text)
{
	const size_t len = strlen(text);
	sn_put_u8(b, (uint8_t)len);
	sn_put_bytes(b, text, len);
}

void sn_names_put_contact(struct sn_buf *b, const char *name, const struct sn_address *address)
{
	sn_names_put_text(b, name);
	sn_put_u8(b, (uint8_t)address->kind);
	sn_put_bytes(b, address->spend.b, 32);
	sn_put_bytes(b, address->view.b, 32);
	if (address->kind == SN_ADDRESS_INTEGRATED)
		sn_put_bytes(b, address->payment_id, sizeof address->payment_id);
}

void sn_names_put_label(struct sn_buf *b, struct sn_subaddress_index at, const char *text)
{
	sn_put_varint(b, at.major);
	sn_put_varint(b, at.minor);
	sn_names_put_text(b, text);
}

void sn_names_put(struct sn_buf *b, const struct sn_names *names)
{
	sn_put_varint(b, names->n_contacts);
	for (size_t i = 0; i < names->n_contacts; i++)
		sn_names_put_contact(b, names->contacts[i].name, &names->contacts[i].address);
	sn_put_varint(b, names->n_labels);
	for (size_t i = 0; i < names->n_labels; i++)
		sn_names_put_label(b, names->labels[i].at, names->labels[i].text);
}

void sn_names_read_text(struct sn_reader *r, char text[static SN_NAME_MAX + 1], bool empty_too)
{
	const size_t len = sn_read_u8(r);
	memset(text, 0, SN_NAME_MAX + 1);
	if (len > SN_NAME_MAX || (!len && !empty_too)) {
		sn_reader_fail(r);
		return;
	}
	sn_read_copy(r, text, len);
	if (strlen(text) != len)
		sn_reader_fail(r);
}

void sn_names_read_contact(struct sn_reader *r, char name[static SN_NAME_MAX + 1], struct sn_address *address,
			   enum sn_network network)
{
	sn_names_read_text(r, name, false);
	const uint8_t kind = sn_read_u8(r);
	*address = (struct sn_address){.network = network, .kind = (enum sn_address_kind)kind};
	if (kind > SN_ADDRESS_INTEGRATED)
		sn_reader_fail(r);
	sn_read_copy(r, address->spend.b, 32);
	sn_read_copy(r, address->view.b, 32);
	if (kind == SN_ADDRESS_INTEGRATED)
		sn_read_copy(r, address->payment_id, sizeof address->payment_id);
}

static int malformed(struct sn_error *err, const char *problem)
{
	return sn_error_hint(
		err, sn_error_because(err, SN_BAD_INPUT, SN_REASON_DAMAGED, "malformed names: %s", problem),
		"make the file again");
}

static int read_contacts(struct sn_names *names, enum sn_network network, struct sn_reader *r,
			 struct sn_error *err)
{
	struct sn_error why;
	const size_t n = sn_read_count(r, CONTACT_BYTES);
	for (size_t i = 0; i < n && !r->failed; i++) {
		char name[SN_NAME_MAX + 1];
		struct sn_address address;
		sn_names_read_contact(r, name, &address, network);
		if (r->failed)
			break;
		if (i && strcmp(names->contacts[i - 1].name, name) >= 0)
			return malformed(err, "the names do not ascend");
		if (!sn_address_is_payable(&address))
			return malformed(err, "the keys of an address are invalid");
		int ret = sn_names_add(names, name, &address, &why);
		if (ret)
			return ret == SN_IO ? sn_error_memory(err) : malformed(err, why.text);
	}
	return SN_OK;
}

static int read_labels(struct sn_names *names, struct sn_reader *r, struct sn_error *err)
{
	struct sn_error why;
	const size_t n = sn_read_count(r, LABEL_BYTES);
	for (size_t i = 0; i < n && !r->failed; i++) {
		char text[SN_NAME_MAX + 1];
		const uint64_t major = sn_read_varint(r), minor = sn_read_varint(r);
		const struct sn_subaddress_index at = {(uint32_t)major, (uint32_t)minor};
		sn_names_read_text(r, text, false);
		if (r->failed)
			break;
		if (major > UINT32_MAX || minor > UINT32_MAX)
			return malformed(err, "the index of a label is too large");
		int ret = sn_names_set_label(names, at, text, &why);
		if (ret)
			return ret == SN_IO ? sn_error_memory(err) : malformed(err, why.text);
		if (names->n_labels != i + 1 ||
		    !sn_subaddress_is_equal(names->labels[names->n_labels - 1].at, at))
			return malformed(err, "the labels do not ascend");
	}
	return SN_OK;
}

int sn_names_decode(struct sn_names *names, enum sn_network network, const void *data, size_t len,
		    struct sn_error *err)
{
	struct sn_reader r;
	*names = (struct sn_names){0};
	sn_reader_init(&r, data, len);
	int ret = read_contacts(names, network, &r, err);
	if (!ret)
		ret = read_labels(names, &r, err);
	if (!ret && !sn_reader_is_done(&r))
		ret = malformed(err, r.failed ? "truncated or invalid" : "bytes follow the last label");
	if (ret)
		sn_names_free(names);
	return ret;
}
