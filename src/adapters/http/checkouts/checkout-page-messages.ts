import type { MailLanguage } from '#core/mails/mail-language.ts';
import type { CheckoutMessages } from './checkout-texts.ts';
import { de } from './checkout-texts-de.ts';
import { en } from './checkout-texts-en.ts';

export const CHECKOUT_MESSAGES: Readonly<Record<MailLanguage, CheckoutMessages>> = { en, de };
