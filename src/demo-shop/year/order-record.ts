import type { PastUse } from '#adapters/postgres/seeding/history.ts';
import type { Order } from '#core/orders/order.ts';
import { TimelineEntry } from '#core/orders/timeline-entry.ts';
import { changeEntries, type OrderChange } from '#core/orders/use-cases/write-order.ts';
import type { Return } from '#core/returns/return.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { GrowingPast } from './past.ts';
import type { PaymentRecord } from './payment-record.ts';

type Beginning = Readonly<{
  ids: IdGenerator;
  entries: readonly TimelineEntry[];
  discountUses: readonly PastUse[];
}>;

/** A simulated order with the rows that the service would have written about it. */
export class OrderRecord {
  order: Order;
  readonly payments: PaymentRecord[] = [];
  /** What the buyer sends back. */
  returned: Return | undefined;
  readonly ids: IdGenerator;
  readonly #entries: TimelineEntry[];

  readonly #discountUses: readonly PastUse[];

  constructor(order: Order, { ids, entries, discountUses }: Beginning) {
    this.order = order;
    this.ids = ids;
    this.#entries = [...entries];
    this.#discountUses = discountUses;
  }

  /** Makes a change of the order. */
  change(actor: Actor, change: OrderChange): void {
    this.order = change.after;
    this.#entries.push(...changeEntries({ actor, ids: this.ids }, change));
  }

  /** Records a step of a return, which changes nothing of the order itself. */
  note(actor: Actor, after: Return): void {
    const { order, ids } = this;
    this.returned = after;
    const details = { return_id: after.id };
    this.#entries.push(TimelineEntry.of({ ids, actor, order, at: after.updatedAt }, `return_${after.status}`, details));
  }

  /** Adds the rows to the past. */
  addTo(past: GrowingPast): void {
    past.orders.push(this.order);
    past.orderEntries.push(...this.#entries);
    // a cancelled order has returned them
    if (this.order.state.status !== 'cancelled') past.discountUses.push(...this.#discountUses);
    if (this.returned !== undefined) past.returns.push(this.returned);
    for (const payment of this.payments) payment.addTo(past);
  }
}
