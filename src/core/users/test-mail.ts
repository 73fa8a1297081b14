import { MailDocument } from '#core/mails/mail-document.ts';
import type { MailLanguage } from '#core/mails/mail-language.ts';
import type { Mail } from '#core/shared/mail.ts';
import type { Shop } from '#core/shop/shop.ts';

type Messages = Readonly<Record<'subject' | 'text', (shop: string) => string>>;

const MESSAGES: Readonly<Record<MailLanguage, Messages>> = {
  en: {
    subject: (shop) => `A test mail of ${shop}`,
    text: (shop) => `${shop} can send mails: this one was requested in its settings.`,
  },
  de: {
    subject: (shop) => `Eine Testmail von ${shop}`,
    text: (shop) => `${shop} kann Mails versenden: Diese wurde in den Einstellungen angefordert.`,
  },
};

/** The mail by which staff sees whether mails arrive, and how the shop looks in them. */
export const testMail = (
  to: string,
  { shop, language }: Readonly<{ shop: Pick<Shop, 'name' | 'logoUrl'>; language: MailLanguage }>,
): Mail => {
  const { subject, text } = MESSAGES[language];
  return MailDocument.toMail({
    ...{ to, language, subject: subject(shop.name), sender: shop },
    blocks: [{ kind: 'paragraph', text: text(shop.name) }],
  });
};
