import Joi from 'joi';
import type { LabelledDimension } from '#core/analytics/analytics-queries.ts';
import { METRICS } from '#core/analytics/metrics.ts';
import type { SalesFigures, SalesGroup, SalesReport, SalesTotals } from '#core/analytics/sales-report.ts';
import type { SalesRequest } from '#core/analytics/use-cases/report-sales.ts';
import { type FieldsOf, objectOf } from '../schemas/object-of.ts';
import { count, money, reportFields, reportQuery } from './report-fields.ts';

const GROUPS: readonly LabelledDimension[] = ['product', 'category', 'user'];

const MAX_GROUPS = 100;

export const salesQuery = objectOf<SalesRequest>({
  ...reportQuery,
  group_by: Joi.string()
    .valid(...GROUPS)
    .description('Adds the products, categories or users with the largest `gross`.'),
  limit: Joi.number().integer().min(1).max(MAX_GROUPS).default(10).description('The number of groups at most.'),
});

const figures: FieldsOf<SalesFigures> = {
  gross: money(METRICS.gross.words),
  refunds: money(METRICS.refunds.words),
  net: money(METRICS.net.words),
  discounts: money(METRICS.discounts.words),
  shipping: money(METRICS.shipping.words),
  tax: money(METRICS.tax.words),
  orders: count(METRICS.orders.words),
  units: count(METRICS.units.words),
};

export const salesTotals: FieldsOf<SalesTotals> = {
  ...figures,
  average_order_value: Joi.number().required().allow(null).description(METRICS.average_order_value.words).example(35.7),
};

const groupSchema = objectOf<SalesGroup>({
  key: Joi.string()
    .required()
    .allow(null)
    .description('The id of the product, category or user; null for what has none, such as guests.')
    .example('prod_01h455vb4pex5vsknk084sn02q'),
  label: Joi.string()
    .required()
    .allow(null)
    .description(
      'The name. Of a deleted product or category the one at its last sale; of users only with `users:read`.',
    )
    .example('Linen shirt'),
  ...salesTotals,
})
  .id('SalesGroup')
  .description(
    'The figures of a product, category or user. `gross` and `refunds` of an order are divided among its lines.',
  );

export const salesReport = objectOf<SalesReport>({
  ...reportFields<'sales_report', SalesTotals, SalesFigures>({
    object: 'sales_report',
    name: 'Sales',
    totals: salesTotals,
    figures,
  }),
  groups: Joi.array().items(groupSchema).description('The largest first; only with `group_by`.'),
})
  .id('SalesReport')
  .description('What was sold.');
