import { sql } from 'kysely';
import type { InvoiceId } from '#core/invoices/invoice.ts';
import type { OrderId } from '#core/orders/order.ts';
import type { TimelineVisibility } from '#core/orders/order-queries.ts';
import type { PayableId } from '#core/payments/payable-id.ts';
import type { PaymentEntryView } from '#core/payments/payment-entry.ts';
import type { PaymentView, RefundView } from '#core/payments/payment-view.ts';
import {
  columnsOf,
  type JsonView,
  jsonView,
  literal,
  majorUnits,
  nextAction,
  utcText,
} from '../statements/json-view.ts';
import { resourceMembers, versionMembers } from '../statements/resource-view.ts';
import { entryMembers } from '../timelines/entry-members.ts';

const t = columnsOf<{ t: 'payments' }>();

/** The id of what is paid if it has a prefix; null otherwise. */
const payableWith = <PayableOfKind extends PayableId>(prefix: string) =>
  sql<PayableOfKind | null>`case when starts_with(${t('t.payable_id')}, ${sql.lit(`${prefix}_`)}) then ${t('t.payable_id')} end`;

/** A payment `t` as the API shows it. */
export const PAYMENT_VIEW = jsonView<PaymentView>()({
  ...resourceMembers('payments', 'payment'),
  order_id: payableWith<OrderId>('ord'),
  invoice_id: payableWith<InvoiceId>('inv'),
  user_id: t('t.user_id'),
  status: t('t.status'),
  amount: majorUnits(t('t.amount')),
  amount_captured: majorUnits(t('t.amount_captured')),
  amount_refunded: majorUnits(t('t.amount_refunded')),
  dispute: sql<PaymentView['dispute']>`case when ${t('t.disputes')} is not null then (
    select row_to_json(dispute) from (select
      ${t('t.disputes')} -> -1 ->> 'status' as status,
      trim_scale((${t('t.disputes')} -> -1 ->> 'amount')::numeric) as amount,
      ${t('t.disputes')} -> -1 ->> 'reason' as reason,
      ${t('t.disputes')} -> -1 ->> 'opened_at' as opened_at,
      ${t('t.disputes')} -> -1 ->> 'closed_at' as closed_at) as dispute) end`,
  needs_attention: t('t.needs_attention'),
  attention: t('t.attention'),
  currency: t('t.currency'),
  capture_method: t('t.capture_method'),
  gateway: t('t.gateway'),
  gateway_reference: t('t.gateway_reference'),
  payment_method_id: t('t.payment_method_id'),
  next_action: nextAction(t('t.redirect_url')),
  failure_code: t('t.failure_code'),
  failure_message: t('t.failure_message'),
  metadata: t('t.metadata'),
  actions: t('t.actions'),
  ...versionMembers('payments'),
});

const refund = columnsOf<{ t: 'payment_operations' }>();

/** A refund `t`, which has the currency of its payment, as the API shows it. */
export const REFUND_VIEW = jsonView<RefundView>()({
  id: refund('t.id'),
  object: literal('refund'),
  payment_id: refund('t.payment_id'),
  status: sql<
    RefundView['status']
  >`case ${refund('t.status')} when 'reversed' then 'failed' else ${refund('t.status')} end`,
  amount: majorUnits(refund('t.amount')),
  currency: sql<string>`(select currency from payments where id = ${refund('t.payment_id')})`,
  reason: refund('t.reason'),
  items: sql<RefundView['items']>`coalesce(${refund('t.items')}, '[]')`,
  restock: sql<boolean>`coalesce(${refund('t.restock')}, false)`,
  failure_code: refund('t.failure_code'),
  failure_message: refund('t.failure_message'),
  version: refund('t.version'),
  created_at: utcText(refund('t.created_at')),
  updated_at: utcText(refund('t.updated_at')),
});

const entry = columnsOf<{ t: 'payment_timeline' }>();

const entryView = (visibility: TimelineVisibility): JsonView<PaymentEntryView> =>
  jsonView<PaymentEntryView>()({
    id: entry('t.id'),
    object: literal('timeline_entry'),
    payment_id: entry('t.payment_id'),
    type: entry('t.type'),
    ...entryMembers(visibility),
  });

/** An entry `t` of a payment's timeline as the API shows it. */
export const PAYMENT_ENTRY_VIEWS = { full: entryView('full'), buyer: entryView('buyer') };
