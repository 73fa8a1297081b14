import type { Actor } from '#core/shared/actor.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { type Entry, type EntryView, entryView } from '#core/shared/timeline.ts';
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
  | 'return_closed'
  | 'withdrawal_received'
  | 'withdrawal_accepted'
  | 'withdrawal_rejected'
  | 'completed'
  | 'cancelling'
  | 'cancelled'
  | 'expired'
  | 'payment_link_created'
  | 'payment_link_sent'
  | 'payment_link_deactivated'
  | 'mail_left_out'
  | 'note'
  | 'note_updated';

/** An entry of an order's timeline, with its actor. */
export type TimelineEntry = Entry<TimelineType> & Readonly<{ orderId: OrderId }>;

type EntryFields = Readonly<{ ids: IdGenerator; actor: Actor; order: Pick<Order, 'id'>; at: Date }>;

export const TimelineEntry = {
  of: (
    { ids, actor, order, at }: EntryFields,
    type: TimelineType,
    details: TimelineEntry['details'] = {},
  ): TimelineEntry => ({ id: ids.next('tml'), orderId: order.id, type, actor, details, at }),
};

/** Types that only the staff sees. */
export const STAFF_ENTRIES: readonly TimelineType[] = [
  'payment_link_created',
  'payment_link_sent',
  'payment_link_deactivated',
  'mail_left_out',
  'note',
  'note_updated',
];

/** Types whose details may contain personal data: free text and tracking numbers. */
export const PERSONAL_ENTRIES: readonly TimelineType[] = [
  'note',
  'cancelling',
  'cancelled',
  'fulfilled',
  'tracking_updated',
  'item_cancelled',
];

/** An entry as the API shows it. */
export type TimelineEntryView = EntryView<TimelineType> & Readonly<{ order_id: OrderId }>;

/** The entry for staff, or without the actor for the buyer. */
export const timelineEntryView = (
  entry: TimelineEntry,
  options?: Readonly<{ withActor: boolean }>,
): TimelineEntryView => entryView(entry, { order_id: entry.orderId }, options);
