#include "cold/reference_request.h"

#include "base/seam.h"
#include "base/secret.h"
#include "cold/reference_translate.h"
#include "crypto/keccak.h"
#include "interop/output_export.h"

#include <sodium.h>

bool sn_reference_is_file(const void *file, size_t len)
{
	return sn_interop_is_file(file, len);
}

static int translate(struct sn_buf *content, const struct sn_account *account,
		     const struct sn_unsigned_tx_set *theirs, struct sn_error *err)
{
	struct sn_unsigned_set set;
	int ret = sn_reference_translate(&set, account, theirs, err);
	if (ret)
		return ret;
	ret = sn_unsigned_set_encode(content, &set, err);
	sn_unsigned_set_free(&set);
	return ret == SN_USAGE ? SN_REFUSED : ret;
}

/* Open the output export, and list its outputs. */
static int open_outputs(struct sn_reference_list *list, const struct sn_reference_request *request,
			const struct sn_account *account, struct sn_error *err)
{
	const struct sn_archive_owner owner = {account->spend_public, account->view_public};
	struct sn_buf plaintext = {0};
	struct sn_output_export export = {0};
	*list = (struct sn_reference_list){0};
	if (!request->options.outputs_file)
		return SN_OK;
	int ret = sn_sealed_file_open(&plaintext, SN_INTEROP_OUTPUT_EXPORT, request->key,
				      request->options.outputs_file, request->options.outputs_len, err);
	if (!ret)
		ret = sn_output_export_decode(&export, plaintext.data, plaintext.len, err);
	if (!ret)
		ret = sn_archive_check_owner(&export.owner, &owner, err);
	if (!ret)
		ret = sn_reference_list_init(list, account, &export.transfers, request->options.progress,
					     err);
	sn_output_export_free(&export);
	sn_buf_free(&plaintext);
	return ret ? sn_error_prefix(err, ret, "the file of --outputs") : SN_OK;
}

static int refuse_missing(const struct sn_reference_request *request, uint64_t needed, struct sn_error *err)
{
	int ret = sn_error_set(err, SN_REFUSED,
			       "the answer must have the key images of the first %llu output%s of the online "
			       "wallet, but only %zu are listed",
			       (unsigned long long)needed, SN_PLURAL(needed), request->listed.n);
	return sn_error_hint(
		err, ret,
		"run \"export_outputs all FILE\" in the online wallet, then use --outputs=FILE; for releases "
		"before 0.18.5.3 and for Feather, use --no-key-images");
}

static bool is_spent(const struct sn_tx_construction_data *tx, const struct sn_point *output)
{
	for (size_t i = 0; i < tx->n_sources; i++)
		if (sn_point_is_equal(&tx->sources[i].outputs[tx->sources[i].real_output].member.key, output))
			return true;
	return false;
}

/* Each output that the request selects by index must be one that it spends: the online wallet believes key
 * images by index. A reorganization changes the list. */
static int check_selected(const struct sn_reference_request *request, struct sn_error *err)
{
	for (size_t i = 0; i < request->set.n_txes; i++) {
		const struct sn_tx_construction_data *tx = &request->set.txes[i];
		for (size_t j = 0; j < tx->n_selected_transfers; j++) {
			const uint64_t index = tx->selected_transfers[j];
			if (index < request->listed.n && !is_spent(tx, &request->listed.outputs[index].key))
				return sn_error_hint(
					err,
					sn_error_set(
						err, SN_REFUSED,
						"the list of outputs does not match the unsigned file: output %llu is not the one that the payment spends",
						(unsigned long long)index),
					"prepare the payment and export the outputs again");
		}
	}
	return SN_OK;
}

/* Version 1 of the set is of releases that accept an answer without key images. */
static bool is_old(const struct sn_reference_request *request)
{
	return request->set.version == SN_UNSIGNED_TX_SET_OLD;
}

/* The outputs in the unsigned file. An old release does not name their addresses. If one is beyond our
 * look-ahead, the answer has no key images of the list, which the old release does not need. */
static int list_new_transfers(struct sn_reference_list *list, const struct sn_reference_request *request,
			      const struct sn_account *account, struct sn_error *err)
{
	const struct sn_exported_transfers *listed = &request->set.new_transfers;
	int ret = sn_reference_list_init(list, account, listed, request->options.progress, err);
	if (ret != SN_REFUSED || !is_old(request) || listed->version)
		return ret;
	list->total = listed->total;
	return SN_OK;
}

static int list_outputs(struct sn_reference_request *request, const struct sn_account *account,
			struct sn_error *err)
{
	struct sn_reference_list all = {0}, part = {0};
	const uint64_t needed = sn_reference_images_needed(&request->set);
	int ret = open_outputs(&all, request, account, err);
	if (!ret)
		ret = list_new_transfers(&part, request, account, err);
	if (!ret)
		ret = sn_reference_list_join(&request->listed, &all, &part, err);
	request->is_by_index = !request->options.no_key_images && request->listed.n >= needed;
	if (!ret && !request->is_by_index && !request->options.no_key_images && !is_old(request))
		ret = refuse_missing(request, needed, err);
	if (!ret && request->is_by_index) {
		ret = check_selected(request, err);
	} else if (!ret) {
		sn_output_list_free(&request->listed);
		request->listed = part.outputs;
		part.outputs = (struct sn_output_list){0};
	}
	sn_reference_list_free(&all);
	sn_reference_list_free(&part);
	return ret;
}

static void compute_digest(struct sn_hash *digest, const struct sn_reference_request *request)
{
	const struct sn_output_list *listed = &request->listed;
	const uint8_t flags[] = {request->is_used, request->is_by_index};
	struct sn_keccak k;
	sn_keccak_init(&k);
	if (request->key) {
		sn_keccak_update(&k, request->key->view_secret.b, sizeof request->key->view_secret.b);
		sn_keccak_update(&k, request->key->view_public.b, sizeof request->key->view_public.b);
		sn_keccak_update(&k, request->key->cipher.b, sizeof request->key->cipher.b);
	}
	sn_keccak_update(&k, flags, sizeof flags);
	sn_keccak_update(&k, listed->outputs, listed->n * sizeof *listed->outputs);
	sn_keccak_update(&k, request->plaintext.data, request->plaintext.len);
	sn_keccak_final(&k, digest);
	sn_wipe(&k, sizeof k);
}

int sn_reference_request_check(const struct sn_reference_request *request, struct sn_error *err)
{
	struct sn_buf again = {0};
	struct sn_hash digest;
	compute_digest(&digest, request);
	int ret = sn_unsigned_tx_set_encode(&again, &request->set, err);
	bool is_same = sodium_memcmp(digest.b, request->digest.b, sizeof digest.b) == 0;
	SN_PUBLIC(&is_same, sizeof is_same); /* decides about a refusal */
	is_same = is_same && !ret && again.len == request->plaintext.len &&
		  !sodium_memcmp(again.data, request->plaintext.data, again.len);
	sn_buf_free(&again);
	if (ret == SN_IO || is_same)
		return ret;
	return sn_error_hint(
		err,
		sn_error_set(err, SN_REFUSED,
			     "self-check failed: the request changed in memory; no output was written"),
		SN_TEST_MEMORY);
}

int sn_reference_request_open(struct sn_reference_request *request, struct sn_buf *content,
			      const struct sn_account *account, const void *file, size_t len,
			      struct sn_error *err)
{
	request->is_used = true;
	request->key = sn_secret_alloc(sizeof *request->key);
	int ret = request->key ? sn_interop_key_init(request->key, &account->view_secret, err)
			       : sn_error_memory(err);
	if (!ret)
		ret = sn_sealed_file_open(&request->plaintext, SN_INTEROP_UNSIGNED_TX_SET, request->key, file,
					  len, err);
	if (!ret)
		ret = sn_unsigned_tx_set_decode(&request->set, request->plaintext.data,
						request->plaintext.len, err);
	if (!ret)
		ret = translate(content, account, &request->set, err);
	if (!ret)
		ret = list_outputs(request, account, err);
	SN_FAULT_POINT("listed outputs", request->listed.outputs,
		       request->listed.n * sizeof *request->listed.outputs);
	compute_digest(&request->digest, request);
	return ret;
}

void sn_reference_request_free(struct sn_reference_request *request)
{
	sn_unsigned_tx_set_free(&request->set);
	sn_buf_free(&request->plaintext);
	sn_output_list_free(&request->listed);
	sn_secret_free(request->key);
	request->key = NULL;
	request->digest = (struct sn_hash){{0}};
	request->is_used = false;
}
