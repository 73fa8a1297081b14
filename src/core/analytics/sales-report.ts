import type { MetricName, ShownMetrics } from './metrics.ts';
import type { Report } from './report.ts';

/** The figures of an interval. */
export const SALES_FIGURES = [
  'gross',
  'refunds',
  'net',
  'discounts',
  'shipping',
  'tax',
  'orders',
  'units',
] as const satisfies readonly MetricName[];

/** The figures of a range or a group. */
export const SALES_TOTALS = [...SALES_FIGURES, 'average_order_value'] as const satisfies readonly MetricName[];

export type SalesFigures = ShownMetrics<(typeof SALES_FIGURES)[number]>;

export type SalesTotals = ShownMetrics<(typeof SALES_TOTALS)[number]>;

export type SalesGroup = Readonly<{ key: string | null; label: string | null }> & SalesTotals;

export type SalesReport = Report<'sales_report', SalesTotals, SalesFigures> &
  Readonly<{ groups?: readonly SalesGroup[] }>;
