#include "tools/screen/show_for.h"

#include "optic/foreign_reader.h"
#include "optic/payload.h"

int show_for(struct cli *cli, struct show *show, const char *name, bool still, bool has_fps)
{
	const struct sn_foreign_reader *reader = sn_foreign_reader_find(name);
	const bool is_reference = sn_payload_type_is_reference(show->slides.type);
	if (!reader)
		return cli_usage_error(cli, "--for takes " SN_FOREIGN_READER_NAMES ", not \"%s\"", name);
	if (name && !is_reference)
		return sn_error_hint(
			&cli->err,
			sn_error_set(&cli->err, SN_BAD_INPUT,
				     "%s cannot read this file: it is not a file of the reference wallet",
				     name),
			"use --format=monero of wo-transfer or ki-restore to make such a file");
	if (name && still && reader->is_cycle)
		return cli_usage_error(cli, "--for=%s excludes --still: %s does not read single codes", name,
				       name);
	if (!is_reference || (still && !name))
		return SN_OK;
	if (!has_fps)
		show->fps = reader->fps;
	show->slides.is_cycle = reader->is_cycle;
	if (!still)
		show->slides.part_bytes_max = reader->part_bytes;
	return SN_OK;
}
