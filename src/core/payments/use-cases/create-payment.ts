import { accessLevelOf, owns } from '#core/access/ownership.ts';
import { Order, type OrderId } from '#core/orders/order.ts';
import type { Actor } from '#core/shared/actor.ts';
import { type Clocks, momentOf } from '#core/shared/clock.ts';
import { DomainError, invalid, invalidState } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Money } from '#core/shared/money.ts';
import type { Transaction, Work } from '#core/storage.ts';
import { type CaptureMethod, Payment, type PaymentId } from '../payment.ts';
import { PaymentEntry } from '../payment-entry.ts';
import { unknownOrder } from '../payment-errors.ts';
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
  orderId: OrderId;
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
}>;

/**
 * Pays an order or a part of it. Customers pay their own orders. A payment that waits for its payer is voided first.
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
    const begin = async (tx: Transaction): Promise<StartedOperation> => {
      const order = await payableOrder(tx, actor, command.orderId);
      if (accessLevelOf(actor, 'payments:write') !== 'all') requireFullPayment(order, command);
      const { captureMethod, returnUrl, metadata, idempotency } = command;
      const source = await sourceIn(tx, order);
      const given = { ...source, captureMethod, returnUrl, metadata, userId: order.userId };
      const startPayment = async (amount: Money): Promise<StartedOperation | OrderPaymentState> => {
        const id = ids.next('pay');
        const moment = momentOf(clocks);
        const at = moment.business;
        const payment = Payment.begin({ ...given, id, orderId: order.id, amount, at: moment });
        const operation = PaymentOperation.create({ id, paymentId: id, kind: 'authorize', amount, idempotency, at });
        const requested = PaymentEntry.of({ ids, actor, paymentId: id, at }, 'authorize_requested', {
          operation_id: id,
          amount: amount.toNumber(),
        });
        const added = { operations: [operation], entries: [requested] };
        return (await tx.payments.begin(payment, added, Order.amountDue(order))) ?? { payment, operation, order };
      };
      return startInTransaction(order, command.amount, startPayment);
    };
    const attempt = attemptOf(actor, command);
    await limits.check(attempt);
    const pay = () =>
      execute({
        actor,
        idempotency: command.idempotency,
        begin,
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
const attemptOf = (actor: Actor, { orderId, address }: Command): PaymentAttempt => ({
  target: orderId,
  customer: accessLevelOf(actor, 'payments:write') === 'all' ? null : { userId: actor.userId, address },
});

const payableOrder = async (tx: Transaction, actor: Actor, id: OrderId): Promise<Order> => {
  const order = await tx.orders.get(id).catch((error: unknown) => {
    throw error instanceof DomainError && error.kind === 'not_found' ? unknownOrder() : error;
  });
  const isReached =
    accessLevelOf(actor, 'payments:write') === 'all' || owns(actor, { userId: order.userId, orderId: id });
  if (!isReached) throw unknownOrder();
  Order.requirePayable(order);
  return order;
};

/** Customers pay the full amount at once: a part or an authorization would keep the stock reserved. */
const requireFullPayment = (order: Order, { amount, captureMethod }: Command): void => {
  const due = Order.amountDue(order);
  const isFull = amount === undefined || requestedAmount(amount, order).compare(due) === 0;
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
  order: Order,
  given: number | undefined,
  begin: (amount: Money) => Promise<StartedOperation | OrderPaymentState>,
): Promise<StartedOperation> => {
  const due = Order.amountDue(order);
  const requested = given === undefined ? due : requestedAmount(given, order);
  if (requested.compare(due) > 0) throw tooMuch(due);
  const first = await begin(requested);
  if ('operation' in first) return first;
  const amountLeft = due.subtract(first.authorized);
  if (first.isPending) throw new PaymentPending(first);
  if (amountLeft.minor <= 0n) throw invalidState('The full amount is authorized by other payments.', 'authorized');
  if (given !== undefined) throw tooMuch(amountLeft);
  const second = await begin(amountLeft);
  if ('operation' in second) return second;
  throw new TypeError('The amount due changed although the order was locked.');
};

/** Another payment of the order is pending. */
class PaymentPending extends DomainError {
  /** The payment that a new one may replace. */
  readonly replaceable: PaymentId | undefined;

  constructor({ open }: OrderPaymentState) {
    const about = open === null ? {} : { payment_id: open.id };
    const details = { current_state: 'processing', actions: [], ...about };
    super('conflict', 'invalid_state', 'Another payment of the order is pending.', { details });
    this.replaceable = open?.isReplaceable ? open.id : undefined;
  }
}

const tooMuch = (maximum: Money): DomainError =>
  invalid([
    { path: ['amount'], code: 'number.max', message: `must be at most ${maximum.toDecimal()}, the amount due` },
  ]);
