import { Scope } from '#core/access/scope.ts';
import { Order } from '#core/orders/order.ts';
import { OrderChanges } from '#core/orders/order-changes.ts';
import { type RefundParts, refundParts, requireExpectedRefund } from '#core/orders/refund-parts.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Clocks } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { Payable } from '../payable.ts';
import type { PaymentId } from '../payment.ts';
import type { IdempotentRequest, PaymentOperation } from '../payment-operation.ts';
import type { PaymentsTx } from '../ports.ts';
import { beginOperation } from '../steps/begin-operation.ts';
import { type RefundRequest, requestedRefund } from '../steps/requested-refund.ts';
import type { ExecuteOperation } from './execute-operation.ts';
import type { FinishedOperation, RecordOutcome } from './record-outcome.ts';

type Command = RefundRequest &
  Readonly<{
    id: PaymentId;
    reason: string | null;
    idempotency: IdempotentRequest | null;
    /** The refund that the caller saw, in major units. */
    expectedRefund?: number | undefined;
  }>;

/** Refunds a payment or a part of it. Its items are cancelled or returned once it has succeeded. */
export type RefundPayment = (actor: Actor, command: Command) => Promise<Work<FinishedOperation, PaymentsTx>>;

type Deps = Clocks & Readonly<{ ids: IdGenerator }>;

export const makeRefundPayment =
  ({ execute, ...deps }: Deps & Readonly<{ execute: ExecuteOperation }>): RefundPayment =>
  async (actor, command) => {
    Scope.requireAll(actor, ['payments:write'], 'This');
    const begin: Work<FinishedOperation, PaymentsTx> = async (tx) =>
      (await beginRefund(tx, { ...deps, actor }, command)).begun;
    return execute({ actor, idempotency: command.idempotency, begin });
  };

type BegunRefund = Readonly<{ begun: FinishedOperation; payable: Payable }>;

const beginRefund = async (
  tx: PaymentsTx,
  deps: Deps & Readonly<{ actor: Actor }>,
  { id, reason, idempotency, expectedRefund, ...requested }: Command,
): Promise<BegunRefund> => {
  const before = await tx.payments.get(id);
  const payable = await Payable.get(tx, before.payableId);
  const refund = await requestedRefund(tx, { before, payable }, requested);
  const operation = { kind: 'refund', ...refund, reason, idempotency } as const;
  const begun = await beginOperation(tx, deps, { before, requested: operation });
  if (!before.isOverpayment && payable.kind === 'order') Order.require(payable.order, 'refund');
  requireExpectedRefund(begun.operation.amount, expectedRefund);
  return { begun, payable };
};

/** A refund as if it had succeeded, and its parts; null for one of an amount alone. */
type PreviewedRefund = Readonly<{ operation: PaymentOperation; parts: RefundParts | null }>;

/** Refunds a payment as if its gateway had refunded, and does not call it: to be rolled back. */
export type PreviewRefund = (actor: Actor, command: Omit<Command, 'idempotency'>) => Work<PreviewedRefund, PaymentsTx>;

export const makePreviewRefund =
  ({ recordOutcome, ...deps }: Deps & Readonly<{ recordOutcome: RecordOutcome }>): PreviewRefund =>
  (actor, command) =>
  async (tx) => {
    Scope.requireAll(actor, ['payments:write'], 'This');
    const { begun, payable } = await beginRefund(tx, { ...deps, actor }, { ...command, idempotency: null });
    const { amount, refunded, id } = begun.operation;
    const parts =
      payable.kind === 'order' && refunded !== null
        ? refundParts(payable.order, OrderChanges.withoutRefunded(payable.order, refunded), amount)
        : null;
    const outcome = { kind: 'refunded', reference: id } as const;
    const { operation } = await recordOutcome(actor, { ...begun, outcome })(tx);
    return { operation, parts };
  };
