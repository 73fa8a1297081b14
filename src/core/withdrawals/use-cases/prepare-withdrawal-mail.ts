import { hasProvedEmail } from '#core/access/proved-email.ts';
import type { WithdrawalMailRequest } from '#core/mails/ports.ts';
import type { PrepareMail } from '#core/mails/use-cases/send-mails.ts';
import { isBinding } from '#core/orders/binding-order.ts';
import type { Order } from '#core/orders/order.ts';
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
}>;

/** Writes the mails about withdrawals, as they are when the mails are sent. */
export const makePrepareWithdrawalMail =
  ({ unitOfWork, shop, rules, withdrawalLink }: Deps): PrepareMail<WithdrawalMailRequest> =>
  async ({ purpose, withdrawalId, client }) => {
    const found = await unitOfWork.run(async (tx) => {
      const withdrawal = await tx.withdrawals.find(withdrawalId);
      if (withdrawal === undefined || withdrawal.isErased) return undefined;
      const order = withdrawal.orderId === null ? undefined : await tx.orders.find(withdrawal.orderId);
      const user = withdrawal.userId === null ? undefined : await tx.users.find(withdrawal.userId);
      const buyer = order?.userId == null ? undefined : await tx.users.find(order.userId);
      const stored = await storedEmail(tx, { withdrawal, order, user });
      return { withdrawal, order, user, accountEmail: buyer?.email ?? null, stored };
    });
    if (found === undefined) return undefined;
    const { order, withdrawal, user, accountEmail, stored } = found;
    const [shown, { mail_language: language }] = await Promise.all([shop.get(), rules.get()]);
    const isTo = (email: string | null | undefined) => email != null && emailKey(email) === emailKey(withdrawal.email);
    // a link opens the order: its e-mail may be another one since, and who has a former one must not follow it
    const link = order && stored && withdrawalLink(order, accountEmail);
    const to = stored ?? withdrawal.email;
    const mail = withdrawalMail({ to, order, withdrawal, purpose, shop: shown, language, link });
    if (client === null || hasProvedEmail(user, withdrawal.email)) return { ...mail, client: null };
    // what waits is sent within the hour that the limit needs: the law wants it without undue delay
    return order && isTo(order.email) && isBinding(order)
      ? { ...mail, client: null, contractId: order.id }
      : { ...mail, client };
  };

type Parties = Readonly<{
  withdrawal: Withdrawal;
  order: Order | undefined;
  user: Readonly<{ email: string }> | undefined;
}>;

/** The buyer's e-mail as it is stored, if the withdrawal names it: a stranger may have spelled it in another way. */
const storedEmail = async (tx: WithdrawalsTx, { withdrawal, order, user }: Parties): Promise<string | undefined> => {
  if (withdrawal.subscriptionId !== null && order === undefined) {
    return emailOfBuyer(tx, { email: user?.email ?? null, userId: null }, withdrawal);
  }
  const id = order === undefined ? await findNumbered(tx, withdrawal) : undefined;
  const named = order ?? (id && (await tx.orders.find(id)));
  return named && emailOfBuyer(tx, named, withdrawal);
};
