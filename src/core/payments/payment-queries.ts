import type { OrderId } from '#core/orders/order.ts';
import type { TimelineVisibility } from '#core/orders/order-queries.ts';
import type { Id } from '#core/shared/id.ts';
import type { Json, Page, PageRequest } from '#core/shared/page.ts';
import type { Payment, PaymentId } from './payment.ts';
import type { PaymentEntryView } from './payment-entry.ts';
import type { PaymentStatus } from './payment-status.ts';
import type { PaymentView, RefundView } from './payment-view.ts';

/** A payment has to match all that is given. */
export type PaymentFilter = Readonly<{
  orderId?: OrderId | undefined;
  status?: PaymentStatus | undefined;
  gateway?: string | undefined;
  /** Whose alone are seen. */
  ownerId?: Id<'usr'> | undefined;
  /** Bounds on times, both included. */
  createdFrom?: Date | undefined;
  createdTo?: Date | undefined;
}>;

/** Reads of payments. Each answer is of one moment, and no earlier than the last commit before the call. */
export interface PaymentQueries {
  find(
    id: PaymentId,
  ): Promise<Readonly<{ view: Json<PaymentView>; version: number; userId: Payment['userId'] }> | undefined>;
  /** The newest first. */
  list(filter: PaymentFilter, page: PageRequest): Promise<Page<PaymentView>>;
  /** The newest first. */
  refunds(id: PaymentId, page: PageRequest): Promise<Page<RefundView>>;
  /** The newest first; to the payer, without who acted. */
  timeline(id: PaymentId, page: PageRequest, sight: TimelineVisibility): Promise<Page<PaymentEntryView>>;
}
