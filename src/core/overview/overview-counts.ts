// Why: docs/decisions/0048-counts-of-the-overview.md

import type { ProductFilter } from '#core/catalog/product-view.ts';
import type { InvoiceFilter } from '#core/invoices/invoice-view.ts';
import type { OrderFilter } from '#core/orders/order-view.ts';
import type { PaymentFilter } from '#core/payments/payment-view.ts';
import { MAX_COUNTED } from '#core/shared/gauge.ts';
import type { Id } from '#core/shared/id.ts';
import type { EndpointFilter } from '#core/webhooks/webhook-endpoint-view.ts';
import type { WithdrawalFilter } from '#core/withdrawals/withdrawal-view.ts';

/** The filter of the list that shows what is counted. */
export type CountedList =
  | Readonly<{ list: 'invoices'; scope: 'invoices:read'; filter: InvoiceFilter }>
  | Readonly<{ list: 'orders'; scope: 'orders:read'; filter: OrderFilter }>
  | Readonly<{ list: 'payments'; scope: 'payments:read'; filter: PaymentFilter }>
  | Readonly<{ list: 'products'; scope: 'products:read'; filter: ProductFilter }>
  | Readonly<{ list: 'webhooks'; scope: 'webhooks:read'; filter: EndpointFilter }>
  | Readonly<{ list: 'withdrawals'; scope: 'orders:read'; filter: WithdrawalFilter; refundDays?: number }>;

/** What the overview counts, by its name: the items of a list that the holders of a scope see. */
export const OVERVIEW_COUNTS = {
  orders_to_fulfill: {
    list: 'orders',
    scope: 'orders:read',
    filter: {
      status: ['open'],
      payment_status: ['paid', 'partially_refunded'],
      fulfillment_status: ['unfulfilled', 'partially_fulfilled'],
    },
  },
  orders_to_pay: {
    list: 'orders',
    scope: 'orders:read',
    filter: { status: ['open'], payment_status: ['unpaid', 'partially_paid'] },
  },
  withdrawals_to_decide: { list: 'withdrawals', scope: 'orders:read', filter: { status: 'received' } },
  withdrawals_to_refund: {
    list: 'withdrawals',
    scope: 'orders:read',
    filter: { status: 'accepted' },
    // those that must be refunded within these days, or should have been
    refundDays: 3,
  },
  payments_needing_attention: { list: 'payments', scope: 'payments:read', filter: { needs_attention: true } },
  products_low_on_stock: { list: 'products', scope: 'products:read', filter: { low_stock: true } },
  webhooks_needing_attention: { list: 'webhooks', scope: 'webhooks:read', filter: { needs_attention: true } },
  invoices_needing_attention: { list: 'invoices', scope: 'invoices:read', filter: { needs_attention: true } },
} as const satisfies Readonly<Record<string, CountedList>>;

export type OverviewCountName = keyof typeof OVERVIEW_COUNTS;

export const OVERVIEW_COUNT_NAMES = Object.keys(OVERVIEW_COUNTS) as readonly OverviewCountName[];

const MS_PER_DAY = 24 * 3_600_000;

/** The list of a count, with its filter at a time. */
export const countedAt = (name: OverviewCountName, at: Date): CountedList => {
  const counted: CountedList = OVERVIEW_COUNTS[name];
  if (counted.list !== 'withdrawals' || counted.refundDays === undefined) return counted;
  const refund_by_to = new Date(at.getTime() + counted.refundDays * MS_PER_DAY);
  return { ...counted, filter: { ...counted.filter, refund_by_to } };
};

/** When, and for which owner of webhooks, or for all. */
export type CountedFor = Readonly<{ at: Date; webhookOwnerId: Id<'usr'> | undefined }>;

/** Where a count ends: more than the overview says. */
export const COUNT_LIMIT = MAX_COUNTED + 1;

/** Counts for the overview. */
export interface OverviewQueries {
  /**
   * The number of items that the list of a count shows at a time, up to `COUNT_LIMIT`; of webhooks those of an owner, or of all.
   * It includes every commit before the call.
   */
  count(name: OverviewCountName, counted: CountedFor): Promise<number>;
}
