import { accessLevelOf } from '#core/access/ownership.ts';
import { type Clocks, momentOf } from '#core/shared/clock.ts';
import { DomainError, invalid, invalidState } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Money } from '#core/shared/money.ts';
import { Payable } from '../payable.ts';
import { Payment, type PaymentId } from '../payment.ts';
import { requestedAmount } from '../payment-amounts.ts';
import { PaymentEntry } from '../payment-entry.ts';
import type { Gateways } from '../payment-gateway.ts';
import { PaymentOperation } from '../payment-operation.ts';
import type { OrderPaymentState, PaymentsTx } from '../ports.ts';
import { lockMethod, type PaymentSource, sourceFor } from '../steps/payment-source.ts';
import type { PreparedPayment } from '../steps/prepare-payment.ts';
import type { StartedOperation } from './record-outcome.ts';

/**
 * Records a payment of what is locked, or is being locked, before the gateway is called.
 * @throws PaymentPending while another payment is pending.
 * @throws DomainError `validation_failed`, `unknown_reference`; `invalid_state` if nothing is left to pay.
 */
export type BeginPayment = (
  tx: PaymentsTx,
  payable: Payable | Promise<Payable>,
  prepared: PreparedPayment,
) => Promise<StartedOperation>;

type Deps = Clocks & Readonly<{ gateways: Gateways; ids: IdGenerator }>;

export const makeBeginPayment =
  ({ gateways, ...deps }: Deps): BeginPayment =>
  async (tx, locking, prepared) => {
    const { actor, amount: given } = prepared;
    // one after the other in PostgreSQL, without waiting in between
    const [payable, method] = await Promise.all([locking, lockMethod(tx, prepared.source)]);
    const source = sourceFor({ actor, gateways }, prepared.source, { method, userId: Payable.userId(payable) });
    if (accessLevelOf(actor, 'payments:write') !== 'all') requireFullPayment(payable, prepared);
    const due = Payable.amountDue(payable);
    const requested = given === undefined ? due : requestedAmount(given, due);
    if (requested.compare(due) > 0) throw tooMuch(due);
    const paying = { prepared, payable, source, due };
    const first = await addPayment(tx, deps, { ...paying, amount: requested });
    if ('operation' in first) return first;
    const left = amountLeft(due, first);
    if (given !== undefined) throw tooMuch(left);
    const second = await addPayment(tx, deps, { ...paying, amount: left });
    if ('operation' in second) return second;
    throw new TypeError('The amount due changed although it was locked.');
  };

/** Customers pay the full amount at once: a part or an authorization would keep the stock reserved. */
const requireFullPayment = (payable: Payable, { amount, captureMethod }: PreparedPayment): void => {
  const due = Payable.amountDue(payable);
  const isFull = amount === undefined || requestedAmount(amount, due).compare(due) === 0;
  const message = `must be ${due.toDecimal()}, the full amount due, or omitted`;
  const errors = [
    ...(isFull ? [] : [{ path: ['amount'], code: 'any.only', message }]),
    ...(captureMethod === 'automatic'
      ? []
      : [{ path: ['capture_method'], code: 'any.only', message: 'must be automatic, or omitted' }]),
  ];
  if (errors.length > 0) throw invalid(errors);
};

type NewPayment = Readonly<{
  prepared: PreparedPayment;
  payable: Payable;
  source: PaymentSource;
  due: Money;
  amount: Money;
}>;

/** @returns the state of the other payments if they leave less than the amount. */
const addPayment = async (
  tx: PaymentsTx,
  { ids, ...clocks }: Omit<Deps, 'gateways'>,
  { prepared, payable, source, due, amount }: NewPayment,
): Promise<StartedOperation | OrderPaymentState> => {
  const { actor, captureMethod, returnUrl, metadata, idempotency } = prepared;
  const id = ids.next('pay');
  const at = momentOf(clocks);
  const paid = { payableId: payable.id, userId: Payable.userId(payable), amount };
  const payment = Payment.begin({ ...source, ...paid, id, captureMethod, returnUrl, metadata, at });
  const requested = { id, paymentId: id, kind: 'authorize', amount, idempotency, at: at.business } as const;
  const operation = PaymentOperation.create(requested);
  const added = { operations: [operation], entries: [PaymentEntry.requested({ ids, actor }, operation)] };
  return (await tx.payments.begin(payment, added, due)) ?? { payment, operation, payable };
};

/** What other authorizations leave to pay. */
const amountLeft = (due: Money, others: OrderPaymentState): Money => {
  if (others.isPending) throw new PaymentPending(others);
  const left = due.subtract(others.authorized);
  if (left.minor > 0n) return left;
  throw invalidState('The full amount is authorized by other payments.', 'authorized');
};

/** Another payment of the order or the invoice is pending. */
export class PaymentPending extends DomainError {
  /** The payment that a new one may replace. */
  readonly replaceable: PaymentId | undefined;

  constructor({ open }: OrderPaymentState) {
    const about = open === null ? {} : { payment_id: open.id };
    const details = { current_state: 'processing', actions: [], ...about };
    super('conflict', 'invalid_state', 'Another payment is pending.', { details });
    this.replaceable = open?.isReplaceable ? open.id : undefined;
  }
}

const tooMuch = (maximum: Money): DomainError =>
  invalid([
    { path: ['amount'], code: 'number.max', message: `must be at most ${maximum.toDecimal()}, the amount due` },
  ]);
