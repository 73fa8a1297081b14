import type { RefundedItems } from '#core/orders/refunded-items.ts';
import { paymentChange } from '#core/orders/use-cases/record-payment.ts';
import type { Movement } from '#core/payments/ledger.ts';
import { Actor } from '#core/shared/actor.ts';
import { Id } from '#core/shared/id.ts';
import type { Money } from '#core/shared/money.ts';
import { type Life, later } from './life.ts';
import type { PaymentStory } from './payment-story.ts';

/** How long a gateway takes for an answer. */
const ANSWER_MS = 900;

/** The payment of a paid order. */
const paymentOf = ({ story }: Life): PaymentStory | undefined =>
  story.payments.find(({ payment }) => payment.status === 'succeeded');

type Refund = Readonly<{
  /** All that is left if omitted. */
  amount?: Money;
  reason: string | null;
  refunded?: RefundedItems;
  at: Date;
}>;

/** Refunds what was paid for an order, or a part of it. */
export const refundOrder = (life: Life, { at, refunded, ...requested }: Refund): void => {
  const payment = paymentOf(life);
  if (payment === undefined) return;
  const author = { actor: Actor.system, ids: life.story.ids };
  const request = { kind: 'refund', ...requested, refunded: refunded ?? null, idempotency: null } as const;
  const { id } = payment.begin(author, request, at);
  const reference = payment.payment.gateway === 'manual' ? id : `sandbox_${id}`;
  const movement = payment.end(author, id, { kind: 'refunded', reference }, later(at, ANSWER_MS));
  followRefund(life, movement, refunded);
};

/** Ends the authorization of an order that is cancelled. */
export const voidOrder = (life: Life, at: Date): void => {
  const { story, expiresAfter } = life;
  const payment = story.payments.find(({ payment: { status } }) => status === 'authorized');
  if (payment === undefined) return;
  const author = { actor: Actor.system, ids: story.ids };
  const { id } = payment.begin(author, { kind: 'void', idempotency: null }, at);
  payment.end(author, id, { kind: 'voided' }, later(at, ANSWER_MS));
  const timing = { at: payment.payment.updatedAt, expiresAfter };
  story.change(Actor.system, paymentChange(story.order, { kind: 'voided', by: payment.payment.id }, timing).change);
};

/** What a refund or a lost dispute means for an order. */
const followRefund = (
  { story, expiresAfter }: Life,
  movement: Movement | undefined,
  items: RefundedItems | null = null,
): void => {
  if (movement === undefined) return;
  const { id, amount, paymentId: by, at } = movement;
  const refundId = Id.is('re', id) ? id : null;
  const payment = { kind: 'refunded', amount, items, refundId, by } as const;
  story.change(Actor.system, paymentChange(story.order, payment, { at, expiresAfter }).change);
};

const DAY_MS = 86_400_000;

/** The bank of the buyer takes the money back; the shop wins a part of these disputes. */
export const disputeOrder = (life: Life, openedAt: Date): void => {
  const { story, random, until } = life;
  const payment = paymentOf(life);
  if (payment === undefined || openedAt >= until) return;
  const author = { actor: Actor.system, ids: story.ids };
  payment.dispute(author, 'opened', openedAt);
  const closedAt = later(openedAt, random.between(5, 30) * DAY_MS);
  const step = random.chance(0.4) ? 'won' : 'lost';
  if (closedAt >= until) return;
  const movement = payment.dispute(author, step, closedAt);
  if (step === 'lost') followRefund(life, movement);
};
