import { type AppliedOutcome, applyOutcome, authorized, type Outcome } from '#core/payments/apply-outcome.ts';
import { Movement } from '#core/payments/ledger.ts';
import type { PayableId } from '#core/payments/payable-id.ts';
import { type CaptureMethod, Payment } from '#core/payments/payment.ts';
import { PaymentEntry } from '#core/payments/payment-entry.ts';
import type { Charge } from '#core/payments/payment-gateway.ts';
import { PaymentOperation } from '#core/payments/payment-operation.ts';
import { closeDispute, openDispute } from '#core/payments/reversals.ts';
import { begunOperation } from '#core/payments/use-cases/begin-operation.ts';
import { disputeRecord } from '#core/payments/use-cases/record-reversals.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Moment } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Money } from '#core/shared/money.ts';
import type { GrowingPast } from './past.ts';

type Author = Readonly<{ actor: Actor; ids: IdGenerator }>;

type NewPayment = Readonly<{
  payableId: PayableId;
  userId: Payment['userId'];
  gateway: string;
  captureMethod: CaptureMethod;
  amount: Money;
  token: string;
  at: Date;
}>;

type Requested = Parameters<typeof begunOperation>[1];

const momentAt = (at: Date): Moment => ({ business: at, system: at });

/** A simulated payment with the rows that the service would have written about it. */
export class PaymentRecord {
  payment: Payment;
  readonly #operations = new Map<PaymentOperation['id'], PaymentOperation>();
  readonly #entries: PaymentEntry[] = [];
  readonly #movements: Movement[] = [];

  constructor({ actor, ids }: Author, { at, ...fields }: NewPayment) {
    const id = ids.next('pay');
    const { amount } = fields;
    this.payment = Payment.begin({ ...fields, id, returnUrl: null, metadata: {}, at: momentAt(at) });
    const operation = PaymentOperation.create({ id, paymentId: id, kind: 'authorize', amount, idempotency: null, at });
    this.#request({ actor, ids }, operation);
  }

  /** Starts a capture, a void or a refund. @throws DomainError as the payment's own checks do. */
  begin(author: Author, requested: Requested, at: Date): PaymentOperation {
    const { payment, operation } = begunOperation(this.payment, requested, { ids: author.ids, at: momentAt(at) });
    this.payment = payment;
    this.#request(author, operation);
    return operation;
  }

  /** The gateway's outcome of an operation. @returns the movement of money, if there is one. */
  end(author: Author, id: PaymentOperation['id'], outcome: Outcome, at: Date): Movement | undefined {
    return this.#apply(author, applyOutcome(this.payment, this.#operation(id), outcome, momentAt(at)));
  }

  /** The gateway's report about a payment that its payer had to confirm. */
  observe(author: Author, charge: Charge, at: Date): Movement | undefined {
    return this.#apply(author, authorized(this.payment, this.#operation(this.payment.id), charge, momentAt(at)));
  }

  /** Opens a dispute of all that is not refunded, or closes it. @returns the movement of money, if there is one. */
  dispute({ actor, ids }: Author, step: 'opened' | 'won' | 'lost', at: Date): Movement | undefined {
    const before = this.payment;
    const reference = `sandbox_dispute_${before.id}`;
    const [found] = before.disputes;
    const amount = found?.amount ?? Payment.refundable(before);
    const openedAt = found?.openedAt ?? at;
    const status = step === 'opened' ? 'open' : step;
    const closedAt = step === 'opened' ? null : at;
    const dispute = { reference, status, amount, reason: 'fraudulent', openedAt, closedAt } as const;
    this.payment = (step === 'opened' ? openDispute : closeDispute)(before, dispute, momentAt(at));
    const booked = found?.booked ?? amount;
    const { what, details, movements } = disputeRecord({ after: this.payment, dispute, step, booked }, ids);
    const context = { ids, actor, paymentId: before.id, at };
    this.#entries.push(PaymentEntry.of(context, what, details));
    const moved = movements.map(({ kind, ...given }) => Movement.of(kind, this.payment, given));
    this.#movements.push(...moved);
    return moved[0];
  }

  /** Adds the rows to the past. */
  addTo(past: GrowingPast): void {
    past.payments.push(this.payment);
    past.operations.push(...this.#operations.values());
    past.paymentEntries.push(...this.#entries);
    past.movements.push(...this.#movements);
  }

  #operation(id: PaymentOperation['id']): PaymentOperation {
    const operation = this.#operations.get(id);
    if (operation === undefined) throw new TypeError(`The payment has no operation ${id}.`);
    return operation;
  }

  #request(author: Author, operation: PaymentOperation): void {
    this.#operations.set(operation.id, operation);
    this.#entries.push(PaymentEntry.requested(author, operation));
  }

  #apply({ actor, ids }: Author, { payment, operation, what, movement }: AppliedOutcome): Movement | undefined {
    this.payment = payment;
    this.#operations.set(operation.id, operation);
    const context = { ids, actor, paymentId: payment.id, at: payment.updatedAt };
    this.#entries.push(PaymentEntry.of(context, what, PaymentEntry.outcomeDetails(operation)));
    if (movement === undefined) return undefined;
    const moved = Movement.of(movement.kind, payment, { id: operation.id, amount: movement.amount });
    this.#movements.push(moved);
    return moved;
  }
}
