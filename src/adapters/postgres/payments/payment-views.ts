import { sql } from 'kysely';
import { paymentEntryView } from '#core/payments/payment-entry.ts';
import { paymentView, refundView } from '#core/payments/payment-view.ts';
import type { Currency } from '#core/shared/currency.ts';
import { rowView } from '../statements/row-view.ts';
import { PaymentOperationRow, toPaymentOperation } from '../tables/payment-operations.ts';
import { PaymentTimelineEntryRow, toPaymentTimelineEntry } from '../tables/payment-timeline.ts';
import { PaymentRow, toPayment } from '../tables/payments.ts';

/** A payment `t` as the API shows it. */
export const PAYMENT_VIEW = rowView(PaymentRow, (row) => paymentView(toPayment(row)));

/** A refund `t`, which has the currency of its payment, as the API shows it. */
export const REFUND_VIEW = rowView(PaymentOperationRow, (row) => refundView(toPaymentOperation(row)), {
  currency: sql<Currency>`(select currency from payments where id = t.payment_id)`,
});

const entryView = (withActor: boolean) =>
  rowView(PaymentTimelineEntryRow, (row) => paymentEntryView(toPaymentTimelineEntry(row), { withActor }));

/** An entry `t` of a payment's timeline as the API shows it. */
export const PAYMENT_ENTRY_VIEWS = { full: entryView(true), buyer: entryView(false) };
