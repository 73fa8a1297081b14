import { type Entry, NO_CURRENCY } from './entry.ts';
import type { Measure } from './measures.ts';

/**
 * What no row shows later: events and deliveries are removed, sessions end, and stocks change again. The
 * storage records it with the change itself, in its transaction, whatever makes the change:
 * - `sign_in`: a session is added;
 * - `stock_out`: the tracked stock of a product or a variant falls from above 0 to 0;
 * - `failed_webhook`: a pending delivery ends as failed, after its last attempt or because its endpoint is not enabled.
 */
export type Occurrence = Readonly<{ kind: 'sign_in' | 'stock_out' | 'failed_webhook'; at: Date }>;

/** The generation of what is counted once: it is never built, replaced or removed. */
export const OCCURRENCES_GENERATION = 0;

const MEASURED: Readonly<Record<Occurrence['kind'], Measure>> = {
  sign_in: 'sign_ins',
  stock_out: 'stock_outs',
  failed_webhook: 'failed_webhooks',
};

export const Occurrence = {
  entryOf: ({ kind, at }: Occurrence): Entry => ({
    at,
    dimension: 'occurrence',
    key: '',
    currency: NO_CURRENCY,
    values: { [MEASURED[kind]]: 1n },
  }),
};
