import type { OrderId } from '#core/orders/order.ts';
import type { OrderItemId } from '#core/orders/order-item.ts';
import type { Currency } from '#core/shared/currency.ts';
import { invalidState } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { createdFilters, describeList, idFilter, idsFilter, newestFirst } from '#core/shared/list.ts';
import type { Money } from '#core/shared/money.ts';
import { newResource, nextVersion, type Resource, type ResourceView, versionView } from '#core/shared/resource.ts';

export type ReturnId = Id<'ret'>;

export const RETURN_STATUSES = ['requested', 'approved', 'received', 'rejected'] as const;

type ReturnStatus = (typeof RETURN_STATUSES)[number];

/** A quantity of an order's item that comes back. */
export type ReturnedItem = Readonly<{
  itemId: OrderItemId;
  quantity: number;
  /** Of the quantity, what came back. */
  receivedQuantity: number;
  reason: string | null;
  /** Whether the stock of what came back was restored; null until something has. */
  isRestocked: boolean | null;
  /** What is refunded for what came back; null until something has. */
  refund: Money | null;
}>;

/** What a buyer sends back of an order. */
export type Return = Resource<'ret'> &
  Readonly<{
    orderId: OrderId;
    /** The buyer; null for a guest order. */
    userId: Id<'usr'> | null;
    status: ReturnStatus;
    currency: Currency;
    items: readonly ReturnedItem[];
    reason: string | null;
    /** The withdrawal that it follows from; null for another return. */
    withdrawal: ReturnWithdrawal | null;
  }>;

export type ReturnWithdrawal = Readonly<{
  id: Id<'wdr'>;
  /** Whether shipping is refunded when everything came back: the buyer keeps nothing of the order. */
  refundsShipping: boolean;
}>;

type ReturnStep = 'approve' | 'receive' | 'close' | 'reject';

const STEPS: Readonly<Record<ReturnStep, Readonly<{ from: readonly ReturnStatus[]; to: ReturnStatus }>>> = {
  approve: { from: ['requested'], to: 'approved' },
  receive: { from: ['approved'], to: 'received' },
  close: { from: ['approved'], to: 'received' },
  reject: { from: ['requested', 'approved'], to: 'rejected' },
};

/** The statuses in which items may still come back. */
export const OPEN_STATUSES: readonly ReturnStatus[] = STEPS.reject.from;

type Requested = Pick<Return, 'id' | 'orderId' | 'userId' | 'currency' | 'items' | 'reason'> &
  Partial<Pick<Return, 'withdrawal'>>;

export const Return = {
  /** Whether a part of the items came back: the rest may come, or the return is closed. */
  hasReceived: ({ items }: Pick<Return, 'items'>): boolean =>
    items.some(({ receivedQuantity }) => receivedQuantity > 0),

  request: ({ id, withdrawal = null, ...fields }: Requested, at: Date): Return => ({
    ...newResource(id, at),
    ...fields,
    withdrawal,
    status: 'requested',
  }),

  /** The steps that are allowed now: what came back in part cannot be rejected, but closed. */
  actions: (stored: Pick<Return, 'status' | 'items'>): ReturnStep[] =>
    (Object.keys(STEPS) as ReturnStep[]).filter(
      (step) => STEPS[step].from.includes(stored.status) && step !== (Return.hasReceived(stored) ? 'reject' : 'close'),
    ),

  /** What may still come back. */
  expectedItems: ({ items }: Pick<Return, 'items'>): Pick<ReturnedItem, 'itemId' | 'quantity'>[] =>
    items.map(({ itemId, quantity, receivedQuantity }) => ({ itemId, quantity: quantity - receivedQuantity })),

  /** Records what came back. It is received once everything has. @throws DomainError `invalid_state`. */
  receive: (before: Return, items: readonly ReturnedItem[], at: Date): Return => {
    const received = { ...Return.take(before, 'receive', at), items };
    const isComplete = items.every(({ quantity, receivedQuantity }) => quantity === receivedQuantity);
    return isComplete ? received : { ...received, status: before.status };
  },

  /** @throws DomainError `invalid_state`. */
  take: (before: Return, step: ReturnStep, at: Date): Return => {
    const { to } = STEPS[step];
    if (Return.actions(before).includes(step)) return nextVersion(before, { status: to }, at);
    const message = `The return is ${before.status}, so it cannot be ${step === 'close' ? 'closed' : to}.`;
    throw invalidState(message, before.status, Return.actions(before));
  },

  /** The return without free texts. Its time stays that of its last step: figures count a return when it was received. */
  withoutReasons: (before: Return): Return => ({
    ...before,
    version: before.version + 1,
    reason: null,
    items: before.items.map((item) => ({ ...item, reason: null })),
  }),
};

/** The fields of returns that personal data is erased from. */
export const ERASED_RETURN = { reason: null, items: [] } as const;

/** An item of a return as the API shows it. */
export type ReturnedItemView = Readonly<{
  item_id: ReturnedItem['itemId'];
  quantity: number;
  received_quantity: number;
  reason: string | null;
  /** Null until something came back. */
  restocked: boolean | null;
  /** In major units; null until something came back. */
  refund: number | null;
}>;

/** A return as the API shows it. */
export type ReturnView = ResourceView<Return, 'return'> &
  Readonly<{
    order_id: Return['orderId'];
    user_id: Return['userId'];
    status: Return['status'];
    currency: string;
    items: readonly ReturnedItemView[];
    reason: string | null;
    withdrawal_id: Id<'wdr'> | null;
    actions: readonly string[];
  }>;

export const returnView = (shown: Return): ReturnView => ({
  id: shown.id,
  object: 'return',
  order_id: shown.orderId,
  user_id: shown.userId,
  status: shown.status,
  currency: shown.currency,
  items: shown.items.map(returnedItemView),
  reason: shown.reason,
  withdrawal_id: shown.withdrawal?.id ?? null,
  actions: Return.actions(shown),
  ...versionView(shown),
});

export const returnedItemView = ({
  itemId,
  quantity,
  receivedQuantity,
  reason,
  isRestocked,
  refund,
}: ReturnedItem): ReturnedItemView => ({
  item_id: itemId,
  quantity,
  received_quantity: receivedQuantity,
  reason,
  restocked: isRestocked,
  refund: refund?.toNumber() ?? null,
});

export const returnList = describeList<ReturnView>()({
  filters: {
    order_id: idFilter('order_id', 'ord', 'Returns of this order.'),
    user_id: idFilter('user_id', 'usr', 'Returns of orders of this user.'),
    status: {
      kind: 'equals',
      field: 'status',
      format: { type: 'choice', values: RETURN_STATUSES },
      description: 'Returns with this status.',
      example: 'requested',
    },
    ...idsFilter('Returns', 'ret'),
    ...createdFilters('Returns'),
  },
  ...newestFirst,
});
