import { type RawBuilder, sql } from 'kysely';
import type { OrderId } from '#core/orders/order.ts';
import { prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';

/** The pending payments of an order, which must not expire. */
const pendingPayments = (orderId: OrderId | RawBuilder<OrderId>) =>
  db
    .selectFrom('payments')
    .select('payments.id')
    .where('payable_id', '=', orderId)
    .where('is_pending', '=', sql.lit(true));

export const CLAIM_EXPIRED = prepare<{ at: Date; except: readonly OrderId[] }>()(($) =>
  db
    .selectFrom('orders as o')
    .select('o.id')
    .where('o.expires_at', '<=', $('at'))
    .where('o.id', '<>', sql<OrderId>`all(${$('except')}::text[])`)
    .where(({ not, exists }) => not(exists(pendingPayments(sql.ref('o.id')))))
    .orderBy('o.expires_at')
    .limit(1)
    .forUpdate()
    .skipLocked(),
);

/** A statement of its own, which sees payments that began while the order was claimed. */
export const HAS_PENDING_PAYMENT = prepare<{ id: OrderId }>()(($) =>
  db.selectNoFrom(({ exists }) => exists(pendingPayments($('id'))).as('has_pending_payment')),
);

export const CLAIM_CANCELLING = prepare<{ before: Date; at: Date }>()(($) =>
  db
    .updateTable('orders')
    .set({ cancelling_since: $('at') })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('orders')
        .select('id')
        .where('cancelling_since', '<=', $('before'))
        .orderBy('cancelling_since')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id'),
);

export const CLAIM_REFUND_DUE = prepare<{ at: Date; nextAt: Date }>()(($) =>
  db
    .updateTable('orders')
    .set({ refund_due_at: $('nextAt') })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('orders')
        .select('id')
        .where('refund_due_at', '<=', $('at'))
        .orderBy('refund_due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id'),
);
