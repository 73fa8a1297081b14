import { hasProvedEmail } from '#core/access/proved-email.ts';
import { fileNameOf } from '#core/invoices/finalization.ts';
import { Invoice, type InvoiceId } from '#core/invoices/invoice.ts';
import { recipientOf } from '#core/invoices/steps/invoice-recipient.ts';
import type { RenderFile } from '#core/invoices/use-cases/render-file.ts';
import { pageLink } from '#core/mails/mail-document.ts';
import type { BillingMailPurpose, BillingMailRequest } from '#core/mails/ports.ts';
import type { PrepareMail } from '#core/mails/use-cases/send-mails.ts';
import { isBinding } from '#core/orders/binding-order.ts';
import type { Order } from '#core/orders/order.ts';
import { Id } from '#core/shared/id.ts';
import type { Attachment } from '#core/shared/mail.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { ShopQueries, ShopRulesQueries } from '#core/shop/ports.ts';
import { billingMail, type MailedBilling } from '../billing-mail.ts';
import type { SubscriptionsTx } from '../ports.ts';
import type { SubscriptionId } from '../subscription.ts';

type Deps = Readonly<{
  unitOfWork: UnitOfWork<SubscriptionsTx>;
  shop: ShopQueries;
  rules: ShopRulesQueries;
  renderFile: RenderFile;
}>;

type Found = Readonly<{
  about: MailedBilling;
  to: string;
  /** Who has subscribed or ordered, unless the recipient has proved the e-mail, or has a contract. */
  client: string | null;
}>;

/** Writes the mails about invoices and subscriptions, as they are when the mails are sent. */
export const makePrepareBillingMail =
  ({ unitOfWork, shop, rules, renderFile }: Deps): PrepareMail<BillingMailRequest> =>
  async ({ purpose, aboutId, client: requester }) => {
    const found = await unitOfWork.run(async (tx) => {
      if (Id.is('sub', aboutId)) return findTrial(tx, aboutId);
      return purpose === 'trial_ending' ? undefined : findInvoice(tx, aboutId, purpose);
    });
    if (found === undefined) return undefined;
    const [shown, { mail_language: language, billing_page_url: page }] = await Promise.all([shop.get(), rules.get()]);
    const parameter = Id.is('sub', aboutId) ? 'subscription' : 'invoice';
    const link = page === null ? undefined : pageLink(page, { [parameter]: aboutId });
    const { client, ...written } = found;
    const mail = billingMail({ ...written, shop: shown, language, link });
    const attachments = found.about.purpose === 'invoice' ? [await fileOf(found.about.invoice, renderFile)] : undefined;
    return { ...mail, ...(attachments && { attachments }), client: client === null ? null : (requester ?? client) };
  };

const fileOf = async (
  { id, number }: Readonly<{ id: InvoiceId; number: string }>,
  renderFile: RenderFile,
): Promise<Attachment> => ({
  filename: fileNameOf(number),
  contentType: 'application/pdf',
  content: await renderFile(id),
});

/** Nothing is sent to an erased buyer, and of a failed payment only while the invoice can be paid. */
const findInvoice = async (
  tx: SubscriptionsTx,
  id: InvoiceId,
  purpose: Exclude<BillingMailPurpose, 'trial_ending'>,
): Promise<Found | undefined> => {
  const invoice = await tx.invoices.find(id);
  if (invoice === undefined || invoice.number === null || invoice.eraseBuyerAt !== null) return undefined;
  if (purpose === 'payment_failed' && !Invoice.isPayable(invoice)) return undefined;
  const order = invoice.orderId === null ? undefined : await tx.orders.find(invoice.orderId);
  const user = invoice.userId === null ? undefined : await tx.users.find(invoice.userId);
  const to =
    purpose === 'invoice'
      ? await recipientOf(tx, invoice, order)
      : (order?.email ?? user?.email ?? (invoice.userId === null ? invoice.email : null));
  if (to === null) return undefined;
  const isKnown = hasProvedEmail(user, to) || (order !== undefined && isBinding(order));
  const client = isKnown ? null : await clientOfInvoice(tx, invoice, order);
  return { about: { purpose, invoice: { ...invoice, number: invoice.number } }, to, client };
};

const clientOfInvoice = async (
  tx: SubscriptionsTx,
  { subscriptionId }: Invoice,
  order: Order | undefined,
): Promise<string | null> => {
  if (subscriptionId === null) return order?.client ?? null;
  return (await tx.subscriptions.find(subscriptionId))?.client ?? null;
};

/** Nothing is sent once the trial has ended or was cancelled. */
const findTrial = async (tx: SubscriptionsTx, id: SubscriptionId): Promise<Found | undefined> => {
  const subscription = await tx.subscriptions.find(id);
  if (subscription?.status !== 'trialing' || subscription.trialEnd === null) return undefined;
  if (subscription.next === 'cancel') return undefined;
  const [plan, user] = [await tx.plans.find(subscription.plan.planId), await tx.users.find(subscription.userId)];
  if (plan === undefined || user === undefined) return undefined;
  const about = { purpose: 'trial_ending', plan: plan.name, trialEnd: subscription.trialEnd } as const;
  return { about, to: user.email, client: hasProvedEmail(user, user.email) ? null : subscription.client };
};
