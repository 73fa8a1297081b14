import Joi from 'joi';
import { idOf, MAX_PAGE, pageQuery } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';
import { productSchema } from './schemas.ts';

export const productChangeQuery = Joi.object<Readonly<{ since?: string; limit: number }>>({
  since: pageQuery.cursor.description('`next_cursor` of the page before; without it, all products from the beginning.'),
  limit: pageQuery.limit.description(
    'The maximum number of products on a page, besides the parents of variants, which come with them.',
  ),
});

const productChange = objectOf<Readonly<{ op: string; id: string; product?: object }>>({
  op: required(
    Joi.string().valid('upsert', 'delete'),
    '`upsert`: the product is as in `product`; `delete`: there is no product of this id.',
    'upsert',
  ),
  id: required(idOf('prod'), 'The id of the product.'),
  product: productSchema.description('The product as it is now; only with `upsert`.'),
})
  .id('ProductChange')
  .description('A product that was written, or its deletion.');

export const productChangePage = objectOf<Readonly<{ data: readonly object[]; next_cursor: string }>>({
  // each variant may bring its parent
  data: required(
    Joi.array()
      .items(productChange)
      .max(2 * MAX_PAGE),
    'The changes, the oldest first; empty if there are no more for now.',
  ),
  next_cursor: Joi.string().required().description('The `since` of the next page, also after the last one.'),
})
  .id('ProductChangeList')
  .description('A page of changes.');
