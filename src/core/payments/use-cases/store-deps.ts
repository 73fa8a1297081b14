import type { RecordInvoicePayment } from '#core/invoices/use-cases/record-invoice-payment.ts';
import type { RefundedItems } from '#core/orders/refunded-items.ts';
import type { RecordPayment } from '#core/orders/use-cases/record-payment.ts';
import type { Clocks } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Money } from '#core/shared/money.ts';
import type { Movement, MovementId } from '../ledger.ts';

/** What storing a payment needs. */
export type StoreDeps = Clocks &
  Readonly<{ ids: IdGenerator; recordPayment: RecordPayment; recordInvoicePayment: RecordInvoicePayment }>;

/** Money moved by an operation. */
export type OperationMovement = Readonly<{
  id: MovementId;
  kind: Movement['kind'];
  amount: Money;
  /** The items of a refund. */
  refunded?: RefundedItems | null;
}>;
