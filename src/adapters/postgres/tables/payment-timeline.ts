import { defineEntity, p } from '@mikro-orm/postgresql';
import type { PaymentEntry } from '#core/payments/payment-entry.ts';
import { actorColumns, toActorColumns } from './actor-columns.ts';
import { id, json, timestamp } from './column-types.ts';
import type { Row } from './row.ts';

export const PaymentEntryRow = defineEntity({
  name: 'PaymentEntryRow',
  tableName: 'payment_timeline',
  properties: {
    id: id<'tml'>().primary(),
    payment_id: id<'pay'>(),
    type: p.text().$type<PaymentEntry['type']>(),
    ...actorColumns(),
    details: json<PaymentEntry['details']>(),
    created_at: timestamp(),
  },
});

export type PaymentEntryRow = Row<typeof PaymentEntryRow>;

export const toPaymentEntryRow = ({ id, paymentId, type, actor, details, at }: PaymentEntry): PaymentEntryRow => ({
  id,
  payment_id: paymentId,
  type,
  ...toActorColumns(actor),
  details,
  created_at: at,
});
