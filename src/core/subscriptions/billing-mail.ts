import { Invoice } from '#core/invoices/invoice.ts';
import { type MailBlock, MailDocument } from '#core/mails/mail-document.ts';
import { amountText, dateText, type MailLanguage } from '#core/mails/mail-language.ts';
import type { BillingMailPurpose } from '#core/mails/ports.ts';
import type { Mail } from '#core/shared/mail.ts';
import type { Shop } from '#core/shop/shop.ts';
import { de, en } from './billing-messages.ts';

const MESSAGES = { en, de } as const;

/** What a mail is about. */
export type MailedBilling =
  | Readonly<{ purpose: Exclude<BillingMailPurpose, 'trial_ending'>; invoice: Invoice & Readonly<{ number: string }> }>
  | Readonly<{ purpose: 'trial_ending'; plan: string; trialEnd: Date }>;

type Content = Readonly<{
  about: MailedBilling;
  to: string;
  shop: Pick<Shop, 'name' | 'logoUrl' | 'email' | 'timeZone'>;
  language: MailLanguage;
  /** The shop's page with the invoice or the subscription; undefined for no link. */
  link: string | undefined;
}>;

/** A mail about an invoice or a subscription. It contains nothing that its buyer has written. */
export const billingMail = ({ about, to, shop, language, link }: Content): Mail => {
  const { [about.purpose]: texts, contact } = MESSAGES[language];
  const { purpose } = about;
  const named = {
    shop: shop.name,
    invoice: purpose === 'trial_ending' ? '' : about.invoice.number,
    plan: purpose === 'trial_ending' ? about.plan : '',
    day: purpose === 'trial_ending' ? dateText(about.trialEnd, language, shop.timeZone) : '',
  };
  const blocks: MailBlock[] = [
    { kind: 'paragraph', text: texts.text(named) },
    ...(purpose === 'trial_ending' ? [] : [amountsOf({ purpose, invoice: about.invoice }, language)]),
    ...(link === undefined ? [] : [{ kind: 'link', text: texts.link, url: link } as const]),
    ...(shop.email === null ? [] : [{ kind: 'paragraph', text: contact(shop.email) } as const]),
  ];
  return MailDocument.toMail({ to, language, subject: texts.subject(named), sender: shop, blocks });
};

type Amounts = Readonly<{ purpose: Exclude<BillingMailPurpose, 'trial_ending'>; invoice: Invoice }>;

const amountsOf = ({ purpose, invoice }: Amounts, language: MailLanguage): MailBlock => {
  const messages = MESSAGES[language];
  const second =
    purpose === 'receipt'
      ? { label: messages.amountPaid, amount: invoice.amountPaid.add(invoice.amountOutOfBand) }
      : { label: messages.amountDue, amount: Invoice.amountDue(invoice) };
  const rows = [{ label: messages.total, amount: Invoice.total(invoice) }, second];
  return { kind: 'table', rows: rows.map(({ label, amount }) => ({ label, value: amountText(amount, language) })) };
};
