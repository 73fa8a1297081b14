// Why: docs/decisions/0015-payments.md

import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '#core/shared/domain-error.ts';

/** A failover takes seconds. Within the lease of a payment's operation, after which the reconciliation takes over. */
const MAX_MS = 15_000;
const PAUSE_MS = 200;

/** Repeats a task while the storage is not available. */
export const whileUnavailable = async <T>(task: () => Promise<T>): Promise<T> => {
  const end = performance.now() + MAX_MS;
  for (;;) {
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'unavailable' || performance.now() >= end) throw error;
      await sleep(PAUSE_MS);
    }
  }
};
