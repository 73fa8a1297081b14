import Joi from 'joi';
import { type BulkChanges, type BulkUpdate, MAX_BULK_PRODUCTS, MAX_PERCENT } from '#core/catalog/bulk-change.ts';
import { PRODUCT_STATUSES } from '#core/catalog/product-fields.ts';
import { productList, productView } from '#core/catalog/product-view.ts';
import type { ChangeVariants } from '#core/catalog/use-cases/change-variants.ts';
import type { UpdateProducts } from '#core/catalog/use-cases/update-products.ts';
import { invalid } from '#core/shared/domain-error.ts';
import { filterBody, filterOfBody } from '../lists/filter-body.ts';
import { resourceResponse, respond } from '../responses/responses.ts';
import { writeOperation } from '../routing/operation.ts';
import { amount, integer } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';
import { withdrawalExemption } from '../schemas/withdrawal-exemption.ts';
import { productSchema, variantsPatch } from './schemas.ts';
import { forReaders } from './visibility.ts';

export type BulkUpdateOperationsDeps = Readonly<{ updateProducts: UpdateProducts; changeVariants: ChangeVariants }>;

const filter = required(
  filterBody(productList, {
    all: Joi.boolean().valid(true).description('All products, instead of the other filters.'),
  }).min(1),
  'The filters of `GET /api/products`; a product must match all of them. `{"all": true}` for all products.',
  { category: ['Shirts'], price_min: 20 },
);

const changes = objectOf<BulkChanges>({
  price: amount().description('The price in major units.').example(19.99),
  price_percent: Joi.number()
    .min(-99.99)
    .max(MAX_PERCENT)
    .precision(2)
    .description('What is added to each price, in percent; half a minor unit is rounded up. Not together with `price`.')
    .example(-10),
  status: Joi.string()
    .valid(...PRODUCT_STATUSES)
    .description('The status.')
    .example('active'),
  withdrawal_exemption: withdrawalExemption(),
})
  .min(1)
  .required()
  .description('What changes.')
  .example({ price_percent: -10 });

const bulkUpdateInput = objectOf<Readonly<{ filter: object; changes: BulkChanges }>>({ filter, changes })
  .id('BulkUpdateInput')
  .description('Which products change, and how.');

const count = (description: string): Joi.NumberSchema => required(integer(0), description, 12);

const bulkUpdateSchema = objectOf<BulkUpdate>({
  object: required(Joi.string().valid('bulk_update'), 'The type.'),
  matched: count('The products that match the filter.'),
  variants: count('Their variants, if the price changes.').example(0, { override: true }),
  updated: count('The products and variants that changed.'),
  unchanged: count('Those that were already so; they are not written.').example(0, { override: true }),
})
  .id('BulkUpdate')
  .description('What a bulk update changed.');

/** @throws DomainError `validation_failed` for other filters beside `all`. */
const requireOneMeaning = (filter: object): void => {
  if (!('all' in filter) || Object.keys(filter).length === 1) return;
  throw invalid([
    { path: ['filter', 'all'], code: 'any.conflict', message: 'must be the only member: all products match it' },
  ]);
};

export const updateProducts = (deps: BulkUpdateOperationsDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/products/bulk_update',
    operationId: 'bulkUpdateProducts',
    summary: 'Update all products of a filter',
    description:
      `Changes price, status or exemption from withdrawal of at most ${MAX_BULK_PRODUCTS} products and variants in one transaction: all of them, or ` +
      'none after an error. A new price is also that of the variants of the products; variants follow the status and the ' +
      'exemption of their product. Emits `product.updated` for each. For more products, use an import.',
    access: { kind: 'scope', scope: 'products:write' },
    isCostly: () => true,
    body: bulkUpdateInput,
    responses: { 200: { description: 'What changed.', schema: bulkUpdateSchema } },
    write: async ({ actor, body: { filter, changes } }) => {
      requireOneMeaning(filter);
      const command = { filter: filterOfBody(productList, filter), changes };
      return respond(await deps.updateProducts(actor, command), (body) => ({ status: 200, body }));
    },
  });

export const changeVariants = (deps: BulkUpdateOperationsDeps) =>
  writeOperation({
    method: 'patch',
    path: '/api/products/{id}/variants',
    id: 'prod',
    operationId: 'changeVariants',
    summary: 'Change variants of a product',
    description:
      'All in one transaction, or none after an error. Emits `product.updated` of each and of the product, and ' +
      '`product.low_stock`.',
    access: { kind: 'scope', scope: 'products:write' },
    versioned: true,
    body: variantsPatch,
    responses: { 200: { description: 'The product with its variants.', schema: productSchema } },
    problems: ['already_exists', 'invalid_state'],
    write: ({ actor, id, expected, body: { variants } }) =>
      respond(deps.changeVariants(actor, { id, variants, expected }), forReaders(actor, resourceResponse(productView))),
  });
