import type { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { RateLimiter } from '#core/shared/rate-limiter.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { AuditTx } from '../ports.ts';

/** Records a denial for a missing scope or a restricted address. */
export type RecordDenial = (
  actor: Actor,
  denial: Readonly<{ operation: string; code: string; requiredScope: string | null }>,
) => Promise<void>;

/** The limit per credential, so that repeated denials do not fill the log. */
const MAX_RECORDED = { calls: 60, seconds: 60 };

type Deps = Readonly<{ unitOfWork: UnitOfWork<AuditTx>; rateLimiter: RateLimiter; systemClock: SystemClock }>;

export const makeRecordDenial =
  ({ unitOfWork, rateLimiter, systemClock }: Deps): RecordDenial =>
  async (actor, { operation, code, requiredScope }) => {
    const { allowed } = await rateLimiter.take(`refusals:${actor.credentialId}`, MAX_RECORDED);
    if (!allowed) return;
    const after = { operation, code, ...(requiredScope === null ? {} : { required_scope: requiredScope }) };
    const entry = { actor, action: 'access.refused', resource: null, before: {}, after, at: systemClock.now() };
    await unitOfWork.run((tx) => tx.audit.append(entry));
  };
