import { pageLink } from '#core/mails/mail-document.ts';
import { LinkedOrder } from '#core/orders/linked-order.ts';
import type { Order } from '#core/orders/order.ts';
import type { OrderLinks } from '#core/orders/order-access.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import { refusalOf } from './contract.ts';

/**
 * The page where the buyer of an order withdraws from it; undefined if they have no right to.
 * @param accountEmail The e-mail of the order's user, if it has one.
 */
export type WithdrawalLink = (order: Order, accountEmail: string | null) => string | undefined;

type Deps = Readonly<{ orderLinks: OrderLinks; systemClock: SystemClock; withdrawalPage: () => string }>;

export const makeWithdrawalLink =
  ({ orderLinks, systemClock, withdrawalPage }: Deps): WithdrawalLink =>
  (order, accountEmail) =>
    refusalOf(order) === undefined
      ? pageLink(withdrawalPage(), { token: orderLinks.sign(LinkedOrder.of(order, accountEmail), systemClock.now()) })
      : undefined;
