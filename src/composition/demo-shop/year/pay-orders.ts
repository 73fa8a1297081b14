import { Order } from '#core/orders/order.ts';
import { paymentChange } from '#core/orders/use-cases/record-payment.ts';
import type { Movement } from '#core/payments/ledger.ts';
import type { Charge } from '#core/payments/payment-gateway.ts';
import { Actor } from '#core/shared/actor.ts';
import { type Life, later } from './life.ts';
import { PaymentStory } from './payment-story.ts';
import type { Random } from './random.ts';

/** What a gateway says about a card. */
type Answer = 'captured' | 'authorized' | Readonly<{ code: string; message: string }>;

const AUTHENTICATION_FAILED = { code: 'authentication_failed', message: 'The payer did not approve the payment.' };

const DECLINES = [
  [42, { code: 'insufficient_funds', message: 'The card has insufficient funds.' }],
  [33, { code: 'generic_decline', message: 'The card was declined.' }],
  [15, AUTHENTICATION_FAILED],
  [10, { code: 'expired_card', message: 'The card has expired.' }],
] as const;

/** Of cards, those whose bank asks the payer to confirm. */
const CONFIRMED = 0.08;

/** How many buyers pay later, by an authorization that is captured when the goods are sent. */
const AUTHORIZED = 0.06;

const HALF_HOUR_MS = 1_800_000;

/** What a buyer does about the payment. */
type Paying = Readonly<{ declines: number; succeeds: boolean }>;

const PAYING: readonly (readonly [number, Paying])[] = [
  [904, { declines: 0, succeeds: true }],
  [38, { declines: 1, succeeds: true }],
  [8, { declines: 2, succeeds: true }],
  [14, { declines: 1, succeeds: false }],
  [6, { declines: 2, succeeds: false }],
  [30, { declines: 0, succeeds: false }],
];

/** Pays an order, or tries to. @returns when its buyer stopped; undefined if the past ended before. */
export const payOrder = (life: Life): Date | undefined => {
  const { story, random, isAtCounter, expiresAfter, until } = life;
  if (story.order.state.payment === 'paid') return story.order.createdAt;
  const { declines, succeeds } = isAtCounter ? { declines: 0, succeeds: true } : random.weighted(PAYING);
  // a short deadline makes people hurry
  const hurry = Math.min(expiresAfter, HALF_HOUR_MS) / HALF_HOUR_MS;
  let at = story.order.createdAt;
  for (let attempt = 0; attempt < declines + (succeeds ? 1 : 0); attempt += 1) {
    const begunAt = later(at, random.between(20_000, 200_000) * hurry);
    at = later(begunAt, random.between(300, 2_500) * hurry);
    const confirmedAt =
      !isAtCounter && random.chance(CONFIRMED) ? later(at, random.between(10_000, 90_000) * hurry) : undefined;
    if ((confirmedAt ?? at) >= until) return undefined;
    const answer = attempt < declines ? random.weighted(DECLINES) : succeeding(random, isAtCounter);
    payOnce(life, { answer, begunAt, at, confirmedAt });
    at = confirmedAt ?? at;
  }
  return at;
};

const succeeding = (random: Random, isAtCounter: boolean): Answer =>
  !isAtCounter && random.chance(AUTHORIZED) ? 'authorized' : 'captured';

type Attempt = Readonly<{ answer: Answer; begunAt: Date; at: Date; confirmedAt: Date | undefined }>;

const payOnce = (life: Life, { answer, begunAt, at, confirmedAt }: Attempt): void => {
  const { story, buyer, isAtCounter, random } = life;
  const amount = Order.amountDue(story.order);
  const author = { actor: buyer, ids: story.ids };
  const payment = new PaymentStory(author, {
    payableId: story.order.id,
    userId: story.order.userId,
    gateway: isAtCounter ? 'manual' : 'sandbox',
    captureMethod: answer === 'authorized' ? 'manual' : 'automatic',
    amount,
    token: isAtCounter ? random.pick(['cash', 'cash', 'bank_transfer']) : tokenOf(answer),
    at: begunAt,
  });
  story.payments.push(payment);
  const { id } = payment.payment;
  const reference = isAtCounter ? id : `sandbox_${id}`;
  if (confirmedAt !== undefined) {
    payment.end(author, id, { kind: 'requires_action', reference, redirectUrl: `https://bank.example/${id}` }, at);
    const gateway = { actor: Actor.system, ids: story.ids };
    follow(life, payment, payment.observe(gateway, chargeOf(payment, reference, answer), confirmedAt));
    return;
  }
  const outcome =
    typeof answer === 'string'
      ? ({ kind: answer, reference } as const)
      : ({ kind: 'declined', reference, ...answer } as const);
  follow(life, payment, payment.end(author, id, outcome, at));
};

const tokenOf = (answer: Answer): string => {
  if (typeof answer === 'string') return 'tok_success';
  return answer.code === 'insufficient_funds' ? 'tok_insufficient_funds' : 'tok_declined';
};

const chargeOf = ({ payment: { amount } }: PaymentStory, reference: string, answer: Answer): Charge => {
  const zero = amount.subtract(amount);
  if (typeof answer !== 'string') {
    return { reference, status: 'declined', captured: zero, refunded: zero, failure: answer };
  }
  return { reference, status: answer, captured: answer === 'captured' ? amount : zero, refunded: zero };
};

/** What a payment means for its order. */
const follow = (life: Life, payment: PaymentStory, movement: Movement | undefined): void => {
  const { story, buyer, expiresAfter } = life;
  const { id: by, status, updatedAt: at } = payment.payment;
  const timing = { at, expiresAfter };
  if (movement !== undefined) {
    const { amount } = movement;
    story.change(buyer, paymentChange(story.order, { kind: 'paid', amount, by }, timing).change);
  } else if (status === 'authorized') {
    story.change(buyer, paymentChange(story.order, { kind: 'authorized', by }, timing).change);
  }
};

/** Captures what is authorized. */
export const captureOrder = (life: Life, at: Date): void => {
  const { story } = life;
  const payment = story.payments.find(({ payment: { status } }) => status === 'authorized');
  if (payment === undefined) return;
  const author = { actor: Actor.system, ids: story.ids };
  const operation = payment.begin(author, { kind: 'capture', idempotency: null }, at);
  const movement = payment.end(author, operation.id, { kind: 'captured', isClosed: true }, later(at, 700));
  follow({ ...life, buyer: Actor.system }, payment, movement);
};
