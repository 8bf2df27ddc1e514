#include "interop/construction_data.h"
#include "base/secret.h"
#include "chain/varint.h"
#include "handoff/set_reader.h"
#include "handoff/unsigned_set.h" /* the limits */

#define RCT_CONFIG_VERSION 0
#define MULTISIG_BYTES (4 * 32) /* k, L, R, ki; zero except for multisig */

/* The shortest encodings. */
enum {
	MEMBER_SIZE_MIN = 1 + 1 + 64,
	SOURCE_SIZE_MIN = 1 + MEMBER_SIZE_MIN + 8 + 32 + 1 + 8 + 8 + 1 + 32 + MULTISIG_BYTES,
	DESTINATION_SIZE_MIN = 1 + 1 + 64 + 1 + 1,
};

_Static_assert(SN_CONSTRUCTION_SIZE_MIN == 1 + DESTINATION_SIZE_MIN + 3 + 8 + 1 + 3 + 1 + 4 + 1, "size");

/* ------------------------------------------------------------------ sources */

static int read_ring(struct sn_tx_source_entry *source, struct sn_reader *r, struct sn_error *err)
{
	void *outputs;
	int ret = sn_set_read_array(&outputs, &source->n_outputs, r, 1, SN_RING_MAX, MEMBER_SIZE_MIN,
				    sizeof *source->outputs, "ring members", err);
	source->outputs = outputs;
	for (size_t i = 0; i < source->n_outputs; i++) {
		struct sn_tx_source_output *output = &source->outputs[i];
		sn_archive_read_arity(r, 2);
		output->global_index = sn_read_varint(r);
		sn_read_copy(r, output->member.key.b, 32);
		sn_read_copy(r, output->member.commitment.b, 32);
	}
	return ret;
}

static int read_source(struct sn_tx_source_entry *source, struct sn_reader *r, struct sn_error *err)
{
	static const uint8_t no_multisig[MULTISIG_BYTES];
	uint8_t multisig[MULTISIG_BYTES];
	int ret = read_ring(source, r, err);
	if (ret)
		return ret;
	source->real_output = sn_read_u64(r);
	sn_read_copy(r, source->real_out_tx_key.b, 32);
	ret = sn_archive_read_points(&source->real_out_additional_tx_keys,
				     &source->n_real_out_additional_tx_keys, r,
				     SN_INTEROP_ADDITIONAL_KEYS_MAX, "additional tx keys", err);
	if (ret)
		return ret;
	source->real_output_in_tx_index = sn_read_u64(r);
	source->amount = sn_read_u64(r);
	source->rct = sn_archive_read_bool(r);
	sn_read_copy(r, source->mask.b, 32);
	sn_read_copy(r, multisig, sizeof multisig);
	ret = sn_set_check_reader(r, err);
	if (!ret && memcmp(multisig, no_multisig, sizeof multisig))
		ret = sn_error_set(err, SN_BAD_INPUT, "it is for a multisig wallet, which is not supported");
	if (!ret && source->real_output >= source->n_outputs)
		ret = sn_error_set(err, SN_BAD_INPUT, "real_output is %llu, but the ring has %zu member%s",
				   (unsigned long long)source->real_output, source->n_outputs,
				   SN_PLURAL(source->n_outputs));
	return ret;
}

static int read_sources(struct sn_tx_construction_data *data, struct sn_reader *r, struct sn_error *err)
{
	void *sources;
	int ret = sn_set_read_array(&sources, &data->n_sources, r, 0, SN_TX_INPUTS_MAX, SOURCE_SIZE_MIN,
				    sizeof *data->sources, "sources", err);
	data->sources = sources;
	for (size_t i = 0; i < data->n_sources && !ret; i++) {
		ret = read_source(&data->sources[i], r, err);
		if (ret)
			sn_error_prefix(err, ret, "source %zu", i + 1);
	}
	return ret;
}

static void put_source(struct sn_buf *out, const struct sn_tx_source_entry *source)
{
	static const uint8_t no_multisig[MULTISIG_BYTES];
	sn_put_varint(out, source->n_outputs);
	for (size_t i = 0; i < source->n_outputs; i++) {
		const struct sn_tx_source_output *output = &source->outputs[i];
		sn_put_varint(out, 2);
		sn_put_varint(out, output->global_index);
		sn_put_bytes(out, output->member.key.b, 32);
		sn_put_bytes(out, output->member.commitment.b, 32);
	}
	sn_put_u64(out, source->real_output);
	sn_put_bytes(out, source->real_out_tx_key.b, 32);
	sn_archive_put_points(out, source->real_out_additional_tx_keys,
			      source->n_real_out_additional_tx_keys);
	sn_put_u64(out, source->real_output_in_tx_index);
	sn_put_u64(out, source->amount);
	sn_archive_put_bool(out, source->rct);
	sn_put_bytes(out, source->mask.b, 32);
	sn_put_bytes(out, no_multisig, sizeof no_multisig);
}

static void free_sources(struct sn_tx_construction_data *data)
{
	for (size_t i = 0; i < data->n_sources; i++) {
		struct sn_tx_source_entry *source = &data->sources[i];
		sn_archive_free(source->outputs, source->n_outputs, sizeof *source->outputs);
		sn_archive_free(source->real_out_additional_tx_keys, source->n_real_out_additional_tx_keys,
				sizeof *source->real_out_additional_tx_keys);
	}
	sn_archive_free(data->sources, data->n_sources, sizeof *data->sources);
}

/* ------------------------------------------------------------------ destinations */

int sn_tx_destination_entry_read(struct sn_tx_destination_entry *entry, struct sn_reader *r,
				 struct sn_error *err)
{
	int ret = sn_archive_read_bytes(&entry->original, r, SN_INTEROP_ORIGINAL_MAX, "bytes of an address",
					err);
	if (ret)
		return ret;
	entry->amount = sn_read_varint(r);
	sn_read_copy(r, entry->spend.b, 32);
	sn_read_copy(r, entry->view.b, 32);
	entry->is_subaddress = sn_archive_read_bool(r);
	entry->is_integrated = sn_archive_read_bool(r);
	return sn_set_check_reader(r, err);
}

void sn_tx_destination_entry_put(struct sn_buf *out, const struct sn_tx_destination_entry *entry)
{
	sn_archive_put_bytes(out, &entry->original);
	sn_put_varint(out, entry->amount);
	sn_put_bytes(out, entry->spend.b, 32);
	sn_put_bytes(out, entry->view.b, 32);
	sn_archive_put_bool(out, entry->is_subaddress);
	sn_archive_put_bool(out, entry->is_integrated);
}

int sn_tx_destinations_read(struct sn_tx_destinations *dests, struct sn_reader *r, struct sn_error *err)
{
	void *entries;
	int ret = sn_set_read_array(&entries, &dests->n, r, 0, SN_SET_DESTINATIONS_MAX, DESTINATION_SIZE_MIN,
				    sizeof *dests->entries, "destinations", err);
	dests->entries = entries;
	for (size_t i = 0; i < dests->n && !ret; i++) {
		ret = sn_tx_destination_entry_read(&dests->entries[i], r, err);
		if (ret)
			sn_error_prefix(err, ret, "destination %zu", i + 1);
	}
	return ret;
}

void sn_tx_destinations_put(struct sn_buf *out, const struct sn_tx_destinations *dests)
{
	sn_put_varint(out, dests->n);
	for (size_t i = 0; i < dests->n; i++)
		sn_tx_destination_entry_put(out, &dests->entries[i]);
}

void sn_tx_destinations_free(struct sn_tx_destinations *dests)
{
	sn_archive_free(dests->entries, dests->n, sizeof *dests->entries);
	*dests = (struct sn_tx_destinations){0};
}

/* ------------------------------------------------------------------ the whole */

static int read_outputs(struct sn_tx_construction_data *data, struct sn_reader *r, struct sn_error *err)
{
	int ret = sn_tx_destination_entry_read(&data->change_dts, r, err);
	if (ret)
		return sn_error_prefix(err, ret, "change_dts");
	ret = sn_tx_destinations_read(&data->splitted_dsts, r, err);
	return ret ? sn_error_prefix(err, ret, "splitted_dsts") : SN_OK;
}

static int read_rct_config(struct sn_tx_construction_data *data, struct sn_reader *r, struct sn_error *err)
{
	uint8_t version;
	int ret = sn_archive_read_version(&version, r, RCT_CONFIG_VERSION, RCT_CONFIG_VERSION, "rct_config",
					  err);
	data->range_proof_type = sn_read_varint(r);
	data->bp_version = sn_read_varint(r);
	return ret;
}

int sn_tx_construction_data_read(struct sn_tx_construction_data *data, struct sn_reader *r,
				 struct sn_error *err)
{
	const uint8_t *start = r->at;
	*data = (struct sn_tx_construction_data){0};
	int ret = read_sources(data, r, err);
	if (!ret)
		ret = read_outputs(data, r, err);
	if (!ret)
		ret = sn_archive_read_varints(&data->selected_transfers, &data->n_selected_transfers, r,
					      SN_TX_INPUTS_MAX, UINT64_MAX, "selected_transfers", err);
	if (!ret)
		ret = sn_archive_read_bytes(&data->extra, r, SN_INTEROP_EXTRA_MAX, "bytes of tx extra", err);
	data->unlock_time = sn_read_u64(r);
	data->construction_flags = sn_read_u8(r);
	if (!ret)
		ret = read_rct_config(data, r, err);
	if (!ret) {
		ret = sn_tx_destinations_read(&data->dests, r, err);
		if (ret)
			sn_error_prefix(err, ret, "dests");
	}
	data->subaddr_account = sn_read_u32(r);
	if (!ret)
		ret = sn_archive_read_varints(&data->subaddr_indices, &data->n_subaddr_indices, r,
					      SN_TX_INPUTS_MAX, UINT32_MAX, "subaddr_indices", err);
	if (!ret)
		data->encoded = (struct sn_archive_bytes){start, (size_t)(r->at - start)};
	return ret;
}

void sn_tx_construction_data_put(struct sn_buf *out, const struct sn_tx_construction_data *data)
{
	sn_put_varint(out, data->n_sources);
	for (size_t i = 0; i < data->n_sources; i++)
		put_source(out, &data->sources[i]);
	sn_tx_destination_entry_put(out, &data->change_dts);
	sn_tx_destinations_put(out, &data->splitted_dsts);
	sn_archive_put_varints(out, data->selected_transfers, data->n_selected_transfers);
	sn_archive_put_bytes(out, &data->extra);
	sn_put_u64(out, data->unlock_time);
	sn_put_u8(out, data->construction_flags);
	sn_put_varint(out, RCT_CONFIG_VERSION);
	sn_put_varint(out, data->range_proof_type);
	sn_put_varint(out, data->bp_version);
	sn_tx_destinations_put(out, &data->dests);
	sn_put_u32(out, data->subaddr_account);
	sn_archive_put_varints(out, data->subaddr_indices, data->n_subaddr_indices);
}

void sn_tx_construction_data_free(struct sn_tx_construction_data *data)
{
	free_sources(data);
	sn_tx_destinations_free(&data->splitted_dsts);
	sn_tx_destinations_free(&data->dests);
	sn_archive_free(data->selected_transfers, data->n_selected_transfers,
			sizeof *data->selected_transfers);
	sn_archive_free(data->subaddr_indices, data->n_subaddr_indices, sizeof *data->subaddr_indices);
	sn_wipe(data, sizeof *data);
}
