import type { Invoice } from '#core/invoices/invoice.ts';
import type { RecordInvoicePayment } from '#core/invoices/use-cases/record-invoice-payment.ts';
import type { RefundedParts } from '#core/orders/fulfillment.ts';
import { Order } from '#core/orders/order.ts';
import { OrderState } from '#core/orders/order-states.ts';
import type { RecordPayment } from '#core/orders/use-cases/record-payment.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Clocks } from '#core/shared/clock.ts';
import { Id, type IdGenerator } from '#core/shared/id.ts';
import type { Money } from '#core/shared/money.ts';
import { UNREACHABLE_CODE } from '../apply-outcome.ts';
import { Movement, type MovementId } from '../ledger.ts';
import { Payable } from '../payable.ts';
import { Payment } from '../payment.ts';
import { PaymentEntry, type PaymentEntryType } from '../payment-entry.ts';
import { PaymentOperation } from '../payment-operation.ts';
import type { PaymentChanges, PaymentsTx } from '../ports.ts';
import { paymentAuditEntry, paymentChanged } from '../records.ts';

/** What storing a payment needs. */
export type StoreDeps = Clocks &
  Readonly<{ ids: IdGenerator; recordPayment: RecordPayment; recordInvoicePayment: RecordInvoicePayment }>;

/** Money moved by an operation. */
type OperationMovement = Readonly<{
  id: MovementId;
  kind: Movement['kind'];
  amount: Money;
  /** The items of a refund. */
  refunded?: RefundedParts | null;
}>;

/** What a movement means for what is paid. */
const RECORDED_AS: Readonly<Partial<Record<Movement['kind'], 'paid' | 'refunded' | 'refund_failed'>>> = {
  capture: 'paid',
  refund: 'refunded',
  refund_reversal: 'refund_failed',
  dispute_lost: 'refunded',
};

type Deps = StoreDeps & Readonly<{ actor: Actor }>;

type Update = Readonly<{ before: Payment; after: Payment; movements: readonly OperationMovement[] }>;

/** Applies captures, refunds, authorizations and failures to what is paid. */
const updatePayable = (
  tx: PaymentsTx,
  deps: Deps,
  { payable, ...update }: Update & Readonly<{ payable: Payable }>,
): Promise<void> =>
  payable.kind === 'order'
    ? updateOrder(tx, deps, { order: payable.order, ...update })
    : updateInvoice(tx, deps, { invoice: payable.invoice, ...update });

const updateOrder = async (
  tx: PaymentsTx,
  { actor, recordPayment }: Deps,
  { order, after, movements }: Update & Readonly<{ order: Order }>,
): Promise<void> => {
  const by = after.id;
  let updated = order;
  for (const { id, kind, amount, refunded = null } of movements) {
    const recorded = RECORDED_AS[kind];
    if (recorded === undefined) continue;
    const payment =
      recorded === 'refunded'
        ? { kind: recorded, amount, items: refunded, refundId: refundOf(id), by }
        : { kind: recorded, amount, by };
    updated = await recordPayment(actor, { order: updated, payment })(tx);
  }
  if (!OrderState.allows(updated.state, 'pay')) return;
  const isAuthorized = updated.state.payment === 'authorized';
  const { authorized } = await tx.payments.paymentStateOf(updated);
  const due = Order.amountDue(updated);
  const isCovered = authorized.minor > 0n && authorized.compare(due) >= 0;
  // an order that is being cancelled has no amount due and takes no authorization
  const isChanged = isCovered && !isAuthorized && Order.allows(updated, 'authorize');
  if (isChanged) await recordPayment(actor, { order: updated, payment: { kind: 'authorized', by } })(tx);
  if (!isCovered && isAuthorized) await recordPayment(actor, { order: updated, payment: { kind: 'voided', by } })(tx);
};

/** The refund of a movement; null for a lost dispute. */
const refundOf = (id: OperationMovement['id']): Id<'re'> | null => (Id.is('re', id) ? id : null);

const updateInvoice = async (
  tx: PaymentsTx,
  { actor, recordInvoicePayment }: Deps,
  { invoice, before, after, movements }: Update & Readonly<{ invoice: Invoice }>,
): Promise<void> => {
  let updated = invoice;
  for (const { id, kind, amount } of movements) {
    // a dispute that is opened or won leaves the amounts unchanged
    const payment = { kind: RECORDED_AS[kind] ?? ('disputed' as const), amount, by: id };
    updated = await recordInvoicePayment(actor, { invoice: updated, payment })(tx);
  }
  // a gateway that cannot be reached says nothing about the payer; the draft of a first charge has no other
  const isDeclined = after.failure?.code !== UNREACHABLE_CODE || invoice.status === 'draft';
  const hasFailed = after.status === 'failed' && before.status !== 'failed' && isDeclined;
  if (hasFailed) await recordInvoicePayment(actor, { invoice: updated, payment: { kind: 'failed', by: after.id } })(tx);
};

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
    // who pays is no nuisance
    await tx.mailRequests.add({ ...request, client: null });
  }
};
