import { type SqlBool, sql } from 'kysely';
import type { PayableId } from '#core/payments/payable-id.ts';
import type { PaymentId } from '#core/payments/payment.ts';
import type { OperationId } from '#core/payments/payment-operation.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames } from '../statements/row-parameters.ts';
import { db } from '../statements/sql-builder.ts';
import { PaymentOperationRow } from '../tables/payment-operations.ts';

const COLUMNS = columnNames(PaymentOperationRow).map((name) => `operation.${name}` as const);

/** Operations with their payments' currency. */
const OPERATIONS = db
  .selectFrom('payment_operations as operation')
  .innerJoin('payments as payment', 'payment.id', 'operation.payment_id')
  .select(COLUMNS)
  .select('payment.currency');

export const LOCK_OPERATION = prepare<{ id: OperationId }>()(($) =>
  OPERATIONS.where('operation.id', '=', $('id')).forUpdate('operation'),
);

export const PENDING_OPERATIONS = prepare<{ paymentId: PaymentId }>()(($) =>
  OPERATIONS.where('operation.payment_id', '=', $('paymentId'))
    .where('operation.status', '=', 'pending')
    .orderBy('operation.created_at')
    .orderBy('operation.id'),
);

export const PENDING_ITEM_REFUND = prepare<{ orderId: PayableId }>()(($) =>
  db
    .selectFrom('payment_operations as operation')
    .innerJoin('payments as payment', 'payment.id', 'operation.payment_id')
    .select('operation.id')
    .where('payment.payable_id', '=', $('orderId'))
    .where('operation.kind', '=', 'refund')
    .where('operation.status', '=', 'pending')
    .where('operation.items', 'is not', null)
    .limit(1),
);

export const REFUNDS = prepare<{ paymentId: PaymentId }>()(($) =>
  OPERATIONS.where('operation.payment_id', '=', $('paymentId'))
    .where('operation.kind', '=', 'refund')
    .orderBy('operation.created_at', 'desc')
    .orderBy('operation.id', 'desc'),
);

export const FIND_OPERATION_BY_KEY = prepare<{ key: string }>()(($) =>
  OPERATIONS.where('operation.idempotency_key', '=', $('key')),
);

export const RELEASE_IDEMPOTENCY_KEY = prepare<{ id: OperationId }>()(($) =>
  db
    .updateTable('payment_operations')
    .set({ idempotency_key: null, request_fingerprint: null })
    .where('id', '=', $('id')),
);

export const FIND_GATEWAY_WEBHOOK = prepare<{ gateway: string; id: string }>()(($) =>
  db.selectFrom('gateway_webhooks').select('id').where('gateway', '=', $('gateway')).where('id', '=', $('id')),
);

export const INSERT_GATEWAY_WEBHOOK = prepare<{ gateway: string; id: string; at: Date }>()(($) =>
  db
    .insertInto('gateway_webhooks')
    .values({ gateway: $('gateway'), id: $('id'), created_at: $('at') })
    .onConflict((conflict) => conflict.doNothing()),
);

/** By their places on the disk: a join would read the whole table where many are removed. */
export const REMOVE_GATEWAY_WEBHOOKS = prepare<{ before: Date }>()(($) => {
  const oldest = db
    .selectFrom('gateway_webhooks')
    .select(sql`ctid`.as('ctid'))
    .where('created_at', '<', $('before'))
    .orderBy('created_at')
    .limit(5000);
  return db.deleteFrom('gateway_webhooks').where(sql<SqlBool>`ctid = any(array(${oldest}))`).returning('id');
});
