import type { OrderInput } from '../api/resources.ts';
import { stored } from './stored.ts';

/**
 * A request whose outcome the page does not know yet. It is stored before it is sent, and sent again with the same key
 * until the outcome is known, so that neither a double click nor a reload nor a lost response orders or pays twice.
 */
type Pending<T> = T & Readonly<{ key: string; begunAt: number }>;

type PendingOrder = Readonly<{
  input: OrderInput;
  isGuest: boolean;
  /** The token of the card that pays it. */
  card: string;
}>;

type PendingPayment = Readonly<{ orderId: string; card: string }>;

/** Nobody expects an order from a page that they left long ago; one that was placed and not paid has expired. */
const MAX_AGE_MS = 30 * 60_000;

const pending = <T extends object>(name: string) => {
  const { get, set, remove } = stored<Pending<T>>(name);
  const current = (): Pending<T> | undefined => {
    const found = get();
    return found === undefined || Date.now() - found.begunAt > MAX_AGE_MS ? undefined : found;
  };
  return {
    current,
    /** @returns the one that is pending already, whatever this one says. */
    begin(request: T): Pending<T> {
      const found = current();
      if (found !== undefined) return found;
      const begun = { ...request, key: crypto.randomUUID(), begunAt: Date.now() };
      set(begun);
      return begun;
    },
    end: remove,
  };
};

export const pendingOrder = pending<PendingOrder>('pending-order');

export const pendingPayment = pending<PendingPayment>('pending-payment');

/** Begins a payment by a card, instead of a pending one by another: an order has one payment at a time. */
export const beginPayment = (payment: PendingPayment): void => {
  const current = pendingPayment.current();
  if (current?.orderId !== payment.orderId || current.card !== payment.card) pendingPayment.end();
  pendingPayment.begin(payment);
};
