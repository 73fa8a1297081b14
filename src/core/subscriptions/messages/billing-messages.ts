import type { BillingMailPurpose } from '#core/mails/mail-request.ts';

/** What a text names: the invoice's number or the plan's name, the day on which a trial ends, and the shop's name. */
type Named = Readonly<{ invoice: string; plan: string; day: string; shop: string }>;

type PurposeMessages = Readonly<{
  subject: (named: Named) => string;
  text: (named: Named) => string;
  /** The text of the link. */
  link: string;
}>;

/** The texts of mails about invoices and subscriptions in one language. */
export type BillingMessages = Readonly<Record<BillingMailPurpose, PurposeMessages>> &
  Readonly<{
    total: string;
    amountPaid: string;
    amountDue: string;
    contact: (email: string) => string;
  }>;
