import { request } from '../../api/request.ts';
import { type Order, type Return, unreceivedOf, type Withdrawal } from '../orders/order-data.ts';

/** Upper bound of what the staff has to subtract. */
const MAX_RETURNS = 100;

/** An order with what comes back of it. */
export type WithdrawnOrder = Readonly<{ order: Order; returns: readonly Return[] }>;

/** A withdrawal, with its order once that is found. */
export type WithdrawalData = Readonly<{ withdrawal: Withdrawal; withdrawn: WithdrawnOrder | undefined }>;

/** Reads a withdrawal and its order. @throws ApiError if one of them cannot be read. */
export const loadWithdrawal = async (id: string, signal: AbortSignal): Promise<WithdrawalData> => {
  const { data: withdrawal } = await request('get', '/api/withdrawals/{id}', { params: { id }, signal });
  const { order_id: orderId } = withdrawal;
  return { withdrawal, withdrawn: orderId === null ? undefined : await loadWithdrawnOrder(orderId, signal) };
};

/** Reads an order and its returns. @throws ApiError if one of them cannot be read. */
export const loadWithdrawnOrder = async (id: string, signal: AbortSignal): Promise<WithdrawnOrder> => {
  const [{ data: order }, { data: returns }] = await Promise.all([
    request('get', '/api/orders/{id}', { params: { id }, signal }),
    request('get', '/api/orders/{id}/returns', { params: { id }, query: { limit: MAX_RETURNS }, signal }),
  ]);
  return { order, returns: returns.data };
};

/** An item that can be withdrawn from. */
export type WithdrawableItem = Readonly<{
  item: Order['items'][number];
  /** What the buyer keeps and no return has. */
  quantity: number;
  /** What the buyer has stated of it, or may withdraw from: at most `quantity`. */
  proposed: number;
}>;

/** The items of an order that can be withdrawn from. */
export const withdrawableItems = (
  { items: stated }: Pick<Withdrawal, 'items'>,
  { order, returns }: WithdrawnOrder,
): readonly WithdrawableItem[] => {
  const pending = unreceivedOf(returns);
  const meant = stated ?? order.withdrawal?.items;
  return order.items
    .map((item) => {
      const quantity = item.quantity - item.returned_quantity - (pending.get(item.id) ?? 0);
      const wanted = meant === undefined ? quantity : (meant.find((each) => each.item_id === item.id)?.quantity ?? 0);
      return { item, quantity, proposed: Math.min(wanted, quantity) };
    })
    .filter(({ quantity }) => quantity > 0);
};
