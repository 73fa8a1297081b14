import type { components } from '../../api/schema.ts';

type Schemas = components['schemas'];
type Order = Schemas['ExpandedOrder'];
type Return = Schemas['Return'];

/** An order with what comes back of it. */
export type WithdrawnOrder = Readonly<{ order: Order; returns: readonly Return[] }>;

/** The quantity of each item that is still to come in returns; a rejected one has none. */
export const unreceivedOf = (returns: readonly Return[]): ReadonlyMap<string, number> => {
  const quantities = new Map<string, number>();
  for (const { items } of returns.filter(({ status }) => status === 'requested' || status === 'approved')) {
    for (const { item_id: id, quantity, received_quantity: received } of items)
      quantities.set(id, (quantities.get(id) ?? 0) + quantity - received);
  }
  return quantities;
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
  { items: stated }: Pick<Schemas['Withdrawal'], 'items'>,
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
