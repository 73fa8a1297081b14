import { createdFilters, describeList, idFilter, idsFilter, newestFirst } from '#core/shared/list.ts';
import { type ResourceView, versionView } from '#core/shared/resource.ts';
import { RETURN_STATUSES, Return, type ReturnedItem } from './return.ts';

/** An item of a return as the API shows it. */
export type ReturnedItemView = Readonly<{
  item_id: ReturnedItem['itemId'];
  quantity: number;
  reason: string | null;
  /** Null until the item is received. */
  restocked: boolean | null;
  /** In major units; null until the item is received. */
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
  actions: Return.actions(shown),
  ...versionView(shown),
});

export const returnedItemView = ({
  itemId,
  quantity,
  reason,
  isRestocked,
  refund,
}: ReturnedItem): ReturnedItemView => ({
  item_id: itemId,
  quantity,
  reason,
  restocked: isRestocked,
  refund: refund?.toNumber() ?? null,
});

/** The filters of the list of returns. */
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
