import { type MailBlock, MailDocument, type TableRow } from '#core/mails/mail-document.ts';
import { amountText, type MailLanguage, percentText } from '#core/mails/mail-language.ts';
import type { OrderMailRequest } from '#core/mails/ports.ts';
import type { Mail } from '#core/shared/mail.ts';
import { Money } from '#core/shared/money.ts';
import { Rate } from '#core/shared/rate-limiter.ts';
import type { Shop } from '#core/shop/shop.ts';
import type { Order } from './order.ts';
import { type Charged, OrderSums } from './order-charges.ts';
import { itemName, type OrderItem, pricedItem } from './order-item.ts';
import { de, en, type OrderMessages } from './order-messages.ts';

const MESSAGES: Readonly<Record<MailLanguage, OrderMessages>> = { en, de };

type Content = Readonly<{
  request: Omit<OrderMailRequest, 'orderId'>;
  order: Order;
  to: string;
  shop: Pick<Shop, 'name' | 'logoUrl' | 'email' | 'withdrawalNotice'>;
  language: MailLanguage;
  /** The shop's page with the order; undefined for no link. */
  link: string | undefined;
  /** The page where the buyer withdraws from the order; undefined if they have no right to. */
  withdrawalLink: string | undefined;
}>;

/**
 * A mail about an order. It contains what the shop has written, such as the names of products, and nothing that the buyer
 * has: anybody may order with the e-mail of another.
 */
export const orderMail = ({ request, order, to, shop, language, link, withdrawalLink }: Content): Mail => {
  const messages = MESSAGES[language];
  const { subject, text } = messages[request.purpose];
  const named = { order: order.number, shop: shop.name };
  const blocks: MailBlock[] = [
    { kind: 'paragraph', text: text(named) },
    ...contentOf({ request, order, language }),
    ...(link === undefined ? [] : [{ kind: 'link', text: messages.showOrder, url: link } as const]),
    ...withdrawalOf(request, { language, withdrawalLink }),
    ...(shop.email === null ? [] : [{ kind: 'paragraph', text: messages.contact(shop.email) } as const]),
    ...noticeOf(request, shop),
  ];
  return MailDocument.toMail({ to, language, subject: subject(named), sender: shop, blocks });
};

/** What a buyer has who may withdraw: the law wants the function to be at hand throughout the period. */
const withdrawalOf = (
  { purpose }: Content['request'],
  { language, withdrawalLink: url }: Pick<Content, 'language' | 'withdrawalLink'>,
): MailBlock[] => {
  const isOffered = purpose === 'order_confirmation' || purpose === 'shipment';
  return isOffered && url !== undefined ? [{ kind: 'link', text: MESSAGES[language].withdraw, url }] : [];
};

/** The instruction on the right of withdrawal, in full: the law wants it on a durable medium. */
const noticeOf = ({ purpose }: Content['request'], { withdrawalNotice }: Content['shop']): MailBlock[] =>
  purpose === 'order_confirmation' && withdrawalNotice !== null ? [{ kind: 'text', text: withdrawalNotice }] : [];

const contentOf = ({ request, order, language }: Pick<Content, 'request' | 'order' | 'language'>): MailBlock[] => {
  switch (request.purpose) {
    case 'order_confirmation':
    case 'cancellation':
      return chargedContent(order, language);
    case 'shipment':
      return shipmentContent(order, request, language);
    case 'refund': {
      const refunded = Money.ofMinor(request.amount ?? 0n, order.currency);
      const value = amountText(refunded, language);
      return [{ kind: 'table', rows: [{ label: MESSAGES[language].refundedAmount, value }] }];
    }
  }
};

/** The items and what the order costs. */
export const chargedContent = (order: Order, language: MailLanguage): MailBlock[] => {
  const itemRows = order.items
    .filter(({ quantity }) => quantity > 0)
    .map((item) => ({ label: itemLabel(item, item.quantity), value: amountText(pricedItem(item).price, language) }));
  const { taxExemption } = order.charges;
  const text = MESSAGES[language].reverseCharge;
  const note = taxExemption === 'reverse_charge' ? [{ kind: 'paragraph', text } as const] : [];
  return [{ kind: 'table', rows: [...itemRows, ...sumRows(order, language)] }, ...note];
};

/** What an order or an invoice costs, from the subtotal to the total. */
export const sumRows = (order: Charged, language: MailLanguage): TableRow[] => {
  const messages = MESSAGES[language];
  const { shippingLines, discounts, pricesIncludeTax } = order.charges;
  const rowOf = (label: string, amount: Money): TableRow => ({ label, value: amountText(amount, language) });
  const discountAmounts = OrderSums.discounts(order);
  const taxText = pricesIncludeTax ? messages.includedTax : messages.addedTax;
  const taxRows = OrderSums.taxLines(order).map(({ name, rate, amount }) =>
    rowOf(taxText(`${name} ${percentText(Rate.toPercent(rate), language)}`), amount),
  );
  const total: TableRow = { ...rowOf(messages.total, OrderSums.of(order).total), isTotal: true };
  return [
    rowOf(messages.subtotal, OrderSums.of(order).subtotal),
    ...discounts.flatMap(({ name }, position) => {
      const amount = discountAmounts[position];
      return amount === undefined ? [] : [rowOf(name, amount.times(-1n))];
    }),
    ...shippingLines.map(({ name, price }) => rowOf(messages.shipping(name), price)),
    // a tax that is included is part of the total, and is named after it
    ...(pricesIncludeTax ? [total, ...taxRows] : [...taxRows, total]),
  ];
};

const shipmentContent = (
  { items, fulfillments }: Order,
  { reference }: Content['request'],
  language: MailLanguage,
): MailBlock[] => {
  const messages = MESSAGES[language];
  const sent = fulfillments.find(({ id }) => id === reference);
  const itemRows = (sent?.items ?? []).flatMap(({ itemId, quantity }) => {
    const item = items.find(({ id }) => id === itemId);
    return item === undefined ? [] : [{ label: itemLabel(item, quantity), value: '' }];
  });
  const tracking = [
    { label: messages.carrier, value: sent?.carrier ?? '' },
    { label: messages.trackingNumber, value: sent?.trackingNumber ?? '' },
  ].filter(({ value }) => value !== '');
  return [
    { kind: 'table', rows: itemRows },
    ...(tracking.length === 0 ? [] : [{ kind: 'table', rows: tracking } as const]),
  ];
};

/** Such as `2 × Linen shirt (size: M)`. */
export const itemLabel = (item: OrderItem, quantity: number): string => `${quantity} × ${itemName(item)}`;
