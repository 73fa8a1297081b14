// Why: docs/decisions/0015-payments.md

import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '#core/shared/domain-error.ts';
import type { Work } from '#core/storage.ts';

/** A failover takes seconds; when the lease of a payment's operation ends, the reconciliation records its outcome. */
const MAX_MS = 15_000;
const PAUSE_MS = 200;

/** Repeats the transaction of a work while the storage is not available, but not for an error of the work itself. */
export const whileUnavailable = async <T>(run: (work: Work<T>) => Promise<T>, work: Work<T>): Promise<T> => {
  const end = performance.now() + MAX_MS;
  let ofWork: unknown;
  const noting: Work<T> = async (tx) => {
    try {
      return await work(tx);
    } catch (error) {
      ofWork = error;
      throw error;
    }
  };
  for (;;) {
    try {
      return await run(noting);
    } catch (error) {
      // an error of the storage is translated, and so another one than the work has thrown
      const isLasting = error === ofWork || !(error instanceof DomainError) || error.kind !== 'unavailable';
      if (isLasting || performance.now() >= end) throw error;
      await sleep(PAUSE_MS);
    }
  }
};
