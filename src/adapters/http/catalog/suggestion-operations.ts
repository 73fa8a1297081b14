import Joi from 'joi';
import { productList } from '#core/catalog/product-view.ts';
import type { Suggestions, SuggestProducts } from '#core/catalog/use-cases/suggest-products.ts';
import { readOperation } from '../routing/operation.ts';
import { words } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';
import { productSchema } from './schemas.ts';
import { visibilityOf } from './visibility.ts';

export type SuggestionOperationsDeps = Readonly<{ suggestProducts: SuggestProducts }>;

const query = objectOf<Readonly<{ q: string }>>({
  q: required(words(productList.filters.q.maxLength), 'What was typed.', 'linen sh'),
});

const suggestionsSchema = objectOf<Suggestions>({
  object: required(Joi.string().valid('product_suggestions'), 'The type of the object.'),
  completions: required(
    Joi.array().items(Joi.string()),
    'The text with its last word completed to words of the names of products, the most frequent first.',
  ).example(['linen shirt']),
  products: required(Joi.array().items(productSchema), 'The best matches.'),
})
  .id('ProductSuggestions')
  .description('Suggestions for a search while it is typed.');

export const suggestProducts = ({ suggestProducts: suggest }: SuggestionOperationsDeps) =>
  readOperation({
    path: '/api/products/suggest',
    operationId: 'suggestProducts',
    summary: 'Suggest products',
    description:
      'At most five completions and five products. Without `products:read` they are of active products only.',
    access: { kind: 'optional' },
    query,
    responses: { 200: { description: 'The suggestions.', schema: suggestionsSchema } },
    isCostly: () => true,
    read: async ({ actor, query: { q } }) => ({ status: 200, body: await suggest(q, visibilityOf(actor)) }),
  });
