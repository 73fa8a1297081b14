import Joi from 'joi';
import type { LabelledDimension } from '#core/analytics/ports.ts';
import {
  SALES_FIGURES,
  SALES_TOTALS,
  type SalesFigures,
  type SalesGroup,
  type SalesReport,
  type SalesTotals,
} from '#core/analytics/sales-report.ts';
import type { SalesRequest } from '#core/analytics/use-cases/report-sales.ts';
import { integer } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { metricFields, reportFields, reportQuery } from './report-fields.ts';

const GROUPS: readonly LabelledDimension[] = ['product', 'category', 'user'];

const MAX_GROUPS = 100;

export const salesQuery = objectOf<SalesRequest>({
  ...reportQuery,
  group_by: Joi.string()
    .valid(...GROUPS)
    .description('Adds the products, categories or users with the largest `gross`.'),
  limit: integer(1).max(MAX_GROUPS).default(10).description('The number of groups at most.'),
});

export const salesTotals = metricFields(SALES_TOTALS);

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
    figures: metricFields(SALES_FIGURES),
  }),
  groups: Joi.array().items(groupSchema).description('The largest first; only with `group_by`.'),
})
  .id('SalesReport')
  .description('What was sold.');
