import type { PricedContents } from '#core/carts/price-contents.ts';
import type { Order } from '#core/orders/order.ts';
import type { PaymentLinkId } from '#core/payments/links/payment-link.ts';
import type { Payment } from '#core/payments/payment.ts';
import type { FieldError } from '#core/shared/domain-error.ts';
import type { Checkout, CheckoutStatus } from './checkout.ts';

/** A checkout as it is now: with prices before it has an order, and with the order afterwards. */
export type ShownCheckout = Readonly<{
  checkout: Checkout;
  status: CheckoutStatus;
  missing: readonly FieldError[];
  priced: PricedContents | undefined;
  order: Order | undefined;
  /** The payment whose outcome is not known, such as one that waits for its payer at a bank. */
  payment: Payment | undefined;
  /** The link by which its order can be paid; null also if the link was deactivated, or there is nothing left to pay. */
  paymentLinkId: PaymentLinkId | null;
}>;
