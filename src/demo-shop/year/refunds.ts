import type { RefundedItems } from '#core/orders/refunded-items.ts';
import { paymentChange } from '#core/orders/use-cases/record-payment.ts';
import type { Movement } from '#core/payments/ledger.ts';
import { Actor } from '#core/shared/actor.ts';
import { Id } from '#core/shared/id.ts';
import type { Money } from '#core/shared/money.ts';
import { later, type OrderSimulation } from './order-simulation.ts';
import type { PaymentRecord } from './payment-record.ts';

/** How long a call of a gateway takes. */
const LATENCY_MS = 900;

/** The payment of a paid order. */
const paymentOf = ({ record }: OrderSimulation): PaymentRecord | undefined =>
  record.payments.find(({ payment }) => payment.status === 'succeeded');

type Refund = Readonly<{
  /** All that is left if omitted. */
  amount?: Money;
  reason: string | null;
  refunded?: RefundedItems;
  at: Date;
}>;

/** Refunds what was paid for an order, or a part of it. */
export const refundOrder = (simulation: OrderSimulation, { at, refunded, ...requested }: Refund): void => {
  const payment = paymentOf(simulation);
  if (payment === undefined) return;
  const author = { actor: Actor.system, ids: simulation.record.ids };
  const request = { kind: 'refund', ...requested, refunded: refunded ?? null, idempotency: null } as const;
  const { id } = payment.begin(author, request, at);
  const reference = payment.payment.gateway === 'manual' ? id : `sandbox_${id}`;
  const movement = payment.end(author, id, { kind: 'refunded', reference }, later(at, LATENCY_MS));
  followRefund(simulation, movement, refunded);
};

/** Ends the authorization of an order that is cancelled. */
export const voidOrder = (simulation: OrderSimulation, at: Date): void => {
  const { record, expiresAfter } = simulation;
  const payment = record.payments.find(({ payment: { status } }) => status === 'authorized');
  if (payment === undefined) return;
  const author = { actor: Actor.system, ids: record.ids };
  const { id } = payment.begin(author, { kind: 'void', idempotency: null }, at);
  payment.end(author, id, { kind: 'voided' }, later(at, LATENCY_MS));
  const timing = { at: payment.payment.updatedAt, expiresAfter };
  record.change(Actor.system, paymentChange(record.order, { kind: 'voided', by: payment.payment.id }, timing).change);
};

/** What a refund or a lost dispute means for an order. */
const followRefund = (
  { record, expiresAfter }: OrderSimulation,
  movement: Movement | undefined,
  items: RefundedItems | null = null,
): void => {
  if (movement === undefined) return;
  const { id, amount, paymentId: by, at } = movement;
  const refundId = Id.is('re', id) ? id : null;
  const payment = { kind: 'refunded', amount, items, refundId, by } as const;
  record.change(Actor.system, paymentChange(record.order, payment, { at, expiresAfter }).change);
};

const DAY_MS = 86_400_000;

/** The bank of the buyer takes the money back; the shop wins a part of these disputes. */
export const disputeOrder = (simulation: OrderSimulation, openedAt: Date): void => {
  const { record, random, until } = simulation;
  const payment = paymentOf(simulation);
  if (payment === undefined || openedAt >= until) return;
  const author = { actor: Actor.system, ids: record.ids };
  payment.dispute(author, 'opened', openedAt);
  const closedAt = later(openedAt, random.between(5, 30) * DAY_MS);
  const step = random.chance(0.4) ? 'won' : 'lost';
  if (closedAt >= until) return;
  const movement = payment.dispute(author, step, closedAt);
  if (step === 'lost') followRefund(simulation, movement);
};
