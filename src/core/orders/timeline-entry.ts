import type { Actor } from '#core/shared/actor.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import type { Order, OrderId } from './order.ts';

/** The types of timeline entries. */
export type TimelineType =
  | 'created'
  | 'updated'
  | 'edited'
  | 'authorized'
  | 'voided'
  | 'paid'
  | 'refunded'
  | 'refund_failed'
  | 'fulfilled'
  | 'tracking_updated'
  | 'item_cancelled'
  | 'return_requested'
  | 'return_approved'
  | 'return_rejected'
  | 'return_received'
  | 'completed'
  | 'cancelling'
  | 'cancelled'
  | 'expired'
  | 'note';

/** An entry of an order's timeline, with its actor. */
export type TimelineEntry = Readonly<{
  id: Id<'tml'>;
  orderId: OrderId;
  type: TimelineType;
  actor: Pick<Actor, 'kind' | 'userId' | 'credentialId'>;
  /** Details in the API's field names. */
  details: Readonly<Record<string, unknown>>;
  at: Date;
}>;

type EntryFields = Readonly<{ ids: IdGenerator; actor: Actor; order: Pick<Order, 'id'>; at: Date }>;

export const TimelineEntry = {
  of: (
    { ids, actor, order, at }: EntryFields,
    type: TimelineType,
    details: TimelineEntry['details'] = {},
  ): TimelineEntry => ({ id: ids.next('tml'), orderId: order.id, type, actor, details, at }),
};

/** Types whose details may contain personal data: free text and tracking numbers. */
export const PERSONAL_ENTRIES: readonly TimelineType[] = [
  'note',
  'cancelling',
  'cancelled',
  'fulfilled',
  'tracking_updated',
  'item_cancelled',
];

/** An entry as the API shows it; hidden from the buyer: the actor. */
export type TimelineEntryView = Readonly<{
  id: Id<'tml'>;
  object: 'timeline_entry';
  order_id: OrderId;
  type: TimelineType;
  actor: Readonly<{ kind: string; user_id: string | null; credential_id: string | null }> | null;
  details: object;
  created_at: string;
  updated_at: string;
}>;

/** The entry for staff, or without the actor for the buyer. */
export const timelineEntryView = (
  { id, orderId, type, actor, details, at }: TimelineEntry,
  { withActor = true } = {},
): TimelineEntryView => ({
  id,
  object: 'timeline_entry',
  order_id: orderId,
  type,
  actor: withActor ? { kind: actor.kind, user_id: actor.userId, credential_id: actor.credentialId } : null,
  details,
  created_at: at.toISOString(),
  updated_at: at.toISOString(),
});
