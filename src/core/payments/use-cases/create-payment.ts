import { accessLevelOf } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import { type Clocks, momentOf } from '#core/shared/clock.ts';
import { DomainError, invalid, invalidState } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Money } from '#core/shared/money.ts';
import type { Transaction, Work } from '#core/storage.ts';
import type { Declined } from '../call-outcomes.ts';
import { Payable } from '../payable.ts';
import type { PayableId } from '../payable-id.ts';
import { type CaptureMethod, Payment, type PaymentId } from '../payment.ts';
import { PaymentEntry } from '../payment-entry.ts';
import type { Gateways } from '../payment-gateway.ts';
import type { PaymentAttempt, PaymentLimits } from '../payment-limits.ts';
import { type IdempotentRequest, PaymentOperation } from '../payment-operation.ts';
import type { OrderPaymentState } from '../payment-repository.ts';
import { requestedAmount } from '../requested-amount.ts';
import type { ExecuteOperation } from './execute-operation.ts';
import { type ChosenMethod, sourceFor } from './payment-source.ts';
import type { FinishedOperation, StartedOperation } from './record-outcome.ts';
import type { ReplaceOpenPayment } from './replace-open-payment.ts';

type Command = Readonly<{
  payableId: PayableId;
  /** A token or a saved method. */
  token?: string | undefined;
  method?: ChosenMethod | undefined;
  /** In major units; the full amount due if omitted. */
  amount?: number | undefined;
  captureMethod: CaptureMethod;
  /** The first one that the actor may use if omitted. */
  gateway?: string | undefined;
  returnUrl: string | null;
  metadata: Payment['metadata'];
  /** The caller's network address. */
  address: string;
  idempotency: IdempotentRequest | null;
  addPayable?: AddPayable | undefined;
  /** Why the gateway has declined the source before: the payment fails without another call. */
  decline?: Declined | undefined;
}>;

/**
 * Adds what is paid, in the transaction in which its payment begins, and calls `begin` once.
 * @returns the payment, with what is paid as the transaction leaves it.
 */
export type AddPayable = (
  tx: Transaction,
  begin: (payable: Payable) => Promise<StartedOperation>,
) => Promise<StartedOperation>;

/**
 * Pays an order or an invoice, or a part of it. Customers pay their own. A payment that waits for its payer is voided first.
 */
export type CreatePayment = (actor: Actor, command: Command) => Promise<Work<FinishedOperation>>;

type Deps = Clocks &
  Readonly<{
    execute: ExecuteOperation;
    replaceOpen: ReplaceOpenPayment;
    gateways: Gateways;
    limits: PaymentLimits;
    ids: IdGenerator;
  }>;

export const makeCreatePayment =
  ({ execute, replaceOpen, gateways, limits, ids, ...clocks }: Deps): CreatePayment =>
  async (actor, command) => {
    const sourceIn = sourceFor({ actor, gateways }, command);
    const beginFor = async (tx: Transaction, locked: Promise<Payable>): Promise<StartedOperation> => {
      // one after the other in PostgreSQL, without waiting in between
      const [payable, source] = await Promise.all([locked, sourceIn(tx, () => locked.then(Payable.userId))]);
      if (accessLevelOf(actor, 'payments:write') !== 'all') requireFullPayment(payable, command);
      const { captureMethod, returnUrl, metadata, idempotency } = command;
      const given = { ...source, captureMethod, returnUrl, metadata, userId: Payable.userId(payable) };
      const startPayment = async (amount: Money): Promise<StartedOperation | OrderPaymentState> => {
        const id = ids.next('pay');
        const moment = momentOf(clocks);
        const at = moment.business;
        const payment = Payment.begin({ ...given, id, payableId: payable.id, amount, at: moment });
        const operation = PaymentOperation.create({ id, paymentId: id, kind: 'authorize', amount, idempotency, at });
        const added = { operations: [operation], entries: [PaymentEntry.requested({ ids, actor }, operation)] };
        return (await tx.payments.begin(payment, added, Payable.amountDue(payable))) ?? { payment, operation, payable };
      };
      return startInTransaction(Payable.amountDue(payable), command.amount, startPayment);
    };
    const begin = (tx: Transaction): Promise<StartedOperation> => {
      const { addPayable, payableId } = command;
      if (addPayable === undefined) return beginFor(tx, Payable.getFor(tx, actor, payableId));
      return addPayable(tx, (added) => beginFor(tx, Promise.resolve(added)));
    };
    const attempt = attemptOf(actor, command);
    await limits.check(attempt);
    const pay = () =>
      execute({
        actor,
        idempotency: command.idempotency,
        begin,
        decline: command.decline,
        beforeCall: () => limits.count(attempt),
        afterDecline: () => limits.countDecline(attempt),
      });
    return pay().catch(async (error: unknown) => {
      if (!(error instanceof PaymentPending) || error.replaceable === undefined) throw error;
      // the payer has left it for another try; if they return to it at this moment, it is paid and not replaced
      await replaceOpen(actor, error.replaceable);
      return pay();
    });
  };

/** Staff act for many buyers from one address. */
const attemptOf = (actor: Actor, { payableId, address }: Command): PaymentAttempt => ({
  target: payableId,
  customer: accessLevelOf(actor, 'payments:write') === 'all' ? null : { userId: actor.userId, address },
});

/** Customers pay the full amount at once: a part or an authorization would keep the stock reserved. */
const requireFullPayment = (payable: Payable, { amount, captureMethod }: Command): void => {
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

/** The full amount due unless an amount is given. */
const startInTransaction = async (
  due: Money,
  given: number | undefined,
  begin: (amount: Money) => Promise<StartedOperation | OrderPaymentState>,
): Promise<StartedOperation> => {
  const requested = given === undefined ? due : requestedAmount(given, due);
  if (requested.compare(due) > 0) throw tooMuch(due);
  const first = await begin(requested);
  if ('operation' in first) return first;
  const amountLeft = due.subtract(first.authorized);
  if (first.isPending) throw new PaymentPending(first);
  if (amountLeft.minor <= 0n) throw invalidState('The full amount is authorized by other payments.', 'authorized');
  if (given !== undefined) throw tooMuch(amountLeft);
  const second = await begin(amountLeft);
  if ('operation' in second) return second;
  throw new TypeError('The amount due changed although it was locked.');
};

/** Another payment of the order or the invoice is pending. */
class PaymentPending extends DomainError {
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
