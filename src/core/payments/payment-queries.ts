import type { OrderId } from '#core/orders/order.ts';
import type { TimelineVisibility } from '#core/orders/order-queries.ts';
import type { Id } from '#core/shared/id.ts';
import type { Json, Page, PageRequest } from '#core/shared/page.ts';
import type { Payment, PaymentId } from './payment.ts';
import type { PaymentEntryView } from './payment-entry.ts';
import type { PaymentStatus } from './payment-status.ts';
import type { PaymentView, RefundView } from './payment-view.ts';

/** A payment must match all given filters. */
export type PaymentFilter = Readonly<{
  orderId?: OrderId | undefined;
  status?: PaymentStatus | undefined;
  gateway?: string | undefined;
  /** Limits the list to one owner. */
  ownerId?: Id<'usr'> | undefined;
  /** Both bounds are inclusive. */
  createdFrom?: Date | undefined;
  createdTo?: Date | undefined;
}>;

/** Reads of payments. Each returns one consistent snapshot, no older than the last commit before the call. */
export interface PaymentQueries {
  find(
    id: PaymentId,
  ): Promise<Readonly<{ view: Json<PaymentView>; version: number; userId: Payment['userId'] }> | undefined>;
  /** The newest first. */
  list(filter: PaymentFilter, page: PageRequest): Promise<Page<PaymentView>>;
  /** The newest first. */
  refunds(id: PaymentId, page: PageRequest): Promise<Page<RefundView>>;
  /** The newest first; for the payer, without actors. */
  timeline(id: PaymentId, page: PageRequest, sight: TimelineVisibility): Promise<Page<PaymentEntryView>>;
}
