import { defineEntity, p } from '@mikro-orm/postgresql';
import type { PaymentEntry } from '#core/payments/payment-entry.ts';
import type { Actor } from '#core/shared/actor.ts';
import { id, json, timestamp } from './column-types.ts';
import type { Row } from './row.ts';

export const PaymentEntryRow = defineEntity({
  name: 'PaymentEntryRow',
  tableName: 'payment_timeline',
  properties: {
    id: id<'tml'>().primary(),
    payment_id: id<'pay'>(),
    type: p.text().$type<PaymentEntry['type']>(),
    actor_kind: p.text().$type<Actor['kind']>(),
    actor_user_id: p.text().$type<NonNullable<Actor['userId']>>().strictNullable(),
    actor_credential_id: p.text().$type<NonNullable<Actor['credentialId']>>().strictNullable(),
    details: json<PaymentEntry['details']>(),
    created_at: timestamp(),
  },
});

export type PaymentEntryRow = Row<typeof PaymentEntryRow>;

export const toPaymentEntryRow = ({ id, paymentId, type, actor, details, at }: PaymentEntry): PaymentEntryRow => ({
  id,
  payment_id: paymentId,
  type,
  actor_kind: actor.kind,
  actor_user_id: actor.userId,
  actor_credential_id: actor.credentialId,
  details,
  created_at: at,
});
