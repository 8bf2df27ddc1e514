#include "chain/names_print.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static void put(struct sn_buf *out, const char *text)
{
	sn_put_bytes(out, text, strlen(text));
}

int sn_names_text(struct sn_buf *out, const struct sn_names *names)
{
	char line[64 + SN_ADDRESS_TEXT_MAX + SN_NAME_MAX];
	for (size_t i = 0; i < names->n_contacts; i++) {
		snprintf(line, sizeof line, "contact %s %s\n", names->contacts[i].text,
			 names->contacts[i].name);
		put(out, line);
	}
	for (size_t i = 0; i < names->n_labels; i++) {
		const struct sn_label *label = &names->labels[i];
		snprintf(line, sizeof line, "label %u/%u %s\n", label->at.major, label->at.minor,
			 label->text);
		put(out, line);
	}
	if (!names->n_contacts && !names->n_labels)
		put(out, "no names\n");
	return out->failed ? SN_IO : SN_OK;
}

/* Append an empty object to the array. Returns NULL when out of memory. */
static cJSON *push(cJSON *array)
{
	cJSON *item = cJSON_CreateObject();
	if (item && cJSON_AddItemToArray(array, item))
		return item;
	cJSON_Delete(item);
	return NULL;
}

static bool json_contact(cJSON *array, const struct sn_contact *contact)
{
	cJSON *item = push(array);
	return item && cJSON_AddStringToObject(item, "name", contact->name) &&
	       cJSON_AddStringToObject(item, "address", contact->text);
}

static bool json_label(cJSON *array, const struct sn_label *label)
{
	cJSON *item = push(array);
	cJSON *index = item ? cJSON_AddObjectToObject(item, "subaddr_index") : NULL;
	return index && !sn_json_add_u64(index, "major", label->at.major) &&
	       !sn_json_add_u64(index, "minor", label->at.minor) &&
	       cJSON_AddStringToObject(item, "label", label->text);
}

int sn_names_json(cJSON *object, const struct sn_names *names)
{
	cJSON *contacts = cJSON_AddArrayToObject(object, "address_book");
	cJSON *labels = cJSON_AddArrayToObject(object, "labels");
	bool done = contacts && labels;
	for (size_t i = 0; done && i < names->n_contacts; i++)
		done = json_contact(contacts, &names->contacts[i]);
	for (size_t i = 0; done && i < names->n_labels; i++)
		done = json_label(labels, &names->labels[i]);
	return done ? SN_OK : SN_IO;
}
