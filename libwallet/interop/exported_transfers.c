#include "interop/exported_transfers.h"
#include "base/secret.h"
#include "chain/varint.h"
#include "handoff/list_frame.h" /* the limit */
#include "handoff/set_reader.h"
#include "interop/construction_data.h" /* the limits */

#define PAIR 2
#define TUPLE 3
#define OUTPUT_SIZE_MIN (1 + 32 + 1 + 1 + 32 + 1 + 1 + 1)

static int read_output(struct sn_exported_transfer_details *output, uint8_t *version, struct sn_reader *r,
		       struct sn_error *err)
{
	int ret = sn_archive_read_version(version, r, 0, 1, "the output", err);
	if (ret)
		return ret;
	sn_read_copy(r, output->pubkey.b, 32);
	output->internal_output_index = (uint32_t)sn_set_read_number(r, SN_INTEROP_OUTPUT_INDEX_MAX);
	output->global_output_index = sn_read_varint(r);
	sn_read_copy(r, output->tx_pubkey.b, 32);
	output->flags = sn_read_u8(r);
	output->amount = sn_read_varint(r);
	ret = sn_set_check_reader(r, err);
	if (!ret)
		ret = sn_archive_read_points(&output->additional_tx_keys, &output->n_additional_tx_keys, r,
					     SN_INTEROP_ADDITIONAL_KEYS_MAX, "additional tx keys", err);
	if (!ret && *version > 0) {
		output->subaddress.major = (uint32_t)sn_set_read_number(r, UINT32_MAX);
		output->subaddress.minor = (uint32_t)sn_set_read_number(r, UINT32_MAX);
		ret = sn_set_check_reader(r, err);
	}
	return ret;
}

static int read_outputs(struct sn_exported_transfers *transfers, struct sn_reader *r, struct sn_error *err)
{
	void *outputs;
	int ret = sn_set_read_array(&outputs, &transfers->n, r, 0, SN_LIST_MAX, OUTPUT_SIZE_MIN,
				    sizeof *transfers->outputs, "outputs", err);
	transfers->outputs = outputs;
	transfers->version = 1;
	for (size_t i = 0; i < transfers->n && !ret; i++) {
		uint8_t version;
		ret = read_output(&transfers->outputs[i], &version, r, err);
		if (!ret && i > 0 && version != transfers->version)
			ret = sn_error_set(err, SN_BAD_INPUT,
					   "it has version %d, but the previous output has version %d",
					   version, transfers->version);
		if (ret)
			return sn_error_prefix(err, ret, "output %zu", i + 1);
		transfers->version = version;
	}
	return ret;
}

static int check_total(struct sn_exported_transfers *transfers, struct sn_error *err)
{
	uint64_t end;
	bool overflows = __builtin_add_overflow(transfers->offset, transfers->n, &end);
	if (!transfers->has_total)
		transfers->total = end;
	if (!overflows && transfers->total >= end)
		return SN_OK;
	return sn_error_set(err, SN_BAD_INPUT,
			    "%zu output%s, numbered from %llu, %s not fit in a list of %llu", transfers->n,
			    SN_PLURAL(transfers->n), (unsigned long long)transfers->offset,
			    transfers->n == 1 ? "does" : "do", (unsigned long long)transfers->total);
}

int sn_exported_transfers_read(struct sn_exported_transfers *transfers, struct sn_reader *r,
			       struct sn_error *err)
{
	*transfers = (struct sn_exported_transfers){0};
	uint64_t arity = sn_read_varint(r);
	if (!r->failed && arity != PAIR && arity != TUPLE)
		return sn_error_set(err, SN_BAD_INPUT, "the list of outputs has %llu parts instead of 2 or 3",
				    (unsigned long long)arity);
	transfers->has_total = arity == TUPLE;
	transfers->offset = sn_read_varint(r);
	if (transfers->has_total)
		transfers->total = sn_read_varint(r);
	int ret = sn_set_check_reader(r, err);
	if (!ret)
		ret = read_outputs(transfers, r, err);
	return ret ? ret : check_total(transfers, err);
}

static void put_output(struct sn_buf *out, const struct sn_exported_transfer_details *output, uint8_t version)
{
	sn_put_varint(out, version);
	sn_put_bytes(out, output->pubkey.b, 32);
	sn_put_varint(out, output->internal_output_index);
	sn_put_varint(out, output->global_output_index);
	sn_put_bytes(out, output->tx_pubkey.b, 32);
	sn_put_u8(out, output->flags);
	sn_put_varint(out, output->amount);
	sn_archive_put_points(out, output->additional_tx_keys, output->n_additional_tx_keys);
	if (version > 0) {
		sn_put_varint(out, output->subaddress.major);
		sn_put_varint(out, output->subaddress.minor);
	}
}

void sn_exported_transfers_put(struct sn_buf *out, const struct sn_exported_transfers *transfers)
{
	sn_put_varint(out, transfers->has_total ? TUPLE : PAIR);
	sn_put_varint(out, transfers->offset);
	if (transfers->has_total)
		sn_put_varint(out, transfers->total);
	sn_put_varint(out, transfers->n);
	for (size_t i = 0; i < transfers->n; i++)
		put_output(out, &transfers->outputs[i], transfers->version);
}

void sn_exported_transfers_free(struct sn_exported_transfers *transfers)
{
	for (size_t i = 0; i < transfers->n; i++) {
		struct sn_exported_transfer_details *output = &transfers->outputs[i];
		sn_archive_free(output->additional_tx_keys, output->n_additional_tx_keys,
				sizeof *output->additional_tx_keys);
	}
	sn_archive_free(transfers->outputs, transfers->n, sizeof *transfers->outputs);
	*transfers = (struct sn_exported_transfers){0};
}
