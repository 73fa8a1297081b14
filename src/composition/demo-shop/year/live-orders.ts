import { type FulfilledItem, itemsToFulfill } from '#core/orders/fulfillment.ts';
import { OrderChanges } from '#core/orders/order-changes.ts';
import { fulfillmentChange } from '#core/orders/use-cases/fulfill-order.ts';
import { Actor } from '#core/shared/actor.ts';
import { comeBack } from './come-back.ts';
import { cancelPaid, endUnpaid } from './end-orders.ts';
import { type Life, later, workTime } from './life.ts';
import { captureOrder, payOrder } from './pay-orders.ts';
import type { Random } from './random.ts';
import { refundOrder } from './refunds.ts';

/** How many orders are sent in two parts, of those with several items. */
const SPLIT = 0.06;

/** How many paid orders are cancelled before they are sent. */
const CANCELLED = 0.018;

/** Of how many orders with several items one is sold out after all, and refunded before the others are sent. */
const SOLD_OUT = 0.008;

/** Lets happen what happens to a placed order until the end of the past. */
export const liveOrder = (life: Life): void => {
  const { story, isAtCounter, random } = life;
  const stoppedAt = payOrder(life);
  if (stoppedAt === undefined) return;
  const { payment } = story.order.state;
  if (payment !== 'paid' && payment !== 'authorized') endUnpaid(life, stoppedAt);
  else if (isAtCounter) handOver(life, stoppedAt);
  else if (random.chance(CANCELLED)) cancelPaid(life, stoppedAt);
  else sendOrder(life);
};

/** At the counter the goods change hands at once. */
const handOver = (life: Life, paidAt: Date): void => {
  const at = later(paidAt, 30_000);
  if (at >= life.until) return;
  fulfill(life, { at, items: undefined, isShipped: false });
  comeBack(life, life.today);
};

const sendOrder = (life: Life): void => {
  const { story, random, today } = life;
  const work = workTime(life, today + random.weighted(DAYS_TO_SEND));
  if (work === undefined) return;
  captureOrder(life, work.at);
  if (story.order.items.length > 1 && random.chance(SOLD_OUT)) refundSoldOut(life, later(work.at, 60_000));
  const [first, ...others] = itemsToFulfill(story.order, undefined);
  const isSplit = first !== undefined && others.length > 0 && random.chance(SPLIT);
  fulfill(life, { at: later(work.at, 120_000), items: isSplit ? [first] : undefined, isShipped: true });
  const last = isSplit ? workTime(life, work.day + random.integer(2, 5)) : work;
  if (last === undefined) return;
  if (isSplit) fulfill(life, { at: last.at, items: undefined, isShipped: true });
  comeBack(life, last.day);
};

const refundSoldOut = (life: Life, at: Date): void => {
  const [item] = itemsToFulfill(life.story.order, undefined);
  if (item === undefined) return;
  const amount = OrderChanges.costOf(life.story.order, [item]);
  const refunded = { items: [item], isRestocked: false };
  if (amount.minor > 0n) refundOrder(life, { amount, reason: 'Sold out', refunded, at });
};

const DAYS_TO_SEND = [
  [62, 1],
  [28, 2],
  [10, 3],
] as const;

type Sending = Readonly<{ at: Date; items: readonly FulfilledItem[] | undefined; isShipped: boolean }>;

const fulfill = ({ story, random }: Life, { at, items, isShipped }: Sending): void => {
  const before = story.order;
  const tracking = isShipped ? trackingOf(random) : { trackingNumber: null, carrier: null };
  const sent = itemsToFulfill(before, items);
  const fulfillment = { id: story.ids.next('ful'), items: sent, ...tracking, createdAt: at };
  story.change(Actor.system, fulfillmentChange(before, fulfillment));
};

const trackingOf = (random: Random) => {
  const carrier = random.pick(['DHL', 'UPS', 'DPD']);
  const digits = String(random.integer(0, 999_999_999)).padStart(9, '0');
  return { trackingNumber: `${carrier}${random.integer(100, 999)}${digits}`, carrier };
};
