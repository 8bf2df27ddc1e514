#include "app/key_images.h"

#include "app/session_internal.h"
#include "cold/restore.h"

int sn_session_export_outputs(struct sn_session *s, struct sn_exported_list *list, struct sn_buf *out,
			      struct sn_error *err)
{
	sn_work_begin(&s->work, SN_WORK_PROMPT);
	int ret = sn_exported_images_list(out, s->wallet, list, err);
	sn_work_end(&s->work);
	return ret;
}

int sn_session_export_unspent(struct sn_session *s, struct sn_exported_list *list, struct sn_buf *out,
			      struct sn_error *err)
{
	sn_work_begin(&s->work, SN_WORK_PROMPT);
	int ret = sn_restore_list(out, s->wallet, SN_RESTORE_UNSPENT, &list->n, &list->n_left, err);
	list->n_carrot = sn_restore_count_unlisted(s->wallet);
	sn_work_end(&s->work);
	return ret;
}

int sn_session_import_key_images(struct sn_session *s, const struct sn_key_image_export *images,
				 size_t *n_new, struct sn_error *err)
{
	sn_work_begin(&s->work, SN_WORK_PROMPT);
	sn_wallet_change_begin(s->wallet);
	int ret = sn_exported_images_store(s->wallet, images, n_new, err);
	sn_wallet_change_end(s->wallet);
	sn_work_end(&s->work);
	return ret;
}
