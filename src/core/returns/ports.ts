import type { OrdersTx } from '#core/orders/ports.ts';
import type { ReturnRepository } from './return-repository.ts';

/** The part of a transaction that the use cases of returns need. */
export type ReturnsTx = Readonly<{ returns: ReturnRepository }> & OrdersTx;
