import type { TimelineVisibility } from '#core/orders/order-queries.ts';
import type { Id } from '#core/shared/id.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Page, PageRequest } from '#core/shared/page.ts';
import type { Payment, PaymentId } from './payment.ts';
import type { PaymentEntryView } from './payment-entry.ts';
import type { paymentList } from './payment-list.ts';
import type { OperationKind } from './payment-operation.ts';
import type { PaymentView, RefundView } from './payment-view.ts';

export type PaymentListQuery = ListQuery<typeof paymentList> &
  Readonly<{
    /** Only payments of this user's orders, whatever the filters are. */
    ownerId?: Id<'usr'> | undefined;
  }>;

/** What waits for a gateway or for staff. Counts end at `MAX_COUNTED`. */
export type PaymentBacklog = Readonly<{
  /**
   * The number of operations with an unknown outcome and the start of the oldest, by kind; kinds without any are left out.
   * Authorizations that wait for the payer are not counted.
   */
  pending: readonly Readonly<{ kind: OperationKind; count: number; oldest: Date }>[];
  /** The earliest time at which a payment is to be checked; null if none is. */
  nextCheckAt: Date | null;
  /** The number of payments that somebody has to look at. */
  needingAttention: number;
}>;

/** Reads of payments. Each result is consistent, and includes every commit before the call. */
export interface PaymentQueries {
  find(id: PaymentId): Promise<(Found<PaymentView> & Pick<Payment, 'userId' | 'payableId'>) | undefined>;
  /** The newest first. */
  list(query: PaymentListQuery): Promise<Page<PaymentView>>;
  findRefund(id: PaymentId, refundId: Id<'re'>): Promise<Found<RefundView> | undefined>;
  /** The newest first. */
  refunds(id: PaymentId, page: PageRequest): Promise<Page<RefundView>>;
  /** The newest first; to the payer, without who acted. */
  timeline(id: PaymentId, page: PageRequest, visibility: TimelineVisibility): Promise<Page<PaymentEntryView>>;
  backlog(): Promise<PaymentBacklog>;
}
