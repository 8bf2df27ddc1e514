#include "cold/review_result.h"

#include <stdlib.h>

void sn_review_free(struct sn_review *review)
{
	for (size_t i = 0; review->txs && i < review->n; i++)
		free(review->txs[i].destinations);
	free(review->txs);
	*review = (struct sn_review){0};
}
