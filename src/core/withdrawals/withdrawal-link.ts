import { pageLink } from '#core/mails/mail-document.ts';
import type { Order } from '#core/orders/order.ts';
import type { OrderLinks } from '#core/orders/order-access.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import { refusalOf } from './contract.ts';

/** The page where the buyer of an order withdraws from it; undefined if they have no right to. */
export type WithdrawalLink = (order: Order) => string | undefined;

type Deps = Readonly<{ orderLinks: OrderLinks; systemClock: SystemClock; withdrawalPage: () => string }>;

export const makeWithdrawalLink =
  ({ orderLinks, systemClock, withdrawalPage }: Deps): WithdrawalLink =>
  (order) =>
    refusalOf(order) === undefined
      ? pageLink(withdrawalPage(), { token: orderLinks.sign(order.id, systemClock.now()) })
      : undefined;
