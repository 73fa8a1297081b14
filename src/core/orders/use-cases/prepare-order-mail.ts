import { hasProvedEmail } from '#core/access/proved-email.ts';
import { pageLink } from '#core/mails/mail-document.ts';
import type { OrderMailRequest } from '#core/mails/ports.ts';
import type { PrepareMail } from '#core/mails/use-cases/send-mails.ts';
import { Actor } from '#core/shared/actor.ts';
import type { BusinessClock, SystemClock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { ShopQueries, ShopRulesQueries } from '#core/shop/ports.ts';
import { isBinding } from '../binding-order.ts';
import { LinkedOrder } from '../linked-order.ts';
import type { Order, OrderId } from '../order.ts';
import type { OrderLinks } from '../order-access.ts';
import { orderMail } from '../order-mail.ts';
import type { OrdersTx } from '../ports.ts';
import { TimelineEntry } from '../timeline-entry.ts';

type Deps = Readonly<{
  unitOfWork: UnitOfWork<OrdersTx>;
  shop: ShopQueries;
  orderLinks: OrderLinks;
  clock: BusinessClock;
  ids: IdGenerator;
  systemClock: SystemClock;
  rules: ShopRulesQueries;
  /** The page where the buyer of an order withdraws from it; undefined if they have no right to. */
  withdrawalLink: (order: Order, accountEmail: string | null) => string | undefined;
}>;

/** Writes the mails about orders, from the order as it is when they are sent. */
export const makePrepareOrderMail =
  ({
    unitOfWork,
    shop,
    orderLinks,
    clock,
    ids,
    systemClock,
    rules,
    withdrawalLink,
  }: Deps): PrepareMail<OrderMailRequest> =>
  async (request) => {
    const found = await unitOfWork.run((tx) => findOrder(tx, request.orderId));
    if (found === undefined) return undefined;
    const { order, to, isProven, accountEmail } = found;
    // a confirmation after the cancellation would be misread
    if (request.purpose === 'order_confirmation' && order.state.status === 'cancelled') return undefined;
    const [shown, { mail_language: language, order_page_url: page }] = await Promise.all([shop.get(), rules.get()]);
    const token = orderLinks.sign(LinkedOrder.of(order, accountEmail), systemClock.now());
    const link = page === null ? undefined : pageLink(page, { order: order.id, token });
    const links = { link, withdrawalLink: withdrawalLink(order, accountEmail) };
    const mail = orderMail({ request, order, to, shop: shown, language, ...links });
    // who pays is no nuisance, and has a contract that the shop must confirm
    const client = isProven || isBinding(order) ? null : request.client;
    if (request.purpose !== 'cancellation') return { ...mail, client };
    const leaveOut = () => unitOfWork.run((tx) => noteLeftOut(tx, { order, ids, at: clock.now() }));
    return { ...mail, client, leaveOut };
  };

/** The order, its recipient, the order's e-mail or else the user's, and the user's. */
type Addressed = Readonly<{ order: Order; to: string; accountEmail: string | null; isProven: boolean }>;

const findOrder = async (tx: OrdersTx, id: OrderId): Promise<Addressed | undefined> => {
  const order = await tx.orders.find(id);
  if (order === undefined || order.isErased) return undefined;
  const user = order.userId === null ? undefined : await tx.users.find(order.userId);
  const accountEmail = user?.email ?? null;
  const to = order.email ?? accountEmail;
  return to === null ? undefined : { order, to, accountEmail, isProven: hasProvedEmail(user, to) };
};

/** Nobody needs to be told twice that nothing is owed: the mail that cancels what was not paid is not sent later. */
const noteLeftOut = (
  tx: OrdersTx,
  { order, ids, at }: Readonly<{ order: Order; ids: IdGenerator; at: Date }>,
): Promise<void> => tx.orders.note(TimelineEntry.of({ ids, actor: Actor.system, order, at }, 'mail_left_out'));
