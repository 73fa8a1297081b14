import type { PastUse } from '#adapters/postgres/seeding/history.ts';
import type { RefundedParts } from '#core/orders/fulfillment.ts';
import { Order } from '#core/orders/order.ts';
import { changeEntries, type OrderChange } from '#core/orders/steps/store-order.ts';
import { TimelineEntry } from '#core/orders/timeline-entry.ts';
import { paymentChange } from '#core/orders/use-cases/record-payment.ts';
import { applyOutcome, type Outcome } from '#core/payments/apply-outcome.ts';
import { Movement } from '#core/payments/ledger.ts';
import { Payment } from '#core/payments/payment.ts';
import { PaymentEntry } from '#core/payments/payment-entry.ts';
import { closeDispute, openDispute } from '#core/payments/payment-findings.ts';
import { PaymentOperation } from '#core/payments/payment-operation.ts';
import { begunOperation } from '#core/payments/steps/begin-operation.ts';
import { disputeRecord } from '#core/payments/steps/record-reversals.ts';
import type { Return } from '#core/returns/return.ts';
import { Actor } from '#core/shared/actor.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import type { Money } from '#core/shared/money.ts';
import { later } from './calendar.ts';
import type { GrowingPast } from './past.ts';

type Deps = Readonly<{ past: GrowingPast; ids: IdGenerator; expiresAfter: number }>;

/** What a gateway answers to a charge. */
export type ChargeResult = 'captured' | 'authorized' | Readonly<{ code: string; message: string }>;

type Charge = Readonly<{ gateway: string; token: string; result: ChargeResult; at: Date; answeredAt: Date }>;

/** What is refunded; all that is left without an amount. */
type Refund = Readonly<{ amount?: Money; reason: string | null; refunded?: RefundedParts; at: Date }>;

/** How long a call of a gateway takes. */
const LATENCY_MS = 900;

const momentAt = (at: Date) => ({ business: at, system: at });

/** An order of the past: each step adds the rows that the service would have written about it. */
export class PastOrder {
  order: Order;
  /** The last one. */
  payment: Payment | undefined;
  /** What the buyer sends back. */
  returned: Return | undefined;
  /** Who acts for the buyer. */
  readonly buyer: Actor;
  readonly #deps: Deps;

  constructor(order: Order, buyer: Actor, deps: Deps) {
    this.order = order;
    this.buyer = buyer;
    this.#deps = deps;
  }

  change(actor: Actor, change: OrderChange): void {
    this.order = change.after;
    this.#deps.past.orderEntries.push(...changeEntries({ actor, ids: this.#deps.ids }, change));
  }

  /** Records a step of a return, which changes nothing of the order itself. */
  note(after: Return): void {
    const { past, ids } = this.#deps;
    this.returned = after;
    const context = { ids, actor: Actor.system, order: this.order, at: after.updatedAt };
    past.orderEntries.push(TimelineEntry.of(context, `return_${after.status}`, { return_id: after.id }));
  }

  /** Charges all that is due. */
  charge({ gateway, token, result, at, answeredAt }: Charge): void {
    const { id: payableId, userId } = this.order;
    const id = this.#deps.ids.next('pay');
    const amount = Order.amountDue(this.order);
    const captureMethod = result === 'authorized' ? 'manual' : 'automatic';
    const fields = {
      id,
      payableId,
      userId,
      gateway,
      captureMethod,
      amount,
      token,
      returnUrl: null,
      metadata: {},
    } as const;
    this.#keepPayment();
    this.payment = Payment.begin({ ...fields, at: momentAt(at) });
    const operation = PaymentOperation.create({ id, paymentId: id, kind: 'authorize', amount, idempotency: null, at });
    const reference = this.#reference(id);
    const outcome =
      typeof result === 'string' ? { kind: result, reference } : { kind: 'declined', reference, ...result };
    this.#run(this.buyer, operation, outcome as Outcome, answeredAt);
  }

  /** Captures what is authorized. */
  capture(at: Date): void {
    if (this.payment?.status !== 'authorized') return;
    const operation = this.#begin({ kind: 'capture', idempotency: null }, at);
    this.#run(Actor.system, operation, { kind: 'captured', isClosed: true }, later(at, LATENCY_MS));
  }

  refund({ at, refunded, ...requested }: Refund): void {
    const operation = this.#begin({ kind: 'refund', ...requested, refunded: refunded ?? null, idempotency: null }, at);
    const outcome = { kind: 'refunded', reference: this.#reference(operation.id) } as const;
    this.#run(Actor.system, operation, outcome, later(at, LATENCY_MS));
  }

  /** Opens a dispute of all that is not refunded, or closes it. */
  dispute(step: 'opened' | 'won' | 'lost', at: Date): void {
    const { past, ids } = this.#deps;
    const before = this.#payment();
    const [found] = before.disputes;
    const amount = found?.amount ?? Payment.refundable(before);
    const reference = `sandbox_dispute_${before.id}`;
    const [status, closedAt] = step === 'opened' ? (['open', null] as const) : [step, at];
    const dispute = {
      reference,
      status,
      amount,
      reason: 'fraudulent',
      openedAt: found?.openedAt ?? at,
      closedAt,
    } as const;
    const after = (step === 'opened' ? openDispute : closeDispute)(before, dispute, momentAt(at));
    const { what, details, movements } = disputeRecord({ after, dispute, step, booked: found?.booked ?? amount }, ids);
    this.payment = after;
    past.paymentEntries.push(PaymentEntry.of({ ids, actor: Actor.system, paymentId: before.id, at }, what, details));
    for (const { kind, ...moved } of movements) past.movements.push(Movement.of(kind, after, moved));
    if (step === 'lost' && movements.length > 0) this.#follow(Actor.system, { kind: 'refunded', amount, items: null });
  }

  /** Adds the rows that later steps would have changed. */
  end(discountUses: readonly PastUse[]): void {
    const { past } = this.#deps;
    past.orders.push(this.order);
    // a cancelled order has returned them
    if (this.order.state.status !== 'cancelled') past.discountUses.push(...discountUses);
    if (this.returned !== undefined) past.returns.push(this.returned);
    this.#keepPayment();
  }

  #keepPayment(): void {
    if (this.payment !== undefined) this.#deps.past.payments.push(this.payment);
  }

  #payment(): Payment {
    if (this.payment === undefined) throw new TypeError(`${this.order.id} has no payment.`);
    return this.payment;
  }

  #reference(id: string): string {
    return this.payment?.gateway === 'manual' ? id : `sandbox_${id}`;
  }

  #begin(requested: Parameters<typeof begunOperation>[1], at: Date): PaymentOperation {
    const begun = begunOperation(this.#payment(), requested, { ids: this.#deps.ids, at: momentAt(at) });
    this.payment = begun.payment;
    return begun.operation;
  }

  /** Records an operation with its outcome, and what it means for the order. */
  #run(actor: Actor, requested: PaymentOperation, outcome: Outcome, at: Date): void {
    const { past, ids } = this.#deps;
    const applied = applyOutcome(this.#payment(), requested, outcome, momentAt(at));
    const { payment, operation, what, movement } = applied;
    const context = { ids, actor, paymentId: payment.id, at };
    this.payment = payment;
    past.operations.push(operation);
    past.paymentEntries.push(PaymentEntry.requested(context, requested));
    past.paymentEntries.push(PaymentEntry.of(context, what, PaymentEntry.outcomeDetails(operation)));
    if (payment.status === 'authorized') this.#follow(actor, { kind: 'authorized' });
    if (movement === undefined) return;
    const { kind, amount } = movement;
    past.movements.push(Movement.of(kind, payment, { id: operation.id, amount }));
    if (kind === 'capture') this.#follow(actor, { kind: 'paid', amount });
    else
      this.#follow(actor, { kind: 'refunded', amount, items: operation.refunded, refundId: operation.id as Id<'re'> });
  }

  #follow(actor: Actor, what: Parameters<typeof paymentChange>[1]): void {
    const { id: by, updatedAt: at } = this.#payment();
    const timing = { at, expiresAfter: this.#deps.expiresAfter };
    this.change(actor, paymentChange(this.order, { ...what, by }, timing).change);
  }
}
