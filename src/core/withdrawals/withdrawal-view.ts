import { type FulfilledItemView, fulfilledItemViews } from '#core/orders/fulfillment.ts';
import { createdFilters, describeList, type FilterOf, idFilter, idsFilter, newestFirst } from '#core/shared/list.ts';
import { type ResourceView, versionView } from '#core/shared/resource.ts';
import { WITHDRAWAL_STATUSES, Withdrawal, type WithdrawalReason, type WithdrawalStatus } from './withdrawal.ts';

/** The fields of withdrawals that personal data is erased from. */
export const ERASED_WITHDRAWAL = { name: null, email: null, note: null } as const;

/** A withdrawal as the API shows it. */
export type WithdrawalView = ResourceView<Withdrawal, 'withdrawal'> &
  Readonly<{
    order_id: Withdrawal['orderId'];
    subscription_id: Withdrawal['subscriptionId'];
    user_id: Withdrawal['userId'];
    order_number: string;
    /** Null once it was erased. */
    name: string | null;
    email: string | null;
    items: readonly FulfilledItemView[] | null;
    note: string | null;
    verified: boolean;
    status: WithdrawalStatus;
    reason: WithdrawalReason | null;
    until: string | null;
    refund_by: string | null;
    accepted_items: readonly FulfilledItemView[] | null;
    return_id: Withdrawal['returnId'];
    actions: readonly string[];
  }>;

export const withdrawalView = (shown: Withdrawal): WithdrawalView => ({
  id: shown.id,
  object: 'withdrawal',
  order_id: shown.orderId,
  subscription_id: shown.subscriptionId,
  user_id: shown.userId,
  order_number: shown.orderNumber,
  name: shown.isErased ? null : shown.name,
  email: shown.isErased ? null : shown.email,
  items: shown.items && fulfilledItemViews(shown.items),
  note: shown.note,
  verified: shown.isVerified,
  status: shown.status,
  reason: shown.reason,
  until: shown.until?.toISOString() ?? null,
  refund_by: shown.refundBy?.toISOString() ?? null,
  accepted_items: shown.acceptedItems && fulfilledItemViews(shown.acceptedItems),
  return_id: shown.returnId,
  actions: Withdrawal.actions(shown),
  ...versionView(shown),
});

export const withdrawalList = describeList<WithdrawalView>()({
  filters: {
    order_id: idFilter('order_id', 'ord', 'Withdrawals from this order.'),
    user_id: idFilter('user_id', 'usr', 'Withdrawals from orders of this user.'),
    status: {
      kind: 'equals',
      field: 'status',
      format: { type: 'choice', values: WITHDRAWAL_STATUSES },
      description: 'Withdrawals with this status.',
      example: 'received',
    },
    refund_by_to: {
      kind: 'to',
      field: 'refund_by',
      description: 'Withdrawals whose payment must be refunded until this time or earlier.',
    },
    ...idsFilter('Withdrawals', 'wdr'),
    ...createdFilters('Withdrawals'),
  },
  ...newestFirst,
});

export type WithdrawalFilter = FilterOf<typeof withdrawalList>;
