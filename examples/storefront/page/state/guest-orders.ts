import { stored } from './stored.ts';

/** An order that a guest may open. */
export type GuestOrder = Readonly<{
  id: string;
  /** Null until it is known. */
  number: number | null;
  /** Its secret, or the token of a link in a mail, which is read only. */
  token: string;
  isReadOnly: boolean;
}>;

const MAX_ORDERS = 50;

const orders = stored<readonly GuestOrder[]>('orders');

export const guestOrders = {
  /** The latest first. */
  list: (): readonly GuestOrder[] => orders.get() ?? [],
  find: (id: string): GuestOrder | undefined => guestOrders.list().find((order) => order.id === id),
  keep(order: GuestOrder): void {
    const others = guestOrders.list().filter(({ id }) => id !== order.id);
    orders.set([order, ...others].slice(0, MAX_ORDERS));
  },
};
