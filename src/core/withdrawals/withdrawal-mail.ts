import { type MailBlock, MailDocument, type TableRow } from '#core/mails/mail-document.ts';
import { dateText, type MailLanguage, timeText } from '#core/mails/mail-language.ts';
import type { WithdrawalMailPurpose } from '#core/mails/ports.ts';
import type { FulfilledItem } from '#core/orders/fulfillment.ts';
import type { Order } from '#core/orders/order.ts';
import { itemName } from '#core/orders/order-item.ts';
import type { Mail } from '#core/shared/mail.ts';
import type { Shop } from '#core/shop/shop.ts';
import type { Withdrawal } from './withdrawal.ts';
import { WITHDRAWAL_MESSAGES, type WithdrawalMessages } from './withdrawal-messages.ts';

type Content = Readonly<{
  /** The recipient. */
  to: string;
  purpose: WithdrawalMailPurpose;
  withdrawal: Withdrawal;
  /** Undefined unless the buyer is known to be the order's. */
  order: Order | undefined;
  shop: Pick<Shop, 'name' | 'logoUrl' | 'email' | 'timeZone'>;
  language: MailLanguage;
  /** The page where the buyer of the order declares a withdrawal. */
  link: string | undefined;
}>;

const MS_PER_DAY = 24 * 3_600_000;

/**
 * A mail about a withdrawal, with the statement as it was received and its time: a durable medium.
 */
export const withdrawalMail = ({ to, purpose, withdrawal, order, shop, language, link }: Content): Mail => {
  const messages = WITHDRAWAL_MESSAGES[language];
  const at = timeText(withdrawal.createdAt, language, shop.timeZone);
  const named = { order: unlinked(withdrawal.orderNumber), shop: shop.name, at };
  const { subject, text } = messages[purpose];
  const blocks: MailBlock[] = [
    { kind: 'paragraph', text: text(named) },
    ...outcome({ purpose, withdrawal, order, shop, language }),
    paragraph(`${messages.statement}:`),
    { kind: 'table', rows: statementRows({ withdrawal, order, messages, at }) },
    ...(purpose === 'withdrawal_unverified' && link !== undefined
      ? [{ kind: 'link', text: messages.confirm, url: link } as const]
      : []),
    ...(shop.email === null ? [] : [paragraph(messages.contact(shop.email))]),
  ];
  return MailDocument.toMail({ to, language, subject: subject(named), sender: shop, blocks });
};

const paragraph = (text: string): MailBlock => ({ kind: 'paragraph', text });

type Stated = Readonly<{ withdrawal: Withdrawal; order: Order | undefined; messages: WithdrawalMessages; at: string }>;

const statementRows = ({ withdrawal, order, messages, at }: Stated): TableRow[] => {
  const { items, note } = withdrawal;
  const stated = items === null ? (note === null ? messages.wholeOrder : '') : itemsText(order, items);
  return [
    { label: messages.name, value: unlinked(withdrawal.name) },
    { label: messages.order, value: unlinked(withdrawal.orderNumber) },
    { label: messages.email, value: withdrawal.email },
    ...(stated === '' ? [] : [{ label: messages.scope, value: stated }]),
    ...(note === null ? [] : [{ label: messages.part, value: unlinked(note) }]),
    { label: messages.receivedAt, value: at },
  ];
};

/** What anybody may have written, with a zero-width space after each full stop, so that no program takes it for a link. */
const unlinked = (text: string): string => text.replaceAll(/[.．。｡](?=\S)/g, '$&\u200b');

/** Such as `2 × Linen shirt (size: M), 1 × Hat`. */
const itemsText = (order: Order | undefined, items: readonly FulfilledItem[]): string =>
  items
    .flatMap(({ itemId, quantity }) => {
      const item = order?.items.find(({ id }) => id === itemId);
      return item === undefined ? [] : [`${quantity} × ${itemName(item)}`];
    })
    .join(', ');

/** What follows from the withdrawal, or why nothing does. */
const outcome = ({ purpose, withdrawal, order, shop, language }: Omit<Content, 'to' | 'link'>): MailBlock[] => {
  const messages = WITHDRAWAL_MESSAGES[language];
  if (purpose === 'withdrawal_rejected') {
    const reason = withdrawal.reason === null ? undefined : messages.reasons[withdrawal.reason];
    return reason === undefined ? [] : [paragraph(reason)];
  }
  if (purpose !== 'withdrawal_accepted') return [];
  const { acceptedItems: items, refundBy, returnId, subscriptionId, createdAt } = withdrawal;
  // the end is the midnight after the last day
  const lastDay = new Date((refundBy ?? createdAt).getTime() - MS_PER_DAY / 2);
  const accepted = itemsText(order, items ?? []);
  const { returnCosts } = order?.withdrawalTerms ?? { returnCosts: 'buyer' };
  return [
    ...(accepted === '' ? [] : [{ kind: 'table', rows: [{ label: messages.scope, value: accepted }] } as const]),
    ...(subscriptionId === null ? [] : [paragraph(messages.subscriptionEnded)]),
    ...(returnId === null ? [] : [paragraph(`${messages.sendBack[returnCosts]} ${messages.sendBackUntil}`)]),
    ...(returnId === null && accepted !== '' ? [paragraph(messages.cancelled)] : []),
    paragraph(messages.refundBy(dateText(lastDay, language, shop.timeZone))),
  ];
};
