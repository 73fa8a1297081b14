import { Order } from '#core/orders/order.ts';
import type { RecordPayment } from '#core/orders/use-cases/record-payment.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Money } from '#core/shared/money.ts';
import type { Transaction } from '#core/unit-of-work.ts';
import { paymentAuditEntry } from '../audit-entries.ts';
import { paymentChanged } from '../events.ts';
import { Movement } from '../ledger.ts';
import { Payment } from '../payment.ts';
import { PaymentEntry, type PaymentEntryType } from '../payment-entry.ts';
import { type OperationId, PaymentOperation } from '../payment-operation.ts';
import type { PaymentChanges } from '../payment-repository.ts';

export type StoreDeps = Readonly<{ ids: IdGenerator; recordPayment: RecordPayment }>;

/** Money moved by an operation. */
export type Moved = Readonly<{ id: OperationId; kind: Movement['kind']; amount: Money }>;

type Change = Readonly<{
  before: Payment;
  /** As loaded in this transaction. */
  order: Order;
  after: Payment;
  what: PaymentEntryType;
  details?: PaymentEntry['details'];
  operations: readonly PaymentOperation[];
  moved: readonly Moved[];
}>;

/** Stores a payment's next version with its movements, updates its order, and writes event and audit entry. */
export const storePayment = async (
  tx: Transaction,
  deps: StoreDeps & Readonly<{ actor: Actor }>,
  change: Change,
): Promise<Payment> => {
  const { before, moved, order } = change;
  const { after, operations } = withoutSurplus(deps.ids, change);
  await tx.payments.save(after, { ...keptWith({ ...change, after }, deps), operations });
  await tx.events.append(paymentChanged(before, after));
  await tx.audit.append(paymentAuditEntry(deps.actor, { what: change.what, before, after }));
  if (!after.isOverpayment) await tellOrder(tx, deps, { order, after, moved });
  return after;
};

/** What is stored with the payment, except its operations. */
const keptWith = (
  { after, what, details = {}, moved }: Omit<Change, 'operations'>,
  { actor, ids }: Readonly<{ actor: Actor; ids: IdGenerator }>,
): PaymentChanges => ({
  happened: [PaymentEntry.of({ ids, actor, paymentId: after.id, at: after.updatedAt }, what, details)],
  ...(moved.length === 0 ? {} : { movements: moved.map(({ kind, ...given }) => Movement.of(kind, after, given)) }),
});

type Changed = Pick<Change, 'after' | 'operations'>;

/** An overpayment is refunded: the refund starts at once. */
const withoutSurplus = (ids: IdGenerator, { before, order, after, operations, moved }: Change): Changed => {
  if (before.isOverpayment) return { after, operations };
  const captured = moved.filter(({ kind }) => kind === 'capture');
  const wanted = Order.outstanding(order);
  const isWanted =
    captured.every(({ amount }) => amount.compare(wanted) <= 0) &&
    (Payment.held(after).minor === 0n || Payment.held(before).minor > 0n || Order.allows(order, 'pay'));
  if (isWanted) return { after, operations };
  const overpayment = Payment.overpayment(after);
  const at = after.updatedAt;
  const [id, kind] = captured.length > 0 ? [ids.next('re'), 'refund' as const] : [ids.next('void'), 'void' as const];
  const amount = kind === 'refund' ? Payment.refundable(overpayment) : Payment.held(overpayment);
  // it was refunded externally or is being voided
  if (amount.minor === 0n || (kind === 'void' && overpayment.isVoiding)) return { after: overpayment, operations };
  const back = kind === 'refund' ? Payment.beginRefund(overpayment, amount, at) : Payment.beginVoid(overpayment, at);
  const operation = PaymentOperation.ask({ id, paymentId: after.id, kind, amount, request: null, at });
  // in one step, so that the intermediate version is never visible
  return { after: { ...back, version: after.version, checkAt: at }, operations: [...operations, operation] };
};

type Telling = Readonly<{ order: Order; after: Payment; moved: readonly Moved[] }>;

/** Applies captures, refunds and authorizations to the order. */
const tellOrder = async (
  tx: Transaction,
  { actor, recordPayment }: StoreDeps & Readonly<{ actor: Actor }>,
  { order, after, moved }: Telling,
): Promise<void> => {
  const by = after.id;
  let told = order;
  for (const { kind, amount } of moved) {
    const payment = { kind: kind === 'capture' ? 'paid' : 'refunded', amount, by } as const;
    told = await recordPayment(actor, { order: told, payment })(tx);
  }
  if (told.state.payment !== 'unpaid' && told.state.payment !== 'authorized') return;
  const isAuthorized = told.state.payment === 'authorized';
  const { held } = await tx.payments.paymentStateOf(told);
  const due = Order.amountDue(told);
  const isCovered = held.minor > 0n && held.compare(due) >= 0;
  // an order that is being cancelled has no amount due and takes no authorization
  const isNews = isCovered && !isAuthorized && Order.allows(told, 'authorize');
  if (isNews) await recordPayment(actor, { order: told, payment: { kind: 'authorized', by } })(tx);
  if (!isCovered && isAuthorized) await recordPayment(actor, { order: told, payment: { kind: 'voided', by } })(tx);
};
