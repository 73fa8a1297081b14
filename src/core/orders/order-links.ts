import type { OrderId } from './order.ts';

/** How long the link of a mail opens its order. */
export const ORDER_LINK_LIFETIME_MS = 30 * 24 * 3_600_000;

/**
 * Signs tokens that open one order for reading, for the links in mails. They are made when a mail is sent, and stored
 * nowhere.
 */
export interface OrderLinks {
  /** A token that is valid for `ORDER_LINK_LIFETIME_MS`. */
  sign(id: OrderId, at: Date): string;
  /** The order of a token that is valid at a time; undefined for any other text. */
  verify(token: string, at: Date): OrderId | undefined;
}
