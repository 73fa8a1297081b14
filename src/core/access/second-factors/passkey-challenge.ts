import type { Id } from '#core/shared/id.ts';
import type { AccessTx } from '../ports.ts';

/** Longer than browsers wait for a passkey. */
const LIFETIME_MS = 5 * 60_000;

/** Stores a challenge of a locked user until a passkey has signed it. */
export const addChallenge = (
  tx: AccessTx,
  { userId, challenge, at }: Readonly<{ userId: Id<'usr'>; challenge: string; at: Date }>,
): Promise<void> =>
  tx.secondFactors.addChallenge({ userId, challenge, expiresAt: new Date(at.getTime() + LIFETIME_MS) });
