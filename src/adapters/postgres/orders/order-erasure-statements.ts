import { sql } from 'kysely';
import type { OrderId } from '#core/orders/order.ts';
import type { ErasedBuyer } from '#core/orders/ports.ts';
import type { TimelineType } from '#core/orders/timeline-entry.ts';
import { prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';
import type { OrderRow } from '../tables/orders.ts';

const WITHOUT_TRACKING_NUMBERS = sql<OrderRow['fulfillments']>`coalesce((
  select json_agg(json_build_object('id', f -> 'id', 'items', f -> 'items', 'tracking_number', null,
    'carrier', f -> 'carrier', 'delivered_at', f -> 'delivered_at', 'created_at', f -> 'created_at'))
  from json_array_elements(fulfillments) as f), '[]')`;

type Erasure = Readonly<{ userId: ErasedBuyer['userId']; emailKey: string | null; at: Date }>;

export const ERASE_ORDERS = prepare<Erasure>()(($) =>
  db
    .updateTable('orders')
    .set((eb) => ({
      version: eb('version', '+', 1),
      updated_at: $('at'),
      email: null,
      email_key: null,
      shipping_address: null,
      billing_address: null,
      contact: '',
      metadata: {},
      customer_metadata_keys: [],
      cancel_reason: null,
      note: null,
      guest_secret_hash: null,
      guest_client: null,
      is_erased: true,
      erased_buyer: sql<OrderRow['erased_buyer']>`case when user_id is null then ${$('userId')}::text end`,
      fulfillments: WITHOUT_TRACKING_NUMBERS,
    }))
    .where((eb) =>
      eb.or([
        eb('user_id', '=', $('userId')),
        eb.and([eb('user_id', 'is', null), eb('email_key', '=', $('emailKey'))]),
      ]),
    )
    .returning('id'),
);

/** A statement of its own, which sees entries that were added while the one before waited for locks. */
export const ERASE_ENTRIES = prepare<{ orderIds: readonly OrderId[]; types: readonly TimelineType[] }>()(($) =>
  db
    .updateTable('order_timeline')
    .set({ details: {} })
    .where('order_id', '=', sql<OrderId>`any(${$('orderIds')}::text[])`)
    .where('type', '=', sql<TimelineType>`any(${$('types')}::text[])`),
);
