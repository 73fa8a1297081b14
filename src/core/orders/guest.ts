import type { TokenHash } from '#core/access/bearer-tokens.ts';
import type { Actor } from '#core/shared/actor.ts';
import { type FieldError, invalid } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import type { RuleValues } from '#core/shop/rules.ts';

/** Who has placed an order without an account, from a page or an app. */
export type Guest = Readonly<{
  /** The hash of the order's secret, by which the guest opens it again. */
  secretHash: TokenHash;
}>;

/** Whose unpaid orders are counted: a customer's, or else those of guests with an e-mail. */
export type UnpaidBuyer = Readonly<{
  userId: Id<'usr'> | null;
  emailKey: string | null;
  /** A keyed digest of the client's network address. */
  client: string;
  /** A subscription that is not counted, since its goods change; null for none. */
  changed: Id<'sub'> | null;
}>;

/** Orders that are not paid in full: their number, and the quantity of tracked stock that they hold together. */
export type UnpaidOrders = Readonly<{ orders: number; stock: number }>;

const NONE: UnpaidOrders = { orders: 0, stock: 0 };

export const UnpaidOrders = {
  /** What a quote counts, which is about no other orders. */
  none: { ofBuyer: NONE, ofClient: NONE },
  sum: (one: UnpaidOrders, other: UnpaidOrders): UnpaidOrders => ({
    orders: one.orders + other.orders,
    stock: one.stock + other.stock,
  }),
};

/**
 * A subscription to goods counts as an order of what it holds, and also for its buyer of what its next periods take
 * while no invoice for as many was paid.
 */
export type UnpaidCounts = Readonly<{
  ofBuyer: UnpaidOrders;
  /** Only what is held, so that who subscribes does not keep others from ordering. */
  ofClient: UnpaidOrders;
  /** What the next periods of subscriptions from the client take besides. */
  toComeOfClient: UnpaidOrders;
}>;

/** What buyers may have without paying: a guest's e-mail, a customer, and all of them from a client address. */
export type UnpaidLimits = Readonly<Record<'perEmail' | 'perCustomer' | 'perClient', UnpaidOrders>>;

export const unpaidLimits = (rules: RuleValues): UnpaidLimits => ({
  perEmail: { orders: rules.max_unpaid_guest_orders_per_email, stock: rules.max_unpaid_guest_stock_per_email },
  perCustomer: { orders: rules.max_unpaid_orders_per_customer, stock: rules.max_unpaid_stock_per_customer },
  perClient: { orders: rules.max_unpaid_guest_orders_per_address, stock: rules.max_unpaid_guest_stock_per_address },
});

type Requested = Readonly<{ userId?: unknown; email?: string | null | undefined; isQuote: boolean }>;

/** Requires the e-mail of a guest, except for a quote, and no user. @throws DomainError `validation_failed`. */
export const requireGuestBuyer = ({ kind }: Actor, { userId, email, isQuote }: Requested): void => {
  if (kind !== 'publishable_key') return;
  const errors: FieldError[] = [];
  if (userId !== undefined && userId !== null) {
    errors.push({
      path: ['user_id'],
      code: 'any.unknown',
      message: 'must be omitted: guests order without an account',
    });
  }
  if (!isQuote && (email ?? null) === null) {
    errors.push({ path: ['email'], code: 'any.required', message: 'is required: the e-mail of the guest' });
  }
  if (errors.length > 0) throw invalid(errors);
};
