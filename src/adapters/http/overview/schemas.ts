import Joi from 'joi';
import type { OverviewCountName } from '#core/overview/overview-counts.ts';
import type { OverviewCount } from '#core/overview/use-cases/get-overview.ts';
import {
  type CustomerResult,
  type OrderResult,
  type ProductResult,
  RESULT_FIELDS,
  type SearchResults,
} from '#core/overview/use-cases/search.ts';
import { MAX_COUNTED } from '#core/shared/gauge.ts';
import { integer, words } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';

const objectField = (name: string): Joi.StringSchema => required(Joi.string().valid(name), 'The type of the object.');

/** A count with the list that shows what it counts. */
type LinkedCount = OverviewCount & Readonly<{ url: string }>;

export type OverviewView = Readonly<{ object: 'overview' }> & Readonly<Partial<Record<OverviewCountName, LinkedCount>>>;

// `toLocaleString` would load 6 MB of data about languages at the start
const LIMIT = String(MAX_COUNTED).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

/** Not shared by its members, since each has a description of its own. */
const counted = (description: string): Joi.ObjectSchema<LinkedCount> =>
  objectOf<LinkedCount>({
    count: required(integer(0).max(MAX_COUNTED), `The number; counting stops at ${LIMIT}.`, 12),
    exact: required(Joi.boolean(), 'False if there are more.', true),
    url: required(
      Joi.string(),
      'The path of the list that shows what is counted.',
      '/api/payments?needs_attention=true',
    ),
  }).description(description);

export const overviewSchema = objectOf<OverviewView>({
  object: objectField('overview'),
  orders_to_fulfill: counted('Paid orders with unfulfilled items. Only with `orders:read`.'),
  orders_to_pay: counted('Open orders that are not paid, or in part. Only with `orders:read`.'),
  withdrawals_to_decide: counted(
    'Withdrawals with the status `received`: they wait for the staff, or are processed soon. Only with `orders:read`.',
  ),
  withdrawals_to_refund: counted(
    'Accepted withdrawals whose payment must be refunded within 3 days, or should have been. Only with `orders:read`.',
  ),
  payments_needing_attention: counted(
    'Payments that need attention: those of the filter `needs_attention`. Only with `payments:read`.',
  ),
  products_low_on_stock: counted(
    'Products on sale of which little is left, or of a variant: the filter `low_stock`. Only with `products:read`.',
  ),
  webhooks_needing_attention: counted(
    'Webhooks whose last attempt failed, or that were disabled other than by request; of all users for callers with ' +
      'all scopes of an admin, else of the caller. Only with `webhooks:read`.',
  ),
  invoices_needing_attention: counted(
    'Invoices that need attention: those of the filter `needs_attention`. Only with `invoices:read`.',
  ),
})
  .id('Overview')
  .description('What waits for staff.');

const MAX_TEXT = 100;

export type SearchQuery = Readonly<{ q: string }>;

export const searchQuery = objectOf<SearchQuery>({
  q: required(words(MAX_TEXT), 'The text to search for.', '1001'),
});

/** The fields that a result has of its resource. */
const resultOf = <Result>(resource: Joi.ObjectSchema, fields: readonly string[]): Joi.ObjectSchema<Result> =>
  Joi.object(Object.fromEntries(fields.map((field) => [field, resource.extract(field)])));

const group = (result: Joi.ObjectSchema, description: string): Joi.ArraySchema =>
  Joi.array().items(result).max(5).description(description);

/** The response schemas of the resources that are searched. */
export type SearchedSchemas = Readonly<Record<keyof typeof RESULT_FIELDS, Joi.ObjectSchema>>;

export const searchSchema = ({ orders, customers, products }: SearchedSchemas) =>
  objectOf<SearchResults>({
    object: objectField('search_results'),
    orders: group(
      resultOf<OrderResult>(orders, RESULT_FIELDS.orders).id('OrderResult').description('An order that was found.'),
      'The newest orders that match. Only with `orders:read`.',
    ),
    customers: group(
      resultOf<CustomerResult>(customers, RESULT_FIELDS.customers)
        .id('CustomerResult')
        .description('A user that was found.'),
      'The newest customers that match. Only with `users:read`.',
    ),
    products: group(
      resultOf<ProductResult>(products, RESULT_FIELDS.products)
        .id('ProductResult')
        .description('A product that was found.'),
      'The most relevant products, drafts and archived ones included. Only with `products:read`.',
    ),
  })
    .id('SearchResults')
    .description('What was found, by group.');
