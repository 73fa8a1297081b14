import { type MailBlock, MailDocument } from '#core/mails/mail-document.ts';
import type { MailLanguage } from '#core/mails/mail-language.ts';
import { itemName, type OrderItem } from '#core/orders/order-item.ts';
import type { Mail } from '#core/shared/mail.ts';
import type { Shop } from '#core/shop/shop.ts';

type CartMessages = Readonly<{
  subject: (shop: string) => string;
  text: string;
  open: string;
  why: (contact: string | null) => string;
}>;

const MESSAGES: Readonly<Record<MailLanguage, CartMessages>> = {
  en: {
    subject: (shop) => `Your cart at ${shop}`,
    text: 'You have left these in your cart. They are not reserved:',
    open: 'Open the cart',
    why: (contact) =>
      'You get this mail because you have agreed to mails about offers. You can withdraw that in your account' +
      (contact === null ? '.' : `, or by a mail to ${contact}.`),
  },
  de: {
    subject: (shop) => `Ihr Warenkorb bei ${shop}`,
    text: 'Das liegt noch in Ihrem Warenkorb. Es ist nicht reserviert:',
    open: 'Warenkorb öffnen',
    why: (contact) =>
      'Sie erhalten diese Mail, weil Sie Mails über Angebote zugestimmt haben. Sie können das in Ihrem Konto widerrufen' +
      (contact === null ? '.' : `, oder mit einer Mail an ${contact}.`),
  },
};

type Content = Readonly<{
  items: readonly Pick<OrderItem, 'name' | 'options' | 'quantity'>[];
  to: string;
  shop: Pick<Shop, 'name' | 'logoUrl' | 'email'>;
  language: MailLanguage;
  url: string;
}>;

/** The mail that reminds a customer of a cart. */
export const cartMail = ({ items, to, shop, language, url }: Content): Mail => {
  const messages = MESSAGES[language];
  const blocks: MailBlock[] = [
    { kind: 'paragraph', text: messages.text },
    { kind: 'table', rows: items.map((item) => ({ label: itemName(item), value: `${item.quantity} ×` })) },
    { kind: 'link', text: messages.open, url },
    { kind: 'paragraph', text: messages.why(shop.email) },
  ];
  return MailDocument.toMail({ to, language, subject: messages.subject(shop.name), sender: shop, blocks });
};
