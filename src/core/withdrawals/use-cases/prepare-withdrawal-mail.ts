import type { WithdrawalMailRequest } from '#core/mails/ports.ts';
import type { PrepareMail } from '#core/mails/use-cases/send-mails.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { ShopQueries, ShopRulesQueries } from '#core/shop/ports.ts';
import type { WithdrawalsTx } from '../ports.ts';
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
  async ({ purpose, withdrawalId }) => {
    const found = await unitOfWork.run(async (tx) => {
      const withdrawal = await tx.withdrawals.find(withdrawalId);
      if (withdrawal === undefined || withdrawal.isErased) return undefined;
      const order = withdrawal.orderId === null ? undefined : await tx.orders.find(withdrawal.orderId);
      const userId = order?.userId ?? null;
      const user = userId === null ? undefined : await tx.users.find(userId);
      return { withdrawal, order, accountEmail: user?.email ?? null };
    });
    if (found === undefined) return undefined;
    const { order, accountEmail } = found;
    const [shown, { mail_language: language }] = await Promise.all([shop.get(), rules.get()]);
    const link = order && withdrawalLink(order, accountEmail);
    return withdrawalMail({ ...found, purpose, shop: shown, language, link });
  };
