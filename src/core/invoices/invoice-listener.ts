import type { Actor } from '#core/shared/actor.ts';
import type { Transaction } from '#core/storage.ts';
import type { Invoice } from './invoice.ts';

/** Follows an invoice in the transaction in which a payment changes it. */
export type InvoiceListener = (
  tx: Transaction,
  actor: Actor,
  changed: Readonly<{ before: Invoice; after: Invoice }>,
) => Promise<void>;
