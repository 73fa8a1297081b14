import type { MailLanguage } from '#core/mails/mail-language.ts';
import { Order } from '#core/orders/order.ts';
import { isSettled, owedOf } from '#core/orders/order-amounts.ts';
import { itemName, type OrderItem } from '#core/orders/order-item.ts';
import type { Address } from '#core/shared/address.ts';
import { alreadyExists, type DomainError, invalidState } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { Money } from '#core/shared/money.ts';
import type { InvoiceLine } from './document-parts.ts';
import type { NewInvoice, OrderAmounts } from './invoice.ts';
import { LINE_TEXTS } from './line-texts.ts';

/** What an invoice has from its order. */
type OrderCopy = Pick<NewInvoice, 'userId' | 'currency' | 'lines' | 'charges' | 'email' | 'billingAddress'>;

type Buyer = Readonly<{ email: string; addresses: readonly Address[] }>;

type Deps = Readonly<{
  user: Buyer | undefined;
  ids: IdGenerator /** Of the shop's documents. */;
  language: MailLanguage;
}>;

/** The order as an invoice: nothing is priced again, and shipping is a line. What the order leaves out is the user's. */
export const copyOfOrder = (order: Order, { user, ids, language }: Deps): OrderCopy => {
  const ordered = order.items.filter(({ quantity }) => quantity > 0);
  return {
    userId: order.userId,
    currency: order.currency,
    lines: [...ordered.map(itemLine), ...order.charges.shippingLines.map((line) => shippingLine(line, language))].map(
      (line) => ({
        id: ids.next('il'),
        ...line,
      }),
    ),
    charges: { ...order.charges, shippingLines: [], taxRounding: null },
    email: order.email ?? user?.email ?? null,
    billingAddress: order.billingAddress ?? order.shippingAddress ?? user?.addresses[0] ?? null,
  };
};

type CopiedLine = Omit<InvoiceLine, 'id'>;

const itemLine = (item: OrderItem): CopiedLine => ({
  description: itemName(item),
  quantity: item.quantity,
  unitPrice: item.unitPrice,
  period: null,
  discounts: item.discounts,
  tax: item.tax,
});

const shippingLine = (
  { name, price, discounts, tax }: Order['charges']['shippingLines'][number],
  language: MailLanguage,
): CopiedLine => ({
  description: LINE_TEXTS[language].shipping(name),
  quantity: 1,
  unitPrice: price,
  period: null,
  discounts,
  tax,
});

/** What is paid, refunded and due of an order. Nothing is due any more once it was paid in full, or cancelled. */
export const amountsOf = (order: Order): OrderAmounts => {
  const due = owedOf(order).subtract(Order.amountHeld(order));
  const isOwed = order.state.status !== 'cancelled' && !isSettled(order) && !due.isNegative;
  return {
    paid: order.amountPaid,
    refunded: order.amountRefunded,
    due: isOwed ? due : Money.ofMinor(0n, order.currency),
  };
};

/**
 * What the file of an order's invoice shows as paid before: what the order holds, and what was refunded of the invoiced
 * amount, which a credit note shows.
 */
export const prepaidOf = (order: Order): Money => {
  const { paid, refunded, due } = amountsOf(order);
  const held = paid.subtract(refunded);
  return held.add(Order.total(order).subtract(held).subtract(due).min(refunded));
};

/** @throws DomainError `invalid_state` for an order that is or is being cancelled, and for an erased buyer. */
export const requireBillable = ({ id, state, cancellingSince, isErased }: Order): void => {
  const refuse = (reason: string, status: string) =>
    invalidState(`The order ${id} ${reason}, so it cannot be invoiced.`, status);
  if (state.status === 'cancelled') throw refuse('is cancelled', 'cancelled');
  if (cancellingSince !== null) throw refuse('is being cancelled', 'cancelling');
  if (isErased) throw refuse('has no buyer any more: the personal data was erased', 'erased');
};

/** The order has another invoice that is not void. */
export const duplicateOrder = (): DomainError => alreadyExists('order_id', 'is of an order that has an invoice');
