import { Scope } from '#core/access/scope.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { OrderId } from '../order.ts';
import type { OrdersTx } from '../ports.ts';
import { TimelineEntry } from '../timeline-entry.ts';

/** Adds a staff note to an order's timeline, hidden from the buyer. */
export type AddNote = (actor: Actor, command: Readonly<{ id: OrderId; text: string }>) => Work<TimelineEntry, OrdersTx>;

export const makeAddNote =
  ({ clock, ids }: { clock: BusinessClock; ids: IdGenerator }): AddNote =>
  (actor, { id, text }) =>
  async (tx) => {
    Scope.requireAll(actor, ['orders:write'], 'This');
    const order = await tx.orders.get(id);
    const entry = TimelineEntry.of({ ids, actor, order, at: clock.now() }, 'note', { text });
    await tx.orders.note(entry);
    return entry;
  };
