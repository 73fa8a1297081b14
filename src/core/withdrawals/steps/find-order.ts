import type { Order, OrderId } from '#core/orders/order.ts';
import { emailKey } from '#core/shared/mail.ts';
import type { WithdrawalsTx } from '../ports.ts';
import type { Withdrawal } from '../withdrawal.ts';

/** The order with the number that a buyer wrote. */
export const findNumbered = (tx: WithdrawalsTx, withdrawal: Withdrawal): Promise<OrderId | undefined> =>
  tx.orders.findByNumber(numberOf(withdrawal));

/** Buyers write `#1001` or `Nr. 1001`, too; no order has the number 0. */
const numberOf = ({ orderNumber }: Withdrawal): number => {
  const digits = /^\s*(?:#|№|no\.?|nr\.?)?\s*(\d{1,15})\s*$/i.exec(orderNumber)?.[1];
  return digits === undefined ? 0 : Number(digits);
};

/** The e-mail of an order or of its user, as it is stored, if a withdrawal names it in any spelling. */
export const emailOfBuyer = async (
  tx: WithdrawalsTx,
  { email, userId }: Pick<Order, 'email' | 'userId'>,
  withdrawal: Pick<Withdrawal, 'email'>,
): Promise<string | undefined> => {
  const user = userId === null ? undefined : await tx.users.find(userId);
  const key = emailKey(withdrawal.email);
  return [email, user?.email ?? null].find((stored) => stored !== null && emailKey(stored) === key) ?? undefined;
};
