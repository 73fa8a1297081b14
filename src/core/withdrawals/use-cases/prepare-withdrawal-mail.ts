import { hasProvedEmail } from '#core/access/proved-email.ts';
import type { WithdrawalMailRequest } from '#core/mails/ports.ts';
import type { PreparedMail, PrepareMail } from '#core/mails/use-cases/send-mails.ts';
import { isBinding } from '#core/orders/binding-order.ts';
import type { Order } from '#core/orders/order.ts';
import type { Id } from '#core/shared/id.ts';
import type { Log } from '#core/shared/log.ts';
import { emailKey } from '#core/shared/mail.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { ShopQueries, ShopRulesQueries } from '#core/shop/ports.ts';
import type { WithdrawalsTx } from '../ports.ts';
import { emailOfBuyer, findNumbered } from '../steps/find-order.ts';
import type { Withdrawal } from '../withdrawal.ts';
import type { WithdrawalLink } from '../withdrawal-link.ts';
import { withdrawalMail } from '../withdrawal-mail.ts';

type Deps = Readonly<{
  unitOfWork: UnitOfWork<WithdrawalsTx>;
  shop: ShopQueries;
  rules: ShopRulesQueries;
  withdrawalLink: WithdrawalLink;
  log: Log;
}>;

/** Writes the mails about withdrawals, as they are when the mails are sent. */
export const makePrepareWithdrawalMail =
  (deps: Deps): PrepareMail<WithdrawalMailRequest> =>
  async (request) => {
    const parties = await deps.unitOfWork.run((tx) => findParties(tx, request));
    if (parties === undefined) return undefined;
    const { withdrawal, order, accountEmail, stored } = parties;
    const [shop, { mail_language: language }] = await Promise.all([deps.shop.get(), deps.rules.get()]);
    // a link opens the order: its e-mail may be another one since, and who has a former one must not follow it
    const link = order && stored && deps.withdrawalLink(order, accountEmail);
    const to = stored ?? withdrawal.email;
    const mail = withdrawalMail({ to, order, withdrawal, purpose: request.purpose, shop, language, link });
    return { ...mail, ...limitOf(deps, { request, to, ...parties }) };
  };

type Parties = Readonly<{
  withdrawal: Withdrawal;
  /** The order that it is from, once it is matched. */
  order: Order | undefined;
  user: Readonly<{ email: string; emailVerifiedAt: Date | null }> | undefined;
  /** That of the order's user. */
  accountEmail: string | null;
  /** The buyer's e-mail as it is stored, if the withdrawal names it: a stranger may have spelled it in another way. */
  stored: string | undefined;
  /** The order or subscription that it names, if it has the withdrawal's e-mail and is paid for. */
  paidContract: string | undefined;
}>;

const findParties = async (
  tx: WithdrawalsTx,
  { withdrawalId }: WithdrawalMailRequest,
): Promise<Parties | undefined> => {
  const withdrawal = await tx.withdrawals.find(withdrawalId);
  if (withdrawal === undefined || withdrawal.isErased) return undefined;
  const { orderId, userId, subscriptionId } = withdrawal;
  const order = orderId === null ? undefined : await tx.orders.find(orderId);
  const user = userId === null ? undefined : await tx.users.find(userId);
  const buyer = order?.userId == null ? undefined : await tx.users.find(order.userId);
  const found = { withdrawal, order, user, accountEmail: buyer?.email ?? null };
  if (subscriptionId !== null && order === undefined) {
    const stored = await emailOfBuyer(tx, { email: user?.email ?? null, userId: null }, withdrawal);
    const isPaid = stored !== undefined && (await hasPaidSubscription(tx, subscriptionId));
    return { ...found, stored, paidContract: isPaid ? subscriptionId : undefined };
  }
  const id = order === undefined ? await findNumbered(tx, withdrawal) : undefined;
  const named = order ?? (id && (await tx.orders.find(id)));
  const isTo = named?.email != null && emailKey(named.email) === emailKey(withdrawal.email);
  const paidContract = isTo && isBinding(named) ? named.id : undefined;
  return { ...found, stored: named && (await emailOfBuyer(tx, named, withdrawal)), paidContract };
};

const hasPaidSubscription = async (tx: WithdrawalsTx, id: Id<'sub'>): Promise<boolean> => {
  const invoiceId = (await tx.subscriptions.find(id))?.latestInvoiceId;
  const invoice = invoiceId == null ? undefined : await tx.invoices.find(invoiceId);
  return invoice !== undefined && invoice.amountPaid.minor > 0n;
};

type Limited = Parties & Readonly<{ request: WithdrawalMailRequest; to: string }>;

/** What the mail counts for, and whether it is left out beyond the limit. */
const limitOf = (deps: Deps, limited: Limited): Pick<PreparedMail, 'client' | 'counted' | 'leaveOut'> => {
  const { request, withdrawal, paidContract, user, stored, to } = limited;
  const isOwn = withdrawal.isVerified && stored !== undefined;
  if (request.client === null || (isOwn && hasProvedEmail(user, withdrawal.email))) return { client: null };
  const beyond = isOwed(limited) ? {} : leaveOut(deps, request);
  if (paidContract !== undefined) {
    return { client: null, counted: { recipient: paidContract, budget: isOwn ? 'contract' : 'statement' }, ...beyond };
  }
  const { client } = request;
  return isOwn ? { client, ...beyond } : { client, counted: { recipient: to, budget: 'statement' }, ...beyond };
};

/** Whether the mail waits for the limit: the law wants an acknowledgement for a buyer, not for who names no order. */
const isOwed = ({ withdrawal, order, stored }: Limited): boolean =>
  withdrawal.isVerified || order !== undefined || stored !== undefined;

const leaveOut = (
  { log }: Deps,
  { purpose, withdrawalId }: WithdrawalMailRequest,
): Required<Pick<PreparedMail, 'leaveOut'>> => ({
  leaveOut: async () => {
    const fields = { purpose, resource_id: withdrawalId };
    log.warn(fields, 'a mail about a withdrawal is left out: there were too many for its limit');
  },
});
