import type { components } from '../../api/schema.ts';

type Schemas = components['schemas'];
type Order = Schemas['ExpandedOrder'];
type Return = Schemas['Return'];

/** An order with what comes back of it. */
export type WithdrawnOrder = Readonly<{ order: Order; returns: readonly Return[] }>;

type Quantity = Readonly<{ item_id: string; quantity: number }>;

type Pending = Pick<Return, 'status'> & Readonly<{ items: readonly (Quantity & { received_quantity: number })[] }>;

/** The quantity of each item that is still to come in returns; a rejected one has none. */
export const unreceivedOf = (returns: readonly Pending[]): ReadonlyMap<string, number> => {
  const quantities = new Map<string, number>();
  for (const { items } of returns.filter(({ status }) => status === 'requested' || status === 'approved')) {
    for (const { item_id: id, quantity, received_quantity: received } of items)
      quantities.set(id, (quantities.get(id) ?? 0) + quantity - received);
  }
  return quantities;
};

/** An item that can be withdrawn from. */
export type WithdrawableItem<Item = Order['items'][number]> = Readonly<{
  item: Item;
  /** What the buyer keeps and no return has. */
  quantity: number;
  /** What the buyer has stated of it, or may withdraw from: at most `quantity`. */
  proposed: number;
}>;

type Withdrawable<Item> = Readonly<{
  order: Readonly<{ items: readonly Item[]; withdrawal?: Readonly<{ items: readonly Quantity[] }> | null }>;
  returns: readonly Pending[];
}>;

/** The items of an order that can be withdrawn from. */
export const withdrawableItems = <Item extends Readonly<{ id: string; quantity: number; returned_quantity: number }>>(
  { items: stated }: Readonly<{ items: readonly Quantity[] | null }>,
  { order, returns }: Withdrawable<Item>,
): readonly WithdrawableItem<Item>[] => {
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
