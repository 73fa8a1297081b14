// Why: docs/decisions/0034-pricing-of-orders.md

import type { Cart } from './cart.ts';
import type { Quote } from './quote.ts';
import type { TaxRules } from './taxes.ts';

/**
 * Prices carts: tax, shipping and discounts. The order keeps what was quoted.
 *
 * A quote has no effect. It is computed outside of transactions, any number of times. After some seconds the caller stops
 * waiting, and rejects the order as `unavailable`.
 */
export interface OrderPricing {
  /**
   * Prices a cart. A code that does not apply is among `refusedCodes`; a chosen shipping method that does not apply
   * leaves `shippingLines` empty. `rules` are those of the shop, where the caller has read them already.
   */
  quote(cart: Cart, rules?: TaxRules): Promise<Quote>;
}
