import type { Order } from '#core/orders/order.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { paymentAuditEntry } from '../audit-entries.ts';
import { paymentChanged } from '../events.ts';
import { Movement } from '../ledger.ts';
import { Payable } from '../payable.ts';
import { Payment } from '../payment.ts';
import { PaymentEntry, type PaymentEntryType } from '../payment-entry.ts';
import { PaymentOperation } from '../payment-operation.ts';
import type { PaymentChanges } from '../payment-repository.ts';
import type { PaymentsTx } from '../ports.ts';
import type { OperationMovement, StoreDeps } from './store-deps.ts';
import { updatePayable } from './update-payable.ts';

type Change = Readonly<{
  before: Payment;
  /** As loaded in this transaction. */
  payable: Payable;
  after: Payment;
  what: PaymentEntryType;
  details?: PaymentEntry['details'];
  operations: readonly PaymentOperation[];
  movements: readonly OperationMovement[];
}>;

/** Stores a payment's next version with its movements, updates what it pays, writes event and audit entry, and requests mails. */
export const storePayment = async (
  tx: PaymentsTx,
  deps: StoreDeps & Readonly<{ actor: Actor }>,
  change: Change,
): Promise<Payment> => {
  const { before, movements, payable } = change;
  const { after, operations } = withoutSurplus(deps, change);
  await tx.payments.save(after, { ...changesOf({ ...change, after }, deps), operations });
  await tx.events.append(deps.actor, paymentChanged(before, after));
  await tx.audit.append(paymentAuditEntry(deps.actor, change.what, { before, after }));
  if (!after.isOverpayment) await updatePayable(tx, deps, { payable, before, after, movements });
  if (payable.kind === 'order') await requestRefundMails(tx, { order: payable.order, movements });
  return after;
};

/** What is stored with the payment, except its operations. */
const changesOf = (
  { after, what, details = {}, movements }: Omit<Change, 'operations'>,
  { actor, ids }: Readonly<{ actor: Actor; ids: IdGenerator }>,
): PaymentChanges => ({
  entries: [PaymentEntry.of({ ids, actor, paymentId: after.id, at: after.updatedAt }, what, details)],
  ...(movements.length === 0
    ? {}
    : { movements: movements.map(({ kind, ...given }) => Movement.of(kind, after, given)) }),
});

type Changed = Pick<Change, 'after' | 'operations'>;

/** What is not needed goes back: an overpayment, and the rest of an authorization once everything is paid. */
const withoutSurplus = (deps: StoreDeps, { before, payable, after, operations, movements }: Change): Changed => {
  const unchanged = { after, operations };
  if (before.isOverpayment) return unchanged;
  const captured = movements.filter(({ kind }) => kind === 'capture');
  const usable = Payable.outstanding(payable);
  const isUsable =
    captured.every(({ amount }) => amount.compare(usable) <= 0) &&
    (Payment.authorized(after).minor === 0n || Payment.authorized(before).minor > 0n || Payable.allows(payable));
  if (!isUsable) {
    const kind = captured.length > 0 ? 'refund' : 'void';
    return withReversal(deps, kind, { after: Payment.overpayment(after), operations });
  }
  // an order may cost less than was authorized
  const isPaid = captured.some(({ amount }) => amount.compare(usable) === 0);
  return isPaid && after.capturing.minor === 0n ? withReversal(deps, 'void', unchanged) : unchanged;
};

/** Starts a refund or a void of all that is left of a payment, in the same version. */
const withReversal = (
  { ids, systemClock }: StoreDeps,
  kind: 'refund' | 'void',
  { after, operations }: Changed,
): Changed => {
  const at = { business: after.updatedAt, system: systemClock.now() };
  const amount = kind === 'refund' ? Payment.refundable(after) : Payment.authorized(after);
  // it was refunded externally or is being voided
  if (amount.minor === 0n || (kind === 'void' && after.isVoiding)) return { after, operations };
  const back = kind === 'refund' ? Payment.beginRefund(after, amount, at) : Payment.beginVoid(after, at);
  const id = kind === 'refund' ? ids.next('re') : ids.next('void');
  const operation = PaymentOperation.create({
    id,
    paymentId: after.id,
    kind,
    amount,
    idempotency: null,
    at: at.business,
  });
  return { after: { ...back, version: after.version, nextCheckAt: at.system }, operations: [...operations, operation] };
};

/** Also for an overpayment, and not for a lost dispute: there the bank has returned the money. */
const requestRefundMails = async (
  tx: PaymentsTx,
  { order, movements }: Readonly<{ order: Order; movements: readonly OperationMovement[] }>,
): Promise<void> => {
  if (order.email === null && order.userId === null) return;
  for (const { id: reference, kind, amount } of movements) {
    if (kind !== 'refund') continue;
    const request = { purpose: 'refund', orderId: order.id, reference, amount: amount.minor } as const;
    await tx.mailRequests.add(request);
  }
};
