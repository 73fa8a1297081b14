import { Invoice } from '#core/invoices/invoice.ts';
import { type MailBlock, MailDocument, type TableRow } from '#core/mails/mail-document.ts';
import { amountText, dateText, type MailLanguage } from '#core/mails/mail-language.ts';
import { chargedContent } from '#core/orders/order-mail.ts';
import type { Mail } from '#core/shared/mail.ts';
import type { Shop } from '#core/shop/shop.ts';
import { Payable } from '../payable.ts';
import { PAYMENT_LINK_MESSAGES } from './payment-link-messages.ts';

type Content = Readonly<{
  payable: Payable;
  to: string;
  shop: Pick<Shop, 'name' | 'logoUrl' | 'email' | 'timeZone'>;
  language: MailLanguage;
  url: string;
}>;

/** The mail with a payment link. It contains what the shop has written, and nothing that the buyer has. */
export const paymentLinkMail = ({ payable, to, shop, language, url }: Content): Mail => {
  const messages = PAYMENT_LINK_MESSAGES[language];
  const number = payable.kind === 'order' ? String(payable.order.number) : (payable.invoice.number ?? '');
  const named = { number, shop: shop.name };
  const due: TableRow = {
    label: messages.due,
    value: amountText(Payable.amountDue(payable), language),
    isTotal: true,
  };
  const blocks: MailBlock[] = [
    { kind: 'paragraph', text: messages[payable.kind].text(named) },
    ...(payable.kind === 'order' ? chargedContent(payable.order, language) : invoiceContent(payable, language, shop)),
    { kind: 'table', rows: [due] },
    { kind: 'link', text: messages.pay, url },
    ...(shop.email === null ? [] : [{ kind: 'paragraph', text: messages.contact(shop.email) } as const]),
  ];
  return MailDocument.toMail({ to, language, subject: messages[payable.kind].subject(named), sender: shop, blocks });
};

const invoiceContent = (
  { invoice }: Extract<Payable, { kind: 'invoice' }>,
  language: MailLanguage,
  { timeZone }: Content['shop'],
): MailBlock[] => {
  const messages = PAYMENT_LINK_MESSAGES[language];
  const total: TableRow = { label: messages.total, value: amountText(Invoice.total(invoice), language) };
  const dueAt = invoice.dueAt && { label: messages.dueAt, value: dateText(invoice.dueAt, language, timeZone) };
  return [{ kind: 'table', rows: dueAt === null ? [total] : [total, dueAt] }];
};
