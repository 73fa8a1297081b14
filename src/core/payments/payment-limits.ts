import type { Id } from '#core/shared/id.ts';

/** An attempt to pay an order, or to save a payment method. */
export type PaymentAttempt = Readonly<{
  /** The order that is paid, or the user whose payment method is saved. */
  target: Id<'ord' | 'inv' | 'usr'>;
  /** The customer who acts for themselves; null for a caller who acts for many buyers. */
  customer: Readonly<{ userId: Id<'usr'> | null; address: string }> | null;
}>;

/**
 * Limits attempts that reach a gateway, and declines: stolen cards are tried out in shops. Attempts that are rejected
 * before, such as those that lose a race for an order, are not counted.
 */
export interface PaymentLimits {
  /** @throws when the next attempt would exceed a limit. Counts nothing. */
  check(attempt: PaymentAttempt): Promise<void>;
  /** Counts an attempt that is about to reach the gateway. @throws when it exceeds a limit, as concurrent ones may. */
  count(attempt: PaymentAttempt): Promise<void>;
  countDecline(attempt: PaymentAttempt): Promise<void>;
}
