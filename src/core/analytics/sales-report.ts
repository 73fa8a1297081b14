import type { Currency } from '#core/shared/currency.ts';
import type { Values } from './measures.ts';
import { metricValue } from './metrics.ts';
import type { Report } from './report.ts';

/** The figures of sales as the API shows them; amounts are in major units. */
export type SalesFigures = Readonly<{
  gross: number;
  refunds: number;
  net: number;
  discounts: number;
  shipping: number;
  tax: number;
  orders: number;
  units: number;
}>;

export type SalesTotals = SalesFigures & Readonly<{ average_order_value: number | null }>;

export type SalesGroup = Readonly<{ key: string | null; label: string | null }> & SalesTotals;

export type SalesReport = Report<'sales_report', SalesTotals, SalesFigures> &
  Readonly<{ groups?: readonly SalesGroup[] }>;

export const SalesFigures = {
  of: (values: Values, currency: Currency): SalesFigures => {
    const figure = (name: keyof SalesFigures): number => metricValue(name, values, currency);
    return {
      gross: figure('gross'),
      refunds: figure('refunds'),
      net: figure('net'),
      discounts: figure('discounts'),
      shipping: figure('shipping'),
      tax: figure('tax'),
      orders: figure('orders'),
      units: figure('units'),
    };
  },

  totals: (values: Values, currency: Currency): SalesTotals => ({
    ...SalesFigures.of(values, currency),
    average_order_value: metricValue('average_order_value', values, currency),
  }),
};
