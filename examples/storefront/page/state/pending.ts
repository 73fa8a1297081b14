import type { OrderInput } from '../api/resources.ts';
import { stored } from './stored.ts';

/**
 * A request whose outcome the page does not know yet. It is stored before it is sent, and sent again with the same key
 * until the outcome is known, so that neither a double click nor a reload nor a lost response orders or pays twice.
 */
type Pending<T> = T & Readonly<{ key: string }>;

type PendingOrder = Readonly<{
  input: OrderInput;
  isGuest: boolean;
  /** The token of the card that pays it. */
  card: string;
}>;

type PendingPayment = Readonly<{ orderId: string; card: string }>;

const pending = <T extends object>(name: string) => {
  const { get, set, remove } = stored<Pending<T>>(name);
  return {
    current: get,
    /** @returns the one that is pending already, whatever this one says. */
    begin(request: T): Pending<T> {
      const current = get();
      if (current !== undefined) return current;
      const begun = { ...request, key: crypto.randomUUID() };
      set(begun);
      return begun;
    },
    end: remove,
  };
};

export const pendingOrder = pending<PendingOrder>('pending-order');

export const pendingPayment = pending<PendingPayment>('pending-payment');
