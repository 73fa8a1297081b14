import type { Actor } from '#core/shared/actor.ts';
import type { Transaction } from '#core/storage.ts';
import type { Invoice } from './invoice.ts';

type InvoiceChange = Readonly<{ before: Invoice; after: Invoice }>;

/**
 * Follows an invoice in the transaction that changes it: by a payment, a credit note, a step of the staff, or because it is
 * overdue.
 */
export type InvoiceListener = (tx: Transaction, actor: Actor, changed: InvoiceChange) => Promise<void>;

/** Calls listeners one after the other, before the transaction takes a number that others wait for. */
export const callListeners =
  (listeners: readonly InvoiceListener[]): InvoiceListener =>
  async (tx, actor, changed) => {
    for (const listener of listeners) await listener(tx, actor, changed);
  };
