import type { Actor } from '#core/shared/actor.ts';
import type { Participant } from '#core/shared/unit-of-work.ts';
import type { Invoice } from './invoice.ts';
import type { InvoicesTx } from './ports.ts';

type InvoiceChange = Readonly<{ before: Invoice; after: Invoice }>;

/**
 * Follows an invoice in the transaction that changes it: by a payment, a credit note, a step of the staff, or because it is
 * overdue.
 */
export type InvoiceListener = Participant<InvoicesTx, [actor: Actor, changed: InvoiceChange], void>;

/** Calls listeners one after the other, before the transaction takes a number that others wait for. */
export const callListeners =
  (listeners: readonly InvoiceListener[]): InvoiceListener =>
  async (tx, actor, changed) => {
    for (const listener of listeners) await listener(tx, actor, changed);
  };
