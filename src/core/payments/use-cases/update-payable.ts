import type { Invoice } from '#core/invoices/invoice.ts';
import { Order } from '#core/orders/order.ts';
import { OrderState } from '#core/orders/order-states.ts';
import type { Actor } from '#core/shared/actor.ts';
import { Id } from '#core/shared/id.ts';
import { UNREACHABLE_CODE } from '../apply-outcome.ts';
import type { Movement } from '../ledger.ts';
import type { Payable } from '../payable.ts';
import type { Payment } from '../payment.ts';
import type { PaymentsTx } from '../ports.ts';
import type { OperationMovement, StoreDeps } from './store-deps.ts';

/** What a movement means for what is paid; an open dispute leaves its amounts unchanged. */
const RECORDED_AS: Readonly<Partial<Record<Movement['kind'], 'paid' | 'refunded' | 'refund_failed'>>> = {
  capture: 'paid',
  refund: 'refunded',
  refund_reversal: 'refund_failed',
  dispute_lost: 'refunded',
};

type Deps = StoreDeps & Readonly<{ actor: Actor }>;

type Update = Readonly<{ before: Payment; after: Payment; movements: readonly OperationMovement[] }>;

/** Applies captures, refunds, authorizations and failures to what is paid. */
export const updatePayable = (
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
    const recorded = RECORDED_AS[kind];
    if (recorded === undefined) continue;
    updated = await recordInvoicePayment(actor, { invoice: updated, payment: { kind: recorded, amount, by: id } })(tx);
  }
  // a gateway that cannot be reached says nothing about the payer; the draft of a first charge has no other
  const isDeclined = after.failure?.code !== UNREACHABLE_CODE || invoice.status === 'draft';
  const hasFailed = after.status === 'failed' && before.status !== 'failed' && isDeclined;
  if (hasFailed) await recordInvoicePayment(actor, { invoice: updated, payment: { kind: 'failed', by: after.id } })(tx);
};
