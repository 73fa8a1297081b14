import { Order } from '#core/orders/order.ts';
import { paymentChange } from '#core/orders/use-cases/record-payment.ts';
import type { Movement } from '#core/payments/ledger.ts';
import type { Charge } from '#core/payments/payment-gateway.ts';
import { Actor } from '#core/shared/actor.ts';
import { later, type OrderSimulation } from './order-simulation.ts';
import { PaymentRecord } from './payment-record.ts';
import type { Random } from './random.ts';

/** The outcome of a charge of a card. */
type CardResult = 'captured' | 'authorized' | Readonly<{ code: string; message: string }>;

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

/** How many attempts are declined, and whether the last one succeeds. */
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
export const payOrder = (simulation: OrderSimulation): Date | undefined => {
  const { record, random, isAtCounter, expiresAfter, until } = simulation;
  if (record.order.state.payment === 'paid') return record.order.createdAt;
  const { declines, succeeds } = isAtCounter ? { declines: 0, succeeds: true } : random.weighted(PAYING);
  // a short deadline makes people hurry
  const hurry = Math.min(expiresAfter, HALF_HOUR_MS) / HALF_HOUR_MS;
  let at = record.order.createdAt;
  for (let attempt = 0; attempt < declines + (succeeds ? 1 : 0); attempt += 1) {
    const begunAt = later(at, random.between(20_000, 200_000) * hurry);
    at = later(begunAt, random.between(300, 2_500) * hurry);
    const confirmedAt =
      !isAtCounter && random.chance(CONFIRMED) ? later(at, random.between(10_000, 90_000) * hurry) : undefined;
    if ((confirmedAt ?? at) >= until) return undefined;
    const result = attempt < declines ? random.weighted(DECLINES) : succeeding(random, isAtCounter);
    payOnce(simulation, { result, begunAt, at, confirmedAt });
    at = confirmedAt ?? at;
  }
  return at;
};

const succeeding = (random: Random, isAtCounter: boolean): CardResult =>
  !isAtCounter && random.chance(AUTHORIZED) ? 'authorized' : 'captured';

type Attempt = Readonly<{ result: CardResult; begunAt: Date; at: Date; confirmedAt: Date | undefined }>;

const payOnce = (simulation: OrderSimulation, { result, begunAt, at, confirmedAt }: Attempt): void => {
  const { record, buyer, isAtCounter, random } = simulation;
  const amount = Order.amountDue(record.order);
  const author = { actor: buyer, ids: record.ids };
  const payment = new PaymentRecord(author, {
    payableId: record.order.id,
    userId: record.order.userId,
    gateway: isAtCounter ? 'manual' : 'sandbox',
    captureMethod: result === 'authorized' ? 'manual' : 'automatic',
    amount,
    token: isAtCounter ? random.pick(['cash', 'cash', 'bank_transfer']) : tokenOf(result),
    at: begunAt,
  });
  record.payments.push(payment);
  const { id } = payment.payment;
  const reference = isAtCounter ? id : `sandbox_${id}`;
  if (confirmedAt !== undefined) {
    payment.end(author, id, { kind: 'requires_action', reference, redirectUrl: `https://bank.example/${id}` }, at);
    const gateway = { actor: Actor.system, ids: record.ids };
    follow(simulation, payment, payment.observe(gateway, chargeOf(payment, reference, result), confirmedAt));
    return;
  }
  const outcome =
    typeof result === 'string'
      ? ({ kind: result, reference } as const)
      : ({ kind: 'declined', reference, ...result } as const);
  follow(simulation, payment, payment.end(author, id, outcome, at));
};

const tokenOf = (result: CardResult): string => {
  if (typeof result === 'string') return 'tok_success';
  return result.code === 'insufficient_funds' ? 'tok_insufficient_funds' : 'tok_declined';
};

const chargeOf = ({ payment: { amount } }: PaymentRecord, reference: string, result: CardResult): Charge => {
  const zero = amount.subtract(amount);
  if (typeof result !== 'string') {
    return { reference, status: 'declined', captured: zero, refunded: zero, failure: result };
  }
  return { reference, status: result, captured: result === 'captured' ? amount : zero, refunded: zero };
};

/** What a payment means for its order. */
const follow = (simulation: OrderSimulation, payment: PaymentRecord, movement: Movement | undefined): void => {
  const { record, buyer, expiresAfter } = simulation;
  const { id: by, status, updatedAt: at } = payment.payment;
  const timing = { at, expiresAfter };
  if (movement !== undefined) {
    const { amount } = movement;
    record.change(buyer, paymentChange(record.order, { kind: 'paid', amount, by }, timing).change);
  } else if (status === 'authorized') {
    record.change(buyer, paymentChange(record.order, { kind: 'authorized', by }, timing).change);
  }
};

/** Captures what is authorized. */
export const captureOrder = (simulation: OrderSimulation, at: Date): void => {
  const { record } = simulation;
  const payment = record.payments.find(({ payment: { status } }) => status === 'authorized');
  if (payment === undefined) return;
  const author = { actor: Actor.system, ids: record.ids };
  const operation = payment.begin(author, { kind: 'capture', idempotency: null }, at);
  const movement = payment.end(author, operation.id, { kind: 'captured', isClosed: true }, later(at, 700));
  follow({ ...simulation, buyer: Actor.system }, payment, movement);
};
