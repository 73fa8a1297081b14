import { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { AccessTx } from '../ports.ts';
import { apiKeyExpiring } from '../records.ts';

/** Emits an event for each key that expires within seven days, once. @returns the number, at most 100. */
export type AnnounceExpiringKeys = () => Promise<number>;

const EXPIRY_NOTICE_MS = 7 * 24 * 3_600_000;
const BATCH_SIZE = 100;

export const makeAnnounceExpiringKeys =
  ({ unitOfWork, systemClock }: { unitOfWork: UnitOfWork<AccessTx>; systemClock: SystemClock }): AnnounceExpiringKeys =>
  () =>
    unitOfWork.run(async (tx) => {
      const at = systemClock.now();
      const before = new Date(at.getTime() + EXPIRY_NOTICE_MS);
      const keys = await tx.apiKeys.claimExpiring({ before, at, limit: BATCH_SIZE });
      await tx.events.append(Actor.system, ...keys.map((key) => apiKeyExpiring(key, at)));
      return keys.length;
    });
