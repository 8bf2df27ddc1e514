#include "interop/output_export.h"

static int take(void *value, struct sn_reader *r, struct sn_error *err)
{
	struct sn_output_export *outputs = value;
	*outputs = (struct sn_output_export){0};
	sn_archive_read_owner(&outputs->owner, r);
	return sn_exported_transfers_read(&outputs->transfers, r, err);
}

static void put(struct sn_buf *out, const void *value)
{
	const struct sn_output_export *outputs = value;
	sn_archive_put_owner(out, &outputs->owner);
	sn_exported_transfers_put(out, &outputs->transfers);
}

static void release(void *value)
{
	struct sn_output_export *outputs = value;
	sn_exported_transfers_free(&outputs->transfers);
	*outputs = (struct sn_output_export){0};
}

static const struct sn_archive_format format = {
	.name = "the output export",
	.size = sizeof(struct sn_output_export),
	.take = take,
	.put = put,
	.release = release,
};

int sn_output_export_encode(struct sn_buf *out, const struct sn_output_export *outputs, struct sn_error *err)
{
	return sn_archive_encode(out, &format, outputs, err);
}

int sn_output_export_decode(struct sn_output_export *outputs, const void *data, size_t len,
			    struct sn_error *err)
{
	return sn_archive_decode(outputs, &format, data, len, err);
}

void sn_output_export_free(struct sn_output_export *outputs)
{
	release(outputs);
}
